"""A sparse file of the work tree, filled through memory."""
import mmap
import os
from hold import SIZE, hold

fd = os.open("mapped", os.O_RDWR | os.O_CREAT, 0o600)
os.ftruncate(fd, SIZE * 25)
os.unlink("mapped")


def take(number):
    area = mmap.mmap(fd, SIZE, offset=number * SIZE)
    area.write(b"x" * SIZE)
    area.flush()
    area.close()


hold(take)
