import assert from "node:assert/strict";
import { test } from "node:test";
import type { Verification } from "../api/documents";
import { behaviourOf, marginPieces, waitsForAcceptance } from "./behaviour";

const verified = (proof: object | undefined): Verification => ({ commit: "c1", ...(proof ? { proof } : {}) }) as unknown as Verification;
const proofWith = (more: object): object => ({ level: "full", unknown: "", tests: [], mended: [], held: 0, old_expectations: [], hunks: [], tried: 0, noticed: 0, noticed_by_new: 0, out_of_time: false, other_changes: false, ...more });
const changed = (name: string, proof: string, detail = ""): object => ({ test: name, proof, detail, asserted: true, lacks_own: false, command: "make test" });
const piece = (first: number, last: number, proof: string, detail: string, more: object = {}): object => ({ path: "shop.py", first, last, proof, detail, ...more });

test("what is proven, what is not and what no longer holds are told apart, each at its place", () => {
  const told = behaviourOf(
    verified(
      proofWith({
        tests: [changed("test_new", "discriminating", "fails before the change, passes after it"), changed("test_more", "always_green", "passes before the change too")],
        mended: ["test_old"],
        old_expectations: [
          { test: "test_label", detail: "AssertionError: 'b' != 'a'" },
          { test: "test_sum", detail: "4 != 3", path: "test_shop.py", line: 6, before: "assert total() == 3", after: "assert total() == 4" },
        ],
        hunks: [piece(4, 6, "unproven", "its absence goes unnoticed"), piece(9, 9, "proven", "its absence is noticed", { test: "test_new" }), piece(1, 1, "nothing_to_prove", "only comments"), piece(12, 12, "not_tried", "")],
        held: 3,
        tried: 2,
        noticed: 1,
      }),
    ),
  );
  assert.deepEqual(told?.proven.map((each) => each.subject), ["test_new", "test_old", "shop.py:9"]);
  assert.deepEqual(told?.open.map((each) => [each.subject, each.words]), [["shop.py:4-6", "Not proven: its absence goes unnoticed"], ["shop.py:12", "Not tried"]]);
  assert.equal(told?.proven[2]?.words, "Proven: its absence is noticed by test_new");
  assert.deepEqual(told?.old, [
    { subject: "test_label", words: "AssertionError: 'b' != 'a'", before: "", after: "" },
    { subject: "test_sum", words: "4 != 3", before: "assert total() == 3", after: "assert total() == 4" },
  ]);
  assert.match(told?.notes.join(" ") ?? "", /As before: 3 tests .*2 places .* 1 noticed\..*1 piece with nothing to prove/);
});
test("tests that pass without the change are named where no other shows a difference", () => {
  const green = changed("test_a", "always_green", "passes before the change too");
  const told = behaviourOf(verified(proofWith({ tests: [green] })));
  assert.deepEqual([told?.proven.length, told?.open.map((each) => each.words)], [0, ["passes before the change too"]]);
  const flaky = behaviourOf(verified(proofWith({ tests: [changed("test_b", "discriminating"), changed("test_c", "flaky")] })));
  assert.deepEqual(flaky?.open.map((each) => [each.subject, each.outcome]), [["test_c", "flaky"]]);
});
test("who accepted work without proof is said, and only a gate that asks for proof alone waits for that", () => {
  const accepted = { acceptedUnproven: [{ missionId: "m", by: "person:anna", at: "2026-11-18T10:00:00.000Z", reason: "a layout" }] };
  const told = behaviourOf({ ...verified(proofWith({})), ...accepted } as unknown as Verification);
  assert.deepEqual(told?.accepted, ["Accepted without proof by person:anna: a layout"]);
  const found = (rule: string, severity: string): object => ({ rule, severity, spans: [] });
  const gate = (status: string, ...findings: object[]): object => ({ status, findings });
  const waits = (...checks: object[]): boolean => waitsForAcceptance({ checks } as unknown as Verification);
  const unproven = found("proof.nothing-proven", "should_fix");
  assert.equal(waits(gate("passed"), gate("failed", unproven)), true);
  assert.equal(waits(gate("passed", unproven)), false, "it was accepted");
  assert.equal(waits(gate("failed", unproven, found("tests.deleted", "must_fix"))), false, "more is wrong");
  assert.equal(waits(gate("failed"), gate("failed", unproven)), false, "a check fails too");
  assert.equal(waitsForAcceptance(null), false);
});
test("nothing is said of verifications that proved nothing, and why they could not is", () => {
  assert.equal(behaviourOf(null), null);
  assert.equal(behaviourOf(verified(undefined)), null, "of an older version");
  assert.equal(behaviourOf(verified(proofWith({ level: "off" }))), null);
  assert.equal(behaviourOf(verified(proofWith({ unknown: "no command names its tests" })))?.unknown, "no command names its tests");
});
test("only what is proven or is not stands in the margin, and only of the commit that is shown", () => {
  const verification = verified(proofWith({ hunks: [piece(4, 6, "unproven", "x goes unnoticed"), piece(9, 9, "not_tried", ""), piece(2, 2, "proven", "x is noticed", { test: "t", removes: true })] }));
  assert.deepEqual(marginPieces(verification, { to: "c1" }).map((each) => [each.first, each.proven, each.removes, each.words]), [
    [4, false, false, "Not proven: x goes unnoticed"],
    [2, true, true, "Proven (removed lines): x is noticed by t"],
  ]);
  assert.deepEqual(marginPieces(verification, { to: "c2" }), []);
  assert.deepEqual(marginPieces(verification, undefined), []);
});
