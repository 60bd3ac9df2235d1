# assay calibrate: past commits made into variants that the gate must refuse, on a small history in Python.
# shellcheck shell=sh
commit() { git add -A && git commit -qm "$1"; }

# Three commits that bring source and tests, one without tests, one of documents.
history() {
  git init -q -b main .
  write shop.py <<'END'
def subtotal(prices):
    return sum(prices)
END
  write test_shop.py <<'END'
import unittest

import shop


class ShopTest(unittest.TestCase):
    def test_subtotal(self):
        self.assertEqual(shop.subtotal([1, 2]), 3)

    def test_subtotal_of_nothing(self):
        self.assertEqual(shop.subtotal([]), 0)


if __name__ == "__main__":
    unittest.main()
END
  commit "Add a shop"
  printf '\n\ndef discount(total):\n    if total > 100:\n        return total - 10\n    return total\n' >>shop.py
  add_test 'test_discount' 'shop.discount(110), 100' 'shop.discount(100), 100' 'shop.discount(101), 91'
  commit "Add a discount of 10 for totals above 100"
  echo "A shop." >README.md
  commit "Describe the shop"
  printf '\n\ndef shipping(total):\n    if total >= 50:\n        return 0\n    return 5\n' >>shop.py
  add_test 'test_shipping' 'shop.shipping(50), 0' 'shop.shipping(49), 5'
  commit "Ship for free from 50 on, else for 5"
}
# add_test NAME "actual, expected"...: in front of unittest.main()
add_test() {
  python3 - "$@" <<'END'
import sys
name, pairs = sys.argv[1], sys.argv[2:]
text = open("test_shop.py").read()
test = f"    def {name}(self):\n" + "".join(f"        self.assertEqual({p})\n" for p in pairs) + "\n"
head, tail = text.split("\n\nif __name__")
open("test_shop.py", "w").write(head.rstrip("\n") + "\n\n" + test + "\n\nif __name__" + tail)
END
}
run_tests="python3 -m unittest -v"
kind() { jq -r --arg k "$1" ".kinds[] | select(.kind == \$k) | $2" ../out; }
expect_kind() {
  got=$(kind "$1" "$2")
  [ "$got" = "$3" ] || wrong "$2 of $1 is '$got', expected '$3'"
}
as_it_is() { git status --porcelain; git rev-parse HEAD; git for-each-ref; git stash list; cksum .git/index .git/config; git count-objects; }

t "honest commits pass, variants do not, and nothing of the person's is touched"
doc=calibration
history
echo mine >>README.md
echo mine >mine.txt
as_it_is >../before
assay calibrate --commits 2 --verify-command "$run_tests" --json
expect_exit 0
expect .taken 2
expect .looked_at 3
expect .end complete
expect '[.left_out[] | select(.why == "it brings no tests") | .commits] | add' 1
expect_kind honest .made 2
expect_kind honest .blocked 0
for each in nothing_done untested broken test_deleted assertion_weakened skip_added value_rewritten; do
  expect_kind $each .made 2
  expect_kind $each .wrong 0
done
expect '.of == 14 and .caught == ([.kinds[] | select(.kind != "honest") | .right] | add)' true
outcome=$(jq -r '"\(100 * .caught / .of | floor) % of 14 caught"' ../out)
expect '[.variants[] | select(.kind == "test_deleted") | .edit] | unique | join(" ")' "deletes test_subtotal"
expect '[.variants[] | select(.kept)] | length' 0
as_it_is >../after
expect_that "checkout, index, refs and objects are as before" cmp ../before ../after
expect_that "no folder is left" sh -c 'test -z "$(ls -d "${TMPDIR:-/tmp}"/assay-calibrate* 2>/dev/null)"'
expect_that "no folder of the scratch repository is left" test "$(find "$HOME/.local/state/assay" -mindepth 1 -maxdepth 1 -type d | wc -l)" = 1
expect_that "progress is told" grep -q "untested" ../err

