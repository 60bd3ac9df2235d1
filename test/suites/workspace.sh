# Workspace mode: base inference, untracked files, commands, artifacts, configuration, --fail-on.
# shellcheck shell=sh
change() { git switch -qc work && echo two >>a.txt && git commit -qam "work"; }

t "collects the change, runs the command, keeps the evidence"
repo && change
assay check --intent "Append a line" --verify-command "echo checked"
expect_exit 0
expect .verdict open_pr
expect .final_verdict mergeable
expect .evidence_grade executed
expect '.run.base_ref' main
expect '.run.changed_files | join(",")' a.txt
expect '.run.verify_commands[0].exit_code' 0
expect '.run.verify_commands[0].signal' null
expect '.run.verify_commands[0].timed_out' false
expect '.run.verify_commands[0].timeout_ms' 600000
expect 'keys_unsorted | join(" ")' "schemaVersion verdict evidence_grade must_fix should_fix confidence risk summary final_verdict conditions run evidence"
expect '.run | keys_unsorted | join(" ")' "id started_at completed_at duration_ms workspace base_ref head_ref artifacts_dir changed_files verify_commands"
expect '[.evidence[].id] | join(" ")' "E-1 E-2 E-3 E-4 E-5"
expect '.evidence[1].kind' diff
expect '.run.id | test("^[0-9]{14}-[0-9]+-[0-9a-f]{6}$")' true
dir=$(jq -r .run.artifacts_dir ../out)
for file in intent.txt diff.patch verify-logs.txt builder-report.md report.md verdict.json assay.json; do expect_file "$dir/$file"; done
expect_that "verdict.json is what was printed" sh -c "jq -S . ../out >../x; jq -S . '$dir/verdict.json' | cmp - ../x"
expect_that "assay.json fits its schema" "$ASSAY" schema full --validate "$dir/assay.json"
expect_that "the folder ignores itself" sh -c 'test -z "$(git status --porcelain)"'
expect_that "the saved patch applies" sh -c "git stash -q 2>/dev/null; git switch -q main && git apply --check '$dir/diff.patch'"

t "uncommitted and untracked files belong to the change"
repo
echo two >>a.txt
mkdir sub && echo new >sub/new.txt
assay check --intent x --verify-command true
expect '.run.changed_files | sort | join(",")' a.txt,sub/new.txt

t "ignored files do not, and the index is not touched"
repo && echo build/ >.gitignore && git add . && git commit -qm ignore
mkdir build && echo x >build/x && echo new >n.txt && echo staged >s.txt && git add s.txt
cp .git/index ../index
assay check --base HEAD --intent x --verify-command true
expect '.run.changed_files | sort | join(",")' n.txt,s.txt
expect_that "index as before" cmp .git/index ../index

t "base: origin/HEAD, then main, then the root commit"
repo && git clone -q . ../clone && cd ../clone || exit 1
echo two >>a.txt
assay check --intent x --verify-command true
expect .run.base_ref origin/HEAD
cd ../w || exit 1
git branch -m main trunk
git commit -qm second --allow-empty
echo two >>a.txt && git commit -qam third
assay check --intent x --verify-command true
expect '.run.changed_files | join(",")' a.txt

t "the base is the merge base: what main did meanwhile is not the change"
repo && change && git switch -q main && echo other >b.txt && git add . && git commit -qm other && git switch -q work
assay check --intent x --verify-command true
expect '.run.changed_files | join(",")' a.txt
assay check --base main --intent x --verify-command true
expect '.run.changed_files | join(",")' a.txt

t "an unknown base is an error"
repo && change
assay check --base nowhere --intent x
expect_exit 2
expect_err "no commit 'nowhere'"
expect_no_out

t "not a repository, and a repository without commits"
assay check --workspace . --intent x
expect_exit 2
expect_err "not a git work tree"
git init -q .
assay check --workspace . --intent x
expect_exit 2
expect_err "no commit yet"

t "a failing command blocks whatever the log claims"
repo && change
assay check --intent x --verify-command "echo 'all tests passed'; exit 3"
expect_exit 0
expect .final_verdict not_mergeable
expect .verdict block_pr
expect '.run.verify_commands[0].exit_code' 3
expect_rule run.failed

t "exit 0 with a failing runner blocks too"
repo && change
assay check --intent x --verify-command "echo 'FAILED tests/test_a.py::test_b'; echo '1 failed, 3 passed in 0.1s' || true"
expect .final_verdict not_mergeable
expect_rule run.failure-hidden

