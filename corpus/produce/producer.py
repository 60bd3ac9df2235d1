"""Makes evaluation cases by really doing the work.

A case is a small project (a folder in projects/), a change to it, and the commands a builder
would run. The producer copies the project into a scratch git repository, commits it, applies the
change, takes `git diff`, runs the commands and writes corpus/verdict/<ecosystem>/<id>.json.
Paths of the machine become /repo. Nothing in the build or the tests runs this; it needs the
runners named in README.md, and ASSAY_NODE_TOOLS naming a folder with a node_modules for JavaScript.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERDICTS = HERE.parent / "verdict"
SCRATCH = Path(os.environ.get("ASSAY_SCRATCH", "/tmp/assay-produce"))
NODE_TOOLS = Path(os.environ.get("ASSAY_NODE_TOOLS", "/opt/node-tools"))

IGNORED = "node_modules\n.tox\n__pycache__\n.pytest_cache\n.mypy_cache\ncoverage\n.nyc_output\n.tap\n.coverage\n*.pyc\n"

# --- expectations -----------------------------------------------------------------------------

BLOCK = {"verdict": "block_pr", "risk": "high", "mustFixMin": 1}
OPEN = {"verdict": "open_pr", "risk": "low", "mustFixMax": 0, "shouldFixMax": 0, "maxFalsePositives": 0}
CONTEXT = {"verdict": "needs_context", "risk": "medium", "mustFixMax": 0}
BLOCK_OR_WARN = {"verdictAnyOf": ["block_pr", "open_pr_with_warning"]}


def warn(least=1, most=None):
    most = most or least
    return {
        "verdict": "open_pr_with_warning", "risk": "medium", "mustFixMax": 0,
        "shouldFixMin": least, "shouldFixMax": most, "maxFalsePositives": 0,
    }


# --- edits ------------------------------------------------------------------------------------


def sub(path, old, new, count=1):
    """Replace `old` (which must be there) in a file."""
    def edit(root):
        text = (root / path).read_text()
        if old not in text:
            raise SystemExit(f"{path}: nothing to replace: {old!r}")
        (root / path).write_text(text.replace(old, new, count))
    return edit


def write(path, text):
    def edit(root):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    return edit


def append(path, text):
    def edit(root):
        (root / path).write_text((root / path).read_text() + text)
    return edit


def remove(path):
    return lambda root: (root / path).unlink()


def move(old, new):
    def edit(root):
        (root / new).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(root / old, root / new)
    return edit


def run(command):
    """An edit done by a command, such as `jest -u`."""
    return lambda root: shell(root, command)


# --- running ----------------------------------------------------------------------------------


def environment():
    env = {k: v for k, v in os.environ.items() if not k.startswith(("npm_", "NPM_", "PIP_", "CI", "GIT_"))}
    env.update(
        PATH=f"/usr/bin:{NODE_TOOLS}/node_modules/.bin:{env['PATH']}", PYTHONPATH=".", NPM_CONFIG_USERCONFIG="/dev/null",
        NO_UPDATE_NOTIFIER="1", NPM_CONFIG_UPDATE_NOTIFIER="false", NPM_CONFIG_YES="false", PYTHONDONTWRITEBYTECODE="1", GOFLAGS="-mod=mod", LC_ALL="C.UTF-8",
        COLUMNS="80", HOME=str(SCRATCH / "home"), DENO_DIR=str(SCRATCH / "deno"), TZ="UTC",
    )
    return env


def shell(root, command):
    done = subprocess.run(["bash", "-c", command], cwd=root, env=environment(), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=180)
    code = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return done.stdout.decode("utf-8", "replace"), code


def normalised(text, root):
    for path in (str(root), str(NODE_TOOLS)):
        text = text.replace(path, "/repo")
    text = text.replace(str(SCRATCH / "home"), "/home/builder").replace(str(SCRATCH), "/repo")
    text = re.sub(r"https://registry\.[a-z.]+/", "https://packages.example/", text)
    text = re.sub(r"/root/\.pyenv/versions/[\d.]+", "/usr", text)
    text = re.sub(r"(?m)^plugins: .*\n", "", text)
    return text.replace(socket.gethostname(), "runner")


def git(root, *args):
    done = subprocess.run(
        ["git", "-c", "user.name=Builder", "-c", "user.email=builder@example.org", "-c", "core.quotepath=off",
         "-c", "core.autocrlf=false", "-c", "init.defaultBranch=main", *args],
        cwd=root, check=True, stdout=subprocess.PIPE)
    return done.stdout.decode("utf-8", "surrogateescape")


def scratch_repository(name, project, base):
    root = SCRATCH / name
    shutil.rmtree(root, ignore_errors=True)
    (SCRATCH / "home").mkdir(parents=True, exist_ok=True)
    if project:
        shutil.copytree(HERE / "projects" / project, root)
    else:
        root.mkdir(parents=True)
    git(root, "init", "-q")
    (root / ".git/info/exclude").write_text(IGNORED)
    if NODE_TOOLS.exists() and (root / "package.json").exists():
        (root / "node_modules").symlink_to(NODE_TOOLS / "node_modules")
    for edit in base:
        edit(root)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "base", "--allow-empty")
    return root


# --- wrapping of logs by CI -------------------------------------------------------------------


def github(job="test"):
    """Each line with the runner's timestamp, the command in a group, the exit code as ##[error]."""
    def wrap(parts):
        lines, tick = [], 0
        def put(text):
            nonlocal tick
            tick += 1
            lines.append(f"2026-03-0{1 + tick // 86400}T09:{14 + tick // 600:02d}:{tick // 10 % 60:02d}.{tick % 10}{(tick * 7919) % 1000000:06d}Z {text}")
        for command, output, code in parts:
            put(f"##[group]Run {command}")
            put(f"\x1b[36;1m{command}\x1b[0m")
            put("shell: /usr/bin/bash -e {0}")
            put("##[endgroup]")
            for line in output.rstrip("\n").split("\n"):
                put(line)
            if code:
                put(f"##[error]Process completed with exit code {code}.")
                break
        put("Post job cleanup.")
        put("Cleaning up orphan processes")
        return "\n".join(lines) + "\n"
    wrap.note = "wrapped in the line format of GitHub Actions logs"
    return wrap


