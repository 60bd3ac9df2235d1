# The MCP server on standard input and output. Answers come one a line, in order.
# shellcheck shell=sh

# mcp ARGS... < messages: runs the server to the end of its input; answers in ../out
mcp() {
  doc=
  assay mcp "$@"
}
meta='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}'
# answer ID PATH: of the answer with that id
answer() { jq -r --argjson id "$1" "select(.id == \$id) | $2" ../out; }
expect_answer() {
  got=$(answer "$1" "$2" 2>&1)
  [ "$got" = "$3" ] || wrong "answer $1: $2 is '$got', expected '$3'"
}
call() { printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s}}\n' "$1" "$2" "$3"; }

t "a client of 2025-06-18 looks around and changes nothing"
repo
doc=mission-new
assay mission new "Add a parser for dates" --json
cat >../messages <<'TEXT'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"status","arguments":{}}}
{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"task_add","arguments":{"name":"x"}}}
TEXT
mcp <../messages
expect_exit 0
expect_answer 1 .result.protocolVersion 2025-06-18
expect_answer 2 '[.result.tools[] | select(.annotations.readOnlyHint | not) | .name] | sort | join(" ")' "check critic prove"
expect_answer 2 '[.result.tools[] | select(.annotations.destructiveHint)] | length' 0
expect_answer 3 '.result.structuredContent.missions[0].title' "Add a parser for dates"
expect_answer 4 '.error.code' -32602
expect_that "every answer is one line" test "$(wc -l <../out)" = 4

t "a person's client does all that the command line does, in the person's name"
repo
{
  call 1 mission_new '{"prompt":"Add a parser for dates"}'
  call 2 task_add '{"name":"Write it"}'
  call 3 task_add '{"name":"Write it","colour":"blue"}'
  call 4 task_list '{}'
} >../messages
mcp --operator <../messages
expect_answer 1 '.result.structuredContent.mission.title' "Add a parser for dates"
expect_answer 2 .result.isError null
expect_answer 3 .result.isError true
expect_that "the wrong key is named" grep -q colour ../out
expect_answer 4 '.result.structuredContent.tasks | length' 1
doc=log assay log --json
expect_that "it is recorded who" grep -q '"actor": "person:' ../out

t "a plan without tasks is refused here too"
repo
{
  call 1 mission_new '{"prompt":"Add a parser for dates"}'
  call 2 plan '{"file":{}}'
  call 3 mission_new '{"prompt":"Another","plan":{"tasks":[]}}'
  call 4 mission_list '{}'
} >../messages
mcp --operator <../messages
for n in 2 3; do
  expect_answer $n .result.isError true
  expect_answer $n '.result.content[0].text | contains("is missing or empty")' true
done
expect_answer 4 '[.result.structuredContent.missions[].status] | join(" ")' planning

t "without a repository a tool says what is missing"
call 1 status '{}' >../messages
mcp <../messages
expect_exit 0
expect_answer 1 .result.isError true
expect_that "the sentence says what to do" grep -qi "git repository" ../out