t "exit 0 outranks loose words"
repo && change
assay check --intent x --verify-command "echo 'the error handler logged: failed to connect, as it should'"
expect .final_verdict mergeable

t "all commands run, in order, also after a failure"
repo && change
assay check --intent x --sandbox off --verify-command "echo one >>../order; false" --verify-command "echo two >>../order"
expect '[.run.verify_commands[].exit_code] | join(",")' 1,0
expect_that "both ran" sh -c 'test "$(cat ../order | tr "\n" " ")" = "one two "'

t "a command that cannot start was not run"
repo && change
assay check --intent x --verify-command "no-such-program --test"
expect .final_verdict inconclusive
expect_rule run.not-started

t "a timeout kills the whole tree and is said"
repo && change
assay check --intent x --sandbox off --verify-timeout-ms 300 --verify-command "sh -c 'echo \$\$ >../pid; exec sleep 300' & setsid sh -c 'echo \$\$ >../pid2; exec sleep 300' & wait"
expect .final_verdict not_mergeable
expect '.run.verify_commands[0].timed_out' true
expect '.run.verify_commands[0].timeout_ms' 300
expect '.run.verify_commands[0].exit_code' null
expect_rule run.timed-out
expect_not "the child lives" kill -0 "$(cat ../pid)"
expect_not "the setsid child lives" kill -0 "$(cat ../pid2)"

t "--sandbox: the commands see the work tree and nothing else of the machine"
repo && change
mkdir ../private && echo hidden >../private/key
command="cat a.txt && echo built >built && ! cat '$(cd .. && pwd)/private/key' ../private/key && ! touch .git/x ../x && test -z \"\$ASSAY_SECRET\""
ASSAY_SECRET=1 assay check --intent "Append a line" --verify-command "$command" --sandbox
expect '.run.verify_commands[0].exit_code' 0
expect_file built
level=$("$ASSAY" sandbox --probe --json | jq -r .level)
expect_that "the full document names the sandbox" jq -e --arg l "$level" '.sandbox == $l' "$(full_document)"
expect_that "so does the report" grep -qF -- "- Sandbox: \`$level\`, no network" "$(dirname "$(full_document)")/report.md"
expect_that "and explain" sh -c '"$0" explain | grep -q "in the sandbox: $1"' "$ASSAY" "$level"
expect_that "the contract does not" jq -e '(has("sandbox") or (.run | has("sandbox"))) | not' ../out
assay check --intent "Append a line" --verify-command "cat ../private/key" --sandbox off
expect '.run.verify_commands[0].exit_code' 0
expect_that "without a sandbox it says so" jq -e '.sandbox == "off"' "$(full_document)"
expect_that "in the report too" grep -q "Sandbox: off" "$(dirname "$(full_document)")/report.md"
assay check --intent "Append a line" --workspace .
expect_that "nothing ran" jq -e '.sandbox == null' "$(full_document)"
assay check --intent "Append a line" --verify-command "cat ../private/key" --sandbox
expect '.run.verify_commands[0].exit_code' 1
expect .final_verdict not_mergeable

t "the sandbox by configuration, from the base"
repo && printf '[check]\nsandbox = true\nverify_commands = ["! cat ../key"]\n' >assay.toml && git add . && git commit -qm law && change
echo hidden >../key
assay check --workspace . --intent "Append a line"
expect '.run.verify_commands[0].exit_code' 0

t "the sandbox is the default where one works, and says what failed in it"
repo && change
mkdir ../private && echo hidden >../private/key
assay check --intent "Append a line" --verify-command "cat ../private/key"
expect '.run.verify_commands[0].exit_code' 1
expect_err "ran in a sandbox"
expect_err "--sandbox off"
expect_that "one line" test "$(wc -l <../err)" = 1
expect_that "the documents say it too" jq -e '.sandbox == "bubblewrap" and (.sandbox_note | contains("no network"))' "$(full_document)"
expect_that "and the report" grep -q "ran in a sandbox" "$(dirname "$(full_document)")/report.md"
assay check --intent "Append a line" --verify-command "cat '$(cd ../private && pwd)/key'" --readable ../private
expect '.run.verify_commands[0].exit_code' 0
expect_that "no note without a failure" test ! -s ../err
for off in --sandbox=off "--sandbox off" --no-sandbox; do
  # shellcheck disable=SC2086
  assay check --intent "Append a line" --verify-command "cat ../private/key" $off
  expect '.run.verify_commands[0].exit_code' 0
