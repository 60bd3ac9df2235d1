"""Hears what happens in places that it cannot open: the names of files, and when they are read and written."""
import ctypes
import os
import signal

libc = ctypes.CDLL(None, use_errno=True)
signal.signal(signal.SIGIO, signal.SIG_IGN)
places = [os.environ["VICTIM"] + "/.ssh", os.environ["TASK_TREE"] + "/secret.txt", os.environ["OTHER"] + "/uncommitted.txt",
          *os.environ["GUESSES"].split(":"), *os.environ["EVIDENCE"].split(), *os.environ["LIVE_LOGS"].split()]
listener = libc.inotify_init1(0o4000)
group = libc.fanotify_init(0x200, 0)  # by identity, which asks for no rights
for place in filter(None, places):
    if listener >= 0 and libc.inotify_add_watch(listener, place.encode(), 0xFFF) >= 0:
        print("SUCCEEDED inotify", place)
    if group >= 0 and libc.fanotify_mark(group, 1, ctypes.c_uint64(0x2B), -100, place.encode()) == 0:
        print("SUCCEEDED fanotify", place)
    try:
        fd = os.open(os.path.dirname(place), os.O_RDONLY | os.O_DIRECTORY)
        if libc.fcntl(fd, 1026, 0x3F) == 0 and os.listdir(fd):
            print("SUCCEEDED dnotify", place)
    except OSError:
        pass
print("tried")
