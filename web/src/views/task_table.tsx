// The tasks of a mission in a table. Of many only some are drawn: the page is as quick with five thousand as with five.
import { useMemo, useState } from "preact/hooks";
import type { Mission, Task, TaskState } from "../api/types";
import { href } from "../router";
import { DecideButtons } from "../ui/decide";
import { TaskMark } from "../ui/icons";
import { Badge, Empty } from "../ui/parts";
import { checkingOf, checkingWord, honest, money, plural, taskWord } from "../ui/words";

const k_drawn = 60; // before somebody asks for more
const k_more = 200;

export function TaskTable({ mission, tasks }: { mission: Mission; tasks: readonly Task[] }) {
  const [drawn, setDrawn] = useState(k_drawn);
  const [text, setText] = useState("");
  const [state, setState] = useState<TaskState | "">("");
  if (tasks.length === 0) return <Empty title="No tasks yet" />;
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const fits = (task: Task): boolean => (state === "" || task.state === state) && words.every((word) => task.name.toLowerCase().includes(word) || task.id.includes(word));
  const found = state === "" && words.length === 0 ? tasks : tasks.filter(fits);
  return (
    <>
      {tasks.length > k_drawn && (
        <div class="table-tools">
          <label class="search">
            <span class="hidden">Search the tasks</span>
            <input type="search" placeholder="Search the tasks" value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
          <label class="select">
            <span class="hidden">Tasks that are</span>
            <select value={state} onChange={(event) => setState(event.currentTarget.value as TaskState | "")}>
              <option value="">In any state</option>
              {(Object.keys(taskWord) as TaskState[]).map((each) => (
                <option key={each} value={each}>
                  {taskWord[each]}
                </option>
              ))}
            </select>
          </label>
          <span class="muted" role="status">
            {found.length === tasks.length ? plural(tasks.length, "task") : `${found.length} of ${plural(tasks.length, "task")}`}
          </span>
        </div>
      )}
      <ul class="task-table">
        {found.slice(0, drawn).map((task) => (
          <TaskRow key={task.id} task={task} manual={mission.policy.mode === "manual"} />
        ))}
      </ul>
      {found.length > drawn && (
        <button type="button" class="bare more" onClick={() => setDrawn(drawn + k_more)}>
          Show {plural(Math.min(k_more, found.length - drawn), "more task")} of {plural(found.length - drawn, "further one")}
        </button>
      )}
    </>
  );
}

// A task that stayed the same object is not drawn again.
function TaskRow({ task, manual }: { task: Task; manual: boolean }) {
  return useMemo(() => {
    const checking = checkingOf(task);
    return (
      <li>
        <TaskMark state={task.state} />
        <span class="task-name">
          <a href={href(["tasks", task.id])}>{honest(task.name)}</a>
          {checking === "failed" && <Badge tone="warn">⚠ Checker failed</Badge>}
          {task.reason !== "" && task.state !== "completed" && <span class="muted item-detail">{honest(task.reason)}</span>}
        </span>
        <span class="muted task-word">{checkingWord[checking] ?? taskWord[task.state]}</span>
        <span class="muted task-cost">{task.cost_usd > 0 ? money(task.cost_usd) : ""}</span>
        <DecideButtons task={task} verbs={manual ? ["start", "accept", "reject", "retry"] : ["accept", "reject", "retry"]} small />
      </li>
    );
  }, [task, manual]);
}
