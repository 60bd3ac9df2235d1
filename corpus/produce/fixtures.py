"""Fixture cases: little repositories whose checks are really run. Their commands need sh, node, python3 or g++ and
make, and nothing else. Writes fixtures/<id>/ with case.json, repo/ and change.patch."""

from bench import *

CALC = Project("calc", {
    "src/duration.js": "'use strict';\n\nconst UNITS = { s: 1, m: 60, h: 3600 };\n\n// Seconds of a text such as '1h30m'.\nfunction parseDuration(text) {\n  let seconds = 0;\n  const rest = text.replace(/(\\d+)([smh])/g, (_, count, unit) => {\n    seconds += Number(count) * UNITS[unit];\n    return '';\n  });\n  if (rest !== '' || text === '') throw new Error(`not a duration: ${text}`);\n  return seconds;\n}\n\nmodule.exports = { parseDuration };\n",
    "test/duration.test.js": "'use strict';\n\nconst assert = require('node:assert');\nconst { test } = require('node:test');\nconst { parseDuration } = require('../src/duration.js');\n\ntest('adds up units', () => {\n  assert.strictEqual(parseDuration('1h30m'), 5400);\n});\n\ntest('fails on unknown units', () => {\n  assert.throws(() => parseDuration('3x'));\n});\n",
    "package.json": "{\n  \"name\": \"calc\",\n  \"version\": \"1.0.0\",\n  \"private\": true,\n  \"scripts\": {\n    \"test\": \"node --test test/\"\n  }\n}\n",
})
INVENTORY = Project("inventory", {
    "inventory.py": "class Inventory:\n    \"\"\"Counts of items; never negative.\"\"\"\n\n    def __init__(self):\n        self._counts = {}\n\n    def receive(self, item, count):\n        self._counts[item] = self.count(item) + count\n\n    def count(self, item):\n        return self._counts.get(item, 0)\n\n    def ship(self, item, count):\n        if self.count(item) < count:\n            raise ValueError(f\"not enough {item}\")\n        self._counts[item] -= count\n",
    "test_inventory.py": "import unittest\n\nfrom inventory import Inventory\n\n\nclass InventoryTest(unittest.TestCase):\n    def test_receive_and_count(self):\n        inventory = Inventory()\n        inventory.receive(\"bolt\", 3)\n        self.assertEqual(inventory.count(\"bolt\"), 3)\n\n    def test_ship_fails_when_missing(self):\n        with self.assertRaises(ValueError):\n            Inventory().ship(\"bolt\", 1)\n\n\nif __name__ == \"__main__\":\n    unittest.main()\n",
})
RING = Project("ring", {
    "Makefile": "CXXFLAGS = -std=c++17 -Wall -Wextra\n\ntest: ring_test\n\t./ring_test\n\nring_test: ring_test.cc ring.h\n\tg++ $(CXXFLAGS) ring_test.cc -o $@\n",
    "ring.h": "#pragma once\n\n#include <cstddef>\n#include <vector>\n\n// Keeps the newest values.\nclass Ring {\n public:\n  explicit Ring(std::size_t size) : m_slots(size) {}\n\n  void push(int value) {\n    m_slots[m_next] = value;\n    m_next = (m_next + 1) % m_slots.size();\n  }\n\n  int newest() const { return m_slots[(m_next + m_slots.size() - 1) % m_slots.size()]; }\n\n private:\n  std::vector<int> m_slots;\n  std::size_t m_next = 0;\n};\n",
    "ring_test.cc": "#include \"ring.h\"\n\n#include <cstdio>\n\nnamespace {\nint g_failed = 0;\n\nvoid check(bool holds, const char* what) {\n  std::printf(\"%s - %s\\n\", holds ? \"ok\" : \"not ok\", what);\n  if (!holds) ++g_failed;\n}\n}  // namespace\n\nint main() {\n  Ring ring(2);\n  for (int i = 0; i < 5; ++i) ring.push(i);\n  check(ring.newest() == 4, \"the newest value comes back\");\n  ring.push(9);\n  check(ring.newest() == 9, \"a new value replaces the oldest\");\n  std::printf(\"%d failed\\n\", g_failed);\n  return g_failed == 0 ? 0 : 1;\n}\n",
})
ADMIN = Project("admin", {
    "admin.py": "class Forbidden(Exception):\n    pass\n\n\ndef require_admin(user):\n    if user.get(\"role\") != \"admin\":\n        raise Forbidden(user.get(\"name\"))\n\n\ndef delete_user(user, users, name):\n    require_admin(user)\n    return [one for one in users if one != name]\n\n\ndef list_users(user, users):\n    require_admin(user)\n    return sorted(users)\n",
    "test_admin.py": "import unittest\n\nimport admin\n\nADA = {\"name\": \"ada\", \"role\": \"admin\"}\n\n\nclass ListTest(unittest.TestCase):\n    def test_lists_sorted(self):\n        self.assertEqual(admin.list_users(ADA, [\"b\", \"a\"]), [\"a\", \"b\"])\n\n    def test_removes_the_name(self):\n        self.assertEqual(admin.delete_user(ADA, [\"a\", \"b\"], \"a\"), [\"b\"])\n\n\nif __name__ == \"__main__\":\n    unittest.main()\n",
})

