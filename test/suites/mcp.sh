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
expect_answer 2 '[.result.tools[] | select(.annotations.readOnlyHint | not)] | length' 0
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

t "flags that exclude each other"
mcp --operator --desk . </dev/null
expect_exit 2
expect_err "exclude each other"
