// One task, to be decided on: what was promised against what is there, tests first.
import { useState } from "preact/hooks";
import type { Diff, Log, MissionShow, TaskShow } from "../api/documents";
import { useDocument } from "../api/live";
import type { Task, TaskMatter } from "../api/types";
import { DiffView } from "../diff/view";
import { href, useRoute } from "../router";
import { DecideButtons, useMayDecide, type Verb } from "../ui/decide";
import { decidedOn } from "../ui/decided";
import { TaskMark } from "../ui/icons";
import { useShortcuts } from "../ui/keys";
import { Badge, Empty, NoSuchView, Pill, Section, Shown, Tabs, When } from "../ui/parts";
import { Prose } from "../ui/prose";
import { useTitle } from "../ui/title";
import { checkingOf, checkingWord, count, honest, plural, taskTone, taskWord } from "../ui/words";
import { CommentsOf } from "./comments";
import { Critique } from "./critique";
import { Questions } from "./questions";
import { FirstFiles } from "./first_files";
import { verificationIn } from "./proof";
import { EditTask, mayEdit } from "./task_forms";
import { TaskFacts } from "./task_head";
import { TaskLog } from "./task_log";
import { useVerification } from "./verified";

const tabs = [
  ["", "Decision"],
  ["diff", "Changes"],
  ["log", "Log"],
] as const;

export function TaskView({ id }: { id: string }) {
  const known = useDocument<TaskShow>(`/api/tasks/${encodeURIComponent(id)}`);
  const name = known.data?.task.name;
  useTitle(name);
  useShortcuts([
    { keys: "a", what: "Accept this task", run: () => document.querySelector<HTMLButtonElement>("[data-verb=accept]")?.click() },
    { keys: "r", what: "Reject this task", run: () => document.querySelector<HTMLButtonElement>("[data-verb=reject]")?.click() },
  ]);
  return (
    <Shown known={known} rows={6}>
      {(shown) => <TaskPage task={shown.task} checker={shown.checker} matter={shown as TaskMatter} runs={shown.runs} />}
    </Shown>
  );
}

