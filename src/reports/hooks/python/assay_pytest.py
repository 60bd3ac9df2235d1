"""A plugin that every pytest of this process gets when it is configured. It listens, and leaves out what is not
selected.
"""

import os
import sys

_hooks = sys.modules["_assay_hooks"]
_events = _hooks.load("assay_events")
_selection = _hooks.load("assay_selection").selection
_lines = _hooks.load("assay_lines")


def add_to(config_module):
    """config_module is _pytest.config; every run makes its configuration with get_config."""
    make = config_module.get_config

    def get_config(*arguments, **named):
        config = make(*arguments, **named)
        try:
            if not _State.taken:
                kind = _LinePlugin if _lines.is_on() else _Plugin
                config.pluginmanager.register(kind(config), "assay")
        except Exception:
            pass
        return config

    config_module.get_config = get_config


class _State:
    taken = False  # by the outermost run; tests of plugins run pytest inside of pytest


def _safe(listen):
    def call(self, *arguments):
        try:
            listen(self, *arguments)
        except Exception:
            pass

    return call


def _impl(**options):
    """As pytest.hookimpl, which cannot be imported yet."""

    def mark(function):
        function.pytest_impl = {"hookwrapper": False, "optionalhook": False, "tryfirst": False, "trylast": False,
                                "specname": None, "wrapper": False, **options}
        return function

    return mark


class _Plugin:
    # Hooks are called with the arguments that they name, so each is written out.

    def __init__(self, config):
        self._config = config
        self._events = _events.Events("pytest")
        self._seen = {}  # nodeid -> what the phases of the test said
        self._listening = False
        self._deselected = 0
        self._expected = set()  # tests that the run is to run
        self._kinds = {}  # nodeid -> how it failed
        self._kept = 0  # tests that are selected
        self._workers = []  # of xdist: how many tests each of them kept, None for one that did not narrow

    def pytest_configure(self, config):
        self._begin(config)

    @_impl(hookwrapper=True)
    def pytest_sessionstart(self, session):
        # Here xdist starts its workers, which collect.
        passes_on = self._listening and _selection and session.config.pluginmanager.hasplugin("dsession")
        if passes_on:
            _events.remember()
        yield
        if passes_on:
            _events.forget()

    @_impl(optionalhook=True)
    def pytest_testnodedown(self, node, error):
        output = getattr(node, "workeroutput", None) or {}
        self._workers.append(output.get("assay_narrowed"))

    @_impl(tryfirst=True)
    def pytest_make_collect_report(self, collector):
        return self._nothing_of(collector)

    @_impl(trylast=True)
    def pytest_collection_modifyitems(self, session, config, items):
        self._narrow(config, items)

    def pytest_exception_interact(self, node, call, report):
        self._note_kind(node, call, report)

    def pytest_deselected(self, items):
        self._count_deselected(items)

    def pytest_collectreport(self, report):
        self._collect_failed(report)

    def pytest_collection_finish(self, session):
        self._collected(session)

    def pytest_runtest_logreport(self, report):
        self._phase(report)

    def pytest_plugin_registered(self, plugin):
        self._registered(plugin)

    def pytest_sessionfinish(self, session, exitstatus):
        self._finish(exitstatus)

    @_safe
    def _begin(self, config):
        if _State.taken:
            return
        # Workers of xdist tell the process that started them.
        if hasattr(config, "workerinput"):
            _State.taken = True
            _events.forget()
            return
        _State.taken = True
        self._listening = True
        self._files = set()
        import pytest

        self._events.begin(pytest.__version__)
        ini = getattr(config, "inipath", None) or getattr(config, "inifile", None)
        self._load(ini)
        self._load(_hooks.hidden_sitecustomize)
        for plugin in list(config.pluginmanager.get_plugins()):
            self._registered(plugin)

    @_safe
    def _registered(self, plugin):
        if not self._listening or plugin is self:
            return
        name = getattr(plugin, "__name__", "")
        file = getattr(plugin, "__file__", None)
        if file and not str(name).startswith(("_pytest.", "pytest.")):
            self._load(file)

    def _load(self, file):
        if not file:
            return
        file = _events.place(file)
        if file not in self._files:
            self._files.add(file)
            self._events.loaded(file)

    # A file that is not selected is not imported: it has no tests. Packages and folders are entered, for what prepares
    # the tests in them.
    def _nothing_of(self, collector):
        try:
            if not _selection or not self._narrows():
                return None
            path = str(getattr(collector, "path", None) or getattr(collector, "fspath", ""))
            if collector.parent is None or not path or os.path.basename(path) == "__init__.py":
                return None
            if os.path.isdir(path):
                left_out = not _selection.has_below(path)
            else:
                left_out = _is_file(collector) and not _selection.has_file(path)
            if not left_out:
                return None
            from _pytest.reports import CollectReport

            return CollectReport(collector.nodeid, "passed", None, [])
        except Exception:
            return None

    # The outermost run of this process, or of a worker.
    def _narrows(self):
        return self._listening or hasattr(self._config, "workerinput")

    @_safe
    def _narrow(self, config, items):
        if not _selection or not self._narrows():
            return
        kept, left = [], []
        for item in items:
            file, name, _ = _names(self._config, item.nodeid)
            (kept if _selection.has(name, file) else left).append(item)
        items[:] = kept
        if left:
            config.hook.pytest_deselected(items=left)
            self._deselected -= len(left)
        self._kept = len(kept)
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput["assay_narrowed"] = len(kept)

    @_safe
    def _note_kind(self, node, call, report):
        if self._listening and report.failed:
            self._kinds[report.nodeid] = _kind_of(call.excinfo.value)

    @_safe
    def _count_deselected(self, items):
        self._deselected += len(items)

    @_safe
    def _collect_failed(self, report):
        if self._listening and report.failed:
            file = _file_of(self._config, report.nodeid)
            name = report.nodeid or "collection"
            self._events.test(name, file, "", "failed", 0, _message(report), failure="error")

    @_safe
    def _collected(self, session):
        if not self._listening:
            return
        if _selection:
            self._events.narrowed(self._kept)
        if self._deselected:
            self._events.deselected(self._deselected)
        if not session.config.option.collectonly:
            self._expected = {item.nodeid for item in session.items}
            return
        for item in session.items:
            file, name, _ = _names(self._config, item.nodeid)
            self._events.collected(name, file)

    @_safe
    def _phase(self, report):
        if not self._listening:
            return
        phases = self._seen.setdefault(report.nodeid, [])
        phases.append(report)
        if report.when == "teardown" or getattr(report, "outcome", "") == "rerun":
            del self._seen[report.nodeid]
            self._tell(report.nodeid, phases)

    def _tell(self, nodeid, phases):
        outcome, message, retry, failure = "passed", "", False, ""
        kind = self._kinds.pop(nodeid, "")
        for report in phases:
            if report.outcome == "rerun":
                outcome, message, retry, failure = "failed", _message(report), True, ""
            elif report.failed:
                outcome, message = "failed", _message(report)
                failure = "error" if report.when != "call" else kind or _kind_by_words(message)
                break
            elif report.skipped:
                outcome, message = "skipped", _why_skipped(report)
        # A test that is marked to fail and passed, which is tolerated, shows nothing either way.
        if outcome == "passed" and any(hasattr(report, "wasxfail") for report in phases):
            outcome, message = "skipped", "passed although it is marked xfail"
        if not retry:
            self._expected.discard(nodeid)
        file, name, suite = _names(self._config, nodeid)
        self._events.test(name, file, suite, outcome, sum(report.duration for report in phases), message, retry, failure)

    @_safe
    def _finish(self, exitstatus):
        if not self._listening:
            return
        # A test whose end was never told (the worker died) did not pass.
        for nodeid, phases in list(self._seen.items()):
            file, name, suite = _names(self._config, nodeid)
            self._events.test(name, file, suite, "failed", sum(report.duration for report in phases), "did not finish",
                              failure="error")
        self._seen.clear()
        # A run that was interrupted, by a test perhaps, has tests that were never run, whatever its status.
        if _selection and self._workers and None not in self._workers:
            self._events.narrowed(max(self._workers))
        self._events.tell_changed_files(self._config)
        if int(exitstatus) in (0, 1, 5) and not self._expected:
            self._events.end(int(exitstatus))


