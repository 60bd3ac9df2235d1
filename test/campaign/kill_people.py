"""What persons say and decide, killed: each is there afterwards as a whole or not at all."""
import json

import checks
from fixtures import missions
from kill_scenarios import Scenario
from machine import Wrong, rows

TASKS = "SELECT id FROM tasks WHERE checker_for_key IS NULL AND kind = 'execution' ORDER BY key"


class Words(Scenario):
    """What is asked and said: tasks and missions edited, comments, waivers, answers, stories."""
    name, fixture, kills = "words", "completed", (16, 30)

    def next_command(self, life):
        dice = life.dice
        number = dice.randrange(10**6)
        task = dice.choice(rows(life.place, TASKS))[0]
        mission = missions(life.place)[0]
        comments = [row[0] for row in rows(life.place, "SELECT id FROM comments WHERE sent_at IS NULL")]
        return dice.choice([
            ("task edit", ["task", "edit", life.notes["open"], "--instructions", f"Step {number}", "--files", f"src/{number}/**"], {}),
            ("mission edit", ["mission", "edit", mission, "--title", f"Change {number}", "--retry-budget", str(number % 5)], {}),
            ("comment add", ["comment", "add", f"Why {number}?", "--task", task], {}),
            ("comment remove", ["comment", "remove", dice.choice(comments)], {}) if comments else
            ("comment add", ["comment", "add", f"First {number}", "--mission", mission], {}),
            ("waive", ["waive", mission, f"tests.not-run:src/{number}.py", "--reason", "generated"], {}),
            ("pack answer", ["pack", "answer", "A person looks", "--mission", mission, "--reason", f"seen {number}"], {}),
            ("story new", ["story", "new", f"Wish {number}: `true` passes"], {}),
        ])

    def prepare(self, life):
        mission = missions(life.place)[0]
        life.must("pack", "add-check", "A person looks", "--mission", mission, "--manual")
        life.ask("verify", mission)
        life.must("mission", "new", "Another: `true` passes", "--target", "main")
        life.notes["open"] = life.must("task", "add", "open", "--accept", "true exits 0", "--json").json()["id"]

    def look(self, life):
        listed = life.must("comment", "list", "--mission", missions(life.place)[0], "--json").json()
        if len(json.dumps(listed)) < 2:
            raise Wrong("the comments are not listed")

    def finish(self, life):
        mission = missions(life.place)[0]
        done = life.must("comment", "add", "The last one", "--mission", mission, "--json")
        if "The last one" not in life.must("comment", "list", "--mission", mission, "--json").out:
            raise Wrong(f"the last comment is not listed: {done.out[:200]}")
        life.must("task", "edit", life.notes["open"], "--name", "the last name")
        if "the last name" not in life.must("task", "show", life.notes["open"], "--json").out:
            raise Wrong("the task has not its last name")
        life.must("mission", "edit", mission, "--title", "The last title")
        life.ask("verify", mission)
        life.must("pack", "answer", "A person looks", "--mission", mission, "--reason", "seen")


class Answers(Scenario):
    """An agent asks, a person answers: once, and the task goes on."""
    name, fixture, kills = "answer", "asking", (2, 5)

    def next_command(self, life):
        return "answer", ["answer", life.notes["task"], "Two."], {}

    def prepare(self, life):
        life.notes["task"] = rows(life.place, TASKS)[0][0]

    def answered(self, life):
        return rows(life.place, "SELECT count(*) FROM questions WHERE answer != ''")[0][0]

    def is_over(self, life):
        return self.answered(life) > 0

    def finish(self, life):
        if not self.answered(life):
            life.must(*self.next_command(life)[1])
        if self.answered(life) != 1:
            raise Wrong(f"{self.answered(life)} answers, not 1")
        state = rows(life.place, "SELECT lower(state) FROM tasks WHERE id = ?", (life.notes["task"],))[0][0]
        if state == "blocked":
            raise Wrong("the answered task is still blocked")


class Stories(Scenario):
    """What comes after a deploy: again, mended, closed."""
    name, fixture, kills = "stories", "shippable", (4, 8)

    def more(self, life):
        return {"OUT_FILE": str(life.place / "deployed")}

    def prepare(self, life):
        mission = missions(life.place)[0]
        life.must("ship", mission, more=self.more(life))
        life.notes["story"] = mission

    def next_command(self, life):
        story = life.notes["story"]
        verb = life.dice.choice(["redeploy", "redeploy", "fix", "close"])
        more = ["--reason", "it is well"] if verb == "close" else []
        return verb, [verb, story, *more], self.more(life)

    def is_over(self, life):
        return self.state(life) == "closed"

    def state(self, life):
        return life.must("mission", "show", life.notes["story"], "--json").json()["mission"]["status"].lower()

    def finish(self, life):
        life.ask("redeploy", life.notes["story"], more=self.more(life))
        life.ask("close", life.notes["story"], "--reason", "it is well")
        if self.state(life) not in ("completed", "closed"):
            raise Wrong(f"the story is {self.state(life)} after it was closed")
        checks.landed_once(life.machine, life.place, life.notes["story"])


