# What becomes of a verification that fails: fix tasks that are told everything, as often as the retry budget
# allows, then a person.
# shellcheck shell=sh disable=SC2154
. "$HERE/work_verbs.sh"

# Like project, with a test that names the file it looks at.
tested_project() {
  project
  printf 'echo 1..1\nif [ "$(cat value)" = 1 ]; then echo ok 1 - value; else echo "not ok 1 - value"; echo "value:1: holds $(cat value)"; exit 1; fi\n' >test.sh
  git add . && git commit -qm "a test that says where"
}
plan_two() {
  cat >../plan.json <<END
{"tasks":[
{"name":"Change the value","instructions":"Set the value to 2.","acceptance_criteria":"\`cat value\` prints 2."},
{"name":"Say it","instructions":"Say so in README.md.","acceptance_criteria":"\`cat README.md\` shows it."}]}
END
}
fixes() { jq -r "[.tasks[] | select(.kind == \"fix\")]$1" ../mission.json; }
verifications() { "$ASSAY" log "$mission" --json | jq '[.checkpoints[] | select(.kind == "acceptance_verified" or .kind == "acceptance_failed")] | length'; }

t "a failed verification becomes a fix task that is told what was expected, seen and whose work it speaks of"
tested_project
checker=checker_gullible
agents mends
checker=checker_pass
plan_two
work
expect_mission ready_to_land
expect_that "there is one fix" test "$(fixes ' | length')" = 1
expect_that "it is completed" test "$(fixes '[0].state')" = completed
fixes '[0].instructions' >../out
expect_out "What was seen speaks of the work of:"
expect_out "- Change the value ("
expect_that "the other task is not named" sh -c "! grep -q 'Say it' ../out"
expect_out "Expected: "
expect_out "Observed: "
expect_out "not ok 1 - value"
expect_out "value:1: holds 2"
expect_that "it begins with all of the work" test "$(fixes '[0].depends_on | length')" = 2
expect_that "it has the failed check as its own criterion" test "$(fixes '[0].success_criteria[0].arguments.command')" = "make test"

t "a fix that mends nothing is stopped by its own criteria, and a person is told what was tried"
tested_project
checker=checker_gullible
agents mends_nothing
checker=checker_pass
plan_one
work
expect_mission blocked
expect_that "there is one fix" test "$(fixes ' | length')" = 1
expect_that "it is blocked" test "$(fixes '[0].state')" = blocked
fixes '[0] | .reason, .checker_report' >../out
expect_out "stuck: Round 2 has the same findings as round 1"
expect_out '`make test`: exit 2, not exit 0. [unmet-criterion, fail]'
expect_that "its work is kept" test "$(git show "assay/$mission/$(fixes '[0].id'):notes.txt" | head -1)" = "looked into it"

# The gate over the combined change fails for what no task's own criteria can see: no test fails without the change.
unproven_work() {
  project
  printf 'def total(prices):\n    return sum(prices)\n' >shop.py
  printf 'import unittest\nfrom shop import total\n\n\nclass ShopTest(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total([1, 2]), 3)\n' >test_shop.py
  printf 'test:\n\tpython3 -m unittest\n' >Makefile
  printf '__pycache__/\n' >.gitignore
  git add . && git commit -qm "a shop"
  checker=checker_gullible
  agents discounts
  cat >../plan.json <<END
{"tasks":[{"name":"Give a discount","instructions":"Totals above 100 get a discount of 10 percent, in shop.py.",
"acceptance_criteria":"Run make test and verify that all tests pass."}]}
END
}

