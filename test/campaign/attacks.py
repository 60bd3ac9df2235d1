"""Attacks: hostile programs in the sandbox, at both levels, as root and as a plain user.

An attack got through when it says so, when it printed a secret, or when the machine around the work tree is not what it
was. Without a sandbox (the control, always as a plain user) those that are marked must get through.
"""
import ctypes
import hashlib
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import attack_list
from fixtures import Fixtures
from machine import HERE, TEST, Machine, Wrong, become_reaper, descendants, end_all, remove

PLAIN_USER = 54321
# Folders of the system alone: those of the user who runs the campaign may be closed to a plain user.
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
SLEEPERS = (b"98765.", b"98766")  # how the times begin that they sleep
libc = ctypes.CDLL(None, use_errno=True)


class Segment:
    """Shared memory of the host with a secret in it."""

    def __init__(self):
        libc.shmat.restype = ctypes.c_void_p
        self.number = libc.shmget(0, 4096, 0o1666)
        at = libc.shmat(self.number, None, 0)
        ctypes.memmove(at, b"hunter2-in-shm\0", 15)

    def remove(self):
        libc.shmctl(self.number, 0, None)


class Host:
    """A machine that is attacked: a home with secrets, a repository with a store, work trees, services."""

    def __init__(self, machine, fixtures, user, services, segment):
        self.machine, self.user, self.services, self.segment = machine, user, services, segment
        self.tools = Path(machine.assay).parent
        self.place = fixtures.take("landed", f"host-{user}")
        self.home, self.main, self.work, self.other = (self.place / name for name in ("home", "w", "work", "other"))
        self.prepare()
        if user == "plain":
            subprocess.run(["chown", "-R", f"{PLAIN_USER}:{PLAIN_USER}", str(self.place)], check=True)
        # The first start in a place may write down where it is.
        for level in attack_list.BOTH:
            machine.run(self.as_user([machine.assay, "sandbox", "--level", level, "--", "true"]), self.place, folder=self.work,
                        more={"PATH": SYSTEM_PATH, "HOME": str(self.home), "TMPDIR": str(self.place / "tmp")})
        self.before = self.snapshot()

    def prepare(self):
        machine, place = self.machine, self.place
        for name in (".ssh/id_rsa", ".netrc", ".aws/credentials", ".local/share/assay/store.db", ".config/assay/operator.toml"):
            (self.home / name).parent.mkdir(parents=True, exist_ok=True)
            (self.home / name).write_text("# hunter2\n")
        (self.home / ".bashrc").write_text("alias x=y\n")
        (self.home / "bin").mkdir()
        (place / "link-to-home").symlink_to(self.home)
        shutil.copy(machine.home / ".gitconfig", self.home / ".gitconfig")
        machine.must(place, "token", "new", "--name", "anna", "--role", "operator")
        machine.ask(place, "check", "--intent", "look", "--verify-command", "true")
        machine.must(place, "mission", "new", "Another task")
        task = machine.must(place, "task", "add", "secret work", "--json").json()["id"]
        self.task_tree = Path(machine.must(place, "worktree", "add", task, "--json").json()["path"])
        (self.task_tree / "secret.txt").write_text("hunter2 unfinished\n")
        live = self.main / ".assay/live"
        live.mkdir(exist_ok=True)
        (live / f"{task}.jsonl").write_text('{"what":"message","text":"first"}\n')
        (self.main / "only-here.txt").write_text("hunter2\n")
        operator = self.main / ".git/assay/operator.toml"
        operator.parent.mkdir(exist_ok=True)
        operator.write_text("# hunter2\n")
        (operator.parent / "store.db").write_text("hunter2\n")
        machine.git(place, "worktree", "add", "-q", "../work", "-b", "work", "HEAD")
        machine.git(place, "worktree", "add", "-q", "../other", "-b", "other", "HEAD")
        (self.other / "uncommitted.txt").write_text("hunter2\n")
        (place / "tmp").mkdir()

    def files(self, top, *names):
        return [os.path.join(at, name) for at, _, files in os.walk(top) for name in files if not names or name in names]

    def snapshot(self):
        """All but the work tree and scratch: kinds, modes, sizes, times, contents."""
        out = {}
        for top in (self.home, self.main, self.other, self.place / "state"):
            for at, folders, files in os.walk(top):
                folders[:] = [name for name in folders if os.path.join(at, name) != str(self.home / ".cache")]
                for name in folders + files:
                    path = os.path.join(at, name)
                    about = os.lstat(path)
                    content = b""
                    if not os.path.islink(path) and os.path.isfile(path):
                        with open(path, "rb") as file:
                            content = hashlib.sha256(file.read()).digest()
                    folder = os.path.isdir(path)
                    out[path] = (about.st_mode, about.st_uid, 0 if folder else about.st_size, 0 if folder else about.st_mtime_ns, content)
        out["the link to git"] = (self.work / ".git").read_bytes() if (self.work / ".git").is_file() else b"gone"
        heard = self.services.folder / "heard"
        out["heard"] = heard.read_bytes() if heard.exists() else b""
        return out

    def harmed(self, level=""):
        """What is not as it was. Landlock does not guard modes and times (docs/sandbox.md): there contents count."""
        def of(snapshot, name):
            about = snapshot.get(name)
            return (about[1], about[2], about[4]) if level == "landlock" and isinstance(about, tuple) else about
        now = self.snapshot()
        return sorted(name for name in self.before.keys() | now.keys() if of(self.before, name) != of(now, name))

    def environment(self, mark, key):
        state = self.place / "state"
        evidence = self.files(self.main / ".assay/evidence")[:4]
        guesses = [path for top in (self.main / ".assay", state, self.main / ".git/assay") for path in
                   self.files(top, "keys.json", "sessions.json", "signing-key.pem", "assay.db")]
        return {
            "VICTIM": self.home, "OTHER": self.other, "MAIN": self.main, "COMMON": self.main / ".git",
            "GITDIR": self.main / ".git/worktrees/work", "SERVICES": self.services.folder, "MARK": mark, "IPC_KEY": key,
            "SECRET_INODE": os.stat(self.home / ".netrc").st_ino, "ASSAY_FOLDER": self.main / ".assay",
            "VERIFIER": self.main / ".verifier", "STATE": state, "COMMON_ASSAY": self.main / ".git/assay",
            "GUESSES": ":".join(guesses), "EVIDENCE": " ".join(evidence), "TASK_TREE": self.task_tree,
            "VERDICTS": " ".join(self.files(self.main / ".verifier", "verdict.json")),
            "LIVE_LOGS": " ".join(self.files(self.main / ".assay/live")), "SEGMENT": self.segment.number, **self.services.ports,
        }

    def as_user(self, command):
        if self.user == "root":
            return command
        return ["setpriv", f"--reuid={PLAIN_USER}", f"--regid={PLAIN_USER}", "--clear-groups", "--inh-caps=-all", *command]

    def fill_in(self, text):
        for word, value in (("LINK_TO_HOME", self.place / "link-to-home"), ("VICTIM", self.home), ("PLACE", self.place),
                            ("OTHER", self.other), ("ORIGINAL", SYSTEM_PATH)):
            text = text.replace(word, str(value))
        return text


