# Holds memory or disk in one of the ways that do not show as pages of a process ($KIND), 400 MB at most, so that it
# harms nothing where nobody stops it. It says what it holds as it goes; the last line is for one that was left alone.
import array, ctypes, mmap, os, resource, socket, sys, tempfile, threading, time

MB = 1 << 20
GOAL = 400 * MB
STEP = 4 * MB
CHUNK = b"x" * STEP
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.shmget.argtypes = [ctypes.c_int, ctypes.c_size_t, ctypes.c_int]
libc.shmdt.argtypes = [ctypes.c_void_p]
kept = []


def refused(what):
    print("REFUSED", what, os.strerror(ctypes.get_errno()), flush=True)
    sys.exit(3)


def fill(fd, size):
    for _ in range(size // STEP):
        os.write(fd, CHUNK)


def nameless(folder):
    fd, path = tempfile.mkstemp(dir=folder)
    os.unlink(path)
    return fd


def send(over, *fds):
    over.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))])


def memfd():
    fd = os.memfd_create("x")
    kept.append(fd)
    fill(fd, GOAL)


def memfd_many():
    for _ in range(GOAL // MB):
        fd = os.memfd_create("x")
        kept.append(fd)
        os.write(fd, CHUNK[:MB])


def memfd_mapped():
    for _ in range(GOAL // (20 * MB)):
        fd = os.memfd_create("x")
        fill(fd, 20 * MB)
        kept.append(mmap.mmap(fd, 4096))
        os.close(fd)


# Only the first page of each stays mapped; the others are kept with it.
def shared_pages():
    for _ in range(GOAL // (20 * MB)):
        at = libc.mmap(None, 20 * MB, 3, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS, -1, 0)
        ctypes.memset(at, 1, 20 * MB)
        libc.munmap(ctypes.c_void_p(at + 4096), ctypes.c_size_t(20 * MB - 4096))


def deleted():
    for folder in (".", os.environ["TMPDIR"], os.environ["HOME"], "."):
        fd = nameless(folder)
        kept.append(fd)
        fill(fd, GOAL // 4)


def deleted_mapped():
    for _ in range(GOAL // (20 * MB)):
        fd = nameless(".")
        fill(fd, 20 * MB)
        kept.append(mmap.mmap(fd, 4096))
        os.close(fd)


def in_flight(make=lambda: os.memfd_create("x")):
    for _ in range(GOAL // (20 * MB)):
        a, b = socket.socketpair()
        fd = make()
        fill(fd, 20 * MB)
        send(a, fd)
        os.close(fd)
        kept.append((a, b))


def in_flight_deleted():
    in_flight(lambda: nameless("."))


# The socket in which they wait waits in another one.
def in_flight_twice():
    outer = socket.socketpair()
    kept.append(outer)
    for _ in range(GOAL // (20 * MB)):
        a, b = socket.socketpair()
        fd = os.memfd_create("x")
        fill(fd, 20 * MB)
        send(a, fd)
        send(outer[0], a.fileno(), b.fileno())
        for each in (fd, a.detach(), b.detach()):
            os.close(each)


def sysv_memory():
    for _ in range(GOAL // (20 * MB)):
        segment = libc.shmget(0, 20 * MB, 0o1600)
        if segment < 0:
            refused("shmget")
        at = libc.shmat(segment, None, 0)
        ctypes.memset(at, 1, 20 * MB)
        libc.shmdt(at)


def sysv_messages():
    text = ctypes.create_string_buffer(b"\1\0\0\0\0\0\0\0" + b"x" * 8192)
    for _ in range(GOAL // 16384):
        queue = libc.msgget(0, 0o1600)
        if queue < 0:
            refused("msgget")
        for _ in range(2):
            libc.msgsnd(queue, text, 8192, 0o4000)


def sysv_semaphores():
    for _ in range(GOAL // (64 * 32000)):
        if libc.semget(0, 32000, 0o1600) < 0:
            refused("semget")


def posix_queues():
    if libc.mq_open(b"/x", os.O_CREAT | os.O_RDWR, 0o600, None) < 0:
        refused("mq_open")


def stuff(one):
    one.setblocking(False)
    held = 0
    try:
        while held < GOAL:
            held += one.send(CHUNK[:MB])
    except OSError:
        pass
    return held


def open_many():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def wide(one):
    for which in (socket.SO_SNDBUF, socket.SO_RCVBUF):
        one.setsockopt(socket.SOL_SOCKET, which, 1 << 24)


def sockets():
    open_many()
    held = 0
    while held < GOAL:
        pair = socket.socketpair()
        kept.append(pair)
        for one in pair:
            wide(one)
            held += stuff(one)


# Nobody accepts them, and whoever called has hung up.
def unaccepted(family, address):
    listener = socket.socket(family)
    listener.bind(address)
    listener.listen(4000)
    kept.append(listener)
    held = 0
    for _ in range(4000):
        caller = socket.socket(family)
        wide(caller)
        caller.setblocking(False)
        caller.connect_ex(listener.getsockname())
        held += stuff(caller)
        caller.close()
        if held >= GOAL:
            break


def unaccepted_unix():
    unaccepted(socket.AF_UNIX, b"\0assay-hold")


def unaccepted_tcp():
    unaccepted(socket.AF_INET, ("127.0.0.1", 0))


# The kernel gives pipes of one user little once they are many; so these are very many, in several processes.
def pipes():
    import fcntl

    open_many()
    for _ in range(4):
        held = 0
        while held < GOAL // 4:
            try:
                pair = os.pipe2(os.O_NONBLOCK)
            except OSError:
                break
            kept.append(pair)
            try:
                fcntl.fcntl(pair[1], 1031, MB)
            except OSError:
                pass
            try:
                while True:
                    held += os.write(pair[1], CHUNK[:4096])
            except OSError:
                pass
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        for a, b in kept:
            os.close(a)
            os.close(b)
        kept.clear()


# Reading gives each address the same page of zeros, and a page of addresses for every 2 MB.
def page_tables():
    size = (GOAL // 4096) * 2 * MB
    at = libc.mmap(None, size, 1, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, -1, 0)
    if at in (None, 2**64 - 1):
        refused("mmap")
    libc.madvise(ctypes.c_void_p(at), ctypes.c_size_t(size), 15)  # no huge page of zeros
    for offset in range(0, size, 2 * MB):
        ctypes.c_char.from_address(at + offset).value


# Pieces of address space without a page in them: the kernel keeps some hundred bytes for each, and a process may have 65,530.
def areas():
    pieces = 64000
    for _ in range(GOAL // (pieces * 224) + 1):
        ready = os.pipe()
        if os.fork() == 0:
            libc.prctl(1, 9)
            at = libc.mmap(None, pieces * 4096, 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, -1, 0)
            for page in range(1, pieces, 2):
                libc.mprotect(ctypes.c_void_p(at + page * 4096), ctypes.c_size_t(4096), 1)
            os.write(ready[1], b"x")
            time.sleep(60)
            os._exit(0)
        os.close(ready[1])
        os.read(ready[0], 1)
        os.close(ready[0])


# The first thread has ended: nothing is shown under the number of the process.
def no_first_thread():
    def go():
        time.sleep(0.1)
        kept.append(bytearray(b"x" * (200 * MB)))
        memfd()
        finish()

    threading.Thread(target=go).start()
    libc.syscall(60 if os.uname().machine == "x86_64" else 93, 0)


# A program that cannot be read makes a process that cannot be looked into.
def unreadable():
    import shutil

    if os.environ.get("AGAIN"):
        return memfd()
    os.environ["AGAIN"] = "1"
    shutil.copy(os.path.realpath(sys.executable), "unreadable")
    os.chmod("unreadable", 0o111)
    os.execv("./unreadable", ["./unreadable", os.path.abspath(sys.argv[0])])


def undumpable():
    libc.prctl(4, 0, 0, 0, 0)
    memfd()


# In turns: each is within the limit, all together are not.
def mixed():
    for _ in range(20):
        fd = os.memfd_create("x")
        fill(fd, STEP)
        kept.append(fd)
        kept.append(bytearray(CHUNK))
        at = libc.mmap(None, STEP, 3, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS, -1, 0)
        ctypes.memset(at, 1, STEP)


def finish():
    print("holds all of it", flush=True)
    time.sleep(float(os.environ.get("PATIENCE", "20")))  # until whoever watches had its turn, also on a busy machine
    print("SUCCEEDED", os.environ["KIND"], flush=True)
    os._exit(0)


print("tried", flush=True)
globals()[os.environ["KIND"]]()
finish()
