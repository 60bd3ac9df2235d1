# Hostile checks against the sandbox, each tried for real, at both levels, and in
# sandboxes that stand for several commands. An attack (test/attacks/) says
# "tried" when it ran, and "SUCCEEDED" or a secret ("hunter2") when it got through; afterwards the machine
# must be as it was. With `-c` the same attack also runs without a sandbox, where it must get through:
# an attack that harms nobody proves nothing. All are bounded: a defence that fails costs seconds.
# shellcheck shell=sh disable=SC2154
attacks=$(cd "$HERE/../attacks" && pwd)
services="$OUT/services"
mark="assay-attack-$$"
mkdir -p "$services"
env HUNTER=hunter2-in-the-environment python3 "$attacks/host.py" "$services" hunter2-on-the-line >"$services/log" 2>&1 &
host_pid=$!
while [ ! -f "$services/ports" ]; do kill -0 "$host_pid" 2>/dev/null || break; done
read -r ports <"$services/ports"

# A home with secrets, a repository whose remote holds a token, two work trees. The check runs in ./work.
make_host() {
  mkdir -p home/.ssh home/.aws home/.local/share/assay main
  for f in home/.ssh/id_rsa home/.netrc home/.aws/credentials home/.local/share/assay/store.db; do echo "hunter2 $f" >$f; done
  echo "alias x=y" >home/.bashrc
  (
    cd main && repo && echo two >>a.txt && git commit -qam two && echo hunter2 >only-here.txt && mkdir -p .git/assay && echo hunter2 >.git/assay/store.db
    if [ -n "${with_token:-}" ]; then git config http.https://example.invalid/.extraheader "AUTHORIZATION: basic hunter2-token"; fi
    git worktree add -q ../work -b work && git worktree add -q ../other -b other
  ) >/dev/null 2>&1
  echo hunter2 >other/uncommitted.txt
}
# All but the work tree and the listening services, with content, modes and times.
snapshot() {
  find home main other .. -maxdepth 0 -printf '%f %m\n'
  find home main other -printf '%p %y %m %s %T@ %l\n' | sort
  find home main other -type f -exec sha256sum {} + | sort
  sha256sum work/.git
  cat "$services/heard" 2>/dev/null
  for f in /dev/shm /tmp /var/tmp /run /var/lock / /usr /etc /dev; do ls "$f/$mark" 2>/dev/null; done
  true
}
unharmed() { snapshot >../after && cmp ../before ../after && kill -0 "$host_pid"; }

# launch LEVEL ATTACK [options]: $status, ../out the outcome, ../seen all that the attack printed. Run again when
# somebody else filled the memory of this machine meanwhile, which says nothing of the attack.
launch() {
  launch_once "$@"
  turns=1
  while [ "$(jq -r .outcome ../out 2>/dev/null)" = machine-memory ] && [ $turns -lt 20 ]; do
    launch_once "$@"
    turns=$((turns + 1))
  done
}
launch_once() {
  level=$1
  program=$attacks/$2
  shift 2
  [ "$level" != standing ] || set -- --standing "$@"
  [ "$level" != standing ] || level=bubblewrap
  case $program in
    *.py) set -- "$@" -- python3 "$program" ;;
    *.sh) set -- "$@" -- sh "$program" ;;
    *) set -- "$@" -- "$program" ;;
  esac
  # shellcheck disable=SC2046,SC2086
  (
    cd work && export HUNTER=hunter2-of-the-runner SSH_AUTH_SOCK=/tmp/agent GITHUB_TOKEN=hunter2 &&
      exec sh -c 'exec "$ASSAY" sandbox --env "RUNNER=$$" "$@"' sh --level "$level" --json --timeout-ms 60000 --readable "$attacks" \
        $(for v in $ports; do printf -- '--env %s ' "$v"; done) --env "VICTIM=$folder/w/home" --env "OTHER=$folder/w/other" --env "MAIN=$folder/w/main" \
        --env "COMMON=$folder/w/main/.git" --env "GITDIR=$folder/w/main/.git/worktrees/work" --env "SERVICES=$services" --env "MARK=$mark" \
        --env "SECRET_INODE=$(stat -c %i ../home/.netrc)" "$@"
  ) >../out 2>../err
  status=$?
  fits_schema
  jq -r '.output.head + .output.tail' ../out >../seen 2>/dev/null
}
# inside FOLDER ARGS: the program, started there
inside() {
  cd "$1" || exit 1
  shift
  "$ASSAY" sandbox "$@" >"$folder/out" 2>"$folder/err"
  status=$?
  cd "$folder/w" || exit 1
  fits_schema
}
# What --json prints fits its schema, whatever the command did.
fits_schema() {
  head -c 1 ../out | grep -q '{' || return 0
  "$ASSAY" schema sandbox --validate ../out >../schema 2>&1 || wrong "does not fit the schema: $(head -3 ../schema)"
}
got_through() { grep -q 'SUCCEEDED\|hunter2' ../seen || ! unharmed; }

