import assert from "node:assert/strict";
import { test } from "node:test";
import type { Checkpoint } from "../api/types";
import { decidedOn } from "./decided";

const mark = (title: string, detail: string, taskId = "t"): Checkpoint => ({ id: title, title, detail, taskId, actor: "person:anna", kind: "decided", createdAt: "2026-11-15T10:00:00Z" }) as unknown as Checkpoint;
const told = (...marks: Checkpoint[]): string[] => decidedOn("t", marks).map((each) => [each.what, each.who, each.why].join("|"));

test("a decision names who took it and why", () => {
  assert.deepEqual(told(mark("Accepted: Labels: long", "by person:anna: the skipped test is old\nreally\nmission: active → awaiting_acceptance")), ["Accepted|anna|the skipped test is old\nreally"]);
  assert.deepEqual(told(mark("Rejected: Labels", "by person:anna")), ["Rejected|anna|"]);
  assert.deepEqual(told(mark("Started: Labels", "attempt 1, round 1"), mark("Accepted: Other", "by person:anna", "u")), []);
});