t "the same failure is mended as often as the retry budget allows, then a person decides with all that was tried"
unproven_work
work
expect_mission blocked
expect_that "there are as many fixes as the budget allows" test "$(fixes ' | length')" = 3
expect_that "each passed its own check" test "$(fixes ' | map(.state) | unique | join(" ")')" = completed
fixes '[2].instructions' >../out
expect_out "Tried before, without success:"
for n in 0 1; do expect_out "- $(fixes "[$n].id") (completed)"; done
jq -r .mission.hold ../mission.json >../out
expect_out "still fails after 3 fixes, as many as the retry budget allows"
expect_out "Expected: "
expect_out "Observed: "
for n in 0 1 2; do expect_out "- $(fixes "[$n].id") (completed)"; done
"$ASSAY" run "$mission" >../run.out 2>../run.err
status=$?
look
expect_exit 1
expect_that "nothing more is tried" test "$(fixes ' | length')" = 3
expect_not "it can land" "$ASSAY" land "$mission"

# A person who grants more has it tried again.
agents proves_discount
"$ASSAY" mission edit "$mission" --retry-budget 4 >/dev/null
expect_that "it is resumed" "$ASSAY" resume "$mission"
"$ASSAY" run "$mission" >../run.out 2>../run.err
look
expect_mission ready_to_land
expect_that "the fourth fix did it" test "$(fixes ' | map(.state) | unique | join(" ")')" = completed
expect_that "there are four" test "$(fixes ' | length')" = 4

# A person lets a task drop a test; the gate over the combined change finds the same.
accepted_without_a_test() {
  tested_project
  printf 'def test_other():\n    assert 1 + 1 == 2\n' >tests/other_test.py
  git add . && git commit -qm "another test"
  checker=checker_gullible
  agents drops_a_test
  plan_one
  work
  expect_task ready
  expect_report "[tests.deleted]"
  "$ASSAY" task accept "$task" --reason "that test is obsolete" >/dev/null || wrong "it cannot be accepted"
}

t "what a person accepted is not undone by a fix: it is waived, or done again"
accepted_without_a_test
agents restores
"$ASSAY" run "$mission" >../run.out 2>../run.err
look
expect_mission blocked
expect_that "no fix was made" test "$(fixes ' | length')" = 0
expect_not "the test is not brought back" git cat-file -e "assay/$mission/$task:tests/value_test.py"
jq -r .mission.hold ../mission.json >../out
expect_out "accepted by person:"
expect_out "assay task retry $task"
finding=$(grep -o 'f-[0-9a-f]\{12\}' ../out | head -1)
expect_out "assay waive $mission $finding --reason"
expect_that "it is waived" "$ASSAY" waive "$mission" "$finding" --reason "that test is obsolete"
expect_that "it is resumed" "$ASSAY" resume "$mission"
"$ASSAY" run "$mission" >../run.out 2>../run.err
look
cp ../run.out ../out
expect_mission ready_to_land
expect_that "nothing was mended" test "$(fixes ' | length')" = 0

# Each task meets its own criterion; the second undoes what the first was asked for.
two_notes() { # MODE
  tested_project
  checker=checker_gullible
  agents undoes_the_note
  checker=checker_pass
  cat >../plan.json <<END
{"tasks":[
{"name":"Write the note","instructions":"The note says two.","success_criteria":[{"claim":"note.txt says two","evidence":{"kind":"grep","pattern":"two","path":"note.txt"}}]},
{"name":"Write more","instructions":"The note says three.","depends_on":["Write the note"],"success_criteria":[{"claim":"note.txt says three","evidence":{"kind":"grep","pattern":"three","path":"note.txt"}}]}]}
END
  "$ASSAY" run --plan ../plan.json --mode "$1" "Write the notes" >../run.out 2>../run.err
  look
}

t "in autopilot a criterion that failed in the verification becomes a fix task, with its evidence"
two_notes autopilot
expect_mission ready_to_land
expect_that "there is one fix" test "$(fixes ' | length')" = 1
expect_that "it has the criterion as its own" test "$(fixes '[0].success_criteria[0].arguments.pattern')" = two
fixes '[0].instructions' >../out
expect_out "Expected: note.txt says two"
expect_out "- Write the note ("
expect_that "the other task is not named" sh -c "! grep -q 'Write more' ../out"

t "in guided autopilot a person is asked about a criterion that failed"
two_notes guided_autopilot
expect_mission awaiting_acceptance
expect_that "there is no fix" test "$(fixes ' | length')" = 0
