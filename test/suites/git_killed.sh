# git can be killed like any program: by the kernel when memory is short, by a person, by a container that ends. Each git
# that a command starts is killed in turn, before it has done anything and after it has done its work. What it did not say
# is never taken for an answer, and the same command then ends well.
# shellcheck shell=sh disable=SC2154
. "$HERE/landing_verbs.sh"
. "$HERE/ship_verbs.sh"
. "$HERE/work_verbs.sh"

# A git on the PATH that is killed at its $DIES_AT-th start since the count was begun anew.
mortal_git() {
  real=$(command -v git)
  mkdir -p ../bin
  cat >../bin/git <<END
#!/bin/sh
echo "\$*" >>"$folder/starts"
[ "\$(wc -l <"$folder/starts")" = "\${DIES_AT:-0}" ] || exec "$real" "\$@"
[ "\$DIES" = before ] || "$real" "\$@"
kill -9 \$\$
END
  chmod +x ../bin/git
}
# Runs assay while its n-th git is killed. False when it started fewer.
while_git_dies() { # n before|after argument...
  number=$1 when=$2
  shift 2
  : >../starts
  DIES_AT=$number DIES=$when PATH="$folder/bin:$PATH" "$ASSAY" "$@" >../first.out 2>&1
  [ "$(wc -l <../starts)" -ge "$number" ]
}

# A test for each git that the command starts; with `stride` for every second, third, …
each_git() { # before|after name function
  n=$((1 - ${stride:-1}))
  went_on=1
  while [ "$went_on" = 1 ] && [ "$n" -lt 100 ]; do
    n=$((n + ${stride:-1}))
    t "$2, where git number $n is killed $1 its work"
    "$3" $n "$1" || went_on=0
  done
  [ "$n" -gt 5 ] || wrong "only $n calls of git: nothing was tried"
}

# Each returns whether a git was killed.
land_here() { # n before|after
  landable
  mortal_git
  while_git_dies "$1" "$2" land --strategy rebase
  killed=$?
  lands_once
  return $killed
}
land_there() { # n before|after
  landable_remote
  mortal_git
  while_git_dies "$1" "$2" land
  killed=$?
  lands_once
  expect_that "the remote has it" test "$(at_origin rev-parse main)" = "$(git rev-parse main)"
  return $killed
}
# The run before was killed once the branch had moved: of two files that follow, none or one is there.
go_on() { # n before|after
  landable
  at checkout kill
  land --strategy rebase
  nothing_happens
  expect_that "the branch has moved, its files have not" test "$(git status --porcelain --untracked-files=no | wc -l)" = 2
  mortal_git
  while_git_dies "$1" "$2" land --strategy rebase
  killed=$?
  lands_once
  return $killed
}
go_on_halfway() { # n before|after
  landable
  at checkout kill
  land --strategy rebase
  nothing_happens
  echo 2 >value
  mortal_git
  while_git_dies "$1" "$2" land --strategy rebase
  killed=$?
  lands_once
  return $killed
}
plan_it() { # n before|after
  project
  agents good
  mortal_git
  while_git_dies "$1" "$2" plan "Change the value to two"
  killed=$?
  mission=$(sqlite3 .assay/assay.db 'SELECT id FROM missions' 2>/dev/null)
  doc=mission-plan
  assay plan "${mission:-Change the value to two}" --json
  expect_exit 0
  expect .state proposed
  expect_that "it begins at the commit" test "$(sqlite3 .assay/assay.db 'SELECT base_commit FROM missions')" = "$(git rev-parse main)"
  return $killed
}

queue_of_two() {
  if [ ! -d "$OUT/queue-of-two" ]; then
    checked_repo
    queued one two
    rm -rf "$(worktrees)" .git/worktrees .git/assay/worktrees .git/assay/state
    cp -a . "$OUT/queue-of-two"
  else
    cp -a "$OUT/queue-of-two/." .
  fi
  before=$(git rev-parse main)
}
queue_it() { # n before|after
  queue_of_two
  mortal_git
  while_git_dies "$1" "$2" queue run
  killed=$?
  doc=
  assay queue run
  expect_exit 0
  expect_that "both have landed" test "$("$ASSAY" mission list --all --json | jq -r '[.missions[].status] | unique | join(" ")')" = landed
  expect_that "each once" test "$(sqlite3 .assay/assay.db "SELECT count(*) FROM checkpoints WHERE kind = 'landed'")" = 2
  expect_that "each is one commit of main" test "$(git rev-list --count --first-parent "$before..main")" = 2
  expect_that "the history is whole" "$ASSAY" audit verify
  expect_that "and signed" "$ASSAY" audit verify main
  expect_that "the checkout follows" test -z "$(git status --porcelain --untracked-files=no)"
  return $killed
}
ship_it() { # n before|after
  if [ ! -d "$OUT/to-ship" ]; then
    printf '[deploy]\ncommand = "echo run >>$OUT_FILE"\nenvironment = ["OUT_FILE"]\n' | shippable
    rm -rf "$(worktrees)" .git/worktrees .git/assay/worktrees .git/assay/state
    cp -a . "$OUT/to-ship"
  else
    cp -a "$OUT/to-ship/." .
  fi
  mission=$(sqlite3 .assay/assay.db 'SELECT id FROM missions')
  before=$(git rev-parse main)
  mortal_git
  OUT_FILE=$(realpath ..)/deployed && export OUT_FILE
  while_git_dies "$1" "$2" ship
  killed=$?
  doc=
  "$ASSAY" ship >../out 2>../err # says that it was shipped already, where it was
  # A deploy that was cut off is never begun again by itself: a person decides.
  if [ "$(story state)" = NEEDS_FIX ]; then
    expect_that "at most once before" sh -c 'test ! -e ../deployed || test "$(wc -l <../deployed)" -le 1'
    assay redeploy
    expect_exit 0
  else
    expect_that "deployed once" test "$(deployed_times)" = 1
  fi
  state_is DEPLOYED
  expect_landed "$mission"
  expect_that "one commit of main" test "$(git rev-list --count --first-parent "$before..main")" = 1
  expect_that "signed" "$ASSAY" audit verify main
  return $killed
}

each_git before "land" land_here
each_git after "land" land_here
each_git before "land with a remote" land_there
for when in before after; do
  each_git $when "land, killed before" go_on
  each_git $when "land, killed halfway" go_on_halfway
done
each_git before "plan" plan_it
each_git after "plan" plan_it
stride=5
for when in before after; do
  each_git $when "queue run" queue_it
  each_git $when "ship" ship_it
done
stride=1

t "a task does not begin without the work that it depends on because git was killed"
checked_repo
agents good
"$ASSAY" init >/dev/null
"$ASSAY" mission new 'Two steps' --target main >/dev/null
one=$("$ASSAY" task add one --json | jq -r .id)
two=$("$ASSAY" task add two --depends-on "$one" --json | jq -r .id)
mission=$(sqlite3 .assay/assay.db 'SELECT id FROM missions')
git checkout -q -b "assay/$mission/$one" && echo x >one && git add one && git commit -qm one && git checkout -q main
"$ASSAY" task start "$one" >/dev/null && "$ASSAY" task complete "$one" >/dev/null
mortal_git
n=1
while while_git_dies $n before worktree add "$two"; do n=$((n + 1)); done
expect_that "several were tried" test "$n" -gt 5
doc=
assay worktree add "$two" --json
expect_exit 0
expect_that "the work is there" test -f "$(jq -r .path ../out)/one"
