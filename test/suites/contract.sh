# The verifier contract, line by line: dispatch, flags, exit statuses, the verdict document.
# shellcheck shell=sh
clean_diff='diff --git a/src/greet.ts b/src/greet.ts
--- a/src/greet.ts
+++ b/src/greet.ts
@@ -1 +1 @@
-export const hi = () => "Hi"
+export const hello = () => "Hello"
'
clean() { assay "$@" --task "Rename hi to hello" --diff "$clean_diff" --verify-logs "Tests  12 passed (12)" --builder-report "Renamed it."; }

t "a clean change opens"
clean check
expect_exit 0
expect .verdict open_pr
expect .schemaVersion 1
expect .evidence_grade reported
expect .risk low
expect .confidence 82
expect '.must_fix | length' 0
expect '.should_fix | length' 0

t "keys come in the contract's order and no others"
clean check
expect 'keys_unsorted | join(" ")' "schemaVersion verdict evidence_grade must_fix should_fix confidence risk summary"

t "verdict and bare options are the same check"
clean verdict
expect .verdict open_pr
clean
expect .verdict open_pr

t "the shim answers alike, also bare"
verifier --task "Rename" --diff "$clean_diff" --verify-logs "all tests passed" --builder-report ok
expect_exit 0
expect .verdict open_pr

t "inputs from files"
printf 'Rename hi' >task.md
printf '%s' "$clean_diff" >d.patch
printf 'all tests passed\n' >v.log
printf 'done\n' >b.md
assay check --task-file task.md --diff-file d.patch --verify-logs-file v.log --builder-report-file b.md
expect .verdict open_pr
assay check --intent-file task.md --diff-file d.patch --verify-logs-file v.log
expect .verdict open_pr
expect .confidence 76

t "the diff from standard input"
printf '%s' "$clean_diff" | "$ASSAY" check --task x --diff-file - --verify-logs "all tests passed" >../out 2>../err
expect .verdict open_pr

t "--intent is --task"
assay check --intent "Rename" --diff "$clean_diff" --verify-logs "all tests passed"
expect .verdict open_pr

t "--flag=value works"
assay check "--task=Rename" "--diff=$clean_diff" "--verify-logs=all tests passed"
expect .verdict open_pr

t "inline and file for one input is an error"
echo x >f
for flag in task diff verify-logs builder-report; do
  assay check "--$flag" x "--$flag-file" f
  expect_exit 2
  expect_err "not both"
  expect_no_out
done

t "errors: exit 2, our name on standard error, nothing on standard output"
assay check --no-such-flag
expect_exit 2
expect_no_out
expect_err "assay: unknown option --no-such-flag"
verifier check --no-such-flag
expect_exit 2
expect_err "verifier: unknown option"

t "a misspelt flag and a misspelt command are recognised"
assay check --verfy-logs x
expect_err "did you mean --verify-logs?"
assay chek
expect_exit 2
expect_err "did you mean check?"

t "a missing value and a flag given twice"
assay check --task
expect_exit 2
expect_err "needs a value"
assay check --task a --task b
expect_exit 2
expect_err "twice"

t "a missing file is named"
assay check --task-file nowhere.md
expect_exit 2
expect_err "nowhere.md"

t "a folder instead of a file"
mkdir f
assay check --diff-file f
expect_exit 2
expect_err "folder"

t "stray words are refused"
assay check hello
expect_exit 2

t "reserved flags are refused with a clear sentence"
for flag in --pr --stages --reuse-claims; do
  verifier check $flag
  expect_exit 2
  expect_err "$flag is reserved"
done

t "a blocking verdict exits 0"
assay check --task x --diff "$clean_diff" --verify-logs "1 failed, 2 passed in 0.1s"
expect_exit 0
expect .verdict block_pr
expect .risk high
expect '.must_fix[0].source' verify_logs

t "no task"
assay check --diff "$clean_diff" --verify-logs "all tests passed" --builder-report ok
expect .verdict needs_context
expect .confidence 39
expect .risk medium

t "no diff"
assay check --task x --verify-logs "all tests passed" --builder-report ok
expect .verdict needs_context
expect .confidence 39

