# Tasks whose work does not merge: done again on top of the others', by itself or when a person says so.
# shellcheck shell=sh disable=SC2154
. "$HERE/work_verbs.sh"

# Tasks that all write the same new file; those after the second wait for the first two.
names() { # names of tasks
  {
    printf '{"tasks":['
    comma=
    for name in "$@"; do
      printf '%s{"name":"%s","instructions":"Add the line WRITE-%s to names.txt","acceptance_criteria":"names.txt holds the line WRITE-%s"' "$comma" "$name" "$name" "$name"
      case $name in A | B) printf '}' ;; *) printf ',"depends_on":["A","B"]}' ;; esac
      comma=,
    done
    printf ']}'
  } >../plan.json
}
task_named() { jq -r "[.tasks[] | select(.name == \"$1\")][0].$2" ../mission.json; }

t "work that does not merge is done again on top of the other's, and the mission goes on"
project
agents adds_a_name
names A B
work
expect_mission ready_to_land
expect_history "did not merge with the work of others in names.txt"
expect_that "one of them had another round" test "$(jq '[.tasks[] | select(.kind == "execution") | .round] | sort | join(" ")' -r ../mission.json)" = "1 2"
later=$(jq -r '[.tasks[] | select(.round == 2)][0].id' ../mission.json)
expect_that "both lines are there" test "$(git show "assay/$mission/$later:names.txt" | sort | tr '\n' ' ')" = "WRITE-A WRITE-B "
expect_that "what it did before is kept" test -n "$(git for-each-ref refs/assay/salvage)"
expect_that "it lands" "$ASSAY" land

t "it is done again as often as the retry budget allows, then a person is told what does not merge"
project
agents adds_a_name
names A B
"$ASSAY" mission new "Write the names" --plan ../plan.json --mode autopilot >/dev/null
"$ASSAY" mission edit --retry-budget 0 >/dev/null
assay run
look
expect_mission blocked
expect '.mission.hold | contains("names.txt")' true
expect '.mission.hold | contains("assay task retry task-")' true
later=$(jq -r '.mission.hold | capture("retry (?<id>task-[a-z0-9]+)").id' ../mission.json)
assay task retry "$later"
expect_exit 0
assay resume
assay run
look
expect_mission ready_to_land

t "a task that waits for two that do not merge is blocked at once, with the way out"
project
agents adds_a_name
names A B C
work
task=$(task_named C id)
expect_task blocked
expect_reason "depends on does not merge: names.txt"
again=$(of_task reason | grep -o 'task retry task-[a-z0-9]*' | head -n 1)
# shellcheck disable=SC2086
assay $again
expect_exit 0
"$ASSAY" run >/dev/null 2>&1
assay task retry "$(task_named C id)"
"$ASSAY" run >/dev/null 2>&1
look
expect_mission ready_to_land

t "what has landed is not done again"
project
agents adds_a_name
names A
work
"$ASSAY" land >/dev/null
look
assay task retry "$task"
expect_exit 2
expect_err "has landed"

t "a tag that is named like the target misleads nobody"
project
git tag main
agents adds_a_name
names A
work
expect_mission ready_to_land
