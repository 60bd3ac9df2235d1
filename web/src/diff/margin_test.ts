import assert from "node:assert/strict";
import { test } from "node:test";
import { marginOf, type MarginPiece } from "./margin";
import { parsePatch, type DiffFile } from "./parse";

const file = parsePatch(`diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -1,4 +1,5 @@
 one
-two
+second
+third
 four
+last
@@ -20,3 +21,2 @@
 before
-gone
 after
`)[0] as DiffFile;
const piece = (first: number, last: number, proven: boolean, more: Partial<MarginPiece> = {}): MarginPiece => ({ path: "a.py", first, last, proven, removes: false, words: `${first}-${last}`, ...more });
const shown = (pieces: MarginPiece[]): string[] => [...marginOf(file, pieces)].map(([line, mark]) => `${line.text} ${mark.piece.words}${mark.begins ? " begins" : ""}${mark.ends ? " ends" : ""}`);

test("added lines of a piece are marked, from its first to its last", () => {
  assert.deepEqual(shown([piece(2, 3, false), piece(5, 5, true)]), ["second 2-3 begins", "third 2-3 ends", "last 5-5 begins ends"]);
});
test("a piece that only removes is marked where its lines were", () => {
  assert.deepEqual(shown([piece(21, 21, false, { removes: true })]), ["gone 21-21 begins ends"]);
  assert.deepEqual(shown([piece(1, 1, true, { removes: true })]), ["two 1-1 begins ends"]);
});
test("where two meet, what is not proven counts; other files are not marked", () => {
  assert.deepEqual(shown([piece(2, 3, true), piece(3, 3, false)]), ["second 2-3 begins ends", "third 3-3 begins ends"]);
  assert.deepEqual(shown([piece(3, 3, false), piece(2, 3, true)]), ["second 2-3 begins ends", "third 3-3 begins ends"]);
  assert.deepEqual(shown([piece(2, 3, false, { path: "b.py" })]), []);
});
test("without context a removal stands behind the line that it names", () => {
  const bare = parsePatch("diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -3 +2,0 @@\n-x\n")[0] as DiffFile;
  assert.equal(marginOf(bare, [piece(2, 2, false, { removes: true })]).size, 1);
});
