// Markdown of agents, read into a tree of our own kinds of node: there is no node for markup, none for an image, and no
// address that is not http, https or mailto. Everything else is text. Linear in the text: each character is looked at a
// bounded number of times, and what is too deep or too long stays text.

export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "strong" | "em" | "del"; readonly of: readonly Inline[] }
  | { readonly kind: "link"; readonly to: string; readonly of: readonly Inline[] }
  | { readonly kind: "break" };

export type Block =
  | { readonly kind: "paragraph"; readonly of: readonly Inline[] }
  | { readonly kind: "heading"; readonly level: number; readonly of: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "quote"; readonly of: readonly Block[] }
  | { readonly kind: "list"; readonly ordered: boolean; readonly start: number; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: "table"; readonly head: readonly (readonly Inline[])[]; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: "rule" };

const k_deepest = 6; // blocks in blocks, marks in marks
const k_longest = 200_000; // characters that are read as Markdown; the rest is text
const k_longest_line = 20_000;
const k_most_cells = 60;

// Where a link may lead. The address is read as a browser reads it: without what it leaves out, and by its own parser.
export function safeAddress(given: string): string | null {
  const text = given.trim();
  if (text === "" || text.length > 2000 || /[\s\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/.test(text)) return null;
  if (!/^(?:https?:\/\/|mailto:)/i.test(text)) return null;
  try {
    const url = new URL(text);
    if (url.protocol === "mailto:") return url.href;
    return (url.protocol === "http:" || url.protocol === "https:") && url.username === "" && url.password === "" ? url.href : null;
  } catch {
    return null;
  }
}

// ---- inline

const k_escaped = /[!-/:-@[-`{-~]/;
const isWord = (c: string | undefined): boolean => c !== undefined && /[\p{L}\p{N}_]/u.test(c);

// The end of a bare address: what closes a sentence or a bracket is none of it.
function bareEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !/[\s<>"'`|\\^{}]/.test(text[end] as string)) end++;
  while (end > at && /[.,:;!?)\]*_~]/.test(text[end - 1] as string)) {
    if (text[end - 1] === ")" && text.slice(at, end).includes("(")) break;
    end--;
  }
  return end;
}

// "(address)" or "(address "title")" behind a link's text: the address, and where it ends.
function targetAt(text: string, at: number): { to: string; end: number } | null {
  if (text[at] !== "(") return null;
  let end = at + 1;
  for (let depth = 0; end < text.length && end - at < 2100; end++) {
    const c = text[end] as string;
    if (c === "(") depth++;
    else if (c === ")" && depth-- === 0) return { to: text.slice(at + 1, end).replace(/\s+["'(][^"']*["')]\s*$/, "").replace(/^<(.*)>$/, "$1"), end: end + 1 };
  }
  return null;
}

class Reader {
  private readonly closers = new Map<string, number>(); // a mark: nothing closes it from here on
  constructor(private readonly text: string) {}

  // Where `mark` stands next, from `at` on; -1: nowhere. What was not found once is not looked for again.
  private find(mark: string, at: number): number {
    const none = this.closers.get(mark);
    if (none !== undefined && at >= none) return -1;
    const found = this.text.indexOf(mark, at);
    if (found < 0) this.closers.set(mark, at);
    return found;
  }

