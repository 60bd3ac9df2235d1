# What may happen to a landing at the worst moment. Whatever it is: nothing lands that was not verified, nothing
# lands twice, nothing of anybody is lost, and a refusal says why and what to do.
# shellcheck shell=sh disable=SC2154
. "$HERE/landing_verbs.sh"
# Orders run in a shell of their own: the words they need, as scripts.
mkdir -p "$OUT/orders"
cat >"$OUT/orders/move_main" <<SH
set -e
. "$HERE/landing_verbs.sh"
somebody_commits .git refs/heads/main "\${1:-somebody-\$\$}"
SH
move_main="sh '$OUT/orders/move_main'"

# ---- killed ------------------------------------------------------------------------------------
for step in look compose checkouts intend confirm hold swap checkout prove record attest "done"; do
  t "killed before $step: the next run finishes it or shows that it is finished"
  landable
  at $step kill
  land
  expect_exit 137
  nothing_happens
  land
  expect_exit 0
  expect_well
  expect_that "nothing else came into main" test "$(git rev-list --count --first-parent "$before..main")" = 1
done
for step in remote intend push prove_remote swap checkout record; do
  t "killed before $step with a remote: the next run finishes it"
  landable_remote
  at $step kill
  land
  expect_exit 137
  nothing_happens
  land
  expect_exit 0
  expect_well
  expect_that "the remote has the same" test "$(at_origin rev-parse main)" = "$(git rev-parse main)"
  expect_that "once" test "$(git rev-list --count --first-parent "$before..main")" = 1
done
for step in intend push prove_remote record; do
  t "killed before $step of a proposal: the next run proposes it, once"
  landable_remote 'via = "pr"\n'
  at $step kill
  land
  expect_exit 137
  nothing_happens
  land
  expect_exit 0
  expect .outcome proposed
  expect_unlanded
  expect_that "one branch" test "$(at_origin for-each-ref refs/heads/land | wc -l)" = 1
  expect_that "the target is untouched" test "$(at_origin rev-parse main)" = "$before"
done

t "killed while it verifies again: the next run does that and lands"
landable
git checkout -q --detach
eval "$move_main"
at verify kill
land
expect_exit 137
nothing_happens
land
expect_exit 0
expect .verifications 1
git checkout -q main
expect_well

# ---- the target moves --------------------------------------------------------------------------
for step in look compose checkouts intend confirm swap; do
  t "the target moves before $step: verified again on what it is now, then landed on top"
  landable
  git checkout -q --detach
  # Only the first time it gets there.
  at $step "[ -e ../moved ] || { touch ../moved; $move_main; }"
  land
  nothing_happens
  expect_exit 0
  expect .outcome landed
  [ $step = look ] || expect .verifications 1
  git checkout -q main
  expect_well
  expect_that "the other commit is below" test "$(git log --format=%s --first-parent -2 main | tail -1 | cut -c1-9)" = somebody:
done

t "the target moves while it is verified again"
landable
git checkout -q --detach
eval "$move_main"
at verify "[ -e ../moved ] || { touch ../moved; $move_main; }"
land
nothing_happens
expect_exit 0
git checkout -q main
expect_well

t "the target moves every time: it gives up, says so, and lands nothing"
landable
git checkout -q --detach
at swap "$move_main"
land
nothing_happens
expect_refused target_moved
git checkout -q main

t "the target was forced to another commit and back before: what it is counts"
landable
git update-ref refs/heads/main "$(git commit-tree -m other 'main^{tree}')" && git update-ref refs/heads/main "$before"
land
expect_exit 0
expect .verifications 0
expect_well

t "the target is forced to another commit and back right before the swap"
landable
at swap "git update-ref refs/heads/main \$(git commit-tree -m other 'main^{tree}') && git update-ref refs/heads/main $before"
land
nothing_happens
expect_exit 0
expect_well

t "the target is put back by force before it is recorded: not recorded as landed"
landable
git checkout -q --detach
at prove "git update-ref refs/heads/main $before"
land
nothing_happens
expect_refused target_moved
land
expect_exit 0
git checkout -q main
expect_well

t "the target goes on before it is recorded: recorded, and the other commit stays"
landable
git checkout -q --detach
at prove "$move_main"
land
nothing_happens
expect_exit 0
git checkout -q main
expect_well
expect_that "the other commit is the tip" test "$(git log -1 --format=%s main | cut -c1-9)" = somebody:

