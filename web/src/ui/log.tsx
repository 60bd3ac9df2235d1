// Output of programs: coloured text, only ever text. Rows on screen alone exist; a running log is
// followed as long as one looks at its end.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { at as addressOf, getPart, getStream, Problem } from "../api/client";
import { AnsiReader, type Line, linesOf } from "./ansi";
import { Empty, Failure } from "./parts";
import { placesIn } from "./places";
import { honest, plural } from "./words";

const k_row = 19;
const k_most = 400_000; // lines that are kept; a log of that size is read with other tools

// Where a place of the output leads to; nothing: nowhere.
export type PlaceLink = (path: string, line: number) => string | undefined;

export interface Mark {
  readonly line: number; // 1-based
  readonly begin: number;
  readonly end: number;
  readonly tone: "bad" | "warn";
}

// What came of a text that is read line by line, by a reader that is made anew for each reading.
export interface Read<T> {
  readonly lines: readonly T[];
  readonly problem: Problem | undefined;
  readonly done: boolean;
}
export type MakeReader<T> = () => (line: string, into: T[]) => void;

const coloured: MakeReader<Line> = () => {
  const ansi = new AnsiReader();
  return (line, into) => into.push(ansi.line(line));
};
export const useLog = (path: string | null): Read<Line> => useLines(path, coloured);

function useSeen(): boolean {
  const [seen, setSeen] = useState(document.visibilityState !== "hidden");
  useEffect(() => {
    const look = (): void => setSeen(document.visibilityState !== "hidden");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return seen;
}

// Reads an address to its end, and goes on while the server does.
export function useLines<T>(path: string | null, make: MakeReader<T>): Read<T> {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const state = useRef<Reading<T>>({ lines: [], problem: undefined, done: false });
  const seen = useSeen() || !path?.includes("follow=true"); // a followed log holds one of the browser's few connections
  useEffect(() => {
    if (!seen) return undefined;
    state.current = { lines: [], problem: undefined, done: path === null };
    redraw(undefined as never);
    if (path === null) return undefined;
    const stop = new AbortController();
    const draw = (): void => redraw(undefined as never);
    void follow(path, stop.signal, make, state, draw);
    return () => stop.abort();
  }, [path, seen]);
  return state.current;
}

interface Reading<T> {
  lines: T[];
  problem: Problem | undefined;
  done: boolean;
}

const k_again_ms = 1500;

// Reads it. What broke off is read anew, and so is a followed log whose server ended: whoever asked stops asking
// to follow when the task ends. What was there stays until the new reading has caught up.
async function follow<T>(path: string, signal: AbortSignal, make: MakeReader<T>, shown: { current: Reading<T> }, redraw: () => void): Promise<void> {
  let into = shown.current;
  for (;;) {
    const had = shown.current.lines.length;
    await read(path, signal, make, into, () => {
      if (into.lines.length >= had || (into.done && !into.problem?.passing)) shown.current = into;
      redraw();
    });
    const goesOn = into.problem === undefined ? path.includes("follow=true") : into.problem.passing;
    if (signal.aborted || !goesOn) return;
    await new Promise((resolve) => window.setTimeout(resolve, k_again_ms));
    if (signal.aborted) return;
    into = { lines: [], problem: undefined, done: false };
  }
}

async function read<T>(path: string, signal: AbortSignal, make: MakeReader<T>, into: Reading<T>, redraw: () => void): Promise<void> {
  let frame = 0;
  const soon = (): void => {
    if (frame === 0) frame = window.requestAnimationFrame(() => ((frame = 0), redraw()));
  };
  try {
    const stream = await getStream(path, signal);
    const reader = stream?.getReader();
    const decoder = new TextDecoder();
    const take = make();
    let rest = "";
    while (reader) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) take(line, into.lines);
      if (done) {
        if (rest !== "") take(rest, into.lines);
        break;
      }
      if (into.lines.length > k_most) into.lines.splice(0, into.lines.length - k_most);
      soon();
    }
  } catch (error) {
    if (signal.aborted) return;
    into.problem = error instanceof Problem ? error : new Problem(0, "", String(error));
  }
  into.done = true;
  redraw();
}

