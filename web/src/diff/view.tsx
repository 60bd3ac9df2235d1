// A change, unified or side by side, with its files as a tree, what was said of its lines, and as much around its hunks
// as one asks for. Only the rows on screen exist: a patch of fifty thousand lines is
// as quick as one of ten. Every row has a height that is known beforehand.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { get, Problem } from "../api/client";
import type { CommentList, Diff, Lines as LinesDocument } from "../api/documents";
import { useDocument } from "../api/live";
import { useMayDecide } from "../ui/decide";
import { useShortcuts } from "../ui/keys";
import { Empty, Lines } from "../ui/parts";
import { say } from "../ui/toasts";
import { plural } from "../ui/words";
import { type Comment, CommentDialog, commentsAt, commentsPath, type Place, type Subject } from "./comments";
import { type Around, asked, type Direction, type Gap, surround } from "./context";
import { type MarginPiece, marginOf } from "./margin";
import { ChangedWords, Colours } from "./painted";
import { type DiffFile, parsePatch } from "./parse";
import { DiffRow, k_widest, MarginSign } from "./row";
import { heightOf, inReadingOrder, k_row, rowsOf, type Row } from "./rows";
import { FileTree } from "./tree";
import { useViewed } from "./viewed";

const k_spare = 30; // rows beyond the edges of the screen
const k_bar = 16; // of scrolling sideways

// What was fetched around the hunks, by file.
function useAround(diff: Diff): { around: ReadonlyMap<string, Around>; show: (file: DiffFile, gap: Gap, direction: Direction) => void } {
  const [around, setAround] = useState<ReadonlyMap<string, Around>>(new Map());
  useEffect(() => setAround(new Map()), [diff.from, diff.to]);
  const show = async (file: DiffFile, gap: Gap, direction: Direction): Promise<void> => {
    const { first, last } = asked(gap, direction);
    const of = diff.taskId !== "" ? `task=${encodeURIComponent(diff.taskId)}` : `mission=${encodeURIComponent(diff.missionId)}`;
    try {
      const found = await get<LinesDocument>(`/api/lines?${of}&path=${encodeURIComponent(file.path)}&first=${first}&last=${last}`);
      if (found.commit !== diff.to) return say("The work has changed since this was opened.", "bad");
      setAround((known) => {
        const old = known.get(file.path);
        const lines = new Map(old?.lines);
        found.lines.forEach((text, i) => lines.set(found.first + i, text));
        return new Map(known).set(file.path, { lines, total: found.total });
      });
    } catch (error) {
      say(error instanceof Problem ? error.message : String(error), "bad");
    }
  };
  return { around, show: (file, gap, direction) => void show(file, gap, direction) };
}

function useWide(): boolean {
  const query = "(min-width: 900px)";
  const [wide, setWide] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const list = window.matchMedia(query);
    const changed = (): void => setWide(list.matches);
    list.addEventListener("change", changed);
    return () => list.removeEventListener("change", changed);
  }, []);
  return wide;
}

function chosenForm(): boolean {
  try {
    return window.localStorage.getItem("diff") === "split";
  } catch {
    return false;
  }
}

const k_none: readonly MarginPiece[] = [];
const k_silence: readonly Comment[] = [];
const k_nobody: Subject["tasks"] = [];