t "the target is gone"
landable
git checkout -q --detach
git branch -qD main
land
expect_refused target_missing

t "squash, and the base moved: verified again first"
landable
git checkout -q --detach
at swap "[ -e ../moved ] || { touch ../moved; $move_main; }"
land --strategy squash
nothing_happens
expect_exit 0
expect .verifications 1
git checkout -q main
expect_well

t "rebase, and the base moved: verified again first"
landable
git checkout -q --detach
at swap "[ -e ../moved ] || { touch ../moved; $move_main; }"
land --strategy rebase
nothing_happens
expect_exit 0
expect .verifications 1
git checkout -q main
expect_well

t "the target moved so that the work fails on it: refused, with the check"
landable
git checkout -q --detach
echo 'echo 1..1; echo "not ok 1 - other"; exit 1' >test.sh && git commit -qam breaks && git update-ref refs/heads/main HEAD
land
expect_refused verification_failed

t "the target moved so that the work conflicts: refused, and the task to retry is named"
landable
echo 3 >value && git commit -qam conflicts
land
expect_refused verification_failed
expect '.reason | contains("value")' true

# ---- the work moves ----------------------------------------------------------------------------
t "a push after the verdict: refused, the branch is named"
landable
somebody_commits .git "refs/heads/$work" sneaked
land
expect_refused work_changed
expect ".reason | contains(\"moved after the verdict\")" true

t "a push after the verdict and back again is what was verified"
landable
tip=$(git rev-parse "$work")
somebody_commits .git "refs/heads/$work" sneaked
git update-ref "refs/heads/$work" "$tip"
land
expect_exit 0
expect_well

t "work that is taken back after the verdict: refused"
landable
git update-ref "refs/heads/$work" "$(git rev-parse "$work^")"
land
expect_refused work_changed

t "a push in the middle of the landing: what was verified lands, nothing else"
landable
cat >"$OUT/orders/sneak" <<SH
. "$HERE/landing_verbs.sh"
somebody_commits .git "refs/heads/$work" sneaked
SH
at swap "sh '$OUT/orders/sneak'"
land
nothing_happens
expect_exit 0
expect_well
expect_not "it was sneaked in" git cat-file -e main:sneaked

t "the work's branch is gone after the verdict: what was verified lands"
landable
git branch -qD "$work"
land
expect_exit 0
expect_well

t "an agent merges its work into the target itself: refused, the gate has not seen it"
landable
git merge -q --no-ff -m mine "$work"
land
expect_refused already_in_target

t "an agent squashes its work into the target itself: refused"
landable
git merge -q --squash "$work" >/dev/null && git commit -qm mine
land
expect_refused already_in_target

t "the integration ref is forged: what the store says was verified counts"
landable
somebody_commits .git "refs/assay/missions/$mission/integration" forged
land
expect_exit 0
expect_well
expect_not "it came in" git cat-file -e main:forged

t "the verified commit is gone from the repository: refused, verify again"
landable
git update-ref -d "refs/assay/missions/$mission/integration"
git reflog expire --expire=now --all && git gc -q --prune=now
land
expect_refused not_verified

t "objects that nobody names are collected in the middle: it lands or says why"
landable
at swap "git reflog expire --expire=now --all && git gc -q --prune=now"
land
nothing_happens
expect_exit 0
expect_well

t "the evidence of the verification is gone: refused, verify again"
landable
rm -rf .assay/evidence
land
expect_refused not_verified

# ---- names that lie ----------------------------------------------------------------------------
t "tags and branches named like commit ids mislead nobody"
landable
verified=$(sql 'SELECT commit_id FROM verifications ORDER BY key DESC LIMIT 1')
other=$(git commit-tree -m other 'main^{tree}')
for id in "$verified" "$before" "$(git rev-parse "$work")"; do git update-ref "refs/tags/$id" "$other" && git update-ref "refs/heads/$id" "$other"; done
land
expect_exit 0
expect_well

t "a tag named like the target misleads nobody"
landable
other=$(git commit-tree -m other 'main^{tree}')
git update-ref refs/tags/main "$other"
git update-ref refs/heads/refs/heads/main "$other"
git update-ref refs/heads/heads/main "$other"
git update-ref refs/remotes/main "$other"
land
expect_exit 0
git update-ref -d refs/tags/main
git update-ref -d refs/remotes/main
expect_well
expect_that "the tag's commit is not in it" test -z "$(git rev-list main | grep "$other")"

