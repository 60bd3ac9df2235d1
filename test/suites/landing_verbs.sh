# Words of the suites about landing.
# shellcheck shell=sh disable=SC2034

# A repository whose check is `make test`: the file `value` must hold what `wanted` does.
checked_repo() {
  repo
  printf 'test:\n\t@sh ./test.sh\n' >Makefile
  cat >test.sh <<'SH'
echo 1..1
if [ "$(cat value)" = "$(cat wanted)" ] && ! [ -e left -a -e right ]; then echo "ok 1 - value"; else echo "not ok 1 - value"; exit 1; fi
SH
  echo 1 >value
  echo 1 >wanted
  git add . && git commit -qm tests
}
# A mission with one task per script; each is done on its branch and completed.
mission_of() { # script...
  "$ASSAY" mission new "Change the value" --target main >/dev/null 2>&1
  mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
  for script in "$@"; do
    task=$("$ASSAY" task add "$script" --json | jq -r .id)
    git checkout -q -b "assay/$mission/$task" main
    sh -ec "$script" && git add -A && git commit -qm "$script"
    git checkout -q main
    "$ASSAY" task start "$task" >/dev/null
    "$ASSAY" task complete "$task" >/dev/null
  done
  before=$(git rev-parse main)
}
# Ready to land: `value` becomes 2.
landable() {
  checked_repo
  mission_of 'echo 2 >value; echo 2 >wanted'
  "$ASSAY" verify >/dev/null 2>&1
}
verified_tree() { sqlite3 .assay/assay.db 'SELECT tree_id FROM verifications ORDER BY key DESC LIMIT 1'; }
land() {
  doc=landing
  assay land --json "$@"
}

status_of() { "$ASSAY" mission show "$1" --json | jq -r .mission.status; }
# Recorded, and true: the commit is in the target and has the verified tree.
expect_landed() { # mission
  expect_that "the mission has landed" test "$(status_of "$1")" = landed
  commit=$("$ASSAY" mission show "$1" --json | jq -r .mission.landedCommit)
  expect_that "what is recorded is in main" git merge-base --is-ancestor "$commit" main
  expect_that "with the verified tree" test "$(git rev-parse "$commit^{tree}")" = "$(sqlite3 .assay/assay.db "SELECT verified_tree FROM landings WHERE state = 'landed' ORDER BY key DESC LIMIT 1")"
}
# The history tells of one landing.
expect_once() { expect_that "it landed once" test "$("$ASSAY" log --json | jq '[.checkpoints[] | select(.kind == "landed")] | length')" = 1; }
expect_unlanded() { expect_not "the mission has landed" test "$(status_of "$mission")" = landed; }
# Refused with a word, a reason and a next step; nothing landed.
expect_refused() { # word
  expect_exit 1
  expect .outcome refused
  expect .refusal "$1"
  expect '.reason | length > 10' true
  expect '.next | length > 10' true
  expect_unlanded
}
