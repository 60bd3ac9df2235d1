// What the page knows: documents by their address, kept until something happens to them. The server's
// event stream says what; whatever is on screen and concerned is asked for again. After a gap in the
// stream everything on screen is asked for again, so that nothing missed can stay on screen.
import { useEffect, useReducer } from "preact/hooks";
import { Shown } from "../ui/shown";
import { forgetToasts } from "../ui/toasts";
import { at, change, forgetVersions, get, getVersion, Problem, whenSignedOut } from "./client";

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
  watchers: Set<() => void>;
}

export type Connection = "connecting" | "live" | "reconnecting" | "offline" | "signed-out";

const entries = new Map<string, Entry>();
const listeners = new Set<(event: Happened) => void>();
const connection = new Shown<Connection>("connecting");

const k_coalesce_ms = 120; // a burst of events is one question
const k_retry_ms = 1000; // after an answer that may be another one next time; longer each time
const k_patience_ms = 60_000; // for an answer; without an end nothing would ever be asked again
const k_kept = 60; // documents kept although nobody looks at them

function entryOf(path: string): Entry {
  let entry = entries.get(path);
  if (entry === undefined) {
    entry = { path, data: undefined, version: null, problem: undefined, asking: false, failures: 0, again: false, timer: 0, watchers: new Set() };
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
}

function soon(entry: Entry, delay = k_coalesce_ms): void {
  if (entry.timer !== 0) return;
  entry.timer = window.setTimeout(() => {
    entry.timer = 0;
    if (entry.watchers.size > 0) void ask(entry);
    else if (entries.get(entry.path) === entry) entries.delete(entry.path); // asked for anew by whoever looks next
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

// A document that was just answered by a change is newer than what is kept.
export function refresh(...words: string[]): void {
  for (const entry of entries.values()) {
    if (words.some((word) => entry.path.includes(word))) soon(entry);
  }
}
export function refreshAll(): void {
  for (const entry of entries.values()) soon(entry);
}

// ---- the stream

export interface Happened {
  readonly kind: string;
  readonly missionId: string;
  readonly taskId: string;
  readonly title: string;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function happenedIn(data: string): Happened {
  try {
    const told = JSON.parse(data) as Record<string, unknown>;
    const inner = (typeof told["checkpoint"] === "object" && told["checkpoint"] !== null ? told["checkpoint"] : told) as Record<string, unknown>;
    return { kind: text(inner["kind"]), missionId: text(inner["missionId"]), taskId: text(inner["taskId"]), title: text(inner["title"]) };
  } catch {
    return { kind: "", missionId: "", taskId: "", title: "" };
  }
}

function concerns(path: string, event: Happened): boolean {
  if (path.startsWith("/api/board") || path.startsWith("/api/status") || path.startsWith("/api/tasks/")) return true;
  if (event.missionId === "") return true;
  return path.includes(event.missionId);
}

function take(event: Happened): void {
  for (const entry of entries.values()) {
    if (concerns(entry.path, event)) soon(entry);
  }
  listeners.forEach((run) => run(event));
}

let source: EventSource | undefined;
let wait = 500;
let timer = 0;

function connect(): void {
  window.clearTimeout(timer);
  source?.close();
  source = new EventSource(at("/api/events"));
  source.onopen = () => {
    wait = 500;
    refreshAll(); // the stream begins now: what happened since a document was asked for is not in it
    connection.set("live");
  };
  source.onmessage = (message) => take(happenedIn(String(message.data)));
  source.addEventListener("checkpoint", (message) => take(happenedIn(String((message as MessageEvent).data))));
  source.addEventListener("change", () => take({ kind: "", missionId: "", taskId: "", title: "" })); // costs, heartbeats, jobs
  source.addEventListener("reset", () => refreshAll());
  source.onerror = () => {
    source?.close();
    if (connection.get() === "signed-out") return;
    connection.set(navigator.onLine ? "reconnecting" : "offline");
    timer = window.setTimeout(reconnect, wait);
    wait = Math.min(wait * 2, 8000);
  };
}

// An event stream does not say why it failed; an ordinary request does.
async function reconnect(): Promise<void> {
  try {
    await get("/api/session");
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return;
  }
  connect();
}

export function start(): void {
  whenSignedOut(() => {
    connection.set("signed-out");
    forgetDocuments();
  });
  others.onmessage = forget;
  window.addEventListener("online", () => connect());
  window.addEventListener("offline", () => connection.set("offline"));
  // Come back to with the browser's button, as it was left: somebody may have signed out meanwhile.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });
  connect();
}

// Every page of this browser is told: the session was theirs too. What they knew goes with it.
const others = new BroadcastChannel("assay-session");

function forgetDocuments(): void {
  window.clearTimeout(timer);
  source?.close();
  entries.clear();
  forgetVersions();
  forgetToasts();
}

function forget(): void {
  connection.set("signed-out");
  forgetDocuments();
  window.sessionStorage.clear();
}

export async function signOut(): Promise<void> {
  await change("POST", "/api/logout");
  others.postMessage("signed out");
  forget();
}

export function signedIn(): void {
  connection.set("connecting");
  connect();
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