done
for on in --sandbox --sandbox=on "--sandbox on" "--sandbox auto"; do
  # shellcheck disable=SC2086
  assay check --intent "Append a line" --verify-command "cat ../private/key" $on
  expect '.run.verify_commands[0].exit_code' 1
done
MODE=x assay check --intent "Append a line" --verify-command 'test "$MODE" = x && test "$SET" = 1' --env MODE --env SET=1
expect '.run.verify_commands[0].exit_code' 0
assay check --intent x --verify-command true --sandbox=maybe
expect_exit 2
expect_err "auto, on or off"
assay check --intent x --verify-command true --sandbox --no-sandbox
expect_exit 2

t "a change cannot switch off the sandbox around its own code"
repo && change
printf '[check]\nsandbox = "off"\n' >assay.toml
mkdir ../private && echo hidden >../private/key
assay check --intent "Append a line" --verify-command "cat ../private/key"
expect '.run.verify_commands[0].exit_code' 1
git checkout -q main && git add assay.toml && git commit -qm "off" && git checkout -q work && git rebase -q main
assay check --intent "Append a line" --verify-command "cat ../private/key"
expect '.run.verify_commands[0].exit_code' 0
expect_that "by the base it is off" jq -e '.sandbox == "off" and (has("sandbox_note") | not)' "$(full_document)"

t "grants of the base's assay.toml hold for check"
repo && printf '[sandbox]\nreadable = ["%s"]\n[verify]\nenvironment = ["MODE"]\n' "$(cd .. && pwd)/data" >assay.toml && git add . && git commit -qm law && change
mkdir ../data && echo shown >../data/file
MODE=x assay check --intent "Append a line" --verify-command "cat '$(cd .. && pwd)/data/file' && test \"\$MODE\" = x"
expect '.run.verify_commands[0].exit_code' 0

t "where no sandbox works commands run without, and one line says so"
repo && change
# Inside a sandbox bubblewrap cannot work, and Landlock cannot guard a main checkout.
expect_that "it ran" "$ASSAY" sandbox --level bubblewrap --readable "$ASSAY" -- sh -c 'cd "$TMPDIR" && git init -q -b main new && cd new && git config user.email a@b && git config user.name a && echo 1 >f && git add . && git commit -qm one && echo 2 >>f &&
  "$0" check --base HEAD --intent x --verify-command "echo ran" >"$TMPDIR/verdict" 2>"$TMPDIR/said"; cat "$TMPDIR/said" >&2; grep -q "code of the change runs with your rights" "$TMPDIR/said" && test "$(wc -l <"$TMPDIR/said")" = 1 && grep -q exit_code "$TMPDIR/verdict" &&
  ! "$0" check --base HEAD --intent x --verify-command "echo ran" --sandbox on >"$TMPDIR/verdict" 2>"$TMPDIR/said"' "$ASSAY"

t "where only Landlock works, evidence of a linked work tree is kept where it can be guarded"
repo && change
# shellcheck disable=SC2016
expect_that "it did" "$ASSAY" sandbox --level bubblewrap --readable "$ASSAY" -- sh -ec 'cd "$TMPDIR"; git init -q -b main new; cd new; git config user.email a@b; git config user.name a; echo 1 >f; git add .; git commit -qm one
  git worktree add -q ../linked -b linked; cd ../linked; echo 2 >>f
  for i in 1 2; do "$0" check --base HEAD --intent x --verify-command "mkdir -p .verifier/runs/planted; ! cat ../new/f" >../verdict; test ! -e .verifier; done
  grep -q "worktrees/linked/assay/runs" ../verdict; "$0" explain --json | grep -q landlock; test "$(ls ../new/.git/worktrees/linked/assay/runs | wc -l)" = 2
  mkdir .verifier; ! "$0" check --base HEAD --intent x --verify-command true >../verdict 2>../said; grep -q "cannot guard it there" ../said' "$ASSAY"

