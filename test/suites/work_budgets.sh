# Budgets: asked before each call; at the cap the work is kept and the task blocked with the reason.
# shellcheck shell=sh disable=SC2154
. "$HERE/work_verbs.sh"

t "at the mission's cap nothing more is started, and the work stays"
project
agents over_budget
plan_one
doc=mission-new
assay mission new "Change the value to two" --plan ../plan.json --mode guided_autopilot --budget-usd 5 --json
expect '.mission.policy.budget.usd' 5
doc=
"$ASSAY" run >../run.out 2>../run.err
look
expect_that "it is not completed" test "$(of_task state)" != completed
expect_that "its work is kept" test "$(branch_file half.txt)" = half
expect_that "the cap is named" sh -c "jq -r '.tasks[0] | .reason, .checker_report' ../mission.json | grep -qF '7.50 of 5.00 USD'"

t "budgets are changed and lifted, and the history says so"
project
doc=mission-new
assay mission new "Change the value" --json
doc=mission
assay mission edit --budget-tokens 1000 --task-budget-time 10m --json
expect '.policy.budget.tokens' 1000
expect '.policy.taskBudget.timeMs' 600000
expect_that "it is told" sh -c "'$ASSAY' log | grep -q '1000 tokens'"
doc=mission
assay mission edit --budget-tokens 0 --json
expect '.policy.budget.tokens' 0
doc=
assay mission edit --budget-usd -1
expect_exit 2
