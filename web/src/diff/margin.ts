// What is known of pieces of a change, laid beside the lines of its diff.
import type { DiffFile, DiffLine } from "./parse";

export interface MarginPiece {
  readonly path: string;
  readonly first: number; // lines of the new side; of removed lines the one before them, twice
  readonly last: number;
  readonly removes: boolean;
  readonly proven: boolean;
  readonly words: string;
}

export interface MarginMark {
  readonly piece: MarginPiece;
  readonly begins: boolean; // the first line of the piece that is shown
  readonly ends: boolean;
}

// The line of the new side that a hunk begins after.
function before(header: string): number {
  const [, start, count] = /^@@ -\S+ \+(\d+)(?:,(\d+))?/.exec(header) ?? [];
  return count === "0" ? Number(start) : Number(start ?? 1) - 1;
}

// Pieces by the line they stand at; where two meet, the one that is not proven is what counts.
function byLine(pieces: readonly MarginPiece[]): Map<number, MarginPiece> {
  const out = new Map<number, MarginPiece>();
  for (const piece of pieces) {
    for (let line = piece.first; line <= piece.last; line++) if (!piece.proven || !out.has(line)) out.set(line, piece);
  }
  return out;
}

export type Margin = ReadonlyMap<DiffLine, MarginMark>;

export function marginOf(file: DiffFile, pieces: readonly MarginPiece[]): Margin {
  const out = new Map<DiffLine, MarginMark>();
  const here = pieces.filter((piece) => piece.path === file.path);
  if (here.length === 0) return out;
  const added = byLine(here.filter((piece) => !piece.removes));
  const removed = byLine(here.filter((piece) => piece.removes));
  const lines = new Map<MarginPiece, DiffLine[]>();
  let at = 0;
  for (const line of file.lines) {
    if (line.sign === "@") at = before(line.text);
    if (line.after > 0) at = line.after;
    const piece = line.sign === "+" ? added.get(at) : line.sign === "-" ? removed.get(at) : undefined;
    if (!piece) continue;
    const of = lines.get(piece);
    if (of) of.push(line);
    else lines.set(piece, [line]);
  }
  for (const [piece, of] of lines) of.forEach((line, i) => out.set(line, { piece, begins: i === 0, ends: i === of.length - 1 }));
  return out;
}
