import assert from "node:assert/strict";
import { test } from "node:test";
import { changedWords, cut, pairsIn } from "./words";
import { parsePatch } from "./parse";

const marked = (text: string, ranges: readonly (readonly [number, number])[]): string[] => ranges.map(([begin, end]) => text.slice(begin, end));

test("the words that differ are found on both sides", () => {
  const before = 'return f"{quantity} × {name}"';
  const after = 'return f"{dozens} dozen {name}"';
  const found = changedWords(before, after);
  assert.deepEqual(marked(before, found?.before ?? []), ["quantity", "×"]);
  assert.deepEqual(marked(after, found?.after ?? []), ["dozens", "dozen"]);
});
test("one that has only more has nothing marked on the other side", () => {
  assert.deepEqual(changedWords("call(a)", "call(a, b)"), { before: [], after: [[6, 9]] });
});
test("lines that have nothing in common are not compared word by word", () => {
  assert.equal(changedWords("import os", "def price(value):"), null);
  assert.equal(changedWords("a".repeat(1001), "a"), null);
  assert.equal(changedWords("a ".repeat(150), "a ".repeat(150) + "b"), null);
});
test("removed and added lines of one place stand for each other", () => {
  const [file] = parsePatch("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,4 +1,3 @@\n-one\n-two\n+uno\n same\n-gone\n+here\n");
  const pairs = pairsIn(file?.lines ?? []);
  assert.deepEqual([...pairs].filter(([line]) => line.sign === "-").map(([line, other]) => [line.text, other.text]), [["one", "uno"], ["gone", "here"]]);
});
test("tokens are cut where a changed word begins and ends, and nothing is lost", () => {
  const tokens = [{ text: "return ", kind: "keyword" }, { text: '"a b c"', kind: "string" }, { text: ";", kind: "" }];
  const pieces = cut(tokens, [[4, 9], [10, 11], [14, 15]]);
  assert.equal(pieces.map((piece) => piece.text).join(""), 'return "a b c";');
  assert.deepEqual(pieces.filter((piece) => piece.changed).map((piece) => piece.text), ["rn ", '"a', "b", ";"]);
});
