// What agents did, as people read it: run by run, in words and calls, and never more than text.
import assert from "node:assert/strict";
import { Works } from "./loop.mjs";
import { open, test } from "./world.mjs";

const k_first = String.raw`line '{"type":"assistant","message":{"content":[{"type":"text","text":"I look <img src=x onerror=alert(1)> first."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make test","description":"Run the tests"}}]}}'
line '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"\u001b[31mnot ok\u001b[0m \u001b]0;owned\u0007\u202e1\nsecond line <b>x</b>","is_error":true}]}}'
line 'npm warn something is old'
`;

// A task whose first round misses what it promised.
async function twoRounds(assay, name) {
  const world = new Works(assay, name, { worker: `if [ -e notes ]; then say "Now the value."; change_value; finish "The value is 2." 0.42; else ${k_first}echo begun >notes; finish "Nothing yet." 0.30; fi` });
  await world.serve(0, "--workers", "2");
  const made = world.begun({ name: "Set the value", instructions: "Set the value to 2 and its test with it.", acceptance_criteria: "\`make test\` passes", success_criteria: [{ id: "SC-1", claim: "value holds 2", evidence: { kind: "grep", pattern: "^2$", path: "value" } }] });
  return { world, ...made };
}

export function transcript(browser, assay) {
  test("transcript: every round in words, calls and results; hostile text is text; the raw log is one click away", async () => {
    const { world, task } = await twoRounds(assay, "transcript");
    const page = await world.page(browser);
    await open(page, world, `/tasks/${task}?view=log`);
    const log = page.getByRole("log");
    await page.getByLabel("Which run").waitFor(); // there is a second run
    await log.getByText("The value is 2.").waitFor();
    await page.locator(".run-facts").getByText("$0.12").waitFor();
    assert.equal(await log.getByText("Nothing yet.").count(), 0, "each run has its own");

    await page.getByLabel("Which run").selectOption({ label: "Round 1, attempt 1: worker succeeded" });
    await log.getByText("Nothing yet.").waitFor();
    assert.match(page.url(), /run=1/);
    await page.locator(".run-facts").getByText("$0.30").waitFor();
    await log.getByText("I look <img src=x onerror=alert(1)> first.").waitFor();
    const call = log.locator(".step-tool", { hasText: "Bash" });
    await call.getByText("make test", { exact: false }).waitFor();
    await call.getByText("Failed", { exact: true }).waitFor();
    assert.equal(await call.getByText("second line").count(), 0, "results are folded");
    await call.locator("summary").click();
    await call.getByText("second line <b>x</b>").waitFor();
    await call.locator(".printed .ink-1", { hasText: "not ok" }).waitFor();
    await call.locator(".printed").getByText("⟨U+202E⟩1", { exact: false }).waitFor();
    assert.equal(await log.getByText("owned").count(), 0, "what a terminal would take for an order is dropped");
    assert.equal(await log.locator("img, b").count(), 0);
    await log.locator(".step-note").getByText("npm warn something is old").waitFor();

    await page.getByRole("button", { name: "As printed" }).click();
    await page.locator(".log-row").getByText('"type":"tool_use"', { exact: false }).waitFor();
    await page.getByRole("button", { name: "Transcript" }).click();
    await log.getByText("Nothing yet.").waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("transcript: a run of thirty thousand steps has a window of them, from its beginning to its end", async () => {
    const world = new Works(assay, "long-run", { worker: String.raw`awk 'BEGIN { for (i = 1; i <= 30000; i++) printf "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"Step %d of many\"}]}}\n", i }'; change_value && finish "All of it." 0.5` });
    await world.serve(0, "--workers", "1");
    const { task } = world.begun({ name: "Take many steps", instructions: "Set the value to 2 and its test with it." });
    const page = await world.page(browser);
    await open(page, world, `/tasks/${task}?view=log`);
    await page.locator(".run-facts").waitFor();
    const log = page.getByRole("log");
    await log.getByText("Step 30000 of many", { exact: true }).waitFor();
    await page.locator(".log-foot", { hasText: /30,00\d steps/ }).waitFor();
    assert.ok((await log.locator(".step").count()) <= 250);
    await log.getByRole("button", { name: "From the beginning" }).click();
    await log.getByText("Step 1 of many", { exact: true }).waitFor();
    assert.ok((await log.locator(".step").count()) <= 250);
    await log.getByRole("button", { name: "later steps" }).click();
    await log.getByText("Step 300 of many", { exact: true }).waitFor();
    await log.getByRole("button", { name: "To the end" }).click();
    await log.getByText("Step 30000 of many", { exact: true }).waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });
}
