# Sessions of browsers, login addresses, and where keys lie.
# shellcheck shell=sh disable=SC2154

. "$HERE/serve_verbs.sh"
with_jar() { # METHOD PATH [more of curl's options]
  how=$1
  where=$2
  shift 2
  code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -b "${jar:-../jar}" -X "$how" "$@" "$url$where")
}
sign_out() { with_jar POST /api/logout -H "Origin: $url"; }

t "signing out ends the session: a copy of its cookie opens nothing, here, elsewhere and after a restart"
mission_with_task
start
log_in
cp ../jar ../stolen
with_jar GET /api/missions
expect_code 200
with_jar POST /api/logout -H 'Origin: http://evil.example'
expect_problem 403 forbidden
with_jar GET /api/missions
expect_code 200
sign_out
expect_code 204
expect_head "max-age=0"
expect_head 'clear-site-data: "cache"'
jar=../stolen
for where in /api/missions /api/session /api/events /metrics; do
  with_jar GET $where
  expect_problem 401 unauthorized
done
with_jar POST "/api/tasks/$task/start" -H "Origin: $url" -H 'Content-Type: application/json' -d '{}'
expect_problem 401 unauthorized
port_wanted=$port
stop
start
with_jar GET /api/session
expect_problem 401 unauthorized
unset jar port_wanted
get /api/session
expect_code 200
stop

t "signing out ends the streams of that session, and of no other"
mission_with_task
start --workers 0
"$ASSAY" task start "$task" >/dev/null
mkdir -p .assay/live
echo first >".assay/live/$task.log"
log_in
cp ../jar ../other
log_in
curl -sN -m 600 -b ../jar "$url/api/events" >../mine &
mine=$!
curl -sN -m 600 -b ../jar "$url/api/tasks/$task/log?follow=true" >../followed &
followed=$!
curl -sN -m 600 -b ../other "$url/api/events" >../stays &
stays=$!
soon grep -q hello ../mine
soon grep -q hello ../stays
soon grep -q first ../followed
sign_out
expect_code 204
for reader in "$mine" "$followed"; do
  wait "$reader"
  [ $? -ne 28 ] || wrong "a stream outlived its session"
done
expect_that "others listen on" kill -0 "$stays"
stop
wait "$stays"

t "a session outlives a restart, ends with its token, and is listed and ended by commands"
repo
start
log_in
"$ASSAY" token sessions --json >../out
expect '.sessions | length' 1
expect '.sessions[0].name' test
session=$(jq -r '.sessions[0].id' ../out)
expect_not "its id is not what opens" grep -q "$session" ../jar
expect_that "what opens is kept nowhere" sh -c '! grep -rqF "$(awk "/assay_/ {print \$7}" ../jar)" .assay .git "$1"' sh "$(state)"
expect_that "sessions are for their owner alone" test "$(stat -c %a "$(state)/sessions.json")" = 600
"$ASSAY" token list >../out
expect_out "1 session"
port_wanted=$port
stop
start
with_jar GET /api/session
expect_code 200
expect_that "it ends within 14 days" jq -e '.expiresAt != null' ../out
assay token end session-nothing
expect_exit 2
assay token end "$session"
expect_exit 0
with_jar GET /api/session
expect_problem 401 unauthorized
log_in
login=$("$ASSAY" token link --json | jq -r .login)
curl -sS -o ../out -b ../jar -c ../jar "$login"
"$ASSAY" token sessions --json >../out
expect_that "a browser that logs in again has one session" jq -e '.sessions | length == 1' ../out
with_jar GET /api/session
expect_code 200
assay token end all
expect_exit 0
with_jar GET /api/session
expect_problem 401 unauthorized
"$ASSAY" token new --name dora --role viewer >/dev/null
log_in dora
with_jar GET /api/session
expect .role viewer
assay token revoke dora
expect_exit 0
expect_out "ended 1 session"
with_jar GET /api/session
expect_problem 401 unauthorized
unset port_wanted
stop

t "a login address works once, says so when it was used, and a token is not taken from an address"
repo
start
code=$(curl -sS -I -o ../head -w '%{http_code}' "$login")
expect_not "who only looks gets no cookie" grep -qi set-cookie ../head
code=$(curl -sS -o ../out -D ../head -w '%{http_code}' -c ../jar "$login")
expect_code 303
expect_head "set-cookie"
with_jar GET /api/session
expect_code 200
code=$(curl -sS -o ../out -D ../head -w '%{http_code}' "$login")
expect_code 303
expect_head "location: /?login=used"
expect_out "assay token link"
expect_not "no cookie the second time" grep -qi set-cookie ../head
for query in "token=$token" "code=$token" "code=" ""; do
  code=$(curl -sS -o ../out -D ../head -w '%{http_code}' "$url/login?$query")
  expect_code 303
  expect_head "location: /?login="
  expect_out "assay token link"
  expect_not "no cookie for $query" grep -qi set-cookie ../head
done
login=$("$ASSAY" token link --json | jq -r .login)
jq '.links[-1].endsAt = "2026-01-01T00:00:00.000Z"' "$(state)/sessions.json" >../aged
chmod 600 ../aged && mv ../aged "$(state)/sessions.json"
code=$(curl -sS -o ../out -D ../head -w '%{http_code}' "$login")
expect_code 303
expect_head "location: /?login=late"
expect_out "ten minutes"
expect_not "no cookie for a late one" grep -qi set-cookie ../head
assay token link nobody
expect_exit 2
expect_err "assay token new"
stop

