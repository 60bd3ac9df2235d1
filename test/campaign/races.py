"""Races: a landing, and at a random moment of it something else: a remote that lies, a second lander, git gc, a person.

Whatever happens: no tree comes to the target that nobody verified, a mission lands once, nothing of anybody is lost,
and in the end the mission has landed and is attested, or a refusal names why it has not.
"""
import json
import os
import random
import shlex
import time

import checks
from fixtures import Fixtures, missions
from machine import HERE, LIMIT_SECONDS, Machine, Wrong, become_reaper, left_running, rows

STEPS = ("look", "compose", "checkouts", "intend", "confirm", "swap", "checkout", "prove", "record", "attest", "done")
REMOTE_STEPS = STEPS + ("remote", "push", "prove_remote")

LIAR = shlex.quote(str(HERE / "liar.py"))
SOMEBODY = "python3 -c " + shlex.quote(f"""import sys; sys.path.insert(0, {str(HERE)!r}); import liar, os
liar.somebody_commits(sys.argv[1], "somebody-%d" % os.getpid())""")

# name -> a shell command beside the landing. $MISSION and $WORK (the branch) are set. None may fail the race by
# itself: a person's git may meet a lock, as beside any other git.
LOCAL = {
    "second lander": '"$ASSAY" land "$MISSION"',
    "two more landers": '"$ASSAY" land "$MISSION" & "$ASSAY" land "$MISSION"; wait',
    "queue beside it": '"$ASSAY" queue add "$MISSION" && "$ASSAY" queue run',
    "ship beside it": '"$ASSAY" ship "$MISSION"',
    "verification beside it": '"$ASSAY" verify "$MISSION" --fresh',
    "git gc": "git reflog expire --expire=now --all && git gc -q --prune=now",
    "git gc without mercy": "git gc -q --prune=now --aggressive",
    "git pack-refs": "git pack-refs --all --prune",
    "git repack": "git repack -qAd",
    "somebody moves the target": f"{SOMEBODY} .git",
    "somebody moves it twice": f"{SOMEBODY} .git; {SOMEBODY} .git",
    "a commit in the checkout": 'echo mine >mine.txt && git add mine.txt && git commit -qm "somebody: mine"',
    "a commit of everything": 'echo mine >mine.txt && git add -A && git commit -qam "somebody: all"',
    "an amended commit": 'git commit -q --amend -m "somebody: amended"',
    "the checkout gets dirty": "echo mine >>a.txt",
    "a file in the way": "echo mine >value",
    "an untracked file in the way": "echo mine >added",
    "something is staged": "echo mine >staged.txt && git add staged.txt",
    "a stash": "echo mine >>a.txt && git stash -q && git stash pop -q",
    "another branch is checked out": "git checkout -q -b side",
    "detached and back": "git checkout -q --detach && git checkout -q main",
    "a linked work tree": "git checkout -q --detach && git worktree add -q ../linked main",
    "git status in a loop": "for i in 1 2 3 4 5 6 7 8; do git status >/dev/null; done",
    "the work gets another commit": f"sed 's#refs/heads/main#refs/heads/'$WORK'#g' {LIAR} >../mover.py && "
                                    "python3 -c 'import sys; sys.path.insert(0, \"..\"); import mover; "
                                    "mover.somebody_commits(\".git\", \"sneaked\")'",
    "the work's branch goes": 'git branch -qD "$WORK"',
    "a task is added": '"$ASSAY" task add late --mission "$MISSION"',
    "the mission is paused": '"$ASSAY" pause "$MISSION" && "$ASSAY" resume "$MISSION"',
    "the mission is cancelled": '"$ASSAY" cancel "$MISSION" --reason no',
    "work trees are pruned": '"$ASSAY" worktree prune; git worktree prune',
    # To where it was, which is the landing once that is made: a person who takes it back is no race.
    "the target goes and comes back": 'now=$(git rev-parse main); '
                                      'git update-ref refs/heads/main "$(git commit-tree -m other "$BEFORE^{tree}")" && '
                                      'git update-ref refs/heads/main "$now"',
    "the index is locked": "touch .git/index.lock; sleep 0.2; rm -f .git/index.lock",
    "the target is locked": "touch .git/refs/heads/main.lock; sleep 0.2; rm -f .git/refs/heads/main.lock",
}
LIES = [("receive", mode) for mode in ("hang_before", "hang_after", "drop", "drop_before", "drop_after", "late", "forgets",
                                       "rejects_after", "moves_between", "moves_after", "half_an_answer", "garbage")] + \
       [("upload", mode) for mode in ("hang_before", "drop", "garbage", "stale")]
HANGS = ("hang_before", "hang_after")
# What a landing may say instead of landing, when a person or a remote was in its way.
HONEST_STRATEGIES = ("merge", "merge", "squash", "rebase")


