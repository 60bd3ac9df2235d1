# Checks by another agent: what passes, what does not, and what the checked task is told.
# shellcheck shell=sh disable=SC2154
. "$HERE/work_verbs.sh"

t "a checker that finds fault leaves the task ready, with its report"
project
checker=checker_fail
agents good
checker=checker_pass
plan_one
work
expect_task ready
expect_report "Criterion 1 is not met: value:1 holds 1."
expect_that "a person may accept it all the same" "$ASSAY" task accept "$task" --reason "I looked"

t "a checker that crashes proves nothing, whatever it said before"
project
checker=checker_crash
agents good
checker=checker_pass
plan_one
work
expect_task ready
expect_report "did not end well"

t "the checker is another agent than the worker, and each ran once"
project
agents good
plan_one
work
expect_task completed
expect_history "checked by judge"

t "the check's copy is not the work: nothing a checker does reaches the branch"
project
agents good
plan_one
work
tip=$(git rev-parse "assay/$mission/$task")
expect_that "one commit was made" test "$(git rev-list --count "main..$tip")" = 1
