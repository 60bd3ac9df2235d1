# `assay critic --commit`: evidence is looked for in a commit's tree and run in a sandbox.
# shellcheck shell=sh

# A repository with a base and the work on top of it; the plan's criteria come on standard input.
work() {
  repo
  printf 'test:\n\t@sh ./test.sh\n' >Makefile
  cat >test.sh <<'SH'
echo 1..2
[ "$(cat value)" = 2 ] && echo "ok 1 - value is two" || { echo "not ok 1 - value is two"; bad=1; }
echo "ok 2 - nothing else"
exit ${bad:-0}
SH
  echo 1 >value
  git add . && git commit -qm tests
  git checkout -qb work
  echo 2 >value
  mkdir src && printf 'one\nreturn 404;\n' >src/a.c
  git add . && git commit -qm work
}
plan_of() {
  { printf '%s\n' '---' 'id: T-1' 'files_modified: ["value", "src/**", "dist/**"]' '---' '<success_criteria>'; cat; echo '</success_criteria>'; } >../PLAN.md
}
critic() {
  doc=critic
  assay critic --plan ../PLAN.md --commit HEAD --base main --json "$@"
}
verdict_of() { expect ".criteria[] | select(.id == \"$1\") | .verdict" "$2"; }
cites() { expect ".criteria[] | select(.id == \"$1\") | .citations[0] | $2" "$3"; }