class _LinePlugin(_Plugin):
    """Where executed lines are wanted, it says as well which test runs now. Each hook costs something for each test, so
    it is there only then."""

    @_impl(hookwrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):
        self._run_test(item.nodeid)
        yield
        _lines.run_test("")

    # What a fixture of more than one test prepares is used by others as well.
    @_impl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef, request):
        shared = getattr(fixturedef, "scope", "") != "function"
        before = _lines.run_test("") if shared else ""
        yield
        if shared:
            _lines.run_test(before)

    @_safe
    def _run_test(self, nodeid):
        _lines.run_test(_events.place(_file_of(self._config, nodeid)))


def _is_file(collector):
    import pytest

    return isinstance(collector, pytest.File)


def _kind_of(error):
    # pytest.fail and pytest.raises that saw nothing raised; time limits end a test in the same way.
    if type(error).__name__ == "Failed" and type(error).__module__ in ("_pytest.outcomes", "builtins"):
        return "error" if str(error).startswith("Timeout") else "assertion"
    return _events.kind_of(error)


# Of a test in another process, which tells only the text.
def _kind_by_words(message):
    if message.startswith(("assert ", "AssertionError", "Failed: DID NOT", "[XPASS(strict)]")):
        return "assertion"
    name = message.partition(":")[0].rpartition(".")[2]
    return "error" if name.isidentifier() and name.endswith(("Error", "Exception", "Exit", "Interrupt")) else ""


def _names(config, nodeid):
    """"tests/test_a.py::TestA::test_b[1]" is a file, "TestA::test_b[1]" and the class."""
    path, separator, name = nodeid.partition("::")
    if not separator:
        return _file_of(config, nodeid), nodeid, ""
    bracket = name.find("[")
    plain = name if bracket < 0 else name[:bracket]
    suite = plain.rpartition("::")[0]
    return _file_of(config, path), name, suite


def _file_of(config, nodeid):
    path = nodeid.partition("::")[0]
    if not path:
        return ""
    root = str(getattr(config, "rootpath", None) or getattr(config, "rootdir", "") or ".")
    return os.path.join(root, path)


def _message(report):
    crash = getattr(getattr(report, "longrepr", None), "reprcrash", None)
    if crash is not None and getattr(crash, "message", None):
        return crash.message
    return str(getattr(report, "longreprtext", "") or getattr(report, "longrepr", "") or "")


def _why_skipped(report):
    if hasattr(report, "wasxfail"):
        return "xfail: %s" % (report.wasxfail,)
    longrepr = getattr(report, "longrepr", None)
    if isinstance(longrepr, tuple) and len(longrepr) == 3:
        return str(longrepr[2])
    return ""
