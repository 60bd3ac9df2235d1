# Which checks a verification runs: those of the target, those that the work brings, those that criteria name; and what a
# person or the target's assay.toml takes away.
# shellcheck shell=sh disable=SC2154
. "$HERE/verify_verbs.sh"

# A script that a task of mission_of runs: brings a Makefile whose one test fails or passes.
brings_tests() { printf 'printf "test:\\n\\t@sh ./test.sh\\n" >Makefile; printf "echo 1..1; echo %s 1 - value; exit %s\\n" >test.sh; echo x >source.py' "$1" "$2"; }

t "the first tests of a repository are run when the work brings them"
repo
mission_of "$(brings_tests 'not ok' 1)"
doc_verify
expect_exit 1
check_is "make test" failed
status_is blocked

t "first tests that pass make the mission ready to land"
repo
mission_title="Add the first tests" mission_of "$(brings_tests ok 0)"
doc_verify
expect_exit 0
check_is "make test" passed
status_is ready_to_land

t "work adds checks and does not replace those of the target"
checked_repo
mission_of 'printf "[package]\nname = \"x\"\n" >Cargo.toml'
doc_verify
check_is "make test" passed
expect '[.checks[] | select(.subject == "cargo test")] | length' 1

t "a check of the work's own assay.toml is run too, its settings are not used"
checked_repo
mission_title="Add assay.toml with a check" mission_of 'printf "[verify]\ngate_changes = \"warn\"\n[[checks]]\ncommand = \"test -e no-such-file\"\n" >assay.toml'
doc_verify
expect_exit 1
check_is "test -e no-such-file" failed
check_is "make test" passed

t "a command that a criterion names is run"
checked_repo
mission_of 'echo x >other'
"$ASSAY" pack add-criterion '`sh ./test.sh --all` passes and `make lint` exits with 0.' >/dev/null
doc_verify
expect_exit 1
check_is "sh ./test.sh --all" passed
check_is "make lint" failed

t "a command that a criterion says fails is not run as a check"
checked_repo
mission_of 'echo x >other'
"$ASSAY" pack add-criterion '`make lint` fails with exit code 2 when `Makefile` has no such target.' >/dev/null
doc_verify
expect_exit 0
expect '[.checks[] | select(.subject == "make lint")] | length' 0

t "where no command ran, a person has to accept it"
repo
mission_of 'echo x >other'
doc_verify
expect_exit 2
expect .outcome needs_person
expect '.reason | contains("No command was run")' true
expect '.checks[] | select(.kind == "manual") | .status' pending
status_is awaiting_acceptance
doc=mission-verification
assay mission verification --json
expect .stale ''
doc=
assay status
expect_out "assay pack answer"
assay land
expect_exit 1
assay pack answer 3
expect_exit 2
expect_err "reason"
doc=pack
assay pack answer review --reason "Read it: only a note" --json
expect_exit 0
expect '[.acceptance.checks[] | select(.answer)] | length' 1
doc_verify
expect_exit 0
expect '.checks[] | select(.kind == "manual") | .status' passed
expect '.checks[] | select(.kind == "manual") | .reason | contains("Read it: only a note")' true
status_is ready_to_land
"$ASSAY" land >/dev/null
expect_that "it landed" git cat-file -e main:other

t "an answer is for the work that it was given for"
repo
mission_of 'echo x >other'
"$ASSAY" pack answer review --reason "looks good" >/dev/null
doc_verify
expect_exit 0
git checkout -q "assay/$mission/$task" && echo y >more && git add . && git commit -qm more && git checkout -q main
doc_verify
expect_exit 2
expect '.checks[] | select(.kind == "manual") | .status' pending
expect '.checks[] | select(.kind == "manual") | .reason | contains("other work")' true
status_is awaiting_acceptance
"$ASSAY" pack add-check "It builds" --command true >/dev/null
doc=mission-verification
assay mission verification --json
expect .stale "the work or its checks changed since"

t "a person can say no"
checked_repo
mission_of 'echo x >other'
assay pack answer review --failed --reason "the text is wrong"
expect_exit 0
doc_verify
expect_exit 1
expect '.checks[] | select(.kind == "manual") | .reason | contains("the text is wrong")' true
status_is blocked

t "a result of a command is not a person's to answer"
checked_repo
mission_of 'echo 2 >value'
assay pack answer "make test" --reason "trust me"
expect_exit 2
expect_err "remove-check"

t "no tests yet: a person can accept it, and it blocks until then"
repo
printf '[tool.ruff]\nline-length = 100\n' >pyproject.toml && git add . && git commit -qm ruff
mission_of 'echo "x = 1" >source.py'
doc_verify
expect_exit 2
expect .outcome needs_person
check_is pytest pending
expect '.checks[] | select(.subject == "pytest") | .reason | contains("No tests yet")' true
status_is awaiting_acceptance
assay pack answer pytest --reason "tests come with the next mission"
expect_exit 0
"$ASSAY" pack answer review --reason "read it" >/dev/null
doc_verify
expect_exit 0
check_is pytest skipped
expect '.checks[] | select(.subject == "pytest") | .reason | contains("tests come with the next mission")' true

t "tests that the work removed are not 'no tests yet'"
repo
mkdir tests && printf 'def test_a():\n    assert True\n' >tests/test_a.py && printf '[tool.ruff]\n' >pyproject.toml && git add . && git commit -qm tests
mission_of 'git rm -q tests/test_a.py; echo "x = 1" >source.py'
doc_verify
expect_exit 1
check_is pytest failed
assay pack answer pytest --reason "never mind"
expect_exit 2

