"""Leaves a segment, a semaphore and a queue behind, under keys that the host looks for afterwards."""
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
key = int(os.environ["IPC_KEY"])
print(libc.shmget(key, 4096, 0o1666), libc.semget(key, 1, 0o1666), libc.msgget(key, 0o1666))
print("tried")
