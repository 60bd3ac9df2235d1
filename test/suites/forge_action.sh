# The action for GitHub (action.yml): its script gets the program, judges what the job was started for, and says it.
# shellcheck shell=sh disable=SC2154,SC2016
. "$HERE/forge_verbs.sh"

script=$HERE/../../contrib/github/check.sh
job() { event pull_request GITHUB_OUTPUT="$PWD/../output" RUNNER_TEMP="$PWD/.." ASSAY_POST=true ASSAY_SARIF=../found.sarif "$@" sh "$script"; }

t "a pull request: status, comment, annotations, step summary, SARIF, outputs"
place
topic 7 good
pull 7
pull_event anna/shop
job ASSAY_PATH="$ASSAY" GITHUB_TOKEN=token-of-the-test
expect_exit 0
expect_state "$head" success
expect_that "outputs" grep -qx verdict=mergeable ../output
expect_that "SARIF" jq -e '.runs | length == 1' ../found.sarif
expect_that "step summary" grep -q "Verdict: mergeable" ../summary
topic 7 bad
pull 7
pull_event anna/shop '$(touch ../pwned) "; touch ../pwned; `touch ../pwned`'
job ASSAY_PATH="$ASSAY" GITHUB_TOKEN=token-of-the-test
expect_exit 1
expect_state "$head" failure
expect_err "::error file=test_app.py"
expect_that "outputs" grep -qx verdict=not_mergeable ../output
expect_that "nothing of the title ran" test ! -e ../pwned
closed

t "a fork without secrets"
place
topic 7 bad
pull_event eve/shop
job ASSAY_PATH="$ASSAY" GITHUB_TOKEN=
expect_exit 1
expect_err "::error"
expect_that "outputs" grep -qx verdict=not_mergeable ../output
closed

t "settings of the job: commands, one a line, and when to fail"
place
topic 7 good
pull_event eve/shop
job ASSAY_PATH="$ASSAY" ASSAY_VERIFY="python3 -m unittest
false" ASSAY_FAIL_ON=not_mergeable
expect_exit 1
expect_that "both ran" grep -q '`false`' ../summary
closed

t "what cannot be judged is no success"
place
topic 7 good
printf '{}' >../event.json
job ASSAY_PATH="$ASSAY"
expect_exit 2
expect_that "outputs" grep -qx verdict=none ../output
printf '#!/bin/sh\nexit 0\n' >../liar && chmod +x ../liar
pull_event anna/shop
job ASSAY_PATH="$PWD/../liar"
expect_exit 2
closed

t "a release is run only when its archive has the digest"
place
topic 7 good
pull_event eve/shop
exec 9>&-
release
releases="http://127.0.0.1:$port/file"
job ASSAY_VERSION=1.2.3 ASSAY_RELEASES="$releases" ASSAY_SHA256="$digest"
expect_exit 0
expect_that "judged" grep -qx verdict=mergeable ../output
rm ../output
for wrong_digest in "$(printf x | sha256sum | cut -d' ' -f1)" "" "${digest}0" "$(echo "$digest" | tr 'a-f' 'A-F')x"; do
  job ASSAY_VERSION=1.2.3 ASSAY_RELEASES="$releases" ASSAY_SHA256="$wrong_digest"
  expect_exit 2
  expect_out "::error title=assay::"
done
job ASSAY_VERSION='1.2.3/../../x' ASSAY_RELEASES="$releases" ASSAY_SHA256="$digest"
expect_exit 2
expect_out "version holds a character"
job ASSAY_VERSION=9.9.9 ASSAY_RELEASES="$releases" ASSAY_SHA256="$digest"
expect_exit 2
expect_out "cannot be downloaded"
expect_that "nothing was judged" test ! -e ../output
stopped

t "the action hands over every input by the environment"
for input in $(sed -n '/^inputs:/,/^outputs:/s/^  \([a-z0-9-]*\):$/\1/p' "$HERE/../../action.yml"); do
  expect_that "$input" grep -qE "^        [A-Z_0-9]+: .*inputs\.$input }}" "$HERE/../../action.yml"
done
