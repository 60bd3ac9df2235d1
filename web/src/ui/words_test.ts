import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, checkingOf, duration, failedFirst, heldBy, honest, standingOf } from "./words";

test("a ready task whose checker failed is flagged, whatever its checker does now", () => {
  assert.equal(checkingOf({ state: "ready", checker_state: "failed", checker_report: "no test" }), "failed");
  assert.equal(checkingOf({ state: "ready", checker_state: "failed", checker_report: "" }), "failed");
  assert.equal(checkingOf({ state: "ready", checker_state: "running", checker_report: "" }), "checking");
  assert.equal(checkingOf({ state: "ready", checker_state: "pending", checker_report: "" }), "waiting");
  assert.equal(checkingOf({ state: "ready", checker_state: null, checker_report: "" }), "none");
  assert.equal(checkingOf({ state: "pending", checker_state: null, checker_report: "of the round before" }), "none");
  assert.equal(checkingOf({ state: "completed", checker_state: null, checker_report: "accepted all the same" }), "none");
});
test("a mission's word is what holds it up, else the story's", () => {
  assert.equal(standingOf({ status: "blocked", story: "IN_PROGRESS" }).word, "Blocked");
  assert.equal(standingOf({ status: "ready_to_land", story: "SHIPPABLE" }).word, "Shippable");
  assert.equal(standingOf({ status: "landed", story: "NEEDS_FIX" }).tone, "bad");
});
test("a story that was closed says so", () => {
  assert.equal(standingOf({ status: "completed", story: "REVIEW_READY" }).word, "Completed");
  assert.equal(standingOf({ status: "completed", story: "NEEDS_FIX" }).word, "Closed");
});
test("a report begins with what failed", () => {
  const log = "a".repeat(64);
  assert.equal(failedFirst(`passed  Smoke test: exit 0; log ${log}\nfine\nfailed  Shop: exit 1; log ${log}\nthe shop is closed\n`), "failed  Shop: exit 1\nthe shop is closed\npassed  Smoke test: exit 0\nfine");
  assert.equal(failedFirst("exit 3"), "exit 3");
  assert.equal(failedFirst(""), "");
});
test("characters that deceive the eye are shown", () => {
  assert.equal(honest("a\u202eb\u200bc"), "a⟨U+202E⟩b⟨U+200B⟩c");
  assert.equal(honest("naïve — “quoted” 日本"), "naïve — “quoted” 日本");
});
test("joiners are text where a script or an emoji needs them, and shown anywhere else", () => {
  for (const text of ["می‌خواهم", "👩‍💻 and 👨‍👩‍👧", "🏳️‍🌈", "👩🏽‍🚀", "ක්‍ෂ", "क्‍ष", "ന്‍ ", "❤️‍🔥"]) assert.equal(honest(text), text);
  assert.equal(honest("ad\u200dmin"), "ad⟨U+200D⟩min");
  assert.equal(honest("ad\u200cmin"), "ad⟨U+200C⟩min");
  assert.equal(honest("👩\u200dx"), "👩⟨U+200D⟩x");
  assert.equal(honest("👩\u200c💻"), "👩⟨U+200C⟩💻");
  assert.equal(honest("می\u200c\u200c\u200dخ"), "می⟨U+200C⟩⟨U+200C⟩⟨U+200D⟩خ", "in a row they hide something");
  assert.equal(honest("\u200d"), "⟨U+200D⟩");
});
test("letters that nobody sees are shown by their code", () => {
  const tags = [..."hi"].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join("");
  assert.equal(honest(`a${tags}b`), "a⟨U+E0068⟩⟨U+E0069⟩b");
  assert.equal(honest("🏴\u{e0067}\u{e007f}"), "🏴⟨U+E0067⟩⟨U+E007F⟩");
  assert.equal(honest("\u{e0100}"), "⟨U+E0100⟩");
  assert.equal(honest("\u3164a\u00adb"), "⟨U+3164⟩a⟨U+00AD⟩b");
});
test("times", () => {
  const now = Date.parse("2026-11-15T10:00:00Z");
  assert.equal(ago("2026-11-15T09:59:58Z", now), "just now");
  assert.equal(ago("2026-11-15T09:30:00Z", now), "30 min ago");
  assert.equal(duration(950), "950 ms");
  assert.equal(duration(61_000), "1 min 1 s");
});
test("what holds a mission is told without commands", () => {
  assert.equal(heldBy("The plan with 2 tasks waits for you: see `assay plan mission-1`, then --approve or --reject REASON."), "The plan with 2 tasks waits for you.");
  assert.equal(heldBy("paused by person:anna: the release first"), "paused by person:anna: the release first");
  assert.equal(heldBy("a check waits for your answer: Look (twice) (assay mission verification says why): accept it with a reason, then assay verify"), "a check waits for your answer: Look (twice)");
  assert.equal(heldBy('No command was run. To accept it: assay pack answer check-1 --mission mission-1 --reason "…"'), "No command was run.");
  assert.equal(heldBy("is blocked: no tests (its work can be accepted as it is: assay task accept k3f7)"), "is blocked: no tests");
  assert.equal(heldBy("the assay of gold (assay, not a command)"), "the assay of gold (assay, not a command)");
});
