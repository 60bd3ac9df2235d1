"""Descriptors in flight: sent through a socket, closed here, and received by nobody."""
import array
import os
import socket
from hold import SIZE, hold

ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)


def take(number):
    fd = os.memfd_create("x")
    os.write(fd, b"x" * SIZE)
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    pair[0].sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [fd]))])
    os.close(fd)
    return pair


hold(take)
