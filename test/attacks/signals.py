# Ends, stops and reads processes that are not its own. By their ids: never all at once.
import ctypes, os, signal
libc = ctypes.CDLL(None, use_errno=True)
pids = [int(os.environ["BYSTANDER"]), int(os.environ["RUNNER"])]
for pid in pids:
    for number in (0, signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
        try:
            os.kill(pid, number)
            print("SUCCEEDED", pid, number)
        except OSError as e:
            print(pid, e)
    if libc.ptrace(16, pid, None, None) == 0:
        print("SUCCEEDED ptrace", pid)
    for name in ("mem", "environ", "maps", "fd/1"):
        try:
            open("/proc/%d/%s" % (pid, name), "rb").read(1)
            print("SUCCEEDED", name)
        except OSError as e:
            print(pid, name, e)
    try:
        fd = os.pidfd_open(pid)
        signal.pidfd_send_signal(fd, 0)
        print("SUCCEEDED pidfd")
    except OSError as e:
        print(e)
    try:
        os.setpriority(os.PRIO_PROCESS, pid, 19)
        print("SUCCEEDED priority")
    except OSError as e:
        print(e)
    try:
        import resource
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, 3))
        print("SUCCEEDED limits")
    except OSError as e:
        print(e)
print("tried")
