// What a verification found wrong, given back to a task: the person picks whose work it is, and says why. The task goes
// to another round, with that reason in front of it.
import { useState } from "preact/hooks";
import { change, getText } from "../api/client";
import type { Verification } from "../api/documents";
import { refresh } from "../api/live";
import type { Mission, Task, VerifiedCheck } from "../api/types";
import { useMayDecide } from "../ui/decide";
import { FormDialog, type FormField, type Values } from "../ui/form";
import { Badge, Section } from "../ui/parts";
import { honest, shortId } from "../ui/words";
import { outcomeOf } from "./proof";

const k_new = "new";
const k_last_lines = 40; // of a failed check's output that go with the reason

interface Complaint {
  readonly title: string;
  readonly reason: string;
  readonly task?: string; // whose work it is, where that is known
}

const doneIn = (tasks: readonly Task[]): Task[] => tasks.filter((task) => task.state === "completed" && task.kind !== "planning" && task.kind !== "validation" && task.checker_for_task_id === "");

function SendBackDialog({ mission, tasks, complaint, onClose }: { mission: Mission; tasks: readonly Task[]; complaint: Complaint; onClose: () => void }) {
  const done = doneIn(tasks);
  const fields: readonly FormField[] = [
    {
      name: "task",
      label: "To which task",
      kind: "choice",
      options: [...done.map((task) => ({ value: task.id, word: `${honest(task.name)} (${shortId(task.id)})` })), { value: k_new, word: "A new task" }],
    },
    { name: "reason", label: "What is wrong", kind: "text", rows: 10, needed: "Say what is wrong, so that it can be fixed." },
  ];
  const send = async (values: Values): Promise<string> => {
    const reason = values["reason"]?.trim() ?? "";
    if (values["task"] === k_new) await change("POST", "/api/tasks", { mission: mission.id, name: `Fix: ${complaint.title}`.slice(0, 120), instructions: reason });
    else await change("POST", `/api/tasks/${values["task"]}/retry`, { reason });
    refresh("/api/board", "/api/tasks", mission.id);
    return values["task"] === k_new ? `Added: Fix: ${complaint.title}` : "Sent back; the task begins another round";
  };
  const start: Values = { task: complaint.task !== undefined && done.some((task) => task.id === complaint.task) ? complaint.task : (done[0]?.id ?? k_new), reason: complaint.reason };
  return <FormDialog title="Send this back" subject={complaint.title} text="The task becomes pending again. Whoever does it is given what you write here. The mission is verified again afterwards." fields={fields} start={start} button="Send back" busy="Sending…" tone="danger" onSend={send} onClose={onClose} />;
}

const maySend = (mission: Mission): boolean => mission.landedAt === null && mission.closedAt === null && mission.shippingAt === null;

interface Props {
  readonly mission: Mission;
  readonly tasks: readonly Task[];
  readonly verification: Verification;
}

