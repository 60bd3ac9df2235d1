// What the page knows: documents by their address, kept until something happens to them. The server's
// event stream says what. A mission and the board are patched with what an event names; whatever else is on screen and
// concerned is asked for again. After a gap in the stream everything on screen is asked for again, so that nothing
// missed can stay on screen. A tab that is hidden asks for nothing until it is seen.
import { useEffect, useReducer } from "preact/hooks";
import { forgetViewed } from "../diff/viewed";
import { Shown } from "../ui/shown";
import { forgetToasts } from "../ui/toasts";
import { change, forgetVersions, getVersion, noteVersion, Problem, whenSignedOut } from "./client";
import type { Board, Log, MissionShow, MissionState, TaskShow } from "./documents";
import { isBoard, isPatchable, k_most_named, logOf, logPath, missionAt, patchedBoard, patchedLog, patchedMission, rowPath, statePath, unnamedIn } from "./patch";
import { type Connection, type Happened, Stream } from "./stream";

export interface Known<T> {
  readonly data: T | undefined;
  readonly problem: Problem | undefined;
  readonly loading: boolean;
  readonly refresh: () => void;
}

interface Entry {
  path: string;
  data: unknown;
  version: string | null; // of data
  problem: Problem | undefined;
  asking: boolean;
  failures: number; // in a row
  again: boolean; // something happened while it was asked for
  timer: number;
  due: boolean; // as a whole, not only what is named
  stale: boolean; // while the tab was hidden
  whole: number; // timer: as a whole again
  named: Map<string, Set<string>>; // missions and their tasks that are to be patched
  watchers: Set<() => void>;
}

export type { Connection, Happened } from "./stream";

const entries = new Map<string, Entry>();
const listeners = new Set<(event: Happened) => void>();
const connection = new Shown<Connection>("connecting");

const k_coalesce_ms = 120; // a burst of events is one question
const k_retry_ms = 1000; // after an answer that may be another one next time; longer each time
const k_patience_ms = 60_000; // for an answer; without an end nothing would ever be asked again
const k_whole_ms = 30_000; // between two looks at the whole of what is patched, while it changes without a name
const k_most_missions = 12; // that are patched at once
const k_shared_ms = 20; // less than k_coalesce_ms: whatever made one ask happened before the answer that it shares
const k_kept = 60; // documents kept although nobody looks at them

function entryOf(path: string): Entry {
  let entry = entries.get(path);
  if (entry === undefined) {
    entry = { path, data: undefined, version: null, problem: undefined, asking: false, failures: 0, again: false, timer: 0, due: false, stale: false, whole: 0, named: new Map(), watchers: new Set() };
    entries.set(path, entry);
    dropUnwatched();
  }
  return entry;
}

function dropUnwatched(): void {
  for (const [path, entry] of entries) {
    if (entries.size <= k_kept) return;
    if (entry.watchers.size === 0 && !entry.asking && path !== lastPath()) entries.delete(path);
  }
}
function lastPath(): string {
  let last = "";
  for (const path of entries.keys()) last = path;
  return last;
}

const tell = (entry: Entry): void => entry.watchers.forEach((run) => run());

async function ask(entry: Entry): Promise<void> {
  if (entry.asking) {
    entry.again = true;
    return;
  }
  entry.asking = true;
  entry.again = false;
  entry.due = false;
  entry.named.clear(); // what is named from now on may be newer than the answer
  if (entry.data === undefined) tell(entry);
  let same = false;
  try {
    const known = entry.data !== undefined && entry.problem === undefined ? entry.version : null;
    const { data, version } = await getVersion(entry.path, known, AbortSignal.timeout(k_patience_ms));
    // Nothing is drawn again for a document that says the same.
    same = data === undefined || (known !== null && version === known);
    if (!same) entry.data = data;
    entry.version = version;
    entry.problem = undefined;
    entry.failures = 0;
  } catch (error) {
    entry.problem = error instanceof Problem ? error : new Problem(0, "", String(error));
    if (entry.problem.status === 404) entry.data = undefined;
    entry.failures = entry.problem.passing ? entry.failures + 1 : 0;
  }
  entry.asking = false;
  if (!same) tell(entry);
  if (entry.again) soon(entry);
  else if (entry.failures > 0) soon(entry, Math.min(k_retry_ms * 2 ** (entry.failures - 1), 30_000));
  else if (entry.named.size > 0) schedule(entry);
}

