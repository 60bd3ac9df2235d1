# From a wish to a plan: the planner, what becomes of its answer, and the person in between.
# shellcheck shell=sh disable=SC2154
. "$HERE/work_verbs.sh"

t "a plan waits for a person, is shown, and is taken"
project
agents good
doc=mission-plan
assay plan "Change the value to two" --json
expect_exit 0
expect .state proposed
expect .agent planner
expect '.plan.tasks | length' 2
mission=$(jq -r .mission ../out)
doc=mission-plan
assay plan
expect_out "Change the value"
expect_out "accepted when: Run make test"
expect_out "--approve"
doc=mission-plan
assay plan "$mission" --approve --json
expect .state planned
doc=mission-show
assay mission show "$mission" --json
expect '.mission.status' active
expect '[.tasks[] | select(.kind == "execution")] | length' 2
doc=log
assay log "$mission" --json
expect '[.checkpoints[].kind] | index("planning_started") != null' true
expect '[.checkpoints[].kind] | index("plan_materialized") != null' true
expect '[.checkpoints[].detail | select(contains("awaiting_acceptance"))] | length' 0

t "in autopilot the plan is taken at once and the work goes on"
project
agents good
doc=
"$ASSAY" run --mode autopilot "Change the value to two" >../run.out 2>../run.err
look
expect_that "there are two tasks" test "$(jq '[.tasks[] | select(.kind == "execution")] | length' ../mission.json)" = 2
expect_task completed

t "a plan that is sent back is made again with the reason"
project
agents good
doc=mission-plan
assay plan "Change the value to two" --json
doc=mission-plan
expect_that "the next step is the plan's" sh -c "'$ASSAY' status | grep -q 'assay plan '"
assay plan --reject "smaller steps please" --json
expect .state planning
expect_that "the next step is to plan" sh -c "'$ASSAY' status | grep -q 'it is to be planned .*assay plan '"
doc=mission-plan
assay plan --json
expect .state proposed
expect_that "the reason is in the history" sh -c "'$ASSAY' log | grep -q 'smaller steps please'"

t "a vague plan goes back once with the reason"
project
planner=planner_vague
agents good
planner=planner_good
doc=mission-plan
assay plan "Change the value to two" --json
expect .state proposed
expect '.plan.tasks[0].acceptance_criteria' "Run make test and verify that all tests pass."

t "what is no plan is for a person in the end, and a plan file helps"
project
planner=planner_invalid
agents good
planner=planner_good
doc=mission-plan
assay plan "Change the value to two" --json
expect .state held
expect_out "could not be used"
plan_one
doc=mission-plan
assay plan --file ../plan.json --json
expect .state planned
doc=mission-show
assay mission show --json
expect .mission.status active

t "without an agent there is no plan, and it says what to do"
project
doc=
PATH=/usr/bin:/bin assay plan "Change the value to two" --json
expect .state held
expect_out "no agent is on this machine"
PATH=/usr/bin:/bin assay mission elaborate "Change the value to two"
expect_exit 2
expect_err "the planner gave no plan: no agent is on this machine"

t "one thing at a time"
project
doc=
assay plan --approve --reject no
expect_exit 2

t "elaborating keeps nothing"
project
agents good
"$ASSAY" init >/dev/null
doc=elaborated
assay mission elaborate "Change the value to two" --json
expect_exit 0
expect '.tasks[0].name' "Change the value"
expect '.tasks[0].acceptance_criteria' "Run make test and verify that all tests pass."
expect '.tasks[1].depends_on[0]' "Change the value"
doc=mission-list
assay mission list --json
expect '.missions | length' 0

t "a planner that cannot be used gives no tasks to elaborate"
project
planner=planner_invalid
agents good
planner=planner_good
"$ASSAY" init >/dev/null
doc=
assay mission elaborate "Change the value to two"
expect_exit 2
expect_err "no JSON object"

t "a planning whose process was killed is taken over at once; one that goes on is left alone"
project
planner=hangs
agents good
"$ASSAY" plan "Change the value to two" >../a.out 2>&1 &
pid=$!
expect_that "it has begun" timeout 600 sh -c 'until test "$(sqlite3 .assay/assay.db "SELECT count(*) FROM jobs WHERE state = \"leased\"" 2>/dev/null)" = 1; do :; done'
mission=$(sqlite3 .assay/assay.db 'SELECT id FROM missions')
doc=
assay plan "$mission"
expect_exit 2
expect_err "is being planned"
kill -9 $pid
wait $pid 2>/dev/null
planner=planner_good
agents good
doc=mission-plan
assay plan "$mission" --json
expect_exit 0
expect .state proposed

t "a planning is taken over when the last child of its killed process has ended"
project
planner=hangs
agents good
"$ASSAY" plan "Change the value to two" >../a.out 2>&1 &
pid=$!
expect_that "it has begun" timeout 600 sh -c 'until test "$(sqlite3 .assay/assay.db "SELECT count(*) FROM jobs WHERE state = \"leased\"" 2>/dev/null)" = 1; do :; done'
mission=$(sqlite3 .assay/assay.db 'SELECT id FROM missions')
place=$(ls .assay/workers/*)
mkfifo ../held
flock "$place" sh -c 'echo >../held; sleep 2' & # what a child that ends slowly does
kill -9 $pid
wait $pid 2>/dev/null
read -r _ <../held
planner=planner_good
agents good
doc=mission-plan
assay plan "$mission" --json
expect_exit 0
expect .state proposed

t "a planning that waits for its time is done at once when a person asks"
project
planner=rate_limited
agents good
doc=mission-plan
assay plan "Change the value to two" --json
expect .state planning
mission=$(jq -r .mission ../out)
expect_that "it waits" test "$(sqlite3 .assay/assay.db "SELECT count(*) FROM jobs WHERE state = 'queued' AND not_before > 1000 * unixepoch('now')")" = 1
planner=planner_good
agents good
assay plan "$mission" --json
expect_exit 0
expect .state proposed

t "a mission that began without a commit says so, and waits for nothing"
git init -q -b main .
agents good
doc=mission-plan
assay plan "Change the value to two" --json
expect .state held
expect '.reason | contains("began in a repository without a commit; commit something and make it again")' true
