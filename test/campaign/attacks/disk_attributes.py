"""Attributes of files: bytes that are in no file's size."""
import os
from hold import SIZE, hold

os.mkdir("files")


def take(number):
    # 2 KB is what every file system takes. They lie in a block of their own, which files with the same ones share.
    for each in range(SIZE // 4096):
        path = f"files/{number}-{each}"
        os.close(os.open(path, os.O_CREAT, 0o600))
        os.setxattr(path, "user.held", path.encode().ljust(2000))


hold(take)
