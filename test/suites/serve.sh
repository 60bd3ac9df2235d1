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
expect_that "keys are for their owner alone" test "$(stat -c %a .assay/serve/keys.json)" = 600
expect_not "the token is kept nowhere" grep -rqF "${token#assay-}" .assay
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

t "nobody comes in without a token, with a wrong one, or with one whose time is over"
mission_with_task
start
code=$(curl -sS -o ../out -D ../head -w '%{http_code}' "$url/api/missions")
expect_problem 401 unauthorized
expect_head "www-authenticate: bearer"
good=$token
token=assay-wrong
get /api/missions
expect_problem 401 unauthorized
token=$("$ASSAY" token new --name carl --expires 0s --json | jq -r .token)
get /api/missions
expect_problem 401 unauthorized
token=$("$ASSAY" token new --name dora --json | jq -r .token)
tries=0
get /api/session
while [ "$code" != 200 ] && [ $tries -lt 100 ]; do tries=$((tries + 1)); sleep 0.1; get /api/session; done
expect .name dora
expect_that "it is revoked" "$ASSAY" token revoke dora
tries=0
while [ "$code" = 200 ] && [ $tries -lt 100 ]; do tries=$((tries + 1)); sleep 0.1; get /api/session; done
expect_problem 401 unauthorized
expect_not "an expired token never opened" grep -q '"who":"carl"' ../log
stop

t "a stream ends with the token that opened it, revoked or over; so does a log that is followed"
mission_with_task
start --workers 0
"$ASSAY" task start "$task" >/dev/null
mkdir -p .assay/live
echo first >".assay/live/$task.log"
listen() { # token path file
  curl -sN -m 60 -H "Authorization: Bearer $1" "$url$2" >"$3" 2>/dev/null
}
carl=$("$ASSAY" token new --name carl --expires 4s --json | jq -r .token)
dora=$("$ASSAY" token new --name dora --json | jq -r .token)
opens() { [ "$(curl -sS -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $dora" "$url/api/session")" = 200 ]; }
soon opens
listen "$carl" /api/events ../carl &
by_carl=$!
listen "$dora" /api/events ../dora &
by_dora=$!
listen "$dora" "/api/tasks/$task/log?follow=true" ../followed &
by_follower=$!
listen "$token" /api/events ../stays &
stays=$!
soon grep -q hello ../dora
soon grep -q hello ../stays
soon grep -q first ../followed
"$ASSAY" token revoke dora >/dev/null
for reader in "$by_dora" "$by_follower" "$by_carl"; do
  wait "$reader"
  [ $? -ne 28 ] || wrong "a stream outlived its token"
done
expect_that "others listen on" kill -0 "$stays"
stop
wait "$stays"

t "a viewer looks, an operator changes, and every change is noted with who asked for it"
mission_with_task
start
operator=$token
viewer=$("$ASSAY" token new --name vera --role viewer --json | jq -r .token)
token=$viewer
get /api/session
tries=0
while [ "$code" != 200 ] && [ $tries -lt 100 ]; do tries=$((tries + 1)); sleep 0.1; get /api/session; done
expect .role viewer
get /api/missions
expect_code 200
post "/api/tasks/$task/start" '{}'
expect_problem 403 forbidden
post /api/check '{"task": "x", "diff": ""}'
expect_code 200
token=$operator
post "/api/tasks/$task/start" '{"reason": "go"}'
expect_code 200
post "/api/tasks/$task/accept" '{}'
expect_code 409
cp .assay/serve/changes.jsonl ../out
expect_that "two lines" test "$(wc -l <../out)" = 2
expect_that "who, what, what came of it" jq -se '.[0].who == "person:test" and .[0].operation == "task.start" and .[0].status == 200 and .[1].status == 409 and (.[0].request | length > 0)' ../out
expect_that "the history says who" sh -c '"$ASSAY" log --json | jq -e ".checkpoints[-1].actor == \"person:test\""'
expect_that "the log has the ids of requests" grep -q '"request":' ../log
stop

t "the login address gives a cookie; changes with it must come from our own page"
mission_with_task
start
code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -c ../jar "$url/login?token=$token")
expect_code 303
expect_head "location: /"
expect_head "httponly"
expect_head "samesite=strict"
expect_not "the log has no token" grep -qF "$token" ../log
with_cookie() { how=$1; where=$2; shift 2; code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -b ../jar -X "$how" "$@" "$url$where"); }
with_cookie GET /api/session
expect_code 200
with_cookie POST "/api/tasks/$task/start" -H 'Content-Type: application/json' -d '{}'
expect_problem 403 forbidden
with_cookie POST "/api/tasks/$task/start" -H 'Content-Type: application/json' -H 'Origin: http://evil.example' -d '{}'
expect_problem 403 forbidden
with_cookie POST "/api/tasks/$task/start" -H 'Content-Type: application/json' -H "Origin: $url" -H 'Sec-Fetch-Site: cross-site' -d '{}'
expect_problem 403 forbidden
with_cookie POST "/api/tasks/$task/start" -H 'Content-Type: application/json' -H "Origin: $url" -d '{}'
expect_code 200
code=$(curl -sS -o ../out -D ../head -w '%{http_code}' "$url/login?token=assay-wrong")
expect_code 303
expect_head "location: /?login=failed"
expect_not "no cookie for a wrong token" grep -qi set-cookie ../head
post_login() { code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -H 'Content-Type: application/json' -d "$1" "$url/api/login"); }
post_login "{\"token\": \"$token\"}"
expect_code 200
expect .role operator
post_login '{"token": "assay-wrong"}'
expect_problem 401 unauthorized
ask POST /api/logout
expect_code 204
expect_head "max-age=0"
port_wanted=$port
stop
start
with_cookie GET /api/session
expect_code 200
unset port_wanted
stop

