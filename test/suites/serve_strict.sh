# What the server refuses that it could misread, and that its description says what it does.
# shellcheck shell=sh disable=SC2154

. "$HERE/serve_verbs.sh"
seen() { tr -d '\r' <../head | sed -n 's/^[Ee][Tt]ag: //p'; }
patch() { ask PATCH "/api/missions/$1" -H 'Content-Type: application/json' -d "$2" -H "If-Match: $3"; }
# described METHOD PATTERN: the answer in ../head is one that /openapi.json tells of.
described() {
  kind=$(tr -d '\r' <../head | sed -n 's/^[Cc]ontent-[Tt]ype: //p')
  curl -sS "$url/openapi.json" >../openapi
  jq -e --arg m "$1" --arg p "$2" --arg s "$code" --arg t "$kind" \
    '.paths[$p][$m].responses[$s] | if $t == "" then has("content") | not else .content | has($t) end' ../openapi >/dev/null 2>&1 ||
    wrong "$1 $2: the description has no $code '$kind'"
}
takes_header() { # METHOD PATTERN NAME
  jq -e --arg m "$1" --arg p "$2" --arg n "$3" '[.paths[$p][$m].parameters[] | select(.in == "header") | .name] | index($n) != null' \
    ../openapi >/dev/null || wrong "$1 $2: the description lacks $3"
}

t "If-Match takes the ETag of what the address names, and of nothing else"
repo
mission=$(new_mission "Carts last")
other=$(new_mission "Carts end")
task=$(new_task one)
second=$(new_task two)
for id in "$task" "$second"; do "$ASSAY" task cancel "$id" >/dev/null; done
start --workers 0
get "/api/missions/$other"
patch "$mission" '{"parallelTasks": 3}' "$(seen)"
expect_problem 412 stale
get "/api/tasks/$second"
theirs=$(seen)
post "/api/tasks/$task/retry" '{}' -H "If-Match: $theirs"
expect_problem 412 stale
get "/api/missions/$mission"
ours=$(seen)
post "/api/tasks/$task/retry" '{}' -H "If-Match: $ours"
expect_problem 412 stale
patch "$mission" '{"parallelTasks": 3}' "W/$ours"
expect_problem 412 stale
patch "$mission" '{"parallelTasks": 3}' "$theirs"
expect_problem 412 stale
get "/api/missions/$mission"
expect .mission.policy.parallelTasks 1
get "/api/tasks/$task"
expect .task.state cancelled
mine=$(seen)
get "/api/tasks/$task" -H "If-None-Match: W/$mine"
expect_code 304
described get "/api/tasks/{task}"
takes_header get "/api/tasks/{task}" If-None-Match
post "/api/tasks/$task/retry" '{}' -H "If-Match: $theirs, $mine"
expect_code 200
takes_header post "/api/tasks/{task}/retry" If-Match
stop

