# assay hook: the clients of coding agents ask it, in their own words, whether their agent may stop or make an edit.
# shellcheck shell=sh disable=SC2154
project() {
  repo 2>/dev/null
  mkdir -p src test .github/workflows
  printf 'exports.add = (a, b) => a + b;\n' >src/sum.js
  cat >test/sum.test.js <<'JS'
const test = require('node:test');
const assert = require('node:assert');
const { add } = require('../src/sum.js');
test('adds', () => { assert.equal(add(1, 2), 3); });
JS
  printf '{"scripts":{"test":"node --test test/*.test.js"}}\n' >package.json
  printf 'on: push\njobs:\n  test:\n    runs-on: x\n    steps:\n      - run: npm test\n' >.github/workflows/ci.yml
  git add . && git commit -qm project
}
# ask JSON [options]: what a client does; its answer is in ../out.
ask() {
  doc=
  printf '%s' "$1" >../input
  shift
  "$ASSAY" hook "$@" <../input >../out 2>../err
  status=$?
}
claude() { printf '{"session_id":"s1","cwd":"%s","hook_event_name":"%s"%s}' "$PWD" "$1" "$2"; }
stop() { ask "$(claude Stop ',"stop_hook_active":false')" "$@"; }
prompt() { ask "$(claude UserPromptSubmit ",\"prompt\":\"$1\"")"; }
edit() { ask "$(claude PreToolUse ",\"tool_name\":\"Edit\",\"tool_input\":{\"file_path\":\"$PWD/$1\",\"old_string\":\"$2\",\"new_string\":\"$3\"}")"; }
# Work that a test proves.
honest_work() {
  printf 'exports.sub = (a, b) => a - b;\n' >>src/sum.js
  cat >test/sub.test.js <<'JS'
const test = require('node:test');
const assert = require('node:assert');
const { sub } = require('../src/sum.js');
test('subtracts', () => { assert.equal(sub(5, 3), 2); assert.equal(sub(3, 5), -2); });
JS
}
switch_off() { sed -i "s/^test('adds'/test.skip('adds'/" test/sum.test.js; }

t "an agent that did nothing may stop, and one that did its work"
project
prompt "Add a function sub(a, b) to src/sum.js"
expect_no_out
stop
expect_exit 0
expect_no_out
honest_work
stop
expect_exit 0
expect_no_out

t "a change that is not accepted sends the agent back three times for one tree, then a person must look"
project
prompt "Make the tests faster"
switch_off
for turn in 1 2 3; do
  stop
  expect_exit 0
  expect .decision block
  expect '.reason | test("tests.skipped") and test("test/sum.test.js:4")' true
done
stop
expect_exit 0
expect_no_out
expect_err "a person must look"
# Another tree is judged anew.
printf '// more\n' >>src/sum.js
stop
expect .decision block

t "one that mends it may stop"
project
prompt "Add a function sub(a, b) to src/sum.js"
honest_work
switch_off
stop
expect .decision block
git checkout -q test/sum.test.js
stop
expect_no_out

t "a commit onto the branch that changes are measured against hides nothing"
project
ask "$(claude SessionStart ',"source":"startup"')"
prompt "Make the tests faster"
switch_off
git commit -qam "Faster tests"
stop
expect .decision block

t "warnings send back once, and not at all where only what blocks should"
project
prompt "Add a function mul(a, b) to src/sum.js"
printf 'exports.mul = (a, b) => a * b;\n' >>src/sum.js
stop --fail-on not_mergeable
expect_no_out
stop
expect .decision block
stop
expect_no_out

