// Reading work and saying something about it: comments, the files of a diff, lines around hunks, words that changed, plots.
import assert from "node:assert/strict";
import { Works } from "./loop.mjs";
import { shippable } from "./missions.mjs";
import { open, test, World } from "./world.mjs";

const section = (page, title) => page.locator(".section", { has: page.getByRole("heading", { name: title, exact: true }) });
const lines = (from, to, changed = {}) => Array.from({ length: to - from + 1 }, (_, i) => changed[from + i] ?? `line ${from + i}`).join("\n") + "\n";

// A file of 100 lines of which two are changed, one in a folder, and a new one.
function longFile(assay, name) {
  const world = new World(assay, name);
  world.write("src/deep/long.txt", lines(1, 100));
  world.commit("A long file");
  const mission = world.mission("Change the long file");
  const task = world.task(mission, "Change two lines");
  world.work(task, { "src/deep/long.txt": lines(1, 100, { 40: "line forty", 80: "line eighty" }), "src/new.txt": "new\n", "test_long.py": "import unittest\n" });
  world.ready(task);
  return { world, mission, task };
}

export function review(browser, assay) {
  test("review: comments on a decision and on a line become the reason of a reject and reach the next run, once", async () => {
    const world = new Works(assay, "comments", { worker: "keeps_its_order", judge: "checker_fail" });
    await world.serve(0, "--workers", "1");
    const { task } = world.begun({ name: "Change the value", instructions: "Set it to 2.", acceptance_criteria: "Run make test and verify that all tests pass." });
    const page = await world.page(browser);
    await open(page, world, `/tasks/${task}`);
    await page.locator(".page-title").getByText("Checker failed", { exact: false }).waitFor();
    const row = page.locator(".diff-row.plus", { hasText: /^\+?\s*2$|2$/ }).filter({ has: page.locator(".diff-say") }).first();
    await row.hover();
    await row.getByRole("button", { name: "Comment on line 1 after the change" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Comment", exact: true }).click();
    await dialog.getByRole("alert").getByText("Say something.").waitFor();
    await dialog.getByLabel("Comment", { exact: true }).fill("Two in words, please");
    await dialog.getByRole("button", { name: "Comment", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator(".diff-comment", { hasText: "Two in words, please" }).first().waitFor();
    await section(page, "Comments").getByRole("button", { name: "Comment", exact: true }).click();
    await dialog.getByLabel("Comment", { exact: true }).fill("And a line in the README");
    await dialog.getByRole("button", { name: "Comment", exact: true }).click();
    await section(page, "Comments").getByText("2 comments, 2 not given to a run yet").waitFor();
    await page.keyboard.press("r");
    await dialog.getByText("2 comments", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Reject" }).click(); // a comment is a reason
    await dialog.waitFor({ state: "detached" });
    await section(page, "Comments").getByText("given to round 2", { exact: false }).first().waitFor();
    const kept = world.ask("comment", "list", "--task", task).comments;
    assert.deepEqual(kept.map((each) => [each.path, each.line, each.actor, each.sentRound]), [["value", 1, "person:anna", 2], ["", 0, "person:anna", 2]]);
    await page.waitForFunction(() => !document.querySelector(".mark-running"));
    let order = "";
    for (let i = 0; i < 300 && order === ""; i++) {
      try {
        order = world.git("show", `assay/${world.ask("task", "show", task).task.story_id}/${task}:order-2.txt`);
      } catch {
        await new Promise((done) => setTimeout(done, 200));
      }
    }
    assert.equal(order.split("Two in words, please").length, 2, "told once");
    assert.equal(order.split("And a line in the README").length, 2, "told once");
    assert.match(order, /On value:1, which read:/);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("review: an open comment is taken back; a viewer reads and says nothing", async () => {
    const { world, task } = longFile(assay, "take-back");
    world.run("comment", "add", "never mind", "--task", task);
    world.run("comment", "add", "**mind** this <b>", "--task", task, "--path", "src/deep/long.txt", "--line", "80");
    await world.serve();
    world.ask("token", "new", "--name", "guest", "--role", "viewer");
    const page = await world.page(browser);
    await open(page, world, `/tasks/${task}`);
    await page.locator(".comment strong", { hasText: "mind" }).waitFor();
    await page.getByRole("button", { name: "Take back: never mind" }).click();
    await page.getByText("never mind").waitFor({ state: "detached" });
    assert.deepEqual(world.ask("comment", "list", "--task", task).comments.map((each) => each.text), ["**mind** this <b>"]);
    await page.context().close();
    world.who = "guest";
    const guest = await world.page(browser);
    await open(guest, world, `/tasks/${task}`);
    await guest.locator(".comment", { hasText: "this <b>" }).waitFor();
    assert.equal(await guest.getByRole("button", { name: /Comment|Take back/ }).count(), 0);
    await world.end();
  });

  test("review: lines around the hunks are shown as one asks for them", async () => {
    const { world, task } = longFile(assay, "around");
    await world.serve();
    const page = await world.page(browser, { viewport: { width: 1360, height: 1600 } });
    await open(page, world, `/tasks/${task}?view=diff`);
    await page.locator(".diff-row.plus", { hasText: "line forty" }).waitFor();
    const shown = (text) => page.locator(".diff-row .code", { hasText: new RegExp(`^\\s*${text}$`) });
    assert.equal(await shown("line 30").count(), 0);
    const first = page.locator(".diff-gap").first();
    await first.getByRole("button", { name: /↑|up to line 36/ }).click();
    await shown("line 17").waitFor();
    assert.equal(await shown("line 16").count(), 0, "twenty and no more");
    await first.getByRole("button", { name: "16 lines" }).click();
    await shown("line 1").first().waitFor();
    await page.getByRole("button", { name: "17 lines" }).click(); // the first answer said where the file ends
    await shown("line 100").waitFor();
    assert.equal(await page.getByRole("button", { name: /from line 101/ }).count(), 0);
    const numbers = await page.locator(".diff-row.same .gutter:nth-child(2)").allTextContents();
    assert.ok(numbers.every((n) => n === "" || Number(n) >= 1));
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("review: files as a tree, viewed marks that a browser keeps, words that changed", async () => {
    const { world, task } = longFile(assay, "tree");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/tasks/${task}?view=diff`);
    await page.getByRole("button", { name: "Files", exact: true }).click();
    const tree = page.getByRole("navigation", { name: "Files of the change" });
    await tree.getByRole("button", { name: "src", exact: true }).waitFor();
    await tree.getByRole("button", { name: "deep", exact: true }).waitFor();
    await tree.getByRole("button", { name: /long\.txt/ }).click();
    await page.locator(".diff-row.plus .word", { hasText: "forty" }).waitFor();
    await page.locator(".diff-row.minus .word", { hasText: "40" }).waitFor();
    await page.getByLabel("Viewed: src/deep/long.txt").check();
    await page.locator(".diff-row.plus", { hasText: "line forty" }).waitFor({ state: "detached" });
    await page.getByText("1 viewed").waitFor();
    await page.reload();
    await page.getByText("1 viewed").waitFor();
    assert.equal(await page.getByLabel("Viewed: src/deep/long.txt").isChecked(), true);
    assert.equal(await page.locator(".diff-row.plus", { hasText: "line forty" }).count(), 0, "what was viewed stays folded");
    world.work(task, { "src/deep/long.txt": lines(1, 100, { 40: "line forty!", 80: "line eighty" }) });
    await page.reload();
    await page.locator(".diff-row.plus", { hasText: "line forty!" }).waitFor();
    assert.equal(await page.getByLabel("Viewed: src/deep/long.txt").isChecked(), false, "it has changed since");
    await page.getByLabel("Viewed: src/deep/long.txt").check();
    await page.getByText("1 viewed").waitFor();
    const kept = () => page.evaluate(() => JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }]));
    assert.ok((await kept()).includes("long.txt"));
    await page.locator(".visitor > summary").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Token").waitFor();
    assert.ok(!(await kept()).includes("long.txt"), "what was changed is not told after signing out");
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("review: plots of a mission, each as a table too", async () => {
    const { world, mission } = shippable(assay, "plots");
    const [first] = world.ask("task", "list", mission).tasks;
    world.task(mission, "Use it in the shop", "--depends-on", first.id);
    world.run("mission", "edit", mission, "--budget-usd", "5");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}/plots`);
    const graph = section(page, "What waits for what");
    await graph.getByRole("link", { name: "Label by the dozen, Completed" }).waitFor();
    assert.equal(await graph.locator(".graph-edge").count(), 1);
    await graph.getByText("As a table").click();
    await graph.getByRole("row", { name: /Use it in the shop Pending Label by the dozen/ }).waitFor();
    await section(page, "Work and cost").getByRole("img", { name: /1 of 2 tasks done; \$0\.00 spent of \$5\.00/ }).waitFor();
    await section(page, "Rounds").getByText("no task was sent back").waitFor();
    await page.getByRole("link", { name: "Label by the dozen, Completed" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Label by the dozen" }).waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("review: figures by week and agent, and as a file", async () => {
    const world = new Works(assay, "figures", {});
    await world.serve(0, "--workers", "1");
    const { task } = world.begun({ name: "Change the value", instructions: "Set it to 2.", acceptance_criteria: "Run make test and verify that all tests pass." });
    const page = await world.page(browser);
    await open(page, world, `/tasks/${task}`);
    await page.locator(".page-title").getByText("Completed", { exact: true }).waitFor();
    await open(page, world, "/figures");
    await page.getByRole("row", { name: /worker 1 \$/ }).getByText("100 %").waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const file = await (await download).createReadStream();
    let text = "";
    for await (const piece of file) text += piece;
    assert.match(text, /^week,agent,runs,cost_usd,/);
    assert.match(text, /,worker,1,/);
    assert.deepEqual(page.faults, []);
    await world.end();
  });
}
