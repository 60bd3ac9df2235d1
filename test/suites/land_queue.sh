# `assay queue`: missions land in order, each verified on top of those before it; `assay revert`: back again, through
# the same gate.
# shellcheck shell=sh disable=SC2154
. "$HERE/landing_verbs.sh"

# A mission that was verified alone, and is ready.
ready() { # script
  mission_of "$1"
  "$ASSAY" verify "$mission" >/dev/null 2>&1
}
queue_run() {
  doc=queue-run
  assay queue run --json
}
# Two that go well together, in the queue.
two_ready() {
  checked_repo
  ready 'echo x >one' && a=$mission
  ready 'echo x >two' && b=$mission
  "$ASSAY" queue add "$a" "$b" >/dev/null
}
queue_list() {
  doc=queue
  assay queue list --json
}
all_landed() {
  for each in "$@"; do expect_that "$each has landed" test "$(status_of "$each")" = landed; done
}
# Alone each of `left` and `right` passes; together they fail (see checked_repo).

t "what is ready lands in the order of the queue, with one verification for all"
checked_repo
ready 'echo x >one' && a=$mission
ready 'echo x >two' && b=$mission
ready 'echo x >three' && c=$mission
start=$before
doc=queue
assay queue add "$b" "$a" "$c" --json
expect_exit 0
expect '.waiting | map(.mission) | join(" ")' "$b $a $c"
queue_run
expect_exit 0
expect '.landed | map(.mission) | join(" ")' "$b $a $c"
expect .verifications 1
expect_that "one commit each, in that order" test "$(git log --reverse --first-parent --format='%(trailers:key=Assay-Mission,valueonly,separator=)' "$start..main" | tr '\n' ' ')" = "$b $a $c "
all_landed "$a" "$b" "$c"
expect_that "the target has the verified tree" test "$(git rev-parse 'main^{tree}')" = "$(sql "SELECT DISTINCT verified_tree FROM landings WHERE state = 'landed'")"
expect_that "the checkout followed" test -z "$(git status --porcelain)"
expect_that "the history is whole" "$ASSAY" audit verify
doc=
assay audit show main^1
expect_exit 2
expect_err "carries what is attested of all: commit $(git rev-parse main)"
queue_list
expect '.waiting | length' 0
expect '.left | map(.state) | unique | join(" ")' landed
expect '.runs | length' 1

t "one that fails on top of another is evicted with its finding, the others land"
checked_repo
ready 'echo x >one' && a=$mission
ready 'echo x >left' && b=$mission
ready 'echo x >two' && c=$mission
ready 'echo x >right' && d=$mission
ready 'echo x >three' && e=$mission
"$ASSAY" queue add "$a" "$b" "$c" "$d" "$e" >/dev/null
queue_run
expect_exit 1
expect '.landed | map(.mission) | join(" ")' "$a $b $c $e"
expect '.evicted | map(.mission) | join(" ")' "$d"
expect '.evicted[0].finding | contains("make test")' true
expect_that "it is blocked by what failed" test "$(status_of "$d")" = blocked
expect_not "its work is in the target" git cat-file -e main:right
expect_that "the others' is" git cat-file -e main:three
queue_list
expect '.left | map(select(.state == "evicted")) | .[0].mission' "$d"

t "one that does not merge is evicted without a run"
checked_repo
ready 'echo 2 >a.txt' && a=$mission
ready 'echo 3 >a.txt' && b=$mission
"$ASSAY" queue add "$a" "$b" >/dev/null
queue_run
expect_exit 1
expect '.landed | length' 1
expect '.evicted[0].mission' "$b"
expect '.evicted[0].finding | contains("a.txt")' true
expect .verifications 0
doc=status
assay status --json
expect '.needed | map(.what + " " + .command) | join(" ") | test("evicted from the queue: does not merge .*a[.]txt.* assay verify ")' true
expect '.needed | map(.what) | join(" ") | contains("may land")' false
expect_that "its verification no longer counts" test "$(status_of "$b")" = awaiting_acceptance
doc=story-show
assay story show "$b" --json
expect .story.state IN_PROGRESS
expect '.needed[0].what | contains("evicted from the queue: does not merge")' true
expect '.needed[0].command | startswith("assay verify ")' true
doc=mission-show
assay mission show "$b" --json
expect '.needed[0].what | contains("evicted from the queue")' true
doc=board
assay board --json
expect "[.missions[].mission | select(.id == \"$b\") | .status] | join(\" \")" awaiting_acceptance
doc=
for shown in "mission show" "story show"; do
  # shellcheck disable=SC2086
  assay $shown "$b"
  expect_out "evicted from the queue: does not merge with what lands before it: a.txt; retry its task on top of the target"
  expect_out "assay verify "
  expect_not "it reads as if it could be shipped" grep -q SHIPPABLE ../out
