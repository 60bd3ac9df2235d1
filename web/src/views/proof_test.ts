import assert from "node:assert/strict";
import { test } from "node:test";
import type { MissionVerification, TaskShow, Verification } from "../api/documents";
import type { Mission } from "../api/types";
import { outcomeInPack, proofOf, unshownOf } from "./proof";

const check = (id: string, subject: string, more: object = {}): object => ({ id, title: `Check ${id}`, kind: "command", subject, status: "passed", reason: "", flaky: false, quarantined: "", reusedFrom: null, attempts: [], findings: [], proofs: [], lastOutput: "", ...more });
const inPack = (id: string, command: string): object => ({ id, title: `Check ${id}`, kind: "command", command, path: null, status: "passed", detail: "", lastRunAt: null, lastOutput: null });
const missionOf = (criteria: string[], checks: object[]): Mission => ({ acceptance: { criteria, checks } }) as unknown as Mission;
const verified = (checks: object[], criteria: object[] = []): MissionVerification => ({ missionId: "m", report: "", stale: "", verification: { checks, criteria } });
const outcomes = (mission: Mission, answer: MissionVerification): string[] => proofOf(mission, answer).criteria.map((each) => each.outcome);

test("a criterion is proven by evidence of its own, never by checks that pass", () => {
  const mission = missionOf(["The slice is implemented", "`make test` passes", "`false` exits 0 and NOPE.txt holds yes", "Carts last"], [inPack("1", "make test")]);
  const answer = verified([check("1", "make test")], [{ taskId: "t", id: "SC-1", claim: "Carts last", test: "test_carts", proof: "discriminating", detail: "" }]);
  assert.deepEqual(outcomes(mission, answer), ["unknown", "passed", "unknown", "passed"]);
  assert.deepEqual(proofOf(mission, answer).open.map((each) => each.text), ["The slice is implemented", "`false` exits 0 and NOPE.txt holds yes"]);
  assert.deepEqual(outcomes(mission, verified([check("1", "make test", { status: "failed" })], [{ taskId: "t", id: "SC-1", claim: "Carts last", test: "test_carts", proof: "always_green", detail: "" }])), ["unknown", "failed", "unknown", "unknown"]);
});
test("a check that was added or changed after the verification is not proven", () => {
  const mission = missionOf(["`make all` passes"], [inPack("1", "make all"), inPack("2", "make lint")]);
  const proof = proofOf(mission, verified([check("1", "make test")]));
  assert.deepEqual([proof.proven.length, proof.checks], [0, 2]);
  assert.deepEqual(proof.open.map((each) => each.detail.split(/[;:]/)[0]), ["Not proven", "Changed after the verification", "Added after the verification"]);
});
test("what passed only after a failure is flaky, not proven", () => {
  const mission = missionOf(["`make test` passes", "Carts last"], [inPack("1", "make test")]);
  const claims = [{ taskId: "t", id: "SC-1", claim: "Carts last", test: "test_carts", proof: "flaky", detail: "" }];
  const flaky = { status: "flaky", flaky: true };
  const older = { status: "passed", flaky: true }; // as documents were written before
  for (const how of [flaky, older]) {
    const answer = verified([check("1", "make test", how)], claims);
    const proof = proofOf(mission, answer);
    assert.deepEqual(outcomes(mission, answer), ["flaky", "flaky"]);
    assert.equal(proof.proven.length, 0);
    assert.deepEqual(proof.open.map((each) => each.outcome), ["flaky", "flaky", "flaky"]);
    assert.equal(outcomeInPack(mission.acceptance.checks[0]!, proof.verification), "flaky");
  }
  const byTest = { proofs: [{ test: "test_carts", proof: "discriminating", detail: "" }] };
  assert.deepEqual(outcomes(mission, verified([check("1", "make test", { ...older, ...byTest })], [{ ...claims[0], proof: "discriminating" }])), ["flaky", "flaky"]);
  assert.deepEqual(outcomes(mission, verified([check("1", "make test", { status: "failed", flaky: true })])), ["failed", "unknown"]);
});

const shown = (more: object, checker: object | null = null, critic: object | null = null): TaskShow =>
  ({ task: { id: "t", name: "Labels", kind: "execution", state: "completed", checker_report: "", acceptance_criteria: "", success_criteria: [], ...more }, checker, critic }) as unknown as TaskShow;
test("what was accepted without evidence is not proven", () => {
  const lines = { acceptance_criteria: "one\ntwo" };
  assert.deepEqual(unshownOf(shown(lines), null).map((each) => each.text), ["one", "two"]);
  assert.deepEqual(unshownOf(shown(lines, { state: "completed" }), null), []);
  assert.match(unshownOf(shown({ ...lines, checker_report: "no" }, { state: "failed" }), null)[0]?.detail ?? "", /although its checker failed it/);
  assert.deepEqual(unshownOf(shown({ state: "running", ...lines }), null), [], "it is not accepted yet");
  assert.equal(unshownOf(shown({}), null)[0]?.text, "Labels", "a task without criteria promises its instructions");
  const claims = { success_criteria: [{ id: "SC-1", claim: "a", evidence: "test", arguments: {} }, { id: "SC-2", claim: "b", evidence: "test", arguments: {} }] };
  const byTest = verified([], [{ taskId: "t", id: "SC-1", claim: "a", test: "test_a", proof: "discriminating", detail: "" }, { taskId: "t", id: "SC-2", claim: "b", test: "test_b", proof: "always_green", detail: "" }]);
  assert.deepEqual(unshownOf(shown(claims), byTest.verification as Verification).map((each) => each.text), ["b"]);
  const judged = { criteria: [{ id: "SC-1", claim: "a", verdict: "Satisfied", citations: [] }, { id: "SC-2", claim: "b", verdict: "Information-Missing", citations: [] }] };
  assert.deepEqual(unshownOf(shown({}, null, judged), null).map((each) => each.text), ["b"]);
});
