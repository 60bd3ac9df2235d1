# The critic in the loop: what its routes do to a task, with agents at work.
# shellcheck shell=sh disable=SC2154
. "$HERE/work_verbs.sh"

# An agent of this suite: a script in the test's folder that speaks as plain text. What it says last is heard.
actor() { # name < script
  { printf '#!/bin/sh\n. "%s/speak.sh"\n' "$acting"; cat; } >"../$1"
  chmod +x "../$1"
}
own_agents() { # worker, judge
  mkdir -p .git/assay
  here=$(cd .. && pwd)
  {
    for pair in "worker $1" "judge $2"; do
      # shellcheck disable=SC2086
      set -- $pair
      printf '[agents.%s]\nkind = "claude"\nprogram = ["%s/%s"]\nreadable = ["%s", "%s"]\n' "$1" "$here" "$2" "$acting" "$here"
    done
    printf '[[agents.choose]]\nagent = "judge"\nkinds = ["checker"]\n[[agents.choose]]\nagent = "worker"\n'
  } >.git/assay/operator.toml
}
# Says yes to everything but the critic's questions, which $critic_says answers.
judge() {
  actor judge <<SH
fence=\$(printf '\\140\\140\\140')
begin
case \$prompt in
  *"You are the critic"*) finish "\${fence}json
\$(sh "$(cd .. && pwd)/critic_says" "\$(printf '%s' "\$prompt" | grep -o '"tree": "[0-9a-f]*"' | head -1)" "\$(printf '%s' "\$prompt" | grep -o '"round": [0-9]*' | head -1)" "\$(printf '%s' "\$prompt" | grep -o '"task_id": "[^"]*"' | head -1)")
\$fence" ;;
  *"Find out what is missing"*) finish "The port is 8042, see README.md:1." ;;
  *) finish "Fine.
\$(word): pass" ;;
esac
SH
}
says() { cat >../critic_says; } # gets "tree": …, "round": …, "task_id": …

t "executor: the findings go into the next round, which mends them"
project
actor worker <<'SH'
begin
case $prompt in *"Nothing in value matches"*) echo 2 >value ;; *) echo 3 >other ;; esac
finish "Done."
SH
judge
own_agents worker judge
plan_one '"success_criteria":[{"id":"SC-1","claim":"value holds 2","evidence":{"kind":"grep","pattern":"^2$","path":"value"}}]'
work
expect_task completed
expect_that "it took two rounds" test "$(of_task round)" = 2
doc=task-show
assay task show "$task" --json
expect '.critic.criteria[0].verdict' Satisfied
expect '.critic.round' 2

t "stuck: the same findings twice end it, with what was found"
project
actor worker <<'SH'
begin
echo "$(date +%N)" >other
finish "Done."
SH
judge
own_agents worker judge
plan_one '"success_criteria":[{"id":"SC-1","claim":"value holds 2","evidence":{"kind":"grep","pattern":"^2$","path":"value"}}]'
work
expect_task blocked
expect_reason "stuck"
expect_report "Meet SC-1"
expect_mission blocked

t "plan-checker: a locked decision holds the mission"
project
printf '[[decision]]\nid = "D-1"\nreason = "the value is law"\nforbid.path = "value"\n' >assay.decisions.toml
git add . && git commit -qm law
actor worker <<'SH'
begin
echo 2 >value
finish "Done."
SH
judge
own_agents worker judge
plan_one '"success_criteria":[{"id":"SC-1","claim":"value holds 2","evidence":{"kind":"grep","pattern":"^2$","path":"value"}}]'
work
expect_task ready
expect_report "D-1"
expect_mission blocked
expect_that "the hold names the plan" sh -c "jq -r .mission.hold ../mission.json | grep -q 'plan is in conflict'"

t "askuser: the task waits over restarts, and goes on with the answer"
project
actor worker <<'SH'
begin
case $prompt in *"The euro"*) echo euro >value ;; *) echo 2 >value ;; esac
finish "Done."
SH
judge
says <<'SH'
if [ "$2" = '"round": 1' ]; then
  verdict=Unsatisfied evidence= finding='{"category":"question-to-user","severity":"fail","file":null,"line":null,"remediation":"Ask.","question_to_user":"Which currency?","criterion_id":null}' whole=issues_found
else
  verdict=Satisfied evidence='value:1 `euro`' finding= whole=passed
