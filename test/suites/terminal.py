# Runs a program in a terminal of its own and looks at its screen.
#
#   python3 terminal.py COLUMNSxROWS PROGRAM [ARG...] < steps
#
# Steps, one a line: expect TEXT | gone TEXT (on the screen, waited for) | row N TEXT (that row contains it) |
# send KEYS (Python escapes) | resize COLUMNSxROWS | signal NAME | stopped | restored (settings, screen, cursor as
# before) | colours yes|no (seen so far) | exit N | killed NAME | screen (prints it). The first that does not hold ends with 1.
import fcntl, os, pty, re, select, signal, struct, sys, termios, time

PATIENCE = 20


class Screen:
    """As much of a terminal as the program uses."""

    def __init__(self, columns, rows):
        self.resize(columns, rows)
        self.modes = {}
        self.coloured = False
        self.rest = ''

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.clear()

    def clear(self):
        self.cells = [[' '] * self.columns for _ in range(self.rows)]
        self.at = [0, 0]

    def take(self, text):
        text = self.rest + text
        self.rest = ''
        i = 0
        while i < len(text):
            if text[i] == '\x1b':
                found = re.match(r'\x1b\[([?0-9;]*)([A-Za-z])', text[i:])
                if not found:
                    if len(text) - i < 20:
                        self.rest = text[i:]
                        return
                    i += 1
                    continue
                self.command(*found.groups())
                i += found.end()
            else:
                self.put(text[i])
                i += 1

    def put(self, c):
        if c == '\n':
            self.at[0] = min(self.at[0] + 1, self.rows - 1)
        elif c == '\r':
            self.at[1] = 0
        elif c >= ' ':
            row, column = self.at
            self.cells[row][min(column, self.columns - 1)] = c
            self.at[1] = min(column + 1, self.columns)

    def command(self, arguments, letter):
        if letter == 'H':
            row, column = (arguments.split(';') + ['1', '1'])[:2] if arguments else ('1', '1')
            self.at = [min(int(row), self.rows) - 1, min(int(column), self.columns) - 1]
        elif letter == 'J':
            self.cells = [[' '] * self.columns for _ in range(self.rows)]
        elif letter == 'K':
            first = 0 if arguments == '2' else self.at[1]
            for column in range(min(first, self.columns - 1), self.columns):
                self.cells[self.at[0]][column] = ' '
        elif letter == 'm':
            self.coloured = self.coloured or arguments not in ('', '0')
        elif letter in 'hl' and arguments.startswith('?'):
            self.modes[arguments[1:]] = letter == 'h'

    def line(self, row):
        return ''.join(self.cells[row]).rstrip()

    def text(self):
        return '\n'.join(self.line(row) for row in range(self.rows))


class Run:
    def __init__(self, size, argv):
        self.screen = Screen(*size)
        self.status = None
        self.was_stopped = False
        master, slave = pty.openpty()
        self.resize(master, size)
        self.before = termios.tcgetattr(slave)
        self.pid = os.fork()
        if self.pid == 0:
            os.close(master)
            os.login_tty(slave) if hasattr(os, 'login_tty') else login_tty(slave)
            os.execvp(argv[0], argv)
        self.master, self.slave = master, slave
        os.set_blocking(master, False)

    @staticmethod
    def resize(fd, size):
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', size[1], size[0], 0, 0))

    def look(self, patience=0.05):
        select.select([self.master], [], [], patience)
        try:
            data = os.read(self.master, 65536)
            self.screen.take(data.decode('utf-8', 'replace'))
        except (BlockingIOError, OSError):
            pass
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED)
            if pid and os.WIFSTOPPED(status):
                self.was_stopped = True
            elif pid:
                self.status = status

    def until(self, what, holds):
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                fail(f'{what}\nthe screen:\n{self.screen.text()}')
            self.look()

    def restored(self):
        modes = self.screen.modes
        return (termios.tcgetattr(self.slave)[:4] == self.before[:4] and not modes.get('1049') and modes.get('25', True) and modes.get('7', True))


def login_tty(fd):
    os.setsid()
    fcntl.ioctl(fd, termios.TIOCSCTTY, 0)
    for target in (0, 1, 2):
        os.dup2(fd, target)
    if fd > 2:
        os.close(fd)


def fail(why):
    print(why)
    os.kill(run.pid, signal.SIGKILL) if run.status is None else None
    sys.exit(1)


def size_of(text):
    columns, rows = text.split('x')
    return int(columns), int(rows)


run = Run(size_of(sys.argv[1]), sys.argv[2:])
for step in sys.stdin.read().splitlines():
    verb, _, rest = step.partition(' ')
    if verb == 'expect':
        run.until(f'not on the screen: {rest}', lambda: rest in run.screen.text())
    elif verb == 'gone':
        run.until(f'still on the screen: {rest}', lambda: rest not in run.screen.text())
    elif verb == 'row':
        number, _, text = rest.partition(' ')
        run.until(f'not in row {number}: {text}', lambda: text in run.screen.line(int(number) - 1))
    elif verb == 'send':
        os.write(run.master, rest.encode().decode('unicode_escape').encode('latin-1'))
    elif verb == 'resize':
        run.screen.resize(*size_of(rest))
        run.resize(run.master, size_of(rest))
    elif verb == 'signal':
        os.kill(run.pid, getattr(signal, rest))
    elif verb == 'stopped':
        run.until('it did not stop', lambda: run.was_stopped)
        run.was_stopped = False
    elif verb == 'restored':
        run.until('the terminal was not given back', run.restored)
    elif verb == 'taken':
        run.until('the terminal was not taken', lambda: run.screen.modes.get('1049'))
    elif verb == 'colours':
        if run.screen.coloured != (rest == 'yes'):
            fail(f'colours: {run.screen.coloured}')
    elif verb == 'exit':
        run.until('it did not end', lambda: run.status is not None)
        if not os.WIFEXITED(run.status) or os.WEXITSTATUS(run.status) != int(rest):
            fail(f'ended with {run.status}')
    elif verb == 'killed':
        run.until('it did not end', lambda: run.status is not None)
        if not os.WIFSIGNALED(run.status) or os.WTERMSIG(run.status) != getattr(signal, rest):
            fail(f'ended with {run.status}')
    elif verb == 'screen':
        run.look(0.3)
        print(run.screen.text())
    elif verb:
        fail(f'unknown step: {step}')
if run.status is None:
    fail('it is still there at the end')
