# Every machine output, and explain.
# shellcheck shell=sh
diff='diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -1 +1 @@
-x = 1
+x = 2
'
failing() { assay check --task x --diff "$diff" --verify-logs "FAILED tests/test_a.py::test_b - AssertionError
1 failed, 3 passed in 0.10s" "$@"; }

t "--full says rules and places, and fits its schema"
doc=full
failing --full
expect .contract.verdict block_pr
expect_rule log.pytest.failed
expect '.findings[0].spans[0].line' 1
expect '.runners[0].runner' pytest
expect '.runners[0].failed' 1
expect .diff.files 1

t "--sarif"
failing --sarif s.json
expect .verdict block_pr
expect_that "version" jq -e '.version == "2.1.0" and .runs[0].results[0].level == "error"' s.json
doc=
failing --sarif -
expect .version 2.1.0

t "--junit is well-formed and escapes"
doc=
assay check --task x --diff "$diff" --verify-logs 'FAILED tests/t.py::test_<b>&"q" - ]]> oops
1 failed in 0.1s' --junit j.xml
expect_that "well-formed" python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("j.xml")'
expect_that "one failure" grep -q 'failures="1"' j.xml
assay check --task x --diff "$diff" --verify-logs "all tests passed" --junit j.xml
expect_that "none" grep -q 'failures="0"' j.xml

t "--gitlab has stable fingerprints"
failing --gitlab one.json
failing --gitlab two.json
expect_that "same" cmp one.json two.json
expect_that "fields" jq -e '.[0] | has("description") and has("check_name") and has("fingerprint") and .severity == "blocker" and (.location.lines.begin >= 1)' one.json

t "GitHub annotations go to standard error, the summary to its file"
GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$PWD/summary.md run_program "$ASSAY" check --task x --diff "$diff" --verify-logs "1 failed, 3 passed in 0.1s"
expect .verdict block_pr
expect_err "::error title=assay%3A log.pytest.failed::"
expect_that "summary" grep -q '# Verdict: block_pr' summary.md
verifier check --task x --diff "$diff" --verify-logs "1 failed, 3 passed in 0.1s" --github
expect_err "::error"

t "a log line cannot forge a workflow command"
assay check --github --task x --diff "$diff" --verify-logs "FAILED tests/a.py::test_x
::set-env name=PATH::evil
%0A::error::forged
1 failed in 0.1s"
expect_that "each line is ours" sh -c '! grep -v "^::\(error\|warning\) " ../err'
expect_not "forged" grep -q '^::set-env' ../err

t "explain shows the latest run, a run by prefix, a folder and a file"
doc=
repo && git switch -qc w && echo two >>a.txt
"$ASSAY" check --intent x --verify-command "echo 'FAILED t.py::test_q'; exit 1" >../first 2>../err
assay explain
expect_exit 0
expect_out "run.failed"
expect_out "t.py::test_q"
id=$(jq -r .run.id ../first)
assay explain "$id"
expect_out "run.failed"
assay explain ".verifier/runs/$id"
expect_out "run.failed"
assay explain ".verifier/runs/$id/assay.json"
expect_out "run.failed"
assay explain --json
expect_that "JSON" jq . ../out

t "explain: nothing there, not such a document"
doc=
assay explain
expect_exit 2
expect_err "assay check"
echo '{}' >x.json
assay explain x.json
expect_exit 2
expect_err "x.json is not a document"

t "terminal controls in evidence never reach a terminal"
doc=
repo && git switch -qc w && echo two >>a.txt
"$ASSAY" check --intent x --verify-command "printf 'FAILED a.py::test_\\033[31mred\\033]0;title\\007\\n1 failed in 0.1s\\n'; exit 1" >../first 2>../err
assay explain
expect_not "escape" grep -q "$(printf '\033')" ../out
expect_not "bell" grep -q "$(printf '\007')" ../out

t "schema prints, lists and validates"
doc=
assay schema
expect_out verdict
assay schema verdict
expect_that "JSON" jq . ../out
assay schema nothing
expect_exit 2
echo '{"schemaVersion":1}' >x.json
assay schema verdict --validate x.json
expect_exit 1
expect_out "missing"

t "the same evidence gives the same verdict"
doc=full
failing --full --pretty
cp ../out ../again
failing --full --pretty
expect_that "same bytes" cmp ../out ../again

t "a piece that no test judges stands at its lines in every list of places"
repo
printf 'def total(prices):\n    return sum(prices)\n' >shop.py
printf 'import unittest\nfrom shop import total\n\n\nclass ShopTest(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total([1, 2]), 3)\n' >test_shop.py
git add . && git commit -qm shop
printf 'def total(prices):\n    if min(prices) < 0:\n        raise ValueError("negative price")\n    whole = sum(prices)\n    return whole * 0.9 if whole > 100 else whole\n' >shop.py
printf '\n    def test_discount(self):\n        self.assertEqual(total([200]), 180)\n' >>test_shop.py
doc=
assay check --intent "Totals above 100 get a discount of 10 percent, and negative prices are refused." --verify-command "python3 -m unittest -v" --sarif ../s.json --gitlab ../g.json --junit ../j.xml --github
expect_that "SARIF" jq -e '[.runs[0].results[] | select(.ruleId == "proof.unproven" and .level == "warning")] | length == 1 and (.[0].message.text | test("goes unnoticed")) and (.[0].locations[0].physicalLocation | .artifactLocation.uri == "shop.py" and .region.startLine == 2 and .region.endLine == 5)' ../s.json
expect_that "GitLab" jq -e '[.[] | select(.check_name == "proof.unproven")] | length == 1 and .[0].location == {"path": "shop.py", "lines": {"begin": 2, "end": 5}}' ../g.json
expect_that "JUnit" python3 -c '
import xml.etree.ElementTree as x
case = x.parse("../j.xml").find(".//testcase[@name=\"proof.unproven\"]")
assert case.get("file") == "shop.py" and case.get("line") == "2" and case.find("failure") is None, x.tostring(case)'
expect_err "::warning file=shop.py,line=2,endLine=5,title=assay%3A proof.unproven::No test judges this piece of the change: "
