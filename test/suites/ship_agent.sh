# Validation by an agent: what it says counts beside commands and probes, and only what it proves.
# shellcheck shell=sh disable=SC2154
. "$HERE/ship_verbs.sh"
. "$HERE/work_verbs.sh"

# A story whose validation is done by a fake agent of that name; more of the policy may follow.
validated_by() { # program [more of the policy]
  shippable <<TOML
[deploy]
command = "true"
[validate.agent]
name = "${profile:-looker}"
instructions = "Run the tests of what was deployed."
timeout = "${patience:-60s}"
${2:-}
TOML
  mkdir -p .git/assay
  agent_table looker "${looker_kind:-claude}" "$1" >.git/assay/operator.toml
  ship
}
report() { story validationReport; }
report_has() { expect_that "the report has '$1': $(report)" sh -c 'printf %s "$0" | grep -qF -- "$1"' "$(report)" "$1"; }
runs_of_validation() {
  sqlite3 .assay/assay.db "SELECT count(*), max(runs.agent), max(runs.cost_usd) FROM runs JOIN tasks ON tasks.key = runs.task_key WHERE tasks.kind = 'validation'"
}

for looker_kind in claude codex gemini opencode; do
  t "an agent that finds everything well makes the story REVIEW_READY ($looker_kind)"
  validated_by checker_pass
  expect_exit 0
  expect .story.state REVIEW_READY
  expect .story.validation passed
  report_has "passed  agent looker"
  report_has "make test passes."
done
looker_kind=claude

t "what the agent said is kept as evidence, and its run is counted"
validated_by checker_pass
digest=$(report | sed -n 's/.*agent looker: log \([0-9a-f]*\).*/\1/p')
expect_that "its log" grep -q "make test passes" "$(evidence_of "$digest")"
expect_that "one run: $(runs_of_validation)" sh -c 'echo "$0" | grep -q "^1|looker|0.01"' "$(runs_of_validation)"

t "an agent that finds fault makes it NEEDS_FIX, with its words, and the fix knows them"
validated_by checker_fail
expect_exit 1
expect .story.state NEEDS_FIX
report_has "failed  agent looker"
report_has "Criterion 1 is not met: value:1 holds 1."
doc=mission-new
assay fix "$mission" --json
expect_that "the fix knows" sh -c "jq -r .mission.prompt ../out | grep -q 'Criterion 1 is not met'"

t "an agent that dies after it said that all is well has not passed"
validated_by checker_crash
expect_exit 1
expect .story.state NEEDS_FIX
report_has "The check did not end well"

t "an agent that claims success and gives no verdict has not passed"
validated_by claims_success_no_change
expect .story.state NEEDS_FIX
report_has "without its verdict line"

t "a plain program decides by its exit status"
looker_kind=command
validated_by true
expect .story.state REVIEW_READY
looker_kind=claude

t "an agent that is not on this machine fails the validation and says so"
profile=nobody
validated_by checker_pass
expect .story.state NEEDS_FIX
report_has "failed  agent nobody: it could not be started"
profile=looker

t "an agent that hangs is ended in time"
patience=1s
validated_by hangs
unset patience
expect .story.state NEEDS_FIX
report_has "(timed_out)"

t "agent, commands and probes decide together"
validated_by checker_pass '[[validate.commands]]
title = "Smoke"
command = "exit 3"'
expect .story.state NEEDS_FIX
report_has "failed  Smoke: exit 3"
report_has "passed  agent looker"

t "the agent cannot change what it looks at"
cat >../scribbles <<SH
#!/bin/sh
. "$acting/speak.sh"
begin
echo changed >value && say "wrote"
finish "all is well
\$(word): pass"
SH
chmod +x ../scribbles
acting=$(cd .. && pwd)
validated_by scribbles 
expect_that "what is deployed is as it was" test "$(git show main:value)" = 2
expect_not "it wrote" sh -c "'$ASSAY' story show $mission --json | jq -r .story.validationReport | grep -q wrote"