  read(from: number, to: number, depth: number): Inline[] {
    const out: Inline[] = [];
    let plain = "";
    const flush = (): void => {
      if (plain !== "") out.push({ kind: "text", text: plain });
      plain = "";
    };
    const add = (node: Inline): void => {
      flush();
      out.push(node);
    };
    const { text } = this;
    for (let at = from; at < to; ) {
      const c = text[at] as string;
      if (c === "\\" && at + 1 < to && k_escaped.test(text[at + 1] as string)) {
        plain += text[at + 1];
        at += 2;
      } else if (c === "\n") {
        const hard = / {2}$/.test(plain) || plain.endsWith("\\");
        plain = plain.replace(/ +$/, "").replace(/\\$/, "");
        if (hard) add({ kind: "break" });
        else plain += "\n";
        at++;
      } else if (c === "`") {
        let ticks = 1;
        while (text[at + ticks] === "`") ticks++;
        const fence = "`".repeat(Math.min(ticks, 40));
        let end = ticks > 40 ? -1 : this.find(fence, at + ticks);
        while (end >= 0 && end < to && (text[end + ticks] === "`" || text[end - 1] === "`")) {
          let over = end;
          while (text[over] === "`") over++;
          end = this.find(fence, over);
        }
        if (end < 0 || end >= to) {
          plain += text.slice(at, at + ticks);
          at += ticks;
        } else {
          add({ kind: "code", text: text.slice(at + ticks, end).replace(/^ (.*[^ ].*) $/s, "$1") });
          at = end + ticks;
        }
      } else if (depth > 0 && (c === "*" || c === "_" || c === "~")) {
        const end = this.mark(at, to, c, add, depth);
        if (end > at) at = end;
        else {
          let run = at;
          while (run < to && text[run] === c) run++;
          plain += text.slice(at, run);
          at = run;
        }
      } else if (depth > 0 && (c === "[" || (c === "!" && text[at + 1] === "["))) {
        const end = this.link(at, to, add);
        if (end > at) at = end;
        else {
          plain += c;
          at++;
        }
      } else if (c === "<") {
        const end = this.find(">", at);
        const to_ = end > 0 && end < to && end - at < 2000 ? safeAddress(text.slice(at + 1, end)) : null;
        if (to_ !== null) {
          add({ kind: "link", to: to_, of: [{ kind: "text", text: text.slice(at + 1, end) }] });
          at = end + 1;
        } else {
          plain += c;
          at++;
        }
      } else if (c === "h" && !isWord(text[at - 1]) && /^https?:\/\//.test(text.slice(at, at + 8))) {
        const end = Math.min(to, bareEnd(text, at));
        const address = safeAddress(text.slice(at, end));
        if (address !== null) add({ kind: "link", to: address, of: [{ kind: "text", text: text.slice(at, end) }] });
        else plain += text.slice(at, end);
        at = Math.max(end, at + 1);
      } else {
        plain += c;
        at++;
      }
    }
    flush();
    return out;
  }

  // "**strong**", "*em*", "~~gone~~": closed on the same line of text, not inside of a word for "_".
  private mark(at: number, to: number, c: string, add: (node: Inline) => void, depth: number): number {
    const { text } = this;
    const twice = text[at + 1] === c;
    if (c === "~" ? !twice : c === "_" && twice) return at; // `__init__` is a name
    const mark = twice ? c + c : c;
    const begin = at + mark.length;
    if (begin >= to || /\s/.test(text[begin] as string) || text[begin] === c || (c === "_" && isWord(text[at - 1]))) return at;
    for (let end = this.find(mark, begin); end >= 0 && end < to && end - at < k_longest_line; end = this.find(mark, end + mark.length)) {
      if (/\s/.test(text[end - 1] as string) || text[end - 1] === "\\" || (c === "_" && isWord(text[end + mark.length])) || (!twice && (text[end + 1] === c || text[end - 1] === c))) {
        if (++this.tries > 10_000) return at;
        continue;
      }
      add({ kind: c === "~" ? "del" : twice ? "strong" : "em", of: this.read(begin, end, depth - 1) });
      return end + mark.length;
    }
    return at;
  }
  private tries = 0;

  // "[text](address)"; an image is its words with a link, and is never loaded.
  private link(at: number, to: number, add: (node: Inline) => void): number {
    const { text } = this;
    const image = text[at] === "!";
    const begin = at + (image ? 2 : 1);
    let end = begin;
    for (let open = 0; end < to && end - begin < 1000; end++) {
      if (text[end] === "\\") end++;
      else if (text[end] === "[") open++;
      else if (text[end] === "]" && open-- === 0) break;
      if (++this.tries > 100_000) return at;
    }
    if (text[end] !== "]" || end >= to) return at;
    const target = targetAt(text, end + 1);
    if (target === null || target.end > to) return at;
    const address = safeAddress(target.to);
    const words = this.read(begin, end, 0);
    if (image) words.unshift({ kind: "text", text: "Image: " });
    if (address === null) {
      // What it would have led to is said, so that nothing is hidden.
      words.push({ kind: "text", text: ` (${target.to})` });
      words.forEach(add);
    } else {
      add({ kind: "link", to: address, of: words.filter((node) => node.kind !== "link") });
    }
    return target.end;
  }
}

export const inlineOf = (text: string): Inline[] => (text.length > k_longest_line ? [{ kind: "text", text }] : new Reader(text).read(0, text.length, k_deepest));

// ---- blocks

