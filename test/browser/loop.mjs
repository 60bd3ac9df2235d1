// The page while agents work: scripts that speak as agents do, the server's own workers, nothing put into the store by hand.
import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { open, test, World } from "./world.mjs";

const k_agents = join(dirname(fileURLToPath(import.meta.url)), "../agents");
const k_value = { name: "Change the value", instructions: "Set the value to 2 and its test with it.", acceptance_criteria: "Run make test and verify that all tests pass." };

// The project that the agents of test/agents know, beside the shop: a value, its test, a Makefile.
export class Works extends World {
  // `agents`: scripts by what they are for; a name is one of test/agents, a text is what follows `begin`.
  constructor(assay, name, agents) {
    super(assay, name);
    this.write("value", "1\n");
    this.write("README.md", "The value of everything.\n");
    this.write("Makefile", "test:\n\t@sh ./test.sh\n");
    this.write("test.sh", 'echo 1..1\nif [ "$(cat value)" = 1 ]; then echo ok 1 - value; else echo not ok 1 - value; exit 1; fi\n');
    this.commit("A value");
    const all = { worker: "good", judge: "checker_pass", planner: "planner_good", ...agents };
    const table = Object.entries(all).map(([role, script]) => this.agent(role, script));
    table.push('[[agents.choose]]\nagent = "judge"\nkinds = ["checker"]\n[[agents.choose]]\nagent = "planner"\nkinds = ["planning"]\n[[agents.choose]]\nagent = "worker"\n');
    this.write("operator.toml", table.join(""), join(this.repo, ".git/assay"));
  }
  agent(role, script) {
    let program = join(k_agents, script);
    if (/\s/.test(script)) {
      program = join(this.folder, role);
      writeFileSync(program, `#!/bin/sh\n. "${k_agents}/speak.sh"\nbegin\n${script}\n`);
      chmodSync(program, 0o755);
    }
    return `[agents.${role}]\nkind = "claude"\nprogram = ["${program}"]\nreadable = ["${k_agents}", "${this.folder}"]\n`;
  }
  // A mission with these tasks, which the server's workers take up.
  begun(...tasks) {
    this.write("plan.json", JSON.stringify({ tasks }), this.folder);
    const made = this.ask("mission", "new", "Change the value to two", "--plan", "../plan.json", "--mode", "guided_autopilot");
    const { tasks: all } = this.ask("mission", "show", made.mission.id);
    return { mission: made.mission.id, task: all[0].id, tasks: all.map((each) => each.id) };
  }
}
const section = (page, title) => page.locator(".section", { has: page.getByRole("heading", { name: title }) });

