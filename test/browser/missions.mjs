import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { open, test, World } from "./world.mjs";

const k_dozen = {
  "shop.py": 'def label(name, quantity):\n    dozens, rest = divmod(quantity, 12)\n    if dozens == 0:\n        return f"{quantity} × {name}"\n    return f"{dozens} dozen {name}" + (f" and {rest}" if rest else "")\n',
  "test_shop.py": 'import unittest\n\nfrom shop import label\n\n\nclass LabelTest(unittest.TestCase):\n    def test_counts(self):\n        self.assertEqual(label("pear", 3), "3 × pear")\n\n    def test_a_dozen(self):\n        self.assertEqual(label("pear", 25), "2 dozen pear and 1")\n',
};

// A criterion whose command fails before the work and passes after it.
export const k_provable = "`python3 -m unittest test_shop.LabelTest.test_a_dozen` passes";

// Checks run side by side, each in a work tree of its own: the mission's, and others named after it.
function checkTrees(world, mission) {
  const records = join(world.repo, ".git/assay/worktrees");
  const names = readdirSync(records).filter((name) => name === mission || name.startsWith(`${mission}.`));
  return names.map((name) => readFileSync(join(records, name, "record"), "utf8").match(/^path (.*)$/m)[1]);
}

export function shippable(assay, name, law = "") {
  const world = new World(assay, name, law);
  const mission = world.mission("Labels by the dozen", 'Labels of a dozen or more read "1 dozen pear".');
  const task = world.task(mission, "Label by the dozen", "--accept", "`python3 -m unittest` passes with a test for 25 pears");
  world.work(task, k_dozen);
  world.complete(task);
  world.verify(mission);
  return { world, mission, task };
}