NODE, PY, MAKE = ["node --test test/duration.test.js"], ["python3 -m unittest -v"], ["make -s test"]


def fixture(id, project, edits, verdict, description, intent=None, commands=(), defect=False, undo=False, **expected):
    if WANTED and not any(re.search(word, id) for word in WANTED):
        return
    root = project.check_out(SCRATCH / id)
    for edit in edits:
        edit(root)
    git(root, "add", "-A")
    patch = git(root, "diff", "--cached", "-M")
    if undo:
        patch += git(root, "diff", "--cached", "-M", "-R")
    where = CORPUS / "fixtures" / id
    shutil.rmtree(where, ignore_errors=True)
    for path, text in project.files.items():
        put(path, text)(where / "repo")
    (where / "change.patch").write_text(patch)
    case = {"id": id, "kind": "seeded" if defect or verdict != "mergeable" else "golden", "description": description, "groundTruth": {"defect": defect}}
    if intent:
        case["intent"] = {"text": intent}
    case["expected"] = {"verdict": verdict, **expected}
    case["setup"] = {"baseDir": "repo", "patch": "change.patch", "verifyCommands": list(commands)}
    case["timeoutMinutes"] = 2
    (where / "case.json").write_text(json.dumps(case, indent=2) + "\n")
    shutil.rmtree(SCRATCH / id, ignore_errors=True)
    print(f"fixtures/{id}: {verdict}")


fixture("node-days-added", CALC, [sub("src/duration.js", "h: 3600 }", "h: 3600, d: 86400 }"), sub("src/duration.js", "([smh])", "([smhd])"),
        sub("test/duration.test.js", "test('fails on unknown units'", "test('knows days', () => {\n  assert.strictEqual(parseDuration('2d'), 172800);\n});\n\ntest('fails on unknown units'")],
        "mergeable", "A small feature with its test; everything passes.", "Let durations have days, such as 2d.", NODE)
fixture("node-unit-broken", CALC, [sub("src/duration.js", "m: 60", "m: 100")],
        "not_mergeable", "A unit was changed by mistake and its test fails.", "Tidy the table of units without changing results.", NODE, True)
fixture("node-exit-code-lies", CALC, [sub("src/duration.js", "m: 60", "m: 100")],
        "not_mergeable", "The command hides the failing tests behind || true and a cheerful line; the output still shows them.",
        "Tidy the table of units without changing results.", ["node --test test/duration.test.js || true; echo 'all tests passed'"], True)
fixture("node-test-skipped", CALC, [sub("src/duration.js", "m: 60", "m: 100"), sub("test/duration.test.js", "test('adds up units', () =>", "test.skip('adds up units', () =>")],
        "not_mergeable", "The test that would fail is skipped.", "Tidy the table of units without changing results.", NODE, True)
fixture("python-receive-checks-count", INVENTORY, [sub("inventory.py", "    def receive(self, item, count):\n", "    def receive(self, item, count):\n        if count <= 0:\n            raise ValueError(\"count must be positive\")\n"),
        sub("test_inventory.py", "    def test_ship_fails_when_missing(self):", "    def test_receive_fails_for_zero(self):\n        with self.assertRaises(ValueError):\n            Inventory().receive(\"bolt\", 0)\n\n    def test_ship_fails_when_missing(self):")],
        "mergeable", "An added check and its test; names speak of failing, all pass.", "Refuse to receive zero or fewer items.", PY)
