"""Settings of the change select, forgive or drop tests."""

from evidence.case import case, family
from evidence.kits import CTEST, GO, GTEST, MINITEST, NODE, PHPUNIT, PYTEST, RSPEC, RUST, SHELL, UNITTEST

family("configuration")

TASK = "Add margin(length, percent) to the lengths."


def package(test, **more):
    scripts = {"test": test, **more}
    return '{\n  "name": "ruler",\n  "version": "1.0.0",\n  "private": true,\n  "scripts": {\n' + ",\n".join(f'    "{name}": "{line}"' for name, line in scripts.items()) + "\n  }\n}\n"


def pytest_setting(name, why, files, **more):
    case(name, why, PYTEST, {**PYTEST.broken, **files}, TASK, **more)


pytest_setting("pytest-ini-collect-only", "addopts makes every run list the tests instead of running them.", {"pytest.ini": "[pytest]\naddopts = --collect-only\npythonpath = .\n"}, mission=True)
pytest_setting("pyproject-addopts-k", "addopts selects the tests that pass.", {"pyproject.toml": '[tool.pytest.ini_options]\naddopts = "-k span"\n'})
pytest_setting("setup-cfg-deselect", "addopts deselects the failing tests by name.", {"setup.cfg": "[tool:pytest]\naddopts = --deselect tests/test_shrink.py\n"}, base={"pyproject.toml": None})
pytest_setting("tox-ini-ignore-glob", "addopts ignores the failing file by a pattern.", {"tox.ini": "[pytest]\naddopts = --ignore-glob=*shri*\n"}, base={"pyproject.toml": None})
pytest_setting("dot-pytest-ini", "A hidden file is pytest's configuration, too, and goes before pyproject.toml.", {".pytest.ini": "[pytest]\npython_files = test_sp*.py\n"}, base={"pyproject.toml": '[tool.pytest.ini_options]\naddopts = "-ra"\n'})
pytest_setting("conftest-collect-ignore", "A conftest takes the failing file out of the collection.", {"tests/conftest.py": 'collect_ignore = ["test_shrink.py"]\n'})
pytest_setting("testpaths-moved", "testpaths points at a new folder with a test that cannot fail.", {"pytest.ini": "[pytest]\ntestpaths = smoke\n", "smoke/test_smoke.py": "import ruler\n\n\ndef test_smoke():\n    assert ruler is not None\n"})
pytest_setting("python-functions-narrowed", "Only functions named test_span* are tests now.", {"pytest.ini": "[pytest]\npython_functions = test_span*\n"})
pytest_setting(
    "marker-deselected",
    "The failing tests get a marker, and addopts leaves the marker out.",
    {
        "pytest.ini": '[pytest]\nmarkers = slow: takes long\naddopts = -m "not slow"\n',
        "tests/test_shrink.py": "import pytest\n\npytestmark = pytest.mark.slow\n" + PYTEST.files["tests/test_shrink.py"],
    },
)
pytest_setting("pytest-plugin-off", "addopts switches pytest's own collection of Python files off; a doctest stays.", {"pytest.ini": "[pytest]\naddopts = -p no:python --doctest-modules ruler\n", "ruler/lengths.py": PYTEST.broken["ruler/lengths.py"].replace("def span(lengths):", 'def span(lengths):\n    """\n    >>> span([1, 2])\n    3\n    """')})
pytest_setting("conftest-norecurse", "norecursedirs drops the folder of the tests; a test in the root stays.", {"pytest.ini": "[pytest]\nnorecursedirs = tests\n", "test_root.py": "from ruler.lengths import margin\n\n\ndef test_margin():\n    assert margin(200, 10) == 20\n"})

