// The queue on the page: what waits in it lands from there, and what has landed without a signature gets it.
import assert from "node:assert/strict";
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { shippable } from "./missions.mjs";
import { open, reads, test } from "./world.mjs";

const missionOf = (world, mission) => world.ask("mission", "show", mission).mission;

// Holds alone, and does not merge with what the other mission makes of the same lines.
function byTheScore(world) {
  const mission = world.mission("Labels by the score");
  const task = world.task(mission, "Label by the score");
  world.work(task, {
    "shop.py": 'def label(name, quantity):\n    scores, rest = divmod(quantity, 20)\n    return f"{quantity} × {name}" if scores == 0 else f"{scores} score {name} and {rest}"\n',
    "test_shop.py": 'import unittest\n\nfrom shop import label\n\n\nclass LabelTest(unittest.TestCase):\n    def test_counts(self):\n        self.assertEqual(label("pear", 3), "3 × pear")\n\n    def test_a_score(self):\n        self.assertEqual(label("pear", 25), "1 score pear and 5")\n',
  });
  world.complete(task);
  world.verify(mission);
  return mission;
}

export function queueing(browser, assay) {
  test("queue: what waits in it says so, and lands from the board when it is run", async () => {
    const { world, mission } = shippable(assay, "run-queue");
    world.run("queue", "add", mission);
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    await reads(page.locator(".queue-note"), /^Waits in the queue\. It lands when the queue is run\./);
    await page.getByRole("button", { name: "Run the queue: Labels by the dozen" }).click();
    await page.getByRole("dialog", { name: "Run the queue" }).getByRole("listitem").getByText("Labels by the dozen").waitFor();
    await page.keyboard.press("Escape");
    await open(page, world, "/");
    const row = page.locator(".waiting-row[data-need=run_queue]");
    await row.getByRole("button", { name: "Run the queue: Labels by the dozen" }).click();
    // Who closes the dialog meanwhile is told all the same.
    await page.route("**/queue/run", async (route) => {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await route.continue();
    }, { times: 1 });
    await page.getByRole("dialog").getByRole("button", { name: "Run the queue" }).click();
    await page.locator(".toast", { hasText: "1 mission landed" }).waitFor();
    await row.waitFor({ state: "detached" });
    assert.equal(missionOf(world, mission).status, "landed");
    assert.match(world.git("show", "main:shop.py"), /dozen/);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("queue: one that does not hold leaves it, and the dialog says what was found; a viewer runs nothing", async () => {
    const { world, mission } = shippable(assay, "evicted");
    const late = byTheScore(world);
    world.run("queue", "add", mission, late);
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${late}`);
    await reads(page.locator(".queue-note"), /^Waits in the queue, number 2 of 2\./);
    await page.getByRole("button", { name: "Run the queue: Labels by the score" }).click();
    const dialog = page.getByRole("dialog", { name: "Run the queue" });
    await dialog.getByRole("button", { name: "Run the queue" }).click();
    await dialog.getByText("1 mission landed, 1 left the queue", { exact: false }).waitFor();
    await reads(dialog.locator("li", { hasText: "Labels by the score" }), /shop\.py/);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.locator(".queue-note").waitFor({ state: "detached" });
    assert.deepEqual([missionOf(world, mission).status, missionOf(world, late).status], ["landed", "awaiting_acceptance"]);

    world.ask("token", "new", "--name", "guest", "--role", "viewer");
    world.who = "guest";
    world.verify(late);
    const guest = await world.page(browser);
    await guest.locator(".waiting-row").first().waitFor();
    assert.equal(await guest.getByRole("button", { name: /^Run the queue/ }).count(), 0);
    assert.deepEqual([...page.faults, ...guest.faults], []);
    await world.end();
  });

  test("queue: what has landed and is not signed is signed from the board, or the page says why not", async () => {
    const { world, mission } = shippable(assay, "sign");
    world.run("init");
    const state = world.environment.XDG_STATE_HOME;
    const key = join(state, readdirSync(state, { recursive: true }).find((path) => path.endsWith("signing-key.pem")));
    chmodSync(key, 0o644); // others may read it: it signs nothing
    world.run("land", mission);
    await world.serve();
    const page = await world.page(browser);
    const row = page.locator(".waiting-row[data-need=sign]");
    await row.getByRole("button", { name: "Sign: Labels by the dozen" }).click();
    await page.locator(".toast", { hasText: "signing-key.pem" }).waitFor();
    chmodSync(key, 0o600);
    await row.getByRole("button", { name: "Sign: Labels by the dozen" }).click();
    await page.locator(".toast", { hasText: "It is signed" }).waitFor();
    await row.waitFor({ state: "detached" });
    assert.equal(world.ask("audit", "verify").unsigned.length, 0);
    assert.deepEqual(page.faults, []);
    await world.end();
  });
}
