"""Growth: what a server holds as the number of its missions grows, which is made to grow fast.

Missions of the soak take seconds each, because agents work and tests run. Here no agent is started: missions are opened, given
tasks and comments, moved by hand, read and given up, all over HTTP, beside the listeners and pages of the soak. One
in ten gets a work tree, which is made and taken away. Thousands are done in minutes. The samples, the limits and the
judgement are those of the soak.
"""
import random
import time

import soak
from fixtures import Fixtures
from machine import Machine, Wrong, become_reaper

SAMPLES = 40


def one_mission(server, number):
    """From the wish to its end, with what a person would look at on the way."""
    mission = server.document("POST", "/api/missions", {"prompt": f"Change the value, number {number}"})["mission"]["id"]
    tasks = [server.document("POST", "/api/tasks", {"mission": mission, "name": f"step {step} of {number}"})["id"]
             for step in range(2)]
    server.document("POST", f"/api/tasks/{tasks[0]}/start", {})
    if number % 10 == 0:
        server.document("POST", f"/api/tasks/{tasks[0]}/worktree", {})
    server.document("POST", f"/api/tasks/{tasks[0]}/complete", {})
    server.document("POST", "/api/comments", {"mission": mission, "text": f"Seen, number {number}."})
    for path in (f"/api/missions/{mission}", f"/api/tasks/{tasks[1]}", f"/api/missions/{mission}/checkpoints"):
        server.document("GET", path)
    server.document("POST", f"/api/missions/{mission}/cancel", {"reason": "it was made to be counted"})
    if number % 10 == 0:
        server.document("POST", "/api/worktrees/prune", {})


def worker(context, number):
    become_reaper()
    machine = Machine(context.assay, context.folder / "growth")
    place = Fixtures(machine).take("begun", "growth")
    server = soak.Server(machine, place, workers=0)
    browsers = soak.Browsers(server, random.Random(f"{context.seed}-growth").randint(4, 8))
    samples = []
    between = context.seconds / SAMPLES
    due = time.monotonic()
    figures = context.figures
    try:
        while not context.is_over(figures, "missions"):
            done = figures.counts.get("missions", 0)
            if time.monotonic() >= due and done > 0:
                samples.append(soak.sample(machine, place, server, done))
                due = time.monotonic() + between
            one_mission(server, done)
            figures.add("missions")
        samples.append(soak.sample(machine, place, server, figures.counts["missions"]))
    except Wrong as wrong:
        context.failed(context.part, str(wrong), place)
    soak.end(context, machine, place, server, browsers, samples)
