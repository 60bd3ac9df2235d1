"""Changes a row of the store, through SQL and by its bytes."""
import os
import sqlite3
from judge_files import attempt, named


def update(path):
    if not os.path.exists(path):
        raise OSError("not there")
    try:
        connection = sqlite3.connect(f"file:{path}?mode=rw", uri=True, timeout=1)
        connection.execute("UPDATE missions SET title = 'changed by a test'")
        connection.commit()
    except sqlite3.Error as error:
        raise OSError(str(error)) from error


def overwrite(path):
    fd = os.open(path, os.O_RDWR)
    os.pwrite(fd, b"changed", 8192)


for path in named("assay.db"):
    attempt(path, lambda: update(path))
for path in named("assay.db", "assay.db-wal", "assay.db-shm"):
    attempt(path, lambda: overwrite(path))
print("tried")