t "check: what Assay keeps is out of reach of the commands, also of those to come"
repo && change
mkdir -p .assay/serve && echo hunter2 >.assay/serve/keys.json && echo .assay >>.git/info/exclude
assay check --intent "Append a line" --verify-command 'cat .assay/serve/keys.json; echo "{}" >>.assay/serve/keys.json; rm -rf .assay .verifier; mkdir -p .verifier/runs/20200101000000-1-abcdef; true'
expect '.run.verify_commands[0].exit_code' 0
expect_that "the keys are as they were" test "$(cat .assay/serve/keys.json)" = hunter2
expect_not "they were read" grep -rq hunter2 .verifier
expect_not "a run was planted" test -e .verifier/runs/20200101000000-1-abcdef
assay check --intent "Append a line" --verify-command 'ls .verifier/runs; echo forged | tee .verifier/runs/*/verdict.json; true'
expect_not "evidence was changed" grep -rqx forged .verifier --include=verdict.json
assay check --intent "Append a line" --output-dir proof --verify-command true
assay check --intent "Append a line" --output-dir proof --verify-command 'echo forged | tee proof/*/verdict.json; rm -rf proof; true'
expect_not "evidence at another place was" grep -rqx forged proof --include=verdict.json
expect_that "two runs are there" test "$(find proof -name verdict.json | wc -l)" = 2

t "check in the sandbox: a virtual environment and linked packages work"
repo && change
python3 -m venv --without-pip .venv >/dev/null 2>&1 && mkdir -p ../elsewhere/node_modules/x && echo 'module.exports = 7' >../elsewhere/node_modules/x/index.js && ln -s ../elsewhere/node_modules node_modules
PATH="$PWD/.venv/bin:$PATH" assay check --intent "Append a line" --verify-command 'python3 -c "import sys; assert sys.prefix.endswith(\".venv\"), sys.prefix" && node -e "if (require(\"x\") !== 7) process.exit(1)"'
expect '.run.verify_commands[0].exit_code' 0
rm node_modules && mkdir ../keys && echo hunter2 >../keys/id && ln -s ../keys node_modules
assay check --intent "Append a line" --verify-command 'cat node_modules/id'
expect '.run.verify_commands[0].exit_code' 1

t "a signal is reported by name"
repo && change
assay check --intent x --verify-command 'kill -SEGV $$'
expect '.run.verify_commands[0].signal' SIGSEGV
expect .final_verdict not_mergeable

t "zero tests prove nothing"
repo && change
assay check --intent x --verify-command "echo 'collected 0 items'; echo '=== no tests ran in 0.01s ==='"
expect .verdict needs_context
expect .final_verdict conditional

t "final verdicts: no command, no intent, no change"
repo && change
assay check --workspace . --intent x
expect .final_verdict conditional
assay check --workspace . --verify-command true
expect .verdict needs_context
expect .final_verdict conditional
git switch -q main
assay check --workspace . --intent x --verify-command true
expect .final_verdict inconclusive

t "--fail-on, every row"
repo && change
try() { # command, intent, kind, expected exit
  assay check --intent "$2" --verify-command "$1" --fail-on "$3"
  [ "$status" = "$4" ] || wrong "--fail-on $3 with '$1' and intent '$2': exit $status, expected $4"
}
for kind in mergeable conditional inconclusive not_mergeable; do
  try true x $kind 0
  try false x $kind 1
done
try true "" mergeable 1
try true "" conditional 1
try true "" inconclusive 0
try true "" not_mergeable 0
git switch -q main
try true x mergeable 1
try true x conditional 1
try true x inconclusive 1
try true x not_mergeable 0
assay check --intent x --fail-on sometimes
expect_exit 2
expect_err "fail-on takes"

t "--markdown prints the report"
doc=
repo && change
assay check --intent x --verify-command true --markdown
expect_exit 0
expect_out "# Verdict: mergeable"
expect_out '| `true` | exit 0 |'

t "verifier.config.json at the base sets the defaults, the command line wins"
repo
write verifier.config.json <<'J'
{"intentFile": "task.md", "sandbox": "off", "verifyCommands": ["echo configured >../ran"], "verifyTimeoutMs": 5000, "failOn": "not_mergeable", "outputDir": "proof"}
J
echo "Append a line" >task.md
git add . && git commit -qm config && change
assay check
expect_exit 0
expect .final_verdict mergeable
expect '.run.verify_commands[0].timeout_ms' 5000
expect '.run.artifacts_dir | test("/proof/[0-9]{14}-")' true
expect_file ../ran
assay check --verify-command false
expect_exit 1
assay check --verify-command false --fail-on inconclusive --verify-timeout-ms 7000
expect_exit 1
expect '.run.verify_commands[0].timeout_ms' 7000

