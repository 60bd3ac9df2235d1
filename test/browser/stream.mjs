// One event stream for all tabs of a browser.
import assert from "node:assert/strict";
import { open, test, World } from "./world.mjs";

// Event streams that the server has open, as it counts them.
async function streams(world) {
  const answer = await fetch(`${world.address}/metrics`, { headers: { authorization: `Bearer ${world.token}` } });
  return Number(/^assay_event_listeners (\d+)$/m.exec(await answer.text())?.[1]);
}
async function becomes(world, wanted) {
  let now;
  for (const end = Date.now() + 30_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    now = await streams(world);
    if (now === wanted) return;
  }
  assert.equal(now, wanted, "open event streams");
}

// What a browser says of a tab behind another one; without a window all tabs are in sight.
const sight = (page, state) =>
  page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    Object.defineProperty(document, "hidden", { configurable: true, get: () => state === "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

async function tabs(world, browser, count, routes = ["/"]) {
  const first = await world.page(browser);
  const all = [first];
  while (all.length < count) {
    const page = await first.context().newPage();
    page.setDefaultTimeout(60_000);
    await open(page, world, routes[all.length % routes.length]);
    await page.waitForSelector(".connection-live");
    all.push(page);
  }
  return all;
}

export function stream(browser, assay) {
  test("stream: ten tabs of a browser have one stream, and all are live", async () => {
    const world = new World(assay, "ten");
    const mission = world.mission("Seen by ten");
    const task = world.task(mission, "One of them");
    await world.serve();
    const all = await tabs(world, browser, 10, ["/", `/missions/${mission}`, `/tasks/${task}`]);
    await becomes(world, 1);
    world.start(task);
    for (const page of all) await page.locator(".card-running, .task-word:text('Running'), .pill:text('Running')").first().waitFor();
    world.run("task", "ready", task);
    await all[9].goto(`${world.address}/#/tasks/${task}`);
    await all[9].getByRole("button", { name: "Accept: One of them" }).click();
    await all[9].getByRole("dialog").getByRole("button", { name: "Accept" }).click();
    await all[0].locator(".card-completed", { hasText: "One of them" }).waitFor();
    await becomes(world, 1);
    for (const page of all) assert.equal(await page.locator(".connection-live").count(), 1);
    assert.deepEqual(all[0].faults, []);
    await world.end();
  });

  test("stream: when the tab that has it goes, another takes it over and misses nothing", async () => {
    const world = new World(assay, "leader");
    const mission = world.mission("Handed over");
    await world.serve();
    const all = await tabs(world, browser, 4);
    await becomes(world, 1);
    for (let round = 0; all.length > 1; round++) {
      await all.shift().close(); // the first in line has it
      world.task(mission, `step ${round}`);
      for (const page of all) {
        await page.getByText(`step ${round}`).waitFor();
        assert.equal(await page.locator(".connection-live").count(), 1, "nobody was told that the connection is lost");
      }
      await becomes(world, 1);
    }
    await world.end();
  });

  test("stream: it is closed while all tabs are hidden, and what happened meanwhile is there at once", async () => {
    const world = new World(assay, "hidden");
    const mission = world.mission("Looked away");
    await world.serve();
    const [one, two] = await tabs(world, browser, 2);
    await becomes(world, 1);
    await sight(one, "hidden");
    await becomes(world, 1); // the other one is seen
    world.task(mission, "while one is seen");
    await two.getByText("while one is seen").waitFor();
    await sight(two, "hidden");
    await becomes(world, 0);
    const asked = [];
    for (const page of [one, two]) page.on("request", (request) => asked.push(request.url()));
    world.task(mission, "while nobody looks");
    await new Promise((done) => setTimeout(done, 1000)); // long enough for an event to be heard and asked about
    assert.deepEqual(asked, []);
    await sight(one, "visible");
    await one.getByText("while nobody looks").waitFor();
    await becomes(world, 1);
    await sight(two, "visible");
    await two.getByText("while nobody looks").waitFor();
    await becomes(world, 1);
    world.task(mission, "seen by both");
    for (const page of [one, two]) await page.getByText("seen by both").waitFor();
    await world.end();
  });
}
