# Doubles at every step, at most ten times: bounded also where nothing stops it.
import os, time
print("tried", flush=True)
for _ in range(10):
    try:
        os.fork()
    except OSError:
        print("refused", flush=True)
        break
time.sleep(5)
