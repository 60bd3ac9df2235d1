"""What is killed: one class a command or a family of commands. `next_command` is asked before each kill, `finish` runs
the work to its end and raises Wrong when something is missing or happened twice."""
import http.client
import json
import socket
import sqlite3
import threading
import time
from pathlib import Path

import checks
from fixtures import missions
from machine import HERE, Wrong, rows

class Scenario:
    name = ""
    fixture = ""
    kills = (2, 6)
    steps = ()

    def prepare(self, life):
        pass

    def next_command(self, life):
        """(what it is called in the figures, arguments, more environment)"""
        raise NotImplementedError

    def step_to_kill_at(self, life):
        return life.dice.choice(self.steps) if self.steps and life.dice.random() < 0.3 else None

    def wait(self, life, seconds):
        """Until the kill."""
        time.sleep(seconds)

    def is_over(self, life):
        return False

    def look(self, life):
        pass

    def look_at_store(self, life):
        checks.store_opens(life.machine, life.place)

    def finish(self, life):
        raise NotImplementedError


class Init(Scenario):
    name, fixture = "init", "plain"

    def next_command(self, life):
        return "init", ["init"], {}

    def finish(self, life):
        life.must("init")
        life.must("audit", "key")
        life.must("mission", "new", "Carts last")
        life.must("audit", "verify")


class Moves(Scenario):
    """Missions, tasks and packs: every command that writes a line of history."""
    name, fixture, kills = "moves", "begun", (20, 40)
    NEXT = {"pending": ["start"], "running": ["ready", "complete", "fail", "block"], "ready": ["accept", "reject"],
            "failed": ["retry"], "blocked": ["retry", "cancel"], "cancelled": ["retry"]}

    def next_command(self, life):
        dice = life.dice
        kind = dice.choices(["move", "task add", "mission new", "pack", "hold"], [10, 3, 2, 2, 1])[0]
        if kind == "mission new":
            return kind, ["mission", "new", f"Wish {dice.randrange(10**6)}: `true` passes"], {}
        if kind == "task add":
            return kind, ["task", "add", f"step {dice.randrange(10**6)}", "--accept", "true exits 0"], {}
        if kind == "pack":
            return kind, dice.choice([["pack", "add-criterion", f"`make test` passes {dice.randrange(10**6)} times"],
                                      ["pack", "add-check", f"check {dice.randrange(10**6)}", "--command", "true"],
                                      ["pack", "edit-check", "1", "--command", f"true {dice.randrange(10**6)}"]]), {}
        if kind == "hold":
            return kind, [dice.choice(["pause", "resume"])], {}
        tasks = rows(life.place, "SELECT id, state FROM tasks WHERE checker_for_key IS NULL AND lower(state) != 'completed'")
        if not tasks:
            return "task add", ["task", "add", "one more", "--accept", "true exits 0"], {}
        # The furthest first, so that moves late in a task's life are killed as often as early ones.
        tasks.sort(key=lambda row: row[1].lower() == "pending")
        task, state = dice.choice(tasks[:3])
        verb = dice.choice(self.NEXT.get(state.lower(), ["start"]))
        reason = ["--reason", "as said"] if verb in ("fail", "block", "reject", "accept", "cancel") else []
        return f"task {verb}", ["task", verb, task, *reason], {}

    def finish(self, life):
        life.must("task", "add", "the last one", "--accept", "true exits 0")
        life.must("status")


class Plan(Scenario):
    name, fixture, kills = "plan", "agents", (3, 8)

    def next_command(self, life):
        made = missions(life.place)
        return "plan", ["plan", made[-1] if made else "Change the value to two"], {}

    def finish(self, life):
        for _ in range(3):
            made = missions(life.place)
            done = life.ask("plan", made[-1] if made else "Change the value to two")
            if done.status == 0:
                break
        else:
            raise Wrong(f"plan: exit {done.status}: {done.said()}")
        mission = missions(life.place)[-1]
        life.must("plan", mission, "--approve")
        count = rows(life.place, "SELECT count(*) FROM tasks t JOIN missions m ON m.key = t.mission_key WHERE m.id = ? "
                                 "AND t.kind = 'execution'", (mission,))[0][0]
        if count != 2:
            raise Wrong(f"the plan of 2 tasks made {count}")


