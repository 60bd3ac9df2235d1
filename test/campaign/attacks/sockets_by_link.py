"""Sockets of the machine through links, and descriptors of sockets that it inherits."""
import os
import socket

for fd in range(3, 64):
    try:
        if os.readlink(f"/proc/self/fd/{fd}").startswith("socket:"):
            print("SUCCEEDED inherits a socket", fd)
    except OSError:
        pass
os.symlink(os.environ["SERVICES"], "services")
for path in ("services/agent.sock", os.environ["SERVICES"] + "/./agent.sock", "/proc/self/cwd/services/agent.sock"):
    try:
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        print("SUCCEEDED", connection.recv(20))
    except OSError as error:
        print(error)
print("tried")