t "signing out takes the browser's cookie back; no other site can do it"
mission_with_task
start
curl -sS -o ../out -c ../jar "$url/login?token=$token"
signing_out() { code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -b ../jar -c ../jar -X POST -H "Origin: $1" "$url/api/logout"); }
in_jar() { code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -b ../jar "$url/api/session"); }
signing_out http://evil.example
expect_problem 403 forbidden
in_jar
expect_code 200
signing_out "$url"
expect_code 204
expect_head "max-age=0"
in_jar
expect_problem 401 unauthorized
get /api/session
expect_code 200
stop

t "a name that is not ours is refused, whoever asks (DNS rebinding)"
mission_with_task
start
for host in evil.example "evil.example:$port" "127.0.0.1:1" "127.0.0.1" ""; do
  get /api/missions -H "Host: $host"
  [ "$code" = 421 ] || [ "$code" = 400 ] || wrong "Host '$host' gives $code"
done
get / -H 'Host: evil.example'
expect_problem 421 invalid_input
get /api/missions -H "Host: LOCALHOST:$port"
expect_code 200
get /api/missions -H 'Origin: http://evil.example'
expect_problem 403 forbidden
get /api/missions -H 'Origin: null'
expect_problem 403 forbidden
stop
start --url https://assay.example.com
get /api/missions -H 'Host: assay.example.com' -H 'Origin: https://assay.example.com'
expect_code 200
code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -H 'Host: assay.example.com' "$url/login?token=$token")
expect_head "; secure"
stop

t "no address leads out of the page's files"
mission_with_task
start
for path in /../../etc/passwd /..%2f..%2f..%2fetc%2fpasswd /%2e%2e/%2e%2e/etc/passwd /assets/../../../etc/passwd /assets/..%5c..%5cetc '/%00' /.git/config /.assay/serve/keys.json /api/evidence/..%2f..%2fserve%2fkeys.json "/api/evidence/../serve/keys.json"; do
  get "$path"
  if grep -q 'root:\|"secret"\|\[core\]' ../out; then wrong "$path is served"; fi
  case $code in 400 | 404) ;; 200) expect_head "content-type: text/html" ;; *) wrong "$path gives $code" ;; esac
done
mkdir ../page && echo '<p>mine</p>' >../page/index.html && ln -s "$PWD/.assay/serve/keys.json" ../page/keys.json
stop
start --web ../page
get /
expect_out "mine"
get /keys.json
expect_problem 404 not_found
get /some/view
expect_out "mine"
stop

