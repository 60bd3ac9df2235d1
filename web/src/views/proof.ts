// What is proven of a mission and what is not, read off its pack and its latest verification. A thing
// that nobody showed is never listed as proven.
import type { Diff, MissionVerification, Verification } from "../api/documents";
import type { Finding, Mission, PackCheck, VerifiedCheck } from "../api/types";
import type { Outcome } from "../ui/icons";
import { plural } from "../ui/words";

export interface Item {
  readonly text: string;
  readonly detail: string;
  readonly cite?: string; // digest of evidence
  readonly check?: string; // id of the check that shows it
}

export interface Proof {
  readonly verification: Verification | null;
  readonly stale: string;
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

export function outcomeOf(check: VerifiedCheck | PackCheck): Outcome {
  return check.status;
}

function itemOf(check: VerifiedCheck, detail: string): Item {
  const cite = citeOf(check);
  return { text: check.title, detail, check: check.id, ...(cite === undefined ? {} : { cite }) };
}

export function proofOf(mission: Mission, answer: MissionVerification | undefined): Proof {
  const verification = verificationIn(answer);
  const proven: Item[] = [];
  const failed: Item[] = [];
  const open: Item[] = [];
  const mustFix: Finding[] = [];
  const shouldFix: Finding[] = [];
  for (const check of verification?.checks ?? []) {
    for (const finding of check.findings) (finding.severity === "must_fix" ? mustFix : shouldFix).push(finding);
    const tests = testsOf(check);
    if (check.status === "passed") {
      if (check.quarantined !== "") open.push(itemOf(check, `Quarantined: ${check.quarantined}`));
      else proven.push(itemOf(check, [tests, check.flaky ? "flaky: passed after it had failed" : "", check.reusedFrom ? "same inputs as an earlier run" : ""].filter(Boolean).join(" · ")));
      if (check.flaky) open.push(itemOf(check, "Flaky: it failed before it passed on the same work."));
      const shows = check.proofs.some((proof) => proof.proof === "discriminating" || proof.proof === "invalid");
      if (check.proofs.length > 0 && !shows) open.push({ text: `That the change does anything, by ${check.title}`, detail: "Every changed test passes on the code before the change too." });
    } else if (check.status === "failed") {
      failed.push(itemOf(check, check.reason || tests));
    } else {
      open.push(itemOf(check, check.reason || (check.kind === "manual" ? "For a person to look at." : "It was not run.")));
    }
  }
  if (verification === null) {
    for (const check of mission.acceptance.checks) open.push({ text: check.title, detail: "Not verified yet.", check: check.id });
  }
  return { verification, stale: answer?.stale ?? "", proven, failed, open, mustFix, shouldFix };
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
