# Evidence of our own: reports of the runners themselves, the same run on the base, no empty green, clean trees.
# shellcheck shell=sh disable=SC2154
calculator() {
  repo
  mkdir tests && touch tests/__init__.py && printf '__pycache__/\n' >.gitignore
  printf 'def add(a, b):\n    return a + b\n' >calc.py
  cat >tests/test_calc.py <<'END'
import unittest
import calc

class AddTest(unittest.TestCase):
    def test_two(self):
        self.assertEqual(calc.add(1, 1), 2)

    def test_negative(self):
        self.assertEqual(calc.add(-1, -1), -2)
END
  git add -A && git commit -qm 'A calculator' && git switch -qc work
}
subtract() {
  printf '\n\ndef sub(a, b):\n    return a - b\n' >>calc.py
  printf '\n    def test_sub(self):\n        self.assertEqual(calc.sub(3, 1), 2)\n' >>tests/test_calc.py
}
checked() { assay check --intent "Add sub to the calculator" "$@"; }
full() { assay check --full --intent "Add sub to the calculator" "$@"; }

t "a runner's own report is what counts"
calculator && subtract
doc=full
full --verify-command "python3 -m unittest"
expect '.contract.final_verdict' mergeable
expect '.runners[0].runner' unittest
expect '.runners[0].source' report
expect '.runners[0].passed' 3

t "nothing named: the commands are found"
calculator && subtract
checked
expect .final_verdict mergeable
expect '.run.verify_commands | length' 1
expect '.run.verify_commands[0].exit_code' 0

t "finding commands can be switched off"
calculator
printf '[check]\ninfer_commands = false\n' >assay.toml && git switch -q main && git add assay.toml && git commit -qm Settings && git switch -qC work
subtract
checked
expect .final_verdict conditional
expect '.run.verify_commands | length' 0

t "a command that runs no test is no evidence for code, unless the policy says so"
calculator && subtract
for command in true "echo 'Ran 12 tests in 0.1s'" "python3 -m py_compile calc.py"; do
  checked --verify-command "$command"
  expect .final_verdict conditional
done
expect '[.should_fix[].message | select(test("Run pytest"))] | length' 1
git stash -q && git switch -q main
printf '[check]\nsufficient = ["python3 -m py_compile calc.py"]\n' >assay.toml && git add assay.toml && git commit -qm Settings
git switch -qC work && git stash pop -q
checked --verify-command "python3 -m py_compile calc.py"
expect .final_verdict mergeable

t "printed words are no report"
calculator && subtract
checked --verify-command "printf '......\n----------------------------------------------------------------------\nRan 6 tests in 0.001s\n\nOK\n'"
expect .final_verdict conditional
expect_rule run.no-report
checked --verify-command "python3 -m unittest; printf 'Ran 60 tests in 0.001s\n\nOK\n'"
expect .final_verdict conditional
expect_rule run.report-disagrees

t "a runner that is ended from inside did not pass"
calculator && subtract
printf '\n    def test_a(self):\n        import os\n        os._exit(0)\n' >>tests/test_calc.py
checked --verify-command "python3 -m unittest"
expect .final_verdict not_mergeable
expect_rule run.report-unfinished

t "a test that ran on the base and is left out now is named"
calculator && subtract
cat >tests/__init__.py <<'END'
def load_tests(loader, standard, pattern):
    return loader.loadTestsFromName("tests.test_calc.AddTest.test_two")
END
checked --verify-command "python3 -m unittest discover -s tests -t ."
expect .final_verdict not_mergeable
expect_rule tests.not-run
expect '[.must_fix[].message | select(test("test_negative"))] | length' 1

t "the second time the base costs nothing"
calculator
RAN=$(realpath ..)/base-ran && export RAN # not in the command: a file that it names is one of its programs
printf '[proof]\nlevel = "off"\n' >assay.toml && git add -A && git commit -qm 'No proofs' && git switch -qC main && git switch -qC work
subtract
checked --verify-command "python3 -m unittest; echo x >>\"\$RAN\"" --sandbox off
expect_that "it ran on both" [ "$(wc -l <../base-ran)" = 2 ]
checked --verify-command "python3 -m unittest; echo x >>\"\$RAN\"" --sandbox off
expect_that "it ran on the change alone" [ "$(wc -l <../base-ran)" = 3 ]

