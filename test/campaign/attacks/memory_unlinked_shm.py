"""Files of /dev/shm, or the temporary folder, that have lost their names."""
import os
from hold import SIZE, hold


def take(number):
    for folder in ("/dev/shm", os.environ["TMPDIR"]):
        try:
            path = f"{folder}/assay-hold-{os.getpid()}-{number}"
            fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            continue
        os.unlink(path)
        os.write(fd, b"x" * SIZE)
        return fd
    raise OSError("no folder")


hold(take)
