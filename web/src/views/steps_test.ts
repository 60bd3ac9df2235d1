import assert from "node:assert/strict";
import { test } from "node:test";
import { type Step, stepReader } from "./steps";

function read(...entries: (object | string)[]): Step[] {
  const take = stepReader();
  const out: Step[] = [];
  for (const entry of entries) take(typeof entry === "string" ? entry : JSON.stringify(entry), out);
  return out;
}

test("a result stands with its call, also when calls overlap", () => {
  const steps = read(
    { what: "tool", text: "Read", call: "a", arguments: "x.py" },
    { what: "tool", text: "Bash", call: "b" },
    { what: "tool_result", text: "no such file", call: "b", failed: true, left_out: 7 },
    { what: "tool_result", text: "print()", call: "a" },
    { what: "tool_result", text: "of nobody", call: "z" },
  );
  assert.deepEqual(steps.map((step) => [step.kind, step.text, step.result?.text]), [["tool", "Read", "print()"], ["tool", "Bash", "no such file"], ["tool_result", "of nobody", undefined]]);
  assert.deepEqual(steps[1]?.result, { text: "no such file", leftOut: 7, failed: true });
});

test("pieces of a message are one, whole messages are not", () => {
  const piece = { what: "message", goes_on: true };
  const steps = read({ ...piece, text: "Hel" }, { ...piece, text: "lo" }, { what: "tool", text: "Read" }, { ...piece, text: "Bye" }, { what: "message", text: "One." }, { what: "message", text: "Two." });
  assert.deepEqual(steps.map((step) => step.text), ["Hello", "Read", "Bye", "One.", "Two."]);
});

test("lines of output are blocks of bounded size, and what is no entry stays as it is", () => {
  const steps = read('{"what":"evil"}', "<b>", ...Array.from({ length: 300 }, (_, i) => ({ what: "note", text: String(i) })));
  assert.deepEqual(steps.map((step) => [step.kind, step.lines]), [["note", 200], ["note", 102]]);
  assert.ok(steps[0]?.text.startsWith('{"what":"evil"}\n<b>\n0\n'));
});
