#!/usr/bin/env python3
"""forge.py FOLDER: the parts of the APIs of GitHub (/repos, /user, /graphql) and GitLab (/api/v4) that are called, on
loopback, in the shapes that their public documentation shows. What the documentation does not allow is refused and
written to FOLDER/refused.

It prints its port and ends with its standard input. The state is files that a test writes and reads:
  FOLDER/token              what a caller must have; git over http wants it too (/anna/shop.git is FOLDER/git)
  FOLDER/pulls/N.json       title body state merged head head_ref head_repo base_ref base_sha; N.then.json takes its place
                            once it was read
  FOLDER/issues/N.json      title body
  FOLDER/comments.json      a list of id on login body
  FOLDER/statuses.json      a list of sha state description context, the oldest first
  FOLDER/user               the login; without the file the token is that of an app, whose name is in FOLDER/app
  FOLDER/read_only          no writing
  FOLDER/forced             lines METHOD PATH STATUS WORDS... : the next call that begins so gets that answer; the word
                            `taken`: after it was done; name=value: a header; `hang`: no answer
  FOLDER/requests           what came, as JSON lines
"""
import base64
import json
import os
import re
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

folder = os.path.realpath(sys.argv[1])
lock = threading.Lock()


def path_of(name):
    return os.path.join(folder, name)


