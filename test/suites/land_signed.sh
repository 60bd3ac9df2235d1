# A landing is recorded, then signed. Whoever is killed between the two leaves nothing unsigned and unnamed, and what is
# signed names its whole batch.
# shellcheck shell=sh disable=SC2154
. "$HERE/landing_verbs.sh"

unsigned() {
  landable
  at attest kill
  land
  expect_exit 137
  nothing_happens
  expect_that "it has landed" test "$(status_of "$mission")" = landed
}
expect_signed() {
  doc=attestations
  assay audit verify main --json
  expect_exit 0
  expect .intact true
  expect_that "nothing waits for its signature" test "$(sql "SELECT count(*) FROM landings WHERE state = 'landed' AND signed_at IS NULL")" = 0
}

t "a landing that was killed before its signature is named by whoever looks, with the command that signs it"
unsigned
for shown in status "mission show"; do
  doc=$(echo "$shown" | tr ' ' -)
  # shellcheck disable=SC2086
  assay $shown --json
  expect '.needed | map(select(.what | contains("not signed yet"))) | .[0].command | startswith("assay audit attest ")' true
  doc=
  # shellcheck disable=SC2086
  assay $shown
  expect_out "not signed yet"
  expect_out "assay audit attest "
done
doc=doctor
assay doctor --json
expect '.findings | map(select(.what == "signatures")) | .[0].good' false
expect ".findings | map(select(.what == \"signatures\")) | .[0].advice | contains(\"assay audit attest $mission\")" true
doc=audit-verify
assay audit verify --json
expect_exit 0
expect '.unsigned | length' 1
expect '.unsigned[0].command' "assay audit attest $mission"
doc=
assay audit verify
expect_out "not signed yet: $mission"
assay audit show main
expect_exit 2
expect_err "assay audit attest $mission"
doc=signed
assay sign "$mission" --json
expect_exit 0
expect .written true
expect .missionId "$mission"
doc=
assay audit attest "$mission"
expect_exit 0
expect_signed
doc=status
assay status --json
expect '.needed | length' 0
doc=audit-verify
assay audit verify --json
expect '.unsigned | length' 0
expect .attested 1

for next in "queue run" "land $(printf x)" "run" "ship"; do
  t "a landing that was killed before its signature is signed by the next: $next"
  unsigned
  doc=
  # shellcheck disable=SC2086
  case $next in
    land*) mission_of 'echo more >more'; assay land "$mission" ;;
    ship) mission_of 'echo more >more'; "$ASSAY" verify "$mission" >/dev/null 2>&1; assay ship "$mission" ;;
    run) assay run ;;
    *) assay $next; expect_exit 0 ;;
  esac
  signed=$(sql "SELECT count(*) FROM landings WHERE signed_at IS NULL AND state = 'landed'")
  expect_that "nothing waits for its signature" test "$signed" = 0
  expect_that "the first is attested" "$ASSAY" audit verify "$(sql 'SELECT tip FROM landings ORDER BY key LIMIT 1')"
done

t "what cannot be signed is named by each landing, and has landed all the same"
unsigned
rm -rf .assay/evidence
doc=queue-run
assay queue run --json
expect_exit 0
expect ".notes[0] | contains(\"assay audit attest $mission\")" true

t "an interrupted landing is named too"
landable
at swap kill
land
nothing_happens
doc=status
assay status --json
expect '.needed | map(select(.what | contains("is not finished"))) | .[0].command | startswith("assay land ")' true

# ---- batches -----------------------------------------------------------------------------------
# Three that go well together, in the queue. Made once and copied.
three_ready() {
  if [ ! -d "$OUT/three-ready" ]; then
    checked_repo
    queued one two three
    rm -rf .git/worktrees .git/assay/worktrees .git/assay/state
    cp -a . "$OUT/three-ready"
    [ -z "${ASSAY_STORE_URL:-}" ] || "$ASSAY" store copy "$ASSAY_STORE_URL" "$OUT/three-ready.db" >/dev/null
  else
    cp -a "$OUT/three-ready/." .
    [ -z "${ASSAY_STORE_URL:-}" ] || "$ASSAY" store copy "$OUT/three-ready.db" "$ASSAY_STORE_URL" >/dev/null
  fi
  before=$(git rev-parse main)
  missions=$(sql 'SELECT m.id FROM queue q JOIN missions m ON m.key = q.mission_key ORDER BY q.key')
}
queue_run() {
  doc=queue-run
  assay queue run --json
}
batch_landed() {
  three_ready
  queue_run
  expect_exit 0
  "$ASSAY" audit bundle main --output ../landing.jsonl >/dev/null
  "$ASSAY" audit key >../assay.pub
}
expect_batch_well() {
  for each in $missions; do
    expect_that "$each has landed" test "$(status_of "$each")" = landed
    expect_that "once" test "$("$ASSAY" log "$each" --kind landed --json | jq '.checkpoints | length')" = 1
  done
  expect_that "one commit each" test "$(git rev-list --count --first-parent "$before..main")" = 3
  expect_signed
  expect '.attestations | length' 9
  expect_that "the history is whole" "$ASSAY" audit verify
  expect_that "the checkout is in step" test -z "$(git status --porcelain --untracked-files=no)"
}

