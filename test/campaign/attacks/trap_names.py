"""Names that are hard to print, to quote and to remove, in the work tree and the scratch folders."""
import os

for folder in (".", os.environ["TMPDIR"], os.environ["HOME"]):
    for name in (b"a\nb", b"\xff\xfe", b"-rf", b"$(touch pwned)", b"`id`", b"..." * 80, b" ", b"\x1b[2J"):
        try:
            os.mkdir(os.path.join(os.fsencode(folder), name))
        except OSError:
            pass
    try:
        os.mkfifo(os.path.join(folder, "fifo"))
    except OSError:
        pass
print("tried")
