// More missions than a page shows: paged and found by the server.
import assert from "node:assert/strict";
import { open, reads, test, World } from "./world.mjs";

// Many missions at once; what is tested is finding them, not making them.
function many(world, count, first = 0) {
  const rows = Array.from({ length: count }, (_, i) => `mission new "Keep number ${first + i} tidy" --title "Chore ${first + i}"`);
  for (const row of rows) world.run(...row.match(/"[^"]*"|\S+/g).map((word) => word.replace(/"/g, "")));
}

export function searching(browser, assay) {
  test("search: all words, in any field, on whatever page; the page, the command line and the API agree", async () => {
    const world = new World(assay, "search");
    const old = world.mission("Carts that last", "Customers want their carts back");
    world.task(old, "Write the migration");
    many(world, 70);
    await world.serve();
    const page = await world.page(browser);
    await page.getByText("71 missions", { exact: true }).waitFor();
    await page.locator("[data-column=planned] .mission-card").first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll("[data-column=planned] .mission-card").length === 30);
    assert.equal(await page.getByRole("link", { name: "Chore 0", exact: true }).count(), 0, "it is not on the first page");
    await reads(page.locator("[data-column=planned] .count"), /^70$/);
    await page.getByRole("button", { name: "Show more of 70 missions" }).click();
    await page.waitForFunction(() => document.querySelectorAll("[data-column=planned] .mission-card").length === 60);
    await page.getByRole("button", { name: "Show more of 70 missions" }).click();
    await page.waitForFunction(() => document.querySelectorAll("[data-column=planned] .mission-card").length === 70);

    for (const words of ["customers LAST migration", "write carts", "active back"]) {
      await page.getByLabel("Search missions and tasks").fill(words);
      await page.getByText("1 of 71 missions", { exact: true }).waitFor();
      await page.locator(`[data-mission="${old}"]`).waitFor();
      assert.equal(await page.locator(".mission-card").count(), 1);
      const board = world.ask("board", "--text", words);
      assert.deepEqual(board.missions.map((row) => row.mission.id), [old]);
      const list = await fetch(`${world.address}/api/missions?text=${encodeURIComponent(words)}`, { headers: { authorization: `Bearer ${world.token}` } });
      assert.deepEqual((await list.json()).missions.map((mission) => mission.id), [old]);
    }
    await page.getByLabel("Search missions and tasks").fill("carts chore");
    await page.getByText("Nothing matches these filters").waitFor();
    await page.getByLabel("Search missions and tasks").fill("chore 69");
    await page.getByRole("link", { name: "Chore 69", exact: true }).waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("search: what happens while one looks stands in its column, and leaves the one it was in", async () => {
    const world = new World(assay, "columns");
    const mission = world.mission("Moves along");
    many(world, 3);
    await world.serve();
    const page = await world.page(browser);
    const column = (key) => page.locator(`[data-column=${key}]`);
    await column("planned").getByRole("link", { name: "Moves along" }).waitFor();
    const task = world.task(mission, "its only step");
    await column("progress").getByRole("link", { name: "Moves along" }).waitFor();
    await column("planned").getByRole("link", { name: "Moves along" }).waitFor({ state: "detached" });
    await reads(column("planned").locator(".count"), /^3$/);
    world.start(task);
    world.run("task", "fail", task, "--reason", "no time");
    await column("blocked").getByText("no time").waitFor();
    await reads(column("progress").locator(".count"), /^0$/);
    await open(page, world, "/?q=nothing-like-it");
    await page.getByText("Nothing matches these filters").waitFor();
    world.mission("Nothing-like-it but this");
    await page.getByRole("link", { name: "Nothing-like-it but this" }).waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });
}
