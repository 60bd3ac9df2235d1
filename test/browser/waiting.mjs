// What waits for a person, and what the page says of addresses that lead nowhere.
import assert from "node:assert/strict";
import { shippable } from "./missions.mjs";
import { open, test, World } from "./world.mjs";

function thingsThatWait(assay, name) {
  const { world, mission } = shippable(assay, name);
  const weights = world.mission("Weights on labels");
  const failed = world.task(weights, "Add the weight");
  world.start(failed);
  world.run("task", "fail", failed, "--reason", "the agent stopped: its budget is used up");
  const prices = world.mission("Prices with two decimals");
  const ready = world.task(prices, "Format prices");
  world.ready(ready);
  return { world, mission, failed, ready };
}
const rowOf = (page, text) => page.locator(".waiting-row", { hasText: text });

export function waiting(browser, assay) {
  test("waits: it comes first, with reason and action, on a phone too, and is counted in the tab's title", async () => {
    const { world, failed, ready } = thingsThatWait(assay, "waits");
    await world.serve();
    const page = await world.page(browser);
    await page.getByRole("region", { name: /Waits for you 3/ }).waitFor();
    assert.match(await page.title(), /^\(3\) Board · Assay$/);
    await rowOf(page, "Add the weight").getByText("its budget is used up", { exact: false }).waitFor();
    await rowOf(page, "Labels by the dozen").getByRole("button", { name: "Ship: Labels by the dozen" }).waitFor();
    await page.locator(".column", { hasText: "Blocked" }).locator(".card-reason").getByText("its budget is used up", { exact: false }).waitFor();
    await rowOf(page, "Add the weight").getByRole("button", { name: "Retry: Add the weight" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Retry" }).click();
    await rowOf(page, "Add the weight").getByText("budget is used up").waitFor({ state: "detached" });
    assert.equal(world.ask("task", "show", failed).task.state, "pending");
    await rowOf(page, "Format prices").getByRole("button", { name: "Accept: Format prices" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
    await page.waitForFunction(() => !document.querySelector('[data-need="decide"]'));
    assert.equal(world.ask("task", "show", ready).task.state, "completed");

    const phone = await world.page(browser, { viewport: { width: 390, height: 844 } });
    await phone.locator(".waiting-row").first().waitFor();
    const [list, columns] = [await phone.locator(".waiting").boundingBox(), await phone.locator(".columns").boundingBox()];
    assert.ok(list.y < columns.y, "above everything else");
    await open(phone, world, "/verdict");
    await phone.waitForFunction(() => /^\(\d+\) Verdict · Assay$/.test(document.title));
    assert.deepEqual([...page.faults, ...phone.faults], []);
    await world.end();
  });

  test("waits: notifications are asked for by a click, never on load, and come for what is new", async () => {
    const { world } = thingsThatWait(assay, "notify");
    await world.serve();
    const page = await world.page(browser, {}, () => {
      window.asked = 0;
      window.told = [];
      window.Notification = class {
        static permission = "default";
        static async requestPermission() {
          window.asked++;
          return (window.Notification.permission = "granted");
        }
        constructor(title, options) {
          window.told.push([title, options.body]);
        }
        close() {}
      };
      Object.defineProperty(document, "hasFocus", { value: () => false });
    });
    await page.locator(".waiting-row").first().waitFor();
    await open(page, world, "/verdict");
    await open(page, world, "/");
    await page.getByRole("button", { name: "Notify me" }).waitFor();
    assert.equal(await page.evaluate(() => window.asked), 0);
    await page.getByRole("button", { name: "Notify me" }).click();
    await page.getByRole("button", { name: "Notifications are on" }).waitFor();
    assert.equal(await page.evaluate(() => window.asked), 1);
    assert.deepEqual(await page.evaluate(() => window.told), [], "nothing of what was there before");
    const task = world.task(world.mission("Carts that last"), "Keep carts");
    world.ready(task);
    await page.waitForFunction(() => window.told.some(([title]) => title === "Keep carts")); // on a slow machine its mission, still without a task, is told first
    await page.getByRole("button", { name: "Notifications are on" }).click();
    await page.getByRole("button", { name: "Notify me" }).waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("ship: what is not proven is named and needs a tick", async () => {
    const { world, mission } = shippable(assay, "tick");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    await page.getByRole("button", { name: "Ship", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Ship this story" });
    const button = dialog.getByRole("button", { name: "Ship to main" });
    const tick = dialog.getByLabel(/I have read what is not proven/);
    await tick.waitFor();
    await dialog.getByText("Operator review").waitFor();
    assert.equal(await button.isEnabled(), false);
    await tick.check();
    assert.equal(await button.isEnabled(), true);
    await tick.uncheck();
    assert.equal(await button.isEnabled(), false);
    await tick.check();
    await button.click();
    await dialog.waitFor({ state: "detached" });
    assert.notEqual(world.ask("story", "show", mission).story.state, "SHIPPABLE");
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("addresses: unknown views say so, and the help closes when one goes elsewhere", async () => {
    const { world, mission, task } = shippable(assay, "addresses");
    await world.serve();
    const page = await world.page(browser);
    for (const route of ["/nowhere", "/board/x", "/verdict/x", `/missions/${mission}/checks/more`, `/tasks/${task}/diff`]) {
      await open(page, world, route);
      await page.getByText("There is nothing at this address").waitFor();
      await open(page, world, "/");
    }
    await open(page, world, `/missions/${mission}/nonsense`);
    await page.getByText("There is no view called “nonsense” here").waitFor();
    await page.getByRole("heading", { level: 1, name: "Labels by the dozen" }).waitFor();
    await open(page, world, `/tasks/${task}?view=nonsense`);
    await page.getByText("There is no view called “nonsense” here").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.evaluate(() => (window.location.hash = "#/verdict"));
    await page.getByRole("heading", { level: 1, name: "Verdict" }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.deepEqual(page.faults, []);
    await world.end();
  });
}
