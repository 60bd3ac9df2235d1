"""Everything that runs tests with unittest's TextTestRunner (python -m unittest, Django) tells a result object what
happens; a second one of ours hears it, too. Before it runs, tests that are not selected are taken out of the suite.
"""

import os
import sys

_hooks = sys.modules["_assay_hooks"]
_events = _hooks.load("assay_events")
_selection = _hooks.load("assay_selection").selection
_lines = _hooks.load("assay_lines")


class _State:
    taken = False  # by the outermost run in this process


def add_to(runner_module):
    runner = runner_module.TextTestRunner
    run = runner.run

    def run_and_tell(self, test, *arguments, **named):
        if _State.taken or "_assay_pytest" in sys.modules and sys.modules["_assay_pytest"]._State.taken:
            return run(self, test, *arguments, **named)
        _State.taken = True
        try:
            return _run(run, self, test, arguments, named)
        finally:
            _State.taken = False

    run_and_tell.__name__ = "run"
    run_and_tell.__doc__ = run.__doc__
    runner.run = run_and_tell


def _run(run, runner, test, arguments, named):
    events = _events.Events("unittest")
    try:
        events.begin("%d.%d.%d" % sys.version_info[:3])
        events.loaded(_hooks.hidden_sitecustomize and _events.place(_hooks.hidden_sitecustomize))
        _listen(runner, _Listener(events))
    except Exception:
        pass
    _narrow(test, events)
    try:
        result = run(runner, test, *arguments, **named)
    finally:
        runner.__dict__.pop("_makeResult", None)
    events.tell_changed_files()
    events.end(0 if result is not None and result.wasSuccessful() else 1)
    return result


def _narrow(suite, events):
    if not _selection:
        return
    try:
        events.narrowed(_keep_selected(suite))
    except Exception:
        pass  # it does not say that it was narrowed


def _keep_selected(suite):
    """Takes the other tests out of it. The number of those that are left."""
    # Django keeps those that run side by side apart.
    tests = getattr(suite, "subsuites", None) or suite._tests
    kept, count = [], 0
    for test in tests:
        if hasattr(test, "_tests") or hasattr(test, "subsuites"):
            inner = _keep_selected(test)
            count += inner
            if inner:
                kept.append(test)
        else:
            name, file, _ = _names(test)
            if _selection.has(name, file) or name == file and _selection.has_file(file):
                kept.append(test)
                count += 1
    tests[:] = kept
    return count


def _listen(runner, listener):
    make = runner._makeResult

    def make_result(*arguments, **named):
        result = make(*arguments, **named)
        try:
            listener.attach(result)
        except Exception:
            pass
        return result

    runner._makeResult = make_result


class _Listener:
    def __init__(self, events):
        self._events = events
        self._started = {}
        self._told = set()  # tests of which a failure of a part is told

    def attach(self, result):
        self._on(result, "startTest", self._start)
        self._on(result, "stopTest", self._stop)
        self._on(result, "addSuccess", lambda test: self._tell(test, "passed"))
        self._on(result, "addError", lambda test, error: self._tell(test, "failed", _text(error), failure="error"))
        self._on(result, "addFailure", lambda test, error: self._tell(test, "failed", _text(error), failure="assertion"))
        self._on(result, "addSkip", lambda test, reason: self._tell(test, "skipped", reason))
        self._on(result, "addExpectedFailure", lambda test, error: self._tell(test, "skipped", "expected failure"))
        self._on(result, "addUnexpectedSuccess", lambda test: self._tell(test, "failed", "unexpected success", failure="assertion"))
        self._on(result, "addSubTest", self._part)

    def _on(self, result, name, listen):
        tell = getattr(result, name, None)
        if tell is None:
            return

        def both(*arguments, **named):
            try:
                listen(*arguments, **named)
            except Exception:
                pass
            return tell(*arguments, **named)

        setattr(result, name, both)

    def _start(self, test):
        self._started[id(test)] = _events.clock()
        _lines.run_test(_events.place(_names(test)[1]))

    def _stop(self, test):
        _lines.run_test("")
        self._started.pop(id(test), None)
        self._told.discard(id(test))

    # unittest calls this for each part that failed, from 3.11 on for those that passed, too (with no error).
    def _part(self, test, part, error):
        if error is None:
            return
        self._told.add(id(test))
        kind = "assertion" if issubclass(error[0], test.failureException) else "error"
        self._tell(part, "failed", _text(error), timed=test, failure=kind)

    def _tell(self, test, outcome, message="", timed=None, failure=""):
        if outcome == "passed" and id(test) in self._told:
            return
        begun = self._started.get(id(timed if timed is not None else test))
        seconds = _events.clock() - begun if begun is not None else 0
        name, file, suite = _names(test)
        self._events.test(name, file, suite, outcome, seconds, message, failure=failure)


def _names(test):
    whole = getattr(test, "test_case", test)  # of a part
    kind = type(whole)
    identity = test.id()
    if kind.__name__ == "_FailedTest":  # a module that could not be imported
        name = getattr(whole, "_testMethodName", identity)
        file = _events.place(_file_of_module(name))
        return file or name, file, ""
    if kind.__name__ == "_ErrorHolder":  # setUpClass (package.module.Class)
        return identity, "", ""
    module = kind.__module__
    name = identity[len(module) + 1 :] if identity.startswith(module + ".") else identity
    file = getattr(sys.modules.get(module), "__file__", "") or ""
    return name, file, kind.__qualname__


def _file_of_module(name):
    below = name.replace(".", os.sep)
    for folder in sys.path:
        for file in (below + ".py", os.path.join(below, "__init__.py")):
            file = os.path.join(folder or ".", file)
            if os.path.isfile(file):
                return file
    return ""


def _text(error):
    kind, value = error[0], error[1]
    return "%s: %s" % (getattr(kind, "__name__", kind), value)
