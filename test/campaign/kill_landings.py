"""Landings that are killed: merged, squashed, rebased, pushed, from the queue, shipped, reverted."""
import checks
from fixtures import missions
from kill_scenarios import Scenario
from machine import Wrong

LAND_STEPS = ("look", "compose", "checkouts", "intend", "confirm", "hold", "swap", "checkout", "prove", "record", "attest", "done")


class Land(Scenario):
    fixture = "landable"
    steps = LAND_STEPS
    strategy = "merge"

    def __init__(self, strategy="merge"):
        self.strategy = strategy
        self.name = f"land {strategy}"

    def next_command(self, life):
        return self.name, ["land", "--strategy", self.strategy], {}

    def is_over(self, life):
        return checks.landed_count(life.place, missions(life.place)[0]) > 0 and life.dice.random() < 0.5

    def finish(self, life):
        # Landed but not signed, as a kill may leave it: the next command finishes that or says so.
        life.must("land")
        self.landed_well(life, missions(life.place)[:1], 1)

    def landed_well(self, life, landed, commits):
        machine, place = life.machine, life.place
        for mission in landed:
            checks.landed_once(machine, place, mission)
        count = int(machine.git(place, "rev-list", "--count", "--first-parent", f"{life.before}..refs/heads/main"))
        if count != commits:
            raise Wrong(f"{count} commits came to main, not {commits}")
        checks.checkout_follows(machine, place)
        checks.landing_is_signed(machine, place, "main")


class LandRemote(Land):
    fixture = "landable_remote"
    steps = LAND_STEPS + ("remote", "push", "prove_remote")

    def __init__(self):
        super().__init__("merge")
        self.name = "land with a remote"

    def finish(self, life):
        super().finish(life)
        origin = life.place / "origin.git"
        log = (origin / "logs/refs/heads/main").read_text().splitlines()
        if len(log) != 2:
            raise Wrong(f"the remote's main moved {len(log) - 1} times, not once")
        checks.target_is_verified(life.machine, life.place, life.before, git_folder=origin)


class Propose(Land):
    """A target that takes pull requests only: one branch is pushed, the target stays."""
    fixture = "proposable"
    steps = ("look", "compose", "intend", "push", "prove_remote", "record")

    def __init__(self):
        super().__init__()
        self.name = "land by pull request"

    def is_over(self, life):
        return False

    def finish(self, life):
        outcome = life.must("land", "--json").json()["outcome"]
        if outcome != "proposed":
            raise Wrong(f"it is {outcome}, not proposed")
        branches = life.machine.git(life.place, "--git-dir=../origin.git", "for-each-ref", "refs/heads/land").splitlines()
        if len(branches) != 1:
            raise Wrong(f"{len(branches)} branches were proposed, not 1")
        if life.machine.git(life.place, "--git-dir=../origin.git", "rev-parse", "main") != life.before:
            raise Wrong("the target moved")


class QueueChanges(Scenario):
    """Missions enter and leave the queue."""
    name, fixture, kills = "queue add and remove", "queued", (6, 12)

    def next_command(self, life):
        verb = life.dice.choice(["add", "remove"])
        return f"queue {verb}", ["queue", verb, life.dice.choice(missions(life.place))], {}

    def finish(self, life):
        waiting = [each["mission"] for each in life.must("queue", "list", "--json").json()["waiting"]]
        if len(waiting) != len(set(waiting)):
            raise Wrong(f"a mission waits twice: {waiting}")
        absent = [each for each in missions(life.place) if each not in waiting]
        if absent:
            life.must("queue", "add", *absent)
        life.must("queue", "run")
        for mission in missions(life.place):
            checks.landed_once(life.machine, life.place, mission)
        checks.landing_is_signed(life.machine, life.place, "main")


class QueueRun(Land):
    fixture = "queued"

    def __init__(self):
        super().__init__()
        self.name = "queue run"

    def next_command(self, life):
        return "queue run", ["queue", "run"], {}

    def finish(self, life):
        life.must("queue", "run")
        self.landed_well(life, missions(life.place), 3)


class Ship(Land):
    fixture = "shippable"

    def __init__(self):
        super().__init__()
        self.name = "ship"

    def next_command(self, life):
        return "ship", ["ship", missions(life.place)[0]], {"OUT_FILE": str(life.place / "deployed")}

    def deployed(self, life):
        path = life.place / "deployed"
        return len(path.read_text().splitlines()) if path.exists() else 0

    def look(self, life):
        if self.deployed(life) > 1:
            raise Wrong(f"deployed {self.deployed(life)} times")

    def finish(self, life):
        _, command, more = self.next_command(life)
        done = life.ask(*command, more=more)
        self.look(life)
        mission = missions(life.place)[0]
        story = life.must("story", "show", mission, "--json").json()["story"]["state"]
        # A deploy that was cut off is never begun again by itself: a person decides.
        if story not in ("DEPLOYED", "NEEDS_FIX"):
            raise Wrong(f"ship: exit {done.status}: the story is {story}: {done.said()}")
        if story == "DEPLOYED" and self.deployed(life) != 1:
            raise Wrong(f"DEPLOYED, but the deploy ran {self.deployed(life)} times")
        self.landed_well(life, [mission], 1)


class Revert(Scenario):
    name, fixture, kills = "revert", "landed", (3, 8)

    def next_command(self, life):
        return "revert", ["revert", missions(life.place)[0], "--reason", "it broke the export"], {}

    def finish(self, life):
        done = life.ask(*self.next_command(life)[1])
        # One that was made by a killed run is named.
        if done.status != 0 and not any(each in done.said() for each in missions(life.place)[1:]):
            raise Wrong(f"revert: exit {done.status}: {done.said()}")
        newest = missions(life.place)[-1]
        life.must("verify", newest)
        life.must("land", newest)
        if (life.work / "value").read_text() != "1\n":
            raise Wrong("what was reverted is still there")
        checks.landing_is_signed(life.machine, life.place, "main")
        checks.checkout_follows(life.machine, life.place)


ALL = (Land, lambda: Land("squash"), lambda: Land("rebase"), LandRemote, Propose, QueueChanges, QueueRun, QueueRun, Ship, Ship, Revert)