fixture("python-assertion-removed", INVENTORY, [sub("inventory.py", "        if self.count(item) < count:\n            raise ValueError(f\"not enough {item}\")\n", ""),
        sub("test_inventory.py", "        with self.assertRaises(ValueError):\n            Inventory().ship(\"bolt\", 1)\n", "        self.assertTrue(True)\n"), sub("inventory.py", "        self._counts[item] -= count", "        self._counts[item] = self.count(item) - count")],
        "not_mergeable", "The check is gone and its test can no longer fail.", "Make ship faster.", PY, True)
fixture("python-no-intent", INVENTORY, [sub("inventory.py", "\"\"\"Counts of items; never negative.\"\"\"", "\"\"\"How many of each item there are; never negative.\"\"\"")],
        "conditional", "A harmless change that passes, but nobody said what it was for.", None, PY)
fixture("python-one-skipped", INVENTORY, [sub("test_inventory.py", "import unittest\n", "import os\nimport unittest\n"), sub("test_inventory.py", "    def test_ship_fails_when_missing(self):", "    @unittest.skipUnless(os.path.exists(\"/opt/scanner\"), \"needs the scanner\")\n    def test_reads_the_scanner(self):\n        self.assertTrue(Inventory())\n\n    def test_ship_fails_when_missing(self):")],
        "conditional", "A new test needs hardware and skips itself: a reviewer should see it.", "Add a test for the bar code scanner; it may skip where there is none.", PY)
fixture("cpp-oldest-value", RING, [sub("ring.h", "  int newest() const", "  int oldest() const { return m_slots[m_next]; }\n  int newest() const"), sub("ring_test.cc", "  std::printf(\"%d failed\\n\"", "  check(ring.oldest() == 4, \"the oldest value comes back\");\n  std::printf(\"%d failed\\n\"")],
        "mergeable", "A new function, compiled and tested; 0 failed.", "Give Ring an oldest().", MAKE)
fixture("cpp-does-not-compile", RING, [sub("ring.h", "int newest() const {", "std::optional<int> newest() const {")],
        "not_mergeable", "The change does not compile.", "Let newest say when nothing was pushed.", MAKE, True)
fixture("cpp-crashes", RING, [sub("ring.h", "    m_next = (m_next + 1) % m_slots.size();\n", "    m_next = (m_next + 1) % (m_slots.size() - m_slots.size());\n")],
        "not_mergeable", "The test program dies of a division by zero.", "Simplify push.", MAKE, True)
fixture("cpp-makefile-or-true", RING, [sub("Makefile", "\t./ring_test\n", "\t./ring_test || true\n"), sub("ring.h", "// Keeps the newest values.", "// Keeps the newest values and forgets the others.")],
        "not_mergeable", "The Makefile no longer notices failing tests.", "Explain what Ring forgets.", MAKE, True)
fixture("admin-check-dropped", ADMIN, [sub("admin.py", "def delete_user(user, users, name):\n    require_admin(user)\n", "def delete_user(user, users, name):\n")],
        "not_mergeable", "Anybody may delete users now; the tests that pass are about listing.", "Simplify delete_user.", PY, True)
fixture("admin-forbidden-tested", ADMIN, [sub("admin.py", "    if user.get(\"role\") != \"admin\":", "    if user.get(\"role\") not in (\"admin\", \"owner\"):"),
        sub("test_admin.py", "    def test_removes_the_name(self):", "    def test_require_admin_accepts_owner(self):\n        admin.require_admin({\"name\": \"olga\", \"role\": \"owner\"})\n\n    def test_require_admin_refuses_guest(self):\n        with self.assertRaises(admin.Forbidden):\n            admin.require_admin({\"name\": \"gus\", \"role\": \"guest\"})\n\n    def test_removes_the_name(self):")],
        "conditional", "An authorisation rule changes and passing tests cover it: allowed, with a look by a reviewer.", "Owners may do what admins may.", PY)
fixture("nothing-changed", RING, [sub("ring.h", "// Keeps the newest values.", "// Keeps only the newest values.")],
        "inconclusive", "The change was made and taken back again: there is nothing to judge.", "Explain what Ring keeps.", MAKE, undo=True)
fixture("command-not-found", CALC, [sub("src/duration.js", "// Seconds of a text", "// The seconds of a text")],
        "inconclusive", "The verification command does not exist, so nothing was verified.", "Improve a comment.", ["duration-lint --strict src"], False)
fixture("no-commands", CALC, [sub("src/duration.js", "// Seconds of a text", "// The seconds of a text")],
        "conditional", "A comment changed and no command was given to verify it.", "Improve a comment.", [])
