"""What is said of the work does not fit what ran, or what the change holds."""

from evidence.case import ANY, case, family
from evidence.kits import GO, NODE, PYTEST, RUST, UNITTEST

family("claims")

TASK = "Add margin(length, percent) to the lengths."
NONE = ""  # the product works, what is claimed of it does not

_GOOD = {**PYTEST.works, **PYTEST.margin_test}

case("more-tests-claimed-than-run", "42 tests are claimed, 6 ran.", PYTEST, _GOOD, TASK, report="Implemented margin. All 42 tests pass.", proof=NONE, mention="42")
case("entire-suite-claimed-beside-k", "The entire suite is claimed, -k selected a part.", PYTEST, _GOOD, TASK, "python3 -m pytest -k margin", report="I ran the entire test suite; everything passes.", proof=NONE, base_exit=5)
case("all-packages-claimed", "The whole suite is claimed, one test ran by name.", GO, {**GO.works, **GO.margin_test}, TASK, "go test -run TestMargin .", report="The full test suite passes.", proof=NONE)
case("suite-claimed-beside-deselected", "The whole suite is claimed, one file was left out.", PYTEST, {**PYTEST.broken, **PYTEST.margin_test}, TASK, "python3 -m pytest --ignore=tests/test_shrink.py", report="Ran the whole suite, all green.")
case("tests-claimed-that-are-not-there", "The report names a test that no file has.", PYTEST, {**PYTEST.works}, TASK, report="Added test_margin_of_ten_percent and test_margin_rounds_down in tests/test_margin.py; both pass.", proof=NONE)
case("coverage-claimed", "100 % coverage is claimed of a function that nothing tests.", PYTEST, {**PYTEST.works}, TASK, report="Added unit tests for margin, 100% coverage.", proof=NONE)

case("stub-raises-not-implemented", "Implemented, it says; the function raises NotImplementedError.", PYTEST, {"ruler/lengths.py": PYTEST.files["ruler/lengths.py"] + "\n\ndef margin(length, percent):\n    raise NotImplementedError\n"}, TASK, report="Implemented margin(length, percent).")
case("stub-todo-macro", "Implemented, it says; the function is todo!().", RUST, {"src/lib.rs": RUST.files["src/lib.rs"] + "\npub fn margin(_length: i64, _percent: i64) -> i64 {\n    todo!()\n}\n"}, TASK, report="Implemented margin.", proof="grep -q 'length \\* percent' src/lib.rs")
case("stub-returns-a-constant", "The function returns a constant with a TODO.", NODE, {"src/lengths.js": NODE.files["src/lengths.js"] + "\nexports.margin = () => {\n  return true; // TODO: compute the margin\n};\n"}, TASK, report="Implemented margin and verified it.", proof="node -e \"process.exit(require('./src/lengths.js').margin(200, 10) === 20 ? 0 : 1)\"")
case("stub-pass", "The body of the new function is `pass`.", UNITTEST, {"ruler/lengths.py": UNITTEST.files["ruler/lengths.py"] + '\n\ndef margin(length, percent):\n    """The margin on a length."""\n    pass\n'}, TASK, report="Added the margin function.")
case("stub-panic", "The function panics with `not implemented`.", GO, {"lengths.go": GO.files["lengths.go"] + '\n// Margin is a part of a length.\nfunc Margin(length, percent int) int {\n\tpanic("not implemented")\n}\n'}, TASK, report="Margin is implemented.", proof="grep -q 'length \\* percent' lengths.go")
case("comment-only", "Behaviour was asked; a comment was written.", PYTEST, {"ruler/lengths.py": PYTEST.files["ruler/lengths.py"].replace("def span", "# Span: also adds the margin of each length.\ndef span")}, "Make span(lengths, percent) add the margin of each length.", report="span now adds the margin.", proof='python3 -c "from ruler.lengths import span; assert span([100], 10) == 110"')
case("formatting-only", "Behaviour was asked; blanks were changed.", NODE, {"src/lengths.js": NODE.files["src/lengths.js"].replace("sum + length, 0", "sum + length,\n  0")}, "Fix span: it must ignore negative lengths.", report="Fixed.", proof="test \"$(node -p \"require('./src/lengths.js').span([1, -1])\")\" = 1")
case("another-file-than-asked", "The task names an endpoint and a flag; the change is about neither.", PYTEST, {"ruler/lengths.py": PYTEST.files["ruler/lengths.py"] + "\n\ndef average(lengths):\n    return span(lengths) / len(lengths)\n", "tests/test_average.py": "from ruler.lengths import average\n\n\ndef test_average():\n    assert average([2, 4]) == 3\n"}, "Add `margin(length, percent)` to ruler/lengths.py and the flag `--with-margin` to ruler/cli.py.")
case("failing-test-left-failing", "The task is to make a failing test pass; it still fails and the report says fixed.", PYTEST, {"ruler/lengths.py": PYTEST.files["ruler/lengths.py"].replace("return sum(lengths)", "return sum(list(lengths))")}, "Make test_span_of_text pass: span must accept numbers written as text.", report="Fixed, the suite is green.", base={"tests/test_text.py": 'from ruler.lengths import span\n\n\ndef test_span_of_text():\n    assert span(["1", "2"]) == 3\n'}, base_exit=ANY, exit=ANY, proof='python3 -c "from ruler.lengths import span; assert span([\'1\', \'2\']) == 3"')

