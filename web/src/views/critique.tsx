// What a task promised against what was shown, criterion by criterion. A criterion that nobody judged is
// not proven, whatever became of the task.
import { useState } from "preact/hooks";
import type { Critic, TaskShow, Verification } from "../api/documents";
import { useDocuments } from "../api/live";
import type { Task, TaskMatter } from "../api/types";
import { href } from "../router";
import { type Outcome, OutcomeMark } from "../ui/icons";
import { Badge, Disclosure, Section } from "../ui/parts";
import { Prose } from "../ui/prose";
import { honest, plural } from "../ui/words";
import { Evidence } from "./evidence";
import { checkWith, type Item, promisedBy, testOf, testOutcome, unshownOf, wordsMet } from "./proof";

type Judged = Critic["criteria"][number];
type Citation = Judged["citations"][number];

const outcomeOf: Record<Judged["verdict"], Outcome> = { Satisfied: "passed", Unsatisfied: "failed", "Information-Missing": "unknown" };

// Who has to do something about it.
const goesTo: Record<Critic["route"], string> = {
  commit: "",
  executor: ", for the next round",
  researcher: ", something has to be found out",
  "plan-checker": ", the plan has to be looked at",
  askuser: ", for you to answer",
  stuck: ", it is stuck",
};

export const k_most_asked = 60; // tasks whose critics are asked for at once; beyond that one opens the task

function citationText(citation: Citation): string {
  const place = citation.line ? `${citation.subject}:${citation.line}` : citation.subject;
  const status = citation.status === undefined ? "" : citation.kind === "http" ? ` answered ${citation.status}` : ` exited ${citation.status}`;
  return `${citation.kind} ${place}${status}`;
}

interface Cited {
  readonly title: string;
  readonly digest: string;
}

// What a task promised in words alone: its checker looks at all of it at once.
function Worded({ task, checker, lines }: { task: Task; checker: Task | null; lines: readonly string[] }) {
  const { met: passed, why } = wordsMet(task, checker);
  return (
    <>
      {lines.map((line) => (
        <li key={line}>
          <OutcomeMark outcome={passed ? "passed" : "unknown"} />
          <span class="item-text">
            {honest(line)}
            <span class="muted item-detail">
              {why} {passed && checker && <a href={href(["tasks", checker.id], { view: "log" })}>What it said</a>}
            </span>
          </span>
        </li>
      ))}
    </>
  );
}

function Judgement({ criterion, onCite }: { criterion: Judged; onCite: (cited: Cited) => void }) {
  return (
    <li>
      <OutcomeMark outcome={outcomeOf[criterion.verdict]} word={criterion.verdict} />
      <span class="item-text">
        <span class="muted">{criterion.id}</span> {honest(criterion.claim)}
        {criterion.evidence && <span class="muted item-detail">{honest(criterion.evidence)}</span>}
        {criterion.missing_info && <span class="item-detail missing">{honest(criterion.missing_info)}</span>}
        {criterion.citations.map((citation, i) => (
          <span key={i} class="citation">
            <code>{honest(citationText(citation))}</code>
            {citation.text && <code class="citation-text">{honest(citation.text)}</code>}
            {citation.sha256 && citation.kind !== "artefact" && (
              <button type="button" class="button small" onClick={() => onCite({ title: citationText(citation), digest: citation.sha256 ?? "" })}>
                Evidence
              </button>
            )}
          </span>
        ))}
      </span>
    </li>
  );
}

interface Promising {
  readonly task: Task;
  readonly checker: Task | null;
  readonly report: Critic | null;
  readonly verification: Verification | null;
  readonly earlier: boolean; // the verification is of a state that is no longer the one there is
}

function Promises({ task, checker, report, verification, earlier }: Promising) {
  const [cited, setCited] = useState<Cited | null>(null);
  const { judged, open, lines } = promisedBy(task, report);
  return (
    <>
      <ul class="items">
        {judged.map((criterion) => (
          <Judgement key={criterion.id} criterion={criterion} onCite={setCited} />
        ))}
        {open.map((each) => {
          const test = testOf(verification, task, each.id);
          const outcome = testOutcome(verification, task, each.id) ?? "unknown";
          return (
            <li key={each.id}>
              <OutcomeMark outcome={outcome} earlier={earlier} />
              <span class="item-text">
                <span class="muted">{each.id}</span> {honest(each.claim)}
                <span class="muted item-detail">{test === null ? `${each.evidence === "none" ? "A judge decides." : `To be shown by ${each.evidence}.`} ${outcome === "flaky" ? "Its check is flaky" : "Nobody has judged it yet"}.` : `Shown ${earlier ? "in an earlier state " : ""}by ${honest(test)}: it fails before the change and passes after it.`} {test !== null && <a href={href(["missions", task.story_id, "checks"], { check: checkWith(verification, test)?.id ?? "" })}>Its check</a>}</span>
              </span>
            </li>
          );
        })}
        <Worded task={task} checker={checker} lines={lines} />
      </ul>
      {judged.length + open.length + lines.length === 0 && <Prose text={task.instructions || task.name} class="report-text" />}
      {cited && <Evidence title={cited.title} digest={cited.digest} onClose={() => setCited(null)} />}
    </>
  );
}

