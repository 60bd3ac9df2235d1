import os, time
print("tried", flush=True)
kept = []
for i in range(40):
    kept.append(bytearray(b"x" * (16 << 20)))
    time.sleep(0.01)
time.sleep(20)
print("SUCCEEDED")
