// What is proven of a mission and what is not, read off its pack and its latest verification. A thing
// that nobody showed is never listed as proven.
import type { Critic, Diff, MissionVerification, TaskShow, Verification } from "../api/documents";
import type { Finding, Mission, PackCheck, Task, TaskMatter, VerifiedCheck } from "../api/types";
import type { Outcome } from "../ui/icons";
import { plural } from "../ui/words";

export interface Item {
  readonly text: string;
  readonly detail: string;
  readonly cite?: string; // digest of evidence
  readonly check?: string; // id of the check that shows it
  readonly outcome?: Outcome; // where the list it stands in does not say it
}

// A criterion of the mission, with what shows it and nothing else does.
export interface Criterion extends Item {
  readonly outcome: "passed" | "flaky" | "failed" | "unknown";
}

export interface Proof {
  readonly verification: Verification | null;
  readonly stale: string;
  readonly criteria: readonly Criterion[];
  readonly checks: number; // those there are now, and those that were run
  readonly proven: readonly Item[];
  readonly failed: readonly Item[];
  readonly open: readonly Item[]; // not proven
  readonly mustFix: readonly Finding[];
  readonly shouldFix: readonly Finding[];
}

export const verificationIn = (answer: MissionVerification | undefined): Verification | null => (answer?.verification ?? null) as Verification | null;

export function citeOf(check: VerifiedCheck): string | undefined {
  const last = check.attempts[check.attempts.length - 1];
  return last && last.output !== "" ? last.output : undefined;
}

function testsOf(check: VerifiedCheck): string {
  const last = check.attempts[check.attempts.length - 1];
  if (!last || last.testsPassed + last.testsFailed + last.testsSkipped === 0) return "";
  const parts = [plural(last.testsPassed, "test") + " passed"];
  if (last.testsFailed > 0) parts.push(`${last.testsFailed} failed`);
  if (last.testsSkipped > 0) parts.push(`${last.testsSkipped} skipped`);
  return parts.join(", ");
}

// Documents of older versions say `passed` of a flaky check, with only the flag beside it.
export function outcomeOf(check: VerifiedCheck): VerifiedCheck["status"] {
  return check.status === "passed" && check.flaky ? "flaky" : check.status;
}
// The pack counts a flaky check as passed; that it is flaky stands in the verification.
export function outcomeInPack(check: PackCheck, verification: Verification | null): Outcome {
  const run = verification?.checks.find((each) => each.id === check.id);
  return check.status === "passed" && run && outcomeOf(run) === "flaky" ? "flaky" : check.status;
}

function itemOf(check: VerifiedCheck, detail: string): Item {
  const cite = citeOf(check);
  return { text: check.title, detail, check: check.id, ...(cite === undefined ? {} : { cite }) };
}

// The check as it is now is the one that was run.
const isSame = (now: PackCheck, run: VerifiedCheck): boolean => now.kind === run.kind && (now.command ?? now.path ?? run.subject) === run.subject;

