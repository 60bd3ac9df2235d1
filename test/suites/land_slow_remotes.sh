# Remotes that do not answer, answer late, or lose a race: a landing waits only so long, keeps nobody else out, and finds
# out what became of its push.
# shellcheck shell=sh disable=SC2154
. "$HERE/landing_verbs.sh"
impatient='remote_timeout = "3s"\n'
hook_at_origin() { # name script
  mkdir -p ../origin.git/hooks
  printf '#!/bin/sh\n%s\n' "$2" >"../origin.git/hooks/$1"
  chmod +x "../origin.git/hooks/$1"
}
# A place on loopback that takes connections and never says a word; it ends with the test's standard input.
silent_port() {
  mkfifo ../silent ../silent-port
  python3 -c '
import socket, sys
s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(16)
print(s.getsockname()[1], flush=True)
sys.stdin.read()' <../silent >../silent-port &
  exec 8>../silent
  read -r port <../silent-port
}
# On a busy machine three seconds may be too short for a remote that answers, too: such a run is given up, and run again.
land_when_answered() {
  land
  tries=1
  while [ "$status" = 2 ] && grep -q "did not answer for 3 s" ../err && [ $tries -lt 60 ]; do
    land
    tries=$((tries + 1))
  done
}
# The same until the hook at the remote, which never ends, has begun.
land_until_reached() {
  land
  tries=1
  while [ ! -e ../origin.git/reached ] && [ $tries -lt 60 ]; do
    land
    tries=$((tries + 1))
  done
}
expect_given_up() {
  expect_exit 2
  expect_err "did not answer for 3 s"
  expect_unlanded
  expect_that "main did not move" test "$(git rev-parse main)" = "$before"
}

for scheme in git http; do
  t "a remote that takes the connection and never answers ($scheme) is given up, and the next run lands"
  landable_remote "$impatient"
  silent_port
  git remote set-url origin "$scheme://127.0.0.1:$port/x.git"
  land
  expect_given_up
  exec 8>&-
  git remote set-url origin ../origin.git
  land_when_answered
  expect_exit 0
  expect_well
done

t "an ssh that hangs is given up, with everything it started"
landable_remote "$impatient"
git remote set-url origin ssh://somewhere/x.git
cat >../ssh <<'SH'
sleep 600 &
echo $! >"$0.child"
echo $$ >"$0.pid"
wait
SH
GIT_SSH_COMMAND="sh '$PWD/../ssh'" land
expect_given_up
for file in ../ssh.child ../ssh.pid; do
  expect_not "$file is alive" kill -0 "$(cat "$file")"
done

t "a push that is taken and not answered has landed: the next run finds it, once"
landable_remote "$impatient"
hook_at_origin post-receive 'touch reached; sleep 600'
land_until_reached
expect_exit 2
expect_err "did not answer for 3 s"
expect_err "whether it took the push is not known. Next: assay land $mission"
expect_that "the remote has it" test "$(at_origin rev-parse main)" != "$before"
rm ../origin.git/hooks/post-receive
lands_once land_when_answered

t "a push that is not answered and not taken: the next run pushes the same"
landable_remote "$impatient"
hook_at_origin pre-receive 'touch reached; sleep 600'
land_until_reached
expect_exit 2
rm ../origin.git/hooks/pre-receive
lands_once land_when_answered

t "a push that arrives after it was given up is recognised, and nothing lands twice"
landable_remote
hook_at_origin pre-receive 'exit 1'
land
expect_refused remote_refused
rm ../origin.git/hooks/pre-receive
late=$(sql "SELECT tip FROM landings ORDER BY key DESC LIMIT 1")
git push -q origin "$late:main"
land
expect_exit 0
expect .outcome landed
expect_well
expect_that "as it arrived" test "$(git rev-parse main)" = "$late"

