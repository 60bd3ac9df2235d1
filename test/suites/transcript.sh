# `assay transcript`: what a task's agent said and did, of any run, as text.
. "$HERE/work_verbs.sh"

t "what an agent said and which tools it called is shown, of the latest run and of those before"
project
agents good
plan_one
work
doc=
assay transcript "$task"
expect_exit 0
expect_out "▸ edit"
"$ASSAY" task retry "$task" >/dev/null
"$ASSAY" run >/dev/null 2>&1
assay transcript "$task" --run 1
expect_exit 0
expect_out "▸ edit"
assay transcript "$task" --json
expect_that "each line is an event" sh -c 'jq -e ".what | length > 0" >/dev/null <../out'
assay transcript "$task" --raw
expect_out '"type":"assistant"'
assay task show "$task"
expect_out "assay transcript"

t "what is not there is said"
project
agents good
plan_one
doc=
"$ASSAY" mission new "Change the value to two" --plan ../plan.json >/dev/null
task=$("$ASSAY" task list --json | jq -r '.tasks[0].id')
assay transcript "$task"
expect_exit 2
expect_err "has no log yet"
assay transcript "$task" --run 4
expect_exit 2
expect_err "has no log of run 4"
assay transcript "$task" --run 0
expect_err "from 1"
assay transcript
expect_err "one task"
assay transcript "$task" --raw --json
expect_err "not both"

t "what an agent prints gives no orders to the terminal"
project
worker_kind=command
agents true
printf '#!/bin/sh\nprintf "\\033]0;owned\\007 plain \\033[2J\\n"; echo 2 >value\n' >../shouts
chmod +x ../shouts
sed -i "s#^program = .*/true\"\\]#program = [\"$(cd .. && pwd)/shouts\"]#; s#^readable = .*#readable = [\"$(cd .. && pwd)\"]#" .git/assay/operator.toml
plan_one
work
doc=
for form in "" --raw; do
  assay transcript "$task" $form
  expect_out "plain"
  expect_that "no escape character comes through" sh -c '! grep -q "$(printf "\\033")" ../out'
done
worker_kind=claude
