"""Words of the programs about Assay's own files: where they lie, and what getting through means."""
import os

TOPS = [os.environ[name] for name in ("ASSAY_FOLDER", "VERIFIER", "STATE", "COMMON_ASSAY")]


def named(*names):
    """Files of these names anywhere below, by walking and by guessing."""
    found = set()
    for top in TOPS:
        for folder, _, files in os.walk(top):
            found |= {os.path.join(folder, name) for name in files if name in names}
        for name in names:
            for middle in ("", "serve", "locks", "live"):
                found.add(os.path.join(top, middle, name))
    for guess in os.environ.get("GUESSES", "").split(":"):
        if guess and os.path.basename(guess) in names:
            found.add(guess)
    return sorted(found)


def attempt(what, action):
    try:
        action()
        print("SUCCEEDED", what)
    except OSError as error:
        print(what, error)


def read(path):
    with open(path, "rb") as file:
        if not file.read(4):
            raise OSError("empty")


def append(path):
    # Only what is there: a file of its own making is no key.
    fd = os.open(path, os.O_WRONLY | os.O_APPEND)
    os.write(fd, b" ")
    os.close(fd)
