# The work loop over the real binary, with agents that are shell scripts.
# shellcheck shell=sh disable=SC2154

# agents WORK [CHECK]: what does the work and what checks it, as shell scripts of one line.
says_pass="echo fine; echo \\\"\$0\\\" | grep -om1 'CHECK-[a-z2-7]*: pass'"
agents() {
  write assay.toml <<END
[agents.worker]
kind = "command"
program = ["sh", "-c", "$1"]
[agents.judge]
kind = "command"
program = ["sh", "-c", "${2:-$says_pass}"]
[[agents.choose]]
agent = "judge"
kinds = ["checker"]
[[agents.choose]]
agent = "worker"
[work]
retry_delay = "50ms"
progress = "1ms"
[[checks]]
title = "Files are there"
command = "ls"
END
  git add assay.toml && git commit -qm agents
}
plan() { # name...
  for name in "$@"; do
    printf '[[tasks]]\nname = "%s"\ninstructions = "Write a file for %s"\nacceptance_criteria = "`ls` shows the file of %s"\n' "$name" "$name" "$name"
  done >../plan.toml
}
# heard WORDS: waits until the agent of the latest mission has said them.
heard() { "$ASSAY" log --follow 2>/dev/null | grep -qm1 -- "$1"; }
mission_run() { assay run "Write the files" --plan ../plan.toml --mode autopilot "$@"; }

t "a mission goes from a plan to ready to land"
doc=
repo
agents 'date +%N > f-$(date +%N); echo done'
plan one two
mission_run --json
expect_exit 0
expect .status ready_to_land
assay task list --json
expect '[.tasks[].state] | unique | join(",")' completed
assay task list --checkers --json
expect '[.tasks[] | select(.checker_for_task_id != "") | .state] | join(",")' completed,completed
assay log --json
expect '[.checkpoints[].kind] | map(select(. == "task_completed")) | length' 2
assay doctor
expect_out '✔ store'

t "an agent that claims success and changed nothing has failed"
doc=
repo
agents 'echo I did it all'
plan one
mission_run
expect_exit 1
expect_out 'nothing has changed'
expect_out 'assay task retry'

t "a check that does not pass leaves the task READY with the report, and a person decides"
doc=
repo
agents 'date +%N > f' 'echo the file is wrong; exit 1'
plan one
mission_run
expect_exit 1
expect_out 'is ready and waits for you'
id=$(cd . && "$ASSAY" task list --json | jq -r '.tasks[0].id')
assay task show "$id" --json
expect .task.state ready
expect '.task.checker_report | test("the file is wrong")' true
expect .checker.state failed
assay task accept "$id" --reason "looked at it"
assay run --json
expect_exit 0
expect .status ready_to_land

t "the rules look before an agent is asked: lost tests block"
doc=
repo
write test_a.py <<'END'
def test_one():
    assert 1 + 1 == 2
def test_two():
    assert 2 + 2 == 4
END
git add . && git commit -qm tests
agents 'rm test_a.py; echo cleaned up' 'echo asked > /dev/null; echo fine'
plan one
mission_run
expect_exit 1
id=$("$ASSAY" task list --json | jq -r '.tasks[0].id')
assay task show "$id" --json
expect .task.state ready
expect '.task.checker_report | test("does not pass the gate")' true
expect .checker.cost_usd 0

t "work in parallel up to the policy, dependencies in order"
doc=
repo
agents 'date +%N > f-$(date +%N)'
printf '[[tasks]]\nname = "last"\ninstructions = "x"\nacceptance_criteria = "`ls` shows it"\ndepends_on = ["a", "b"]\n' >../plan.toml
for n in a b; do printf '[[tasks]]\nname = "%s"\ninstructions = "x"\nacceptance_criteria = "`ls` shows it"\n' $n; done >>../plan.toml
mission_run
expect_exit 0
assay log --json
expect '[.checkpoints[] | select(.kind == "task_started") | .title] | last' 'Started: last'

t "a failing agent is tried again as the plan allows, then a person is asked"
doc=
repo
agents 'echo no; exit 3'
plan one
printf 'max_attempts = 2\n' >>../plan.toml
mission_run
expect_exit 1
assay task list --json
expect '.tasks[0].state' failed
assay log --json
expect '[.checkpoints[] | select(.kind == "task_started")] | length' 2

t "a manual mission is run only when it is named; a worker leaves it alone"
doc=
repo
agents 'date +%N > f'
plan one
assay mission new "Write the files" --plan ../plan.toml
assay worker --drain
expect_exit 0
assay task list --json
expect '.tasks[0].state' pending
assay run
expect_exit 0

t "a run of a mission without tasks says how it comes to some"
doc=
repo
assay mission new "Write the files" --mode manual
assay run
expect_exit 1
expect_out "it has no tasks yet"
expect_out "by hand: assay task add"