t "assay.toml does the same"
repo
write assay.toml <<'T'
[check]
intent = "Append a line"
verify_commands = ["true"]
verify_timeout_ms = 4000
fail_on = "conditional"
T
git add . && git commit -qm config && change
assay check --workspace .
expect_exit 0
expect .final_verdict mergeable
expect '.run.verify_commands[0].timeout_ms' 4000

t "a change cannot bring its own law"
repo
echo '{"intent": "Append", "verifyCommands": ["false"], "failOn": "not_mergeable"}' >verifier.config.json
git add . && git commit -qm config && change
echo '{"intent": "Append", "verifyCommands": ["true"]}' >verifier.config.json
assay check --workspace .
expect_exit 1
expect .final_verdict not_mergeable
expect_rule config.policy-changed

t "bad configuration: the file, the key and what is wanted are named"
repo && change
echo '{"verifyComands": []}' >verifier.config.json
assay check --workspace .
expect_exit 2
expect_err 'unknown setting "verifyComands"'
echo '{"verifyTimeoutMs": "soon"}' >verifier.config.json
assay check --workspace .
expect_err 'verifyTimeoutMs'
echo '{' >verifier.config.json
assay check --workspace .
expect_err "verifier.config.json: line"
rm verifier.config.json
printf '[check]\nbase = 3\n' >assay.toml
assay check --workspace .
expect_err 'must be a string'
assay check --config missing.json --intent x
expect_exit 2
expect_err missing.json

t "the output folder stays inside the workspace"
repo && change
assay check --intent x --output-dir ../outside
expect_exit 2
expect_err "outside"
mkdir ../elsewhere && ln -s ../elsewhere link
assay check --intent x --output-dir link/x
expect_exit 2
mkdir -p .verifier
rm -rf .verifier && ln -s ../elsewhere .verifier
assay check --intent x --verify-command true
expect_exit 2
expect_that "nothing was written" test -z "$(ls ../elsewhere)"

t "the user's git configuration changes nothing"
repo && mkdir d && echo x >"d/größe.txt" && git add . && git commit -qm more && change && echo y >>"d/größe.txt"
git config diff.noprefix true
git config diff.external false
git config color.ui always
git config core.quotepath true
git config diff.mnemonicPrefix true
assay check --intent x --verify-command true
expect '.run.changed_files | sort | join(",")' "a.txt,d/größe.txt"

t "changes hidden from git are seen: assume-unchanged, skip-worktree, filters"
repo && echo s >s.txt && echo f >f.txt && git add . && git commit -qm more && git switch -qc work
echo changed >a.txt && git update-index --assume-unchanged a.txt
echo changed >s.txt && git update-index --skip-worktree s.txt
echo changed >f.txt && echo 'f.txt filter=hide' >.git/info/attributes && git config filter.hide.clean "echo f"
assay check --intent x --verify-command true
expect '.run.changed_files | sort | join(",")' a.txt,f.txt,s.txt

t "a command cannot rewrite what is judged"
repo && change
assay check --intent "Append" --sandbox off --verify-command "git checkout -q main -- a.txt; rm -rf .verifier; echo done"
expect '.run.changed_files | join(",")' a.txt
dir=$(jq -r .run.artifacts_dir ../out)
expect_that "the patch is the change" grep -q '^+two' "$dir/diff.patch"

t "without a sandbox: refs, the store and the operator's files are watched while commands run"
doc=full
repo && change
assay check --full --intent "Append" --sandbox off --verify-command true
expect_no_rule run.changed-outside
git switch -q main && git branch other && "$ASSAY" mission new "A mission" >/dev/null 2>&1 && git switch -q work
assay check --full --intent "Append" --sandbox off --verify-command true
expect_no_rule run.moved-refs
expect_no_rule run.changed-outside
assay check --full --intent "Append" --sandbox off --verify-command "git tag v1 && git branch -D other"
expect_rule run.moved-refs
expect '.contract.final_verdict' conditional
expect_that "how to put it back" jq -e '[.findings[].message | contains("git update-ref refs/heads/other")] | any' ../out
assay check --full --intent "Append" --sandbox off --verify-command "git config core.hooksPath .husky/_"
expect '.findings[] | select(.rule == "run.changed-outside") | .severity' note
assay check --full --intent "Append" --sandbox off --verify-command "echo '# more' >>.git/assay/operator.toml"
expect '.findings[] | select(.rule == "run.changed-outside") | .severity' must_fix
assay check --full --intent "Append" --sandbox off --verify-command 'sqlite3 .assay/assay.db "DROP TRIGGER checkpoints_are_not_changed; UPDATE checkpoints SET actor = '"'person:boss'"' WHERE number = 1"'
expect_rule run.changed-outside
expect '.contract.final_verdict' not_mergeable
doc=
assay check --intent "Append" --sandbox off --verify-command "rm -f .assay/assay.db*"
expect_exit 2
expect_err "All that it held is kept in"

