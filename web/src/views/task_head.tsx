// What the head of a task says: three facts that one decides by, then the others behind one line, other tasks by name.
import type { Diff, MissionShow, TaskShow } from "../api/documents";
import type { Task } from "../api/types";
import { href } from "../router";
import { Badge, Copyable, Disclosure, Fact, When } from "../ui/parts";
import { count, duration, honest, money, plural } from "../ui/words";
import { readingOf } from "./proof";

interface Props {
  readonly task: Task;
  readonly runs: TaskShow["runs"];
  readonly diff: Diff | undefined;
  readonly others: MissionShow["tasks"]; // of its mission
}

export function TaskFacts({ task, runs, diff, others }: Props) {
  const reading = readingOf(diff);
  return (
    <>
      <dl class="facts inline task-facts">
        <Fact name="Change">{diff ? `${plural(diff.files.length, "file")}, +${count(diff.added)} −${count(diff.removed)}` : "No work yet"}</Fact>
        {diff && <Fact name="Tests">{reading.tests === 0 ? "none changed" : `${plural(reading.tests, "file")} changed`}</Fact>}
        {diff && <Fact name="Out of scope">{reading.outside === 0 ? "none" : <Badge tone="warn">{plural(reading.outside, "file")}</Badge>}</Fact>}
      </dl>
      <Disclosure summary={<Summary task={task} runs={runs} />}>
        <More task={task} others={others} />
      </Disclosure>
    </>
  );
}

function Summary({ task, runs }: Pick<Props, "task" | "runs">) {
  const agent = runs[runs.length - 1]?.agent ?? task.agent.type; // who did it, else who is to
  const took = task.started_at && task.finished_at ? Date.parse(task.finished_at) - Date.parse(task.started_at) : null;
  const spends = runs.length > 0 || task.cost_usd > 0;
  const budget = task.agent.max_budget_usd;
  const parts = [
    agent === "" ? "" : honest(agent),
    task.round > 1 ? `round ${task.round}` : "",
    spends ? `${money(task.cost_usd)}${budget === null ? "" : ` of ${money(budget)}`}` : "",
    took === null ? "" : `took ${duration(took)}`,
  ].filter((part) => part !== "");
  return (
    <>
      {parts.length === 0 ? "Changed" : `${parts.join(", ")}, changed`} <When at={task.updated_at} />
    </>
  );
}

function More({ task, others }: Pick<Props, "task" | "others">) {
  const known = new Map(others.map((each) => [each.id, each.name]));
  const links = (ids: readonly string[]) =>
    ids.map((id, i) => (
      <span key={id}>
        {i > 0 && ", "}
        <a href={href(["tasks", id])}>{honest(known.get(id) ?? "a task of another mission")}</a>
      </span>
    ));
  const before = task.depends_on;
  const parts = others.filter((each) => each.parent_task_id === task.id).map((each) => each.id);
  return (
    <dl class="facts">
      {before.length > 0 && <Fact name="Starts after">{links(before)}</Fact>}
      {task.parent_task_id !== "" && <Fact name="Part of">{links([task.parent_task_id])}</Fact>}
      {parts.length > 0 && <Fact name="Parts">{links(parts)}</Fact>}
      <Fact name="Attempt">
        {task.attempt} of {Math.max(task.attempt, task.retry.max_attempts)} in round {task.round}
      </Fact>
      <Fact name="Agent">{honest(task.agent.type) || "by configuration"}</Fact>
      <Fact name="Task">
        <Copyable text={task.id} />
      </Fact>
    </dl>
  );
}
