// What was found of an earlier state is never to be taken for what holds now.
import assert from "node:assert/strict";
import { k_provable, shippable } from "./missions.mjs";
import { open, test } from "./world.mjs";

const k_said = "Passed in an earlier state, not what is there now";

export function earlier(browser, assay) {
  test("stale: when the target has moved, what was proven is shown as of an earlier state, wherever it is shown", async () => {
    const { world, mission } = shippable(assay, "stale");
    world.run("pack", "add-criterion", k_provable, "--mission", mission);
    world.verify(mission);
    await world.serve();
    const page = await world.page(browser);
    const section = (title) => page.locator(".section", { has: page.getByRole("heading", { name: title, exact: true }) });
    await open(page, world, `/missions/${mission}`);
    const promised = section("Promised against evidence");
    await promised.locator(".mark-completed").first().waitFor();
    assert.equal(await page.locator(".mark-earlier").count(), 0, "it holds");

    world.write("LATER.md", "Somebody else was faster.\n");
    world.commit("The target moves on");
    await open(page, world, "/");
    await page.locator(".mission-card").first().waitFor();
    await open(page, world, `/missions/${mission}`);
    await page.locator(".stale-note").getByText("main has moved to", { exact: false }).waitFor();
    await page.locator(".page-title").getByText("Verified in an earlier state").waitFor();
    await promised.locator(".mark-earlier").first().waitFor();
    assert.equal(await promised.locator(".mark-completed").count(), 0, "nothing of it is green");
    await promised.locator("li", { hasText: k_provable }).getByText("Earlier state", { exact: true }).waitFor();
    assert.ok((await promised.locator("li", { hasText: k_provable }).textContent()).includes(k_said), "those who do not see it are told");
    await page.locator(".tile", { hasText: "Proof" }).getByText("proven earlier", { exact: false }).waitFor();

    await page.getByRole("button", { name: "Ship", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Ship this story" });
    const column = dialog.locator(".proof-columns > div", { has: page.getByRole("heading", { name: "Proven in an earlier state" }) });
    await column.locator(".mark-earlier").first().waitFor();
    assert.ok((await column.textContent()).includes(k_said));
    assert.equal(await dialog.locator(".mark-completed").count(), 0);
    await dialog.getByText("It is verified anew before anything lands.", { exact: false }).waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("link", { name: "Acceptance" }).click();
    const row = page.locator(".matrix tr", { hasText: k_provable });
    await row.getByText("proven earlier").waitFor();
    assert.equal(await row.locator(".mark-completed").count(), 0);
    assert.equal(await section("Checks").locator(".mark-completed").count(), 0);

    await page.getByRole("link", { name: "Checks", exact: true }).click();
    await page.locator(".check-list .mark-earlier").first().waitFor();
    assert.equal(await page.locator(".check-list .mark-completed").count(), 0);

    world.verify(mission);
    await open(page, world, `/missions/${mission}`);
    await promised.locator(".mark-completed").first().waitFor();
    assert.equal(await page.locator(".mark-earlier, .stale-note").count(), 0, "verified anew, it holds again");
    assert.deepEqual(page.faults, []);
    await world.end();
  });
}
