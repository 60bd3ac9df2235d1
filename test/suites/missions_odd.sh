# Missions that meet bad input and bad places: odd texts, huge plans, cycles, read-only folders, full
# disks, two terminals at once, Ctrl-C in the middle. Always: a clear error, nothing half-written.
# shellcheck shell=sh disable=SC2154
doc=
started() {
  doc=
  repo
  "$ASSAY" init >../out 2>../err || wrong "assay init failed"
}
missions() { "$ASSAY" mission list --all --json | jq '.missions | length'; }
expect_missions() {
  got=$(missions)
  [ "$got" = "$1" ] || wrong "$got missions, expected $1"
}
expect_intact() {
  "$ASSAY" audit verify >../verify 2>&1 || {
    wrong "the store is not intact"
    cat ../verify
  }
}
# Refused: exit 2, a sentence on standard error that says $1, and no mission.
expect_refused() {
  expect_exit 2
  expect_err "$1"
  expect_no_out
  expect_missions 0
}
plan() { write plan.json; }
tasks_json() { # COUNT JQ-DEPENDS: a plan of that many tasks
  jq -nc --argjson n "$1" '{tasks: [range($n) | {name: "task \(.)", instructions: "do \(.)", acceptance_criteria: "`make test-\(.)` exits 0", depends_on: ('"$2"')}]}'
}

# ---- prompts

t "a prompt of a megabyte is kept to the last byte"
started
{ echo "Add a rate limit"; head -c 1048560 /dev/zero | tr '\0' 'x'; } >prompt.txt
assay mission new --prompt-file prompt.txt
expect_exit 0
expect_that "what is printed stays readable" [ "$(wc -c <../out)" -lt 20000 ]
"$ASSAY" mission show --json | jq -j .mission.prompt >back.txt
expect_that "the same bytes" cmp prompt.txt back.txt
expect_intact

t "a prompt beyond the limit is refused with the limit"
started
head -c 5000000 /dev/zero | tr '\0' 'x' >prompt.txt
assay mission new --prompt-file prompt.txt
expect_refused "4194304"

t "NUL bytes and broken UTF-8 are refused by name"
started
printf 'Add a \000 limit' >prompt.txt
assay mission new --prompt-file prompt.txt
expect_refused "NUL byte at 6"
printf 'Add a \377 limit' >prompt.txt
assay mission new --prompt-file prompt.txt
expect_refused "not UTF-8"
assay mission new "$(printf 'Add a \377 limit')"
expect_refused "not UTF-8"

t "empty prompts are refused"
started
assay mission new ""
expect_refused "say what you want"
assay mission new "   	 "
expect_refused "say what you want"
: >prompt.txt
assay mission new --prompt-file prompt.txt
expect_refused "say what you want"

t "emoji, right-to-left and combining characters are kept, and drive no terminal"
started
odd="Ship 👩‍🔬🚀 שלום עולم é‮txt.exe"
assay mission new "$odd"
expect_exit 0
expect_that "kept" [ "$("$ASSAY" mission show --json | jq -r .mission.prompt)" = "$odd" ]
assay mission show
expect_out "👩‍🔬"
expect_not "the override reaches the terminal" grep -q "$(printf '\342\200\256')" ../out
esc=$(printf '\033')
assay mission new "red ${esc}[31m and ${esc}]0;title${esc}\\ bell"
expect_exit 0
for command in "mission list" "mission show" status log accept; do
  # shellcheck disable=SC2086
  assay $command
  expect_exit 0
  expect_not "an escape reaches the terminal ($command)" grep -q "$esc" ../out
done
expect_intact

t "options that look like prompts and prompts that look like options"
started
assay mission new -- "--help"
expect_exit 0
expect_that "kept" [ "$("$ASSAY" mission show --json | jq -r .mission.prompt)" = "--help" ]
assay mission new "--frobnicate"
expect_exit 2
expect_err "unknown option"

# ---- plans

t "ten thousand tasks in one mission, ten thousand deep"
started
tasks_json 10000 'if . == 0 then [] else ["task \(. - 1)"] end' >plan.json
assay mission new "A long road" --plan plan.json --json
expect_exit 0
expect '.tasks | length' 10000
assay task list --json
expect '.tasks | length' 10000
expect '.tasks[9999].depends_on | length' 1
assay status
expect_exit 0
expect_that "status stays short" [ "$(wc -l <../out)" -lt 100 ]
expect_intact

