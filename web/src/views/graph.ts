// Where the tasks of a mission stand in a picture of what waits for what, and how its work and its cost grew.
import type { Checkpoint, Task } from "../api/types";

export interface Node {
  readonly task: Task;
  readonly column: number;
  readonly row: number;
}
export interface Edge {
  readonly from: Node;
  readonly to: Node;
}
export interface Graph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  readonly columns: number;
  readonly rows: number;
}

// What a task waits for: what it depends on, and its subtasks.
function waitsFor(tasks: readonly Task[]): Map<string, string[]> {
  const known = new Set(tasks.map((task) => task.id));
  const out = new Map<string, string[]>(tasks.map((task) => [task.id, task.depends_on.filter((id) => known.has(id) && id !== task.id)]));
  for (const task of tasks) if (task.parent_task_id !== "" && task.parent_task_id !== task.id) out.get(task.parent_task_id)?.push(task.id);
  return out;
}

// A column for each step that a task is away from the first ones; within a column in the order of what they wait for.
export function graphOf(tasks: readonly Task[]): Graph {
  const needs = waitsFor(tasks);
  const columns = new Map<string, number>();
  const waiting = new Map([...needs].map(([id, ids]) => [id, new Set(ids)]));
  const after = new Map<string, string[]>();
  for (const [id, ids] of needs) for (const each of ids) after.set(each, [...(after.get(each) ?? []), id]);
  const free = tasks.filter((task) => waiting.get(task.id)?.size === 0).map((task) => task.id);
  for (let i = 0; i < free.length; i++) {
    const id = free[i] as string;
    columns.set(id, Math.max(-1, ...(needs.get(id) ?? []).map((each) => columns.get(each) ?? 0)) + 1);
    for (const next of after.get(id) ?? []) if (waiting.get(next)?.delete(id) && waiting.get(next)?.size === 0) free.push(next);
  }
  // The store has no circles; a document that has one is drawn all the same.
  for (const task of tasks) if (!columns.has(task.id)) columns.set(task.id, 0);
  const count = Math.max(0, ...columns.values()) + 1;
  const nodes = new Map<string, Node>();
  let rows = 0;
  for (let column = 0; column < count; column++) {
    const here = tasks.filter((task) => columns.get(task.id) === column);
    const height = (task: Task): number => {
      const rowsBefore = (needs.get(task.id) ?? []).map((id) => nodes.get(id)?.row ?? 0);
      return rowsBefore.length === 0 ? 0 : rowsBefore.reduce((sum, row) => sum + row, 0) / rowsBefore.length;
    };
    here
      .map((task, i) => ({ task, i, at: height(task) }))
      .sort((a, b) => a.at - b.at || a.i - b.i)
      .forEach(({ task }, row) => nodes.set(task.id, { task, column, row }));
    rows = Math.max(rows, here.length);
  }
  const edges = [...needs].flatMap(([id, ids]) => ids.map((each) => ({ from: nodes.get(each) as Node, to: nodes.get(id) as Node })));
  return { nodes: [...nodes.values()], edges, columns: count, rows };
}

// ---- burn-up

export interface Point {
  readonly at: number;
  readonly planned: number; // tasks there were
  readonly done: number;
  readonly cost: number;
}

const isWork = (task: Task): boolean => task.checker_for_task_id === "" && task.kind !== "planning" && task.kind !== "validation";

// Read off the tasks and the mission's history: a task is there from when it was added, done from when it was completed
// (and not done again while it is done anew), and what it cost is known when it ended.
export function burnUp(tasks: readonly Task[], checkpoints: readonly Checkpoint[], now: number): Point[] {
  const steps: { at: number; planned?: number; done?: number; cost?: number }[] = [];
  const work = new Map(tasks.filter((task) => isWork(task)).map((task) => [task.id, task]));
  for (const task of tasks) {
    if (task.cost_usd > 0) steps.push({ at: Date.parse(task.finished_at ?? task.updated_at), cost: task.cost_usd });
    if (!work.has(task.id)) continue;
    steps.push({ at: Date.parse(task.created_at), planned: 1 });
    if (task.state === "cancelled") steps.push({ at: Date.parse(task.finished_at ?? task.updated_at), planned: -1 });
  }
  const done = new Set<string>();
  for (const checkpoint of checkpoints) {
    const id = checkpoint.taskId ?? "";
    if (!work.has(id)) continue;
    const at = Date.parse(checkpoint.createdAt);
    if (checkpoint.kind === "task_completed" && !done.has(id)) {
      done.add(id);
      steps.push({ at, done: 1 });
    } else if (checkpoint.kind === "decided" && done.has(id) && /^(To be tried again|Rejected|Cancelled):/.test(checkpoint.title)) {
      done.delete(id);
      steps.push({ at, done: -1 });
    }
  }
  steps.sort((a, b) => a.at - b.at);
  const out: Point[] = [];
  let last: Point = { at: 0, planned: 0, done: 0, cost: 0 };
  for (const step of steps) {
    const next = { at: step.at, planned: last.planned + (step.planned ?? 0), done: last.done + (step.done ?? 0), cost: last.cost + (step.cost ?? 0) };
    if (last.at === step.at) out[out.length - 1] = next;
    else out.push(next);
    last = next;
  }
  if (out.length > 0 && now > last.at && last.done < last.planned) out.push({ ...last, at: now });
  return out;
}

// A round number at or above, for the end of an axis.
export function above(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const found = [1, 2, 2.5, 5, 10].find((each) => each * power >= value * 0.9999) ?? 10;
  return found * power;
}
