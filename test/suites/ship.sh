# Shipping: once, by the base's policy, with what a deploy and its validation said on record.
# shellcheck shell=sh disable=SC2154

. "$HERE/ship_verbs.sh"

t "without a deploy a story is completed when it has landed"
shippable </dev/null
state_is SHIPPABLE
ship
expect_exit 0
expect .accepted true
expect .story.missionStatus completed
expect_that "it is in main" test "$(git show main:value)" = 2
expect_that "it is attested" "$ASSAY" audit verify main
log_has "no deploy is configured"

t "a git that is killed while it signs the landing: signed all the same before it is deployed"
shippable <<TOML
[deploy]
command = "true"
TOML
mkdir ../bin
cat >../bin/git <<END
#!/bin/sh
case " \$* " in
  *" fast-import "*) [ -e "$PWD/../killed" ] || { touch "$PWD/../killed"; kill -9 \$\$; } ;;
esac
exec $(command -v git) "\$@"
END
chmod +x ../bin/git
old_path=$PATH
PATH=$PWD/../bin:$PATH
ship
PATH=$old_path
expect_exit 0
expect_that "it was killed" test -e ../killed
expect_that "it is attested" "$ASSAY" audit verify main
expect .story.state DEPLOYED
story_tells "Deployed: exit 0"

t "a story that was deployed without a signature is signed when it is to be shipped again"
shippable <<TOML
[deploy]
command = "true"
TOML
mkdir ../bin
printf '#!/bin/sh\ncase " $* " in *" fast-import "*) kill -9 $$ ;; esac\nexec %s "$@"\n' "$(command -v git)" >../bin/git
chmod +x ../bin/git
PATH=$PWD/../bin:$PATH ship
expect .story.state DEPLOYED
expect_not "it is attested" "$ASSAY" audit verify main
doc=
PATH=$PWD/../bin:$PATH assay ship
expect_exit 2
expect_err "is not signed"
expect_err "assay audit attest"
assay ship
expect_exit 2
expect_err "To deploy it again: assay redeploy"
expect_that "it is attested" "$ASSAY" audit verify main

t "a landing that is refused is not shipped: the exit status says so and the answer why"
shippable </dev/null
echo mine >value
ship
expect_exit 2
expect .accepted false
expect '.reason | contains("value is changed there")' true
expect .story.state SHIPPABLE
expect_err "Not shipped: "
git checkout -q value
ship
expect_exit 0
expect .accepted true
expect .reason ""

t "by pull request: it is named, the story and the status wait for it, and shipping goes on once it is merged"
shippable <<TOML
[land]
remote = "origin"
via = "pr"
[deploy]
command = "echo run >>'$PWD/../deployed'"
TOML
git init -q --bare ../origin.git
git remote add origin ../origin.git
git push -q origin main
ship
expect_exit 0
expect .accepted true
expect .story.state SHIPPING
expect_err "waits for its pull request to be merged: a pull request from land/$mission"
expect_err "when it is merged: assay ship $mission"
expect '.story.waitsFor | startswith("its pull request to be merged: land/")' true
expect '.story.next[0]' "assay ship $mission"
story_tells "waits for its pull request to be merged: land/"
doc=status
assay status --json
expect '.needed | map(.what) | join(" ") | startswith("waits for its pull request to be merged")' true
expect '.needed[0].command | startswith("assay ship ")' true
doc=
assay ship --detach "$mission"
expect_exit 2
expect_err "waits for its pull request to be merged: land/"
expect_err "or at once: assay ship $mission"
branch=$(at_origin for-each-ref --format='%(refname)' refs/heads/land)
at_origin update-ref refs/heads/main "$(at_origin commit-tree -m merged -p main -p "$branch" "$branch^{tree}")"
ship
expect_exit 0
expect_err "going on with what was begun"
expect .story.state DEPLOYED
expect .story.waitsFor ""
expect_that "once" test "$(deployed_times)" = 1

t "a deploy runs once, in a checkout of what landed, with what the policy lets through"
shippable <<TOML
[deploy]
command = "echo run >>\$OUT_FILE; cat value; echo commit \$ASSAY_COMMIT; echo secret \${SECRET_THING:-none}; env >\$OUT_FILE.env"
environment = ["OUT_FILE"]
TOML
OUT_FILE=$PWD/../deployed SECRET_THING=visible ship
unset OUT_FILE
expect_exit 0
expect .story.state DEPLOYED
expect .story.deploy succeeded
expect_err "commit $(git rev-parse main)"
expect_err "secret none"
expect_that "once" test "$(deployed_times)" = 1
expect_that "its log is kept" grep -qF "commit $(git rev-parse main)" "$(kept_log)"
ship
expect_exit 2
expect_err "it is DEPLOYED, not SHIPPABLE"
doc=story
assay close "$mission" --json
expect_exit 0
expect .missionStatus completed
assay close "$mission"
expect_exit 2
expect_err "closed already"

