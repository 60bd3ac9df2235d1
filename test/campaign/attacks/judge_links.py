"""Links in the work tree that lead to the judge's files, soft and hard, and through descriptors of folders."""
import os
from judge_files import attempt, named, read

for number, path in enumerate(named("assay.db", "keys.json", "signing-key.pem")):
    def soft():
        os.symlink(path, f"soft{number}")
        read(f"soft{number}")

    def hard():
        os.link(path, f"hard{number}")
        read(f"hard{number}")

    def upwards():
        fd = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
        other = os.open(os.path.relpath(path), os.O_RDONLY, dir_fd=fd)
        if not os.read(other, 4):
            raise OSError("empty")

    for action in (soft, hard, upwards):
        attempt(f"{action.__name__} {path}", action)
print("tried")
