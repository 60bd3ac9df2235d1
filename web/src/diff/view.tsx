// A change, unified or side by side, with its files as a tree, what was said of its lines, and as much around its hunks
// as one asks for. Only the rows on screen exist: a patch of fifty thousand lines is
// as quick as one of ten. Every row has a height that is known beforehand.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { get, Problem } from "../api/client";
import type { CommentList, Diff, Lines as LinesDocument } from "../api/documents";
import { useDocument } from "../api/live";
import type { ChangedFile } from "../api/types";
import { useMayDecide } from "../ui/decide";
import { useShortcuts } from "../ui/keys";
import { Badge, Empty, Lines } from "../ui/parts";
import { say } from "../ui/toasts";
import { honest, plural } from "../ui/words";
import { type Comment, CommentDialog, commentsAt, commentsPath, commentTitle, type Place, placeOf, type Subject, wrapped } from "./comments";
import { type Around, asked, type Direction, type Gap, surround, type Surrounded } from "./context";
import { languageOf, tokensOf, type Open, type Token } from "./highlight";
import { type Margin, type MarginMark, type MarginPiece, marginOf } from "./margin";
import { type DiffFile, type DiffLine, type PairRow, parsePatch, sideBySide } from "./parse";
import { FileTree } from "./tree";
import { useViewed } from "./viewed";
import { changedWords, cut, pairsIn, type Range } from "./words";

type Row =
  | { readonly kind: "file"; readonly file: number }
  | { readonly kind: "note"; readonly file: number; readonly text: string }
  | { readonly kind: "piece"; readonly file: number; readonly words: string }
  | { readonly kind: "gap"; readonly file: number; readonly gap: Gap }
  | { readonly kind: "comment"; readonly file: number; readonly comment: Comment; readonly lines: readonly string[] }
  | { readonly kind: "line"; readonly file: number; readonly line: DiffLine }
  | { readonly kind: "pair"; readonly file: number; readonly pair: PairRow };

const k_row = 20;
const k_header = 40;
const k_spare = 30; // rows beyond the edges of the screen
const k_widest = 1000; // characters of a line that are shown

const k_bar = 16; // of scrolling sideways
const k_gap = 28;
const heightOf = (row: Row): number => (row.kind === "file" ? k_header : row.kind === "gap" ? k_gap : row.kind === "comment" ? (row.lines.length + 1) * k_row + 8 : k_row);

// Tests first: a change to what proves the work is the first thing to look at. Then what is out of scope.
export function inReadingOrder(files: readonly DiffFile[], about: readonly ChangedFile[]): DiffFile[] {
  const facts = new Map(about.map((file) => [file.path, file]));
  const rank = (file: DiffFile): number => {
    const known = facts.get(file.path);
    if (known?.role === "test" || known?.role === "snapshot") return 0;
    if (known && !known.inScope) return 1;
    if (known && ["lockfile", "generated", "vendored"].includes(known.role)) return 3;
    return 2;
  };
  return [...files].map((file, at) => ({ file, at })).sort((a, b) => rank(a.file) - rank(b.file) || a.at - b.at).map(({ file }) => file);
}

// What is not proven is said in words below its last line.
function pieceBelow(lines: readonly (DiffLine | null)[], margin: Margin | undefined): MarginPiece | undefined {
  const marks = lines.map((line) => line && margin?.get(line));
  return marks.find((mark) => mark?.ends && !mark.piece.proven)?.piece;
}

type Said = ReadonlyMap<DiffLine, readonly Comment[]>;

function rowsOf(shown: readonly Surrounded[], margins: readonly Margin[], said: readonly Said[], folded: ReadonlySet<string>, split: boolean): Row[] {
  const rows: Row[] = [];
  shown.forEach(({ file, gaps }, index) => {
    const add = (row: Row, lines: readonly (DiffLine | null)[]): void => {
      const gap = lines[0] ? gaps.get(lines[0]) : undefined;
      if (gap) {
        rows.push({ kind: "gap", file: index, gap });
        return;
      }
      rows.push(row);
      const piece = pieceBelow(lines, margins[index]);
      if (piece) rows.push({ kind: "piece", file: index, words: piece.words });
      for (const line of new Set(lines)) {
        for (const comment of (line && said[index]?.get(line)) ?? []) rows.push({ kind: "comment", file: index, comment, lines: wrapped(comment.text) });
      }
    };
    rows.push({ kind: "file", file: index });
    if (folded.has(file.path)) return;
    if (file.lines.length === 0) rows.push({ kind: "note", file: index, text: file.notes.join(", ") || "no lines changed" });
    else if (split) for (const pair of sideBySide(file.lines)) add({ kind: "pair", file: index, pair }, [pair.left, pair.right]);
    else for (const line of file.lines) add({ kind: "line", file: index, line }, [line]);
  });
  return rows;
}

