# The verbs of the suites about agents at work. Sourced by them.
#
#   project              a repository with a value, a test of it, a Makefile, on main
#   agents WORKER [MORE] the operator's agents: WORKER does work, checker_pass checks, planner_good plans; MORE is
#                        appended to [agents.worker]. $worker_kind, $checker and $planner choose others.
#   plan_one [MORE]      plan.json with the one task "Change the value"; MORE is put into the task
#   work [ARGS]          assay run with that plan until nothing is left to do; sets $mission and $task
#   expect_task STATE, expect_mission STATUS, expect_reason TEXT, expect_report TEXT, expect_history TEXT
#   expect_runs N        how often an agent was started for the mission: what is stopped early costs nothing more
#   branch_file FILE     what the task's branch holds of a file
# shellcheck shell=sh disable=SC2034,SC2154
acting="$HERE/../agents"
acting=$(cd "$acting" && pwd)
worker_kind=claude
checker=checker_pass
planner=planner_good

project() {
  git init -q -b main .
  echo 1 >value
  printf 'The value of everything.\n' >README.md
  printf 'test:\n\t@sh ./test.sh\n' >Makefile
  printf 'echo 1..1\nif [ "$(cat value)" = 1 ]; then echo ok 1 - value; else echo not ok 1 - value; exit 1; fi\n' >test.sh
  mkdir tests
  printf 'def test_value():\n    assert open("value").read().strip() in ("1", "2")\n' >tests/value_test.py
  git add . && git commit -qm base
}
agent_table() { # name, kind, program
  printf '[agents.%s]\nkind = "%s"\nprogram = ["%s/%s"]\nreadable = ["%s"]\n' "$1" "$2" "$acting" "$3" "$acting"
}
agents() {
  mkdir -p .git/assay
  {
    agent_table worker "$worker_kind" "$1"
    [ $# -lt 2 ] || printf '%s\n' "$2"
    agent_table judge codex "$checker"
    agent_table planner claude "$planner"
    printf '[[agents.choose]]\nagent = "judge"\nkinds = ["checker"]\n'
    printf '[[agents.choose]]\nagent = "planner"\nkinds = ["planning"]\n'
    printf '[[agents.choose]]\nagent = "worker"\n'
  } >.git/assay/operator.toml
}
plan_one() {
  cat >../plan.json <<END
{"tasks":[{"name":"Change the value","instructions":"Set the value to 2 and its test with it.",
"acceptance_criteria":"Run make test and verify that all tests pass."${1:+,$1}}]}
END
}
work() {
  doc=
  "$ASSAY" run --plan ../plan.json --mode guided_autopilot "$@" "Change the value to two" >../run.out 2>../run.err
  status=$?
  look
}
# What became of it.
look() {
  "$ASSAY" mission show --json >../mission.json 2>../err
  mission=$(jq -r '.mission.id' ../mission.json)
  task=$(jq -r '[.tasks[] | select(.kind == "execution")][0].id // empty' ../mission.json)
  cp ../mission.json ../out
}
of_task() { jq -r "[.tasks[] | select(.id == \"$task\")][0].$1" ../mission.json; }
expect_task() { got=$(of_task state); [ "$got" = "$1" ] || { wrong "the task is $got, expected $1: $(of_task reason)"; sed 's/^/    run: /' ../run.err | tail -5; }; }
expect_mission() { got=$(jq -r .mission.status ../mission.json); [ "$got" = "$1" ] || wrong "the mission is $got, expected $1: $(jq -r .mission.hold ../mission.json)"; }
expect_reason() { of_task reason | grep -qF -- "$1" || wrong "the task's reason lacks '$1': $(of_task reason)"; }
expect_report() { of_task checker_report | grep -qF -- "$1" || wrong "the checker's report lacks '$1': $(of_task checker_report)"; }
expect_history() { "$ASSAY" log "$mission" --json | jq -r '.checkpoints[] | .title, .detail' | grep -qF -- "$1" || wrong "the history lacks '$1'"; }
expect_runs() { grep -qE "^  $1 runs? of agents" ../run.out || wrong "not $1 runs of agents: $(grep 'of agents' ../run.out)"; }
branch_file() { git show "assay/$mission/$task:$1"; }