t "each client is answered in its own form"
project
switch_off
ask '{"session_id":"g","cwd":"'"$PWD"'","hook_event_name":"AfterAgent","timestamp":"t","prompt":"Make the tests faster","prompt_response":"done"}'
expect .decision block
ask '{"conversation_id":"c","hook_event_name":"stop","workspace_roots":["'"$PWD"'"],"status":"completed","loop_count":0}' --intent "Make the tests faster"
expect '.followup_message | test("tests.skipped")' true
ask '{"sessionId":"v","timestamp":1,"cwd":"'"$PWD"'","stopReason":"end_turn"}' --intent "Make the tests faster"
expect '.hookSpecificOutput.decision' block
ask '{"session_id":"x","turn_id":"1","cwd":"'"$PWD"'","hook_event_name":"Stop","model":"m"}' --intent "Make the tests faster"
expect .decision block

t "the task is what the person asked for in the transcript"
project
printf '{"type":"user","message":{"role":"user","content":"Skip the test adds in test/sum.test.js, it is wrong"}}\n' >../transcript
sed -i "s/^test('adds'/test.skip('adds'/" test/sum.test.js
ask "$(claude Stop ",\"transcript_path\":\"$PWD/../transcript\"")"
expect '.reason | test("\\(conditional\\)")' true
ask '{"session_id":"other","cwd":"'"$PWD"'","hook_event_name":"Stop"}'
expect '.reason | test("\\(not_mergeable\\)")' true

t "an edit that weakens a test, CI or the configuration is refused before it is made"
project
prompt "Make the tests faster"
edit test/sum.test.js "test('adds'" "test.skip('adds'"
expect .hookSpecificOutput.permissionDecision deny
expect '.hookSpecificOutput.permissionDecisionReason | test("tests.skipped")' true
edit .github/workflows/ci.yml "      - run: npm test" "      - run: npm test || true"
expect .hookSpecificOutput.permissionDecision deny
edit assay.toml "x" "y"
expect .hookSpecificOutput.permissionDecision deny
edit src/sum.js "a + b" "b + a"
expect_no_out
edit test/new.test.js "x" "test.skip('mine')"
expect_no_out
edit ../elsewhere.js "x" "y"
expect_no_out

# write_file PATH TEXT: a client's tool that writes a whole file; TEXT as in JSON.
write_file() { ask "$(claude PreToolUse ",\"tool_name\":\"Write\",\"tool_input\":{\"file_path\":\"$PWD/$1\",\"content\":\"$2\"}")"; }
expect_refused() {
  expect .hookSpecificOutput.permissionDecision deny
  expect ".hookSpecificOutput.permissionDecisionReason | contains(\"$1\")" true
}

t "a new file that decides how tests run is refused, a new test and a fixture are not"
project
prompt "Make the cart faster"
write_file conftest.py 'def pytest_collection_modifyitems(items):\n    items.clear()\n'
expect_refused "conftest.py is new, decides how tests run (def pytest_collection_modifyitems)"
write_file pytest.ini '[pytest]\ntestpaths = nothing\n'
expect_refused "testpaths"
write_file jest.config.js "module.exports = { testMatch: ['none'] };\n"
expect_refused "testMatch"
write_file vitest.config.ts "export default { test: { passWithNoTests: true } };\n"
expect_refused "passWithNoTests"
write_file Makefile 'test:\n\t@echo ok\n'
expect_refused "nothing is run"
write_file .github/workflows/release.yml 'on: push\n'
expect_refused "nobody asked for it"
write_file .assay/anything.toml 'x = 1\n'
expect_refused "decides how changes are judged"
write_file unittest.py 'def main(): pass\n'
expect_refused "config.runner-replaced"
write_file test/half.test.js "const test = require('node:test');\nconst assert = require('node:assert');\ntest('halves', () => { assert.equal(4 / 2, 2); });\n"
expect_no_out
write_file test/conftest.py 'import pytest\n\n@pytest.fixture\ndef cart():\n    return [1]\n'
expect_no_out
write_file vitest.config.ts "export default { test: { environment: 'jsdom' } };\n"
expect_no_out
write_file Makefile 'test:\n\tnpm test\n'
expect_no_out
prompt "Do not add a workflow"
write_file .github/workflows/release.yml 'on: push\n'
expect_refused "nobody asked for it"
prompt "Now add a workflow that releases"
write_file .github/workflows/release.yml 'on: push\n'
expect_no_out

