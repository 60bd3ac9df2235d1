"""The memory and the descriptors of processes that are not its own, by the calls that need no file."""
import ctypes
import os
import struct

libc = ctypes.CDLL(None, use_errno=True)


def attempt(what, number, *arguments):
    answer = libc.syscall(number, *arguments)
    if answer >= 0:
        print("SUCCEEDED", what, answer)
    return answer


room = ctypes.create_string_buffer(4096)
here = struct.pack("QQ", ctypes.addressof(room), 16)
for pid in {int(os.environ["BYSTANDER"]), int(os.environ["RUNNER"]), 1, os.getppid()} - {os.getpid()}:
    # Somewhere in its program, wherever that lies: a process that can be read answers "no such address".
    there = struct.pack("QQ", 0x400000, 16)
    for what, number in (("reads memory", 310), ("writes memory", 311)):
        if libc.syscall(number, pid, here, 1, there, 1, 0) >= 0 or ctypes.get_errno() == 14:
            # Its own parent is of its kind, unless that is the one who reports.
            if pid in (1, int(os.environ["BYSTANDER"]), int(os.environ["RUNNER"])):
                print("SUCCEEDED", what, pid)
    if pid == os.getppid():
        continue
    attempt("compares", 312, pid, os.getpid(), 1, 0, 0)
    attempt("finds its locks", 274, pid, ctypes.byref(ctypes.c_void_p()), ctypes.byref(ctypes.c_size_t()))
    attempt("asks for its pages", 279, pid, 1, struct.pack("Q", 0x400000), None, ctypes.create_string_buffer(4), 0)
    handle = libc.syscall(434, pid, 0)
    if handle >= 0:
        for number in range(8):
            attempt("takes a descriptor", 438, handle, number, 0)
        attempt("advises", 440, handle, there, 1, 21, 0)
        attempt("takes memory back", 448, handle, 0)
    # How many descriptors a process has can be seen at the Landlock level; what they are must not be.
    for name in ("fd", "map_files", "task/%d/fd" % pid):
        try:
            entries = os.listdir(f"/proc/{pid}/{name}")
            print("SUCCEEDED", name, os.readlink(f"/proc/{pid}/{name}/{entries[0]}"))
        except (OSError, IndexError):
            pass
    for name in ("fdinfo/0", "fdinfo/1", "io", "syscall", "stack", "auxv", "smaps"):
        try:
            with open(f"/proc/{pid}/{name}", "rb") as file:
                if file.read(1):
                    print("SUCCEEDED", name)
        except OSError:
            pass
print("tried")
