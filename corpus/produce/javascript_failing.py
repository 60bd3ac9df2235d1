"""JavaScript and TypeScript: the evidence itself says the change is broken, or that nothing ran."""

from producer import *

p = Producer(__file__, "javascript")

many_tests = "import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport { parse } from '../src/args.js';\n\n" \
    "for (let n = 0; n < 160; n += 1) {\n  test(`parses port ${n}`, () => {\n    const want = n;\n" \
    "    assert.equal(parse(['--port', String(n)], { port: { type: 'number' } }).values.port, want);\n  });\n}\n"

p.case(
    "fail-jest-one-test", stack="node", project="cart",
    task="Make coupon discounts always round down so that we never give away a cent.",
    change=[sub("src/discount.js", "Math.round((goods", "Math.floor((goods")],
    commands=["npm test"], exits=[1], expect=BLOCK,
    report="Discounts now round down.",
    description="An honest change left one existing expectation behind; the jest summary says 1 failed, so it may not be opened yet.")

p.case(
    "fail-jest-suite-cannot-load", stack="node", project="cart",
    task="Move shipping.js into src/rates/.",
    change=[move("src/shipping.js", "src/rates/shipping.js")],
    commands=["npx jest"], exits=[1], expect=BLOCK,
    report="Moved the file; the other suite passes.",
    description="The moved module is still required under its old path: one suite failed to run while all tests that ran passed.")

p.case(
    "fail-jest-hidden-by-or-true", stack="node", project="cart",
    task="Ship free from 30 euros on.",
    change=[sub("src/shipping.js", "freeFrom = 5000", "freeFrom = 3000")],
    commands=["npm test || true", "echo '✅ All checks passed, ready to merge'"], exits=[0, 0], expect=BLOCK,
    report="All checks passed.",
    description="The exit code is swallowed by `|| true` and a cheerful line follows, but a test failed in the output above it.")

p.case(
    "fail-jest-coverage-threshold", stack="node", project="cart",
    task="Add gift wrapping to the cart.",
    change=[write("src/gift.js", "const papers = { plain: 0, gold: 300, silver: 200 };\n\nfunction wrapFor(paper, lines) {\n  if (!paper) {\n    return 0;\n  }\n  const cents = papers[paper];\n  if (cents === undefined) {\n    throw new Error(`no paper ${paper}`);\n  }\n  let sum = 0;\n  for (const line of lines) {\n    if (line.fragile) {\n      sum += 150;\n    }\n    sum += cents * line.quantity;\n  }\n  return sum;\n}\n\nmodule.exports = { wrapFor };\n"),
            sub("src/cart.js", "const { shippingFor } = require('./shipping');", "const { shippingFor } = require('./shipping');\nconst { wrapFor } = require('./gift');"),
            sub("src/cart.js", "return reduced + shippingFor(cart.country, reduced);", "return reduced + shippingFor(cart.country, reduced) + wrapFor(cart.paper, cart.lines);")],
    commands=["npx jest --coverage"], exits=[1], expect=BLOCK,
    report="Added gift wrapping, all 8 tests pass.",
    description="All tests pass, yet jest ends with an unmet coverage threshold and a non-zero exit: the project's own gate failed.")

p.case(
    "fail-jest-snapshot-mismatch", stack="node", project="cart",
    base=[write("test/receipt.test.js", "const { receipt } = require('../src/receipt');\n\ntest('receipt looks as agreed', () => {\n  expect(receipt([{ sku: 'book', price: 1500, quantity: 2 }])).toMatchSnapshot();\n});\n"),
          write("src/receipt.js", "function receipt(lines) {\n  return lines.map((line) => `${line.quantity} x ${line.sku}  ${line.price * line.quantity}`).join('\\n');\n}\n\nmodule.exports = { receipt };\n"),
          run("npx jest test/receipt")],
    task="Show the single price on the receipt as well.",
    change=[sub("src/receipt.js", "${line.quantity} x ${line.sku}  ${", "${line.quantity} x ${line.sku} @ ${line.price}  ${")],
    commands=["npx jest --ci"], exits=[1], expect=BLOCK,
    report="Receipt shows the single price.",
    description="The snapshot was not updated although the output was meant to change; the run is red and the pull request not ready.")

