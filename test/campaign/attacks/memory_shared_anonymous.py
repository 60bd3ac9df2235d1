"""Shared memory without a file."""
import mmap
from hold import SIZE, hold


def take(number):
    area = mmap.mmap(-1, SIZE)
    area.write(b"x" * SIZE)
    return area


hold(take)
