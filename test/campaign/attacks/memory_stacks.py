"""The stacks of threads."""
import threading
import time
from hold import hold

threading.stack_size(17 << 20)


def deep(ready):
    import ctypes
    area = (ctypes.c_char * (16 << 20))()
    ctypes.memset(area, 1, 16 << 20)
    ready.set()
    time.sleep(40)


def take(number):
    ready = threading.Event()
    threading.Thread(target=deep, args=(ready,), daemon=True).start()
    ready.wait(10)


hold(take)
