"""Memory in a file that has no name."""
import os
from hold import SIZE, hold


def take(number):
    fd = os.memfd_create("x")
    os.write(fd, b"x" * SIZE)
    return fd


hold(take)
