import assert from "node:assert/strict";
import { test } from "node:test";
import { inLine, inText } from "./spans";

const marked = (line: string | undefined, text: string, begin: number, end: number): string => {
  const [from, to] = inText({ source: "builder_report", line: 1, begin, end, text }, line);
  return text.slice(from, to);
};

test("a place counts from its line, also where one sentence of it is shown", () => {
  const line = "I could not run the tests. TODO later.";
  assert.equal(marked(line, "TODO later.", 27, 31), "TODO");
  assert.equal(marked(line, "I could not run the tests.", 2, 15), "could not run");
  assert.equal(marked("a bug. a bug.", "a bug.", 9, 12), "bug");
});
test("a place is counted in bytes", () => {
  assert.equal(marked("Naïve things done. Tests were not run.", "Tests were not run.", 31, 38), "not run");
  assert.deepEqual(inLine({ begin: 4, end: 10 }, "✗ FAILED"), [2, 8]);
});
test("without its line the text is the place, never a wrong part of it", () => {
  assert.equal(marked(undefined, "TODO later.", 27, 31), "TODO later.");
  assert.equal(marked("something else", "TODO later.", 27, 31), "TODO later.");
});