function TaskPage({ task, checker, matter, runs }: { task: Task; checker: Task | null; matter: TaskMatter; runs: TaskShow["runs"] }) {
  const { query } = useRoute();
  const tab = query.get("view") ?? "";
  const diff = useDocument<Diff>(task.story_id === "" ? null : `/api/tasks/${task.id}/diff`);
  const byTest = task.success_criteria.some((each) => each.evidence === "test"); // what tests show stands in the verification
  const verified = useVerification(byTest && task.story_id !== "" ? task.story_id : null);
  const checking = checkingOf({ ...task, checker_state: checker?.state ?? null });
  const mission = useDocument<MissionShow>(task.story_id === "" ? null : `/api/missions/${task.story_id}`).data;
  const verbs = useVerbs(task, runs);
  const asks = (matter.questions ?? []).some((question) => question.answer === null); // the question says it all
  return (
    <div class="task-view">
      <header class="page-head">
        <p class="crumbs">
          <a href={href([])}>Board</a> <span aria-hidden="true">/</span>{" "}
          {task.story_id !== "" && (
            <>
              <a href={href(["missions", task.story_id])}>{mission === undefined ? "Its mission" : honest(mission.mission.title)}</a>
            </>
          )}
        </p>
        <div class="page-title">
          <TaskMark state={task.state} />
          <h1>{honest(task.name)}</h1>
          <Pill tone={taskTone[task.state]}>{taskWord[task.state]}</Pill>
          {checking === "failed" && <Badge tone="warn">⚠ Checker failed</Badge>}
          {checkingWord[checking] && <span class="checking">{checkingWord[checking]}</span>}
          <div class="page-actions">
            <EditButton task={task} />
            <DecideButtons task={task} verbs={verbs} />
          </div>
        </div>
        {task.reason !== "" && task.state !== "completed" && !asks && <p class={task.state === "failed" || task.state === "blocked" ? "note tone-bad" : "note"}>{honest(task.reason)}</p>}
        <TaskFacts task={task} runs={runs} diff={diff.data} others={mission?.tasks ?? []} />
      </header>
      <Questions task={task} questions={matter.questions ?? []} />
      <Tabs label="Views of this task" tabs={tabs.map(([key, name]) => ({ name, to: href(["tasks", task.id], key === "" ? {} : { view: key }), open: tab === key }))} />
      {tab === "" && (
        <>
          <Decisions task={task} />
          {task.checker_report !== "" && (
            <Section title={task.state === "pending" ? "Checker’s report on the round before" : "Checker’s report"} note={checker ? <a href={href(["tasks", checker.id], { view: "log" })}>its log</a> : undefined}>
              <Prose text={task.checker_report} class="report-text warned" />
            </Section>
          )}
          <CommentsOf subject={{ mission: task.story_id, task: task.id, tasks: [] }} />
          <Critique task={task} checker={checker} report={matter.critic ?? null} verification={verificationIn(verified.data)} earlier={(verified.data?.stale ?? "") !== ""} />
          {task.instructions !== "" && task.instructions !== task.name && (
            <Section title="Instructions">
              <Prose text={task.instructions} class="report-text" />
            </Section>
          )}
          {diff.data && (
            <>
              <FirstFiles diff={diff.data} />
              <Section title="Change" note={`${plural(diff.data.files.length, "file")}, +${count(diff.data.added)} −${count(diff.data.removed)}`}>
                <DiffView diff={diff.data} />
              </Section>
            </>
          )}
          {diff.problem?.status === 404 && !diff.data && <Empty title="No work on its branch yet" />}
        </>
      )}
      {tab === "diff" && (diff.problem?.status === 404 && !diff.data ? <Empty title="No work on its branch yet" /> : task.story_id === "" ? <Empty title="This task has no branch of its own" /> : <Shown known={diff}>{(data) => <DiffView diff={data} />}</Shown>)}
      {tab === "log" && <TaskLog task={task} runs={runs} />}
      {!tabs.some(([key]) => key === tab) && <NoSuchView name={tab} to={href(["tasks", task.id])} />}
    </div>
  );
}

// In a mission whose work goes on by hand a person begins and hands in; where an agent is at it, that is not for them.
// What has landed is not done again.
function useVerbs(task: Task, runs: TaskShow["runs"]): readonly Verb[] {
  const mission = useDocument<MissionShow>(task.story_id === "" ? null : `/api/missions/${task.story_id}`).data?.mission;
  const byAgent = runs.some((run) => run.finished_at === null);
  const byHand = mission?.policy.mode === "manual" && !byAgent;
  const again = mission !== undefined && mission.landedAt === null && mission.closedAt === null && task.kind !== "planning" && task.kind !== "validation";
  const done: Verb = task.parent_task_id !== "" || task.kind === "planning" ? "complete" : "ready";
  return ["cancel", "retry", ...(again ? (["redo"] as const) : []), "reject", "accept", ...(byHand ? (["start", done] as const) : [])];
}

function EditButton({ task }: { task: Task }) {
  const may = useMayDecide();
  const [open, setOpen] = useState(false);
  if (!may || !mayEdit(task)) return null;
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      {open && <EditTask task={task} onClose={() => setOpen(false)} />}
    </>
  );
}

// Who decided what about it, and why; the latest first.
function Decisions({ task }: { task: Task }) {
  const log = useDocument<Log>(task.story_id === "" ? null : `/api/missions/${task.story_id}/checkpoints?all=true`);
  const decided = decidedOn(task.id, log.data?.checkpoints ?? []).reverse();
  if (decided.length === 0) return null;
  return (
    <Section title="Decisions">
      <ul class="plain">
        {decided.map((each) => (
          <li key={each.id}>
            <strong>{each.what}</strong> by {honest(each.who)} <When at={each.at} />
            {each.why !== "" && <>: {honest(each.why)}</>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