export function missions(browser, assay) {
  test("story: what is proven stands beside what is not, evidence one click away", async () => {
    const { world, mission } = shippable(assay, "story");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    const proven = page.locator(".section", { has: page.getByRole("heading", { name: "Promised against evidence" }) });
    await proven.getByText("2 tests passed").waitFor();
    await page.locator(".section", { has: page.getByRole("heading", { name: "Not proven" }) }).getByText("Operator review").waitFor();
    await proven.getByRole("button", { name: "Evidence" }).first().click();
    await page.getByRole("dialog").getByText("test_a_dozen").waitFor();
    await page.keyboard.press("Escape");
    await proven.getByRole("link", { name: "Its check: The combined change passes the gate" }).click();
    await page.getByRole("heading", { level: 2, name: "The combined change passes the gate" }).waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("story: what has no evidence of its own is not proven, where one decides and where one ships", async () => {
    const { world, mission } = shippable(assay, "not-proven");
    world.run("pack", "add-criterion", '`false` exits 0 and the file NOPE.txt holds "yes"', "--mission", mission);
    world.run("pack", "add-criterion", k_provable, "--mission", mission);
    world.verify(mission);
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    const section = (title) => page.locator(".section", { has: page.getByRole("heading", { name: title, exact: true }) });
    const row = section("Promised against evidence").locator("li", { hasText: "NOPE.txt" });
    await row.getByText(/^Not proven: /).waitFor();
    assert.equal(await row.locator(".mark-completed").count(), 0, "it is not green");
    await section("Promised against evidence").locator("li", { hasText: k_provable }).getByText(/^Shown by /).waitFor();
    await section("Not proven").getByText("NOPE.txt", { exact: false }).waitFor();
    await section("Not proven").getByText("Accepted; no evidence was recorded for it.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Ship", exact: true }).click();
    const notProven = page.getByRole("dialog").locator(".proof-columns > div", { has: page.getByRole("heading", { name: "Not proven" }) });
    await notProven.getByText("NOPE.txt", { exact: false }).waitFor();
    await notProven.getByText("Accepted; no evidence was recorded for it.", { exact: false }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Acceptance" }).click();
    await page.locator(".matrix tr", { hasText: "NOPE.txt" }).getByText("not proven").waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("story: the ship dialog names commit, tree, change and what is open; no button before that state", async () => {
    const { world, mission } = shippable(assay, "ship-dialog");
    const other = world.mission("Not yet");
    await world.serve();
    const page = await world.page(browser);
    const verified = world.ask("mission", "verification", mission).verification;
    await open(page, world, `/missions/${other}`);
    await page.getByRole("heading", { level: 1, name: "Not yet" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Ship", exact: true }).count(), 0);
    await open(page, world, `/missions/${mission}`);
    await page.getByRole("button", { name: "Ship", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Ship this story" });
    await dialog.getByText(verified.commit).waitFor();
    await dialog.getByText(verified.tree).waitFor();
    await dialog.getByText("2 files").waitFor();
    await dialog.getByText("Unit tests", { exact: false }).first().waitFor();
    await dialog.getByText("Operator review").waitFor();
    await page.keyboard.press("Escape");
    await world.end();
  });

  test("mission: checks with their output, matrix, timeline, changes", async () => {
    const { world, mission } = shippable(assay, "tabs");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}/checks`);
    await page.getByRole("button", { name: "Unit tests" }).click();
    await page.getByRole("log").getByText("test_a_dozen").first().waitFor();
    assert.match(page.url(), /check=/);
    await page.getByRole("link", { name: "Acceptance" }).click();
    await page.getByRole("table").getByText("with a test for 25 pears").waitFor();
    await page.getByRole("link", { name: "Timeline" }).click();
    await page.locator(".gantt-bar").first().waitFor();
    await page.locator(".checkpoint").first().waitFor();
    await page.getByLabel("Kind").selectOption({ label: "acceptance verified" });
    await page.getByText("1 checkpoint", { exact: true }).waitFor();
    await page.locator(".checkpoint-attention").getByText("acceptance verified").waitFor();
    await page.getByRole("link", { name: "Changes" }).click();
    await page.locator(".diff-path", { hasText: "shop.py" }).first().waitFor();
    await page.getByRole("link", { name: "Deploy" }).click();
    await page.getByText("Not shipped yet").waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("mission: a check that passed only after a failure is flaky everywhere, never green", async () => {
    const world = new World(assay, "flaky", '[[checks]]\ntitle = "Luck"\ncommand = "if [ -e tried ]; then exit 0; fi; touch tried; exit 1"\nretries = 1\n');
    const mission = world.mission("Slow but sure");
    const task = world.task(mission, "Label by the dozen");
    world.work(task, k_dozen);
    world.complete(task);
    world.run("verify", mission);
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}/checks`);
    const button = page.getByRole("button", { name: "Luck" });
    await button.getByText("Flaky", { exact: true }).waitFor();
    const isFlaky = async (row) => {
      await row.locator(".mark-flaky").waitFor();
      assert.equal(await row.locator(".mark-completed").count(), 0);
    };
    await isFlaky(button);
    await page.getByRole("link", { name: "Acceptance" }).click();
    await isFlaky(page.locator("li", { has: page.locator(".mark"), hasText: "Luck" }));
    await open(page, world, `/missions/${mission}`);
    await isFlaky(page.locator("li", { has: page.locator(".mark"), hasText: "Flaky: it failed before it passed" }));
    assert.equal(await page.locator("li", { has: page.locator(".mark-completed"), hasText: "Luck" }).count(), 0);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("mission: what a check prints is there while it runs, in its colours", async () => {
    const world = new World(assay, "live-check");
    const mission = world.mission("Slow but sure");
    const task = world.task(mission, "Label by the dozen");
    world.work(task, k_dozen);
    world.complete(task);
    world.run("pack", "add-check", "Waits for a sign", "--mission", mission, "--command", "printf '\\033[32mhalf way\\033[0m\\n'; while [ ! -e sign ]; do sleep 0.1; done; echo all done");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}/checks`);
    await page.getByText("Not verified yet").waitFor();
    const verifying = world.begin("verify", mission);
    await page.getByRole("button", { name: "Waits for a sign" }).click();
    await page.getByRole("log").locator(".ink-2", { hasText: "half way" }).waitFor();
    for (const tree of checkTrees(world, mission)) world.write("sign", "", tree);
    await verifying;
    await page.getByText("Outcome").waitFor();
    await page.getByRole("log").getByText("all done").waitFor(); // what one watched stays on screen
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, world, `/missions/${mission}/deploy`);
    await page.waitForFunction(() => document.querySelector(".tabs [aria-current]")?.textContent === "Deploy" && document.querySelector(".tabs [aria-current]").getBoundingClientRect().right <= 390);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("mission: criteria are edited with lint, and a stale write is refused", async () => {
    const world = new World(assay, "criteria");
    const mission = world.mission("Carts that last");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}/acceptance`);
    await page.getByLabel("New criterion").fill("looks good");
    await page.getByRole("button", { name: "Add criterion" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("New criterion").fill("`python3 -m unittest` passes with a test for an empty cart");
    await page.getByRole("button", { name: "Add criterion" }).click();
    await page.locator(".criteria-edit").getByText("an empty cart").waitFor();
    assert.equal(world.ask("accept", mission).acceptance.criteria.length, 2);

    await page.getByRole("button", { name: "Edit criterion 2" }).click();
    await page.getByLabel("Criterion 2").fill("`python3 -m unittest` passes with a test for two carts");
    world.run("pack", "edit-criterion", "2", "`python3 -m unittest` passes with a test for a full cart", "--mission", mission);
    await page.getByRole("table").getByText("a full cart").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Somebody else changed the criteria meanwhile", { exact: false }).waitFor();
    assert.match(world.ask("accept", mission).acceptance.criteria[1], /a full cart/);
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".criteria-edit").getByText("two carts").waitFor();
    await world.end();
  });

  test("task: its head has what one decides by, the rest behind one line, and other tasks by their names", async () => {
    const world = new World(assay, "head");
    const mission = world.mission("Labels by the dozen");
    const first = world.task(mission, "Count the dozens");
    const second = world.task(mission, "Label by the dozen", "--depends-on", first, "--files", "shop.py");
    world.complete(first);
    world.work(second, k_dozen);
    world.ready(second);
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/tasks/${second}`);
    const head = page.locator(".page-head");
    await head.locator(".task-facts").getByText("2 files, +7 −2").waitFor();
    assert.deepEqual(await head.locator(".task-facts .fact").allInnerTexts().then((facts) => facts.map((fact) => fact.replace(/\s*\n\s*/, ": "))), ["Change: 2 files, +7 −2", "Tests: 1 file changed", "Out of scope: 1 file"]);
    assert.doesNotMatch(await head.innerText(), /task-/, "no id in sight");
    await head.locator(".disclosure > summary").click();
    await head.getByText(second).waitFor();
    await head.locator(".fact", { hasText: "Starts after" }).getByRole("link", { name: "Count the dozens" }).click();
    await page.getByRole("heading", { level: 1, name: "Count the dozens" }).waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("new mission: preview, lint, tasks with criteria, start", async () => {
    const world = new World(assay, "new");
    await world.serve();
    const page = await world.page(browser);
    await page.keyboard.press("g");
    await page.keyboard.press("n");
    await page.getByLabel("What do you want?").fill("Keep carts in the database, served by the API. Test it.");
    const preview = page.getByRole("complementary", { name: "Preview" });
    await preview.getByText("Unit tests").waitFor();
    await preview.getByText("Backend", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Add a task" }).click();
    await page.getByLabel("Task 1", { exact: true }).fill("Keep carts in a table");
    await page.getByLabel("Acceptance criteria, one a line").fill("code looks good");
    await page.locator(".lint").getByText("code looks good").waitFor();
    assert.equal(await page.getByRole("button", { name: "Start mission" }).isEnabled(), false, "a vague plan does not start");
    await page.getByLabel("Acceptance criteria, one a line").fill("`python3 -m unittest` passes with a test for an empty cart");
    await page.locator(".lint").waitFor({ state: "detached" });
    await page.reload(); // what was written is still there
    await page.getByLabel("Task 1", { exact: true }).waitFor();
    assert.equal(await page.getByLabel("Task 1", { exact: true }).inputValue(), "Keep carts in a table");
    await preview.getByText("Unit tests").waitFor();
    await page.getByRole("button", { name: "Start mission" }).click();
    await page.getByRole("heading", { level: 1, name: "Keep carts in the database", exact: false }).waitFor();
    assert.deepEqual(world.ask("task", "list").tasks.map((task) => task.name), ["Keep carts in a table"]);
    await open(page, world, "/new");
    await page.getByLabel("What do you want?").waitFor();
    assert.equal(await page.getByLabel("What do you want?").inputValue(), "", "what was started is no draft any more");
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("verdict: rules that fired, and their spans in the log", async () => {
    const world = new World(assay, "verdict");
    world.run("init");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, "/verdict");
    await page.getByLabel("Task", { exact: true }).fill("Make the tests pass");
    await page.getByLabel("Verification logs").fill("$ npm test\n\n> test\n> jest\n\nTests:       1 failed, 2 passed, 3 total\nnpm ERR! Test failed.\n");
    await page.getByLabel("Builder’s report").fill("I could not run the tests. TODO later.");
    await page.getByRole("button", { name: "Judge" }).click();
    const verdict = page.getByRole("region", { name: "Verdict" });
    await verdict.getByText("block pr", { exact: true }).waitFor();
    await verdict.locator(".rule").first().waitFor();
    await verdict.getByRole("log").locator("mark").first().waitFor();
    await verdict.locator(".finding", { hasText: "report.words.todo" }).locator("mark", { hasText: /^TODO$/ }).waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });
}
