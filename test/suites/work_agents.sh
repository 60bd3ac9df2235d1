# What Assay does with agents of every kind, through `assay run`: with good ones, and with those that lie,
# cheat, break, hang or try to get out.
# shellcheck shell=sh disable=SC2154
. "$HERE/work_verbs.sh"

for kind in claude codex gemini opencode command; do
  t "a good $kind agent's work is checked by another and completed"
  project
  worker_kind=$kind
  agents good
  plan_one
  work
  worker_kind=claude
  expect_task completed
  expect_that "the branch holds the work" test "$(branch_file value)" = 2
  expect_that "it is a marked snapshot" sh -c "git log -1 --format=%B assay/$mission/$task | grep -q 'Assay-Snapshot: uncommitted'"
  expect_that "main is as it was" test "$(git show main:value)" = 1
done

t "an agent that lies in its report is found out"
project
agents lies_in_report
plan_one
work
expect_that "it is not completed" test "$(of_task state)" != completed
expect_that "the claim did not help" test "$(branch_file value)" = 3

t "tests that were taken away block the task before a checker is asked"
project
agents deletes_tests
plan_one
work
expect_that "it is not completed" test "$(of_task state)" != completed

t "a test that was skipped blocks the task"
project
agents adds_skip
plan_one
work
expect_that "it is not completed" test "$(of_task state)" != completed

t "a test script that cannot fail any more blocks the task"
project
agents edits_test_script
plan_one
work
expect_that "it is not completed" test "$(of_task state)" != completed

t "a change outside of the task's scope is not accepted"
project
agents writes_outside_scope
plan_one '"files_modified":["value","test.sh"]'
work
expect_that "it is not completed" test "$(of_task state)" != completed

t "nothing outside of the worktree can be written"
project
agents writes_outside_worktree
cp .git/assay/operator.toml ../operator.before
plan_one
work
expect_task completed
expect_that "the main work tree is as it was" test "$(cat value)" = 1
expect_not "a hook was planted" test -e .git/hooks/pre-commit
expect_that "the operator's file is as it was" cmp .git/assay/operator.toml ../operator.before
expect_that "the store is sound" "$ASSAY" audit verify

t "commits elsewhere and rewritten history do not get past the sandbox"
project
base=$(git rev-parse main)
for actor in commits_on_wrong_branch rewrites_history; do
  agents $actor
  plan_one
  work
  expect_task completed
  expect_that "main is as it was" test "$(git rev-parse main)" = "$base"
  expect_not "there is a branch of its own" git rev-parse -q --verify mine
done

t "outside of the sandbox they are named, nothing is taken, and everything is kept"
project
agents commits_on_wrong_branch 'sandbox = "off"'
plan_one
work
expect_task failed
expect_reason "on the branch mine instead of"
expect_that "its branch has none of it" test "$(branch_file value)" = 1
expect_that "what it did is still there" test "$(git show mine:value)" = 2

t "rewritten history outside of the sandbox is named and put aside"
project
git branch other
agents rewrites_history 'sandbox = "off"'
plan_one
work
expect_task failed
expect_reason "was rewritten"
expect_that "it is still there" sh -c "git log -1 --format=%s assay/$mission/$task | grep -q 'history is mine'"
expect_that "a new attempt begins at the last good commit" sh -c "'$ASSAY' task retry $task && '$ASSAY' run $mission; git for-each-ref refs/assay/salvage | grep -q ."

t "an agent that hangs is ended and its work kept"
project
agents hangs
plan_one '"timeout":"2s"'
work
expect_task failed
expect_reason "timed out"
expect_that "its work is kept" test "$(branch_file begun.txt)" = begun

t "an agent that falls silent is ended"
project
agents hangs 'idle_timeout = "1s"'
plan_one
work
expect_task failed

t "a flood of output is ended, and the log is bounded"
project
agents floods
plan_one
work
expect_task failed
expect_reason "output"
expect_that "the evidence is bounded" test "$(du -sm .assay/evidence | cut -f1)" -lt 80

t "the work of an agent that crashes is kept"
project
agents crashes
plan_one
work
expect_task failed
expect_that "it is kept" test "$(branch_file half.txt)" = half

t "a daemon does not outlive its agent"
project
agents forks_a_daemon
plan_one
work
expect_task completed
expect_not "it is still there" pgrep -f 'sleep 594[.]3217'

t "marks of a conflict do not pass for work"
project
agents leaves_conflicts
plan_one
work
expect_task failed
expect_reason "marks of merge conflicts in value"

t "no change is no work, whether it is admitted or denied"
project
for actor in empty_change claims_success_no_change; do
  agents $actor
  plan_one
  work
  expect_task failed
  expect_reason "nothing has changed"
done

t "an agent cannot change what it is judged by"
project
agents changes_plan_or_policy
plan_one
work
expect_that "it is not completed" test "$(of_task state)" != completed
expect_that "the judge was not replaced" sh -c "! grep -q bin/true .git/assay/operator.toml"

t "words to the checker do not decide: what was run does"
project
checker=checker_gullible
agents injects_prompt
checker=checker_pass
plan_one
work
expect_mission blocked
expect_that "it was verified" sh -c "'$ASSAY' log $mission --json | jq -e '[.checkpoints[].kind] | index(\"acceptance_verified\") != null'"
expect_not "it can land" "$ASSAY" land "$mission"

t "a service that asks to wait is waited for, at no cost of attempts"
project
agents rate_limited
plan_one
work
expect_task completed

t "a question parks the task until a person answers, and the answer reaches the agent"
project
agents asks_question
plan_one
work
expect_task blocked
expect_reason "Shall the value be 2 or 3?"
expect_that "it is answered" "$ASSAY" answer "$task" "use 2"
"$ASSAY" run "$mission" >../run.out 2>../run.err
look
expect_task completed
expect_that "the branch holds the work" test "$(branch_file value)" = 2

t "an agent that is not there blocks the task and says what to do"
project
agents good
plan_one '"agent":{"type":"nobody"}'
work
expect_task blocked
expect_reason "there is no agent 'nobody'"

t "a program that is missing blocks the task and says which"
project
agents no_such_file
plan_one
work
expect_task blocked
expect_reason "no_such_file"
