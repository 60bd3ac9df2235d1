// What a person says of a verification: the answer to a check, and that a finding does not count.
import assert from "node:assert/strict";
import { open, reads, test, World } from "./world.mjs";

const k_review = "Operator review of the mission output";
const missionOf = (world, mission) => world.ask("mission", "show", mission).mission;
const reviewOf = (world, mission) => world.ask("accept", mission).acceptance.checks.find((check) => check.kind === "manual");

// Nothing can be run here, so a person has to look.
function asking(assay, name) {
  const world = new World(assay, name);
  world.git("rm", "-q", "shop.py", "test_shop.py", "assay.toml");
  world.write("README.md", "# A shop\n");
  world.commit("Only words");
  const mission = world.mission("Opening hours", "README.md says when the shop is open.");
  const task = world.task(mission, "Say when it is open");
  world.work(task, { "README.md": "# A shop\n\nOpen from 9 to 5.\n" });
  world.complete(task);
  world.verify(mission);
  assert.equal(world.ask("mission", "verification", mission).verification.outcome, "needs_person");
  return { world, mission };
}

// The gate finds a test that is gone.
function blocked(assay, name) {
  const world = new World(assay, name);
  world.write("test_more.py", "import unittest\n\n\nclass MoreTest(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(1 + 1, 2)\n");
  world.commit("More tests");
  const mission = world.mission("Move the sums");
  const task = world.task(mission, "Move them away");
  const { path } = world.ask("worktree", "add", task);
  world.git("-C", path, "rm", "-q", "test_more.py");
  world.write("notes.md", "# Moved\n", path);
  world.commit("work", path);
  world.complete(task);
  world.verify(mission);
  const check = world.ask("mission", "verification", mission).verification.checks.find((each) => each.findings.some((finding) => finding.severity === "must_fix"));
  return { world, mission, finding: check.findings.find((each) => each.severity === "must_fix"), check };
}

