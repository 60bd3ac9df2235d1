// The acceptance matrix: every promise in a row, every way of showing it in a column. The criteria and
// checks of a mission can be edited here until it has landed.
import { useState } from "preact/hooks";
import { change, Problem, versionOf } from "../api/client";
import type { Critic, TaskList, TaskShow, Verification } from "../api/documents";
import { refresh, useDocument } from "../api/live";
import type { Mission, Task } from "../api/types";
import { href } from "../router";
import { useMayDecide } from "../ui/decide";
import { type Outcome, OutcomeMark } from "../ui/icons";
import { Empty, Section, StaleNote } from "../ui/parts";
import { say } from "../ui/toasts";
import { honest, plural } from "../ui/words";
import { AnswerButton, AnswerGiven } from "./answer_check";
import { k_most_asked } from "./critique";
import { outcomeInPack, proofOf, testOutcome } from "./proof";
import { useVerification } from "./verified";

interface Cell {
  readonly outcome: Outcome | "none";
  readonly word: string;
  readonly earlier?: boolean;
}
const none: Cell = { outcome: "none", word: "–" };

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/^\s*[-*]\s+/, "").trim())
    .filter((line) => line !== "");
}

interface Promised {
  readonly id: string;
  readonly text: string;
  readonly evidence: string;
}

function promisesOf(task: Task): Promised[] {
  if (task.success_criteria.length > 0) return task.success_criteria.map((each) => ({ id: each.id, text: each.claim, evidence: each.evidence }));
  const lines = linesOf(task.acceptance_criteria);
  if (lines.length > 0) return lines.map((text, i) => ({ id: String(i + 1), text, evidence: "none" }));
  return [{ id: "", text: "As its instructions say", evidence: "none" }];
}

const k_proven = { passed: "proven", flaky: "flaky", failed: "failed", unknown: "not proven" } as const;

// That a task was accepted is no evidence of what it promised.
function personCell(task: Task, shown: boolean): Cell {
  if (task.state === "completed") return { outcome: shown ? "passed" : "unknown", word: "completed" };
  if (task.state === "failed" || task.state === "blocked") return { outcome: "failed", word: task.state };
  return { outcome: "pending", word: task.state };
}
function checkerCell(task: Task, checkers: readonly Task[]): Cell {
  if (task.checker_report !== "") return { outcome: "failed", word: "failed" };
  const checker = checkers.filter((each) => each.checker_for_task_id === task.id).pop();
  if (!checker) return none;
  if (checker.state === "completed") return { outcome: "passed", word: "passed" };
  if (checker.state === "failed") return { outcome: "failed", word: "failed" };
  return { outcome: "pending", word: checker.state };
}

const k_verdicts: Record<Critic["criteria"][number]["verdict"], Cell> = {
  Satisfied: { outcome: "passed", word: "shown" },
  Unsatisfied: { outcome: "failed", word: "not met" },
  "Information-Missing": { outcome: "unknown", word: "not shown" },
};
function criticCell(critic: Critic | null | undefined, promise: Promised): Cell {
  const judged = critic?.criteria.find((each) => each.id === promise.id || each.claim === promise.text);
  return judged ? k_verdicts[judged.verdict] : none;
}

function testCell(verification: Verification | null, task: Task, promise: Promised, earlier: boolean): Cell {
  const outcome = testOutcome(verification, task, promise.id);
  return outcome === null ? none : { outcome, word: earlier ? `${k_proven[outcome]} earlier` : k_proven[outcome], earlier };
}

