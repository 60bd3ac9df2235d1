import assert from "node:assert/strict";
import { test } from "node:test";
import { AnsiReader, linesOf } from "./ansi";

const plain = (text: string): string => linesOf(text).map((line) => line.map((piece) => piece.text).join("")).join("\n");

test("colours become classes and go on over line ends", () => {
  const lines = linesOf("\u001b[31mred\nstill\u001b[0m plain");
  assert.deepEqual(lines[0], [{ text: "red", style: "ink-1" }]);
  assert.deepEqual(lines[1], [{ text: "still", style: "ink-1" }, { text: " plain", style: "" }]);
});
test("256 colours and true colours come to the nearest of the sixteen", () => {
  assert.equal(linesOf("\u001b[38;5;196mx")[0]?.[0]?.style, "ink-1");
  assert.equal(linesOf("\u001b[38;2;250;250;250mx")[0]?.[0]?.style, "ink-15");
  assert.equal(linesOf("\u001b[48;5;196mx")[0]?.[0]?.style, "", "backgrounds are not taken");
});
test("every other control sequence is dropped", () => {
  assert.equal(plain("a\u001b]8;;http://evil/\u0007b\u001b]8;;\u0007c"), "abc");
  assert.equal(plain("a\u001b]0;title\u001b\\b"), "ab");
  assert.equal(plain("a\u001b[2J\u001b[1;1Hb\u001b[?25lc"), "abc");
  assert.equal(plain("a\u001bPpayload\u001b\\b\u0007\u0000\u009bc"), "abc");
});
test("a sequence that never ends eats its line and no more", () => {
  assert.equal(plain("a\u001b]0;never\nnext"), "a\nnext");
  assert.equal(plain("a\u001b[31"), "a");
  assert.equal(plain("a\u001b"), "a");
});
test("a carriage return writes the line anew; one at the end does nothing", () => {
  assert.equal(plain("10%\r20%\r100%"), "100%");
  assert.equal(plain("windows\r\nline\r\n"), "windows\nline");
});
test("markup stays text", () => {
  assert.equal(plain("<script>alert(1)</script>"), "<script>alert(1)</script>");
});
test("a reader of a stream remembers the pen", () => {
  const reader = new AnsiReader();
  reader.line("\u001b[1;32m");
  assert.equal(reader.line("x")[0]?.style, "ink-2 ink-bold");
});