assay calibrate --commits 2 --verify-command "$run_tests" --json
expect_exit 0
expect '[.variants[] | select(.kept | not)] | length' 0
expect .of 14

assay calibrate --last --json --shield ../gate.svg
expect_exit 0
expect .taken 2
expect_that "the shield says so" grep -q "$outcome" ../gate.svg
expect_that "the shield is XML" python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' ../gate.svg
assay calibration
expect_exit 0
expect_out "gate: $outcome"
expect_out "a test deleted"
doc=doctor
assay doctor
expect_out "$outcome, 0 of 2 honest blocked"

t "before the first run doctor and --last say what to run"
doc=calibration
history
assay calibrate --last
expect_exit 2
expect_err "run \`assay calibrate\`"
doc=doctor
assay doctor
expect_out "never: run \`assay calibrate\`"

t "a gate that proves nothing misses more, and says what to set"
doc=calibration
history
printf '[proof]\nlevel = "off"\n' >assay.toml
assay calibrate --commits 1 --verify-command "$run_tests" --json
expect_exit 0
expect_kind broken .wrong 1
expect '[.advice[] | select(contains("level = \"full\""))] | length' 1

t "Ctrl-C keeps what was measured and leaves nothing behind"
doc=
history
mkdir -p ../tmp
TMPDIR=$PWD/../tmp "$ASSAY" calibrate --commits 2 --verify-command "$run_tests" --json >../out 2>../err &
pid=$!
while ! grep -q nothing_done ../err 2>/dev/null; do kill -0 $pid 2>/dev/null || break; done
kill -INT $pid
wait $pid
status=$?
expect_exit 2
expect .end interrupted
expect '[.variants[] | select(.kind == "honest")] | length' 1
expect_that "no folder is left" test -z "$(ls ../tmp | grep -v "^assay-$(id -u)\$")" # where sandboxes are built
expect_not "a process is left" pgrep -f "$PWD/../tmp/assay-calibrate"
doc=calibration
assay calibrate --commits 2 --verify-command "$run_tests" --json
expect_exit 0
expect '[.variants[] | select(.kept)] | length > 0' true
expect_kind honest .made 2

t "a history without commits of use"
doc=calibration
repo
echo two >>a.txt && commit "Append a line"
assay calibrate --json
expect_exit 1
expect .taken 0
expect .looked_at 2
"$ASSAY" calibrate --last >../out 2>../err
expect_that "nothing is kept of it" grep -q "nothing was calibrated" ../err

t "commits whose tests fail are left out, and their reason is counted"
doc=calibration
history
assay calibrate --commits 1 --verify-command "$run_tests; false" --json
expect_exit 1
expect .taken 0
expect '[.left_out[] | select(.why == "its commands are not green here") | .commits] | add' 2

t "a commit that cannot be laid out is left out, and the others are measured"
doc=calibration
history
git update-index --add --cacheinfo 160000,1234567890123456789012345678901234567890,module
git commit -qm "Add a module"
printf '\n\ndef gift(total):\n    return total > 500\n' >>shop.py
add_test 'test_gift' 'shop.gift(501), True' 'shop.gift(500), False'
git add shop.py test_shop.py && git commit -qm "Add a gift for totals above 500"
git rm -q --cached module && git commit -qm "Remove the module"
assay calibrate --commits 1 --verify-command "$run_tests" --json
expect_exit 0
expect .taken 1
expect '[.left_out[] | select(.why | startswith("it could not be checked: the submodule module"))] | length' 1

t "what cannot be calibrated is an error"
doc=
assay calibrate
expect_exit 2
expect_err "not a git work tree"
git init -q .
assay calibrate
expect_exit 2
expect_err "no commit yet"
echo one >a.txt && commit base
assay calibrate --since nowhere
expect_exit 2
expect_err "nowhere"
assay calibrate --commits 0
expect_exit 2
expect_err "--commits"
assay calibrate extra
expect_exit 2
expect_err "unexpected argument extra"
