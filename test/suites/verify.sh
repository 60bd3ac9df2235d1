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

# A check of a repository without a sandbox, which does what is in ../deed.sh.
unguarded() { # deed
  checked_repo
  printf '[sandbox]\nlevel = "off"\n' >assay.toml
  printf 'top=%s\n%s\n' "$PWD" "$1" >../deed.sh
  printf 'test:\n\t@sh ./test.sh\n\t@sh %s\n' "$(realpath ..)/deed.sh" >Makefile
  git add . && git commit -qm "No sandbox" && git branch other && git tag v1
  mission_of 'echo 2 >value; echo 2 >wanted'
}
as_check='git -C "$top" -c user.name=a -c user.email=a@b'

t "without a sandbox: checks that change what is not theirs fail the verification, each time"
for deed in \
  "refs/heads/other (from |$as_check update-ref refs/heads/other \$($as_check commit-tree -m x HEAD^{tree})" \
  "refs/heads/fresh (new, at |$as_check branch fresh" \
  "refs/tags/v1 (removed, was |$as_check tag -d v1" \
  "The HEAD of another checkout was changed|$as_check symbolic-ref HEAD refs/heads/other" \
  "Files of the operator were changed: |echo '# more' >>\"\$top/.git/assay/operator.toml\"" \
  "The store was changed: |sqlite3 \"\$top/.assay/assay.db\" \"DROP TRIGGER checkpoints_are_not_changed; UPDATE checkpoints SET actor = 'person:boss' WHERE number = 1\""; do
  rm -rf ./* .git .assay
  unguarded "${deed#*|}"
  doc_verify
  expect_exit 1
  expect .outcome failed
  expect_that "it is named: ${deed%%|*}" jq -e --arg what "${deed%%|*}" '.reason | contains("ran without a sandbox") and contains($what)' ../out
  status_is blocked
done

t "without a sandbox: what passed beside such a change is not used again"
unguarded 'git -C "$top" tag "v$$"'
doc_verify
expect .outcome failed
doc_verify
expect .outcome failed
expect '[.checks[] | select(.reused != null)] | length' 0

t "without a sandbox: checks that only check pass, and what the operator commits meanwhile is not charged to them"
unguarded "cd \"\$top\" && echo 9 >>more && git add more && HOME='$HOME' git commit -qm mine"
doc_verify
expect .outcome passed
expect_that "it is said" jq -e '[.notes[] | contains("Meanwhile you moved refs/heads/main")] | any' ../out

t "without a sandbox: settings that a package manager writes are noted"
unguarded 'git -C "$top" config core.hooksPath .husky/_'
doc_verify
expect .outcome passed
expect_that "it is said" jq -e '[.notes[] | contains("Git'"'"'s own files changed")] | any' ../out

t "without a sandbox: a store that a check removed is kept"
unguarded 'rm -f "$top/.assay/assay.db"*'
doc=
assay verify --json
expect_exit 2
expect_err "ran without a sandbox: the store at"
sed -n "s/.*To put it back: \(rm -f .*\)$/\1/p" ../err | head -n 1 >../put_back
sh ../put_back || wrong "it cannot be put back: $(cat ../put_back)"
assay audit verify
expect_exit 0

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
expect_exit 2
expect .outcome needs_person
check_is "make test" pending
status_is awaiting_acceptance

t "a hidden failure is a failure"
checked_repo
printf '[[checks]]\ntitle = "swallowed"\ncommand = "sh ./test.sh || true"\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo 2 >value'
doc_verify
expect_exit 1
check_is "sh ./test.sh || true" failed

# A policy with two checks in this order, nothing beside the first.
two_checks() { # first second
  printf '[verify]\njobs = %s\n[[checks]]\ntitle = "first"\ncommand = "%s"\nserial = true\n[[checks]]\ntitle = "second"\ncommand = "%s"\nserial = true\n' "${jobs:-1}" "$1" "$2" >assay.toml
  git add . && git commit -qm policy
}

t "a check that rewrites files of the work fails, and the next sees the work as it is"
checked_repo
two_checks 'echo 2 >wanted; rm a.txt' 'cat wanted && test -e a.txt && grep -qx 1 wanted'
mission_of 'echo x >other'
doc_verify
expect_exit 1
check_is "echo 2 >wanted; rm a.txt" failed
expect '.checks[] | select(.title == "first") | .findings[-1].rule' run.rewrote-files
expect '[.checks[] | select(.title == "first") | .findings[-1].spans[].path] | sort | join(" ")' "a.txt wanted"
expect '.checks[] | select(.title == "first") | .reason | contains("a.txt, wanted")' true
expect '.checks[] | select(.title == "second") | .status' passed
status_is blocked
doc_verify
expect_exit 1

t "a test that was made to pass by the check before it does not pass"
checked_repo
two_checks 'sh ./fix.sh' 'sh ./test.sh'
mission_of 'echo 2 >value; echo "echo 2 >wanted" >fix.sh'
doc_verify
expect_exit 1
check_is "sh ./fix.sh" failed
check_is "sh ./test.sh" failed
check_is "make test" failed

t "files that are written again as they were, or only touched, are no harm"
checked_repo
two_checks 'touch wanted; echo 2 >value; echo 1 >value' 'cat value'
mission_of 'echo x >other'
doc_verify
expect_exit 0

t "what a check leaves behind is gone before the next, ignored or not; what policy keeps stays"
checked_repo
printf 'ignored\nkept\n__pycache__/\n' >.gitignore
two_checks 'echo x >conftest.py; echo x >ignored; mkdir -p __pycache__ kept; echo x >__pycache__/a.pyc; echo x >kept/x' 'ls; test ! -e conftest.py && test ! -e ignored && test ! -e __pycache__ && test -e kept/x'
sed 's/^jobs = .*/caches = ["kept"]/' assay.toml >../p && cp ../p assay.toml && git commit -qam caches
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect '[.notes[] | select(contains("left new files"))] | length' 1
expect '[.notes[] | select(contains("conftest.py"))] | length' 1
expect '[.notes[] | select(contains("ignored,") or contains("__pycache__"))] | length' 0

