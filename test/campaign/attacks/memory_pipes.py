"""Pipes that are full. Beyond what a user may have they are small, so there are many."""
import fcntl
import os
from hold import SIZE, hold


def take(number):
    pipes, sent = [], 0
    while sent < SIZE:
        a, b = os.pipe()
        try:
            fcntl.fcntl(b, 1031, 1 << 20)
        except OSError:
            pass
        os.set_blocking(b, False)
        pipes.append((a, b))
        try:
            while True:
                sent += os.write(b, b"x" * 65536)
        except BlockingIOError:
            pass
    return pipes


hold(take)
