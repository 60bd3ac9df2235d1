// Just enough of each common language to colour a line: comments, strings, numbers, words. One line
// at a time, with what is still open carried from the line before; linear in the line.

export interface Token {
  readonly text: string;
  readonly kind: "" | "keyword" | "string" | "comment" | "number" | "name";
}

interface Language {
  readonly words: ReadonlySet<string>;
  readonly line: readonly string[]; // what begins a comment up to the line's end
  readonly block: readonly (readonly [string, string])[];
  readonly quotes: string;
  readonly long: readonly string[]; // strings over several lines
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const c_like = { line: ["//"], block: [["/*", "*/"]] as const, quotes: "\"'", long: [] };

const js = set(
  "abstract any as async await boolean break case catch class const continue default delete do else enum export extends false finally for from function get if implements import in instanceof interface keyof let new null number of private protected public readonly return set static string super switch this throw true try type typeof undefined unknown var void while yield",
);
const cpp = set(
  "alignas auto bool break case catch char class concept const consteval constexpr constinit continue co_await co_return co_yield default delete do double else enum explicit export extern false final float for friend goto if inline int long mutable namespace new noexcept nullptr operator override private protected public requires return short signed sizeof static static_assert struct switch template this throw true try typedef typename union unsigned using virtual void volatile while include define ifdef ifndef endif pragma",
);
const languages: Record<string, Language> = {
  js: { ...c_like, words: js, quotes: "\"'", long: ["`"] },
  cpp: { ...c_like, words: cpp },
  java: { ...c_like, words: set("abstract boolean break byte case catch char class const continue default do double else enum extends final finally float for fun if implements import in instanceof int interface internal is let long native new null object open override package private protected public return sealed short static super suspend switch this throw throws true try false typealias val var void volatile when while record data companion") },
  go: { ...c_like, words: set("break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var nil true false string int bool error byte any"), long: ["`"] },
  rust: { ...c_like, quotes: '"', words: set("as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while") },
  python: { words: set("False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield"), line: ["#"], block: [], quotes: "\"'", long: ['"""', "'''"] },
  ruby: { words: set("alias and begin break case class def defined? do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield require attr_reader attr_accessor"), line: ["#"], block: [], quotes: "\"'", long: [] },
  shell: { words: set("if then else elif fi for while until do done case esac in function return local export set unset shift exit break continue trap eval exec readonly"), line: ["#"], block: [], quotes: "\"'", long: [] },
  sql: { words: set("select insert update delete from where and or not null into values create table index view drop alter add primary key references foreign unique default join left right inner outer on as order by group having limit begin commit rollback SELECT INSERT UPDATE DELETE FROM WHERE AND OR NOT NULL INTO VALUES CREATE TABLE INDEX VIEW DROP ALTER ADD PRIMARY KEY REFERENCES FOREIGN UNIQUE DEFAULT JOIN LEFT RIGHT INNER OUTER ON AS ORDER BY GROUP HAVING LIMIT BEGIN COMMIT ROLLBACK TEXT INTEGER"), line: ["--"], block: [["/*", "*/"]], quotes: "'\"", long: [] },
  css: { words: set("important media import supports keyframes font-face"), line: [], block: [["/*", "*/"]], quotes: "\"'", long: [] },
  html: { words: new Set(), line: [], block: [["<!--", "-->"]], quotes: "\"'", long: [] },
  data: { words: set("true false null yes no on off"), line: ["#"], block: [], quotes: "\"'", long: ['"""'] },
  json: { words: set("true false null"), line: [], block: [], quotes: '"', long: [] },
  make: { words: set("ifeq ifneq ifdef ifndef else endif include define endef FROM RUN COPY ADD CMD ENTRYPOINT ENV ARG WORKDIR USER EXPOSE if elseif endif foreach endforeach function endfunction set"), line: ["#"], block: [], quotes: "\"'", long: [] },
};

const endings: Record<string, string> = {
  js: "js", mjs: "js", cjs: "js", jsx: "js", ts: "js", tsx: "js", mts: "js", vue: "js", svelte: "js",
  c: "cpp", h: "cpp", cc: "cpp", cpp: "cpp", cxx: "cpp", hh: "cpp", hpp: "cpp", m: "cpp", cs: "java", php: "js", dart: "js", proto: "js",
  java: "java", kt: "java", kts: "java", scala: "java", swift: "java", gradle: "java", groovy: "java",
  go: "go", rs: "rust", py: "python", pyi: "python", rb: "ruby", sh: "shell", bash: "shell", zsh: "shell", fish: "shell", pl: "shell",
  sql: "sql", css: "css", scss: "css", less: "css", html: "html", htm: "html", xml: "html", svg: "html",
  toml: "data", yaml: "data", yml: "data", ini: "data", cfg: "data", tf: "data", json: "json", mk: "make", cmake: "make",
};

export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (name === "makefile" || name === "dockerfile" || name === "cmakelists.txt") return languages["make"] ?? null;
  const dot = name.lastIndexOf(".");
  return languages[endings[name.slice(dot + 1)] ?? ""] ?? null;
}

