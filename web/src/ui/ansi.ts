// Terminal output as pieces of text with a style. Colours are the only thing a log may ask for: every
// other control sequence is dropped, a carriage return writes the line anew, a backspace takes a
// character back. The result is only ever shown as text nodes.

export interface Piece {
  readonly text: string;
  readonly style: string; // class names, or empty
}
export type Line = readonly Piece[];

interface Pen {
  ink: number; // -1: the page's own
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  inverse: boolean;
}
const plain = (): Pen => ({ ink: -1, bold: false, dim: false, italic: false, underline: false, inverse: false });

// The nearest of the sixteen, so that contrast holds on every background of ours.
const k_palette: readonly (readonly [number, number, number])[] = [
  [0, 0, 0], [205, 49, 49], [13, 188, 121], [229, 229, 16], [36, 114, 200], [188, 63, 188], [17, 168, 205], [229, 229, 229],
  [102, 102, 102], [241, 76, 76], [35, 209, 139], [245, 245, 67], [59, 142, 234], [214, 112, 214], [41, 184, 219], [255, 255, 255],
];
function nearest(r: number, g: number, b: number): number {
  let best = 0;
  let least = Infinity;
  k_palette.forEach(([pr, pg, pb], index) => {
    const far = (pr - r) ** 2 + (pg - g) ** 2 + (pb - b) ** 2;
    if (far < least) [best, least] = [index, far];
  });
  return best;
}
function ofCube(index: number): number {
  if (index < 16) return index;
  if (index >= 232) return nearest(8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10);
  const at = index - 16;
  const level = (n: number): number => (n === 0 ? 0 : 55 + n * 40);
  return nearest(level(Math.floor(at / 36)), level(Math.floor(at / 6) % 6), level(at % 6));
}

function apply(pen: Pen, codes: number[]): void {
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    if (code === 0) Object.assign(pen, plain());
    else if (code === 1) pen.bold = true;
    else if (code === 2) pen.dim = true;
    else if (code === 3) pen.italic = true;
    else if (code === 4) pen.underline = true;
    else if (code === 7) pen.inverse = true;
    else if (code === 22) pen.bold = pen.dim = false;
    else if (code === 23) pen.italic = false;
    else if (code === 24) pen.underline = false;
    else if (code === 27) pen.inverse = false;
    else if (code >= 30 && code <= 37) pen.ink = code - 30;
    else if (code >= 90 && code <= 97) pen.ink = code - 90 + 8;
    else if (code === 39) pen.ink = -1;
    else if (code === 38 || code === 48) {
      const by = codes[i + 1];
      if (by === 5) {
        if (code === 38) pen.ink = ofCube(Math.min(codes[i + 2] ?? 0, 255));
        i += 2;
      } else if (by === 2) {
        if (code === 38) pen.ink = nearest(codes[i + 2] ?? 0, codes[i + 3] ?? 0, codes[i + 4] ?? 0);
        i += 4;
      }
    }
  }
}

function classOf(pen: Pen): string {
  const names: string[] = [];
  if (pen.ink >= 0) names.push(`ink-${pen.ink}`);
  if (pen.bold) names.push("ink-bold");
  if (pen.dim) names.push("ink-dim");
  if (pen.italic) names.push("ink-italic");
  if (pen.underline) names.push("ink-underline");
  if (pen.inverse) names.push("ink-inverse");
  return names.join(" ");
}

const k_escape = 27;
// The index behind a control sequence that begins at `at`, and its codes when it sets colours.
function readEscape(line: string, at: number): { next: number; codes?: number[] } {
  const kind = line[at + 1];
  if (kind === "[") {
    let i = at + 2;
    while (i < line.length && line.charCodeAt(i) >= 0x20 && line.charCodeAt(i) <= 0x3f) i++;
    if (i >= line.length) return { next: line.length };
    const parameters = line.slice(at + 2, i);
    if (line[i] === "m" && /^[\d;:]*$/.test(parameters)) {
      return { next: i + 1, codes: parameters.split(/[;:]/).map((code) => Number(code) || 0) };
    }
    return { next: i + 1 };
  }
  if (kind === "]" || kind === "P" || kind === "_" || kind === "^" || kind === "X") {
    for (let i = at + 2; i < line.length; i++) {
      if (line.charCodeAt(i) === 7) return { next: i + 1 };
      if (line.charCodeAt(i) === k_escape && line[i + 1] === "\\") return { next: i + 2 };
    }
    return { next: line.length };
  }
  return { next: Math.min(at + 2, line.length) };
}

// One reader for one stream: colours go on over line ends.
export class AnsiReader {
  private pen = plain();

  line(source: string): Line {
    const out: Piece[] = [];
    let run = "";
    const flush = (): void => {
      if (run === "") return;
      out.push({ text: run, style: classOf(this.pen) });
      run = "";
    };
    const whole = source.replace(/\r+$/, "");
    for (let i = 0; i < whole.length; ) {
      const code = whole.charCodeAt(i);
      if (code === k_escape) {
        const { next, codes } = readEscape(whole, i);
        if (codes) {
          flush();
          apply(this.pen, codes);
        }
        i = next;
      } else if (code === 13) {
        out.length = 0;
        run = "";
        i++;
      } else if (code === 8) {
        run = run.slice(0, -1);
        i++;
      } else if ((code < 32 && code !== 9) || code === 127 || (code >= 0x80 && code < 0xa0)) {
        i++;
      } else {
        run += whole[i];
        i++;
      }
    }
    flush();
    return out;
  }
}

export function linesOf(text: string): Line[] {
  const reader = new AnsiReader();
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  return lines.map((line) => reader.line(line));
}
