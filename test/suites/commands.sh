# The command line of the operations: help, errors, text for people, completion in real shells.
# shellcheck shell=sh disable=SC2154,SC2013

# What a person sees: the program in a terminal of that width. Usage: on_terminal COLUMNS ARGS...
on_terminal() {
  cols=$1
  shift
  env -u NO_COLOR -u COLUMNS TERM=xterm python3 - "$cols" "$ASSAY" "$@" >../out 2>../err <<'PY'
import fcntl, os, pty, struct, sys, termios
columns, command = int(sys.argv[1]), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    os.execv(command[0], command)
seen = b""
while True:
    try:
        block = os.read(terminal, 65536)
    except OSError:
        break
    if not block:
        break
    seen += block
sys.stdout.buffer.write(seen.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
PY
  status=$?
}
expect_clean() { # no control character but the line end reached the terminal, beside our own colours
  if sed 's/\x1b\[[0-9;]*m//g' ../out | LC_ALL=C grep -qP '[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]'; then wrong "a control character came through"; fi
}
expect_width() { # no line is wider
  python3 - "$1" ../out <<'PY' || wrong "a line is wider than $1 columns"
import re, sys, unicodedata
for line in open(sys.argv[2], encoding="utf-8"):
    line = re.sub(r"\x1b\[[0-9;]*m", "", line.rstrip("\n"))
    width = sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
    if width > int(sys.argv[1]):
        sys.exit(1)
PY
}

t "every command has help with an example"
doc=
for group in mission task pack; do
  assay $group --help
  expect_exit 0
  for verb in $(sed -n 's/^  \([a-z-]*\)  .*/\1/p' ../out); do
    assay $group "$verb" --help
    expect_exit 0
    expect_out "Usage: assay $group $verb"
    expect_out "Examples:"
    expect_out "--json"
    assay help $group "$verb"
    expect_out "Usage: assay $group $verb"
    assay $group --help
  done
done
for command in init accept status log doctor config; do
  assay $command --help
  expect_exit 0
  expect_out "Usage: assay $command"
  expect_out "Examples:"
done

t "help about topics, and documents that they name"
doc=
assay help
expect_exit 0
for topic in $(sed -n '/^Topics:/,/^$/s/^  \([a-z-]*\)  .*/\1/p' ../out); do
  assay help "$topic"
  expect_exit 0
  expect_out "$topic: "
  for named in $(grep -o 'docs/[a-z/-]*\.md' ../out); do expect_that "$topic names $named" test -f "$HERE/../../$named"; done
done
assay help exit codes
expect_exit 0
expect_out "exit-status: what 0, 1 and 2 mean"
assay help --help
expect_out "Usage: assay help [COMMAND | TOPIC] [--man]"
assay help --list
expect_exit 2
expect_err "--list goes with --man"
"$ASSAY" complete -- help wai >../out
expect_out "waivers"

t "pages of the manual"
doc=
assay help --man --list
expect_exit 0
cp ../out ../pages
expect_that "one for the program, commands and topics" sh -c 'grep -qx assay.1 ../pages && grep -qx assay-check.1 ../pages && grep -qx assay-waivers.7 ../pages'
mkdir ../man
while read -r page; do
  word=${page#assay}
  word=${word#-}
  word=${word%.[17]}
  # shellcheck disable=SC2086
  "$ASSAY" help --man $word >"../man/$page" || wrong "$page is not written"
done <../pages
assay help --man mission new
expect_out "assay mission new"
assay help --man nothing
expect_exit 2
assay help --man --list check
expect_exit 2
if command -v mandoc >/dev/null 2>&1; then
  expect_that "mandoc finds nothing wrong" mandoc -T lint -W warning ../man/*
  mandoc -T utf8 ../man/assay-check.1 | col -b >../out
  expect_out "assay check [options]"
  expect_out "--fail-on"
else
  echo "SKIPPED commands: the form of manual pages, as mandoc is not installed"
fi

t "mistyped commands, verbs and options"
doc=
assay statsu
expect_exit 2
expect_err "did you mean status?"
assay task strat x
expect_exit 2
expect_err "did you mean task start?"
assay mission new x --titel y
expect_exit 2
expect_err "did you mean --title?"
assay mission
expect_exit 2
expect_out "Commands:"
assay help nothing
expect_exit 2

t "missing and wrong arguments"
repo
doc=
assay task start
expect_exit 2
expect_err "TASK is missing: assay task start TASK..."
assay mission new x
assay task add y --timeout soon
expect_err "--timeout takes a time like 90s, 30m or 2h, not soon"
assay task add y --attempts x
expect_err "--attempts takes a whole number"
assay task add y --budget cheap
expect_err "--budget takes a number"
assay task add y --kind fun
expect_err "kind must be one of planning, execution"
assay mission edit --auto-verify perhaps
expect_err "takes on or off"
assay mission list --status open
expect_err "status must be one of planning, active"
assay task add y --accept "it works as expected"
expect_exit 2
expect_err "cannot be checked"
assay mission new x --prompt-file f --plan
expect_err "--plan needs a value"

t "errors are documents too, with --json"
repo
doc=
assay mission show --json
expect_exit 2
expect .error.code not_found
expect_that "fits" "$ASSAY" schema error --validate ../out
assay task show abc --json
expect .error.code not_found

t "nothing is open yet: status and list say so and do not fail"
repo
doc=status
assay status --json
expect_exit 0
expect '.missions | length' 0
doc=
assay status
expect_out "Nothing is open."
assay mission list
expect_exit 0
expect_not "a store was made" test -e .assay

t "outside of a repository the next step is named"
doc=
cd / && assay status >/dev/null 2>&1
cd "$folder/w" || exit 1
(cd / && "$ASSAY" status) >../out 2>../err
status=$?
expect_exit 2
expect_err "git init"

t "--workspace names the repository"
repo
doc=
mkdir sub
assay mission new "here"
cd / || exit 1
"$ASSAY" mission list --workspace "$folder/w/sub" --json >"$folder/out"
cd "$folder/w" || exit 1
expect '.missions[0].title' here

t "hostile titles, names and reasons do nothing to a terminal"
repo
doc=
evil=$(printf 'red \033[31mtitle\033]0;owned\007 \302\233 31m \342\200\256 back\rwards')
assay mission new "$evil" --title "$evil"
expect_exit 0
assay task add "$evil"
id=$("$ASSAY" task list --json | jq -r '.tasks[0].id')
assay task block "$id" --reason "$evil"
assay pack add-check "$evil" --manual
for command in "mission list" "mission show" "task list" "task show $id" status log accept; do
  # shellcheck disable=SC2086
  on_terminal 100 $command
  expect_exit 0
  expect_clean
  # shellcheck disable=SC2086
  assay $command
  expect_clean
done
assay task ready "$id"
expect_exit 2
if LC_ALL=C grep -qP '\x1b' ../err; then wrong "an escape sequence in an error"; fi
doc=mission-show
assay mission show --json
expect '.mission.title' "$evil"

t "tables fit the terminal"
repo
doc=
long="A title that goes on and on, longer than any terminal is wide, to see where it is cut 日本語日本語日本語"
assay mission new x --title "$long" --as "somebody with a long name"
assay task add "Another long name of a task that cannot be shown in full on a narrow terminal, or can it"
for width in 200 80 60 40; do
  for command in "mission list" "mission show" "task list" status log accept; do
    # shellcheck disable=SC2086
    on_terminal $width $command
    expect_exit 0
    expect_width $width
  done
done
on_terminal 200 mission list
expect_out "日本語"
COLUMNS=50 assay mission list
expect_out "…"
assay mission list
expect_not "cut without a terminal" grep -q "…" ../out

t "a mission with many tasks does not flood the terminal"
repo
doc=
jq -n '{tasks: [range(200) | {name: "step \(.)"}]}' >plan.json
assay mission new many --plan plan.json
expect_exit 0
expect_out "and 170 more: assay task list"
assay mission show
expect_out "and 170 more: assay task list"
assay task list
expect_out "step 199"

t "colours on a terminal only, and never with NO_COLOR"
repo
doc=
assay mission new x
on_terminal 80 status
expect_that "coloured" grep -q "$(printf '\033\[')" ../out
assay status
expect_not "coloured in a file" grep -q "$(printf '\033')" ../out
script='import os,pty,sys; os.environ["NO_COLOR"]="1"; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'
python3 -c "$script" "$ASSAY" status >../out 2>../err </dev/null
expect_not "coloured with NO_COLOR" grep -q "$(printf '\033')" ../out

t "doctor looks at what is needed"
repo
doc=doctor
assay doctor --json
expect_exit 0
expect '.findings[0].what' git
expect .healthy true
expect '[.findings[].what] | index("store") != null' true
expect '.findings[] | select(.what == "settings") | .good' true

t "doctor and a store that is no store; a setting by its name"
repo
printf '[check]\nverify_commands = ["make test"]\n' >assay.toml
doc=
assay config check.verify_commands
expect_out '["make test"]'
assay config check.verify_comands
expect_exit 2
expect_err "did you mean check.verify_commands?"
assay mission new x
rm -f .assay/assay.db*
printf 'not a database at all, but long enough to be looked at as one by its first page' >.assay/assay.db
doc=doctor
assay doctor --json
expect_exit 1
expect .healthy false
doc=
assay status
expect_exit 2
expect_err "assay.db"

t "completion: words, verbs, flags, choices, ids"
repo
doc=
assay mission new "a mission"
assay task add "a task"
assay complete -- mi
expect_out "mission	"
assay complete -- task st
expect_out "start	"
expect_not "others" grep -q retry ../out
assay complete -- mission new --m
expect_out "--mode	"
assay complete -- mission new x --mode gu
expect_out "guided_autopilot"
assay complete -- mission show ""
expect_out "a mission"
assay complete -- task start ""
expect_out "pending: a task"
assay complete -- mission new --plan ""
expect_out ":files"
assay complete -- schema verd
expect_out "verdict"
assay complete -- mission new --target ma
expect_out "main"
assay completion tcsh
expect_exit 2

t "completion in bash"
repo
doc=
assay mission new "a mission"
cat >try.bash <<'BASH'
eval "$("$ASSAY" completion bash)"
PATH=$(dirname "$ASSAY"):$PATH
COMP_WORDS=(assay task sta) COMP_CWORD=2
_assay
printf '%s\n' "${COMPREPLY[@]}"
COMP_WORDS=(assay mission new x --mode '') COMP_CWORD=5
_assay
printf '%s\n' "${COMPREPLY[@]}"
: >plan-file.json
COMP_WORDS=(assay mission new --plan plan-f) COMP_CWORD=4
_assay
printf '%s\n' "${COMPREPLY[@]}"
complete -p assay
BASH
run_program bash try.bash
expect_exit 0
expect_that "exactly" test "$(head -4 ../out | tr '\n' ' ')" = "start manual guided_autopilot autopilot "
expect_out plan-file.json
expect_out "complete -F _assay assay"

if command -v zsh >/dev/null 2>&1; then
  t "completion in zsh"
  repo
  doc=
  cat >try.zsh <<'ZSH'
autoload -Uz compinit && compinit -u -d ./dump
eval "$("$ASSAY" completion zsh)"
[[ ${_comps[assay]} == _assay ]] || exit 3
_describe() { print -l -- "${(@P)2}"; }
_files() { print files; }
words=($ASSAY task sta) CURRENT=3
_assay
words=($ASSAY mission new --plan '') CURRENT=5
_assay
ZSH
  run_program zsh -f try.zsh
  expect_exit 0
  expect_out "start:begin"
  expect_out files
else
  echo "SKIPPED commands: completion in zsh, which is not installed"
fi

if command -v fish >/dev/null 2>&1; then
  t "completion in fish"
  repo
  doc=
  mkdir bin && ln -s "$ASSAY" bin/assay
  cat >try.fish <<'FISH'
set -gx PATH $PWD/bin $PATH
assay completion fish | source
complete -C 'assay task sta'
complete -C 'assay mission new x --mode '
FISH
  run_program fish --no-config try.fish
  expect_exit 0
  expect_out "start	begin"
  expect_out guided_autopilot
else
  echo "SKIPPED commands: completion in fish, which is not installed"
fi

t "the examples of docs/formats/mission.md fit their schemas"
doc=
formats="$HERE/../../docs/formats/mission.md"
example() { awk -v name="$1" '$0 == "<!-- document: " name " -->" { on = 1; next } on && /^```json/ { inside = 1; next } inside && /^```/ { exit } inside' "$formats"; }
example mission >mission.json
example task >task.json
example checkpoint >checkpoint.json
expect_that "mission" "$ASSAY" schema mission --validate mission.json
expect_that "task" "$ASSAY" schema task --validate task.json
jq '{missionId, title, checkpoints: [.], next: null}' checkpoint.json >log.json
expect_that "checkpoint" "$ASSAY" schema log --validate log.json
