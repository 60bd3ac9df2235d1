# The server over real connections: every answer comes from a running `assay serve`.
# shellcheck shell=sh disable=SC2154

. "$HERE/serve_verbs.sh"

t "a first start makes the store and a token, shows it once, and takes requests"
repo
start
get /api/health
expect_code 200
expect .status ok
case $token in assay-?????????????????????????*) ;; *) wrong "no token: $token" ;; esac
expect_that "keys are for their owner alone" test "$(stat -c %a "$(state)/keys.json")" = 600
expect_that "their folder too" test "$(stat -c %a "$(state)")" = 700
expect_not "nothing of it lies in the repository" test -e .assay/serve/keys.json
expect_not "the token is kept nowhere" grep -rqF "${token#assay-}" .assay .git "$(state)"
expect_not "nor the code of the login address" grep -rqF "${login##*code=}" .assay .git "$(state)"
expect_not "nor a secret that makes logins" grep -q secret "$(state)/keys.json"
stop
expect_exit 0
first=$token
start
expect_that "the second start shows no token" test "$token" = "$first"
get /api/missions
expect_code 200
stop

t "missions and tasks by HTTP are those of the command line"
mission_with_task
start
get /api/missions
expect_code 200
fits mission-list
expect '.missions[0].id' "$mission"
get "/api/missions/$mission"
fits mission-show
"$ASSAY" mission show --json | jq -S . >../cli
expect_that "the same document" sh -c 'jq -S . ../out | cmp - ../cli'
get "/api/tasks?mission=$mission"
fits task-list
expect '.tasks[0].name' schema
get "/api/tasks/$task"
fits task-show
post /api/tasks '{"name": "endpoint", "mission": "'"$mission"'", "acceptance_criteria": "GET /api/cart answers 200"}'
expect_code 201
fits task
expect_that "the command line sees it" sh -c '"$ASSAY" task list --json | jq -e ".tasks | length == 2"'
post "/api/tasks/$task/start" '{}'
expect_code 200
fits moved
expect '.tasks[0].state' running
post /api/stories '{"prompt": "Carts empty themselves: `true` passes"}'
expect_code 201
get /api/stories
fits story-list
get "/api/missions/$mission/checkpoints?limit=2"
fits log
expect '.checkpoints | length' 2
expect .next 2
get "/api/missions/$mission/checkpoints?limit=2&after=2"
expect '.checkpoints[0].number' 3
get "/api/missions/$mission/acceptance"
fits pack
stop

t "what cannot be done is a problem with a reason"
mission_with_task
start
post "/api/tasks/$task/accept" '{}'
expect_problem 409 conflict
get /api/tasks/zzzz
expect_problem 404 not_found
get /api/nothing
expect_problem 404 not_found
ask DELETE /api/missions
expect_problem 405 method_not_allowed
expect_head "allow:"
post /api/tasks '{"name": "a", "colour": "red"}'
expect_problem 400 invalid_input
expect_out "unknown key colour"
post /api/tasks 'not json'
expect_problem 400 invalid_input
get "/api/missions?limit=many"
expect_problem 400 invalid_input
get "/api/missions?wat=1"
expect_problem 400 invalid_input
ask POST /api/tasks -H 'Content-Type: text/plain' -d '{"name": "a"}'
expect_problem 415 invalid_input
post "/api/tasks/$task/start" '{"task": "other"}'
expect_problem 400 invalid_input
stop

t "lists come in pages"
repo
for i in 1 2 3 4 5; do "$ASSAY" mission new "Mission $i: \`true\` passes" >/dev/null; done
start
get "/api/missions?limit=2"
expect '.missions | length' 2
cursor=$(jq -r .next ../out)
get "/api/missions?limit=2&before=$cursor"
expect '.missions[0].title' 'Mission 3: `true` passes'
cursor=$(jq -r .next ../out)
get "/api/missions?limit=2&before=$cursor"
expect '.missions | length' 1
expect .next null
stop

t "every route of the description answers, and nothing else"
repo
start
get /openapi.json
expect .openapi 3.1.0
jq -r '.paths | to_entries[] | .key as $p | .value | keys[] | ascii_upcase + " " + $p' ../out >../routes
cp ../out ../openapi
expect_that "there are many" test "$(wc -l <../routes)" -gt 30
while read -r how where; do
  path=$(echo "$where" | sed 's/{code}/not_found/; s/{[a-z]*}/nothing/g')
  code=$(curl -sS -o ../out -m 600 -X "$how" -w '%{http_code}' "$url$path")
  role=$(jq -r --arg p "$where" --arg m "$(echo "$how" | tr '[:upper:]' '[:lower:]')" '.paths[$p][$m]["x-assay-role"]' ../openapi)
  case $role in
    nobody) case $code in 200 | 204 | 303 | 400 | 401) ;; *) wrong "$how $where gives $code" ;; esac ;;
    *) [ "$code" = 401 ] || wrong "$how $where gives $code to nobody" ;;
  esac
done <../routes
stop

t "events come as they happen, whoever makes them; over a restart none is lost and none comes twice"
mission_with_task
start
node "$HERE/../serve/events.mjs" "$url" "$token" 6 >../events 2>../events.err &
listener=$!
soon grep -q hello ../events
post "/api/tasks/$task/start" '{}'
"$ASSAY" task ready "$task" >/dev/null
soon grep -q '"number":4' ../events
port_wanted=$port
stop
expect_exit 0
"$ASSAY" task accept "$task" >/dev/null
"$ASSAY" task add "second" --accept 'true exits 0' >/dev/null
start
unset port_wanted
second=$("$ASSAY" task list --json | jq -r '.tasks[1].id')
"$ASSAY" task start "$second" >/dev/null
post "/api/tasks/$second/fail" '{"reason": "no"}'
wait "$listener" || wrong "the listener: $(cat ../events.err)"
cp ../events ../out
expect_that "each once, in order" sh -c 'jq -r "select(.type == \"checkpoint\") | .data.number" ../out | tr "\n" " " | grep -qx "3 4 5 6 7 8 "'
expect_that "it went on from where it was" jq -se '[.[] | select(.type == "open") | .last] | length >= 2 and .[0] == "" and .[1] == "4"' ../out
node "$HERE/../serve/events.mjs" "$url" "$token" 8 0 >../out
expect_that "from the beginning: all of them" sh -c 'jq -r "select(.type == \"checkpoint\") | .data.number" ../out | tr "\n" " " | grep -qx "1 2 3 4 5 6 7 8 "'
stop

t "an id that is not of this store starts the listener anew"
mission_with_task
start
for wrong_id in 999999 nonsense; do
  stream_until "event: reset" -H "Authorization: Bearer $token" -H "Last-Event-ID: $wrong_id" "$url/api/events"
done
stop

t "a service manager is told when it is ready, and SIGTERM ends it well with clients connected"
repo
python3 "$HERE/../serve/clients.py" notify "$folder/notify" >../told &
watcher=$!
soon [ -S "$folder/notify" ]
NOTIFY_SOCKET=$folder/notify
export NOTIFY_SOCKET
start
unset NOTIFY_SOCKET
wait "$watcher"
expect_that "READY=1" grep -qx READY=1 ../told
curl -sN -m 600 -H "Authorization: Bearer $token" "$url/api/events" >../stream &
reader=$!
soon grep -q hello ../stream
stop
expect_exit 0
expect_that "the stream ends, it does not hang" wait "$reader"
