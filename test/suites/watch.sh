# `assay watch` in a terminal that is looked at, and without one; `assay log --follow`.
# shellcheck shell=sh disable=SC2154

scene() {
  repo
  doc=
  "$ASSAY" mission new "Carts that last" >/dev/null 2>&1
  "$ASSAY" task add "Write the schema" >/dev/null
  "$ASSAY" task add "Serve the endpoint" >/dev/null
  "$ASSAY" task start "$(id_of "Write the schema")" >/dev/null
  "$ASSAY" mission new "Split the parser" >/dev/null
  "$ASSAY" task add "Cut it in two" >/dev/null
}
id_of() { "$ASSAY" task list --json | jq -r --arg n "$1" '.tasks[] | select(.name == $n) | .id'; }
# in_terminal SIZE ARGS... < steps
in_terminal() {
  size=$1
  shift
  env TERM=xterm python3 "$HERE/terminal.py" "$size" "$ASSAY" "$@" >../out 2>../err
  status=$?
  [ "$status" = 0 ] || wrong "in the terminal: $(head -1 ../out)"
}

t "missions, tasks and history on 80 by 24; keys; the terminal is given back"
scene
in_terminal 80x24 watch --every 100 <<'STEPS'
taken
expect Carts that last
expect Split the parser
row 1 2 missions
row 24 q quit
expect Cut it in two
send \x1b[B
expect Write the schema
expect running
send \x1b[C
send \x1b[C
expect attempt 1/1
send ?
expect choose a mission
send x
expect attempt 1/1
send \x1b[D
expect history
send q
exit 0
restored
colours no
STEPS

t "what happens elsewhere appears"
scene
in_terminal 80x24 watch --every 100 >../screen <<'STEPS' &
expect Cut it in two
expect running
gone pending
send q
exit 0
restored
STEPS
"$ASSAY" task start "$(id_of "Cut it in two")" >/dev/null
wait $!
expect_that "it was seen" test ! -s ../out

t "a larger and a very small window"
scene
in_terminal 80x24 watch --every 100 <<'STEPS'
row 24 q quit
resize 120x40
row 40 q quit
row 1 2 missions
resize 30x6
row 6 q quit
resize 15x3
expect assay: the win
resize 80x24
row 24 q quit
send \x03
exit 0
restored
STEPS

for name in SIGTERM SIGHUP SIGINT; do
  t "the terminal is given back on $name"
  scene
  in_terminal 80x24 watch --every 100 <<STEPS
row 24 q quit
signal $name
exit 0
restored
STEPS
done

t "the terminal is given back when it crashes"
scene
in_terminal 80x24 watch --every 100 <<'STEPS'
row 24 q quit
signal SIGSEGV
killed SIGSEGV
restored
STEPS

t "Ctrl-Z stops it with the terminal as it was, and it goes on"
scene
in_terminal 80x24 watch --every 100 <<'STEPS'
row 24 q quit
send \x1a
stopped
restored
signal SIGCONT
taken
row 24 q quit
expect Carts that last
send q
exit 0
restored
STEPS

t "colours, unless NO_COLOR says otherwise"
scene
NO_COLOR='' in_terminal 80x24 watch --every 100 <<'STEPS'
row 24 q quit
colours yes
send q
exit 0
STEPS

t "titles that hold controls do not reach the terminal"
repo
"$ASSAY" mission new "$(printf 'Evil \033]0;x\007 \033[2J title')" >/dev/null 2>&1
in_terminal 80x24 watch --every 100 <<'STEPS'
expect Evil
row 24 q quit
send q
exit 0
restored
STEPS

t "nothing was begun yet"
repo
in_terminal 80x24 watch --every 100 <<'STEPS'
expect assay mission new
send q
exit 0
STEPS

t "without a terminal it prints lines, to the end when asked"
scene
id=$(id_of "Cut it in two")
"$ASSAY" watch --every 50 --until-done >../lines 2>../err &
follower=$!
"$ASSAY" task start "$id" >/dev/null
"$ASSAY" task fail "$id" --reason "no paper" >/dev/null
"$ASSAY" task fail "$("$ASSAY" task list "$("$ASSAY" mission list --json | jq -r '.missions[1].id')" --json | jq -r '.tasks[0].id')" >/dev/null
wait $follower
status=$?
expect_exit 1
expect_that "each mission is named" grep -q "Carts that last" ../lines
expect_that "and both are blocked at the end, told by lines" grep -qE "blocked|task_failed" ../lines

t "what nobody but people takes on is at its end: a person is needed"
repo
doc=
"$ASSAY" mission new "By hand" >/dev/null 2>&1
assay watch --every 50 --until-done --lines
expect_exit 1
expect_err "nothing goes on by itself; a person is needed"
"$ASSAY" task add "Write the schema" >/dev/null
assay watch --every 50 --until-done --lines
expect_exit 1
expect_err "a person is needed"
in_terminal 80x24 watch --every 50 --until-done <<'STEPS'
exit 1
restored
STEPS

t "a history is followed from its beginning"
scene
"$ASSAY" log --follow 2>../err | sed '/task_started/q' >../lines &
"$ASSAY" task start "$(id_of "Cut it in two")" >/dev/null
wait $!
expect_that "it ended when nobody read any more" grep -q task_started ../lines
expect_that "the first line tells of the beginning" sh -c 'head -1 ../lines | grep -q created'
expect_that "as JSON each line is a checkpoint" sh -c "timeout 600 '$ASSAY' log --follow --json | head -1 | jq -e .hash"

t "what cannot be followed"
scene
assay log --follow --kind created
expect_exit 2
expect_err "leave out --kind"
assay watch nothing-like-it
expect_exit 2
assay watch --every 1 </dev/null
expect_exit 2
expect_err "milliseconds"
