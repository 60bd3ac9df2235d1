# A mission by hand, from `init` to the last task: statuses follow by themselves, everything is in the log.
# shellcheck shell=sh disable=SC2154

# The id of the task with this name in the latest mission.
task_named() { "$ASSAY" task list --json | jq -r --arg n "$1" '.tasks[] | select(.name == $n) | .id'; }
expect_status() { # mission-status story-state
  doc=mission-show assay mission show --json
  expect .mission.status "$1"
  expect .mission.story "$2"
}
move() { # verb name [options]: one task by its name
  verb=$1
  id=$(task_named "$2")
  shift 2
  doc=moved assay task "$verb" "$id" --json "$@"
}
plan() {
  write plan.json <<'JSON'
{"title": "Carts that last",
 "criteria": ["`npm test` passes with a test for an empty cart"],
 "checks": [{"title": "Types hold", "kind": "command", "command": "npx tsc --noEmit"}],
 "tasks": [
  {"name": "schema", "instructions": "Add the table.", "acceptance_criteria": "migrations/001.sql exists",
   "files_modified": ["migrations/**"]},
  {"name": "endpoint", "instructions": "Serve it.", "acceptance_criteria": "GET /api/cart answers 200",
   "depends_on": ["schema"]}]}
JSON
}

t "the whole walk"
repo
printf '{"scripts":{"test":"node test.js"}}' >package.json
git add . && git commit -qm tests
doc=init
assay init --json
expect_exit 0
expect .created true
expect '.checks[0].command' "npm test"
expect .branch main
plan
doc=mission-new
assay mission new "Keep carts in the database" --plan plan.json --json
expect_exit 0
expect .mission.title "Carts that last"
expect .mission.targetBranch main
expect .mission.baseCommit "$(git rev-parse HEAD)"
expect '.tasks | length' 2
expect '.mission.activeTaskIds | length' 2
expect '[.mission.acceptance.checks[].command] | map(select(. != null)) | join(",")' "npm test,assay check,npx tsc --noEmit"
expect '.mission.acceptance.checks[-1].kind' manual
expect '[.mission.acceptance.criteria[] | select(contains("empty cart"))] | length' 1
expect_status active PENDING

move start endpoint
expect_exit 2
expect_err "depends on is not completed"
expect .error.code conflict
expect_status active PENDING

move start schema
expect_exit 0
expect '.tasks[0].state' running
expect '.missions[0].status' active
expect_status active IN_PROGRESS
move fail schema --reason "the disk was full"
expect '.missions[0].status' blocked
doc=status
assay status --json
expect '.needed[0].taskId' "$(task_named schema)"
expect '.needed[0].what' '"schema" failed: the disk was full'
move retry schema
expect_status active PENDING
move start schema
move ready schema
expect '.tasks[0].state' ready
move reject schema --reason "no index"
expect '.tasks[0].state' pending
expect '.tasks[0].round' 2
move start schema
move ready schema
move accept schema --reason "looked at it" --as anna
expect '.tasks[0].state' completed
move start endpoint
move block endpoint --reason "waits for a person"
expect '.missions[0].status' blocked
move retry endpoint
move start endpoint
move complete endpoint
expect '.missions[0].status' awaiting_acceptance
expect_status awaiting_acceptance IN_PROGRESS
expect '.mission.activeTaskIds | length' 0

doc=log
assay log --json
expect '.checkpoints[0].kind' created
expect '[.checkpoints[].number] == [range(1; (.checkpoints | length) + 1)]' true
expect '.checkpoints as $c | all(range(1; $c | length); $c[.].previousHash == $c[. - 1].hash)' true
expect '[.checkpoints[].kind] | map(select(. == "task_failed")) | length' 2
expect '[.checkpoints[] | select(.actor == "person:anna")] | length' 1
expect '[.checkpoints[] | select(.kind == "decided" and (.detail | contains("no index")))] | length' 1
assay log --kind task_failed --json
expect '.checkpoints | length' 2

t "tasks by hand: added, nested, scoped"
repo
doc=mission-new
assay mission new "Tidy the parser" --json
expect '.tasks | length' 0
expect_status planning PENDING
doc=task
assay task add "split it" --accept "src/lexer.c exists" --files 'src/**' --files 'include/*.h' --agent codex --budget 2.5 --timeout 30m --attempts 3 --json
expect_exit 0
expect .files_modified[1] 'include/*.h'
expect .agent.type codex
expect .agent.max_budget_usd 2.5
expect .timeout_ms 1800000
expect .retry.max_attempts 3
expect .state pending
expect_status active PENDING
parent=$(task_named "split it")
doc=task
assay task add "the first half" --parent "$parent" --json
expect .parent_task_id "$parent"
assay task add "use it" --depends-on "$parent" --json
expect .depends_on[0] "$parent"
move start "split it"
move start "the first half"
move ready "the first half"
expect_exit 2
expect_err "a subtask is never ready"
move ready "split it"
expect_err "1 subtask of it is not finished"
move complete "the first half"
expect_exit 0
move ready "split it"
expect_exit 0

