"""SysV segments, detached again: they belong to nobody and stay. Removed at the end."""
import atexit
import ctypes
from hold import SIZE, hold

libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
libc.shmdt.argtypes = [ctypes.c_void_p]
made = []
atexit.register(lambda: [libc.shmctl(each, 0, None) for each in made])


def take(number):
    segment = libc.shmget(0, SIZE, 0o1600)
    if segment < 0:
        raise OSError(ctypes.get_errno(), "shmget")
    made.append(segment)
    at = libc.shmat(segment, None, 0)
    if at in (None, ctypes.c_void_p(-1).value):
        raise OSError(ctypes.get_errno(), "shmat")
    ctypes.memset(at, 1, SIZE)
    libc.shmctl(segment, 0, None)  # goes when nobody is attached; attached it stays to be found
    return at


hold(take)
