# `assay critic` on files: a plan, a diff, reports of critics, locked decisions.
# shellcheck shell=sh

plan_and_diff() {
  write PLAN.md <<'MD'
---
id: T-7
files_modified:
  - src/**
---
<success_criteria>
- SC-1: an unknown cart answers 404
  - test: test_unknown_cart
- SC-2: the handler returns 404
  - grep: return 404 in src/**
- SC-3: people are told why
</success_criteria>
MD
  write change.patch <<'DIFF'
diff --git a/src/cart.py b/src/cart.py
--- a/src/cart.py
+++ b/src/cart.py
@@ -1,2 +1,3 @@
 def cart(id):
-    return 200
+    # "no such cart" is the reason
+    return 404
DIFF
  printf 'tests/test_cart.py::test_unknown_cart PASSED\n=== 1 passed in 0.1s ===\n' >test.log
}
report() { # verdict of SC-3, evidence, findings
  cat <<JSON
{"critic":"critic","task_id":"T-7","round":${round:-1},"criteria":[
 {"id":"SC-1","claim":"","verdict":"Satisfied","evidence":"test_unknown_cart passes","missing_info":null},
 {"id":"SC-2","claim":"","verdict":"Satisfied","evidence":"src/cart.py:3 \`return 404\`","missing_info":null},
 {"id":"SC-3","claim":"","verdict":"$1","evidence":"$2","missing_info":null}],
 "findings":[${3:-}],"verdict":"${4:-passed}"}
JSON
}
critic() {
  doc=critic
  assay critic --plan PLAN.md --diff change.patch --json "$@"
}
verdict_of() { expect ".criteria[] | select(.id == \"$1\") | .verdict" "$2"; }

t "every criterion shown: passed, and the route is commit"
plan_and_diff
report Satisfied 'src/cart.py:2 `no such cart`' >r.json
critic --verify-logs test.log --report r.json
expect_exit 0
expect .verdict passed
expect .route commit
expect '.criteria | length' 3
expect '.criteria[0].citations[0].subject' 'tests/test_cart.py::test_unknown_cart'
expect '.criteria[1].citations[0].line' 3
expect '.findings | length' 0

t "without a report what only a reader can say is missing, and goes to the researcher"
plan_and_diff
critic --verify-logs test.log
expect_exit 1
verdict_of SC-3 Information-Missing
expect .route researcher
expect '.findings[0].category' information-missing
expect '.findings[0].raw.criterion_id' SC-3

t "satisfied without proof is unsatisfied"
plan_and_diff
report Satisfied 'looks fine' >r.json
critic --verify-logs test.log --report r.json
expect_exit 1
verdict_of SC-3 Unsatisfied
expect .route executor
report Satisfied 'src/cart.py:2 `another text`' >r.json
critic --verify-logs test.log --report r.json
verdict_of SC-3 Unsatisfied

t "a critic may lower a verdict and never raise one"
plan_and_diff
printf 'tests/test_cart.py::test_unknown_cart FAILED\n=== 1 failed in 0.1s ===\n' >test.log
report Satisfied 'src/cart.py:2 `no such cart`' >r.json
critic --verify-logs test.log --report r.json
verdict_of SC-1 Unsatisfied
expect .route executor

t "a missing, unknown or doubled criterion is an error of the critic, never a pass"
plan_and_diff
report Satisfied 'src/cart.py:2 `no such cart`' | jq 'del(.criteria[2])' >r.json
critic --verify-logs test.log --report r.json
expect_exit 1
expect .route stuck
expect '[.findings[].category] | index("critic-error") != null' true
report Satisfied 'src/cart.py:2 `no such cart`' | jq '.criteria += [{id:"SC-9",verdict:"Satisfied"}]' >r.json
critic --verify-logs test.log --report r.json
expect .route stuck
report Satisfied 'src/cart.py:2 `no such cart`' | jq '.criteria += [.criteria[0]]' >r.json
critic --verify-logs test.log --report r.json
expect .route stuck

t "another task's, round's or tree's report is refused"
plan_and_diff
report Satisfied x | jq '.task_id = "T-8"' >r.json
critic --report r.json
expect_exit 2
expect .error.code conflict
expect_err "T-8"
report Satisfied x >r.json
critic --report r.json --round 2
expect_exit 2
expect_err "round 1"
critic --report r.json --tree abc
expect_exit 2
expect_err "tree"

t "scope creep goes to the executor, a locked decision to the plan-checker"
plan_and_diff
cat >>change.patch <<'DIFF'
diff --git a/ci.yml b/ci.yml
--- a/ci.yml
+++ b/ci.yml
@@ -1 +1 @@
-a
+b
DIFF
report Satisfied 'src/cart.py:2 `no such cart`' >r.json
critic --verify-logs test.log --report r.json
expect .route executor
expect '.findings[0].category' scope-creep
expect '.findings[0].file' ci.yml
write decisions.toml <<'TOML'
[[decision]]
id = "D-4"
reason = "errors are values"
forbid.pattern = 'return 404'
TOML
critic --verify-logs test.log --report r.json --context decisions.toml
expect .route plan-checker
expect '[.findings[] | select(.category == "locked-decision-violation") | .raw.id][0]' D-4
expect '[.findings[] | select(.category == "locked-decision-violation") | .line][0]' 3

t "a question stops for a person; an unknown category ends it"
plan_and_diff
report Satisfied 'src/cart.py:2 `no such cart`' '{"category":"question-to-user","severity":"risk","remediation":"Ask.","question_to_user":"Which text?"},{"category":"style","severity":"nit","file":"src/cart.py","line":2,"remediation":"x"}' issues_found >r.json
critic --verify-logs test.log --report r.json
expect .route askuser
expect '.findings[0].raw.question_to_user' 'Which text?'
report Satisfied 'src/cart.py:2 `no such cart`' '{"category":"vibes","severity":"nit","remediation":"x"}' issues_found >r.json
critic --verify-logs test.log --report r.json
expect .route stuck
expect '.findings[0].severity' fail
expect '.findings[0].raw.category' vibes

t "the same findings twice, or the last round: stuck"
plan_and_diff
round=1 report Unsatisfied '' >r1.json
critic --verify-logs test.log --report r1.json
expect .route executor
cp ../out first.json
round=2 report Unsatisfied '' >r2.json
critic --verify-logs test.log --report r2.json --round 2
expect .route executor
critic --verify-logs test.log --report r2.json --round 2 --previous first.json
expect .route stuck
expect '.findings[0].category' stuck-detected
round=3 report Unsatisfied '' >r3.json
critic --verify-logs test.log --report r3.json --round 3
expect .route stuck
critic --verify-logs test.log --report r3.json --round 3 --max-rounds 4
expect .route executor

t "no success criteria: one finding, and it goes to the plan-checker"
plan_and_diff
printf '# Plan\n\nDo it.\n' >PLAN.md
critic
expect_exit 1
expect '.findings | length' 1
expect '.findings[0].category' unmet-criterion
expect '.findings[0].file' PLAN.md
expect .route plan-checker

t "two criteria with equal claims stay two"
plan_and_diff
printf '<success_criteria>\n- It answers 404\n- It answers 404\n</success_criteria>\n' >PLAN.md
critic
expect '.findings | length' 2

t "equal findings of several critics are one, confirmed by all of them"
plan_and_diff
f='{"category":"dead-code","severity":"%s","file":"%s","line":2,"remediation":"Remove it."}'
# shellcheck disable=SC2059
report Satisfied 'src/cart.py:2 `no such cart`' "$(printf "$f" nit src/cart.py)" issues_found >r1.json
# shellcheck disable=SC2059
printf '{"critic":"style","task_id":"T-7","round":1,"criteria":[],"findings":[%s],"verdict":"issues_found"}' "$(printf "$f" risk ./src/cart.py)" >r2.json
critic --verify-logs test.log --report r1.json --report r2.json
expect '.findings | length' 1
expect '.findings[0].severity' risk
expect '.findings[0].confirmed_by | join(",")' critic,style

t "plans as JSON and TOML, and what is wrong with them"
plan_and_diff
write plan.toml <<'TOML'
[[tasks]]
name = "one"
[[tasks.success_criteria]]
id = "SC-1"
claim = "src/cart.py changes"
evidence = { kind = "diff", touched = ["src/**"], untouched = "docs/**" }
[[tasks]]
name = "two"
TOML
doc=critic
assay critic --plan plan.toml --diff change.patch --json
expect_exit 2
expect_err "--task"
assay critic --plan plan.toml --task one --diff change.patch --json
expect_exit 0
assay critic --plan plan.toml --task two --diff change.patch --json
expect .route plan-checker
assay critic --plan plan.toml --diff none.patch --task one --json
expect_exit 2
echo hello >none.patch
assay critic --plan plan.toml --diff none.patch --task one --json
expect_exit 2
expect_err "no diff"

t "for people: the verdicts, the findings, and where they go"
plan_and_diff
assay critic --plan PLAN.md --diff change.patch --verify-logs test.log
expect_exit 1
expect_out "Information-Missing"
expect_out "goes to researcher"
assay critic --plan PLAN.md --diff change.patch --verify-logs test.log --markdown
expect_out "| SC-1"
