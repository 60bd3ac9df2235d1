"""Tampering: records are changed behind the program's back, and it must notice, or give the same answers as before.

Each tampering gets a copy of one repository with landings, a batch and a mission that waits. What is asked afterwards
is in `questions`. Found: a command says so. No effect: every answer is the same, and what waits lands with the same tree.
Anything else is a hole.
"""
import random

import tamper_files
import tamper_store
from fixtures import Fixtures, missions
from machine import Machine, Wrong, rows


class Original:
    """The repository before it is tampered with, and its answers."""

    def __init__(self, machine, fixtures):
        self.machine, self.fixtures = machine, fixtures
        self.place = fixtures.take("told", "original")
        self.missions = missions(self.place)
        self.waits = rows(self.place, "SELECT id FROM missions WHERE title = 'Add late'")[0][0]
        self.planned, self.queued = self.missions[-2], self.missions[-1]
        self.task = rows(self.place, "SELECT id FROM tasks ORDER BY key")[0][0]
        self.landed = [row[0] for row in rows(
            self.place, "SELECT landed_commit FROM missions WHERE landed_commit != '' ORDER BY key")]
        machine.must(self.place, "token", "new", "--name", "anna", "--role", "viewer")
        machine.must(self.place, "audit", "export", "--output", "../history.jsonl")
        machine.must(self.place, "audit", "bundle", "main", "--output", "../bundle.jsonl")
        (self.place / "assay.pub").write_text(machine.must(self.place, "audit", "key").out)
        machine.must(self.place, "audit", "verify", "main")
        tamper_store.fold_log(self.place)
        machine.copy(self.place / "w/.assay", self.place / "older")
        # What happens after the older state was put aside.
        self.machine.must(self.place, "task", "add", "one more", "--mission", self.waits)
        self.machine.must(self.place, "task", "cancel", rows(self.place, "SELECT id FROM tasks ORDER BY key DESC")[0][0],
                          "--reason", "not needed")
        self.machine.must(self.place, "verify", self.waits)
        machine.must(self.place, "audit", "export", "--output", "../newer.jsonl")
        tamper_store.fold_log(self.place)
        self.answers = dict(answers(machine, self.place, self))
        self.complaints = complaints(machine, self.place) or set()
        wrong = {name: value for name, value in self.answers.items() if value[0] not in (0, 1)}
        if wrong:
            raise Wrong(f"the untouched repository does not answer: {wrong}")
        self.bundle_of_another = machine.must(self.place, "audit", "bundle", self.landed[0]).out.encode()
        self.honest = {command: machine.ask(self.place, *command).out.replace(str(self.place), "P")
                       for command in tamper_files.VERIFICATIONS}
        # Under another name, and never asked again: so every copy is this repository, moved, with its keys.
        kept = machine.folder / "kept"
        self.place.rename(kept)
        self.place = kept
        self.landing = self.land(self.copy("honest"))
        if not self.landing:
            raise Wrong("the untouched repository does not land what waits")
        self.work = self.done_by_worker(self.copy("worked"))

    def copy(self, label):
        self.fixtures.count += 1
        place = self.machine.folder / f"{label}-{self.fixtures.count}"
        self.machine.copy(self.place, place)
        return place

    def land(self, place):
        """The tree that what waits lands with; None when it is refused."""
        done = self.machine.ask(place, "land", self.waits, "--json")
        if done.status != 0:
            return None
        return self.machine.git(place, "rev-parse", "refs/heads/main^{tree}")

    def done_by_worker(self, place):
        """What becomes of the job that waits for a worker."""
        self.machine.ask(place, "worker", "--drain")
        return sorted(rows(place, "SELECT t.kind, t.state FROM tasks t JOIN missions m ON m.key = t.mission_key "
                                  "WHERE m.id = ?", (self.queued,)))


