"""Hides children behind a trace and a stop, and as their adopter, so that they outlive it."""
import ctypes
import os
import subprocess
import time

libc = ctypes.CDLL(None)
libc.prctl(36, 1, 0, 0, 0)
print("tried", flush=True)
for way in range(3):
    pid = os.fork()
    if pid == 0:
        os.setsid()
        if way == 0:
            libc.ptrace(0, 0, 0, 0)
        if way == 1:
            os.kill(os.getpid(), 19)
        if way == 2:
            subprocess.Popen(["sleep", "98766"], start_new_session=True)
            time.sleep(600)
        os.execvp("sleep", ["sleep", "98766"])
time.sleep(0.3)