function shownOf({ task, report }: Pick<Promising, "task" | "report">): string {
  if (report) return `${report.criteria.filter((criterion) => criterion.verdict === "Satisfied").length} of ${plural(report.criteria.length, "criterion", "criteria")} shown, round ${report.round}`;
  const count = task.success_criteria.length + task.acceptance_criteria.split("\n").filter((line) => line.trim() !== "").length;
  return count === 0 ? "the instructions are the specification" : plural(count, "criterion", "criteria");
}

export function Critique({ task, checker, report, verification, earlier }: Promising) {
  return (
    <>
      <Section title="Promised against evidence" note={shownOf({ task, report })}>
        <Promises task={task} checker={checker} report={report} verification={verification} earlier={earlier} />
      </Section>
      {report && report.findings.length > 0 && (
        <Section title="Findings" note={`${plural(report.findings.length, "finding")}${goesTo[report.route]}`}>
          <ul class="findings">
            {report.findings.map((finding, i) => (
              <li key={i} class={`finding ${finding.severity === "fail" ? "finding-must" : "finding-should"}`}>
                <div class="finding-head">
                  <Badge tone={finding.severity === "fail" ? "bad" : "warn"}>{finding.severity === "fail" ? "Must fix" : "Should fix"}</Badge>
                  <code class="rule">{finding.category}</code>
                  {finding.file && (
                    <span class="span-place">
                      {honest(finding.file)}
                      {finding.line ? `:${finding.line}` : ""}
                    </span>
                  )}
                </div>
                <Prose text={finding.remediation} class="finding-text" />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

export type Matters = ReadonlyMap<string, TaskShow>;
const pathOf = (task: Task): string => `/api/tasks/${task.id}`;
const workIn = (tasks: readonly Task[]): Task[] => tasks.filter((task) => task.kind !== "planning" && task.kind !== "validation" && task.state !== "cancelled");

// Every task with what was judged of it. `all`: nothing is still on its way.
export function useMatters(tasks: readonly Task[]): { matters: Matters; all: boolean } {
  const paths = workIn(tasks).slice(0, k_most_asked).map(pathOf);
  const matters = useDocuments<TaskShow>(paths);
  return { matters, all: matters.size === paths.length };
}

// What completed tasks promised and nothing shows.
export function unshownIn(tasks: readonly Task[], matters: Matters, verification: Verification | null): Item[] {
  const further = workIn(tasks).length - k_most_asked;
  const out = [...matters.values()].flatMap((known) => unshownOf(known, verification));
  if (further > 0) out.push({ text: plural(further, "further task"), detail: "Open them to see what is shown of their criteria." });
  return out;
}

// The same for every task of a mission: what is not shown is open, the rest one click away.
export function TasksPromises({ tasks, matters, verification, earlier }: { tasks: readonly Task[]; matters: Matters; verification: Verification | null; earlier: boolean }) {
  const work = workIn(tasks).slice(0, k_most_asked);
  if (work.length === 0) return null;
  return (
    <Section title="What the tasks promised" note={plural(work.length, "task")}>
      {work.map((task) => (
        <TaskPromises key={task.id} task={task} known={matters.get(pathOf(task))} verification={verification} earlier={earlier} />
      ))}
    </Section>
  );
}

function TaskPromises({ task, known, verification, earlier }: { task: Task; known: TaskShow | undefined; verification: Verification | null; earlier: boolean }) {
  const report = (known as TaskMatter | undefined)?.critic ?? null;
  const checker = known?.checker ?? null;
  const shown = report ? report.verdict === "passed" : checker?.state === "completed" && task.checker_report === "";
  if (!known) return null;
  return (
    <Disclosure
      open={!shown}
      summary={
        <>
          {honest(task.name)} <span class="muted">{shownOf({ task, report })}</span>
        </>
      }
    >
      <Promises task={task} checker={checker} report={report} verification={verification} earlier={earlier} />
    </Disclosure>
  );
}