def questions(original):
    """Everything that the repository tells of itself: (name, command)."""
    yield "audit verify", ("audit", "verify", "--json")
    for number, commit in enumerate(dict.fromkeys([original.landed[0], original.landed[-1]])):
        yield f"audit verify landing {number}", ("audit", "verify", commit, "--json")
    yield "missions", ("mission", "list", "--all", "--json")
    yield "board", ("board", "--json")
    yield "queue", ("queue", "list", "--json")
    yield "notices", ("notify", "list", "--json")
    for number, mission in ((0, original.missions[0]), (1, original.waits)):
        yield f"mission {number}", ("mission", "show", mission, "--json")
        yield f"pack {number}", ("accept", mission, "--json")
        yield f"log {number}", ("log", mission, "--json")
        yield f"verification {number}", ("mission", "verification", mission, "--json")
    yield "comments", ("comment", "list", "--mission", original.missions[0], "--json")
    yield "comments on a task", ("comment", "list", "--task", original.task, "--json")
    yield "task", ("task", "show", original.task, "--json")
    yield "plan", ("plan", original.planned, "--json")
    yield "needs", ("needs", "--json")
    yield "figures", ("figures", "--json")
    yield "tokens", ("token", "list", "--json")
    yield "key", ("audit", "key")


def answers(machine, place, original):
    """One after the other: name, (exit status, words)."""
    for name, command in questions(original):
        done = machine.ask(place, *command)
        yield name, (done.status, done.out.replace(str(place), "PLACE"))


def complaints(machine, place):
    """What the doctor finds wrong; None when it cannot even look."""
    done = machine.ask(place, "doctor", "--json")
    if done.status not in (0, 1):
        return None
    return {each["what"] for each in done.json()["findings"] if not each["good"]}


def judge(original, place, what):
    """'found', 'no effect', or a sentence that names the hole. Nothing more is asked once a command has said so."""
    machine = original.machine
    now = {}
    for name, answer in answers(machine, place, original):
        if answer[0] != original.answers[name][0]:
            return "found"
        now[name] = answer
    changed = [name for name in now if now[name] != original.answers[name]]
    complained = complaints(machine, place)
    if complained is None or complained - original.complaints:
        return "found"
    if changed:
        name = changed[0]
        return f"{name} answers otherwise, and nobody complains: {difference(original.answers[name][1], now[name][1])}"
    tree = original.land(place)
    if tree is None:
        return "found"
    if tree != original.landing:
        return f"what waits landed with the tree {tree} instead of {original.landing}"
    # Agents take a while, so only where the tables that they are found by were changed.
    if what and what.split(" ")[0].split(".")[0] in ("jobs", "lanes", "tasks", "missions"):
        work = original.done_by_worker(place)
        if work != original.work:
            return f"a worker comes to {work} instead of {original.work}"
    return "no effect"


def difference(before, now):
    for old, new in zip(before.splitlines(), now.splitlines()):
        if old != new:
            return f"{old.strip()[:70]!r} became {new.strip()[:70]!r}"
    return f"{len(before)} characters became {len(now)}"


KINDS = ([("an export", tamper_files.export)] * 6 + [("a bundle", tamper_files.bundle)] * 6 +
         [("a note", tamper_files.note)] * 4 + [("evidence", tamper_files.evidence)] * 3 + [("a key", tamper_files.keys)] * 2 +
         [("rows of the store", tamper_store.row)] * 6 + [("bytes of the store", tamper_store.bytes_)] * 4 +
         [("an older state", tamper_store.older)])


def worker(context, number):
    dice = random.Random(f"{context.seed}-tampering-{number}")
    machine = Machine(context.assay, context.folder / f"tampering-{number}")
    original = Original(machine, Fixtures(machine))
    figures = context.figures
    seen = set()
    todo = []
    while not context.is_over(figures, "tamperings"):
        if not todo:
            todo = KINDS[:]
            dice.shuffle(todo)
        name, tamper = todo.pop()
        place = original.copy("tampered")
        try:
            what, verdict = tamper(original, place, dice)
            if what is None:  # the dice chose what was there already
                context.done_with(place)
                continue
            verdict = verdict or judge(original, place, what)
        except Wrong as wrong:
            what, verdict = name, str(wrong)
        figures.add("tamperings")
        figures.add(f"tamperings of {name}")
        if verdict in ("found", "no effect"):
            figures.add(verdict)
            figures.add(f"{verdict}: {name}")
            context.done_with(place)
            continue
        figures.add("holes")
        # The same hole in other rows is counted, and shown once.
        if (name, what.split(":")[0]) in seen:
            context.done_with(place)
            continue
        seen.add((name, what.split(":")[0]))
        context.failed("tampering", f"{name}, {what}: {verdict}", place)
