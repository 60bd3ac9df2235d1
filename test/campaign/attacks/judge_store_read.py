"""Reads the store."""
from judge_files import attempt, named, read

for path in named("assay.db", "assay.db-wal", "assay.db-shm"):
    attempt(path, lambda: read(path))
print("tried")