t "two who ship at once ship once"
shippable <<TOML
[deploy]
command = "echo run >>'$PWD/../deployed'"
TOML
"$ASSAY" ship "$mission" >../a.out 2>&1 & a=$!
"$ASSAY" ship "$mission" >../b.out 2>&1 & b=$!
wait $a
a=$?
wait $b
b=$?
expect_that "not both were refused: $a $b" test "$((a * b))" = 0
expect_that "deployed once" test "$(deployed_times)" = 1
state_is DEPLOYED
expect_that "landed once" test "$("$ASSAY" log "$mission" --kind landed --json | jq '.checkpoints | length')" = 1

t "only a SHIPPABLE story is shipped"
repo
"$ASSAY" mission new "Something" >/dev/null 2>&1
mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
ship
expect_exit 2
expect_err "not SHIPPABLE"
doc=shipped
assay redeploy
expect_exit 2
expect_err "only what has landed"
assay close
expect_exit 2
expect_err "has not landed"
assay fix
expect_exit 2
expect_err "not NEEDS_FIX"

t "a failed deploy needs a fix, its log says why, and it can be deployed again"
shippable <<TOML
[deploy]
command = "echo no room left; test -f '$PWD/../room'"
TOML
ship
expect_exit 1
expect .story.state NEEDS_FIX
expect .story.deploy failed
expect '.story.next[0]' "assay redeploy $mission"
story_tells "no room left"
doc=status
assay status --json
expect '.needed | map(.what + " " + .command) | join(" ") | test("its deploy failed: NEEDS_FIX assay story show ")' true
doc=
assay watch --until-done --every 50 --lines "$mission"
expect_exit 1
expect_err "a person is needed"
doc=mission-new
assay fix "$mission" --json
expect_exit 0
expect '.mission.title' "Fix: Change the value"
expect_that "the fix knows why" sh -c "jq -r .mission.prompt ../out | grep -q 'no room left'"
touch ../room
doc=shipped
assay redeploy "$mission" --json
expect_exit 0
expect .story.state DEPLOYED

t "the work that is shipped does not decide how, and a redeploy takes what has landed"
shippable <<TOML
[deploy]
command = "echo old >>'$PWD/../deployed'"
TOML
here=$PWD
story_of "sed -i 's/echo old/echo new/' assay.toml"
ship "$mission"
expect_exit 0
expect_that "the old law" test "$(cat "$here/../deployed")" = old
doc=shipped
assay redeploy "$mission" --json
expect_exit 0
expect_that "the law that landed" test "$(tail -1 "$here/../deployed")" = new

t "a deploy that was cut off by kill -9 is not repeated, and the record says that it had begun"
mkfifo ../begun
shippable <<TOML
[deploy]
command = "echo run >>'$PWD/../deployed'; echo half way; echo x >'$PWD/../begun'; exec sleep 600"
TOML
"$ASSAY" ship "$mission" >../a.out 2>&1 &
pid=$!
read -r _ <../begun
expect_that "its output can be followed" timeout 600 sh -c "until grep -q 'half way' .assay/deploys/$mission.log; do :; done"
kill -9 $pid
wait $pid 2>/dev/null
state_is SHIPPING
expect_that "it had begun" test "$(story deploy)" = running
ship
expect_exit 1
expect_err "going on with what was begun"
expect .story.state NEEDS_FIX
expect_that "run once" test "$(deployed_times)" = 1
story_tells "Cut off: it had begun"
expect_that "what it had said is kept" grep -qF "half way" "$(kept_log)"

t "a deploy that was cut off before it had a folder for its output is concluded as well"
mkfifo ../begun
shippable <<TOML
[deploy]
command = "echo x >'$PWD/../begun'; exec sleep 600"
TOML
"$ASSAY" ship "$mission" >../a.out 2>&1 &
pid=$!
read -r _ <../begun
kill -9 $pid
wait $pid 2>/dev/null
rm -r .assay/deploys
ship
expect_exit 1
expect .story.state NEEDS_FIX
story_tells "Cut off: it had begun"

t "shipping that was cut off before the deploy goes on, and deploys once"
shippable <<TOML
[deploy]
command = "echo run >>'$PWD/../deployed'"
TOML
doc=shipped
assay ship --detach --json
expect_exit 0
expect .story.state SHIPPING
assay ship --detach
expect_exit 2
expect_err "it is being shipped already"
ship
expect_exit 0
expect_err "going on with what was begun"
expect .story.state DEPLOYED
expect_that "run once" test "$(deployed_times)" = 1

