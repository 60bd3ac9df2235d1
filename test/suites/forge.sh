# `assay check --pr` against a strict server on loopback that answers in the shapes of GitHub and GitLab
# (test/servers/forge.py). What may not go on never gets a green status.
# shellcheck shell=sh disable=SC2154
. "$HERE/forge_verbs.sh"

t "a good change: a green status on its head, one comment that is edited"
place
topic 7 good
pull 7
check_pull 7 --post
expect_exit 0
expect .final_verdict mergeable
expect .pull_request.head_commit "$head"
expect .pull_request.merge_base "$main"
expect .pull_request.status success
expect .pull_request.comment made
expect_state "$head" success
expect_that "the status names the change" jq -e '.[0] | .context == "assay" and (.description | startswith("#7: mergeable"))' ../forge/statuses.json
expect_that "the comment names the commit" jq -e --arg head "$head" '.[0].body | startswith("<!-- assay: check -->") and contains($head)' ../forge/comments.json
check_pull 7 --post
expect .pull_request.comment edited
expect_that "one comment" test "$(comments)" = 1
expect_that "nothing of it stays in the repository" test -z "$(git for-each-ref refs/assay)"
expect_that "the checkout is untouched" test -z "$(git status --porcelain)"
closed

t "a bad change: red, and without --post nothing is posted"
place
topic 7 bad
pull 7
check_pull 7 --fail-on conditional
expect_exit 1
expect .final_verdict not_mergeable
expect .pull_request.status null
expect_that "nothing was posted" test ! -e ../forge/statuses.json
check_pull 7 --post
expect_state "$head" failure
expect_no_green
closed

t "a fork without secrets: judged, annotated, nothing posted"
place
topic 7 bad
pull_event eve/shop
event pull_request "$ASSAY" check --pr --post --json --sarif ../found.sarif
expect_exit 1
expect .final_verdict not_mergeable
expect .pull_request.from_fork true
expect '.pull_request.notes[0]' "not posted: jobs of forks have no token"
expect_err "::error"
expect_that "step summary" grep -q tests.skipped ../summary
expect_that "SARIF" jq -e '.runs[0].results | length > 0' ../found.sarif
expect_that "nobody was asked" test ! -e ../forge/requests
closed

t "a fork whose token may only read: judged, the refusal is a note"
place
topic 7 good
pull 7 '{"head_repo": "eve/shop"}'
: >../forge/read_only
pull_event eve/shop
event pull_request env GITHUB_TOKEN=token-of-the-test "$ASSAY" check --pr --post --json
expect_exit 0
expect .final_verdict mergeable
expect .pull_request.status null
expect_that "it says so" jq -e '.pull_request.notes[0] | contains("jobs of forks have no rights")' ../out
expect_no_green
closed

t "a job of the same repository that may not post: an error, not silence"
place
topic 7 good
pull 7
: >../forge/read_only
pull_event anna/shop
event pull_request env GITHUB_TOKEN=token-of-the-test "$ASSAY" check --pr --post --json
expect_exit 2
expect_err "statuses: write"
closed

t "a merge group: its commit is judged against what came before it"
place
topic 7 good
first=$head
git switch -q --detach "$first"
sed -i 's/    def test_double/    @unittest.skip("slow")\n    def test_double/' test_app.py
git commit -qam "Merge pull request #8"
head=$(git rev-parse HEAD)
git push -q origin "HEAD:refs/heads/gh-readonly-queue/main/pr-8-$first"
git switch -q --detach main
jq -n --arg head "$head" --arg base "$first" '{action: "checks_requested", merge_group: {head_sha: $head, base_sha: $base,
  head_ref: ("refs/heads/gh-readonly-queue/main/pr-8-" + $base), base_ref: "refs/heads/main", head_commit: {message: "Merge pull request #8"}}}' >../event.json
event merge_group env GITHUB_TOKEN=token-of-the-test "$ASSAY" check --pr --post --json
expect_exit 1
expect .pull_request.number null
expect .pull_request.merge_base "$first"
expect .pull_request.head_commit "$head"
expect_state "$head" failure
expect_that "no comment" test "$(comments)" = 0
closed

