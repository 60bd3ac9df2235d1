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

t "a search takes several words, each in any field, and pages through what it finds"
repo
"$ASSAY" mission new "Keep what customers chose" --title "Carts that last" >/dev/null 2>&1
old=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
"$ASSAY" task add "Write the migration" >/dev/null
for n in 1 2 3 4 5; do "$ASSAY" mission new "Tidy up" --title "Chore $n" >/dev/null 2>&1; done
doc=board
for words in "carts MIGRATION" "customers last write" "active carts" "$old"; do
  assay board --text "$words" --json
  expect '.missions | map(.mission.id) | join(" ")' "$old"
done
assay board --text "carts chore" --json
expect '.missions | length' 0
assay board --text "chore planning" --limit 2 --counts --json
expect '.missions | map(.mission.title) | join(" ")' 'Chore 5 Chore 4'
expect '.counts.planned' 5
expect '.counts.progress' 0
next=$(jq -r .next ../out)
assay board --text "chore planning" --limit 2 --before "$next" --json
expect '.missions | map(.mission.title) | join(" ")' 'Chore 3 Chore 2'
assay board --column progress --json
expect '.missions | map(.mission.id) | join(" ")' "$old"
expect '.missions[0].column' progress
doc=mission-list
assay mission list --text "carts migration" --json
expect '.missions | map(.id) | join(" ")' "$old"
doc=error
assay board --column nowhere --json
expect_exit 2
expect_err 'planned'
assay board --limit 2
expect_out 'More: assay board --before'

t "of many tasks the board shows those that wait for a person first, and no more than asked for"
repo
"$ASSAY" mission new "Many" >/dev/null 2>&1
for n in 1 2 3 4 5; do task=$("$ASSAY" task add "step $n" --json | jq -r .id); done
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task fail "$task" --reason "no time" >/dev/null
doc=board
assay board --cards 2 --json
expect '.missions[0].tasks | map(.name) | join(" ")' 'step 5 step 1'
expect '.missions[0].mission.tasks.pending' 4
assay board --with-task failed --json
expect '.missions[0].tasks | map(.name) | join(" ")' 'step 5'

t "the state of a mission has the tasks that are named, and only those"
worked
doc=mission-state
assay mission state "$mission" --task "$task" --json
expect_exit 0
expect '.mission.id' "$mission"
expect '.tasks | map(.id) | join(" ")' "$task"
expect '.mission | has("prompt")' false
assay mission state --json
expect '.tasks | length' 0
expect '.needed | length >= 0' true
"$ASSAY" mission new "Another" >/dev/null 2>&1
doc=error
assay mission state --task "$task" --json
expect_exit 2
expect_err 'is not of mission'

t "lines of a file are shown as they were verified, also by a path from where a program ran"
worked
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
"$ASSAY" verify >/dev/null 2>&1
doc=file-lines
assay mission file "$mission" "/somewhere/else/tests/test_two.py" --json
expect_exit 0
expect .path tests/test_two.py
expect '.lines[0]' 'def test_two(): assert True'
assay mission file "$mission" src/two.txt --first 2 --json
expect '.lines | length' 0
expect .total 1
doc=error
assay mission file "$mission" ../../etc/passwd --json
expect_exit 2
expect_err 'there is no file'
