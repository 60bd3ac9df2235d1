# Memory and disk held in ways that no process shows, against the limits, at both levels: as we are and, when we are
# root, as a plain user. test/attacks/hold.py holds 400 MB, in one way each, and is done when nobody stops it; the
# limits are 150 MB of memory and 100 MB of disk. Without limits it must get through.
# shellcheck shell=sh disable=SC2034,SC2086,SC2153,SC2154
attacks=$(cd "$HERE/../attacks" && pwd)
memory_kinds="memfd memfd_many memfd_mapped shared_pages in_flight in_flight_twice sockets pipes page_tables areas no_first_thread unreadable undumpable mixed"
disk_kinds="deleted deleted_mapped in_flight_deleted"
# With an IPC and a network namespace of its own; refused at the landlock level.
own_kinds="sysv_memory sysv_messages sysv_semaphores"
network_kinds="unaccepted_unix unaccepted_tcp"

# A plain user sees neither our folder nor, perhaps, the program: both lie in a folder of that user's own.
users=own
if [ "$(id -u)" = 0 ]; then
  users="own plain"
  plain_home=$(mktemp -d /tmp/assay-plain-XXXXXX)
  cp "$ASSAY" "$plain_home/assay"
  cp "$attacks/hold.py" "$plain_home/"
  chown -R 65534:65534 "$plain_home"
  plain_folders=1
fi
as() {
  user=$1
  shift
  case $user in
    own) "$@" ;;
    plain) setpriv --reuid 65534 --regid 65534 --clear-groups env -i "PATH=$PATH" "HOME=$plain_home" "$@" ;;
  esac
}
# hold USER LEVEL KIND [options]: what became of it in ../out. Held again when somebody else filled the memory of this
# machine meanwhile.
hold() {
  hold_once "$@"
  turns=1
  while [ "$(jq -r .outcome ../out 2>/dev/null)" = machine-memory ] && [ $turns -lt 20 ]; do
    rm -rf main work
    hold_once "$@"
    turns=$((turns + 1))
  done
}
hold_once() {
  user=$1 level=$2 kind=$3
  shift 3
  case $user in
    own) place=$PWD program=$ASSAY attack=$attacks/hold.py ;;
    plain) place=$plain_home/$plain_folders program=$plain_home/assay attack=$plain_home/hold.py plain_folders=$((plain_folders + 1)) ;;
  esac
  here=$PWD
  as "$user" mkdir -p "$place/main" && cd "$place/main" || exit 1
  as "$user" git init -q -b main . && as "$user" git -c user.name=t -c user.email=t@t commit -q --allow-empty -m x && as "$user" git worktree add -q ../work
  cd ../work || exit 1
  as "$user" "$program" sandbox --level "$level" --json --timeout-ms 60000 --env "KIND=$kind" --readable "$attack" "$@" -- python3 "$attack" >"$here/../out" 2>"$here/../err"
  status=$?
  cd "$here" || exit 1
  "$ASSAY" schema sandbox --validate ../out >../schema 2>&1 || wrong "does not fit the schema: $(head -3 ../schema)"
}
tried() {
  jq -r '.output.head + .output.tail' ../out >../seen 2>/dev/null
  expect_that "it was tried" grep -q tried ../seen
  expect_not "it got through" grep -q SUCCEEDED ../seen
}
limited="--memory-mb 150 --disk-mb 100"

for user in $users; do
  for level in bubblewrap landlock; do
    [ "$level" = bubblewrap ] && kinds="$memory_kinds $own_kinds $network_kinds" || kinds=$memory_kinds
    for kind in $kinds; do
      t "$user, $level: $kind is held to the memory limit"
      hold "$user" "$level" "$kind" $limited
      tried
      expect .outcome out-of-memory
    done
    for kind in $disk_kinds; do
      t "$user, $level: $kind is held to the disk limit"
      hold "$user" "$level" "$kind" $limited
      tried
      expect .outcome disk-limit
    done
  done
  for kind in $own_kinds posix_queues; do
    t "$user, landlock: $kind is refused"
    hold "$user" landlock "$kind" $limited
    tried
    expect_that "it was refused" grep -q REFUSED ../seen
    expect .exit_code 3
  done
done
for kind in $memory_kinds $own_kinds $network_kinds $disk_kinds; do
  t "without limits: $kind gets through"
  hold own bubblewrap "$kind" --env PATIENCE=1
  jq -r '.output.head + .output.tail' ../out >../seen 2>/dev/null
  expect_that "the attack is a real one" grep -q "SUCCEEDED $kind" ../seen
done
for kind in $own_kinds; do
  t "a standing sandbox: $kind is held to the memory limit"
  hold own bubblewrap "$kind" $limited --standing
  tried
  expect .outcome out-of-memory
done

