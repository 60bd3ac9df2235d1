// lint.mjs FILE: holds the description of the HTTP API to the recommended rules of Redocly's linter. The same rules as
// `redocly lint`, without the 300 packages of its command line. Warnings count.
import { createConfig, lint } from "@redocly/openapi-core";

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: node lint.mjs openapi.json");
  process.exit(2);
}
const config = await createConfig({ extends: ["recommended"] });
const problems = await lint({ ref: file, config });
for (const problem of problems) {
  const place = problem.location[0]?.pointer ?? "";
  console.log(`${problem.severity}: ${problem.ruleId}: ${problem.message} (${place})`);
}
console.log(`${problems.length === 0 ? 1 : 0} passed, ${problems.length} failed`);
process.exit(problems.length === 0 ? 0 : 1);
