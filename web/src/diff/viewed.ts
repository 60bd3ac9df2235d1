// Which files of a change somebody has looked at. Kept in this browser, by what the file's change was then: when it
// changes again, the mark is gone.
import { useEffect, useState } from "preact/hooks";
import type { DiffFile } from "./parse";

const k_key = "viewed";
const k_kept = 40; // changes whose marks are kept

type Kept = readonly (readonly [string, Readonly<Record<string, number>>])[]; // the latest last

export function printOf(file: DiffFile): number {
  let hash = 2166136261;
  const add = (text: string): void => {
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  };
  for (const note of file.notes) add(note);
  for (const line of file.lines) add(line.sign === "@" ? "@" : line.sign + line.text);
  return hash >>> 0;
}

function read(): Kept {
  try {
    const known: unknown = JSON.parse(window.localStorage.getItem(k_key) ?? "[]");
    return Array.isArray(known) ? known.filter((each) => Array.isArray(each) && typeof each[0] === "string" && typeof each[1] === "object" && each[1] !== null) : [];
  } catch {
    return [];
  }
}
function write(kept: Kept): void {
  try {
    window.localStorage.setItem(k_key, JSON.stringify(kept.slice(-k_kept)));
  } catch {
    // not remembered, then
  }
}

// It says what was changed, so it goes with the session.
export function forgetViewed(): void {
  try {
    window.localStorage.removeItem(k_key);
  } catch {
    // nothing was kept, then
  }
}

// `subject`: whose change it is.
export function useViewed(subject: string, files: readonly DiffFile[]): { viewed: ReadonlySet<string>; mark: (path: string, seen: boolean) => void } {
  const known = (): ReadonlySet<string> => {
    const marks = read().find(([name]) => name === subject)?.[1] ?? {};
    return new Set(files.filter((file) => Object.hasOwn(marks, file.path) && marks[file.path] === printOf(file)).map((file) => file.path));
  };
  const [viewed, setViewed] = useState(known);
  useEffect(() => setViewed(known()), [subject, files]);
  const mark = (path: string, seen: boolean): void => {
    const kept = read();
    const marks = Object.entries(kept.find(([name]) => name === subject)?.[1] ?? {}).filter(([each]) => each !== path);
    const file = files.find((each) => each.path === path);
    if (seen && file) marks.push([path, printOf(file)]);
    write([...kept.filter(([name]) => name !== subject), [subject, Object.fromEntries(marks)]]);
    setViewed(known());
  };
  return { viewed, mark };
}
