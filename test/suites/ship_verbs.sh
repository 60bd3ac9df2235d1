# Words of the suites about shipping.
# shellcheck shell=sh disable=SC2034,SC2154
. "$HERE/landing_verbs.sh"

# A repository with a policy (standard input is assay.toml) and a story that was verified.
shippable() {
  repo
  cat >assay.toml
  printf 'test:\n\t@sh ./test.sh\n' >Makefile
  printf 'echo 1..1\ntest -f value && echo "ok 1 - value"\n' >test.sh
  echo 1 >value
  git add . && git commit -qm policy
  story_of 'echo 2 >value'
}
story_of() { # script
  mission_of "$1"
  "$ASSAY" verify "$mission" >../verify.out 2>&1 || sed 's/^/    verify: /' ../verify.out
}
ship() {
  doc=shipped
  assay ship --json "$@"
}
story() { "$ASSAY" story show "$mission" --json | jq -r ".story.$1"; }
state_is() { expect_that "the story is $1, not $(story state)" test "$(story state)" = "$1"; }
# One line of the policy for each deploy that was run.
deployed_times() { wc -l <../deployed; }
kept_log() { evidence_of "$(story deployLog | sed -n 's/.*log \([0-9a-f]*\).*/\1/p')"; }
story_tells() { expect_that "the story tells: $1" sh -c '"$0" story show "$1" | grep -q "$2"' "$ASSAY" "$mission" "$1"; }
log_has() { expect_that "the log has $1" sh -c "'$ASSAY' log $mission --all | grep -qF '$1'"; }
evidence_of() { echo ".assay/evidence/$(echo "$1" | cut -c1-2)/$(echo "$1" | cut -c3-)"; }
