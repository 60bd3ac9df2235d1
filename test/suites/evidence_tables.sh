# Evidence that is cut or forged where nobody looks: tables of tests that became shorter, reports with lines of others or
# touched by the run, a base that says nothing, ignored files, claims against logs.
# shellcheck shell=sh disable=SC2154
ruler() {
  repo
  mkdir tests ruler && touch ruler/__init__.py && printf '__pycache__/\n.pytest_cache/\n' >.gitignore
  printf '[proof]\nlevel = "off"\n' >assay.toml
  printf '[tool.pytest.ini_options]\npythonpath = ["."]\n' >pyproject.toml
  printf 'def shrink(l, p):\n    return l * (100 - p) // 100\n' >ruler/lengths.py
  printf 'from ruler.lengths import shrink\n\n\ndef test_shrink():\n    assert shrink(200, 10) == 180\n' >tests/test_shrink.py
}
on_work() { git add -A && git commit -qm Base && git switch -qc work; }
margin() {
  printf '\n\ndef margin(l, p):\n    return l * p // 100\n' >>ruler/lengths.py
  printf 'from ruler.lengths import margin\n\n\ndef test_margin():\n    assert margin(200, 10) == 20\n' >tests/test_margin.py
}
full() { doc=full && assay check --full --intent "Add margin(length, percent) to the lengths" "$@"; }
rows() { python3 -c "import json; json.dump([[i*10, 10, i*9] for i in range($1)], open('tests/cases.json', 'w'), indent=0)"; }
table() {
  cat >tests/test_shrink.py <<'END'
import json, pathlib
import pytest
from ruler.lengths import shrink

CASES = json.loads(pathlib.Path(__file__).with_name("cases.json").read_text())


@pytest.mark.parametrize("l,p,want", CASES)
def test_shrink(l, p, want):
    assert shrink(l, p) == want
END
  rows "$1"
}

t "a table of 40 that became 12 is found, in its data or behind a hook"
ruler && table 40 && on_work && margin && rows 12
full --verify-command "pytest"
expect .contract.final_verdict not_mergeable
expect_rule tests.not-run
expect '[.findings[].message | select(test("40 cases before, 12 now"))] | length' 1
rows 40
printf 'def pytest_configure(config):\n    import json\n\n    load = json.loads\n    json.loads = lambda text, **more: load(text, **more)[:12]\n' >conftest.py
full --verify-command "pytest"
expect .contract.final_verdict not_mergeable
expect_rule tests.not-run

t "a table that grows is not shorter"
ruler && table 4 && on_work && margin && rows 6
full --verify-command "pytest"
expect .contract.final_verdict mergeable

t "a table that is folded into a loop over its values is not shorter"
ruler
printf 'import pytest\nfrom ruler.lengths import shrink\n\n\n@pytest.mark.parametrize("l,w", [(200, 180), (50, 45), (70, 63)])\ndef test_shrink(l, w):\n    assert shrink(l, 10) == w\n' >tests/test_shrink.py
on_work && margin
printf 'from ruler.lengths import shrink\n\n\ndef test_shrink():\n    for l, w in [(200, 180), (50, 45), (70, 63)]:\n        assert shrink(l, 10) == w\n' >tests/test_shrink.py
full --verify-command "pytest"
expect_no_rule tests.not-run

t "lines that the runner did not write break its report"
ruler && on_work && margin
cat >conftest.py <<'END'
import glob
import re


def pytest_runtest_setup(item):
    text = open("/proc/self/environ", "rb").read().decode("utf-8", "replace")
    for one in re.findall(r"=(/[^\0:]*)", text):
        for place in glob.glob(one + "/*.jsonl"):
            lines = open(place).readlines()
            if not lines:
                continue
            run = re.search(r'"run": "([^"]*)"', lines[-1]).group(1)
            with open(place, "a") as file:
                file.write('{"event": "test", "name": "test_ghost", "file": "tests/test_shrink.py", "suite": "", "outcome": "passed", "seconds": 0.001, "run": "%s"}\n' % run)
END
full --verify-command "pytest"
expect .contract.final_verdict not_mergeable
expect_rule run.report-broken

t "runners print what they report, and more reported than printed is told"
ruler
printf 'import unittest\n\nclass T(unittest.TestCase):\n    def test_a(self): self.assertTrue(1)\n    def test_b(self):\n        for i in (1, 2):\n            with self.subTest(i): self.assertTrue(i)\n    @unittest.skip("x")\n    def test_s(self): pass\n    @unittest.expectedFailure\n    def test_e(self): self.fail()\n' >tests/test_units.py
mkdir spec && printf "const {test, describe, it} = require('node:test');\ntest('a', () => {});\ndescribe('g', () => { it('b', () => {}); it.skip('s', () => {}); it.todo('t', () => { throw new Error('x'); }); });\n" >spec/a.test.js
printf 'RSpec.describe "g" do\n  it("a") { expect(1).to eq(1) }\n  it("b") { expect(2).to eq(2) }\n  it("p") { pending("later"); expect(1).to eq(2) }\n  xit("s") { }\nend\n' >spec/a_spec.rb
printf 'require "minitest/autorun"\nclass T < Minitest::Test\n  def test_a = assert(true)\n  def test_b = assert_equal(1, 1)\n  def test_s = skip("x")\nend\n' >spec/t_test.rb
on_work && margin
agrees() { # command, what it prints of its sum, the same with one less
  full --verify-command "$1"
  expect '[.runners[].source] | join(" ")' report
  expect '.runners[0].passed' 2
  expect_no_rule run.report-disagrees
  expect_no_rule run.no-report
  full --verify-command "$1 >out.txt 2>&1; sed 's/$2/$3/' out.txt; rm out.txt"
}
agrees "python3 -m unittest tests.test_units" "Ran 4 tests" "Ran 3 tests"
expect_rule run.report-disagrees
agrees "node --test spec" "# pass 2" "# pass 1" # its text is TAP, of no runner, and left out where it is the same
expect '[.runners[].source] | join(" ")' "text report"
if command -v rspec >/dev/null; then
  agrees "rspec spec" "4 examples" "3 examples"
  expect_rule run.report-disagrees
