// What happens, as the server tells it: one event stream for all tabs of a browser. A browser opens six connections
// to a server and no more, so a stream in each tab would leave none for anything else.
//
// The tab that holds a lock of the browser has the stream and hands on what it hears. Only tabs that are seen ask for
// the lock: one that is hidden gives it up, so nothing is open while all are hidden. When the tab with the stream goes,
// the browser gives the lock to the next one at once, which goes on after the last event that it heard. Where there is
// no such lock (an address that is not secure), each tab that is seen has a stream of its own.
import { at, get, Problem } from "./client";

export interface Happened {
  readonly key: number; // its place among all events; 0: it has none
  readonly kind: string;
  readonly missionId: string;
  readonly taskId: string;
  readonly title: string;
  readonly status: string; // of the mission, by now
}

export type Connection = "connecting" | "live" | "reconnecting" | "offline" | "signed-out";

export interface StreamListener {
  readonly happened: (event: Happened) => void;
  readonly changed: () => void; // something without a name: costs, heartbeats, jobs
  readonly missed: () => void; // anything may have changed
  readonly connection: (state: Connection) => void;
}

type Message =
  | { readonly say: "happened"; readonly event: Happened }
  | { readonly say: "changed" }
  | { readonly say: "missed"; readonly key: number }
  | { readonly say: "stands"; readonly key: number; readonly state: Connection } // of the tab that has the stream
  | { readonly say: "where" }; // does that tab hear more than I did?

const k_first_wait_ms = 500;
const k_longest_wait_ms = 8000;

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function happenedIn(data: string): Happened {
  let told: Record<string, unknown> = {};
  try {
    told = JSON.parse(data) as Record<string, unknown>;
  } catch {
    // something happened, whatever it was
  }
  const key = typeof told["key"] === "number" ? told["key"] : 0;
  return { key, kind: text(told["kind"]), missionId: text(told["missionId"]), taskId: text(told["taskId"]), title: text(told["title"]), status: text(told["status"]) };
}

export class Stream {
  private readonly name = `assay-events ${new URL(at("/")).pathname}`; // servers below other paths have their own
  private readonly others = new BroadcastChannel(this.name);
  private source: EventSource | undefined;
  private state: Connection = "connecting";
  private last = -1; // key of the last event that was heard; below 0: none yet
  private wait = k_first_wait_ms;
  private timer = 0;
  private release: (() => void) | undefined; // has the lock
  private waiting: AbortController | undefined; // is in line for it
  private running = false;

  constructor(private readonly listener: StreamListener) {
    this.others.onmessage = (message) => this.hear(message.data as Message);
    document.addEventListener("visibilitychange", () => this.look());
    window.addEventListener("pagehide", () => this.giveUp());
    window.addEventListener("online", () => this.release && this.connect());
    window.addEventListener("offline", () => this.tell("offline"));
  }

  start(): void {
    this.running = true;
    this.look();
  }
  stop(): void {
    this.running = false;
    this.last = -1;
    this.giveUp();
  }

  private look(): void {
    if (document.visibilityState === "hidden") this.giveUp();
    else if (this.running) {
      this.others.postMessage({ say: "where" } satisfies Message);
      this.lineUp();
    }
  }

  private lineUp(): void {
    if (this.release || this.waiting) return;
    if (!("locks" in navigator)) {
      this.lead(() => {});
      return;
    }
    const waiting = new AbortController();
    this.waiting = waiting;
    const held = (): Promise<void> => {
      if (waiting.signal.aborted) return Promise.resolve();
      this.waiting = undefined;
      return new Promise((done) => this.lead(done));
    };
    void navigator.locks.request(this.name, { signal: waiting.signal }, held).catch(() => {}); // it was given up
  }
  private lead(release: () => void): void {
    this.release = release;
    this.wait = k_first_wait_ms;
    this.connect();
  }
  private giveUp(): void {
    this.waiting?.abort();
    this.waiting = undefined;
    window.clearTimeout(this.timer);
    this.source?.close();
    this.source = undefined;
    this.release?.();
    this.release = undefined;
  }

  private connect(): void {
    window.clearTimeout(this.timer);
    this.source?.close();
    const source = new EventSource(at(this.last < 0 ? "/api/events" : `/api/events?after=${this.last}`));
    this.source = source;
    let begun = this.last >= 0 && this.state === "live"; // it goes on where another tab was: nothing is missed
    source.addEventListener("hello", (message) => {
      this.wait = k_first_wait_ms;
      if (!begun) this.lost(happenedIn(String((message as MessageEvent).data)).key); // what happened before it is not in it
      else this.listener.changed();
      begun = true;
      this.tell("live");
    });
    source.addEventListener("reset", (message) => {
      this.lost(happenedIn(String((message as MessageEvent).data)).key);
      this.tell("live");
    });
    source.addEventListener("checkpoint", (message) => {
      const event = happenedIn(String((message as MessageEvent).data));
      this.others.postMessage({ say: "happened", event } satisfies Message);
      this.take(event);
    });
    source.addEventListener("change", () => {
      this.others.postMessage({ say: "changed" } satisfies Message);
      this.listener.changed();
    });
    source.onerror = () => {
      source.close();
      if (this.source !== source) return;
      this.tell(navigator.onLine ? "reconnecting" : "offline");
      this.timer = window.setTimeout(() => void this.reconnect(), this.wait);
      this.wait = Math.min(this.wait * 2, k_longest_wait_ms);
    };
  }

  // An event stream does not say why it failed; an ordinary request does.
  private async reconnect(): Promise<void> {
    try {
      await get("/api/session");
    } catch (error) {
      if (error instanceof Problem && error.status === 401) return;
    }
    if (this.release) this.connect();
  }

  private lost(key: number): void {
    this.last = key;
    this.others.postMessage({ say: "missed", key } satisfies Message);
    this.listener.missed();
  }
  private take(event: Happened): void {
    if (event.key !== 0 && event.key <= this.last) return; // heard already, from another tab
    this.last = Math.max(this.last, event.key);
    this.listener.happened(event);
  }
  private tell(state: Connection): void {
    this.state = state;
    this.listener.connection(state);
    if (this.release) this.others.postMessage({ say: "stands", key: this.last, state } satisfies Message);
  }

  private hear(message: Message): void {
    if (!this.running) return;
    if (message.say === "where") {
      if (this.release) this.others.postMessage({ say: "stands", key: this.last, state: this.state } satisfies Message);
    } else if (this.release) {
      return; // it hears for itself
    } else if (message.say === "happened") {
      this.take(message.event);
    } else if (message.say === "changed") {
      this.listener.changed();
    } else if (message.say === "missed") {
      this.last = message.key;
      this.listener.missed();
    } else {
      const behind = message.key > this.last;
      this.last = Math.max(this.last, message.key);
      this.state = message.state;
      this.listener.connection(message.state);
      if (behind) this.listener.missed();
    }
  }
}
