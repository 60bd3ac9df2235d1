// Runs every src/**/*_test.ts under node's own test runner, bundled by the builder that makes the page.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const src = join(dirname(fileURLToPath(import.meta.url)), "../src");
const found = (folder) => readdirSync(folder).flatMap((name) => (statSync(join(folder, name)).isDirectory() ? found(join(folder, name)) : name.endsWith("_test.ts") ? [join(folder, name)] : []));

const out = mkdtempSync(join(tmpdir(), "assay-page-test-"));
const tests = found(src);
await build({ entryPoints: tests, outdir: out, outbase: src, outExtension: { ".js": ".mjs" }, bundle: true, format: "esm", platform: "node", target: "node18", logLevel: "warning" });
const made = tests.map((test) => join(out, dirname(test).slice(src.length + 1), basename(test, ".ts") + ".mjs"));
const run = spawnSync(process.execPath, ["--test", ...made], { stdio: "inherit" });
rmSync(out, { recursive: true });
process.exit(run.status ?? 1);
