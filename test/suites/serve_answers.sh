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
post "/api/missions/$mission/acceptance/criteria" '{"criterion": "`make` exits 0"}' -H "If-Match: $bob"
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
curl -sN -m 600 -H "Authorization: Bearer $token" "$url/api/tasks/$task/log?follow=true" >../out &
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

t "POST /api/verdict is the same, and neither runs anything"
repo
start
body='{"task": "Change a", "diff": "", "verifyLogs": "1 failed"}'
post /api/verdict "$body"
expect_code 200
fits verdict
cp ../out ../by_verdict
post /api/check "$body"
expect_that "the same" cmp ../out ../by_verdict
post "/api/verdict?full=true" "$body"
fits full
post /api/verdict '{"task": "x", "base": "main"}'
expect_problem 400 invalid_input
post /api/check '{"diff": "", "base": "main"}'
expect_problem 400 invalid_input
expect_not "something was kept" test -e .verifier
stop

t "POST /api/check without texts checks the work tree: for operators, kept, explained, noted"
git init -q -b main && echo one >a.txt && echo 'grep -q two a.txt' >test.sh && git add . && git commit -qm base
echo three >a.txt
"$ASSAY" init >/dev/null
start
operator=$token
viewer=$("$ASSAY" token new --name vera --role viewer --json | jq -r .token)
body='{"task": "Say two in a.txt", "verifyCommands": ["sh test.sh"]}'
token=$viewer
for route in /api/check /api/prove; do
  post "$route" "$body"
  expect_problem 403 forbidden
done
expect_not "something was run" test -e .verifier
token=$operator
post /api/check "$body"
expect_code 200
fits verdict
expect .final_verdict not_mergeable
run=$(jq -r .run.id ../out)
token=$viewer
get "/api/explain?run=$run"
expect_code 200
fits full
get /api/explain
expect .contract.run.id "$run"
get "/api/explain?run=../../../etc/passwd"
expect_problem 404 not_found
token=$operator
post /api/check '{"task": "x", "verifyCommands": ["true"], "waive": ["tests.*"]}'
expect_problem 400 invalid_input
post /api/check '{"task": "x", "sandbox": "off"}'
expect_problem 400 invalid_input
post /api/check '{"task": "x", "verifyTimeoutMs": 0}'
expect_problem 400 invalid_input
expect_that "who asked is noted" jq -se '[.[] | select(.operation == "check") | .status] | index(200) != null and index(403) != null' .assay/serve/changes.jsonl
stop

t "a limit means the same in every list"
mission_with_task
start --workers 0
for list in /api/missions /api/board /api/tasks /api/stories /api/notices /api/queue "/api/missions/$mission/checkpoints"; do
  for wrong in 0 1001 -1 x; do
    get "$list?limit=$wrong"
    expect_problem 400 invalid_input
  done
  for right in 1 1000; do
    get "$list?limit=$right"
    expect_code 200
  done
done
curl -sS "$url/openapi.json" >../openapi
expect_that "the description has the bounds" jq -e '[.paths[] | .get // {} | .parameters // [] | .[] | select(.name == "limit") | .schema | .minimum == 1 and .maximum == 1000] | length > 5 and all' ../openapi
stop

t "tasks come in pages, each once, also when more are added meanwhile"
repo
mission=$(new_mission "Many things")
for name in one two three four five; do new_task "$name" >/dev/null; done
start --workers 0
get "/api/tasks?limit=2"
jq -r '.tasks[].name' ../out >../seen
cursor=$(jq -r .next ../out)
new_task six >/dev/null
while [ "$cursor" != null ]; do
  get "/api/tasks?limit=2&after=$cursor"
  fits task-list
  jq -r '.tasks[].name' ../out >>../seen
  cursor=$(jq -r .next ../out)
done
expect_that "each once, in order" test "$(tr '\n' ' ' <../seen)" = "one two three four five six "
get /api/tasks
expect '.tasks | length' 6
expect .next null
get "/api/tasks?after=nothing"
expect_problem 400 invalid_input
stop

t "an old name of a field still works, and both at once do not"
repo
mission=$(new_mission "Names")
start --workers 0
post /api/tasks '{"name": "one", "files_modified": ["a/**"], "acceptance_criteria": "`make check` exits 0"}'
expect_code 201
expect '.files_modified[0]' 'a/**'
post /api/tasks '{"name": "two", "filesModified": ["b/**"]}'
expect_code 201
expect '.files_modified[0]' 'b/**'
post /api/tasks '{"name": "three", "filesModified": ["b"], "files_modified": ["a"]}'
expect_problem 400 invalid_input
stop

t "a POST with a key is done once and answered the same, also after a restart"
repo
mission=$(new_mission "Once")
start --workers 0
keyed() { post /api/tasks "$1" -H "Idempotency-Key: $2"; }
count_tasks() { "$ASSAY" task list --json | jq '.tasks | length'; }
keyed '{"name": "one"}' k-1
expect_code 201
cp ../out ../first
keyed '{"name": "one"}' k-1
expect_code 201
expect_head "idempotency-replayed: true"
expect_that "the same answer" cmp ../out ../first
expect_that "one task" test "$(count_tasks)" = 1
keyed '{"name": "two"}' k-1
expect_problem 422 key_reused
expect_that "it is said where to read more" sh -c "curl -sS $url\$(jq -r .type ../out) | grep -q key_reused"
stop
start --workers 0
keyed '{"name": "one"}' k-1
expect_code 201
expect_that "the same answer after a restart" cmp ../out ../first
expect_that "still one task" test "$(count_tasks)" = 1
keyed '{"name": "one"}' k-2
expect_code 201
expect_that "another key is another request" test "$(count_tasks)" = 2
# what was refused did nothing, and may be tried again
keyed '{"name": ""}' k-3
expect_problem 400 invalid_input
keyed '{"name": "three"}' k-3
expect_code 201
post /api/tasks '{"name": "four"}' -H "Idempotency-Key: two words"
expect_problem 400 invalid_input
post /api/tasks '{"name": "four"}' -H "Idempotency-Key: a" -H "Idempotency-Key: b"
expect_problem 400 invalid_input
# keys belong to who sent them
token=$("$ASSAY" token new --name bob --json | jq -r .token)
keyed '{"name": "one"}' k-1
expect_code 201
expect_that "bob's key is another key" test "$(count_tasks)" = 4
stop

t "of twenty requests with one key one is done"
repo
mission=$(new_mission "Once")
start --workers 0
i=0
askers=
while [ $i -lt 20 ]; do
  i=$((i + 1))
  curl -sS -o "../answer.$i" -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
    -H "Idempotency-Key: same" -d '{"name": "one"}' "$url/api/tasks" &
  askers="$askers $!"
done
for asker in $askers; do wait "$asker"; done
expect_that "one task" test "$("$ASSAY" task list --json | jq '.tasks | length')" = 1
expect_that "the same answers" test "$(cat ../answer.* | sort -u | wc -l)" -le 1
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