export function Acceptance({ mission, tasks }: { mission: Mission; tasks: readonly Task[] }) {
  const answer = useVerification(mission.id);
  const all = useDocument<TaskList>(`/api/tasks?mission=${encodeURIComponent(mission.id)}&checkers=true`);
  const checkers = (all.data?.tasks ?? []).filter((task) => task.checker_for_task_id !== "");
  const proof = proofOf(mission, answer.data);
  const past = proof.stale !== "";
  const work = tasks.filter((task) => task.kind !== "checker" && task.kind !== "validation" && task.state !== "cancelled");
  return (
    <>
      <StaleNote stale={proof.stale} />
      <Section title="Acceptance matrix" note={`${plural(mission.acceptance.criteria.length, "criterion", "criteria")} of the mission, ${plural(work.length, "task")}`}>
        <div class="table-box" tabIndex={0} role="region" aria-label="Criteria by evidence">
          <table class="matrix">
            <thead>
              <tr>
                <th scope="col">What was promised</th>
                <th scope="col">Shown by</th>
                <th scope="col">Checks</th>
                <th scope="col">Critic</th>
                <th scope="col">Checker</th>
                <th scope="col">Task</th>
              </tr>
            </thead>
            <tbody>
              <tr class="group">
                <th colSpan={6} scope="colgroup">
                  The mission
                </th>
              </tr>
              {proof.criteria.map((criterion, i) => (
                <tr key={i}>
                  <th scope="row">{honest(criterion.text)}</th>
                  <td class="muted">{honest(criterion.outcome === "unknown" ? "nothing of its own" : criterion.detail.replace(/^Shown by /, ""))}</td>
                  <td>
                    <MatrixCell cell={{ outcome: criterion.outcome, word: past && criterion.outcome !== "unknown" ? `${k_proven[criterion.outcome]} earlier` : k_proven[criterion.outcome], earlier: past }} />
                  </td>
                  {[0, 1, 2].map((n) => (
                    <td key={n}>
                      <MatrixCell cell={none} />
                    </td>
                  ))}
                </tr>
              ))}
              {work.map((task) => (
                <TaskRows key={task.id} task={task} checkers={checkers} asks={work.length <= k_most_asked} verification={proof.verification} earlier={past} />
              ))}
            </tbody>
          </table>
        </div>
      </Section>
      <Section title="Checks" note={plural(mission.acceptance.checks.length, "check")}>
        {mission.acceptance.checks.length === 0 && <Empty title="No checks" />}
        <ul class="items">
          {mission.acceptance.checks.map((check) => (
            <li key={check.id}>
              <OutcomeMark outcome={outcomeInPack(check, proof.verification)} earlier={past} />
              <span class="item-text">
                {honest(check.title)}
                <span class="muted item-detail">{honest(check.command ?? check.path ?? "a person looks at it")}</span>
                {check.detail !== "" && <span class="muted item-detail">{honest(check.detail)}</span>}
                <AnswerGiven check={check} verification={proof.verification} />
              </span>
              <AnswerButton mission={mission} check={check} verification={proof.verification} />
            </li>
          ))}
        </ul>
      </Section>
      {!mission.landedAt && <Criteria mission={mission} />}
    </>
  );
}

// The critic's verdicts stand with each task alone.
function TaskRows({ task, checkers, asks, verification, earlier }: { task: Task; checkers: readonly Task[]; asks: boolean; verification: Verification | null; earlier: boolean }) {
  const critic = useDocument<TaskShow>(asks ? `/api/tasks/${task.id}` : null).data?.critic as Critic | null | undefined;
  const promises = promisesOf(task);
  return (
    <>
      <tr class="group">
        <th colSpan={6} scope="colgroup">
          <a href={href(["tasks", task.id])}>{honest(task.name)}</a>
        </th>
      </tr>
      {promises.map((promise, i) => (
        <tr key={i}>
          <th scope="row">
            {promise.id !== "" && <span class="muted">{promise.id} </span>}
            {honest(promise.text)}
          </th>
          <td class="muted">{promise.evidence === "none" ? "a judge" : promise.evidence}</td>
          <td>
            <MatrixCell cell={testCell(verification, task, promise, earlier)} />
          </td>
          <td>
            <MatrixCell cell={asks ? criticCell(critic, promise) : { outcome: "none", word: "" }} />
          </td>
          <td>
            <MatrixCell cell={checkerCell(task, checkers)} />
          </td>
          <td>
            <MatrixCell cell={personCell(task, [testCell(verification, task, promise, earlier), criticCell(critic, promise), checkerCell(task, checkers)].some((cell) => cell.outcome === "passed" && !cell.earlier))} />
          </td>
        </tr>
      ))}
    </>
  );
}