class Run(Scenario):
    """Scripted agents do the work of a mission, down to a verified result."""
    name, fixture, kills = "run", "agents", (2, 8)

    def next_command(self, life):
        made = missions(life.place)
        if made:
            return "run", ["run", made[-1]], {}
        return "run", ["run", "--plan", "../plan.json", "--mode", "guided_autopilot", "Change the value to two"], {}

    def finish(self, life):
        self.ends_well(life)

    def ends_well(self, life):
        for _ in range(4):
            done = life.ask(*Run.next_command(self, life)[1])
            if done.status == 0:
                break
            # A run that was lost counts as an attempt; a person may ask for another.
            for task, in rows(life.place, "SELECT id FROM tasks WHERE lower(state) IN ('failed', 'blocked')"):
                life.must("task", "retry", task)
            for mission in missions(life.place):
                life.ask("resume", mission)
        if done.status != 0:
            raise Wrong(f"run: exit {done.status}: {done.said()}")
        mission = missions(life.place)[-1]
        task = rows(life.place, "SELECT t.id FROM tasks t JOIN missions m ON m.key = t.mission_key WHERE m.id = ? "
                                "AND t.kind = 'execution'", (mission,))
        if len(task) != 1:
            raise Wrong(f"{len(task)} tasks instead of 1")
        value = life.machine.git(life.place, "show", f"assay/{mission}/{task[0][0]}:value")
        if value != "2":
            raise Wrong(f"the branch holds {value!r}, not 2")


class Verify(Scenario):
    name, fixture, kills = "verify", "completed", (3, 10)

    def next_command(self, life):
        return "verify", ["verify", "--fresh"] if life.dice.random() < 0.5 else ["verify"], {}

    def finish(self, life):
        life.must("verify")
        mission = missions(life.place)[0]
        status = life.must("mission", "show", mission, "--json").json()["mission"]["status"]
        if status != "ready_to_land":
            raise Wrong(f"verified, and the mission is {status}")


class Prepare(Verify):
    """Dependencies that are prepared half must not be used by anybody."""
    name, fixture = "verify with a preparation", "prepared"

    def next_command(self, life):
        return self.name, ["verify"], {}


class Worker(Run):
    """The same as `run`, by a worker that takes whatever is due."""
    name = "worker"

    def prepare(self, life):
        life.must("mission", "new", "--plan", "../plan.json", "--mode", "guided_autopilot", "Change the value to two")

    def next_command(self, life):
        return "worker", ["worker", "--drain"], {}

    def finish(self, life):
        life.ask("worker", "--drain")
        self.ends_well(life)


class Worktrees(Scenario):
    name, fixture, kills = "worktree", "landed", (6, 14)

    def prepare(self, life):
        life.must("mission", "new", "Two steps")
        self.mission = missions(life.place)[-1]
        life.notes["tasks"] = [life.must("task", "add", name, "--json").json()["id"] for name in ("first", "second", "third")]

    def next_command(self, life):
        verb = life.dice.choice(["add", "prune", "list"])
        if verb == "add":
            return "worktree add", ["worktree", "add", life.dice.choice(life.notes["tasks"])], {}
        return f"worktree {verb}", ["worktree", verb], {}

    def finish(self, life):
        for task in life.notes["tasks"]:
            path = Path(life.must("worktree", "add", task, "--json").json()["path"])
            if not (path / "a.txt").exists():
                raise Wrong(f"the work tree {path} lacks its files")
            life.machine.git(life.place, "status", "--porcelain", folder=path)
        life.must("worktree", "prune")
        listed = life.must("worktree", "list", "--json").json()["worktrees"]
        if len([each for each in listed if each.get("present", True)]) < 3:
            raise Wrong(f"{len(listed)} work trees are listed, not 3")


