import assert from "node:assert/strict";
import { test } from "node:test";
import { type Around, asked, surround } from "./context";
import { parsePatch } from "./parse";

// Lines 10 and 30 of a file of 40 lines are changed; at 20 one is added.
const k_patch = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -9,3 +9,3 @@ one\n nine\n-ten\n+TEN\n eleven\n@@ -20,0 +21 @@ two\n+new\n@@ -29,5 +30,5 @@ three\n l29\n-l30\n+L30\n l31\n l32\n l33\n";
const [file] = parsePatch(k_patch);
assert.ok(file);
const known = (from: number, to: number, total: number | null = null): Around => ({ lines: new Map(Array.from({ length: to - from + 1 }, (_, i) => [from + i, `line ${from + i}`])), total });

test("each hunk has what is not shown above it, and the last one what follows", () => {
  const { gaps, file: shown } = surround(file);
  assert.deepEqual([...gaps.values()].map((gap) => [gap.first, gap.last]), [[1, 8], [12, 20], [22, 29], [35, null]]);
  assert.equal(shown.lines.length, file.lines.length + 1);
});
test("lines that are known stand where they belong, with both numbers", () => {
  const { gaps, file: shown } = surround(file, known(22, 24));
  const put = shown.lines.filter((line) => line.text.startsWith("line "));
  assert.deepEqual(put.map((line) => [line.before, line.after]), [[21, 22], [22, 23], [23, 24]]);
  assert.deepEqual([...gaps.values()].map((gap) => [gap.first, gap.last]), [[1, 8], [12, 20], [25, 29], [35, null]]);
});
test("a gap of which all is known is gone, with its row", () => {
  const { gaps, file: shown } = surround(file, known(12, 20));
  assert.deepEqual([...gaps.values()].map((gap) => gap.first), [1, 22, 35]);
  assert.equal(shown.lines.filter((line) => line.sign === "@").length, 3);
  const numbers = shown.lines.filter((line) => line.after > 0).map((line) => line.after);
  assert.deepEqual(numbers, [...numbers].sort((a, b) => a - b));
});
test("known lines above a hunk stand next to it", () => {
  const { gaps, file: shown } = surround(file, known(5, 8));
  assert.deepEqual([...gaps.values()][0], { first: 1, last: 4, header: "@@ -9,3 +9,3 @@ one" });
  assert.deepEqual(shown.lines.slice(0, 3).map((line) => [line.sign, line.after]), [["@", 0], [" ", 5], [" ", 6]]);
});
test("where the file ends is known when it was read", () => {
  const { gaps } = surround(file, known(35, 41, 41));
  assert.deepEqual([...gaps.values()].map((gap) => gap.first), [1, 12, 22]);
});
test("a new file and a deleted one have nothing around them", () => {
  for (const patch of ["diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n", "diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"]) {
    const [one] = parsePatch(patch);
    assert.ok(one);
    assert.equal(surround(one).gaps.size, 0);
    assert.equal(surround(one).file, one);
  }
});
test("a last hunk with less than three lines after it ends the file", () => {
  const [one] = parsePatch("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\n+b\n c\n");
  assert.ok(one);
  assert.equal(surround(one).gaps.size, 0);
});
test("what is asked for is bounded", () => {
  const gap = { first: 100, last: 5000, header: "" };
  assert.deepEqual(asked(gap, "up"), { first: 4981, last: 5000 });
  assert.deepEqual(asked(gap, "down"), { first: 100, last: 119 });
  assert.deepEqual(asked(gap, "all"), { first: 100, last: 1099 });
  assert.deepEqual(asked({ ...gap, last: null }, "down"), { first: 100, last: 119 });
  assert.deepEqual(asked({ first: 3, last: 5, header: "" }, "up"), { first: 3, last: 5 });
});
