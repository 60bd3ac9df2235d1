// No dead ends: whatever a person does on the command line to bring a mission on is on the page too.
import assert from "node:assert/strict";
import { Works } from "./loop.mjs";
import { open, reads, test, World } from "./world.mjs";

const missionOf = (world, mission) => world.ask("mission", "show", mission).mission;
const stateOf = (world, task) => world.ask("task", "show", task).task;

async function choose(page, item) {
  await page.locator(".menu > summary").click();
  await page.locator(".menu").getByRole("button", { name: item }).click();
}
async function until(what, wanted) {
  let now;
  for (const end = Date.now() + 30_000; Date.now() < end; await new Promise((done) => setTimeout(done, 100))) {
    now = what();
    if (now === wanted) return;
  }
  assert.equal(now, wanted);
}

// Two tasks that change the same line.
function conflicting(assay, name) {
  const world = new World(assay, name);
  const mission = world.mission("Both sides");
  const [left, right] = ["Say crates", "Say boxes"].map((each) => world.task(mission, each));
  world.work(left, { "shop.py": 'def label(name, quantity):\n    """What stands on the crate."""\n    return f"{quantity} × {name}"\n' });
  world.work(right, { "shop.py": 'def label(name, quantity):\n    """What stands on the carton."""\n    return f"{quantity} × {name}"\n' });
  for (const task of [left, right]) world.complete(task);
  world.verify(mission);
  return { world, mission, left, right };
}

function red(assay, name) {
  const world = new World(assay, name);
  const mission = world.mission("Go red");
  const task = world.task(mission, "Break it");
  world.work(task, { "shop.py": "def label(name, quantity):\n    return name\n" });
  world.complete(task);
  world.verify(mission);
  return { world, mission, task };
}

