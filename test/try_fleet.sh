#!/bin/sh
# A fleet on this machine, on loopback: PostgreSQL, two servers, two workers. A mission is done while the worker that
# has its task in hand is killed.
# Usage: try_fleet.sh ASSAY
set -eu
assay=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/assay-fleet-XXXXXX")
chmod a+rx "$scratch" # PostgreSQL runs as a plain user
started=
stop() {
  for process in $started; do kill "$process" 2>/dev/null || true; done
  for process in $started; do wait "$process" 2>/dev/null || true; done
  rm -rf "$scratch"
}
trap stop EXIT
trap 'exit 130' INT TERM
bold() { if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then printf '\033[1m%s\033[0m\n' "$*"; else printf '%s\n' "$*"; fi; }
indent() { sed 's/^/    /'; }
fail() {
  echo "try-fleet: $*" >&2
  exit 1
}
# Waits until a command holds, at most so many seconds.
within() { # seconds what command...
  left=$(($1 * 10)) what=$2
  shift 2
  until "$@"; do
    left=$((left - 1))
    [ $left -gt 0 ] || fail "$what did not happen in time; see the logs in $scratch"
    sleep 0.1
  done
}

export HOME="$scratch/home"
mkdir -p "$HOME" "$scratch/shop"
cd "$scratch/shop"
git init -q -b main .
git config user.name try && git config user.email try@localhost
cat >shop.py <<'CODE'
def label(name, quantity):
    return f"{quantity} × {name}"
CODE
cat >test_shop.py <<'CODE'
import unittest

import shop


class LabelTest(unittest.TestCase):
    def test_counts_pieces(self):
        self.assertEqual(shop.label("pear", 3), "3 × pear")
CODE
# The agent takes its time, so that its worker can be killed in the middle.
cat >assay.toml <<'CODE'
[[checks]]
title = "Unit tests"
command = "python3 -m unittest -v"

[agents.reader]
kind = "command"
program = ["sh", "-c", 'echo "Every criterion is met."; echo "$(printf %s "$1" | grep -o "CHECK-[a-z2-7]*" | head -1): pass"', "reader"]

[[agents.choose]]
agent = "reader"
kinds = ["checker"]

[[agents.choose]]
agent = "builder"

[agents.builder]
kind = "command"
program = ["sh", "-c", '''
sleep 5
cat >>shop.py <<'PY'


def ascii_label(name, quantity):
    return label(name, quantity).replace("×", "x")
PY
cat >>test_shop.py <<'PY'

    def test_ascii(self):
        self.assertEqual(shop.ascii_label("fig", 2), "2 x fig")
PY
echo Done.
''']
CODE
cat >"$scratch/plan.toml" <<'PLAN'
title = "Labels for old printers"
[[tasks]]
name = "Write labels in plain ASCII"
instructions = "Add a function ascii_label() that writes x for ×. label() stays as it is."
acceptance_criteria = "`python3 -m unittest` passes with a test for ascii_label"
files_modified = ["shop.py", "test_shop.py"]
PLAN
printf '__pycache__/\n' >.gitignore
git add . && git commit -qm 'A shop that labels its boxes'

bold '1. PostgreSQL, for this sample alone:'
sh "$here/postgres/server.sh" "$scratch/pg" >"$scratch/postgres.log" 2>&1 &
postgres=$!
started="$postgres"
is_up() {
  kill -0 "$postgres" 2>/dev/null || fail "PostgreSQL did not start: $(cat "$scratch/postgres.log")"
  grep -qs ready "$scratch/pg/data/postmaster.pid"
}
within 60 'the start of PostgreSQL' is_up
export ASSAY_STORE_URL="postgresql:///postgres?host=$scratch/pg&user=assay&schema=shop"
"$assay" init >/dev/null
"$assay" store check | indent
echo

bold '2. Two servers and a worker, which takes the task of a mission:'
for number in 1 2; do
  "$assay" serve --port 0 >"$scratch/serve-$number.log" 2>&1 &
  started="$started $!"
done
mission=$("$assay" mission new 'Old printers know no ×. Keep label() as it is.' --mode autopilot --json |
  sed -n 's/^ *"id": "\(mission-[a-z0-9]*\)",$/\1/p' | head -1)
"$assay" plan "$mission" --file "$scratch/plan.toml" >/dev/null
"$assay" worker --jobs 1 >"$scratch/worker-1.log" 2>&1 &
first=$!
started="$started $first"
within 60 'the start of the task' grep -qs '^▶ Write labels' "$scratch/worker-1.log"
indent <"$scratch/worker-1.log"
echo

bold '3. That worker is killed; a second one takes over what it had in hand:'
kill -9 "$first"
"$assay" worker --jobs 1 >"$scratch/worker-2.log" 2>&1 &
started="$started $!"
is_ready() { "$assay" mission show "$mission" --json | grep -q '"status": "ready_to_land"'; }
within 300 'the end of the mission' is_ready
indent <"$scratch/worker-2.log"
echo

bold '4. Both servers say the same of it:'
token=$("$assay" token new --name try-fleet --role viewer --json | sed -n 's/^ *"token": "\(.*\)",*$/\1/p')
for number in 1 2; do
  address=$(grep -o 'http://127.0.0.1:[0-9]*' "$scratch/serve-$number.log" | head -1)
  status=$(curl -sS --max-time 20 -H "Authorization: Bearer $token" "$address/api/missions/$mission" |
    grep -o '"status": *"ready_to_land"' | head -1)
  [ -n "$status" ] || fail "the server at $address does not know the mission as ready to land"
  echo "    $address  $mission $status"
done
echo

bold '5. It lands, and its history is whole:'
"$assay" land "$mission" | indent
"$assay" audit verify | indent
"$assay" store check | indent
