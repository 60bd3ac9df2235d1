// One row of a change, drawn.
import type { ChangedFile } from "../api/types";
import { Badge, Lines } from "../ui/parts";
import { honest, plural } from "../ui/words";
import { commentTitle, type Place, placeOf } from "./comments";
import type { Direction, Gap } from "./context";
import type { Margin, MarginMark } from "./margin";
import { type ChangedWords, type Colours, k_no_ranges } from "./painted";
import type { DiffFile, DiffLine } from "./parse";
import { heightOf, type Row } from "./rows";
import { cut } from "./words";

export const k_widest = 1000; // characters of a line that are shown

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

export function DiffRow({ row, here, top, file, facts, colours, changed, margin, folded, toggle, viewed, see, show, comment }: RowProps) {
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

export function MarginSign({ proven }: { proven: boolean }) {
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