t "ten thousand tasks in a circle are refused"
started
tasks_json 10000 '["task \((. + 1) % 10000)"]' >plan.json
assay mission new "A round trip" --plan plan.json
expect_refused "circle"
expect_that "in a message that a person can read" [ "$(wc -c <../err)" -lt 2000 ]

t "a cycle is named in its order"
started
plan <<'JSON'
{"tasks": [
  {"name": "alpha", "acceptance_criteria": "`make a` exits 0", "depends_on": ["gamma"]},
  {"name": "beta", "acceptance_criteria": "`make b` exits 0", "depends_on": ["alpha"]},
  {"name": "gamma", "acceptance_criteria": "`make c` exits 0", "depends_on": ["beta"]},
  {"name": "delta", "acceptance_criteria": "`make d` exits 0"}
]}
JSON
assay mission new "Go round" --plan plan.json
expect_refused "circle"
for name in alpha beta gamma; do expect_err "$name"; done
expect_not "the innocent are named" grep -q delta ../err
plan <<'JSON'
{"tasks": [{"name": "selfish", "acceptance_criteria": "`make a` exits 0", "depends_on": ["selfish"]}]}
JSON
assay mission new "Go round" --plan plan.json
expect_refused "selfish"

t "duplicate names, unknown dependencies, unknown keys, vague criteria are named"
started
plan <<'JSON'
{"tasks": [{"name": "twin", "acceptance_criteria": "`make a` exits 0"}, {"name": "twin", "acceptance_criteria": "`make b` exits 0"}]}
JSON
assay mission new "x" --plan plan.json
expect_refused "twin"
plan <<'JSON'
{"tasks": [{"name": "one", "acceptance_criteria": "`make a` exits 0", "depends_on": ["two"]}]}
JSON
assay mission new "x" --plan plan.json
expect_refused "two"
plan <<'JSON'
{"tasks": [{"name": "one", "acceptance_criteria": "`make a` exits 0", "dependson": []}]}
JSON
assay mission new "x" --plan plan.json
expect_refused "dependson"
plan <<'JSON'
{"tasks": [{"name": "one", "acceptance_criteria": "the code looks good"}]}
JSON
assay mission new "x" --plan plan.json
expect_refused "looks good"

t "plans that are no plans"
started
for text in '' '[]' '{' 'null' '{"tasks": 7}' '{"tasks": [7]}' '{"tasks": [{"name": ""}]}' '{"tasks": [{"name": "a", "name": 1}]}'; do
  printf '%s' "$text" >plan.json
  assay mission new "x" --plan plan.json
  expect_exit 2
  expect_missions 0
done
head -c 200000 /dev/zero | tr '\0' '[' >plan.json
assay mission new "x" --plan plan.json
expect_refused "plan.json"
printf '[[tasks]]\nname = "a"\n[[tasks\n' >plan.toml
assay mission new "x" --plan plan.toml
expect_refused "plan.toml"
assay mission new "x" --plan missing.json
expect_refused "missing.json"
assay mission new "x" --plan .
expect_exit 2
expect_missions 0

t "odd names in a plan are kept"
started
jq -nc '{tasks: [{name: "🚀 שלום", acceptance_criteria: "`make a` exits 0", instructions: ("x" * 1000000)}, {name: "second", depends_on: ["🚀 שלום"], acceptance_criteria: "`make b` exits 0"}]}' >plan.json
assay mission new "x" --plan plan.json --json
expect_exit 0
expect '.tasks[0].name' "🚀 שלום"
expect '.tasks[0].instructions | length' 1000000
expect_intact

# ---- places

t "a folder that may not be written"
doc=
someone() { # as a user whom permissions bind
  if [ "$(id -u)" = 0 ]; then setpriv --reuid 65534 --regid 65534 --clear-groups env HOME="$folder/someone" "$@"; else "$@"; fi
}
mkdir ../someone
give() { [ "$(id -u)" != 0 ] || chown -R 65534:65534 . ../someone; }
repo
chmod a+rx "$OUT" .. .
give
chmod a-w .
run_program someone "$ASSAY" init
expect_exit 2
expect_err ".assay"
expect_err "ermission denied"
chmod u+w .
expect_not "something was left behind" [ -e .assay ]
run_program someone env HOME=/nonexistent "$ASSAY" init
expect_exit 2
expect_err "set ASSAY_STATE_HOME to a folder of yours"
someone "$ASSAY" init >/dev/null && someone "$ASSAY" mission new "Add a limit" >/dev/null
chmod -R a-w .assay
run_program someone "$ASSAY" mission new "Another"
expect_exit 2
expect_err ".assay/assay.db"
run_program someone "$ASSAY" task add "A task" --accept "\`make a\` exits 0"
expect_exit 2
expect_err ".assay/assay.db"
chmod -R u+w .assay
expect_that "one mission" [ "$(someone "$ASSAY" mission list --all --json | jq '.missions | length')" = 1 ]
expect_that "intact" someone "$ASSAY" audit verify

