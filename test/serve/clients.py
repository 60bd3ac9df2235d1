#!/usr/bin/env python3
"""Clients that behave badly, on loopback.

clients.py idle PORT N       opens N connections that say nothing, then asks for /api/health on a new one
clients.py drip PORT N       opens N connections that send a head one byte at a time, asks for /api/health meanwhile,
                             and waits until the server has ended them all: prints what they were told
clients.py raw PORT FILE     sends the bytes of FILE, prints the status line of the answer
clients.py deaf PORT TOKEN N opens N event streams that never read
clients.py notify PATH       waits for one datagram on a unix socket and prints it
"""
import resource
import socket
import sys
import time


def connect(port):
    s = socket.create_connection(("127.0.0.1", port), timeout=60)
    return s


def status_line(s):
    data = b""
    while b"\r\n" not in data:
        got = s.recv(4096)
        if not got:
            break
        data += got
    return data.split(b"\r\n")[0].decode("latin-1")


def health(port):
    with connect(port) as s:
        s.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n" % port)
        return status_line(s)


def raise_limit():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def idle(port, wanted):
    limit = raise_limit()
    count = min(wanted, limit - 100)
    sockets = [connect(port) for _ in range(count)]
    began = time.monotonic()
    line = health(port)
    print(f"{len(sockets)} open; {line}; {time.monotonic() - began:.3f} s")
    if len(sys.argv) > 4:  # hold them until told
        print("holding", flush=True)
        sys.stdin.readline()
    for s in sockets:
        s.close()


def drip(port, wanted):
    sockets = [connect(port) for _ in range(wanted)]
    head = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + b"a" * 10000
    answers = {}
    at = 0
    deadline = time.monotonic() + 60
    healthy = health(port)
    while sockets and time.monotonic() < deadline:
        for s in list(sockets):
            try:
                s.sendall(head[at:at + 1])
                s.setblocking(False)
                try:
                    got = s.recv(4096)
                    line = got.split(b"\r\n")[0].decode("latin-1") if got else "closed"
                    answers[line] = answers.get(line, 0) + 1
                    sockets.remove(s)
                except BlockingIOError:
                    pass
                finally:
                    s.setblocking(True)
            except OSError:
                answers["closed"] = answers.get("closed", 0) + 1
                sockets.remove(s)
        at += 1
        time.sleep(0.05)
    print(f"meanwhile: {healthy}; left: {len(sockets)}; {answers}")


def raw(port, path):
    with open(path, "rb") as f:
        data = f.read()
    with connect(port) as s:
        try:
            s.sendall(data)
            s.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        try:
            print(status_line(s) or "closed")
        except OSError:
            print("closed")


def deaf(port, token, count):
    sockets = []
    for _ in range(count):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.connect(("127.0.0.1", port))
        s.sendall(b"GET /api/events?after=0 HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n\r\n" % (port, token.encode()))
        sockets.append(s)
    print(f"{len(sockets)} listen and never read", flush=True)
    sys.stdin.readline()


def notify(path):
    s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    s.bind(path)
    s.settimeout(30)
    print("waiting", flush=True)
    print(s.recv(4096).decode(), flush=True)


if __name__ == "__main__":
    what = sys.argv[1]
    if what == "idle":
        idle(int(sys.argv[2]), int(sys.argv[3]))
    elif what == "drip":
        drip(int(sys.argv[2]), int(sys.argv[3]))
    elif what == "raw":
        raw(int(sys.argv[2]), sys.argv[3])
    elif what == "deaf":
        deaf(int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
    elif what == "notify":
        notify(sys.argv[2])
    else:
        sys.exit(__doc__)