done
assay ship "$b"
expect_exit 2
expect_err "not SHIPPABLE"
expect_that "the history is whole" "$ASSAY" audit verify
"$ASSAY" verify "$b" >/dev/null 2>&1
expect_not "it may land" test "$(status_of "$b")" = ready_to_land

t "what is not ready cannot be queued; what waits can be removed; twice is refused"
checked_repo
mission_of 'echo x >one'
assay queue add "$mission"
expect_exit 2
expect_err "not ready_to_land"
"$ASSAY" verify >/dev/null 2>&1
assay queue add "$mission"
expect_exit 0
assay queue add "$mission"
expect_exit 2
expect_err "in the queue already"
assay queue remove "$mission" --reason "not now"
expect_exit 0
assay queue remove "$mission"
expect_exit 2
expect_err "not in the queue"
queue_run
expect_exit 0
expect '.landed | length' 0
expect_unlanded

t "a mission that is reworked while it waits is evicted, the others land"
two_ready
"$ASSAY" task add "one more" --mission "$a" >/dev/null
expect_that "it is not ready any more" test "$(status_of "$a")" = active
queue_run
expect_exit 1
expect '.landed | map(.mission) | join(" ")' "$b"
expect '.evicted | map(.mission) | join(" ")' "$a"
expect '.evicted[0].finding | contains("no longer ready_to_land")' true
expect_not "its work is in the target" git cat-file -e main:one

t "a branch that moves while its mission waits evicts it"
two_ready
git checkout -q "$(git for-each-ref --format='%(refname:short)' "refs/heads/assay/$a")"
echo further >further && git add . && git commit -qm further && git checkout -q main
queue_run
expect_exit 1
expect '.landed | map(.mission) | join(" ")' "$b"
expect '.evicted[0].finding | contains("is not what was verified")' true

t "where pull requests are the way, the queue says so and what to do, and nothing is lost"
checked_repo
ready 'echo x >one'
"$ASSAY" queue add "$mission" >/dev/null
printf '[land]\nvia = "pr"\nremote = "origin"\n' >assay.toml
git add . && git commit -qm law
queue_run
expect_exit 2
expect '.stopped | contains("lands by pull requests")' true
expect '.next | contains("assay land")' true
expect .waiting 1
expect_unlanded
"$ASSAY" queue remove "$mission" >/dev/null
assay queue add "$mission"
expect_exit 2
expect_err "land missions one by one"

t "several are queued together or not at all"
checked_repo
ready 'echo x >one'
assay queue add "$mission" mission-that-is-not
expect_exit 2
assay queue add "$mission" "$mission"
expect_exit 2
expect_err "in the queue already"
"$ASSAY" queue list --json >../out
expect '.waiting | length' 0

t "killed between the swap and the record: the next run finishes all of the batch, once"
two_ready
at prove kill
queue_run
nothing_happens
expect_exit 137
queue_run
expect_exit 0
expect '.landed | length' 2
all_landed "$a" "$b"
expect_that "once each" test "$(git rev-list --count --first-parent "$before..main")" = 2
expect_that "the history is whole" "$ASSAY" audit verify

t "killed before the swap: the next run lands all of the batch, once"
two_ready
at swap kill
queue_run
nothing_happens
expect_exit 137
queue_run
expect_exit 0
expect '.landed | length' 2
expect_that "once each" test "$(git rev-list --count --first-parent "$before..main")" = 2

t "the target moves before the swap: the batch is verified again on what it is now"
checked_repo
ready 'echo x >one' && a=$mission
ready 'echo x >two' && b=$mission
git checkout -q --detach
"$ASSAY" queue add "$a" "$b" >/dev/null
cat >"$OUT/move_main" <<SH
. "$HERE/landing_verbs.sh"
[ -e ../moved ] || { touch ../moved; somebody_commits .git refs/heads/main other; }
SH
at swap "sh '$OUT/move_main'"
queue_run
nothing_happens
expect_exit 0
expect '.landed | length' 2
expect .verifications 2
expect_that "the other commit is there" git cat-file -e main:other

