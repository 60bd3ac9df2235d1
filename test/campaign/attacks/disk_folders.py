"""Folders instead of files: each takes a block and an inode."""
import os
import time

print("tried", flush=True)
for number in range(6000):
    os.makedirs(f"d{number // 500}/{number}", exist_ok=True)
time.sleep(1.5)
print("SUCCEEDED")
