import assert from "node:assert/strict";
import { Works } from "./loop.mjs";
import { open, test, World } from "./world.mjs";

const k_attack = `<img src=x onerror="window.broken=1"><script>window.broken=1</script>"'><svg onload=window.broken=1>\u202e{{7*7}}`;
const k_url = "javascript:window.broken=1";

async function expectClean(page, world, route) {
  await open(page, world, route);
  await page.waitForSelector("main h1, main .empty, main .failure");
  await page.locator(".loading").first().waitFor({ state: "detached" });
  const found = await page.evaluate(() => ({
    broken: window.broken,
    markup: document.querySelectorAll("main img, main script, main iframe, main [onerror], main [onload], main b").length,
    links: [...document.querySelectorAll("a[href]")].filter((a) => a.href.startsWith("javascript:")).length,
  }));
  assert.deepEqual(found, { broken: undefined, markup: 0, links: 0 }, route);
}

export function hostile(browser, assay) {
  test("hostile: markup in every field stays text", async () => {
    const world = new World(assay, "xss");
    const mission = world.mission(`T ${k_attack}`, `${k_attack}\n${k_url}`);
    const task = world.task(mission, `N ${k_attack}`, "--instructions", k_attack, "--accept", `\`true\` exits 0 ${k_attack}`, "--files", "src/**");
    world.work(task, { "<b>x.py": `# ${k_attack}\n`, "a\u202eb.txt": `${k_attack}\n\u001b[31m<script>window.broken=1</script>\n` });
    world.run("pack", "add-criterion", `\`true\` exits 0 ${k_attack}`, "--mission", mission);
    world.run("pack", "add-check", `C ${k_attack}`, "--mission", mission, "--command", `printf '%s\\n' '<script>window.broken=1</script>' '\u001b[31m<b>red</b>\u001b[0m' '\u001b]8;;javascript:1\u0007link'`);
    world.start(task);
    world.run("task", "ready", task);
    world.flag(task, `R ${k_attack}`);
    world.run("task", "accept", task, "--reason", `W ${k_attack}`);
    world.verify(mission);
    const blocked = world.task(mission, "blocked one");
    world.run("task", "block", blocked, "--reason", `B ${k_attack}`);
    await world.serve();
    const page = await world.page(browser);
    for (const route of ["/", `/?q=${encodeURIComponent(k_attack)}`, `/missions/${mission}`, `/missions/${mission}/changes`, `/missions/${mission}/acceptance`, `/missions/${mission}/checks`, `/missions/${mission}/timeline`, `/tasks/${task}`, `/tasks/${task}?view=diff`, `/tasks/${blocked}`, `/tasks/${encodeURIComponent(k_attack)}`]) {
      await expectClean(page, world, route);
    }
    await open(page, world, `/missions/${mission}/checks`);
    await page.getByRole("button", { name: "C <img", exact: false }).click();
    await page.getByRole("log").getByText("<script>window.broken=1</script>").waitFor();
    await page.getByRole("log").locator(".ink-1", { hasText: "<b>red</b>" }).waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("hostile: what agents say stays text: plans, questions, answers, logs, criteria", async () => {
    const world = new Works(assay, "xss-agents", {
      planner: 'finish "$(cat "${0%/*}/said.md")"',
      worker: 'say "$(cat "${0%/*}/attack")"\ncase $prompt in *"go on"*) change_value && finish "D $(cat "${0%/*}/attack")" ;; *) finish "QUESTION: Q $(cat "${0%/*}/attack")" ;; esac',
    });
    world.write("attack", k_attack, world.folder);
    const claims = [{ id: "SC-1", claim: `value holds 2 ${k_attack}`, evidence: { kind: "grep", pattern: "^2$", path: "value" } }];
    const planned = { name: `P ${k_attack}`, instructions: k_attack, acceptance_criteria: `\`make test\` passes ${k_attack}`, success_criteria: claims, files_modified: ["value", `<b>${k_url}`] };
    world.write("said.md", "```json\n" + JSON.stringify({ criteria: [`\`make test\` passes ${k_attack}`], tasks: [planned] }) + "\n```", world.folder);
    const { mission: proposed } = world.ask("plan", `Change the value ${k_attack}`);
    await world.serve(0, "--workers", "1");
    const page = await world.page(browser);
    await open(page, world, `/missions/${proposed}`);
    await page.locator(".plan-task", { hasText: "P <img" }).waitFor();
    await expectClean(page, world, `/missions/${proposed}`);
    await expectClean(page, world, `/missions/${proposed}/plan`);
    await expectClean(page, world, "/");

    const { mission, task } = world.begun({ name: "Change the value", instructions: "Set it to 2.", acceptance_criteria: "`make test` passes", success_criteria: claims });
    await open(page, world, `/tasks/${task}`);
    await page.getByText("Q <img", { exact: false }).first().waitFor();
    await expectClean(page, world, `/tasks/${task}`);
    await page.getByLabel("Your answer").fill(`go on ${k_attack}`);
    await page.getByRole("button", { name: "Answer" }).click();
    await page.locator(".page-title").getByText("Completed", { exact: true }).waitFor();
    for (const route of [`/tasks/${task}`, `/tasks/${task}?view=log`, `/missions/${mission}`, `/missions/${mission}/plan`, `/missions/${mission}/acceptance`, `/missions/${mission}/timeline`]) await expectClean(page, world, route);
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("hostile: Markdown of agents has no markup, no pictures, and no address but http, https and mailto", async () => {
    const world = new World(assay, "xss-markdown");
    const attack = [
      "# Title <img src=x onerror=window.broken=1>",
      "[click](javascript:window.broken=1) [data](data:text/html,<script>window.broken=1</script>) [file](file:///etc/passwd) [in](#/missions) [host](//evil.example)",
      "<javascript:window.broken=1> <https://good.example/a> https://good.example/b mailto:x@good.example",
      "![picture](https://evil.example/p.png) [![nested](https://evil.example/q.png)](https://good.example/c)",
      "[good](https://good.example/d \"title\\\" onmouseover=window.broken=1\") [mail](mailto:a@good.example)",
      "[java\nscript](java\nscript:window.broken=1) [e](&#106;avascript:window.broken=1) [z](https://go\u200bod.example)",
      "| a | <b>b</b> |\n|---|---|\n| <script>window.broken=1</script> | [t](vbscript:x) |",
      "```html\n<script>window.broken=1</script>\n```",
      "> <iframe src=javascript:window.broken=1>\n\n- <style>*{display:none}</style>\n1. <svg onload=window.broken=1>",
      "[".repeat(3000) + "*".repeat(3000) + "`".repeat(3000),
    ].join("\n\n");
    const mission = world.mission("Markdown", attack);
    const task = world.task(mission, "Say it", "--instructions", attack, "--accept", "`python3 -m unittest` passes");
    world.work(task, { "x.py": "x = 1\n" });
    world.run("comment", "add", attack.slice(0, 900), "--task", task);
    world.ready(task);
    world.flag(task, attack);
    await world.serve();
    const page = await world.page(browser);
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    for (const route of [`/tasks/${task}`, `/missions/${mission}`, "/"]) {
      await expectClean(page, world, route);
      const links = await page.evaluate(() => [...document.querySelectorAll(".prose a")].map((a) => [a.protocol, a.rel, a.target]));
      for (const [protocol, rel, target] of links) {
        assert.match(protocol, /^(https?|mailto):$/);
        assert.match(rel, /noopener/);
        assert.match(rel, /nofollow/);
        assert.equal(target, "_blank");
      }
      if (route.startsWith("/tasks")) assert.ok(links.length >= 5, "the good ones are links");
      assert.equal(await page.evaluate(() => document.querySelectorAll(".prose img, .prose script, .prose style, .prose iframe, .prose svg, .prose [onmouseover], .prose form").length), 0);
    }
    assert.deepEqual(asked.filter((url) => !url.startsWith(world.address)), [], "nothing is loaded from elsewhere");
    assert.deepEqual(page.faults, []);
    await world.end();
  });

  test("hostile: letters that nobody sees are shown by their code, joiners of scripts and emoji are text", async () => {
    const world = new World(assay, "unseen");
    const hidden = [..."hi"].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join("");
    const mission = world.mission(`Say${hidden} می‌خواهم 👩‍💻 ad\u200dmin`);
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/missions/${mission}`);
    await page.locator("h1", { hasText: "Say" }).waitFor();
    assert.equal(await page.locator("h1").textContent(), "Say⟨U+E0068⟩⟨U+E0069⟩ می‌خواهم 👩‍💻 ad⟨U+200D⟩min");
    await world.end();
  });

  test("hostile: the policy lets no inline script or style run", async () => {
    const world = new World(assay, "csp");
    world.run("init");
    await world.serve();
    const page = await world.page(browser);
    const policy = (await (await fetch(world.address)).headers).get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self'/);
    assert.doesNotMatch(policy, /unsafe/);
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.broken = 1";
      document.body.append(script);
    });
    assert.equal(await page.evaluate(() => window.broken), undefined);
    await world.end();
  });

  test("large: a diff of 50,000 lines opens and scrolls with few rows in the page", async () => {
    const world = new World(assay, "large");
    const mission = world.mission("A large change");
    const task = world.task(mission, "Write it all");
    const lines = Array.from({ length: 50_000 }, (_, i) => `value_${i} = "text ${i}"  # comment ${i}`).join("\n") + "\n";
    world.work(task, { "values.py": lines });
    world.ready(task);
    await world.serve();
    const page = await world.page(browser);
    await open(page, world, `/tasks/${task}?view=diff`);
    await page.getByText("+50,000").first().waitFor();
    const box = page.locator(".diff-box");
    for (const part of [0.5, 1]) {
      await box.evaluate((element, at) => (element.scrollTop = element.scrollHeight * at), part);
      await page.locator(".diff-row", { hasText: part === 1 ? "value_49999 =" : "value_25" }).first().waitFor();
      assert.ok((await page.locator(".diff-row").count()) < 250, "only what is on screen exists");
    }
    await page.keyboard.press("s");
    await page.locator(".diff-row.pair").first().waitFor();
    assert.deepEqual(page.faults, []);
    await world.end();
  });
}
