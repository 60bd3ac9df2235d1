"""A POSIX message queue that outlives its maker. The host looks for it."""
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
name = ("/" + os.environ["MARK"]).encode()
print(libc.mq_open(name, 0o102, 0o666, None))
print("tried")
