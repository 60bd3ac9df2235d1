import assert from "node:assert/strict";
import { test } from "node:test";
import type { Board, Log, MissionShow, MissionState } from "./documents";
import { isPatchable, logPath, patchedBoard, patchedLog, patchedMission, rowPath, statePath, unnamedIn } from "./patch";

const task = (id: string, state: string) => ({ id, state, name: id }) as unknown as MissionShow["tasks"][number];
const shown = (version: number, ...tasks: MissionShow["tasks"]) => ({ mission: { id: "mission-a", title: "A", prompt: "long", version, activeTaskIds: tasks.filter((each) => each.state === "pending").map((each) => each.id) }, tasks, needed: [] }) as unknown as MissionShow;
const state = (version: number, ...tasks: MissionShow["tasks"]) => ({ mission: { id: "mission-a", title: "B", version }, tasks, needed: [{ what: "x" }] }) as unknown as MissionState;

test("a mission takes what was named and keeps the rest as the same objects", () => {
  const [one, two] = [task("task-1", "pending"), task("task-2", "pending")];
  const known = shown(1, one, two);
  const now = patchedMission(known, state(2, task("task-2", "completed"), task("task-3", "running")));
  assert.equal(now.tasks[0], one);
  assert.deepEqual(now.tasks.map((each) => [each.id, each.state]), [["task-1", "pending"], ["task-2", "completed"], ["task-3", "running"]]);
  assert.deepEqual(now.mission.activeTaskIds, ["task-1", "task-3"]);
  assert.equal(now.mission.title, "B");
  assert.equal(now.mission.prompt, "long", "what the part leaves out stays");
  assert.equal(now.needed.length, 1);
  assert.equal(known.tasks[1], two, "the one before is not touched");
  assert.equal(patchedMission(now, state(3)).tasks, now.tasks);
});

test("tasks that change without an event are those that run and those that are being checked", () => {
  const ready = (id: string, checker: string | null) => ({ ...task(id, "ready"), checker_state: checker }) as MissionShow["tasks"][number];
  const known = shown(1, task("task-1", "running"), ready("task-2", "running"), ready("task-3", "pending"), ready("task-4", "failed"), ready("task-5", null), task("task-6", "completed"));
  assert.deepEqual(unnamedIn(known), ["task-1", "task-2", "task-3"]);
});

test("what is older than what is known changes nothing", () => {
  const known = shown(5, task("task-1", "completed"));
  assert.equal(patchedMission(known, state(4, task("task-1", "running"))), known);
});

const row = (id: string, createdAt: string, column = "progress") => ({ mission: { id, createdAt }, column, tasks: [] }) as unknown as Board["missions"][number];
const board = (next: string | null, ...missions: Board["missions"]) => ({ repository: "/r", missions, counts: null, next }) as Board;
const ids = (known: Board) => known.missions.map((each) => each.mission.id).join(" ");

test("a row of the board is replaced, added in its place, or taken away", () => {
  const path = "/api/board?cards=14&column=progress&limit=30";
  const known = board(null, row("c", "3"), row("a", "1"));
  const same = known.missions[0];
  const replaced = patchedBoard(known, path, "a", board(null, row("a", "1")));
  assert.equal(ids(replaced), "c a");
  assert.equal(replaced.missions[0], same);
  assert.equal(ids(patchedBoard(known, path, "b", board(null, row("b", "2")))), "c b a");
  assert.equal(ids(patchedBoard(known, path, "d", board(null, row("d", "4")))), "d c a");
  assert.equal(ids(patchedBoard(known, path, "0", board(null, row("0", "0")))), "c a 0");
  assert.equal(ids(patchedBoard(known, path, "a", board(null, row("a", "1", "shipped")))), "c", "it went to another column");
  assert.equal(ids(patchedBoard(known, path, "a", board(null))), "c", "it does not match any more");
  assert.equal(patchedBoard(known, path, "x", board(null)), known);
});

test("a page takes no row that stands on the one before or behind", () => {
  const first = board("17", row("c", "3"), row("b", "2"));
  assert.equal(ids(patchedBoard(first, "/api/board?column=progress", "a", board(null, row("a", "1")))), "c b");
  const second = "/api/board?before=17&column=progress";
  assert.equal(ids(patchedBoard(first, second, "d", board(null, row("d", "4")))), "c b");
  assert.equal(ids(patchedBoard(first, second, "x", board(null, row("x", "2.5")))), "c x b");
});

test("one mission is asked for under the conditions of its page, the same for all columns", () => {
  const asked = ["planned", "shipped"].map((column) => rowPath(`/api/board?text=cart&before=3&cards=14&column=${column}&limit=30`, "mission-a"));
  assert.equal(asked[0], "/api/board?text=cart&cards=14&mission=mission-a");
  assert.equal(asked[0], asked[1]);
  assert.equal(statePath("mission-a", ["task-1", "task-2"]), "/api/missions/mission-a/state?task=task-1&task=task-2");
});

test("a history takes what follows", () => {
  const known = { checkpoints: [{ number: 1 }, { number: 2 }] } as unknown as Log;
  assert.equal(logPath("/api/missions/mission-a/checkpoints?all=true", known), "/api/missions/mission-a/checkpoints?all=true&after=2");
  assert.deepEqual(patchedLog(known, { checkpoints: [{ number: 2 }, { number: 3 }] } as unknown as Log).checkpoints.map((each) => each.number), [1, 2, 3]);
  assert.equal(patchedLog(known, { checkpoints: [] } as unknown as Log), known);
});

test("only what has a form of its own is patched", () => {
  for (const path of ["/api/missions/mission-a1", "/api/board?cards=14&limit=30", "/api/missions/mission-a1/checkpoints?all=true"]) assert.ok(isPatchable(path), path);
  for (const path of ["/api/missions/mission-a1/diff", "/api/missions/prefix", "/api/board?counts=true&limit=1", "/api/tasks/task-1"]) assert.ok(!isPatchable(path), path);
});
