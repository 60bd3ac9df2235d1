import assert from "node:assert/strict";
import { test } from "node:test";
import type { Checkpoint, Task } from "../api/types";
import { type Bar, barsOf, deploysOf, scaleOf } from "./gantt";

const at = (second: number): string => new Date(second * 1000).toISOString();
const mark = (second: number, kind: string, title: string, detail = ""): Checkpoint => ({ kind, title: `${title}: Labels`, detail, taskId: "t", createdAt: at(second) }) as unknown as Checkpoint;
const task = (state: string): Task => ({ id: "t", state, updated_at: at(90), started_at: at(1), finished_at: null, checker_for_task_id: "" }) as unknown as Task;
const checker = (from: number, to: number | null, state: string): Task => ({ checker_for_task_id: "t", started_at: at(from), finished_at: to === null ? null : at(to), state }) as unknown as Task;
const drawn = (state: string, marks: Checkpoint[], checkers: Task[] = []): string[] => barsOf(task(state), marks, checkers, 50_000).map((bar) => `${bar.from / 1000}-${bar.to / 1000} ${bar.tone} ${bar.label.replace(/, \d+(\.\d)? m?s$/, "")}`);

test("a question is waited for and not a failure, and attempts are called what the record calls them", () => {
  const asked = [mark(1, "task_started", "Started", "attempt 1, round 1"), mark(3, "task_failed", "Blocked", "waits for an answer: which?")];
  assert.deepEqual(drawn("blocked", asked), ["1-3 run attempt 1, round 1", "3-50 wait asked, and waited for the answer"]);
  const answered = [...asked, mark(7, "decided", "To be tried again"), mark(8, "task_started", "Started", "attempt 2, round 1"), mark(9, "task_completed", "Completed")];
  assert.deepEqual(drawn("completed", answered), ["1-3 run attempt 1, round 1", "3-7 wait asked, and waited for the answer", "8-9 good attempt 2, round 1", "9-9 good completed"]);
});
test("checks are bars of their own, and what is completed ends well", () => {
  const marks = [mark(1, "task_started", "Started", "attempt 1, round 1"), mark(4, "task_progress", "Ready for its check"), mark(20, "task_completed", "Accepted")];
  assert.deepEqual(drawn("completed", marks, [checker(6, 9, "completed")]), ["1-4 good attempt 1, round 1", "4-6 wait waited for its checker", "6-9 check check passed", "9-20 wait waited for a decision", "20-20 good accepted"]);
  assert.deepEqual(drawn("ready", marks.slice(0, 2), [checker(6, null, "running")]), ["1-4 run attempt 1, round 1", "4-6 wait waited for its checker", "6-50 check checking"]);
});
test("what is blocked or failed shows it", () => {
  const start = mark(1, "task_started", "Started", "attempt 1, round 1");
  assert.deepEqual(drawn("blocked", [start, mark(5, "task_progress", "Ready for its check"), mark(6, "task_failed", "Blocked", "stuck: the same findings")]), ["1-5 run attempt 1, round 1", "5-6 wait waited for a decision", "6-6 held blocked"]);
  assert.deepEqual(drawn("failed", [start, mark(5, "task_failed", "Failed", "no")]), ["1-5 bad attempt 1, round 1: failed"]);
  assert.deepEqual(drawn("running", [start, mark(5, "task_stalled", "Stalled"), mark(6, "task_started", "Started", "attempt 2, round 1")]), ["1-5 bad attempt 1, round 1: stalled", "6-50 run attempt 2, round 1"]);
});

const done = (from: number, to: number, tone: Bar["tone"] = "good"): Bar => ({ from: from * 1000, to: to * 1000, tone, label: "" });
test("a night in which nothing was done is a break, and what was done keeps its proportions", () => {
  const scale = scaleOf([done(0, 10), done(10, 36_000, "wait"), done(36_000, 36_030)], 0, 36_030_000);
  assert.deepEqual(scale.breaks, [{ from: 10_000, to: 36_000_000 }]);
  const width = (from: number, to: number): number => scale.at(to * 1000) - scale.at(from * 1000);
  assert.ok(Math.abs(width(36_000, 36_030) / width(0, 10) - 3) < 1e-9);
  assert.ok(width(10, 36_000) < 0.1 && width(10, 36_000) > 0.02);
  assert.deepEqual([scale.at(0), scale.at(36_030_000)], [0, 1]);
});
test("a run without long pauses is drawn to scale", () => {
  const scale = scaleOf([done(0, 10), done(15, 40)], 0, 40_000);
  assert.deepEqual(scale.breaks, []);
  assert.equal(scale.at(20_000), 0.5);
});

test("a deploy is a bar from its beginning to its end, and one that goes on reaches to now", () => {
  const told = (second: number, state: string): Checkpoint => ({ title: `Deploy: ${state}`, detail: "", createdAt: at(second) }) as unknown as Checkpoint;
  const bars = deploysOf([told(1, "running"), told(4, "failed"), mark(5, "decided", "Shipping"), told(6, "running"), told(7, "succeeded"), told(9, "running")], 20_000);
  assert.deepEqual(bars.map((each) => `${each.from / 1000}-${each.to / 1000} ${each.tone}`), ["1-4 bad", "6-7 good", "9-20 run"]);
});
