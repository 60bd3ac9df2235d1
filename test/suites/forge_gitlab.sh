# Merge requests of GitLab, and the component for its CI (templates/assay.yml).
# shellcheck shell=sh disable=SC2154,SC2016
. "$HERE/forge_verbs.sh"

t "GitLab: a merge request, its status and its comment"
place
topic 7 good
pull 7 '{"body": "Closes #45"}'
echo '{"title": "Half of a number", "body": "app.py needs half"}' >../forge/issues/45.json
lab() { run_program env CI_API_V4_URL="http://127.0.0.1:$port/api/v4" GITLAB_TOKEN=token-of-the-test "$ASSAY" check --pr 7 --repo anna/shop --json "$@"; }
lab --post
expect_exit 0
expect .pull_request.service gitlab
expect_state "$head" success
expect_that "by its own sign" jq -e '.[0].description | startswith("!7: mergeable")' ../forge/statuses.json
lab --post
expect .pull_request.comment edited
expect_that "one comment" test "$(comments)" = 1
topic 7 bad
pull 7 '{"title": "/merge"}'
lab --post
expect_state "$head" failed
closed

t "GitLab: a service that accepts and never answers: an error, and never green"
place
topic 7 good
pull 7
for call in "GET /projects/anna%2Fshop/merge_requests/7" "POST /projects/anna%2Fshop/statuses"; do
  echo "$call 200 hang" >../forge/forced
  run_program env ASSAY_FORGE_TIMEOUT=1 CI_API_V4_URL="http://127.0.0.1:$port/api/v4" GITLAB_TOKEN=token-of-the-test "$ASSAY" check --pr 7 --repo anna/shop --json --post
  expect_exit 2
  expect_err "took too long to answer"
  expect_that "it was asked that" test ! -s ../forge/forced
  expect_not "a green status" grep -q '"success"' ../forge/statuses.json
done
closed

t "GitLab: a job without a token judges by what it was started for"
place
topic 7 bad
lab_job() { run_program env CI_PROJECT_PATH=anna/shop CI_SERVER_URL=https://gitlab.com CI_API_V4_URL=https://gitlab.com/api/v4 CI_MERGE_REQUEST_IID=7 CI_MERGE_REQUEST_TITLE='Make the tests faster $(touch ../pwned)' \
  CI_COMMIT_SHA="$head" CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main CI_MERGE_REQUEST_DIFF_BASE_SHA="$main" CI_MERGE_REQUEST_SOURCE_PROJECT_ID=5 CI_MERGE_REQUEST_PROJECT_ID=5 "$@"; }
lab_job "$ASSAY" check --pr --json
expect_exit 1
expect .final_verdict not_mergeable
expect_that "nothing ran" test ! -e ../pwned
lab_job "$ASSAY" check --pr --post --json
expect_exit 2
expect_err "GITLAB_TOKEN"
closed

# The script of the component, as GitLab would run it after the clone.
component() {
  awk '/^    - \|$/ { on = 1; next } on && /^  [a-z]/ { exit } on { sub(/^      /, ""); print }' \
    "$HERE/../../templates/assay.yml" >../component.sh
  lab_job CI_MERGE_REQUEST_PROJECT_PATH=anna/shop CI_MERGE_REQUEST_PROJECT_URL=https://gitlab.com/anna/shop \
    ASSAY_PATH= ASSAY_VERSION= ASSAY_SHA256= ASSAY_RELEASES= ASSAY_VERIFY= "$@" sh ../component.sh
}

t "GitLab: the component judges with a program that is there, and with a release that has the digest"
place
topic 7 bad
component ASSAY_PATH="$ASSAY"
expect_exit 1
expect_out "# Verdict: not_mergeable"
expect_that "code quality" jq -e 'length > 0' assay-codequality.json
topic 7 good
component ASSAY_PATH="$ASSAY"
expect_exit 0
closed
release
component ASSAY_VERSION=1.2.3 ASSAY_RELEASES="http://127.0.0.1:$port/file" ASSAY_SHA256="$digest"
expect_exit 0
expect_out "# Verdict: mergeable"
component ASSAY_VERSION=1.2.3 ASSAY_RELEASES="http://127.0.0.1:$port/file" ASSAY_SHA256="$(printf x | sha256sum | cut -d' ' -f1)"
expect_not "it went on" test "$status" = 0
expect_no_out
stopped

t "GitLab: a job of a fork takes the settings from where it goes to"
place
topic 7 good
git --git-dir=../origin.git update-ref refs/heads/main main
git remote set-url origin https://gitlab.com/eve/shop.git
lab_job CI_MERGE_REQUEST_PROJECT_PATH=anna/shop "$ASSAY" check --pr --json
expect_exit 2
expect_err "no remote of this repository is anna/shop"
closed
