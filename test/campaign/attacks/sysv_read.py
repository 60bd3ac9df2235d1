"""Shared memory of another program, found by its number."""
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
numbers = []
try:
    with open("/proc/sysvipc/shm", encoding="ascii") as file:
        numbers = [int(line.split()[1]) for line in file.readlines()[1:]]
except OSError:
    pass
numbers.append(int(os.environ["SEGMENT"]))
for number in numbers:
    at = libc.shmat(number, None, 0o10000)
    if at not in (None, ctypes.c_void_p(-1).value):
        print("SUCCEEDED", ctypes.string_at(at, 16))
print("tried")