t "a thread with descriptors of its own is refused"
cc -o split_thread "$attacks/split_thread.c"
./split_thread >../seen
expect_that "the attack is a real one" grep -q SUCCEEDED ../seen
for level in bubblewrap landlock; do
  mkdir -p "$level" && (cd "$level" && git init -q -b main main && cd main && git commit -q --allow-empty -m x && git worktree add -q ../work)
  cp split_thread "$level/work/"
  (cd "$level/work" && "$ASSAY" sandbox --level $level -- ./split_thread) >../seen 2>&1
  expect_that "it was tried at level $level" grep -q tried ../seen
  expect_not "it got through at level $level" grep -q SUCCEEDED ../seen
done

t "who holds the limits is told"
doc=sandbox-probe
assay sandbox --probe --json
expect_that "by whom" jq -e '.limits.by | IN("cgroup", "watched")' ../out
expect_that "and why" jq -e '.limits.why | contains("memory limit")' ../out
by=$(jq -r .limits.by ../out)
doc=sandbox
repo
assay sandbox --json -- true
expect .limits "$by"
doc=
assay doctor
expect_out "memory limit"

# Honest programs that use a little of everything are left alone.
t "sockets, shared pages, deleted files, queues in small measure are nobody's fault"
repo
cat >little.py <<'PY'
import mmap, multiprocessing, os, socket, subprocess, tempfile
shared = mmap.mmap(-1, 1 << 20)
shared[0] = 1
pairs = [socket.socketpair() for _ in range(30)]
scratch = tempfile.TemporaryFile()
scratch.write(b"x" * (1 << 20))
scratch.flush()
pairs[0][0].sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, scratch.fileno().to_bytes(4, "little"))])
context = multiprocessing.get_context("fork")
queue = context.Queue()
for n in range(5):
    worker = context.Process(target=lambda: queue.put(sum(range(2_000_000))))
    worker.start()
    queue.get()
    worker.join()
subprocess.run("seq 100000 | sort | uniq | wc -l", shell=True, check=True)
PY
doc=sandbox
assay sandbox --level bubblewrap --json --memory-mb 1500 -- python3 little.py
expect .outcome exited
expect .exit_code 0

# ---- a neighbour fills memory beside the command ------------------------------------------------
# 400 MB that are not the command's, filled while it runs: `place` is a folder in memory, or nothing for a file that
# no folder has. The command holds a little where nobody can see how much, and says so with a file in its work tree.
neighbour() { # place
  cat >neighbour.py <<'PY'
import mmap, os, sys, tempfile, time
def wait_for(name):
    end = time.monotonic() + 120
    while not os.path.exists(name) and time.monotonic() < end:
        time.sleep(0.01)
wait_for("work/ready")
place = sys.argv[1]
fd = os.open(place, os.O_TMPFILE | os.O_RDWR) if place else os.memfd_create("x")
os.posix_fallocate(fd, 0, 400 << 20)
open("work/filled", "w").close()
wait_for("over")
PY
  cat >work/beside.py <<'PY'
import os, socket, sys, time
pair = socket.socketpair()
fd = os.memfd_create("x")
os.write(fd, b"x" * (1 << 20))
socket.send_fds(pair[0], [b"x"], [fd])
os.close(fd)
open("ready", "w").close()
end = time.monotonic() + 120
while not os.path.exists("filled") and time.monotonic() < end:
    time.sleep(0.01)
time.sleep(float(sys.argv[1]))
print("SURVIVED", flush=True)
PY
  python3 neighbour.py "$1" &
  neighbour=$!
}
# What others on this machine do to its memory in that very moment may be taken for the command's, or hide it: so until
# the outcome is the one that is expected, five times at most.
beside() { # level place seconds outcome
  turns=0
  while [ $turns -lt 5 ]; do
    rm -rf main work over neighbour.py
    beside_once "$1" "$2" "$3"
    [ "$(jq -r .outcome ../out)" != "$4" ] || return 0
    turns=$((turns + 1))
  done
}
beside_once() { # level place seconds
  mkdir main && git init -q -b main main && (cd main && git commit -q --allow-empty -m x && git worktree add -q ../work)
  neighbour "$2"
  (cd work && "$ASSAY" sandbox --level "$1" --json --memory-mb 200 -- python3 beside.py "$3") >../out 2>../err
  status=$?
  touch over
  wait $neighbour
}
for level in bubblewrap landlock; do
  t "$level: memory that a neighbour fills is not the command's fault"
  beside $level "" 60 machine-memory
  doc=sandbox
  expect .outcome machine-memory
  expect_exit 2
  if [ "$(stat -f -c %T /dev/shm)" = tmpfs ]; then
    t "$level: a neighbour that fills /dev/shm, where the command cannot write, does not end it"
    beside $level /dev/shm 1 exited
    expect .outcome exited
    expect .exit_code 0
  fi
done

[ "$users" = own ] || rm -rf "$plain_home"
