# What this machine cannot do is never held against the work, and is said before agents are paid.
# shellcheck shell=sh disable=SC2154
. "$HERE/work_verbs.sh"

# Dependencies of a repository, made by a command of its own.
with_preparation() { # command
  printf '[prepare]\ncommand = "%s"\ninputs = ["README.md"]\noutputs = ["deps"]\n' "$1" >assay.toml
  git add . && git commit -qm preparation
}

# A worker that sets the value and nothing else.
sets_value() {
  cat >../worker <<SH
#!/bin/sh
. "$acting/speak.sh"
begin
echo 2 >value
finish "Done."
SH
  chmod +x ../worker
  here=$(cd .. && pwd)
  mkdir -p .git/assay
  {
    printf '[agents.worker]\nkind = "claude"\nprogram = ["%s/worker"]\nreadable = ["%s", "%s"]\n' "$here" "$acting" "$here"
    agent_table judge codex "$checker"
    printf '[[agents.choose]]\nagent = "judge"\nkinds = ["checker"]\n[[agents.choose]]\nagent = "worker"\n'
  } >.git/assay/operator.toml
}

t "a preparation that fails holds the mission before an agent is started"
project
with_preparation "echo no such registry; exit 9"
agents good
plan_one
work
expect_task pending
expect_mission blocked
expect_that "no agent ran" sh -c "! grep -q 'of agents' ../run.out"
expect_that "the hold says what failed, and what to do" sh -c "jq -r .mission.hold ../mission.json | grep -q 'checks could not run on this machine: .*no such registry.*exited with code 9.*assay resume'"
doc=
assay status
expect_out "assay resume"
assay doctor
expect_out "dependencies"
expect_out "exited with code 9"
printf '[prepare]\ncommand = "mkdir -p deps"\ninputs = ["README.md"]\noutputs = ["deps"]\n' >assay.toml
git commit -qam mended
assay resume "$mission"
"$ASSAY" run "$mission" >../run.out 2>../run.err
look
expect_task completed

t "whoever resumes all the same is not asked again"
project
with_preparation "exit 9"
agents good
plan_one
work
expect_mission blocked
doc=
assay resume "$mission"
"$ASSAY" run "$mission" >../run.out 2>../run.err
look
expect_that "the agent has worked" test "$(branch_file value)" = 2

t "init says when dependencies cannot be prepared"
project
with_preparation "exit 9"
doc=init
assay init --json
expect_exit 0
expect '.notes | map(select(contains("exited with code 9"))) | length' 1

t "evidence by name works with the default output of a runner"
project
printf '#!/bin/sh\nexec python3 -m unittest -q\n' >check.sh
chmod +x check.sh
printf 'test:\n\t@./check.sh\n' >Makefile
printf 'import unittest\n\n\nclass Value(unittest.TestCase):\n    def test_value(self):\n        self.assertIn(open("value").read().strip(), ("1", "2"))\n' >test_value.py
git rm -qr test.sh tests && git add . && git commit -qm unittest
sets_value
plan_one '"success_criteria":[{"id":"SC-1","claim":"the value is tested","evidence":{"kind":"test","name":"Value.test_value"}}]'
work
expect_task completed
doc=task-show
assay task show "$task" --json
expect '.critic.criteria[0].verdict' Satisfied

t "a test that a runner names nowhere is no fault of the work"
project
printf '[[checks]]\ntitle = "silent"\ncommand = "echo fine"\n' >assay.toml
git rm -qr Makefile test.sh tests && git add . && git commit -qm silent
sets_value
plan_one '"success_criteria":[{"id":"SC-1","claim":"the value is tested","evidence":{"kind":"test","name":"test_value"}}]'
work
expect_task ready
expect_mission blocked
expect_that "it says what to do" sh -c "jq -r .mission.hold ../mission.json | grep -q 'cannot be judged.*names no test.*runner.*assay resume'"
expect_that "no other round was paid for" test "$(of_task round)" = 1
