// How heavy the page is, and how soon it stands: a board of a thousand cards. bench.mjs ASSAY. Reports, asserts nothing.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, World } from "./world.mjs";

const [assay] = process.argv.slice(2);
const browser = await launch();
const world = new World(assay, "bench");
try {
  for (let m = 0; m < 100; m++) {
    const tasks = Array.from({ length: 10 }, (_, t) => ({ name: `Task ${t} of mission ${m}`, acceptance_criteria: "`python3 -m unittest` passes" }));
    const plan = join(world.folder, "plan.json");
    writeFileSync(plan, JSON.stringify({ tasks }));
    world.run("mission", "new", `Mission ${m}`, "--plan", plan);
  }
  await world.serve();
  const weigh = await world.page(browser);
  await weigh.close();

  const times = [];
  let bytes = 0;
  for (let i = 0; i < 5; i++) {
    const page = await world.page(browser);
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    bytes = 0;
    const onlyPage = new Map();
    session.on("Network.responseReceived", ({ requestId, response }) => onlyPage.set(requestId, !response.url.includes("/api/")));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => (bytes += onlyPage.get(requestId) ? encodedDataLength : 0));
    await page.reload();
    await page.waitForSelector(".card");
    const measured = await page.evaluate(
      () =>
        new Promise((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              const paint = Object.fromEntries(performance.getEntriesByType("paint").map((entry) => [entry.name, entry.startTime]));
              resolve({ first: paint["first-contentful-paint"], board: performance.now(), cards: document.querySelectorAll(".card").length });
            }),
          ),
        ),
    );
    times.push(measured);
    await page.context().close();
  }
  const middle = (key) => times.map((each) => each[key]).sort((a, b) => a - b)[2];
  console.log(`page weight       ${(bytes / 1024).toFixed(1)} KiB over the wire, compressed (goal: under 150)`);
  console.log(`first paint       ${middle("first").toFixed(0)} ms (goal: under 1000)`);
  console.log(`${times[0].cards} cards stand   ${middle("board").toFixed(0)} ms after navigation, median of 5`);
} finally {
  await world.end();
  await browser.close();
}
