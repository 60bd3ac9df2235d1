# `assay worktree`: where tasks are worked on, and how such places go without losing anything.
# shellcheck shell=sh

two_tasks() {
  repo
  "$ASSAY" mission new "Two steps" >/dev/null 2>&1
  mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
  first=$("$ASSAY" task add "first" --json | jq -r .id)
  second=$("$ASSAY" task add "second" --depends-on "$first" --json | jq -r .id)
}
add() {
  doc=worktree
  assay worktree add "$1" --json
  path=$(jq -r .path ../out)
}

t "a task gets a work tree on its own branch, and asking again shows it"
two_tasks
add "$first"
expect_exit 0
expect .branch "assay/$mission/$first"
expect .present true
expect_that "the files are there" test -e "$path/a.txt"
echo mine >"$path/mine.txt"
add "$first"
expect_exit 0
expect .uncommitted 1
expect_that "what was there stays" test -e "$path/mine.txt"
expect_that "the checkout is clean" test -z "$(git status --porcelain)"

t "a repository that was put back from a copy leaves alone the work trees it no longer knows"
two_tasks
cp -a . ../copy
add "$first"
old=$path
echo mine >"$old/mine.txt"
rm -rf ./* ./.assay ./.git && cp -a ../copy/. .
add "$first"
expect_exit 0
expect_not "the same place" test "$path" = "$old"
expect_that "the new one is whole" test -e "$path/a.txt"
expect_that "what was there stays" test -e "$old/mine.txt"

t "a task begins with the work it depends on"
two_tasks
add "$first"
(cd "$path" && echo one >one.txt && git add . && git commit -qm one)
"$ASSAY" task start "$first" >/dev/null && "$ASSAY" task complete "$first" >/dev/null
add "$second"
expect_exit 0
expect_that "the first one's work is there" test -e "$path/one.txt"

t "work that has not landed is not removed"
two_tasks
add "$first"
echo mine >"$path/mine.txt"
doc=worktree-prune
assay worktree prune --json
expect_exit 0
expect '.pruned | length' 0
expect '.kept[0].why | contains("has not landed")' true
expect_that "it is still there" test -e "$path/mine.txt"
doc=worktree-list
assay worktree list --json
expect '.worktrees | length' 1
expect '.worktrees[0].present' true
expect '.worktrees[0].uncommitted' null
assay worktree list --status --json
expect '.worktrees[0].uncommitted' 1

t "the whole way by hand: add, commit, complete, verify"
two_tasks
for id in $first $second; do
  add "$id"
  (cd "$path" && echo "$id" >"$id.txt" && git add . && git commit -qm "$id")
  "$ASSAY" task start "$id" >/dev/null && "$ASSAY" task complete "$id" >/dev/null
done
doc=verification
assay verify --json
expect_exit 2
expect ".reason | contains(\"No command was run\")" true
"$ASSAY" pack answer review --reason "looked at both" >/dev/null
assay verify --json
expect_exit 0
expect_that "both are in it" test "$(git ls-tree --name-only "$(jq -r .commit ../out)" | grep -c task-)" = 2

t "what is wrong is said"
two_tasks
assay worktree add nothing-like-it
expect_exit 2
expect_err "no task"
assay worktree prune no-such-tree
expect_exit 2
expect_err "there is no work tree"

t "naming one does not remove what has not landed, nor does a dry run"
two_tasks
add "$first"
(cd "$path" && echo one >one.txt && git add . && git commit -qm one)
doc=worktree-prune
assay worktree prune "$mission.$first" --dry-run --json
expect_exit 0
expect .dryRun true
assay worktree prune "$mission.$first" --json
expect_exit 0
expect '.pruned | length' 0
expect '.kept[0].why | contains("has not landed")' true
expect_that "it is still there" test -e "$path/one.txt"

# ---- when a mission has ended

# The first task done and verified; "$path" is its work tree.
ready_mission() {
  two_tasks
  "$ASSAY" task cancel "$second" >/dev/null 2>&1
  add "$first"
  (cd "$path" && echo one >one.txt && git add . && git commit -qm one)
  "$ASSAY" task start "$first" >/dev/null && "$ASSAY" task complete "$first" >/dev/null
  "$ASSAY" pack answer review --reason "looked at it" >/dev/null 2>&1
  "$ASSAY" verify >/dev/null 2>&1 || wrong "verify failed"
}
expect_no_trees() {
  expect_that "git knows of none" test "$(git worktree list | wc -l)" = 1
  expect_that "no folder is left" test -z "$(ls -A "$(worktrees)")"
  expect_that "no record is left" test -z "$(ls -A .git/assay/worktrees)"
}

t "a landing takes the mission's work trees away, and keeps what no branch holds"
ready_mission
echo precious >"$path/precious.txt"
expect_that "they lie outside of the checkout" test -z "$(find . -name one.txt -not -path './.git/*')"
doc=
assay land
expect_exit 0
expect_no_trees
salvage=$(git for-each-ref --format='%(refname)' refs/assay/salvage)
expect_that "what was not committed is kept" test "$(git show "$salvage:precious.txt")" = precious
expect_that "the branch stays" git rev-parse -q --verify "assay/$mission/$first"
assay worktree add "$first"
expect_exit 2
expect_err "has ended"

t "a removal that was killed is finished by the next command"
ready_mission
cp -a .git/worktrees ../kept-admin && cp -a .git/assay/worktrees ../kept-records && cp -a "$(worktrees)" ../kept-trees
"$ASSAY" land >/dev/null 2>&1
rm -rf .git/worktrees .git/assay/worktrees # as before the removal: the landing was recorded, then it was killed
cp -a ../kept-admin .git/worktrees && cp -a ../kept-records .git/assay/worktrees && cp -a ../kept-trees/. "$(worktrees)/"
mkdir -p "$(worktrees)/.removed/half-deleted/deep"
doc=doctor
assay doctor --json
expect '[.findings[] | select(.what == "work trees")][0].good' false
expect '[.findings[] | select(.what == "work trees")][0].advice' "assay worktree prune"
"$ASSAY" mission new "Another" >/dev/null 2>&1
third=$("$ASSAY" task add "third" --json | jq -r .id)
add "$third"
expect_exit 0
expect_that "one record" test "$(ls .git/assay/worktrees)" = "$(git for-each-ref --format='%(refname)' refs/heads/assay | sed -n "s,refs/heads/assay/\(.*\)/$third,\1.$third,p")"
expect_that "one folder" test "$(ls -A "$(worktrees)" | wc -l)" = 1
doc=doctor
assay doctor --json
expect '[.findings[] | select(.what == "work trees")][0].good' true

t "a cancelled mission leaves only what no branch holds"
two_tasks
add "$first"
(cd "$path" && echo one >one.txt && git add . && git commit -qm one)
add "$second"
echo mine >"$path/mine.txt"
"$ASSAY" cancel --reason "not wanted" >/dev/null 2>&1
doc=worktree-list
assay worktree list --status --json
expect '.worktrees | length' 1
expect '.worktrees[0].uncommitted' 1
doc=worktree-prune
assay worktree prune --json
expect '.kept[0].why | contains("no branch holds")' true
expect_that "it is there" test -e "$path/mine.txt"
assay worktree prune "$mission.$second" --json
expect '.pruned[0].salvage | startswith("refs/assay/salvage/")' true
expect_no_trees

# ---- where they lie

t "a test runner that searches the checkout finds no unfinished tests of a task"
two_tasks
add "$first"
printf 'import { test } from "node:test";\ntest("not done yet", () => { throw new Error("unfinished"); });\n' >"$path/new.test.mjs"
printf 'import { test } from "node:test";\ntest("mine", () => {});\n' >mine.test.mjs
run_program node --test
expect_exit 0
expect_not "it was found" grep -q "not done yet" ../out
expect_that "the user's own was" grep -qE '^(# |ℹ )tests 1$' ../out

t "a work tree of an older version is used where it is, and goes with its mission"
ready_mission
mkdir -p .assay/worktrees
git worktree move "$path" "$PWD/.assay/worktrees/$first"
sed -i "s,^path .*,path $PWD/.assay/worktrees/$first," ".git/assay/worktrees/$mission.$first/record"
add "$first"
expect_exit 0
expect .path "$PWD/.assay/worktrees/$first"
doc=
"$ASSAY" land >/dev/null 2>&1
expect_no_trees
expect_that "nothing is left there" test -z "$(ls -A .assay/worktrees)"

t "the list starts as many programs for many work trees as for one"
two_tasks
mkdir ../bin
printf '#!/bin/sh\necho x >>"%s/calls"\nexec %s "$@"\n' "$folder" "$(command -v git)" >../bin/git
chmod +x ../bin/git
add "$first"
count() { : >"$folder/calls" && PATH="$folder/bin:$PATH" "$ASSAY" worktree list --json >../out 2>../err && wc -l <"$folder/calls"; }
one=$(count)
for n in 1 2 3 4 5 6; do add "$("$ASSAY" task add "more $n" --json | jq -r .id)"; done
expect_that "no more than before" test "$(count)" = "$one"
expect '.worktrees | length' 7
expect '.worktrees[6].commit' "$(git rev-parse HEAD)"

# ---- odd ones

t "one odd work tree hinders no other"
ready_mission
other=$path
doc=
add "$("$ASSAY" task add "odd" --json | jq -r .id)"
odd=$path
"$ASSAY" task list --json | jq -r '.tasks[] | select(.name == "odd") | .id' >../odd
mkfifo "$odd/.gitignore"
doc=worktree-list
assay worktree list --status --json
expect_exit 0
expect '[.worktrees[] | select(.problem)] | length' 1
expect '[.worktrees[] | select(.problem)][0].problem | contains(".gitignore is not a plain file")' true
rm "$odd/.gitignore" && mkdir "$odd/.GIT" && echo x >"$odd/.GIT/config"
assay worktree list --status --json
expect '[.worktrees[] | select(.problem)][0].problem | contains(".GIT/config")' true
"$ASSAY" task cancel "$(cat ../odd)" >/dev/null 2>&1
"$ASSAY" pack answer review --reason "looked at it" >/dev/null 2>&1
"$ASSAY" verify >/dev/null 2>&1
"$ASSAY" land >/dev/null 2>&1
expect_not "the other stays" test -e "$other"
expect_that "what cannot be kept is not deleted" test -e "$odd/.GIT/config"
doc=worktree-prune
assay worktree prune --json
expect_exit 0
expect '.kept[0].why | contains(".GIT/config")' true
rm -r "$odd/.GIT"
assay worktree prune --json
expect '.pruned | length' 1
expect_no_trees

t "doctor names each kind of leftover, and tells nobody to remove work"
two_tasks
add "$first"
forgotten=$path
echo precious >"$forgotten/precious.txt"
add "$("$ASSAY" task add "beside it" --json | jq -r .id)"
broken=$path
mkdir "$(worktrees)/stray" && rm -r ".git/worktrees/$(basename "$forgotten")"
echo garbage >".git/assay/worktrees/$(basename "$broken")/record"
doc=doctor
assay doctor --json
of_work_trees='[.findings[] | select(.what == "work trees" and (.good | not))]'
expect "$of_work_trees | length" 3
expect "$of_work_trees"'[0] | (.detail | contains("git does not know")) and (.advice | contains("assay worktree add"))' true
expect "$of_work_trees"'[1].detail | contains("cannot be read")' true
expect "$of_work_trees"'[2].detail' "$(worktrees)/stray is no work tree of Assay"
rmdir "$(worktrees)/stray"
mv "$forgotten" ../kept # as it says
add "$first"
expect_exit 0
cp ../kept/precious.txt "$forgotten/"
expect_that "it is work of the task again" test "$(git -C "$forgotten" status --porcelain)" = "?? precious.txt"

t "a repository made inside is not lost"
ready_mission
git init -q "$path/inner"
(cd "$path/inner" && echo x >x && git add . && git commit -qm x)
doc=
assay land
expect_exit 0
doc=worktree-prune
assay worktree prune --json
expect '.kept[0].why | contains("is a repository of its own")' true
expect_that "it is still there" test -d "$path/inner/.git"