# attack [-c] NAME PROGRAM [options]
attack() {
  control=
  [ "$1" = -c ] && control=1 && shift
  name=$1
  attack_program=$2
  shift 2
  for each_level in bubblewrap standing landlock; do
    case " ${only:-$each_level} " in *" $each_level "*) ;; *) continue ;; esac
    t "$each_level: $name"
    make_host
    snapshot >../before
    launch "$each_level" "$attack_program" "$@"
    expect_that "it was tried" grep -q tried ../seen
    expect_not "it got through: $(grep -m1 'SUCCEEDED\|hunter2' ../seen)" grep -q 'SUCCEEDED\|hunter2' ../seen
    expect_that "the machine is as it was" unharmed
    [ -z "${then:-}" ] || $then
  done
  [ -n "$control" ] || return 0
  t "without a sandbox: $name"
  make_host
  snapshot >../before
  launch off "$attack_program" "$@"
  expect_that "the attack is a real one" got_through
}
ended() { expect .outcome "$1"; }

export ASSAY
t "both levels work here"
doc=sandbox-probe
assay sandbox --probe --json
expect .bubblewrap.works true
expect .landlock.works true
expect .level bubblewrap

# ---- reading ----------------------------------------------------------------------------------
attack -c "keys, .netrc, the store, other work trees cannot be read" read_secrets.sh
attack "system secrets cannot be read" read_shadow.sh
attack -c "nor by links, dots and the folders of processes" read_links.sh
attack -c "no token in the environment, ours or that of another process" read_environment.sh
# Under Landlock they can, as by anybody on the machine: docs/sandbox.md says so.
only="bubblewrap standing"
attack -c "command lines of other processes cannot be read" read_command_lines.sh
only=
with_token=1
attack -c "credentials in the git configuration cannot be read" read_git_credentials.sh
with_token=
attack "files cannot be opened by their handle" read_by_handle.py

