"""What stands on the attacked machine: services on loopback and on sockets, a secret in memory, in the
environment and on the command line. Writes what it hears to a file; ends with its parent."""
import ctypes, os, select, socket, sys

folder = sys.argv[1]
ctypes.CDLL(None).prctl(1, 15)  # dies with whoever started it
secret = bytearray(b"hunter2-in-memory")
tcp = socket.create_server(("127.0.0.1", 0))
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
udp.bind(("127.0.0.1", 0))
abstract = socket.socket(socket.AF_UNIX)
abstract.bind("\0assay-attack-%d" % os.getpid())
abstract.listen()
named = socket.socket(socket.AF_UNIX)
named.bind(os.path.join(folder, "agent.sock"))
named.listen()
with open(os.path.join(folder, "ports.new"), "w") as f:
    f.write("TCP=%d UDP=%d BYSTANDER=%d\n" % (tcp.getsockname()[1], udp.getsockname()[1], os.getpid()))
os.rename(os.path.join(folder, "ports.new"), os.path.join(folder, "ports"))
while True:
    for s in select.select([tcp, udp, abstract, named], [], [])[0]:
        with open(os.path.join(folder, "heard"), "a") as f:
            if s is udp:
                f.write("udp %r\n" % s.recvfrom(100)[0])
            else:
                c, _ = s.accept()
                c.sendall(b"hunter2-service\n")
                c.close()
                f.write("connection to %s\n" % s.family.name)
