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

# Every run of the tests, on the work, on the target and of what was broken, leaves a line in ../runs.
t "verify --fresh and another tool run everything again, on the target and broken too"
tested_repo
mkdir ../tools && printf '#!/bin/sh\necho x >>"%s"\nexec sh tests/run.test.sh\n' "$(realpath ..)/runs" >../tools/runs-tests && chmod +x ../tools/runs-tests
printf '[sandbox]\nlevel = "off"\n' >assay.toml
printf 'test:\n\t@runs-tests\n' >Makefile
git add . && git commit -qm 'Another runner'
PATH=$(realpath ../tools):$PATH mission_of 'echo 2 >value; printf "echo 1..1; grep -q 2 value && echo \"ok 1 - two\" || { echo \"not ok 1 - two\"; exit 1; }\n" >tests/run.test.sh'
runs_of_verify() { # flags
  : >../runs
  (PATH=$(realpath ../tools):$PATH && "$ASSAY" verify --json "$@" >../out 2>../err)
  wc -l <../runs
}
first=$(runs_of_verify)
expect_that "it was run on the work and on the target" [ "$first" -gt 2 ]
expect .outcome passed
expect_that "the second time nothing is run" [ "$(runs_of_verify)" = 0 ]
expect_that "--fresh runs all of it again" [ "$(runs_of_verify --fresh)" = "$first" ]
echo '# another' >>../tools/runs-tests
expect_that "another tool runs all of it again" [ "$(runs_of_verify)" = "$first" ]

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
expect '[.criteria[] | select(.taskId != "") | .id + "=" + (.proof // .detail)] | join(", ")' \
  "SC-1=discriminating, SC-2=always_green, SC-3=no check ran a test of that name, SC-4=no proof named"
doc=pack
assay accept --json
expect '[.proofs[] | select(.taskId != "") | .proof] | map(. // "none") | join(" ")' "discriminating always_green none none"
expect '[.proofs[] | select(.taskId != "") | .standing] | join(" ")' "shown proves_nothing unproven shown"
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

# A repository in Python with a test of what is there.
python_repo() {
  repo
  printf 'def total(prices):\n    return sum(prices)\n' >shop.py
  printf 'import unittest\nfrom shop import total\n\n\nclass ShopTest(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total([1, 2]), 3)\n' >test_shop.py
  printf 'test:\n\tpython3 -m unittest\n' >Makefile
  printf '__pycache__/\n' >.gitignore
  git add . && git commit -qm shop
}
discount='printf "def total(prices):\n    whole = sum(prices)\n    return whole * 0.9 if whole > 100 else whole\n" >shop.py'
tests_it='printf "\n    def test_discount(self):\n        self.assertEqual(total([200]), 180)\n\n    def test_no_discount_at_100(self):\n        self.assertEqual(total([100]), 100)\n        self.assertEqual(total([101]), 101 * 0.9)\n" >>test_shop.py'

t "work that nothing proves waits for a person, whose reason is kept, shown and attested"
python_repo
mission_title="Totals above 100 get a discount of 10 percent" mission_of "$discount"
doc_verify
expect_exit 1
expect .outcome failed
expect '[.checks[] | select(.subject == "assay check") | .status] | join(" ")' failed
expect '[.checks[].findings[] | .severity + " " + .rule] | join(", ")' "should_fix proof.nothing-proven"
expect '.checks[] | select(.subject == "assay check") | .reason | contains("--accept-unproven")' true
status_is blocked
# A person accepts it with a reason, which is recorded and shown.
assay verify --accept-unproven "" --json
expect_exit 2
doc_verify --accept-unproven "a layout, looked at it" --as anna
expect_exit 0
expect .outcome passed
expect '.acceptedUnproven | map(.by + ": " + .reason) | join(" ")' "person:anna: a layout, looked at it"
expect '.reason | contains("Accepted without proof by person:anna")' true
status_is ready_to_land
doc=
assay verify --markdown
expect_out "Accepted without proof by person:anna"
assay log
expect_out "a layout, looked at it"
# What was accepted holds again when the target moves, and ends with the next commit.
echo more >note.txt && git add . && git commit -qm note
doc_verify
expect .outcome passed
expect '.acceptedUnproven[0].by' person:anna
git checkout -q "assay/$mission/$task" && echo '# again' >>shop.py && git commit -qam again && git checkout -q main
doc_verify
expect .outcome failed
expect 'has("acceptedUnproven")' false
# The landing of accepted work is attested with who accepted it. That a commit came after the task was completed is
# another question to a person.
"$ASSAY" pack answer review --reason "read the commit that was added" >/dev/null
doc_verify --accept-unproven "a layout, looked at it" --as anna
doc=
assay land --json
expect_exit 0
git notes --ref=assay show HEAD 2>/dev/null | head -1 | jq -r .payload | base64 -d >../statement
expect_that "the statement names the proof" [ "$(jq -r '.predicate["urn:assay:proof"].level' ../statement)" = full ]
expect_that "it is a warning" [ "$(jq -r .predicate.result ../statement)" = WARNED ]
expect_that "it names the person" [ "$(jq -r '.predicate["urn:assay:proof"].acceptedUnproven[0].by' ../statement)" = person:anna ]

t "proven work needs nobody, and a reason that was not needed is no acceptance"
python_repo
mission_title="Totals above 100 get a discount of 10 percent" mission_of "$discount; $tests_it"
doc_verify --accept-unproven "not needed"
expect .outcome passed
expect 'has("acceptedUnproven")' false
expect '.notes | any(contains("Nothing had to be accepted"))' true
expect '[.proof.tests[] | select(.proof == "discriminating")] | length >= 1' true
