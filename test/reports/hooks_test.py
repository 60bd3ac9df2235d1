#!/usr/bin/env python3
"""The hooks of src/reports/hooks in real runners: each command is run twice, without and with them. What it prints and
how it ends must be the same, and the report must say what the runner did.

Needs pytest, node and ctest, which the other tests need as well. Runners from npm are tried when ASSAY_NPM_RUNNERS names a
folder that has them, each version in a folder of its own: "jest29/node_modules", "vitest3/node_modules".
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest
import xml.etree.ElementTree

HOOKS = pathlib.Path(__file__).resolve().parents[2] / "src" / "reports" / "hooks"
OURS = ("ASSAY_NPM_RUNNERS", "ASSAY_REPORT", "ASSAY_TREE", "ASSAY_SELECT", "ASSAY_COVER", "PYTHONPATH", "NODE_OPTIONS", "NODE_TEST_CONTEXT", "RUBYLIB", "SPEC_OPTS")
PRINTS_VARIABLES = "sorted(n for n in os.environ if n.startswith('ASSAY') or n in ('PYTHONPATH', 'NODE_OPTIONS'))"


def without_times(text):
    text = re.sub(r"\d+(\.\d+)?( ?ms| sec|s)\b|duration_ms:? \d+(\.\d+)?|0x[0-9a-f]+|[\d.]+ (?=runs/s|assertions/s)", "T", text)
    return re.sub(r"=+", "=", text)


class HookTest(unittest.TestCase):
    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp(prefix="assay hooks "))
        self.addCleanup(shutil.rmtree, self.top)
        self.tree = self.top / "tree"
        self.tree.mkdir()
        self.hooks = self.top / "hooks"
        shutil.copytree(HOOKS, self.hooks, ignore=shutil.ignore_patterns("__pycache__"))
        self.report = self.top / "report"

    def write(self, **files):
        for name, text in files.items():
            self.put(name + ".py", text)

    def put(self, name, text):
        file = self.tree / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text), encoding="utf-8")

    def environment(self, **more):
        plain = {name: value for name, value in os.environ.items() if name not in OURS}
        plain.update({"PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1", **more})
        return plain

    def hooked(self, plain):
        node = '--require="%s/node/preload.cjs"' % self.hooks
        return {
            **plain,
            "ASSAY_REPORT": str(self.report),
            "ASSAY_TREE": str(self.tree),
            "PYTHONPATH": ":".join(filter(None, [str(self.hooks / "python"), plain.get("PYTHONPATH")])),
            "NODE_OPTIONS": " ".join(filter(None, [node, plain.get("NODE_OPTIONS")])),
        }

    def start(self, command, environment):
        done = subprocess.run(command, cwd=self.tree, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def run_both(self, *command, **more):
        """Runs it without and with the hooks; its status. The events are then in self.events."""
        plain = self.environment(**more)
        status, text = self.start(command, plain)
        self.report.mkdir()
        status_hooked, text_hooked = self.start(command, self.hooked(plain))
        self.text = text_hooked
        self.assertEqual(status_hooked, status, text_hooked)
        self.assertEqual(without_times(text_hooked), without_times(text))
        return status

    def run_selected(self, *command, files, tests=(), **more):
        """Runs it with the hooks, narrowed; its status. What it printed is then in self.text."""
        (self.hooks / "select.json").write_text(json.dumps({"files": list(files), "tests": list(tests)}))
        shutil.rmtree(self.report, ignore_errors=True)
        self.report.mkdir()
        hooked = {**self.hooked(self.environment(**more)), "ASSAY_SELECT": str(self.hooks / "select.json")}
        status, self.text = self.start(command, hooked)
        return status

    def run_covered(self, *command, files, **more):
        """Runs it with the hooks; {file: lines that ran}, and what our hook knows of each in self.executable."""
        asked = {"files": list(files), "tree": str(self.tree), "report": str(self.report)}
        (self.hooks / "cover.json").write_text(json.dumps(asked))
        shutil.rmtree(self.report, ignore_errors=True)
        self.report.mkdir()
        hooked = {**self.hooked(self.environment(**more)), "ASSAY_COVER": str(self.hooks / "cover.json")}
        self.status, self.text = self.start(command, hooked)
        ran, self.executable, self.lost, self.ran_by = {}, {}, False, {}
        for file in self.report.glob("lines-*.jsonl"):
            for line in file.read_text().splitlines():
                record = json.loads(line)
                self.lost = self.lost or "lost" in record
                ran.setdefault(record.get("file"), set()).update(record.get("lines", ()))
                self.executable.setdefault(record.get("file"), set()).update(record.get("executable", ()))
                for each in record.get("lines", ()):
                    self.ran_by.setdefault(each, set()).add(record.get("test", ""))
        return ran

    def kinds(self, runner):
        """{"file name": how it failed} of the tests that failed."""
        return {("%s %s" % (each["file"], each["name"])).strip(): each.get("failure")
                for each in self.lines_of(runner) if each["event"] == "test" and each["outcome"] == "failed"}

    def narrowed(self, runner):
        """How many tests were left, by each run that says that it was narrowed."""
        return [each.get("count") for each in self.has(runner, "narrowed")]

    def lines_of(self, runner):
        file = self.report / (runner + ".jsonl")
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []

    def results(self, runner):
        """{"file name": outcome} of the tests."""
        return {("%s %s" % (each["file"], each["name"])).strip(): each["outcome"]
                for each in self.lines_of(runner) if each["event"] == "test"}

    def has(self, runner, event):
        return [each for each in self.lines_of(runner) if each["event"] == event]


class Pytest(HookTest):
    def test_outcomes_are_those_of_pytest(self):
        self.put("pytest.ini", "[pytest]\n")
        self.put("tests/conftest.py", "")
        self.put("tests/test_a.py", """
            import pytest, unittest
            class TestA:
                @pytest.mark.parametrize("x", [1, "a::b[c]", 'new\\nline "q"', "\\ud800"])
                def test_p(self, x): pass
                def test_fail(self): assert 1 == 2, "no"
            @pytest.mark.skip(reason="why")
            def test_skip(): pass
            @pytest.mark.xfail
            def test_xfail(): assert 0
            @pytest.mark.xfail(strict=True)
            def test_xpass_strict(): pass
            @pytest.fixture
            def breaks(): raise ValueError("setup")
            @pytest.fixture
            def breaks_after():
                yield
                raise ValueError("teardown")
            def test_setup(breaks): pass
            def test_teardown(breaks_after): pass
            class U(unittest.TestCase):
                def test_u(self): pass
            """)
        self.put("tests/test_b.py", "import nothing_there")
        self.assertEqual(self.run_both("pytest", "--continue-on-collection-errors", "--deselect", "tests/test_a.py::U"), 1)
        results = self.results("pytest")
        ids = [name for name in results if "test_p" in name]
        self.assertEqual(len(ids), 4)
        self.assertEqual({results.pop(name) for name in ids}, {"passed"})
        self.assertIn("tests/test_a.py TestA::test_p[a::b[c]]", ids)
        self.assertEqual(results, {
            "tests/test_a.py TestA::test_fail": "failed",
            "tests/test_a.py test_skip": "skipped",
            "tests/test_a.py test_xfail": "skipped",
            "tests/test_a.py test_xpass_strict": "failed",
            "tests/test_a.py test_setup": "failed",
            "tests/test_a.py test_teardown": "failed",
            "tests/test_b.py tests/test_b.py": "failed",
        })
        self.assertEqual([each["count"] for each in self.has("pytest", "deselected")], [1])
        loaded = [each["file"] for each in self.has("pytest", "loaded")]
        self.assertIn("pytest.ini", loaded)
        self.assertIn("tests/conftest.py", loaded)
        self.assertEqual(self.has("pytest", "end")[0]["exit"], 1)
        failed = [each for each in self.has("pytest", "test") if each["name"] == "TestA::test_fail"][0]
        self.assertEqual(failed["suite"], "TestA")
        self.assertIn("no", failed["message"])
        self.assertEqual(self.kinds("pytest"), {
            "tests/test_a.py TestA::test_fail": "assertion",
            "tests/test_a.py test_xpass_strict": "assertion",
            "tests/test_a.py test_setup": "error",
            "tests/test_a.py test_teardown": "error",
            "tests/test_b.py tests/test_b.py": "error",
        })

    def test_a_test_that_judged_is_told_from_one_that_was_ended(self):
        self.write(test_a="""
            import pytest, unittest, unittest.mock, sys
            class Own(AssertionError): pass
            def test_assert(): assert [1] == [2]
            def test_fail(): pytest.fail("no")
            def test_not_raised():
                with pytest.raises(ValueError): pass
            def test_own(): raise Own("x")
            def test_mock(): unittest.mock.Mock().assert_called()
            def test_other(): {}["AssertionError: x"]
            def test_exit(): sys.exit("assert 1 == 2")
            def test_pretends(): raise ValueError("assert 1")
            def test_timeout(): pytest.fail("Timeout >1.0s")
            @pytest.fixture
            def prepared(): assert 0
            def test_prepared(prepared): pass
            class U(unittest.TestCase):
                def test_equal(self): self.assertEqual(1, 2)
                def test_error(self): raise OSError("x")
            """)
        self.assertEqual(self.run_both("pytest", "--tb=line"), 1)
        kinds = {name.partition(" ")[2]: kind for name, kind in self.kinds("pytest").items()}
        self.assertEqual(kinds, {
            "test_assert": "assertion", "test_fail": "assertion", "test_not_raised": "assertion", "test_own": "assertion",
            "test_mock": "assertion", "U::test_equal": "assertion",
            "test_other": "error", "test_exit": "error", "test_pretends": "error", "test_timeout": "error",
            "test_prepared": "error", "U::test_error": "error",
        })

    def lay_out_files(self):
        self.put("tests/__init__.py", "")
        self.put("tests/conftest.py", "import pytest\n@pytest.fixture\ndef one(): return 1\n")
        self.put("tests/test_a.py", "import pytest\ndef test_one(one): assert one == 1\n"
                                    "@pytest.mark.parametrize('x', [1, 'a b\\n'])\ndef test_two(x): pass\n")
        self.put("tests/test_b.py", "raise RuntimeError('must not be imported')")
        self.put("tests/deep/test_c.py", "def test_c(): pass\n")

    def test_only_selected_files_are_imported(self):
        self.lay_out_files()
        for command in (["pytest"], ["pytest", "tests"], ["pytest", "tests/test_b.py", "tests/test_a.py"]):
            with self.subTest(command=command):
                self.assertEqual(self.run_selected(*command, files=["tests/test_a.py"]), 0, self.text)
                self.assertEqual(set(self.results("pytest")), {"tests/test_a.py test_one", "tests/test_a.py test_two[1]",
                                                               "tests/test_a.py test_two[a b\\n]"})
                self.assertEqual(self.narrowed("pytest"), [3])
                self.assertTrue(self.has("pytest", "end"))
        self.assertEqual(self.run_selected("pytest", files=["tests/deep/test_c.py"]), 0, self.text)
        self.assertEqual(self.results("pytest"), {"tests/deep/test_c.py test_c": "passed"})

    def test_only_selected_tests_run(self):
        self.lay_out_files()
        self.assertEqual(self.run_selected("pytest", files=["tests/test_a.py"], tests=["test_two[a b\\n]"]), 0, self.text)
        self.assertEqual(self.results("pytest"), {"tests/test_a.py test_two[a b\\n]": "passed"})
        self.assertEqual(self.narrowed("pytest"), [1])
        self.assertFalse(self.has("pytest", "deselected"))

    def test_a_selection_of_nothing_says_so(self):
        self.lay_out_files()
        self.assertEqual(self.run_selected("pytest", "tests", files=["tests/gone.py"]), 5, self.text)
        self.assertEqual((self.results("pytest"), self.narrowed("pytest")), ({}, [0]))
        self.assertEqual(self.has("pytest", "end")[0]["exit"], 5)

    def test_a_selected_file_that_cannot_be_imported_is_an_error(self):
        self.lay_out_files()
        self.assertEqual(self.run_selected("pytest", files=["tests/test_b.py"], tests=["test_x"]), 2, self.text)
        self.assertEqual(self.kinds("pytest"), {"tests/test_b.py tests/test_b.py": "error"})

    def test_a_selection_that_cannot_be_read_narrows_nothing(self):
        self.write(test_a="def test_a(): pass\n", test_b="def test_b(): pass\n")
        (self.hooks / "select.json").write_text("{")
        self.report.mkdir()
        self.start(["pytest"], {**self.hooked(self.environment()), "ASSAY_SELECT": str(self.hooks / "select.json")})
        self.assertEqual(len(self.results("pytest")), 2)
        self.assertEqual(self.narrowed("pytest"), [])

    def test_tests_that_a_repository_adds_after_the_selection_are_in_the_report(self):
        self.write(test_a="def test_a(): pass\n", conftest="""
            import pytest
            @pytest.hookimpl(hookwrapper=True)
            def pytest_collection_modifyitems(items):
                every = list(items)
                yield
                items[:] = every
            """)
        self.run_selected("pytest", "test_a.py", files=["test_a.py"], tests=["test_other"])
        self.assertEqual(self.results("pytest"), {"test_a.py test_a": "passed"})

    def test_a_listing_names_what_would_run(self):
        self.write(test_a="def test_one(): pass\ndef test_two(): pass\n")
        self.run_both("pytest", "--collect-only", "-q", "-k", "one")
        self.assertEqual([each["name"] for each in self.has("pytest", "collected")], ["test_one"])
        self.assertEqual(self.results("pytest"), {})
        self.assertTrue(self.has("pytest", "end"))

    def test_what_tests_start_is_not_in_the_report_and_sees_no_hook(self):
        self.write(test_a="""
            import os, subprocess, sys
            def test_inner(tmp_path):
                (tmp_path / "test_inner.py").write_text("def test_fails(): assert 0")
                done = subprocess.run([sys.executable, "-m", "pytest", str(tmp_path)])
                assert done.returncode == 1
            def test_variables():
                assert %s == []
            def test_fork():
                child = os.fork()
                if child == 0:
                    import atexit
                    atexit._run_exitfuncs()
                    os._exit(0)
                os.waitpid(child, 0)
            """ % PRINTS_VARIABLES)
        self.assertEqual(self.run_both("pytest", "-q"), 0)
        self.assertEqual(self.results("pytest"), {"test_a.py test_inner": "passed", "test_a.py test_variables": "passed",
                                                  "test_a.py test_fork": "passed"})

    def test_a_run_that_a_test_ends_has_no_end(self):
        for ending in ("import os; os._exit(0)", "import pytest; pytest.exit('x', returncode=0)"):
            with self.subTest(ending=ending):
                self.write(test_a="def test_one(): pass\ndef test_two(): %s\ndef test_three(): assert 0\n" % ending)
                shutil.rmtree(self.report, ignore_errors=True)
                self.assertEqual(self.run_both("pytest"), 0)
                self.assertEqual(self.results("pytest").get("test_a.py test_one"), "passed")
                self.assertNotIn("test_a.py test_three", self.results("pytest"))
                self.assertFalse(self.has("pytest", "end"))

    def test_a_test_that_closes_files_of_others_changes_nothing(self):
        self.write(test_a="""
            import os
            def test_before(): pass
            def test_close(tmp_path):
                mine = set()
                for file in range(3, 64):
                    try:
                        if os.readlink("/proc/self/fd/%d" % file).endswith(".jsonl"): os.close(file)
                    except OSError: pass
                mine = [open(tmp_path / str(n), "w+") for n in range(20)]
                test_close.files = mine
            def test_after(): pass
            def test_nothing_was_written_to_mine():
                for file in test_close.files:
                    file.seek(0)
                    assert file.read() == ""
            """)
        self.assertEqual(self.run_both("pytest", "-q"), 0)
        self.assertEqual([each["name"] for each in self.has("pytest", "test")], ["test_before", "test_close", "test_after", "test_nothing_was_written_to_mine"])

    def test_a_path_that_is_set_anew_costs_only_the_report(self):
        self.write(test_a="def test_one(): pass\n")
        self.assertEqual(self.run_both("env", "PYTHONPATH=src", "pytest"), 0)
        self.assertEqual(self.lines_of("pytest"), [])

    def test_the_sitecustomize_of_the_project_is_loaded_and_named(self):
        self.put("site/sitecustomize.py", "print('the own one')\n")
        self.write(test_a="def test_one(): pass\n")
        self.assertEqual(self.run_both("pytest", PYTHONPATH=str(self.tree / "site")), 0)
        self.assertIn("the own one", self.text)
        self.assertIn("site/sitecustomize.py", [each["file"] for each in self.has("pytest", "loaded")])

    def test_a_report_that_cannot_be_written_costs_only_the_report(self):
        self.write(test_a="def test_one(): pass\n")
        environment = self.hooked(self.environment())
        environment["ASSAY_REPORT"] = str(self.top / "nowhere" / "x")
        self.assertEqual(self.start(["pytest"], environment)[0], 0)


class Unittest(HookTest):
    def test_outcomes_are_those_of_unittest(self):
        self.put("tests/__init__.py", "")
        self.put("tests/test_a.py", """
            import os, unittest
            class U(unittest.TestCase):
                def test_ok(self): pass
                def test_fail(self): self.assertEqual(1, 2)
                def test_error(self): raise ValueError("x")
                @unittest.skip("why")
                def test_skip(self): pass
                @unittest.expectedFailure
                def test_expected(self): self.fail()
                @unittest.expectedFailure
                def test_unexpected(self): pass
                def test_parts(self):
                    for i in range(3):
                        with self.subTest(i=i): self.assertNotEqual(i, 1)
                def test_variables(self): self.assertEqual(%s, [])
                def test_inner(self):
                    class T(unittest.TestCase):
                        def test_hidden(self): self.fail()
                    unittest.TextTestRunner(stream=open(os.devnull, "w")).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
            """ % PRINTS_VARIABLES)
        self.put("tests/test_b.py", "import nothing_there")
        self.assertEqual(self.run_both("python3", "-m", "unittest"), 1)
        self.assertEqual(self.results("unittest"), {
            "tests/test_a.py U.test_ok": "passed",
            "tests/test_a.py U.test_fail": "failed",
            "tests/test_a.py U.test_error": "failed",
            "tests/test_a.py U.test_skip": "skipped",
            "tests/test_a.py U.test_expected": "skipped",
            "tests/test_a.py U.test_unexpected": "failed",
            "tests/test_a.py U.test_parts (i=1)": "failed",
            "tests/test_a.py U.test_variables": "passed",
            "tests/test_a.py U.test_inner": "passed",
            "tests/test_b.py tests/test_b.py": "failed",
        })
        self.assertEqual(self.has("unittest", "end")[0]["exit"], 1)
        self.assertEqual(self.kinds("unittest"), {
            "tests/test_a.py U.test_fail": "assertion",
            "tests/test_a.py U.test_error": "error",
            "tests/test_a.py U.test_unexpected": "assertion",
            "tests/test_a.py U.test_parts (i=1)": "assertion",
            "tests/test_b.py tests/test_b.py": "error",
        })

    def test_only_selected_tests_run(self):
        self.put("tests/__init__.py", "")
        test = "import unittest\nclass U(unittest.TestCase):\n  def test_a(self): pass\n  def test_b(self):\n    with self.subTest(i=1): self.fail()\n"
        self.put("tests/test_a.py", test)
        self.put("tests/test_b.py", test)
        self.put("tests/test_c.py", "import nothing_there")
        command = ("python3", "-m", "unittest", "discover", "-t", ".", "-s", "tests")
        self.assertEqual(self.run_selected(*command, files=["tests/test_a.py"]), 1)
        self.assertEqual(self.results("unittest"), {"tests/test_a.py U.test_a": "passed", "tests/test_a.py U.test_b (i=1)": "failed"})
        self.assertEqual(self.narrowed("unittest"), [2])
        self.run_selected(*command, files=["tests/test_a.py"], tests=["U.test_b (i=1)"])
        self.assertEqual(self.results("unittest"), {"tests/test_a.py U.test_b (i=1)": "failed"})
        self.run_selected(*command, files=["tests/test_c.py"], tests=["U.test_b"])
        self.assertEqual(self.kinds("unittest"), {"tests/test_c.py tests/test_c.py": "error"})
        self.run_selected(*command, files=["tests/gone.py"])
        self.assertEqual((self.results("unittest"), self.narrowed("unittest")), ({}, [0]))

    def test_a_run_that_a_test_ends_has_no_end(self):
        self.write(test_a="import os, unittest\nclass U(unittest.TestCase):\n  def test_a(self): os._exit(0)\n")
        self.assertEqual(self.run_both("python3", "-m", "unittest", "discover"), 0)
        self.assertTrue(self.has("unittest", "begin"))
        self.assertFalse(self.has("unittest", "end"))


class PythonLines(HookTest):
    PRODUCT = """
        # nothing here
        LIMIT = 3

        def small(x):
            if x < LIMIT:
                return True
            return False


        def never():
            return 1
        """

    def pythons(self):
        found = ["python3"] + ["python3.%d" % minor for minor in range(8, 15)]
        usable = [each for each in found if shutil.which(each) and not subprocess.run([each, "-c", ""], capture_output=True).returncode]
        return usable

    def check(self, ran):
        self.assertEqual(ran["shop.py"], {3, 5, 6, 7, 11}, self.text)
        self.assertEqual(self.executable["shop.py"] - {0, 1}, {3, 5, 6, 7, 8, 11, 12})
        self.assertFalse(self.lost)

    def test_lines_of_wanted_files_that_ran(self):
        self.write(shop=self.PRODUCT, other="def f():\n    return 1\n",
                   test_a="import unittest, shop, other\nclass U(unittest.TestCase):\n  def test_a(self): self.assertTrue(shop.small(other.f()))\n")
        for python in self.pythons():
            with self.subTest(python=python):
                ran = self.run_covered(python, "-m", "unittest", files=["shop.py", "gone.py", "shop.js"])
                self.assertEqual(self.status, 0, self.text)
                self.check(ran)
                self.assertEqual(set(ran) - {None}, {"shop.py"})
                self.assertEqual(self.results("unittest"), {"test_a.py U.test_a": "passed"})
        self.check(self.run_covered("pytest", "-q", files=["shop.py"]))

    def test_processes_threads_and_forks_count_too(self):
        self.write(shop=self.PRODUCT, test_a="""
            import os, subprocess, sys, threading
            def test_process(): subprocess.run([sys.executable, "-c", "import shop, os; shop.small(1); os._exit(0)"], check=True)
            """)
        self.check(self.run_covered("pytest", "-q", files=["shop.py"]))
        self.write(test_a="""
            import os, threading
            def run():
                import shop
                shop.small(1)
            def test_fork():
                child = os.fork()
                if child == 0:
                    thread = threading.Thread(target=run)
                    thread.start()
                    thread.join()
                    os._exit(0)
                os.waitpid(child, 0)
            """)
        self.check(self.run_covered("pytest", "-q", files=["shop.py"]))

    def test_lines_are_told_once_for_each_file_of_tests(self):
        self.write(shop=self.PRODUCT,
                   test_a="import unittest, shop\nclass A(unittest.TestCase):\n  def test_a(self): self.assertTrue(shop.small(1))\n",
                   test_b="import unittest, shop\nclass B(unittest.TestCase):\n  def test_b(self): self.assertFalse(shop.small(1000))\n")
        commands = [(python, "-m", "unittest") for python in self.pythons()] + [("pytest", "-q")]
        for command in commands:
            with self.subTest(command=command):
                self.run_covered(*command, files=["shop.py"])
                both = {"test_a.py", "test_b.py"}
                expected = {3: {""}, 5: {""}, 6: both, 7: {"test_a.py"}, 8: {"test_b.py"}, 11: {""}}
                self.assertEqual({each: self.ran_by.get(each) for each in expected}, expected, self.text)

    def test_what_a_shared_fixture_runs_belongs_to_no_file_of_tests(self):
        self.write(shop=self.PRODUCT, test_a="""
            import pytest, shop
            @pytest.fixture(scope="module")
            def shared(): return shop.small(1)
            @pytest.fixture
            def own(): return shop.small(1000)
            def test_a(shared, own): assert shared and not own
            """)
        self.run_covered("pytest", "-q", files=["shop.py"])
        self.assertEqual([self.ran_by[7], self.ran_by[8]], [{""}, {"test_a.py"}], self.text)

    def test_another_tracer_makes_it_unknown(self):
        self.write(shop=self.PRODUCT, test_a="import sys\ndef test_a():\n  import shop\n  sys.settrace(None)\n  shop.small(1)\n")
        ran = self.run_covered("pytest", "-q", files=["shop.py"])
        self.assertTrue(self.lost or 7 in ran["shop.py"])


class NodeTest(HookTest):
    SUITE = """
        const test = require('node:test'), {describe, it, before} = test, assert = require('assert');
        describe('auth', () => {
          it('denies "guest"\\n', () => {});
          it('fails', () => assert.equal(1, 2));
          it.skip('skipped', () => {});
          it.todo('later');
          describe('inner', () => { it('deep', () => {}); });
        });
        test('parent', async (t) => { await t.test('child', () => {}); });
        describe('hook', () => { before(() => { throw new Error('broke'); }); it('never', () => {}); });
        test('variables', () => { assert.deepEqual(Object.keys(process.env).filter((n) => n.startsWith('ASSAY') || n === 'PYTHONPATH'), []);
          assert.equal(process.env.NODE_OPTIONS, '--no-warnings'); });
        """
    EXPECTED = {
        'auth > denies "guest"\n': "passed",
        "auth > fails": "failed",
        "auth > skipped": "skipped",
        "auth > later": "skipped",
        "auth > inner > deep": "passed",
        "parent > child": "passed",
        "parent": "passed",
        "hook > never": "failed",
        "variables": "passed",
    }

    def named(self):
        return {each["name"]: each["outcome"] for each in self.has("node_test", "test")}

    def test_outcomes_are_those_of_node(self):
        self.put("test/a.test.js", self.SUITE)
        self.put("test/b.test.js", "throw new Error('broken file')")
        self.assertEqual(self.run_both("node", "--test", NODE_OPTIONS="--no-warnings"), 1)
        self.assertEqual(self.named(), {**self.EXPECTED, "test/b.test.js": "failed"})
        self.assertEqual({each["file"] for each in self.has("node_test", "test")}, {"test/a.test.js", "test/b.test.js"})
        self.assertEqual(len(self.has("node_test", "begin")), 1)
        self.assertEqual(len(self.has("node_test", "end")), 1)

    def test_V8_counts_children_too(self):
        self.put("shop.js", "exports.f = (x) => x;\n")
        self.put("test/a.test.js", "const test = require('node:test'); test('a', () => require('child_process').execFileSync('node', ['-e', 'require(\"./shop.js\").f(1)']));")
        self.run_covered("node", "--test", files=["shop.js"], NODE_V8_COVERAGE=str(self.report / "v8"))
        self.assertEqual(self.status, 0, self.text)
        scripts = [script["url"] for file in (self.report / "v8").iterdir() for script in json.loads(file.read_text())["result"]]
        self.assertIn((self.tree / "shop.js").as_uri(), scripts)

    def test_only_selected_files_run(self):
        suite = "const test = require('node:test'), assert = require('assert'); test('judges', () => assert.ok(0)); test('breaks', () => null.x);"
        self.put("test/a.test.js", suite)
        self.put("test/b.test.js", suite)
        self.put("src/c_test.mjs", "import test from 'node:test'; test('c', () => {});")
        for words in ([], ["test/"], ["test/a.test.js", "test/b.test.js"]):
            with self.subTest(words=words):
                self.assertEqual(self.run_selected("node", "--test", *words, files=["test/a.test.js"]), 1)
                self.assertEqual(self.kinds("node_test"), {"test/a.test.js judges": "assertion", "test/a.test.js breaks": "error"}, self.text)
                self.assertEqual(self.narrowed("node_test"), [2])
        self.assertEqual(self.run_selected("node", "--test", files=["src/c_test.mjs"]), 0)
        self.assertEqual(self.results("node_test"), {"src/c_test.mjs c": "passed"})
        self.assertEqual(self.run_selected("node", "--test", "test/", files=["src/c_test.mjs", "test/gone.js"]), 0)
        self.assertEqual((self.results("node_test"), self.narrowed("node_test")), ({}, [0]))

    def test_a_selection_of_tests_only_narrows_to_their_files(self):
        self.put("test/a.test.js", "const test = require('node:test'); test('a', () => {}); test('b', () => {});")
        self.put("test/b.test.js", "throw new Error('must not run');")
        self.assertEqual(self.run_selected("node", "--test", files=["test/a.test.js"], tests=["a"]), 0)
        self.assertEqual((self.named(), self.narrowed("node_test")), ({"a": "passed", "b": "passed"}, []))

    def test_a_file_that_is_run_by_itself_is_narrowed_when_it_is_selected(self):
        self.put("test/a.test.js", "require('node:test')('a', () => {});")
        self.run_selected("node", "test/a.test.js", files=["test/a.test.js"])
        self.assertEqual(self.narrowed("node_test"), [1])
        self.run_selected("node", "test/a.test.js", files=["test/b.test.js"])
        self.assertEqual((self.named(), self.narrowed("node_test")), ({"a": "passed"}, []))

    def test_a_file_that_is_run_by_itself_is_a_run(self):
        self.put("test/a.test.js", self.SUITE)
        self.assertEqual(self.run_both("node", "test/a.test.js", NODE_OPTIONS="--no-warnings"), 1)
        self.assertEqual(self.named(), self.EXPECTED)
        self.assertEqual(len(self.has("node_test", "end")), 1)

    def test_a_run_that_a_test_ends_has_no_end(self):
        self.put("test/a.test.js", "const test = require('node:test'); test('a', () => process.exit(0)); test('b', () => { throw 1; });")
        self.assertEqual(self.run_both("node", "test/a.test.js"), 0)
        self.assertNotIn("passed", self.named().values())
        self.assertFalse(self.has("node_test", "end"))

    def test_other_reporters_stay(self):
        self.put("test/a.test.js", "require('node:test')('a', () => {});")
        self.assertEqual(self.run_both("node", "--test", "--test-reporter=dot", "--test-reporter-destination=stdout"), 0)
        self.assertEqual(self.named(), {"a": "passed"})

    def test_modules_too(self):
        self.put("test/a.test.mjs", "import test from 'node:test'; test('a', () => {});")
        self.assertEqual(self.run_both("node", "--test"), 0)
        self.assertEqual(self.named(), {"a": "passed"})


class Ruby(HookTest):
    def setUp(self):
        super().setUp()
        for program in ("ruby", "rspec"):
            if not shutil.which(program):
                self.skipTest(program + " is not there")

    def hooked(self, plain):
        ruby = self.hooks / "ruby"
        return {**super().hooked(plain), "RUBYLIB": str(ruby), "SPEC_OPTS": "--require '%s/assay_rspec.rb'" % ruby}

    def test_minitest(self):
        suite = """
            require "minitest/autorun"
            class %s < Minitest::Test
              def test_passes; assert true; end
              def test_judges; assert_equal 1, 2; end
              def test_breaks; nil.x; end
            end
            """
        self.put("test/a_test.rb", suite % "TestA")
        self.put("test/b_test.rb", suite % "TestB")
        command = ("ruby", "-e", "require './test/a_test.rb'; require './test/b_test.rb'")
        self.assertEqual(self.run_both(*command, "--", "--seed", "1"), 1)
        self.assertEqual(len(self.results("minitest")), 6)
        self.assertEqual(self.run_selected(*command, files=["test/a_test.rb"]), 1)
        self.assertEqual(self.results("minitest"), {"test/a_test.rb TestA#test_passes": "passed", "test/a_test.rb TestA#test_judges": "failed",
                                                    "test/a_test.rb TestA#test_breaks": "failed"})
        self.assertEqual(self.kinds("minitest"), {"test/a_test.rb TestA#test_judges": "assertion", "test/a_test.rb TestA#test_breaks": "error"})
        self.assertEqual(self.narrowed("minitest"), [3])
        self.assertEqual(self.run_selected(*command, files=["test/a_test.rb"], tests=["TestA#test_passes"]), 0, self.text)
        self.assertEqual(self.results("minitest"), {"test/a_test.rb TestA#test_passes": "passed"})
        self.assertEqual(self.run_selected(*command, files=["test/gone.rb"]), 0, self.text)
        self.assertEqual((self.results("minitest"), self.narrowed("minitest")), ({}, [0]))

    def test_rspec(self):
        self.put("spec/a_spec.rb", """
            RSpec.describe "a" do
              it("passes") { expect(1).to eq(1) }
              it("judges") { expect(1).to eq(2) }
              it("breaks") { nil.x }
            end
            """)
        self.put("spec/b_spec.rb", "raise 'must not be loaded'")
        self.assertEqual(self.run_selected("rspec", files=["spec/a_spec.rb"]), 1)
        self.assertEqual(self.results("rspec"), {"spec/a_spec.rb a > passes": "passed", "spec/a_spec.rb a > judges": "failed",
                                                 "spec/a_spec.rb a > breaks": "failed"}, self.text)
        self.assertEqual(self.kinds("rspec"), {"spec/a_spec.rb a > judges": "assertion", "spec/a_spec.rb a > breaks": "error"})
        self.assertEqual(self.narrowed("rspec"), [3])
        self.assertEqual(self.run_selected("rspec", files=["spec/a_spec.rb"], tests=["a > passes"]), 0, self.text)
        self.assertEqual((self.results("rspec"), self.narrowed("rspec")), ({"spec/a_spec.rb a > passes": "passed"}, [1]))
        self.run_selected("rspec", files=["spec/gone.rb"])
        self.assertEqual((self.results("rspec"), self.narrowed("rspec")), ({}, [0]))
        self.run_selected("rspec", files=["spec/b_spec.rb"])
        self.assertEqual(list(self.kinds("rspec").values()), ["error"])

    def test_examples_without_words_cannot_be_left_out(self):
        self.put("spec/a_spec.rb", "RSpec.describe('a') { it { expect(1).to eq(1) }; it('b') { expect(1).to eq(1) }; it('c') { raise } }")
        self.assertEqual(self.run_selected("rspec", files=["spec/a_spec.rb"], tests=["a > b"]), 0, self.text)
        self.assertEqual((len(self.results("rspec")), self.narrowed("rspec")), (2, []))


NPM_RUNNERS = os.environ.get("ASSAY_NPM_RUNNERS", "")


@unittest.skipUnless(NPM_RUNNERS, "ASSAY_NPM_RUNNERS does not name a folder with runners from npm")
class NpmRunners(HookTest):
    def each_version(self, runner, check):
        found = sorted(pathlib.Path(NPM_RUNNERS).glob(runner + "*/node_modules"))
        if not found:
            self.skipTest(runner + " is not there")
        for modules in found:
            with self.subTest(version=modules.parent.name):
                shutil.rmtree(self.tree)
                self.tree.mkdir()
                self.put("package.json", '{"name": "x", "version": "1.0.0"}')
                (self.tree / "node_modules").symlink_to(modules)
                check()

    def judge(self, runner, command, suite, one, other):
        """`suite`: tests "judges" and "breaks" in a group "g", and "passes" beside it, as the text of one.js."""
        self.put("test/a.test." + one, suite)
        self.put("test/b.test." + one, suite)
        self.put("test/c.test." + one, "throw new Error('must not be loaded');")
        joined = " > ".join
        names = {name: ("g", name) if other else (name,) for name in ("judges", "breaks")}
        names = {name: joined(parts) for name, parts in names.items()}
        file = "test/a.test." + one
        self.run_selected(*command, files=[file])
        self.assertEqual(self.results(runner), {"%s %s" % (file, names["judges"]): "failed", "%s %s" % (file, names["breaks"]): "failed",
                                                "%s passes" % file: "passed"}, self.text)
        self.assertEqual(self.kinds(runner), {"%s %s" % (file, names["judges"]): "assertion", "%s %s" % (file, names["breaks"]): "error"})
        self.assertIn(self.narrowed(runner), ([3], [None]))
        self.assertTrue(self.has(runner, "end"))
        self.assertEqual(self.run_selected(*command, files=[file], tests=["passes"]), 0, self.text)
        self.assertEqual(self.results(runner), {"%s passes" % file: "passed"})
        self.assertIn(self.narrowed(runner), ([1], [None]))
        self.run_selected(*command, files=[file], tests=[names["judges"]])
        self.assertEqual(self.results(runner), {"%s %s" % (file, names["judges"]): "failed"}, self.text)
        self.run_selected(*command, files=["test/gone.js"])
        self.assertEqual(self.results(runner), {}, self.text)
        self.assertIn(self.narrowed(runner), ([0], [None]))
        self.run_selected(*command, files=["test/c.test." + one])
        self.assertEqual(set(self.kinds(runner).values()) - {None}, {"error"}, self.text)

    def test_jest(self):
        self.each_version("jest", lambda: self.judge("jest", ["npx", "jest"], """
            describe('g', () => { test('judges', () => expect(1).toBe(2)); test('breaks', () => null.x); });
            test('passes', () => {});
            """, "js", "g"))

    def test_jest_tells_lines(self):
        self.each_version("jest", self.cover_jest)

    def cover_jest(self):
        self.put("shop.js", "function f(x) {\n  if (x) {\n    return 1;\n  }\n  return 2;\n}\nmodule.exports = f;\n")
        self.put("other.js", "module.exports = 1;\n")
        self.put("a.test.js", "test('a', () => expect(require('./shop.js')(0)).toBe(2));")
        self.run_covered("npx", "jest", files=["shop.js", "other.js"])
        self.assertEqual(self.status, 0, self.text)
        lines = (self.report / "jest" / "lcov.info").read_text().splitlines()
        self.assertIn("DA:3,0", lines)
        self.assertIn("DA:5,1", lines)
        self.assertIn("SF:other.js", lines)

    def test_vitest(self):
        self.each_version("vitest", lambda: self.judge("vitest", ["npx", "vitest", "run"], """
            import {describe, test, expect} from 'vitest';
            describe('g', () => { test('judges', () => expect({a: 1}).toEqual({a: 2})); test('breaks', () => null.x); });
            test('passes', () => {});
            """, "js", "g"))

    def test_mocha(self):
        self.each_version("mocha", lambda: (self.judge_mocha(["npx", "mocha"]), self.judge_mocha(["npm", "test"])))

    def test_ava(self):
        self.each_version("ava", lambda: self.judge("ava", ["npx", "ava"], """
            import test from 'ava';
            test('judges', (t) => t.is(1, 2)); test('breaks', (t) => null.x); test('passes', (t) => t.pass());
            """, "mjs", ""))

    def test_playwright(self):
        self.each_version("playwright", self.judge_playwright)

    def judge_playwright(self):
        self.put("test/a.spec.js", """
            const {test, expect} = require('@playwright/test');
            test('judges', () => expect(1).toBe(2)); test('breaks', () => null.x); test('passes', () => {});
            """)
        self.put("test/b.spec.js", "throw new Error('must not be loaded');")
        self.run_selected("npx", "playwright", "test", files=["test/a.spec.js"])
        self.assertEqual(self.kinds("playwright"), {"test/a.spec.js judges": "assertion", "test/a.spec.js breaks": "error"}, self.text)
        self.assertEqual(self.narrowed("playwright"), [3])
        self.run_selected("npx", "playwright", "test", "test/a", files=["test/a.spec.js"])
        self.assertEqual(self.narrowed("playwright"), [])

    def judge_mocha(self, command):
        self.put("package.json", '{"name": "x", "version": "1.0.0", "scripts": {"test": "mocha --recursive"}}')
        self.put("test/a.test.js", """
            const assert = require('assert');
            describe('g', () => { it('judges', () => assert.equal(1, 2)); it('breaks', () => null.x); });
            it('passes', () => {});
            """)
        self.put("test/b.test.js", "throw new Error('must not be loaded');")
        self.run_selected(*command, files=["test/a.test.js"])
        self.assertEqual(self.kinds("mocha"), {"test/a.test.js g > judges": "assertion", "test/a.test.js g > breaks": "error"}, self.text)
        self.assertEqual(self.narrowed("mocha"), [3])
        self.assertEqual(self.run_selected(*command, files=["test/a.test.js"], tests=["passes"]), 0, self.text)
        self.assertEqual(self.results("mocha"), {"test/a.test.js passes": "passed"})
        self.assertEqual(self.run_selected(*command, files=["test/gone.js"]), 0, self.text)
        self.assertEqual((self.results("mocha"), self.narrowed("mocha")), ({}, [0]))


class CppPrograms(HookTest):
    """Test programs of Catch2 and doctest, which only the program itself tells."""

    SOURCES = {
        "catch2": """
            #define CATCH_CONFIG_RUNNER
            #include <catch2/catch.hpp>
            #include <csignal>
            #include <stdexcept>
            TEST_CASE("adds & <b>", "[math]") { SECTION("a") { CHECK(1 == 2); CHECK(3 < 2); } SECTION("b") { CHECK(1 == 1); } }
            TEST_CASE("no assertion", "[ok]") {}
            TEST_CASE("should", "[!shouldfail]") { CHECK(false); }
            TEST_CASE("throws") { INFO("here"); throw std::runtime_error("gone"); }
            TEST_CASE("warns", "[ok]") { WARN("careful"); CHECK(true); }
            TEST_CASE("killed", "[.][kill]") { raise(SIGKILL); }
            int main(int count, char** words) {
              if (count == 2 && std::string(words[1]) == "own") return puts("as it was asked"), 4;
              for (int i = 1; i < count; ++i) if (std::string(words[i]) == "own") return puts("refused"), 3;
              return Catch::Session().run(count, words);
            }
            """,
        "doctest": """
            #define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
            #include <doctest/doctest.h>
            #include <stdexcept>
            TEST_CASE("adds & <b>") { SUBCASE("a") { CHECK(1 == 2); REQUIRE(3 < 2); } SUBCASE("b") { CHECK(1 == 1); } }
            TEST_CASE("no assertion") {}
            TEST_CASE("should" * doctest::should_fail()) { CHECK(false); }
            TEST_CASE("throws") { throw std::runtime_error("gone"); }
            TEST_SUITE("deep") { TEST_CASE("says") { MESSAGE("careful"); CHECK(true); } }
            TEST_CASE("crash" * doctest::skip()) { *(volatile int*)nullptr = 1; }
            """,
        "plain": """
            #include <cstdio>
            int main(int count, char** words) { for (int i = 1; i < count; ++i) puts(words[i]); return count; }
            """,
    }
    HEADERS = {"catch2": "catch2/catch.hpp", "doctest": "doctest/doctest.h"}
    built = None

    @classmethod
    def tearDownClass(cls):
        if cls.built:
            shutil.rmtree(cls.built)
            cls.built = None

    def build(self, name):
        """Each program is built once; it is then ./tests/NAME of the tree."""
        cls = type(self)
        if not shutil.which("g++") or (name in self.HEADERS and not os.path.exists("/usr/include/" + self.HEADERS[name])):
            self.skipTest("%s is not there" % (self.HEADERS.get(name, "g++")))
        cls.built = cls.built or tempfile.mkdtemp(prefix="assay-cpp-")
        program = pathlib.Path(cls.built) / name
        if not program.exists():
            source = program.with_suffix(".cc")
            source.write_text(textwrap.dedent(self.SOURCES[name]), encoding="utf-8")
            subprocess.run(["g++", "-O0", "-w", "-o", str(program), str(source)], check=True, timeout=600)
        (self.tree / "tests").mkdir(exist_ok=True)
        shutil.copy(program, self.tree / "tests" / name)

    def run_asked(self, name, *words):
        """Its status and text as it is, and as it is when it is asked."""
        self.build(name)
        shutil.rmtree(self.report, ignore_errors=True)
        self.report.mkdir()
        program = ["./tests/" + name, *words]
        plain = self.environment()
        before = self.start(program, plain)
        asked = self.start(["sh", str(self.hooks / "cpp" / "test_program.sh"), *program], self.hooked(plain))
        return before, asked

    def outcomes(self, name):
        (file,) = self.report.glob(name + "-*.xml")
        root = xml.etree.ElementTree.parse(file).getroot()
        found = {}
        for case in root.iter("TestCase"):
            last = [each.get("success") or each.get("test_case_success") for each in case if each.tag in ("OverallResult", "OverallResultsAsserts")]
            found[case.get("name")] = "skipped" if case.get("skipped") else last[-1] if last else None
        return found

    def test_catch2_leaves_a_report_and_prints_what_it_prints(self):
        (status, text), (status_asked, text_asked) = self.run_asked("catch2")
        self.assertEqual(self.outcomes("catch2"), {"adds & <b>": "false", "no assertion": "true", "should": "true",
                                                   "throws": "false", "warns": "true"})
        self.assertEqual(status_asked, status)
        self.assertEqual(text_asked, text.replace("v2.13.10", "v2"))

    def test_catch2_with_nothing_that_failed(self):
        for words in (["[ok]"], ["no assertion"], ["nothing"], ["-s", "[ok]"]):
            with self.subTest(words=words):
                (status, text), (status_asked, text_asked) = self.run_asked("catch2", *words)
                self.assertEqual(status_asked, status)
                if words[-1] != "nothing":
                    self.assertEqual(text_asked.splitlines()[-2:], text.splitlines()[-2:])

    def test_doctest_leaves_a_report_and_prints_what_it_prints(self):
        (status, text), (status_asked, text_asked) = self.run_asked("doctest")
        self.assertEqual(self.outcomes("doctest"), {"adds & <b>": "false", "no assertion": "true", "should": "true", "throws": "false",
                                                    "says": "true", "crash": "skipped"})
        self.assertEqual(status_asked, status)
        self.assertEqual(text_asked, text)
        (status, text), (status_asked, text_asked) = self.run_asked("doctest", "-tc=no*")
        self.assertEqual((status, status_asked), (0, 0))
        self.assertEqual(text_asked, text)

    def test_what_ends_the_program_ends_it_in_the_same_way(self):
        (status, text), (status_asked, text_asked) = self.run_asked("doctest", "-tc=crash", "--no-skip")
        self.assertEqual((status, status_asked), (-11, -11))
        self.assertIn("test case CRASHED", text_asked)
        self.assertEqual(self.outcomes("doctest")["crash"], "false")
        (status, _), (status_asked, _) = self.run_asked("catch2", "[kill]")
        self.assertEqual((status, status_asked), (-9, -9))
        (file,) = self.report.glob("catch2-*.xml")
        self.assertNotIn("</Catch>", file.read_text(encoding="utf-8"))

    def test_words_for_another_report_or_none_are_left_alone(self):
        for name, words in (("catch2", ["-r", "compact"]), ("catch2", ["--reporter=xml"]), ("catch2", ["-l"]), ("catch2", ["-o", "mine.txt"]),
                            ("doctest", ["-ltc"]), ("doctest", ["--reporters=xml", "-o=mine.xml"]), ("doctest", ["--help"])):
            with self.subTest(words=words):
                before, asked = self.run_asked(name, *words)
                self.assertEqual((asked[0], without_times(asked[1])), (before[0], without_times(before[1])))
                self.assertEqual(list(self.report.iterdir()), [])

    def test_a_program_that_knows_no_such_words_is_run_as_it_was_asked(self):
        before, asked = self.run_asked("catch2", "own")
        self.assertEqual(before, (4, "as it was asked\n"))
        self.assertEqual(asked, (4, "refused\nas it was asked\n"))
        self.assertEqual(list(self.report.iterdir()), [])

    def test_any_other_program_is_only_started(self):
        before, asked = self.run_asked("plain", "-s", "a b", "")
        self.assertEqual(asked, before)
        script = self.tree / "tests" / "all"
        script.write_text("#!/bin/sh\necho 'Run with -? for options list-reporters is a Catch v' $0 $#\n")
        script.chmod(0o755)
        self.report.mkdir(exist_ok=True)
        hook = ["sh", str(self.hooks / "cpp" / "test_program.sh")]
        self.assertEqual(self.start([*hook, "tests/all", "x"], self.hooked(self.environment())), self.start(["tests/all", "x"], self.environment()))
        self.assertEqual(self.start([*hook, "tests/gone"], self.hooked(self.environment())), (127, "sh: tests/gone: not found\n"))
        self.assertEqual(list(self.report.iterdir()), [])


class OtherProcesses(HookTest):
    def test_nothing_happens_in_them(self):
        self.put("main.js", "const {Worker} = require('worker_threads'); new Worker('console.log(1)', {eval: true}); console.log(process.execArgv)")
        self.write(main="import sys, unittest\nprint([p for p in sys.path if 'hooks' in p], 'sitecustomize' in sys.modules)\n")
        for command in (["node", "main.js"], ["python3", "main.py"], ["python3", "-I", "main.py"], ["node", "-e", "1"]):
            shutil.rmtree(self.report, ignore_errors=True)
            self.assertEqual(self.run_both(*command), 0)
            self.assertEqual(list(self.report.iterdir()), [])


class PackageManagers(HookTest):
    def run_script(self, script):
        # As npm does it: the script is the text of a shell.
        self.put("npm-cli.js", "require('child_process').spawn('sh', ['-c', process.argv[2]], {stdio: 'inherit'}).on('exit', (code) => process.exit(code));")
        self.put("test/a.test.js", "require('node:test')('options ' + process.env.NODE_OPTIONS, () => {});")
        shutil.rmtree(self.report, ignore_errors=True)
        self.assertEqual(self.run_both("node", "npm-cli.js", script), 0)
        return [each["name"] for each in self.has("node_test", "test")]

    def test_a_script_that_sets_the_options_anew_is_reached(self):
        self.assertEqual(self.run_script("NODE_OPTIONS=--no-warnings node --test"), ["options --no-warnings"])
        self.assertEqual(self.run_script("true && NODE_OPTIONS='--no-warnings --no-deprecation' node --test"),
                         ["options --no-warnings --no-deprecation"])
        self.assertEqual(self.run_script('NODE_OPTIONS="${NODE_OPTIONS:+$NODE_OPTIONS }--no-warnings" node --test'), ["options --no-warnings"])

    def test_options_that_a_program_sets_are_reached(self):
        self.put("test/a.test.js", "require('node:test')('options ' + process.env.NODE_OPTIONS, () => {});")
        self.put("cross-env.js", """
            const env = {...process.env, NODE_OPTIONS: '--no-warnings'};
            require('child_process').spawn('node', ['--test'], {stdio: 'inherit', env}).on('exit', (code) => process.exit(code));
            """)
        self.assertEqual(self.run_both("node", "cross-env.js"), 0)
        self.assertEqual([each["name"] for each in self.has("node_test", "test")], ["options --no-warnings"])


class Shells(HookTest):
    FAKE_GO = r"""
        #!/bin/sh
        echo "to stderr: $*" >&2
        cat <<'X'
        {"Action":"run","Package":"p","Test":"TestA"}
        {"Action":"output","Package":"p","Test":"TestA","Output":"=== RUN   TestA\n"}
        {"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:5: \"no\" \u003c x\\y\n"}
        {"Action":"output","Package":"p","Test":"TestA","Output":"--- FAIL: TestA (0.00s)\n"}
        {"Action":"fail","Package":"p","Test":"TestA","Elapsed":0}
        {"Action":"output","Package":"p","Test":"TestB","Output":"quiet\n"}
        {"Action":"pass","Package":"p","Test":"TestB","Elapsed":0}
        {"Action":"output","Package":"p","Output":"FAIL\tp\t0.002s\n"}
        {"Action":"fail","Package":"p","Elapsed":0.002}
        {"Action":"output","Package":"q","Output":"PASS\n"}
        {"Action":"output","Package":"q","Output":"ok  \tq\t0.1s\n"}
        {"Action":"pass","Package":"q"}
        X
        exit 3
        """

    def run_go(self, *words):
        self.put("go", self.FAKE_GO)
        text = textwrap.dedent(self.FAKE_GO).lstrip()
        (self.tree / "go").write_text(text)
        (self.tree / "go").chmod(0o755)
        self.report.mkdir(exist_ok=True)
        return subprocess.run(["sh", str(self.hooks / "go/go_test.sh"), str(self.report / "go.json"), "./go", *words],
                              cwd=self.tree, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, encoding="utf-8")

    def test_go_test_prints_what_people_know_and_ends_as_it_does(self):
        done = self.run_go("./...")
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr, "to stderr: test -json ./...\n")
        self.assertEqual(done.stdout, '    a_test.go:5: "no" < x\\y\n--- FAIL: TestA (0.00s)\nFAIL\tp\t0.002s\nok  \tq\t0.1s\nFAIL\n')
        self.assertEqual(len((self.report / "go.json").read_text().splitlines()), 12)
        self.assertTrue(self.run_go("-v").stdout.startswith("=== RUN   TestA\n"))

    def test_each_package_of_go_runs_with_its_own_tests(self):
        self.put("go.mod", "module example.com/x\n\ngo 1.18\n")
        self.put("shop/shop.go", "package shop\n\nfunc F() int {\n\treturn 1\n}\n")
        for name, other in (("a", "b"), ("b", "a")):
            self.put(name + "/x_test.go", 'package %s\n\nimport (\n\t"testing"\n\n\t"example.com/x/shop"\n)\n\nfunc Test_%s(t *testing.T) { shop.F() }\n'
                                          'func Test_%s(t *testing.T) { t.Fatal("not selected") }\n' % (name, name, other))
        if not shutil.which("go"):
            self.skipTest("go is not there")
        self.report.mkdir()
        each = ["sh", str(self.hooks / "go/each_package.sh"), "2", "./a/", "^(Test_a)$", "./b/", "^(Test_b)$", "--"]
        run = ["sh", str(self.hooks / "go/go_test.sh"), str(self.report / "go.json"), "go", "-coverpkg=./shop", "-coverprofile=%s/cover" % self.report]
        status, text = self.start(each + run, self.environment(GOFLAGS="-mod=mod"))
        self.assertEqual(status, 0, text)
        events = [json.loads(line) for line in (self.report / "go.json").read_text().splitlines()]
        self.assertEqual({each["Test"] for each in events if "Test" in each}, {"Test_a", "Test_b"})
        for number in ("1", "2"):
            self.assertIn("example.com/x/shop/shop.go:3.14,5.2 1 1", (self.report / ("cover." + number)).read_text())
        each[4] = "^(Test_b)$"
        self.assertEqual(self.start(each + run, self.environment())[0], 1)


def main():
    result = unittest.TextTestRunner(verbosity=1).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
    failed = len(result.failures) + len(result.errors)
    for reason in sorted({reason for _, reason in result.skipped}):
        print("not tried: %d, %s" % (sum(each == reason for _, each in result.skipped), reason))
    print("%d passed, %d failed" % (result.testsRun - failed - len(result.skipped), failed))
    return 1 if failed else 0



class ByPath(HookTest):
    """Programs that scripts start by their name: ours of the same name stands in front of them on PATH."""

    PROJECT = """
        cmake_minimum_required(VERSION 3.18)
        project(two NONE)
        enable_testing()
        add_test(NAME good COMMAND ${CMAKE_COMMAND} -E true)
        add_test(NAME bad COMMAND ${CMAKE_COMMAND} -E false)
        """

    def prepare(self):
        self.put("CMakeLists.txt", self.PROJECT)
        self.put("Makefile", ".PHONY: test\ntest:\n\t@cmake -S . -B build >configured\n\t@ctest --test-dir build $(WORDS)\n")
        (self.hooks / "bin").mkdir()
        program = self.hooks / "bin" / "ctest"
        program.write_text('#!/bin/sh\nexec sh "%s" "%s" ctest "$@"\n' % (self.hooks / "path" / "asked.sh", self.hooks / "bin"))
        program.chmod(0o755)

    def hooked(self, plain):
        return {**super().hooked(plain), "PATH": "%s:%s" % (self.hooks / "bin", plain["PATH"])}

    def test_ctest_behind_make_leaves_a_report(self):
        self.prepare()
        self.assertEqual(self.run_both("make", "-s", "test"), 2)
        (report,) = self.report.glob("path-ctest-*.xml")
        text = report.read_text(encoding="utf-8")
        for name in ("good", "bad"):
            self.assertIn('<testcase name="%s"' % name, text)

    def test_nothing_is_added_where_nothing_runs_or_another_report_is_wanted(self):
        self.prepare()
        for words in ("-N", "--output-junit own.xml"):
            self.run_both("make", "-s", "test", "WORDS=" + words)
            self.assertEqual(list(self.report.iterdir()), [])
            shutil.rmtree(self.report)

    def test_a_program_that_is_not_there_is_missed_by_its_name(self):
        self.prepare()
        empty = self.top / "empty"
        empty.mkdir()
        for name in ("make", "sh", "cmake"):
            os.symlink(shutil.which(name), empty / name)
        self.report.mkdir()
        status, text = self.start(["make", "-s", "test"], self.hooked(self.environment(PATH=str(empty))))
        self.assertEqual(status, 2)
        self.assertIn("sh: ctest: not found", text)


if __name__ == "__main__":
    sys.exit(main())