t "a full disk: a clear error, nothing half-written, and it goes on when there is room"
doc=
disk=$folder/disk
mkdir "$disk"
small_disk() { # runs "$@" in $disk with room for about a megabyte and a half
  if [ "$(id -u)" = 0 ]; then
    unshare -m sh -c 'mount -t tmpfs -o size=1536k tmpfs "$0" && cd "$0" && "$@"' "$disk" "$@"
  else
    unshare -rm sh -c 'mount -t tmpfs -o size=1536k tmpfs "$0" && cd "$0" && "$@"' "$disk" "$@"
  fi
}
cat >fill.sh <<'SH'
# Makes missions until the disk is full, frees it, and says what came of it.
git init -q --template= -b main . && git config user.name t && git config user.email t@localhost
"$ASSAY" init >/dev/null || exit 9
head -c 100000 /dev/zero | tr '\0' 'x' >prompt.txt
head -c 250000 /dev/zero >ballast
made=0
while [ $made -lt 100 ]; do
  "$ASSAY" mission new --prompt-file prompt.txt >"$RESULT.out" 2>"$RESULT.err"
  status=$?
  [ $status = 0 ] || break
  made=$((made + 1))
done
echo "status $status" >>"$RESULT"
rm ballast
echo "made $made listed $("$ASSAY" mission list --all --json | jq '.missions | length')" >>"$RESULT"
"$ASSAY" audit verify >>"$RESULT" 2>&1
"$ASSAY" mission new "now there is room" >/dev/null 2>&1 && echo "goes on" >>"$RESULT"
exit 0
SH
export ASSAY RESULT="$folder/result"
small_disk sh "$folder/w/fill.sh" >../out 2>../err
expect_that "the disk could be made and filled" [ $? = 0 ]
expect_that "refused" grep -qx "status 2" "$RESULT"
expect_that "the error says what is full" grep -q "assay.db.*disk is full" "$RESULT.err"
expect_that "what was reported is what is there" awk '$1 == "made" { found = ($2 == $4 && $2 > 0) } END { exit !found }' "$RESULT"
expect_that "intact" grep -q '^intact' "$RESULT"
expect_that "it goes on" grep -q '^goes on' "$RESULT"

t "an export onto a full disk leaves the old one"
started
"$ASSAY" mission new "Add a limit" >/dev/null
cat >fill.sh <<'SH'
echo old >"$1/history.jsonl"
dd if=/dev/zero of="$1/ballast" bs=64k 2>/dev/null
"$ASSAY" audit export --output "$1/history.jsonl" >/dev/null 2>&1
echo "status $?" >>"$RESULT"
cat "$1/history.jsonl" >>"$RESULT"
ls "$1" | wc -l >>"$RESULT"
SH
disk=$folder/disk
mkdir "$disk"
export ASSAY RESULT="$folder/result"
small_disk sh -c 'd=$(pwd) && cd "$1" && sh fill.sh "$d"' sh "$folder/w" >../out 2>../err
expect_that "refused, old kept, nothing beside it" [ "$(tr '\n' ' ' <"$RESULT")" = "status 2 old 2 " ]

t "what stands in the way of .assay is left alone and named"
doc=
repo
echo mine >.assay
assay init
expect_exit 2
expect_err ".assay"
expect_that "left alone" [ "$(cat .assay)" = mine ]
rm .assay && "$ASSAY" init >/dev/null
rm -f .assay/assay.db* && echo "no database" >.assay/assay.db
assay mission list
expect_exit 2
expect_err "assay.db"
expect_that "left alone" [ "$(cat .assay/assay.db)" = "no database" ]
rm .assay/assay.db && mkdir .assay/assay.db
assay mission new "x"
expect_exit 2
expect_err "assay.db"

t "a link that came with the repository leads nowhere"
doc=
repo
ln -s . .assay && git add .assay && git commit -qm "a trap"
for command in init status "mission new x" "audit verify"; do
  # shellcheck disable=SC2086
  assay $command
  expect_exit 2
  expect_err "symbolic link"