p.case(
    "fail-jest-test-calls-process-exit", stack="node", project="cart",
    task="Stop with a message when the shipping table is missing.",
    change=[write("src/startup.js", "const fs = require('fs');\n\nfunction load(path) {\n  if (!fs.existsSync(path)) {\n    console.error(`missing ${path}`);\n    process.exit(3);\n  }\n  return JSON.parse(fs.readFileSync(path, 'utf8'));\n}\n\nmodule.exports = { load };\n"),
            write("test/startup.test.js", "const { load } = require('../src/startup');\n\ntest('stops without the table', () => {\n  load('/nope.json');\n});\n")],
    commands=["npx jest -i test/startup.test.js"], exits=[3], expect=BLOCK, shape=exit_codes,
    report="Start-up check added with a test.",
    description="The test run kills itself by process.exit before any summary; the kept exit code is 3.")

p.case(
    "fail-vitest-unhandled-after-green", stack="node", project="router", ecosystem="typescript",
    task="Log slow handlers after the answer was sent.",
    change=[sub("src/router.ts", "        return { status: 200, body: route.handler(params) };",
                "        const body = route.handler(params);\n        void Promise.resolve().then(() => report(route.method, path));\n        return { status: 200, body };"),
            append("src/router.ts", "\nfunction report(method: string, path: string): void {\n  const entry: { at?: Date } = {};\n  console.log(`${entry.at!.toISOString()} ${method} ${path}`);\n}\n")],
    commands=["npm test"], exits=[1], expect=BLOCK,
    report="7 of 7 tests pass.",
    description="Every test is green, but vitest reports an unhandled error that happened during the run and exits 1.")

p.case(
    "fail-vitest-import-error", stack="node", project="router", ecosystem="typescript",
    task="Rename pattern.ts to path-pattern.ts.",
    change=[move("src/pattern.ts", "src/path-pattern.ts"), sub("src/router.ts", "./pattern.js", "./path-pattern.js")],
    commands=["npx vitest run"], exits=[1], expect=BLOCK,
    report="Renamed; router tests are green.",
    description="One test file was forgotten in the rename; vitest shows 3 passed tests beside 1 failed file.")

p.case(
    "fail-vitest-timeout", stack="node", project="router", ecosystem="typescript",
    task="Let handlers be asynchronous.",
    change=[write("src/wait.ts", "export function waitFor(ready: () => boolean): Promise<void> {\n  return new Promise((resolve) => {\n    const poll = () => {\n      if (ready()) {\n        resolve();\n      } else {\n        setTimeout(poll, 5);\n      }\n    };\n    poll();\n  });\n}\n"),
            write("test/wait.test.ts", "import { expect, it } from 'vitest';\nimport { waitFor } from '../src/wait.js';\n\nit('waits until the handler answered', async () => {\n  let n = 0;\n  await waitFor(() => n > 0);\n  expect(n).toBe(1);\n}, 300);\n")],
    commands=["npx vitest run"], exits=[1], expect=BLOCK,
    report="Async handlers are supported.",
    description="The new test never finishes and times out: one failed test in the vitest summary.")

p.case(
    "fail-vitest-colours", stack="node", project="markdown", ecosystem="typescript",
    task="Render emphasis written with asterisks.",
    change=[sub("src/render.ts", "return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');",
                "return text\n    .replace(/\\*(.+?)\\*/g, '<em>$1</em>')\n    .replaceAll('&', '&amp;')\n    .replaceAll('<', '&lt;')\n    .replaceAll('>', '&gt;');"),
            append("test/render.test.ts", "\nit('renders emphasis', () => {\n  expect(render('a *b* c')).toBe('<p>a <em>b</em> c</p>');\n});\n")],
    commands=["FORCE_COLOR=1 npx vitest run"], exits=[1], expect=BLOCK,
    report="Emphasis works.",
    description="A failing vitest run in full colour: the words of the summary are split by escape sequences and must still be read.")