// The end of what it printed, without colours: what a person would paste.
async function endOf(check: VerifiedCheck): Promise<string> {
  const output = check.attempts[check.attempts.length - 1]?.output ?? "";
  const whole = output === "" ? (check.lastOutput ?? "") : await getText(`/api/evidence/${output}`).catch(() => check.lastOutput ?? "");
  const lines = whole.replace(/\u001b\[[0-9;:?]*[ -/]*[@-~]/g, "").trimEnd().split("\n");
  return lines.slice(-k_last_lines).join("\n");
}

async function complaintOf(check: VerifiedCheck): Promise<Complaint> {
  const findings = check.findings.filter((finding) => finding.severity !== "note").map((finding) => `${finding.rule}: ${finding.message}`);
  const output = check.kind === "command" ? await endOf(check) : "";
  const parts = [`The check "${check.title}" failed${check.reason === "" ? "." : `: ${check.reason}`}`, check.subject === "" ? "" : `Command: ${check.subject}`, ...findings, output === "" ? "" : `It printed:\n${output}`];
  return { title: check.title, reason: parts.filter((part) => part !== "").join("\n") };
}

export function SendBackCheck({ mission, tasks, check }: { mission: Mission; tasks: readonly Task[]; check: VerifiedCheck }) {
  const may = useMayDecide();
  const [complaint, setComplaint] = useState<Complaint | null>(null);
  const [busy, setBusy] = useState(false);
  if (!may || !maySend(mission) || outcomeOf(check) !== "failed") return null;
  const open = async (): Promise<void> => {
    setBusy(true);
    setComplaint(await complaintOf(check));
    setBusy(false);
  };
  return (
    <>
      <button type="button" class="button" disabled={busy} onClick={() => void open()} aria-label={`Send back to a task: ${check.title}`}>
        Send back to a task…
      </button>
      {complaint && <SendBackDialog mission={mission} tasks={tasks} complaint={complaint} onClose={() => setComplaint(null)} />}
    </>
  );
}

// On the page where it is decided: what failed, each with the way back.
export function FailedChecks({ mission, tasks, verification }: Props) {
  const may = useMayDecide();
  const failed = verification.checks.filter((check) => outcomeOf(check) === "failed");
  if (!may || failed.length === 0 || !maySend(mission)) return null;
  return (
    <Section title="Failed" note={`${failed.length} of ${verification.checks.length} checks`}>
      <ul class="items">
        {failed.map((check) => (
          <li key={check.id}>
            <span class="item-text">
              {honest(check.title)}
              <span class="muted item-detail">{honest(check.reason)}</span>
            </span>
            <SendBackCheck mission={mission} tasks={tasks} check={check} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

// Work that does not merge: where both sides changed the same lines, and whose work it is.
export function Conflicts({ mission, tasks, verification }: Props) {
  const may = useMayDecide() && maySend(mission);
  const [complaint, setComplaint] = useState<Complaint | null>(null);
  if (verification.conflicts.length === 0) return null;
  const nameOf = (id: string): string => tasks.find((task) => task.id === id)?.name ?? shortId(id);
  return (
    <Section title="Does not merge" note={`${verification.conflicts.length} ${verification.conflicts.length === 1 ? "file" : "files"}`}>
      {verification.conflicts.map((conflict, i) => {
        const against = conflict.against.length > 0 ? conflict.against.map(nameOf).join(", ") : mission.targetBranch;
        const reason = `The work does not merge with ${against}: ${conflict.message}\nMerge it into ${conflict.path} so that both changes stay.${!conflict.hunks ? "" : `\n\n${conflict.hunks}`}`;
        return (
          <div key={i} class="conflict">
            <p>
              <code>{honest(conflict.path)}</code> <Badge tone="bad">{honest(nameOf(conflict.task))}</Badge> <span class="muted">against</span> <Badge tone="quiet">{honest(against)}</Badge>
            </p>
            <p class="muted">{honest(conflict.message)}</p>
            {conflict.hunks && <Hunks text={conflict.hunks} label={`Conflict in ${conflict.path}`} />}
            {may && (
              <button type="button" class="button" onClick={() => setComplaint({ title: `${conflict.path} does not merge`, reason, task: conflict.task })} aria-label={`Send back to a task: ${conflict.path}`}>
                Send back to a task…
              </button>
            )}
          </div>
        );
      })}
      {complaint && <SendBackDialog mission={mission} tasks={tasks} complaint={complaint} onClose={() => setComplaint(null)} />}
    </Section>
  );
}


// Lines between git's marks, each side in its own colour.
function Hunks({ text, label }: { text: string; label: string }) {
  let side = "";
  return (
    <pre class="conflict-hunks" tabIndex={0} role="region" aria-label={label}>
      {text.split("\n").map((line, i) => {
        const mark = /^(<{7}|={7}|>{7}|\|{7})/.exec(line)?.[0][0];
        if (mark === "<") side = "side-ours";
        else if (mark === "=") side = "side-theirs";
        else if (mark === "|") side = "side-base";
        const style = mark !== undefined ? "side-mark" : side;
        if (mark === ">") side = "";
        return (
          <span key={i} class={style}>
            {honest(line)}
            {"\n"}
          </span>
        );
      })}
    </pre>
  );
}
