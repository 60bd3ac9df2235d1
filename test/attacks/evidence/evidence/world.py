"""Little repositories in folders of their own, and what runs in them. Nothing of the user's settings is read.

What a case runs is hostile on purpose: some look for files to forge. So no command of a case runs outside of a sandbox:
Assay is told to use its own or to give up, and --validate has one of bubblewrap here, in which only the scratch folder
can be written and there is no network.
"""

import json
import os
import shutil
import signal
import stat
import subprocess
import tempfile

from evidence.tools import PATH, node_modules

SECONDS = int(os.environ.get("ASSAY_CASE_SECONDS", "60"))  # for each program that is started


class World:
    """One case in a scratch folder: `repo` is its work tree, `home` its HOME."""

    def __init__(self, case):
        self.case = case
        self.root = tempfile.mkdtemp(prefix="assay-evidence-")
        self.repo = os.path.join(self.root, "ruler")
        self.home = os.path.join(self.root, "home")
        os.makedirs(self.repo)
        os.makedirs(self.home)
        self.environment = {
            "PATH": PATH,
            "HOME": self.home,
            "LANG": "C.UTF-8",
            "TMPDIR": os.path.join(self.root, "tmp"),
            "ASSAY_STATE_HOME": os.path.join(self.root, "state"),
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GOFLAGS": "-mod=mod",
            "GOPROXY": "off",
            "npm_config_update_notifier": "false",
            **{f"{name.upper()}_MODULES": folder for name, folder in node_modules().items() if name in case.tools},
            **{name: value.replace("@root@", self.root) for name, value in case.env.items()},
        }
        os.makedirs(self.environment["TMPDIR"])

    def remove(self):
        subprocess.run(["chmod", "-R", "u+rwX", self.root], stderr=subprocess.DEVNULL)
        shutil.rmtree(self.root, ignore_errors=True)

    def run(self, argv, where=None):
        """Exit status and what was printed; None as the status when the time was over. What it started ends with it."""
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(argv, cwd=where or self.repo, env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
            try:
                status = process.wait(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                status = None
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            output.seek(0)
            return status, output.read(8 << 20).decode("utf-8", "replace")

    def shell(self, script):
        return self.run(["sh", "-ec", script])

    def confined(self, script):
        """Like shell(), for the commands of cases."""
        return self.run(["bwrap", "--die-with-parent", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/run", "--bind", self.root, self.root, "--chdir", self.repo, "sh", "-ec", script])

    def must(self, script):
        """For what sets a case up: scripts of ours that write only into the scratch folder."""
        status, printed = self.shell(script)
        if status != 0:
            raise RuntimeError(f"could not set up ({status}): {script}\n{printed}")

    def write(self, files):
        for path, value in files.items():
            full = os.path.join(self.repo, path)
            if value is None:
                os.unlink(full)
                continue
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "wb") as file:
                file.write(value if isinstance(value, bytes) else value.encode())
            if value[:2] in ("#!", b"#!"):
                os.chmod(full, os.stat(full).st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)

    def make_base(self, extra=None):
        self.must("git init -q -b main . && git config user.name Builder && git config user.email builder@example.com")
        self.write({**self.case.base, **(extra or {})})
        if self.case.prepare:
            self.must(self.case.prepare)
        self.must("git add -A && git commit -q -m 'Add the ruler'")

    def make_change(self):
        self.write(self.case.change)
        if self.case.script:
            self.must(self.case.script)


def check(world, assay):
    """What `assay check` decides: (outcome, words, problem)."""
    case = world.case
    argv = [assay, "check", "--json", "--intent", case.task]
    for command in case.commands:
        argv += ["--verify-command", command]
    if case.report:
        argv += ["--builder-report", case.report]
    if case.logs:
        # Handed over: Assay runs nothing, so the diff is handed over, too.
        world.must("git add -AN . && git diff main >../change.diff")
        argv += ["--diff-file", os.path.join(world.root, "change.diff"), "--verify-logs", case.logs]
    else:
        argv += ["--sandbox=on", "--workspace", world.repo]
    status, printed = world.run(argv)
    if status != 0:
        return "error", "", f"assay ended with {status}: {printed[-400:]}"
    document = json.loads(printed[printed.index("{") :])
    outcome = document.get("final_verdict") or HANDED_OVER[document["verdict"]]
    return outcome, _words(document), ""


# What was handed over is not run, and its verdict has other words.
HANDED_OVER = {"open_pr": "mergeable", "open_pr_with_warning": "conditional", "block_pr": "not_mergeable", "needs_context": "inconclusive"}


def _words(document):
    found = document.get("must_fix", []) + document.get("should_fix", [])
    words = [one if isinstance(one, str) else " ".join(str(value) for value in one.values() if isinstance(value, (str, int))) for one in found]
    return "; ".join(words + [str(one) for one in document.get("conditions", [])])


def mission(world, assay):
    """What `assay verify` decides of the same work as a mission whose check is the case's command."""
    case = world.case

    def tell(*words):
        status, printed = world.run([assay, *words])
        return status, printed

    def made(*words):
        status, printed = tell(*words, "--json")
        if status != 0:
            raise RuntimeError(f"assay {words[0]} {words[1]} ended with {status}: {printed[-400:]}")
        return json.loads(printed[printed.index("{") :])

    tell("mission", "new", case.task, "--target", "main")
    name = made("mission", "list")["missions"][0]["id"]
    task = made("task", "add", case.task)["id"]
    world.must(f"git checkout -q -b assay/{name}/{task} main")
    world.make_change()
    world.must("git add -A && git commit -q -m 'Do the work' && git checkout -q -f main")
    tell("task", "start", task)
    tell("task", "complete", task)
    status, printed = tell("verify", "--json")
    state = made("mission", "show")["mission"]["status"]
    try:
        document = json.loads(printed[printed.index("{") :])
    except ValueError:
        return "error", "", f"assay verify ended with {status}: {printed[-400:]}"
    words = "; ".join(f"{one.get('title')}: {one.get('status')} {one.get('reason', '')}" for one in document.get("checks", []) if one.get("status") != "passed")
    return state, f"{document.get('reason') or ''} {words}", ""
