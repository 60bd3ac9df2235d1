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
expect_exit 0
expect '.notes[0] | contains("No command was run")' true
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

t "a repository made inside is not lost"
two_tasks
add "$first"
git init -q "$path/inner"
(cd "$path/inner" && echo x >x && git add . && git commit -qm x)
doc=worktree-prune
assay worktree prune --json
expect '.kept[0].why | contains("a repository was made inside")' true
expect_that "it is still there" test -d "$path/inner/.git"