fi
printf '{"critic":"critic",%s,%s,%s,"criteria":[{"id":"SC-1","claim":"","verdict":"%s","evidence":"%s","missing_info":null}],"findings":[%s],"verdict":"%s"}' "$3" "$2" "$1" "$verdict" "$evidence" "$finding" "$whole"
SH
own_agents worker judge
plan_one '"success_criteria":[{"id":"SC-1","claim":"value names the currency in `value`"}]'
work
expect_task blocked
expect_reason "Which currency?"
"$ASSAY" run "$mission" >../run.out 2>../run.err
look
expect_task blocked
doc=answered
assay answer "The euro" --json
expect_exit 0
expect '.questions[0].question' "Which currency?"
expect '.task.state' pending
assay answer "Again"
expect_exit 2
"$ASSAY" run "$mission" >../run.out 2>../run.err
look
expect_task completed
expect_that "the answer reached the work" test "$(branch_file value)" = euro

t "researcher: what was missing is found out and told to the next round"
project
actor worker <<'SH'
begin
case $prompt in *8042*) echo 8042 >value ;; *) echo 80 >value ;; esac
finish "Done."
SH
judge
says <<'SH'
if [ "$2" = '"round": 1' ]; then verdict=Information-Missing evidence= missing='"Which port?"'; else verdict=Satisfied evidence='value:1 `8042`' missing=null; fi
printf '{"critic":"critic",%s,%s,%s,"criteria":[{"id":"SC-1","claim":"","verdict":"%s","evidence":"%s","missing_info":%s}],"findings":[],"verdict":"%s"}' "$3" "$2" "$1" "$verdict" "$evidence" "$missing" "$([ "$verdict" = Satisfied ] && echo passed || echo issues_found)"
SH
own_agents worker judge
plan_one '"success_criteria":[{"id":"SC-1","claim":"value holds the port of `README.md`"}]'
work
expect_task completed
expect_that "what was found out reached the work" test "$(branch_file value)" = 8042

t "a critic that answers for another tree is no pass"
project
actor worker <<'SH'
begin
echo 2 >value
finish "Done."
SH
judge
says <<'SH'
printf '{"critic":"critic",%s,%s,"tree":"0000","criteria":[{"id":"SC-1","claim":"","verdict":"Satisfied","evidence":"value:1 `2`","missing_info":null}],"findings":[],"verdict":"passed"}' "$3" "$2"
SH
own_agents worker judge
plan_one '"success_criteria":[{"id":"SC-1","claim":"value holds 2, see `value`"}]'
work
expect_task blocked
expect_reason "stuck"

t "the copies that critic and checker looked at stay until the mission has landed, and go then"
project
agents good
plan_one '"success_criteria":[{"id":"SC-1","claim":"value holds 2","evidence":{"kind":"command","command":"test \"$(cat value)\" = 2"}}]'
work
expect_task completed
for copy in critic check; do expect_that "there is one for the $copy" test -d "$(worktree_of "$mission.$task.$copy")"; done
"$ASSAY" worktree prune >/dev/null
for copy in critic check; do expect_that "it stays for the $copy" test -d "$(worktree_of "$mission.$task.$copy")"; done
trees=$(dirname "$(worktree_of "$mission")")
expect_that "it lands" "$ASSAY" land "$mission"
expect_that "git knows of none" test "$(git worktree list | wc -l)" = 1
expect_that "no folder is left" test -z "$(ls -A "$trees")"

t "critic and checker are asked again when their service fails for a moment"
project
actor worker <<'SH'
begin
echo 2 >value
finish "Done."
SH
judge
here=$(cd .. && pwd)
# The first answer of each is an error of its service, the second asks to wait.
cat >../unwell <<SH
case \$prompt in *"You are the critic"*) who=critic ;; *) who=checker ;; esac
[ -e "$here/failed-\$who" ] || { : >"$here/failed-\$who"; broken "API Error: 503 service unavailable"; }
[ -e "$here/waited-\$who" ] || { : >"$here/waited-\$who"; broken "API Error: 529 overloaded, try again in 1s"; }
SH
sed -i '/^begin$/r ../unwell' ../judge
says <<'SH'
printf '{"critic":"critic",%s,%s,%s,"criteria":[{"id":"SC-1","claim":"","verdict":"Satisfied","evidence":"value:1 `2`","missing_info":null}],"findings":[],"verdict":"passed"}' "$3" "$2" "$1"
SH
own_agents worker judge
sed -i '/^\[agents.judge\]/a sandbox = "off"' .git/assay/operator.toml
plan_one '"success_criteria":[{"id":"SC-1","claim":"the value is two"}]'
work
expect_task completed
for who in critic checker; do expect_file "../failed-$who" && expect_file "../waited-$who"; done
expect_that "the task was not done again for it" test "$(of_task round)" = 1
