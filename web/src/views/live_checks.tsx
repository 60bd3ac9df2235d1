// A verification as it runs: which check is at work, and what it prints, in its colours.
import { useEffect, useReducer, useRef } from "preact/hooks";
import { get } from "../api/client";
import type { Live } from "../api/documents";
import { useHappening } from "../api/live";
import { setQuery } from "../router";
import { AnsiReader, type Line } from "../ui/ansi";
import { OutcomeMark, TaskMark } from "../ui/icons";
import { LogView } from "../ui/log";
import { Section } from "../ui/parts";
import { honest } from "../ui/words";

interface LiveCheck {
  readonly id: string;
  title: string;
  state: "waiting" | "running" | "passed" | "flaky" | "failed" | "pending" | "skipped";
  readonly lines: Line[];
  readonly ansi: AnsiReader;
}

export class LiveRun {
  checks = new Map<string, LiveCheck>();
  stage = "";
  running = false;
  private next = 0;

  private check(id: string): LiveCheck {
    let found = this.checks.get(id);
    if (!found) this.checks.set(id, (found = { id, title: id, state: "waiting", lines: [], ansi: new AnsiReader() }));
    return found;
  }
  // True when there is more to come at once.
  take(piece: Live): boolean {
    for (const event of piece.events) {
      if (event.what === "stage") {
        if (event.text === "beginning") {
          this.checks = new Map();
          this.running = true;
        }
        this.stage = event.text;
      } else if (event.what === "planned") this.check(event.check).title = event.text;
      else if (event.what === "started") this.check(event.check).state = "running";
      else if (event.what === "line") {
        const check = this.check(event.check);
        check.lines.push(check.ansi.line(event.text));
      } else if (event.what === "finished") this.check(event.check).state = event.text as LiveCheck["state"];
      else if (event.what === "end") this.running = false;
    }
    const more = piece.events.length > 0;
    this.next = piece.next;
    return more;
  }
  get after(): number {
    return this.next;
  }
}

const k_every_ms = 600;
const k_idle_ms = 3000;

export function useLiveRun(mission: string): LiveRun {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const run = useRef(new LiveRun());
  const wake = useRef<() => void>(() => {});
  useEffect(() => {
    run.current = new LiveRun();
    let stopped = false;
    let asking = false; // two answers to one question would say every line twice
    let timer = 0;
    const ask = async (): Promise<void> => {
      if (asking) return;
      window.clearTimeout(timer);
      if (document.visibilityState === "hidden") {
        timer = window.setTimeout(ask, k_idle_ms);
        return;
      }
      asking = true;
      try {
        const piece = await get<Live>(`/api/missions/${mission}/live?after=${run.current.after}`);
        if (stopped) return;
        if (run.current.take(piece)) redraw(undefined as never);
      } catch {
        // it is shown when it comes; the record is what counts
      }
      asking = false;
      if (!stopped) timer = window.setTimeout(ask, run.current.running ? k_every_ms : k_idle_ms);
    };
    wake.current = () => void ask();
    void ask();
    return () => {
      stopped = true;
      window.clearTimeout(timer);
    };
  }, [mission]);
  useHappening((event) => {
    if (!run.current.running && (event.missionId === "" || event.missionId === mission)) wake.current();
  });
  return run.current;
}

// `chosen`: what one picked; else the one at work. `onShown` hears which it is, to go on with it afterwards.
export function LiveChecks({ run, chosen, onShown }: { run: LiveRun; chosen: string | null; onShown: (check: string) => void }) {
  const checks = [...run.checks.values()];
  const shown = run.checks.get(chosen ?? "") ?? checks.find((check) => check.state === "running" && check.lines.length > 0) ?? checks.find((check) => check.lines.length > 0) ?? checks[0];
  if (shown) onShown(shown.id);
  return (
    <Section title="Verifying" note={run.stage}>
      <div class="master">
        <ul class="check-list">
          {checks.map((check) => (
            <li key={check.id}>
              <button type="button" aria-pressed={shown?.id === check.id} onClick={() => setQuery({ check: check.id })}>
                {check.state === "running" ? <TaskMark state="running" /> : <OutcomeMark outcome={check.state === "waiting" ? "pending" : check.state} word="" />}
                <span>
                  {honest(check.title)}
                  <span class="hidden">, {check.state}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <div class="check-detail">{shown && shown.lines.length > 0 ? <LogView key={shown.id} lines={shown.lines} label={`Output of ${shown.title}`} live={shown.state === "running"} /> : <p class="muted">No output yet.</p>}</div>
      </div>
    </Section>
  );
}