t "the stateless revision needs no handshake"
repo
cat >../messages <<TEXT
{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{$meta}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"doctor","arguments":{},$meta}}
{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01"}}}
TEXT
mcp <../messages
expect_answer 1 '.result.supportedVersions | index("2026-07-28") != null' true
expect_answer 2 .result.resultType complete
expect_answer 3 .error.code -32022

t "an agent at its desk reads its task, reports and asks, and can do nothing else"
mkdir desk
echo '{"name":"Write it","acceptance_criteria":"it parses"}' >desk/task.json
: >desk/said.jsonl
{
  echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  call 2 read_task '{}'
  call 3 report_progress '{"text":"half done"}'
  call 4 ask_question '{"question":"Which calendar?"}'
  call 5 task_accept '{"tasks":["x"]}'
  call 6 ask_question '{"question":""}'
  call 7 report_progress '{"text":1}'
} >../messages
mcp --desk desk <../messages
expect_answer 1 '[.result.tools[].name] | join(" ")' "read_task report_progress ask_question"
expect_answer 2 .result.structuredContent.acceptance_criteria "it parses"
expect_answer 3 .result.structuredContent.noted true
expect_answer 5 .error.code -32602
expect_answer 6 .result.isError true
expect_answer 7 .result.isError true
expect_that "what was said lies in the box" test "$(jq -r .text desk/said.jsonl | tr '\n' ',')" = "half done,Which calendar?,"

t "what is no message is answered and does not end the conversation"
{
  printf 'no json\n\n[]\n'
  head -c 9000000 /dev/zero | tr '\0' 'x'
  printf '\n{"jsonrpc":"2.0","id":9,"method":"ping"}'
} >../messages
mcp <../messages
expect_exit 0
expect_that "three faults" test "$(jq -c 'select(.id == null) | .error.code' ../out | tr '\n' ' ')" = "-32700 -32600 -32600 "
expect_answer 9 '.result | length' 0

# ---- an agent asks about its own change

# a repository whose test is `sh test.sh`, with a change in the work tree that it fails on
changed_repo() {
  git init -q -b main
  echo one >a.txt
  echo 'grep -q two a.txt' >test.sh
  git add . && git commit -qm base
  echo three >a.txt
}

t "check judges the work tree, says what to fix, and explain shows the rest"
changed_repo
{
  call 1 check '{"task":"Say two in a.txt","verifyCommands":["sh test.sh"]}'
} >../messages
mcp <../messages
expect_exit 0
expect_answer 1 .result.isError null
expect_answer 1 .result.structuredContent.verdict block_pr
expect_answer 1 .result.structuredContent.final_verdict not_mergeable
expect_answer 1 '.result.content[0].text | startswith("not_mergeable")' true
expect_answer 1 '.result.content[0].text | contains("Must fix:") and contains("Ran `sh test.sh`: exit 1")' true
answer 1 .result.structuredContent >../verdict
expect_that "it is the verdict document" "$ASSAY" schema verdict --validate ../verdict
expect_file "$(jq -r .run.artifacts_dir ../verdict)/assay.json"
expect_not "there is no store" test -e .assay
run=$(jq -r .run.id ../verdict)
echo two >a.txt
{
  call 1 explain "{\"run\":\"$run\"}"
  call 2 explain '{"run":"nothing"}'
  call 3 explain '{"run":"../../../../../../etc/passwd"}'
} >../messages
mcp <../messages
expect_answer 1 '.result.structuredContent.findings | length > 0' true
answer 1 .result.structuredContent >../full
expect_that "it is the full document" "$ASSAY" schema full --validate ../full
expect_answer 2 .result.isError true
expect_answer 3 .result.isError true
call 1 check '{"task":"Say two in a.txt","verifyCommands":["sh test.sh"],"full":true}' >../messages
mcp <../messages
expect_answer 1 '.result.structuredContent.contract.final_verdict != "not_mergeable"' true
expect_answer 1 '.result.content[0].text | contains("Must fix") | not' true

t "check answers the same as the command line"
changed_repo
call 1 check '{"task":"Say two in a.txt","verifyCommands":["sh test.sh"]}' >../messages
mcp <../messages
answer 1 '.result.structuredContent | del(.run, .evidence)' | jq -S . >../by_mcp
doc=verdict
assay check --task "Say two in a.txt" --verify-command "sh test.sh" --json
expect_that "the same" sh -c 'jq -S "del(.run, .evidence)" ../out | cmp - ../by_mcp'

t "what a reading server runs is in a sandbox, whatever the settings say"
printf '[check]\nsandbox = "off"\n' >assay.toml
git init -q -b main && echo one >a.txt && git add . && git commit -qm base
echo two >a.txt
echo secret >../secret
outside=$(cd .. && pwd)/secret
call 1 check "{\"task\":\"Say two\",\"full\":true,\"verifyCommands\":[\"test ! -e '$outside'\"]}" >../messages
mcp <../messages
expect_answer 1 '.result.structuredContent.contract.run.verify_commands[0].exit_code' 0
mcp --operator <../messages
expect_answer 1 '.result.structuredContent.contract.run.verify_commands[0].exit_code' 1
call 2 check '{"task":"x","sandbox":"off"}' >../messages
mcp <../messages
expect_answer 2 .result.isError true

t "a program sets no finding aside"
changed_repo
for offer in "" --operator; do
  call 1 check '{"task":"x","verifyCommands":["true"],"waive":["tests.*"],"reason":"no"}' >../messages
  # shellcheck disable=SC2086 # one option or none
  mcp $offer <../messages
  expect_answer 1 .result.isError true
  expect_answer 1 '.result.content[0].text | contains("for people")' true
done

t "a client hears how a check goes on, and a check that it cancels ends and is not answered"
changed_repo
mkfifo ../in
"$ASSAY" mcp <../in >../out 2>../err &
server=$!
exec 8>../in
printf '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check","arguments":{"task":"x","verifyCommands":["touch started; sleep 600; touch ended"]},"_meta":{"progressToken":"p"}}}\n' >&8
soon test -e started
echo '{"jsonrpc":"2.0","id":2,"method":"ping"}' >&8
soon grep -q '"id":2' ../out
expect_that "progress is told" jq -se '[.[] | select(.method == "notifications/progress") | .params.progressToken] | index("p") != null' ../out
echo '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}' >&8
exec 8>&-
wait "$server"
expect_that "it ended well" test $? = 0
expect_answer 1 .id ""
expect_not "the command went on" test -e ended
expect_not "a run was kept" test -e .verifier/runs

t "when nobody hears the answer any more, the command ends"
changed_repo
mkfifo ../in
"$ASSAY" mcp <../in 2>../err | head -n 1 >../out &
exec 8>../in
call 1 check '{"task":"x","verifyCommands":["touch started; sleep 600; touch ended"]}' >&8
soon test -e started
echo '{"jsonrpc":"2.0","id":2,"method":"ping"}' >&8
exec 8>&-
wait
expect_not "the command went on" test -e ended

t "flags that exclude each other"
mcp --operator --desk . </dev/null
expect_exit 2
expect_err "exclude each other"

t "the critic judges a plan and a diff that are handed over, and runs nothing"
repo
jq -cn '{"plan": "<success_criteria>\n- SC-1: the handler returns 404\n  - grep: return 404 in src/**\n- SC-2: it is fast\n</success_criteria>\n",
  "diff": "diff --git a/src/cart.py b/src/cart.py\n--- a/src/cart.py\n+++ b/src/cart.py\n@@ -1,2 +1,2 @@\n def cart(id):\n-    return 200\n+    return 404\n"}' >../arguments
call 1 critic "$(cat ../arguments)" >../messages
mcp <../messages
expect_exit 0
expect_answer 1 '[.result.structuredContent.criteria[].verdict] | join(" ")' "Satisfied Information-Missing"
call 1 critic '{"plan": "{}"}' >../messages
mcp <../messages
expect_answer 1 '.result.isError' true
expect_not "no store is made" test -e .assay

t "a reading server runs no evidence of a critic outside of a sandbox"
repo
printf '[sandbox]\nlevel = "off"\n' >assay.toml && git add . && git commit -qm off
call 1 critic '{"plan": "<success_criteria>\\n- SC-1: it runs\\n  - command: touch ../here\\n</success_criteria>", "commit": "HEAD", "base": "HEAD"}' >../messages
mcp <../messages
expect_answer 1 '.result.isError' true
expect_out "switches the sandbox off"
expect_not "nothing was run" test -e ../here