export function actions(browser, assay) {
  test("actions: a task by hand, from its start to a second round", async () => {
    const world = new World(assay, "by-hand");
    const mission = world.mission("By hand");
    const task = world.task(mission, "Do it yourself");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    const press = async (name, reason = "") => {
      await page.getByRole("button", { name: `${name}: Do it yourself` }).click();
      const dialog = page.getByRole("dialog");
      if (reason !== "") await dialog.getByLabel("Reason").fill(reason);
      await dialog.getByRole("button", { name, exact: true }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await press("Start");
    await until(() => stateOf(world, task).state, "running");
    await open(page, world, `/tasks/${task}`);
    await press("Hand in");
    await until(() => stateOf(world, task).state, "ready");
    await press("Accept");
    await until(() => stateOf(world, task).state, "completed");
    await page.getByRole("button", { name: "Send back: Do it yourself" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send back", exact: true }).click();
    await page.getByRole("alert").getByText("Say what is wrong", { exact: false }).waitFor();
    assert.equal(stateOf(world, task).state, "completed", "without a reason nothing is sent");
    await page.getByRole("dialog").getByLabel("Reason").fill("the empty cart is missing");
    await page.getByRole("dialog").getByRole("button", { name: "Send back", exact: true }).click();
    await until(() => stateOf(world, task).state, "pending");
    assert.equal(stateOf(world, task).round, 2);
    assert.match(stateOf(world, task).reason, /the empty cart is missing/);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("actions: a task is added and edited", async () => {
    const world = new World(assay, "add-task");
    const mission = world.mission("More work");
    const first = world.task(mission, "First");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    await choose(page, "Add a task…");
    const dialog = page.getByRole("dialog", { name: "Add a task" });
    await dialog.getByRole("button", { name: "Add task" }).click();
    await dialog.getByRole("alert").getByText("Say in a few words", { exact: false }).waitFor();
    await dialog.getByLabel("Name", { exact: true }).fill("Second");
    await dialog.getByLabel("Instructions", { exact: true }).fill("Write it down");
    await dialog.getByLabel("Accepted when").fill("it is good");
    await dialog.getByLabel("Files it may touch").fill("docs/**\nREADME.md");
    await dialog.getByLabel("Starts after").selectOption(first);
    await dialog.getByRole("button", { name: "Add task" }).click();
    await dialog.getByRole("alert").waitFor(); // vague, and said so
    await dialog.getByLabel("Accepted when").fill("`python3 -m unittest` passes");
    await dialog.getByRole("button", { name: "Add task" }).click();
    await page.locator(".task-table").getByRole("link", { name: "Second" }).click();
    await page.getByRole("heading", { level: 1, name: "Second" }).waitFor();
    const second = world.ask("task", "list", mission).tasks.find((task) => task.name === "Second");
    assert.deepEqual([second.instructions, second.files_modified, second.depends_on], ["Write it down", ["docs/**", "README.md"], [first]]);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const edit = page.getByRole("dialog", { name: "Edit this task" });
    await edit.getByLabel("Name", { exact: true }).fill("Second, in short");
    await edit.getByLabel("Hours it may take").fill("0.5");
    await edit.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Second, in short" }).waitFor();
    assert.equal(stateOf(world, second.id).timeout_ms, 1_800_000);
    assert.equal(stateOf(world, second.id).instructions, "Write it down");
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("actions: a mission is edited, gets a budget, and is cancelled", async () => {
    const world = new World(assay, "edit-mission");
    const mission = world.mission("Tpyo");
    world.task(mission, "Something");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    await choose(page, "Edit…");
    const edit = page.getByRole("dialog", { name: "Edit this mission" });
    await edit.getByLabel("Title").fill("Typo");
    await edit.getByLabel("Tasks at once").fill("3");
    await edit.getByLabel("How much goes on without you").selectOption("guided_autopilot");
    await edit.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Typo" }).waitFor();
    let now = missionOf(world, mission);
    assert.deepEqual([now.title, now.policy.mode, now.policy.parallelTasks], ["Typo", "guided_autopilot", 3]);
    await choose(page, "Budget…");
    const budget = page.getByRole("dialog", { name: "Budget" });
    await budget.getByLabel("All of it: US dollars").fill("12.5");
    await budget.getByLabel("Each task: minutes").fill("90");
    await budget.getByRole("button", { name: "Set budget" }).click();
    await budget.waitFor({ state: "detached" });
    now = missionOf(world, mission);
    assert.deepEqual([now.policy.budget.usd, now.policy.taskBudget.timeMs], [12.5, 5_400_000]);
    await choose(page, "Cancel the mission…");
    await page.getByRole("dialog").getByLabel("Reason").fill("another way");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel the mission" }).click();
    await page.getByText("another way", { exact: false }).first().waitFor();
    assert.equal(missionOf(world, mission).cancelled, true);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("actions: a planner is asked for a plan", async () => {
    const world = new Works(assay, "ask-plan", {});
    const mission = world.mission("Change the value to two");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    await choose(page, "Ask for a plan");
    await page.waitForURL(/\/plan$/);
    await page.getByRole("heading", { name: "Change the value" }).first().waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("actions: a red verification goes back to a task, with what it printed as the reason", async () => {
    const { world, mission, task } = red(assay, "red");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    await page.getByRole("button", { name: "Send back to a task: Unit tests" }).click();
    const dialog = page.getByRole("dialog", { name: "Send this back" });
    const reason = dialog.getByLabel("What is wrong");
    assert.match(await reason.inputValue(), /AssertionError: 'pear' != '3 × pear'/);
    await reason.fill(`${await reason.inputValue()}\nKeep the quantity.`);
    await dialog.getByRole("button", { name: "Send back" }).click();
    await until(() => stateOf(world, task).state, "pending");
    assert.match(stateOf(world, task).reason, /AssertionError[^]*Keep the quantity\./);
    assert.equal(stateOf(world, task).round, 2);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("actions: a conflict shows both sides, and goes back to the task whose work it is", async () => {
    const { world, mission, left, right } = conflicting(assay, "conflict");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    const hunks = page.getByRole("region", { name: "Conflict in shop.py" });
    await reads(hunks, /<<<<<<<[^]*What stands on the crate\.[^]*=======[^]*What stands on the carton\.[^]*>>>>>>>/);
    const late = world.ask("mission", "verification", mission).verification.conflicts[0].task;
    assert.ok([left, right].includes(late));
    await page.getByRole("button", { name: "Send back to a task: shop.py" }).click();
    const dialog = page.getByRole("dialog", { name: "Send this back" });
    assert.equal(await dialog.getByLabel("To which task").inputValue(), late);
    await dialog.getByRole("button", { name: "Send back" }).click();
    await until(() => stateOf(world, late).state, "pending");
    assert.match(stateOf(world, late).reason, /does not merge[^]*What stands on the carton/);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("actions: what is ready to land joins the queue and leaves it", async () => {
    const world = new World(assay, "queue", "[land]\n");
    const mission = world.mission("Wait in line");
    const task = world.task(mission, "Add a note");
    world.work(task, { "notes.md": "# Notes\n" });
    world.complete(task);
    world.verify(mission);
    if (missionOf(world, mission).status !== "ready_to_land") {
      for (const check of missionOf(world, mission).acceptance.checks.filter((each) => each.status !== "passed")) world.run("pack", "answer", check.id, "--mission", mission, "--reason", "looked at it");
      try {
        world.run("verify", mission, "--accept-unproven", "a note needs no test");
      } catch {
        // the status below says what came of it
      }
    }
    assert.equal(missionOf(world, mission).status, "ready_to_land");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    const waiting = () => world.ask("queue", "list").waiting.map((entry) => entry.mission).join();
    await choose(page, "Add to the queue");
    await until(waiting, mission);
    await page.getByText("It waits in the queue").waitFor();
    await page.locator(".menu > summary").click();
    await page.getByRole("button", { name: "Remove from the queue" }).click();
    await until(waiting, "");
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("actions: a viewer sees none of them", async () => {
    const { world, mission, task } = red(assay, "no-actions");
    const open_ = world.task(mission, "Not begun");
    world.ask("token", "new", "--name", "guest", "--role", "viewer");
    world.who = "guest";
    await world.serve();
    const page = await world.page(browser);
    for (const [route, there] of [[`/missions/${mission}`, "Not begun"], [`/missions/${mission}/checks`, "Unit tests"], [`/tasks/${task}`, "Break it"], [`/tasks/${open_}`, "Not begun"]]) {
      await open(page, world, route);
      await page.getByText(there).first().waitFor();
      await page.getByText("(viewer)").waitFor();
      assert.equal(await page.locator(".menu").count(), 0, route);
      assert.equal(await page.getByRole("button", { name: /^(Start|Send back|Edit|Hand in|Retry|Cancel|Add|More)/ }).count(), 0, route);
    }
    assert.deepEqual(page.faults, []);
    await world.end();
  });
}