t "a deploy that hangs, floods or leaves processes behind is ended, and its log is bounded"
shippable <<TOML
[deploy]
command = "(while :; do echo y; done) & (setsid sleep 600 &) ; echo \$\$ >'$PWD/../pid'; while :; do :; done"
timeout = "1s"
TOML
ship
expect_exit 1
expect .story.state NEEDS_FIX
story_tells "timed out"
expect_not "nothing is left of it" kill -0 "$(cat ../pid)"

t "a policy that cannot be read deploys nothing"
shippable <<TOML
[deploy]
comand = "true"
TOML
ship
expect_exit 1
expect .story.state NEEDS_FIX
story_tells "Nothing was run: .*comand"

t "validation: commands and probes pass, and a person closes the story"
server
shippable <<TOML
[deploy]
command = "echo version \$ASSAY_COMMIT >'$PWD/../server/version'"
[validate]
[[validate.commands]]
title = "Smoke"
command = "test \"\$(cat value)\" = 2"
[[validate.probes]]
title = "Version"
url = "http://127.0.0.1:$port/file/version"
commit = true
times = 3
interval = "1ms"
[[validate.probes]]
title = "Missing page"
url = "http://127.0.0.1:$port/file/none-{commit}"
status = 404
contains = "no such file"
TOML
ship
expect_exit 0
expect .story.state REVIEW_READY
expect .story.validation passed
expect_err "passed  Version: 3 good answers in a row of 3"
expect_that "a validation task" test "$("$ASSAY" story show "$mission" --json | jq -r '.tasks[] | select(.kind == "validation") | .state')" = COMPLETED
doc=status
assay status --json
expect '.needed | map(.what + " " + .command) | join(" ") | test("close it assay close ")' true
expect '.missions | map(.id) | join(" ")' "$mission"
doc=
assay watch --until-done --every 50 --lines "$mission"
expect_exit 0
expect_that "the commit was asked for" grep -q "/file/none-$(git rev-parse main)" ../server/requests
doc=story
assay close "$mission" --json
expect .missionStatus completed
assay status
expect_out "Nothing is open."
stopped

t "validation: what does not hold is reported line by line, and needs a fix"
server
echo "version 0000000000000000" >../server/version
shippable <<TOML
[deploy]
command = "true"
[[validate.commands]]
title = "Smoke"
command = "echo broken; exit 4"
[[validate.probes]]
title = "Version"
url = "http://127.0.0.1:$port/file/version"
commit = true
times = 2
interval = "1ms"
within = "50ms"
[[validate.probes]]
title = "Hangs"
url = "http://127.0.0.1:$port/hang"
within = "100ms"
timeout = "100ms"
[[validate.probes]]
title = "Flood"
url = "http://127.0.0.1:$port/flood"
[[validate.probes]]
title = "Redirects"
url = "http://127.0.0.1:$port/redirect"
within = "1ms"
TOML
ship
expect_exit 1
expect .story.state NEEDS_FIX
expect .story.deploy succeeded
"$ASSAY" story show "$mission" >../out
expect_out "failed  Smoke: exit 4"
expect_out "broken"
expect_out "failed  Version: the answer does not name commit"
expect_out "failed  Hangs: the server took too long"
expect_out "passed  Flood"
expect_out "failed  Redirects: answered 302, not 200"
stopped

t "secrets do not stay in the log of a deploy"
shippable <<'TOML'
[deploy]
command = "echo AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzzzzzKEY1; exit 1"
TOML
ship
expect_exit 1
expect_not "in the story" sh -c "'$ASSAY' story show $mission --json | grep -q wJalrXUtnFEMIK7MDENG"
expect_not "in the evidence" grep -q wJalrXUtnFEMIK7MDENG "$(kept_log)"
expect_that "and nothing is left beside it" test -z "$(ls .assay/deploys)"

t "stories are listed by their state"
shippable </dev/null
doc=story-list
assay story list --state SHIPPABLE --json
expect '.stories | length' 1
expect '.stories[0].next[0]' "assay ship $mission"
assay story list --state NEEDS_FIX --json
expect '.stories | length' 0

t "a worker ships what was asked for, and goes on after one that was killed"
shippable <<TOML
[deploy]
command = "echo run >>'$PWD/../deployed'"
TOML
doc=shipped
assay ship --detach --json
expect .story.state SHIPPING
doc=
assay worker --drain
expect_exit 0
state_is DEPLOYED
expect_that "run once" test "$(deployed_times)" = 1