t "checks that run side by side do not see each other"
checked_repo
printf '[verify]\njobs = 2\n' >assay.toml
for n in 1 2 3 4; do
  printf '[[checks]]\ntitle = "side %s"\ncommand = "test ! -e beside && grep -qx 1 wanted && echo %s >beside && echo 2 >wanted; sleep 0.2; grep -qx %s beside; ok=$?; rm beside; echo 1 >wanted; exit $ok"\n' $n $n $n >>assay.toml
done
git add . && git commit -qm policy
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect '[.checks[] | select(.title | startswith("side")) | .status] | unique | join(" ")' passed

t "a check cannot hide a rewritten file behind its times"
checked_repo
two_checks 'cp -p wanted /tmp/kept; echo 2 >wanted; touch -r /tmp/kept wanted' 'cat wanted'
mission_of 'echo x >other'
doc_verify
expect_exit 1
expect '.checks[] | select(.title == "first") | .status' failed
expect '.checks[] | select(.title == "second") | .lastOutput' "1"

t "a tool that changed is run again"
checked_repo
mkdir -p "$HOME/bin"
printf '#!/bin/sh\necho one\n' >"$HOME/bin/lint-it" && chmod +x "$HOME/bin/lint-it"
printf '[[checks]]\ntitle = "lint"\ncommand = "lint-it"\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo x >other'
PATH="$HOME/bin:$PATH" doc_verify
expect_exit 0
PATH="$HOME/bin:$PATH" doc_verify
expect '.checks[] | select(.title == "lint") | .reusedFrom | type' string
printf '#!/bin/sh\necho broken; exit 3\n' >"$HOME/bin/lint-it"
PATH="$HOME/bin:$PATH" doc_verify
expect_exit 1
expect '.checks[] | select(.title == "lint") | .status' failed
rm "$HOME/bin/lint-it"

