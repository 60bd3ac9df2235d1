# `assay verify`: the work of a mission, merged and checked in a sandbox.
# shellcheck shell=sh

# A repository whose check is `make test`: the file `value` must hold what test.sh expects.
checked_repo() {
  repo
  printf 'test:\n\t@sh ./test.sh\n' >Makefile
  cat >test.sh <<'SH'
echo 1..1
if [ "$(cat value)" = "$(cat wanted)" ]; then echo "ok 1 - value"; else echo "not ok 1 - value"; exit 1; fi
SH
  echo 1 >value
  echo 1 >wanted
  git add . && git commit -qm tests
}
# A mission with one task per script; each is done on its branch and completed.
mission_of() { # script...
  "$ASSAY" mission new "Change the value" >/dev/null 2>&1
  mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
  for script in "$@"; do
    task=$("$ASSAY" task add "$script" --json | jq -r .id)
    git checkout -q -b "assay/$mission/$task" main
    sh -ec "$script" && git add -A && git commit -qm "$script"
    git checkout -q main
    "$ASSAY" task start "$task" >/dev/null
    "$ASSAY" task complete "$task" >/dev/null
  done
}
doc_verify() {
  doc=verification
  assay verify --json "$@"
}
status_is() { expect_that "mission is $1" test "$("$ASSAY" mission show --json | jq -r .mission.status)" = "$1"; }
check_is() { expect ".checks[] | select(.subject == \"$1\") | .status" "$2"; }

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
status_is blocked

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

t "Ctrl-C cancels, records nothing, and it can be run again"
checked_repo
printf '[[checks]]\ntitle = "slow"\ncommand = "touch started; sleep 30"\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo x >other'
"$ASSAY" verify >../out 2>../err &
pid=$!
n=0
while [ ! -e ".assay/worktrees/$mission/started" ] && [ $n -lt 300 ]; do sleep 0.1; n=$((n + 1)); done
kill -INT $pid
wait $pid
status=$?
expect_exit 2
expect_out "cancelled"
status_is awaiting_acceptance

t "two at once: the second is told"
checked_repo
printf '[[checks]]\ntitle = "slow"\ncommand = "touch started; sleep 30"\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo x >other'
"$ASSAY" verify >/dev/null 2>&1 &
pid=$!
n=0
while [ ! -e ".assay/worktrees/$mission/started" ] && [ $n -lt 300 ]; do sleep 0.1; n=$((n + 1)); done
assay verify
expect_exit 2
expect_err "is being verified by process"
kill -INT $pid
wait $pid

t "new tests are run on the code before"
checked_repo
mkdir tests
printf 'echo 1..1; echo "ok 1 - nothing"\n' >tests/run.test.sh
printf 'test:\n\t@sh tests/run.test.sh\n' >Makefile
git add . && git commit -qm tests
mission_of 'echo 2 >value; printf "echo 1..1; grep -q 2 value && echo \"ok 1 - two\" || { echo \"not ok 1 - two\"; exit 1; }\n" >tests/run.test.sh'
doc_verify
expect '.checks[] | select(.subject == "make test") | .proofs[0].proof' discriminating

t "what tests prove is shown per success criterion"
checked_repo
mkdir tests
printf 'echo 1..1; echo "ok 1 - nothing"\n' >tests/run.test.sh
printf 'test:\n\t@sh tests/run.test.sh\n' >Makefile
git add . && git commit -qm tests
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

prepared_repo() {
  checked_repo
  cat >assay.toml <<'TOML'
[prepare]
command = "mkdir deps && cp deps.lock deps/lib && date +%N > deps/made"
inputs = ["deps.lock"]
outputs = ["deps"]
[[checks]]
title = "uses dependencies"
command = "grep -q lib1 deps/lib && cat deps/made"
TOML
  echo lib1 >deps.lock
  printf 'deps\n' >.gitignore
  git add . && git commit -qm deps
}

t "dependencies are prepared once per lockfile"
prepared_repo
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect '.prepared[0].reused' false
made=$(jq -r '.checks[] | select(.title == "uses dependencies") | .lastOutput' ../out)
doc_verify --fresh
expect '.prepared[0].reused' true
expect '.checks[] | select(.title == "uses dependencies") | .lastOutput' "$made"
mission_of 'printf "lib1\nlib2\n" >deps.lock'
doc_verify
expect '.prepared[0].reused' false
expect '.notes[0]' "The work changes deps.lock, which decides what is installed."

