// What every browser test stands on: a repository, the real program, its server, a browser.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const k_flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

// With the pages that a browser keeps for its back button, as people have it.
export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: k_flags, ignoreDefaultArgs: ["--disable-back-forward-cache"] });

const k_patience = Number(process.env.PATIENCE ?? 60_000); // of a test, for what a page is to show

const worlds = new Set(); // those that a test has not ended

// What a checker's report adds to the seal of its row (src/store/database/sqlite_seal.cc).
function sealOfReport(text) {
  const place = 6n, isText = 3n, golden = 0x9e3779b97f4a7c15n;
  const short = (number) => BigInt.asUintN(64, number);
  const mixed = (x) => {
    x = short((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
    x = short((x ^ (x >> 27n)) * 0x94d049bb133111ebn);
    return x ^ (x >> 31n);
  };
  const bytes = Buffer.from(text);
  let hash = BigInt(bytes.length), at = 0;
  for (; at + 8 <= bytes.length; at += 8) {
    hash = short((hash ^ bytes.readBigUInt64LE(at)) * golden);
    hash ^= hash >> 32n;
  }
  const rest = Buffer.alloc(8);
  bytes.copy(rest, 0, at);
  return mixed(short(mixed(hash ^ rest.readBigUInt64LE(0)) + (8n * place + isText) * golden));
}

export class World {
  // `law`: what assay.toml says besides its one check.
  constructor(assay, name, law = "") {
    this.assay = assay;
    this.contexts = [];
    worlds.add(this);
    this.folder = mkdtempSync(join(tmpdir(), `assay-browser-${name}-`));
    this.repo = join(this.folder, "shop");
    this.environment = { ...process.env, HOME: this.folder, ASSAY_ACTOR: "person:anna", NO_COLOR: "1", GIT_CONFIG_NOSYSTEM: "1", XDG_CONFIG_HOME: join(this.folder, "config"), XDG_STATE_HOME: join(this.folder, "state") };
    mkdirSync(this.repo, { recursive: true });
    this.git("init", "-q", "-b", "main", ".");
    this.git("config", "user.name", "anna");
    this.git("config", "user.email", "anna@localhost");
    this.write("shop.py", 'def label(name, quantity):\n    """What stands on the box."""\n    return f"{quantity} × {name}"\n');
    this.write("test_shop.py", 'import unittest\n\nfrom shop import label\n\n\nclass LabelTest(unittest.TestCase):\n    def test_counts(self):\n        self.assertEqual(label("pear", 3), "3 × pear")\n');
    this.write(".gitignore", "__pycache__/\n");
    this.write("assay.toml", '[[checks]]\ntitle = "Unit tests"\ncommand = "python3 -m unittest -v"\n' + law);
    this.commit("A shop");
  }

  // ---- the repository and the command line
  git(...words) {
    return execFileSync("git", words, { cwd: this.repo, env: this.environment, encoding: "utf8" });
  }
  write(name, text, folder = this.repo) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  commit(message, folder = this.repo) {
    execFileSync("sh", ["-c", 'git add -A && git commit -qm "$1"', "sh", message], { cwd: folder, env: this.environment });
  }
  run(...words) {
    return execFileSync(this.assay, words, { cwd: this.repo, env: this.environment, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
  }
  ask(...words) {
    return JSON.parse(this.run(...words, "--json"));
  }
  // Runs beside the test; the promise is its exit status.
  begin(...words) {
    const child = spawn(this.assay, words, { cwd: this.repo, env: this.environment, stdio: "ignore" });
    return new Promise((resolve) => child.once("exit", resolve));
  }
  mission(title, prompt = title) {
    return this.ask("mission", "new", prompt, "--title", title).mission.id;
  }
  task(mission, name, ...flags) {
    return this.ask("task", "add", name, "--mission", mission, ...flags).id;
  }
  start(task) {
    this.run("task", "start", task);
  }
  ready(task) {
    this.run("task", "start", task);
    this.run("task", "ready", task);
  }
  complete(task) {
    this.run("task", "start", task);
    this.run("task", "complete", task);
  }
  // Work on a task's branch: files by name, then a commit.
  work(task, files) {
    const { path } = this.ask("worktree", "add", task);
    for (const [name, text] of Object.entries(files)) this.write(name, text, path);
    this.commit("work", path);
  }
  // What a checker would have left; tests of the loop itself are elsewhere.
  flag(task, report) {
    const quoted = `'${report.replace(/'/g, "''")}'`;
    const row = `FROM task_texts WHERE task_key = (SELECT key FROM tasks WHERE id = '${task}')`;
    const change = sealOfReport(report) - sealOfReport(this.sql(`SELECT checker_report ${row}`).replace(/\n$/, ""));
    const sum = (query) => BigInt.asIntN(64, BigInt(this.sql(query).trim()) + change);
    const seal = sum(`SELECT seal ${row}`), tally = sum("SELECT sum FROM tally WHERE name = 'task_texts'");
    this.sql(`BEGIN IMMEDIATE; UPDATE tally SET sum = ${tally} WHERE name = 'task_texts';
      UPDATE task_texts SET checker_report = ${quoted}, seal = ${seal} ${row.replace("FROM task_texts ", "")}; COMMIT`);
  }
  sql(text) {
    return execFileSync("sqlite3", ["-cmd", ".timeout 5000", join(this.repo, ".assay/assay.db"), text], { encoding: "utf8" });
  }
  verify(mission) {
    try {
      this.run("verify", mission);
    } catch {
      // a verification that says no is an answer too
    }
  }

  // ---- the server
  // At a port that is known before it starts or after it ended: not one of those that the system hands out.
  async serveAtPort(flags = () => []) {
    for (;;) {
      const port = 10_000 + Math.floor(Math.random() * 20_000);
      try {
        await this.serve(port, ...flags(port));
        return port;
      } catch (error) {
        if (!/Address already in use/.test(error.message)) throw error;
      }
    }
  }
  async serve(port = 0, ...flags) {
    // It goes with us, however we end.
    this.server = spawn(this.assay, ["serve", "--port", String(port), ...(process.env.ASSAY_WEB ? ["--web", process.env.ASSAY_WEB] : []), ...flags], { cwd: this.repo, env: this.environment, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    this.errors = "";
    this.server.stderr.on("data", (data) => (this.errors += data));
    await new Promise((resolve, reject) => {
      const seen = (data) => {
        text += data;
        if (/Assay is at \S+\n/.test(text) && /(Token: +\S+|assay token link)\n/.test(text)) resolve();
      };
      this.server.stdout.on("data", seen);
      this.server.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${text}${this.errors}`)));
    });
    this.address = /Assay is at (\S+)/.exec(text)[1];
    this.token = /Token: +(\S+)/.exec(text)?.[1] ?? this.token;
    return this.address;
  }
  // What does the work that the server is asked for.
  worker() {
    this.works = spawn(this.assay, ["worker"], { cwd: this.repo, env: this.environment, stdio: "ignore" });
  }
  async stop() {
    if (!this.server || this.server.exitCode !== null) return;
    const ended = new Promise((resolve) => this.server.once("exit", resolve));
    this.server.kill("SIGTERM");
    await ended;
  }
  async end() {
    worlds.delete(this);
    for (const context of this.contexts) await context.close();
    this.works?.kill("SIGTERM");
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  // An address that logs in, once. `who`: whose token; without it the one of the first start.
  link(who = "anna") {
    return this.ask("token", "link", who).login;
  }

  // ---- the page, live. `before` runs in it before anything of its own.
  async page(browser, options = {}, before = undefined) {
    const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, ...options });
    this.contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(k_patience);
    if (before) await page.addInitScript(before);
    page.faults = [];
    page.on("pageerror", (error) => page.faults.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !/Failed to load resource|ERR_CONNECTION|net::/.test(message.text())) page.faults.push(message.text());
    });
    page.on("dialog", (dialog) => {
      page.faults.push(`a dialog opened: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(this.link(this.who));
    await page.waitForSelector(".connection-live").catch(async (error) => {
      throw new Error(`${error.message}\nat ${page.url()}: ${(await page.locator("body").innerText()).slice(0, 300)}\n${page.faults.join("\n")}\nserver: ${this.errors}`);
    });
    return page;
  }
}

export async function open(page, world, route) {
  await page.goto(`${world.address}/#${route}`);
}

// ---- a small runner: tests in the order they are written, one line each
const tests = [];
// The text of an element as soon as it matches: a page fills in what it fetches.
export async function reads(locator, pattern) {
  let text = "";
  for (const end = Date.now() + k_patience; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    text = await locator.innerText();
    if (pattern.test(text)) return;
  }
  assert.match(text, pattern);
}

export const test = (name, run) => tests.push({ name, run });

export async function runAll(only) {
  let passed = 0;
  const failed = [];
  for (const { name, run } of tests) {
    if (only && !name.includes(only)) continue;
    const began = Date.now();
    try {
      await run();
      passed++;
      console.log(`ok      ${name} (${Date.now() - began} ms)`);
    } catch (error) {
      for (const world of worlds) await world.end();
      failed.push(name);
      console.log(`FAILED  ${name}\n        ${String(error?.stack ?? error).replace(/\n/g, "\n        ")}`);
    }
  }
  console.log(`${passed} passed, ${failed.length} failed`);
  return failed.length === 0;
}
