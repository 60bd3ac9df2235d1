"""Bytes that were sent and never read."""
import socket
from hold import SIZE, hold


def take(number):
    pairs, sent = [], 0
    while sent < SIZE:
        a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        a.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8 << 20)
        a.setblocking(False)
        pairs.append((a, b))
        try:
            while True:
                sent += a.send(b"x" * 65536)
        except BlockingIOError:
            pass
    return pairs


hold(take)