t "replaced objects mislead nobody"
landable
tree=$(verified_tree)
verified=$(sql 'SELECT commit_id FROM verifications ORDER BY key DESC LIMIT 1')
git replace "$verified" "$(git commit-tree -m other -p main 'main^{tree}')"
git replace "$before" "$(git commit-tree -m other 'main^{tree}')"
land
expect_exit 0
export GIT_NO_REPLACE_OBJECTS=1
expect_well
expect_that "the verified tree landed" test "$(git rev-parse 'main^{tree}')" = "$tree"
unset GIT_NO_REPLACE_OBJECTS

t "hooks of the repository are not run"
landable
mkdir -p .git/hooks
for hook in reference-transaction post-checkout post-merge pre-push pre-commit commit-msg post-index-change; do
  printf '#!/bin/sh\ntouch "%s/pwned"\nexit 1\n' "$folder" >".git/hooks/$hook" && chmod +x ".git/hooks/$hook"
done
land
rm -rf .git/hooks
expect_exit 0
expect_well
expect_that "nothing of it ran" test ! -e ../pwned

# ---- several at once ---------------------------------------------------------------------------
t "two landings at once: one lands, the other is told"
landable
at swap '"$ASSAY" land >../second 2>&1; echo $? >../second-status'
export ASSAY
land
nothing_happens
expect_exit 0
expect_that "the second was told" grep -q "another landing is under way" ../second
expect_well

t "two landings at once without the lock: still once"
landable
at intend 'unset ASSAY_TEST_AT; rm .assay/locks/land-*; "$ASSAY" land >../second 2>&1; echo $? >../second-status'
land
nothing_happens
expect_refused_or_landed() { [ "$status" = 0 ] || [ "$(jq -r .refusal ../out)" = mission_changed ] || wrong "exit $status"; }
expect_refused_or_landed
expect_that "the second landed" test "$(cat ../second-status)" = 0
expect_well
expect_that "once in main" test "$(git rev-list --count --first-parent "$before..main")" = 1

t "two landings at once without the lock, both with an intent: the store lets one of them"
landable
at confirm 'unset ASSAY_TEST_AT; rm .assay/locks/land-*; "$ASSAY" land >../second 2>&1; echo $? >../second-status'
land
nothing_happens
land
expect_exit 0
expect_well
expect_that "once in main" test "$(git rev-list --count --first-parent "$before..main")" = 1

# ---- the mission changes -----------------------------------------------------------------------
t "a task is added before the intent: refused"
landable
at intend '"$ASSAY" task add late >/dev/null'
land
nothing_happens
expect_refused mission_changed
expect_that "main is where it was" test "$(git rev-parse main)" = "$before"

t "a task is added after the intent: refused, and nothing moved"
landable
at confirm '"$ASSAY" task add late >/dev/null'
land
nothing_happens
expect_refused mission_changed
expect_that "main is where it was" test "$(git rev-parse main)" = "$before"

t "a task is added after the swap: what moved is recorded"
landable
at prove '"$ASSAY" task add late >/dev/null'
land
nothing_happens
expect_exit 0
expect_well

# ---- the checkout ------------------------------------------------------------------------------
dirty() { # name script
  t "the checkout has $1: refused with the choices, nothing is touched"
  landable
  sh -ec "$2"
  state=$(git status --porcelain --ignored; cat value)
  land
  expect_refused checkout_in_the_way
  expect_that "main is where it was" test "$(git rev-parse main)" = "$before"
  expect_that "the files are as they were" test "$(git status --porcelain --ignored; cat value)" = "$state"
}
dirty "a changed file" 'echo mine >a.txt'
dirty "something staged" 'echo mine >mine && git add mine'
dirty "a hidden change" 'echo mine >a.txt && git update-index --assume-unchanged a.txt'
dirty "an unfinished merge" 'git checkout -q -b side && echo s >a.txt && git commit -qam s && git checkout -q main && git merge -q --no-commit --no-ff side >/dev/null'

in_the_way() { # name script
  t "the checkout has $1: refused, it stays"
  checked_repo
  mission_of 'echo new >other'
  "$ASSAY" verify >/dev/null 2>&1
  sh -ec "$2"
  land
  expect_refused checkout_in_the_way
  expect_that "it is still there" test "$(cat other)" = mine
}
in_the_way "an untracked file where the work has one" 'echo mine >other'
in_the_way "an ignored file where the work has one" 'echo mine >other; echo other >.git/info/exclude'

