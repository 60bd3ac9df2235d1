import assert from "node:assert/strict";
import { open, test, World } from "./world.mjs";

export function live(browser, assay) {
  test("sign out: the cookie is gone, every page of the browser shows nothing more, and one can come back", async () => {
    const world = new World(assay, "sign-out");
    const mission = world.mission("Nobody else’s business");
    await world.serve();
    const page = await world.page(browser);
    const other = await page.context().newPage();
    await other.goto(`${world.address}/#/missions/${mission}`);
    await other.getByRole("heading", { level: 1, name: "Nobody else’s business" }).waitFor();
    await page.locator(".columns").getByText("Nobody else’s business").waitFor();
    await page.locator(".visitor > summary").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Sign out" }).waitFor({ state: "hidden" });
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Sign out" }).click();
    for (const each of [page, other]) {
      await each.getByLabel("Token").waitFor();
      assert.equal(await each.getByText("Nobody else’s business").count(), 0);
    }
    assert.deepEqual(await page.context().cookies(), []);
    await page.reload();
    await page.getByLabel("Token").fill(world.token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator(".columns").getByText("Nobody else’s business").waitFor();
    await page.waitForSelector(".connection-live");
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("sign out: what was shown is in no cache, not behind the back button, and a copy of the cookie opens nothing", async () => {
    const world = new World(assay, "left");
    const mission = world.mission("Nobody else’s business");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    await page.getByRole("heading", { level: 1, name: "Nobody else’s business" }).waitFor();
    const [copy] = await page.context().cookies();
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(`${world.address}/#/missions/${mission}`);
    await elsewhere.getByRole("heading", { level: 1, name: "Nobody else’s business" }).waitFor();
    await elsewhere.goto(`${world.address}/openapi.json`); // the page is left, and may be kept for the back button
    const cached = await page.evaluate(async (path) => {
      const kept = [];
      for (const each of [path, "api/board?limit=1&cards=1&counts=true", "api/session"]) {
        const answer = await fetch(each, { cache: "only-if-cached", mode: "same-origin" }).catch(() => undefined);
        if (answer?.ok) kept.push(each);
      }
      return kept;
    }, `api/missions/${mission}`);
    assert.deepEqual(cached, [], "nothing of the API is in the browser's cache");
    await page.locator(".visitor > summary").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Token").waitFor();
    await page.goBack();
    await page.getByLabel("Token").waitFor();
    await elsewhere.goBack();
    await elsewhere.getByLabel("Token").waitFor();
    for (const each of [page, elsewhere]) assert.equal(await each.getByText("Nobody else’s business").count(), 0);
    await page.context().addCookies([copy]);
    await page.goto(`${world.address}/#/missions/${mission}`);
    await page.reload();
    await page.getByLabel("Token").waitFor();
    assert.equal(await page.getByText("Nobody else’s business").count(), 0);
    await world.end();
  });

  test("login addresses: the code leaves the address and its history; a second use says so and what to do", async () => {
    const world = new World(assay, "link");
    world.mission("Behind the door");
    await world.serve();
    const link = world.link();
    const first = await (await browser.newContext()).newPage();
    await first.goto(link);
    await first.locator(".columns").getByText("Behind the door").waitFor();
    assert.ok(!first.url().includes("code="), first.url());
    await first.goto("about:blank");
    await first.goBack();
    await first.locator(".columns").getByText("Behind the door").waitFor();
    assert.ok(!first.url().includes("code="), first.url());
    const second = await (await browser.newContext()).newPage();
    await second.goto(link);
    await second.getByRole("alert").getByText("was used before", { exact: false }).waitFor();
    await second.getByRole("alert").getByText("assay token link", { exact: false }).waitFor();
    assert.ok(!second.url().includes("login="), second.url());
    assert.equal(await second.getByText("Behind the door").count(), 0);
    for (const page of [first, second]) await page.context().close();
    await world.end();
  });

  test("below a path: the page, its files, its requests and its events work", async () => {
    const world = new World(assay, "below");
    const mission = world.mission("Two steps down");
    const port = await world.serveAtPort((at) => ["--url", `http://localhost:${at}/tools/assay`]);
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(world.link());
    await page.waitForSelector(".connection-live");
    assert.equal(new URL(page.url()).pathname, "/tools/assay/");
    const [cookie] = await context.cookies();
    assert.equal(cookie.path, "/tools/assay");
    await page.locator(".columns").getByText("Two steps down").waitFor();
    world.task(mission, "Added while somebody looks");
    await page.locator(".columns").getByText("Added while somebody looks").waitFor();
    await page.goto(`http://localhost:${port}/tools/assay`);
    await page.waitForSelector(".connection-live");
    await context.close();
    await world.end();
  });

  test("live: two browsers see what happens, without a reload", async () => {
    const world = new World(assay, "two");
    const mission = world.mission("Two see it");
    const task = world.task(mission, "Seen by two");
    await world.serve();
    const [one, two] = [await world.page(browser), await world.page(browser)];
    for (const page of [one, two]) await page.locator(".columns").getByText("Seen by two").waitFor();
    world.start(task);
    for (const page of [one, two]) await page.locator(".card-running", { hasText: "Seen by two" }).waitFor();
    world.run("task", "ready", task);
    await open(one, world, `/tasks/${task}`);
    await one.getByRole("button", { name: "Accept: Seen by two" }).click();
    await one.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
    await two.locator(".card-completed", { hasText: "Seen by two" }).waitFor();
    world.mission("Made while they look");
    await two.locator(".columns").getByText("Made while they look").waitFor();
    assert.deepEqual([...one.faults, ...two.faults], []);
    await world.end();
  });

  test("live: a stream that opens before the page has settled is shown as live", async () => {
    const world = new World(assay, "early");
    await world.serve();
    // What the page does after a drawing comes long after the stream has opened.
    const late = () => {
      const { setTimeout: wait } = window;
      window.setTimeout = (run, ms, ...rest) => wait(run, (ms ?? 0) + 1500, ...rest);
      window.requestAnimationFrame = (run) => wait(() => run(performance.now()), 1500);
    };
    const page = await world.page(browser, {}, late);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("live: after the server restarts the page catches up with what it missed", async () => {
    const world = new World(assay, "restart");
    const mission = world.mission("Before the break");
    const port = await world.serveAtPort();
    const page = await world.page(browser);
    await page.locator(".columns").getByText("Before the break").waitFor();
    await world.stop();
    await page.getByRole("alert").getByText("The connection to the server is lost", { exact: false }).waitFor();
    await page.getByText("Reconnecting…").waitFor();
    assert.equal(await page.locator(".columns").getByText("Before the break").count(), 1, "what was known stays on screen");
    world.task(mission, "Added during the break");
    await world.serve(port);
    await page.locator(".columns").getByText("Added during the break").waitFor();
    await page.waitForSelector(".connection-live");
    await page.getByRole("alert").waitFor({ state: "detached" });
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("live: a preview that could not be asked for is asked for again when the server is back", async () => {
    const world = new World(assay, "preview");
    world.run("init");
    const port = await world.serveAtPort();
    const page = await world.page(browser);
    await open(page, world, "/new");
    await page.getByLabel("What do you want?").waitFor();
    await world.stop();
    await page.getByLabel("What do you want?").fill("Keep carts in the database");
    const preview = page.getByRole("complementary", { name: "Preview" });
    await preview.getByText("The server cannot be reached.").waitFor();
    await world.serve(port);
    await preview.getByText("Unit tests").waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("live: a browser that goes offline says so, and comes back", async () => {
    const world = new World(assay, "offline");
    world.mission("Seen before");
    await world.serve();
    const page = await world.page(browser);
    await page.locator(".columns").getByText("Seen before").waitFor();
    await page.context().setOffline(true);
    await page.getByText("You are offline.", { exact: false }).waitFor();
    world.mission("Missed meanwhile");
    await page.context().setOffline(false);
    await page.locator(".columns").getByText("Missed meanwhile").waitFor();
    await world.end();
  });

  test("live: without a token the page asks for one", async () => {
    const world = new World(assay, "token");
    world.mission("Behind the door");
    await world.serve();
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(world.address);
    await page.getByLabel("Token").fill("not-a-token");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    assert.equal(await page.getByText("Behind the door").count(), 0);
    await page.getByLabel("Token").fill(world.token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator(".columns").getByText("Behind the door").waitFor();
    await world.end();
  });
}