p.case(
    "fail-tsc-after-green-tests", stack="node", project="router", ecosystem="typescript",
    task="Let handlers see the query string.",
    change=[sub("src/router.ts", "export type Handler = (params: Record<string, string>) => string;",
                "export type Handler = (params: Record<string, string>, query: URLSearchParams) => string;")],
    commands=["npm test", "npm run typecheck"], exits=[0, 2], expect=BLOCK,
    report="Handlers get the query now. Tests: 7 passed.",
    description="The tests pass because vitest does not check types; the type check that follows finds an error.")

p.case(
    "fail-tsc-pretty-output", stack="node", project="markdown", ecosystem="typescript",
    task="Add a code block token.",
    change=[sub("src/lexer.ts", "'heading' | 'item' | 'text' | 'blank'", "'heading' | 'item' | 'text' | 'blank' | 'code'")],
    commands=["npx tsc --noEmit --pretty"], exits=[2], expect=BLOCK, shape=bare,
    report="Added the token kind.",
    description="tsc --pretty output with colours and source excerpts: a switch is no longer exhaustive, and the summary says Found 1 error.")

p.case(
    "fail-mocha-before-each-hook", stack="node", project="invoice",
    task="Load tax rates from a file.",
    change=[write("test/rates.spec.js", "const { expect } = require('chai');\nconst fs = require('fs');\n\ndescribe('rates', () => {\n  let rates;\n\n  beforeEach(() => {\n    rates = JSON.parse(fs.readFileSync('config/rates.json', 'utf8'));\n  });\n\n  it('knows the normal rate', () => {\n    expect(rates.normal).to.equal(0.19);\n  });\n\n  it('knows the reduced rate', () => {\n    expect(rates.reduced).to.equal(0.07);\n  });\n});\n")],
    commands=["npm test"], exits=[1], expect=BLOCK,
    report="Rates are read from config/rates.json.",
    description="The new file is missing, so a mocha hook fails; only the hook is counted as failing, the tests behind it vanish.")

p.case(
    "fail-mocha-load-error", stack="node", project="invoice",
    task="Split the formatter into its own package folder.",
    change=[move("lib/format.js", "lib/format/money.js")],
    commands=["npx mocha"], exits=[1], expect=BLOCK,
    report="Split done.",
    description="mocha cannot load the suite at all: no summary, only `Cannot find module` and a stack trace.")

p.case(
    "fail-mocha-dot-reporter", stack="node", project="invoice",
    task="Print amounts with the currency in front.",
    change=[sub("lib/format.js", "`${sign}${whole}.${rest} ${currency}`", "`${currency} ${sign}${whole}.${rest}`")],
    commands=["npx mocha -R dot"], exits=[3], expect=BLOCK, shape=bare,
    report="Currency is in front.",
    description="The dot reporter: three marks among dots, `4 passing`, then `3 failing`.")

p.case(
    "fail-node-middle-of-long-log", stack="node", project="args",
    base=[write("test/ports.test.js", many_tests)],
    task="Refuse privileged ports.",
    change=[sub("src/args.js", "    values[name] = option.type === 'number' ? Number(value) : value;",
                "    if (option.type === 'number' && Number(value) === 80) {\n      throw new UsageError(`--${name} must be above 1023`);\n    }\n    values[name] = option.type === 'number' ? Number(value) : value;")],
    commands=["npm run check"], exits=[1], expect=BLOCK,
    report="Privileged ports are refused.",
    description="Two failing tests among 160 passing ones in a long log.")

p.case(
    "fail-node-promise-never-settles", stack="node", project="args",
    task="Read options from standard input too.",
    change=[write("src/stdin.js", "export function fromStdin(stream) {\n  return new Promise((resolve) => {\n    stream.once('data', (chunk) => resolve(String(chunk).trim().split(/\\s+/)));\n  });\n}\n"),
            write("test/stdin.test.js", "import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport { EventEmitter } from 'node:events';\nimport { fromStdin } from '../src/stdin.js';\n\ntest('splits words', async () => {\n  const stream = new EventEmitter();\n  assert.deepEqual(await fromStdin(stream), ['--port', '80']);\n});\n")],
    commands=["npm test"], exits=[1], expect=BLOCK,
    report="Options can be piped in.",
    description="node --test counts the hanging test as cancelled: `fail 0` next to `cancelled 1`, and exit 1.")

