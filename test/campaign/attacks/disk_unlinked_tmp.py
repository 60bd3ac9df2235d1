"""The same in the temporary folder and the home folder."""
import os
from hold import SIZE, hold

fds = []
for folder in (os.environ["TMPDIR"], os.environ["HOME"]):
    fds.append(os.open(folder + "/unlinked", os.O_RDWR | os.O_CREAT, 0o600))
    os.unlink(folder + "/unlinked")
hold(lambda number: os.pwrite(fds[number % 2], b"x" * SIZE, number * SIZE))
