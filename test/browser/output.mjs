// What a failed check printed, all of it, with places that lead to the code.
import assert from "node:assert/strict";
import { open, test, World } from "./world.mjs";

// A test that fails with a line of the change and one of a file that did not change.
function failing(world) {
  const mission = world.mission("Count in dozens", "Say dozens");
  const task = world.task(mission, "Say dozens", "--accept", "`python3 -m unittest` passes");
  world.work(task, {
    "shop.py": 'def label(name, quantity):\n    """What stands on the box."""\n    dozens = quantity // 12\n    if dozens:\n        return broken(name, dozens)\n    return f"{quantity} × {name}"\n',
    "test_shop.py": 'import unittest\n\nfrom shop import label\n\n\nclass LabelTest(unittest.TestCase):\n    def test_counts(self):\n        self.assertEqual(label("pear", 3), "3 × pear")\n\n    def test_dozens(self):\n        self.assertEqual(label("pear", 12), "1 dozen pear")\n',
  });
  world.complete(task);
  world.verify(mission);
  return { mission, task };
}

export function output(browser, assay) {
  test("output: a failed check shows what it printed, and places lead to the change at that line", async () => {
    const world = new World(assay, "output");
    const { mission } = failing(world);
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}/checks`);
    const log = page.getByRole("log", { name: "Output of Unit tests" });
    await log.getByText("NameError: name 'broken' is not defined").waitFor();
    await log.locator('a.place[href$="changes?file=shop.py&line=5"]', { hasText: 'shop.py", line 5' }).click();
    const row = page.locator(".diff-row.here");
    await row.waitFor();
    assert.match(await row.innerText(), /return broken\(name, dozens\)/);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("output: a place in a file that the change does not show opens the file at that line", async () => {
    const world = new World(assay, "place");
    world.write("lib/far.py", Array.from({ length: 300 }, (_, i) => `value_${i + 1} = ${i + 1}\n`).join(""));
    world.write("check.sh", 'echo "$PWD/lib/far.py:250: something is wrong here"\nexit 1\n');
    world.write("assay.toml", '[[checks]]\ntitle = "Far"\ncommand = "sh check.sh"\n');
    world.commit("far");
    const mission = world.mission("Look far");
    const task = world.task(mission, "look");
    world.work(task, { "new.txt": "new\n" });
    world.complete(task);
    world.verify(mission);
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}/checks`);
    await page.getByRole("log", { name: "Output of Far" }).getByRole("link", { name: /far\.py:250/ }).click();
    const line = page.getByRole("dialog").locator(".file-line.here");
    await line.waitFor();
    assert.match(await line.innerText(), /250\s*value_250 = 250/);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("log", { name: "Output of Far" }).waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("output: of a huge one a part is there at a time, from its end", async () => {
    const world = new World(assay, "huge");
    world.write("check.sh", "seq -f 'line %.0f of very many lines' 1 200000\necho the very end\nexit 1\n");
    world.write("assay.toml", '[[checks]]\ntitle = "Loud"\ncommand = "sh check.sh"\n');
    world.commit("loud");
    const mission = world.mission("Be loud");
    const task = world.task(mission, "shout");
    world.work(task, { "new.txt": "new\n" });
    world.complete(task);
    world.verify(mission);
    await world.serve();
    const page = await world.page(browser);
    let bytes = 0;
    const gone = () => Buffer.alloc(0); // asked for as the page closed
    page.on("response", async (response) => response.url().includes("/api/evidence/") && (bytes += (await response.body().catch(gone)).length));
    await open(page, world, `/missions/${mission}/checks`);
    const log = page.getByRole("log", { name: "Output of Loud" });
    await log.getByText("the very end").waitFor();
    assert.ok(bytes > 0 && bytes <= 2 << 20, `${bytes} bytes were fetched`);
    assert.ok((await page.locator(".log-row").count()) < 200, "only the rows in sight exist");
    await page.getByRole("button", { name: "Beginning" }).click();
    await log.getByText("line 1 of very many lines", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Later" }).click();
    await page.getByText(/2\.0 to 4\.0 of \d+\.\d MiB/).waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });
}
