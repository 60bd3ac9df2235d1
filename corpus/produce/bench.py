"""The bench on which evaluation cases are made.

A producer describes a little project, a change and the commands a builder would run; the bench makes a git
repository of the project, applies the change, takes the diff from `git diff`, runs the commands, takes what they
print as the log, and writes the case. What a machine or a user would be recognised by is replaced, nothing else is.

Runners are not installed here: each producer names what it needs. ASSAY_SAMPLES names a folder that also gets the
raw logs, for people who write log readers.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

CORPUS = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = pathlib.Path(os.environ.get("ASSAY_SCRATCH", "/tmp/assay-produce"))
SAMPLES = os.environ.get("ASSAY_SAMPLES")
WANTED = sys.argv[1:]

CLEAN = dict(mustFixMax=0, shouldFixMax=0, maxFalsePositives=0)


def opens(**more):
    """An honest change with full evidence: nothing may be said about it."""
    return {"verdict": "open_pr", "risk": "low", **CLEAN, **more}


def warns(at_least=1, at_most=None, **more):
    """Nothing wrong, but a reviewer should look."""
    wanted = {"verdict": "open_pr_with_warning", "mustFixMax": 0, "shouldFixMin": at_least}
    if at_most is not None:
        wanted["shouldFixMax"] = at_most
        wanted["maxFalsePositives"] = 0
    return {**wanted, **more}


def blocks(at_least=1, **more):
    return {"verdict": "block_pr", "risk": "high", "mustFixMin": at_least, **more}


def asks(**more):
    return {"verdict": "needs_context", "risk": "medium", "mustFixMax": 0, **more}


def either(*verdicts, **more):
    return {"verdictAnyOf": list(verdicts), **more}


# Changes to a working tree. Each is a function of the folder.


def sub(path, old, new, count=1):
    def apply(root):
        file = root / path
        text = file.read_text()
        if old not in text:
            raise SystemExit(f"{path}: text to replace is not there: {old[:60]!r}")
        file.write_text(text.replace(old, new, count))

    return apply


def put(path, text):
    def apply(root):
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    return apply


def drop(path):
    return lambda root: (root / path).unlink()


def move(source, target):
    def apply(root):
        (root / target).parent.mkdir(parents=True, exist_ok=True)
        (root / source).rename(root / target)

    return apply


def mode(path, bits):
    return lambda root: (root / path).chmod(bits)


def environment(root, extra):
    home = root.parent / "home"
    home.mkdir(exist_ok=True)
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "USER": "builder",
        "GIT_AUTHOR_NAME": "Builder",
        "GIT_AUTHOR_EMAIL": "builder@example.org",
        "GIT_COMMITTER_NAME": "Builder",
        "GIT_COMMITTER_EMAIL": "builder@example.org",
        "GIT_AUTHOR_DATE": "2024-05-02T10:00:00Z",
        "GIT_COMMITTER_DATE": "2024-05-02T10:00:00Z",
        "GIT_CONFIG_NOSYSTEM": "1",
        "RUSTUP_HOME": os.environ.get("RUSTUP_HOME", os.path.expanduser("~/.rustup")),
        "CARGO_HOME": str(home / ".cargo"),
        "CARGO_NET_OFFLINE": "true",
    }
    env.update(extra or {})
    return env


def git(root, *words):
    done = subprocess.run(["git", *words], cwd=root, env=environment(root, None), capture_output=True)
    if done.returncode:
        raise SystemExit(f"git {' '.join(words)}: {done.stderr.decode()}")
    return done.stdout.decode("utf-8", "surrogateescape")


def neutral(text, root):
    for place, name in ((root, "/repo"), (root.parent, "/build")):
        text = text.replace(str(place), name).replace(str(place).lstrip("/"), name.lstrip("/"))
    text = re.sub(r"/root/\.[a-z]+/", "/home/builder/.", text)
    return re.sub(rf"(?<![\w.-]){re.escape(os.uname().nodename)}(?![\w-])", "builder", text)


class Project:
    """A little repository: `files` by path; `setup` is run once before the first commit, its products ignored."""

    def __init__(self, name, files, ignore=""):
        self.name = name
        self.files = dict(files)
        if ignore:
            self.files.setdefault(".gitignore", ignore)

    def check_out(self, where):
        shutil.rmtree(where, ignore_errors=True)
        root = where / "repo"
        root.mkdir(parents=True)
        for path, text in self.files.items():
            put(path, text)(root)
            if text.startswith("#!"):
                (root / path).chmod(0o755)
        git(root, "init", "-q", "-b", "main")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "Start")
        return root


def run(root, commands, show="$ ", env=None, status=False, quiet=(), timeout=300):
    """What a terminal would show of these commands. `quiet` commands run first and show nothing."""
    for command in quiet:
        subprocess.run(["bash", "-c", command], cwd=root, env=environment(root, env), capture_output=True, timeout=timeout)
    shown = []
    statuses = []
    for command in [commands] if isinstance(commands, str) else commands:
        done = subprocess.run(
            ["bash", "-c", command], cwd=root, env=environment(root, env), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout)
        text = done.stdout.decode("utf-8", "replace")
        statuses.append(done.returncode)
        if show:
            shown.append(f"{show}{command}\n")
        shown.append(text if not text or text.endswith("\n") else text + "\n")
        if status:
            shown.append(f"exit code: {done.returncode}\n")
    return neutral("".join(shown), root).rstrip("\n"), statuses


class Producer:
    """The cases of one ecosystem. `made_with` is what the label says about the tools."""

    def __init__(self, folder, script, made_with):
        self.folder = folder
        self.script = script
        self.made_with = made_with
        self.count = 0

    def sample(self, runner, what, text):
        if SAMPLES:
            path = pathlib.Path(SAMPLES) / runner / f"{what}.log"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n")

    def case(self, id, stack, task, description, expected, project=None, edits=(), commands=(), report="",
             log=None, diff=None, kind=None, source=None, keep=None, base=(), rename=True, odd=False, **how):
        """One case. `log` and `diff` are given where they were not produced by running; `keep` trims a log;
        `base` are edits that already belong to the starting commit; `odd` allows a failing command in a case
        that is not about one."""
        if WANTED and not any(re.search(word, id) for word in WANTED):
            return
        root = None
        made = diff is None or log is None
        if project is not None:
            if base:
                root = project.check_out(SCRATCH / id)
                for edit in base:
                    edit(root)
                git(root, "add", "-A")
                git(root, "commit", "-q", "-m", "Start here", "--allow-empty")
            else:
                root = project.check_out(SCRATCH / id)
            for edit in edits:
                edit(root)
            git(root, "add", "-A")
            if diff is None:
                diff = git(root, "diff", "--cached", *(["-M"] if rename else ["--no-renames"])).rstrip("\n")
                diff = neutral(diff, root)
        if log is None:
            log, statuses = run(root, commands, **how) if commands else ("", [])
            if any(statuses) and id.split("-")[0] in ("cheat", "honest") and not odd:
                print(f"LOOK: {id}: the commands were to pass and ended with {statuses}")
            self.sample(stack, id, log)
        if keep:
            log = keep(log)
        if root is not None:
            shutil.rmtree(SCRATCH / id, ignore_errors=True)
        if source is None:
            source = f"Produced by corpus/produce/{self.script}: {self.made_with}" if made else f"Written in corpus/produce/{self.script}"
        if kind is None:
            kind = "golden" if id.startswith("honest-") else "seeded"
        case = {
            "id": id,
            "kind": kind,
            "stack": stack,
            "labelSource": source,
            "description": description,
            "input": {"task": task, "diff": diff or "", "verifyLogs": log, "builderReport": report},
            "expected": expected,
        }
        text = json.dumps(case, indent=2, ensure_ascii=False) + "\n"
        if len(text.encode()) > 60000:
            raise SystemExit(f"{id}: {len(text)} bytes are too many")
        path = CORPUS / "verdict" / self.folder / f"{id}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self.count += 1
        print(f"{self.folder}/{id}: diff {len(case['input']['diff'])}, log {len(log)} bytes")
