# Agents at work behind the server: planners that are asked over HTTP, and the server's own workers.
# shellcheck shell=sh disable=SC2154
. "$HERE/work_verbs.sh"
. "$HERE/serve_verbs.sh"

# A mission whose one task the server's workers may take; $mission, $task.
begin_mission() {
  plan_one
  "$ASSAY" mission new "Change the value to two" --plan ../plan.json --mode guided_autopilot --json >../made
  mission=$(jq -r .mission.id ../made)
  look
}
task_is() { [ "$("$ASSAY" task show "$task" --json | jq -r .task.state)" = "$1" ]; }
mission_is() { [ "$("$ASSAY" mission show "$mission" --json | jq -r .mission.status)" = "$1" ]; }

t "a wish is elaborated over HTTP, and what was proposed is started"
project
agents good
start --workers 0
post /api/stories/elaborate '{"prompt": "Change the value to two"}'
expect_code 200
expect_that "it is such a document" "$ASSAY" schema elaborated --validate ../out
expect '.tasks | length' 2
expect '.agent' planner
expect '.plan.tasks[1].depends_on[0]' "Change the value"
jq '{prompt: "Change the value to two", mode: "guided_autopilot", plan: .plan}' ../out >../wish.json
get /api/missions
expect '.missions | length' 0
post /api/missions "$(cat ../wish.json)"
expect_code 201
mission=$(jq -r .mission.id ../out)
get "/api/missions/$mission"
expect '[.tasks[].name] | join(", ")' "Change the value, Describe the value"
get "/api/missions/$mission/plan"
expect_code 200
expect .state planned
stop
expect_exit 0

t "a planner that gives no plan is a problem with a reason"
project
planner=planner_invalid
agents good
planner=planner_good
start --workers 0
post /api/stories/elaborate '{"prompt": "Change the value to two"}'
expect_code 503
expect_out "no JSON object"
post /api/stories/elaborate '{"prompt": "  "}'
expect_problem 400 invalid_input
token=$("$ASSAY" token new --name vera --role viewer --json | jq -r .token)
got_in() { get /api/session && [ "$code" = 200 ]; }
soon got_in
post /api/stories/elaborate '{"prompt": "Change the value to two"}'
expect_problem 403 forbidden
stop

t "a plan that waits is read by anyone who may look, and taken only as it was read"
project
agents good
"$ASSAY" plan "Change the value to two" --json >../made
mission=$(jq -r .mission ../made)
start --workers 0
get "/api/missions/$mission/plan"
expect_code 200
expect_that "it is such a document" "$ASSAY" schema mission-plan --validate ../out
expect .state proposed
expect '.plan.tasks | length' 2
seen=$(tr -d '\r' <../head | sed -n 's/^[Ee][Tt]ag: //p')
"$ASSAY" plan "$mission" --reject "smaller steps" >/dev/null
"$ASSAY" plan "$mission" >/dev/null
post "/api/missions/$mission/plan" '{"approve": true}' -H "If-Match: $seen"
expect_problem 412 stale
get "/api/missions/$mission/plan"
expect .state proposed
seen=$(tr -d '\r' <../head | sed -n 's/^[Ee][Tt]ag: //p')
post "/api/missions/$mission/plan" '{"approve": true}' -H "If-Match: $seen"
expect_code 200
expect .state planned
post "/api/missions/$mission/plan" '{"approve": true}'
expect_problem 409 conflict
stop

t "planners that take their time hold up nobody, and a stop does not wait for them"
project
planner=hangs
agents good
planner=planner_good
"$ASSAY" mission new "Carts last: \`true\` passes" >/dev/null
start --workers 0
askers=
for i in 1 2 3 4 5 6; do
  curl -sS -m 600 -o /dev/null -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d '{"prompt": "Change the value to two"}' "$url/api/stories/elaborate" 2>/dev/null &
  askers="$askers $!"
done
six_plan() { [ "$(pgrep -c -P "$server")" -ge 6 ]; }
soon six_plan
get /api/missions
expect_code 200
post /api/tasks '{"name": "beside them", "acceptance_criteria": "`make` exits 0"}'
expect_code 201
stop
expect_exit 0
for asker in $askers; do wait "$asker" || true; done
expect_not "no planner is left" pgrep -g "$server"