const k_flaky = "it failed before it passed on the same work.";
const k_command = /^`([^`]+)` (?:passes|succeeds|exits (?:with )?0)\.?$/;

// Evidence that holds before the work too is no proof. A criterion that says nothing but that a command passes is shown by the check that runs it, and one that a task
// promised in the same words by the test of that. All others have no evidence of their own: checks that pass are
// no proof of a sentence.
function criterionOf(text: string, verification: Verification | null, counts: (check: VerifiedCheck) => boolean): Criterion {
  if (verification === null) return { text, detail: "Not verified yet.", outcome: "unknown" };
  const own = verification.criteria.find((each) => each.taskId === "" && each.claim === text);
  if (own?.standing === "proves_nothing") return { text, detail: own.found ?? "", outcome: "unknown" };
  const command = k_command.exec(text.trim())?.[1];
  const check = verification.checks.find((each) => each.kind === "command" && each.subject === command && counts(each) && each.status !== "pending" && each.status !== "skipped");
  const outcome = check && outcomeOf(check);
  if (check && outcome === "passed") return { ...itemOf(check, `Shown by ${check.title}`), text, outcome };
  if (check && outcome === "flaky") return { ...itemOf(check, `${check.title} is flaky: ${k_flaky}`), text, outcome };
  if (check && outcome === "failed") return { ...itemOf(check, check.reason || `${check.title} failed`), text, outcome };
  const claim = verification.criteria.find((each) => each.claim === text && shownBy(verification, each) !== null);
  if (claim) {
    const by = checkWith(verification, claim.test);
    const shown = shownBy(verification, claim) ?? "unknown";
    return { text, detail: shown === "flaky" ? `${claim.test} is flaky: ${k_flaky}` : `Shown by ${claim.test}: it fails before the change and passes after it.`, outcome: shown, ...(by ? { check: by.id } : {}) };
  }
  if (own?.standing === "shown") return { text, detail: own.found ?? "", outcome: "passed" };
  if (own?.standing === "failed") return { text, detail: own.found ?? "", outcome: "failed" };
  if (own?.found) return { text, detail: `Not proven: ${own.found}`, outcome: "unknown" };
  return { text, detail: "Not proven: no evidence of its own.", outcome: "unknown" };
}

export function proofOf(mission: Mission, answer: MissionVerification | undefined): Proof {
  const verification = verificationIn(answer);
  const proven: Item[] = [];
  const failed: Item[] = [];
  const open: Item[] = [];
  const mustFix: Finding[] = [];
  const shouldFix: Finding[] = [];
  const now = new Map(mission.acceptance.checks.map((check) => [check.id, check]));
  const run = new Set(verification?.checks.map((check) => check.id));
  const changed = (check: VerifiedCheck): boolean => {
    const known = now.get(check.id);
    return known !== undefined && !isSame(known, check);
  };
  for (const check of verification?.checks ?? []) {
    if (changed(check)) {
      open.push({ text: now.get(check.id)?.title ?? check.title, detail: "Changed after the verification; it was not run since.", check: check.id });
      continue;
    }
    for (const finding of check.findings) {
      if (finding.severity !== "note") (finding.severity === "must_fix" ? mustFix : shouldFix).push(finding);
    }
    const tests = testsOf(check);
    const outcome = outcomeOf(check);
    if (outcome === "passed" || outcome === "flaky") {
      if (check.quarantined !== "") open.push(itemOf(check, `Quarantined: ${check.quarantined}`));
      else if (outcome === "flaky") open.push({ ...itemOf(check, `Flaky: ${k_flaky}`), outcome });
      else proven.push(itemOf(check, [tests, check.reusedFrom ? "same inputs as an earlier run" : ""].filter(Boolean).join(" · ")));
      const shows = check.proofs.some((proof) => proof.proof === "discriminating" || proof.proof === "flaky" || proof.proof === "invalid");
      if (check.proofs.length > 0 && !shows) open.push({ text: `That the change does anything, by ${check.title}`, detail: "Every changed test passes on the code before the change too." });
    } else if (outcome === "failed") {
      failed.push(itemOf(check, check.reason || tests));
    } else {
      open.push(itemOf(check, check.reason || (check.kind === "manual" ? "For a person to look at." : "It was not run.")));
    }
  }
  const added = mission.acceptance.checks.filter((check) => !run.has(check.id));
  for (const check of added) open.push({ text: check.title, detail: verification === null ? "Not verified yet." : "Added after the verification; it was not run yet.", check: check.id });
  const criteria = mission.acceptance.criteria.map((text) => criterionOf(text, verification, (check) => !changed(check) && check.quarantined === ""));
  open.unshift(...criteria.filter((each) => each.outcome === "unknown" || each.outcome === "flaky"));
  failed.push(...criteria.filter((each) => each.outcome === "failed"));
  return { verification, stale: answer?.stale ?? "", criteria, checks: run.size + added.length, proven, failed, open, mustFix, shouldFix };
}

export interface Reading {
  readonly tests: number;
  readonly outside: number;
}
export function readingOf(diff: Diff | undefined): Reading {
  const files = diff?.files ?? [];
  return {
    tests: files.filter((file) => file.role === "test" || file.role === "snapshot").length,
    outside: files.filter((file) => !file.inScope).length,
  };
}

// ---- what a task promised

type Judged = Critic["criteria"][number];
export interface Promised {
  readonly judged: readonly Judged[];
  readonly open: Task["success_criteria"]; // those that nobody judged
  readonly lines: readonly string[]; // in words alone
}
export function promisedBy(task: Task, report: Critic | null): Promised {
  const judged = report?.criteria ?? [];
  const known = new Set(judged.flatMap((criterion) => [criterion.id, criterion.claim]));
  return {
    judged,
    open: task.success_criteria.filter((each) => !known.has(each.id)),
    lines: task.acceptance_criteria.split("\n").filter((line) => line.trim() !== "" && !known.has(line.trim())),
  };
}

// What was promised in words alone: a checker looks at all of it at once.
export function wordsMet(task: Task, checker: Task | null): { met: boolean; why: string } {
  if (checker?.state === "completed" && task.checker_report === "") return { met: true, why: "Its checker found it met." };
  if (task.state === "completed") return { met: false, why: task.checker_report !== "" ? "Accepted although its checker failed it." : "Accepted; no evidence was recorded for it." };
  return { met: false, why: task.checker_report !== "" ? "See the checker’s report." : "Nobody has judged it yet." };
}

// The check that ran a changed test on the code before.
export const checkWith = (verification: Verification | null, test: string): VerifiedCheck | undefined => verification?.checks.find((check) => check.proofs.some((proof) => proof.test === test));

// What the test of a criterion comes to: it fails on the code before the change and passes after it, or would show that
// in a check that is not flaky.
function shownBy(verification: Verification, claim: Verification["criteria"][number]): "passed" | "flaky" | null {
  if (claim.proof === "flaky") return "flaky";
  if (claim.proof !== "discriminating") return null;
  const by = checkWith(verification, claim.test);
  return by && outcomeOf(by) === "flaky" ? "flaky" : "passed";
}
export function testOutcome(verification: Verification | null, task: Task, id: string): "passed" | "flaky" | null {
  const claim = verification?.criteria.find((each) => each.taskId === task.id && each.id === id);
  return verification && claim ? shownBy(verification, claim) : null;
}

// The test that shows a criterion of a task.
export function testOf(verification: Verification | null, task: Task, id: string): string | null {
  if (testOutcome(verification, task, id) !== "passed") return null;
  return verification?.criteria.find((each) => each.taskId === task.id && each.id === id)?.test ?? null;
}

// What a task that is completed promised and nothing shows.
export function unshownOf(known: TaskShow, verification: Verification | null): Item[] {
  const task = known.task;
  if (task.state !== "completed" || task.kind === "planning" || task.kind === "validation") return [];
  const { judged, open, lines } = promisedBy(task, (known as TaskMatter).critic ?? null);
  const words = wordsMet(task, known.checker);
  const of = (text: string, detail: string): Item => ({ text, detail: `${task.name}: ${detail}` });
  const out = [
    ...judged.filter((each) => each.verdict !== "Satisfied").map((each) => of(each.claim, each.verdict === "Unsatisfied" ? "accepted although it is not met." : "accepted; what would show it is missing.")),
    ...open.filter((each) => testOf(verification, task, each.id) === null).map((each) => of(each.claim, "accepted; nobody has judged it.")),
    ...(words.met ? [] : lines.map((line) => of(line.trim(), words.why))),
  ];
  if (judged.length + open.length + lines.length === 0 && !words.met) out.push({ text: task.name, detail: words.why });
  return out;
}
