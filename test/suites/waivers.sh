# Rules switched off and findings waived: in the base's assay.toml, on the command line, in a mission. No change waives
# itself, and no agent does it for one.
# shellcheck shell=sh disable=SC2154
. "$HERE/verify_verbs.sh"

# A work tree whose change switches a test off in two files.
skipping() {
  repo 2>/dev/null
  mkdir -p a b
  for folder in a b; do
    cat >$folder/sum.test.js <<'JS'
const test = require('node:test');
const assert = require('node:assert');
test('adds', () => { assert.equal(1 + 2, 3); });
JS
  done
  [ $# = 0 ] || printf '%b' "$1" >assay.toml
  git add . && git commit -qm tests
  sed -i "s/^test('adds'/test.skip('adds'/" a/sum.test.js b/sum.test.js
}
check() {
  doc=full
  assay check --full --intent "Speed up the suite" --verify-command "node --test" "$@"
}
rules() { jq -r '[.findings[] | select(.severity == "must_fix") | .rule] | join(" ")' ../out; }
waive_in() { printf '[[waive]]\\nrule = "%s"\\npath = "%s"\\nreason = "no GPU here"\\nby = "anna"\\nuntil = "%s"\\n' "$1" "$2" "$3"; }

t "without a word it blocks, and the finding has a name"
skipping
check
expect '.contract.verdict' block_pr
expect '[.findings[] | select(.rule == "tests.skipped") | .id | test("^f-[0-9a-f]{12}$")] | first' true
id=$(jq -r '[.findings[] | select(.rule == "tests.skipped") | .id] | first' ../out)
sed -i '1i // a line above' a/sum.test.js
check
expect '[.findings[] | select(.rule == "tests.skipped") | .id] | first' "$id"

t "a rule that the base switches off does not count, and is counted"
skipping '[rules]\ntests.skipped = "off"\ntests.skipped-now = "off"\ntests.not-run = "off"\n'
check
expect '[.findings[].rule] | index("tests.skipped")' null
expect '[.switched_off[].rule] | index("tests.skipped") != null' true

t "another severity, and files that a rule does not look at"
skipping '[rules]\n"tests.*" = "note"\n'
check
expect '[.findings[] | select(.rule == "tests.skipped") | .severity] | first' note
skipping '[rules]\n"tests.*" = { ignore = ["a/**", "b/**"] }\n'
check
expect '[.findings[].rule] | index("tests.skipped")' null

t "a rule that says that a run failed cannot be switched off; an unknown one names the nearest"
skipping '[rules]\n"run.*" = "off"\n'
check
expect_exit 2
expect_err "run.failed cannot be switched off"
skipping '[rules]\ntests.skiped = "off"\n'
check
expect_exit 2
expect_err "did you mean tests.skipped?"

t "a waiver of the base takes its files and leaves the others"
skipping "$(waive_in tests.skipped 'a/**' 2999-12-31)"
check
expect '.waived | length >= 1' true
expect '.waived[0].waiver.by' anna
expect '.waived[0].waiver.reason' "no GPU here"
expect '[.findings[] | select(.rule == "tests.skipped") | .spans[].path] | unique | join(" ")' b/sum.test.js
expect '.contract.verdict' block_pr
expect '.contract.summary | contains("waived")' true

t "an expired one has no effect and is named"
skipping "$(waive_in tests.skipped 'a/**' 2020-01-31)"
check
expect '.waived | length' 0
expect '[.findings[] | select(.rule == "waiver.expired") | .severity] | first' note

t "the change cannot bring its own rules, waivers or marks"
skipping
printf '[rules]\n"tests.*" = "off"\ninline = true\n[[waive]]\nrule = "tests.skipped"\nreason = "x"\nby = "agent"\nuntil = "2999-12-31"\n' >assay.toml
sed -i 's|^test.skip|// assay: allow tests.skipped I say so\ntest.skip|' a/sum.test.js b/sum.test.js
check
expect '.waived | length' 0
expect '.switched_off | length' 0
expect '[.findings[] | select(.rule == "tests.skipped") | .severity] | first' must_fix
expect '[.findings[].rule] | index("waiver.by-the-change") != null' true
skipping '[rules]\ninline = true\n'
printf '[rules]\n"tests.*" = "off"\n' >assay.toml
check
expect '[.findings[] | select(.rule == "tests.skipped") | .severity] | first' must_fix
expect '[.findings[].rule] | index("config.policy-changed") != null' true

t "a person waives on the command line, with a reason and by name"
skipping
git config user.name Anna
check --waive tests.skipped --waive tests.skipped-now --waive tests.not-run --reason "The GPU is gone until May"
expect '[.waived[] | select(.rule == "tests.skipped") | .waiver.by] | first' person:Anna
expect '[.findings[] | select(.rule == "tests.skipped")] | length' 0
expect '.contract.must_fix | length' 0
for bad in "tests.skipped" "tests.skiped" "tests.skipped:**" "context.no-diff" "*" "f-1" ""; do
  reason="agreed"
  [ "$bad" = tests.skipped ] && reason="  "
  check --waive "$bad" --reason "$reason"
  expect_exit 2
done
check --waive tests.skipped
expect_exit 2
expect_err "needs reason"
check --waive tests.skipped --reason "$(printf 'a\033[2Jb')"
expect_exit 2
expect_err "control characters"
check --waive tests.skipped --reason "$(head -c 600 /dev/zero | tr '\0' x)"
expect_exit 2
check --waive risk.auth --reason "just in case"
expect '[.findings[] | select(.rule == "waiver.unused")] | length' 1
verifier check --base HEAD --waive tests.skipped --reason x
expect_exit 2

t "every report shows it"
skipping
doc=
assay check --intent x --verify-command true --waive tests.skipped --reason "agreed with <Bea>" --sarif ../sarif --junit ../junit --markdown
expect_out "## Waived"
expect_that "SARIF suppresses it" jq -e '[.runs[0].results[] | select(.ruleId == "tests.skipped") | .suppressions[0] | select(.kind == "external" and (.justification | contains("agreed with <Bea>")))] | length == 1' ../sarif
expect_that "JUnit skips it" grep -q '<skipped message="waived.*agreed with &lt;Bea&gt;' ../junit
assay explain
expect_out "waived (must fix) by person:"

t "a baseline: what is there is known, what comes later counts"
skipping
check --write-baseline ../known.json
expect_that "it fits its schema" "$ASSAY" schema baseline --validate ../known.json
check --baseline ../known.json
expect '[.findings[] | select(.rule == "tests.skipped")] | length' 0
expect '[.known[].rule] | index("tests.skipped") != null' true
mkdir c && sed "s/adds/subtracts/" a/sum.test.js >c/sum.test.js
git add c && git commit -qm c -- c && sed -i "s/^test('sub/test.skip('sub/" c/sum.test.js
printf 'test.skip("more", () => {});\n' >>a/sum.test.js
check --baseline ../known.json
expect '[.findings[] | select(.rule == "tests.skipped") | .spans[].path] | index("b/sum.test.js")' null

t "a baseline in the work tree is read from the base"
skipping
check --write-baseline known.json
check --baseline known.json
expect_exit 2
expect_err "not part of the base"

# ---- missions

gate_finding() { jq -r '[.checks[].findings[] | select(.severity == "must_fix") | .id] | first' ../out; }
blocked_mission() {
  checked_repo
  mkdir -p test && printf 'def test_a():\n    assert 1 + 1 == 2\n' >test/test_a.py && git add . && git commit -qm more
  mission_of 'git rm -q test/test_a.py; echo x >other'
  doc_verify
}

t "a person waives a finding of the gate; the mission goes on, and the report says who"
blocked_mission
expect .outcome failed
status_is blocked
id=$(gate_finding)
expect_that "it has an id" sh -c "echo '$id' | grep -qE '^f-[0-9a-f]{12}$'"
doc=waived
assay waive "$mission" "$id" --reason "Moved to the other repository" --json
expect_exit 0
expect '.waivers[0].reason' "Moved to the other repository"
status_is awaiting_acceptance
doc_verify
expect .outcome passed
expect '[.checks[].waived // [] | .[].waiver.origin] | unique | join(" ")' mission
expect '[.checks[].waived // [] | .[].waiver.by] | first | test("^person:")' true
status_is ready_to_land
doc=log
assay log --json
expect '[.checkpoints[] | select(.title | test("^Waived: finding f-"))] | length' 1
doc=
assay verify
expect_out "waived (must fix) by person:"
assay land
expect_exit 0
expect_that "it is attested" sh -c "git notes --ref=assay show main | jq -r .payload | base64 -d | grep -q 'Moved to the other repository'"

t "what is not of this mission, has no reason or no finding is refused"
blocked_mission
id=$(gate_finding)
first=$mission
mission_title="Another" mission_of 'echo y >third'
doc=error
assay waive "$mission" "$id" --reason x --json
expect_exit 2
assay waive "$first" f-000000000000 --reason x --json
expect_exit 2
assay waive "$first" "$id" --json
expect_exit 2
assay waive "$first" "$id" --reason "" --json
expect_exit 2
assay waive "$first" "tests.deleted:**" --reason x --json
expect_exit 2
doc=
assay waive "$first" "$id" --reason "agreed"
expect_exit 0
assay waive "$first" "$id" --reason "agreed"
expect_exit 2
expect_err "waived already"

t "agents have no tool for it"
blocked_mission
id=$(gate_finding)
cat >../messages <<TEXT
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"waive","arguments":{"mission":"$mission","what":"$id","reason":"I am an agent"}}}
TEXT
doc=
assay mcp --operator <../messages
expect_that "it is not listed" test "$(jq -r 'select(.id == 2) | [.result.tools[].name] | index("waive")' ../out)" = null
expect_that "it is not called" test "$(jq -r 'select(.id == 3) | .error.code' ../out)" = -32602
doc_verify
expect .outcome failed

t "a finding in a diff that is handed over is waived by a person, with a reason"
skipping
git diff >../change.patch
given() { assay check --task "Speed up the suite" --diff-file ../change.patch "$@" --json; }
doc=verdict
given
expect '[.must_fix[] | select(.message | contains("switched off"))] | length' 1
given --waive tests.skipped
expect_exit 2
expect_err "--reason TEXT"
given --waive "tests.*" --reason "no GPU here"
expect_exit 0
expect '.must_fix | length' 0
expect '.summary | contains("waived")' true
given --baseline known.json
expect_exit 2