t "untracked files elsewhere stay and hinder nobody"
landable
echo mine >mine
land
expect_exit 0
expect_that "it is still there" test "$(cat mine)" = mine
expect_well

t "a linked work tree has the target: it follows"
landable
git checkout -q --detach
git worktree add -q ../linked main
land
expect_exit 0
expect_that "its files followed" test "$(cat ../linked/value)" = 2
expect_that "it is clean" test -z "$(git -C ../linked status --porcelain)"

t "a linked work tree has the target and a change: refused, it is named"
landable
git checkout -q --detach
git worktree add -q ../linked main
echo mine >../linked/a.txt
land
expect_refused checkout_in_the_way
expect '.reason | contains("linked")' true

t "a rebase of the target is not finished somewhere: refused"
landable
git checkout -q -b side main~1 && echo s >value && git add . && git commit -qm s && git checkout -q main
git rebase -q side >/dev/null 2>&1
land
expect_refused checkout_in_the_way
git rebase --abort

t "a file of the work changes in the last moment: the swap is undone, refused"
landable
at swap 'echo mine >value'
land
nothing_happens
expect_refused checkout_in_the_way
expect_that "main is where it was" test "$(git rev-parse main)" = "$before"
expect_that "the change is there" test "$(cat value)" = mine
git checkout -q value
land
expect_exit 0
expect_well

t "another file changes in the last moment: it stays, and hinders nobody"
landable
at swap 'echo mine >a.txt'
land
nothing_happens
expect_exit 0
expect_landed "$mission"
expect_once
expect_that "the change is there" test "$(git status --porcelain)" = " M a.txt"
expect_that "the checkout followed" test "$(cat value)" = 2

t "an ignored file appears in the way in the last moment: the swap is undone, it stays"
checked_repo
mission_of 'echo new >other'
"$ASSAY" verify >/dev/null 2>&1
echo other >.git/info/exclude
at swap 'echo mine >other'
land
nothing_happens
expect_refused checkout_in_the_way
expect_that "main is where it was" test "$(git rev-parse main)" = "$before"
expect_that "it is still there" test "$(cat other)" = mine

# What a person does there between the swap and the moment the files follow. git says that the index is locked; the same
# a moment later is done, and takes nothing back.
meanwhile() { # name order [step]
  t "$1 before ${3:-checkout}: git refuses, and a moment later it takes nothing back"
  landable
  git branch other
  at "${3:-checkout}" "{ $2; } >../said 2>&1; echo \$? >../status"
  land
  nothing_happens
  expect_exit 0
  expect_landed "$mission"
  expect_that "git refused" test "$(cat ../status)" != 0
  expect_that "and said why" grep -q index ../said
  expect_that "main is what landed" test "$(git rev-parse main)" = "$commit"
  expect_that "no lock is left" test ! -e .git/index.lock
  expect_that "a moment later git does it" sh -ec "$2"
  expect_that "nothing is taken back" test "$(git show main:value)" = 2
  expect_that "and what landed is still there" git merge-base --is-ancestor "$commit" main
}
for step in swap checkout; do
  meanwhile "git commit" 'echo mine >mine.txt; git add mine.txt && git commit -qm mine' $step
done
meanwhile "git add" 'echo mine >mine.txt; git add mine.txt'
meanwhile "git commit -a" 'echo mine >a.txt; git commit -qam mine'
meanwhile "an empty commit" 'git commit -q --allow-empty -m mine'
meanwhile "git commit of a named file" 'echo mine >a.txt; git commit -qm mine a.txt'
meanwhile "git switch" 'git switch -q other'
meanwhile "git checkout --detach" 'git checkout -q --detach'
meanwhile "git reset --hard" 'git reset -q --hard'
meanwhile "git rm" 'git rm -q a.txt'

t "git commit in a linked work tree of the target: git refuses, nothing is taken back"
landable
git checkout -q --detach
git worktree add -q ../linked main
at checkout 'echo mine >../linked/mine.txt; git -C ../linked add mine.txt; git -C ../linked commit -qm mine; echo $? >../status'
land
nothing_happens
expect_exit 0
expect_that "git refused" test "$(cat ../status)" != 0
git -C ../linked add mine.txt && git -C ../linked commit -qm mine
expect_that "nothing is taken back" test "$(git show main:value main:mine.txt)" = "2
mine"