class Services:
    """host.py of test/attacks: what listens on the machine."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True)
        os.chmod(self.folder, 0o755)
        self.process = subprocess.Popen(
            [sys.executable, str(TEST / "attacks/host.py"), str(self.folder), "hunter2-on-the-line"],
            env={**os.environ, "HUNTER": "hunter2-in-the-environment"}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while not (self.folder / "ports").exists():
            if time.monotonic() > end or self.process.poll() is not None:
                raise Wrong("the services of the attacked machine did not start")
            time.sleep(0.01)
        self.ports = dict(word.split("=") for word in (self.folder / "ports").read_text().split())
        os.chmod(self.folder / "agent.sock", 0o777)

    def end(self):
        self.process.kill()
        self.process.wait()


def program_of(host, attack):
    path = host.tools / attack.program
    return ["python3" if path.suffix == ".py" else "sh", str(path)]


def left_on_host(mark, key):
    """SysV objects, queues and processes that an attack left, after they were removed."""
    left = []
    for kind, number_at in (("shm", 1), ("sem", 1), ("msg", 1)):
        with open(f"/proc/sysvipc/{kind}", encoding="ascii") as file:
            for line in file.readlines()[1:]:
                words = line.split()
                if int(words[0]) == key:
                    left.append(f"SysV {kind}")
                    number = int(words[number_at])
                    if kind == "sem":
                        libc.semctl(number, 0, 0)
                    else:
                        getattr(libc, kind + "ctl")(number, 0, None)
    if libc.mq_unlink(("/" + mark).encode()) == 0:
        left.append("a message queue")
    # Whatever loses its parent comes to this process (become_reaper): others' processes are not looked at.
    for pid in descendants(os.getpid()):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if words[0].endswith(b"sleep") and len(words) > 1 and words[1].startswith(SLEEPERS):
            left.append(f"the process {pid}")
            end_all([pid])
    return left


def environment_of(host, attack):
    environment = {"PATH": SYSTEM_PATH, "HOME": str(host.home), "HUNTER": "hunter2-of-the-runner", "GITHUB_TOKEN": "hunter2", "TMPDIR": str(host.place / "tmp")}
    return environment | {name: host.fill_in(value) for name, value in attack.environment.items()}


def run_attack(host, attack, level, mark, key):
    """Everything the attack printed, and how it ended."""
    values = {name: str(value) for name, value in host.environment(mark, key).items()}
    options = [host.fill_in(each) for each in attack.options]
    environment = environment_of(host, attack)
    folder = host.main if attack.where == "main" else host.work
    if level == "control":
        command = host.as_user([*program_of(host, attack)])
        return host.machine.run(command, host.place, folder=folder, limit=60, more={
            **environment, **values, "RUNNER": str(host.services.process.pid), "PATIENCE": "1"})
    flags = [f"--env={name}={value}" for name, value in values.items()]
    script = 'exec "$0" sandbox --env "RUNNER=$$" "$@"'
    command = host.as_user(["sh", "-c", script, host.machine.assay, "--level", level, "--json", "--timeout-ms", "40000",
                            "--readable", str(host.tools / "old"), "--readable", str(host.tools / "new"), *flags, *options, "--",
                            *program_of(host, attack)])
    return host.machine.run(command, host.place, folder=folder, more=environment, limit=90)


def got_through(host, attack, level, done, mark, key):
    """'' when the attack was stopped; 'refused: …' when the sandbox would not start there; else what it did."""
    printed = done.out + done.err
    if level != "control":
        if done.status is None:
            return "it did not end"
        document = done.json() if done.out.strip() else {}
        if done.status == 2 and "outcome" not in document:
            return f"refused: {done.said()[:70]}"
        output = document.get("output") or {"head": "", "tail": ""}
        printed = output["head"] + output["tail"]
        if "tried" not in printed and document["outcome"] not in ("out-of-memory", "disk-limit", "process-limit"):
            raise Wrong(f"it was not tried: {document['outcome']}: {printed[-300:]} {document.get('reason', '')} {done.err[-300:]}")
    for line in printed.splitlines():
        if "SUCCEEDED" in line or "hunter2" in line:
            return line.strip()[:160]
    left = left_on_host(mark, key)
    if left:
        return f"left behind: {', '.join(left)}"
    harmed = host.harmed(level)
    if harmed:
        return f"changed: {', '.join(each.replace(str(host.place), '') for each in harmed[:3])}"
    return ""


def caught_later(host, attack):
    """What the program left in its work tree did to Assay's own commands there; '' when nothing."""
    for words in attack.then:
        done = host.machine.run(host.as_user([host.machine.assay, *words]), host.place, folder=host.work, limit=60, more=environment_of(host, attack))
        if done.status is None or done.status < 0:
            return f"assay {words[0]} did not end by itself ({done.status})"
        documents = [Path(path).read_text(errors="replace") for path in host.files(host.work / ".verifier")]
        if any("hunter2" in text for text in (done.out, done.err, *documents)):
            return f"assay {words[0]} tells a secret"
    harmed = [name for name in host.harmed() if name.startswith(str(host.home))]
    return f"a program ran outside: {', '.join(harmed[:3])}" if harmed else ""


