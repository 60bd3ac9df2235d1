#!/bin/sh
# The main job in one minute: a small repository, one task, three agents' answers to it. One does
# the work, one breaks something, one makes the test agree with the bug. Usage: try.sh ASSAY
set -eu
assay=$1
scratch=$(mktemp -d "${TMPDIR:-/tmp}/assay-try-XXXXXX")
trap 'rm -rf "$scratch"' EXIT
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
bold 'The same wish as a mission: what "done" means, tasks, and a status that follows by itself:'
git stash -q && git switch -q main
say() {
  printf '    $ assay'
  for word in "$@"; do case $word in *\ *) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac; done
  echo
  COLUMNS=100 "$assay" "$@" 2>&1 | sed 's/^/    /'
  echo
}
say mission new "$intent" --title 'Labels by the dozen'
say task add 'Label by the dozen' --accept 'python3 -m unittest passes with a test for 25 pears'
task=$("$assay" complete -- task start '' | cut -f1)
say task start "$task"
say task ready "$task" --reason 'done in the branch clean'
say status
say task accept "$task" --reason 'looked at it'
say log
echo
bold 'Next: assay check --help, assay mission --help, or the README.'
