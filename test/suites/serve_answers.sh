# Answers of the server that are kept, held to a version, followed or served in parts.
# shellcheck shell=sh disable=SC2154

. "$HERE/serve_verbs.sh"

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

t "long answers are compressed for those who take it, and both forms are of one version"
mission_with_task
for n in 1 2 3 4 5 6; do "$ASSAY" task add "step $n of the many" >/dev/null; done
start
get "/api/missions/$mission"
cp ../out ../plain
expect_head "vary: accept-encoding"
plain=$(tr -d '\r' <../head | sed -n 's/^[Ee][Tt]ag: //p')
for round in first kept; do
  get "/api/missions/$mission" -H 'Accept-Encoding: br, gzip;q=0.8'
  expect_head "content-encoding: gzip"
  expect_that "it is shorter ($round)" sh -c 'test "$(wc -c <../out)" -lt "$(wc -c <../plain)"'
  expect_that "it says the same ($round)" sh -c 'gzip -dc <../out | cmp - ../plain'
done
packed=$(tr -d '\r' <../head | sed -n 's/^[Ee][Tt]ag: //p')
expect_that "each form has its own ETag" test "$plain" != "$packed"
get "/api/missions/$mission" -H 'Accept-Encoding: gzip' -H "If-None-Match: $packed"
expect_code 304
get "/api/missions/$mission" -H 'Accept-Encoding: gzip;q=0'
expect_that "whoever refuses it gets it as it is" cmp ../out ../plain
ask PATCH "/api/missions/$mission" -H 'Content-Type: application/json' -d '{"parallelTasks": 3}' -H "If-Match: $packed"
expect_code 200
stop

t "what repeats a request or holds output and code is never compressed"
mission_with_task
start --workers 0
long=$(printf '%02000d' 7)
get "/api/missions?$long=1" -H 'Accept-Encoding: gzip'
expect_code 400
expect_that "an error" sh -c '! grep -qi content-encoding ../head'
post /api/tasks "{\"mission\": \"$mission\", \"name\": \"x\", \"instructions\": \"$long\"}" -H 'Accept-Encoding: gzip'
expect_code 201
expect_that "the answer to a change" sh -c '! grep -qi content-encoding ../head'
path=$("$ASSAY" worktree add "$task" --json | jq -r .path)
(cd "$path" && seq 1 2000 >numbers.txt && git add . && git commit -qm numbers)
get "/api/tasks/$task/diff" -H 'Accept-Encoding: gzip'
expect_code 200
expect_that "a diff" sh -c '! grep -qi content-encoding ../head'
get /api/session -H 'Accept-Encoding: gzip'
expect_that "a session" sh -c '! grep -qi content-encoding ../head'
stop
