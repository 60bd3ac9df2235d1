import assert from "node:assert/strict";
import { join } from "node:path";
import { shippable } from "./missions.mjs";
import { open, test } from "./world.mjs";

// A deploy that says something, then waits for a sign, so that the page can be looked at meanwhile.
function deploying(assay, name, validation) {
  const law = `
[deploy]
command = "echo '\\u001b[33mrolling out\\u001b[0m'; while [ ! -e $ASSAY_TEST_SIGN ]; do sleep 0.1; done; echo rolled out"
environment = ["ASSAY_TEST_SIGN"]
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
    await other.locator(".column", { hasText: "Shipped" }).getByText("Labels by the dozen").waitFor();
    world.write("sign", "", world.folder);
    await standing(page, "Review ready");
    await page.getByRole("log").getByText("rolled out").waitFor();
    await page.getByText("Smoke test", { exact: false }).first().waitFor();
    assert.match(world.git("show", "main:shop.py"), /dozen/);
    assert.deepEqual([...page.faults, ...other.faults], []);
    await world.end();
  });

  test("ship: a validation that fails ends in NEEDS_FIX, and says why", async () => {
    const { world, mission } = deploying(assay, "needs-fix", "echo the shop is closed; exit 1");
    world.write("sign", "", world.folder);
    await world.serve();
    world.worker();
    const page = await world.page(browser);
    await ship(page, world, mission);
    await standing(page, "Needs fix");
    await page.getByRole("link", { name: "Deploy" }).click();
    await page.getByText("the shop is closed", { exact: false }).first().waitFor();
    await world.end();
  });

  test("ship: who comes second sees that it is being shipped", async () => {
    const { world, mission } = deploying(assay, "second", "true");
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    await page.getByRole("button", { name: "Ship", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Not proven").waitFor();
    world.run("ship", mission, "--detach");
    await dialog.waitFor({ state: "detached" });
    await page.locator(".state-line .done", { hasText: "Shippable" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Ship", exact: true }).count(), 0);
    world.write("sign", "", world.folder);
    await world.end();
  });
}
