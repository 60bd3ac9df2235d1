import assert from "node:assert/strict";
import { test } from "node:test";
import { languageOf, tokensOf } from "./highlight";
import { parsePatch, sideBySide } from "./parse";

const patch = `diff --git a/src/a b.ts b/src/a b.ts
index 1..2 100644
--- a/src/a b.ts
+++ b/src/a b.ts
@@ -1,3 +1,4 @@ function x()
 one
--- not a header
+++ neither
+more
 three
\\ No newline at end of file
diff --git a/old.txt b/new.txt
similarity index 100%
rename from old.txt
rename to new.txt
diff --git "a/\\303\\244.txt" "b/\\303\\244.txt"
new file mode 100644
--- /dev/null
+++ "b/\\303\\244.txt"
@@ -0,0 +1 @@
+x
diff --git a/pic.png b/pic.png
index 1..2 100644
Binary files a/pic.png and b/pic.png differ
`;

test("files, names and counts", () => {
  const files = parsePatch(patch);
  assert.deepEqual(files.map((file) => file.path), ["src/a b.ts", "new.txt", "ä.txt", "pic.png"]);
  assert.equal(files[1]?.oldPath, "old.txt");
  assert.equal(files[2]?.oldPath, "");
  assert.deepEqual(files[3]?.notes, ["binary"]);
  assert.deepEqual([files[0]?.added, files[0]?.removed], [2, 1]);
});
test("a removed line that looks like a header is a line", () => {
  const lines = parsePatch(patch)[0]?.lines ?? [];
  assert.deepEqual(lines.map((line) => line.sign), ["@", " ", "-", "+", "+", " ", "\\"]);
  assert.equal(lines[2]?.text, "-- not a header");
  assert.deepEqual([lines[5]?.before, lines[5]?.after], [3, 4]);
});
test("what is no patch has no files, and a torn one does not throw", () => {
  assert.deepEqual(parsePatch("hello\nworld"), []);
  assert.equal(parsePatch(patch.slice(0, 120)).length, 1);
  assert.equal(parsePatch("@@ -1 +1 @@\n+x").length, 0);
});
test("side by side puts what replaced a line beside it", () => {
  const rows = sideBySide(parsePatch(patch)[0]?.lines ?? []);
  const changed = rows.filter((row) => row.left?.sign === "-" || row.right?.sign === "+");
  assert.deepEqual(changed.map((row) => [row.left?.text ?? null, row.right?.text ?? null]), [["-- not a header", "++ neither"], [null, "more"]]);
});
test("colours lose no character", () => {
  for (const [path, line] of [["a.ts", 'const a = "x" + 12; // note'], ["b.py", "def f(): # 'x"], ["c.rs", "fn main<'a>() { let x = 'a'; }"], ["d.json", '{"a": null}'], ["e.cc", "#include <a> /* open"], ["f.unknown", "anything"], ["g.sh", 'echo "unclosed']] as const) {
    const { tokens } = tokensOf(line, languageOf(path), null);
    assert.equal(tokens.map((token) => token.text).join(""), line, path);
  }
});
test("an open comment goes on, and closes", () => {
  const language = languageOf("a.cc");
  const first = tokensOf("int a; /* here", language, null);
  assert.equal(first.open?.close, "*/");
  const second = tokensOf("still */ return;", language, first.open);
  assert.deepEqual(second.tokens[0], { text: "still */", kind: "comment" });
  assert.equal(second.tokens.some((token) => token.kind === "keyword" && token.text === "return"), true);
});
test("a patch of fifty thousand lines is read at once", () => {
  const big = `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1,50000 @@\n` + "+line of text\n".repeat(50_000);
  assert.equal(parsePatch(big)[0]?.added, 50_000);
});
