#!/usr/bin/env python3
"""A remote that lies. Git starts this in place of ssh: liar.py HOST "git-receive-pack '/path/origin.git'".

The file `lie` in the bare repository says how: {"service": "receive", "mode": "drop_after", "times": 1}. Without it the
remote is honest. It ends with its caller, and in any case after a minute and a half.
"""
import ctypes
import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time

LONGEST_SECONDS = 90


def take_lie(folder, service):
    path = os.path.join(folder, "lie")
    try:
        with open(path, encoding="utf-8") as file:
            lie = json.load(file)
    except (OSError, ValueError):
        return "honest"
    if lie["service"] != service or lie["times"] <= 0:
        return "honest"
    lie["times"] -= 1
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(lie, file)
    os.rename(path + ".new", path)
    with open(os.path.join(folder, "lied"), "a", encoding="utf-8") as file:
        file.write(f"{service} {lie['mode']}\n")
    return lie["mode"]


def hang():
    time.sleep(LONGEST_SECONDS)
    sys.exit(1)


def git(folder, *arguments):
    return subprocess.run(["git", "--git-dir", folder, *arguments], check=True, capture_output=True, text=True).stdout.strip()


def somebody_commits(folder, name):
    """A commit of somebody else on top of main, with a file of its own."""
    base = git(folder, "rev-parse", "refs/heads/main")
    blob = subprocess.run(["git", "--git-dir", folder, "hash-object", "-w", "--stdin"], input=name, check=True,
                          capture_output=True, text=True).stdout.strip()
    listing = git(folder, "ls-tree", base) + f"\n100644 blob {blob}\t{name}\n"
    tree = subprocess.run(["git", "--git-dir", folder, "mktree"], input=listing, check=True, capture_output=True,
                          text=True).stdout.strip()
    commit = git(folder, "-c", "user.name=s", "-c", "user.email=s@s", "commit-tree", "-m", f"somebody: {name}", "-p", base, tree)
    git(folder, "update-ref", "refs/heads/main", commit, base)


def refuse_in(answer):
    """The report of a push, with every "ok REF" turned into "ng REF". Side band 1 carries lines of its own."""
    out, at = b"", 0
    while at + 4 <= len(answer):
        length = int(answer[at:at + 4], 16)
        if length < 4:
            out += answer[at:at + 4]
            at += 4
            continue
        body = answer[at + 4:at + length]
        at += length
        if body[:1] == b"\x01":
            body = b"\x01" + refuse_in(body[1:])
        elif body.startswith(b"ok "):
            body = b"ng " + body[3:].rstrip(b"\n") + b" pre-receive hook declined\n"
        out += b"%04x" % (len(body) + 4) + body
    return out


def read_advertisement(stream):
    """What a server says first: lines up to a flush."""
    out = b""
    while True:
        head = stream.read(4)
        out += head
        if len(head) < 4 or head == b"0000":
            return out
        out += stream.read(int(head, 16) - 4)


def serve(command, folder, mode):
    before = git(folder, "rev-parse", "refs/heads/main")
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    out = sys.stdout.buffer
    out.write(read_advertisement(server.stdout))
    out.flush()
    if mode == "moves_between":
        somebody_commits(folder, f"pushed-{os.getpid()}")
    if mode == "drop_before":
        server.kill()
        sys.exit(1)

    def forward():
        try:
            while data := os.read(0, 65536):
                server.stdin.write(data)
                server.stdin.flush()
        except OSError:
            pass
        try:
            server.stdin.close()
        except OSError:
            pass

    threading.Thread(target=forward, daemon=True).start()
    answer = server.stdout.read()
    server.wait()
    if mode == "hang_after":
        hang()
    if mode == "drop_after":
        sys.exit(1)
    if mode == "late":
        time.sleep(0.7)
    if mode == "forgets":
        git(folder, "update-ref", "refs/heads/main", before)
    if mode == "moves_after":
        somebody_commits(folder, f"pushed-{os.getpid()}")
    if mode == "rejects_after":
        answer = refuse_in(answer)
    if mode == "half_an_answer":
        answer = answer[:len(answer) // 2]
    out.write(answer)
    out.flush()
    sys.exit(server.returncode)


def main():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # ends with its caller
    signal.alarm(LONGEST_SECONDS + 5)
    words = shlex.split(sys.argv[-1])
    program, folder = words[0], words[-1]
    service = "receive" if "receive" in program else "upload"
    mode = take_lie(folder, service)
    if mode == "hang_before":
        hang()
    if mode == "drop":
        sys.exit(1)
    if mode == "garbage":
        sys.stdout.write("220 mail.example.org ready\n" * 50)
        sys.exit(0)
    if mode == "stale" and os.path.isdir(folder + ".stale"):
        folder += ".stale"
    command = ["git", program.removeprefix("git-"), folder]
    if mode in ("honest", "stale"):
        os.execvp("git", command)
    serve(command, folder, mode)


if __name__ == "__main__":
    main()
