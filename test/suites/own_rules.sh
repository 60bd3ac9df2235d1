# Rules that a repository wrote for itself: .assay/rules of the base, and the commands that write, try and show them.
# shellcheck shell=sh disable=SC2154
. "$HERE/verify_verbs.sh"

# A rule against print() in the base, and a change that the arguments make. $1: severity.
with_rule() {
  repo 2>/dev/null
  mkdir -p .assay/rules src
  rule "${1:-must_fix}" >.assay/rules/no-print.toml
  printf 'def total(items):\n    return sum(items)\n' >src/cart.py
  git add . && git commit -qm base
}
rule() {
  cat <<TOML
id = "own.no-print"
message = "print() in the product"
advice = "Use the logger"
severity = "$1"
[[pattern]]
on = "added"
code = 'print(\$...)'
[[case]]
expect = "found"
path = "src/a.py"
diff = '+print(1)'
[[case]]
expect = "silent"
path = "src/a.py"
diff = '+log(1)'
TOML
}
prints() { printf 'def total(items):\n    print(items)\n    return sum(items)\n' >src/cart.py; }
check() {
  doc=full
  assay check --full --intent "Make the cart faster" --verify-command true "$@"
}

t "a rule of the base finds what the change adds, with its words and its place"
with_rule
prints
check
expect '[.findings[] | select(.rule == "own.no-print") | .message] | first' "print() in the product. Use the logger."
expect '[.findings[] | select(.rule == "own.no-print") | .spans[0].path] | first' src/cart.py
expect '.contract.verdict' block_pr
assay explain
expect_that "it says: own.no-print" grep -q 'own.no-print' ../out
check --sarif ../out.sarif
mv ../out.sarif ../out
expect '[.runs[0].tool.driver.rules[] | select(.id == "own.no-print") | .shortDescription.text] | first' \
  "print() in the product. Use the logger."

t "what the change does to the rules has no effect on itself, and is a finding"
with_rule
prints
rm .assay/rules/no-print.toml
check
expect '[.findings[] | select(.rule == "own.no-print")] | length' 1
expect '[.findings[] | select(.rule == "config.policy-changed")] | length' 1

t "a rule that the change makes milder is as strict as before"
with_rule
prints
rule note >.assay/rules/no-print.toml
check
expect '[.findings[] | select(.rule == "own.no-print") | .severity] | first' must_fix

t "a rule that the change brings does not count yet"
repo 2>/dev/null
mkdir -p .assay/rules src
rule must_fix >.assay/rules/no-print.toml
prints
check
expect '[.findings[] | select(.rule == "own.no-print")] | length' 0
expect '[.findings[] | select(.rule == "config.policy-changed")] | length' 1

t "[rules], waivers and a baseline take it as they take ours"
with_rule
printf '[rules]\n"own.no-print" = "note"\n' >assay.toml
git add . && git commit -qm "a note"
prints
check
expect '[.findings[] | select(.rule == "own.no-print") | .severity] | first' note
printf '[rules]\n"own.*" = "off"\n' >assay.toml
git add assay.toml && git commit -qm "off"
check --base HEAD
expect '[.switched_off[].rule] | index("own.no-print") != null' true

t "a waiver and a baseline take it"
with_rule
prints
check --waive own.no-print:src/cart.py --reason "it is a trace"
expect '.waived | length' 1
expect '[.findings[] | select(.rule == "own.no-print")] | length' 0
check --write-baseline ../known.json
check --baseline ../known.json
expect '[.findings[] | select(.rule == "own.no-print")] | length' 0

t "a wrong rule of the base is an error with its place, never a rule that is off"
with_rule
printf 'id = "own.other"\nmessage = "x"\nseverity = "note"\n[[pattern]]\non = "added"\ncode = "f($x)"\n' >.assay/rules/other.toml
git add . && git commit -qm "a wrong one"
check
expect_exit 2
expect_err '.assay/rules/other.toml: line 6, column 11: "code": "$x" is no hole'
git rm -q --cached .assay/rules/other.toml && rm .assay/rules/other.toml
printf 'x' >.assay/rules/other.tml
git add . && git commit -qm "a wrong name"
check
expect_exit 2
expect_err 'ends in .toml'
git rm -q -f .assay/rules/other.tml
printf '[rules]\n"own.no-prnt" = "off"\n' >assay.toml
git add . && git commit -qm "a setting of nothing"
check
expect_exit 2
expect_err 'did you mean own.no-print?'

t "a rule is written, tried, listed and shown"
repo 2>/dev/null
assay rule new no-print
expect_exit 0
expect_file .assay/rules/no-print.toml
assay rule test
expect_exit 0
expect_that "it says: ok …own.no-print  2 cases" grep -q 'ok .*own.no-print  2 cases' ../out
assay rule new own.no-print
expect_exit 2
expect_err 'is there already'
assay rule new 'No Print'
expect_exit 2
expect_err 'small letters'
sed -i 's/expect = "silent"/expect = "found"/' .assay/rules/no-print.toml
assay rule test
expect_exit 1
expect_that "it says: is to be found, and nothing was" grep -q 'is to be found, and nothing was' ../out
doc=rule-test
assay rule test --json
expect_exit 1
expect '[.rules[0].cases[] | select(.finds != .found)] | length' 1
assay rule list --own
expect_that "it says: own.no-print …not in the base yet" grep -q 'own.no-print .*not in the base yet' ../out
git add .assay/rules && git commit -qm "a rule"
doc=rule-list
assay rule list --json
expect '[.rules[] | select(.rule == "own.no-print") | .state] | first' in_force
expect '[.rules[] | select(.rule == "tests.skipped") | .summary] | first' "a test that ran before is skipped"
assay rule show own.no-print
expect_that "it says: Use the logger" grep -q 'Use the logger' ../out
assay explain tests.skipped
expect_that "it says: What it finds" grep -q 'What it finds' ../out
assay rule show tests.skiped
expect_exit 2
expect_err 'did you mean tests.skipped?'

t "git sees the rules of a repository in which missions are kept"
repo 2>/dev/null
assay init
assay rule new no-print
git status --porcelain --untracked-files=all >../seen
expect_that "git sees the rule and nothing else" sh -c '[ "$(cat ../seen)" = "?? .assay/rules/no-print.toml" ]'