const isHidden = (): boolean => document.visibilityState === "hidden";

function soon(entry: Entry, delay = k_coalesce_ms): void {
  entry.due = true;
  schedule(entry, delay);
}

function schedule(entry: Entry, delay = k_coalesce_ms): void {
  if (entry.timer !== 0) return;
  entry.timer = window.setTimeout(() => {
    entry.timer = 0;
    entry.stale = isHidden() && entry.data !== undefined;
    if (entry.stale) return;
    if (entry.watchers.size === 0) {
      if (entries.get(entry.path) === entry) entries.delete(entry.path); // asked for anew by whoever looks next
    } else if (entry.due || entry.named.size === 0) void ask(entry);
    else if (!entry.asking) void patch(entry);
  }, delay);
}

export function useDocument<T>(path: string | null): Known<T> {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const drawn = path === null ? undefined : entries.get(path)?.data;
  useEffect(() => {
    if (path === null) return undefined;
    const entry = entryOf(path);
    const watcher = (): void => redraw(undefined as never);
    entry.watchers.add(watcher);
    if (entry.data !== drawn) watcher(); // it was answered between the drawing and the watching
    void ask(entry);
    return () => {
      entry.watchers.delete(watcher);
    };
  }, [path]);
  if (path === null) return { data: undefined, problem: undefined, loading: false, refresh: () => {} };
  const entry = entryOf(path);
  return {
    data: entry.data as T | undefined,
    problem: entry.problem,
    loading: entry.data === undefined && entry.problem === undefined,
    refresh: () => void ask(entry),
  };
}

// Several at once, those that are known.
export function useDocuments<T>(paths: readonly string[]): ReadonlyMap<string, T> {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const watcher = (): void => redraw(undefined as never);
    const watched = paths.map(entryOf);
    watcher(); // some may have been answered between the drawing and the watching
    for (const entry of watched) {
      entry.watchers.add(watcher);
      void ask(entry);
    }
    return () => watched.forEach((entry) => entry.watchers.delete(watcher));
  }, [paths.join("\n")]);
  const known = paths.map((path) => [path, entries.get(path)?.data as T | undefined] as const);
  return new Map(known.filter((each): each is [string, T] => each[1] !== undefined));
}

export const knownAt = <T>(path: string): T | undefined => entries.get(path)?.data as T | undefined;

// A document that was just answered by a change is newer than what is kept.
export function refresh(...words: string[]): void {
  for (const entry of entries.values()) {
    if (words.some((word) => entry.path.includes(word))) soon(entry);
  }
}
export function refreshAll(): void {
  for (const entry of entries.values()) soon(entry);
}

// ---- what happens

const k_verified = /^\/api\/missions\/[^/]+\/(diff|verification)$/;
const k_on_the_way = new Set(["task_started", "task_progress"]); // nothing that was verified is touched by them
const k_anew = new Set(["created", "plan_materialized"]); // they bring more of a mission than they name

function concerns(entry: Entry, event: Happened): boolean {
  const { path } = entry;
  if (path.startsWith("/api/board") || path.startsWith("/api/status") || path === "/api/queue") return true;
  // A task that is ready waits for its checker, whose steps have no name here.
  if (path.startsWith("/api/tasks/")) return event.taskId === "" || path.includes(event.taskId) || (entry.data as Partial<TaskShow> | undefined)?.task?.state === "ready";
  if (event.missionId === "") return true;
  if (!path.includes(event.missionId) && (entry.data as Partial<MissionShow> | undefined)?.mission?.id !== event.missionId) return false;
  return !(k_verified.test(path) && k_on_the_way.has(event.kind));
}

function happened(event: Happened): void {
  for (const entry of entries.values()) {
    if (!concerns(entry, event)) continue;
    const anew = k_anew.has(event.kind) && missionAt(entry.path) !== undefined;
    if (event.missionId === "" || anew || !isPatched(entry)) soon(entry);
    else note(entry, event.missionId, event.taskId === "" ? [] : [event.taskId]);
  }
  listeners.forEach((run) => run(event));
}

// Whether what is known stays, and only what an event names is asked for.
const isPatched = (entry: Entry): boolean => entry.data !== undefined && entry.problem === undefined && isPatchable(entry.path);