t "many who use one login address at the same time: one gets in"
repo
start
for n in 1 2 3 4 5 6 7 8; do
  curl -sS -o /dev/null -D "../head-$n" "$login" &
  eval "c$n=$!"
done
# shellcheck disable=SC2086,SC2154
wait $c1 $c2 $c3 $c4 $c5 $c6 $c7 $c8
expect_that "one" test "$(cat ../head-* | grep -ci '^set-cookie')" = 1
stop

t "tokens hold 90 days unless said otherwise, and the list says until when"
repo
"$ASSAY" token new --name anna --json >../out
expect_that "90 days" jq -e '(.expiresAt | sub("\\.[0-9]+Z$"; "Z") | fromdate) - now | . > 89.9 * 86400 and . < 90.1 * 86400' ../out
"$ASSAY" token new --name ever --expires never --json >../out
expect .expiresAt null
"$ASSAY" token new --name soon --expires 0s >/dev/null
"$ASSAY" token list >../out
expect_out "never ends"
expect_out "until 20"
expect_out "ended 20"
assay token new --expires sometimes
expect_exit 2
start
"$ASSAY" token list --json >../out
expect_that "the first token ends too" jq -e 'all(.tokens[]; .name == "ever" or .expiresAt != null)' ../out
stop

t "wrong tokens are slowed; a right one from the same address is not"
repo
start
good=$token
token=assay-wrong
seen=
for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
  get /api/missions
  seen="$seen $code"
done
case $seen in *" 401 "*" 429"*) ;; *) wrong "never slowed:$seen" ;; esac
case $seen in " 401 401 401 401 401"*) ;; *) wrong "slowed at once:$seen" ;; esac
expect_problem 429 too_many_requests
expect_head "retry-after: "
post /api/login '{"token": "assay-wrong"}'
expect_problem 429 too_many_requests
code=$(curl -sS -o ../out -D ../head -w '%{http_code}' "$url/login?code=wrong")
expect_problem 429 too_many_requests
token=$good
get /api/missions
expect_code 200
new=$("$ASSAY" token new --name dora --json | jq -r .token)
token=$new
get /api/session
expect .name dora
stop

t "what runs in the repository cannot make itself a key"
repo
start
stop
mkdir -p .assay/serve
jq '.schemaVersion = 1 | .secret = "mine" | .keys[0].id = "key-evil" | .keys[0].name = "evil" | .keys[0].hash = "'"$(printf assay-evil | sha256sum | cut -d ' ' -f 1)"'"' "$(state)/keys.json" >.assay/serve/keys.json
chmod 600 .assay/serve/keys.json
start
expect_that "it is said" grep -q 'serve/keys.json is not used' ../log
good=$token
token=assay-evil
get /api/missions
expect_problem 401 unauthorized
token=$good
get /api/missions
expect_code 200
"$ASSAY" token list >../out 2>/dev/null
expect_not "it is no token" grep -q evil ../out
stop

older_keys() { # keys as an older version left them, for assay-old
  mkdir -p .assay/serve
  printf '{"schemaVersion": 1, "secret": "sealing", "keys": [{"id": "key-old", "name": "olga", "role": "operator", "hash": "%s", "createdAt": "2026-01-01T00:00:00.000Z", "expiresAt": null}]}\n' \
    "$(printf assay-old | sha256sum | cut -d ' ' -f 1)" >.assay/serve/keys.json
  chmod 600 .assay/serve/keys.json
}
t "keys that an older version kept in the repository are taken over once, without their secret"
repo
"$ASSAY" init >/dev/null
older_keys
start
expect_that "it is said whose" grep -q 'Taken over: olga (operator)' ../log
expect_not "they left the repository" test -e .assay/serve/keys.json
expect_not "their secret did not come along" grep -rq sealing "$(state)"
token=assay-old
get /api/session
expect .name olga
stop
older_keys
sed -i s/key-old/key-new/ .assay/serve/keys.json
"$ASSAY" token revoke olga >/dev/null 2>&1
start
token=assay-old
get /api/session
expect_problem 401 unauthorized
stop

t "keys that came with a clone are not taken over"
repo
older_keys
start
expect_that "it is said" grep -q 'serve/keys.json is not used' ../log
token=assay-old
get /api/session
expect_problem 401 unauthorized
stop

t "nor are keys that git tracks, wherever the store was made"
repo
"$ASSAY" init >/dev/null
older_keys
git add -f .assay/serve/keys.json && git commit -qm "keys" -- .assay/serve/keys.json
chmod 600 .assay/serve/keys.json
start
token=assay-old
get /api/session
expect_problem 401 unauthorized
stop

t "nothing that needs a login is left in the browser's cache"
mission_with_task
start
for where in /api/missions "/api/missions/$mission" "/api/tasks/$task" /api/session /api/board; do
  get "$where"
  expect_code 200
  expect_head "cache-control: no-store"
done
digest=$(echo evidence | sha256sum | cut -d ' ' -f 1)
mkdir -p ".assay/evidence/$(echo "$digest" | cut -c 1-2)"
get "/api/evidence/$digest"
expect_head "cache-control: no-store"
get /
expect_head "cache-control: no-store"
stop