# ---- what Assay keeps -------------------------------------------------------------------------
# Stores, keys and evidence of the repository, of one in it, of a bare one, and the person's state; where the attack runs
# there is a work tree of a task beside them. Each way to bring them back by a grant is tried.
keep() {
  mkdir -p "$1/.assay/serve" "$1/.assay/evidence" "$1/.assay/worktrees/t" "$1/.verifier/runs/1"
  for f in serve/keys.json assay.db evidence/e worktrees/t/secret; do echo "hunter2 $f" >"$1/.assay/$f"; done
  echo hunter2 >"$1/.verifier/runs/1/verdict.json"
}
make_kept() {
  make_host
  state="$folder/w/home/.local/state/assay"
  mkdir -p "$state/main-1/worktrees/t" home/.config/assay
  for f in keys.json signing-key.pem worktrees/t/secret; do echo "hunter2 $f" >"$state/main-1/$f"; done
  printf '%s\nid\n' "$folder/w/main/.git" >"$state/main-1/repository"
  echo hunter2 >home/.config/assay/operator.toml
  git init -q main/nested && git init -q main/nested/deeper && git init -q --bare bare.git && echo "two" >main/nested/plain.txt
  for top in main main/nested main/nested/deeper; do keep $top; done
  mkdir bare.git/.assay && echo hunter2 >bare.git/.assay/assay.db
  ln -s main/.assay kept-link
}
# What of it is there, with its content. The rest of a repository in the work tree is the command's to change.
kept() {
  for each in main/.assay main/.verifier main/.git other bare.git/.assay home main/nested/.assay main/nested/.verifier main/nested/.git/assay main/nested/deeper/.assay main/nested/deeper/.verifier; do
    find $each -path home/.cache -prune -o -printf '%p %y %s %l\n' -type f -exec sha256sum {} + 2>&1 | sort
  done
}
# reach LEVEL [options]: in the main checkout, as ./main; the state is that of the person
reach() {
  level=$1
  shift
  (
    cd "${place:-main}" && HOME="$folder/w/home" "$ASSAY" sandbox --level "$level" --json --timeout-ms 60000 --readable "$attacks" --env "VICTIM=$folder/w/home" \
      --env "MAIN=$folder/w/main" --env "OTHER=$folder/w/other" --env "STATE=$folder/w/home/.local/state/assay" "$@" -- sh "$attacks/reach_assay.sh"
  ) >../out 2>../err
  status=$?
  jq -r '.output.head + .output.tail' ../out >../seen 2>/dev/null
}
unreached() {
  expect_not "it got through: $(grep -m1 'SUCCEEDED\|hunter2' ../seen)" grep -q 'SUCCEEDED\|hunter2' ../seen
  kept >../after
  expect_that "all is as it was: $(diff ../before ../after | head -3)" cmp ../before ../after
}
for each_level in bubblewrap standing; do
  real_level=bubblewrap stand=
  [ $each_level = standing ] && stand=--standing
  t "$each_level: what Assay keeps is out of reach in the main checkout"
  make_kept
  kept >../before
  reach $real_level $stand
  expect_that "it was tried" grep -q tried ../seen
  unreached
  expect_that "beside it work goes on" test -f main/nested/plain.txt

  for grant in "--readable ..:home, checkouts and all" "--readable ../home/.:the home folder, written oddly" "--writable ..:all of it, to write" \
    "--readable ../bare.git:a bare repository" "--writable ../home/.local:what holds the state"; do
    t "$each_level: nor does ${grant#*:} bring it back"
    make_kept
    kept >../before
    # shellcheck disable=SC2086
    reach $real_level $stand ${grant%%:*}
    expect_that "it was tried" grep -q tried ../seen
    unreached
  done
done
for each_level in bubblewrap landlock; do
  for grant in .assay ../kept-link ./../main/.assay/serve .verifier ../home/.local/state/assay/main-1/keys.json ../other / /proc/self/root; do
    t "$each_level: $grant cannot be granted, and that is said"
    make_kept
    (cd main && HOME="$folder/w/home" "$ASSAY" sandbox --level $each_level --readable $grant -- cat .assay/serve/keys.json) >../out 2>../err
    status=$?
    expect_exit 2
    expect_not "it was read" grep -q hunter2 ../out
    expect_that "it says why" grep -q "cannot be granted\|would limit nothing; name folders" ../err
  done
done
t "landlock: what Assay keeps is out of reach from a linked work tree, whatever is granted to read"
make_kept
kept >../before
place=work reach landlock --readable ..
expect_that "it was tried" grep -q tried ../seen
unreached
t "landlock: what cannot be guarded in a writable folder is refused, with what to do"
make_kept
mkdir -p work/.verifier/runs && echo hunter2 >work/.verifier/runs/x
place=work reach landlock
expect_exit 2
expect_err ".verifier lies in a writable folder"
expect_err "assay doctor"
place=main reach landlock
expect_exit 2
for each_level in bubblewrap landlock; do
  t "$each_level: nothing can be put where Assay would keep something"
  make_host
  where=work
  [ $each_level = bubblewrap ] && where=main
  inside $where --level $each_level --json -- sh -c 'mkdir -p .verifier/runs/x && echo x >.verifier/runs/x/verdict.json; mkdir -p .assay/serve && echo x >.assay/serve/keys.json; ln -s /tmp .verifier; echo tried'
  expect_that "it was tried" grep -q tried ../out
  expect_not "evidence was planted" test -e $where/.verifier
  [ $each_level = landlock ] || expect_not "keys were planted" test -e main/.assay