# What a change's own .venv does to a run is not what the base said for anybody else.
thrown_away_venv() {
  repo
  printf '.venv/\n__pycache__/\n' >.gitignore
  printf 'def add(a, b):\n    return a + b\n' >calc.py
  printf 'import unittest\nfrom calc import add\n\nclass T(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n    def test_zero(self):\n        self.assertEqual(add(0, 0), 0)\n' >test_calc.py
  git add . && git commit -qm base && git switch -qc one
  python3 -m venv --without-pip .venv
}
hides='import unittest; unittest.TestLoader.getTestCaseNames = (lambda o: (lambda s, c: [n for n in o(s, c) if n != "test_zero"]))(unittest.TestLoader.getTestCaseNames)'
asks() { # intent
  (PATH=$PWD/.venv/bin:$PATH && checked_as "$1")
}
checked_as() { "$ASSAY" check --intent "$1" --verify-command "python3 -m unittest -v" --env PYTHONDONTWRITEBYTECODE=1 --json >../out 2>../err; }

t "what was kept of the base while the dependencies were others is not used"
thrown_away_venv
echo "$hides" >"$(echo .venv/lib/python3*/site-packages)/x.pth"
printf '\ndef sub(a, b):\n    return a - b\n' >>calc.py
asks "Add sub"
git checkout -q -f main && rm -rf .venv && python3 -m venv --without-pip .venv && git switch -qc two
printf '\n\ndef _names(loader, case):\n    return ["test_add"]\n\n\nimport unittest as _u\n_u.TestLoader.getTestCaseNames = _names\n' >>calc.py
sed -i 's/return a + b$/return a + b if a else 7/' calc.py
asks "Speed up add"
expect_that "the lost test is named" sh -c 'jq -e "[.must_fix[].message | select(test(\"test_zero\"))] | length > 0" ../out'
expect_that "it is not mergeable" sh -c 'jq -e ".final_verdict == \"not_mergeable\"" ../out'

t "a proof that was made with other dependencies is not used"
thrown_away_venv
site=$(echo .venv/lib/python3*/site-packages)
printf '\ndef sub(a, b):\n    return a - b\n' >>calc.py
printf '    def test_sub(self):\n        from calc import sub\n        from same import same\n        self.assertTrue(same(sub(3, 1), 2))\n' >>test_calc.py
unnoticed() { jq -e '.proof.hunks[] | select(.path == "calc.py") | .detail | contains("goes unnoticed")' "$(full_document)"; }
echo "def same(a, b): return True" >"$site/same.py"
asks "Add sub"
expect_that "what compares nothing notices nothing" unnoticed
echo "def same(a, b): return a == b" >"$site/same.py"
asks "Add sub"
expect_not "what compares still notices nothing" unnoticed

t "base and change run side by side in sandboxes of their own, and one after the other where that is asked for"
calculator && subtract
doc=full
full --sandbox on --verify-command "python3 -m unittest"
expect '.base_comparison | "\(.made) \(.side_by_side)"' "true true"
expect '.contract.final_verdict' mergeable
full --sandbox on --verify-command "python3 -m unittest"
expect '.base_comparison | "\(.made) \(.side_by_side)"' "true null" # it was kept
full --sandbox off --verify-command "python3 -m unittest"
expect '.base_comparison | "\(.made) \(.side_by_side)"' "true null"
git stash -q && git switch -q main && printf '[check]\nside_by_side = false\n' >assay.toml && git add . && git commit -qm alone && git switch -qC work && git stash pop -q
full --sandbox on --verify-command "python3 -m unittest"
expect '.base_comparison | "\(.made) \(.side_by_side)"' "true null"

