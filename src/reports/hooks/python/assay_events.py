"""Writes what a runner says as lines of JSON, each with one write, to a file that is only appended to. There is a line
for each test, so a line must cost little: the file stays open, and what was open is looked at before each write, as
tests may close files of others.

The functions are taken now: tests replace os, json and clocks.
"""

import json
import os
import sys
import time

_longest_message = 2000
_longest_name = 4000
_ours = ("ASSAY_REPORT", "ASSAY_TREE", "ASSAY_SELECT")
_changed = _ours + ("PYTHONPATH", "RUBYLIB", "NODE_OPTIONS", "SPEC_OPTS", "GTEST_OUTPUT", "GOTESTSUM_JSONFILE")
variables = {name: os.environ[name] for name in _changed if name in os.environ}  # as they were given to us
_folder = os.environ.get("ASSAY_REPORT", "")
_tree = os.path.realpath(os.environ["ASSAY_TREE"]) if os.environ.get("ASSAY_TREE") else ""
hooks = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_encode = json.JSONEncoder(ensure_ascii=True).encode
_quote = json.encoder.encode_basestring_ascii
_open, _write, _stat, _pid = os.open, os.write, os.fstat, os.getpid
_flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
_basename = os.path.basename
_abspath, _realpath, _join, _relpath = os.path.abspath, os.path.realpath, os.path.join, os.path.relpath
clock = time.perf_counter


def text(value, most):
    # Halves of characters, which JSON would pass on, become question marks.
    return str(value)[:most].encode("utf-8", "replace").decode("utf-8")


def place(file):
    """Relative to the work tree; a file outside of it by its whole path. Each is looked up once: tests of one file come
    one after another."""
    if not file:
        return ""
    whole = _abspath(str(file))
    if whole not in _places:
        if len(_places) > _most_places:
            _places.clear()
        _places[whole] = _place(whole)
    return _places[whole]


_places = {}
_most_places = 10000


def _place(whole):
    if _tree:
        for each in (whole, _realpath(whole)):
            if each.startswith(_tree + os.sep):
                return _relpath(each, _tree).replace(os.sep, "/")
    return whole


class Events:
    def __init__(self, runner):
        self._runner = runner
        self._path = _join(_folder, runner + ".jsonl")
        self._process = _pid()
        self._run = "%d-%d" % (self._process, int(time.time() * 1000))
        self._begun = False
        self._ended = False
        self._file = -1
        self._is_ours = None  # device and inode of what was opened
        self._lines = self._bytes = 0  # written up to now; the end says so, as others can write to the file too

    def write(self, event):
        try:
            event["run"] = self._run
            self._add(_encode(event))
        except Exception:
            pass

    def _add(self, line):
        # A process that a test forked is not the runner.
        if _pid() == self._process and not self._ended:
            written = _write(self._opened(), (line + "\n").encode("ascii"))
            self._lines += 1
            self._bytes += written

    def _opened(self):
        try:
            if self._is_ours == _identity(self._file):
                return self._file
        except OSError:
            pass
        self._file = _open(self._path, _flags, 0o600)
        self._is_ours = _identity(self._file)
        return self._file

    def begin(self, version):
        if self._begun:
            return
        self._begun = True
        forget()
        watch_settings()
        root = _tree or _abspath(".")
        self.write({"event": "begin", "runner": self._runner, "version": text(version, 100), "root": text(root, _longest_name)})

    def end(self, status=None):
        if not self._begun:
            return
        event = {"event": "end", "lines": self._lines, "bytes": self._bytes}
        if status is not None:
            event["exit"] = status
        self.write(event)
        self._ended = True

    def loaded(self, file):
        if file:
            self.write({"event": "loaded", "file": text(file, _longest_name)})

    def tell_changed_files(self, config=None):
        """Loaded files of the tree, and those that are not what their source or their package says."""
        try:
            import sys

            origins = sys.modules["_assay_hooks"].load("assay_origins")
            for file in origins.files_of_modules(_tree):
                self.loaded(place(file))
            for file in sorted(_settings_read):
                self.loaded(place(file))
            for file in origins.changed_files(_tree, config):
                self.write({"event": "patched", "file": text(place(file), _longest_name)})
        except Exception:
            pass

    def collected(self, name, file):
        self.write({"event": "collected", "name": text(name, _longest_name), "file": text(place(file), _longest_name)})

    def deselected(self, count):
        self.write({"event": "deselected", "count": count})

    def narrowed(self, count):
        """Only what was selected will run: so many tests."""
        self.write({"event": "narrowed", "count": count})

    def test(self, name, file, suite, outcome, seconds=0.0, message="", retry=False, failure=""):
        try:
            more = ""
            if message:
                more += ', "message": ' + _quote(text(message, _longest_message))
            if retry:
                more += ', "retry": true'
            if failure and outcome == "failed":
                more += ', "failure": ' + _quote(failure)
            names = [_quote(text(each, _longest_name)) for each in (name, place(file), suite)]
            self._add('{"event": "test", "name": %s, "file": %s, "suite": %s, "outcome": "%s", "seconds": %.6f%s, "run": "%s"}'
                      % (names[0], names[1], names[2], outcome, float(seconds), more, self._run))
        except Exception:
            pass


_settings_read = set()


def watch_settings():
    """Which .env files of the tree are read: whoever reads them opens them by this name."""

    def heard(event, arguments):
        if event == "open" and isinstance(arguments[0], str) and ".env" in arguments[0]:
            try:
                whole = _abspath(arguments[0])
                if _basename(whole).startswith(".env"):
                    _settings_read.add(whole)
            except Exception:
                pass

    if _tree and hasattr(sys, "addaudithook"):
        sys.addaudithook(heard)


def _identity(file):
    found = _stat(file)
    return found.st_dev, found.st_ino


def kind_of(error):
    """How a test failed that this exception ended; "" when it cannot be told."""
    if isinstance(error, AssertionError):
        return "assertion"
    parts = getattr(error, "exceptions", None)  # of a group
    if isinstance(parts, (tuple, list)) and parts:
        return "assertion" if all(kind_of(part) == "assertion" for part in parts) else "error"
    return "error" if isinstance(error, BaseException) else ""


def remember():
    """For processes of the runner itself that are started now; forget() afterwards."""
    os.environ.update(variables)


def forget():
    """What tests start themselves is none of this run: the variables become what they were. Where executed lines are
    wanted, the folder of the hooks stays on the path: such a process tells its lines and nothing else."""
    try:
        for name in _ours:
            os.environ.pop(name, None)
        for name in ("RUBYLIB",) if "ASSAY_COVER" in os.environ else ("PYTHONPATH", "RUBYLIB"):
            _keep(name, [each for each in os.environ.get(name, "").split(os.pathsep) if hooks not in each], os.pathsep)
        for name in ("NODE_OPTIONS", "SPEC_OPTS"):
            _without_require(name)
        for name in ("GTEST_OUTPUT", "GOTESTSUM_JSONFILE"):
            if _folder in os.environ.get(name, ""):
                del os.environ[name]
    except Exception:
        pass


def _keep(name, parts, separator):
    if name not in os.environ:
        return
    kept = separator.join(parts)
    if kept:
        os.environ[name] = kept
    else:
        del os.environ[name]


def _without_require(name):
    import re

    value = os.environ.get(name, "")
    if hooks not in value:
        return
    option = re.compile(r"""(^| )--require[= ]("(?:\\.|[^"\\])*"|'[^']*'|[^ ]*)(?= |$)""")
    kept = option.sub(lambda found: "" if hooks in found.group(0) else found.group(0), value).strip()
    _keep(name, [kept], "")
