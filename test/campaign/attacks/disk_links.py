"""Links instead of files: hard ones, and symbolic ones that take a block each."""
import os
import time

print("tried", flush=True)
os.close(os.open("one", os.O_CREAT, 0o600))
for number in range(4000):
    folder = f"links{number // 1000}"
    os.makedirs(folder, exist_ok=True)
    os.link("one", f"{folder}/hard{number}")
    os.symlink("x" * 4000, f"{folder}/soft{number}")
time.sleep(float(os.environ.get("PATIENCE", "15")))  # until whoever watches had its turn, also on a busy machine
print("SUCCEEDED")
