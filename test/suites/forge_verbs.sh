# What suites about pull requests share: a repository with its remote, and the server that answers as GitHub and GitLab do
# (test/servers/forge.py).
# shellcheck shell=sh disable=SC2154
unset GH_TOKEN GITHUB_TOKEN GITLAB_TOKEN CI_JOB_TOKEN GITHUB_EVENT_PATH GITHUB_EVENT_NAME GITHUB_REPOSITORY 2>/dev/null
# A repository with a test and settings, its remote, and the server: main is at $main.
place() {
  git init -q --bare ../origin.git
  git init -q -b main .
  printf 'def double(number):\n    return number * 2\n' >app.py
  printf 'import unittest\n\nfrom app import double\n\n\nclass AppTest(unittest.TestCase):\n    def test_double(self):\n        self.assertEqual(double(4), 8)\n' >test_app.py
  printf '[check]\nverify_commands = ["python3 -m unittest"]\n' >assay.toml
  printf '__pycache__/\n' >.gitignore
  git add . && git commit -qm "An app"
  git remote add origin ../origin.git
  git push -q origin main
  main=$(git rev-parse HEAD)
  mkdir -p ../forge/pulls ../forge/issues
  echo token-of-the-test >../forge/token
  echo anna >../forge/user
  mkfifo ../forge/in ../forge/ready
  python3 "$HERE/../servers/forge.py" "$PWD/../forge" <../forge/in >../forge/ready &
  exec 9>../forge/in
  read -r port <../forge/ready
}
closed() {
  exec 9>&-
  expect_that "the server refused nothing" test ! -s ../forge/refused
  expect_not "the token is nowhere" grep -rqF token-of-the-test ../out ../err ../forge/requests .verifier
}
# A change on a branch of its own, pushed as the service keeps it: $head. good: proven by a test; bad: a test is off.
topic() {
  git switch -q -c "topic-$1" "${3:-main}"
  if [ "$2" = good ]; then
    printf '\n\ndef half(number):\n    return number / 2\n' >>app.py
    sed -i 's/import double/import double, half/' test_app.py
    printf '\n    def test_half(self):\n        self.assertEqual(half(8), 4)\n' >>test_app.py
  elif [ "$2" = bad ]; then
    sed -i 's/    def test_double/    @unittest.skip("slow")\n    def test_double/' test_app.py
  fi
  [ "$2" = nothing ] || git commit -qam "Work"
  head=$(git rev-parse HEAD)
  git push -q -f origin "HEAD:refs/pull/$1/head" "HEAD:refs/merge-requests/$1/head"
  git switch -q --detach main
  git branch -q -D "topic-$1"
}
# N, and members of the document that differ.
pull() {
  more=${2:-}
  jq -n --arg head "$head" --arg base "$main" --argjson more "${more:-null}" '{title: "Add half of a number to app.py, with a test", body: null,
    state: "open", head: $head, head_ref: "topic", head_repo: "anna/shop", base_ref: "main", base_sha: $base} + ($more // {})' >"../forge/pulls/$1.json"
}
here() { env GITHUB_API_URL="http://127.0.0.1:$port" GITHUB_TOKEN=token-of-the-test "$@"; }
check_pull() {
  number=$1
  shift
  run_program here "$ASSAY" check --pr "$number" --repo anna/shop --json "$@"
}
state_of() { jq -r --arg sha "$1" '[.[] | select(.sha == $sha)] | last | .state // "none"' ../forge/statuses.json 2>/dev/null || echo none; }
expect_state() { [ "$(state_of "$1")" = "$2" ] || wrong "the status is $(state_of "$1"), expected $2"; }
expect_no_green() { expect_not "a green status" grep -q '"success"' ../forge/statuses.json; }
comments() { jq length ../forge/comments.json 2>/dev/null || echo 0; }
# A command with what a job of GitHub has in its environment; the event is ../event.json.
event() {
  name=$1
  shift
  run_program env GITHUB_ACTIONS=true GITHUB_API_URL="http://127.0.0.1:$port" GITHUB_REPOSITORY=anna/shop \
    GITHUB_EVENT_NAME="$name" GITHUB_EVENT_PATH="$PWD/../event.json" GITHUB_STEP_SUMMARY="$PWD/../summary" "$@"
}
pull_event() {
  jq -n --arg head "$head" --arg base "$main" --arg repo "$1" --arg title "${2:-Add half of a number to app.py, with a test}" '{action: "synchronize", pull_request: {
    number: 7, state: "open", title: $title, body: null, merged: false, html_url: "https://github.com/anna/shop/pull/7",
    head: {ref: "topic", sha: $head, repo: (if $repo == "" then null else {full_name: $repo} end)},
    base: {ref: "main", sha: $base, repo: {full_name: "anna/shop"}}}}' >../event.json
}


# An archive of a release with the program, on a server of files at $port, and its $digest.
release() {
  mkdir -p ../server ../archive/assay-1.2.3/bin
  cp "$ASSAY" ../archive/assay-1.2.3/bin/assay
  tar -czf ../server/assay-1.2.3-linux-amd64.tar.gz -C ../archive assay-1.2.3
  cp ../server/assay-1.2.3-linux-amd64.tar.gz ../server/assay-1.2.3-linux-arm64.tar.gz
  digest=$(sha256sum <../server/assay-1.2.3-linux-amd64.tar.gz | cut -d' ' -f1)
  server
}
