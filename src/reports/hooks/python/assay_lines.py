"""Writes down which lines of the wanted files this process executes, each when it is executed first: a process may end
in any way. Runners say which file of tests runs now, and a line is written down once for each of them. Nothing is said
about lines that ran while another tracer had taken our place.
"""

import json
import os
import sys

_encode = json.JSONEncoder(ensure_ascii=True).encode
_open, _write, _close = os.open, os.write, os.close
_flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)


class _Lines:
    def __init__(self, asked):
        tree = os.path.realpath(asked["tree"])
        self._path = os.path.join(asked["report"], "lines-%d.jsonl" % os.getpid())
        self._start = os.getcwd()
        self._wanted = {os.path.join(tree, each): each for each in asked["files"] if each.endswith(".py")}
        self._known = {}  # file as code names it -> as it was asked for, or None
        self._seen = set()
        self._all = set()  # lines that ran while no test did: which tests need them is not known
        self._test = ""  # the file of the test that runs now
        self.forget = None  # lets lines be told again

    def wanted(self, file):
        try:
            return self._known[file]
        except KeyError:
            whole = os.path.realpath(os.path.join(self._start, file)) if not file.startswith("<") else ""
            self._known[file] = self._wanted.get(whole)
            return self._known[file]

    def hit(self, file, line):
        if (self._test, file, line) in self._seen or (file, line) in self._all:
            return
        if self._test:
            self._seen.add((self._test, file, line))
            self.write({"file": file, "lines": [line], "test": self._test})
        else:
            self._all.add((file, line))
            self.write({"file": file, "lines": [line]})

    def run_test(self, file):
        """The file of the test that runs from now on, relative to the tree; "": none does. What it was before."""
        before, self._test = self._test, file
        if self.forget and before != file:
            self.forget()
        return before

    def write(self, record):
        try:
            file = _open(self._path, _flags, 0o600)
            try:
                _write(file, (_encode(record) + "\n").encode("ascii"))
            finally:
                _close(file)
        except Exception:
            pass

    def tell_executable(self):
        for whole, file in self._wanted.items():
            try:
                with open(whole, "rb") as source:
                    code = compile(source.read(), whole, "exec", dont_inherit=True)
                self.write({"file": file, "executable": sorted(_lines_of(code))})
            except Exception:
                pass


def _lines_of(code):
    import dis

    lines = {line for _, line in dis.findlinestarts(code) if line}
    if hasattr(code, "co_lines"):
        # The beginning of a module has no line of its own in the file.
        lines = {line for first, end, line in code.co_lines() if line}
    for inner in code.co_consts:
        if hasattr(inner, "co_code"):
            lines |= _lines_of(inner)
    return lines


def _monitor(lines):
    """From Python 3.12 on; a line costs only once."""
    monitoring = sys.monitoring
    for tool in (3, 4, monitoring.COVERAGE_ID):
        if monitoring.get_tool(tool) is None:
            break
    else:
        return False
    events, done = monitoring.events, monitoring.DISABLE
    monitoring.use_tool_id(tool, "assay")

    def on_start(code, offset):
        if lines.wanted(code.co_filename):
            monitoring.set_local_events(tool, code, events.LINE)
        return done

    def on_line(code, line):
        file = lines.wanted(code.co_filename)
        if file:
            lines.hit(file, line)
        return done

    monitoring.register_callback(tool, events.PY_START, on_start)
    monitoring.register_callback(tool, events.LINE, on_line)
    monitoring.set_events(tool, events.PY_START)
    lines.forget = monitoring.restart_events
    return True


def _trace(lines):
    import atexit
    import threading

    wanted, hit = lines.wanted, lines.hit

    def on_line(frame, event, argument):
        if event == "line":
            hit(wanted(frame.f_code.co_filename), frame.f_lineno)
        return on_line

    def on_call(frame, event, argument):
        return on_line if wanted(frame.f_code.co_filename) else None

    def check():
        if sys.gettrace() is not on_call:
            lines.write({"lost": True})

    atexit.register(check)
    sys.settrace(on_call)
    threading.settrace(on_call)


def is_on():
    return _State.lines is not None


def run_test(file):
    return _State.lines.run_test(file) if _State.lines else ""


class _State:
    lines = None


def start(path):
    with open(path, encoding="utf-8") as file:
        lines = _Lines(json.load(file))
    if not lines._wanted:
        return
    if os.environ.get("ASSAY_REPORT"):
        lines.tell_executable()
    if not (hasattr(sys, "monitoring") and _monitor(lines)):
        _trace(lines)
    _State.lines = lines