t "a checkout in the way stops the queue, says why, and it goes on later"
checked_repo
ready 'echo x >one'
"$ASSAY" queue add "$mission" >/dev/null
echo mine >a.txt
queue_run
expect_exit 2
expect '.stopped | contains("a.txt")' true
expect .waiting 1
git checkout -q a.txt
queue_run
expect_exit 0
expect '.landed | length' 1

t "checks that cannot be run evict nobody"
checked_repo
ready 'echo x >one' && a=$mission
ready 'echo x >two' && b=$mission
printf '[[checks]]\ntitle = "absent"\ncommand = "no-such-program --version"\n' >assay.toml
git add . && git commit -qm law
"$ASSAY" queue add "$a" "$b" >/dev/null
queue_run
expect_exit 2
expect '.evicted | length' 0
expect .waiting 2
expect '.stopped | contains("could not be run")' true

t "a batch is pushed in one go, and proven on the remote"
checked_repo
printf '[land]\nremote = "origin"\n' >assay.toml
git add . && git commit -qm law
git init -q --bare ../origin.git && git remote add origin ../origin.git && git push -q origin main
ready 'echo x >one' && a=$mission
ready 'echo x >two' && b=$mission
"$ASSAY" queue add "$a" "$b" >/dev/null
queue_run
expect_exit 0
expect '.landed | length' 2
expect_that "the remote has it" test "$(at_origin rev-parse main)" = "$(git rev-parse main)"

# ---- back again --------------------------------------------------------------------------------
t "a revert is a mission of its own, verified and landed as any other"
landable
land
landed=$(git rev-parse main)
doc=reverted
assay revert "$mission" --reason "it broke the export" --json
expect_exit 0
back=$(jq -r .mission ../out)
expect_that "nothing moved yet" test "$(git rev-parse main)" = "$landed"
expect_that "it waits to be verified" test "$(status_of "$back")" = awaiting_acceptance
doc=verification
assay verify "$back" --json
expect_exit 0
land "$back"
expect_exit 0
expect_that "the files are as before" test "$(git rev-parse 'main^{tree}')" = "$(git rev-parse "$before^{tree}")"
expect_that "with both in the history" git merge-base --is-ancestor "$landed" main
expect_that "it says what it undoes" sh -c "git log --format=%B main | grep -q 'Assay-Reverts: $mission'"

t "a revert of a rebased landing takes back all of its commits"
checked_repo
mission_of 'echo x >one' 'echo x >two'
"$ASSAY" verify >/dev/null 2>&1
land --strategy rebase
expect_exit 0
"$ASSAY" revert "$mission" >/dev/null
"$ASSAY" verify >/dev/null 2>&1
land
expect_exit 0
expect_that "the files are as before" test "$(git rev-parse 'main^{tree}')" = "$(git rev-parse "$before^{tree}")"

t "later work that stands on it: the revert is refused, the file is named"
landable
land
echo 3 >value && echo 3 >wanted && git commit -qam later
assay revert "$mission"
expect_exit 2
expect_err "value"

t "only what has landed can be reverted, and only once"
landable
assay revert "$mission"
expect_exit 2
expect_err "only what has landed"

# Besides make test there are tests of pytest; `area` and its test come and go.
tested_repo() {
  checked_repo
  mkdir tests && : >conftest.py
  printf 'def test_base():\n    assert 1 + 1 == 2\n' >tests/test_base.py
  git add . && git commit -qm "python tests"
}
area='printf "def area(x):\n    return x * x\n" >area.py; printf "from area import area\ndef test_area():\n    assert area(3) == 9\n" >tests/test_area.py'
gate() { jq -r '.checks[] | select(.title | contains("gate")).status' ../out; }

t "a revert takes the tests with it that came with the change: the gate knows that it was asked for"
tested_repo
ready "$area"
land
expect_exit 0
"$ASSAY" revert "$mission" >/dev/null
doc=verification
assay verify --json
expect_exit 0
expect_that "the gate passes: $(gate)" test "$(gate)" = passed
land
expect_exit 0
expect_not "the test is still there" git cat-file -e main:tests/test_area.py

t "the same change is refused when nobody asked for a revert"
tested_repo
sh -ec "$area" && git add . && git commit -qm area
mission_of 'git rm -q tests/test_area.py; printf "def area(x):\n    return x\n" >area.py'
doc=verification
assay verify --json
expect_that "the gate does not pass: $(gate)" test "$(gate)" = failed
