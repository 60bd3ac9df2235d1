# Who comes in to the server, and what no request leads to.
# shellcheck shell=sh disable=SC2154

. "$HERE/serve_verbs.sh"

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
get /api/session
expect .name dora
expect_that "it is revoked" "$ASSAY" token revoke dora
get /api/session
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
  curl -sN -m 600 -H "Authorization: Bearer $1" "$url$2" >"$3" 2>/dev/null
}
carl=$("$ASSAY" token new --name carl --expires 4s --json | jq -r .token)
dora=$("$ASSAY" token new --name dora --json | jq -r .token)
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
log_in
expect_head "location: /"
expect_head "httponly"
expect_head "samesite=strict"
expect_head "referrer-policy: no-referrer"
expect_head "cache-control: no-store"
expect_not "the log has no code" grep -qF "${login##*code=}" ../log
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
code=$(curl -sS -o ../out -D ../head -w '%{http_code}' "$url/login?code=wrong")
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
code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -H 'Host: assay.example.com' "$url/login?$("$ASSAY" token link --json | jq -r .login | sed 's/.*?//')")
expect_head "; secure"
stop

t "no address leads out of the page's files"
mission_with_task
start
post "/api/tasks/$task/start" '{}'
for path in /../../etc/passwd /..%2f..%2f..%2fetc%2fpasswd /%2e%2e/%2e%2e/etc/passwd /assets/../../../etc/passwd /assets/..%5c..%5cetc '/%00' /.git/config /.assay/serve/changes.jsonl /api/evidence/..%2f..%2fserve%2fchanges.jsonl "/api/evidence/../serve/changes.jsonl"; do
  get "$path"
  if grep -q 'root:\|"operation"\|\[core\]' ../out; then wrong "$path is served"; fi
  case $code in 400 | 404) ;; 200) expect_head "content-type: text/html" ;; *) wrong "$path gives $code" ;; esac
done
mkdir ../page && echo '<p>mine</p>' >../page/index.html && ln -s "$(state)/keys.json" ../page/keys.json
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
