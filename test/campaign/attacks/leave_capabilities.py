"""Files of its own that would lend rights or carry another label: capabilities, and what only the system may set."""
import os
import shutil
import struct

shutil.copy("/bin/true", "lends")
everything = 0xFFFFFFFF
for name, value in (("security.capability", struct.pack("<5I", 0x02000001, everything, everything, everything, everything)),
                    ("security.capability", struct.pack("<6I", 0x03000001, everything, everything, everything, everything, 0)),
                    ("security.ima", b"\1" + bytes(20)), ("security.evm", b"\2" + bytes(20)), ("trusted.assay", b"x"),
                    ("trusted.overlay.opaque", b"y")):
    try:
        os.setxattr("lends", name, value)
        print("SUCCEEDED", name)
    except OSError as error:
        print(name, error)
for owner in ((0, -1), (1, 1), (-1, 42)):
    try:
        before = os.stat("lends")
        os.chown("lends", *owner)
        after = os.stat("lends")
        if (before.st_uid, before.st_gid) != (after.st_uid, after.st_gid):
            print("SUCCEEDED owner", owner)
    except OSError as error:
        print(owner, error)
print("tried")
