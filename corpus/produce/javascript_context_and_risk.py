"""JavaScript and TypeScript: too little to judge by, and changes in risk areas with and without a test of that area."""

from producer import *

p = Producer(__file__, "javascript")

austria = sub("src/shipping.js", "DE: 490,", "DE: 490, AT: 590,")
no_task = {**CONTEXT, "shouldFixMin": 1, "confidenceMax": 50}

p.case(
    "context-no-task", stack="node", project="cart", task="", change=[austria], commands=["npm test"], exits=[0], expect=no_task,
    report="Added Austria.", description="Diff and green log, but nobody said what was wanted: whether this is right cannot be judged.")

p.case(
    "context-blank-task", stack="node", project="cart", task="  \n\t\n", change=[austria], commands=["npm test"], exits=[0], expect=no_task,
    report="Task: ship to Austria. Done.", description="A task of white space is no task; the builder's own account of it does not replace one.")

p.case(
    "context-no-diff", stack="node", project="cart", task="Ship to Austria.", change=[], commands=["npm test"], exits=[0],
    expect={**CONTEXT, "shouldFixMin": 1}, report="Shipping to Austria is implemented and tested.",
    description="The tests are green because nothing was changed at all.")

p.case(
    "context-not-a-diff", stack="node", project="cart", task="Ship to Austria.", commands=["npm test"], exits=[0],
    diff="I added AT to the rates table in src/shipping.js (590 cents) and adjusted the tests. Everything is in place.\n",
    expect={**CONTEXT, "mustFixMax": 0}, report="Done.",
    description="Prose where the diff should be: there is nothing to review.")

p.case(
    "context-diff-stat-only", stack="node", project="cart", task="Ship to Austria.", commands=["npm test"], exits=[0],
    diff=" src/shipping.js | 2 +-\n test/cart.test.js | 4 ++++\n 2 files changed, 5 insertions(+), 1 deletion(-)\n",
    expect=CONTEXT, report="Done.", description="`git diff --stat` names files but shows no line of the change.")

p.case(
    "context-no-log", stack="node", project="cart", task="Ship to Austria.", change=[austria], log="", source="No log was kept",
    expect=CONTEXT, report="All tests pass on my machine.", description="No verification log at all; the builder's claim is no evidence.")

p.case(
    "context-only-builder-claims", stack="node", project="cart", task="Ship to Austria.", change=[austria], log="\n\n", source="An empty log file was kept",
    expect=CONTEXT, report="Tests: 8 passed, 8 total. Lint passed. Typecheck passed. Build ok.",
    description="The report imitates summaries of the tools; nothing in the logs supports them.")

p.case(
    "context-install-output-only", stack="node", project="cart", task="Ship to Austria.", change=[austria],
    log="$ npm ci\n\nadded 312 packages in 6s\n\n48 packages are looking for funding\n  run `npm fund` for details\n",
    source="Written after the documented format of npm ci", expect=CONTEXT, report="Ready.",
    description="Installing dependencies says nothing about whether the change works.")

p.case(
    "context-mocha-zero-passing", stack="node", project="invoice",
    base=[remove("test/invoice.spec.js"), remove("test/format.spec.js"), write("test/importer.spec.js", "// tests follow\n")],
    task="Print the customer in capitals.", change=[sub("lib/invoice.js", "To: ${this.customer}", "To: ${this.customer.toUpperCase()}")],
    commands=["npm test"], exits=[0], expect={**CONTEXT, "shouldFixMin": 1}, report="Tests pass.",
    description="mocha exits 0 with `0 passing`: there are no tests, so nothing was shown.")

p.case(
    "context-node-zero-tests", stack="node", project="args", base=[remove("test/args.test.js"), remove("test/main.test.js")],
    task="Print help to the full width.", change=[sub("src/help.js", "padEnd(12)", "padEnd(16)")],
    commands=["npm test"], exits=[0], expect={**CONTEXT, "shouldFixMin": 1}, report="0 failures.",
    description="`tests 0, pass 0, fail 0`: a green run of nothing.")

