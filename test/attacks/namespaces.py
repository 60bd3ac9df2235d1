# New namespaces, mounts, keys, BPF, io_uring: ways out or into the kernel.
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def attempt(what, *arguments):
    if libc.syscall(*arguments) >= 0:
        print("SUCCEEDED", what)
NEWUSER, NEWNS, NEWNET = 0x10000000, 0x20000, 0x40000000
attempt("unshare user", 272, NEWUSER)
attempt("unshare mount", 272, NEWNS)
pid = libc.syscall(56, NEWUSER | 17, 0, 0, 0, 0)
if pid == 0:
    os._exit(0)
if pid > 0:
    print("SUCCEEDED clone")
attempt("clone3", 435, ctypes.create_string_buffer(88), 88)
attempt("mount", 165, b"none", b"/tmp", b"tmpfs", 0, None)
attempt("umount", 166, b"/proc", 2)
attempt("chroot", 161, b".")
attempt("fsopen", 430, b"tmpfs", 0)
attempt("open_tree", 428, -100, b"/", 1)
attempt("keyctl", 250, 0, -3, 1)
attempt("add_key", 248, b"user", b"x", b"y", 1, -3)
attempt("bpf", 321, 0, ctypes.create_string_buffer(120), 120)
attempt("perf", 298, ctypes.create_string_buffer(120), 0, -1, -1, 0)
attempt("io_uring", 425, 4, ctypes.create_string_buffer(120))
attempt("userfaultfd", 323, 0)
attempt("syslog", 103, 3, ctypes.create_string_buffer(64), 64)
attempt("sethostname", 170, b"x", 1)
attempt("settimeofday", 164, None, ctypes.create_string_buffer(8))
attempt("kexec", 246, 0, 0, None, 0)
attempt("init_module", 175, None, 0, b"")
for ns in ("user", "mnt", "net", "pid"):
    for p in ("1", os.environ["RUNNER"], os.environ["BYSTANDER"]):
        try:
            fd = os.open("/proc/%s/ns/%s" % (p, ns), os.O_RDONLY)
            if libc.setns(fd, 0) == 0:
                print("SUCCEEDED setns", p, ns)
        except OSError:
            pass
print("tried")