t "a force-push while it is judged: the status stays with the commit that was judged, and it is said"
place
topic 7 good
judged=$head
head=1111111111111111111111111111111111111111
pull 7
mv ../forge/pulls/7.json ../forge/pulls/7.then.json
head=$judged
pull 7
check_pull 7 --post
expect_exit 0
expect .pull_request.head_commit "$judged"
expect .pull_request.moved_to 1111111111111111111111111111111111111111
expect_state "$judged" success
expect_that "one status" jq -e 'length == 1' ../forge/statuses.json
expect_that "the comment is left alone" test "$(comments)" = 0
closed

t "a force-push before the job began: the commit is gone, nothing is green"
place
topic 7 good
head=1111111111111111111111111111111111111111
pull_event anna/shop
event pull_request env GITHUB_TOKEN=token-of-the-test "$ASSAY" check --pr --post --json
expect_exit 2
expect_err "force-push"
expect_that "nothing was posted" test ! -e ../forge/statuses.json
closed

t "the same commit in two pull requests: green only when both are"
place
topic 7 good
pull 7
pull 8
check_pull 7 --post
expect .final_verdict mergeable
expect .pull_request.status pending
expect_that "for the other" jq -e '.[-1].description | contains("#8 has this commit too and is not judged yet")' ../forge/statuses.json
check_pull 8 --post
expect .pull_request.status success
check_pull 7 --post
expect_state "$head" success
closed

t "the same commit in two pull requests: one that is bad keeps it red"
place
topic 7 good
pull 7
git switch -q -c next main
printf '[check]\nverify_commands = ["false"]\n' >assay.toml
git commit -qam "Another branch asks for something else"
git push -q origin next
git switch -q --detach main
pull 8 '{"base_ref": "next"}'
check_pull 8 --post
expect_state "$head" failure
check_pull 7 --post
expect .final_verdict mergeable
expect .pull_request.status failure
expect_no_green
closed

t "more than 250 commits: all of them are judged"
place
topic 7 bad
bad=$head
for _ in $(seq 260); do head=$(git commit-tree -p "$head" -m more "$bad^{tree}"); done
git push -q -f origin "$head:refs/pull/7/head"
expect_that "so many" test "$(git rev-list --count "main..$head")" = 261
pull 7
check_pull 7 --post
expect .final_verdict not_mergeable
expect_state "$head" failure
closed

t "an empty pull request is never green"
place
topic 7 nothing
pull 7
check_pull 7 --post --fail-on not_mergeable
expect .final_verdict inconclusive
expect_state "$head" error
closed

t "the branch that it goes to has another name now"
place
topic 7 good
git --git-dir=../origin.git branch -m main trunk
pull 7 '{"base_ref": "trunk"}'
pull_event anna/shop
event pull_request env GITHUB_TOKEN=token-of-the-test "$ASSAY" check --pr --post --json
expect .pull_request.base_branch trunk
expect .final_verdict mergeable
closed
t "the branch that it goes to is gone: nothing is judged"
place
topic 7 good
pull 7 '{"base_ref": "gone"}'
check_pull 7 --post
expect_exit 2
expect_err "gone"
expect_that "nothing was posted" test ! -e ../forge/statuses.json
closed

t "the repository of its head is deleted: the service still has the commit"
place
topic 7 good
pull 7 '{"head_repo": null}'
check_pull 7 --post
expect .pull_request.from_fork true
expect .final_verdict mergeable
closed

t "the base moved: its settings of now count, the change is measured from where it parted"
place
topic 7 good
git switch -q main
printf '[check]\nverify_commands = ["python3 -m unittest", "false"]\n' >assay.toml
git commit -qam "Ask for more"
git push -q origin main
pull 7
check_pull 7 --post
expect .pull_request.merge_base "$main"
expect .pull_request.policy_commit "$(git rev-parse main)"
expect .final_verdict not_mergeable
expect_no_rule config.policy-changed
expect_no_green
closed