export function answers(browser, assay) {
  test("answer: a check for a person is answered from what waits, with a reason that is needed", async () => {
    const { world, mission } = asking(assay, "answer");
    await world.serve();
    const page = await world.page(browser);
    const row = page.locator(".waiting-row[data-need=answer_check]");
    await reads(row.locator(".waiting-why"), /^A check waits for your answer: Operator review of the mission output$/);
    await row.getByRole("button", { name: "Answer the check: Opening hours" }).click();
    const dialog = page.getByRole("dialog", { name: "Answer a check" });
    await dialog.getByText(k_review).waitFor();
    await dialog.getByText("No command was run", { exact: false }).waitFor();
    await reads(dialog, /with your name: \S/);
    assert.doesNotMatch(await dialog.innerText(), /assay pack/, "no advice for a command line");
    await dialog.getByRole("button", { name: "Answer" }).click();
    await dialog.getByRole("alert").getByText("Choose what you found.").waitFor();
    await dialog.getByLabel("What you found").selectOption("passed");
    await dialog.getByRole("button", { name: "Answer" }).click();
    await dialog.getByRole("alert").getByText("Say what you looked at", { exact: false }).waitFor();
    assert.equal(reviewOf(world, mission).answer, null, "nothing is kept without a reason");
    await dialog.getByLabel("Reason").fill("Read it: the hours are right");
    await dialog.getByRole("button", { name: "Answer" }).click();
    await dialog.waitFor({ state: "detached" });
    await row.waitFor({ state: "detached" });
    const { answer } = reviewOf(world, mission);
    assert.deepEqual([answer.answer, answer.reason], ["passed", "Read it: the hours are right"]);
    assert.match(answer.actor, /^person:/);
    world.run("verify", mission);
    assert.equal(missionOf(world, mission).status, "ready_to_land");
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("answer: no is said under Acceptance, stands there with name and reason, and blocks; a viewer says nothing", async () => {
    const { world, mission } = asking(assay, "answer-no");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    await page.locator(".section", { hasText: "Waits for your answer" }).getByRole("button", { name: `Answer: ${k_review}` }).waitFor();
    await page.getByRole("link", { name: "Acceptance" }).click();
    await page.getByRole("button", { name: `Answer: ${k_review}` }).click();
    const dialog = page.getByRole("dialog", { name: "Answer a check" });
    await dialog.getByLabel("What you found").selectOption("failed");
    await dialog.getByLabel("Reason").fill("It says nothing of Sundays");
    await dialog.getByRole("button", { name: "Answer" }).click();
    await dialog.waitFor({ state: "detached" });
    await reads(page.locator(".answer-given"), /^Does not hold, by \S+ .*: It says nothing of Sundays$/);
    await page.getByRole("button", { name: `Answer again: ${k_review}` }).waitFor();
    world.verify(mission);
    assert.equal(missionOf(world, mission).status, "blocked");

    world.ask("token", "new", "--name", "guest", "--role", "viewer");
    world.who = "guest";
    const guest = await world.page(browser);
    await open(guest, world, `/missions/${mission}/acceptance`);
    await reads(guest.locator(".answer-given"), /It says nothing of Sundays/);
    await guest.getByText("(viewer)").waitFor();
    assert.equal(await guest.getByRole("button", { name: /^Answer/ }).count(), 0);
    assert.deepEqual([...page.faults, ...guest.faults], []);
    await world.end();
  });

  test("answer: what the server refuses is said in the dialog, which keeps what was typed", async () => {
    const { world, mission } = asking(assay, "answer-late");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}/acceptance`);
    await page.getByRole("button", { name: `Answer: ${k_review}` }).click();
    const dialog = page.getByRole("dialog", { name: "Answer a check" });
    await dialog.getByLabel("What you found").selectOption("passed");
    await dialog.getByLabel("Reason").fill("It is fine");
    // Somebody writes between this click and its request.
    await page.route("**/answer", (route) => {
      world.run("mission", "edit", mission, "--title", "Opening and closing");
      return route.continue();
    }, { times: 1 });
    await dialog.getByRole("button", { name: "Answer" }).click();
    await dialog.getByRole("alert").getByText("The mission has changed while you looked", { exact: false }).waitFor();
    assert.equal(reviewOf(world, mission).answer, null);
    assert.equal(await dialog.getByLabel("Reason").inputValue(), "It is fine");
    await page.getByRole("heading", { level: 1, name: "Opening and closing" }).waitFor();
    await page.route("**/answer", (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body: '{"detail": "The disk is full."}' }), { times: 1 });
    await dialog.getByRole("button", { name: "Answer" }).click();
    await dialog.getByRole("alert").getByText("The disk is full.").waitFor();
    await dialog.getByRole("button", { name: "Answer" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.equal(reviewOf(world, mission).answer.reason, "It is fine");
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("waive: a finding of the gate is waived with a reason, and stays on the page with who did it", async () => {
    const { world, mission, finding, check } = blocked(assay, "waive");
    assert.equal(missionOf(world, mission).status, "blocked");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}/checks?check=${check.id}`);
    const row = page.locator(".finding", { hasText: finding.id });
    await row.getByRole("button", { name: `Waive: ${finding.message}` }).click();
    const dialog = page.getByRole("dialog", { name: "Waive this finding" });
    await dialog.getByRole("button", { name: "Waive" }).click();
    await dialog.getByRole("alert").getByText("Say why this finding does not count here.").waitFor();
    assert.equal(missionOf(world, mission).status, "blocked", "nothing is waived without a reason");
    await dialog.getByLabel("Reason").fill("It moved to the other repository");
    await dialog.getByRole("button", { name: "Waive" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.equal(missionOf(world, mission).status, "awaiting_acceptance");
    world.verify(mission);
    const waived = page.locator(".section", { has: page.getByRole("heading", { name: "Waived" }) });
    await reads(waived.locator(".finding", { hasText: finding.id }), /By person:\S+: It moved to the other repository/);
    await page.locator(".finding", { hasText: finding.id }).getByRole("button", { name: /^Waive/ }).waitFor({ state: "detached" });
    const now = world.ask("mission", "verification", mission).verification;
    assert.equal(now.checks.flatMap((each) => each.findings).filter((each) => each.id === finding.id).length, 0);
    assert.deepEqual(page.faults, []);
    await world.end();
  });
}
