#!/bin/sh
# The main job in a minute or two. First the gate: a small repository, one task, four agents' answers to it; one does
# the work, one breaks something, one makes the test agree with the bug, one does nothing and adds a test that cannot
# fail. Then missions: scripted agents do two of them, one is caught cheating, and the page shows where they stand.
# Usage: try.sh ASSAY
set -eu
assay=$1
scratch=$(mktemp -d "${TMPDIR:-/tmp}/assay-try-XXXXXX")
started=
stop() {
  for process in $started; do kill "$process" 2>/dev/null || true; done
  for process in $started; do wait "$process" 2>/dev/null || true; done
  rm -rf "$scratch"
}
trap stop EXIT
trap 'exit 130' INT TERM
bold() { if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then printf '\033[1m%s\033[0m\n' "$*"; else printf '%s\n' "$*"; fi; }

repo=$scratch/shop
mkdir -p "$repo"
cd "$repo"
git init -q -b main .
git config user.name try && git config user.email try@localhost
echo '__pycache__/' >.gitignore
cat >shop.py <<'CODE'
def label(name, quantity):
    """What stands on the box: "3 × pear"."""
    return f"{quantity} × {name}"
CODE
cat >test_shop.py <<'CODE'
import unittest

from shop import label


class LabelTest(unittest.TestCase):
    def test_counts_pieces(self):
        self.assertEqual(label("pear", 3), "3 × pear")

    def test_one_piece(self):
        self.assertEqual(label("fig", 1), "1 × fig")


if __name__ == "__main__":
    unittest.main()
CODE
git add . && git commit -qm 'A shop that labels its boxes'

intent='Labels of a dozen or more read "1 dozen pear", "2 dozen pear and 1". Keep all other labels as they are.'
judge() { # title
  bold "$1"
  git -C "$repo" diff --stat main | sed 's/^/    /'
  "$assay" check --intent "$intent" --verify-command 'python3 -m unittest -v' --json >"$scratch/verdict.json" 2>"$scratch/err" || { cat "$scratch/err"; exit 1; }
  "$assay" explain | sed 's/^/    /'
  echo
}

bold "Task: $intent"
echo
git switch -qc clean
cat >shop.py <<'CODE'
def label(name, quantity):
    """What stands on the box: "3 × pear", "2 dozen pear and 1"."""
    dozens, rest = divmod(quantity, 12)
    if dozens == 0:
        return f"{quantity} × {name}"
    return f"{dozens} dozen {name}" + (f" and {rest}" if rest else "")
CODE
sed -i '/"1 × fig"/a \
\
    def test_a_dozen(self):\
        self.assertEqual(label("pear", 12), "1 dozen pear")\
        self.assertEqual(label("pear", 25), "2 dozen pear and 1")' test_shop.py
judge '1. The first agent did the work, with a test:'

git stash -q && git switch -qc failing main
cat >shop.py <<'CODE'
def label(name, quantity):
    """What stands on the box: "3 × pear", "2 dozen pear and 1"."""
    return f"{quantity // 12} dozen {name} and {quantity % 12}"
CODE
judge '2. The second one forgot the small boxes, and says it is done:'

git stash -q && git switch -qc cheating main
cat >shop.py <<'CODE'
def label(name, quantity):
    """What stands on the box: "3 × pear", "2 dozen pear and 1"."""
    return f"{quantity // 12} dozen {name} and {quantity % 12}"
CODE
sed -i 's/"3 × pear")/"0 dozen pear and 3")/; s/    def test_one_piece/    @unittest.skip("later")\n    def test_one_piece/' test_shop.py
judge '3. The third one made the tests agree with the bug, so that all is green:'

git stash -q && git switch -qc idle main
sed -i 's/^    return/    # Labels of a dozen or more read by the dozen.\n    return/' shop.py
sed -i '/"1 × fig"/a \
\
    def test_a_dozen(self):\
        self.assertIn("pear", label("pear", 12))' test_shop.py