t "every view of a mission gives an ETag with which the mission is edited"
repo
mission=$(new_mission "Carts last")
task=$(new_task one)
start --workers 0
n=2
for view in "missions/$mission" "stories/$mission" "missions/$mission/acceptance" "missions/$mission/plan" \
  "missions/$mission/checkpoints" "missions/$(printf %s "${mission#mission-}" | cut -c1-6)"; do
  get "/api/$view"
  expect_code 200
  patch "$mission" "{\"parallelTasks\": $n}" "$(seen)"
  expect_code 200
  n=$((n + 1))
done
get "/api/missions/$mission/acceptance"
post "/api/missions/$mission/acceptance/criteria" '{"criterion": "`make` exits 0"}' -H "If-Match: $(seen)"
expect_code 200
get "/api/missions/$mission/acceptance"
ask PUT "/api/missions/$mission/acceptance/criteria/1" -H 'Content-Type: application/json' -d '{"criterion": "`make a` exits 0"}' -H "If-Match: $(seen)"
expect_code 200
get "/api/tasks/$task"
post "/api/tasks/$task/start" '{}' -H "If-Match: $(seen)"
expect_code 200
stop

t "a plan without tasks is refused and changes nothing"
repo
mission=$(new_mission "Carts last")
start --workers 0
for plan in '{}' '{"tasks": []}' '{"title": "x", "criteria": ["`make` exits 0"]}'; do
  post "/api/missions/$mission/plan" "{\"file\": $plan}"
  expect_problem 400 invalid_input
  expect_that "it says what is missing" jq -e '.detail | contains("\"tasks\"")' ../out
  post /api/missions "{\"prompt\": \"x\", \"plan\": $plan}"
  expect_problem 400 invalid_input
  post /api/missions/preview "{\"prompt\": \"x\", \"plan\": $plan}"
  expect_code 200
  expect_that "a preview tells of it" jq -e '.problem | contains("\"tasks\"")' ../out
done
get "/api/missions/$mission"
expect .mission.status planning
get "/api/missions/$mission/plan"
expect .state none
get /api/missions
expect '.missions | length' 1
stop
echo '{}' >plan.json
assay plan "$mission" --file plan.json
expect_exit 2
expect_err '"tasks" is missing'
assay plan "A wish of several words" --file plan.json
expect_exit 2
assay mission new "Another" --plan plan.json
expect_exit 2
expect_err '"tasks" is missing'
doc=mission-list assay mission list --json
expect '.missions | length' 1

t "a place in the events that is none is not taken for the beginning"
repo
mission=$(new_mission "Carts last")
start --workers 0
for wrong in abc -1 '' 1.5 99999999999999999999; do
  get "/api/events?after=$wrong"
  expect_problem 400 invalid_input
done
curl -sN -m 600 -H "Authorization: Bearer $token" -H 'Last-Event-ID: abc' "$url/api/events" >../events &
reader=$!
soon grep -q "event: reset" ../events
get /api/missions  # whatever was to be told again would have been sent by now
kill "$reader"
wait "$reader" 2>/dev/null
expect_not "nothing is told again" grep -q "event: checkpoint" ../events
stop

t "keys that an address does not know are refused"
repo
mission=$(new_mission "Carts last")
task=$(new_task one)
start --workers 0
for where in "/api/events?afer=1" "/api/tasks/$task/log?tail=5" "/api/health?x=1" "/metrics?x=1" "/api/session?x=1" \
  "/openapi.json?x=1" "/api/tasks/$task/log?follow=perhaps"; do
  get "$where"
  expect_problem 400 invalid_input
done
post "/api/check?ful=true" '{"task": "x"}'
expect_problem 400 invalid_input
get "/login?${login##*\?}&utm_source=mail"
expect_code 303
expect_head "set-cookie"
get "/?anything=1"
expect_code 200
stop

t "the description tells the answers that are given"
repo
mission=$(new_mission "Carts last")
task=$(new_task one)
start --workers 0
get "/login?${login##*\?}"
described get /login
post /api/login "{\"token\": \"$token\"}"
described post /api/login
post /api/logout '{}'
expect_code 204
described post /api/logout
get /api/health
described get /api/health
get /metrics
described get /metrics
get /api/session
described get /api/session
mkdir -p .assay/live
"$ASSAY" task start "$task" >/dev/null
printf 'one line\n' >".assay/live/$task.log"
get "/api/tasks/$task/log"
described get "/api/tasks/{task}/log"
get "/api/tasks/$task/log" -H 'Range: bytes=0-2'
expect_code 206
described get "/api/tasks/{task}/log"
get "/api/tasks/$task/log" -H 'Range: bytes=900-'
expect_code 416
described get "/api/tasks/{task}/log"
takes_header get "/api/tasks/{task}/log" Range
printf '{"what":"note","text":"one line"}\n' >".assay/live/$task.jsonl"
get "/api/tasks/$task/transcript"
expect_code 200
described get "/api/tasks/{task}/transcript"
digest=$(printf 'a proof\n' | sha256sum | cut -d' ' -f1)
place=.assay/evidence/$(printf %s "$digest" | cut -c1-2)
mkdir -p "$place"
printf 'a proof\n' >"$place/$(printf %s "$digest" | cut -c3-)"
get "/api/evidence/$digest"
expect_code 200
described get "/api/evidence/{digest}"
get "/api/evidence/$digest" -H 'Range: bytes=0-2'
expect_code 206
described get "/api/evidence/{digest}"
takes_header get /api/events Last-Event-ID
patch "$mission" '{"parallelTasks": 3}' '"nonsense"'
expect_code 412
described patch "/api/missions/{mission}"
stop

t "a judgement is one of the two documents that the description names"
repo
start --workers 0
curl -sS "$url/openapi.json" >../openapi
for full in false true; do
  post "/api/check?full=$full" '{"task": "x", "diff": "", "verifyLogs": "ok"}'
  expect_code 200
  described post /api/check
  case $full in true) name=full ;; *) name=verdict ;; esac
  "$ASSAY" schema "$name" --validate ../out >../schema 2>&1 || wrong "does not fit $name: $(head -3 ../schema)"
  "$ASSAY" schema "$name" | jq -S . >../schema.cli
  expect_that "the description has that schema" sh -c "jq -S .components.schemas.$name ../openapi | cmp - ../schema.cli"
