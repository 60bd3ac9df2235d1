# The checkers of contrib/, which know the standards and nothing of Assay, against what Assay signs.
# shellcheck shell=sh disable=SC2154
. "$HERE/landing_verbs.sh"
contrib=$(cd "$HERE/../../contrib" && pwd)
checkers="python3:$contrib/check_receipt.py node:$contrib/check_receipt.mjs"

# Each checker's exit status, its words in ../receipt.
each_checker() { # bundle key [commit]
  said=
  : >../receipt
  for checker in $checkers; do
    "${checker%%:*}" "${checker#*:}" "$@" >>../receipt 2>&1
    said="$said$? "
  done
}
expect_both() { # STATUS, arguments
  wanted=$1
  shift
  each_checker "$@"
  [ "$said" = "$wanted $wanted " ] || wrong "the checkers said $said, expected $wanted of both: $(cat ../receipt)"
}
landed_bundle() {
  landable
  "$ASSAY" land >/dev/null 2>&1
  commit=$(git rev-parse main)
  "$ASSAY" audit bundle "$commit" --output ../landing.jsonl >/dev/null
  "$ASSAY" audit key >../assay.pub
}

t "a landing is intact, with the key and the commit"
landed_bundle
expect_both 0 ../landing.jsonl ../assay.pub
expect_that "what it says" grep -c "intact: $mission: tests [A-Z]*, verdict PASSED, approved by person:" ../receipt
expect_both 0 ../landing.jsonl ../assay.pub "$commit"
expect_both 1 ../landing.jsonl ../assay.pub "$before"

t "a batch is intact as a whole, and without any of its landings it is not"
checked_repo
queued one two
"$ASSAY" queue run >/dev/null 2>&1
"$ASSAY" audit bundle main --output ../landing.jsonl >/dev/null
"$ASSAY" audit key >../assay.pub
expect_both 0 ../landing.jsonl ../assay.pub "$(git rev-parse main)"
expect_that "two of them" test "$(grep -c '^intact' ../receipt)" = 4
lines=$(wc -l <../landing.jsonl)
half=$((lines / 2))
for change in "1d" "${lines}d" "1,${half}d" "$((half + 1)),\$d" "1p" "${half}q"; do
  sed "$change" ../landing.jsonl >../changed.jsonl
  [ "$change" != 1p ] || sed -n 'p;1p' ../landing.jsonl >../changed.jsonl
  expect_both 1 ../changed.jsonl ../assay.pub
done
{ sed -n "$((half + 1)),\$p" ../landing.jsonl; sed -n "1,${half}p" ../landing.jsonl; } >../changed.jsonl
expect_both 1 ../changed.jsonl ../assay.pub

t "another key, no key, no bundle"
landed_bundle
openssl genpkey -algorithm ed25519 -out ../other.pem
openssl pkey -in ../other.pem -pubout -out ../other.pub
expect_both 1 ../landing.jsonl ../other.pub
expect_both 2 ../landing.jsonl ../landing.jsonl
expect_both 2 ../nothing ../assay.pub
: >../empty
expect_both 1 ../empty ../assay.pub

t "a changed byte anywhere is a fault for both, as for Assay"
landed_bundle
python3 - ../landing.jsonl ../flips <<'PY'
import os, random, sys
random.seed(20)
data = open(sys.argv[1], "rb").read()
os.mkdir(sys.argv[2])
for number in range(24):
    at = random.randrange(len(data))
    changed = data[:at] + bytes([data[at] ^ (1 << random.randrange(7))]) + data[at + 1:]
    open(os.path.join(sys.argv[2], f"{number}.jsonl"), "wb").write(changed)
PY
for flip in ../flips/*; do
  each_checker "$flip" ../assay.pub
  case $said in *0*) wrong "$flip: the checkers said $said: $(cat ../receipt)" ;; esac
  if "$ASSAY" audit verify "$flip" --key ../assay.pub >../that 2>&1; then wrong "$flip: Assay takes it"; fi
done
