# The pages "Add Assay to ..." of docs/add: each is done as it is written, in a small project of Python.
# shellcheck shell=sh disable=SC2154
pages=$(cd "$HERE/../../docs/add" && pwd)

project() {
  git init -q -b main .
  printf 'def double(number):\n    return number * 2\n' >app.py
  cat >test_app.py <<'PY'
import unittest

from app import double


class AppTest(unittest.TestCase):
    def test_double(self):
        self.assertEqual(double(4), 8)
PY
  printf '__pycache__/\n' >.gitignore
  git add . && git commit -qm "An app"
  mkdir -p ../bin
  ln -sf "$ASSAY" ../bin/assay
  PATH="$(cd ../bin && pwd):$PATH"
  export PATH
}
# Each block of shell of a page, one after the other: what it said is in ../said-1, ../said-2, …
page() {
  awk -v folder="$PWD/.." '
    /^```sh$/ { on = 1; file = folder "/block-" ++number; printf "" > file; next }
    /^```$/ { on = 0; next }
    on { print > file }' "$pages/$1.md"
  blocks=$(find .. -maxdepth 1 -name 'block-*' | wc -l)
  for number in $(seq "$blocks"); do
    sh "../block-$number" >"../said-$number" 2>"../err-$number"
    status=$?
    [ "$status" = 0 ] || wrong "block $number of $1.md ended with $status: $(cat "../err-$number")"
  done
}

for client in claude codex gemini cursor vscode; do
  t "$client: installed, sent back, accepted, taken out without a trace"
  project
  page "$client"
  expect_that "five steps" test "$blocks" = 5
  if [ "$client" = cursor ]; then member=.followup_message; else member='.decision // .hookSpecificOutput.decision'; fi
  expect_that "it is sent back" jq -e "$member | . == \"block\" or (. | length > 10)" ../said-3
  expect_that "for the line that no test looks at" grep -q 'app.py' ../said-3
  expect_that "then accepted" test ! -s ../said-4
  expect_that "no trace but the work" test "$(git status --porcelain | sort)" = "$(printf ' M app.py\n M test_app.py')"
done

t "git push: refused, then taken out"
project
git init -q --bare ../origin.git
git remote add origin ../origin.git
git push -q origin main
page git
expect_that "refused" grep -qx refused ../said-2
expect_that "for the test" grep -q tests.skipped ../err-2
expect_that "nothing was pushed" test -z "$(git --git-dir=../origin.git for-each-ref refs/heads/try-assay)"
expect_that "no hook" test ! -e .git/hooks/pre-push

t "pre-commit: refused"
project
PRE_COMMIT_HOME=$PWD/../pre-commit-home
export PRE_COMMIT_HOME
page pre-commit
expect_that "refused" grep -q refused ../said-2
expect_that "for the test" grep -q tests.skipped ../said-2
expect_that "no hook" test ! -e .git/hooks/pre-push

t "any CI: refused with the files for reporters"
project
page ci
expect_that "refused" grep -qx refused ../said-2
expect_that "JUnit" grep -q '<testsuite' assay.xml
expect_that "SARIF" jq -e '.runs[0].results | length > 0' assay.sarif

t "a merge queue: landed, and attested"
project
page merge-queue
expect_that "it is in main" git grep -q 'def half' main -- app.py
"$ASSAY" audit show main >../shown 2>&1
expect_that "attested" grep -q '^intact' ../shown

t "an orchestrator: a verdict on a work tree, and on a diff and a log"
project
page orchestrator
expect_that "conditional, for nothing proves it" test "$(head -1 ../said-1)" = conditional
expect_that "on a diff too" grep -q '^open_pr' ../said-2