fi
if ruby -e 'require "minitest"' 2>/dev/null; then
  agrees "ruby spec/t_test.rb" "3 runs" "2 runs"
  expect_rule run.report-disagrees
fi

t "a report that the run only touches or copies is not read"
ruler
printf '[proof]\nlevel = "off"\n[[runner]]\ncommand = "make test"\nreport = "out/junit.xml"\n' >assay.toml
printf 'out/\n' >>.gitignore && mkdir out docs && printf 'test:\n\tsh run.sh\n' >Makefile
junit='<testsuite name="s" tests="1" failures="0"><testcase classname="s" name="one"/></testsuite>'
echo "$junit" >out/junit.xml && echo "$junit" >docs/example.xml && printf 'pytest -q --junit-xml=out/junit.xml\n' >run.sh
on_work && margin
full --verify-command "make test"
expect .contract.final_verdict mergeable
for forged in "touch out/junit.xml" "rm -f out/junit.xml; cp docs/example.xml out/junit.xml"; do
  echo "$junit" >out/junit.xml && echo "$forged" >run.sh
  full --verify-command "make test"
  expect '[.runners[] | select(.source == "report")] | length' 0
  expect '.contract.final_verdict != "mergeable"' true
done

t "where the base runs no test, it is not compared, and that is said"
ruler && printf 'raise SystemError("broken")\n' >conftest.py && on_work && rm conftest.py && margin
full --verify-command "pytest -q"
expect .base_comparison.made false
expect '.base_comparison.why_not | test("ran no test on the base")' true
printf 'pytest -q\n' >run.sh
full --verify-command "sh run.sh"
expect '.base_comparison.why_not | test("could not be started on the base|ran no test on the base")' true

t "ignored files that the run reads or the change brings in are named"
ruler && printf '*_local.py\n.env\nlocal.js\n_version.py\n' >>.gitignore && on_work && margin
printf 'VERSION = 1\n' >ruler/_version.py
sed -i '1s/^/from ruler._version import VERSION\n\n\n/' ruler/lengths.py
full --verify-command "pytest"
expect_no_rule run.ignored-files
printf 'def scale(x):\n    return x\n' >ruler/conf_local.py
sed -i '1s/^/from ruler.conf_local import scale\n/; s/return l \* p/return scale(l) * p/' ruler/lengths.py
full --verify-command "pytest"
expect_rule run.ignored-files
expect '[.findings[] | select(.rule == "run.ignored-files") | .spans[].path] | index("ruler/conf_local.py") != null' true

t "a .env is named where something reads it"
ruler && printf '.env\n' >>.gitignore && on_work && margin
printf 'GOOD=1\n' >.env
full --verify-command "pytest"
expect_no_rule run.ignored-files
sed -i '1s/^/import pathlib\n\nENV = pathlib.Path(".env").read_text()\n\n\n/' ruler/lengths.py
full --verify-command "pytest"
expect '[.findings[] | select(.rule == "run.ignored-files") | .spans[].path] | index(".env") != null' true

t "without a sandbox what the base's run writes into dependencies is not for the person's"
repo
printf 'node_modules/\n' >.gitignore && mkdir -p node_modules/dep test && echo 'module.exports = 1' >node_modules/dep/index.js
printf '[proof]\nlevel = "off"\n' >assay.toml
printf '{"name":"x","version":"1.0.0","scripts":{"test":"node --test test/"}}\n' >package.json
printf "const t = require('node:test');\nt('a', () => require('dep'));\nrequire('node:fs').appendFileSync('node_modules/dep/index.js', '// written\\\\n');\n" >test/a.test.js
git add -A && git commit -qm Base && git switch -qc work && echo 'exports.margin = (l, p) => l * p / 100' >index.js
full --sandbox off --verify-command "npm test"
expect_that "one run wrote there" test "$(grep -c written node_modules/dep/index.js)" = 1

t "claims are held against logs that are handed over"
ruler && on_work && margin && git add -AN . && git diff main >../c.diff
doc=
handed() { assay check --json --intent "Add margin(length, percent) to the lengths" --diff-file ../c.diff --verify-logs "$1" --builder-report "$2"; }
log='============================= test session starts ==============================
collected 12 items

tests/test_margin.py ............                                        [100%]
'
handed "$log
============================== 12 passed in 0.03s ==============================" "All 42 tests pass."
expect '[.should_fix[] | tostring | select(test("42 tests"))] | length' 1
handed "$log
============================== 12 passed in 0.03s ==============================" "All 12 tests pass."
expect '[.should_fix[] | tostring | select(test("tests pass"))] | length' 0
handed "$log
================ 2 passed, 10 deselected in 0.03s ================" "I ran the entire test suite."
expect '[.should_fix[] | tostring | select(test("10 tests"))] | length' 1