function MatrixCell({ cell }: { cell: Cell }) {
  if (cell.outcome === "none") return <span class="muted">–</span>;
  return (
    <span class="matrix-cell">
      <OutcomeMark outcome={cell.outcome} earlier={cell.earlier} word="" /> {cell.word}
    </span>
  );
}

// ---- criteria that people edit; a write over somebody else's is refused

function Criteria({ mission }: { mission: Mission }) {
  const may = useMayDecide();
  const path = `/api/missions/${mission.id}/acceptance`;
  useDocument(path); // its version is what a write is held to
  const [text, setText] = useState("");
  const [editing, setEditing] = useState<number | null>(null);
  const [draft, setDraft] = useState("");
  const [seen, setSeen] = useState<string | undefined>(); // when the editing began; others may write meanwhile
  const [problem, setProblem] = useState("");
  if (!may) return null;
  const run = async (what: () => Promise<unknown>, done: () => void): Promise<void> => {
    setProblem("");
    try {
      await what();
      refresh(mission.id, "/api/board");
      done();
    } catch (error) {
      const told = error instanceof Problem ? error : new Problem(0, "", String(error));
      setProblem(told.status === 412 ? "Somebody else changed the criteria meanwhile. Look at them again, then save." : told.message);
      if (told.status === 412) {
        setSeen(versionOf(path)); // saving once more is a decision
        refresh(mission.id);
      }
    }
  };
  return (
    <Section title="Edit criteria">
      <ol class="criteria-edit">
        {mission.acceptance.criteria.map((criterion, i) => (
          <li key={i}>
            {editing === i ? (
              <form
                onSubmit={(event) => {
                  event.preventDefault();
                  void run(() => change("PUT", `${path}/criteria/${i + 1}`, { criterion: draft }, seen), () => setEditing(null));
                }}
              >
                <label class="hidden" for={`criterion-${i}`}>
                  Criterion {i + 1}
                </label>
                <textarea id={`criterion-${i}`} rows={2} value={draft} onInput={(event) => setDraft(event.currentTarget.value)} />
                <div class="row-actions">
                  <button type="submit" class="button small primary">
                    Save
                  </button>
                  <button type="button" class="button small" onClick={() => setEditing(null)}>
                    Back
                  </button>
                </div>
              </form>
            ) : (
              <>
                <span>{honest(criterion)}</span>
                <span class="row-actions">
                  <button
                    type="button"
                    class="button small"
                    aria-label={`Edit criterion ${i + 1}`}
                    onClick={() => {
                      setEditing(i);
                      setSeen(versionOf(path));
                      setDraft(criterion);
                    }}
                  >
                    Edit
                  </button>
                  <button type="button" class="button small" aria-label={`Remove criterion ${i + 1}`} onClick={() => void run(() => change("DELETE", `${path}/criteria/${i + 1}`, {}, versionOf(path)), () => say("Criterion removed"))}>
                    Remove
                  </button>
                </span>
              </>
            )}
          </li>
        ))}
      </ol>
      <form
        class="add-line"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") void run(() => change("POST", `${path}/criteria`, { criterion: text.trim() }, versionOf(path)), () => setText(""));
        }}
      >
        <label class="hidden" for="new-criterion">
          New criterion
        </label>
        <input id="new-criterion" type="text" placeholder="What another person or program can look at" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <button type="submit" class="button">
          Add criterion
        </button>
      </form>
      {problem && (
        <p class="field-problem" role="alert">
          {honest(problem)}
        </p>
      )}
    </Section>
  );
}
