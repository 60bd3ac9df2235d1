# A verification that is stopped, overtaken, or not alone.
# shellcheck shell=sh disable=SC2154
. "$HERE/verify_verbs.sh"

# A check that says when it began and waits for a word from outside.
waiting_repo() {
  checked_repo
  printf '[[checks]]\ntitle = "waits"\ncommand = "touch started; while [ ! -e go ]; do sleep 0.1; done"\ntimeout = 600\n' >assay.toml
  git add . && git commit -qm policy
}
# The work tree it waits in: checks that run at the same time have one each.
has_started() {
  tree=$(find "$HOME/.local/state/assay" -maxdepth 4 -path "*/$mission*/started" 2>/dev/null | head -1)
  tree=${tree%/started}
  [ -n "$tree" ]
}
until_started() { soon has_started; }

# A verification of a mission is stopped while a check waits.
expect_cancelled() {
  mission_of 'echo x >other'
  "$ASSAY" verify >../out 2>../err &
  pid=$!
  until_started
  kill -INT $pid
  wait $pid
  status=$?
  expect_exit 2
  expect_out "cancelled"
  status_is awaiting_acceptance
}

t "Ctrl-C cancels, records nothing, and it can be run again"
waiting_repo
expect_cancelled

t "Ctrl-C while the target's tests run cancels as well"
repo
printf 'import unittest\nclass A(unittest.TestCase):\n    def test_one(self):\n        pass\n' >test_a.py
printf '[[checks]]\ntitle = "tests"\ncommand = "if [ -e other ]; then python3 -m unittest; else touch started; sleep 600; fi"\n' >assay.toml
git add . && git commit -qm 'Waits on the target alone'
expect_cancelled

t "two at once: the second is told"
waiting_repo
mission_of 'echo x >other'
"$ASSAY" verify >/dev/null 2>&1 &
pid=$!
until_started
assay verify
expect_exit 2
expect_err "is being verified by process"
kill -INT $pid
wait $pid

t "a target that moves meanwhile makes the result stale, and it says so"
waiting_repo
mission_of 'echo x >other'
doc=verification
"$ASSAY" verify --json >../out 2>../err &
pid=$!
until_started
git commit -q --allow-empty -m "somebody was faster"
touch "$tree/go"
wait $pid
status=$?
expect_exit 0
expect '.notes[-1] | contains("has moved")' true
expect_that "it names what it holds for" test "$(jq -r .targetCommit ../out)" = "$(git rev-parse HEAD~1)"

t "killed in the middle: nothing is left behind that a second run does not put right"
waiting_repo
mission_of 'echo x >other'
"$ASSAY" verify >/dev/null 2>&1 &
pid=$!
until_started
echo tampered >"$tree/value"
kill -KILL $pid
wait $pid 2>/dev/null
status_is awaiting_acceptance
rm "$tree/started"
doc=verification
"$ASSAY" verify --json >../out 2>../err &
pid=$!
until_started
touch "$tree/go"
wait $pid
status=$?
expect_exit 0
check_is "make test" passed
status_is ready_to_land

t "a mission that changes while it is verified keeps its own facts"
waiting_repo
mission_of 'echo x >other'
"$ASSAY" verify >../out 2>../err &
pid=$!
until_started
"$ASSAY" task add "one more" >/dev/null
touch "$tree/go"
wait $pid
status=$?
expect_exit 2
expect_err "was changed while it was verified"
status_is active
