// A task's run as bars, read off its checkpoints and its checkers: each attempt, what it waited for, and how it ended.
import { checkpointKinds } from "../api/checkpoint_kinds";
import type { Checkpoint, Task } from "../api/types";
import { duration } from "../ui/words";

export type Tone = "run" | "good" | "bad" | "wait" | "check" | "held";
export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly tone: Tone;
  readonly label: string;
}

const bar = (from: number, to: number, tone: Tone, what: string): Bar => ({ from, to, tone, label: to > from ? `${what}, ${duration(to - from)}` : what });

// How a checkpoint's detail names what was started.
const startOf = (detail: string): string => /^attempt \d+, round \d+/.exec(detail)?.[0] ?? "attempt";

type Stage = { readonly kind: "work" | "ready" | "asked" | "blocked"; readonly from: number } | null;

class Reader {
  readonly bars: Bar[] = [];
  private stage: Stage = null;
  private name = "";
  private work = -1; // index of the latest attempt's bar

  take(checkpoint: Checkpoint): void {
    const at = Date.parse(checkpoint.createdAt);
    const word = checkpoint.title.split(":", 1)[0] ?? "";
    const { attempt } = checkpointKinds[checkpoint.kind];
    if (attempt === "begins") {
      this.end(at);
      this.name = startOf(checkpoint.detail);
      this.stage = { kind: "work", from: at };
    } else if (word === "Ready for its check") {
      this.end(at);
      this.stage = { kind: "ready", from: at };
    } else if (word === "Blocked") {
      this.end(at);
      this.stage = { kind: checkpoint.detail.startsWith("waits for an answer") ? "asked" : "blocked", from: at };
    } else if (attempt === "succeeds") {
      this.end(at);
      const done = this.bars[this.work];
      if (done) this.bars[this.work] = { ...done, tone: "good" };
      this.bars.push(bar(at, at, "good", word.toLowerCase()));
    } else if (attempt === "fails") {
      this.end(at, word.toLowerCase());
    } else if (attempt === "ends") {
      this.end(at);
    }
  }
  // `failed`: how the attempt came to a bad end.
  private end(at: number, failed = ""): void {
    const stage = this.stage;
    this.stage = null;
    if (stage === null) return;
    if (stage.kind === "work") this.work = this.bars.push(bar(stage.from, at, failed === "" ? "run" : "bad", failed === "" ? this.name : `${this.name}: ${failed}`)) - 1;
    else if (stage.kind === "ready") this.bars.push(bar(stage.from, at, "wait", "waited for a decision"));
    else if (stage.kind === "asked") this.bars.push(bar(stage.from, at, "wait", "asked, and waited for the answer"));
    else this.bars.push(bar(stage.from, at, "held", "blocked"));
  }
  // How things stand at the end of the record.
  close(now: number): readonly Bar[] {
    const stage = this.stage;
    if (stage?.kind === "blocked") this.bars.push(bar(stage.from, stage.from, "held", "blocked")); // a mark: the picture is of what ran
    else this.end(now);
    return this.bars;
  }
}

// What of a bar none of these covers.
function without(whole: Bar, others: readonly Bar[]): Bar[] {
  const out: Bar[] = [];
  let from = whole.from;
  for (const other of others) {
    if (other.to <= from || other.from >= whole.to) continue;
    if (other.from > from) out.push(bar(from, other.from, whole.tone, "waited for its checker"));
    from = other.to;
  }
  if (from < whole.to) out.push(from === whole.from ? whole : bar(from, whole.to, whole.tone, "waited for a decision"));
  return out;
}

