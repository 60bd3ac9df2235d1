// Every view in light, dark and phone width: no accessibility violation, nothing wider than the screen,
// and with ASSAY_SHOTS=DIR a picture of each to look at.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Works } from "./loop.mjs";
import { shippable } from "./missions.mjs";
import { open, test } from "./world.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = process.env.ASSAY_SHOTS ?? "";

const k_forms = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["phone", { colorScheme: "light", viewport: { width: 390, height: 844 } }],
  ["narrow", { colorScheme: "light", viewport: { width: 320, height: 640 } }],
];

function sample(assay) {
  const { world, mission, task } = shippable(assay, "looks");
  const prices = world.mission("Prices with two decimals", "Prices are shown with two decimals everywhere, also in the API. Test it.");
  const flagged = world.task(prices, "Format prices", "--accept", 'price(3) returns "3.00"\n`python3 -m unittest` passes', "--files", "shop.py");
  world.work(flagged, { "shop.py": 'def label(name, quantity):\n    return f"{quantity} × {name}"\n\n\ndef price(value):\n    return f"{value:.2f}"\n', "test_shop.py": "import unittest\n" });
  world.ready(flagged);
  world.flag(flagged, "1 of 2 criteria is not met.\n\ntest_shop.py lost its only test: test_counts ran and passed before the change.\nA test that is gone proves nothing.");
  world.run("comment", "add", "Round **half up**, and say so in a test:\n\n- `price(0.125)`\n- `price(2.5)`", "--task", flagged, "--path", "shop.py", "--line", "6");
  world.start(world.task(prices, "Use them in the API"));
  const weights = world.mission("Weights on labels");
  const failed = world.task(weights, "Add the weight");
  world.start(failed);
  world.run("task", "fail", failed, "--reason", "the agent stopped: its budget of $2.00 is used up");
  const grams = world.mission("Weights in grams");
  world.ready(world.task(grams, "Round to grams"));
  world.mission("Dark mode for the settings page");
  return { world, mission, task, flagged };
}

