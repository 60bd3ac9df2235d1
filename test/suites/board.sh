# What the page shows comes from these: the board, what a task or mission changes, what was verified,
# what a mission would be.
# shellcheck shell=sh

worked() {
  repo
  "$ASSAY" mission new "Say two" --title "Two" >/dev/null 2>&1
  mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
  task=$("$ASSAY" task add "say two" --files 'src/**' --json | jq -r .id)
  path=$("$ASSAY" worktree add "$task" --json | jq -r .path)
  (cd "$path" && mkdir -p src tests && echo two >src/two.txt && echo 'def test_two(): assert True' >tests/test_two.py && git add . && git commit -qm two)
}

t "the board has every mission with its tasks"
worked
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task ready "$task" >/dev/null
doc=board
assay board --json
expect_exit 0
expect '.missions | length' 1
expect '.missions[0].mission.title' Two
expect '.missions[0].tasks[0].name' 'say two'
expect '.missions[0].tasks[0].state' ready
expect '.missions[0].tasks[0].checker_report' ''
assay board --text nothing-like-it --json
expect '.missions | length' 0
assay board
expect_out 'say two'

t "the board of a repository that nothing was asked of is empty"
repo
doc=board
assay board --json
expect_exit 0
expect '.missions | length' 0

t "a task's change names its files, what they are for, and what is out of scope"
worked
doc=diff
assay task diff "$task" --json
expect_exit 0
expect '.files | map(.path) | join(" ")' 'src/two.txt tests/test_two.py'
expect '.files[1].role' test
expect '.files[0].inScope' true
expect '.files[1].inScope' false
expect .added 2
expect '.patch | contains("+two")' true
expect .truncated false

t "a task without work says so"
repo
"$ASSAY" mission new "Say two" >/dev/null 2>&1
task=$("$ASSAY" task add "say two" --json | jq -r .id)
doc=error
assay task diff "$task" --json
expect_exit 2
expect_err 'no work of'

t "a mission's change and verification are there once it was verified, and go stale"
worked
doc=error
assay mission diff --json
expect_exit 2
expect_err 'assay verify'
doc=mission-verification
assay mission verification --json
expect .verification null
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
"$ASSAY" pack add-check 'There' --path src/two.txt >/dev/null
"$ASSAY" verify >/dev/null 2>&1
doc=diff
assay mission diff --json
expect_exit 0
expect '.files | length' 2
doc=mission-verification
assay mission verification --json
expect_exit 0
expect '.verification.missionId' "$mission"
expect .stale ''
git commit -q --allow-empty -m moved
assay mission verification --json
expect '.stale | startswith("main has moved")' true

t "a preview shows criteria and checks, says what is vague, and opens nothing"
repo
"$ASSAY" init >/dev/null
doc=mission-preview
assay mission preview "Add an API for carts. Test it." --criterion "looks good" --criterion '`npm test` passes' --json
expect_exit 0
expect '.criteria | length > 1' true
expect '.linted[0].vague != null' true
expect '.linted[1].vague' null
expect .problem ''
doc=mission-list
assay mission list --json
expect '.missions | length' 0
