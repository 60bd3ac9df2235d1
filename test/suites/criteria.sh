# Criteria that a prompt names, the evidence that would show them, and what that says before the work.

# The evidence of a criterion: "C-1=http path=/health method=GET status=200".
evidence_of() {
  expect "[$1[] | .id + \"=\" + ([.evidence[] | .kind + ([.arguments | to_entries[] | \" \" + .key + \"=\" + .value] | join(\"\"))] | join(\"; \"))] | join(\", \")" "$2"
}

t "a preview shows criteria with their evidence, what is not asked for, and what holds already"
repo
echo hello >README.md
git add . && git commit -qm readme
"$ASSAY" init >/dev/null
printf 'Add a health endpoint.\n\n- GET /health returns 200\n- `make test` passes\n- README.md exists\n- the answer is short\n\nDo not touch src/old.c.\n' >../wish.md
doc=mission-preview
assay mission preview "$(cat ../wish.md)" --json
expect_exit 0
expect '[.criteria[].text] | join("|")' 'GET /health returns 200|`make test` passes|README.md exists|the answer is short'
evidence_of .criteria 'C-1=http path=/health method=GET status=200, C-2=command command=make test, C-3=artefact path=README.md, C-4='
expect '[.criteria[] | .forPerson] | map(tostring) | join(" ")' 'false false false true'
expect '[.criteria[] | .provesNothing] | map(tostring) | join(" ")' 'false false true false'
expect '.nonGoals[0]' 'Do not touch src/old.c.'
expect '.notes | length' 0
doc=
assay mission preview "$(cat ../wish.md)"
expect_out "shown by: GET /health answers 200"
expect_out "proves nothing"
expect_out "for a person"
expect_out "Not asked for"

t "a vague prompt is told what is missing, in text and JSON, and its criteria are for a person"
repo
"$ASSAY" init >/dev/null
doc=mission-new
assay mission new "Make the API better" --json
expect_exit 0
expect '.notes[0] | contains("names nothing that can be checked") and contains("for example")' true
expect '[.criteria[] | .general and .forPerson] | all' true
expect '.mission.acceptance.criteria[0]' "The requested slice is implemented in a coherent, runnable state."
doc=
assay mission new "Make the page better"
expect_out "names nothing that can be checked"
expect_out "for a person"
doc=pack
assay accept --json
expect '.criteria | length' 2
expect '.acceptance.criteria | map(type) | unique | join("")' string

t "evidence that cannot fail is refused, in plans and in criteria"
repo
"$ASSAY" init >/dev/null
"$ASSAY" mission new "GET /a returns 200" >/dev/null
plan_with() {
  printf '{"tasks":[{"name":"one","instructions":"x","success_criteria":[{"claim":"it holds","evidence":%s}]}]}' "$1" >../plan.json
  assay mission new "x" --plan ../plan.json
}
for evidence in '{"kind":"command","command":"true"}' '{"kind":"command","command":"make test || true"}' \
  '{"kind":"grep","pattern":".*"}' '{"kind":"command","command":"exit 0"}' '{"kind":"command","command":"echo ok"}'; do
  plan_with "$evidence"
  expect_exit 2
  expect_err "shows nothing"
done
echo x >here.txt && git add . && git commit -qm here
for evidence in '{"kind":"artefact","path":"here.txt"}' '{"kind":"command","command":"test -e here.txt"}'; do
  plan_with "$evidence"
  expect_exit 2
  expect_err "here.txt is there before any work is done"
done
plan_with '{"kind":"artefact","path":"new.txt"}'
expect_exit 0
assay pack add-criterion '`true` passes'
expect_exit 2
expect_err "shows nothing"
assay pack add-criterion 'GET /a returns 200
- looks good'
expect_exit 2
expect_err '"looks good"'

t "what holds before the work proves nothing, what the work brings is shown"
repo
printf 'test:\n\tgrep -q . value\nlint:\n\tgrep -q 2 value\n' >Makefile
echo 1 >value
git add . && git commit -qm base
"$ASSAY" init >/dev/null
printf -- '- `make test` passes\n- `make lint` passes\n- Create new.txt\n- value says "three"\n- it feels right to everyone who reads it\n' >../wish.md
"$ASSAY" mission new --prompt-file ../wish.md >/dev/null 2>&1
mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
"$ASSAY" task add "Do it" --accept '`make test` passes' >/dev/null
task=$("$ASSAY" task list --json | jq -r '.tasks[0].id')
git checkout -q -b "assay/$mission/$task"
echo '2 two' >value && echo new >new.txt
git add . && git commit -qm two && git checkout -q main
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
doc=verification
assay verify --json
expect '[.criteria[] | select(.taskId == "") | .standing] | join(" ")' 'proves_nothing shown shown unproven for_person'
expect '.checks[] | select(.subject == "new.txt") | .status' passed
doc=pack
assay accept --json
expect '[.proofs[].standing] | join(" ")' 'proves_nothing shown shown unproven for_person'
doc=
assay accept
expect_out "proves nothing"

t "a plan shows before it is approved what holds already, tried in the sandbox"
. "$HERE/work_verbs.sh"
project
planner=planner_evidence
agents good
doc=mission-plan
assay plan "Change the value to two. \`make test\` must pass." --json
expect .state proposed
expect '[.criteria[] | select(.task == "") | .text] | .[-1]' '`make test` must pass.'
expect '[.criteria[] | select(.task != "") | .id + "=" + .evidence[0].onBase] | join(" ")' \
  'SC-1=holds SC-2=does_not_hold SC-3=does_not_hold SC-4=holds'
