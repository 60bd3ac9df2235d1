// What is proven of a change's behaviour, where one decides and beside the lines of the diff.
import assert from "node:assert/strict";
import { open, reads, test, World } from "./world.mjs";

const k_before = {
  "shop.py": 'def label(name, quantity):\n    return f"{quantity} × {name}"\n\n\ndef price(cents):\n    return cents / 100\n',
  "test_shop.py": 'import unittest\n\nfrom shop import label, price\n\n\nclass ShopTest(unittest.TestCase):\n    def test_label(self):\n        self.assertEqual(label("pear", 3), "3 × pear")\n\n    def test_price(self):\n        self.assertEqual(price(250), 2.5)\n',
};
// Labels are proven, with an old expectation that no longer holds; nobody looks at what a negative price does.
const k_after = {
  "shop.py": 'def label(name, quantity):\n    return f"{quantity} of {name}"\n\n\ndef price(cents):\n    if cents < 0:\n        raise ValueError("negative price")\n    return cents / 100\n',
  "test_shop.py": k_before["test_shop.py"].replace("3 × pear", "3 of pear"),
};

function halfProven(assay, name) {
  const world = new World(assay, name);
  for (const [file, text] of Object.entries(k_before)) world.write(file, text);
  world.commit("Prices");
  const mission = world.mission("Plain labels", 'Labels read "3 of pear", and negative prices are refused.');
  const task = world.task(mission, "Write plain labels", "--accept", "`python3 -m unittest` passes");
  world.work(task, k_after);
  world.complete(task);
  world.verify(mission);
  return { world, mission };
}

export function behaviour(browser, assay) {
  test("behaviour: the decision leads with what is proven, what is not and what no longer holds, then the diff", async () => {
    const { world, mission } = halfProven(assay, "behaviour");
    const verified = world.ask("mission", "verification", mission).verification;
    assert.deepEqual(verified.proof.hunks.map((each) => [each.path, each.proof]), [["shop.py", "proven"], ["shop.py", "unproven"]]);
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    const section = page.locator(".section", { has: page.getByRole("heading", { name: "Behaviour" }) });
    const list = (title) => section.locator(".proof-columns > div", { has: page.getByRole("heading", { name: title }) });
    await list("Proven: a test fails without it").getByText("test_shop.py::ShopTest.test_label", { exact: true }).waitFor();
    await list("Proven: a test fails without it").getByText("shop.py:2", { exact: true }).waitFor();
    await reads(list("Not proven: no test notices"), /shop\.py:6-7\s*Not proven: .*goes unnoticed/);
    await section.getByRole("heading", { name: "1 old expectation no longer holds" }).waitFor();
    await reads(section.locator(".old-expectations"), /test_label[\s\S]*Expected before[\s\S]*3 × pear[\s\S]*Expected now[\s\S]*3 of pear/);
    await page.getByRole("heading", { name: "Change", exact: true }).waitFor();
    const titles = await page.locator(".section h2").allInnerTexts();
    assert.equal(titles[0], "Behaviour");
    assert.ok(titles.indexOf("Change") > 0 && titles.indexOf("Change") < titles.indexOf("Promised against evidence"), titles.join(", "));
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("behaviour: the margin of the diff says in signs and words what is proven, in both forms and on a telephone", async () => {
    const { world, mission } = halfProven(assay, "margin");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}/changes`);
    const row = (text) => page.locator(".diff-row", { hasText: text });
    for (const form of ["Unified", "Side by side"]) {
      await page.getByRole("button", { name: form }).click();
      await row("{quantity} of {name}").locator(".margin.proven").waitFor();
      assert.match(await row("{quantity} of {name}").innerText(), /✔\s*Proven: .* by test_shop/);
      assert.match(await row("if cents < 0").locator(".margin.unproven").innerText(), /✘/);
      assert.equal(await row("return cents / 100").locator(".margin.unproven").count(), 0, "a line that did not change");
      await reads(page.locator(".diff-piece"), /✘\s+Not proven: .*goes unnoticed/);
      const places = await Promise.all([row("raise ValueError"), page.locator(".diff-piece"), row("return cents / 100")].map(async (each) => (await each.first().boundingBox()).y));
      assert.ok(places[0] < places[1] && places[1] < places[2], `the words stand below the piece: ${places}`);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    await open(page, world, `/missions/${mission}`);
    await page.getByRole("heading", { name: "Behaviour" }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "nothing is wider than the telephone");
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("behaviour: work that nothing proves is accepted by a person, with a reason that stays in sight", async () => {
    const world = new World(assay, "unproven");
    for (const [file, text] of Object.entries(k_before)) world.write(file, text);
    world.commit("Prices");
    const mission = world.mission("Refuse negative prices", "Negative prices are refused.");
    const task = world.task(mission, "Refuse them", "--accept", "`python3 -m unittest` passes");
    world.work(task, { "shop.py": k_after["shop.py"].replace(" of ", " × ") });
    world.complete(task);
    world.verify(mission);
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    await page.getByRole("button", { name: "Accept without proof…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Accept" }).click();
    await dialog.getByText("Say why it may land").waitFor();
    await dialog.getByLabel("Reason").fill("looked at it");
    await dialog.getByRole("button", { name: "Accept" }).click();
    await page.getByText(/Accepted without proof by person:.*: looked at it/).first().waitFor({ timeout: 60_000 });
    assert.equal(world.ask("mission", "verification", mission).verification.acceptedUnproven[0].reason, "looked at it");
    assert.equal(await page.getByRole("button", { name: "Accept without proof…" }).count(), 0);
    assert.deepEqual(page.faults, []);
    await world.end();
  });
}