t "missions of a batch that arrive after they were given up are recognised by the queue"
landable_remote
"$ASSAY" queue add "$mission" >/dev/null
first=$mission
mission_of 'echo more >more'
"$ASSAY" verify "$mission" >/dev/null 2>&1
"$ASSAY" queue add "$mission" >/dev/null
hook_at_origin pre-receive 'exit 1'
assay queue run
rm ../origin.git/hooks/pre-receive
expect_that "it was given up" test "$(sql "SELECT count(*) FROM landings WHERE state = 'abandoned'")" -ge 2
late=$(sql "SELECT tip FROM landings ORDER BY key DESC LIMIT 1")
git push -q origin "$late:main"
doc=queue-run
assay queue run --json
expect_exit 0
expect '.landed | length' 2
expect '.evicted | length' 0
expect_that "both" test "$(status_of "$first") $(status_of "$mission")" = "landed landed"
expect_that "attested whole" "$ASSAY" audit verify main

t "while one waits for its remote, another lands elsewhere"
landable_remote
git branch other "$before"
"$ASSAY" mission new "Elsewhere" --target other >/dev/null 2>&1
elsewhere=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
task=$("$ASSAY" task add "elsewhere" --json | jq -r .id)
git checkout -q -b "assay/$elsewhere/$task" other && echo x >elsewhere && git add . && git commit -qm elsewhere && git checkout -q main
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
"$ASSAY" verify "$elsewhere" >/dev/null 2>&1
export ASSAY
at push "unset ASSAY_TEST_AT; \"\$ASSAY\" land $elsewhere --remote '' >../second 2>&1; echo \$? >../second-status"
land "$mission"
nothing_happens
expect_exit 0
expect_that "the other has landed meanwhile: $(cat ../second)" test "$(cat ../second-status)" = 0
expect_that "in its branch" git cat-file -e other:elsewhere

t "missions for other branches go on when one remote does not answer"
landable
printf '[land]\nremote = "origin"\nremote_timeout = "3s"\n' >assay.toml
git add . && git commit -qm law
"$ASSAY" verify >/dev/null 2>&1
silent_port
git remote add origin "git://127.0.0.1:$port/x.git"
git branch other "$before"
"$ASSAY" queue add "$mission" >/dev/null
"$ASSAY" mission new "Elsewhere" --target other >/dev/null 2>&1
elsewhere=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
task=$("$ASSAY" task add "elsewhere" --json | jq -r .id)
git checkout -q -b "assay/$elsewhere/$task" other && echo x >elsewhere && git add . && git commit -qm elsewhere && git checkout -q main
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
"$ASSAY" verify "$elsewhere" >/dev/null 2>&1
"$ASSAY" queue add "$elsewhere" >/dev/null
doc=queue-run
assay queue run --json
expect_exit 2
doc=
expect '.stopped | contains("did not answer for 3 s")' true
expect '.landed | map(.mission) | join(" ")' "$elsewhere"
expect .waiting 1
exec 8>&-

t "a push that loses a race inside the remote is verified again, and lands"
landable_remote
cat >../race <<SH
unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
[ -e "$PWD/../raced" ] && exit 0
touch "$PWD/../raced"
. "$HERE/landing_verbs.sh"
somebody_commits . refs/heads/main raced
SH
hook_at_origin pre-receive "HERE='$HERE'; . '$PWD/../race'"
land
expect_exit 0
expect .outcome landed
expect .verifications 1
expect_well
expect_that "what was pushed before is below" git cat-file -e main^1:raced

t "the remote breaks off after it took it: what it has counts"
landable_remote
hook_at_origin post-receive 'kill -9 $PPID'
land
expect_exit 0
expect_well

t "a remote that puts the branch elsewhere: not recorded"
landable_remote
elsewhere=$(at_origin commit-tree -m elsewhere 'main^{tree}')
hook_at_origin post-receive "git update-ref refs/heads/main $elsewhere"
land
expect_refused not_on_remote
expect_that "our own branch did not move" test "$(git rev-parse main)" = "$before"

t "a time limit that is none is refused"
landable
printf '[land]\nremote_timeout = "0s"\n' >assay.toml
git add . && git commit -qm law
land
expect_exit 2
expect_err "remote_timeout"
