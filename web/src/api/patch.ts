// Documents that are patched: what an event names is asked for, and put in the place of what was known. Everything
// else stays the same object, so that nothing is drawn again which did not change.
import type { Board, Log, MissionShow, MissionState } from "./documents";

type Task = MissionShow["tasks"][number];
type Row = Board["missions"][number];

export const k_most_named = 200; // tasks; for more of them the whole is asked for

// ---- a mission with its tasks

const k_mission = /^\/api\/missions\/(mission-[a-z0-9]+)$/;
export const missionAt = (path: string): string | undefined => k_mission.exec(path)?.[1];

export function statePath(mission: string, tasks: Iterable<string>): string {
  const named = new URLSearchParams([...tasks].map((id) => ["task", id]));
  const query = named.toString();
  return `/api/missions/${mission}/state${query === "" ? "" : `?${query}`}`;
}

const k_active = new Set<Task["state"]>(["pending", "running", "blocked"]);

export function patchedMission(known: MissionShow, state: MissionState): MissionShow {
  if (state.mission.version < known.mission.version) return known; // the whole was read later
  const named = new Map(state.tasks.map((task) => [task.id, task as Task]));
  const tasks = named.size === 0 ? known.tasks : known.tasks.map((task) => {
    const now = named.get(task.id);
    named.delete(task.id);
    return now ?? task;
  });
  const all = named.size === 0 ? tasks : [...tasks, ...named.values()];
  const activeTaskIds = all === known.tasks ? known.mission.activeTaskIds : all.filter((task) => k_active.has(task.state)).map((task) => task.id);
  return { ...known, mission: { ...known.mission, ...state.mission, activeTaskIds } as MissionShow["mission"], tasks: all, needed: state.needed };
}

// Of whose changes no event speaks: what a task costs while it runs, and how the checker of a ready one stands.
const changesUnnamed = (task: Task): boolean => task.state === "running" || (task.state === "ready" && (task.checker_state === "pending" || task.checker_state === "running"));
export const unnamedIn = (known: MissionShow): string[] => known.tasks.filter(changesUnnamed).map((task) => task.id);

// ---- a page of the board

const k_board = "/api/board?";
export const isBoard = (path: string): boolean => path.startsWith(k_board) && !path.includes("counts=true"); // counts are of all

// One mission under the conditions of a page, whichever column it is in: columns share the answer.
export function rowPath(path: string, mission: string): string {
  const query = new URLSearchParams(path.slice(k_board.length));
  for (const name of ["before", "limit", "column", "counts"]) query.delete(name);
  query.set("mission", mission);
  return k_board + query.toString();
}

export function patchedBoard(known: Board, path: string, mission: string, answer: Board): Board {
  const column = new URLSearchParams(path.slice(k_board.length)).get("column");
  const now = answer.missions.find((row) => row.mission.id === mission && (column === null || row.column === column));
  const at = known.missions.findIndex((row) => row.mission.id === mission);
  if (now === undefined) return at < 0 ? known : { ...known, missions: known.missions.filter((row) => row.mission.id !== mission) };
  if (at >= 0) return { ...known, missions: known.missions.map((row, i) => (i === at ? now : row)) };
  const first = !new URLSearchParams(path.slice(k_board.length)).has("before");
  return { ...known, missions: placed(known.missions, now, first, known.next === null) };
}

// Newest first. What is newer than a page stands on the one before, what is older on the one behind.
function placed(rows: readonly Row[], row: Row, first: boolean, last: boolean): Row[] {
  const older = rows.findIndex((each) => each.mission.createdAt <= row.mission.createdAt);
  if (older < 0) return last ? [...rows, row] : [...rows];
  if (older === 0 && !first) return [...rows];
  return [...rows.slice(0, older), row, ...rows.slice(older)];
}

// ---- the history of a mission, which only grows

const k_log = /^(\/api\/missions\/mission-[a-z0-9]+)\/checkpoints\?all=true$/;
export const logOf = (path: string): string | undefined => k_log.exec(path)?.[1];

export const logPath = (path: string, known: Log): string => `${logOf(path)}/checkpoints?all=true&after=${known.checkpoints[known.checkpoints.length - 1]?.number ?? 0}`;

export function patchedLog(known: Log, since: Log): Log {
  const last = known.checkpoints[known.checkpoints.length - 1]?.number ?? 0;
  const added = since.checkpoints.filter((each) => each.number > last);
  return added.length === 0 ? known : { ...known, checkpoints: [...known.checkpoints, ...added] };
}

export const isPatchable = (path: string): boolean => missionAt(path) !== undefined || isBoard(path) || logOf(path) !== undefined;