function note(entry: Entry, mission: string, tasks: readonly string[]): void {
  const named = entry.named.get(mission) ?? new Set();
  for (const task of tasks) named.add(task);
  entry.named.set(mission, named);
  schedule(entry);
}

// Costs and heartbeats are of work that runs. What else may have changed without a name is looked for later.
function changed(): void {
  for (const entry of entries.values()) {
    const mission = missionAt(entry.path);
    if (logOf(entry.path) !== undefined || entry.path.endsWith("/diff")) continue; // nothing of them changes without a name
    if (!isPatched(entry)) soon(entry);
    else later(entry);
    if (isPatched(entry) && mission !== undefined) note(entry, mission, unnamedIn(entry.data as MissionShow));
  }
  listeners.forEach((run) => run(k_nameless));
}
const k_nameless: Happened = { key: 0, kind: "", missionId: "", taskId: "", title: "", status: "" };

function later(entry: Entry): void {
  if (entry.whole !== 0) return;
  entry.whole = window.setTimeout(() => {
    entry.whole = 0;
    soon(entry);
  }, k_whole_ms);
}

// Columns of the board have the same question at the same time; it is asked once.
const asked = new Map<string, Promise<unknown>>();
function once<T>(path: string): Promise<T> {
  const known = asked.get(path) as Promise<T> | undefined;
  if (known) return known;
  const answer = getVersion<T>(path, null, AbortSignal.timeout(k_patience_ms)).then(({ data, version }) => {
    const about = /^\/api\/missions\/[^/]+/.exec(path)?.[0];
    if (about !== undefined && version !== null) noteVersion(about, version);
    return data as T;
  });
  asked.set(path, answer);
  window.setTimeout(() => asked.delete(path), k_shared_ms);
  return answer;
}

// What was named, put into what is known. What cannot be patched is asked for as a whole.
async function patch(entry: Entry): Promise<void> {
  const named = [...entry.named];
  entry.named.clear();
  entry.asking = true;
  try {
    if (named.length > k_most_missions || named.some(([, tasks]) => tasks.size > k_most_named)) throw new Error("too much of it is new");
    const before = entry.data;
    for (const [mission, tasks] of named) entry.data = await patchedWith(entry, mission, tasks);
    if (entry.data !== before) tell(entry);
  } catch {
    soon(entry);
  }
  entry.asking = false;
  if (entry.again) soon(entry);
  else if (entry.named.size > 0) schedule(entry);
}

async function patchedWith({ path, data }: Entry, mission: string, tasks: ReadonlySet<string>): Promise<unknown> {
  if (missionAt(path) !== undefined) return patchedMission(data as MissionShow, await once<MissionState>(statePath(mission, tasks)));
  if (isBoard(path)) return patchedBoard(data as Board, path, mission, await once<Board>(rowPath(path, mission)));
  return patchedLog(data as Log, await once<Log>(logPath(path, data as Log)));
}

const stream = new Stream({
  happened,
  changed,
  missed: () => refreshAll(),
  connection: (state) => connection.get() !== "signed-out" && connection.set(state),
});

export function start(): void {
  whenSignedOut(() => {
    connection.set("signed-out");
    forgetDocuments();
  });
  others.onmessage = forget;
  // Come back to with the browser's button, as it was left: somebody may have signed out meanwhile.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });
  document.addEventListener("visibilitychange", () => {
    if (!isHidden()) for (const entry of entries.values()) if (entry.stale) soon(entry);
  });
  stream.start();
}

// Every page of this browser is told: the session was theirs too. What they knew goes with it.
const others = new BroadcastChannel("assay-session");

function forgetDocuments(): void {
  stream.stop();
  entries.clear();
  forgetVersions();
  forgetToasts();
}
function forget(): void {
  connection.set("signed-out");
  forgetDocuments();
  window.sessionStorage.clear();
  forgetViewed();
}

export async function signOut(): Promise<void> {
  await change("POST", "/api/logout");
  others.postMessage("signed out");
  forget();
}

export function signedIn(): void {
  connection.set("connecting");
  stream.start();
  refreshAll();
}

export const useConnection = (): Connection => connection.use();

export function useHappening(run: (event: Happened) => void): void {
  useEffect(() => {
    listeners.add(run);
    return () => {
      listeners.delete(run);
    };
  });
}
