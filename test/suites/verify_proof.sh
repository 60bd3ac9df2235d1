# What new tests prove: they are run on the code before, too.
# shellcheck shell=sh disable=SC2154
. "$HERE/verify_verbs.sh"

# One whose tests are a file that a change may bring.
tested_repo() {
  checked_repo
  mkdir tests
  printf 'echo 1..1; echo "ok 1 - nothing"\n' >tests/run.test.sh
  printf 'test:\n\t@sh tests/run.test.sh\n' >Makefile
  git add . && git commit -qm tests
}

t "new tests are run on the code before"
tested_repo
mission_of 'echo 2 >value; printf "echo 1..1; grep -q 2 value && echo \"ok 1 - two\" || { echo \"not ok 1 - two\"; exit 1; }\n" >tests/run.test.sh'
doc_verify
expect '.checks[] | select(.subject == "make test") | .proofs[0].proof' discriminating

t "what tests prove is shown per success criterion"
tested_repo
cat >../plan.json <<'JSON'
{"tasks":[{"name":"Two","instructions":"Set the value to 2.","acceptance_criteria":"Run make test and verify that all tests pass.",
"success_criteria":[
{"id":"SC-1","claim":"the value is 2","evidence":{"kind":"test","name":"two"}},
{"id":"SC-2","claim":"one is still one","evidence":{"kind":"test","name":"one"}},
{"id":"SC-3","claim":"three is there","evidence":{"kind":"test","name":"three"}},
{"id":"SC-4","claim":"value holds 2","evidence":{"kind":"grep","pattern":"^2$","path":"value"}}]}]}
JSON
"$ASSAY" mission new "Change the value" --plan ../plan.json >/dev/null 2>&1
mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
task=$("$ASSAY" task list --json | jq -r '.tasks[0].id')
doc=pack
assay accept --json
expect '.proofs[0].detail' "not verified yet"
git checkout -q -b "assay/$mission/$task"
echo 2 >value
printf 'echo 1..2; echo "ok 1 - one"; grep -q 2 value && echo "ok 2 - two" || { echo "not ok 2 - two"; exit 1; }\n' >tests/run.test.sh
git add . && git commit -qm two && git checkout -q main
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
doc_verify
expect '[.criteria[] | .id + "=" + (.proof // .detail)] | join(", ")' \
  "SC-1=discriminating, SC-2=always_green, SC-3=no check ran a test of that name, SC-4=no proof named"
doc=pack
assay accept --json
expect '[.proofs[].proof] | map(. // "none") | join(" ")' "discriminating always_green none none"
doc=
assay accept
expect_out "discriminating: fails before the change, passes after it"
expect_out "no proof named"
doc_verify
expect '.checks[] | select(.subject == "make test") | .reusedFrom != null' true
expect '.criteria[0].proof' discriminating
doc=
assay verify --markdown
expect_out "always green: passes before the change too"