# The same clone with the service that it is on: pull request 7 switches a test off.
on_service() {
  . "$HERE/forge_verbs.sh"
  place
  topic 7 bad
  pull 7
  git switch -q main
  git --git-dir=../origin.git repack -q -a -d
  mv ../origin.git ../forge/git
  printf '#!/bin/sh\nexec git update-server-info\n' >../forge/git/hooks/post-update
  chmod +x ../forge/git/hooks/post-update
  git --git-dir=../forge/git update-server-info
  git remote set-url origin "http://127.0.0.1:$port/anna/shop.git"
  git remote set-url --push origin "$PWD/../forge/git"
  mkdir -p ../bin
  ln -sf "$ASSAY" ../bin/assay
  PATH="$(cd ../bin && pwd):$PATH"
}

t "GitHub: a workflow, and a pull request refused where it is"
on_service
GITHUB_SERVER_URL="http://127.0.0.1:$port" GITHUB_API_URL="http://127.0.0.1:$port" GITHUB_TOKEN=token-of-the-test
export PATH GITHUB_SERVER_URL GITHUB_API_URL GITHUB_TOKEN
page github
unset GITHUB_SERVER_URL GITHUB_API_URL GITHUB_TOKEN
expect_that "refused" grep -qx refused ../said-2
expect_state "$head" failure
for input in $(sed -n '/uses: OWNER/,$s/^          \([a-z0-9-]*\):.*/\1/p' .github/workflows/assay.yml); do
  expect_that "the action takes $input" grep -qx "  $input:" "$HERE/../../action.yml"
done
closed

t "GitLab: a job, and a merge request refused where it is"
on_service
CI_SERVER_URL="http://127.0.0.1:$port" CI_API_V4_URL="http://127.0.0.1:$port/api/v4" GITLAB_TOKEN=token-of-the-test
export PATH CI_SERVER_URL CI_API_V4_URL GITLAB_TOKEN
page gitlab
unset CI_SERVER_URL CI_API_V4_URL GITLAB_TOKEN
expect_that "refused" grep -qx refused ../said-2
expect_state "$head" failed
for input in $(sed -n '/^    inputs:/,$s/^      \([a-z0-9-]*\):.*/\1/p' .gitlab-ci.yml); do
  expect_that "the component takes $input" grep -qx "    $input:" "$HERE/../../templates/assay.yml"
done
closed

t "no page, action or template hands a text of a stranger to a shell"
repo
# In a step an expression may stand in env, never in a script: neither in its line nor in the block that follows it.
# What GitLab puts into a script by itself ($CI_MERGE_REQUEST_TITLE) is a variable, and eval would run it.
hands_over() {
  awk '
    function indent(line) { match(line, /^ */); return RLENGTH }
    /^ *(- )?(run|script|before_script|after_script): *[|>]?[-+0-9]* *$/ { match($0, /^ *(- )?/); block = RLENGTH; inside = 1; next }
    inside && /[^ ]/ && indent($0) <= block { inside = 0 }
    (inside || /^ *(- )?(run|script):/) && (/\$\{\{/ || /\$\[\[/ || /eval .*\$/) { print FILENAME ":" FNR ": " $0; found = 1 }
    END { exit !found }' "$1"
}
for kind in '      - run: |' '        run: >-' '    script:'; do
  printf '%s\n          set -e\n\n          echo "${{ github.event.pull_request.title }}"\n        env:\n' "$kind" >hostile.yml
  expect_that "it sees a block of '$kind'" hands_over hostile.yml
done
printf '      - run: echo ${{ github.head_ref }}\n' >hostile.yml
expect_that "it sees a line" hands_over hostile.yml
printf '      - run: |\n          echo "$TITLE"\n        env:\n          TITLE: ${{ github.event.pull_request.title }}\n' >honest.yml
expect_not "it is silent about env" hands_over honest.yml
find "$HERE/../../docs" "$HERE/../../templates" "$HERE/../../action.yml" "$HERE/../../README.md" "$HERE/../../plugins" \
  -type f \( -name '*.md' -o -name '*.yml' -o -name '*.yaml' \) >../searched
expect_that "there is much to look at" test "$(wc -l <../searched)" -gt 50
while IFS= read -r file; do
  expect_not "$file" hands_over "$file"
done <../searched
