import assert from "node:assert/strict";
import { test } from "node:test";
import type { Checkpoint, Task } from "../api/types";
import { above, burnUp, graphOf } from "./graph";

const task = (id: string, more: Partial<Task> = {}): Task => ({ id, name: id, kind: "execution", state: "pending", depends_on: [], parent_task_id: "", checker_for_task_id: "", cost_usd: 0, round: 1, created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z", finished_at: null, ...more }) as unknown as Task;
const mark = (taskId: string, kind: string, title: string, createdAt: string): Checkpoint => ({ taskId, kind, title, createdAt }) as unknown as Checkpoint;

test("a task stands behind all it waits for, its subtasks too", () => {
  const graph = graphOf([task("d", { depends_on: ["b", "c"] }), task("a"), task("b", { depends_on: ["a"] }), task("c", { depends_on: ["b"] }), task("s", { parent_task_id: "a" })]);
  const column = (id: string): number | undefined => graph.nodes.find((node) => node.task.id === id)?.column;
  assert.deepEqual(["s", "a", "b", "c", "d"].map(column), [0, 1, 2, 3, 4]);
  assert.equal(graph.edges.length, 5);
  assert.deepEqual([graph.columns, graph.rows], [5, 1]);
});
test("no two tasks stand in one place, also in a circle", () => {
  const graph = graphOf([task("a", { depends_on: ["b"] }), task("b", { depends_on: ["a"] }), task("c"), task("x", { depends_on: ["nobody"] })]);
  assert.equal(new Set(graph.nodes.map((node) => `${node.column} ${node.row}`)).size, 4);
  assert.deepEqual(graphOf([]).nodes, []);
});
test("work, what is done of it and what it cost, over time", () => {
  const tasks = [task("a", { state: "completed", cost_usd: 0.5, finished_at: "2026-01-01T02:00:00Z" }), task("b", { created_at: "2026-01-01T01:00:00Z", cost_usd: 0.25, updated_at: "2026-01-01T04:00:00Z" }), task("k", { kind: "checker", checker_for_task_id: "a", cost_usd: 0.1, finished_at: "2026-01-01T03:00:00Z" })];
  const marks = [mark("a", "task_completed", "Completed: a", "2026-01-01T02:00:00Z"), mark("b", "task_completed", "Accepted: b", "2026-01-01T03:30:00Z"), mark("b", "decided", "To be tried again: b", "2026-01-01T03:45:00Z")];
  const points = burnUp(tasks, marks, Date.parse("2026-01-01T05:00:00Z"));
  assert.deepEqual(points.map((point) => [point.planned, point.done, Math.round(point.cost * 100)]), [[1, 0, 0], [2, 0, 0], [2, 1, 50], [2, 1, 60], [2, 2, 60], [2, 1, 60], [2, 1, 85], [2, 1, 85]]);
});
test("axes end at round numbers", () => {
  assert.deepEqual([0, 0.03, 1, 3, 7, 12, 21, 240].map(above), [1, 0.05, 1, 5, 10, 20, 25, 250]);
});
