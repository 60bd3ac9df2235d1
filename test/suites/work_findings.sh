# What was found reaches the next run, once and under the right name; and what a person can do about stuck work.
# shellcheck shell=sh disable=SC2154
. "$HERE/work_verbs.sh"

order() { branch_file "order-$1.txt" >../order 2>/dev/null; }
says_once() { [ "$(grep -cF -- "$1" ../order)" = 1 ]; }
goes_on() { "$ASSAY" run "$mission" >../run.out 2>../run.err; look; }

t "a person's reason and the checker's report reach the next run, each once"
project
checker=checker_fail
agents keeps_its_order
plan_one
work
expect_task ready
"$ASSAY" task reject "$task" --reason "say two, not 2" >/dev/null
goes_on
order 2
expect_that "the reason once" says_once "say two, not 2"
expect_that "the report once" says_once "Criterion 1 is not met"
expect_that "a person said it" grep -qF "From the person" ../order
expect_that "the checker found it" grep -qF "From the checker" ../order
expect_not "no critic spoke" grep -qF "From the critic" ../order

t "rejected without a reason, the report reaches the next run"
project
checker=checker_fail
agents keeps_its_order
checker=checker_pass
plan_one
work
"$ASSAY" task reject "$task" >/dev/null
goes_on
order 2
expect_that "the report once" says_once "Criterion 1 is not met"

t "the reason of a retry reaches the run, with how the attempt before ended"
project
agents claims_success_no_change
plan_one
work
expect_task failed
agents keeps_its_order
"$ASSAY" task retry "$task" --reason "the file is called value" >/dev/null
goes_on
order 1
expect_that "the reason once" says_once "the file is called value"
expect_that "how it ended once" says_once "nothing has changed"

t "an automatic second attempt is told why the first one failed"
project
printf '[work]\nretry_delay = "50ms"\n' >assay.toml && git add . && git commit -qm quick
agents keeps_its_order_marked
plan_one '"max_attempts":2'
work
expect_task completed
order 2
expect_that "why, once" says_once "It left the marks of merge conflicts in notes.txt"
expect_that "by whom" grep -qF "From the attempt before, which failed" ../order

t "in autopilot what the gate found goes back by itself"
project
agents keeps_its_order_badly
plan_one
doc=
"$ASSAY" run --plan ../plan.json --mode autopilot "Change the value to two" >../run.out 2>../run.err
look
expect_task completed
order 2
expect_that "the gate said it" grep -qF "From the gate" ../order
expect_that "once" says_once "does not pass the gate"

t "a repository inside blocks once, with what to do"
project
printf '[work]\nretry_delay = "50ms"\n' >assay.toml && git add . && git commit -qm quick
agents makes_repository
plan_one '"max_attempts":3'
work
expect_task blocked
expect_reason "inner"
expect_reason "then retry"
expect_runs 1

t "a checker without its verdict is asked once more"
project
checker=checker_slow_to_say
agents good
checker=checker_pass
plan_one
work
expect_task completed

t "a checker that never says its verdict passes nothing, also a plain program"
project
checker=checker_mute
agents good
sed -i 's/kind = "codex"/kind = "command"/' .git/assay/operator.toml
checker=checker_pass
plan_one
work
expect_task ready
expect_report "without its verdict line"

t "a person accepts a blocked task"
project
agents makes_repository
plan_one
work
expect_task blocked
expect_that "it is accepted" "$ASSAY" task accept "$task" --reason "the notes can stay out"
look
expect_task completed
expect_history "the notes can stay out"

t "a task is edited, and the history has what it said before"
project
"$ASSAY" mission new "Change the value" >/dev/null 2>&1
task=$("$ASSAY" task add "Change it" --instructions "Set it to 3." --json | jq -r .id)
doc=task
assay task edit "$task" --instructions "Set it to 2." --accept "make test passes" --json
expect_exit 0
expect .instructions "Set it to 2."
expect .acceptance_criteria "make test passes"
mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
expect_history "Set it to 3."
assay task edit "$task" --accept "it looks nice"
expect_exit 2
"$ASSAY" task start "$task" >/dev/null
assay task edit "$task" --name "Another"
expect_exit 2
expect_err "it is running"

t "task add makes a mission where none is open"
project
doc=task
assay task add "Change the value" --json
expect_exit 0
expect '.story_id | startswith("mission-")' true
expect_that "there is one mission" test "$("$ASSAY" mission list --json | jq '.missions | length')" = 1
assay task add "Another" --json
expect_that "it is the same mission" test "$("$ASSAY" mission list --json | jq '.missions | length')" = 1

t "files that nobody committed are named when a task is handed in"
project
"$ASSAY" mission new "Change the value" >/dev/null 2>&1
task=$("$ASSAY" task add "Change it" --json | jq -r .id)
"$ASSAY" worktree add "$task" >/dev/null
"$ASSAY" task start "$task" >/dev/null
mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
folder_of_task=$(sed -n 's/^path //p' .git/assay/worktrees/*/record | head -1)
echo 2 >"$folder_of_task/value"
echo y >"$folder_of_task/new file"
doc=moved
assay task ready "$task" --json
expect_exit 0
expect '.notes[0] | contains("value") and contains("new file") and contains("not committed")' true

t "in autopilot what the checker found goes back by itself, while there are rounds left"
project
checker=checker_fail
agents keeps_its_order
plan_one
"$ASSAY" run --plan ../plan.json --mode autopilot "Change the value to two" >../run.out 2>../run.err
look
expect_task ready
expect_report "Criterion 1 is not met"
order 2
expect_that "the report once" says_once "Criterion 1 is not met"
expect_that "by the checker" grep -qF "From the checker" ../order
order 3
expect_that "the last round was told too" says_once "Criterion 1 is not met"
expect_not "there is no fourth" sh -c 'git cat-file -e "$1"' sh "assay/$mission/$task:order-4.txt"