t "no task and no diff"
assay check --verify-logs "all tests passed" --builder-report ok
expect .verdict needs_context
expect .confidence 23

t "what is not a diff is said not to be one"
doc=full
assay check --task x --diff "I changed the greeting" --verify-logs "all tests passed" --full
expect .contract.verdict needs_context
expect_rule context.not-a-diff

t "the README's abbreviated one-line diff is one"
assay check --task "Add signup validation" --diff "diff --git a/signup.ts b/signup.ts ..." --verify-logs "all tests passed" --builder-report "build successful" --pretty
expect_exit 0
expect .verdict open_pr

t "nothing at all"
verifier check
expect_exit 0
expect .verdict needs_context

t "--pretty indents by two spaces"
clean check --pretty
expect_out '  "schemaVersion": 1,'

t "--json prints the contract"
clean check --json
expect .verdict open_pr

t "--help says how, with examples"
doc=
assay check --help
expect_exit 0
expect_out "Examples:"
expect_out "--verify-command CMD"
assay --help
expect_exit 0
expect_out "Judge a change:"
assay
expect_exit 0
expect_out "Say what is wanted:"
verifier --help
expect_out "Commands:"
expect_not "missions" grep -q mission ../out

t "the version"
doc=version
assay --version
expect_exit 0
expect_out "0.1.0"
assay --version --json
expect .name verifier
expect .version 0.1.0
expect '.build | has("commit") and has("builtAt") and has("dirty")' true
expect '.runtime | has("commit") and has("dirty") and has("packageRoot")' true
verifier -v --json
expect .name verifier
verifier --json -v
expect_exit 2

t "findings are a source, a message and maybe evidence"
assay check --task x --diff "$clean_diff" --verify-logs "FAILED tests/test_a.py::test_b - AssertionError
1 failed, 2 passed in 0.1s"
expect '[.must_fix[] | keys_unsorted - ["source","message","evidence"] | length] | add' 0

t "unicode, NUL bytes and Latin-1 do no harm"
printf 'T\303\244sk \377 \000 x' >task.md
printf 'caf\351 tests passed\n\000' >v.log
assay check --task-file task.md --diff "$clean_diff" --verify-logs-file v.log
expect_exit 0
expect_that "valid JSON" jq . ../out

t "an empty diff file is no diff"
: >d.patch
assay check --task x --diff-file d.patch --verify-logs "all tests passed"
expect .verdict needs_context

t "a closed standard output is an error, not a success"
"$ASSAY" check --task x >/dev/full 2>../err
status=$?
expect_exit 2

t "short inline texts are read as long ones are"
assay check --task x --diff "$clean_diff" --verify-logs "build failed"
expect .verdict block_pr
assay check --task x --diff "diff --git a/a b/a" --verify-logs "exit code: 1"
expect .verdict block_pr

t "a folder where a file is wanted is named as one"
for flag in --task-file --diff-file --verify-logs-file --builder-report-file; do
  assay verdict $flag .
  expect_exit 2
  expect_err "cannot read .: it is a folder, a file is wanted"
done

t "the shim reads verifier.config.json without a flag"
repo && echo '{"intent":"Append a line","verifyCommands":["echo checked"]}' >verifier.config.json && git add . && git commit -qm settings
echo two >>a.txt
verifier check
expect_exit 0
expect '.run.verify_commands[0].command' "echo checked"
expect '.run.changed_files | join(",")' a.txt
verifier --task x --diff "$clean_diff"
expect 'has("run")' false
rm verifier.config.json && git commit -qam gone
verifier check --task x
expect 'has("run")' false

t "saying honestly that something was not run is never worse than silence"
judged() { # builder report: what decides, in one line
  assay check --task "Rename hi to hello" --diff "$clean_diff" --builder-report "$1"
  jq -r '[.verdict, .risk, (.must_fix | length), (.should_fix | length), .confidence] | map(tostring) | join(" ")' ../out
}
silent=$(judged "Renamed it.")
for said in "I did not run the linter." "The typecheck was not run." "I could not run the browser tests here: no display." "Not tested on Windows."; do
  got=$(judged "Renamed it. $said")
  [ "$got" = "$silent" ] || wrong "'$said' gives '$got', silence '$silent'"
done
