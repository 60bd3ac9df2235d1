"""Folders instead of files: each takes a block and an inode."""
import os
import time

print("tried", flush=True)
for number in range(6000):
    os.makedirs(f"d{number // 500}/{number}", exist_ok=True)
time.sleep(float(os.environ.get("PATIENCE", "15")))  # until whoever watches had its turn, also on a busy machine
print("SUCCEEDED")
