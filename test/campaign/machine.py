"""The program under test, and what it leaves behind: processes, a store, a git repository.

Everything that a part of the campaign does goes through a Machine: a scratch folder with a HOME of its own, a
clean environment, and commands that end by themselves or are ended after a time.
"""
import ctypes
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TEST = HERE.parent

# The longest time that any single command or answer may take before it counts as stuck. Generous: a proof runs the
# tests many times, and on a machine with ten busy processes for each processor it took more than two minutes.
LIMIT_SECONDS = 600


class Wrong(Exception):
    """Something that must always hold did not."""


class Done:
    """A command that ended: its status (negative: the signal; None: it was stuck), and what it printed."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def json(self):
        try:
            return json.loads(self.out)
        except ValueError as error:
            raise Wrong(f"no JSON ({error}): {self.out[:200]!r} {self.err[:300]!r}") from error

    def said(self):
        return (self.err.strip() or self.out.strip())[-400:]


def become_reaper():
    """Processes that lose their parent become children of this one, so that none of them can hide."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def parents():
    """Process id -> parent's id, of all processes."""
    table = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                text = file.read()
        except OSError:
            continue
        table[int(name)] = int(text[text.rindex(b")") + 2:].split()[1])
    return table


def descendants(pid):
    table = parents()
    found, todo = [], [pid]
    while todo:
        parent = todo.pop()
        for child, its_parent in table.items():
            if its_parent == parent:
                found.append(child)
                todo.append(child)
    return found


def program_name(pid):
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as file:
            return file.read().strip()
    except OSError:
        return ""


def end_all(pids):
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass


def left_running(seconds=10.0):
    """Waits until no child of this process is left (see become_reaper). Those that stay are named and ended."""
    end = time.monotonic() + seconds
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return []
        if pid != 0:
            continue
        if time.monotonic() > end:
            left = descendants(os.getpid())
            names = [f"{pid} {program_name(pid)}" for pid in left]
            end_all(left)
            if not names:
                return []
            time.sleep(0.2)
            return names
        time.sleep(0.002)


class Machine:
    """A scratch folder and a clean environment around one program under test."""

    def __init__(self, assay, folder):
        self.assay = str(assay)
        self.folder = Path(folder)
        self.home = self.folder / "home"
        self.tmp = self.folder / "tmp"
        for each in (self.home, self.tmp):
            each.mkdir(parents=True, exist_ok=True)
        # No background collection: a process of git's own would outlive the command that started it.
        (self.home / ".gitconfig").write_text(
            "[user]\n\tname = test\n\temail = test@localhost\n[init]\n\tdefaultBranch = main\n\ttemplateDir =\n"
            "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[advice]\n\tdetachedHead = false\n"
            "[core]\n\tlogAllRefUpdates = true\n")

    def environment(self, place, more=None):
        """place: the folder of the fixture; its state folder lies beside the repository."""
        env = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(self.home), "TMPDIR": str(self.tmp),
            "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "ASSAY_STATE_HOME": str(Path(place) / "state"),
            "ASSAY": self.assay,
        }
        env.update(more or {})
        return env

    def start(self, command, place, folder=None, more=None, out=None):
        """Starts a command in a session of its own. What it prints goes to files beside the repository."""
        place = Path(place)
        with open(out or place / "out", "wb") as stdout, open(place / "err", "wb") as stderr:
            return subprocess.Popen(command, cwd=folder or place / "w", env=self.environment(place, more),
                                    stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, start_new_session=True)

    def run(self, command, place, folder=None, more=None, limit=LIMIT_SECONDS, text=None):
        """Runs a command to its end; one that is stuck is ended with its group."""
        process = subprocess.Popen(
            command, cwd=folder or Path(place) / "w", env=self.environment(place, more),
            stdin=subprocess.PIPE if text is not None else subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = process.communicate(text, timeout=limit)
            return Done(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            return Done(None, out.decode(errors="replace"), err.decode(errors="replace"))

    def ask(self, place, *arguments, **named):
        """The program under test."""
        return self.run([self.assay, *arguments], place, **named)

    def must(self, place, *arguments, **named):
        done = self.ask(place, *arguments, **named)
        if done.status != 0:
            raise Wrong(f"assay {' '.join(arguments)}: exit {done.status}: {done.said()}")
        return done

    def git(self, place, *arguments, folder=None, text=None):
        done = self.run(["git", *arguments], place, folder=folder, text=text)
        if done.status != 0:
            raise Wrong(f"git {' '.join(arguments)}: exit {done.status}: {done.said()}")
        return done.out.strip()

    def shell(self, place, script, folder=None, more=None):
        done = self.run(["sh", "-ec", script], place, folder=folder, more=more)
        if done.status != 0:
            raise Wrong(f"sh: {script[:80]}: exit {done.status}: {done.said()}")
        return done.out

    def knows(self, word):
        """Whether this build has a word in it: of a setting, or ASSAY_TEST_AT, which stops at the steps of a landing."""
        return word.encode() in Path(self.assay).read_bytes()

    def copy(self, source, target):
        """A whole tree, with modes, times and links."""
        subprocess.run(["cp", "-a", str(source), str(target)], check=True)


def remove(folder):
    """Removes a tree, also one with folders that are locked."""
    def unlock(function, path, _):
        try:
            os.chmod(os.path.dirname(path), 0o700)
            os.chmod(path, 0o700)
            function(path)
        except OSError:
            pass
    shutil.rmtree(folder, onerror=unlock)


def rows(place, query, values=()):
    """What the store of a fixture answers; [] where there is none yet."""
    path = Path(place) / "w" / ".assay" / "assay.db"
    if not path.exists():
        return []
    connection = sqlite3.connect(path, timeout=20)
    try:
        return connection.execute(query, values).fetchall()
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            return []
        raise Wrong(f"the store does not answer: {error}") from error
    finally:
        connection.close()
