// Places in the output of programs: a file and a line, in the forms that compilers and test runners write.

export interface Place {
  readonly begin: number; // in the text
  readonly end: number;
  readonly path: string;
  readonly line: number;
}

// A path has an ending or a folder, and no blanks; "12:30:01" and "localhost:8080" are none.
const k_path = String.raw`(?:[A-Za-z]:[\\/])?[\w.@+~%$-]*(?:[\\/][\w.@+~%$()\[\]-]+)*`;
const k_forms: readonly RegExp[] = [
  /File "([^"\n]{1,500})", line (\d{1,7})/g, // Python
  new RegExp(String.raw`(?<![\w./\\-])(${k_path}\.[A-Za-z][\w]{0,11})\((\d{1,7})(?:,\d{1,7})?\)`, "g"), // tsc, MSVC
  new RegExp(String.raw`(?<![\w./\\-])(${k_path}\.[A-Za-z][\w]{0,11}):(\d{1,7})(?::\d{1,7})?(?![\w.])`, "g"),
  new RegExp(String.raw`(?<![\w./\\-])(${k_path}\.[A-Za-z][\w]{0,11}):(\d{1,7})(?::\d{1,7})?(?=:)`, "g"),
];
const k_widest = 4000; // characters of a line that are looked at
const k_foreign = /(^|[\\/])(node_modules|site-packages|dist-packages|\.cargo|rustlib|go[\\/]pkg|vendor[\\/]bundle)[\\/]|^\/usr\/|^node:|^<|:\/\//;

const isFile = (path: string): boolean => !k_foreign.test(path) && /[A-Za-z_]/.test(path) && !/^[\d.]+$/.test(path) && !path.includes("..\\");

export function placesIn(text: string): Place[] {
  const found: Place[] = [];
  const looked = text.slice(0, k_widest);
  if (!/\d/.test(looked)) return found;
  for (const form of k_forms) {
    for (const match of looked.matchAll(form)) {
      const [all, path = "", line = ""] = match;
      const begin = match.index ?? 0;
      const place = { begin, end: begin + all.length, path: path.replace(/\\/g, "/"), line: Number(line) };
      if (place.line > 0 && isFile(place.path) && found.every((each) => place.end <= each.begin || place.begin >= each.end)) found.push(place);
    }
  }
  return found.sort((a, b) => a.begin - b.begin);
}

// The file of a list that a path names: itself, or with folders in front that the list does not have.
export function fileNamed(path: string, files: ReadonlySet<string>): string | undefined {
  const parts = path.replace(/^\.\//, "").split("/");
  for (let i = 0; i < parts.length; i++) {
    const rest = parts.slice(i).join("/");
    if (files.has(rest)) return rest;
  }
  return undefined;
}
