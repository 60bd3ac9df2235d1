// Lines around the hunks of a diff, as they are fetched: what is known of a file is put between its hunks.
import type { DiffFile, DiffLine } from "./parse";

// Lines that are not shown, of the new side; without `last` up to the end of the file.
export interface Gap {
  readonly first: number;
  readonly last: number | null;
  readonly header: string; // of the hunk below it; empty: there is none
}
export interface Around {
  readonly lines: ReadonlyMap<number, string>; // of the new side
  readonly total: number | null; // lines of the whole file, as soon as that is known
}
export interface Surrounded {
  readonly file: DiffFile;
  readonly gaps: ReadonlyMap<DiffLine, Gap>; // by the row that stands for it
}

export const k_step = 20; // lines that one press shows

const k_header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

// Where each side goes on: a side without lines names the line before.
function startOf(header: string): { before: number; after: number } | null {
  const found = k_header.exec(header);
  if (!found) return null;
  const side = (start: string | undefined, count: string | undefined): number => Number(start) + (count === "0" ? 1 : 0);
  return { before: side(found[1], found[2]), after: side(found[3], found[4]) };
}

const k_nothing: Around = { lines: new Map(), total: null };

export function canBeSurrounded(file: DiffFile): boolean {
  return file.lines.length > 0 && file.oldPath !== "" && !file.notes.includes("deleted") && !file.notes.includes("binary");
}

// A hunk with less around it than git puts there ends where its file does.
const k_context = 3;
function endsFile(file: DiffFile): boolean {
  let same = 0;
  for (let i = file.lines.length - 1; i >= 0 && (file.lines[i]?.sign === " " || file.lines[i]?.sign === "\\"); i--) if (file.lines[i]?.sign === " ") same++;
  return same < k_context;
}

export function surround(file: DiffFile, around: Around = k_nothing): Surrounded {
  const gaps = new Map<DiffLine, Gap>();
  if (!canBeSurrounded(file)) return { file, gaps };
  const lines: DiffLine[] = [];
  let before = 1; // the next line of each side
  let after = 1;
  // What lies before `until` and was not shown yet; null: the end of the file, wherever it is.
  const fill = (until: number | null, header: DiffLine | null): void => {
    const end = until ?? (around.total === null ? null : around.total + 1);
    const put = (n: number): void => void lines.push({ sign: " ", text: around.lines.get(n) ?? "", before: before + n - after, after: n });
    let top = after;
    while ((end === null || top < end) && around.lines.has(top)) put(top++);
    let bottom = end;
    if (end !== null && header !== null) {
      let from = end;
      while (from > top && around.lines.has(from - 1)) from--;
      bottom = from;
    }
    if (bottom === null || top < bottom) {
      const row: DiffLine = header ?? { sign: "@", text: "", before: 0, after: 0 };
      gaps.set(row, { first: top, last: bottom === null ? null : bottom - 1, header: header?.text ?? "" });
      lines.push(row);
    }
    for (let n = bottom ?? 0; end !== null && bottom !== null && n < end && n >= top; n++) put(n);
  };
  for (const line of file.lines) {
    const start = line.sign === "@" ? startOf(line.text) : null;
    if (start) {
      fill(start.after, line);
      before = start.before;
      after = start.after;
      continue;
    }
    lines.push(line);
    if (line.sign === " " || line.sign === "-") before++;
    if (line.sign === " " || line.sign === "+") after++;
  }
  if (!endsFile(file)) fill(null, null);
  return { file: { ...file, lines }, gaps };
}

// What one press asks for, of a gap: the lines above the hunk below it, those below the hunk above it, or all.
export type Direction = "up" | "down" | "all";
export function asked(gap: Gap, direction: Direction): { first: number; last: number } {
  const all = gap.last ?? gap.first + k_step - 1;
  if (direction === "up") return { first: Math.max(gap.first, all - k_step + 1), last: all };
  if (direction === "down") return { first: gap.first, last: Math.min(all, gap.first + k_step - 1) };
  return { first: gap.first, last: Math.min(all, gap.first + 999) };
}