// `pieces`: what is known of the change's lines, shown in the margin. `tasks`: of a mission, those a comment may be for.
// `place`: the line of a file that is shown first.
export interface DiffPlace {
  readonly file: string;
  readonly line: number;
}
interface DiffProps {
  readonly diff: Diff;
  readonly pieces?: readonly MarginPiece[];
  readonly tasks?: Subject["tasks"];
  readonly place?: DiffPlace | null;
}
export function DiffView({ diff, pieces = k_none, tasks = k_nobody, place = null }: DiffProps) {
  const parsed = useMemo(() => inReadingOrder(parsePatch(diff.patch), diff.files), [diff.patch]);
  const { around, show } = useAround(diff);
  const shown = useMemo(() => parsed.map((file) => surround(file, around.get(file.path))), [parsed, around]);
  const files = useMemo(() => shown.map((each) => each.file), [shown]);
  const subject: Subject = { mission: diff.missionId, task: diff.taskId, tasks };
  const comments = useDocument<CommentList>(commentsPath(subject)).data?.comments ?? k_silence;
  const said = useMemo(() => files.map((file) => commentsAt(file, comments)), [files, comments]);
  const [writing, setWriting] = useState<{ readonly place: Place | null } | null>(null);
  const may = useMayDecide();
  const { viewed, mark } = useViewed(diff.taskId || diff.missionId, parsed);
  const [tree, setTree] = useState(false);
  const facts = useMemo(() => new Map(diff.files.map((file) => [file.path, file])), [diff.files]);
  const wide = useWide();
  const [wanted, setWanted] = useState(chosenForm);
  const split = wanted && wide;
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set([...viewed].filter((path) => path !== place?.file)));
  const margins = useMemo(() => files.map((file) => marginOf(file, pieces)), [files, pieces]);
  const marked = margins.some((margin) => margin.size > 0);
  const rows = useMemo(() => rowsOf(shown, margins, said, folded, split), [shown, margins, said, folded, split]);
  const tops = useMemo(() => {
    const out = new Float64Array(rows.length + 1);
    rows.forEach((row, i) => (out[i + 1] = (out[i] ?? 0) + heightOf(row)));
    return out;
  }, [rows]);
  const colours = useMemo(() => files.map((file) => new Colours(file)), [files]);
  const changed = useMemo(() => files.map((file) => new ChangedWords(file)), [files]);
  const widest = useMemo(() => {
    let most = 40;
    for (const file of files) for (const line of file.lines) if (line.text.length > most) most = line.text.length;
    return Math.min(most, k_widest);
  }, [files]);
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ from: 0, to: 60 });

  const look = (): void => {
    const element = box.current;
    if (!element) return;
    const top = element.scrollTop;
    const from = Math.max(0, at(tops, top) - k_spare);
    const to = Math.min(rows.length, at(tops, top + element.clientHeight) + k_spare);
    setView((old) => (old.from === from && old.to === to ? old : { from, to }));
  };
  useLayoutEffect(look, [rows]);
  const meant = useMemo(() => rowOf(rows, files, place), [rows, files, place]);
  useLayoutEffect(() => {
    if (meant >= 0 && box.current) box.current.scrollTop = Math.max(0, (tops[meant] ?? 0) - 4 * k_row);
  }, [place]); // not when rows come and go above it
  useEffect(() => {
    window.addEventListener("resize", look);
    return () => window.removeEventListener("resize", look);
  });
  const choose = (next: boolean): void => {
    setWanted(next);
    try {
      window.localStorage.setItem("diff", next ? "split" : "unified");
    } catch {
      // not remembered, then
    }
  };
  const jump = (file: number): void => {
    const row = rows.findIndex((each) => each.kind === "file" && each.file === file);
    if (row >= 0 && box.current) box.current.scrollTop = tops[row] ?? 0;
  };
  const stepFile = (by: number): void => {
    const top = box.current?.scrollTop ?? 0;
    const here = rows[at(tops, top + 1)]?.file ?? 0;
    jump(Math.max(0, Math.min(files.length - 1, here + by)));
  };
  useShortcuts([
    { keys: "u", what: "Unified diff", run: () => choose(false) },
    { keys: "s", what: "Side-by-side diff", run: () => choose(true) },
    { keys: "n", what: "Next file", run: () => stepFile(1) },
    { keys: "p", what: "Previous file", run: () => stepFile(-1) },
    { keys: "t", what: "Files of the diff", run: () => setTree(!tree) },
    ...(may ? [{ keys: "c", what: "Comment on the diff", run: () => setWriting({ place: null }) }] : []),
  ]);
  if (files.length === 0) return <Empty title="No changes" />;
  const toggle = (path: string): void => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  const see = (path: string, seen: boolean): void => {
    mark(path, seen);
    if (folded.has(path) !== seen) toggle(path);
  };
  return (
    <div class={tree ? "diff with-tree" : "diff"}>
      <div class="diff-bar">
        <button type="button" class="button small" aria-pressed={tree} onClick={() => setTree(!tree)}>
          Files
        </button>
        <span>
          {plural(files.length, "file")} <Lines added={diff.added} removed={diff.removed} />
          {viewed.size > 0 && <span class="muted"> · {viewed.size} viewed</span>}
        </span>
        {may && (
          <button type="button" class="button small" onClick={() => setWriting({ place: null })}>
            Comment
          </button>
        )}
        {marked && (
          <span class="muted">
            Margin: <MarginSign proven={true} /> proven, <MarginSign proven={false} /> not proven
          </span>
        )}
        <label class="select diff-jump">
          <span class="hidden">Go to file</span>
          <select value="" onChange={(event) => jump(Number(event.currentTarget.value))}>
            <option value="">Go to file…</option>
            {files.map((file, i) => (
              <option key={file.path} value={i}>
                {file.path}
              </option>
            ))}
          </select>
        </label>
        <div class="switch" role="group" aria-label="Form of the diff">
          <button type="button" aria-pressed={!split} onClick={() => choose(false)}>
            Unified
          </button>
          <button type="button" aria-pressed={split} disabled={!wide} onClick={() => choose(true)}>
            Side by side
          </button>
        </div>
      </div>
      {tree && <FileTree files={files} viewed={viewed} go={jump} />}
      <div ref={box} class={split ? "diff-box split" : "diff-box"} tabIndex={0} role="region" aria-label="Changes" style={{ height: `min(78vh, 1000px, ${(tops[rows.length] ?? 0) + k_bar}px)` }} onScroll={look}>
        <div class="diff-space" style={{ height: `${tops[rows.length] ?? 0}px`, minWidth: split ? "100%" : `calc(${widest}ch + 9rem)` }}>
          {rows.slice(view.from, view.to).map((row, i) => (
            <DiffRow
              key={view.from + i}
              row={row}
              here={view.from + i === meant}
              top={tops[view.from + i] ?? 0}
              file={files[row.file] as DiffFile}
              facts={facts.get(files[row.file]?.path ?? "")}
              colours={colours[row.file] as Colours}
              changed={changed[row.file] as ChangedWords}
              viewed={viewed.has(files[row.file]?.path ?? "")}
              see={see}
              show={show}
              comment={may ? (place) => setWriting({ place }) : null}
              margin={marked ? margins[row.file] : undefined}
              folded={folded.has(files[row.file]?.path ?? "")}
              toggle={toggle}
            />
          ))}
        </div>
      </div>
      {writing && <CommentDialog subject={subject} place={writing.place} files={files} onClose={() => setWriting(null)} />}
      {diff.truncated && <p class="note tone-warn">The patch is larger than what is shown here. `git diff` shows all of it.</p>}
    </div>
  );
}

// The row of a place; of a line that is not shown the one before it, of a file alone its head.
function rowOf(rows: readonly Row[], files: readonly DiffFile[], place: DiffPlace | null): number {
  let found = -1;
  if (place === null) return found;
  rows.forEach((row, i) => {
    if (files[row.file]?.path !== place.file) return;
    const line = row.kind === "line" ? row.line.after : row.kind === "pair" ? (row.pair.right?.after ?? 0) : row.kind === "file" ? 0 : -1;
    if (line >= 0 && line <= place.line && (line > 0 || found < 0)) found = i;
  });
  return found;
}

// The row that covers this height.
function at(tops: Float64Array, y: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}