class Measures(Scenario):
    """What looks and measures: it leaves the work tree as it is, and says the same the next time."""
    name, fixture, kills = "measures", "begun", (4, 8)

    def prepare(self, life):
        (life.work / "value").write_text("2\n")
        (life.work / "wanted").write_text("2\n")
        (life.place / "plan.toml").write_text(
            '[[tasks]]\nname = "Two"\ninstructions = "Set it to 2."\n[[tasks.success_criteria]]\nid = "SC-1"\n'
            'claim = "the value is 2"\nevidence = { kind = "grep", pattern = "^2$", path = "value" }\n')
        life.notes["status"] = life.machine.git(life.place, "status", "--porcelain")

    def commands(self):
        return [("prove", ["prove", "--intent", "Change the value", "--verify-command", "sh test.sh"]),
                ("calibrate", ["calibrate", "--commits", "2", "--verify-command", "sh test.sh"]),
                ("critic", ["critic", "--plan", "../plan.toml", "--commit", "HEAD", "--base", "HEAD~1"])]

    def next_command(self, life):
        name, command = life.dice.choice(self.commands())
        return name, command, {}

    def look(self, life):
        now = [line for line in life.machine.git(life.place, "status", "--porcelain").splitlines() if ".verifier" not in line]
        if now != life.notes["status"].splitlines():
            raise Wrong(f"the work tree is not what it was: {now}")

    def finish(self, life):
        for name, command in self.commands():
            done = life.ask(*command)
            if done.status not in (0, 1):
                raise Wrong(f"{name}: exit {done.status}: {done.said()}")
        self.look(life)


class Hooks(Scenario):
    """Settings of a client hold ours or not, and are never half a file."""
    name, fixture, kills = "hook", "begun", (8, 16)
    OWN = {"permissions": {"allow": ["Bash(make:*)"]}}

    def prepare(self, life):
        self.settings(life).parent.mkdir(exist_ok=True)
        self.settings(life).write_text(json.dumps(self.OWN))

    def settings(self, life):
        return life.work / ".claude/settings.json"

    def next_command(self, life):
        verb = life.dice.choice(["install", "install", "uninstall"])
        return f"hook {verb}", ["hook", verb, "claude", "--project"], {}

    def look(self, life):
        try:
            kept = json.loads(self.settings(life).read_text())
        except (OSError, ValueError) as error:
            raise Wrong(f"the settings of the client are no settings any more: {error}") from error
        if kept.get("permissions") != self.OWN["permissions"]:
            raise Wrong("what the person had in the settings is gone")

    def finish(self, life):
        life.must("hook", "install", "claude", "--project")
        self.look(life)
        life.must("hook", "uninstall", "claude", "--project")
        if json.loads(self.settings(life).read_text()) != self.OWN:
            raise Wrong("the settings are not what they were")


class Sessions(Scenario):
    """Tokens made, linked, ended and revoked: the list is whole, and one that is revoked stays so."""
    name, fixture, kills = "token link, end, revoke", "begun", (10, 20)

    def prepare(self, life):
        life.notes["revoked"] = []
        for number in range(6):
            life.must("token", "new", "--name", f"name{number}", "--role", "viewer")

    def listed(self, life):
        return life.must("token", "list", "--json").json()["tokens"]

    def next_command(self, life):
        names = [each["name"] for each in self.listed(life)]
        if len(names) < 3:
            return "token new", ["token", "new", "--name", f"name{life.dice.randrange(10**6)}", "--role", "viewer"], {}
        verb = life.dice.choice(["link", "end", "revoke"])
        return f"token {verb}", ["token", verb, life.dice.choice(names)], {}

    def look(self, life):
        self.listed(life)
        life.must("token", "sessions")

    def finish(self, life):
        name = self.listed(life)[-1]["name"]
        life.must("token", "link", name)
        life.ask("token", "end", name)  # that of a killed link was never there
        life.must("token", "revoke", name)
        if name in [each["name"] for each in self.listed(life)]:
            raise Wrong(f"{name} was revoked and is listed")


class Attest(Scenario):
    """A landing is signed again, or was signed already."""
    name, fixture, kills = "audit attest", "landed", (6, 12)

    def next_command(self, life):
        return "audit attest", ["audit", "attest", missions(life.place)[0]], {}

    def prepare(self, life):
        life.machine.git(life.place, "update-ref", "-d", "refs/notes/assay")

    def look_at_store(self, life):
        """The notes are gone, and it says so, until all are there again."""
        done = life.ask("audit", "verify")
        if done.status not in (0, 1):
            raise Wrong(f"audit verify: exit {done.status}: {done.said()}")

    def finish(self, life):
        for mission in missions(life.place)[:4]:
            life.must("audit", "attest", mission)
        checks.landing_is_signed(life.machine, life.place, "main")


class AcceptLoss(Scenario):
    """An older store was put in place: until somebody accepts that, everybody is told; then nobody is."""
    name, fixture, kills = "audit accept-loss", "landed", (3, 6)

    def prepare(self, life):
        folder = life.work / ".assay"
        for each in folder.glob("assay.db*"):
            each.unlink()
        (life.place / "before-landings.db").rename(folder / "assay.db")

    def is_accepted(self, life):
        return life.ask("audit", "verify").status == 0

    def is_over(self, life):
        return self.is_accepted(life)

    def look_at_store(self, life):
        done = life.ask("audit", "verify")
        if done.status not in (0, 1):
            raise Wrong(f"audit verify: exit {done.status}: {done.said()}")

    def next_command(self, life):
        return "audit accept-loss", ["audit", "accept-loss", "--reason", "the disk broke"], {}

    def finish(self, life):
        life.ask(*self.next_command(life)[1])
        if not self.is_accepted(life):
            raise Wrong(f"the loss was accepted and is still told: {life.ask('audit', 'verify').said()}")


ALL = (Words, Words, Answers, Stories, Measures, Hooks, Sessions, Attest, AcceptLoss)