t "where there is no test yet, settings of a runner decide nothing"
git init -q -b main . && printf 'x = 1\n' >app.py && git add . && git commit -qm app
prompt "Make it faster"
write_file pytest.ini '[pytest]\ntestpaths = tests\n'
expect_no_out
write_file .github/workflows/release.yml 'on: push\n'
expect_refused "nobody asked for it"

t "a test file is not emptied or deleted, unless its tests moved or their code is gone"
project
prompt "Make the cart faster"
remove() { ask '{"session_id":"x","turn_id":"1","cwd":"'"$PWD"'","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Delete File: '"$1"'\n*** End Patch"}}'; }
remove test/sum.test.js
expect_refused "tests.deleted"
expect_refused "If the tests move, write them where they go first"
write_file test/sum.test.js ''
expect_refused "test/sum.test.js"
write_file test/sum.test.js '// later\n'
expect_refused "test/sum.test.js"
remove src/sum.js
expect_no_out
cp test/sum.test.js test/add.test.js
remove test/sum.test.js
expect_no_out
rm test/add.test.js
ask '{"session_id":"x","turn_id":"1","cwd":"'"$PWD"'","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Update File: test/sum.test.js\n*** Move to: docs/sum.md\n@@\n const test = require('"'node:test'"');\n*** End Patch"}}'
expect_refused "test/sum.test.js"
ask '{"session_id":"x","turn_id":"1","cwd":"'"$PWD"'","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Update File: test/sum.test.js\n*** Move to: test/add.test.js\n@@\n const test = require('"'node:test'"');\n*** End Patch"}}'
expect_no_out
git rm -q --cached src/sum.js && rm src/sum.js
remove test/sum.test.js
expect_no_out

t "what the person named may be edited"
project
prompt "Skip the flaky test in test/sum.test.js for now"
edit test/sum.test.js "test('adds'" "test.skip('adds'"
expect_no_out

t "what the person forbids stays guarded, and the configuration of Assay always"
project
prompt "Do not edit test/sum.test.js and never touch assay.toml"
edit test/sum.test.js "test('adds'" "test.skip('adds'"
expect .hookSpecificOutput.permissionDecision deny
edit assay.toml "x" "y"
expect .hookSpecificOutput.permissionDecision deny
prompt "Now edit assay.toml"
edit assay.toml "x" "y"
expect .hookSpecificOutput.permissionDecision deny

t "what cannot be found out keeps no agent from anything"
ask "$(claude Stop '')"
expect_exit 0
expect_no_out
project
for text in '' '[]' '{"hook_event_name":"Stop"}' '{"session_id":1' '{"session_id":"s","hook_event_name":"Notification","cwd":"/"}'; do
  ask "$text"
  expect_that "exit status is not 2, which would refuse" test "$status" != 2
  expect_no_out
done
ask "$(claude Stop '')" --no-such-flag
expect_exit 1
expect_err "no-such-flag"
git init -q ../empty
(cd ../empty && printf '%s' "$(claude Stop '')" | "$ASSAY" hook) >../out 2>../err
expect_no_out

t "a judgement is kept for its tree and not made twice"
project
prompt "Add a function sub(a, b) to src/sum.js"
honest_work
stop
runs=$(ls .verifier/runs | grep -c '^2')
stop
expect_that "no other run" test "$(ls .verifier/runs | grep -c '^2')" = "$runs"
printf '// changed\n' >>src/sum.js
stop
expect_that "another tree is another run" test "$(ls .verifier/runs | grep -c '^2')" -gt "$runs"

t "what refused a change may lie outside of the tree: the same tree is judged anew while it is refused"
project
printf 'vendor/\n' >.gitignore && git add .gitignore && git commit -qm ignore
prompt "Add a function sub(a, b) to src/sum.js"
honest_work
stop --verify-command "test -e vendor/dep && npm test"
expect .decision block
mkdir vendor && touch vendor/dep
stop --verify-command "test -e vendor/dep && npm test"
expect_no_out