// Colours of a file's lines, made from its beginning up to the line that is asked for.
class Colours {
  private readonly made = new Map<DiffLine, Token[]>();
  private upTo = 0;
  private oldOpen: Open | null = null;
  private newOpen: Open | null = null;
  private readonly language;
  constructor(private readonly file: DiffFile) {
    this.language = languageOf(file.path);
  }
  of(line: DiffLine): Token[] {
    while (!this.made.has(line) && this.upTo < this.file.lines.length) this.next(this.file.lines[this.upTo++] as DiffLine);
    return this.made.get(line) ?? [{ text: line.text, kind: "" }];
  }
  private next(line: DiffLine): void {
    if (line.sign === "@") {
      this.oldOpen = this.newOpen = null;
      return;
    }
    const { tokens, open } = tokensOf(line.text, this.language, line.sign === "-" ? this.oldOpen : this.newOpen);
    if (line.sign !== "+") this.oldOpen = open;
    if (line.sign !== "-") this.newOpen = open;
    this.made.set(line, tokens);
  }
}

// The words that changed within lines that stand for each other, compared when a line is first drawn.
class ChangedWords {
  private readonly made = new Map<DiffLine, readonly Range[]>();
  private pairs: Map<DiffLine, DiffLine> | undefined;
  constructor(private readonly file: DiffFile) {}
  of(line: DiffLine): readonly Range[] {
    if (line.sign !== "-" && line.sign !== "+") return k_no_ranges;
    const known = this.made.get(line);
    if (known) return known;
    this.pairs ??= pairsIn(this.file.lines);
    const other = this.pairs.get(line);
    const [before, after] = line.sign === "-" ? [line, other] : [other, line];
    const found = before && after ? changedWords(before.text, after.text) : null;
    if (before) this.made.set(before, found?.before ?? k_no_ranges);
    if (after) this.made.set(after, found?.after ?? k_no_ranges);
    return this.made.get(line) ?? k_no_ranges;
  }
}
const k_no_ranges: readonly Range[] = [];

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

interface RowProps {
  row: Row;
  here: boolean;
  top: number;
  file: DiffFile;
  facts: ChangedFile | undefined;
  colours: Colours;
  changed: ChangedWords;
  margin: Margin | undefined;
  folded: boolean;
  toggle: (path: string) => void;
  viewed: boolean;
  see: (path: string, seen: boolean) => void;
  show: (file: DiffFile, gap: Gap, direction: Direction) => void;
  comment: ((place: Place) => void) | null; // null: who looks may not
}

function DiffRow({ row, here, top, file, facts, colours, changed, margin, folded, toggle, viewed, see, show, comment }: RowProps) {
  const place = { transform: `translateY(${top}px)` };
  const notes = file.notes.filter((note) => note !== facts?.role); // "binary" is said once
  switch (row.kind) {
    case "file":
      return (
        <div class="diff-file" style={place}>
          <button type="button" class="bare diff-fold" aria-expanded={!folded} onClick={() => toggle(file.path)}>
            <span class="diff-path">{honest(file.oldPath !== "" && file.oldPath !== file.path ? `${file.oldPath} → ${file.path}` : file.path)}</span>
          </button>
          {facts && (facts.role === "test" || facts.role === "snapshot") && <Badge tone="info">Test</Badge>}
          {facts && facts.role !== "source" && facts.role !== "test" && <span class="muted">{facts.role}</span>}
          {facts && !facts.inScope && <Badge tone="warn">Outside scope</Badge>}
          {notes.length > 0 && <span class="muted">{honest(notes.join(", "))}</span>}
          <span class="diff-count">
            <label class="diff-viewed">
              <input type="checkbox" checked={viewed} onChange={(event) => see(file.path, event.currentTarget.checked)} aria-label={`Viewed: ${file.path}`} /> Viewed
            </label>{" "}
            <Lines added={file.added} removed={file.removed} />
          </span>
        </div>
      );
    case "note":
      return (
        <div class="diff-row diff-note" style={place}>
          {honest(row.text)}
        </div>
      );
    case "piece":
      return (
        <div class="diff-row diff-piece" style={place}>
          <MarginSign proven={false} /> {honest(row.words)}
        </div>
      );
    case "gap":
      return (
        <div class="diff-row diff-gap" style={place}>
          <GapButtons gap={row.gap} show={(direction) => show(file, row.gap, direction)} />
          <code class="code">{honest(row.gap.header)}</code>
        </div>
      );
    case "comment":
      return (
        <div class="diff-row diff-comment" style={{ ...place, height: `${heightOf(row)}px` }}>
          <p class="diff-comment-who">{honest(commentTitle(row.comment))}</p>
          {row.lines.map((line, i) => (
            <p key={i}>{honest(line) || " "}</p>
          ))}
        </div>
      );
    case "line":
      return (
        <div class={`diff-row ${classOf(row.line)}${here ? " here" : ""}`} style={place}>
          <SayButton file={file} line={row.line} comment={comment} />
          <span class="gutter">{row.line.before || ""}</span>
          <span class="gutter">{row.line.after || ""}</span>
          {margin && <MarginCell mark={margin.get(row.line)} />}
          <Code line={row.line} colours={colours} changed={changed} />
        </div>
      );
    case "pair":
      return (
        <div class={here ? "diff-row pair here" : "diff-row pair"} style={place}>
          <Half line={row.pair.left} side="left" file={file} colours={colours} changed={changed} margin={margin} comment={comment} />
          <Half line={row.pair.right} side="right" file={file} colours={colours} changed={changed} margin={margin} comment={comment} />
        </div>
      );
  }
}