// In the dark only colours can go wrong that did not in the light.
export async function violations(page, form) {
  await page.evaluate(axe); // evaluated by the browser's tools, which the page's policy does not bind
  const options = { resultTypes: ["violations"], ...(form === "dark" ? { runOnly: ["color-contrast"] } : {}) };
  const found = await page.evaluate((how) => window.axe.run(document, how), options);
  return found.violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(" ")).slice(0, 3).join(", ")}`);
}

// The innermost elements that stick out of the screen, and are not scrolled in a box of their own.
const widest = () => {
  const edge = document.documentElement.clientWidth;
  const isOut = (each) => each.checkVisibility() && each.getBoundingClientRect().right > edge + 0.5;
  const scrolls = (each) => each !== null && (getComputedStyle(each).overflowX !== "visible" || scrolls(each.parentElement));
  const out = [...document.body.querySelectorAll("*")].filter((each) => isOut(each) && ![...each.children].some(isOut) && !scrolls(each.parentElement));
  return out.slice(0, 3).map((each) => `${each.tagName} .${each.className} "${each.textContent.slice(0, 60)}"`).join(", ");
};

// What is wrong with these views, each in every form.
async function lookAt(browser, world, views) {
  const wrong = [];
  if (shots) mkdirSync(shots, { recursive: true });
  for (const [form, options] of k_forms) {
    const page = await world.page(browser, options);
    for (const [name, route, ready, act] of views) {
      await open(page, world, "/nowhere");
      await open(page, world, route);
      await page.waitForSelector(ready);
      if (act) await act(page);
      if (shots) await page.screenshot({ path: `${shots}/${name}-${form}.png` });
      wrong.push(...(await violations(page, form)).map((each) => `${name} ${form}: ${each}`));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) wrong.push(`${name} ${form}: ${wide} px wider than the screen, by ${await page.evaluate(widest)}`);
    }
    wrong.push(...page.faults.map((fault) => `${form}: ${fault}`));
    await page.context().close();
  }
  return wrong;
}

const k_tool = String.raw`line '{"type":"assistant","message":{"content":[{"type":"thinking","thinking":"The value first, then its test."},{"type":"text","text":"I run the tests before I change anything, to see how things stand."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make test","description":"Run the tests"}}]}}'
line '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"1..1\nok 1 - value"}]}}'
line '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t2","name":"Edit","input":{"file_path":"value","old_string":"1","new_string":"2"}}]}}'
line '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":"value was changed since it was read","is_error":true}]}}'
line 'npm warn deprecated an-old-package@1.0.0'`;

// A plan that waits, a task that asks, and one whose critic found something: made by scripts that speak as agents do.
async function worked(assay) {
  const world = new Works(assay, "looks-loop", {
    worker: `${k_tool}\n` + 'case $prompt in *"where people look"*) finish "QUESTION: Shall the value be named in the README or in a manual of its own?" ;; *) change_value && finish "The value is 2." 0.12 ;; esac',
  });
  const { mission: proposed } = world.ask("plan", "Change the value to two");
  await world.serve(0, "--workers", "2");
  const criteria = [
    { id: "SC-1", claim: "value holds 2", evidence: { kind: "grep", pattern: "^2$", path: "value" } },
    { id: "SC-2", claim: "The tests say so", evidence: { kind: "command", command: "make test", output: "ok 1" } },
    { id: "SC-3", claim: "The manual names the value", evidence: { kind: "grep", pattern: "the value is 2", path: "MANUAL.md" } },
  ];
  const { mission, tasks } = world.begun(
    { name: "Set the value", instructions: "Set the value to 2 and its test with it.", acceptance_criteria: "`make test` passes", success_criteria: criteria, files_modified: ["value", "test.sh"] },
    { name: "Describe the value", instructions: "Describe it where people look.", acceptance_criteria: "README.md holds the line: the value is 2" },
  );
  return { world, proposed, mission, tasks };
}

export function looks(browser, assay) {
  test("looks: what agents bring, in light, dark and phone width, with no accessibility violation", async () => {
    const { world, proposed, mission, tasks } = await worked(assay);
    const [criticised, asking] = tasks;
    const wrong = await lookAt(browser, world, [
      ["plan", `/missions/${proposed}`, ".plan-task"],
      ["plan-back", `/missions/${proposed}/plan`, ".plan-task", (page) => page.getByRole("button", { name: "Send back" }).click()],
      ["question", `/tasks/${asking}`, ".questions li"],
      ["critic", `/tasks/${criticised}`, ".finding"],
      ["matrix", `/missions/${mission}/acceptance`, ".matrix"],
      ["rounds", `/missions/${mission}/timeline`, ".gantt-bar"],
      ["board-loop", "/", ".mission-card"],
      ["transcript", `/tasks/${criticised}?view=log`, ".step", (page) => page.locator(".step-tool summary").first().click()],
    ]);
    await world.end();
    assert.deepEqual(wrong, []);
  });

  test("looks: every view in light, dark and phone width, with no accessibility violation", async () => {
    const { world, mission, task, flagged } = sample(assay);
    await world.serve();
    const views = [
      ["board", "/", ".mission-card"],
      ["board-open", "/", ".mission-card", (page) => page.getByRole("button", { name: "⚠ Checker failed" }).first().click()],
      ["mission", `/missions/${mission}`, ".task-table"],
      ["ship", `/missions/${mission}`, ".task-table", async (page) => {
        await page.getByRole("button", { name: "Ship", exact: true }).click();
        await page.getByRole("dialog").getByRole("heading", { name: "Not proven" }).waitFor();
      }],
      ["changes", `/missions/${mission}/changes`, ".diff-row"],
      ["acceptance", `/missions/${mission}/acceptance`, ".matrix"],
      ["checks", `/missions/${mission}/checks`, ".log-row"],
      ["timeline", `/missions/${mission}/timeline`, ".gantt-bar"],
      ["plots", `/missions/${mission}/plots`, ".graph", (page) => page.getByText("As a table").first().click()],
      ["no-view", `/missions/${mission}/nonsense`, ".empty"],
      ["deploy", `/missions/${mission}/deploy`, ".empty"],
      ["task", `/tasks/${flagged}`, ".diff-row"],
      ["files", `/tasks/${flagged}?view=diff`, ".diff-row", async (page) => {
        await page.getByRole("button", { name: "Files", exact: true }).click();
        await page.locator(".diff-comment").first().waitFor();
      }],
      ["comment", `/tasks/${flagged}?view=diff`, ".diff-row", (page) => page.getByRole("button", { name: "Comment", exact: true }).click()],
      ["figures", "/figures", ".figures, .empty"],
      ["calibration", "/calibration", "main h1"],
      ["help", "/", ".mission-card", (page) => page.keyboard.press("?")],
      ["reject", `/tasks/${flagged}`, ".diff-row", (page) => page.getByRole("button", { name: "Reject: Format prices" }).click()],
      ["log", `/tasks/${task}?view=log`, ".empty, .log"],
      ["new", "/new", "textarea", async (page) => {
        await page.getByLabel("What do you want?").fill("Keep carts in the database, served by the API. Test it.");
        await page.getByRole("button", { name: "Add a task" }).click();
        await page.getByLabel("Task 1", { exact: true }).fill("Keep carts in a table");
        await page.getByLabel("Acceptance criteria, one a line").fill("looks good");
        await page.locator(".lint").first().waitFor();
      }],
      ["verdict", "/verdict", "textarea", async (page) => {
        await page.getByLabel("Task", { exact: true }).fill("Make the tests pass");
        await page.getByLabel("Verification logs").fill("$ npm test\n\n> jest\n\n\u001b[31mFAIL\u001b[0m src/cart.test.ts\nTests:       1 failed, 2 passed, 3 total\nnpm ERR! Test failed.\n");
        await page.getByRole("button", { name: "Judge" }).click();
        await page.getByRole("region", { name: "Verdict" }).waitFor();
      }],
      ["sign-out", "/", ".mission-card", (page) => page.locator(".visitor > summary").click()],
      ["nothing", "/nowhere", ".empty"],
      ["answer", `/missions/${mission}/acceptance`, ".matrix", async (page) => {
        await page.getByRole("button", { name: /^Answer: Operator review/ }).click();
        await page.getByRole("dialog", { name: "Answer a check" }).waitFor();
      }],
      ["task-facts", `/tasks/${flagged}`, ".diff-row", (page) => page.locator(".page-head .disclosure > summary").click()],
    ];
    const wrong = await lookAt(browser, world, views);
    world.run("queue", "add", mission);
    wrong.push(...(await lookAt(browser, world, [
      ["queued", `/missions/${mission}`, ".queue-note"],
      ["queue", "/", "[data-need=run_queue]", async (page) => {
        await page.getByRole("button", { name: /^Run the queue:/ }).click();
        await page.locator(".queue-list li").waitFor();
      }],
    ])));
    world.run("queue", "remove", mission);
    world.write("LATER.md", "The target moves on.\n");
    world.commit("Later");
    wrong.push(...(await lookAt(browser, world, [
      ["stale", `/missions/${mission}`, ".items .mark-earlier"],
      ["stale-ship", `/missions/${mission}`, ".items .mark-earlier", (page) => page.getByRole("button", { name: "Ship", exact: true }).click()],
      ["stale-matrix", `/missions/${mission}/acceptance`, ".items .mark-earlier"],
    ])));
    await world.end();
    assert.deepEqual(wrong, []);
  });
}
