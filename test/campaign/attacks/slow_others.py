"""Slows processes that are not its own: fewer processors, a lower class, a lower priority for all of the user's. Each is
given what it has, so that nothing changes should it work."""
import ctypes
import os
import struct

libc = ctypes.CDLL(None, use_errno=True)


def attempt(what, number, *arguments):
    # Some of a user's processes may refuse what others took.
    if libc.syscall(number, *arguments) >= 0 or ctypes.get_errno() == 13:
        print("SUCCEEDED", what)


for pid in (int(os.environ["BYSTANDER"]), int(os.environ["RUNNER"])):
    processors = ctypes.create_string_buffer(128)
    size = libc.syscall(204, pid, 128, processors)
    attempt("processors", 203, pid, size if size > 0 else 8, processors)
    attempt("class", 144, pid, 0, struct.pack("i", 0))
    attempt("parameters", 142, pid, struct.pack("i", 0))
    attempt("attributes", 314, pid, ctypes.create_string_buffer(struct.pack("IIQiIQQQ", 48, 0, 0, 0, 0, 0, 0, 0), 48), 0)
    attempt("disk", 251, 1, pid, 4 | 2 << 13)
    for name in ("oom_score_adj", "timerslack_ns", "coredump_filter", "autogroup", "comm"):
        try:
            with open(f"/proc/{pid}/{name}", "r+", encoding="ascii") as file:
                print("SUCCEEDED", name)
        except OSError as error:
            print(error)
# Root's are the machine's own; where others are not there, all of the user's are its own.
if os.getuid() != 0 and os.path.exists("/proc/" + os.environ["BYSTANDER"]):
    attempt("priority of all", 141, 2, 0, os.getpriority(os.PRIO_PROCESS, 0))
    attempt("disk of all", 251, 3, 0, 4 | 2 << 13)
print("tried")
