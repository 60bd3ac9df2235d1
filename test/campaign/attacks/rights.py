"""Rights that it should not have: capabilities, higher limits, real-time scheduling, other users, lent rights."""
import ctypes
import os
import resource
import subprocess

libc = ctypes.CDLL(None, use_errno=True)
with open("/proc/self/status", encoding="ascii") as file:
    for line in file:
        if line.startswith(("CapEff", "CapPrm", "CapInh", "CapAmb")) and int(line.split()[1], 16):
            print("SUCCEEDED", line.strip())
        if line.startswith("NoNewPrivs") and line.split()[1] != "1":
            print("SUCCEEDED", line.strip())
for what in (resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC, resource.RLIMIT_CORE):
    soft, hard = resource.getrlimit(what)
    if hard == resource.RLIM_INFINITY:
        continue
    try:
        resource.setrlimit(what, (hard + 1, hard + 1))
        print("SUCCEEDED limit", what)
    except (OSError, ValueError):
        pass
for action in (lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)), lambda: os.nice(-10),
               lambda: os.setresuid(0 if os.getuid() else 1, 0 if os.getuid() else 1, 0 if os.getuid() else 1),
               lambda: os.setgroups([0, 42]), lambda: os.chroot(".")):
    try:
        action()
        print("SUCCEEDED")
    except OSError as error:
        print(error)
for program in ("su", "mount", "newgrp", "passwd", "chsh"):
    path = f"/usr/bin/{program}"
    if os.path.exists(path) and os.stat(path).st_mode & 0o4000:
        done = subprocess.run([path, "--help"], capture_output=True)
        print(program, done.returncode)
print("tried")