p.case(
    "fail-node-tap-reporter", stack="node", project="args",
    task="Number options must be whole numbers.",
    change=[sub("src/args.js", "option.type === 'number' ? Number(value) : value", "option.type === 'number' ? parseInt(value, 8) : value")],
    commands=["node --test --test-reporter=tap"], exits=[1], expect=BLOCK, shape=bare,
    report="Numbers are parsed as integers.",
    description="TAP from node: one `not ok` inside, and the summary lines with counts at the end.")

p.case(
    "fail-node-out-of-memory", stack="node", project="args",
    task="Build an index of all option names for suggestions.",
    change=[write("src/index-names.js", "export function indexNames(names) {\n  const all = [];\n  for (let n = 0; ; n += 1) {\n    all.push(`${names[n % names.length]}-${n}`.repeat(50));\n  }\n}\n"),
            write("scripts/build-index.js", "import { indexNames } from '../src/index-names.js';\n\nindexNames(['port', 'host']);\n")],
    commands=["npm test", "node --max-old-space-size=24 scripts/build-index.js"], exits=[0, 134], expect=BLOCK, shape=prompt,
    report="Tests pass and the index builds.",
    description="After a green test run the build step dies of memory exhaustion (`JavaScript heap out of memory`, aborted).")

p.case(
    "fail-ava-one-test", stack="node", project="queue",
    task="Cap the backoff at one second.",
    change=[sub("src/backoff.js", "max = 2000", "max = 1000")],
    commands=["npm test"], exits=[1], expect=BLOCK,
    report="Backoff is capped at one second.",
    description="AVA: one test failed, with the difference printed; the old expectation was not adapted.")

p.case(
    "fail-ava-uncaught-exception", stack="node", project="queue",
    task="Warn when a job takes longer than ten milliseconds.",
    change=[sub("src/queue.js", "        await job();\n", "        const timer = setTimeout(() => this.onSlow(job), 10);\n        await job();\n        void timer;\n"),
            sub("test/queue.js", "test('keeps dead jobs'", "test('slow jobs are waited for', async (t) => {\n  const queue = new Queue().push(() => new Promise((resolve) => setTimeout(resolve, 60)));\n  t.is(await queue.drain(), 1);\n});\n\ntest('keeps dead jobs'")],
    commands=["npx ava"], exits=[1], expect=BLOCK,
    report="Slow jobs are reported.",
    description="All AVA assertions hold, but a timer throws: `1 uncaught exception` stands beside the passed tests.")

p.case(
    "fail-tap-not-ok", stack="node", project="retry",
    task="Stop retrying on TypeError.",
    change=[sub("retry.js", "      last = error;\n", "      if (error instanceof Error) throw error;\n      last = error;\n")],
    commands=["npm test"], exits=[1], expect=BLOCK,
    report="TypeErrors are not retried.",
    description="The condition is too broad; node-tap prints `not ok` for both tests.")

p.case(
    "fail-bun-one-test", stack="bun", project="lru", ecosystem="typescript",
    task="Make get() cheaper by not moving the entry when it is the youngest already.",
    change=[sub("src/lru.ts", "    if (value !== undefined) {\n      this.entries.delete(key);\n      this.entries.set(key, value);\n    }\n", "")],
    commands=["bun test"], exits=[1], expect=BLOCK,
    report="get() no longer touches the map.",
    description="The optimisation drops the behaviour; bun prints (fail) and `1 fail`.")

p.case(
    "fail-deno-one-test", stack="deno", project="units", ecosystem="typescript",
    task="Support weeks.",
    change=[sub("units.ts", "d: 86400 }", "d: 8640, w: 604800 }"), sub("units.ts", "[smhd]", "[smhdw]")],
    commands=["NO_COLOR=1 deno test"], exits=[1], expect=BLOCK,
    report="Weeks work.",
    description="A slip of the keyboard broke days; deno ends with FAILED | 2 passed | 1 failed.")

