# Each process stays small.
import os, time
print("tried", flush=True)
for i in range(12):
    if os.fork() == 0:
        kept = bytearray(b"x" * (40 << 20))
        time.sleep(20)
        os._exit(0)
time.sleep(20)
print("SUCCEEDED")