t "several tasks move together, and one that is refused holds back none"
repo
doc=
assay mission new "three things"
for name in one two three; do assay task add $name; done
one=$(task_named one) two=$(task_named two) three=$(task_named three)
doc=moved
assay task start "$one" "$two" --json
expect_exit 0
expect '.tasks | length' 2
assay task start "$two" "$three" --json
expect '.tasks | length' 1
expect '.refused[0].task' "$two"
expect '.refused[0].code' conflict
[ "$status" = 2 ] || wrong "exit $status, expected 2"
expect_err "cannot start task $two: it is running"
doc=task-show
assay task show "$three" --json
expect .task.state running

t "an illegal move is a conflict, says what can be done, and changes nothing"
repo
doc=
assay mission new x
assay task add a
doc=log
assay log --json
before=$(jq -c . ../out)
move accept a
expect_exit 2
expect_err "it is pending (possible now: start, block, cancel)"
doc=log
assay log --json
[ "$(jq -c . ../out)" = "$before" ] || wrong "the history changed"

t "criteria: vague ones are refused with the reason, kept by force on record"
repo
doc=
assay mission new "a thing"
doc=pack
assay pack add-criterion "code looks good" --json
expect_exit 2
expect_err "cannot be checked"
expect_err "--force"
assay pack add-criterion 'GET /api/cart answers 200' --json
expect_exit 0
expect '.acceptance.criteria[-1]' 'GET /api/cart answers 200'
count=$(jq '.acceptance.criteria | length' ../out)
assay pack edit-criterion "$count" 'GET /api/cart answers 404' --json
expect '.acceptance.criteria[-1]' 'GET /api/cart answers 404'
assay pack add-criterion "code looks good" --force --json
expect_exit 0
assay pack remove-criterion 1 --reason "not needed" --json
expect '.acceptance.criteria | length' "$count"
assay pack remove-criterion 99 --json
expect_exit 2
expect_err "there is no criterion 99"
doc=log
assay log --kind edited --json
expect '.checkpoints | length' 4
expect '[.checkpoints[].detail | select(contains("although"))] | length' 1

t "checks: added, edited, removed"
repo
doc=
assay mission new "a thing"
doc=pack
assay pack add-check "Types hold" --command "npx tsc" --json
expect_exit 0
id=$(jq -r '.acceptance.checks[] | select(.title == "Types hold") | .id' ../out)
assay pack add-check "Types hold" --command "npx tsc" --json
expect_exit 2
expect_err "already has this check"
assay pack edit-check "$id" --command "npx tsc --noEmit" --json
expect '.acceptance.checks[] | select(.title == "Types hold") | .command' "npx tsc --noEmit"
assay pack add-check "Changelog" --path ../outside --json
expect_err "must stay in the repository"
assay pack add-check "Looked at" --manual --json
expect_exit 0
assay pack add-check "both" --manual --path x --json
expect_err "give one of"
assay pack remove-check "$id" --json
expect '[.acceptance.checks[] | select(.title == "Types hold")] | length' 0

t "mission edit: the policy"
repo
doc=
assay mission new x --mode autopilot
doc=mission
assay mission edit --parallel 4 --auto-verify off --json
expect .policy.parallelTasks 4
expect .policy.autoVerify false
expect .policy.mode autopilot
assay mission edit --json
expect_err "say what to change"
assay mission edit --parallel 0 --json
expect_err "parallelTasks must be from 1"

t "mission new makes the store by itself and says so; git does not see it"
repo
doc=
assay mission new "first"
expect_exit 0
expect_err "made .assay/"
expect_that "git is clean" test -z "$(git status --porcelain)"
assay mission new "second"
expect_not "said again" grep -q "made .assay" ../err

t "init twice, in a linked worktree, without a commit, outside git"
git init -q -b main .
doc=init
assay init --json
expect .commit null
expect '.notes[0]' 'The repository has no commit yet; checks are found in commits: commit something first.'
assay init --json
expect .created false
echo one >a.txt && git add . && git commit -qm base
git worktree add -q ../linked
cd ../linked || exit 1
assay init --json
expect .created false
expect .folder "$(cd ../w && pwd -P)/.assay"
mkdir ../../plain-$$ && cd ../../plain-$$ || exit 1
GIT_CEILING_DIRECTORIES=$PWD assay init --json
expect_exit 2
expect_err "git init"
cd "$folder/w" && rm -rf ../../plain-$$