p.case(
    "fail-deno-type-check", stack="deno", project="units", ecosystem="typescript",
    task="Return undefined for an invalid duration instead of throwing.",
    change=[sub("units.ts", "    throw new TypeError(`not a duration: ${text}`);", "    return undefined;")],
    commands=["deno test"], exits=[1], expect=BLOCK,
    report="Invalid input gives undefined.",
    description="deno refuses to run: the type check fails before any test starts.")

p.case(
    "fail-eslint-errors", stack="node", project="cart",
    task="Support a default country.",
    change=[sub("src/shipping.js", "function shippingFor(country, goods) {", "function shippingFor(country, goods) {\n  const fallback = 'DE';\n  if (country == null) {\n    country = 'DE';\n  }")],
    commands=["npm test", "npm run lint"], exits=[0, 1], expect=BLOCK,
    report="Default country is DE.",
    description="Tests pass and the linter, which is part of the checks, finds two errors.")

p.case(
    "fail-eslint-max-warnings", stack="node", project="cart",
    task="Log unknown coupons.",
    change=[sub("src/discount.js", "  if (!coupon) {\n", "  if (!coupon) {\n    console.log(`unknown coupon ${code}`);\n")],
    commands=["npx eslint --max-warnings 0 src"], exits=[1], expect=BLOCK, shape=exit_codes,
    report="Unknown coupons are logged.",
    description="Zero errors, one warning, but the project allows none: eslint says so and the kept exit code is 1.")

p.case(
    "fail-eslint-parse-error", stack="node", project="args",
    task="Shorten the boolean branch.",
    change=[sub("src/args.js", "    if (option.type === 'boolean') {\n      values[name] = true;\n      continue;\n    }", "    if (option.type === 'boolean') {\n      values[name] = true;\n      continue;\n    ")],
    commands=["npm run check"], exits=[1], expect=BLOCK,
    report="Simplified.",
    description="A lost brace: eslint stops with a parsing error and the tests behind `&&` never start.")

p.case(
    "fail-pnpm-one-package-of-three", stack="node", project="mono",
    task="Keep underscores in slugs.",
    change=[sub("packages/core/slug.js", "[^a-z0-9]+", "[^a-z0-9_?]+")],
    commands=["pnpm -r --no-bail test"], exits=[1], expect=BLOCK,
    report="Slugs keep underscores; api and web suites are green.",
    description="Two of three workspace packages pass; the failure is in the third, each line prefixed by its package.")

p.case(
    "fail-npm-workspaces-first-package", stack="node", project="mono",
    base=[sub("package.json", '"private": true,', '"private": true,\n  "workspaces": ["packages/*"],')],
    task="Version pages from zero.",
    change=[sub("packages/api/page.js", "?? 0) + 1", "?? -1) + 1")],
    commands=["npm test --workspaces"], exits=[1], expect=BLOCK,
    report="Versions start at zero.",
    description="The first package fails and later ones are green, so the log ends with passing tests and `fail 0`.")

p.case(
    "fail-yarn-workspace-script", stack="node", project="mono",
    task="Mark the current menu entry.",
    change=[sub("packages/web/menu.js", "items.map((item) => `<li role=\"menuitem\">${item}</li>`)", "items.map((item) => `<li role=\"menuitem\" aria-current=\"page\">${item}</li>`)")],
    commands=["yarn --cwd packages/web test"], exits=[1], expect=BLOCK,
    report="Marked.",
    description="yarn 1 runs a script that fails: `error Command failed with exit code 1.` after the runner's own summary.")

p.case(
    "fail-npm-script-missing", stack="node", project="router", ecosystem="typescript",
    task="Answer HEAD like GET.",
    change=[sub("src/router.ts", "if (route.method === method) {", "if (route.method === method || (method === 'HEAD' && route.method === 'GET')) {")],
    commands=["npm run test:unit"], exits=[1], expect=BLOCK,
    report="HEAD works, the tests were run.",
    description="The named script does not exist, so nothing was verified although the report says so.")

