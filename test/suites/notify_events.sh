# Of each thing that needs a person, a webhook and a command hear, whoever caused it and whoever delivers it.
# shellcheck shell=sh disable=SC2154
. "$HERE/ship_verbs.sh"
. "$HERE/work_verbs.sh"

# Adds both receivers of that event to the operator's file; the command writes what it hears to ../heard.
listen_for() { # event
  server
  mkdir -p .git/assay
  cat >>.git/assay/operator.toml <<TOML
[[notify]]
name = "room"
url = "http://127.0.0.1:$port/ok"
events = ["$1"]
[[notify]]
name = "script"
command = "cat >>'$PWD/../event'; echo \$ASSAY_EVENT \$ASSAY_TASK >>'$PWD/../heard'"
events = ["$1"]
TOML
}
# Both were told, once, with that in the detail and that as the next step.
expect_heard() { # event detail next
  expect_that "both hear of $1" timeout 600 sh -c 'until [ -s ../heard ] && [ -s ../server/requests ]; do "$0" notify deliver >/dev/null; done' "$ASSAY"
  expect_that "the command hears of $1" test "$(cut -d' ' -f1 ../heard)" = "$1"
  expect_that "the webhook hears of $1" test "$(jq -r '.body | fromjson | .type' ../server/requests)" = "assay.$1"
  expect_that "it says '$2': $(jq -r .data.detail ../event)" sh -c 'jq -r .data.detail ../event | grep -qF -- "$0"' "$2"
  expect_that "and what to do: $(jq -r .data.next ../event)" sh -c 'jq -r .data.next ../event | grep -q "^$0"' "$3"
  stopped
}
# An agent that works on the project, until nothing is left to do.
project_with() { # agent event
  project
  agents "$1"
  listen_for "$2"
  plan_one
  work
}

t "blocked"
checked_repo
mission_of 'echo 2 >value'
listen_for blocked
"$ASSAY" verify "$mission" >/dev/null 2>&1
expect_heard blocked "" "assay mission show $mission"

t "checker failed"
checker=checker_fail
project_with good checker_failed
checker=checker_pass
expect_heard checker_failed "Criterion 1 is not met" "assay task show $task"
expect_that "the task is named" grep -q "$task" ../heard

t "question"
project_with asks_question question
expect_heard question "Shall the value be 2 or 3?" "assay answer $task"

t "a question that is asked again after an answer is told again"
project_with asks_question question
expect_that "one" test "$("$ASSAY" notify list --json | jq '[.notices[] | select(.kind == "question")] | length')" = 1
"$ASSAY" answer "$task" "I do not know either" >/dev/null
"$ASSAY" run "$mission" >../run.out 2>../run.err
expect_that "two" test "$("$ASSAY" notify list --json | jq '[.notices[] | select(.kind == "question")] | length')" = 2
stopped

t "shippable"
checked_repo
mission_of 'echo 2 >value; echo 2 >wanted'
listen_for shippable
"$ASSAY" verify "$mission" >/dev/null 2>&1
expect_heard shippable "" "assay ship $mission"

t "needs fix"
shippable <<TOML
[deploy]
command = "echo no room left; exit 1"
TOML
listen_for needs_fix
ship
expect_heard needs_fix "" "assay story show $mission"

t "landed"
landable
listen_for landed
land
expect_heard landed "" "assay log $mission"
