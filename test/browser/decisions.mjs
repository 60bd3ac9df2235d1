import assert from "node:assert/strict";
import { open, test, World } from "./world.mjs";

function flagged(assay, name) {
  const world = new World(assay, name);
  const mission = world.mission("Prices with two decimals");
  const task = world.task(mission, "Format prices", "--accept", "price(3) returns \"3.00\"", "--files", "shop.py");
  world.work(task, {
    "shop.py": 'def label(name, quantity):\n    return f"{quantity} × {name}"\n\n\ndef price(value):\n    return f"{value:.2f}"\n',
    "test_shop.py": 'import unittest\n\nfrom shop import label\n\n\nclass LabelTest(unittest.TestCase):\n    @unittest.skip("later")\n    def test_counts(self):\n        self.assertEqual(label("pear", 3), "3 × pear")\n',
  });
  world.ready(task);
  world.flag(task, "test_counts was switched off.\nA test that does not run proves nothing.");
  return { world, mission, task };
}
const stateOf = (world, task) => world.ask("task", "show", task).task;

export function decisions(browser, assay) {
  test("badge: a ready task whose checker failed warns, and opens to the report", async () => {
    const { world } = flagged(assay, "badge");
    await world.serve();
    const page = await world.page(browser);
    await page.getByRole("button", { name: "⚠ Checker failed" }).click();
    await page.getByText("A test that does not run proves nothing.").waitFor();
    await world.end();
  });

  test("badge: an agent that switches off a test is caught while one looks", async () => {
    const cheat = String.raw`sed -i 's/    def test_counts/    @unittest.skip("later")\n    def test_counts/' test_shop.py; echo All tests pass.`;
    const world = new World(assay, "caught", `
[agents.builder]
kind = "command"
program = ["sh", "-c", ${JSON.stringify(cheat)}]
[agents.reader]
kind = "command"
program = ["sh", "-c", "echo Every criterion is met."]
[[agents.choose]]
agent = "reader"
kinds = ["checker"]
[[agents.choose]]
agent = "builder"
`);
    world.write("plan.json", JSON.stringify({ tasks: [{ name: "Print prices", instructions: "Add price().", acceptance_criteria: "`python3 -m unittest` passes" }] }), world.folder);
    world.run("init");
    await world.serve();
    const page = await world.page(browser);
    const running = world.begin("run", "Prices on labels", "--plan", "../plan.json", "--mode", "autopilot");
    await page.locator(".card").getByText("Print prices").waitFor();
    await page.getByRole("button", { name: "⚠ Checker failed" }).click();
    await page.locator(".report").getByText("switched off", { exact: false }).first().waitFor();
    assert.equal(await running, 1, "the run waits for a person");
    const task = world.ask("task", "list").tasks[0].id;
    await open(page, world, `/tasks/${task}?view=log`);
    await page.getByRole("log").getByText("All tests pass.").first().waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("badge: a checker that nobody runs is waited for", async () => {
    const world = new World(assay, "checking");
    const task = world.task(world.mission("Round weights"), "Round to grams");
    world.ready(task);
    await world.serve();
    const page = await world.page(browser);
    await page.getByText("Waits for its checker").waitFor();
    assert.equal(await page.getByText(/Checker failed|Checking…/).count(), 0);
    await world.end();
  });

  test("accepting over a failed checker needs a reason, which goes on record", async () => {
    const { world, task } = flagged(assay, "accept");
    await world.serve();
    const page = await world.page(browser);
    await page.getByRole("button", { name: "⚠ Checker failed" }).click();
    await page.locator(".card").getByRole("button", { name: "Accept: Format prices" }).click();
    const dialog = page.getByRole("dialog", { name: "Accept this work" });
    await dialog.getByText("Its checker failed it.").waitFor();
    await dialog.getByRole("button", { name: "Accept" }).click();
    await dialog.getByRole("alert").waitFor();
    assert.equal(stateOf(world, task).state, "ready", "nothing was sent");
    await dialog.getByLabel("Reason").fill("the skipped test is of the old labels");
    await dialog.getByRole("button", { name: "Accept" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator(".card-completed", { hasText: "Format prices" }).waitFor();
    assert.equal(stateOf(world, task).state, "completed");
    assert.match(world.run("log"), /the skipped test is of the old labels/);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("rejecting sends the task into its next round, with the reason", async () => {
    const { world, task } = flagged(assay, "reject");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/tasks/${task}`);
    await page.getByRole("heading", { level: 1, name: "Format prices" }).waitFor();
    await page.getByRole("button", { name: "Reject: Format prices" }).waitFor();
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name: "Send this work back" });
    await dialog.getByLabel("Reason").fill("switch the test on again");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await page.getByText("Pending", { exact: true }).waitFor();
    assert.deepEqual([stateOf(world, task).state, stateOf(world, task).round], ["pending", 2]);
    assert.equal(await page.getByText("Checker failed").count(), 0, "the report is of the round before");
    await page.getByText("test_counts was switched off.").waitFor();
    await world.end();
  });

  test("the decision view shows promise, report, tests first, scope drift and the diff", async () => {
    const { world, task } = flagged(assay, "view");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/tasks/${task}`);
    await page.getByText('price(3) returns "3.00"').waitFor();
    await page.getByText("test_counts was switched off.").waitFor();
    const first = page.locator(".section", { has: page.getByRole("heading", { name: "Look at first" }) });
    await first.getByText("test_shop.py").waitFor();
    await first.getByText("Outside scope").waitFor();
    const files = await page.locator(".diff-path").allTextContents();
    assert.deepEqual(files, ["test_shop.py", "shop.py"], "tests come first");
    await page.locator(".diff .syn-keyword", { hasText: "def" }).first().waitFor();
    await page.getByRole("button", { name: "Side by side" }).click();
    await page.locator(".diff-row.pair .half.plus").first().waitFor();
    await page.keyboard.press("u");
    await page.locator(".diff-row.plus").first().waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("a viewer sees everything and decides nothing", async () => {
    const { world, task } = flagged(assay, "viewer");
    world.ask("token", "new", "--name", "guest", "--role", "viewer");
    await world.serve();
    world.who = "guest";
    const page = await world.page(browser);
    await open(page, world, `/tasks/${task}`);
    await page.getByText("test_counts was switched off.").waitFor();
    await page.getByText("guest", { exact: false }).waitFor();
    assert.equal(await page.locator("[data-verb]").count(), 0);
    assert.equal(await page.getByRole("link", { name: "New mission" }).count(), 0);
    await open(page, world, "/new");
    await page.getByText("You are here as a viewer").waitFor();
    assert.equal(await page.getByRole("button", { name: "Start mission" }).count(), 0);
    await world.end();
  });

  test("a decision that comes too late says so", async () => {
    const { world, task } = flagged(assay, "late");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/tasks/${task}`);
    await page.getByRole("button", { name: "Accept: Format prices" }).waitFor();
    await page.keyboard.press("a");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("good enough");
    world.run("task", "cancel", task, "--reason", "not needed any more");
    await dialog.getByRole("alert").getByText("Cancelled by anna: not needed any more", { exact: false }).waitFor();
    assert.equal(await dialog.getByLabel("Reason").inputValue(), "good enough", "what was typed is kept");
    assert.equal(await dialog.getByRole("button", { name: "Accept" }).count(), 0);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await dialog.waitFor({ state: "detached" });
    assert.equal(stateOf(world, task).state, "cancelled");
    await world.end();
  });

  test("of two who accept at once, the one who comes second is told who was first", async () => {
    const { world, task } = flagged(assay, "race");
    await world.serve();
    const pages = [await world.page(browser), await world.page(browser)];
    for (const page of pages) {
      await page.getByRole("button", { name: "⚠ Checker failed" }).click();
      await page.locator(".card").getByRole("button", { name: "Accept: Format prices" }).click();
      await page.getByRole("dialog").getByLabel("Reason").fill("it is old");
    }
    const [first, second] = pages;
    await first.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
    await first.getByRole("dialog").waitFor({ state: "detached" });
    await second.getByRole("dialog").getByRole("alert").getByText(/Accepted by \S+: it is old/).waitFor();
    assert.equal(await second.getByRole("dialog").getByLabel("Reason").inputValue(), "it is old");
    await open(second, world, `/tasks/${task}`);
    await second.locator(".section", { has: second.getByRole("heading", { name: "Decisions" }) }).getByText(/it is old/).waitFor();
    await world.end();
  });
}