const k_fence = /^ {0,3}(`{3,}|~{3,})/;
const k_heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const k_rule = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const k_item = /^( {0,3})(?:([-*+])|(\d{1,9})[.)])(?:\s+|$)/;
const k_quote = /^ {0,3}> ?/;
const k_divider = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

const isBlank = (line: string): boolean => line.trim() === "";
const short = (line: string): boolean => line.length < k_longest_line;

function cellsOf(line: string): Inline[][] {
  const cells = line.trim().replace(/^\|/, "").replace(/\|$/, "").split(/(?<!\\)\|/);
  return cells.slice(0, k_most_cells).map((cell) => inlineOf(cell.trim().replace(/\\\|/g, "|")));
}

export function blocksOf(text: string): Block[] {
  const known = text.slice(0, k_longest).replace(/\r\n?/g, "\n");
  const out = readBlocks(known.split("\n"), k_deepest);
  if (text.length > k_longest) out.push({ kind: "paragraph", of: [{ kind: "text", text: text.slice(k_longest) }] });
  return out;
}

function readBlocks(lines: readonly string[], depth: number): Block[] {
  const out: Block[] = [];
  let words: string[] = [];
  const flush = (): void => {
    if (words.length > 0) out.push({ kind: "paragraph", of: inlineOf(words.join("\n").trim()) });
    words = [];
  };
  if (depth === 0) {
    words = [...lines];
    flush();
    return out;
  }
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    const fence = k_fence.exec(line)?.[1];
    const heading = short(line) ? k_heading.exec(line) : null;
    if (isBlank(line)) {
      flush();
      at++;
    } else if (fence !== undefined) {
      flush();
      const body: string[] = [];
      for (at++; at < lines.length; at++) {
        const here = lines[at] as string;
        const close = k_fence.exec(here)?.[1];
        if (close !== undefined && close[0] === fence[0] && close.length >= fence.length && here.trim() === close) break;
        body.push(here);
      }
      at++;
      out.push({ kind: "code", text: body.join("\n") });
    } else if (heading) {
      flush();
      out.push({ kind: "heading", level: (heading[1] as string).length, of: inlineOf(heading[2] ?? "") });
      at++;
    } else if (line.length < 200 && k_rule.test(line)) {
      flush();
      out.push({ kind: "rule" });
      at++;
    } else if (k_quote.test(line)) {
      flush();
      const inner: string[] = [];
      for (; at < lines.length && k_quote.test(lines[at] as string); at++) inner.push((lines[at] as string).replace(k_quote, ""));
      out.push({ kind: "quote", of: readBlocks(inner, depth - 1) });
    } else if (k_item.test(line) && (words.length === 0 || !/^ {0,3}\d/.test(line) || /^ {0,3}1[.)]/.test(line))) {
      flush();
      at = readList(lines, at, depth, out);
    } else if (words.length === 0 && line.includes("|") && short(line) && k_divider.test((lines[at + 1] ?? "").slice(0, 2000)) && (lines[at + 1] ?? "").includes("-")) {
      const head = cellsOf(line);
      const rows: Inline[][][] = [];
      for (at += 2; at < lines.length && (lines[at] as string).includes("|") && short(lines[at] as string); at++) rows.push(cellsOf(lines[at] as string));
      out.push({ kind: "table", head, rows });
    } else {
      words.push(line);
      at++;
    }
  }
  flush();
  return out;
}

// Items with what is indented below them.
function readList(lines: readonly string[], from: number, depth: number, out: Block[]): number {
  const first = k_item.exec(lines[from] as string);
  const ordered = first?.[3] !== undefined;
  const start = ordered ? Number(first?.[3]) : 1;
  const items: Block[][] = [];
  let at = from;
  while (at < lines.length) {
    const item = k_item.exec(lines[at] as string);
    if (!item || (item[3] !== undefined) !== ordered || (lines[at] as string).length < 200 && k_rule.test(lines[at] as string)) break;
    const indent = Math.min(item[0].length, (item[1] ?? "").length + (item[3]?.length ?? 0) + 5);
    const body = [(lines[at] as string).slice(item[0].length)];
    for (at++; at < lines.length; at++) {
      const line = lines[at] as string;
      const inside = /^\s*/.exec(line)?.[0].length ?? 0;
      if (isBlank(line)) {
        const next = lines[at + 1];
        if (next === undefined || isBlank(next) || (/^\s*/.exec(next)?.[0].length ?? 0) < Math.min(indent, 2)) break;
        body.push("");
      } else if (inside >= Math.min(indent, 2)) {
        body.push(line.slice(Math.min(inside, indent)));
      } else if (k_item.test(line) || k_fence.test(line) || k_quote.test(line) || k_heading.test(line.slice(0, 200))) {
        break;
      } else {
        body.push(line);
      }
    }
    items.push(readBlocks(body, depth - 1));
    while (at < lines.length && isBlank(lines[at] as string) && at + 1 < lines.length && k_item.test(lines[at + 1] as string)) at++;
    if (at < lines.length && isBlank(lines[at] as string)) break;
  }
  out.push({ kind: "list", ordered, start, items });
  return at;
}
