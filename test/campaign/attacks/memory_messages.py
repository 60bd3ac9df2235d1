"""SysV message queues: small each, many of them. 16 MB is the most that is tried, and they are removed."""
import ctypes
import sys

libc = ctypes.CDLL(None, use_errno=True)
print("tried", flush=True)
made = []
message = ctypes.create_string_buffer(b"\1" + bytes(7) + b"x" * 8000)
for number in range(64):
    queue = libc.msgget(0, 0o1600)
    if queue < 0:
        print("refused:", ctypes.get_errno())
        break
    made.append(queue)
    while libc.msgsnd(queue, message, 8000, 0o4000) == 0:
        pass
for each in made:
    libc.msgctl(each, 0, None)
if made and len(sys.argv) > 1:
    print("SUCCEEDED")