done
expect_that "nothing was written" [ "$(ls -A)" = ".assay
.git
a.txt" ]

# ---- others at the same time

t "two terminals make missions at the same time"
started
make_ten() { for i in 1 2 3 4 5 6 7 8 9 10; do "$ASSAY" mission new "mission $1 $i" >/dev/null 2>>"../errors-$1" || echo no >>"../failed-$1"; done; }
make_ten a &
one=$!
make_ten b &
two=$!
wait $one $two
expect_that "none failed" [ ! -e ../failed-a ] && expect_that "none failed" [ ! -e ../failed-b ]
expect_missions 20
expect_intact

t "two terminals start the same task: one does, the other is told"
started
plan <<'JSON'
{"tasks": [{"name": "one", "acceptance_criteria": "`make a` exits 0"}]}
JSON
"$ASSAY" mission new "x" --plan plan.json >/dev/null
task=$("$ASSAY" task list --json | jq -r '.tasks[0].id')
for i in 1 2 3 4 5 6; do { "$ASSAY" task start "$task" >/dev/null 2>"../err-$i" && echo "$i" >>../won; } & done
wait
expect_that "exactly one" [ "$(wc -l <../won)" = 1 ]
expect_that "the others were told why" [ "$(grep -lF running ../err-* | wc -l)" = 5 ]
expect_that "started once" [ "$("$ASSAY" log --json | jq '[.checkpoints[] | select(.kind == "task_started")] | length')" = 1 ]
expect_intact

t "Ctrl-C in the middle leaves all of a mission or nothing"
started
tasks_json 3000 '[]' >plan.json
for part in 01 02 03 04 05 06 08 10 13 16 20 25 30 40 60; do
  if timeout -s INT "0.$part" "$ASSAY" mission new "A long list" --plan plan.json >/dev/null 2>&1; then echo made >>../made; fi
done
expect_intact
expect_that "each has all its tasks" [ "$("$ASSAY" mission list --all --json | jq -r '.missions[].id' | while read -r id; do
  [ "$("$ASSAY" task list "$id" --json | jq '.tasks | length')" = 3000 ] || echo "$id"
done)" = "" ]
touch ../made
expect_that "what was reported is there" [ "$(missions)" -ge "$(wc -l <../made)" ]
assay mission new "after it"
expect_exit 0

t "Ctrl-C while it waits for a prompt ends it, and nothing is made"
started
mkfifo ../never
timeout -s INT 0.5 "$ASSAY" mission new --prompt-file ../never >../out 2>../err
expect_not "success" [ $? = 0 ]
expect_missions 0
expect_intact

t "a reader that goes away is no crash"
started
for i in 1 2 3; do "$ASSAY" mission new "mission $i" >/dev/null; done
"$ASSAY" audit export | head -c 1 >/dev/null
"$ASSAY" mission list --json | head -c 1 >/dev/null
expect_not "a log that cannot be printed is success" sh -c '"$0" log >/dev/full' "$ASSAY"
expect_intact

t "a store that came with the repository is not taken for one's own"
repo
"$ASSAY" mission new "mine" >/dev/null 2>&1
git add -f .assay/assay.db && git commit -qm "planted"
git clone -q . ../clone
cd ../clone || exit 1
assay status
expect_exit 2
expect_err "was not made here"
assay mission new "x"
expect_exit 2
expect_err "was not made here"

# ---- repositories that are unlike others

# A mission with one task and its work tree, in the repository we stand in.
task_in_work_tree() { # option...
  "$ASSAY" mission new "Add b" "$@" >/dev/null 2>&1
  task=$("$ASSAY" task add "first" --json | jq -r .id)
  path=$("$ASSAY" worktree add "$task" --json | jq -r .path)
}
# These repositories have no command that could verify, so a person looks.
verify_by_person() {
  "$ASSAY" verify >/dev/null 2>&1
  "$ASSAY" pack answer review --reason "read it" >/dev/null || wrong "nobody was asked"
  "$ASSAY" verify >/dev/null 2>&1 || wrong "verify failed"
}
# From the first task to the landing, in the repository we stand in.
whole_way() {
  task_in_work_tree
  (cd "$path" && echo b >b.txt && git add . && git commit -qm b)
  "$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
  verify_by_person
  assay land
}
expect_landed() {
  expect_exit 0
  expect_that "the checkout has it" test "$(cat b.txt)" = b
  expect_that "the checkout is clean" test -z "$(git status --porcelain)"
}

t "a git folder that lies elsewhere"
doc=
cd .. && rm -rf w && git init -q -b main --separate-git-dir=apart.git w && cd w || exit 1
echo a >a.txt && git add . && git commit -qm base
whole_way
expect_landed
git worktree add -q ../linked && cd ../linked || exit 1
expect_that "a linked work tree has the same missions" test "$("$ASSAY" mission list --all --json | jq '.missions | length')" = 1

t "a linked work tree of such a repository, before Assay was ever in the main one"
doc=
cd .. && rm -rf w && git init -q -b main --separate-git-dir=apart.git w && cd w || exit 1
git commit -q --allow-empty -m base && git worktree add -q ../linked && cd ../linked || exit 1
assay mission new "x"
expect_exit 2
expect_err "does not say where the main work tree is"
expect_that "nothing was made" test ! -e ../apart.git/.assay

t "a .git that is a symbolic link"
doc=
repo
mv .git ../elsewhere.git && ln -s ../elsewhere.git .git
whole_way
expect_landed

t "a path with a line break is refused before anything is made"
doc=
odd=$(printf 'line\nbreak')
mkdir "../$odd" && cd "../$odd" || exit 1
git init -q -b main . && git commit -q --allow-empty -m base
for command in "mission new x" init status "worktree list"; do
  # shellcheck disable=SC2086
  assay $command
  expect_exit 2
  expect_err "line break"
done
expect_that "nothing was made" test "$(ls -A)" = .git

t "a repository that was moved goes on with its work"
doc=
repo
task_in_work_tree
echo b >"$path/b.txt"
mv ../w ../moved && cd ../moved || exit 1
expect_that "its work tree is where it was" test "$("$ASSAY" worktree add "$task" --json | jq -r .path)" = "$path"
expect_that "git works there" git -C "$path" add b.txt
git -C "$path" commit -qm b
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
verify_by_person
assay land
expect_landed

t "a copy of a repository leaves the work trees of the original alone"
doc=
repo
task_in_work_tree
echo mine >"$path/mine.txt"
cp -a . ../copy && cd ../copy || exit 1
other=$("$ASSAY" worktree add "$task" --json | jq -r .path)
expect_that "it has its own" test "$other" != "$path"
echo theirs >"$other/theirs.txt"
expect_that "the original's is as it was" test "$(git -C "$path" status --porcelain)" = "?? mine.txt"
expect_that "and the original finds it" test "$(cd ../w && "$ASSAY" worktree list --json | jq -r '.worktrees[0].path')" = "$path"

t "the target is checked out on a disk that is not there"
doc=
repo
git switch -q -c side
git worktree add -q ../disk main && git worktree lock --reason "usb" ../disk
mv ../disk ../away
task_in_work_tree --target main
(cd "$path" && echo b >b.txt && git add . && git commit -qm b)
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
verify_by_person
before=$(git rev-parse main)
assay land
expect_exit 1
expect_out "is locked and not there"
expect_that "nothing moved" test "$(git rev-parse main)" = "$before"
mv ../away ../disk
assay land
expect_exit 0
expect_that "its checkout moved along" test "$(cat ../disk/b.txt)" = b

# ---- what killed processes leave

t "the scratch of a killed process is removed by the next"
started
mkdir ../tmp
export TMPDIR="$folder/tmp"
printf '[[checks]]\ntitle = "waits"\ncommand = "touch started; while [ ! -e go ]; do sleep 0.1; done"\n' >assay.toml
git add . && git commit -qm policy
task_in_work_tree
(cd "$path" && echo b >b.txt && git add . && git commit -qm b)
"$ASSAY" task start "$task" >/dev/null && "$ASSAY" task complete "$task" >/dev/null
"$ASSAY" verify >/dev/null 2>&1 & # deeper down lie folders of a pool, in which names of shown folders stay
pid=$!
mission=$("$ASSAY" mission list --json | jq -r '.missions[0].id')
has_started() { [ -e "$(worktree_of "$mission")/started" ]; }
soon has_started
expect_that "it has some" test -n "$(find ../tmp -maxdepth 3 -name 'assay-verify-*')"
"$ASSAY" worktree list >/dev/null
expect_that "another process leaves it alone" test -n "$(find ../tmp -maxdepth 3 -name 'assay-verify-*')"
kill -KILL $pid
wait $pid 2>/dev/null
"$ASSAY" worktree list >/dev/null || wrong "the next command failed"
expect_that "it is gone" test -z "$(find ../tmp -maxdepth 3 -name 'assay-verify-*')"
expect_that "nothing else is left" test -z "$(find ../tmp -maxdepth 3 -name 'run-*')"
unset TMPDIR
