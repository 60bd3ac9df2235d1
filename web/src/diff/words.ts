// What changed within lines that stand for each other: the words that are only in the old one, and only in the new one.
import type { DiffLine } from "./parse";

export type Range = readonly [number, number]; // begin, end in the text of the line

const k_longest = 1000; // of a line that is compared
const k_most_words = 200;
const k_least_same = 0.25; // of the longer line; below that the lines have nothing to do with each other

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];

// Words of `a` and `b` that both have, in order: the longest common subsequence.
function common(a: readonly string[], b: readonly string[]): [boolean[], boolean[]] {
  const wide = b.length + 1;
  const best = new Uint16Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      best[i * wide + j] = a[i] === b[j] ? (best[(i + 1) * wide + j + 1] ?? 0) + 1 : Math.max(best[(i + 1) * wide + j] ?? 0, best[i * wide + j + 1] ?? 0);
    }
  }
  const inA = a.map(() => false);
  const inB = b.map(() => false);
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      inA[i++] = true;
      inB[j++] = true;
    } else if ((best[(i + 1) * wide + j] ?? 0) >= (best[i * wide + j + 1] ?? 0)) i++;
    else j++;
  }
  return [inA, inB];
}

function rangesOf(words: readonly string[], same: readonly boolean[]): Range[] {
  const out: [number, number][] = [];
  let at = 0;
  words.forEach((word, i) => {
    const last = out[out.length - 1];
    if (!same[i]) {
      // A blank between two changed words belongs to both.
      if (last && last[1] === at) last[1] = at + word.length;
      else out.push([at, at + word.length]);
    }
    at += word.length;
  });
  return out;
}

// Nothing when they are too long, or too unlike to be one line that was changed.
export function changedWords(before: string, after: string): { before: Range[]; after: Range[] } | null {
  if (before.length > k_longest || after.length > k_longest) return null;
  const a = wordsIn(before);
  const b = wordsIn(after);
  if (a.length > k_most_words || b.length > k_most_words) return null;
  const [inA, inB] = common(a, b);
  const same = a.reduce((sum, word, i) => sum + (inA[i] && word.trim() !== "" ? word.length : 0), 0);
  if (same < k_least_same * Math.max(before.trim().length, after.trim().length)) return null;
  return { before: rangesOf(a, inA), after: rangesOf(b, inB) };
}

// Of a line of a file: the lines that were removed and those that were added in one place, one by one.
export function pairsIn(lines: readonly DiffLine[]): Map<DiffLine, DiffLine> {
  const out = new Map<DiffLine, DiffLine>();
  for (let i = 0; i < lines.length; ) {
    const removed: DiffLine[] = [];
    const added: DiffLine[] = [];
    while (lines[i]?.sign === "-") removed.push(lines[i++] as DiffLine);
    while (lines[i]?.sign === "+") added.push(lines[i++] as DiffLine);
    for (let n = 0; n < Math.min(removed.length, added.length); n++) {
      out.set(removed[n] as DiffLine, added[n] as DiffLine);
      out.set(added[n] as DiffLine, removed[n] as DiffLine);
    }
    if (removed.length + added.length === 0) i++;
  }
  return out;
}

export interface Piece {
  readonly text: string;
  readonly kind: string;
  readonly changed: boolean;
}
// Coloured tokens, cut where a changed word begins or ends.
export function cut(tokens: readonly { readonly text: string; readonly kind: string }[], ranges: readonly Range[]): Piece[] {
  const out: Piece[] = [];
  let at = 0;
  let next = 0;
  for (const token of tokens) {
    const end = at + token.text.length;
    for (let from = at; from < end; ) {
      while (next < ranges.length && (ranges[next] as Range)[1] <= from) next++;
      const range = ranges[next];
      const changed = range !== undefined && range[0] <= from;
      const to = range === undefined ? end : Math.min(end, changed ? range[1] : range[0] > from ? range[0] : end);
      out.push({ text: token.text.slice(from - at, to - at), kind: token.kind, changed });
      from = to;
    }
    at = end;
  }
  return out;
}
