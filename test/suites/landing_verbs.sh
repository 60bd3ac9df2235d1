# Words of the suites about landing.
# shellcheck shell=sh disable=SC2034

. "$HERE/verify_verbs.sh"

# Ready to land: `value` becomes 2. Made once for a suite and copied; what names its own place is left out.
landable() {
  if [ ! -d "$OUT/landable-$SUITE" ]; then
    checked_repo
    mission_of 'echo 2 >value; echo 2 >wanted'
    "$ASSAY" verify >/dev/null 2>&1
    rm -rf "$(worktrees)" .git/worktrees .git/assay/worktrees .git/assay/state
    cp -a . "$OUT/landable-$SUITE"
    [ -z "${ASSAY_STORE_URL:-}" ] || "$ASSAY" store copy "$ASSAY_STORE_URL" "$OUT/landable-$SUITE.db" >/dev/null
  else
    cp -a "$OUT/landable-$SUITE/." .
    [ -z "${ASSAY_STORE_URL:-}" ] || "$ASSAY" store copy "$OUT/landable-$SUITE.db" "$ASSAY_STORE_URL" >/dev/null
  fi
  mission=$(sql 'SELECT id FROM missions')
  work=$(git for-each-ref --format='%(refname:short)' "refs/heads/assay/$mission")
  before=$(git rev-parse main)
}
# The same with a remote that the target's law names.
landable_remote() { # [more lines of [land]]
  landable
  printf '[land]\nremote = "origin"\n%b' "${1:-}" >assay.toml
  git add . && git commit -qm law
  git init -q --bare ../origin.git
  git remote add origin ../origin.git
  git push -q origin main
  "$ASSAY" verify >/dev/null 2>&1
  before=$(git rev-parse main)
}
at_origin() { git --git-dir=../origin.git "$@"; }
# What somebody else does: a commit on a branch of a repository, without a checkout.
somebody_commits() { # git-dir ref [file]
  g=$1 r=$2 f=${3:-somebody}
  blob=$(echo "$f $$" | git --git-dir="$g" hash-object -w --stdin)
  t=$(GIT_INDEX_FILE=$(mktemp -u) sh -c 'git --git-dir="$0" read-tree "$1" && git --git-dir="$0" update-index --add --cacheinfo "100644,$2,$3" && git --git-dir="$0" write-tree; rm -f "$GIT_INDEX_FILE"' "$g" "$r" "$blob" "$f")
  c=$(git --git-dir="$g" commit-tree -m "somebody: $f" -p "$r" "$t")
  git --git-dir="$g" update-ref "$r" "$c"
}
verified_tree() { sql 'SELECT tree_id FROM verifications ORDER BY key DESC LIMIT 1'; }
# Suites give it options.
# shellcheck disable=SC2120
land() {
  doc=landing
  assay land --json "$@"
}

# A mission for each name, verified and in the queue, in the repository we stand in.
queued() { # name...
  for each in "$@"; do
    mission_of "echo x >$each"
    "$ASSAY" verify "$mission" >/dev/null 2>&1
    "$ASSAY" queue add "$mission" >/dev/null
  done
}

# The next landing meets this right before that step (see src/cli/land_steps.cc).
at() { # step order
  export ASSAY_TEST_AT="$1=$2"
}
nothing_happens() { unset ASSAY_TEST_AT; }

status_of() { "$ASSAY" mission show "$1" --json | jq -r .mission.status; }
# Recorded, and true: the commit is in the target and has the verified tree.
expect_landed() { # mission
  expect_that "the mission has landed" test "$(status_of "$1")" = landed
  commit=$("$ASSAY" mission show "$1" --json | jq -r .mission.landedCommit)
  expect_that "what is recorded is in main" git merge-base --is-ancestor "$commit" main
  expect_that "with the verified tree" test "$(git rev-parse "$commit^{tree}")" = "$(sql "SELECT verified_tree FROM landings WHERE state = 'landed' ORDER BY key DESC LIMIT 1")"
}
# The history tells of one landing.
expect_once() { expect_that "it landed once" test "$("$ASSAY" log --json | jq '[.checkpoints[] | select(.kind == "landed")] | length')" = 1; }
expect_unlanded() { expect_not "the mission has landed" test "$(status_of "$mission")" = landed; }
# Landed once, on top of whatever others did, with the checkout in step and the history whole.
expect_well() {
  expect_landed "$mission"
  expect_once
  expect_that "the history is whole" "$ASSAY" audit verify
  expect_that "what was there before is still there" git merge-base --is-ancestor "$before" main
  expect_that "the checkout is in step" test -z "$(git status --porcelain --untracked-files=no)"
  expect_that "the store is whole" sh -c '"$0" doctor --json | jq -e ".healthy != false" >/dev/null' "$ASSAY"
}
# As well when it was begun before: it landed once.
lands_once() { # [how it is landed]
  "${1:-land}"
  expect_exit 0
  expect_well
  expect_that "once" test "$(git rev-list --count --first-parent "$before..main")" = 1
}
# Refused with a word, a reason and a next step; nothing landed.
expect_refused() { # word
  expect_exit 1
  expect .outcome refused
  expect .refusal "$1"
  expect '.reason | length > 10' true
  expect '.next | length > 10' true
  expect_unlanded
}