class Race:
    """One repository that is ready to land, and what happens to it."""

    def __init__(self, machine, fixtures, kind, dice):
        self.machine, self.kind, self.dice = machine, kind, dice
        self.remote = kind[0] == "remote"
        self.place = fixtures.take("landable_remote" if self.remote else "landable", "race")
        self.work = self.place / "w"
        self.mission = missions(self.place)[0]
        self.before = machine.git(self.place, "rev-parse", "refs/heads/main")
        self.branch = machine.git(self.place, "for-each-ref", "--format=%(refname:short)", f"refs/heads/assay/{self.mission}")
        self.origin = self.place / "origin.git"
        self.environment = {"MISSION": self.mission, "WORK": self.branch, "BEFORE": self.before}
        if self.remote:
            machine.copy(self.origin, f"{self.origin}.stale")
            machine.git(self.place, "remote", "set-url", "origin", f"liar:{self.origin}")

    def lie(self, service, mode, times):
        (self.origin / "lie").write_text(json.dumps({"service": service, "mode": mode, "times": times}))

    def land(self, more=None, limit=60):
        return self.machine.ask(self.place, "land", self.mission, "--strategy", self.strategy, "--json",
                                more={**self.environment, **(more or {})}, limit=limit)

    # ---- how it goes -------------------------------------------------------------------------
    def run(self, steps):
        self.strategy = self.dice.choice(HONEST_STRATEGIES)
        kind, what = self.kind
        if kind == "local":
            done = self.beside(LOCAL[what], steps)
        else:
            service, mode = what
            self.lie(service, mode, self.dice.choice((1, 1, 2)))
            done = self.land(limit=80 if mode in HANGS else 60)
        if done.status is None:
            raise Wrong(f"the landing did not end: {done.said()}")
        if self.kind == ("remote", ("receive", "moves_between")) and done.status != 0:
            words = done.json() if done.status == 1 else {}
            raise Wrong(f"a lost race of pushes was not verified again: exit {done.status}: {words.get('refusal')}: "
                        f"{words.get('reason', done.said())}")
        self.was_beside()
        self.holds(done)
        self.settle()
        self.ends_well()

    def beside(self, script, steps):
        """Runs a script at a step of the landing or at a random moment beside it."""
        if steps and self.dice.random() < 0.5:
            step = self.dice.choice(steps)
            self.when = f"before {step}"
            once = f"[ -e ../once ] || {{ touch ../once; unset ASSAY_TEST_AT; {script}; }} >../beside 2>&1"
            return self.land({"ASSAY_TEST_AT": f"{step}={once}"})
        pause = self.dice.uniform(0, 0.12)
        self.when = f"after {pause:.3f} s"
        process = self.machine.start(["sh", "-c", f"sleep {pause:.4f}; {script}"], self.place, more=self.environment,
                                     out=self.place / "beside")
        done = self.land()
        try:
            process.wait(LIMIT_SECONDS)
        except Exception as error:
            os.killpg(process.pid, 9)
            raise Wrong("what ran beside the landing did not end") from error
        return done

    # ---- what must hold ----------------------------------------------------------------------
    def was_beside(self):
        """What ran beside the landing may meet a lock, but it was a program that could run."""
        said = (self.place / "beside").read_text(errors="replace") if (self.place / "beside").exists() else ""
        for word in ("SyntaxError", "ModuleNotFoundError", ": not found", "Can't open", "can't open"):
            if word in said:
                raise Wrong(f"what was to run beside the landing could not: {said[-300:]}")

    def commits_are_known(self, git_folder):
        """Every commit that came to the target is somebody's own or has a verified tree, and one lands the mission."""
        log = self.machine.git(self.place, "--git-dir", str(git_folder), "log", "--first-parent", "--format=%H%x09%T%x09%s%x09"
                               "%(trailers:key=Assay-Mission,valueonly,separator=)", f"{self.before}..refs/heads/main")
        trees = checks.verified_trees(self.place)
        # A rebase brings the commits of the work one by one: only the last of them has the verified tree.
        landings = 0
        for line in log.splitlines():
            commit, tree, subject, mission = (line.split("\t") + [""])[:4]
            if subject.startswith("somebody:"):
                continue
            if mission:
                landings += 1
            if tree not in trees:
                raise Wrong(f"{commit} came to main with the tree {tree}, which nobody verified")
        if landings > 1:
            raise Wrong(f"main has {landings} landings of one mission")
        return landings

    def holds(self, done):
        machine, place = self.machine, self.place
        if left := left_running():
            raise Wrong(f"still running: {', '.join(left)}")
        checks.store_opens(machine, place)
        landings = self.commits_are_known(place / "w/.git")
        if self.remote:
            self.commits_are_known(self.origin)
        if checks.landed_count(place, self.mission) > 1:
            raise Wrong("recorded as landed twice")
        if done.status == 0 and done.json().get("outcome") == "landed" and not landings and self.kind[1] != "an amended commit":
            raise Wrong(f"said to have landed, and is not in main: {done.out[:200]}")
        if done.status == 1:
            refused = done.json()
            # What landed and was taken out again by somebody has its reason among the notes.
            reason = refused.get("reason") or " ".join(refused.get("notes", []))
            if len(reason) < 10 or len(refused.get("next", "")) < 5:
                raise Wrong(f"refused without a reason and a next step: {done.out[:300]}")
        if done.status not in (0, 1, 2):
            raise Wrong(f"exit {done.status}: {done.said()}")

    def settle(self):
        """The people go: the remote is honest, the checkout clean, on main."""
        self.lost_nothing()
        if self.remote:
            (self.origin / "lie").unlink(missing_ok=True)
        self.machine.shell(self.place, "rm -f .git/index.lock added; git worktree prune; "
                                       "if [ -d ../linked ]; then git worktree remove --force ../linked; fi; "
                                       "git reset -q --hard; git checkout -q main; git clean -qfd")
        if rows(self.place, "SELECT 1 FROM tasks WHERE lower(state) IN ('pending', 'running', 'blocked') "
                            "AND checker_for_key IS NULL"):
            for task, in rows(self.place, "SELECT id FROM tasks WHERE lower(state) IN ('pending', 'running', 'blocked')"):
                self.machine.ask(self.place, "task", "cancel", task, "--reason", "the race is over")
            self.machine.ask(self.place, "resume", self.mission)

    def lost_nothing(self):
        """What a person had in the checkout is still there."""
        what = self.kind[1]
        content = {"the checkout gets dirty": "a.txt", "a file in the way": "value", "an untracked file in the way": "added",
                   "something is staged": "staged.txt"}.get(what)
        if content and "mine" not in (self.work / content).read_text():
            raise Wrong(f"what a person wrote to {content} is gone")

    def ends_well(self):
        """In the end it has landed once and is attested; or it is refused by name."""
        for _ in range(3):
            done = self.land()
            if done.status in (0, 1):
                break
            self.machine.ask(self.place, "verify", self.mission)
        self.holds(done)
        if done.status == 2:
            raise Wrong(f"the next landing fails too: {done.said()}")
        if done.status == 1:
            taken_out = done.json().get("outcome") == "already_landed"
            self.refusal = "taken out again" if taken_out else done.json().get("refusal", "")
            if self.refusal in ("checkout_in_the_way", "busy"):
                raise Wrong(f"refused with nobody in the way: {done.json().get('reason')}")
            return
        if checks.landed_count(self.place, self.mission) != 1:
            raise Wrong(f"landed {checks.landed_count(self.place, self.mission)} times")
        commit = rows(self.place, "SELECT landed_commit FROM missions WHERE id = ?", (self.mission,))[0][0]
        checks.landing_is_signed(self.machine, self.place, commit)
        value = self.machine.git(self.place, "show", "refs/heads/main:value")
        if value != "2":
            raise Wrong(f"it landed, and main's value is {value!r}: somebody's commit took the work back")
        checks.git_is_whole(self.machine, self.place)