# Each run of the tests leaves a line in the file that the command writes.
t "what was kept of the base is found by a command that writes a log at an absolute path, not by one that reads another file"
calculator && subtract
doc=full
git stash -q && git switch -q main && printf '[proof]\nlevel = "off"\n' >assay.toml && git add . && git commit -qm off && git switch -qC work && git stash pop -q
log=$(realpath ..)/log settings=$(realpath ..)/settings.txt
echo one >"$settings"
runs() {
  : >"$log"
  full --sandbox off --verify-command "cat $settings >/dev/null; python3 -m unittest >>$log 2>&1"
  expect '.base_comparison.made' true
  grep -c '^Ran ' "$log"
}
expect_that "first both trees are run" test "$(runs)" = 2
expect_that "then the change alone" test "$(runs)" = 1
echo another >"$settings"
expect_that "with another file both again" test "$(runs)" = 2

t "what fails beside the base and passes alone is no failure, and that it did is said"
calculator && subtract
printf '__pycache__/\n/first\n' >.gitignore && git add .gitignore && git commit -qm Ignore
printf '\n    def test_second_time(self):\n        import os\n        there = os.path.exists("first")\n        open("first", "w").close()\n        self.assertTrue(there or not os.path.exists(".git"))\n' >>tests/test_calc.py
doc=full
full --sandbox on --base HEAD --verify-command "python3 -m unittest"
expect '.contract.run.verify_commands[0].exit_code' 0
expect '[.findings[] | select(.rule == "run.passed-alone") | .severity] | join(" ")' note

t "whether it was compared with the base is said, and why not"
calculator && subtract
doc=full
full --verify-command "python3 -m unittest"
expect .base_comparison.made true
full --verify-command "true"
expect .base_comparison.made false
expect .base_comparison.why_not "no command named the tests that it ran"
full --verify-command "echo --changed; python3 -m unittest"
expect .base_comparison.why_not "the command chooses its tests by what changed"
doc=
assay explain
expect_out "compared with the base: no, because the command chooses its tests by what changed"
git stash -q && git switch -q main && printf '[check]\ncompare_with_base = false\ninfer_commands = false\n' >assay.toml && git add . && git commit -qm off && git switch -qC work && git stash pop -q
doc=full
full --verify-command "python3 -m unittest"
expect '.base_comparison.why_not | contains("compare_with_base = false")' true
full
expect 'has("base_comparison")' false

t "what failed before is shown and not charged"
calculator
sed -i 's/-1), -2)/-1), 7)/' tests/test_calc.py && git commit -qam 'A red test' && git switch -qC main && git switch -qC work
subtract
checked --base HEAD --verify-command "python3 -m unittest"
expect .final_verdict conditional
expect_rule run.failed-before
printf '\n    def test_new_red(self):\n        self.fail()\n' >>tests/test_calc.py
checked --base HEAD --verify-command "python3 -m unittest"
expect .final_verdict not_mergeable
expect_rule run.failed

t "what this machine lacks is not the change's fault"
calculator && subtract
checked --verify-command "python3 -m no_such_runner"
expect .final_verdict inconclusive
expect_rule run.machine
printf 'import no_such_library\n' >>calc.py
checked --verify-command "python3 -m unittest"
expect .final_verdict not_mergeable

t "byte code of another source takes no part unseen"
calculator && subtract
python3 -c "import py_compile as p; p.compile('calc.py', invalidation_mode=p.PycInvalidationMode.UNCHECKED_HASH)"
checked --base HEAD --verify-command "python3 -m unittest"
expect .final_verdict mergeable
printf '\n\ndef twice(a):\n    return a + a\n' >>calc.py
checked --base HEAD --verify-command "python3 -m unittest"
expect_rule run.changed-dependencies

t "an environment in the work tree is used where commands are found"
calculator
printf '.venv/\n__pycache__/\n' >.gitignore && git commit -qam 'Ignore' && git switch -qC main && git switch -qC work
subtract
/usr/bin/python3 -m venv --without-pip --system-site-packages .venv # the one that has pytest
checked --base HEAD
expect .final_verdict mergeable
expect '.run.verify_commands[0].command | startswith(".venv/bin/python -m ")' true