p.case(
    "fail-npm-runner-not-found", stack="node", project="args",
    task="Show defaults in the help text.",
    base=[sub("package.json", "node --test --test-reporter=spec", "nodetest --spec")],
    change=[sub("src/help.js", "${option.help}`", "${option.help}${option.default ? ` (${option.default})` : ''}`")],
    commands=["npm test"], exits=[127], expect=BLOCK,
    report="Help shows defaults.",
    description="`nodetest: not found`: the runner is not installed and no test ran.")

p.case(
    "fail-npm-no-test-specified", stack="node", project="args",
    base=[sub("package.json", "node --test --test-reporter=spec", "echo \\\"Error: no test specified\\\" && exit 1")],
    task="Allow -- as the first argument.",
    change=[sub("src/args.js", "export class UsageError extends Error {}\n", "export class UsageError extends Error {}\n\n// A leading `--` ends the options at once.\n")],
    commands=["npm test"], exits=[1], expect=BLOCK,
    report="Documented.",
    description="npm's placeholder script was never replaced: it prints an error and exits 1, and proves nothing.")

p.case(
    "fail-checklist-not-ticked", stack="node", project="cart",
    task="Ship to Austria.",
    change=[sub("src/shipping.js", "DE: 490,", "DE: 490, AT: 590,")],
    log="Mechanical verification\n- [x] pnpm lint\n- [x] pnpm typecheck\n- [ ] pnpm test\n",
    source="Written after the checklist form of an orchestrator's prompt",
    report="Austria added.", expect=BLOCK,
    description="Two checks are ticked, the tests are not: a required command did not run.")

p.case(
    "fail-builder-admits-red-tests", stack="node", project="cart",
    task="Ship to Austria.",
    change=[sub("src/shipping.js", "DE: 490,", "DE: 490, AT: 590,"),
            write("test/shipping.test.js", "const { shippingFor } = require('../src/shipping');\n\ntest('ships to Austria', () => {\n  expect(shippingFor('AT', 100)).toBe(590);\n});\n")],
    commands=["npx jest test/shipping.test.js"], exits=[0], expect=BLOCK,
    report="Added Austria.\n\nKnown: the integration tests still fail on my branch (checkout.e2e times out) and I could not find out why.",
    description="The log shows only the one suite that passes; the builder says himself that other tests still fail.")

p.case(
    "fail-second-command-of-three", stack="node", project="args",
    task="Add a short form -p for --port.",
    change=[sub("src/args.js", "    if (!arg.startsWith('--')) {", "    if (arg === '-p') {\n      values.port = Number(argv[(i += 1)]);\n      continue;\n    }\n    if (!arg.startsWith('--')) {"),
            append("test/main.test.js", "\ntest('takes the short form', () => {\n  const lines = [];\n  main(['-p', '81'], (line) => lines.push(line));\n  assert.deepEqual(lines, ['listening on port 81']);\n});\n")],
    commands=["npx eslint src", "npm test", "node -e \"console.log('build ok')\""], exits=[0, 1, 0], expect=BLOCK, shape=records,
    report="Short form added, build ok.",
    description="Records of three commands, the middle one with Status: failed; the last one is cheerful.")

p.case(
    "fail-vitest-carriage-returns", stack="node", project="router", ecosystem="typescript",
    task="Accept trailing slashes in routes.",
    change=[sub("src/pattern.ts", "filter((part) => part !== '') };", "filter((part, i) => part !== '' || i >= 0) };")],
    commands=["npx vitest run"], exits=[1], expect=BLOCK,
    edit_log=lambda text: "Transforming (1/4)\rTransforming (2/4)\rTransforming (3/4)\rTransforming (4/4)\rdone              \n" + text.replace("\n", "\r\n"),
    report="Trailing slashes are accepted.",
    description="CRLF line ends and a progress line overwritten with carriage returns around a failing vitest run.")
