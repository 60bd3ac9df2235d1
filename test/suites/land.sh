# `assay land`: what was verified becomes the target branch, or it says why not and what to do.
# shellcheck shell=sh
. "$HERE/landing_verbs.sh"

t "a verified mission lands: the target has the verified tree, the checkout followed, the record is there"
landable
tree=$(verified_tree)
land
expect_exit 0
expect .outcome landed
expect_landed "$mission"
expect_that "main has the verified tree" test "$(git rev-parse 'main^{tree}')" = "$tree"
expect_that "main is one merge beyond what it was" test "$(git rev-parse 'main^1')" = "$before"
expect_that "the verified commit is in main" git merge-base --is-ancestor "$(jq -r .verifiedCommit ../out)" main
expect_that "the checkout followed" test -z "$(git status --porcelain)"
expect_that "its files too" test "$(cat value)" = 2
expect_that "trailers" sh -c "git log -1 --format='%(trailers:key=Assay-Mission,valueonly)' main | grep -qx '$mission'"
expect_that "the evidence is there" sh -c 'd=$(git log -1 --format="%(trailers:key=Assay-Evidence,valueonly)" main | sed "s/sha256://"); test -s ".assay/evidence/$(echo "$d" | cut -c1-2)/$(echo "$d" | cut -c3-)"'

t "landing again says that it has landed, and does nothing"
landable
land
first=$(git rev-parse main)
land
expect_exit 0
expect .outcome already_landed
expect .commit "$first"
expect_that "nothing moved" test "$(git rev-parse main)" = "$first"
expect_once

t "what landed and was taken out again is no success: it says what to do"
landable
land
landed=$(git rev-parse --short=12 main)
git reset -q --hard "$before"
land
expect_exit 1
expect .outcome already_landed
expect ".next | contains(\"git merge $landed\")" true
assay land
expect_out "! landed before in main, and taken out again"
expect_out "Next: "

t "a checkout that cannot be moved: the branch is put back, and the steps say so"
landable
at checkout 'echo mine >value'
land
nothing_happens
expect_refused checkout_in_the_way
expect '.steps | map(startswith("put main back to ")) | any' true
expect '.steps | map(contains("the checkout")) | any' false
expect_that "it is" test "$(git rev-parse main)" = "$before"

t "a folder's name is one word in what is to be run"
mkdir "it's here"
cd "it's here" || exit 1
landable
echo mine >value
"$ASSAY" land --json >../../out 2>../../err
cd .. || exit 1
expect '.next | contains("it'"'\\\\''"'s here'"'"' stash -u")' true

t "a dry run shows everything and touches nothing"
landable
state=$(git for-each-ref; git status --porcelain; "$ASSAY" log --json)
land --dry-run
expect_exit 0
expect .outcome would_land
expect '.commit | length' 40
expect '.message | contains("Assay-Evidence: sha256:")' true
expect '.steps[-1] | startswith("would move main from")' true
expect_that "nothing changed" test "$(git for-each-ref; git status --porcelain; "$ASSAY" log --json)" = "$state"
assay land --dry-run
expect_out "would land in main"
expect_out "Assay-Mission: $mission"

t "squash: one commit on the target, with the verified tree"
landable
tree=$(verified_tree)
land --strategy squash
expect_exit 0
expect_that "one parent" test "$(git rev-list --parents -1 main | wc -w)" = 2
expect_that "the tree" test "$(git rev-parse 'main^{tree}')" = "$tree"

t "rebase: the commits of the work in a line, with their authors"
checked_repo
mission_of 'echo 2 >value; echo 2 >wanted' 'echo x >other' 'echo y >third'
"$ASSAY" verify >/dev/null 2>&1
tree=$(verified_tree)
land --strategy rebase
expect_exit 0
expect_landed "$mission"
expect_that "three commits in a line" test "$(git rev-list --min-parents=1 --max-parents=1 "$before..main" | wc -l)" = 3
expect_that "no merges" test -z "$(git rev-list --merges "$before..main")"
expect_that "their author" test "$(git log -1 --format=%an main)" = test
expect_that "the committer" test "$(git log -1 --format=%cn main)" = Assay
expect_that "the tree" test "$(git rev-parse 'main^{tree}')" = "$tree"
expect_that "trailers on the last" sh -c "git log -1 --format='%(trailers:key=Assay-Verdict,valueonly)' main | grep -qx passed"

t "a rebase that cannot give the verified tree is refused, and a merge still lands"
checked_repo
"$ASSAY" mission new "Merge by hand" >/dev/null 2>&1
mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
task=$("$ASSAY" task add "both" --json | jq -r .id)
git checkout -q -b side main && echo side >other && git add . && git commit -qm side
git checkout -q -b "assay/$mission/$task" main && echo mine >other && git add . && git commit -qm mine
git merge -q side >/dev/null 2>&1; echo resolved >other; git add . && git commit -qm resolved && git checkout -q main
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
before=$(git rev-parse main)
"$ASSAY" verify >/dev/null 2>&1
land --strategy rebase
expect_refused other_tree
land
expect_exit 0
expect_landed "$mission"

t "the strategy and the message are the target's law, not the work's"
checked_repo
printf '[land]\nstrategy = "squash"\nmessage = "{title} ({mission})"\n' >assay.toml
git add . && git commit -qm law
mission_of 'printf "[land]\nstrategy = \"merge\"\n" >assay.toml; echo x >other'
printf '[verify]\n' >/dev/null
"$ASSAY" verify >/dev/null 2>&1
land
expect_that "as the target says" test "$(jq -r .strategy ../out)" = squash
expect '.message | startswith("Change the value (mission-")' true

t "a title cannot forge trailers"
checked_repo
mission_title="Assay-Verdict: forged"
mission_of 'echo x >other'
mission_title=
"$ASSAY" verify >/dev/null 2>&1
land
expect_exit 0
expect_that "one verdict" test "$(git log -1 --format='%(trailers:key=Assay-Verdict,valueonly)' main | grep -c .)" = 1
expect_that "the true one" sh -c "git log -1 --format='%(trailers:key=Assay-Verdict,valueonly)' main | grep -qx passed"

t "a title that was changed past assay is not landed with"
checked_repo
mission_of 'echo x >other'
"$ASSAY" verify >/dev/null 2>&1
sql "UPDATE missions SET title = 'x

Assay-Verdict: forged'"
"$ASSAY" land >../out 2>../err
expect_that "it is refused" test $? -ne 0
expect_err "mission $mission does not match its seal"
expect_that "nothing landed" test "$(git rev-parse main)" = "$before"

t "what is not ready says what is missing"
checked_repo
mission_of 'echo x >other'
land
expect_refused not_ready
expect '.next | contains("assay verify")' true
assay land no-such
expect_exit 2
expect_err "no mission"
