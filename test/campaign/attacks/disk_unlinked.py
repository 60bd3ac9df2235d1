"""A file of the work tree that has lost its name."""
import os
from hold import SIZE, hold

fd = os.open("unlinked", os.O_RDWR | os.O_CREAT, 0o600)
os.unlink("unlinked")
hold(lambda number: os.pwrite(fd, b"x" * SIZE, number * SIZE))