t "a command that rewrites files blocks, is named, and nothing of yours is put back"
repo && echo snap >snapshot && git add . && git commit -qm snapshot && change
echo mine >>a.txt && echo untracked >new.txt
for mode in auto off; do
  echo snap >snapshot
  assay check --intent "Append" --sandbox $mode --verify-command "echo '3 passed'" --verify-command "echo other >snapshot" --verify-command "grep -qx other snapshot && echo '3 passed'"
  expect .final_verdict not_mergeable
  expect '.must_fix | length' 1
  expect '.must_fix[0].message | startswith("`echo other >snapshot` changed 1 file that it checks (snapshot)")' true
  expect '.must_fix[0].message | contains("What ran after it ran on other files")' true
  expect_that "it stays" grep -qx other snapshot
done
expect_that "yours too" grep -qx mine a.txt
t "so does one that changes, removes or replaces any file of the change, and each is named for its own"
repo && change && echo untracked >new.txt && echo "*.o" >.gitignore && ln -s a.txt link && mkdir sub && echo s >sub/s && git add . && echo "two words" >'odd "name'
assay check --intent x --verify-command 'echo x >>new.txt; rm link' --verify-command 'echo 3 passed' --verify-command 'chmod +x a.txt; rm -r sub; ln -s . sub; for f in odd*; do echo >>"$f"; done'
expect '.must_fix | length' 2
expect '.must_fix[0].message | contains("changed 2 files that it checks (link, new.txt)")' true
expect '.must_fix[1].message | contains("changed 3 files that it checks (a.txt, odd \"name, sub/s)")' true
expect '.must_fix[1].message | contains("What ran after it")' false
t "a command may touch files, write them again as they were, and leave new ones"
repo && echo "*.o" >.gitignore && git add . && git commit -qm ignore && change && echo untracked >new.txt && echo x >x.o && ln -s a.txt link && printf 'a\r\n' >crlf
git hash-object -w /dev/null >/dev/null && git count-objects >../objects # git notes the empty one for untracked files
cp .git/index ../index
assay check --intent "Append" --verify-command 'touch a.txt; cp new.txt t; mv t new.txt; cp crlf t; mv t crlf; rm link; ln -s a.txt link; echo y >x.o; echo more >left.txt; echo "3 passed"' --verify-command "echo 'Tests 3 passed'"
expect '.must_fix | length' 0
expect_that "index as before" cmp .git/index ../index
expect_that "no object was written" sh -c 'git count-objects | sed "s/,.*//" | grep -qx "$(sed "s/,.*//" ../objects)"'
t "files that git was told not to look at are looked at"
repo && change && git update-index --assume-unchanged a.txt
assay check --intent x --sandbox off --verify-command 'echo x >>a.txt'
expect '.must_fix[0].evidence' a.txt

t "what a command wrote into the configuration of a repository inside is not run by the next check"
repo && git init -q sub && (cd sub && echo s >s && git add . && git commit -qm s) && git add sub 2>/dev/null && git commit -qm sub && change
cat >plant.sh <<EOF
plant() {
  cd "\$1" && printf '#!/bin/sh\\necho ran >>%s\\ncat\\n' "$folder/ran" >evil && chmod +x evil && echo "* filter=\$2" >.gitattributes
  git config "filter.\$2.clean" "\$PWD/evil" && git config core.fsmonitor "\$PWD/evil"
  touch s; cd "$folder/w"
}
git init -q sub/in && (cd sub/in && echo s >s && git add . && git commit -qm s) && git -C sub add in 2>/dev/null
git init -q new && (cd new && echo s >s && git add . && git commit -qm s)
for each in sub sub/in new; do plant \$each e; done
EOF
assay check --intent x --verify-command "GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b sh plant.sh && echo '3 passed'"
expect '.run.verify_commands[0].exit_code' 0
expect_that "it was planted" git -C new config filter.e.clean
assay check --intent x --verify-command true
expect '.run.changed_files | contains(["sub"])' true
expect_not "it ran" test -e ../ran
git -C new config filter.a=b.clean "$PWD/new/evil" && echo '* filter=a=b' >new/.gitattributes
assay check --intent x --verify-command true
expect_exit 2
expect_err "cannot be set aside"
expect_not "it ran" test -e ../ran

