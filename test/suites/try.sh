# What ./dev try and ./dev try-fleet show: one task, four answers to it, two missions; a fleet that loses a worker.
# shellcheck shell=sh

# What is printed of the answer whose title begins with this number.
answer() { sed -n "/^$1\\. /,/^\$/p" ../out; }

t "four answers to one task: the work, a failure, tests that agree with the bug, nothing at all"
run_program sh "$HERE/../try.sh" "$ASSAY" </dev/null
expect_exit 0
for number in 1 2 3 4; do answer $number >"answer$number"; done
expect_that "the work is mergeable" grep -q '^    ✔ mergeable ' answer1
expect_that "its test fails without it" grep -q '✔ .*test_a_dozen  fails before the change, passes after it' answer1
expect_that "what breaks something is not" grep -q '^    ✘ not_mergeable ' answer2
expect_that "what bends the tests is not" grep -q '^    ✘ not_mergeable ' answer3
expect_that "where nothing is done all is green" grep -q '✔ python3 -m unittest -v  exit 0' answer4
expect_that "and it is not mergeable" grep -q '^    ✘ not_mergeable ' answer4
expect_that "because of what the proof shows" grep -q 'must fix .* proof.nothing-done' answer4
expect_that "which is named" grep -q '✘ .*test_a_dozen  passes before the change too' answer4
expect_that "in one screen" [ "$(wc -l <answer4)" -le 40 ]
expect_out "verified, and may land"

t "a fleet on PostgreSQL: a worker is killed, another one takes over, two servers agree"
unset ASSAY_STORE_URL
run_program sh "$HERE/../try_fleet.sh" "$ASSAY" </dev/null
expect_exit 0
expect_out "Write labels in plain ASCII (taken over)"
expect_that "both servers know" [ "$(grep -c 'mission-.*ready_to_land' ../out)" = 2 ]
expect_out "landed in main"
expect_out "attested: 1 landing"
