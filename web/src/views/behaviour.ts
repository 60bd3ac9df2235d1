// What is known of a change's behaviour from running it otherwise: on the code before, taken back, broken. Told in the
// order in which a person decides: what is proven, what is not, what no longer holds.
import type { Diff, Verification } from "../api/documents";
import type { MarginPiece } from "../diff/margin";
import type { Outcome } from "../ui/icons";
import { plural } from "../ui/words";

export type Proof = NonNullable<Verification["proof"]>;
export type Piece = Proof["hunks"][number];

export interface Told {
  readonly subject: string; // a test, or a file and its lines
  readonly words: string;
  readonly outcome: Outcome;
}
// A test as it was before the change, what it said when it failed on the new code, and its edited lines.
export interface OldForm {
  readonly subject: string;
  readonly words: string;
  readonly before: string; // empty: the edit was not found
  readonly after: string;
}
export interface Behaviour {
  readonly unknown: string; // why nothing was tried
  readonly proven: readonly Told[];
  readonly open: readonly Told[];
  readonly old: readonly OldForm[];
  readonly accepted: readonly string[]; // who lets it land although nothing proves it, and why
  readonly notes: readonly string[];
}

export const placeOfPiece = (piece: Piece): string => `${piece.path}:${piece.first}${piece.last > piece.first ? `-${piece.last}` : ""}`;

const k_words: Record<Piece["proof"], string> = { proven: "Proven", unproven: "Not proven", not_tried: "Not tried", nothing_to_prove: "Nothing to prove" };
// In one sentence, as it stands in a list and in the diff's margin.
export function wordsOf(piece: Piece): string {
  const removed = piece.removes ? " (removed lines)" : "";
  const by = piece.proof === "proven" && piece.test ? ` by ${piece.test}` : "";
  return `${k_words[piece.proof]}${removed}${piece.detail === "" ? "" : `: ${piece.detail}${by}`}`;
}

const toldPiece = (piece: Piece, outcome: Outcome): Told => ({ subject: placeOfPiece(piece), words: wordsOf(piece), outcome });

function toldTests(proof: Proof): { proven: Told[]; open: Told[] } {
  const proven = proof.tests.filter((test) => test.proof === "discriminating").map((test) => ({ subject: test.test, words: test.detail || "fails before the change, passes after it", outcome: "passed" as const }));
  const shows = proven.length + proof.mended.length > 0;
  // That a test passes without the change as well is nothing to say where others fail.
  const open = proof.tests
    .filter((test) => test.proof === "flaky" || (!shows && test.proof !== "discriminating"))
    .map((test) => ({ subject: test.test, words: test.detail || test.proof.replace("_", " "), outcome: test.proof === "flaky" ? ("flaky" as const) : ("unknown" as const) }));
  return { proven, open };
}

function notesOf(proof: Proof): string[] {
  const out: string[] = [];
  if (proof.held > 0) out.push(`As before: ${plural(proof.held, "test")} that the change does not touch.`);
  if (proof.tried > 0) out.push(`${plural(proof.tried, "place")} of the change taken back or broken; ${proof.noticed} noticed${proof.out_of_time ? "; then the time was over" : ""}.`);
  const quiet = proof.hunks.filter((piece) => piece.proof === "nothing_to_prove").length;
  if (quiet > 0) out.push(`${plural(quiet, "piece")} with nothing to prove (comments, imports, formatting).`);
  if (proof.other_changes) out.push("Settings, data or builds change too; what they do was not tried.");
  return out;
}

const acceptedIn = (verification: Verification | null): string[] => (verification?.acceptedUnproven ?? []).map((each) => `Accepted without proof by ${each.by}: ${each.reason}`);

// Whether a person may let it land all the same: the gate says that nothing proves it, and nothing else is wrong.
export function waitsForAcceptance(verification: Verification | null): boolean {
  const failed = verification?.checks.filter((check) => check.status === "failed") ?? [];
  const gate = failed[0];
  return failed.length === 1 && gate !== undefined && gate.findings.some((finding) => finding.rule === "proof.nothing-proven") && gate.findings.every((finding) => finding.severity !== "must_fix");
}

// Null: nothing was to be proven, or the verification is of an older version.
export function behaviourOf(verification: Verification | null): Behaviour | null {
  const proof = verification?.proof;
  if (!proof || (proof.level === "off" && proof.unknown === "")) return null;
  const accepted = acceptedIn(verification);
  if (proof.unknown !== "") return { unknown: proof.unknown, proven: [], open: [], old: [], accepted, notes: [] };
  const pieces = (kind: Piece["proof"]): Piece[] => proof.hunks.filter((piece) => piece.proof === kind);
  const tests = toldTests(proof);
  return {
    unknown: "",
    proven: [
      ...tests.proven,
      ...proof.mended.map((test) => ({ subject: test, words: "failed before the change, passes now", outcome: "passed" as const })),
      ...pieces("proven").map((piece) => toldPiece(piece, "passed")),
    ],
    open: [...pieces("unproven").map((piece) => toldPiece(piece, "unknown")), ...tests.open, ...pieces("not_tried").map((piece) => toldPiece(piece, "unknown"))],
    old: proof.old_expectations.map((old) => ({ subject: old.test, words: old.detail, before: old.before ?? "", after: old.after ?? "" })),
    accepted,
    notes: notesOf(proof),
  };
}

// What is marked in the margin of a diff; nothing where that is of another state.
export function marginPieces(verification: Verification | null, diff: Pick<Diff, "to"> | undefined): MarginPiece[] {
  if (!verification?.proof || verification.commit !== diff?.to) return [];
  return verification.proof.hunks
    .filter((piece) => piece.proof === "proven" || piece.proof === "unproven")
    .map((piece) => ({ path: piece.path, first: piece.first, last: piece.last, removes: piece.removes ?? false, proven: piece.proof === "proven", words: wordsOf(piece) }));
}
