"""Soak: a server with workers and scripted agents does missions from end to end for as long as there is time.

Every mission is opened over HTTP, worked on, verified, landed and closed, beside listeners on event streams and clients
that ask for pages. Memory, disk, open files, work trees and the time of two commands are written down at
every sample. What belongs to history may grow with the number of missions; memory, work trees, scratch and open files may
not: growth beyond the limits below fails. Times are shown as ratios and decide nothing.
"""
import http.client
import json
import os
import random
import shutil
import signal
import threading
import time

import checks
from fixtures import Fixtures, PLAN
from machine import LIMIT_SECONDS, Machine, Wrong, become_reaper, descendants, left_running

# Growth from the first quarter of the samples to the last that still counts as flat. Memory is what the server alone has
# (anonymous pages): its share of the program's file changes with every other process of the same program.
MEMORY_MB = 8
FILES_MORE = 32
TREES_MORE = 24
SCRATCH_MB = 64


class Server:
    """`assay serve` with workers, and its API."""

    def __init__(self, machine, place, workers=2):
        self.machine, self.place = machine, place
        self.token = machine.must(place, "token", "new", "--name", "soak", "--role", "operator", "--json").json()["token"]
        self.process = machine.start([machine.assay, "serve", "--port", "0", "--workers", str(workers)], place, out=place / "serve.out")
        end = time.monotonic() + 30
        while True:
            text = (place / "serve.out").read_text()
            if "Assay is at http://" in text:
                break
            if time.monotonic() > end or self.process.poll() is not None:
                raise Wrong(f"the server did not start: {text} {(place / 'err').read_text()[-300:]}")
            time.sleep(0.02)
        self.port = int(text.split("Assay is at http://")[1].split()[0].rstrip("/").rsplit(":", 1)[1])

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT_SECONDS)
        try:
            headers = {"Authorization": f"Bearer {self.token}"}
            if body is not None:
                headers["Content-Type"] = "application/json"
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            data = answer.read()
            return answer.status, data
        finally:
            connection.close()

    def document(self, method, path, body=None):
        try:
            status, data = self.ask(method, path, body)
        except OSError as error:
            raise Wrong(f"{method} {path}: {error}") from error
        if status >= 300:
            raise Wrong(f"{method} {path}: {status}: {data[:300]!r}")
        return json.loads(data)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(LIMIT_SECONDS)
        except Exception:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            return None


def bytes_below(*folders):
    total = 0
    for folder in folders:
        for at, _, names in os.walk(folder):
            for name in names:
                try:
                    total += os.lstat(os.path.join(at, name)).st_blocks * 512
                except OSError:
                    pass
    return total


def memory_of(pids):
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
                for line in file:
                    if line.startswith("Pss:"):
                        total += int(line.split()[1])
        except OSError:
            pass
    return total // 1024