t "a worker serves all missions that go on by themselves"
doc=
repo
agents 'date +%N > f-$(date +%N)'
plan one
assay mission new "First wish of two" --plan ../plan.toml --mode autopilot
assay mission new "Second wish of two" --plan ../plan.toml --mode autopilot
assay worker --drain --jobs 2
expect_exit 0
assay mission list --json
expect '[.missions[].status] | join(",")' ready_to_land,ready_to_land

for statement in "UPDATE lanes SET rests = 1, wakes = NULL" "UPDATE lanes SET rests = 1, wakes = 9000000000000" "DELETE FROM lanes"; do
  t "a job that no claim would find is named by doctor, and found by the next worker: $statement"
  doc=
  repo
  agents 'date +%N > f-$(date +%N)'
  plan one
  assay mission new "Write the files" --plan ../plan.toml --mode autopilot
  assay doctor
  expect_out '✔ store'
  sql "$statement"
  assay doctor
  expect_exit 1
  expect_out "a job (task) is due, and no worker would find it"
  assay worker --drain
  expect_exit 0
  assay mission list --json
  expect '.missions[0].status' ready_to_land
  assay doctor
  expect_out '✔ store'
done

t "a paused mission does not go on until it is resumed"
doc=
repo
agents 'date +%N > f'
plan one
assay mission new "Write the files" --plan ../plan.toml --mode autopilot
assay pause --reason "the release first"
expect_exit 0
assay worker --drain
assay task list --json
expect '.tasks[0].state' pending
assay run
expect_exit 1
expect_out 'the release first'
assay resume
expect_exit 0
assay run
expect_exit 0

t "cancelling from another process ends a running agent promptly"
doc=
repo
agents "echo begun; exec sleep 6$$"
plan one
assay mission new "Write the files" --plan ../plan.toml --mode autopilot
"$ASSAY" run >../run.out 2>&1 &
pid=$!
heard begun
assay cancel --reason "another way"
expect_exit 0
wait $pid
status=$?
expect_exit 1
assay task list --json
expect '.tasks[0].state' cancelled
assay resume
expect_exit 2
expect_err "nothing to go on with"
assay status
expect_out "Nothing is open."
assay mission list
expect_out " cancelled "
assay run
expect_exit 1
expect_out "Write the files  cancelled"
expect_out "(assay task retry TASK, then assay resume)"
assay mission show
expect_out "cancelled by person:test: another way"
expect_out "to take it up again: assay task retry TASK, then assay resume"
assay task retry "$("$ASSAY" task list --json | jq -r '.tasks[0].id')"
assay resume
expect_exit 0
assay status
expect_out " active "
expect_not "the agent still runs" pgrep -fx "sleep 6$$"

t "a stopped run keeps the work, gives the task back and goes on"
doc=
repo
agents 'date +%N > kept; echo begun; exec sleep 600'
plan one
assay mission new "Write the files" --plan ../plan.toml --mode autopilot
"$ASSAY" run >../run.out 2>&1 &
pid=$!
heard begun
kill -INT $pid
wait $pid
status=$?
expect_exit 1
assay status
expect_out "nobody is at work on it"
expect_out "assay run $("$ASSAY" mission list --json | jq -r '.missions[0].id' | cut -c9-16)"
assay task list --json
expect '.tasks[0].state' pending
agents 'date +%N > more'
assay run
expect_exit 0
expect_that "the first run's work is there" git cat-file -e "$(git for-each-ref --format='%(refname)' refs/heads/assay | head -1):kept"

t "in a manual mission what the critic found stays with the READY task, and no round begins by itself"
doc=
repo
agents 'date +%N > other'
write ../plan.json <<'END'
{"tasks":[{"name":"one","instructions":"Write value","acceptance_criteria":"`cat value` prints 2",
  "success_criteria":[{"id":"SC-1","claim":"value holds 2","evidence":{"kind":"grep","pattern":"^2$","path":"value"}}]}]}
END
assay run "Write the value" --plan ../plan.json --mode manual
expect_exit 1
id=$("$ASSAY" task list --json | jq -r '.tasks[0].id')
assay task show "$id" --json
expect .task.state ready
expect .task.round 1
expect '.task.checker_report | test("Critic, round 1")' true

t "an agent that asks parks its task until it is answered"
doc=
repo
agents "if [ -e asked ]; then echo two > value; echo done; else echo one > asked; printf 'I need to know something.\\\\nQUESTION: Which database?\\\\n'; fi"
plan one
mission_run
expect_exit 1
expect_out 'Which database?'
expect_out 'assay answer '
"$ASSAY" status --json >../out
expect '[.needed[].command | select(startswith("assay answer "))] | length' 1

t "settings that cannot be read open no mission"
repo
write assay.toml <<'T'
[agents.house]
kind = "command"
program = "house"
T
git add . && git commit -qm settings
assay run "Write the value"
expect_exit 2
expect_err '"program" must be a list of texts, as ["one", "two"]'
expect_that "no mission is there" test "$("$ASSAY" mission list --json | jq '.missions | length')" = 0