t "Ctrl-C ends the commands, leaves nothing and exits 2"
repo && change
"$ASSAY" check --intent x --sandbox off --verify-command 'echo $$ >../pid; sleep 300' >../out 2>../err &
pid=$!
soon test -s ../pid
kill -INT $pid
wait $pid
status=$?
expect_exit 2
expect_err "cancelled by SIGINT"
expect_not "the command lives" kill -0 "$(cat ../pid)"
expect_that "no half-written run" sh -c 'test ! -e .verifier'

t "Ctrl-C in the sandbox ends the commands and leaves nothing either"
repo && change
"$ASSAY" check --intent x --verify-command 'touch started; sleep 300' >../out 2>../err &
pid=$!
soon test -e started
kill -INT $pid
wait $pid
status=$?
expect_exit 2
expect_that "nothing is left of the sandbox" sh -c 'test ! -e .verifier && test ! -e .assay'

t "killed by SIGKILL: the commands die too"
repo && change
"$ASSAY" check --intent x --sandbox off --verify-command 'echo $$ >../pid; sleep 300' >../out 2>../err &
pid=$!
soon test -s ../pid
kill -KILL $pid
wait $pid 2>/dev/null
has_died() { ! kill -0 "$(cat ../pid)"; }
soon has_died

t "a file too large for a patch is named, not read"
repo && change
truncate -s 513M large.bin
truncate -s 513M 'with "quotes".bin'
assay check --intent 'Add large.bin and with "quotes".bin' --verify-command 'echo "3 passed in 0.1s"'
expect_exit 0
expect .final_verdict conditional
expect '.run.changed_files | index("large.bin") != null and index("with \"quotes\".bin") != null' true
expect_rule diff.too-large

t "a repository without a commit inside of the work tree is nobody's change"
repo && change
git init -q inner && echo x >inner/x
assay check --intent x
expect_exit 0
expect '.run.changed_files | map(select(startswith("inner"))) | length' 0

t "secrets in output are not kept, the patch is as it is"
repo && git switch -qc work
echo 'token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"' >cfg.py
assay check --intent x --verify-command 'echo "export GITHUB_TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345"; echo "3 passed in 0.1s"'
dir=$(jq -r .run.artifacts_dir ../out)
expect_not "the log holds it" grep -q ghp_0123456789 "$dir/verify-logs.txt"
expect_not "the verdict holds it" grep -q ghp_0123456789 "$dir/verdict.json" "$dir/assay.json" "$dir/report.md"
expect_that "the patch holds it" grep -q ghp_0123456789 "$dir/diff.patch"
assay explain "${dir##*/}"
expect_out "pytest: 3 passed"
expect_not "the explanation holds it" grep -q ghp_0123456789 ../out

t "bare assay check in a repository checks it"
repo && change
assay check
expect_exit 0
expect .final_verdict conditional

t "an intent alone checks the repository, by its own law; a verifier judges what it is given"
repo && printf '[check]\nverify_commands = ["false"]\nfail_on = "conditional"\n' >assay.toml && git add . && git commit -qm law && change
assay check --intent "Append a line"
expect_exit 1
expect .final_verdict not_mergeable
assay verdict --task "Append a line"
expect_exit 0
expect .verdict needs_context

t "inputs that a workspace check collects itself are refused"
repo && change
assay check --verify-command true --diff x
expect_exit 2
expect_err "collects it itself"

t "two checks at once do not disturb each other"
repo && change
"$ASSAY" check --intent x --verify-command "sleep 0.2; true" >../one 2>&1 &
assay check --intent x --verify-command "sleep 0.2; true"
wait
expect .final_verdict mergeable
expect_that "the other one as well" sh -c 'test "$(jq -r .final_verdict ../one)" = mergeable'

