# Landing with a remote: it decides, it is asked for proof, and what it does wrong is named.
# shellcheck shell=sh disable=SC2154
. "$HERE/landing_verbs.sh"
mkdir -p "$OUT/orders"
cat >"$OUT/orders/move_origin" <<SH
set -e
. "$HERE/landing_verbs.sh"
somebody_commits ../origin.git refs/heads/main "\${1:-pushed-\$\$}"
SH
move_origin="sh '$OUT/orders/move_origin'"
hook_at_origin() { # name script
  mkdir -p ../origin.git/hooks
  printf '#!/bin/sh\n%s\n' "$2" >"../origin.git/hooks/$1"
  chmod +x "../origin.git/hooks/$1"
}

t "it is pushed, proven, and our own branch follows"
landable_remote
land
expect_exit 0
expect .proof "origin has it in refs/heads/main"
expect_well
expect_that "the remote has it" test "$(at_origin rev-parse main)" = "$(git rev-parse main)"

t "the remote moved before: our branch follows it, the work is verified again and lands on top"
landable_remote
eval "$move_origin"
land
expect_exit 0
expect .verifications 1
expect_well
expect_that "the remote has it" test "$(at_origin rev-parse main)" = "$(git rev-parse main)"
expect_that "what was pushed is below" git cat-file -e "main^1:$(git log --format=%s -2 --first-parent main | tail -1 | cut -d' ' -f2)"

t "the remote moves right before the push: verified again, then landed"
landable_remote
at push "[ -e ../moved ] || { touch ../moved; $move_origin; }"
land
nothing_happens
expect_exit 0
expect .verifications 1
expect_well

t "somebody pushes on top before the proof: it is there"
landable_remote
at prove_remote "$move_origin"
land
nothing_happens
expect_exit 0
expect_landed "$mission"
expect_once

t "the remote was forced to another commit and back: what it has counts"
landable_remote
tip=$(at_origin rev-parse main)
eval "$move_origin" && at_origin update-ref refs/heads/main "$tip"
land
expect_exit 0
expect .verifications 0
expect_well

t "the remote is forced away before the proof: not recorded"
landable_remote
at prove_remote "git --git-dir=../origin.git update-ref refs/heads/main $before"
land
nothing_happens
expect_refused not_on_remote
land
expect_exit 0
expect_well

t "the remote takes the push and drops it: not recorded, and again is safe"
landable_remote
hook_at_origin post-receive "git update-ref refs/heads/main $before"
land
expect_refused not_on_remote
expect_that "our own branch did not move" test "$(git rev-parse main)" = "$before"
rm ../origin.git/hooks/post-receive
land
expect_exit 0
expect_well

t "a hook of the remote refuses: its words, and the way to propose it"
landable_remote
hook_at_origin pre-receive 'echo "main is protected" >&2; exit 1'
land
expect_refused remote_refused
expect '.reason | contains("main is protected")' true
expect ".next | contains(\"assay land $mission --remote origin --via pr\")" true
expect '.steps | map(contains("checkout")) | any' false
expect_that "our own branch did not move" test "$(git rev-parse main)" = "$before"

t "an update hook refuses the branch alone"
landable_remote
hook_at_origin update 'echo "not today" >&2; exit 1'
land
expect_refused remote_refused
expect '.reason | contains("not today")' true

t "the remote cannot be reached: an error, and the next run lands"
landable_remote
mv ../origin.git ../away.git
land
expect_exit 2
expect_err "could not be asked"
expect_unlanded
mv ../away.git ../origin.git
land
expect_exit 0
expect_well

t "the remote goes away in the middle of the push: nothing is known, and the next run finds out"
landable_remote
at push 'mv ../origin.git ../away.git'
land
nothing_happens
expect_exit 2
expect_unlanded
mv ../away.git ../origin.git
land
expect_exit 0
expect_well

t "the remote goes away after the push: the next run sees that it is there"
landable_remote
at prove_remote 'mv ../origin.git ../away.git'
land
nothing_happens
expect_exit 2
expect_unlanded
mv ../away.git ../origin.git
lands_once

t "commits that only we have would be published unverified: refused"
landable_remote
git commit -q --allow-empty -m private
land
expect_refused remote_ahead

t "our branch and the remote's went different ways: refused"
landable_remote
eval "$move_origin"
git commit -q --allow-empty -m private
land
expect_refused remote_ahead

t "the remote has no such branch: refused"
landable_remote
at_origin update-ref -d refs/heads/main
land
expect_refused target_missing

t "there is no such remote"
landable
land --remote nowhere
expect_exit 2
expect_err "no remote 'nowhere'"
expect_unlanded

