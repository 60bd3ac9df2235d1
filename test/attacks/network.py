import os, socket
def attempt(what, f):
    try:
        f()
        print("SUCCEEDED", what)
    except OSError as e:
        print(what, e)
def tcp(address):
    s = socket.create_connection(address, 2)
    print(s.recv(100))
def udp(address):
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.sendto(b"hello", address)
def unix(address):
    s = socket.socket(socket.AF_UNIX)
    s.connect(address)
    print(s.recv(100))
granted = os.environ.get("GRANTED")
if not granted:
    attempt("host loopback", lambda: tcp(("127.0.0.1", int(os.environ["TCP"]))))
    attempt("away", lambda: tcp(("192.0.2.1", 80)))
    attempt("away udp", lambda: udp(("192.0.2.1", 53)))
    try:
        udp(("127.0.0.1", int(os.environ["UDP"])))  # the host must not hear it
    except OSError as e:
        print(e)
attempt("abstract socket", lambda: unix("\0assay-attack-" + os.environ["BYSTANDER"]))
attempt("socket file", lambda: unix(os.environ["SERVICES"] + "/agent.sock"))
attempt("packets", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
attempt("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
attempt("vsock", lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM))
attempt("crypto sockets", lambda: socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET))
print("tried")
