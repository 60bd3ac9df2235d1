#!/usr/bin/env python3
"""otlp.py FOLDER: a collector on loopback that takes OTLP/HTTP in JSON and refuses whatever the protocol does not allow.

It prints its port and ends with its standard input. What it takes is kept as FOLDER/spans, FOLDER/events and
FOLDER/metrics (JSON lines), headers as FOLDER/headers. FOLDER/answer may hold a status that it gives instead. A span
that comes twice, an unknown member or a value of a wrong form is answered with 400 and written to FOLDER/refused.
FOLDER/reject-spans, -events or -metrics is a number of items, the first of each document, that it rejects with status
200 (`partialSuccess`), and words for the message; 0 is a warning. What it rejects is kept in FOLDER/spans-rejected and so on.
"""
import json
import os
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

folder = sys.argv[1]
lock = threading.Lock()
seen = set()


class Wrong(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Wrong(what)


def members(value, required, optional=()):
    check(isinstance(value, dict), f"no object: {value!r:.80}")
    missing = set(required) - set(value)
    unknown = set(value) - set(required) - set(optional)
    check(not missing, f"lacks {sorted(missing)}: {value!r:.80}")
    check(not unknown, f"unknown {sorted(unknown)}: {value!r:.80}")


def text(value):
    check(isinstance(value, str), f"no text: {value!r}")
    return value


def hexadecimal(value, digits):
    check(re.fullmatch(r"[0-9a-f]{%d}" % digits, text(value)) and int(value, 16) != 0, f"not {digits} digits: {value!r}")


def nanoseconds(value):
    check(re.fullmatch(r"[0-9]{19}", text(value)), f"no time in nanoseconds: {value!r}")
    return int(value)


def attributes(value):
    check(isinstance(value, list), "attributes are a list")
    keys = [each.get("key") for each in value]
    check(len(keys) == len(set(keys)), f"a key twice: {keys}")
    for each in value:
        members(each, ["key", "value"])
        text(each["key"])
        check(len(each["value"]) == 1, f"one kind of value: {each}")
        kind, content = next(iter(each["value"].items()))
        forms = {"stringValue": str, "intValue": str, "doubleValue": (int, float), "boolValue": bool}
        check(kind in forms and isinstance(content, forms[kind]), f"no value: {each}")
        if kind == "intValue":
            check(re.fullmatch(r"-?[0-9]+", content), f"64-bit numbers are texts: {each}")
    return {each["key"]: next(iter(each["value"].values())) for each in value}


def span(value):
    members(value, ["traceId", "spanId", "name", "kind", "startTimeUnixNano", "endTimeUnixNano"],
            ["parentSpanId", "attributes", "events", "status"])
    hexadecimal(value["traceId"], 32)
    hexadecimal(value["spanId"], 16)
    if "parentSpanId" in value:
        hexadecimal(value["parentSpanId"], 16)
    check(text(value["name"]) != "" and value["kind"] in (1, 2, 3, 4, 5), "name and kind")
    check(nanoseconds(value["startTimeUnixNano"]) <= nanoseconds(value["endTimeUnixNano"]), "ends before it begins")
    status = value.get("status", {})
    members(status, [], ["code", "message"])
    check(status.get("code", 0) in (0, 1, 2), "status")
    check("message" not in status or status["code"] == 2, "only an error has a message")
    check(value["spanId"] not in seen, f"a second time: {value['name']}")
    seen.add(value["spanId"])
    return {**value, "attributes": attributes(value.get("attributes", []))}


def event(value):
    members(value, ["timeUnixNano", "observedTimeUnixNano", "severityNumber", "eventName", "traceId", "spanId", "attributes"])
    nanoseconds(value["timeUnixNano"])
    hexadecimal(value["traceId"], 32)
    hexadecimal(value["spanId"], 16)
    check(1 <= value["severityNumber"] <= 24, "severity")
    return {**value, "attributes": attributes(value["attributes"])}


def metric(value):
    members(value, ["name"], ["description", "unit", "sum", "gauge", "histogram"])
    kinds = [each for each in ("sum", "gauge", "histogram") if each in value]
    check(len(kinds) == 1, f"one kind: {kinds}")
    data = value[kinds[0]]
    members(data, ["dataPoints"], {"sum": ["aggregationTemporality", "isMonotonic"], "gauge": [], "histogram": ["aggregationTemporality"]}[kinds[0]])
    for point in data["dataPoints"]:
        nanoseconds(point["timeUnixNano"])
        if kinds[0] == "histogram":
            check(len(point["bucketCounts"]) == len(point["explicitBounds"]) + 1, "one bucket more than bounds")
            check(sum(int(each) for each in point["bucketCounts"]) == int(point["count"]), "buckets are all of it")
        else:
            check(isinstance(point["asDouble"], (int, float)), "a number")
    return value


k_forms = {
    "/v1/traces": ("resourceSpans", "scopeSpans", "spans", span),
    "/v1/logs": ("resourceLogs", "scopeLogs", "logRecords", event),
    "/v1/metrics": ("resourceMetrics", "scopeMetrics", "metrics", metric),
}


def items_of(path, document):
    of_resources, of_scopes, of_items, form = k_forms[path]
    out = []
    members(document, [of_resources])
    for resource in document[of_resources]:
        members(resource, ["resource", of_scopes])
        check("service.name" in attributes(resource["resource"]["attributes"]), "a resource has a name")
        for scope in resource[of_scopes]:
            members(scope, ["scope", of_items])
            out += [form(each) for each in scope[of_items]]
    return out


def partly(kind, count, message):
    """As the protocol writes it: a 64-bit number is a text, and what is empty is left out."""
    member = {"spans": "rejectedSpans", "events": "rejectedLogRecords", "metrics": "rejectedDataPoints"}[kind]
    return {**({member: str(count)} if count else {}), **({"errorMessage": message} if message else {})}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def keep(self, name, lines):
        with open(os.path.join(folder, name), "a", encoding="utf-8") as file:
            file.writelines(json.dumps(each) + "\n" for each in lines)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with lock:
            self.keep("headers", [{key.lower(): value for key, value in self.headers.items()}])
            try:
                with open(os.path.join(folder, "answer"), encoding="utf-8") as file:
                    return self.answer(int(file.read()), {"message": "as it was told"})
            except FileNotFoundError:
                pass
            try:
                check(self.headers.get("Content-Type") == "application/json", "the type of the content")
                check(self.path in k_forms, f"no path {self.path}")
                items = items_of(self.path, json.loads(body))
            except (Wrong, KeyError, TypeError, ValueError) as error:
                self.keep("refused", [f"{type(error).__name__}: {error}"])
                return self.answer(400, {"message": str(error)})
            kind = {"/v1/traces": "spans", "/v1/logs": "events", "/v1/metrics": "metrics"}[self.path]
            count, message = self.rejection(kind)
            if count:
                self.keep(kind + "-rejected", items[:count])
            self.keep(kind, items[count:])
            return self.answer(200, {"partialSuccess": partly(kind, min(count, len(items)), message)})

    def rejection(self, kind):
        try:
            with open(os.path.join(folder, "reject-" + kind), encoding="utf-8") as file:
                count, _, message = file.read().strip().partition(" ")
                return int(count), message
        except FileNotFoundError:
            return 0, ""


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
server.handle_error = lambda *_: None
print(server.server_port, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
