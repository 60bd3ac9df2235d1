"""Kills: every command is ended with SIGKILL at random moments, then looked at, then run again to its end.

A life is a copy of a fixture. Its command is started and killed several times: the whole group, the main process alone, or
one git below it. After each kill the store must open, its history be whole, the target be where it was or at
a verified tree, and no process be left. At the end of the life the command runs undisturbed, and what it does must
have happened once. Landings may also be killed right before a named step, where the build allows that.
"""
import os
import random
import signal

import checks
import kill_landings
import kill_people
import kill_scenarios
import kill_sent
from fixtures import Fixtures
from machine import LIMIT_SECONDS, Machine, Wrong, become_reaper, descendants, left_running, program_name

DEEP_EVERY = 12


class Life:
    """A copy of a fixture under a scenario, and what is known of it."""

    def __init__(self, machine, fixtures, scenario, dice):
        self.machine, self.dice, self.scenario = machine, dice, scenario
        self.place = fixtures.take(scenario.fixture, f"kill-{scenario.name}")
        self.work = self.place / "w"
        self.before = machine.git(self.place, "rev-parse", "refs/heads/main")
        self.kills = 0
        self.notes = {}
        scenario.prepare(self)

    def ask(self, *arguments, **named):
        return self.machine.ask(self.place, *arguments, **named)

    def must(self, *arguments, **named):
        return self.machine.must(self.place, *arguments, **named)


class Moments:
    """When to kill: somewhere in the time that a command of this kind takes, as far as it is known."""

    def __init__(self):
        self.seconds = {}

    def choose(self, name, dice):
        return dice.uniform(0, self.seconds.get(name, 0.05))

    def was_killed(self, name):
        self.seconds[name] = min(self.seconds.get(name, 0.05) * 1.04, 3.0)

    def was_too_late(self, name):
        self.seconds[name] = max(self.seconds.get(name, 0.05) * 0.9, 0.002)


def kill_one(life, moments, dice, figures):
    """Starts the command and kills it. True when it was killed, False when it had ended before."""
    name, arguments, more = life.scenario.next_command(life)
    step = life.scenario.step_to_kill_at(life)
    if step:
        more = {**more, "ASSAY_TEST_AT": f"{step}=kill"}
    mode = "step" if step else dice.choices(["group", "main", "git"], [6, 3, 1])[0]
    process = life.machine.start([life.machine.assay, *arguments], life.place, more=more)
    killed = step is not None
    if not step:
        life.scenario.wait(life, moments.choose(name, dice))
        killed = strike(process, mode)
    try:
        process.wait(LIMIT_SECONDS)
    except Exception as error:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise Wrong(f"assay {' '.join(arguments)} did not end by itself after one of its git processes was killed") from error
    if step:
        killed = process.returncode == -signal.SIGKILL
    (moments.was_killed if killed else moments.was_too_late)(name)
    if killed:
        figures.add(f"kills of {name}")
        figures.add("kills")
        figures.add(f"kills: {mode}")
    else:
        figures.add("ended before the kill")
    return killed


def strike(process, mode):
    if process.poll() is not None:
        return False
    if mode == "git":
        for pid in descendants(process.pid):
            if program_name(pid) == "git":
                try:
                    os.kill(pid, signal.SIGKILL)
                    return True
                except OSError:
                    pass
        mode = "main"
    try:
        if mode == "group":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            os.kill(process.pid, signal.SIGKILL)
    except OSError:
        return False
    return process.wait() == -signal.SIGKILL


def look(life, deep):
    left = left_running()
    if left:
        raise Wrong(f"still running after the kill: {', '.join(left)}")
    life.scenario.look_at_store(life)
    checks.target_is_verified(life.machine, life.place, life.before)
    life.scenario.look(life)
    if deep:
        checks.git_is_whole(life.machine, life.place)


def live(life, moments, dice, figures):
    """One life from its first kill to its end."""
    wanted = dice.randint(*life.scenario.kills)
    for _ in range(wanted * 3):
        if life.kills >= wanted or life.scenario.is_over(life):
            break
        if kill_one(life, moments, dice, figures):
            life.kills += 1
            look(life, deep=life.kills % DEEP_EVERY == 0)
        else:
            left_running()
    life.scenario.finish(life)
    left = left_running()
    if left:
        raise Wrong(f"still running at the end: {', '.join(left)}")
    checks.store_opens(life.machine, life.place)
    checks.target_is_verified(life.machine, life.place, life.before)
    checks.git_is_whole(life.machine, life.place)
    checks.doctor_is_content(life.machine, life.place)
    figures.add("lives finished")


def scratch_left(machine):
    return [entry for entry in os.listdir(machine.tmp) if entry.startswith("assay")]


def worker(context, number):
    """Kills until the time or the count is up."""
    become_reaper()
    dice = random.Random(f"{context.seed}-kills-{number}")
    machine = Machine(context.assay, context.folder / f"kills-{number}")
    fixtures = Fixtures(machine)
    moments = Moments()
    figures = context.figures
    scenarios = [make() for make in kill_scenarios.ALL + kill_landings.ALL + kill_people.ALL + kill_sent.ALL]
    if context.commands:
        scenarios = [each for each in scenarios if each.name in context.commands]
        if not scenarios:
            context.failed("kills", f"no command is called {' or '.join(context.commands)}", None)
            return
    if not machine.knows("ASSAY_TEST_AT"):
        for each in scenarios:
            each.steps = ()
    order = []
    while not context.is_over(figures, "kills"):
        if not order:
            order = scenarios[:]
            dice.shuffle(order)
        scenario = order.pop()
        try:
            life = Life(machine, fixtures, scenario, dice)
        except Wrong as wrong:
            context.failed("kills", f"{scenario.name}: the fixture could not be made: {wrong}", None)
            continue
        try:
            live(life, moments, dice, figures)
            context.done_with(life.place)
        except Wrong as wrong:
            left_running(1)
            context.failed("kills", f"{scenario.name}, after {life.kills} kills: {wrong}", life.place)
    # One more command sweeps what killed ones left in TMPDIR.
    figures.note("scratch folders left by killed commands", len(scratch_left(machine)))
    try:
        place = fixtures.take("landable", "sweep")
        machine.must(place, "verify", "--fresh")
        context.done_with(place)
    except Wrong as wrong:
        context.failed("kills", f"the next verification after all kills: {wrong}", None)
    left = scratch_left(machine)
    figures.note("scratch folders left after the next command", len(left))
    if len(left) > 16:
        context.failed("kills", f"{len(left)} scratch folders stay in TMPDIR: {', '.join(left[:4])}, …", machine.tmp)