t "the target's assay.toml switches a found check off"
repo
printf '[tool.ruff]\n' >pyproject.toml
printf '[verify]\nskip_checks = ["pytest"]\n[[checks]]\ncommand = "test -e a.txt"\n' >assay.toml
git add . && git commit -qm ruff
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect '[.checks[] | select(.subject == "pytest")] | length' 0
check_is "test -e a.txt" passed

t "a check of assay.toml replaces a found one"
checked_repo
printf '[[checks]]\ncommand = "sh ./test.sh"\nreplaces = "make test"\n' >assay.toml
git add . && git commit -qm policy
mission_of 'echo x >other'
doc_verify
expect_exit 0
expect '[.checks[] | select(.subject == "make test")] | length' 0
check_is "sh ./test.sh" passed

t "what assay.toml switches off later is skipped in a mission that has it already"
checked_repo
mission_of 'echo 2 >value'
printf '[verify]\nskip_checks = ["make test"]\n[[checks]]\ncommand = "test -e a.txt"\n' >assay.toml
git add . && git commit -qm policy
doc_verify
expect_exit 0
check_is "make test" skipped
expect '.checks[] | select(.subject == "make test") | .reason | contains("skip_checks")' true

t "work cannot switch off a check by its own assay.toml"
checked_repo
mission_title="Write assay.toml" mission_of 'printf "[verify]\nskip_checks = [\"make test\"]\n" >assay.toml; echo 2 >value'
doc_verify
expect_exit 1
check_is "make test" failed

t "the gate cannot be switched off by skip_checks"
checked_repo
printf '[verify]\nskip_checks = ["assay check"]\n' >assay.toml
git add . && git commit -qm policy
assay mission new "Change the value"
expect_exit 2
expect_err "gate_changes"

t "a check that a person removed stays away"
checked_repo
mission_of 'echo 2 >value'
doc_verify
expect_exit 1
doc=pack
assay pack remove-check "make test" --reason "it belongs to another team" --json
expect_exit 0
doc_verify
expect '[.checks[] | select(.subject == "make test")] | length' 0
expect '[.notes[] | select(contains("make test") and contains("it belongs to another team"))] | length' 1

t "a check that a person changed does not come back as it was"
checked_repo
mission_of 'echo x >other'
"$ASSAY" pack edit-check "make test" --command "sh ./test.sh" >/dev/null
doc_verify
expect_exit 0
expect '[.checks[] | select(.subject == "make test")] | length' 0
check_is "sh ./test.sh" passed

t "a removed check can be added again by hand"
checked_repo
mission_of 'echo x >other'
"$ASSAY" pack remove-check "make test" --reason "for now" >/dev/null
"$ASSAY" pack add-check "Tests" --command "make test" >/dev/null
doc_verify
expect_exit 0
check_is "make test" passed

t "of a failed check the assertion is shown, not only the end of what it printed"
checked_repo
printf 'echo 1..1; echo "AssertionError: two is not three"; echo "not ok 1 - value"; for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do echo "# noise $n"; done; exit 1\n' >test.sh
git add . && git commit -qm failing
mission_of 'echo x >other'
assay verify
expect_exit 1
expect_out "AssertionError: two is not three"

t "a cancelled mission says so in JSON"
checked_repo
mission_of 'echo x >other'
"$ASSAY" cancel "$mission" --reason "not needed" >/dev/null
doc=mission-list
assay mission list --all --json
expect '.missions[0].cancelled' true

t "what is added to a branch after a person completed it is told, and a person is asked"
checked_repo
mission_of 'echo x >other'
doc_verify
expect_exit 0
git checkout -q "assay/$mission/$task" && echo y >more && git add . && git commit -qm more && git checkout -q main
doc_verify
expect_exit 2
expect .outcome needs_person
expect '.reason | contains("was not looked at")' true
status_is awaiting_acceptance
assay pack answer review --reason "read the second commit"
expect_exit 0
doc_verify
expect_exit 0
status_is ready_to_land

t "a version manager without the version is trouble of the machine, no failure of the work"
repo
printf '#!/bin/sh\necho "error: rustup could not choose a version of cargo to run, because one wasn'"'"'t specified explicitly, and no default is configured." >&2\nexit 1\n' >shim
chmod +x shim
printf '[[checks]]\ntitle = "Tests"\ncommand = "./shim test"\n' >assay.toml
git add . && git commit -qm base
mission_of 'echo x >other'
doc_verify
expect_exit 2
expect .outcome not_run
check_is "./shim test" pending

t "a new crate has no tests yet: a person can accept it"
repo
printf '[package]\nname = "fresh"\nversion = "0.1.0"\n' >Cargo.toml
mkdir src && echo 'pub fn one() -> u32 { 1 }' >src/lib.rs
# What cargo prints for a crate without tests.
cat >cargo.sh <<'SH'
echo "   Compiling fresh v0.1.0 (/w)"
echo "    Finished test [unoptimized + debuginfo] target(s) in 0.50s"
echo "     Running unittests src/lib.rs (target/debug/deps/fresh-0123456789abcdef)"
printf '\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n'
echo "   Doc-tests fresh"
printf '\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n'
SH
printf '[verify]\nskip_checks = ["*"]\n[[checks]]\ntitle = "Tests pass"\ncommand = "sh cargo.sh"\n' >assay.toml
git add . && git commit -qm crate
mission_of 'echo "pub fn two() -> u32 { 2 }" >>src/lib.rs'
doc_verify
expect_exit 2
expect .outcome needs_person
check_is "sh cargo.sh" pending
expect '.checks[] | select(.subject == "sh cargo.sh") | .reason | contains("No tests yet")' true