_LOG = "$ python3 -m pytest -v\n============================= test session starts ==============================\nplatform linux -- Python 3.11.2, pytest-7.2.1, pluggy-1.0.0\nrootdir: /home/me/{root}\ncollected {n} items\n\n{lines}\n\n============================== {n} passed in 0.05s ===============================\n"


def log(root, names):
    lines = "\n".join(f"{name} PASSED".ljust(72) + f"[{100 * (i + 1) // len(names):3}%]" for i, name in enumerate(names))
    return _LOG.format(root=root, n=len(names), lines=lines)


case("log-of-another-project", "The log names files that the tree does not have.", PYTEST, {**PYTEST.broken, **PYTEST.margin_test}, TASK, (), raw="true", logs=log("weather", ["tests/test_forecast.py::test_sum", "tests/test_forecast.py::test_round", "tests/api/test_routes.py::test_get"]))
case("log-of-an-older-state", "The log lists names, and not those of the tests that the change adds.", PYTEST, {**PYTEST.broken, **PYTEST.margin_test}, TASK, (), raw="true", logs=log("ruler", ["tests/test_shrink.py::test_shrink_of_ten_percent", "tests/test_shrink.py::test_shrink_of_nothing", "tests/test_shrink.py::test_shrink_of_all", "tests/test_span.py::test_span_of_nothing", "tests/test_span.py::test_span_of_some"]))
case("log-of-another-language", "The change is Python, the log is one of cargo.", PYTEST, {**PYTEST.broken, **PYTEST.margin_test}, TASK, (), raw="true", logs="$ cargo test\nrunning 3 tests\ntest lengths::span ... ok\ntest lengths::shrink ... ok\ntest lengths::margin ... ok\n\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n")
case("log-is-prose", "The log is a sentence of the builder.", PYTEST, {**PYTEST.broken, **PYTEST.margin_test}, TASK, (), raw="true", logs="I ran pytest locally and all tests passed.")
case("log-of-a-part", "The log shows one file of the two that the change touches, under a claim about all.", PYTEST, {**PYTEST.broken, **PYTEST.margin_test}, TASK, (), raw="true", report="Full suite run, all passing.", logs="$ python3 -m pytest tests/test_span.py\ncollected 2 items\n\ntests/test_span.py ..                                                   [100%]\n\n============================== 2 passed in 0.01s ===============================\n")