for step in checkouts intend confirm swap checkout prove record attest "done"; do
  t "a batch that was killed before $step is landed and signed whole by the next run"
  three_ready
  at $step kill
  queue_run
  expect_exit 137
  nothing_happens
  queue_run
  expect_exit 0
  expect_batch_well
done

t "each statement names the batch whole"
batch_landed
expect_batch_well
list=$(jq -c '[.attestations[] | select(.predicateType == "urn:assay:approval:v2") | .predicate.batch]' ../out)
expect_that "the same list in each" test "$(echo "$list" | jq -c 'map(.landings) | unique | length')" = 1
expect_that "places in order" test "$(echo "$list" | jq -c 'map(.position)')" = "[1,2,3]"
expect_that "the missions in order" test "$(echo "$list" | jq -r '.[0].landings[].mission')" = "$missions"
expect_that "their commits" test "$(echo "$list" | jq -r '.[0].landings[].commit')" = "$(git rev-list --reverse --first-parent "$before..main")"
expect_that "their trees" test "$(echo "$list" | jq -r '.[0].landings[].tree')" = "$(git log --reverse --first-parent --format=%T "$before..main")"
expect_that "the digest is of the list as the document says" test "$(echo "$list" | jq -r '.[0].digest.sha256')" = "$(echo "$list" | jq -r '.[0].landings[] | "\(.position) \(.mission) \(.commit) \(.tree)"' | sha256sum | cut -d' ' -f1)"
doc=
assay audit show main
expect_out "landing 2 of 3 that landed together"

t "a landing of a batch that is dropped, doubled, moved or foreign is found, in the note and in a file"
batch_landed
git notes --ref=assay show main >../whole
for edit in '1,3d' '4,6d' '7,9d' '1,6d' '4,9d' '6{p;x};4,6{H}' '9r ../one' '3r ../one' '1,3{H;d};6{G;s/\n\n/\n/}'; do
  sed -n 4,6p ../whole >../one
  sed "$edit" ../whole | sed '/^$/d' >../edited
  cmp -s ../edited ../whole && wrong "$edit changes nothing"
  doc=attestations
  assay audit verify ../edited --key ../assay.pub
  expect_exit 1
  expect_out "NOT INTACT"
  git notes --ref=assay add -f -F ../edited main 2>/dev/null
  assay audit verify main
  expect_exit 1
done
git notes --ref=assay remove main 2>/dev/null
doc=
assay audit verify
expect_exit 1
expect_out "NOT INTACT"

t "a whole landing that is dropped is missed by the one that was signed after it"
landable
land
first=$(git rev-parse main)
mission_of 'echo more >more'
"$ASSAY" verify "$mission" >/dev/null 2>&1
assay land "$mission"
expect_exit 0
expect_signed
expect '.attestations[2].predicate.previous.commit' "$first"
git notes --ref=assay remove "$first" 2>/dev/null
doc=attestations
assay audit verify main
expect_exit 1
expect_out "$first, is not attested any more"
doc=audit-verify
assay audit verify --json
expect_exit 1
expect ".fault.message | contains(\"$first\")" true
"$ASSAY" audit attest "$(sql 'SELECT m.id FROM landings l JOIN missions m ON m.key = l.mission_key ORDER BY l.key LIMIT 1')" >/dev/null
expect_signed
expect_that "all is well again" "$ASSAY" audit verify

t "what an older version signed is intact, and says what it cannot show"
sed -n 's/.*R"x(\(.*\))x".*/\1/p' "$HERE/../../src/audit/older_bundle.h" >older.jsonl
awk '$0 == "```pem" { on = 1; next } $0 == "```" { on = 0 } on' "$HERE/../../docs/formats/attestation.md" >assay.pub
doc=attestations
assay audit verify older.jsonl --key assay.pub --json
expect_exit 0
expect .intact true
expect '.notes[0] | contains("older version")' true

# ---- ship --------------------------------------------------------------------------------------
for step in swap record attest "done"; do
  t "a ship that was killed before $step lands, is signed and deploys once when it is asked again"
  landable
  printf '[deploy]\ncommand = "echo run >>%s"\n' "$PWD/../deployed" >assay.toml
  git add . && git commit -qm law
  "$ASSAY" verify "$mission" >/dev/null 2>&1
  before=$(git rev-parse main)
  doc=
  at $step kill
  assay ship "$mission"
  expect_exit 137
  nothing_happens
  assay ship "$mission"
  expect_exit 0
  expect_once
  expect_signed
  expect_that "deployed once" test "$(wc -l <../deployed)" = 1
done