done
t "bubblewrap: runs side by side leave nothing, and hold each other's places"
make_host
(cd main && exec "$ASSAY" sandbox --level bubblewrap -- sh -c 'touch started; while [ ! -e go ]; do sleep 0.02; done; mkdir .assay/x') >/dev/null 2>&1 &
first=$!
while [ ! -e main/started ] && kill -0 $first; do :; done
(cd main && "$ASSAY" sandbox --level bubblewrap -- true)
touch main/go
wait $first
expect_not "planted" test -e main/.assay/x
expect_not "left" test -e main/.assay
t "an odd PATH shows nothing more"
make_kept
mkdir -p home/work/bin home/tools && echo hunter2 >home/work/secret && ln -s "$folder/w/home" home/me
old_path=$PATH
for odd in /etc/../etc "$folder/w/home" "$folder/w/home/." "/$folder/w/home" "$folder/w/home/me" "$folder/w/home/work/../work/bin" "$folder/w/home/.local/state/assay/main-1"; do
  for each_level in bubblewrap landlock; do
    (cd work && HOME="$folder/w/home" PATH="$odd:$PATH" "$ASSAY" sandbox --level $each_level -- \
      sh -c "cat /etc/shadow '$folder/w/home/.netrc' '$folder/w/home/work/secret' '$folder/w/home/.local/state/assay/main-1/keys.json'; echo tried") >../out 2>../err
    expect_that "it was tried with $odd" grep -q tried ../out
    expect_not "$odd shows secrets: $(head -1 ../out)" grep -q 'hunter2\|root:' ../out
  done
done
PATH=$old_path
t "of folders in PATH that hold more than programs, and of other work trees, nothing else is shown"
make_host
mkdir -p home/.aws/bin home/.config/gh/bin home/bin other/bin other/tools/bin other/tools/lib main/bin main/jdk/bin
for f in home/.ssh/config home/.ssh/key home/.aws/bin/token home/.config/gh/bin/hosts home/bin/token other/run other/bin/work other/tools/lib/work main/bin/work main/jdk/bin/java; do
  echo "echo hunter2 $f" >$f
done
chmod +x home/.ssh/key home/.config/gh/bin/hosts other/run main/jdk/bin/java
printf '#!/bin/sh\necho a tool\n' >home/bin/tool && chmod +x home/bin/tool
for odd in home/.ssh home/.aws/bin home/.config/gh/bin home/bin other other/bin other/tools/bin main main/bin; do
  for each_level in bubblewrap landlock; do
    (cd work && HOME="$folder/w/home" JAVA_HOME="$folder/w/main/jdk" PATH="$folder/w/$odd:$PATH" "$ASSAY" sandbox --level $each_level -- \
      sh -c 'cd "$1"; cat home/.ssh/config home/.ssh/key home/.ssh/id_rsa home/.aws/bin/token home/.config/gh/bin/hosts home/bin/token other/run other/bin/work other/tools/lib/work main/bin/work main/jdk/bin/java; tool; echo tried' sh "$folder/w") >../out 2>../err
    expect_that "it was tried with $odd" grep -q tried ../out
    expect_not "$each_level: $odd in PATH shows $(head -1 ../out)" grep -q hunter2 ../out
    [ $odd != home/bin ] || expect_out "a tool"
  done
done
t "folders in PATH that a sandbox has of its own do not keep it from starting"
make_host
mkdir -p tools/bin tools/lib other-tools/bin other-tools/lib && ln -s "$folder/w/tools" other-tools/current
printf '#!/bin/sh\necho a tool\n' >tools/bin/tool && chmod +x tools/bin/tool
for odd in /etc/ssh /etc /etc/ssl/certs /proc/1 /proc/self /dev/shm /dev /sys/kernel /run "/proc/self/root$folder/w/tools/bin" "$folder/w/other-tools/current/bin:$folder/w/other-tools/bin"; do
  for each_level in bubblewrap landlock; do
    (cd work && PATH="$odd:$folder/w/tools/bin:$PATH" "$ASSAY" sandbox --level $each_level -- tool) >../out 2>../err
    expect_out "a tool"
  done
done
t "a folder of /etc can be granted"
make_host
for each_level in bubblewrap landlock; do
  inside work --level $each_level --readable /etc/profile.d --readable /etc/profile -- ls /etc/profile.d /etc/profile
  expect_exit 0
