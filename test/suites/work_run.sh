# What `assay run` goes on with: the mission that is named, or a new one.
# shellcheck shell=sh disable=SC2154
. "$HERE/work_verbs.sh"

t "an id of a mission is that mission, also with a mode; a word that is none is an error"
project
agents good
plan_one
"$ASSAY" mission new "Change the value to two" --plan ../plan.json --mode manual >/dev/null 2>&1
look
short=$(echo "$mission" | cut -c9-16)
doc=run
assay run "$short" --mode autopilot --json
expect_exit 0
expect .id "$mission"
expect .policy.mode autopilot
expect .reached true
expect_that "there is one mission" test "$("$ASSAY" mission list --json | jq '.missions | length')" = 1
expect_history "Policy changed to autopilot"
doc=
for unknown in mission-aaaaaaaaaaaa k3f7q2m5 Refactor; do
  for more in "--mode autopilot" "--plan ../plan.json" "--target main" ""; do
    # shellcheck disable=SC2086 # words
    assay run "$unknown" $more
    expect_exit 2
    expect_err "a wish for a new mission has more than one word"
  done
done
for more in "--plan ../plan.json" "--target main"; do
  # shellcheck disable=SC2086 # words
  assay run "$mission" $more
  expect_exit 2
  expect_err "leave them out"
done
assay run "$mission" --mode sometimes
expect_exit 2
expect_err "mode"
expect_that "there is still one mission" test "$("$ASSAY" mission list --json | jq '.missions | length')" = 1