t "the server's own workers do a mission to where it is ready to land"
project
agents good
start --workers 2
begin_mission
soon mission_is ready_to_land
look
expect_task completed
expect_that "the branch holds the work" test "$(branch_file value)" = 2
get "/api/tasks/$task/log"
expect_code 200
expect_out "The value is 2"
stop
expect_exit 0

t "a server that is stopped while its worker is at work gives the work back, and loses nothing"
project
agents hangs
start --workers 1
begin_mission
soon task_is running
has_begun() { [ -e "$(worktree_of "$mission.$task")/begun.txt" ]; }
soon has_begun
stop
expect_exit 0
look
expect_task pending
expect_that "what it wrote is still there" has_begun
expect_that "the history is whole" "$ASSAY" audit verify
agents good
start --workers 1
soon mission_is ready_to_land
look
expect_task completed
expect_that "it was begun twice" test "$(of_task attempt)" -ge 1
stop
expect_exit 0

t "the transcript of a task: followed while it runs, and of every run that was kept"
mission_with_task
start --workers 0
get "/api/tasks/$task/transcript"
expect_problem 404 not_found
"$ASSAY" task start "$task" >/dev/null
mkdir -p .assay/live
printf '{"what":"message","text":"first"}\n' >".assay/live/$task.jsonl"
curl -sN -m 600 -H "Authorization: Bearer $token" "$url/api/tasks/$task/transcript?follow=true" >../out &
reader=$!
soon grep -q first ../out
printf '{"what":"message","text":"second"}\n' >>".assay/live/$task.jsonl"
"$ASSAY" task fail "$task" >/dev/null
expect_that "it ends with the task" wait "$reader"
expect_that "all of it, once" test "$(jq -r .text <../out | tr '\n' '|')" = 'first|second|'
stop

t "the transcript of every run that was kept"
project
agents tells_its_round
start --workers 1
begin_mission
soon mission_is ready_to_land
"$ASSAY" task retry "$task" --reason "once more" >/dev/null
soon mission_is ready_to_land
get "/api/tasks/$task"
expect '.runs | map([.round, .end, .logged]) | tostring' '[[1,"succeeded",true],[2,"succeeded",true]]'
fits task-show
first=$(jq '.runs[0].run' ../out)
get "/api/tasks/$task/transcript"
expect_code 200
expect_head "content-type: application/x-ndjson"
expect_that "the latest" test "$(jq -r '.what + " " + .text' <../out | grep -x -e 'message The second round.' -e 'tool Bash' -e 'note not an event' | tr '\n' '|')" = 'tool Bash|note not an event|message The second round.|'
get "/api/tasks/$task/transcript?run=$first"
expect_that "the one that was asked for" grep -q 'The first round' ../out
get "/api/tasks/$task/log?run=$first"
expect_that "as it was printed" cmp -s ../out "$(find .assay/evidence -type f -exec grep -l '"result":"The first round' {} +)"
get "/api/tasks/$task/transcript?run=99"
expect_problem 404 not_found
get "/api/tasks/$task/transcript?run=x"
expect_problem 400 invalid_input
stop

t "a mission is run over HTTP, up to where it is ready to land; a viewer does not run it"
project
agents good
plan_one
"$ASSAY" mission new "Change the value to two" --plan ../plan.json --mode manual --json >../made
mission=$(jq -r .mission.id ../made)
look
start --workers 0
operator=$token
token=$("$ASSAY" token new --name vera --role viewer --json | jq -r .token)
post "/api/missions/$mission/run" '{}'
expect_problem 403 forbidden
token=$operator
post "/api/missions/$mission/run" '{"jobs": 0}'
expect_problem 400 invalid_input
post "/api/missions/mission-none/run" '{}'
expect_problem 404 not_found
post "/api/missions/$mission/run" '{"mode": "autopilot", "jobs": 1}'
expect_code 200
fits run
expect .reached true
expect .status ready_to_land
expect .policy.mode autopilot
expect '.needs[0].action' land
stop
expect_exit 0

t "a server that is stopped ends what it runs over HTTP, and gives the work back"
project
agents hangs
plan_one
"$ASSAY" mission new "Change the value to two" --plan ../plan.json --mode guided_autopilot --json >../made
mission=$(jq -r .mission.id ../made)
look
start --workers 0
curl -sS -m 600 -X POST -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d '{}' -o ../answer "$url/api/missions/$mission/run" 2>/dev/null &
asker=$!
soon task_is running
stop
wait "$asker"
expect_that "the task is given back" task_is pending
