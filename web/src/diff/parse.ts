// A patch as git writes it, taken apart into files and lines. Lines inside a hunk are counted, so
// that a removed line that looks like a header is not one.

export type Sign = " " | "+" | "-" | "@" | "\\";

export interface DiffLine {
  readonly sign: Sign;
  readonly text: string; // without the sign; of a hunk's header the whole of it
  readonly before: number; // line numbers; 0: not on that side
  readonly after: number;
}

export interface DiffFile {
  readonly path: string;
  readonly oldPath: string;
  readonly notes: readonly string[]; // renames, modes, binary
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
}

function unquoted(name: string): string {
  if (!name.startsWith('"')) return name.replace(/\t.*$/, "");
  const bytes: number[] = [];
  const escapes: Record<string, number> = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11, '"': 34, "\\": 92 };
  for (let i = 1; i < name.length && name[i] !== '"'; i++) {
    if (name[i] !== "\\") {
      bytes.push(...new TextEncoder().encode(name[i]));
      continue;
    }
    const octal = /^[0-7]{3}/.exec(name.slice(i + 1, i + 4));
    if (octal) {
      bytes.push(parseInt(octal[0], 8));
      i += 3;
    } else {
      bytes.push(escapes[name[i + 1] ?? ""] ?? 63);
      i += 1;
    }
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}
const side = (name: string): string => {
  const bare = unquoted(name);
  return bare === "/dev/null" ? "" : bare.replace(/^[ab]\//, "");
};

const k_hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

interface Draft {
  path: string;
  oldPath: string;
  notes: string[];
  lines: DiffLine[];
  added: number;
  removed: number;
}

// "diff --git a/x b/x": the names, when both are the same; renames say theirs on lines of their own.
function namesOf(header: string): string {
  const rest = header.slice("diff --git ".length);
  if (rest.startsWith('"')) return side(rest);
  const half = (rest.length - 1) / 2;
  const first = rest.slice(0, half);
  return Number.isInteger(half) && first.slice(2) === rest.slice(half + 3) ? first.slice(2) : side(rest.split(" b/")[0] ?? rest);
}

export function parsePatch(patch: string): DiffFile[] {
  const files: Draft[] = [];
  let file: Draft | undefined;
  let left = 0; // lines the hunk still has on each side
  let right = 0;
  let before = 0;
  let after = 0;
  for (let at = 0; at < patch.length; ) {
    let end = patch.indexOf("\n", at);
    if (end < 0) end = patch.length;
    const line = patch.slice(at, end);
    at = end + 1;
    if (file && (left > 0 || right > 0)) {
      const sign = line === "" ? " " : line[0];
      const text = line.slice(1);
      if (sign === "+") {
        file.lines.push({ sign, text, before: 0, after: after++ });
        file.added++;
        right--;
        continue;
      }
      if (sign === "-") {
        file.lines.push({ sign, text, before: before++, after: 0 });
        file.removed++;
        left--;
        continue;
      }
      if (sign === " ") {
        file.lines.push({ sign, text, before: before++, after: after++ });
        left--;
        right--;
        continue;
      }
    }
    if (line.startsWith("\\")) {
      file?.lines.push({ sign: "\\", text: line.slice(2), before: 0, after: 0 });
      continue;
    }
    const hunk = k_hunk.exec(line);
    if (hunk && file) {
      before = Number(hunk[1]);
      after = Number(hunk[3]);
      left = hunk[2] === undefined ? 1 : Number(hunk[2]);
      right = hunk[4] === undefined ? 1 : Number(hunk[4]);
      file.lines.push({ sign: "@", text: line, before: 0, after: 0 });
      continue;
    }
    left = right = 0;
    if (line.startsWith("diff --git ")) {
      const path = namesOf(line);
      file = { path, oldPath: path, notes: [], lines: [], added: 0, removed: 0 };
      files.push(file);
    } else if (!file) {
      continue;
    } else if (line.startsWith("--- ")) {
      file.oldPath = side(line.slice(4));
    } else if (line.startsWith("+++ ")) {
      file.path = side(line.slice(4)) || file.oldPath;
    } else if (line.startsWith("rename from ")) {
      file.oldPath = unquoted(line.slice(12));
      file.notes.push(`renamed from ${file.oldPath}`);
    } else if (line.startsWith("rename to ")) {
      file.path = unquoted(line.slice(10));
    } else if (line.startsWith("new file")) {
      file.oldPath = "";
      file.notes.push("new file");
    } else if (line.startsWith("deleted file")) {
      file.notes.push("deleted");
    } else if (line.startsWith("new mode ")) {
      file.notes.push(`mode ${line.slice(9)}`);
    } else if (line.startsWith("Binary files") || line.startsWith("GIT binary patch")) {
      file.notes.push("binary");
    }
  }
  return files;
}

// ---- rows, as they are shown

export interface PairRow {
  readonly left: DiffLine | null;
  readonly right: DiffLine | null;
}

// Removed and added lines of one place beside each other.
export function sideBySide(lines: readonly DiffLine[]): PairRow[] {
  const rows: PairRow[] = [];
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] as DiffLine;
    if (line.sign !== "-" && line.sign !== "+") {
      rows.push({ left: line, right: line });
      i++;
      continue;
    }
    const removed: DiffLine[] = [];
    const added: DiffLine[] = [];
    while (lines[i]?.sign === "-" || lines[i]?.sign === "\\") removed.push(lines[i++] as DiffLine);
    while (lines[i]?.sign === "+" || lines[i]?.sign === "\\") added.push(lines[i++] as DiffLine);
    for (let n = 0; n < Math.max(removed.length, added.length); n++) rows.push({ left: removed[n] ?? null, right: added[n] ?? null });
  }
  return rows;
}