// The lines that a diff leaves out, some or all of them at once.
function GapButtons({ gap, show }: { gap: Gap; show: (direction: Direction) => void }) {
  const count = gap.last === null ? null : gap.last - gap.first + 1;
  const few = count !== null && count <= k_few;
  return (
    <span class="gap-buttons">
      {!few && gap.first > 1 && (
        <button type="button" class="bare" onClick={() => show("down")} aria-label={`Show ${k_few} lines from line ${gap.first} on`}>
          ↓ {k_few}
        </button>
      )}
      {!few && gap.header !== "" && (
        <button type="button" class="bare" onClick={() => show("up")} aria-label={`Show ${k_few} lines up to line ${gap.last ?? ""}`}>
          ↑ {k_few}
        </button>
      )}
      {count !== null && (
        <button type="button" class="bare" onClick={() => show("all")}>
          {plural(count, "line")}
        </button>
      )}
    </span>
  );
}
const k_few = 20;

// Beside a line of the diff. The keyboard has a button of its own above the diff: a stop at every line would be no help.
function SayButton({ file, line, comment }: { file: DiffFile; line: DiffLine; comment: RowProps["comment"] }) {
  if (comment === null || line.sign === "@" || line.sign === "\\") return null;
  const place = placeOf(file, line);
  return (
    <button type="button" class="bare diff-say" tabIndex={-1} aria-label={`Comment on line ${place.line} ${place.side} the change`} onClick={() => comment(place)}>
      +
    </button>
  );
}

interface HalfProps extends Pick<RowProps, "file" | "colours" | "changed" | "margin" | "comment"> {
  line: DiffLine | null;
  side: "left" | "right";
}
function Half({ line, side, file, colours, changed, margin, comment }: HalfProps) {
  if (line === null) return <span class="half void" />;
  return (
    <span class={`half ${classOf(line)}`}>
      {(line.sign !== " " || side === "right") && <SayButton file={file} line={line} comment={comment} />}
      <span class="gutter">{(side === "left" ? line.before : line.after) || ""}</span>
      {margin && <MarginCell mark={margin.get(line)} />}
      <Code line={line} colours={colours} changed={changed} />
    </span>
  );
}

function MarginSign({ proven }: { proven: boolean }) {
  return (
    <span class={proven ? "margin-sign proven" : "margin-sign unproven"} aria-hidden="true">
      {proven ? "✔" : "✘"}
    </span>
  );
}

// A sign at the piece's first line, a bar along the others. What is not proven is said below it; what is, to those who
// point at it or do not see it.
function MarginCell({ mark }: { mark: MarginMark | undefined }) {
  if (!mark) return <span class="margin" />;
  const { proven, words } = mark.piece;
  return (
    <span class={proven ? "margin proven" : "margin unproven"} title={honest(words)}>
      {mark.begins && <MarginSign proven={proven} />}
      {mark.begins && proven && <span class="hidden">{honest(words)}</span>}
    </span>
  );
}

function classOf(line: DiffLine): string {
  return { "+": "plus", "-": "minus", " ": "same", "@": "hunk", "\\": "same" }[line.sign];
}

function Code({ line, colours, changed }: { line: DiffLine; colours: Colours; changed: ChangedWords }) {
  const sign = line.sign === "@" ? "" : line.sign === "\\" ? " " : line.sign;
  if (line.sign === "@" || line.sign === "\\") {
    return (
      <code class="code">
        {sign}
        {honest(line.text)}
      </code>
    );
  }
  const long = line.text.length > k_widest;
  const tokens = long ? [{ text: line.text.slice(0, k_widest) + " … (long line)", kind: "" as const }] : colours.of(line);
  return (
    <code class="code">
      <span class="sign">{sign}</span>
      {cut(tokens, long ? k_no_ranges : changed.of(line)).map((piece) => {
        const look = [piece.kind === "" ? "" : `syn-${piece.kind}`, piece.changed ? "word" : ""].filter(Boolean).join(" ");
        return look === "" ? honest(piece.text) : <span class={look}>{honest(piece.text)}</span>;
      })}
    </code>
  );
}
