// What it costs a page to stay up to date: a mission of many tasks, changes made one after the other while the page is open.
// bench_live.mjs ASSAY [tasks] [changes] [seconds]. Reports, asserts nothing.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, open, World } from "./world.mjs";

const [assay, tasks = "5000", changes = "37", seconds = "10"] = process.argv.slice(2);

const browser = await launch();
const world = new World(assay, "bench-live");
try {
  const plan = join(world.folder, "plan.json");
  const planned = Array.from({ length: Number(tasks) }, (_, i) => ({ name: `Task ${i} of the many`, instructions: `Do part ${i} of the work, as it was agreed on.`, acceptance_criteria: "`python3 -m unittest` passes" }));
  writeFileSync(plan, JSON.stringify({ tasks: planned }));
  const mission = world.ask("mission", "new", "Many tasks", "--plan", plan).mission.id;
  const ids = world.ask("task", "list", mission).tasks.map((task) => task.id);
  await world.serve();
  const headers = { authorization: `Bearer ${world.token}`, "content-type": "application/json" };
  let at = 0;
  for (const [name, route, shown] of [["board", "/", ".card"], ["mission", `/missions/${mission}`, ".task-table li"]]) {
    const page = await world.page(browser);
    await open(page, world, route);
    await page.locator(shown).first().waitFor();
    await page.waitForLoadState("networkidle").catch(() => {}); // an event stream is never idle
    await new Promise((done) => setTimeout(done, 3000));
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    await session.send("Network.enable");
    let bytes = 0;
    let answers = 0;
    session.on("Network.loadingFinished", (event) => ((bytes += event.encodedDataLength), answers++));
    session.on("Network.eventSourceMessageReceived", (event) => (bytes += event.data.length + event.eventName.length + 20));
    const busy = async () => (await session.send("Performance.getMetrics")).metrics.find((metric) => metric.name === "TaskDuration").value;
    const before = await busy();
    const began = performance.now();
    for (let i = 0; i < Number(changes); i++) {
      const task = ids[at++];
      await fetch(`${world.address}/api/tasks/${task}/start`, { method: "POST", headers, body: "{}" });
      const next = began + ((i + 1) * Number(seconds) * 1000) / Number(changes);
      await new Promise((done) => setTimeout(done, Math.max(0, next - performance.now())));
    }
    await new Promise((done) => setTimeout(done, 1500));
    const took = (await busy()) - before;
    console.log(`${name.padEnd(8)} ${tasks} tasks, ${changes} changes in ${((performance.now() - began - 1500) / 1000).toFixed(1)} s: ${(bytes / 1e6).toFixed(2)} MB in ${answers} answers (goal: under 1), main thread ${took.toFixed(2)} s (goal: under 0.5)`);
    await page.context().close();
  }
} finally {
  await world.end();
  await browser.close();
}
