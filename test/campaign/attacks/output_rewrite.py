"""What it has printed is evidence once it was taken: empties it, goes back in it, writes over it."""
import os
import stat

os.write(1, b"tried: 3 failed\n")
for fd in (1, 2):
    if stat.S_ISREG(os.fstat(fd).st_mode):
        print("SUCCEEDED: it is a file")
    for what, action in (("emptied", lambda: os.ftruncate(fd, 0)), ("moved back", lambda: os.lseek(fd, 0, 0)),
                         ("written over", lambda: os.pwrite(fd, b"all passed", 0))):
        try:
            action()
            print("SUCCEEDED", what)
        except OSError:
            pass
