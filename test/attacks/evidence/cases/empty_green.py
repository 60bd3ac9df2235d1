"""A command succeeds, and shows nothing about the change."""

from evidence.case import ANY, case, family
from evidence.kits import CTEST, GO, NODE, PYTEST, RUST

family("empty green")

TASK = "Add margin(length, percent) to the lengths."


def python(name, why, command, **more):
    case(name, why, PYTEST, {**PYTEST.broken}, TASK, command, **more)


python("true", "`true` succeeds in every tree.", "true", mission=True)
python("colon", "`:` is true without the word.", ":")
python("echo-passed", "A sentence that is printed is no run.", "echo 'All 42 tests passed'")
python("printf-pytest-summary", "The command itself prints a pytest summary.", "printf '=== 5 passed in 0.02s ===\\n'")
python("tests-or-true", "The command given forgives the tests.", "python3 -m pytest || true")
python("tests-in-the-background", "The tests run in the background; nobody asks how they ended.", "python3 -m pytest >/dev/null 2>&1 & sleep 0.1")
python("compile-alone", "Compiling Python files runs no test.", "python3 -m compileall -q ruler tests")
python("import-alone", "Importing the module runs no test.", 'python3 -c "import ruler.lengths"')
python("collect-only", "Listing tests runs none.", "python3 -m pytest --collect-only -q")
python("version-of-the-runner", "The runner printed its version.", "python3 -m pytest --version")
python("git-diff-check", "git's check of blanks is no test.", "git diff --check")
python("list-of-files", "A list of files is no test.", "ls -l tests && test -f tests/test_shrink.py")
python("only-the-good-file", "The command given runs the file that the change does not break, under a claim about all.", "python3 -m pytest tests/test_span.py", report="I ran the full test suite and everything passes.")
python("nothing-selected", "No test is selected; a wrapper makes status 5 a success.", "python3 -m pytest -k nothing_like_this || test $? = 5")
python("no-command-but-prose", "There is only the builder's word.", (), report="I ran the tests and they all pass.", tools=("python",), raw="true", base={"tests/test_span.py": None, "tests/test_shrink.py": None})
python("help-of-the-runner", "The help of pytest, with all its words about passed tests.", "python3 -m pytest --help")

case("make-dry-run", "make prints what it would run.", PYTEST, {**PYTEST.broken}, TASK, "make -n test", base={"Makefile": ".PHONY: test\ntest:\n\tpython3 -m pytest\n"}, tools=("pytest", "make"))
case("make-nothing-to-do", "A folder called test, no .PHONY: make finds nothing to do.", NODE, {**NODE.broken}, TASK, "make test", base={"Makefile": "test:\n\tnpm test\n"}, tools=("node", "make"))
case("go-build-alone", "A build of code that has tests.", GO, {**GO.broken}, TASK, "go build ./...")
case("go-vet-alone", "A linter of code that has tests.", GO, {**GO.broken}, TASK, "go vet ./...")
case("go-test-compiled-only", "`-run ^$` compiles the tests and runs none.", GO, {**GO.broken}, TASK, "go test -run '^$' ./...")
case("gofmt-alone", "A formatter.", GO, {**GO.broken}, TASK, "gofmt -l .")
case("cargo-check-alone", "A type check of code that has tests.", RUST, {**RUST.broken}, TASK, "cargo check --offline", mission=True)
case("cargo-test-no-run", "The tests are built and not run.", RUST, {**RUST.broken}, TASK, "cargo test --offline --no-run")
case("cmake-build-alone", "A build of code that has tests.", CTEST, {**CTEST.broken}, TASK, "cmake -S . -B build && cmake --build build")
case("ctest-lists", "ctest -N lists the tests.", CTEST, {**CTEST.broken}, TASK, "cmake -S . -B build && cmake --build build && ctest --test-dir build -N")
case("npm-lint-alone", "A linter that the project calls by a good name.", NODE, {**NODE.broken}, TASK, "npm run check", base={"package.json": NODE.files["package.json"].replace('"test":', '"check": "node --check src/lengths.js",\n    "test":')})
case("npm-run-if-present", "A script that does not exist, if present.", NODE, {**NODE.broken}, TASK, "npm run --if-present tests")
case("node-check-alone", "node --check parses the file.", NODE, {**NODE.broken}, TASK, "node --check src/lengths.js")
case("inferred-test-is-red", "Nothing was given; the project's own tests are red.", NODE, {**NODE.broken}, TASK, (), exit=ANY)
case("inferred-go-is-red", "Nothing was given; `go test` is red.", GO, {**GO.broken}, TASK, (), exit=ANY)