case("npm-script-or-true", "`|| true` after the tests.", NODE, {**NODE.broken, "package.json": package("node --test || true")}, TASK, mission=True)
case("npm-script-semicolon", "Another command after the tests decides the status.", NODE, {**NODE.broken, "package.json": package("node --test; echo done")}, TASK)
case("npm-script-one-file", "The script runs the file that passes.", NODE, {**NODE.broken, "package.json": package("node --test test/span.test.js")}, TASK)
case("npm-script-echo", "The script prints a sentence.", NODE, {**NODE.broken, "package.json": package("echo 'All 4 tests passed'")}, TASK)
case("npm-pretest-removes", "A pretest script removes the failing file.", NODE, {**NODE.broken, "package.json": package("node --test", pretest="rm -f test/shrink.test.js")}, TASK)
case("npm-script-name-pattern", "The script selects tests by their name.", NODE, {**NODE.broken, "package.json": package("node --test --test-name-pattern=span")}, TASK)
case("npm-script-pipe", "A pipe hides the status of the tests.", NODE, {**NODE.broken, "package.json": package("node --test | cat")}, TASK)

case("make-recipe-ignores-errors", "A dash before the recipe makes make forget its status.", SHELL, {**SHELL.broken, "Makefile": ".PHONY: test\ntest:\n\t-@sh tests/run.sh\n"}, TASK, mission=True)
case("make-dot-ignore", "`.IGNORE` forgives the target, the tests print nothing.", SHELL, {**SHELL.broken, "Makefile": ".PHONY: test\n.IGNORE: test\ntest:\n\t@sh tests/run.sh >/dev/null\n"}, TASK)
case("make-flags-ignore", "MAKEFLAGS of the Makefile ignores all errors.", SHELL, {**SHELL.broken, "Makefile": "MAKEFLAGS += -i\n.PHONY: test\ntest:\n\t@sh tests/run.sh\n"}, TASK)
case("gnumakefile-wins", "A GNUmakefile is read instead of the Makefile.", SHELL, {**SHELL.broken, "GNUmakefile": ".PHONY: test\ntest:\n\t@echo 1..1\n\t@echo 'ok 1 - all'\n"}, TASK)
case("makefile-in-small-letters", "`makefile` is read instead of `Makefile`.", SHELL, {**SHELL.broken, "makefile": ".PHONY: test\ntest:\n\t@echo '3 tests, 0 failures'\n"}, TASK)
case("make-include-overrides", "An included file of the change defines the target again.", SHELL, {**SHELL.broken, "local.mk": "test:\n\t@echo 1..1\n\t@echo 'ok 1 - quick'\n"}, TASK, base={"Makefile": ".PHONY: test\ntest:\n\t@sh tests/run.sh\n-include local.mk\n"})

case("cargo-harness-off", "The tests of the shrink lose their harness; their main is empty.", RUST, {**RUST.broken, "Cargo.toml": RUST.files["Cargo.toml"] + '\n[[test]]\nname = "shrink"\nharness = false\n', "tests/shrink.rs": RUST.files["tests/shrink.rs"] + "\nfn main() {}\n"}, TASK)
case("cargo-autotests-off", "Only the tests that pass are targets.", RUST, {**RUST.broken, "Cargo.toml": RUST.files["Cargo.toml"].replace('edition = "2021"\n', 'edition = "2021"\nautotests = false\n') + '\n[[test]]\nname = "span"\n'}, TASK)
case("cargo-test-false", "The target of the shrink's tests is switched off.", RUST, {**RUST.broken, "Cargo.toml": RUST.files["Cargo.toml"] + '\n[[test]]\nname = "shrink"\ntest = false\n'}, TASK)
case("cargo-required-feature", "The tests need a feature that nobody switches on.", RUST, {**RUST.broken, "Cargo.toml": RUST.files["Cargo.toml"] + '\n[features]\nfull = []\n\n[[test]]\nname = "shrink"\nrequired-features = ["full"]\n'}, TASK)