class Attacker:
    """Hosts that are used again as long as nothing happened to them."""

    def __init__(self, context, number):
        self.context = context
        self.tools = context.folder / f"tools-{number}"
        self.tools.mkdir()
        # Where a plain user gets to them, wherever the repository lies.
        shutil.copy(context.assay, self.tools / "assay")
        shutil.copytree(TEST / "attacks", self.tools / "old")
        shutil.copytree(HERE / "attacks", self.tools / "new")
        self.machine = Machine(self.tools / "assay", context.folder / f"attacks-{number}")
        for each in (context.folder, self.machine.folder, self.machine.tmp):
            os.chmod(each, 0o755)
        self.fixtures = Fixtures(self.machine)
        self.services = Services(context.folder / f"services-{number}")
        self.segment = Segment()
        self.hosts = {}
        self.count = 0

    def host(self, user):
        if user not in self.hosts:
            self.hosts[user] = Host(self.machine, self.fixtures, user, self.services, self.segment)
        return self.hosts[user]

    def drop_host(self, user, keep):
        host = self.hosts.pop(user, None)
        if host and not keep:
            remove(host.place)

    def clean_work_tree(self, host):
        """The work tree as it was: what an attack leaves there is its right."""
        subprocess.run(["chmod", "-R", "u+rwX", str(host.work)], check=False, stderr=subprocess.DEVNULL)
        for entry in list(host.work.iterdir()):
            if entry.name != ".git":
                remove(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
        subprocess.run(host.as_user(["git", "checkout", "-q", "--", "."]), cwd=host.work, check=False,
                       env=self.machine.environment(host.place, {"HOME": str(host.home)}), stderr=subprocess.DEVNULL)

    def attack(self, attack, level, user):
        self.count += 1
        host = self.host(user)
        mark = f"assay-campaign-{os.getpid()}-{self.count}"
        key = 0x41730000 + (os.getpid() * 257 + self.count) % 60000
        for _ in range(10):
            done = run_attack(host, attack, level, mark, key)
            # Somebody else filled the memory of this machine meanwhile, which says nothing of the attack.
            if '"outcome": "machine-memory"' not in done.out and '"outcome":"machine-memory"' not in done.out:
                break
        result = got_through(host, attack, level, done, mark, key)
        return result or caught_later(host, attack)

    def end(self):
        self.services.end()
        self.segment.remove()


def combinations(dice, users):
    """Every attack at each of its levels as each user, and the controls."""
    out = []
    for attack in attack_list.ALL:
        for user in users:
            out += [(attack, level, user) for level in attack.levels]
        if attack.control:
            out.append((attack, "control", users[-1]))
    dice.shuffle(out)
    return out


def worker(context, number):
    become_reaper()
    dice = random.Random(f"{context.seed}-attacks")
    users = ("root", "plain") if os.getuid() == 0 else (os.environ.get("USER", "user"),)
    todo = combinations(dice, users)[number::context.workers]
    figures = context.figures
    attacker = Attacker(context, number)
    figures.note("hostile programs", len({attack.program for attack in attack_list.ALL}) / context.workers)
    figures.note("attacks on the list", len(attack_list.ALL) / context.workers)
    try:
        for attack, level, user in todo:
            if context.is_over(figures, "attacks"):
                figures.add("left out of the list")
                continue
            try:
                result = attacker.attack(attack, level, user)
            except Wrong as wrong:
                figures.add("attacks")
                context.failed("attacks", f"{attack.name}, {level}, {user}: {wrong}", None)
                attacker.drop_host(user, keep=False)
                continue
            if level == "control":
                figures.add("controls without a sandbox")
                if not result:
                    context.failed("attacks", f"{attack.name}: gets through nowhere, not even without a sandbox", None)
                attacker.drop_host(user, keep=False)
                continue
            figures.add("attacks")
            figures.add(f"attacks: {level}, {user}")
            if result.startswith("refused: "):
                figures.add("refused to start there")
                figures.add(result.replace(str(attacker.machine.folder), "…"))
            elif result:
                kept = attacker.hosts[user].place
                context.failed("attacks", f"{attack.name}, {level}, {user}: {result}", kept)
                attacker.drop_host(user, keep=True)
            if user in attacker.hosts:
                attacker.clean_work_tree(attacker.hosts[user])
                if attacker.hosts[user].harmed():
                    attacker.drop_host(user, keep=False)
    finally:
        attacker.end()
