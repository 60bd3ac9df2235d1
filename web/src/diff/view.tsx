// A change, unified or side by side. Only the rows on screen exist: a patch of fifty thousand lines is
// as quick as one of ten. Every row has a height that is known beforehand.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Diff } from "../api/documents";
import type { ChangedFile } from "../api/types";
import { useShortcuts } from "../ui/keys";
import { Badge, Empty, Lines } from "../ui/parts";
import { honest, plural } from "../ui/words";
import { languageOf, tokensOf, type Open, type Token } from "./highlight";
import { type Margin, type MarginMark, type MarginPiece, marginOf } from "./margin";
import { type DiffFile, type DiffLine, type PairRow, parsePatch, sideBySide } from "./parse";

type Row =
  | { readonly kind: "file"; readonly file: number }
  | { readonly kind: "note"; readonly file: number; readonly text: string }
  | { readonly kind: "piece"; readonly file: number; readonly words: string }
  | { readonly kind: "line"; readonly file: number; readonly line: DiffLine }
  | { readonly kind: "pair"; readonly file: number; readonly pair: PairRow };

const k_row = 20;
const k_header = 40;
const k_spare = 30; // rows beyond the edges of the screen
const k_widest = 1000; // characters of a line that are shown

const k_bar = 16; // of scrolling sideways
const heightOf = (row: Row): number => (row.kind === "file" ? k_header : k_row);

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

function rowsOf(files: readonly DiffFile[], margins: readonly Margin[], folded: ReadonlySet<string>, split: boolean): Row[] {
  const rows: Row[] = [];
  files.forEach((file, index) => {
    const add = (row: Row, lines: readonly (DiffLine | null)[]): void => {
      rows.push(row);
      const piece = pieceBelow(lines, margins[index]);
      if (piece) rows.push({ kind: "piece", file: index, words: piece.words });
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

// `pieces`: what is known of the change's lines, shown in the margin.
// `place`: the line of a file that is shown first.
export interface DiffPlace {
  readonly file: string;
  readonly line: number;
}
export function DiffView({ diff, pieces = k_none, place = null }: { diff: Diff; pieces?: readonly MarginPiece[]; place?: DiffPlace | null }) {
  const files = useMemo(() => inReadingOrder(parsePatch(diff.patch), diff.files), [diff.patch]);
  const facts = useMemo(() => new Map(diff.files.map((file) => [file.path, file])), [diff.files]);
  const wide = useWide();
  const [wanted, setWanted] = useState(chosenForm);
  const split = wanted && wide;
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const margins = useMemo(() => files.map((file) => marginOf(file, pieces)), [files, pieces]);
  const marked = margins.some((margin) => margin.size > 0);
  const rows = useMemo(() => rowsOf(files, margins, folded, split), [files, margins, folded, split]);
  const tops = useMemo(() => {
    const out = new Float64Array(rows.length + 1);
    rows.forEach((row, i) => (out[i + 1] = (out[i] ?? 0) + heightOf(row)));
    return out;
  }, [rows]);
  const colours = useMemo(() => files.map((file) => new Colours(file)), [files]);
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
  }, [meant]);
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
  ]);
  if (files.length === 0) return <Empty title="No changes" />;
  const toggle = (path: string): void => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  return (
    <div class="diff">
      <div class="diff-bar">
        <span>
          {plural(files.length, "file")} <Lines added={diff.added} removed={diff.removed} />
        </span>
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
              margin={marked ? margins[row.file] : undefined}
              folded={folded.has(files[row.file]?.path ?? "")}
              toggle={toggle}
            />
          ))}
        </div>
      </div>
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
  margin: Margin | undefined;
  folded: boolean;
  toggle: (path: string) => void;
}

function DiffRow({ row, here, top, file, facts, colours, margin, folded, toggle }: RowProps) {
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
    case "line":
      return (
        <div class={`diff-row ${classOf(row.line)}${here ? " here" : ""}`} style={place}>
          <span class="gutter">{row.line.before || ""}</span>
          <span class="gutter">{row.line.after || ""}</span>
          {margin && <MarginCell mark={margin.get(row.line)} />}
          <Code line={row.line} colours={colours} />
        </div>
      );
    case "pair":
      return (
        <div class={here ? "diff-row pair here" : "diff-row pair"} style={place}>
          <Half line={row.pair.left} side="left" colours={colours} margin={margin} />
          <Half line={row.pair.right} side="right" colours={colours} margin={margin} />
        </div>
      );
  }
}

function Half({ line, side, colours, margin }: { line: DiffLine | null; side: "left" | "right"; colours: Colours; margin: Margin | undefined }) {
  if (line === null) return <span class="half void" />;
  return (
    <span class={`half ${classOf(line)}`}>
      <span class="gutter">{(side === "left" ? line.before : line.after) || ""}</span>
      {margin && <MarginCell mark={margin.get(line)} />}
      <Code line={line} colours={colours} />
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

function Code({ line, colours }: { line: DiffLine; colours: Colours }) {
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
      {tokens.map((token) => (token.kind === "" ? honest(token.text) : <span class={`syn-${token.kind}`}>{honest(token.text)}</span>))}
    </code>
  );
}