done
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  t "as a plain user: what Assay keeps is out of reach in the main checkout"
  make_kept
  chown -R 65534:65534 . && chmod 755 .. "$OUT"
  kept >../before
  (cd main && HOME="$folder/w/home" TMPDIR=/tmp setpriv --reuid 65534 --regid 65534 --clear-groups "$ASSAY" sandbox --level bubblewrap --json --readable "$attacks" --readable .. \
    --env "VICTIM=$folder/w/home" --env "MAIN=$folder/w/main" --env "OTHER=$folder/w/other" --env "STATE=$folder/w/home/.local/state/assay" -- sh "$attacks/reach_assay.sh") >../out 2>../err
  jq -r '.output.head + .output.tail' ../out >../seen 2>/dev/null
  expect_that "it was tried" grep -q tried ../seen
  unreached

  t "root in somebody's work tree: toolchains that only root can enter are left out"
  make_host
  mkdir -p home/.cargo/bin && chmod 700 home && chown -R 65534:65534 main/.git work
  (cd work && HOME="$folder/w/home" PATH="$folder/w/home/.cargo/bin:/usr/bin:/bin" "$ASSAY" sandbox --level bubblewrap -- id -u) >../out 2>../err
  status=$?
  expect_exit 0
  expect_out 65534
fi

# ---- writing ----------------------------------------------------------------------------------
attack -c "nothing outside can be written, linked, moved, emptied or removed" write_outside.sh
attack "folders for everybody are not the machine's" write_shared.sh
attack "the system and the kernel's settings cannot be changed" write_system.sh
attack -c "no program with lent rights is left behind" leave_setuid.sh
# Landlock does not guard modes and times: docs/sandbox.md says so.
only="bubblewrap standing"
attack -c "modes, times and owners of files outside stay" change_modes.sh
only=
attack "devices cannot be made or read" devices.sh

# ---- network ----------------------------------------------------------------------------------
attack -c "no network, no service of this machine, no odd socket" network.py
attack "with the network granted still no socket of this machine" network.py --network --env GRANTED=1

# ---- processes --------------------------------------------------------------------------------
then=
attack "the runner and other processes cannot be ended, traced or read" signals.py
attack "the process that reports cannot be forged, traced or ended" launcher.py
# As root only the runner watches; a plain user's processes are limited by the kernel, which may be all that is needed.
bomb_is_held() {
  [ "$(id -u)" = 0 ] || ! grep -q refused ../seen || return 0
  ended process-limit
}
then=bomb_is_held
attack "a fork bomb ends itself" fork_bomb.py --processes 100
then=
attack "new namespaces, mounts, keys, BPF and io_uring are refused" namespaces.py
attack "nothing is typed into the terminal" terminal.py
cc -o "$OUT/old_calls" "$attacks/old_calls.c" 2>/dev/null && old_calls=$OUT/old_calls
if [ -n "${old_calls:-}" ]; then
  for l in bubblewrap landlock; do
    t "$l: calls by the numbers of another architecture are refused"
    make_host && cp "$old_calls" work/calls
    inside work --level $l -- ./calls
    expect_that "it was tried" grep -q tried ../out
    expect_not "it got through" grep -q SUCCEEDED ../out
  done
fi
# The time to sleep is made of $mark: others run this suite on the same machine.
no_sleepers() { ! grep -sqa "^sleep.98765[.]$(printf %s "$mark" | cksum | cut -d' ' -f1)" /proc/[0-9]*/cmdline; }
then="expect_that everything_is_gone no_sleepers"
attack "daemons, orphans, deaf and stopped children do not outlive it" outlive.sh
then=

# ---- filling ----------------------------------------------------------------------------------
then="ended disk-limit"
attack "a full disk" fill_disk.sh --disk-mb 40
attack "a full temporary folder, home or shared memory" fill_tmp.sh --disk-mb 40
attack "a flood of files" fill_inodes.py --files 2000
then="ended out-of-memory"
attack "memory" fill_memory.py --memory-mb 150
attack "memory in many processes" fill_memory_by_many.py --memory-mb 150
then=
attack "one huge file" fill_file.sh --file-mb 4
attack "open files" open_files.py --open-files 256
# In the folder of scratch folders: nothing that the attack made. Empty ones onto which the sandbox mounted something stay.
nothing_left() {
  [ -d "$TMPDIR" ] && [ -z "$(find "$TMPDIR" -mindepth 4 \( -name d -o -name locked -o -name inner -o -type f -size +0 \))" ] &&
    ! ls "$TMPDIR/assay-run-"* 2>/dev/null
}
then="expect_that nothing_is_left nothing_left"
mkdir -p "$OUT/tmp"
export TMPDIR="$OUT/tmp"
attack "folders too deep and locked are removed all the same" deep_folders.py
unset TMPDIR
then=
for l in bubblewrap landlock; do
  t "$l: a flood of output is cut, counted and said"
  make_host
  inside work --level $l --json --output "$folder/flood" --output-mb 1 --output-limit-mb 64 -- sh -c 'yes "nothing to see here"'
  expect .outcome output-limit
  expect .output.truncated true
  expect .output.file_bytes 1048576
  expect_that "the file is no larger" sh -c 'test "$(stat -c %s ../flood)" = 1048576'
