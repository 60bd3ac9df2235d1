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

t "what is signed is of the standards: a verifier that is written from their texts takes it, and nothing broken"
landed_bundle
statements=$HERE/../standards/statements.py
python3 "$statements" --mutants ../landing.jsonl ../assay.pub >../standards 2>&1 || wrong "a landing: $(cat ../standards)"
expect_that "its verdict" grep -qx "1 of https://slsa.dev/verification_summary/v1" ../standards
expect_that "its tests" grep -qx "1 of https://in-toto.io/attestation/test-result/v0.1" ../standards
expect_that "it can refuse" grep -qE '^[0-9]{2,} broken ones refused$' ../standards
git notes --ref=assay show "$commit" >../noted.jsonl
expect_that "as a note of git too" python3 "$statements" ../noted.jsonl ../assay.pub
openssl genpkey -algorithm ed25519 2>/dev/null | openssl pkey -pubout >../other.pub
expect_not "another key" python3 "$statements" ../landing.jsonl ../other.pub

t "a batch is intact as a whole, and without any of its landings it is not"
checked_repo
queued one two
"$ASSAY" queue run >/dev/null 2>&1
"$ASSAY" audit bundle main --output ../landing.jsonl >/dev/null
"$ASSAY" audit key >../assay.pub
expect_both 0 ../landing.jsonl ../assay.pub "$(git rev-parse main)"
expect_that "of the standards" python3 "$HERE/../standards/statements.py" ../landing.jsonl ../assay.pub
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
