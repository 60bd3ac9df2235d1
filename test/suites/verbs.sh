# The small language of the suites.
#
#   t "name"                  starts a test: an empty folder, no failure yet
#   assay ARGS / verifier ARGS  runs the program; $status, files out and err; JSON documents on
#                             standard output are validated against the schema named by $doc
#   repo                      a git repository with one commit (a.txt), on main
#   write FILE < text         writes a file, making folders
#   expect_exit N, expect KEY VALUE (jq path), expect_rule ID, expect_no_rule ID, expect_out TEXT,
#   expect_err TEXT, expect_no_out, expect_file FILE, expect_that "what" command...
#   sql STATEMENT             asks or changes the store past assay, wherever it is
#   soon COMMAND...           waits until it is so; ten minutes, for machines that are busy
#
# A test that failed keeps its folder; nothing is skipped.
# shellcheck shell=sh disable=SC2034
set -u
passed=0
failed=0
test_name=
test_ok=1
status=0
unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY KAIZEN_VERIFIER_RESULT_PATH KAIZEN_WORKSPACE_DIR BASE_SHA GITHUB_SHA 2>/dev/null
export HOME="$OUT/home" NO_COLOR=1 LC_ALL=C.UTF-8
mkdir -p "$HOME"
printf '[user]\n\tname = test\n\temail = test@localhost\n[init]\n\tdefaultBranch = main\n' >"$HOME/.gitconfig"
ln -sf "$ASSAY" "$OUT/verifier"

end_test() {
  [ -n "$test_name" ] || return 0
  if [ "$test_ok" = 1 ]; then
    passed=$((passed + 1))
    rm -rf "$test_place"
  else
    failed=$((failed + 1))
    echo "FAILED $SUITE: $test_name"
    echo "       kept in $test_place"
  fi
  test_name=
}
finish_suite() {
  end_test
  echo "$passed $failed" >"$OUT/$SUITE.count"
}
t() {
  end_test
  test_name=$1
  test_ok=1
  doc=verdict
  test_place="$OUT/$SUITE-$((passed + failed + 1))" # its own name: a suite may set `folder` to another one
  folder=$test_place
  rm -rf "$test_place"
  mkdir -p "$folder/w"
  cd "$folder/w" || exit 1
  if [ -n "${ASSAY_TEST_POSTGRES:-}" ]; then
    export ASSAY_STORE_URL="postgresql:///postgres?host=$ASSAY_TEST_POSTGRES&user=assay&schema=${SUITE}_$((passed + failed + 1))"
  fi
}
wrong() {
  test_ok=0
  echo "  $test_name: $*"
  sed 's/^/    out: /' ../out 2>/dev/null | head -12
  sed 's/^/    err: /' ../err 2>/dev/null | head -5
}

run_program() {
  "$@" >../out 2>../err
  status=$?
  # Everything that looks like a document must fit its schema.
  if [ "$status" != 2 ] && [ -n "$doc" ] && head -c 1 ../out | grep -q '{'; then
    "$ASSAY" schema "$doc" --validate ../out >../schema 2>&1 || { test_ok=0; echo "  $test_name: does not fit schema $doc:"; sed 's/^/    /' ../schema; }
  fi
}
assay() { run_program "$ASSAY" "$@"; }
verifier() { run_program "$OUT/verifier" "$@"; }

write() {
  case $1 in */*) mkdir -p "$(dirname "$1")" ;; esac
  cat >"$1"
}
repo() {
  git init -q -b main . && echo one >a.txt && git add . && git commit -qm base
}

sql() {
  if [ -z "${ASSAY_STORE_URL:-}" ]; then
    sqlite3 .assay/assay.db "$1"
  else
    PGOPTIONS="-c search_path=${ASSAY_STORE_URL##*schema=}" psql -XqAt -v ON_ERROR_STOP=1 -h "$ASSAY_TEST_POSTGRES" \
      -U assay postgres -c "$1"
  fi
}

soon() {
  turn=0
  until "$@" 2>/dev/null; do
    turn=$((turn + 1))
    [ $turn -lt 12000 ] || { wrong "not so in time: $*"; return; }
    sleep 0.05
  done
}

# A server on loopback (test/servers/loopback.py) at $port; it ends with stopped, or with the suite's shell.
server() {
  mkdir -p ../server
  mkfifo ../server/in ../server/ready
  python3 "$HERE/../servers/loopback.py" "$PWD/../server" <../server/in >../server/ready &
  exec 9>../server/in
  read -r port <../server/ready
}
stopped() { exec 9>&-; }

expect_exit() { [ "$status" = "$1" ] || wrong "exit $status, expected $1"; }
expect() {
  got=$(jq -r "$1" ../out 2>&1)
  [ "$got" = "$2" ] || wrong "$1 is '$got', expected '$2'"
}
expect_out() { grep -qF -- "$1" ../out || wrong "standard output lacks: $1"; }
expect_err() { grep -qF -- "$1" ../err || wrong "standard error lacks: $1"; }
expect_no_out() { [ ! -s ../out ] || wrong "standard output is not empty"; }
expect_file() { [ -f "$1" ] || wrong "no file $1"; }
expect_that() {
  what=$1
  shift
  "$@" >../that 2>&1 || wrong "not so: $what"
}
expect_not() {
  what=$1
  shift
  if "$@" >../that 2>&1; then wrong "should not be: $what"; fi
}
# Rules are in the full document; workspace runs keep it as assay.json.
full_document() {
  dir=$(jq -r '.run.artifacts_dir // empty' ../out 2>/dev/null)
  if [ -n "$dir" ] && [ -f "$dir/assay.json" ]; then echo "$dir/assay.json"; else echo ../out; fi
}
expect_rule() { jq -e --arg r "$1" '[.findings[].rule] | index($r) != null' "$(full_document)" >/dev/null 2>&1 || wrong "rule $1 did not speak"; }
expect_no_rule() { if jq -e --arg r "$1" '[.findings[].rule] | index($r) != null' "$(full_document)" >/dev/null 2>&1; then wrong "rule $1 spoke"; fi; }

# Where work trees lie: the folder of this repository's, and that of one by its name.
worktrees() { echo "$HOME/.local/state/assay/$(cut -d' ' -f1 <.git/assay/state)/worktrees"; }
worktree_of() { sed -n 's/^path //p' ".git/assay/worktrees/$1/record" 2>/dev/null; }
