// How heavy the page is, and how soon it stands: a board of a thousand cards. bench.mjs ASSAY. Reports, asserts nothing.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, World } from "./world.mjs";

const [assay] = process.argv.slice(2);
const k_cards = 1000;
const k_shown = 300; // of the first page of their column: 30 missions

// Runs in the page: when the first cards were painted, and when all of them were. A frame later something is on screen.
function watch(all) {
  let cards = 0;
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))));
  const seen = new MutationObserver(async () => {
    const count = document.querySelectorAll(".card").length;
    if (count > 0 && cards === 0) cards = painted();
    if (count < all) return;
    seen.disconnect();
    const board = await painted();
    const first = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
    window.measured = { first, some: await cards, board, cards: count };
  });
  seen.observe(document, { childList: true, subtree: true });
}
const browser = await launch();
const world = new World(assay, "bench");
try {
  for (let m = 0; m < k_cards / 10; m++) {
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
    await page.addInitScript(watch, k_shown);
    await page.reload();
    await page.waitForFunction(() => window.measured !== undefined);
    times.push(await page.evaluate(() => window.measured));
    await page.context().close();
  }
  const middle = (key) => times.map((each) => each[key]).sort((a, b) => a - b)[2];
  console.log(`page weight       ${(bytes / 1024).toFixed(1)} KiB over the wire, compressed (goal: under 150)`);
  console.log(`first paint       ${middle("first").toFixed(0)} ms (goal: under 1000)`);
  console.log(`first cards       ${middle("some").toFixed(0)} ms after navigation, median of 5`);
  console.log(`${times[0].cards} cards stand     ${middle("board").toFixed(0)} ms (goal: under 1000)`);
} finally {
  await world.end();
  await browser.close();
}