t "a commit in the checkout before it is held: verified again, and landed on top of it"
landable
at hold '[ -e ../mine ] || { echo mine >../mine; cp ../mine mine.txt; git add mine.txt; git commit -qm mine; }'
land
nothing_happens
expect_exit 0
expect .verifications 1
expect_well
expect_that "both are there" test "$(git show main:value main:mine.txt)" = "2
mine"

t "something is staged before the checkout is held: it stays staged, and hinders nobody"
landable
at hold 'echo mine >mine.txt; git add mine.txt'
land
nothing_happens
expect_exit 0
expect_landed "$mission"
expect_that "it is staged" test "$(git status --porcelain)" = "A  mine.txt"
git commit -qm mine
expect_that "nothing is taken back" test "$(git show main:value main:mine.txt)" = "2
mine"

t "a file of the work is staged before the checkout is held: refused, and it stays"
landable
at hold 'echo mine >value; git add value'
land
nothing_happens
expect_refused checkout_in_the_way
expect_that "main is where it was" test "$(git rev-parse main)" = "$before"
expect_that "it is staged" test "$(git status --porcelain)" = "M  value"

t "the checkout leaves the branch before it is held: it stays where it is"
landable
at hold 'git switch -q -c other'
land
nothing_happens
expect_exit 0
expect_that "its files are those of its own branch" test "$(cat value; git status --porcelain)" = 1

t "a new branch is made in the checkout while it is held: its files follow all the same"
landable
at checkout 'git branch other && git symbolic-ref HEAD refs/heads/other'
land
nothing_happens
expect_exit 0
expect_landed "$mission"
expect_that "the new branch has what landed" test "$(git rev-parse other)" = "$commit"
expect_that "its files too" test "$(cat value; git status --porcelain)" = 2

t "a work tree comes to the branch with old files after the swap: it follows"
landable
git checkout -q --detach
git worktree add -q --detach ../linked
at checkout 'git -C ../linked symbolic-ref HEAD refs/heads/main'
land
nothing_happens
expect_exit 0
expect_that "its files followed" test "$(cat ../linked/value; git -C ../linked status --porcelain)" = 2

t "a commit that was made without the index takes it back: landed, and told"
landable
at checkout 'git update-ref refs/heads/main $(git commit-tree -m mine -p main main~1^{tree})'
land
nothing_happens
expect_exit 0
expect_landed "$mission"
expect '.notes | any(contains("takes back value"))' true

t "killed before the checkout could follow: git can commit nothing there until the next run has finished it"
landable
at checkout kill
land
nothing_happens
expect_not "git commits" git commit -q --allow-empty -m mine
expect_that "the lock says whose it is" grep -q "assay land" .git/index.lock
doc=status
assay status --json
expect '[.needed[] | select(.missionId == "'"$mission"'" and (.what | contains(".git/index.lock"))) | .command | startswith("assay land ")] == [true]' true
doc=doctor
assay doctor --json
expect '.findings | any(.what == "checkout" and .good == false and (.detail | contains(".git/index.lock")))' true
land
expect_exit 0
expect_well
doc=status
assay status --json
expect '.needed | any(.what | contains("index.lock"))' false
doc=doctor
assay doctor --json
expect '.findings | any(.what == "checkout")' false
git commit -q --allow-empty -m mine
expect_that "nothing is taken back" test "$(git show main:value)" = 2

t "killed before the checkout could follow, and then another git is at work there: not landed before it has followed"
landable
at checkout kill
land
nothing_happens
rm .git/index.lock
touch .git/index.lock
land
expect_refused checkout_in_the_way
expect '.reason | contains("another git is at work there")' true
expect_that "its lock is left alone" test -e .git/index.lock
doc=status
assay status --json
expect '.needed | any(.what | contains("index.lock"))' false
rm .git/index.lock
land
expect_exit 0
expect_well

t "killed before the swap: the next run removes its lock, whatever else it finds"
landable
at swap kill
land
nothing_happens
expect_not "git commits" git commit -q --allow-empty -m mine
echo mine >a.txt
land
expect_refused checkout_in_the_way
expect_that "git commits again" git commit -qam mine