t "run until it passes is flaky too"
checked_repo
printf '[verify]\njobs = 1\ncaches = ["state"]\n[[checks]]\ntitle = "luck"\ncommand = "mkdir -p state; if [ -e state/tried ]; then exit 0; fi; touch state/tried; exit 1"\n' >assay.toml
echo state >.gitignore
git add . && git commit -qm policy
mission_of 'echo x >other'
doc_verify
expect_exit 1
doc_verify
expect_exit 0
expect '.checks[] | select(.title == "luck") | .status' flaky
expect '.checks[] | select(.title == "luck") | .flaky' true
expect '.checks[] | select(.title == "luck") | .reason | contains("failed with the same inputs at")' true
expect '[.notes[] | select(startswith("Flaky: \"luck\""))] | length' 1
assay verify
expect_exit 0
expect_out "⚠ ready to land"
expect_out "⚠ flaky"
assay verify --markdown
expect_out "⚠ flaky"

t "flaky fails where policy says so"
checked_repo
printf '[verify]\nflaky = "fail"\n[[checks]]\ntitle = "flaky"\ncommand = "if [ -e tried ]; then exit 0; fi; touch tried; exit 1"\nretries = 2\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo x >other'
doc_verify
expect_exit 1
expect '.checks[] | select(.title == "flaky") | .status' failed
expect '.checks[] | select(.title == "flaky") | .flaky' true
status_is blocked

t "flaky is shown, with all attempts"
checked_repo
printf '[[checks]]\ntitle = "flaky"\ncommand = "if [ -e tried ]; then exit 0; fi; touch tried; exit 1"\nretries = 2\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect '.checks[] | select(.title == "flaky") | .status' flaky
expect '.checks[] | select(.title == "flaky") | .flaky' true
expect '.checks[] | select(.title == "flaky") | .attempts | length' 2
expect '.reason | contains("1 of them only after a failure")' true
status_is ready_to_land
doc=pack
assay pack show --json
expect '.acceptance.checks[] | select(.title == "flaky") | .lastOutput | startswith("Flaky: passed at attempt 2")' true
doc=
assay pack show
expect_out "⚠ flaky"

t "flaky is no plain pass for those who read reports alone"
checked_repo
printf '[[checks]]\ntitle = "flaky"\ncommand = "if [ -e tried ]; then exit 0; fi; touch tried; exit 1"\nretries = 2\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo x >other'
assay verify --junit ../junit.xml --sarif ../out.sarif
expect_exit 0
expect_err "⚠ flaky"
expect_that "JUnit has what Surefire writes" python3 -c '
import xml.etree.ElementTree as x
case = x.parse("../junit.xml").find(".//testcase[@name=\"flaky\"]")
failed = case.findall("flakyFailure")
assert case.find("failure") is None and len(failed) == 1, x.tostring(case)
assert failed[0].get("type") == "exit 1" and failed[0].findtext("stackTrace") == failed[0].get("message") != "", x.tostring(case)'
expect_that "SARIF has a warning" jq -e '[.runs[0].results[] | select(.ruleId == "check.flaky" and .level == "warning")] | length == 1' ../out.sarif

t "a report for - is printed, alone, and no file gets that name"
checked_repo
mission_of 'echo x >other'
doc=
assay verify --sarif - --junit ../junit.xml
expect .version 2.1.0
expect_that "the other one is a file" python3 -c 'import xml.dom.minidom as x; x.parse("../junit.xml")'
assay verify --junit -
expect_exit 0
expect_that "JUnit is printed, and nothing else" python3 -c 'import xml.dom.minidom as x; x.parse("../out")'
expect_not "there is a file of that name" test -e ./-
before_it=$("$ASSAY" log --json | jq '.checkpoints | length')
assay verify --fresh --junit - --sarif -
expect_exit 2
expect_err "only one document can go to standard output"
expect_that "nothing was verified" test "$("$ASSAY" log --json | jq '.checkpoints | length')" = "$before_it"

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
