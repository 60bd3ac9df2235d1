// What the gate catches on the repository's own history.
import assert from "node:assert/strict";
import { open, reads, test, World } from "./world.mjs";

export function calibration(browser, assay) {
  test("calibration: before and after the first run, from the menu, on a telephone", async () => {
    const world = new World(assay, "calibration");
    world.write("shop.py", "def price(cents):\n    return cents / 100\n");
    world.write("test_shop.py", "import unittest\n\nimport shop\n\n\nclass ShopTest(unittest.TestCase):\n    def test_price(self):\n        self.assertEqual(shop.price(250), 2.5)\n");
    world.commit("Prices");
    world.write("shop.py", "def price(cents):\n    if cents < 0:\n        return 0\n    return cents / 100\n");
    world.write("test_shop.py", "import unittest\n\nimport shop\n\n\nclass ShopTest(unittest.TestCase):\n    def test_price(self):\n        self.assertEqual(shop.price(250), 2.5)\n\n    def test_negative(self):\n        self.assertEqual(shop.price(-1), 0)\n");
    world.commit("Return 0 for negative prices");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, "/calibration");
    await page.getByText("Nothing was calibrated here yet").waitFor();
    world.run("calibrate", "--commits", "1", "--verify-command", "python3 -m unittest -v");
    await open(page, world, "/");
    await page.locator(".visitor summary").click();
    await page.getByRole("link", { name: "What the gate catches here" }).click();
    await reads(page.locator(".section h2").first(), /Gate: \d+ % of \d+ caught/);
    await reads(page.locator(".matrix"), /As it was\s+1/);
    await page.setViewportSize({ width: 320, height: 700 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "nothing is wider than the telephone");
    assert.deepEqual(page.faults, []);
    await world.end();
  });
}
