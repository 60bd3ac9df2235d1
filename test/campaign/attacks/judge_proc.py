"""The same files through the folders and descriptors of every process that can be named."""
import os
from judge_files import attempt, named, read

for path in named("assay.db", "keys.json", "signing-key.pem"):
    for pid in ("self", "1", str(os.getppid()), os.environ["RUNNER"], os.environ["BYSTANDER"]):
        for way in ("root" + path, "cwd/../" + os.path.relpath(path, os.path.dirname(os.getcwd()))):
            attempt(f"/proc/{pid}/{way}", lambda: read(f"/proc/{pid}/{way}"))
for pid in (1, os.getppid()):
    for fd in range(64):
        try:
            target = os.readlink(f"/proc/{pid}/fd/{fd}")
        except OSError:
            continue
        if "assay.db" in target or "keys.json" in target:
            attempt(target, lambda: read(f"/proc/{pid}/fd/{fd}"))
print("tried")