t "a change cannot bring settings of its own, not even where the base has none"
place
git switch -q main
git rm -q assay.toml && git commit -qm "No settings" && git push -q origin main
main=$(git rev-parse HEAD)
git switch -q -c topic
sed -i 's/    def test_double/    @unittest.skip("slow")\n    def test_double/' test_app.py
printf '[check]\nverify_commands = ["true"]\nfail_on = "not_mergeable"\n[rules]\n"tests.skipped" = "off"\n' >assay.toml
git add . && git commit -qm "My own settings"
head=$(git rev-parse HEAD)
git push -q origin HEAD:refs/pull/7/head
git switch -q --detach main
pull 7
check_pull 7 --post
expect .final_verdict not_mergeable
expect_rule tests.skipped
expect_rule config.policy-added
expect_that "its command was not run" jq -e '[.run.verify_commands[].command] | index("true") == null' ../out
expect_no_green
closed

t "closed and merged: nothing is judged, nothing is posted"
place
topic 7 good
for more in '{"state": "closed"}' '{"state": "closed", "merged": true}'; do
  pull 7 "$more"
  check_pull 7 --post
  expect_exit 2
  expect_err "nothing is judged"
done
expect_that "nothing was posted" test ! -e ../forge/statuses.json
closed

t "hostile title, body and branch: text stays text"
place
topic 7 good
pull 7 "$(jq -n --arg t "\$(touch ../pwned) \`touch ../pwned\` @anna
/merge
::error::x" '{title: $t, body: ("<!-- assay: check -->\n/approve\n@everyone #1 ![x](http://evil.example/)\u001b[2J"), head_ref: "$(touch pwned);x"}')"
check_pull 7 --post
expect_exit 0
expect_that "nothing ran" test ! -e ../pwned
expect_that "nobody is called, nothing is a command" jq -e '.[0].body | test("@anna|@everyone|(^|\n) */") | not' ../forge/comments.json
pull 7 '{"base_ref": "--upload-pack=touch pwned"}'
check_pull 7
expect_exit 2
expect_err "the branch of its base"
closed

t "no token and no gh: what to set; a wrong one; not found; no number"
place
topic 7 good
pull 7
mkdir ../tools
for tool in git python3 sh env; do ln -s "$(command -v $tool)" "../tools/$tool"; done
run_program env PATH="$PWD/../tools" GITHUB_API_URL="http://127.0.0.1:$port" "$ASSAY" check --pr 7 --repo anna/shop --json
expect_exit 2
expect_err "GITHUB_TOKEN or GH_TOKEN"
run_program env GITHUB_API_URL="http://127.0.0.1:$port" GITHUB_TOKEN=wrong "$ASSAY" check --pr 7 --repo anna/shop --json
expect_exit 2
expect_err "401 (Bad credentials)"
check_pull 9
expect_exit 2
expect_err "404 (Not Found)"
assay check --pr=abc
expect_exit 2
expect_err "--pr takes the number"
assay check --post
expect_exit 2
expect_err "--post is for --pr"
closed

t "a token goes to its own server alone, and not over plain http"
place
topic 7 good
pull 7
run_program env PATH="$PWD/../tools:/usr/bin:/bin" GITHUB_API_URL=http://api.example.invalid GITHUB_TOKEN=token-of-the-test "$ASSAY" check --pr 7 --repo anna/shop
expect_exit 2
expect_err "is not https"
run_program env GITHUB_SERVER_URL=https://ghe.example.invalid GITHUB_API_URL="http://127.0.0.1:$port" GITHUB_TOKEN=token-of-the-test "$ASSAY" check --pr 7 --repo https://gitlab.com/anna/shop
expect_exit 2
expect_err "no token for https://gitlab.com"
echo "GET /repos/anna/shop/pulls/7 301 location=http://127.0.0.1:$port/stolen" >../forge/forced
check_pull 7
expect_exit 2
expect_err "a token is sent nowhere else"
expect_not "it did not follow" grep -q stolen ../forge/requests
closed

t "too many calls: when it is open again"
place
topic 7 good
pull 7
echo "GET /repos/anna/shop/pulls/7 403 x-ratelimit-remaining=0 x-ratelimit-reset=1900000000" >../forge/forced
check_pull 7 --post
expect_exit 2
expect_err "too many calls"
expect_err "2030-03-17"
expect_that "nothing was posted" test ! -e ../forge/statuses.json
closed

t "a server that fails is asked again; one that goes on failing is an error"
place
topic 7 good
pull 7
printf 'GET /repos/anna/shop/pulls/7 502\nPOST /repos/anna/shop/statuses 503\nGET /user 500\n' >../forge/forced
check_pull 7 --post
expect_exit 0
expect_state "$head" success
printf 'POST /repos/anna/shop/statuses 503\nPOST /repos/anna/shop/statuses 503\nPOST /repos/anna/shop/statuses 503\n' >../forge/forced
check_pull 7 --post
expect_exit 2
expect .final_verdict mergeable
expect_err "the verdict stands but was not posted"
closed

# The service takes the connection and says nothing: at every call that a verdict depends on.
t "a service that accepts and never answers: an error that says so, and never green"
place
topic 7 good
pull 7
ASSAY_FORGE_TIMEOUT=1
export ASSAY_FORGE_TIMEOUT
echo 'GET /repos/anna/shop/pulls/7 200 hang' >../forge/forced
check_pull 7 --post
expect_exit 2
expect_err "could not be asked"
expect_err "took too long to answer"
expect_that "nothing was posted" test ! -e ../forge/statuses.json
echo 'GET /repos/anna/shop/commits 200 hang' >../forge/forced
check_pull 7 --post
expect_exit 2
expect_no_green
echo 'POST /repos/anna/shop/statuses 200 hang' >../forge/forced
check_pull 7 --post
expect_exit 2
expect .final_verdict mergeable
expect_err "the verdict stands but was not posted"
expect_no_green
echo 'GET /repos/anna/shop/issues/45 200 hang' >../forge/forced
check_pull 7 --post --intent issue#45
expect_exit 2
expect_err "reading issue 45"
expect_no_green
unset ASSAY_FORGE_TIMEOUT
closed

t "a program gh that never answers is ended, and nothing is green"
place
topic 7 good
pull 7
mkdir ../tools
printf '#!/bin/sh\nexec sleep 600\n' >../tools/gh
chmod +x ../tools/gh
run_program env PATH="$PWD/../tools:$PATH" ASSAY_FORGE_TIMEOUT=1 "$ASSAY" check --pr 7 --repo anna/shop --post --json
expect_exit 2
expect_err "gh did not answer within 1 s"
expect_that "nothing was posted" test ! -e ../forge/statuses.json
run_program env ASSAY_FORGE_TIMEOUT=soon GITHUB_API_URL="http://127.0.0.1:$port" GITHUB_TOKEN=token-of-the-test "$ASSAY" check --pr 7 --repo anna/shop
expect_exit 2
expect_err "it takes seconds, from 1 to 600"
closed

t "a comment that was taken although the server failed is not written twice"
place
topic 7 good
pull 7
echo 'POST /repos/anna/shop/issues/7/comments 502 taken' >../forge/forced
check_pull 7 --post
expect_exit 0
expect_that "one comment" test "$(comments)" = 1
closed

t "the comment is found behind others, and those of others stay, even with our marker"
place
topic 7 good
pull 7
jq -n '[range(250) | {id: (1000 + .), on: 7, login: "eve", body: "<!-- assay: check --> mine"}] + [{id: 5000, on: 7, login: "github-actions[bot]", body: "<!-- assay: check -->\nold"}]' >../forge/comments.json
rm ../forge/user
echo 'github-actions[bot]' >../forge/app
check_pull 7 --post
expect .pull_request.comment edited
expect_that "ours" jq -e '[.[] | select(.login == "github-actions[bot]")] | length == 1 and (.[0].body | contains("mergeable"))' ../forge/comments.json
expect_that "those of others" jq -e '[.[] | select(.body == "<!-- assay: check --> mine")] | length == 250' ../forge/comments.json
closed

t "the task comes from title, body and issues"
place
topic 7 good
pull 7 '{"title": "Work", "body": "Fixes #45"}'
echo '{"title": "Half of a number", "body": "app.py needs half"}' >../forge/issues/45.json
echo '{"title": "Numbers", "body": "see half"}' >../forge/issues/46.json
check_pull 7 --intent "Add half to app.py" --intent issue#46
expect_exit 0
task=$(jq -r .run.artifacts_dir ../out)/intent.txt
for text in "Add half to app.py" "Work" "Issue #45: Half of a number" "Issue #46: Numbers"; do expect_that "$text" grep -qF "$text" "$task"; done
check_pull 7 --intent issue#99
expect_exit 2
expect_err "reading issue 99"
run_program here "$ASSAY" check --intent issue#45 --repo anna/shop --json
expect_exit 0
expect_that "without a pull request too" grep -qF "Half of a number" "$(jq -r .run.artifacts_dir ../out)/intent.txt"
run_program here "$ASSAY" check --intent one --intent two
expect_exit 2
expect_err "given twice"
closed

t "tokens are not in the environment of the change's commands"
place
topic 7 good
git switch -q main
printf '[check]\nverify_commands = ["env", "python3 -m unittest"]\n' >assay.toml
git commit -qam "Say the environment" && git push -q origin main
git switch -q --detach main
pull 7
check_pull 7 --sandbox off
expect_that "the commands ran" grep -q PATH= "$(jq -r .run.artifacts_dir ../out)/verify-logs.txt"
expect_not "not even its name" grep -q GITHUB_TOKEN "$(jq -r .run.artifacts_dir ../out)/verify-logs.txt"
closed

t "a private repository: git gets the token for its own server"
place
topic 7 good
pull 7
git --git-dir=../origin.git repack -q -a -d
git --git-dir=../origin.git update-server-info
mv ../origin.git ../forge/git
git remote set-url origin "http://127.0.0.1:$port/anna/shop.git"
cp -r . ../clone && cd ../clone || exit 1
git reflog expire --expire=now --all && git gc -q --prune=now
expect_not "the head is not here" git cat-file -e "$head"
run_program env GITHUB_SERVER_URL="http://127.0.0.1:$port" GITHUB_API_URL="http://127.0.0.1:$port" GITHUB_TOKEN=token-of-the-test "$ASSAY" check --pr 7 --json
expect_exit 0
expect .final_verdict mergeable
closed
cd ../w || exit 1

t "without a token through gh"
place
topic 7 good
pull 7
mkdir ../tools
cat >../tools/gh <<'GH'
#!/bin/sh
# gh api --include --hostname H --method M [--input -] PATH, as far as it is called here.
method=$6
while [ $# -gt 1 ]; do shift; done
cat >../body
set -- -s -i -X "$method" -H "Authorization: Bearer token-of-the-test" -H "Accept: application/vnd.github+json" -H "X-GitHub-Api-Version: 2022-11-28" -H "Content-Type: application/json" -H "Expect:" "http://127.0.0.1:$GH_TEST_PORT/$1"
[ -s ../body ] && set -- "$@" --data-binary @../body
exec curl "$@"
GH
chmod +x ../tools/gh
run_program env PATH="$PWD/../tools:$PATH" GH_TEST_PORT="$port" "$ASSAY" check --pr 7 --repo anna/shop --post --json
expect_exit 0
expect_state "$head" success
expect_that "one comment" test "$(comments)" = 1
rm -f ../body
closed

t "a shallow clone says what to fetch"
place
topic 7 good
pull 7
more=$(git commit-tree -p main -m more 'main^{tree}')
git push -q origin "$(git commit-tree -p "$more" -m more 'main^{tree}'):refs/heads/main"
git clone -q --depth 1 "file://$PWD/../origin.git" ../shallow
cd ../shallow || exit 1
check_pull 7 --post
expect_exit 2
expect_err "fetch-depth: 0"
expect_that "nothing was posted" test ! -e ../forge/statuses.json
closed
cd ../w || exit 1

t "the shim refuses"
verifier check --pr 7
expect_exit 2
expect_err "--pr is reserved"
verifier check --post
expect_exit 2
assay check --help
expect_out "--pr 7"