export function LogOf({ path, label, empty, link }: { path: string; label: string; empty?: string; link?: PlaceLink }) {
  const log = useLog(path);
  return <ReadLines read={log} {...(empty === undefined ? {} : { empty })}>{(lines) => <LogView lines={lines} label={label} live={!log.done} {...(link ? { link } : {})} />}</ReadLines>;
}

const k_window = 2 << 20; // bytes of a huge output that are there at once
const k_megabyte = 1 << 20;

// Evidence of any size: the whole where that is little, else a window that is moved. One begins at the end, where what
// went wrong is said.
export function LogOfSize({ path, bytes, label, link }: { path: string; bytes: number; label: string; link?: PlaceLink }) {
  return bytes <= k_window ? <LogOf path={path} label={label} {...(link ? { link } : {})} /> : <WindowedLog path={path} bytes={bytes} label={label} {...(link ? { link } : {})} />;
}

function WindowedLog({ path, bytes, label, link }: { path: string; bytes: number; label: string; link?: PlaceLink }) {
  const last = bytes - k_window;
  const [from, setFrom] = useState(last);
  const [shown, setShown] = useState<{ from: number; text: string } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    setProblem(null);
    getPart(path, from, from + k_window, stop.signal)
      .then((text) => setShown({ from, text: from > 0 ? text.slice(text.indexOf("\n") + 1) : text })) // from the first whole line
      .catch((error: unknown) => stop.signal.aborted || setProblem(error instanceof Problem ? error : new Problem(0, "", String(error))));
    return () => stop.abort();
  }, [path, from]);
  const at = (offset: number): string => (offset / k_megabyte).toFixed(1);
  const move = (word: string, to: number) => (
    <button type="button" disabled={to === from} onClick={() => setFrom(to)}>
      {word}
    </button>
  );
  return (
    <>
      <div class="log-window">
        <span class="muted">
          {at(from)} to {at(Math.min(bytes, from + k_window))} of {at(bytes)} MiB
        </span>
        <div class="switch" role="group" aria-label="Part of the output">
          {move("Beginning", 0)}
          {move("Earlier", Math.max(0, from - k_window))}
          {move("Later", Math.min(last, from + k_window))}
          {move("End", last)}
        </div>
        <a href={addressOf(path)} target="_blank" rel="noopener">
          All of it
        </a>
      </div>
      {problem && <Failure problem={problem} />}
      {shown ? <LogText key={shown.from} text={shown.text} label={label} end={shown.from > 0} numbers={shown.from === 0} {...(link ? { link } : {})} /> : !problem && <p class="muted">Loading…</p>}
    </>
  );
}

// What there is of it, or why there is nothing.
export function ReadLines<T>({ read, empty, children }: { read: Read<T>; empty?: string; children: (lines: readonly T[]) => ComponentChildren }) {
  if (read.problem && read.lines.length === 0) {
    return read.problem.status === 404 ? <Empty title={empty ?? "Nothing was printed"} /> : <Failure problem={read.problem} />;
  }
  if (read.lines.length === 0) return read.done ? <Empty title={empty ?? "Nothing was printed"} /> : <p class="muted">Waiting for output…</p>;
  return <>{children(read.lines)}</>;
}

interface TextProps extends Pick<LogProps, "label" | "marks" | "at" | "link" | "numbers"> {
  readonly text: string;
  readonly end?: boolean; // shown from its end
}
export function LogText({ text, end, ...rest }: TextProps) {
  const lines = useMemo(() => linesOf(text), [text]);
  if (lines.length === 0) return <Empty title="Nothing was printed" />;
  return <LogView lines={lines} {...rest} {...(end ? { at: lines.length } : {})} />;
}

interface LogProps {
  lines: readonly Line[];
  label: string;
  live?: boolean;
  marks?: readonly Mark[];
  at?: number; // the line to show
  link?: PlaceLink;
  numbers?: boolean; // false: it is a part, whose lines have no known numbers
}