t "the remote is behind a checkout with changes: refused before anything is pushed"
landable_remote
echo mine >a.txt
land
expect_refused checkout_in_the_way
expect_that "nothing was pushed" test "$(at_origin rev-parse main)" = "$before"

# ---- proposals ---------------------------------------------------------------------------------
proposed() {
  landable_remote 'via = "pr"\n'
  land
  expect_exit 0
  expect .outcome proposed
  branch=$(jq -r .branch ../out)
}

t "a protected target: a branch is pushed, and landing again says that it waits"
proposed
expect_that "the branch is there" test "$(at_origin rev-parse "$branch")" = "$(jq -r .commit ../out)"
expect_that "the target is untouched" test "$(at_origin rev-parse main)" = "$before"
expect_unlanded
land
expect_exit 0
expect .outcome proposed

t "a proposal touches no checkout: changes there are not in its way"
landable_remote 'via = "pr"\n'
echo mine >a.txt
land
expect_exit 0
expect .outcome proposed
expect '.steps | map(contains("checkout")) | any' false
expect_that "what is changed stays" test "$(cat a.txt)" = mine
assay land
expect_out "pull request a pull request from land/"

t "a proposal that is merged is proven and recorded"
proposed
at_origin update-ref refs/heads/main "$(at_origin commit-tree -m "Merge pull request" -p main -p "$branch" "$branch^{tree}")"
land
expect_exit 0
expect .outcome landed
expect_that "as the host merged it" test "$("$ASSAY" mission show --json | jq -r .mission.landedCommit)" = "$(at_origin rev-parse main)"
expect_once

t "a proposal that the host squashes is recognised by its tree"
proposed
at_origin update-ref refs/heads/main "$(at_origin commit-tree -m squashed -p main "$branch^{tree}")"
land
expect_exit 0
expect .outcome landed

t "a proposal that the host fast-forwards"
proposed
at_origin update-ref refs/heads/main "$branch"
land
expect_exit 0
expect .outcome landed

t "a proposal that was merged onto something else is not what was verified"
proposed
eval "$move_origin other"
merged=$(at_origin merge-tree --write-tree main "$branch")
at_origin update-ref refs/heads/main "$(at_origin commit-tree -m merged -p main -p "$branch" "$merged")"
land
expect_refused proposal_differs
land --renew
expect_exit 0
expect .outcome landed
expect .verifications 1
expect_landed "$mission"
expect_that "what landed is what was verified" test "$(git rev-parse 'main^{tree}')" = "$(verified_tree)"
expect_that "nothing was pushed" test "$(at_origin rev-parse main)" = "$(git rev-parse main)"
expect_that "it is attested" "$ASSAY" audit verify main
"$ASSAY" revert "$mission" >/dev/null
expect_that "a revert takes back this work and no other" sh -c 'git show "assay/$("$0" mission list --json | jq -r ".missions[0].id")/$("$0" task list --json | jq -r ".tasks[0].id")" --name-only --format= | sort | tr "\n" " " | grep -qx "value wanted "' "$ASSAY"

t "a proposal that was merged as something that does not hold is not landed, whatever a person says"
proposed
eval "$move_origin left"
merged=$(at_origin merge-tree --write-tree main "$branch")
blob=$(echo 7 | at_origin hash-object -w --stdin)
broken=$(at_origin ls-tree "$merged" | sed "s/^100644 blob [0-9a-f]*\tvalue$/100644 blob $blob\tvalue/" | at_origin mktree)
at_origin update-ref refs/heads/main "$(at_origin commit-tree -m merged -p main -p "$branch" "$broken")"
land --renew
expect_refused verification_failed

t "a proposal whose target moved is renewed on request"
proposed
eval "$move_origin other"
land
expect .outcome proposed
expect '.next | contains("--renew")' true
land --renew
expect_exit 0
expect .outcome proposed
expect .verifications 1
expect_that "another branch" test "$(jq -r .branch ../out)" != "$branch"
expect_that "two of them" test "$(at_origin for-each-ref refs/heads/land | wc -l)" = 2

t "the command of the target's law opens it, and hostile titles are no commands"
rm -rf "$OUT/landable-$SUITE" # a mission of its own
mission_title='$(touch ../pwned)'
landable_remote 'via = "pr"\npr_command = "printf %s \\"https://host/pr/1 $ASSAY_TITLE\\"; cp \\"$ASSAY_BODY_FILE\\" ../body"\n'
rm -rf "$OUT/landable-$SUITE"
mission_title=
land
expect_exit 0
expect '.pullRequest | startswith("https://host/pr/1 $(touch")' true
expect_that "it had the message" grep -q "Assay-Mission: $mission" ../body
expect_that "nothing of it ran" test ! -e ../pwned