class Serve(Scenario):
    """The server with requests in flight. What it acknowledged must be there afterwards."""
    name, fixture, kills = "serve", "begun", (4, 10)

    def prepare(self, life):
        life.notes["acknowledged"] = []
        done = life.must("token", "new", "--name", "campaign", "--role", "operator", "--json").json()
        life.notes["token"] = done["token"]

    def next_command(self, life):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            life.notes["port"] = probe.getsockname()[1]
        return "serve", ["serve", "--port", str(life.notes["port"]), "--workers", "0"], {}

    def wait(self, life, seconds):
        """Clients write as fast as they can until the kill, which breaks their connections."""
        port, token = life.notes["port"], life.notes["token"]
        rounds = life.dice.randint(0, 12)
        enough = threading.Event()

        def client():
            for turn in range(200):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
                try:
                    connection.request("POST", "/api/tasks", json.dumps(
                        {"name": f"step {turn}", "acceptance_criteria": "`make` exits 0"}),
                        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
                    answer = connection.getresponse()
                    body = answer.read()
                    if answer.status == 201:
                        life.notes["acknowledged"].append(json.loads(body)["id"])
                        if turn >= rounds:
                            enough.set()
                except ConnectionRefusedError:
                    if enough.is_set() or life.notes.get("over"):
                        return
                    threading.Event().wait(0.005)
                except (OSError, http.client.HTTPException, ValueError):
                    return
                finally:
                    connection.close()

        life.notes["over"] = False
        threads = [threading.Thread(target=client, daemon=True) for _ in range(3)]
        for thread in threads:
            thread.start()
        enough.wait(life.dice.choice([0.01, 0.05, 3, 3, 3]))
        life.notes["threads"] = threads

    def look(self, life):
        life.notes["over"] = True
        for thread in life.notes.pop("threads", []):
            thread.join(10)
        known = {row[0] for row in rows(life.place, "SELECT id FROM tasks")}
        lost = [task for task in life.notes["acknowledged"] if task not in known]
        if lost:
            raise Wrong(f"the server acknowledged {lost[0]} and {len(lost) - 1} more, which are not there")

    def finish(self, life):
        life.must("token", "list")
        life.must("task", "add", "after all", "--accept", "true exits 0")


class Tokens(Scenario):
    name, fixture, kills = "token", "begun", (10, 20)

    def next_command(self, life):
        return "token new", ["token", "new", "--name", f"name{life.dice.randrange(10**6)}", "--role", "viewer"], {}

    def look(self, life):
        done = life.ask("token", "list", "--json")
        if done.status != 0:
            raise Wrong(f"token list: exit {done.status}: {done.said()}")

    def finish(self, life):
        life.must("token", "new", "--name", "last", "--role", "viewer")
        if '"last"' not in life.must("token", "list", "--json").out:
            raise Wrong("the last token is not listed")


class Check(Scenario):
    name, fixture, kills = "check", "begun", (5, 10)

    def prepare(self, life):
        (life.work / "value").write_text("2\n")
        (life.work / "wanted").write_text("2\n")

    def next_command(self, life):
        return "check", ["check", "--intent", "Change the value", "--verify-command", "sh test.sh"], {}

    def finish(self, life):
        life.must(*self.next_command(life)[1])
        if (life.work / "value").read_text() != "2\n":
            raise Wrong("the work tree is not what it was")


class Export(Scenario):
    name, fixture, kills = "audit export", "landed", (10, 20)

    def next_command(self, life):
        return "audit export", ["audit", "export", "--output", "../history.jsonl"], {}

    def look(self, life):
        path = life.place / "history.jsonl"
        if path.exists():
            done = life.ask("audit", "verify", str(path))
            if done.status != 0:
                raise Wrong(f"half an export was left: {done.said()}")

    def finish(self, life):
        life.must(*self.next_command(life)[1])
        self.look(life)


class Opening(Scenario):
    """A store that an earlier version made is brought up to date, or a new one is made."""
    name, fixture, kills = "opening an old store", "plain", (3, 8)

    def prepare(self, life):
        life.must("init")
        for each in (life.work / ".assay").glob("assay.db*"):
            each.unlink()
        connection = sqlite3.connect(life.work / ".assay/assay.db")
        connection.executescript((HERE / "old_store.sql").read_text())
        connection.execute("PRAGMA journal_mode = WAL")
        connection.close()
        life.notes["count"] = rows(life.place, "SELECT count(*) FROM checkpoints")[0][0]

    def next_command(self, life):
        return "opening an old store", life.dice.choice([["status"], ["mission", "list"], ["task", "list"]]), {}

    def look(self, life):
        if rows(life.place, "SELECT count(*) FROM checkpoints")[0][0] != life.notes["count"]:
            raise Wrong("the history has another length")

    def finish(self, life):
        life.must("mission", "list")
        self.look(life)
        life.must("audit", "verify")


ALL = (Init, Moves, Moves, Plan, Run, Worker, Verify, Prepare, Worktrees, Serve, Tokens, Check, Export, Opening)