// What is open at a line's end: the text that closes it, and whether it is a comment.
export interface Open {
  readonly close: string;
  readonly kind: "comment" | "string";
}

const k_longest = 2000; // a longer line is not code that people read

const isWord = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code === 36 || code > 127;

export function tokensOf(line: string, language: Language | null, open: Open | null): { tokens: Token[]; open: Open | null } {
  if (language === null || line.length > k_longest) return { tokens: [{ text: line, kind: "" }], open: null };
  const tokens: Token[] = [];
  let plain = "";
  const push = (text: string, kind: Token["kind"]): void => {
    if (text === "") return;
    if (plain !== "") tokens.push({ text: plain, kind: "" });
    plain = "";
    tokens.push({ text, kind });
  };
  let i = 0;
  if (open) {
    const end = line.indexOf(open.close);
    if (end < 0) return { tokens: [{ text: line, kind: open.kind }], open };
    i = end + open.close.length;
    push(line.slice(0, i), open.kind);
  }
  outer: while (i < line.length) {
    for (const begin of language.line) {
      if (line.startsWith(begin, i) && (begin !== "#" || i === 0 || /\s/.test(line[i - 1] ?? ""))) {
        push(line.slice(i), "comment");
        i = line.length;
        break outer;
      }
    }
    for (const [begin, close] of language.block) {
      if (!line.startsWith(begin, i)) continue;
      const end = line.indexOf(close, i + begin.length);
      if (end < 0) {
        push(line.slice(i), "comment");
        if (plain !== "") tokens.push({ text: plain, kind: "" });
        return { tokens, open: { close, kind: "comment" } };
      }
      push(line.slice(i, end + close.length), "comment");
      i = end + close.length;
      continue outer;
    }
    for (const quote of language.long) {
      if (!line.startsWith(quote, i)) continue;
      const end = line.indexOf(quote, i + quote.length);
      if (end < 0) {
        push(line.slice(i), "string");
        if (plain !== "") tokens.push({ text: plain, kind: "" });
        return { tokens, open: { close: quote, kind: "string" } };
      }
      push(line.slice(i, end + quote.length), "string");
      i = end + quote.length;
      continue outer;
    }
    const c = line[i] as string;
    if (language.quotes.includes(c)) {
      let end = i + 1;
      while (end < line.length && line[end] !== c) end += line[end] === "\\" ? 2 : 1;
      push(line.slice(i, Math.min(end + 1, line.length)), "string");
      i = end + 1;
      continue;
    }
    if (isWord(line.charCodeAt(i))) {
      let end = i + 1;
      while (end < line.length && isWord(line.charCodeAt(end))) end++;
      const word = line.slice(i, end);
      if (/^\d/.test(word)) push(word, "number");
      else if (language.words.has(word)) push(word, "keyword");
      else if (line[end] === "(") push(word, "name");
      else plain += word;
      i = end;
      continue;
    }
    plain += c;
    i++;
  }
  if (plain !== "") tokens.push({ text: plain, kind: "" });
  return { tokens, open: null };
}
