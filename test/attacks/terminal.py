# Types into the terminal of whoever started it.
import fcntl, os, termios
for name in ("/dev/tty", "/dev/pts/0", "/proc/self/fd/0", "/proc/self/fd/2"):
    try:
        fd = os.open(name, os.O_RDWR)
        fcntl.ioctl(fd, termios.TIOCSTI, b"x")
        print("SUCCEEDED", name)
    except OSError as e:
        print(name, e)
print("tried")
