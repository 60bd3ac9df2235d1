import assert from "node:assert/strict";
import { join } from "node:path";
import { violations } from "./looks.mjs";
import { shippable } from "./missions.mjs";
import { open, reads, test } from "./world.mjs";

// A deploy that says something, then waits for a sign, so that the page can be looked at meanwhile.
function deploying(assay, name, validation) {
  const law = `
[deploy]
command = "echo '\\u001b[33mrolling out\\u001b[0m'; while [ ! -e $ASSAY_TEST_SIGN ]; do sleep 0.1; done; echo rolled out"
environment = ["ASSAY_TEST_SIGN"]
[validate]
environment = ["ASSAY_TEST_SIGN"]
[[validate.commands]]
title = "Front door"
command = "echo open"
[[validate.commands]]
title = "Smoke test"
command = "echo looked; ${validation}"
`;
  const { world, mission } = shippable(assay, name, law);
  world.environment.ASSAY_TEST_SIGN = join(world.folder, "sign");
  return { world, mission };
}

async function ship(page, world, mission) {
  await open(page, world, `/missions/${mission}`);
  await page.getByRole("button", { name: "Ship", exact: true }).click();
  await page.getByRole("dialog").getByLabel(/I have read what is not proven/).check();
  await page.getByRole("dialog").getByRole("button", { name: "Ship to main" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}
const standing = (page, word) => page.locator(".state-line [aria-current=step]", { hasText: word }).waitFor();

export function shipping(browser, assay) {
  test("ship: from the button to REVIEW_READY, with the deploy's log as it runs", async () => {
    const { world, mission } = deploying(assay, "ship", "true");
    await world.serve();
    world.worker();
    const page = await world.page(browser);
    const other = await world.page(browser);
    await ship(page, world, mission);
    await standing(page, "Shipping");
    await page.getByRole("link", { name: "Deploy" }).click();
    await page.getByRole("log").locator(".ink-3", { hasText: "rolling out" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Ship", exact: true }).count(), 0, "it is shipped once");
    assert.equal(await page.getByRole("button", { name: "Verify again" }).count(), 0);
    await other.locator(".column", { hasText: "Shipped" }).getByText("Labels by the dozen").waitFor();
    world.write("sign", "", world.folder);
    await standing(page, "Review ready");
    await page.getByRole("log").getByText("rolled out").waitFor();
    await page.getByRole("button", { name: "Evidence: Smoke test" }).click();
    await page.getByRole("dialog").getByText("looked").waitFor();
    await page.keyboard.press("Escape");
    assert.match(world.git("show", "main:shop.py"), /dozen/);
    await page.getByRole("link", { name: "Timeline" }).click();
    await page.locator(".gantt-lane", { hasText: "Deploy" }).locator(".bar-good", { hasText: "deploy succeeded" }).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("dialog", { name: "Close this story" }).getByRole("button", { name: "Close", exact: true }).last().click();
    await standing(page, "Closed");
    await page.locator(".page-title .pill", { hasText: "Completed" }).waitFor();
    await other.locator(".mission-card", { hasText: "Labels by the dozen" }).getByText("Completed", { exact: true }).waitFor();
    assert.equal(world.ask("story", "show", mission).story.missionStatus, "completed");
    assert.deepEqual([...page.faults, ...other.faults], []);
    await world.end();
  });

  test("ship: a validation that fails ends in NEEDS_FIX, says why first, and can be mended from there", async () => {
    const { world, mission } = deploying(assay, "needs-fix", "test -e $ASSAY_TEST_SIGN.mended || { echo the shop is closed; exit 1; }");
    world.write("sign", "", world.folder);
    await world.serve();
    world.worker();
    const page = await world.page(browser);
    await ship(page, world, mission);
    await standing(page, "Needs fix");
    await page.locator(".tile", { hasText: "To fix" }).getByText("The validation failed").waitFor();
    const note = page.locator(".note", { hasText: "The validation failed." });
    await reads(note, /^The validation failed\. Its log\s+failed {2}Smoke test: exit 1\s+looked\s+the shop is closed\s+passed {2}Front door/);
    await note.getByRole("link", { name: "Its log" }).click();
    await page.getByText("the shop is closed", { exact: false }).first().waitFor();

    await page.getByRole("link", { name: "Decision" }).click();
    await note.waitFor();
    assert.deepEqual(await violations(page, "light"), []);
    await page.getByRole("button", { name: "Fix mission" }).click();
    assert.deepEqual(await violations(page, "light"), []);
    await page.getByRole("dialog").getByRole("button", { name: "Fix mission" }).click();
    await page.getByText("What was deployed did not pass its validation", { exact: false }).waitFor({ state: "attached" });
    await open(page, world, `/missions/${mission}`);
    await page.getByRole("button", { name: "Revert" }).click();
    await page.getByRole("dialog").getByLabel("Reason", { exact: false }).fill("customers wait");
    await page.getByRole("dialog").getByRole("button", { name: "Revert" }).click();
    await page.getByRole("heading", { level: 1, name: "Revert", exact: false }).waitFor();
    assert.equal(world.ask("mission", "list").missions.length, 3);

    await open(page, world, "/");
    const card = page.locator(`[data-mission=${mission}]`);
    await page.locator(".column", { hasText: "Blocked" }).locator(`[data-mission=${mission}]`).waitFor();
    await page.locator(".waiting-row", { hasText: "its validation failed" }).getByRole("button", { name: /^Fix mission/ }).waitFor();
    await reads(card.locator(".card-wrong"), /^The validation failed: failed {1,2}Smoke test/);
    await card.locator(".card-failed .card-reason", { hasText: /^failed/ }).waitFor();

    await open(page, world, `/missions/${mission}`);
    world.write("sign.mended", "", world.folder);
    await page.getByRole("button", { name: "Redeploy" }).click();
    await page.getByRole("dialog", { name: "Deploy again" }).getByRole("button", { name: "Redeploy" }).click();
    await standing(page, "Review ready");
    assert.equal(await page.locator(".note", { hasText: "failed" }).count(), 0);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("ship: a deploy that fails is named first, and closing it all the same needs a reason", async () => {
    const { world, mission } = shippable(assay, "deploy-fails", '\n[deploy]\ncommand = "echo no such host; exit 7"\n');
    await world.serve();
    world.worker();
    const page = await world.page(browser);
    await ship(page, world, mission);
    await standing(page, "Needs fix");
    await page.locator(".note", { hasText: "The deploy failed." }).getByText("exit 7", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Close this story" });
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByLabel("Reason").fill("rolled forward by hand");
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await standing(page, "Closed");
    assert.match(world.run("log", mission), /rolled forward by hand/);
    await world.end();
  });

  test("ship: who comes second sees that it is being shipped", async () => {
    const { world, mission } = deploying(assay, "second", "true");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    await page.getByRole("button", { name: "Ship", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Not proven" }).waitFor();
    world.run("ship", mission, "--detach");
    await dialog.waitFor({ state: "detached" });
    await page.locator(".state-line .done", { hasText: "Shippable" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Ship", exact: true }).count(), 0);
    world.write("sign", "", world.folder);
    await world.end();
  });
}
