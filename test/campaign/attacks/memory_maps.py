"""Pieces of address space: each is some hundred bytes of the kernel's, and no page."""
import ctypes
import os
import time
from hold import hold

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


def take(number):
    ready = os.pipe()
    if os.fork() == 0:
        libc.prctl(1, 9)  # ends with its parent
        at = libc.mmap(None, 64000 * 4096, 0, 0x4022, -1, 0)
        for page in range(1, 64000, 2):
            libc.mprotect(at + page * 4096, 4096, 1)
        os.write(ready[1], b"x")
        time.sleep(40)
        os._exit(0)
    os.read(ready[0], 1)


hold(take)
