"""Repositories in a known state. Each is made once and copied.

A fixture is a folder with w (the repository), state (the user's state folder) and what else lies beside it. It is
made under one name and renamed, so that every copy is a repository that was moved, not a second one.
"""
import json
import sqlite3

from machine import TEST, Machine, remove, rows

AGENTS = TEST / "agents"

TEST_SCRIPT = """echo 1..1
if [ "$(cat value)" = "$(cat wanted)" ] && ! [ -e left -a -e right ]; then echo "ok 1 - value"
else echo "not ok 1 - value"; exit 1; fi
"""
AGENT_TEST_SCRIPT = """echo 1..1
if [ "$(cat value)" = 1 ]; then echo ok 1 - value; else echo not ok 1 - value; exit 1; fi
"""
PLAN = {"tasks": [{"name": "Change the value", "instructions": "Set the value to 2 and its test with it.",
                   "acceptance_criteria": "Run make test and verify that all tests pass."}]}


class Fixtures:
    """Makes fixtures on demand, in the machine's folder."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.made = {}
        self.count = 0

    def take(self, name, label=""):
        """A fresh copy of a fixture: its folder."""
        if name not in self.made:
            self.made[name] = self._make(name)
        self.count += 1
        target = self.machine.folder / f"{label or name}-{self.count}"
        self.machine.copy(self.made[name], target)
        return target

    def _make(self, name):
        place = self.machine.folder / f"making-{name}"
        (place / "w").mkdir(parents=True)
        (place / "state").mkdir()
        getattr(self, "make_" + name)(place)
        # What names its own place is made anew in every copy.
        for each in (".assay/worktrees", ".git/worktrees", ".git/assay/worktrees"):
            remove(place / "w" / each)
        kept = self.machine.folder / f"fixture-{name}"
        place.rename(kept)
        return kept

    # ---- what they are made of ---------------------------------------------------------------
    def repository(self, place, policy="", agents=False):
        """A repository on main whose check is `make test`."""
        work = place / "w"
        self.machine.git(place, "init", "-q", "-b", "main", ".")
        (work / "Makefile").write_text("test:\n\t@sh ./test.sh\n")
        (work / "test.sh").write_text(AGENT_TEST_SCRIPT if agents else TEST_SCRIPT)
        (work / "value").write_text("1\n")
        (work / "wanted").write_text("1\n")
        (work / "a.txt").write_text("one\n")
        if policy:
            (work / "assay.toml").write_text(policy)
        self.machine.git(place, "add", ".")
        self.machine.git(place, "commit", "-qm", "base")
        self.machine.git(place, "commit", "-qm", "next", "--allow-empty")

    def mission(self, place, scripts, title="Change the value"):
        """A mission with one task for each script, each done on its branch and completed. Its id."""
        machine = self.machine
        mission = machine.must(place, "mission", "new", title, "--target", "main", "--json").json()["mission"]["id"]
        for script in scripts:
            task = machine.must(place, "task", "add", script, "--mission", mission, "--json").json()["id"]
            machine.shell(place, f"git checkout -q -b assay/{mission}/{task} main; {script}; git add -A; "
                                 f"git commit -qm change; git checkout -q main")
            machine.must(place, "task", "start", task)
            machine.must(place, "task", "complete", task)
        return mission

    def agents(self, place, worker="good"):
        """The operator's agents are scripts of test/agents."""
        def table(name, kind, program):
            return (f'[agents.{name}]\nkind = "{kind}"\nprogram = ["{AGENTS}/{program}"]\n'
                    f'readable = ["{AGENTS}"]\n')
        folder = place / "w/.git/assay"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "operator.toml").write_text(
            table("worker", "claude", worker) + table("judge", "codex", "checker_pass") +
            table("planner", "claude", "planner_good") +
            '[[agents.choose]]\nagent = "judge"\nkinds = ["checker"]\n'
            '[[agents.choose]]\nagent = "planner"\nkinds = ["planning"]\n[[agents.choose]]\nagent = "worker"\n')
        (place / "plan.json").write_text(json.dumps(PLAN))

    # ---- the fixtures ------------------------------------------------------------------------
    def make_plain(self, place):
        """No store yet."""
        self.repository(place)

    def make_begun(self, place):
        """A mission with some tasks, none begun."""
        self.repository(place)
        self.machine.must(place, "init")
        self.machine.must(place, "mission", "new", "Carts last: `true` passes", "--target", "main")
        for name in ("schema", "routes", "page"):
            self.machine.must(place, "task", "add", name, "--accept", "true exits 0")

    def make_agents(self, place):
        self.repository(place, agents=True)
        self.machine.must(place, "init")
        self.agents(place)

    def make_asking(self, place):
        """A task whose agent has asked something."""
        self.repository(place, agents=True)
        self.machine.must(place, "init")
        self.agents(place, worker="asks_question")
        self.machine.ask(place, "run", "--plan", "../plan.json", "--mode", "autopilot", "Change the value to two")

    def make_completed(self, place):
        """All work is done, nothing is verified."""
        self.repository(place)
        self.machine.must(place, "init")
        self.mission(place, ["echo 2 >value; echo 2 >wanted"])

    def make_prepared(self, place):
        """The same, with dependencies that take a while to prepare, in two steps."""
        self.repository(place, policy="""[prepare]
command = "mkdir -p deps && echo half >deps/lib && sleep 0.05 && cp deps.lock deps/lib"
inputs = ["deps.lock"]
outputs = ["deps"]
[[checks]]
title = "uses dependencies"
command = "grep -q whole deps/lib"
""")
        self.machine.shell(place, "echo whole >deps.lock; echo deps >.gitignore; git add .; git commit -qm deps")
        self.machine.must(place, "init")
        self.mission(place, ["echo 2 >value; echo 2 >wanted"])

    def make_landable(self, place):
        self.make_completed(place)
        self.machine.must(place, "verify")

    def make_proposable(self, place):
        """What lands is proposed on a branch of the remote."""
        self.make_landable_remote(place, 'via = "pr"\n')

    def make_landable_remote(self, place, more=""):
        """The same with a remote that the policy names. Races reach it through liar.py."""
        patience = 'remote_timeout = "2s"\n' if self.machine.knows("remote_timeout") else ""
        self.repository(place, policy=f'[land]\nremote = "origin"\n{patience}{more}')
        self.machine.git(place, "init", "-q", "--bare", "../origin.git")
        self.machine.git(place, "--git-dir=../origin.git", "config", "core.logAllRefUpdates", "true")
        self.machine.git(place, "remote", "add", "origin", "../origin.git")
        self.machine.git(place, "push", "-q", "origin", "main")
        self.machine.must(place, "init")
        self.mission(place, ["echo 2 >value; echo 2 >wanted"])
        self.machine.must(place, "verify")

    def make_queued(self, place):
        """Three missions that go well together, in the queue."""
        self.repository(place)
        self.machine.must(place, "init")
        for name in ("one", "two", "three"):
            mission = self.mission(place, [f"echo x >{name}"], title=f"Add {name}")
            self.machine.must(place, "verify", mission)
            self.machine.must(place, "queue", "add", mission)

    def make_shippable(self, place):
        """A deploy leaves one line a time in $OUT_FILE."""
        self.repository(place, policy='[deploy]\ncommand = "echo run >>$OUT_FILE; cat value"\n'
                                      'environment = ["OUT_FILE"]\n')
        self.machine.must(place, "init")
        self.mission(place, ["echo 2 >value; echo 2 >wanted"])
        self.machine.must(place, "verify")

    def make_landed(self, place):
        """One landed alone, three in one batch; one more is verified and waits."""
        self.repository(place)
        self.machine.must(place, "init")
        first = self.mission(place, ["echo 2 >value; echo 2 >wanted"])
        self.machine.must(place, "verify", first)
        keep_store(place, "before-landings.db")
        self.machine.must(place, "land", first)
        for name in ("one", "two", "three"):
            mission = self.mission(place, [f"echo x >{name}"], title=f"Add {name}")
            self.machine.must(place, "verify", mission)
            self.machine.must(place, "queue", "add", mission)
        self.machine.must(place, "queue", "run")
        last = self.mission(place, ["echo y >late"], title="Add late")
        self.machine.must(place, "verify", last)

    def make_told(self, place):
        """The same, with what persons said of it, a plan that waits, and a job that a worker is to find."""
        self.make_landed(place)
        must = self.machine.must
        first, waits = missions(place)[0], missions(place)[-1]
        task = rows(place, "SELECT id FROM tasks ORDER BY key")[0][0]
        must(place, "comment", "add", "Why two?", "--task", task)
        must(place, "comment", "add", "It took long.", "--mission", first)
        must(place, "waive", waits, "tests.not-run:value", "--reason", "generated")
        must(place, "pack", "add-check", "A person looks", "--mission", waits, "--manual")
        self.machine.ask(place, "verify", waits)
        must(place, "pack", "answer", "A person looks", "--mission", waits, "--reason", "seen")
        must(place, "verify", waits)
        self.agents(place)
        must(place, "plan", "Change the value to three")
        must(place, "mission", "new", "--plan", "../plan.json", "--mode", "autopilot", "Change the value to two")


def missions(place):
    return [row[0] for row in rows(place, "SELECT id FROM missions ORDER BY key")]


def keep_store(place, name):
    """A copy of the store as it is now, beside the repository."""
    source = sqlite3.connect(place / "w/.assay/assay.db")
    target = sqlite3.connect(place / name)
    source.backup(target)
    source.close()
    target.close()