t "a mission in a repository without a commit"
git init -q -b main .
doc=mission-new
assay mission new "GET /begin returns 200" --json
expect_exit 0
expect .mission.baseCommit ""
expect '.notes | length' 1

t "list, filters, pages"
repo
doc=
for i in 1 2 3 4 5; do assay mission new "wish $i"; done
doc=mission-list
assay mission list --json
expect '.missions | length' 5
expect '.missions[0].title' "wish 5"
assay mission list --limit 2 --json
expect '.missions | length' 2
next=$(jq -r .next ../out)
assay mission list --limit 2 --before "$next" --json
expect '.missions[0].title' "wish 3"
assay mission list --status blocked --json
expect '.missions | length' 0
assay mission list --all --limit 2 --json
expect '.missions | length' 5
expect .next null
assay mission list --text "wish 2" --json
expect '.missions | length' 1

t "ids: any unique prefix, the latest by default"
repo
doc=mission-new
assay mission new "older" --json
id=$(jq -r .mission.id ../out)
assay mission new "newer" --json
doc=mission-show
assay mission show --json
expect .mission.title newer
short=$(printf %s "$id" | cut -c9-14)
assay mission show "$short" --json
expect .mission.title older
assay mission show "$id" --json
expect .mission.title older
assay mission show zzzzzzzzzzzz --json
expect_exit 2
expect .error.code not_found

t "plans that cannot be used change nothing"
repo
doc=
printf '{"tasks":[{"name":"a","depends_on":["b"]},{"name":"b","depends_on":["a"]}]}' >plan.json
assay mission new x --plan plan.json
expect_exit 2
expect_err "plan.json"
expect_err "a → b → a"
printf '[[tasks]]\nname = "a"\n\n[[tasks]]\nname = "a"\n' >plan.toml
assay mission new x --plan plan.toml
expect_exit 2
expect_err "plan.toml"
doc=mission-list
assay mission list --json
expect '.missions | length' 0
assay mission new x --plan missing.json
expect_exit 2
expect_err "missing.json"

t "prompts of all kinds"
repo
doc=mission-new
head -c 1000000 /dev/zero | tr '\0' x >big.txt
assay mission new --prompt-file big.txt --json
expect_exit 0
expect '.mission.prompt | length' 1000000
expect '.mission.title | length <= 80' true
printf 'a\000b' >nul.txt
assay mission new --prompt-file nul.txt --json
expect_exit 2
expect_err "NUL"
assay mission new "🚀 أضف 日本" --json
expect .mission.prompt "🚀 أضف 日本"
printf 'from a pipe' | run_program "$ASSAY" mission new --prompt-file - --json
expect .mission.prompt "from a pipe"
assay mission new "   " --json
expect_exit 2
expect_err "say what you want"
assay mission new a b --json
expect_exit 2
expect_err "in quotes"

t "who did it: --as, then ASSAY_ACTOR, then git's user.name"
repo
doc=
assay mission new one
ASSAY_ACTOR=bo assay mission new two
assay mission new three --as cleo
doc=log
assay log --json
expect '.checkpoints[0].actor' person:cleo
assay log "$("$ASSAY" mission list --text two --json | jq -r '.missions[0].id')" --json
expect '.checkpoints[0].actor' person:bo
assay log "$("$ASSAY" mission list --text one --json | jq -r '.missions[0].id')" --json
expect '.checkpoints[0].actor' person:test
assay mission new four --as "$(printf 'a\nb')"
expect_exit 2

t "targets and bases"
repo
git branch release
doc=mission-new
assay mission new x --target release --base HEAD --json
expect .mission.targetBranch release
assay mission new x --target nowhere --json
expect_err "there is no branch 'nowhere'"
assay mission new x --base nothing --json
expect_err "there is no commit 'nothing'"
git checkout -q --detach
assay mission new x --json
expect_err "no branch is checked out"

t "a folder that cannot be written gives a clear error"
repo
if [ "$(id -u)" = 0 ]; then
  : >.assay
  assay mission new x
  expect_exit 2
  expect_err ".assay"
else
  chmod a-w .
  assay mission new x
  expect_exit 2
  expect_err ".assay"
  chmod u+w .
fi
expect_not "half a store" test -e .assay/assay.db