done

# ---- the gate itself --------------------------------------------------------------------------
attack -c "hooks, configuration, refs, index and objects of git stay" git_tamper.sh
attack "the link to the git directory stays, or is put back" git_link.sh
t "bubblewrap: a git directory inside the work tree stays"
make_host
find main/.git -printf '%p %m %s %T@\n' | sort >../before
inside main --level bubblewrap -- sh -c 'echo x >.git/hooks/pre-commit; echo x >>.git/config; git add -A; git commit -qm x; mv .git .git2; rm -rf .git; git update-ref refs/heads/main HEAD~1; echo tried'
expect_that "it was tried" grep -q tried ../out
find main/.git -printf '%p %m %s %T@\n' | sort >../after
expect_that "nothing changed" cmp ../before ../after
t "landlock: a git directory inside the work tree is refused, with what to do"
make_host
inside main --level landlock -- true
expect_exit 2
expect_err "git worktree add"
forged() {
  expect .outcome exited
  expect .exit_code 9
  expect_exit 1
}
then=forged
attack "forged summaries, outcomes and CI commands change nothing" forged_output.sh
then=
export LD_PRELOAD='' BASH_ENV="$OUT/bash_env" ENV="$OUT/bash_env" NODE_OPTIONS=--no-warnings PYTHONSTARTUP="$OUT/bash_env" GIT_EXTERNAL_DIFF=false
echo 'touch loaded' >"$OUT/bash_env"
attack "nothing is loaded by the runner's environment" loaders.sh
unset LD_PRELOAD BASH_ENV ENV NODE_OPTIONS PYTHONSTARTUP GIT_EXTERNAL_DIFF
for l in bubblewrap landlock; do
  t "$l: programs in the work tree do not stand in for the real ones"
  make_host
  mkdir work/bin && for p in bwrap sh git true env; do printf '#!/bin/sh\ntouch %s\n' "$folder/w/work/ran-$p" >work/bin/$p && chmod +x work/bin/$p; done
  old_path=$PATH
  PATH="$folder/w/work/bin:.:$PATH"
  inside work --level $l -- sh -c 'git --version && env true'
  PATH=$old_path
  expect_out "git version"
  expect_not "one of them ran" ls work/ran-sh work/ran-bwrap work/ran-git work/ran-true work/ran-env

  t "$l: what one check leaves in HOME and TMPDIR, the next does not find"
  make_host
  launch $l leave_traps.sh
  expect_that "it was tried" grep -q tried ../seen
  launch $l find_traps.sh
  expect_that "it was tried" grep -q tried ../seen
  expect_not "found" grep -q SUCCEEDED ../seen

  t "$l: a missing program is not run, a failing one is"
  make_host
  inside work --level $l --json -- /no/such/program
  expect_exit 2
  expect .outcome could-not-start
  inside work --level $l --json -- sh -c 'exit 7'
  expect_exit 1
  expect .exit_code 7
  inside work --level $l --json -- sh -c 'kill -SEGV $$'
  expect .outcome signalled
  expect .signal SIGSEGV
  inside work --level $l --json --timeout-ms 300 -- sleep 60
  expect .outcome timed-out
  inside work --level $l --json --idle-ms 300 -- sleep 60
  expect .outcome idle

  t "$l: honest builds work: make, a compiler, python, node, git"
  make_host
  printf 'int main(void) { return 0; }\n' >work/m.c
  printf 'all: m\n\t./m\nm: m.c\n\tcc -o m m.c\n' >work/Makefile
  inside work --level $l -- sh -c 'make && python3 -c "import tempfile, multiprocessing; tempfile.mkdtemp()" && node -e "require(\"child_process\").execSync(\"true\")" && git status --short && git log --oneline -1'
  expect_exit 0
done
t "bubblewrap: loopback works inside"
make_host
inside work --level bubblewrap -- python3 -c '
import socket, threading
s = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=lambda: s.accept()[0].sendall(b"hello")).start()
print(socket.create_connection(s.getsockname()).recv(10))'
expect_out hello

end_test
kill "$host_pid"
wait "$host_pid" 2>/dev/null