t "a large output is streamed"
repo && change
assay check --intent x --verify-command "yes 'a dull line of output' | head -c 50000000; echo; echo 'all is well'"
expect .final_verdict mergeable

t "submodule, binary, symlink, odd names"
repo && git init -q ../sub && git -C ../sub commit -q --allow-empty -m s && git switch -qc work
git -c protocol.file.allow=always submodule add -q "$(cd ../sub && pwd)" sub
head -c 3000 /dev/urandom >bin.dat && ln -s a.txt link && echo x >"sp ace	tab" && printf x >"q\"uote"
assay check --intent x --verify-command true
expect_exit 0
expect '.run.changed_files | length >= 6' true

t "the saved patch of a binary file applies"
repo
head -c 3000 /dev/urandom >image.bin && git add . && git commit -qm image
head -c 5000 /dev/urandom >image.bin && head -c 99 /dev/urandom >new.bin
assay check --intent x --verify-command true
dir=$(jq -r .run.artifacts_dir ../out)
cp image.bin ../image && cp new.bin ../new
git checkout -q image.bin && rm new.bin
expect_that "it applies" git apply "$dir/diff.patch"
expect_that "the bytes are the same" sh -c 'cmp image.bin ../image && cmp new.bin ../new'

t "the commits that were compared are recorded"
repo && change
assay check --intent x --verify-command true
dir=$(jq -r .run.artifacts_dir ../out)
expect_that "the base" test "$(jq -r .base_commit "$dir/assay.json")" = "$(git rev-parse main)"
expect_that "the head" test "$(jq -r .head_commit "$dir/assay.json")" = "$(git rev-parse HEAD)"

t "files that say what was asked are no part of the change"
repo && echo two >>a.txt
echo "Append a line" >intent.txt && echo "Done." >report.md
assay check --intent-file intent.txt --builder-report-file report.md --verify-command true
expect '.run.changed_files | join(",")' a.txt
rm report.md && git add intent.txt && git commit -qm intent && echo "Append two" >intent.txt
assay check --base HEAD --intent-file intent.txt --verify-command true
expect '.run.changed_files | sort | join(",")' a.txt,intent.txt

t "folders of runs do not pile up"
repo && printf '[check]\nkeep_runs = 3\n' >assay.toml && git add . && git commit -qm settings && echo two >>a.txt
mkdir -p .verifier/runs/20200101000000-1-aaaaaa .verifier/runs/20200101000001-1-aaaaaa .verifier/runs/20200101000002-1-aaaaaa .verifier/runs/mine
assay check --intent x --verify-command true
expect_that "three of four" test "$(ls .verifier/runs | grep -c '^20')" = 3
expect_that "the oldest went" test ! -e .verifier/runs/20200101000000-1-aaaaaa
expect_that "what is no run stays" test -d .verifier/runs/mine

t "a link out of the repository and a huge binary file block, unless the task names them"
repo
ln -s /etc/hostname outside
ln -s a.txt inside
head -c 53000000 /dev/zero >model.bin
head -c 1000000 /dev/zero >small.bin
doc=full
assay check --full --intent "Add the files" --verify-command "true"
expect '.contract.verdict' block_pr
expect '[.findings[] | select(.rule == "file.link-outside") | .spans[].path] | join(" ")' outside
expect '[.findings[] | select(.rule == "file.huge-binary") | .spans[].path] | join(" ")' model.bin
git add . && git commit -qm files
assay check --full --base HEAD~1 --intent "Add model.bin and outside" --verify-command "true"
expect_no_rule file.link-outside
expect_no_rule file.huge-binary

t "an honest builder fares no worse than a silent one beside commands that were run"
repo
printf 'test:\n\t@echo 1..1; echo ok 1 - one\n' >Makefile
git add . && git commit -qm tests
echo two >a.txt
judged() {
  assay check --intent "Say two" --verify-command "make test" --builder-report "$1"
  jq -r '[.verdict, .risk, (.must_fix | length), (.should_fix | length), .confidence] | map(tostring) | join(" ")' ../out
}
silent=$(judged "It says two.")
for said in "I did not run the linter." "The typecheck was not run." "I could not run the browser tests here: no display."; do
  got=$(judged "It says two. $said")
  [ "$got" = "$silent" ] || wrong "'$said' gives '$got', silence '$silent'"
done