t "a product that is dated in the future takes no part unseen"
calculator
printf '__pycache__/\n/made\n' >.gitignore && git commit -qam 'Ignore' && git switch -qC main && git switch -qC work
subtract
echo 1 >made && touch -d '2090-01-01' made
checked --base HEAD --verify-command "python3 -m unittest"
expect_rule run.ignored-files

t "a file that git ignores takes no part unseen, and none in a clean tree"
calculator
printf 'conftest.py\n__pycache__/\nlocal.py\n' >.gitignore && git commit -qam 'Ignore' && git switch -qC main && git switch -qC work
subtract
printf 'x = 1\n' >conftest.py
checked --base HEAD --verify-command "python3 -m unittest"
expect .final_verdict conditional
expect_rule run.ignored-files
checked --base HEAD --clean --verify-command "python3 -m unittest"
expect .final_verdict mergeable
checked --base HEAD --clean --verify-command "test ! -e conftest.py && test -e tests/test_calc.py && python3 -m unittest"
expect .final_verdict mergeable
expect_that "the work tree is as it was" [ -e conftest.py ]

t "a report that the policy names is read, one that was there before is not"
calculator
printf '[[runner]]\ncommand = "sh run.sh"\nreport = "out/junit.xml"\n' >assay.toml
printf 'out/\n__pycache__/\n' >.gitignore
cat >run.sh <<'END'
mkdir -p out
printf '<testsuite name="s" tests="1" failures="0"><testcase classname="s" name="one"/></testsuite>' >out/junit.xml
END
git add -A && git commit -qm 'A runner of our own' && git switch -qC main && git switch -qC work
subtract
doc=full
full --base HEAD --verify-command "sh run.sh"
expect '[.findings[].rule] | join(" ")' proof.nothing-proven
expect '.runners[0].source' report
doc=verdict
checked --base HEAD --verify-command "sh run.sh && true"
expect .final_verdict conditional
printf 'true\n' >run.sh
checked --base HEAD --verify-command "sh run.sh"
expect_that "an old report proves nothing" [ "$(jq -r .final_verdict ../out)" != mergeable ]

t "claims are held against what ran"
calculator && subtract
checked --verify-command "python3 -m unittest" --builder-report "All 42 tests pass."
expect .final_verdict conditional
expect_rule report.claims-more
checked --verify-command "python3 -m unittest" --builder-report "All 3 tests pass."
expect .final_verdict mergeable

t "a mission loses no test unseen"
calculator && subtract
printf 'def load_tests(loader, standard, pattern):\n    return loader.loadTestsFromName("tests.test_calc.AddTest.test_two")\n' >tests/__init__.py
git commit -qam Work && git switch -q main
printf '[[checks]]\ntitle = "tests"\ncommand = "python3 -m unittest discover -s tests -t ."\n' >assay.toml && git add . && git commit -qm Checks
git switch -q work && git rebase -q main && git switch -q main
assay mission new "Add sub to the calculator"
assay task add "Add sub" --accept "the tests pass"
doc=task-list
assay task list --json
task=$(jq -r '.tasks[0].id' ../out)
assay task start "$task" && assay task complete "$task"
doc=
assay verify --branch work --json
expect_exit 1
expect_that "the lost test is named" grep -q "test_negative" ../out
expect_that "by its rule" grep -q "tests.not-run" ../out
git switch -q work && git show main:tests/__init__.py >tests/__init__.py && git commit -qam "All tests" && git switch -q main
assay verify --branch work --json
expect_exit 0