export function loop(browser, assay) {
  test("loop: a plan that waits is read, sent back and taken on the page, and the server's own workers do it, live", async () => {
    const world = new Works(assay, "plan", { worker: 'if [ "$(cat value)" = 1 ]; then change_value; else echo "the value is 2" >>README.md; fi\nfinish "Done." 0.25' });
    await world.serve(0, "--workers", "2");
    const page = await world.page(browser);
    const board = await world.page(browser);
    await open(page, world, "/new");
    await page.getByLabel("What do you want?").fill("Change the value to two");
    await page.getByLabel("How much goes on without you").selectOption("guided_autopilot");
    await page.getByRole("button", { name: "Start mission" }).click();

    const plan = section(page, "Its plan waits for you");
    await plan.getByRole("heading", { name: "Change the value" }).waitFor();
    const second = plan.locator(".plan-task").nth(1);
    await second.getByText("Say in README.md that the value is 2.").waitFor();
    await second.getByText("README.md holds the line: the value is 2").waitFor();
    await second.locator("dd", { hasText: "1 Change the value" }).waitFor();
    await second.locator("dd code", { hasText: "README.md" }).waitFor();
    await board.locator(".mission-card", { hasText: "Change the value" }).getByText("waits for you", { exact: false }).waitFor();

    await plan.getByRole("button", { name: "Send back" }).click();
    const dialog = page.getByRole("dialog", { name: "Send this plan back" });
    await dialog.getByRole("button", { name: "Send back" }).click();
    await dialog.getByRole("alert").getByText("Say what should be different", { exact: false }).waitFor();
    await dialog.getByLabel("Reason").fill("smaller steps please");
    await dialog.getByRole("button", { name: "Send back" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const mission = world.ask("mission", "list").missions[0].id;
    await page.getByRole("button", { name: "Approve plan" }).click(); // of the second plan: nobody decides twice on one
    assert.match(world.run("log", mission), /smaller steps please/);
    await board.locator(".card-completed", { hasText: "Change the value" }).waitFor();
    await board.locator(".card-completed", { hasText: "Describe the value" }).waitFor();
    await board.locator(".column", { hasText: "Shippable" }).getByText("Change the value to two").waitFor();
    await page.getByRole("button", { name: "Ship", exact: true }).waitFor();
    await page.locator(".page-head .disclosure-summary", { hasText: "$" }).waitFor();
    await page.getByRole("link", { name: "Plan", exact: true }).click();
    await section(page, "Plan").getByText("Describe the value").waitFor();
    await page.getByRole("link", { name: "Timeline" }).click();
    const lane = page.locator(".gantt-lane", { hasText: "Describe the value" });
    await lane.locator(".bar-check", { hasText: "check passed" }).waitFor();
    await lane.locator(".bar-good", { hasText: "attempt 1, round 1" }).waitFor();
    assert.equal(world.ask("mission", "show", mission).mission.status, "ready_to_land");
    assert.deepEqual([...page.faults, ...board.faults], []);
    await world.end();
  });

  test("loop: a plan that is no longer the one on screen is not taken", async () => {
    const world = new Works(assay, "stale-plan", {});
    await world.serve(0, "--workers", "0");
    const { mission } = world.ask("plan", "Change the value to two");
    const page = await world.page(browser);
    // What is on screen stays there, as it does for whoever reads it while the answer to the next question is on its way.
    await open(page, world, `/missions/${mission}`);
    await page.getByRole("button", { name: "Approve plan" }).waitFor();
    await page.route("**/api/missions/*/plan", (route) => (route.request().method() === "GET" ? undefined : route.continue()));
    world.run("plan", mission, "--reject", "smaller steps please");
    world.run("plan", mission);
    await page.getByRole("button", { name: "Approve plan" }).click();
    await page.getByRole("alert").getByText("no longer this plan", { exact: false }).waitFor();
    assert.equal(world.ask("mission", "plan", mission).state, "proposed");
    await world.end();
  });

  test("loop: a task that asks is answered on the page, and goes on with the answer", async () => {
    const world = new Works(assay, "question", { worker: "asks_question" });
    await world.serve(0, "--workers", "1");
    const page = await world.page(browser);
    const { task } = world.begun(k_value);
    await open(page, world, `/tasks/${task}`);
    const asks = section(page, "It asks you");
    await asks.getByText("Shall the value be 2 or 3?").waitFor();
    assert.equal(await asks.getByRole("button", { name: "Answer" }).isEnabled(), false, "an empty answer is none");
    await asks.getByLabel("Your answer").fill("use 2");
    await asks.getByRole("button", { name: "Answer" }).click();
    await page.locator(".page-title").getByText("Completed", { exact: true }).waitFor();
    await section(page, "Questions").getByText("use 2", { exact: false }).waitFor();
    await section(page, "Questions").getByText("anna", { exact: false }).waitFor();
    await page.locator(".diff-path", { hasText: "value" }).waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("loop: the critic's verdict on every criterion, its citation one click away", async () => {
    const world = new Works(assay, "critic", { worker: 'change_value\nfinish "The value is 2."' });
    await world.serve(0, "--workers", "1");
    const page = await world.page(browser);
    const { mission, task } = world.begun({
      ...k_value,
      success_criteria: [
        { id: "SC-1", claim: "value holds 2", evidence: { kind: "grep", pattern: "^2$", path: "value" } },
        { id: "SC-2", claim: "The tests say so", evidence: { kind: "command", command: "make test", output: "ok 1" } },
        { id: "SC-3", claim: "The manual names the value", evidence: { kind: "grep", pattern: "the value is 2", path: "MANUAL.md" } },
      ],
    });
    await open(page, world, `/tasks/${task}`);
    const promised = section(page, "Promised against evidence");
    const criterion = (id) => promised.locator("li", { hasText: id });
    await criterion("SC-1").getByText("Satisfied").waitFor({ state: "attached" });
    await criterion("SC-1").getByText("value:1", { exact: false }).first().waitFor();
    await criterion("SC-3").getByText("Unsatisfied").waitFor({ state: "attached" });
    await promised.getByText("2 of 3 criteria shown", { exact: false }).waitFor();
    await criterion("SC-2").getByRole("button", { name: "Evidence" }).click();
    await page.getByRole("dialog").getByRole("log").getByText("ok 1 - value").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".page-title").getByText("Blocked", { exact: true }).waitFor();
    await section(page, "Findings").getByText("Meet SC-3", { exact: false }).first().waitFor();
    await open(page, world, `/missions/${mission}/acceptance`);
    await page.getByRole("row", { name: /SC-2/ }).getByText("shown", { exact: true }).waitFor();
    await page.getByRole("row", { name: /SC-3/ }).getByText("not met").waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("loop: a wish is elaborated into tasks, edited with lint, and started", async () => {
    const world = new Works(assay, "elaborate", {});
    await world.serve(0, "--workers", "1");
    const page = await world.page(browser);
    await open(page, world, "/new");
    await page.getByLabel("What do you want?").fill("Change the value to two");
    await page.getByRole("button", { name: "Elaborate into tasks" }).click();
    await page.getByText("2 tasks proposed by planner", { exact: false }).waitFor();
    const first = page.locator(".task-draft").first();
    await page.getByLabel("Task 1", { exact: true }).fill("Make it two");
    assert.equal(await page.getByLabel("After (names of tasks, one a line)").nth(1).inputValue(), "Make it two", "who waits for it follows its name");
    await first.getByLabel("Acceptance criteria, one a line").fill("works as expected");
    await first.locator(".lint").getByText("works as expected").waitFor();
    assert.equal(await page.getByRole("button", { name: "Start mission" }).isEnabled(), false);
    await first.getByLabel("Acceptance criteria, one a line").fill("`make test` passes and value holds 2");
    await first.locator(".lint").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove task 2" }).click();
    await page.getByLabel("How much goes on without you").selectOption("autopilot");
    await page.getByRole("button", { name: "Start mission" }).click();
    await page.locator(".task-table").getByText("Make it two").waitFor();
    await page.getByRole("button", { name: "Ship", exact: true }).waitFor();
    const [task] = world.ask("task", "list").tasks;
    assert.deepEqual([task.name, task.acceptance_criteria, task.files_modified], ["Make it two", "`make test` passes and value holds 2", ["value", "test.sh"]]);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("loop: while a checker runs the card says so, and a person may decide all the same", async () => {
    const world = new Works(assay, "checking-live", { judge: 'tool make\nuntil [ -e "$(dirname "$0")/sign" ]; do sleep 0.1; done\nfinish "make test passes.\n$(word): pass"' });
    await world.serve(0, "--workers", "2");
    const page = await world.page(browser);
    const { task } = world.begun(k_value);
    const card = page.locator(".card", { hasText: "Change the value" });
    await card.getByText("Checking…").waitFor();
    await open(page, world, `/tasks/${task}`);
    await page.locator(".page-title").getByText("Checking…").waitFor();
    await page.getByRole("button", { name: "Reject: Change the value" }).waitFor();
    await page.getByRole("button", { name: "Accept: Change the value" }).waitFor();
    world.write("sign", "", world.folder);
    await page.locator(".page-title").getByText("Completed").waitFor();
    assert.equal(await page.getByText("Checking…").count(), 0);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("loop: a log that is followed goes on after the server restarts", async () => {
    const world = new Works(assay, "followed", { worker: 'say "half way"; while [ ! -e sign ]; do sleep 0.1; done; say "all the way"; change_value; finish "Done."' });
    await world.serve(0, "--workers", "0");
    const port = new URL(world.address).port;
    world.worker();
    const page = await world.page(browser);
    const { task } = world.begun(k_value);
    await open(page, world, `/tasks/${task}?view=log`);
    await page.getByRole("log").getByText("half way").first().waitFor();
    await world.stop();
    await page.getByText("Reconnecting…").waitFor();
    await page.getByRole("log").getByText("half way").first().waitFor();
    await world.serve(port, "--workers", "0");
    await page.waitForSelector(".connection-live");
    world.write("sign", "", world.ask("worktree", "list").worktrees[0].path);
    await page.getByRole("log").getByText("all the way").first().waitFor();
    await world.end();
  });
}