def kinds(dice):
    """Every kind of race in a random order."""
    both = [("local", name) for name in LOCAL] + [("remote", lie) for lie in LIES]
    dice.shuffle(both)
    return both


def worker(context, number):
    become_reaper()
    dice = random.Random(f"{context.seed}-races-{number}")
    machine = Machine(context.assay, context.folder / f"races-{number}")
    fixtures = Fixtures(machine)
    for name, value in (("core.sshCommand", f"python3 {LIAR}"), ("ssh.variant", "simple")):
        machine.git(machine.home, "config", "--file", ".gitconfig", name, value, folder=machine.home)
    steps = machine.knows("ASSAY_TEST_AT")
    figures = context.figures
    patient = machine.knows("remote_timeout")
    todo = []
    hung = 0
    while not context.is_over(figures, "races"):
        if not todo:
            todo = kinds(dice)
            # Two workers begin at different ends.
            todo = todo if number == 0 else todo[::-1]
        kind = todo.pop()
        # Without a time limit of the program's own, each of these takes as long as the campaign's patience.
        if kind[0] == "remote" and kind[1][1] in HANGS and not patient:
            if hung >= 2 or context.until - time.monotonic() < 100:
                continue
            hung += 1
        race = Race(machine, fixtures, kind, dice)
        name = kind[1] if kind[0] == "local" else f"a remote: {' '.join(kind[1])}"
        race.when, race.refusal = "", ""
        try:
            race.run((REMOTE_STEPS if race.remote else STEPS) if steps else ())
            figures.add("refused in the end" if race.refusal else "landed in the end")
            if race.refusal:
                figures.add(f"refused: {race.refusal}")
            context.done_with(race.place)
        except Wrong as wrong:
            left_running(1)
            context.failed("races", f"{name} {race.when}, {getattr(race, 'strategy', '')}: {wrong}", race.place)
        figures.add("races")
        figures.add("races with a lying remote" if race.remote else "races on this machine")