t "grep, absent, artefact and diff are seen in the commit itself"
work
plan_of <<'MD'
- SC-1: a
  - grep: `return 404` in src/**
- SC-2: b
  - absent: return 500
- SC-3: c
  - artefact: src/a.c
- SC-4: d
  - diff: src/**
MD
echo changed >src/a.c # what lies in the checkout does not count
critic
expect_exit 0
cites SC-1 '"\(.subject):\(.line) \(.text)"' 'src/a.c:2 return 404;'
cites SC-2 .kind absence
cites SC-3 .size 16
cites SC-3 .sha256 "$(git show HEAD:src/a.c | sha256sum | cut -d' ' -f1)"
cites SC-4 '.paths[0]' src/a.c

t "what is not so is unsatisfied, and says what was found"
work
plan_of <<'MD'
- SC-1: a
  - grep: `return 500` in src/**
- SC-2: b
  - absent: return 404
- SC-3: c
  - artefact: dist/app.js
- SC-4: d
  - diff: docs/**
- SC-5: e
  - absent: anything in nowhere/**
MD
critic
expect_exit 1
for c in SC-1 SC-2 SC-3 SC-4; do verdict_of $c Unsatisfied; done
verdict_of SC-5 Information-Missing
expect '.criteria[1].missing_info | contains("src/a.c:2")' true
expect '.findings | length' 5

t "a named test must have passed in a run on this commit"
work
plan_of <<'MD'
- SC-1: value
  - test: value is two
MD
critic --verify-command "make test"
expect_exit 0
cites SC-1 .kind test
digest=$(jq -r '.criteria[0].citations[0].sha256' ../out)
expect_that "the report is kept as evidence" grep -q "ok 1" ".assay/evidence/$(echo "$digest" | cut -c1-2)/$(echo "$digest" | cut -c3-)"
critic
verdict_of SC-1 Information-Missing
plan_of <<'MD'
- SC-1: value
  - test: value is three
MD
critic --verify-command "make test"
verdict_of SC-1 Unsatisfied
git checkout -q -B broken main && echo 3 >value && git commit -qam broken
plan_of <<'MD'
- SC-1: value
  - test: value is two
MD
critic --verify-command "make test"
verdict_of SC-1 Unsatisfied

t "a command runs on the clean commit, in the sandbox"
work
plan_of <<'MD'
- SC-1: says two
  - command: cat value
- SC-2: leaves nothing behind for the next
  - command: test ! -e left
- SC-3: cannot write outside
  - command: touch left; touch /etc/assay-was-here
- SC-4: is not there
  - command: no-such-program
MD
echo dirty >value
critic
verdict_of SC-1 Satisfied
cites SC-1 .text 2
verdict_of SC-2 Satisfied
verdict_of SC-3 Unsatisfied
verdict_of SC-4 Information-Missing # what could not be started was not run
expect_that "nothing was written" test ! -e /etc/assay-was-here

t "the exit code and the output of a command, an artefact that a command makes, a report file"
work
write ../plan.toml <<'TOML'
[[tasks]]
name = "T-1"
[[tasks.success_criteria]]
claim = "`sh -c 'exit 3'` exits with 3"
evidence = { kind = "command", command = "echo some words; exit 3", exit_code = 3, output = "some words" }
[[tasks.success_criteria]]
claim = "`echo` prints other words"
evidence = { kind = "command", command = "echo some words", output = "other words" }
[[tasks.success_criteria]]
claim = "`build` makes dist/app.js"
evidence = { kind = "artefact", path = "dist/app.js", min_bytes = 3, command = "mkdir dist && echo built >dist/app.js" }
[[tasks.success_criteria]]
claim = "`build` makes a large dist/app.js"
evidence = { kind = "artefact", path = "dist/app.js", min_bytes = 300, command = "mkdir dist && echo built >dist/app.js" }
[[tasks.success_criteria]]
claim = "the test value.nothing passes"
evidence = { kind = "test", name = "nothing else", command = "echo '<testsuite tests=\"1\" failures=\"0\"><testcase classname=\"value\" name=\"nothing else\"/></testsuite>' >r.xml", report = "r.xml" }
[[tasks.success_criteria]]
claim = "a(b is in src/a.c"
evidence = { kind = "grep", pattern = "return 404;", fixed = true }
TOML
doc=critic
assay critic --plan ../plan.toml --commit HEAD --base main --json
expect_exit 1
expect '[.criteria[].verdict] | join(" ")' 'Satisfied Unsatisfied Satisfied Unsatisfied Satisfied Satisfied'

t "a test that a report names and no file of tests has is no evidence"
work
printf 'ghost:\n\t@echo 1..1; echo "ok 1 - login of a ghost"\n' >>Makefile
git commit -qam ghost
write ../plan.toml <<'TOML'
[[tasks]]
name = "T-1"
[[tasks.success_criteria]]
claim = "the test value is two passes"
evidence = { kind = "test", name = "value is two", command = "make test" }
[[tasks.success_criteria]]
claim = "the login of a ghost passes"
evidence = { kind = "test", name = "login of a ghost", command = "make ghost" }
TOML
doc=critic
assay critic --plan ../plan.toml --commit HEAD --base main --json
expect '[.criteria[].verdict] | join(" ")' 'Satisfied Unsatisfied'
expect '.criteria[1].missing_info | contains("no file of tests has it")' true

t "a server is started and asked inside the sandbox"
work
cat >server.py <<'PY'
import os
from http.server import BaseHTTPRequestHandler, HTTPServer
class H(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(404 if self.path == "/cart/9" else 200)
        self.end_headers()
        self.wfile.write(b'{"error": "no such cart"}')
HTTPServer(("127.0.0.1", int(os.environ["PORT"])), H).serve_forever()
PY
git add . && git commit -qm server
write ../plan.toml <<'TOML'
[[tasks]]
name = "T-1"
[[tasks.success_criteria]]
claim = "GET /cart/9 answers 404"
evidence = { kind = "http", start = "python3 server.py", path = "/cart/9", status = 404, body = "no such cart" }
[[tasks.success_criteria]]
claim = "GET /cart/1 answers 404"
evidence = { kind = "http", start = "python3 server.py", path = "/cart/1", status = 404 }
[[tasks.success_criteria]]
claim = "GET / answers 200"
evidence = { kind = "http", start = "exit 3", path = "/" }
TOML
doc=critic
assay critic --plan ../plan.toml --commit HEAD --base main --json
if [ "$("$ASSAY" sandbox --probe --json | jq -r .level)" = bubblewrap ]; then
  verdict_of SC-1 Satisfied
  cites SC-1 .status 404
  cites SC-1 .subject "GET /cart/9"
  verdict_of SC-2 Unsatisfied
  verdict_of SC-3 Unsatisfied
  expect '.criteria[2].missing_info | contains("ended before it answered")' true
else
  verdict_of SC-1 Information-Missing
fi

t "scope creep and the decisions of the base, whatever the work says of them"
work
git checkout -q main
write assay.decisions.toml <<'TOML'
[[decision]]
id = "D-1"
reason = "answers are values"
forbid.pattern = 'return 404'
[[decision]]
id = "D-2"
require.path = "test.sh"
TOML
git add . && git commit -qm decisions && git checkout -q work && git rebase -q main
: >assay.decisions.toml && git rm -q test.sh && git add . && git commit -qm "no more decisions"
plan_of <<'MD'
- SC-1: a
  - diff: value
MD
critic
expect_exit 1
expect .route plan-checker
expect '[.findings[] | select(.category == "locked-decision-violation") | .raw.id] | sort | join(" ")' 'D-1 D-2'
expect '[.findings[] | select(.category == "scope-creep") | .file] | sort | join(" ")' 'assay.decisions.toml test.sh'

t "a tracked .assay/decisions.toml is read from the base"
repo
"$ASSAY" init >/dev/null 2>&1
printf '[[decision]]\nid = "D-7"\nforbid.path = "vendor/"\n' >.assay/decisions.toml
git add -f .assay/decisions.toml && git commit -qm law
git checkout -qb work && mkdir vendor && echo x >vendor/x && git add . && git commit -qm work
plan_of <<'MD'
- SC-1: a
  - diff: vendor/**
MD
critic
expect '[.findings[] | select(.category == "locked-decision-violation") | .raw.id] | join(" ")' D-7

t "a report is held to the commit's own lines"
work
plan_of <<'MD'
- SC-1: it is right
MD
report() { printf '{"critic":"critic","task_id":"T-1","round":1,"tree":"%s","criteria":[{"id":"SC-1","verdict":"Satisfied","evidence":"%s"}],"findings":[],"verdict":"passed"}' "$1" "$2" >../r.json; }
tree=$(git rev-parse 'HEAD^{tree}')
report "$tree" 'src/a.c:2 `return 404;`'
critic --report ../r.json
expect_exit 0
report "$tree" 'src/a.c:2 `return 200;`'
critic --report ../r.json
verdict_of SC-1 Unsatisfied
report "$(git rev-parse 'main^{tree}')" 'src/a.c:2 `return 404;`'
critic --report ../r.json
expect_exit 2
expect_err "tree"

t "a task may be called anything"
work
printf '[[tasks]]\nname = "../../../x y"\n[[tasks.success_criteria]]\nclaim = "`grep -q . value` passes"\nevidence = { kind = "command", command = "grep -q . value" }\n' >../plan.toml
doc=critic
assay critic --plan ../plan.toml --commit HEAD --base main --json
expect_exit 0
expect_that "its work tree stays in its place" test "$(find "$(worktrees)" -mindepth 1 -maxdepth 1 | wc -l)" = 1

t "the copy that was looked at belongs to nobody, and prune takes it away"
work
plan_of <<'MD'
- SC-1: a
  - command: test "$(cat value)" = 2
MD
critic
expect_exit 0
expect_that "there is a copy" test -n "$(ls "$(worktrees)")"
doc=worktree-prune
assay worktree prune --json
expect_exit 0
expect '.kept | length' 0
expect_that "git knows of none" test "$(git worktree list | wc -l)" = 1
expect_that "no folder is left" test -z "$(ls -A "$(worktrees)")"
