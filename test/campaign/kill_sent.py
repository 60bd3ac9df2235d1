"""What goes out and comes in over HTTP, killed: what is due is sent in the end, what is asked twice is done once."""
import http.client
import http.server
import json
import random
import threading

from fixtures import missions
from kill_scenarios import Scenario, Serve
from machine import Wrong, rows


class Collector:
    """A server on this machine that takes everything, and counts it."""

    def __init__(self):
        self.paths = []
        paths = self.paths

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                paths.append(self.path)
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()


class Sent(Scenario):
    """Notices and traces: what is due is sent in the end, whoever was killed on the way."""
    name, fixture, kills = "notify and telemetry", "landable", (4, 8)

    def prepare(self, life):
        life.notes["collector"] = collector = Collector()
        operator = life.work / ".git/assay/operator.toml"
        operator.parent.mkdir(parents=True, exist_ok=True)
        address = f"http://127.0.0.1:{collector.port}"
        operator.write_text(f'[otel]\nendpoint = "{address}/otel"\n[[notify]]\nname = "all"\nurl = "{address}/notify"\n')
        life.notes["asked"] = 0
        life.must("telemetry", "send")  # what ends from now on is told
        life.must("land")

    def next_command(self, life):
        life.notes["asked"] += 1
        # Something to tell of.
        life.ask("mission", "new", f"Wish {life.notes['asked']}: `true` passes")
        life.ask("cancel", missions(life.place)[-1], "--reason", "not needed")
        if life.dice.random() < 0.5:
            return "telemetry send", ["telemetry", "send"], {}
        return "notify deliver", ["notify", "deliver"], {}

    def finish(self, life):
        collector = life.notes["collector"]
        try:
            life.must("notify", "deliver")
            life.must("telemetry", "send")
            waiting = rows(life.place, "SELECT count(*) FROM deliveries WHERE lower(state) = 'waiting'") if rows(
                life.place, "SELECT 1 FROM sqlite_schema WHERE name = 'deliveries'") else [(0,)]
            if waiting[0][0]:
                raise Wrong(f"{waiting[0][0]} deliveries still wait")
            for what in ("/otel", "/notify"):
                if not any(path.startswith(what) for path in collector.paths):
                    raise Wrong(f"nothing was sent to {what}, only to {set(collector.paths)}")
        finally:
            collector.end()


class Repeated(Serve):
    """Requests with an Idempotency-Key that are sent until they are answered: each is done once."""
    name, fixture, kills = "serve, the same request again", "begun", (3, 6)

    def prepare(self, life):
        super().prepare(life)
        life.notes["keys"] = {}

    def send(self, life, key, seconds=5):
        """The id of the task that was made; None when there was no answer."""
        connection = http.client.HTTPConnection("127.0.0.1", life.notes["port"], timeout=seconds)
        try:
            connection.request("POST", "/api/tasks", json.dumps({"name": key, "acceptance_criteria": "`make` exits 0"}),
                               {"Authorization": f"Bearer {life.notes['token']}", "Content-Type": "application/json",
                                "Idempotency-Key": key})
            answer = connection.getresponse()
            body = answer.read()
            return json.loads(body)["id"] if answer.status == 201 else None
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            connection.close()

    def wait(self, life, seconds):
        dice = random.Random(life.dice.random())
        for _ in range(200):  # until it listens
            if self.send(life, "warm") is not None:
                break
            threading.Event().wait(0.02)
        keys = life.notes["keys"]

        def client(number):
            for turn in range(40):
                unanswered = [key for key, task in keys.items() if task is None and key.startswith(f"{number}-")]
                key = unanswered[0] if unanswered else f"{number}-{len(keys)}-{turn}"
                keys.setdefault(key, None)
                task = self.send(life, key)
                if task is None:
                    return
                keys[key] = task

        threads = [threading.Thread(target=client, args=(number,), daemon=True) for number in range(3)]
        for thread in threads:
            thread.start()
        threading.Event().wait(dice.uniform(0, 0.4))
        life.notes["threads"] = threads

    def look(self, life):
        for thread in life.notes.pop("threads", []):
            thread.join(10)
        made = rows(life.place, "SELECT name, count(*) FROM tasks GROUP BY name HAVING count(*) > 1")
        if made:
            raise Wrong(f"the request {made[0][0]} made {made[0][1]} tasks")
        known = dict(rows(life.place, "SELECT name, id FROM tasks"))
        for key, task in life.notes["keys"].items():
            if task is not None and known.get(key) != task:
                raise Wrong(f"{key} was answered with {task}, the store has {known.get(key)}")

    def finish(self, life):
        process = life.machine.start([life.machine.assay, *self.next_command(life)[1]], life.place)
        try:
            for _ in range(400):
                if self.send(life, "warm") is not None:
                    break
                threading.Event().wait(0.02)
            for key, task in life.notes["keys"].items():
                again = self.send(life, key, 30)
                if again is None or (task is not None and again != task):
                    raise Wrong(f"{key} was answered with {task} and then with {again}")
        finally:
            process.kill()
            process.wait()
        self.look(life)


ALL = (Sent, Repeated)