expect '[.criteria[] | select(.provesNothing) | .id] | join(" ")' 'C-1 SC-1 SC-4'
doc=
assay plan
expect_out 'shown by: `make test` exits with 0'
expect_out "proves nothing"

# A mission of one task that has this criterion, done by this script.
criterion_of() { # evidence, script
  printf '{"tasks":[{"name":"Write the note","instructions":"x","success_criteria":[{"claim":"note.txt says two","evidence":%s}]}]}' "$1" >../plan.json
  "$ASSAY" mission new "Write the note" --plan ../plan.json >/dev/null 2>&1
  mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
  task=$("$ASSAY" task list --json | jq -r '.tasks[0].id')
  git checkout -q -b "assay/$mission/$task"
  sh -ec "$2" && git add -A && git commit -qm work && git checkout -q main
  "$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
}

t "a criterion that fails does not land: a person is asked, and may accept it with a reason"
. "$HERE/verify_verbs.sh"
checked_repo
"$ASSAY" init >/dev/null
criterion_of '{"kind":"grep","pattern":"two","path":"note.txt"}' 'echo one >note.txt'
doc_verify
expect_exit 2
expect .outcome needs_person
expect '.criteria[0].standing' failed
expect '.reason | contains("1 criterion failed") and contains("note.txt says two") and contains("assay pack answer")' true
status_is awaiting_acceptance
doc=
assay land
expect_exit 1
expect_out "assay pack answer check-"
expect_not "it is not asked to be verified again first" grep -q "Next: assay verify" ../out
assay needs
expect_out "a check waits for your answer"
expect_out "assay pack answer check-"
assay run "$mission"
expect_out "assay pack answer check-"
expect_not "it does not say that nothing was verified" grep -q "done and not verified" ../out
"$ASSAY" pack answer review --reason "one is enough" >/dev/null
assay needs
expect_out "assay verify"
expect_not "nothing is asked twice" grep -q "pack answer" ../out
doc_verify
expect_exit 0
expect '.notes | map(select(contains("1 criterion failed") and contains("A person accepted that"))) | length' 1
doc=
assay land
expect_exit 0

t "what a criterion forbids to touch is not held against it where another task may have done it"
checked_repo
"$ASSAY" init >/dev/null
criterion_of '{"kind":"diff","touched":["note.txt"],"untouched":["wanted"]}' 'echo two >note.txt'
other=$("$ASSAY" task add "Touch the other" --mission "$mission" --json | jq -r .id)
git checkout -q -b "assay/$mission/$other" main
echo 1 >>wanted && echo 1 >>value && git commit -qam other && git checkout -q main
"$ASSAY" task start "$other" >/dev/null && "$ASSAY" task complete "$other" >/dev/null
doc_verify
expect '.criteria[0].standing' unproven

t "a prompt may begin with a dash, and may come from a file"
repo
"$ASSAY" init >/dev/null
doc=mission-preview
assay mission preview "- [ ] POST /x returns 201" --json
expect_exit 0
evidence_of .criteria 'C-1=http path=/x method=POST status=201'
printf -- '- [ ] POST /y returns 201\n' >../wish.md
assay mission preview --prompt-file ../wish.md --json
expect_exit 0
evidence_of .criteria 'C-1=http path=/y method=POST status=201'
assay mission preview --nosuch
expect_exit 2
expect_err "unknown option --nosuch"
doc=mission-new
assay mission new "- GET /z returns 200
- GET /z/1 returns 404" --json
expect_exit 0

t "a request that a criterion names is made of the server that the target's policy starts"
checked_repo
cat >server.py <<'PY'
import http.server, os

class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path in open("paths").read().split() else 404)
        self.end_headers()
        self.wfile.write(b"ok")

http.server.HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
PY
echo /index >paths
printf '[server]\nstart = "exec python3 server.py"\nport = 8123\n' >assay.toml
git add . && git commit -qm server
"$ASSAY" init >/dev/null
printf 'Add a health endpoint.\n\n- GET /health returns 200\n- GET /index returns 200\n- GET /missing returns 201\n- GET /users/{id} returns 200\n' >../wish.md
"$ASSAY" mission new --prompt-file ../wish.md >/dev/null 2>&1
mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
task=$("$ASSAY" task add "Do it" --json | jq -r .id)
git checkout -q -b "assay/$mission/$task"
echo '/index /health' >paths && git commit -qam health && git checkout -q main
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
doc_verify
expect '[.criteria[] | select(.taskId == "") | .standing] | join(" ")' 'shown proves_nothing unproven unproven'
expect '.criteria[] | select(.id == "C-3") | .found' 'GET /missing answered 404, not 201.'
expect '.criteria[] | select(.id == "C-4") | .found | contains("placeholder")' true
expect '.outcome' passed

t "without a server in the policy it is said how to have the request made"
checked_repo
"$ASSAY" init >/dev/null
"$ASSAY" mission new "- GET /health returns 200" >/dev/null 2>&1
mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
task=$("$ASSAY" task add "Do it" --json | jq -r .id)
git checkout -q -b "assay/$mission/$task"
echo x >other && git add . && git commit -qm other && git checkout -q main
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
doc_verify
expect '.criteria[] | select(.id == "C-1") | .found | contains("[server] start")' true