def own_memory_mb(pid):
    """What a process has to itself: heap and stacks, without files that are mapped."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        for line in file:
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) / 1024
    raise Wrong(f"the memory of process {pid} cannot be read")


def open_files(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


def seconds_of(machine, place, *arguments):
    began = time.monotonic()
    machine.must(place, *arguments)
    return time.monotonic() - began


def work_tree_folders(place):
    return [place / "w/.assay/worktrees", place / "w/.git/worktrees", place / "state"]


def sample(machine, place, server, missions):
    """One line of the record."""
    listed = machine.must(place, "worktree", "list", "--json").json()["worktrees"]
    workers = [pid for pid in descendants(server.process.pid)]
    return {
        "missions": missions,
        "server's own MB": own_memory_mb(server.process.pid),
        "server MB": memory_of([server.process.pid]),
        "all processes MB": memory_of([server.process.pid, *workers]),
        "open files": open_files(server.process.pid),
        "work trees": len(listed),
        "work trees MB": bytes_below(*work_tree_folders(place)) / 2**20,
        "scratch MB": bytes_below(machine.tmp) / 2**20,
        "scratch entries": len(os.listdir(machine.tmp)),
        "history MB": bytes_below(place / "w/.assay") / 2**20 - bytes_below(place / "w/.assay/worktrees") / 2**20,
        "git MB": bytes_below(place / "w/.git") / 2**20,
        "status ms": seconds_of(machine, place, "status") * 1000,
        "worktree list ms": seconds_of(machine, place, "worktree", "list") * 1000,
    }


class Browsers:
    """Event streams that stay, and pages that are asked for, until they are told to end."""

    def __init__(self, server, count):
        self.server, self.over = server, threading.Event()
        self.requests, self.errors, self.events = 0, [], 0
        self.lock = threading.Lock()
        targets = [self.listen] * count + [self.look] * 2
        self.threads = [threading.Thread(target=target, daemon=True) for target in targets]
        for thread in self.threads:
            thread.start()

    def listen(self):
        while not self.over.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=5)
            try:
                connection.request("GET", "/api/events", headers={"Authorization": f"Bearer {self.server.token}",
                                                                   "Accept": "text/event-stream"})
                answer = connection.getresponse()
                while not self.over.is_set():
                    line = answer.readline()
                    if not line:
                        break
                    with self.lock:
                        self.events += line.startswith(b"data:")
            except OSError:
                pass
            finally:
                connection.close()

    def look(self):
        paths = ["/api/status", "/api/board", "/api/missions", "/api/worktrees", "/", "/api/queue", "/api/notices", "/api/stories"]
        turn = 0
        while not self.over.is_set():
            turn += 1
            try:
                status, data = self.server.ask("GET", paths[turn % len(paths)])
                with self.lock:
                    self.requests += 1
                    if status >= 500:
                        self.errors.append(f"{paths[turn % len(paths)]}: {status}: {data[:100]!r}")
            except OSError:
                pass
            self.over.wait(0.05)

    def end(self):
        self.over.set()
        for thread in self.threads:
            thread.join(15)


def one_mission(server, machine, place, number):
    """From the wish to the closed story."""
    made = server.document("POST", "/api/missions", {"prompt": f"Change the value, number {number}", "mode": "guided_autopilot",
                                                     "plan": PLAN})
    mission = made["mission"]["id"]
    end = time.monotonic() + LIMIT_SECONDS
    while True:
        status = server.document("GET", f"/api/missions/{mission}")["mission"]["status"]
        if status == "ready_to_land":
            break
        if status in ("blocked", "failed", "needs_attention") or time.monotonic() > end:
            raise Wrong(f"{mission} is {status}: {machine.ask(place, 'mission', 'show', mission).out[-600:]}")
        time.sleep(0.03)
    landed = server.document("POST", f"/api/missions/{mission}/land", {})
    if landed.get("outcome") != "landed":
        raise Wrong(f"{mission} did not land: {landed}")
    story = server.document("GET", f"/api/stories/{mission}")["story"]
    if story["state"] not in ("COMPLETED", "CLOSED", "completed") and story.get("missionStatus") != "completed":
        status, data = server.ask("POST", f"/api/stories/{mission}/close", {"reason": "the soak is content"})
        if status >= 300:
            raise Wrong(f"close: {status}: {data[:200]!r}")
    return mission


def mean(samples, name):
    return sum(each[name] for each in samples) / len(samples)


def end(context, machine, place, server, browsers, samples):
    """Stops everything, looks at what is left, and judges the samples."""
    figures = context.figures
    browsers.end()
    figures.add("API requests of browsers", browsers.requests)
    figures.add("events heard", browsers.events)
    figures.add("samples", len(samples))
    for error in browsers.errors[:5]:
        context.failed(context.part, f"a server error: {error}", place)
    if server.stop() != 0:
        context.failed(context.part, "the server did not end well", place)
    if left := left_running():
        context.failed(context.part, f"still running: {', '.join(left)}", place)
    try:
        checks.store_opens(machine, place)
        checks.git_is_whole(machine, place)
    except Wrong as wrong:
        context.failed(context.part, str(wrong), place)
    if len(samples) >= 4:
        judge_growth(context, samples)
    (context.folder / "samples.json").write_text(json.dumps(samples, indent=1))
    figures.note("samples kept", samples)


def judge_growth(context, samples):
    """The first quarter of the samples beside the last."""
    figures = context.figures
    quarter = max(1, len(samples) // 4)
    first, last = samples[:quarter], samples[-quarter:]
    missions = max(1, samples[-1]["missions"] - samples[0]["missions"])
    for name in samples[0]:
        if name == "missions":
            continue
        a, b = mean(first, name), mean(last, name)
        figures.note(f"{name}: first quarter", round(a, 1))
        figures.note(f"{name}: last quarter", round(b, 1))
        figures.note(f"{name}: growth per 100 missions", round((samples[-1][name] - samples[0][name]) * 100 / missions, 2))
        if name.endswith(" ms"):
            figures.note(f"{name}: last to first", round(b / a if a else 1, 2))
    limits = (("server's own MB", lambda a, b: b > a + MEMORY_MB),
              ("open files", lambda a, b: b > a + FILES_MORE), ("work trees", lambda a, b: b > a + TREES_MORE),
              ("work trees MB", lambda a, b: b > a + SCRATCH_MB), ("scratch MB", lambda a, b: b > a + SCRATCH_MB),
              ("scratch entries", lambda a, b: b > a + TREES_MORE))
    for name, grew in limits:
        a, b = mean(first, name), mean(last, name)
        if grew(a, b):
            context.failed(context.part, f"{name} grew from {a:.1f} to {b:.1f} over {missions} missions", None)


def worker(context, number):
    become_reaper()
    dice = random.Random(f"{context.seed}-soak")
    machine = Machine(context.assay, context.folder / "soak")
    fixtures = Fixtures(machine)
    place = fixtures.take("agents", "soak")
    # Every mission may change the same value: the agent of this part adds a line of its own.
    shutil.copy(__file__.replace("soak.py", "soak_agent"), place / "soak_agent")
    os.chmod(place / "soak_agent", 0o755)
    operator = place / "w/.git/assay/operator.toml"
    text = operator.read_text()
    operator.write_text(text.replace(text.split('program = ["')[1].split('"')[0], str(place / "soak_agent"), 1)
                        .replace('readable = ["', f'readable = ["{place}/soak_agent", "', 1))
    server = Server(machine, place)
    browsers = Browsers(server, dice.randint(4, 8))
    samples = []
    between = min(60, max(3, context.seconds / 20))
    due = time.monotonic()
    figures = context.figures
    try:
        while not context.is_over(figures, "missions") or figures.counts.get("missions", 0) < 2:
            if time.monotonic() >= due and figures.counts.get("missions", 0) >= 2:
                samples.append(sample(machine, place, server, figures.counts.get("missions", 0)))
                due = time.monotonic() + between
            one_mission(server, machine, place, figures.counts.get("missions", 0))
            figures.add("missions")
        samples.append(sample(machine, place, server, figures.counts["missions"]))
    except Wrong as wrong:
        context.failed("soak", str(wrong), place)
    end(context, machine, place, server, browsers, samples)