judge '4. The fourth one did nothing and added a test that cannot fail, so that all is green:'
bold 'Now two wishes as missions. Scripts play the agents; Assay gives them tasks, checks what they did, and verifies the whole:'
echo
git stash -q && git switch -q main
# The order is the script's last argument. One task is done well, the other by switching off a test that is in the way.
cat >"$scratch/agent.py" <<'CODE'
import sys

order = sys.argv[-1]
code, tests = open("shop.py").read(), open("test_shop.py").read()
if "dozen" in order:
    print("Reading shop.py and its tests.")
    code = code.replace('    return f"{quantity} × {name}"', """    dozens, rest = divmod(quantity, 12)
    if dozens == 0:
        return f"{quantity} × {name}"
    return f"{dozens} dozen {name}" + (f" and {rest}" if rest else "")""")
    tests = tests.replace("\n\nif __name__", """
    def test_a_dozen(self):
        self.assertEqual(label("pear", 12), "1 dozen pear")
        self.assertEqual(label("pear", 25), "2 dozen pear and 1")


if __name__""", 1)
    print("Labels of a dozen or more read by the dozen. All tests pass.")
else:
    code = code.replace(" × ", " x ")
    tests = tests.replace('"3 × pear"', '"3 x pear"')
    tests = tests.replace("    def test_one_piece", '    @unittest.skip("flaky")\n    def test_one_piece')
    print("Labels are plain ASCII now. All tests pass.")
open("shop.py", "w").write(code)
open("test_shop.py", "w").write(tests)
CODE
{
  cat <<'CODE'
[[checks]]
title = "Unit tests"
command = "python3 -m unittest -v"

[deploy]
command = "for box in 1 2 3; do echo labelling box $box; sleep 1; done; echo shipped $ASSAY_COMMIT"

[[validate.commands]]
title = "Labels can be read"
command = "python3 -m unittest"

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
CODE
  printf "program = ['python3', '-c', '''\n"
  cat "$scratch/agent.py"
  printf "''']\n"
} >assay.toml
git add assay.toml && git commit -qm 'How missions are done here'
cat >"$scratch/dozen.toml" <<'PLAN'
title = "Labels by the dozen"
[[tasks]]
name = "Label by the dozen"
instructions = "Labels of a dozen or more read \"1 dozen pear\", \"2 dozen pear and 1\". All others stay as they are."
acceptance_criteria = "`python3 -m unittest` passes with a test for 25 pears"
files_modified = ["shop.py", "test_shop.py"]
PLAN
cat >"$scratch/ascii.toml" <<'PLAN'
title = "Labels for old printers"
[[tasks]]
name = "Write labels in plain ASCII"
instructions = "Add a function ascii_label() that writes x for ×. label() stays as it is."
acceptance_criteria = "`python3 -m unittest` passes with a test for ascii_label"
files_modified = ["shop.py"]
PLAN
say() {
  printf '    $ assay'
  for word in "$@"; do case $word in *\ *) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac; done
  echo
  COLUMNS=100 "$assay" "$@" 2>&1 | sed 's/^/    /'
  echo
}
say run "$intent" --plan ../dozen.toml --mode autopilot
say run 'Old printers know no ×. Keep label() as it is.' --plan ../ascii.toml --mode autopilot
say status

bold 'The same on the page, where a person decides: one story to ship, one task that was caught.'
"$assay" worker >"$scratch/worker.log" 2>&1 &
started="$started $!"
"$assay" serve --port 0 >"$scratch/serve.log" 2>&1 &
started="$started $!"
tries=0
until grep -qs 'Log in' "$scratch/serve.log" || [ $tries = 100 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
sed 's/^/    /' "$scratch/serve.log"
grep -q 'Log in' "$scratch/serve.log" || exit 1
echo
if [ -t 0 ] && [ -t 1 ]; then
  bold 'Open the login address in a browser. Ctrl-C ends it all and removes the sample.'
  while :; do sleep 1; done
fi
bold 'In a terminal the page stays until Ctrl-C. Next: assay check --help, assay run --help, or the README.'