t "scripts in names, reasons and logs come back as text"
repo
bad='</script><script>alert(1)</script><img src=x onerror=alert(1)>'
start
post /api/missions "$(jq -n --arg p "$bad \`true\` passes" '{prompt: $p}')"
expect_code 201
mission=$(jq -r .mission.id ../out)
post /api/tasks "$(jq -n --arg n "$bad" --arg m "$mission" '{name: $n, mission: $m, instructions: $n}')"
expect_code 201
task=$(jq -r .id ../out)
post "/api/tasks/$task/block" "$(jq -n --arg r "$bad$(printf '\033[31m')" '{reason: $r}')"
expect_code 200
for path in "/api/missions/$mission" "/api/tasks/$task" "/api/missions/$mission/checkpoints" "/api/tasks/%3Cscript%3Ealert(1)"; do
  get "$path"
  expect_head "x-content-type-options: nosniff"
  expect_head "content-security-policy: default-src 'none'"
  case $code in 200) expect_head "content-type: application/json" ;; *) expect_head "content-type: application/problem+json" ;; esac
done
get "/api/tasks/$task"
expect .task.name "$bad"
get /
expect_head "script-src 'self'"
expect_not "no inline script is allowed" grep -qi "unsafe-inline\|unsafe-eval" ../head
expect_not "no inline script is used" grep -qi '<script>' ../out
stop

t "an answer that is still good is not sent again, and one that changed is"
mission_with_task
start
get "/api/tasks/$task"
etag=$(tr -d '\r' <../head | sed -n 's/^[Ee][Tt]ag: //p')
get "/api/tasks/$task" -H "If-None-Match: $etag"
expect_code 304
expect_that "the command line starts it beside the server" "$ASSAY" task start "$task"
get "/api/tasks/$task" -H "If-None-Match: $etag"
expect_code 200
expect .task.state running
get "/api/tasks/$task"
get "/api/tasks/$task"
expect_that "the command line finishes it" "$ASSAY" task ready "$task"
get "/api/tasks/$task"
expect .task.state ready
stop

t "a change is held to what its author saw: a stale one is 412, and nothing is lost"
mission_with_task
start
seen() { tr -d '\r' <../head | sed -n 's/^[Ee][Tt]ag: //p'; }
patch() { ask PATCH "/api/missions/$mission" -H 'Content-Type: application/json' -d "$1" -H "If-Match: $2"; }
get "/api/missions/$mission"
anna=$(seen)
get "/api/missions/$mission/acceptance"
bob=$(seen)
patch '{"parallelTasks": 3}' "$anna"
expect_code 200
patch '{"parallelTasks": 5}' "$anna"
expect_problem 412 stale
post "/api/missions/$mission/acceptance/criteria" '{"criterion": "`true` exits 0"}' -H "If-Match: $bob"
expect_problem 412 stale
get "/api/missions/$mission"
expect .mission.policy.parallelTasks 3
patch '{"parallelTasks": 5}' "$(seen)"
expect_code 200
patch '{"parallelTasks": 6}' '*'
expect_code 200
patch '{"parallelTasks": 7}' '"nonsense"'
expect_problem 412 stale
for verb in start ready; do "$ASSAY" task "$verb" "$task" >/dev/null; done
get "/api/tasks/$task"
old=$(seen)
for verb in reject start ready; do "$ASSAY" task "$verb" "$task" >/dev/null; done
post "/api/tasks/$task/accept" '{}' -H "If-Match: $old"
expect_problem 412 stale
get "/api/tasks/$task"
expect .task.state ready
post "/api/tasks/$task/accept" '{}' -H "If-Match: $(seen)"
expect_code 200
expect_that "what was refused is noted too" jq -se '[.[] | select(.status == 412)] | length >= 3' .assay/serve/changes.jsonl
stop

t "of twenty changes that saw the same version one is made"
mission_with_task
start
get "/api/missions/$mission"
etag=$(tr -d '\r' <../head | sed -n 's/^[Ee][Tt]ag: //p')
i=1 # it is 1 already: to ask for that changes nothing
askers=
while [ $i -lt 21 ]; do
  i=$((i + 1))
  curl -sS -o /dev/null -w '%{http_code}\n' -X PATCH -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
    -H "If-Match: $etag" -d "{\"parallelTasks\": $i}" "$url/api/missions/$mission" >"../answer.$i" &
  askers="$askers $!"
done
for asker in $askers; do wait "$asker"; done
cat ../answer.* | sort | uniq -c >../out
expect_that "one 200" grep -q ' 1 200' ../out
expect_that "nineteen 412" grep -q ' 19 412' ../out
stop

t "a verification is asked for and not waited for; not while work is open"
mission_with_task
start --workers 0
post "/api/missions/$mission/verify" '{}'
expect_problem 409 conflict
for verb in start ready accept; do "$ASSAY" task "$verb" "$task" >/dev/null; done
post "/api/missions/$mission/verify" '{"fresh": true}'
expect_code 202
fits mission
stop

t "the log of a task: none yet, then followed while it runs"
mission_with_task
start --workers 0
get "/api/tasks/$task/log"
expect_problem 404 not_found
"$ASSAY" task start "$task" >/dev/null
mkdir -p .assay/live
printf 'first <script>\n' >".assay/live/$task.log"
get "/api/tasks/$task/log" -H 'Range: bytes=0-4'
expect_code 206
expect_head "content-type: text/plain"
curl -sN -m 60 -H "Authorization: Bearer $token" "$url/api/tasks/$task/log?follow=true" >../out &
reader=$!
soon grep -q first ../out
printf 'second\n' >>".assay/live/$task.log"
soon grep -q second ../out
printf 'third\n' >>".assay/live/$task.log"
"$ASSAY" task fail "$task" >/dev/null
expect_that "it ends with the task" wait "$reader"
expect_that "all of it, once" test "$(tr '\n' '|' <../out)" = 'first <script>|second|third|'
get "/api/tasks/$task/log?run=x"
expect_problem 400 invalid_input
stop

t "POST /api/check gives the verdict that the command line gives"
repo
start
write ../change.patch <<'P'
diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -1 +1 @@
-one
+two
P
echo "Tests: 3 passed, 3 total" >../test.log
"$ASSAY" verdict --task "Change a" --diff-file ../change.patch --verify-logs-file ../test.log >../cli
post /api/check "$(jq -n --rawfile d ../change.patch --rawfile l ../test.log '{task: "Change a", diff: $d, verifyLogs: $l}')"
expect_code 200
fits verdict
expect_that "the same verdict" sh -c 'jq -S . ../cli >../cli.sorted && jq -S . ../out | cmp - ../cli.sorted'
post /api/check '{"task": 1}'
expect_problem 400 invalid_input
post /api/check '{"tusk": "x"}'
expect_problem 400 invalid_input
stop

t "evidence is served by its digest, in ranges"
repo
"$ASSAY" init >/dev/null
printf 'hello <script>evidence</script>' >../piece
digest=$(sha256sum ../piece | cut -c1-64)
mkdir -p ".assay/evidence/$(echo "$digest" | cut -c1-2)"
cp ../piece ".assay/evidence/$(echo "$digest" | cut -c1-2)/$(echo "$digest" | cut -c3-)"
start
get "/api/evidence/$digest"
expect_code 200
expect_head "content-type: text/plain"
expect_head "accept-ranges: bytes"
expect_that "whole" cmp ../out ../piece
get "/api/evidence/$digest" -H 'Range: bytes=0-4'
expect_code 206
expect_head "content-range: bytes 0-4/31"
expect_that "its beginning" test "$(cat ../out)" = hello
get "/api/evidence/$digest" -H 'Range: bytes=-9'
expect_that "its end" test "$(cat ../out)" = '</script>'
get "/api/evidence/$digest" -H 'Range: bytes=999-'
expect_problem 416 invalid_input
get /api/evidence/0000
expect_problem 400 invalid_input
get "/api/evidence/$(echo "$digest" | tr 0123456789 1234567890)"
expect_problem 404 not_found
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
  path=$(echo "$where" | sed 's/{[a-z]*}/nothing/g')
  code=$(curl -sS -o ../out -m 5 -X "$how" -w '%{http_code}' "$url$path")
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
curl -sN -m 2 -H "Authorization: Bearer $token" -H 'Last-Event-ID: 999999' "$url/api/events" >../out
expect_out "event: reset"
curl -sN -m 2 -H "Authorization: Bearer $token" -H 'Last-Event-ID: nonsense' "$url/api/events" >../out
expect_out "event: reset"
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
curl -sN -m 30 -H "Authorization: Bearer $token" "$url/api/events" >../stream &
reader=$!
soon grep -q hello ../stream
stop
expect_exit 0
expect_that "the stream ends, it does not hang" wait "$reader"