t "a move of the checkout that nothing else tells of was cut off: whatever lands next finishes it"
landable
after=$(git commit-tree -m other -p main "$(git rev-parse "$work^{tree}")")
printf 'assay moves this checkout from %s to %s\n' "$before" "$after" >.git/index.lock
git update-ref refs/heads/main "$after"
land
expect_that "the files followed" test "$(cat value; git status --porcelain)" = 2
expect_that "no lock is left" test ! -e .git/index.lock

t "another file changes after a kill, before the checkout could follow: it stays, and the checkout follows"
landable
at checkout kill
land
nothing_happens
echo mine >a.txt
land
expect_exit 0
expect_landed "$mission"
expect_that "the change is there" test "$(git status --porcelain; cat a.txt value)" = " M a.txt
mine
2"

t "a file of the work changes after a kill: it stays, off the branch, so that no commit takes the landing back"
landable
at checkout kill
land
nothing_happens
echo mine >value
land
expect_exit 0
expect_landed "$mission"
expect '.notes | any(contains("could not follow main"))' true
expect_that "the change is there" test "$(git status --porcelain; cat value)" = " M value
mine"
git commit -qam mine
expect_that "main is what landed" test "$(git rev-parse main)" = "$commit"

t "somebody removes the lock of a killed landing and commits: landed, and what was taken back is told"
landable
at checkout kill
land
nothing_happens
rm .git/index.lock
git commit -q --allow-empty -m mine
land
expect_exit 0
expect_landed "$mission"
expect '.notes | any(contains("takes back"))' true

t "another program holds the index: nothing lands without its checkout"
landable
touch .git/index.lock
land
expect_refused checkout_in_the_way
expect '.steps | any(contains("moved main"))' false
expect_that "nothing was moved" test "$(git rev-parse main; git reflog main | grep -c assay)" = "$before
0"
rm .git/index.lock
land
expect_exit 0
expect_well

t "another program holds the branch: it says so, and the next run lands"
landable
touch .git/refs/heads/main.lock
land
expect_exit 2
expect_err "main.lock"
expect_unlanded
rm .git/refs/heads/main.lock
land
expect_exit 0
expect_well

# ---- a full disk -------------------------------------------------------------------------------
# Runs in a mount namespace of its own, on a small disk that fills up at that step; says what is not as it should be.
cat >"$OUT/orders/full_disk" <<'SH'
step=$1 disk=$2
mount -t tmpfs -o size=16m tmpfs "$disk" && cp -a . "$disk/w" && cd "$disk/w" || exit 77
before=$(git rev-parse main)
wrong() { echo "not so: $*"; exit 1; }
ASSAY_TEST_AT="$step=dd if=/dev/zero of=../fill bs=64k 2>/dev/null; dd if=/dev/zero of=../fill2 bs=512 2>/dev/null; true" "$ASSAY" land --json >/dev/null 2>"$disk.err"
first=$?
[ $first = 0 ] || [ -s "$disk.err" ] || wrong "it failed and said nothing"
rm -f ../fill ../fill2
[ $first = 0 ] || [ "$("$ASSAY" mission show --json | jq -r .mission.status)" != landed ] || wrong "it failed, and yet it is recorded"
"$ASSAY" land --json >"$disk.out" 2>"$disk.err" || wrong "the next run does not land: $(cat "$disk.err" "$disk.out")"
[ "$("$ASSAY" mission show --json | jq -r .mission.status)" = landed ] || wrong "it has not landed"
[ "$(git rev-list --count --first-parent "$before..main")" = 1 ] || wrong "it landed twice"
[ "$("$ASSAY" log --json | jq '[.checkpoints[] | select(.kind == "landed")] | length')" = 1 ] || wrong "it is recorded twice"
[ -z "$(git status --porcelain --untracked-files=no)" ] || wrong "the checkout is not in step: $(git status --porcelain)"
"$ASSAY" audit verify >/dev/null || wrong "the history is not whole"
SH
for step in look compose intend confirm swap checkout prove record attest; do
  t "the disk is full before $step: the next run lands it, once"
  landable
  mkdir "$folder/disk"
  if [ "$(id -u)" = 0 ]; then unshare -m sh "$OUT/orders/full_disk" $step "$folder/disk" >../out 2>../err; else unshare -rm sh "$OUT/orders/full_disk" $step "$folder/disk" >../out 2>../err; fi
  status=$?
  expect_exit 0
done
