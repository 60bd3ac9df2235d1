// What a line looks like: its colours, and the words that changed in it.
import { languageOf, type Open, type Token, tokensOf } from "./highlight";
import type { DiffFile, DiffLine } from "./parse";
import { changedWords, pairsIn, type Range } from "./words";

// Colours of a file's lines, made from its beginning up to the line that is asked for.
export class Colours {
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
export class ChangedWords {
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
export const k_no_ranges: readonly Range[] = [];
