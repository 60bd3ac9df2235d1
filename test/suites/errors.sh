# Errors with --json have one form, whatever the command.

# Every command there is, one a line: "task add".
all_commands() {
  "$ASSAY" --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p' | while read -r first; do
    verbs=$("$ASSAY" "$first" --help | sed -n '/^Commands:/,/^More:/s/^  \([a-z-]*\)  .*/\1/p')
    if [ -n "$verbs" ]; then for verb in $verbs; do echo "$first $verb"; done; else echo "$first"; fi
  done
}
# The last command failed, and said so in both ways; $1: the code.
expect_error_document() {
  expect_exit 2
  expect_that "one line" test "$(wc -l <../out)" = 1
  expect_that "an error document" "$ASSAY" schema error --validate ../out
  [ -z "${1:-}" ] || expect .error.code "$1"
  expect_that "the same on standard error" test "assay: $(jq -r .error.message ../out)" = "$(cat ../err)"
}

t "a flag that is none: every command answers with the error document"
doc=
n=0
for command in $(all_commands | tr ' ' ,); do
  case $command in check | verdict | version | hook) continue ;; esac # of hook a client reads 2 as a refusal
  # shellcheck disable=SC2046
  assay $(echo "$command" | tr , ' ') --json --no-such-flag
  test_name="$command --no-such-flag"
  expect_error_document invalid_input
  n=$((n + 1))
done
test_name="a flag that is none: every command answers with the error document"
expect_that "all commands were tried" test "$n" -gt 70

t "outside of a repository: every command that needs one answers with the error document"
doc=
for command in $(all_commands | tr ' ' ,); do
  case $command in check | verdict | doctor | version | hook) continue ;; esac
  # shellcheck disable=SC2046
  assay $(echo "$command" | tr , ' ') --json </dev/null
  test_name="$command outside of a repository"
  expect_error_document
done
test_name="outside of a repository"

t "commands that take long, and those of their own, answer so at their own errors"
repo
doc=
for command in "verify nothing" "run nothing" "land nothing" "ship nothing" "redeploy nothing" "close nothing" "fix nothing" "revert nothing" "queue add nothing" "audit verify nothing" "story show nothing" "mission show nothing" "task show nothing" "log nothing"; do
  # shellcheck disable=SC2086
  assay $command --json
  test_name="$command"
  expect_error_document
done
for command in "critic --plan nothing.md --diff nothing.patch" "eval --corpus nothing" "explain nothing" "audit nothing" "token nothing" "sandbox --level nothing -- true" "hook install nobody"; do
  # shellcheck disable=SC2086
  assay ${command%% *} --json ${command#* }
  test_name="$command"
  expect_error_document
done
test_name="commands of their own"

t "an unknown command, and a group without a verb"
repo
doc=
assay frobnicate --json
expect_error_document invalid_input
assay task frobnicate --json
expect_error_document invalid_input
assay task --json
expect_error_document invalid_input
expect_err "say what to do: assay task add"

t "check, verdict and the shim keep their contract: nothing on standard output"
repo
doc=
assay check --json --no-such-flag
expect_exit 2
expect_no_out
assay check --json --base nothing
expect_exit 2
expect_no_out
assay verdict --json --diff-file nothing
expect_exit 2
expect_no_out
assay --task x --json --diff-file nothing
expect_exit 2
expect_no_out
verifier check --json --diff-file nothing
expect_exit 2
expect_no_out
verifier explain --json nothing
expect_exit 2
expect_no_out

t "--json behind -- is a word of somebody else"
repo
doc=
assay sandbox --level nothing -- true --json
expect_exit 2
expect_no_out