def text_of(name, otherwise=""):
    try:
        with open(path_of(name), encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return otherwise


def read(name, otherwise):
    text = text_of(name)
    return json.loads(text) if text else otherwise


def write(name, value):
    with open(path_of(name), "w", encoding="utf-8") as file:
        json.dump(value, file)


class Answer(Exception):
    def __init__(self, status, document, headers=()):
        super().__init__(status)
        self.status, self.document, self.headers = status, document, headers


def refuse(what):
    with open(path_of("refused"), "a", encoding="utf-8") as file:
        file.write(what + "\n")
    raise Answer(422, {"message": f"Validation Failed: {what}"})


def check(holds, what):
    if not holds:
        refuse(what)


def members(value, required, optional=()):
    check(isinstance(value, dict), f"no object: {value!r:.80}")
    check(not set(required) - set(value), f"lacks {sorted(set(required) - set(value))}")
    check(not set(value) - set(required) - set(optional), f"unknown {sorted(set(value) - set(required) - set(optional))}")


def change(number):
    name = f"pulls/{number}.json"
    found = read(name, None)
    if found is None:
        raise Answer(404, {"message": "Not Found", "status": "404"})
    return found


def change_read(number):
    found = change(number)
    then = path_of(f"pulls/{number}.then.json")
    if os.path.exists(then):
        os.replace(then, path_of(f"pulls/{number}.json"))
    return found


def numbers():
    return sorted(int(name[:-5]) for name in os.listdir(path_of("pulls")) if re.fullmatch(r"[0-9]+\.json", name))


def user(login):
    kind = "Bot" if login.endswith("[bot]") else "User"
    return {"login": login, "id": 1, "type": kind, "site_admin": False, "html_url": f"https://github.com/{login}"}


def repository(name):
    owner = name.split("/")[0]
    return {"id": 1, "full_name": name, "name": name.split("/")[1], "private": False, "fork": name != "anna/shop",
            "owner": user(owner), "default_branch": "main"}


def pull(number, found):
    return {
        "url": f"https://api.github.com/repos/anna/shop/pulls/{number}", "id": 1000 + number, "number": number,
        "state": found.get("state", "open"), "locked": False, "title": found["title"], "user": user("ben"),
        "body": found.get("body"), "html_url": f"https://github.com/anna/shop/pull/{number}", "draft": False,
        "merged": found.get("merged", False), "merged_at": "2026-01-01T00:00:00Z" if found.get("merged") else None,
        "commits": 1, "changed_files": 2, "mergeable_state": "unknown",
        "head": {"label": f"ben:{found['head_ref']}", "ref": found["head_ref"], "sha": found["head"],
                 "user": user("ben"), "repo": repository(found["head_repo"]) if found["head_repo"] else None},
        "base": {"label": f"anna:{found['base_ref']}", "ref": found["base_ref"], "sha": found["base_sha"],
                 "user": user("anna"), "repo": repository("anna/shop")},
    }


def merge_request(number, found):
    state = "merged" if found.get("merged") else {"open": "opened"}.get(found.get("state", "open"), "closed")
    return {
        "id": 1000 + number, "iid": number, "project_id": 5, "title": found["title"], "description": found.get("body"),
        "state": state, "source_branch": found["head_ref"], "target_branch": found["base_ref"], "sha": found["head"],
        "source_project_id": 5 if found["head_repo"] == "anna/shop" else 6 if found["head_repo"] else None,
        "target_project_id": 5, "author": {"id": 2, "username": "ben", "state": "active"}, "draft": False,
        "diff_refs": {"base_sha": found["base_sha"], "head_sha": found["head"], "start_sha": found["base_sha"]},
        "web_url": f"https://gitlab.com/anna/shop/-/merge_requests/{number}",
    }


def page(entries, query):
    size, number = int(query.get("per_page", 30)), int(query.get("page", 1))
    check(1 <= size <= 100 and number >= 1, "a page holds at most 100")
    return entries[(number - 1) * size:number * size]


def writes():
    if os.path.exists(path_of("read_only")):
        raise Answer(403, {"message": "Resource not accessible by integration", "status": "403"})


def comments_on(number):
    change(number)
    return [each for each in read("comments.json", []) if each["on"] == number]


def add_comment(number, body, login):
    check(isinstance(body, str) and body != "", "a comment has a body")
    check(len(body) <= 65536, "body is too long (maximum is 65536 characters)")
    everything = read("comments.json", [])
    made = {"id": max([each["id"] for each in everything] + [100]) + 1, "on": number, "login": login, "body": body}
    write("comments.json", everything + [made])
    return made


def edit_comment(identity, body):
    everything = read("comments.json", [])
    for each in everything:
        if each["id"] == identity:
            each["body"] = body
            write("comments.json", everything)
            return each
    raise Answer(404, {"message": "Not Found"})


def add_status(sha, state, description, context):
    check(re.fullmatch(r"[0-9a-f]{40}", sha), f"no sha: {sha}")
    check(description is None or len(description) <= 140, "description is too long (maximum is 140 characters)")
    write("statuses.json", read("statuses.json", []) + [
        {"sha": sha, "state": state, "description": description, "context": context}])


def statuses_of(sha):
    return [each for each in reversed(read("statuses.json", [])) if each["sha"] == sha]


def name_of_caller():
    return text_of("user") or text_of("app")


def github(method, path, query, body):
    if path == "/user" and method == "GET":
        if not text_of("user"):
            raise Answer(403, {"message": "Resource not accessible by integration", "status": "403"})
        return 200, user(text_of("user"))
    if path == "/graphql" and method == "POST":
        members(body, ["query"])
        return 200, {"data": {"viewer": {"login": name_of_caller()}}}
    found = re.fullmatch(r"/repos/anna/shop/(.*)", path)
    if not found:
        raise Answer(404, {"message": "Not Found", "status": "404"})
    rest = found[1]
    if method == "GET" and (found := re.fullmatch(r"pulls/([0-9]+)", rest)):
        number = int(found[1])
        return 200, pull(number, change_read(number))
    if method == "GET" and (found := re.fullmatch(r"issues/([0-9]+)", rest)):
        issue = read(f"issues/{found[1]}.json", None)
        if issue is None:
            raise Answer(404, {"message": "Not Found", "status": "404"})
        return 200, {"number": int(found[1]), "state": "open", "user": user("anna"), "labels": [], **issue}
    if found := re.fullmatch(r"issues/([0-9]+)/comments", rest):
        number = int(found[1])
        if method == "GET":
            return 200, [{"id": each["id"], "user": user(each["login"]), "body": each["body"]}
                         for each in page(comments_on(number), query)]
        if method == "POST":
            writes()
            members(body, ["body"])
            return 201, {"id": add_comment(number, body["body"], name_of_caller())["id"]}
    if method == "PATCH" and (found := re.fullmatch(r"issues/comments/([0-9]+)", rest)):
        writes()
        members(body, ["body"])
        return 200, {"id": edit_comment(int(found[1]), body["body"])["id"]}
    if method == "POST" and (found := re.fullmatch(r"statuses/([0-9a-f]+)", rest)):
        writes()
        members(body, ["state"], ["target_url", "description", "context"])
        check(body["state"] in ("error", "failure", "pending", "success"), f"state {body['state']}")
        add_status(found[1], body["state"], body.get("description"), body.get("context", "default"))
        return 201, {"state": body["state"]}
    if method == "GET" and (found := re.fullmatch(r"commits/([0-9a-f]+)/statuses", rest)):
        return 200, [{"state": each["state"], "description": each["description"], "context": each["context"],
                      "creator": user("anna")} for each in page(statuses_of(found[1]), query)]
    if method == "GET" and (found := re.fullmatch(r"commits/([0-9a-f]+)/pulls", rest)):
        with_it = [pull(number, change(number)) for number in numbers() if change(number)["head"] == found[1]]
        return 200, page(with_it, query)
    raise Answer(404, {"message": "Not Found", "status": "404"})


def gitlab(method, path, query, body):
    if path == "/user" and method == "GET":
        return 200, {"id": 9, "username": name_of_caller(), "state": "active"}
    found = re.fullmatch(r"/projects/anna%2Fshop/(.*)", path)
    if not found:
        raise Answer(404, {"message": "404 Project Not Found"})
    rest = found[1]
    if method == "GET" and (found := re.fullmatch(r"merge_requests/([0-9]+)", rest)):
        number = int(found[1])
        return 200, merge_request(number, change_read(number))
    if method == "GET" and (found := re.fullmatch(r"issues/([0-9]+)", rest)):
        issue = read(f"issues/{found[1]}.json", None)
        if issue is None:
            raise Answer(404, {"message": "404 Issue Not Found"})
        return 200, {"iid": int(found[1]), "title": issue["title"], "description": issue["body"], "state": "opened"}
    if found := re.fullmatch(r"merge_requests/([0-9]+)/notes", rest):
        number = int(found[1])
        if method == "GET":
            return 200, [{"id": each["id"], "author": {"id": 1, "username": each["login"]}, "body": each["body"],
                          "system": False} for each in page(comments_on(number), query)]
        if method == "POST":
            writes()
            members(body, ["body"])
            check(not re.search(r"^\s*/[a-z]", body["body"], re.M), "a line is a quick action")
            return 201, {"id": add_comment(number, body["body"], name_of_caller())["id"]}
    if method == "PUT" and (found := re.fullmatch(r"merge_requests/([0-9]+)/notes/([0-9]+)", rest)):
        writes()
        members(body, ["body"])
        return 200, {"id": edit_comment(int(found[2]), body["body"])["id"]}
    if method == "POST" and (found := re.fullmatch(r"statuses/([0-9a-f]+)", rest)):
        writes()
        members(body, ["state"], ["target_url", "description", "name", "ref", "context"])
        check(body["state"] in ("pending", "running", "success", "failed", "canceled", "skipped"), f"state {body['state']}")
        add_status(found[1], body["state"], body.get("description"), body.get("name", "default"))
        return 201, {"status": body["state"]}
    if method == "GET" and (found := re.fullmatch(r"repository/commits/([0-9a-f]+)/statuses", rest)):
        check(query.get("sort") == "desc" and query.get("order_by") == "id", "the newest first")
        return 200, [{"status": each["state"], "description": each["description"], "name": each["context"]}
                     for each in page(statuses_of(found[1]), query) if each["context"] == query.get("name")]
    if method == "GET" and (found := re.fullmatch(r"repository/commits/([0-9a-f]+)/merge_requests", rest)):
        with_it = [merge_request(number, change(number)) for number in numbers() if change(number)["head"] == found[1]]
        return 200, page(with_it, query)
    raise Answer(404, {"message": "404 Not Found"})


def forced(method, path):
    """The answer that a test wants for this call, and the words behind it."""
    lines = text_of("forced").splitlines()
    for line in lines:
        wanted, begin, status, *words = line.split()
        if wanted == method and path.startswith(begin):
            lines.remove(line)
            with open(path_of("forced"), "w", encoding="utf-8") as file:
                file.write("\n".join(lines))
            return int(status), words
    return None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def send(self, status, content, kind, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def answer(self, status, document, headers=()):
        self.send(status, json.dumps(document).encode(), "application/json; charset=utf-8", headers)

    def serve_git(self, path):
        users = ("x-access-token", "oauth2")
        wanted = ["Basic " + base64.b64encode(f"{user}:{text_of('token')}".encode()).decode() for user in users]
        if self.headers.get("Authorization") not in wanted:
            return self.send(401, b"", "text/plain", [("WWW-Authenticate", 'Basic realm="git"')])
        file = os.path.normpath(path_of("git/" + path))
        if not file.startswith(path_of("git/")) or not os.path.isfile(file):
            return self.send(404, b"", "text/plain")
        with open(file, "rb") as content:
            return self.send(200, content.read(), "text/plain")

    def handle_call(self, method):
        size = int(self.headers.get("Content-Length") or 0)
        raw = self.rfile.read(size)
        target = urllib.parse.urlsplit(self.path)
        if target.path.startswith("/anna/shop.git/"):
            return self.serve_git(target.path[len("/anna/shop.git/"):])
        query = dict(urllib.parse.parse_qsl(target.query))
        is_gitlab = target.path.startswith("/api/v4/")
        path = target.path[len("/api/v4"):] if is_gitlab else target.path
        with lock:
            with open(path_of("requests"), "a", encoding="utf-8") as file:
                file.write(json.dumps({"method": method, "path": self.path, "body": raw.decode("utf-8")}) + "\n")
            want = forced(method, path)
            try:
                if want and "hang" in want[1]:
                    raise TimeoutError
                if want and "taken" not in want[1]:
                    headers = [tuple(word.split("=", 1)) for word in want[1] if "=" in word]
                    raise Answer(want[0], {"message": "as it was told"}, headers)
                self.check_form(is_gitlab, raw)
                status, document = (gitlab if is_gitlab else github)(method, path, query, json.loads(raw) if raw else None)
                if want:
                    raise Answer(want[0], {"message": "it was done, and yet"})
            except Answer as answer:
                return self.answer(answer.status, answer.document, answer.headers)
            except TimeoutError:
                status = None
        if status is None:
            self.connection.settimeout(60)
            return self.connection.recv(1)
        return self.answer(status, document)

    def check_form(self, is_gitlab, raw):
        token = self.headers.get("PRIVATE-TOKEN") if is_gitlab else self.headers.get("Authorization", "")[len("Bearer "):]
        if token != text_of("token"):
            raise Answer(401, {"message": "401 Unauthorized" if is_gitlab else "Bad credentials"})
        check(self.headers.get("User-Agent"), "a call has a User-Agent")
        if raw:
            check(self.headers.get("Content-Type") == "application/json", "the type of the content")
        if not is_gitlab:
            check(self.headers.get("Accept") == "application/vnd.github+json", "what is accepted")
            check(self.headers.get("X-GitHub-Api-Version") == "2022-11-28", "the version of the API")

    def do_GET(self):
        self.handle_call("GET")

    def do_POST(self):
        self.handle_call("POST")

    def do_PATCH(self):
        self.handle_call("PATCH")

    def do_PUT(self):
        self.handle_call("PUT")


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
server.handle_error = lambda *_: None
print(server.server_port, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