t "of a mission it is said why a check was not compared with the target"
calculator && subtract && git commit -qam Work && git switch -q main
printf '[[checks]]\ntitle = "tests"\ncommand = "python3 -m unittest"\n[[checks]]\ntitle = "of the change"\ncommand = "echo --changed; python3 -m unittest"\n' >assay.toml && git add . && git commit -qm Checks
git switch -q work && git rebase -q main && git switch -q main
assay mission new "Add sub to the calculator"
assay task add "Add sub" --accept "the tests pass"
doc=task-list
assay task list --json
task=$(jq -r '.tasks[0].id' ../out)
assay task start "$task" && assay task complete "$task"
doc=
assay verify --branch work --json
expect '[.checks[] | select(.title == "tests") | has("notCompared")] | join(" ")' false
expect '[.checks[] | select(.title == "of the change") | .notCompared] | join(" ")' "the command chooses its tests by what changed"
assay verify --branch work
expect_out "Not compared with the target: the command chooses its tests by what changed."

t "doctor and init name a runner that is hidden behind a wrapper, and what to set"
calculator
git switch -q main
printf '{"name": "x", "scripts": {"test": "turbo run test"}}\n' >package.json && git add -A && git commit -qm 'A wrapper'
doc=
assay doctor
expect_that "it is named" grep -q "turbo" ../out
doc=init
assay init --json
expect '[.notes[] | select(contains("turbo") and contains("[[runner]]"))] | length' 1

t "changed lines that no test runs are named, and no time is spent on breaking them"
calculator
cat >>calc.py <<'END'


def sub(a, b):
    if a is None:
        a = 0
        b = b + 1
    return a - b
END
printf '\n    def test_sub(self):\n        self.assertEqual(calc.sub(3, 1), 2)\n' >>tests/test_calc.py
doc=full
full --verify-command "python3 -m unittest"
expect '[.proof.hunks[] | .detail] | join(" ")' "no test runs lines 7-8"
expect '[.proof.hunks[] | .proof] | join(" ")' unproven
expect '[.proof.hunks[] | .unreached[] | "\(.first)-\(.last)"] | join(" ")' 7-8
expect .proof.unreached 2
expect '.proof | has("reach_unknown")' false
expect '[.findings[].rule] | join(" ")' proof.unproven
doc=
assay check --markdown --intent "Add sub to the calculator" --verify-command "python3 -m unittest"
expect_out "no test runs lines 7-8"

t "a new file that no test runs is unproven as a whole, one that runs out of sight is not"
calculator
printf 'import sys\n\n\ndef double(x):\n    return x * 2\n\n\nif __name__ == "__main__":\n    print(double(int(sys.argv[1])))\n' >double.py
printf '\n    def test_double(self):\n        self.assertEqual(2 * 2, 4)\n' >>tests/test_calc.py
doc=full
full --verify-command "python3 -m unittest"
expect '[.proof.hunks[] | .proof] | join(" ")' unproven
expect '[.proof.hunks[] | .detail] | join(" ")' "no test runs lines 5, 9"
expect .proof.tried 0
printf '\n    def test_program(self):\n        import subprocess, sys\n        out = subprocess.run([sys.executable, "-I", "double.py", "3"], capture_output=True, text=True).stdout\n        self.assertEqual(out, "6\\n")\n' >>tests/test_calc.py
full --verify-command "python3 -m unittest"
expect '[.proof.hunks[] | .proof] | join(" ")' proven
expect .proof.reach_unknown double.py

t "of a language without a tool for it, it is said that executed lines are not known"
repo
printf 'echo one\n' >say.sh
printf 'out=$(sh say.sh); echo 1..1; if [ "$out" = one ]; then echo "ok 1 - says"; else echo "not ok 1 - says"; exit 1; fi\n' >say.test.sh
git add -A && git commit -qm 'Says one' && git switch -qc work
printf 'echo two\n' >say.sh
sed -i 's/= one/= two/' say.test.sh
doc=full
assay check --full --intent "Say two" --verify-command "sh say.test.sh"
expect .proof.reach_unknown say.sh

t "a proof whose time was over goes on where it stopped"
calculator
printf '[proof]\nbudget_seconds = 1\n' >assay.toml && git add -A && git commit -qm 'Little time' && git switch -qC main && git switch -qC work
cat >>calc.py <<'END'


def sub(a, b):
    c = a - b
    d = c + 0
    e = d * 1
    return e
