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
