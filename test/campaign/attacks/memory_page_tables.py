"""Page tables: one page in every 2 MB is looked at, none is written. The tables are the memory."""
import ctypes
import mmap
from hold import SIZE, hold

libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


def take(number):
    length = (SIZE // 4096) * (2 << 20)
    at = libc.mmap(None, length, mmap.PROT_READ, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, -1, 0)
    if at == ctypes.c_void_p(-1).value:
        raise OSError("mmap")
    libc.madvise(at, length, 15)  # no huge pages
    for offset in range(0, length, 2 << 20):
        ctypes.c_char.from_address(at + offset).value
    return at


hold(take)
