"""A plugin that every pytest of this process gets when it is configured. It only listens."""

import os
import sys

_hooks = sys.modules["_assay_hooks"]
_events = _hooks.load("assay_events")


def add_to(config_module):
    """config_module is _pytest.config; every run makes its configuration with get_config."""
    make = config_module.get_config

    def get_config(*arguments, **named):
        config = make(*arguments, **named)
        try:
            if not _State.taken:
                config.pluginmanager.register(_Plugin(config), "assay")
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


class _Plugin:
    # Hooks are called with the arguments that they name, so each is written out.

    def __init__(self, config):
        self._config = config
        self._events = _events.Events("pytest")
        self._seen = {}  # nodeid -> what the phases of the test said
        self._listening = False
        self._deselected = 0
        self._expected = set()  # tests that the run is to run

    def pytest_configure(self, config):
        self._begin(config)

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
        # Workers of xdist tell the process that started them.
        if hasattr(config, "workerinput") or _State.taken:
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

    @_safe
    def _count_deselected(self, items):
        self._deselected += len(items)

    @_safe
    def _collect_failed(self, report):
        if self._listening and report.failed:
            file = _file_of(self._config, report.nodeid)
            name = report.nodeid or "collection"
            self._events.test(name, file, "", "failed", 0, _message(report))

    @_safe
    def _collected(self, session):
        if not self._listening:
            return
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
        outcome, message, retry = "passed", "", False
        for report in phases:
            if report.outcome == "rerun":
                outcome, message, retry = "failed", _message(report), True
            elif report.failed:
                outcome, message = "failed", _message(report)
                break
            elif report.skipped:
                outcome, message = "skipped", _why_skipped(report)
        # A test that is marked to fail and passed, which is tolerated, shows nothing either way.
        if outcome == "passed" and any(hasattr(report, "wasxfail") for report in phases):
            outcome, message = "skipped", "passed although it is marked xfail"
        if not retry:
            self._expected.discard(nodeid)
        file, name, suite = _names(self._config, nodeid)
        self._events.test(name, file, suite, outcome, sum(report.duration for report in phases), message, retry)

    @_safe
    def _finish(self, exitstatus):
        if not self._listening:
            return
        # A test whose end was never told (the worker died) did not pass.
        for nodeid, phases in list(self._seen.items()):
            file, name, suite = _names(self._config, nodeid)
            self._events.test(name, file, suite, "failed", sum(report.duration for report in phases), "did not finish")
        self._seen.clear()
        # A run that was interrupted, by a test perhaps, has tests that were never run, whatever its status.
        if int(exitstatus) in (0, 1, 5) and not self._expected:
            self._events.end(int(exitstatus))


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