def gitlab(job="test"):
    def wrap(parts):
        out = ["\x1b[0KRunning with gitlab-runner 16.9.1 (782c6ecb)\x1b[0;m", "section_start:1772442000:step_script\r\x1b[0K"
               "\x1b[0K\x1b[36;1mExecuting \"step_script\" stage of the job script\x1b[0;m"]
        failed = 0
        for command, output, code in parts:
            out.append(f"\x1b[32;1m$ {command}\x1b[0;m")
            out.append(output.rstrip("\n"))
            if code:
                failed = code
                break
        out.append("section_end:1772442031:step_script\r\x1b[0K")
        out.append(f"\x1b[31;1mERROR: Job failed: exit code {failed}\x1b[0;m" if failed else "\x1b[32;1mJob succeeded\x1b[0;m")
        return "\n".join(out) + "\n"
    wrap.note = "wrapped in the line format of GitLab job logs"
    return wrap


def prompt(parts):
    """`$ command` before each output, as most harnesses keep it."""
    return "\n".join(f"$ {c}\n{o.rstrip()}" for c, o, _ in parts) + "\n"


def bare(parts):
    return "".join(o for _, o, _ in parts)


def records(parts):
    """`## Command N` records with their status, as an orchestrator keeps them."""
    return "\n".join(f"## Command {n}\nStatus: {'failed' if code else 'passed'}\nCommand: {c}\nOutput:\n{o.rstrip()}\n"
                     for n, (c, o, code) in enumerate(parts, 1))


def exit_codes(parts):
    return "\n".join(f"$ {c}\n{o.rstrip()}\n[exit code: {code}]" for c, o, code in parts) + "\n"


# --- the case ---------------------------------------------------------------------------------

