# Subtasks: nobody checks them by themselves, so the check of the task that they are part of looks at their work.
# shellcheck shell=sh disable=SC2154
. "$HERE/work_verbs.sh"

# Each task is known by its name in the order.
parts_agents() { # what "Part" does, what "Whole" does
  cat >../worker <<SH
#!/bin/sh
. "$acting/speak.sh"
begin
case \$prompt in
  *"# Task: Part"*) $1 ;;
  *) printf '%s' "\$prompt" >"\$TMPDIR/order"; $2 ;;
esac
finish "Done."
SH
  chmod +x ../worker
  here=$(cd .. && pwd)
  mkdir -p .git/assay
  {
    printf '[agents.worker]\nkind = "claude"\nprogram = ["%s/worker"]\nreadable = ["%s", "%s"]\n' "$here" "$acting" "$here"
    agent_table judge codex "$checker"
    printf '[[agents.choose]]\nagent = "judge"\nkinds = ["checker"]\n[[agents.choose]]\nagent = "worker"\n'
  } >.git/assay/operator.toml
}
parts_plan() { # more of the whole, more of the part
  cat >../plan.json <<END
{"tasks":[{"name":"Whole","instructions":"Set the value to 2 and its test with it.",
"acceptance_criteria":"Run make test and verify that all tests pass."${1:+,$1}},
{"name":"Part","parent":"Whole","instructions":"Do the first half.",
"acceptance_criteria":"Run make test and verify that all tests pass."${2:+,$2}}]}
END
}
whole() { task=$(jq -r '[.tasks[] | select(.name == "Whole")][0].id' ../mission.json); }

t "a task begins with the work of its subtasks, and its check sees it"
project
parts_agents 'echo part >part.txt' 'test -e part.txt || broken "the work of the subtask is not here"; change_value'
parts_plan
work
whole
expect_task completed
expect_that "the branch holds both" test "$(branch_file part.txt)$(branch_file value)" = part2
doc=
assay task diff "$task" --json
expect '[.files[].path] | sort | join(" ")' "part.txt test.sh value"

t "what a subtask takes away blocks the task that it is part of"
project
parts_agents 'rm tests/value_test.py' 'change_value'
parts_plan
work
whole
expect_task ready
expect_report "[tests.deleted]"

t "a subtask is held to its own files"
project
parts_agents 'echo part >README.md' 'change_value'
parts_plan '"files_modified":["value","test.sh","README.md"]' '"files_modified":["part.txt"]'
work
whole
expect_task blocked
expect_report 'README.md: Subtask "Part": '
expect_report "[scope-creep, fail]"

t "a subtask's criteria are judged with the whole"
project
parts_agents 'echo part >part.txt' 'change_value'
parts_plan '' '"success_criteria":[{"id":"SC-1","claim":"part.txt says whole","evidence":{"kind":"grep","pattern":"whole","path":"part.txt"}}]'
work
whole
expect_task blocked
expect_report "/SC-1: part.txt says whole"

t "a task whose subtasks did all of it has changed something"
project
parts_agents 'change_value' ':'
parts_plan
work
whole
expect_task completed

t "a study with subtasks is no way around the check"
project
parts_agents 'rm tests/value_test.py' ':'
parts_plan '"kind":"research"'
work
task=$(jq -r '[.tasks[] | select(.name == "Whole")][0].id' ../mission.json)
expect_task ready
expect_report "[tests.deleted]"