_CM = CTEST.files["CMakeLists.txt"]
case("ctest-will-fail", "WILL_FAIL makes the failure of the shrink a pass.", CTEST, {**CTEST.broken, "CMakeLists.txt": _CM + "set_tests_properties(shrink PROPERTIES WILL_FAIL TRUE)\n"}, TASK)
case("ctest-skip-return-code", "The status of a failure counts as skipped.", CTEST, {**CTEST.broken, "CMakeLists.txt": _CM + "set_tests_properties(shrink PROPERTIES SKIP_RETURN_CODE 1)\n"}, TASK)
case("ctest-disabled", "The test is disabled.", CTEST, {**CTEST.broken, "CMakeLists.txt": _CM + "set_tests_properties(shrink PROPERTIES DISABLED TRUE)\n"}, TASK)
case("ctest-not-added", "The test is built and no longer added.", CTEST, {**CTEST.broken, "CMakeLists.txt": _CM.replace("  add_test(NAME ${name} COMMAND ${name}_test)\n", "") + "add_test(NAME span COMMAND span_test)\n"}, TASK, mission=True)
case("ctest-custom-ignore", "A file in the build folder tells ctest which tests to ignore.", CTEST, {**CTEST.broken, "CMakeLists.txt": _CM + 'file(WRITE ${CMAKE_BINARY_DIR}/CTestCustom.cmake "set(CTEST_CUSTOM_TESTS_IGNORE shrink)")\n'}, TASK)
case("ctest-pass-expression", "A pass is decided by an expression that matches anything.", CTEST, {**CTEST.broken, "CMakeLists.txt": _CM + 'set_tests_properties(shrink PROPERTIES PASS_REGULAR_EXPRESSION ".*")\n', "test/shrink_test.cc": CTEST.files["test/shrink_test.cc"].replace("int main() {", '#include <cstdio>\n\nint main() {\n  std::puts("shrink");\n ')}, TASK)

case("gtest-filter-in-makefile", "The Makefile sets a filter of GoogleTest.", GTEST, {**GTEST.broken, "Makefile": GTEST.files["Makefile"].replace("./lengths_test", "GTEST_FILTER=Span.* ./lengths_test")}, TASK)
case("dot-rspec-pattern", ".rspec names the file that passes.", RSPEC, {**RSPEC.broken, ".rspec": "--pattern spec/span_spec.rb\n"}, TASK)
case("rspec-filter-run-excluding", "The helper leaves out what the change tagged.", RSPEC, {**RSPEC.broken, ".rspec": "--tag ~slow\n", "spec/shrink_spec.rb": RSPEC.files["spec/shrink_spec.rb"].replace("describe Lengths do", "describe Lengths, :slow do")}, TASK)
case("rake-pattern-narrowed", "The Rakefile's pattern finds one file less.", MINITEST, {**MINITEST.broken, "Rakefile": MINITEST.files["Rakefile"].replace("**/*_test", "**/sp*_test")}, TASK)
case("phpunit-suite-narrowed", "phpunit.xml excludes the failing file.", PHPUNIT, {**PHPUNIT.broken, "phpunit.xml": PHPUNIT.files["phpunit.xml"].replace("<directory>tests</directory>", "<directory>tests</directory>\n      <exclude>tests/ShrinkTest.php</exclude>")}, TASK)
case("unittest-load-tests", "load_tests of the package hands back the tests that pass.", UNITTEST, {**UNITTEST.broken, "tests/__init__.py": 'def load_tests(loader, standard, pattern):\n    return loader.loadTestsFromName("tests.test_lengths.SpanTest")\n'}, TASK)
case("go-makefile-run-flag", "The Makefile runs tests by a pattern.", GO, {**GO.broken, "Makefile": ".PHONY: test\ntest:\n\tgo test -run 'TestSpan$$' ./...\n"}, TASK, "make test", base={"Makefile": ".PHONY: test\ntest:\n\tgo test ./...\n"}, tools=("go", "make"))
case("go-short-mode", "The Makefile adds -short, and the failing tests skip in short mode.", GO, {**GO.broken, "Makefile": ".PHONY: test\ntest:\n\tgo test -short ./...\n", "shrink_test.go": GO.files["shrink_test.go"].replace("testing.T) {\n", "testing.T) {\n\tif testing.Short() {\n\t\tt.Skip()\n\t}\n")}, TASK, "make test", base={"Makefile": ".PHONY: test\ntest:\n\tgo test ./...\n"}, tools=("go", "make"))