export function LogView({ lines, label, live, marks, at, link, numbers = true }: LogProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ from: 0, to: 80 });
  const follow = useRef(live ?? false);
  const marked = useMemo(() => {
    const out = new Map<number, Mark[]>();
    for (const mark of marks ?? []) out.set(mark.line, [...(out.get(mark.line) ?? []), mark]);
    return out;
  }, [marks]);
  const look = (): void => {
    const element = box.current;
    if (!element) return;
    follow.current = (live ?? false) && element.scrollTop + element.clientHeight >= element.scrollHeight - 2 * k_row;
    const from = Math.max(0, Math.floor(element.scrollTop / k_row) - 20);
    const to = Math.min(lines.length, Math.ceil((element.scrollTop + element.clientHeight) / k_row) + 20);
    setView((old) => (old.from === from && old.to === to ? old : { from, to }));
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (element && follow.current) element.scrollTop = element.scrollHeight;
    look();
  }, [lines.length]);
  useLayoutEffect(() => {
    if (at !== undefined && box.current) box.current.scrollTop = Math.max(0, (at - 4) * k_row);
  }, [at]);
  const digits = String(lines.length).length;
  return (
    <div class="log">
      <div ref={box} class="log-box" tabIndex={0} role="log" aria-live="off" aria-label={label} onScroll={look}>
        <div class="log-space" style={{ height: `${lines.length * k_row}px` }}>
          {lines.slice(view.from, Math.max(view.to, view.from)).map((line, i) => {
            const number = view.from + i + 1;
            return (
              <div key={number} class={at === number ? "log-row here" : "log-row"} style={{ transform: `translateY(${(number - 1) * k_row}px)` }}>
                <span class="gutter" style={{ width: `${digits + 1}ch` }}>
                  {numbers ? number : ""}
                </span>
                <code class="code">{marked.has(number) ? <Marked line={line} marks={marked.get(number) ?? []} /> : link ? <Linked line={line} link={link} /> : <Pieces line={line} />}</code>
              </div>
            );
          })}
        </div>
      </div>
      <p class="log-foot">
        {plural(lines.length, "line")}
        {live && <span class="live-dot"> · running</span>}
      </p>
    </div>
  );
}

export function Pieces({ line }: { line: Line }) {
  return <>{line.map((piece) => (piece.style === "" ? honest(piece.text) : <span class={piece.style}>{honest(piece.text)}</span>))}</>;
}

// Places are looked for in each piece of one style: runners colour a place as a whole.
function Linked({ line, link }: { line: Line; link: PlaceLink }) {
  return <>{line.map((piece) => (piece.style === "" ? <PlacesIn text={piece.text} link={link} /> : <span class={piece.style}><PlacesIn text={piece.text} link={link} /></span>))}</>;
}

function PlacesIn({ text, link }: { text: string; link: PlaceLink }) {
  const out = [];
  let at = 0;
  for (const place of placesIn(text)) {
    const to = link(place.path, place.line);
    if (to === undefined) continue;
    out.push(honest(text.slice(at, place.begin)));
    out.push(
      <a class="place" href={to}>
        {honest(text.slice(place.begin, place.end))}
      </a>,
    );
    at = place.end;
  }
  out.push(honest(text.slice(at)));
  return <>{out}</>;
}

// Spans count bytes of the line as it was judged, which are characters for nearly all logs.
function Marked({ line, marks }: { line: Line; marks: readonly Mark[] }) {
  const text = line.map((piece) => piece.text).join("");
  const out = [];
  let at = 0;
  for (const mark of [...marks].sort((a, b) => a.begin - b.begin)) {
    const whole = mark.end <= mark.begin; // the line itself is the place
    const begin = Math.max(at, whole ? 0 : Math.min(mark.begin, text.length));
    const end = Math.max(begin, whole ? text.length : Math.min(mark.end, text.length));
    if (begin > at) out.push(honest(text.slice(at, begin)));
    out.push(<mark class={`mark-${mark.tone}`}>{honest(text.slice(begin, end) || " ")}</mark>);
    at = end;
  }
  if (at < text.length) out.push(honest(text.slice(at)));
  return <>{out}</>;
}