END
printf '\n    def test_sub(self):\n        self.assertEqual(calc.sub(3, 1), 2)\n' >>tests/test_calc.py
# One run takes longer than there is time for all of them, and on one processor no two of them run at the same time.
one=$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')
slow() { run_program taskset -c "$one" "$ASSAY" check --full --intent "Add sub to the calculator" --base HEAD --verify-command "python3 -m unittest && sleep 1.2"; }
doc=full
slow
expect .proof.out_of_time true
first=$(jq -r .proof.tried ../out)
turns=0
while [ "$(jq -r .proof.out_of_time ../out)" = true ] && [ $turns -lt 200 ]; do
  slow
  turns=$((turns + 1))
done
expect .proof.out_of_time false
expect_that "more was tried than at first" [ "$(jq -r .proof.tried ../out)" -gt "$first" ]

t "a mutant that needs what is gone is neither noticed nor a survivor"
calculator && subtract
python3 - <<'END'
# The whole piece taken back leaves a name that is used and not there: nothing asserts anything then.
open("calc.py", "a").write("\n\nLIMIT = sub(3, 1)\n")
END
doc=full
full --verify-command "python3 -m unittest"
expect '[.proof.hunks[] | select(.proof == "proven") | .detail | select(contains("its absence"))] | length' 0

t "a mutant that no parser reads is not noticed by the test of a program's output"
repo
cat >say.sh <<'END'
name=$1
echo "hello $name"
echo "it is late"
echo "good bye $name"
END
cat >test_say.py <<'END'
import subprocess
import unittest


def said(*words):
    return subprocess.run(["sh", "say.sh", *words], capture_output=True, text=True).stdout.splitlines()


class SayTest(unittest.TestCase):
    def test_all(self):
        self.assertEqual(said("Ada", "all"), ["hello Ada", "it is late", "good bye Ada"])
END
printf '__pycache__/\n' >.gitignore
git add . && git commit -qm say && git switch -qc work
python3 - <<'END'
# Two pieces that only go together: without either of them the script is none.
lines = open("say.sh").read().splitlines()
lines[1:1] = ['if [ "$2" = all ]; then']
lines += ["fi"]
open("say.sh", "w").write("\n".join(lines) + "\n")
open("test_say.py", "a").write('\n    def test_nothing(self):\n        self.assertEqual(said("Ada", "none"), [])\n')
END
doc=full
full --verify-command "python3 -m unittest"
expect '[.proof.tests[] | select(.proof == "discriminating")] | length' 1
expect '[.proof.hunks[] | select(.proof == "proven") | .detail | select(contains("its absence"))] | length' 0

t "old expectations that no longer hold are shown with old and new lines, and do not block"
repo
labels() { # letter
  printf 'def label(n):\n    return "%s" * n\n' "$1" >shop.py
  printf 'import unittest\nfrom shop import label\n\n\nclass LabelTest(unittest.TestCase):\n    def test_label(self):\n        self.assertEqual(label(1), "%s")\n\n    def test_none(self):\n        self.assertEqual(label(0), "")\n' "$1" >test_shop.py
}
labels a
printf '__pycache__/\n' >.gitignore
git add . && git commit -qm shop && git switch -qc work
labels b
doc=full
assay check --base main --intent 'Labels are made of the letter "b" instead of "a".' --verify-command "python3 -m unittest" --full
expect '.proof.old_expectations | length' 1
expect '.proof.old_expectations[0] | .before + " -> " + .after' 'self.assertEqual(label(1), "a") -> self.assertEqual(label(1), "b")'
expect '.claims | length' 1
expect '[.findings[] | select(.severity == "must_fix")] | length' 0
doc=
assay check --base main --intent 'Labels are made of the letter "b" instead of "a".' --verify-command "python3 -m unittest" --markdown
expect_out "1 old expectation no longer holds"

t "a mode that runs nothing says that nothing was proven"
printf 'diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-a = 1\n+a = 2\n' >../d.patch
doc=full
assay check --task "Labels" --diff-file ../d.patch --verify-logs "2 passed in 0.1s" --full
expect .proof.level off
expect .proof.unknown "no command was run here"