p.case(
    "context-jest-all-skipped", stack="node", project="cart",
    base=[sub("test/cart.test.js", "describe('cart'", "describe.skip('cart'"), sub("test/discount.test.js", "describe('discountFor'", "describe.skip('discountFor'")],
    task="Ship to Austria.", change=[austria], commands=["npm test"], exits=[0], expect={**CONTEXT, "shouldFixMin": 1}, report="Suite is green.",
    description="Both suites had been skipped before the change: 8 skipped of 8, nothing ran.")

p.case(
    "context-vitest-pass-with-no-tests", stack="node", project="router", ecosystem="typescript",
    base=[remove("test/router.test.ts"), remove("test/pattern.test.ts"), sub("package.json", "vitest run", "vitest run --passWithNoTests")],
    task="Answer HEAD like GET.", change=[sub("src/router.ts", "if (route.method === method) {", "if (route.method === method || (method === 'HEAD' && route.method === 'GET')) {")],
    commands=["npm test"], exits=[0], expect={**CONTEXT, "shouldFixMin": 1}, report="vitest exits 0.",
    description="No test files found, exit 0 by an option that was there before: no evidence.")

p.case(
    "context-jest-no-tests-found", stack="node", project="cart", base=[remove("test/cart.test.js"), remove("test/discount.test.js")],
    task="Ship to Austria.", change=[austria], commands=["npx jest"], exits=[1],
    expect={"verdictAnyOf": ["needs_context", "block_pr"]}, report="Added Austria.",
    description="jest found no tests and exits 1; that is missing evidence or a failed command, in no case a pass.")

p.case(
    "context-silent-tsc-only", stack="node", project="markdown", ecosystem="typescript", task="Rename escape to escapeHtml.",
    change=[sub("src/render.ts", "escape(", "escapeHtml(", 9)],
    commands=["npx tsc --noEmit"], exits=[0], expect=CONTEXT, report="Compiles.",
    description="The only command printed nothing and no exit code was kept: silence is not yet proof.")

p.case(
    "context-nothing-at-all", stack="node", task="", diff="", log="", source="Every input is empty", report="",
    expect={**CONTEXT, "shouldFixMin": 2, "confidenceMax": 40}, description="Nothing was handed in.")

# --- risk areas ---

admin_check_gone = sub("src/admin.js", "app.post('/admin/users/:id/disable', requireUser, requireRole('admin'), (", "app.post('/admin/users/:id/disable', requireUser, (")

p.case(
    "risk-uncovered-role-check-removed", stack="node", project="gate", task="Tidy up the admin routes.",
    change=[admin_check_gone], commands=["npx jest test/log.test.js"], exits=[0], expect=BLOCK, report="Tidied the admin routes.",
    description="The role check of the route that disables users is gone; only the tests of the request log ran.")

p.case(
    "risk-claimed-auth-coverage", stack="node", project="gate", task="Tidy up the admin routes.",
    change=[admin_check_gone], log="all tests passed\nlint passed\n", source="Written for this corpus: a summary without named tests",
    expect=BLOCK, report="Verified by hand that authorization of the admin routes still works; auth tests passed too.",
    description="The builder asserts that authorization was verified; no passing test of that area is in the log.")

p.case(
    "risk-covered-session-check-changed", stack="node", project="gate", task="Sessions expire after eight hours.",
    change=[sub("src/middleware.js", "  if (!session) {", "  if (!session || Date.now() - session.openedAt > 8 * 3600 * 1000) {"),
            sub("test/middleware.test.js", "  test('requireUser passes the user on'", "  test('requireUser answers 401 for an expired session', () => {\n    session.open('old', { name: 'kim', roles: [] });\n    session.find('old').openedAt = 0;\n    const response = reply();\n    requireUser({ cookies: { sid: 'old' } }, response, () => {});\n    expect(response.code).toBe(401);\n  });\n\n  test('requireUser passes the user on'")],
    commands=["npm test"], exits=[0], expect={"verdictAnyOf": ["open_pr", "open_pr_with_warning"], "mustFixMax": 0, "shouldFixMax": 1, "maxFalsePositives": 0},
    report="Sessions expire.",
    description="The sign-in check becomes stricter, and the named authorization tests ran and passed.")