export function barsOf(task: Task, checkpoints: readonly Checkpoint[], checkers: readonly Task[], now: number): Bar[] {
  const reader = new Reader();
  for (const checkpoint of checkpoints) if (checkpoint.taskId === task.id) reader.take(checkpoint);
  const ended = task.state === "running" || task.state === "ready" || task.state === "blocked" ? now : Date.parse(task.updated_at);
  const bars = reader.close(ended);
  const checks = checkers
    .filter((checker) => checker.checker_for_task_id === task.id && checker.started_at !== null)
    .map((checker) => {
      const from = Date.parse(checker.started_at ?? "");
      const word = checker.state === "completed" ? "check passed" : checker.state === "failed" ? "check found problems" : checker.state === "running" ? "checking" : `check ${checker.state}`;
      return bar(from, checker.finished_at ? Date.parse(checker.finished_at) : now, "check", word);
    })
    .sort((a, b) => a.from - b.from);
  if (bars.length === 0 && task.started_at) {
    const end = task.finished_at ? Date.parse(task.finished_at) : now;
    return [bar(Date.parse(task.started_at), end, task.state === "completed" ? "good" : task.state === "failed" ? "bad" : "run", task.state), ...checks];
  }
  return [...bars.flatMap((each) => (each.tone === "wait" && each.label.startsWith("waited") ? without(each, checks) : [each])), ...checks].sort((a, b) => a.from - b.from || a.to - b.to);
}

// Each deploy, from its beginning to its end.
export function deploysOf(checkpoints: readonly Checkpoint[], now: number): Bar[] {
  const out: Bar[] = [];
  let from: number | null = null;
  for (const checkpoint of checkpoints) {
    const state = /^Deploy: (\w+)$/.exec(checkpoint.title)?.[1];
    if (state === undefined) continue;
    const at = Date.parse(checkpoint.createdAt);
    if (state !== "running" && from !== null) out.push(bar(from, at, state === "succeeded" ? "good" : "bad", `deploy ${state}`));
    from = state === "running" ? at : null;
  }
  if (from !== null) out.push(bar(from, now, "run", "deploying"));
  return out;
}

// ---- time as it is drawn

export interface Break {
  readonly from: number;
  readonly to: number;
}
export interface Scale {
  readonly at: (time: number) => number; // 0 to 1
  readonly breaks: readonly Break[];
  readonly drawn: number; // milliseconds that are drawn to scale
}

const k_least_break = 20_000;
const k_break_part = 0.06; // of what is drawn to scale

// When something was done, in order and without overlap. Waiting is no work, nor is being blocked.
function workIn(bars: readonly Bar[]): Break[] {
  const out: { from: number; to: number }[] = [];
  for (const each of bars.filter((one) => one.tone !== "wait" && one.tone !== "held").sort((a, b) => a.from - b.from)) {
    const last = out[out.length - 1];
    if (last && each.from <= last.to) last.to = Math.max(last.to, each.to);
    else out.push({ from: each.from, to: each.to });
  }
  return out;
}

// A night in which nobody decided would leave nothing to see of the minutes in which everything was done: where nothing
// was done for longer than all the work took, time is drawn as a short break.
export function scaleOf(bars: readonly Bar[], begin: number, finish: number): Scale {
  const work = workIn(bars);
  const least = Math.max(k_least_break, work.reduce((sum, each) => sum + each.to - each.from, 0));
  const breaks: Break[] = [];
  let free = begin;
  for (const each of [...work, { from: finish, to: finish }]) {
    if (each.from - free > least) breaks.push({ from: free, to: each.from });
    free = Math.max(free, each.to);
  }
  const left = breaks.reduce((sum, each) => sum + each.to - each.from, 0);
  const drawn = Math.max(finish - begin - left, 1000);
  const part = drawn * k_break_part;
  const whole = drawn + breaks.length * part;
  const at = (time: number): number => {
    let out = time - begin;
    for (const each of breaks) {
      if (time <= each.from) break;
      const over = Math.min(time, each.to) - each.from;
      out += (over / (each.to - each.from)) * part - over;
    }
    return Math.min(1, Math.max(0, out / whole));
  };
  return { at, breaks, drawn };
}