t "a check cannot change what was prepared"
prepared_repo
sed 's/^command = "grep.*/command = "echo evil > deps\/lib || echo refused; cat deps\/lib"/' assay.toml >../p && cp ../p assay.toml && git commit -qam hostile
mission_of 'echo x >other'
doc_verify
expect '.checks[] | select(.title == "uses dependencies") | .lastOutput | contains("refused")' true
expect '.checks[] | select(.title == "uses dependencies") | .lastOutput | contains("evil")' false

t "a preparation without a network gives up at once, and the answer says how to grant one"
checked_repo
cat >package.json <<'JSON'
{ "name": "shop", "version": "1.0.0", "scripts": { "test": "node --test" }, "dependencies": { "left": "^1.0.0" } }
JSON
git add . && git commit -qm "a package"
mission_of 'echo x >other'
doc_verify
expect_exit 2
expect .outcome not_run
expect '.prepared[0].failure | contains("network = true under [prepare]")' true
expect_that "npm did not look for the network" grep -rq ENOTCACHED .assay/evidence

t "a preparation that fails means not run, with the log"
prepared_repo
sed 's/^command = "mkdir.*/command = "echo no such registry; exit 9"/' assay.toml >../p && cp ../p assay.toml && git commit -qam broken
mission_of 'echo x >other'
doc_verify
expect_exit 2
expect .outcome not_run
expect '.prepared[0].failure | contains("exited with code 9")' true
expect '.prepared[0].output | length' 64
check_is "make test" pending
status_is awaiting_acceptance

# A check that says when it began and waits for a word from outside.
waiting_repo() {
  checked_repo
  printf '[[checks]]\ntitle = "waits"\ncommand = "touch started; while [ ! -e go ]; do sleep 0.1; done"\ntimeout = 60\n' >assay.toml
  git add . && git commit -qm policy
}
until_started() {
  n=0
  while [ ! -e ".assay/worktrees/$mission/started" ] && [ $n -lt 300 ]; do sleep 0.1; n=$((n + 1)); done
}

t "a target that moves meanwhile makes the result stale, and it says so"
waiting_repo
mission_of 'echo x >other'
doc=verification
"$ASSAY" verify --json >../out 2>../err &
pid=$!
until_started
git commit -q --allow-empty -m "somebody was faster"
touch ".assay/worktrees/$mission/go"
wait $pid
status=$?
expect_exit 0
expect '.notes[-1] | contains("has moved")' true
expect_that "it names what it holds for" test "$(jq -r .targetCommit ../out)" = "$(git rev-parse HEAD~1)"

t "killed in the middle: nothing is left behind that a second run does not put right"
waiting_repo
mission_of 'echo x >other'
"$ASSAY" verify >/dev/null 2>&1 &
pid=$!
until_started
echo tampered >".assay/worktrees/$mission/value"
kill -KILL $pid
wait $pid 2>/dev/null
status_is awaiting_acceptance
rm ".assay/worktrees/$mission/started"
doc=verification
"$ASSAY" verify --json >../out 2>../err &
pid=$!
until_started
touch ".assay/worktrees/$mission/go"
wait $pid
status=$?
expect_exit 0
check_is "make test" passed
status_is ready_to_land

t "a mission that changes while it is verified keeps its own facts"
waiting_repo
mission_of 'echo x >other'
"$ASSAY" verify >../out 2>../err &
pid=$!
until_started
"$ASSAY" task add "one more" >/dev/null
touch ".assay/worktrees/$mission/go"
wait $pid
status=$?
expect_exit 2
expect_err "was changed while it was verified"
status_is active

t "what was prepared lies where the tools that made it expect it"
prepared_repo
sed 's/^command = "grep.*/command = "case $PWD in *\/.*) exit 1 ;; esac; test \\"$(readlink -f deps\/lib)\\" = \\"$PWD\/deps\/lib\\""/' assay.toml >../p && cp ../p assay.toml && git commit -qam place
mission_of 'echo x >other'
doc_verify
expect_exit 0
mission_of 'echo y >other; printf "lib1\nlib3\n" >deps.lock'
doc_verify
expect_exit 0

t "a link that the work puts in the place of its dependencies leads nowhere"
prepared_repo
echo secret >"$folder/secret-file"
mission_of "rm .gitignore; ln -s '$folder' deps"
doc_verify
expect_that "nothing of it was shown" sh -c '! grep -rq secret-file ../out .assay/evidence'
expect_that "nothing was written through it" test ! -e "$folder/lib"

t "make that finds nothing to do for its tests is no pass"
checked_repo
mkdir test && echo x >test/x && git add . && git commit -qm folder
mission_of 'echo 2 >value'
doc_verify
expect_exit 1
check_is "make test" failed