done
expect_that "it names both" jq -e '.paths["/api/check"].post.responses["200"].content["application/json"].schema.oneOf | length == 2' ../openapi
stop

t "a revision that no git could be asked for is refused, and git is not blamed"
repo
head -c 2000000 /dev/zero | tr '\0' a >../long
head -c 1001 ../long >../longer
start --workers 0
for name in long longer; do
  jq -Rs '{prompt: "x", base: .}' "../$name" >../body
  for where in /api/missions/preview /api/stories/elaborate /api/missions; do
    ask POST "$where" -H 'Content-Type: application/json' --data-binary @../body
    expect_problem 400 invalid_input
    expect_that "it says why" jq -e '.detail | contains("at most 1000")' ../out
  done
  jq -Rs '{prompt: "x", target: .}' "../$name" >../body
  ask POST /api/missions -H 'Content-Type: application/json' --data-binary @../body
  expect_problem 400 invalid_input
done
post /api/missions/preview '{"prompt": "x", "base": "HEAD\u0000x"}'
expect_problem 400 invalid_input
get /api/missions
expect '.missions | length' 0
stop

t "a new token's login address is that of the server that runs"
repo
start --workers 0
"$ASSAY" token new --name carl --json >../out
login=$(jq -r .login ../out)
expect_that "it is at $url" [ "${login%%/login*}" = "$url" ]
expect_that "it opens at once" test "$(curl -sS -o /dev/null -w '%{http_code} %{redirect_url}' "$login")" = "303 $url/"
"$ASSAY" token new --name carl --url https://assay.example.com --json >../out
expect_that "unless another is named" jq -e '.login | startswith("https://assay.example.com/login?code=")' ../out
stop
expect_that "nothing is left of it" [ -z "$(ls "$(state)/running")" ]
"$ASSAY" token new --name carl >../out
expect_that "else a port is assumed" grep -qF 'http://127.0.0.1:7411/login?code=' ../out
expect_that "and that is said" grep -qF 'No server of this repository runs now' ../out
start --workers 0
kill -KILL "$server"
wait "$server" 2>/dev/null
exec 7<&-
"$ASSAY" token new --name carl >../out
expect_that "one that was killed does not run" grep -qF 'No server of this repository runs now' ../out

t "pages of other sites read nothing with a cookie; links from there still work"
repo
start --workers 0
curl -sS -o /dev/null -c ../cookies "$login"
from() { # SITE PATH
  code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -b ../cookies -c ../cookies -H "Sec-Fetch-Site: $1" -H 'Sec-Fetch-Mode: navigate' "$url$2")
}
for site in cross-site same-site; do
  for where in /api/session /api/missions /api/events /metrics; do
    from $site $where
    expect_problem 403 forbidden
  done
  from $site /
  expect_code 200
  from $site "/login?code=$("$ASSAY" token link --json | jq -r .login | sed 's/.*code=//')"
  expect_code 303
  expect_head set-cookie
done
for site in same-origin none; do
  from $site /api/session
  expect_code 200
done
stop

t "a title is kept whole or refused"
repo
title=$(printf '%880s' x | tr ' ' t)
doc=mission-new assay mission new "Carts last" --title "$title" --json
expect_exit 0
expect_that "whole" sh -c "jq -e '.mission.title | length == 880' ../out"
start --workers 0
post /api/missions "{\"prompt\": \"x\", \"title\": \"$title$title\"}"
expect_problem 400 invalid_input
expect_that "the limit is told" jq -e '.detail | contains("at most 1000")' ../out
stop

t "what is said over HTTP does not speak of the command line alone"
repo
mission=$(new_mission "Carts last")
start --workers 0
post /api/missions '{"prompt": ""}'
expect_problem 400 invalid_input
expect_not "no command to type" grep -q 'assay mission' ../out
for body in '{"approve": true, "reject": "no"}' '{"approve": true, "file": {"tasks": [{"name": "a"}]}}'; do
  post "/api/missions/$mission/plan" "$body"
  expect_problem 400 invalid_input
  expect_not "no flags" grep -q -- '--' ../out
done
patch "$mission" '{}' '*'
expect_problem 400 invalid_input
expect_not "no flags" grep -q -- '--' ../out
ask PUT "/api/missions"
expect_code 405
expect_head "allow: "
expect_that "HEAD is taken too" grep -qi '^allow:.*GET, HEAD' ../head
curl -sS -m 600 -I -H "Authorization: Bearer $token" "$url/api/events" >../head 2>../err || wrong "HEAD of the events does not end: $(cat ../err)"
expect_head "content-type: text/event-stream"
stop