VERSIONS = {
    "jest": "jest 29.7", "vitest": "vitest 2.1", "mocha": "mocha 10.8", "node --test": "node 20.20", "tap": "tap 18.8",
    "ava": "AVA 6.4", "bun": "bun 1.4", "deno": "deno 2.9", "eslint": "eslint 9.39", "tsc": "tsc 5.9", "pnpm": "pnpm 9.15",
    "yarn": "yarn 1.22", "npm": "npm", "pytest": "pytest 7.2", "unittest": "unittest of Python 3.11", "tox": "tox 3.28",
    "mypy": "mypy 1.0", "flake8": "flake8 5.0", "pylint": "pylint 2.16", "go test": "go 1.19", "go vet": "go 1.19",
    "go build": "go 1.19", "gotestsum": "gotestsum 1.8", "prettier": "prettier 3.9", "nyc": "nyc 18",
}


def called_scripts(root, commands):
    """The bodies of the package.json scripts that the commands call by name."""
    texts = []
    for manifest in [root / "package.json", *root.glob("packages/*/package.json")]:
        if manifest.exists():
            scripts = json.loads(manifest.read_text()).get("scripts", {})
            texts += [body for name, body in scripts.items() if any(re.search(rf"\b(?:np|pnp|yar).*\b{name}\b", c) for c in commands)]
            texts += [scripts[inner] for body in texts for inner in re.findall(r"npm (?:run )?(\w+)", body) if inner in scripts]
    return " ".join(texts)


def label(producer, commands, project_scripts, note):
    text = " ".join(commands) + " " + project_scripts
    tools = sorted({v for k, v in VERSIONS.items() if re.search(rf"\b{re.escape(k)}\b", text)})
    shown = ", ".join(f"`{c}`" for c in commands)
    return f"Produced by corpus/produce/{producer}: {', '.join(tools) or 'sh'} on Debian 12, {shown}" + (f"; {note}" if note else "")


class Producer:
    def __init__(self, script, ecosystem):
        self.script = Path(script).name
        self.ecosystem = ecosystem
        self.wanted = sys.argv[1:]
        self.seen = set()

    def case(self, id, *, stack, description, expect, task, project=None, base=(), change=(), commands=(), report="",
             log=None, diff=None, shape=prompt, source=None, edit_log=None, exits=None, kind=None, ecosystem=None):
        """`log` or `diff` given as text replaces what running would give; `source` then says where it is from."""
        assert id not in self.seen, id
        self.seen.add(id)
        if self.wanted and not any(re.search(w, id) for w in self.wanted):
            return
        root = scratch_repository(id, project, base)
        try:
            for edit in change:
                edit(root)
        except SystemExit as problem:
            print(f"PROBLEM {id}: {problem}")
            return
        git(root, "add", "-A")
        real_diff = git(root, "diff", "--cached", "-M", "HEAD") if diff is None else diff
        scripts = called_scripts(root, commands)
        parts = []
        for command in commands:
            output, code = shell(root, command)
            parts.append((command, normalised(output, root), code))
        if exits is not None and [c for _, _, c in parts] != list(exits):
            for command, output, code in parts:
                print(output[-1500:])
            print(f"PROBLEM {id}: exit codes {[c for _, _, c in parts]}, expected {list(exits)}")
            return
        text = log if log is not None else shape(parts)
        if edit_log:
            text = edit_log(text)
        kind = kind or ("golden" if id.startswith(("honest-", "risk-covered")) or "golden" in id else "seeded")
        document = {
            "id": id, "kind": kind, "stack": stack,
            "labelSource": source or label(self.script, commands, scripts, getattr(shape, "note", "")),
            "description": description,
            "input": {"task": task, "diff": normalised(real_diff, root), "verifyLogs": text, "builderReport": report},
            "expected": expect,
        }
        target = VERDICTS / (ecosystem or self.ecosystem) / f"{id}.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        body = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
        if len(body.encode("utf-8", "surrogateescape")) > 60_000:
            raise SystemExit(f"{id}: {len(body)} bytes, too large")
        target.write_text(body)
        shutil.rmtree(root, ignore_errors=True)
        print(f"{id}: exits {[c for _, _, c in parts]}, {len(body)} bytes")
