# `assay verify`: the work of a mission, merged and checked in a sandbox.
# shellcheck shell=sh disable=SC2154
. "$HERE/verify_verbs.sh"

t "work that passes is ready to land, and the checkout is not touched"
checked_repo
mission_of 'echo 2 >value; echo 2 >wanted' 'echo x >other'
before=$(git status --porcelain; git rev-parse HEAD main)
doc_verify
expect_exit 0
expect .outcome passed
check_is "make test" passed
status_is ready_to_land
expect_that "the checkout is as it was" test "$(git status --porcelain; git rev-parse HEAD main)" = "$before"
expect_that "the commit has the tree" test "$(git rev-parse "$(jq -r .commit ../out)^{tree}")" = "$(jq -r .tree ../out)"
digest=$("$ASSAY" log --json | jq -r '.checkpoints[-1].detail' | sed -n 's/.*Evidence \([0-9a-f]*\)\..*/\1/p')
expect_that "the report is among the evidence" test -s ".assay/evidence/$(echo "$digest" | cut -c1-2)/$(echo "$digest" | cut -c3-)"

t "a failing check blocks, and a retried task makes the mission active again"
checked_repo
mission_of 'echo 2 >value'
doc_verify
expect_exit 1
expect .outcome failed
check_is "make test" failed
status_is blocked
assay accept
expect_out "failed"

t "work that was never committed is no work: nothing is ready to land"
checked_repo
"$ASSAY" mission new "Change the value" >/dev/null 2>&1
task=$("$ASSAY" task add "Change it" --json | jq -r .id)
"$ASSAY" worktree add "$task" >/dev/null
"$ASSAY" task start "$task" >/dev/null
"$ASSAY" task complete "$task" >/dev/null
doc_verify
expect_exit 1
expect .outcome failed
expect '[.checks[] | select(.status == "failed") | .reason] | join(" ") | contains("The work changes nothing")' true
status_is blocked

t "two tasks that do not merge: a conflict that names the file and both"
checked_repo
mission_of 'echo 2 >value' 'echo 3 >value'
doc_verify
expect_exit 1
expect .outcome conflict
expect '.conflicts[0].path' value
expect '.conflicts[0].against | length' 1
expect '.reason | test("value: \"[^\"]+\" .task-[a-z0-9]+. does not merge with \"[^\"]+\" .task-")' true
status_is blocked
assay status
expect_out "the work of its tasks does not merge"
expect_out "assay mission verification"
assay mission verification
expect_out "assay task retry"

t "an unchanged mission is verified from what is known"
checked_repo
mission_of 'echo x >other'
doc_verify
expect '.checks[0].reusedFrom' null
doc_verify
expect '.checks[0].reusedFrom | type' string
doc_verify --fresh
expect '.checks[0].reusedFrom' null

t "what is known does not outlive what it was found for"
checked_repo
printf '[verify]\nenvironment = ["COLOUR"]\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo x >other'
doc_verify
doc_verify
commit=$(jq -r .commit ../out)
expect '.checks[0].reusedFrom | type' string
COLOUR=red doc_verify
expect '.checks[0].reusedFrom' null
"$ASSAY" pack add-check "is other" --command "test -s other" >/dev/null
doc_verify
expect '.checks[] | select(.title == "is other") | .reusedFrom' null
git update-ref "refs/assay/missions/$mission/integration" main
doc_verify
expect .commit "$commit"
expect_that "the result is kept again" test "$(git rev-parse "refs/assay/missions/$mission/integration")" = "$commit"
git checkout -q "assay/$mission/$task" && echo 2 >value && git commit -qam worse && git checkout -q main
doc_verify
expect_exit 1
check_is "make test" failed
git commit -q --allow-empty -m moved
doc_verify
expect .targetCommit "$(git rev-parse main)"

t "a change cannot switch off its own test"
checked_repo
mission_of 'printf "test:\n\t@true\n" >Makefile; echo 2 >value'
doc_verify
expect_exit 1
check_is "assay check" failed