t "hooks go into settings that are there, and out of them without a trace"
project
mkdir .claude
printf '{\n    "model": "x",\n    "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./mine"}]}]}\n}\n' >.claude/settings.json
cp .claude/settings.json ../before
for client in claude codex gemini copilot cursor; do
  assay hook install $client --verify-command "npm test"
  expect_exit 0
  assay hook install $client --verify-command "npm test"
  expect_exit 0
done
expect_that "one of ours beside theirs" test "$(jq '[.hooks.Stop[].hooks[].command] | length' .claude/settings.json)" = 2
expect_that "the command is given on" grep -q "assay hook --verify-command='npm test'" .codex/hooks.json
doc=
assay hook status --json
expect '[.hooks[] | select(.scope == "project") | .installed] | unique | join(" ")' partly
assay hook status --json --verify-command "npm test"
expect '[.hooks[] | select(.scope == "project") | .installed] | unique | join(" ")' yes
for client in claude codex gemini copilot cursor; do assay hook uninstall $client; done
expect_that "byte for byte" cmp -s ../before .claude/settings.json
expect_that "no file or folder is left" test -z "$(ls -d .codex .gemini .cursor .github/hooks 2>/dev/null)"

t "what was changed meanwhile stays"
project
assay hook install gemini --user
jq '.theme = "dark"' "$HOME/.gemini/settings.json" >../new && cp ../new "$HOME/.gemini/settings.json"
assay hook uninstall gemini --user
expect_that "their setting stays" test "$(jq -c . "$HOME/.gemini/settings.json")" = '{"theme":"dark"}'
rm -r "$HOME/.gemini"

t "git asks before it pushes: what weakens a test does not leave, what is proven does"
project
git init -q --bare ../remote.git
git remote add origin ../remote.git
git push -q origin main
PATH="$(dirname "$ASSAY"):$PATH" && export PATH
printf '#!/bin/sh\ncat >../seen\n' >.git/hooks/pre-push
chmod +x .git/hooks/pre-push
cp .git/hooks/pre-push ../before
assay hook install git
assay hook install git
expect_exit 0
git checkout -q -b weak
switch_off
git commit -qam "Faster tests"
git push -q origin weak >../out 2>../err
expect_that "it was refused" test $? != 0
expect_err "tests.skipped"
expect_that "it is not there" sh -c '! git -C ../remote.git rev-parse -q --verify weak'
expect_that "its evidence is kept" test "$(ls .verifier/runs | grep -c '^2')" = 1
git checkout -q -b good main
honest_work
git add src test
git commit -qm "Add a function sub(a, b) to src/sum.js"
switch_off # of no commit
git push -q origin good >../out 2>../err
expect_that "it was pushed" git -C ../remote.git rev-parse -q --verify good
expect_that "the hook behind it saw git's lines" grep -q refs/heads/good ../seen
git push -q origin :good >../out 2>../err
expect_that "a branch may go" sh -c '! git -C ../remote.git rev-parse -q --verify good'
assay hook uninstall git
expect_that "byte for byte" cmp -s ../before .git/hooks/pre-push
rm .git/hooks/pre-push
assay hook install git
assay hook uninstall git
expect_that "no file is left" test ! -e .git/hooks/pre-push
printf '#!/usr/bin/env python3\n' >.git/hooks/pre-push
assay hook install git
expect_exit 2
expect_err "not a script of sh"

t "settings that cannot be read are named and left alone"
project
mkdir .gemini
printf '// a comment\n{"a": 1}\n' >.gemini/settings.json
cp .gemini/settings.json ../before
assay hook install gemini
expect_exit 2
expect_err ".gemini/settings.json"
expect_that "unchanged" cmp -s ../before .gemini/settings.json
assay hook install nobody
expect_exit 2
expect_err "known are claude, codex, gemini, copilot, cursor and git"
assay hook install
expect_exit 2
