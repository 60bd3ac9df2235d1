# Control groups around commands, in the machine that ./run starts: the kernel ends what evades every limit of a single
# process (test/attacks/hold.py), and the documents say so. That it was the kernel, and in which group, is in its log.
# shellcheck shell=sh disable=SC2034,SC2086,SC2153,SC2154
attacks=$(cd "$HERE/../attacks" && pwd)
groups=/sys/fs/cgroup

places() { git init -q -b main main && git -C main commit -q --allow-empty -m x && git -C main worktree add -q ../work; }
sandbox() { # options and the command
  (cd work && exec "$ASSAY" sandbox --json --timeout-ms 60000 "$@") >../out 2>../err
  status=$?
}
hold() { # level kind [options]
  level=$1 kind=$2
  shift 2
  dmesg --clear
  sandbox --level "$level" --memory-mb 40 --env "KIND=$kind" --env PATIENCE=1 --readable "$attacks/hold.py" "$@" -- \
    python3 "$attacks/hold.py"
}
expect_ended_by_kernel() {
  expect .outcome out-of-memory
  expect .limits cgroup
  expect_that "the kernel ended it in its group" sh -c 'dmesg | grep -q "oom-kill:constraint=CONSTRAINT_MEMCG.*oom_memcg=/.*assay-"'
}
expect_no_groups() { expect_that "no group is left" test -z "$(find "$groups" -name 'assay-*')"; }
group_of_command() { find "$groups" -name 'assay-*' | head -1; }
setting() { cat "$(group_of_command)/$1"; }
expect_setting() { # name value
  expect_that "$1 is $2, it is $(setting "$1")" test "$(setting "$1")" = "$2"
}
# A command that waits in its group until it may go on. `wait_in_group` returns when it is there.
wait_in_group() { # options, then the command that follows
  places
  # shellcheck disable=SC2016
  (cd work && exec "$ASSAY" sandbox --json --timeout-ms 60000 "$@") >../out 2>../err &
  waiting=$!
  soon test -e work/ready
}
k_wait='touch ready; until [ -e go ]; do sleep 0.1; done'
over() {
  touch work/go
  wait "$waiting"
  status=$?
}

t "the kernel is said to enforce the limits"
doc=sandbox-probe
assay sandbox --probe --json
expect .limits.by cgroup
expect_that "memory and processes" jq -e '.limits.why | contains("the memory limit and that of processes")' ../out
expect_that "nothing else is said of processes" jq -e '[.notes[] | contains("processes is watched")] | any | not' ../out

for kind in memfd sockets sysv_memory; do
  t "bubblewrap: $kind is ended by the kernel"
  places
  hold bubblewrap "$kind"
  expect_ended_by_kernel
  expect_no_groups
done

# Nobody else counts segments that no process has attached, where a command has no namespace of its own.
t "without a sandbox: sysv_memory is ended by the kernel"
places
hold off sysv_memory
expect_ended_by_kernel

t "a standing sandbox: memfd is ended by the kernel"
places
hold bubblewrap memfd --standing
expect_ended_by_kernel
expect_no_groups

t "the limits are those that were asked for"
wait_in_group --memory-mb 100 --processes 20 -- sh -c "$k_wait"
expect_setting memory.max 104857600
expect_setting memory.oom.group 1
expect_setting pids.max 89
expect_that "it is in the group" test -n "$(setting cgroup.procs)"
over
expect_exit 0
expect .limits cgroup
expect_no_groups

# Whoever watches is stopped meanwhile: only the kernel can refuse.
t "processes beyond the limit are refused by the kernel"
cat >forks.py <<'PY'
import os, signal, time
open("ready", "w").close()
while not os.path.exists("go"):
    time.sleep(0.1)
children = []
try:
    while len(children) < 200:
        child = os.fork()
        if child == 0:
            signal.pause()
            os._exit(0)
        children.append(child)
except OSError:
    pass
with open("count", "w") as out:
    out.write(str(len(children)))
os.rename("count", "counted")
signal.pause()
PY
wait_in_group --processes 20 --readable "$PWD/forks.py" -- python3 "$PWD/forks.py"
kill -STOP "$waiting"
touch work/go
soon test -e work/counted
count=$(cat work/counted)
kill -CONT "$waiting"
wait "$waiting"
expect .outcome process-limit
expect_that "it made $count processes, between 20 and 89" test "$count" -gt 20 -a "$count" -lt 89

t "the group that a killed program left goes with the next command"
wait_in_group -- sh -c "$k_wait"
left=$(group_of_command)
kill -KILL "$waiting"
wait "$waiting" 2>/dev/null
soon grep -q "populated 0" "$left/cgroup.events"
expect_that "the group is left" test -d "$left"
sandbox -- true
expect .outcome exited
expect_no_groups

# ---- a user's own part of the hierarchy, as systemd gives one -----------------------------------
delegated() { # limit of memory
  mkdir -p "$groups/user/own"
  echo "+memory +pids" >"$groups/cgroup.subtree_control"
  echo "+memory +pids" >"$groups/user/cgroup.subtree_control"
  echo "$1" >"$groups/user/own/memory.max"
  chown 65534 "$groups/user" "$groups/user/own" "$groups/user/cgroup.procs" "$groups/user/cgroup.subtree_control" "$groups/user/own/cgroup.procs"
}
# shellcheck disable=SC2016
in_group() { # group command...
  sh -c 'echo 0 >"$0/cgroup.procs" && exec "$@"' "$@"
}
plain="setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/var/tmp/plain"
plain_places() {
  mkdir -p /var/tmp/plain
  places
  chown -R 65534:65534 . /var/tmp/plain
}

t "a plain user makes groups in what was delegated, within its own limits"
delegated 60M
plain_places
dmesg --clear
(cd work && in_group "$groups/user/own" $plain "$ASSAY" sandbox --json --timeout-ms 60000 --memory-mb 150 --env KIND=memfd --env PATIENCE=1 --readable "$attacks/hold.py" -- python3 "$attacks/hold.py") >../out 2>../err
expect_ended_by_kernel
expect_that "in the delegated part" sh -c 'dmesg | grep -q "oom_memcg=/user/assay-"'
expect_that "at the limit of the user's own group" sh -c 'dmesg | grep -q "memory: usage 61440kB, limit 61440kB"'
expect_no_groups

t "a plain user who was given nothing is watched, and told why"
plain_places
doc=sandbox-probe
$plain "$ASSAY" sandbox --probe --json >../out 2>../err
expect .limits.by watched
expect_that "why" jq -e '.limits.why | contains("cannot make a group in /sys/fs/cgroup")' ../out

t "check says that the command was ended for its memory, and who saw to it"
doc=verdict
repo
cp "$attacks/hold.py" .
git add . && git commit -qm hold
echo two >a.txt
delegated 60M
dmesg --clear
in_group "$groups/user/own" "$ASSAY" check --base HEAD --intent "Say two" --sandbox on --env KIND=memfd --env PATIENCE=1 \
  --verify-command "python3 hold.py" --json >../out 2>../err
expect .final_verdict not_mergeable
expect_rule run.signalled
expect_that "for its memory" grep -q "was ended by SIGKILL: it went beyond its limit of memory" ../out
expect_that "the kernel enforced it" jq -e '.limits == "cgroup"' "$(full_document)"
expect_that "the kernel ended it in its group" sh -c 'dmesg | grep -q "oom_memcg=/user/assay-"'
expect_no_groups