t "an edit of what a check runs is shown, also when it loosens nothing"
checked_repo
mission_of "printf 'test:\\n\\t@echo begin\\n\\t@sh ./test.sh\\n' >Makefile"
assay verify
expect_exit 0
expect_out "The change edits what the checks run (Makefile)"
expect_out "@echo begin"
assay verify --markdown
expect_out "[config.check-edited]"

t "a change cannot bring its own policy"
checked_repo
mission_of 'printf "[sandbox]\nlevel = \"off\"\n[verify]\ngate_changes = \"warn\"\n" >assay.toml; printf "test:\n\t@true\n" >Makefile; echo 2 >value'
doc_verify
expect_exit 1
expect_that "the sandbox is on" test "$(jq -r .sandbox ../out)" != off

t "a missing program is not run, not failed"
checked_repo
printf '[[checks]]\ntitle = "absent"\ncommand = "no-such-program --version"\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo x >other'
doc_verify
expect_exit 2
expect .outcome not_run
check_is "no-such-program --version" pending
status_is awaiting_acceptance

t "a command that claims success with no tests is no pass"
checked_repo
printf 'echo "1..0"\n' >test.sh
git add . && git commit -qm empty
mission_of 'echo x >other'
doc_verify
expect_exit 1
check_is "make test" failed

t "a hidden failure is a failure"
checked_repo
printf '[[checks]]\ntitle = "swallowed"\ncommand = "sh ./test.sh || true"\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo 2 >value'
doc_verify
expect_exit 1
check_is "sh ./test.sh || true" failed

t "flaky is shown, with all attempts"
checked_repo
printf '[[checks]]\ntitle = "flaky"\ncommand = "if [ -e tried ]; then exit 0; fi; touch tried; exit 1"\nretries = 2\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect '.checks[] | select(.title == "flaky") | .flaky' true
expect '.checks[] | select(.title == "flaky") | .attempts | length' 2

t "a quarantined check does not block until its day has come"
checked_repo
printf '[[checks]]\ntitle = "shaky"\ncommand = "false"\n[[quarantine]]\ncheck = "shaky"\nowner = "anna"\nreason = "network"\nuntil = "2999-01-01"\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect '.checks[] | select(.title == "shaky") | .status' skipped
sed 's/2999/2001/' assay.toml >../p && cp ../p assay.toml && git commit -qam over
doc_verify
expect_exit 1
expect '.checks[] | select(.title == "shaky") | .status' failed

t "reports for CI: JUnit, SARIF, Markdown, annotations that output cannot forge"
checked_repo
printf 'echo 1..1; echo "::error::forged"; echo "not ok 1 - x"; exit 1\n' >test.sh
git add . && git commit -qm hostile
mission_of 'echo x >other'
export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY="$PWD/../summary"
assay verify --junit ../junit.xml --sarif ../out.sarif
unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY
expect_exit 1
expect_that "commands are stopped before output" sh -c 'head -1 ../out | grep -q "^::stop-commands::"'
expect_that "an annotation" grep -q '^::error ' ../err
expect_that "no forged line in the annotations" sh -c '! grep -q "^::error::forged" ../err'
expect_that "the summary is Markdown" grep -q '^# Verification: failed' ../summary
expect_that "JUnit is XML" python3 -c 'import sys, xml.dom.minidom as x; x.parse("../junit.xml")'
expect_that "SARIF is JSON" jq -e '.runs[0].results | length > 0' ../out.sarif
assay verify --markdown
expect_out "# Verification: failed"

t "what it needs is said: no mission, open tasks, no work, a wrong flag"
repo
assay verify
expect_exit 2
expect_err "assay:"
"$ASSAY" mission new "x" >/dev/null 2>&1
task=$("$ASSAY" task add "one" --json | jq -r .id)
assay verify
expect_exit 2
expect_err "is pending"
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
assay verify
expect_exit 2
expect_err "no work to verify"
assay verify --jobs 0
expect_exit 2
expect_err "--jobs"

t "make that finds nothing to do for its tests is no pass"
checked_repo
mkdir test && echo x >test/x && git add . && git commit -qm folder
mission_of 'echo 2 >value'
doc_verify
expect_exit 1
check_is "make test" failed
