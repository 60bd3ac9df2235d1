// A change as rows: files, gaps, lines, what was said of them. Every row has a height that is known beforehand.
import { type Comment, wrapped } from "./comments";
import type { Gap, Surrounded } from "./context";
import type { Margin, MarginPiece } from "./margin";
import { type DiffFile, type DiffLine, type PairRow, sideBySide } from "./parse";
import type { ChangedFile } from "../api/types";
export type Row =
  | { readonly kind: "file"; readonly file: number }
  | { readonly kind: "note"; readonly file: number; readonly text: string }
  | { readonly kind: "piece"; readonly file: number; readonly words: string }
  | { readonly kind: "gap"; readonly file: number; readonly gap: Gap }
  | { readonly kind: "comment"; readonly file: number; readonly comment: Comment; readonly lines: readonly string[] }
  | { readonly kind: "line"; readonly file: number; readonly line: DiffLine }
  | { readonly kind: "pair"; readonly file: number; readonly pair: PairRow };

export const k_row = 20;
const k_header = 40;
const k_gap = 28;
export const heightOf = (row: Row): number => (row.kind === "file" ? k_header : row.kind === "gap" ? k_gap : row.kind === "comment" ? (row.lines.length + 1) * k_row + 8 : k_row);

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

export type Said = ReadonlyMap<DiffLine, readonly Comment[]>;

export function rowsOf(shown: readonly Surrounded[], margins: readonly Margin[], said: readonly Said[], folded: ReadonlySet<string>, split: boolean): Row[] {
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