p.case(
    "risk-covered-role-check-rewritten", stack="node", project="gate", task="Let super users pass every role check.",
    change=[sub("src/middleware.js", "    if (!request.user || !request.user.roles.includes(role)) {", "    const roles = request.user ? request.user.roles : [];\n    if (!roles.includes(role) && !roles.includes('super')) {"),
            sub("test/middleware.test.js", "  test('requireRole answers 403 without", "  test('requireRole lets super users pass', () => {\n    const next = jest.fn();\n    requireRole('admin')({ user: { roles: ['super'] } }, reply(), next);\n    expect(next).toHaveBeenCalled();\n  });\n\n  test('requireRole answers 403 without")],
    commands=["npm test"], exits=[0], expect=warn(1), report="Super users pass.",
    description="An authorization check is widened as asked; its named tests passed, so it is a warning for the reviewer.")

p.case(
    "risk-uncovered-redaction-removed", stack="node", project="gate", base=[remove("test/log.test.js")], task="Log requests with less code.",
    change=[sub("src/log.js", "headers: redactHeaders(request.headers)", "headers: request.headers")],
    commands=["npx jest test/middleware.test.js"], exits=[0], expect=BLOCK, report="Less code.",
    description="Authorization headers and cookies now go to the log in clear, and no test of the log ran.")

p.case(
    "risk-uncovered-charge-amount", stack="node", project="cart", task="Charge the customer in the currency of the shop.",
    base=[write("src/payment.js", "async function chargeCustomer(gateway, customer, cents) {\n  return gateway.charges.create({ customer: customer.id, amount: cents, currency: 'eur' });\n}\n\nmodule.exports = { chargeCustomer };\n")],
    change=[sub("src/payment.js", "amount: cents, currency: 'eur'", "amount: cents * customer.rate, currency: customer.currency")],
    commands=["npm test"], exits=[0], expect=BLOCK, report="Charges use the customer's currency.",
    description="What is charged changes, and the suites that ran (cart, discount) never touch a payment.")

p.case(
    "risk-covered-refund", stack="node", project="cart", task="Refund at most what was charged.",
    base=[write("src/payment.js", "async function refundPayment(gateway, payment, cents) {\n  return gateway.refunds.create({ payment: payment.id, amount: cents });\n}\n\nmodule.exports = { refundPayment };\n")],
    change=[sub("src/payment.js", "amount: cents }", "amount: Math.min(cents, payment.amount) }"),
            write("test/payment.test.js", "const { refundPayment } = require('../src/payment');\n\ndescribe('refundPayment', () => {\n  test('refunds at most what was charged', async () => {\n    const create = jest.fn();\n    await refundPayment({ refunds: { create } }, { id: 'p1', amount: 500 }, 900);\n    expect(create).toHaveBeenCalledWith({ payment: 'p1', amount: 500 });\n  });\n});\n")],
    commands=["npx jest --verbose"], exits=[0], expect=warn(1), report="Refunds are limited.",
    description="A payment amount changes, and a passing test named after refunds is in the log: exactly one warning for billing.")

p.case(
    "risk-uncovered-column-dropped", stack="node", project="cart", task="Remove the unused phone field from customers.",
    change=[write("migrations/20260301_drop_phone.js", "exports.up = (knex) => knex.schema.alterTable('customers', (table) => table.dropColumn('phone'));\n\nexports.down = (knex) => knex.schema.alterTable('customers', (table) => table.string('phone'));\n")],
    commands=["npm test"], exits=[0], expect=BLOCK, report="Migration added.",
    description="A migration drops a column with data in it; no migration or schema test ran.")

p.case(
    "risk-uncovered-recursive-delete", stack="node", project="queue", task="Free disk space after a job.",
    change=[write("src/cleanup.js", "import { rm } from 'node:fs/promises';\n\nexport async function cleanup(user) {\n  await rm(`/var/data/${user.folder ?? ''}`, { recursive: true, force: true });\n}\n")],
    commands=["npm test"], exits=[0], expect=BLOCK, report="Old files are deleted.",
    description="Without a folder name this deletes everyone's data; nothing that ran covers it.")

p.case(
    "risk-failing-auth-test-is-no-coverage", stack="node", project="gate", task="Answer 404 instead of 403 so that admin pages stay hidden.",
    change=[sub("src/middleware.js", "response.status(403).send('forbidden');", "response.status(404).send('not found');")],
    commands=["npm test"], exits=[1], expect=BLOCK, report="Admin pages are hidden; authorization tests ran.",
    description="The authorization tests ran, but one of them failed.")
