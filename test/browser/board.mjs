import assert from "node:assert/strict";
import { open, test, World } from "./world.mjs";

// A quick hand: the key comes as soon as the board is there, before the browser has drawn it. Ends when all that the
// page puts off until it has drawn is done: a timer of the second frame comes after those of the first.
async function toTheBoardAndAtOnce(page, key) {
  await page.evaluate(
    (wanted) =>
      new Promise((done) => {
        const press = (each) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: each, bubbles: true, cancelable: true }));
        new MutationObserver((_, observer) => {
          if (document.querySelector("h1")?.textContent !== "Board") return;
          observer.disconnect();
          press(wanted);
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
        }).observe(document.body, { childList: true, subtree: true });
        press("g");
        press("b");
      }),
    key,
  );
}

export function board(browser, assay) {
  test("board: an empty one says what to do", async () => {
    const world = new World(assay, "empty");
    world.run("init");
    await world.serve();
    const page = await world.page(browser);
    await page.getByText("No missions yet").waitFor();
    await page.getByRole("main").getByRole("link", { name: "New mission" }).click();
    await page.getByRole("heading", { name: "New mission" }).waitFor();
    await world.end();
  });

  test("board: missions stand by state, filters are in the address", async () => {
    const world = new World(assay, "board");
    world.mission("Dark mode");
    const carts = world.mission("Carts that last");
    const failing = world.task(carts, "Keep carts in a table");
    world.start(failing);
    world.run("task", "fail", failing, "--reason", "the build server is down");
    const prices = world.mission("Prices with two decimals");
    world.start(world.task(prices, "Format prices"));
    await world.serve();
    const page = await world.page(browser);
    const column = (title) => page.locator(".column", { has: page.getByRole("heading", { name: title, exact: false }) });
    await column("Planned").getByText("Dark mode").waitFor();
    await column("In progress").getByText("Format prices").waitFor();
    await column("Blocked").getByText("the build server is down").waitFor();

    await page.keyboard.press("/");
    await page.keyboard.type("carts");
    await page.getByText("1 of 3 missions").waitFor();
    assert.match(page.url(), /[?&]q=carts/);
    assert.equal(await page.getByText("Dark mode").count(), 0);

    await page.reload();
    await page.getByText("1 of 3 missions").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("3 missions", { exact: true }).waitFor();
    await page.getByLabel("With a task that is").selectOption("running");
    await page.getByText("1 of 3 missions").waitFor();
    assert.match(page.url(), /task=running/);
    await page.getByLabel("Which missions").selectOption("blocked");
    await page.getByText("Nothing matches these filters").waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("board: a view begins at its top, and going back ends where one was", async () => {
    const world = new World(assay, "scroll");
    const mission = world.mission("Many steps");
    for (let i = 1; i <= 14; i++) world.task(mission, `step ${i}`, "--accept", "`make` exits 0");
    await world.serve();
    const page = await world.page(browser, { viewport: { width: 1000, height: 420 } });
    await page.getByText("step 14").waitFor();
    await page.locator(".mission-card").getByRole("link", { name: "Many steps" }).click();
    await page.getByRole("heading", { level: 1, name: "Many steps" }).waitFor();
    await page.locator(".task-table", { hasText: "step 14" }).waitFor();
    assert.equal(await page.evaluate(() => window.scrollY), 0, "nothing is under the header");
    await page.waitForFunction(() => document.querySelectorAll(".mission-view .disclosure").length >= 14 && !document.querySelector(".loading"));
    const step = page.locator(".task-table").getByRole("link", { name: "step 14" });
    await step.scrollIntoViewIfNeeded();
    const down = await page.evaluate(() => window.scrollY);
    assert.ok(down > 100);
    await step.click();
    await page.getByRole("heading", { level: 1, name: "step 14" }).waitFor();
    await page.waitForFunction(() => window.scrollY === 0);
    await page.goBack();
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 2, down);
    await world.end();
  });

  test("board: by keyboard alone, from card to card and into one", async () => {
    const world = new World(assay, "keys");
    const mission = world.mission("Two steps");
    world.task(mission, "first step");
    world.task(mission, "second step");
    await world.serve();
    const page = await world.page(browser);
    await page.getByText("second step").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    assert.match(await page.evaluate(() => document.activeElement.textContent), /second step/);
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.equal(outline, "solid", "the focus can be seen");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "second step" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("b");
    await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await open(page, world, `/missions/${mission}`);
    await page.getByRole("heading", { level: 1, name: "Two steps" }).waitFor();
    await toTheBoardAndAtOnce(page, "?");
    assert.ok(await page.getByRole("dialog", { name: "Keyboard shortcuts" }).isVisible(), "the help stays");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await open(page, world, `/missions/${mission}`);
    await page.getByRole("heading", { level: 1, name: "Two steps" }).waitFor();
    await toTheBoardAndAtOnce(page, "/");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("type")), "search", "the search keeps the focus");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("Tab");
    for (const route of ["/nowhere/at/all", "/missions/mission-none", "/tasks/task-none"]) {
      await open(page, world, "/");
      await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
      await open(page, world, route);
      await page.getByText("There is nothing at this address").waitFor();
    }
    await page.getByRole("link", { name: "To the board" }).click();
    await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
    await world.end();
  });
}
