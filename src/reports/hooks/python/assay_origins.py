"""Which loaded modules are not what their source or their package says: byte code of another source, files of installed
packages that were changed after the installation, and files among them that no package brought.

Python compares byte code with its source by time and size, which anybody can set, or not at all; packages record a hash
of each of their files (RECORD), which nobody compares.
"""

import os
import sys

_stat, _join, _exists = os.stat, os.path.join, os.path.exists
_most_bytes = 64 << 20  # hashed in one run
_without_package = ("_virtualenv.py", "_virtualenv.pth", "sitecustomize.py")  # written by tools that make environments


def changed_files(tree, config=None):
    """The files, as whole paths. `config` is pytest's."""
    folders = {}  # of installed packages -> loaded files in them
    found = []
    for module in list(sys.modules.values()):
        spec = getattr(module, "__spec__", None)
        origin = getattr(spec, "origin", None)
        if not isinstance(origin, str) or not origin.startswith("/"):
            continue
        folder = _packages_of(origin)
        if folder:
            folders.setdefault(folder, []).append(origin)
        elif tree and origin.startswith(tree + "/"):
            found += _byte_code_of(spec, origin, config)
    for folder, files in folders.items():
        found += _changed_in(folder, files, bool(tree) and folder.startswith(tree + "/"))
    return sorted(set(found))


def files_of_modules(tree):
    """The sources of loaded modules that lie in the tree and belong to no installed package."""
    found = set()
    for module in list(sys.modules.values()):
        origin = getattr(getattr(module, "__spec__", None), "origin", None)
        if isinstance(origin, str) and tree and origin.startswith(tree + "/") and not _packages_of(origin):
            found.add(origin)
    return sorted(found)


def _packages_of(file):
    at = file.rfind("/site-packages/")
    return file[: at + len("/site-packages")] if at >= 0 else ""


# ---- byte code


def _byte_code_of(spec, source, config):
    try:
        if source.endswith(".pyc"):
            return [source]
        if not source.endswith(".py"):
            return []
        rewritten = type(spec.loader).__name__ == "AssertionRewritingHook"
        cached = _rewritten_name(source) if rewritten else spec.cached
        if not cached or not _exists(cached):
            return []
        with open(cached, "rb") as file:
            head = file.read(16)
            # Written after the last change of its source, by the Python that compares them: it is of that source.
            unchecked = head[4:8] == b"\x01\0\0\0"
            if not unchecked and _stat(cached).st_ctime_ns >= _stat(source).st_ctime_ns:
                return []
            if not unchecked and not _is_used(head, source):
                return []
            import marshal

            code = marshal.load(file)
        return [] if code == _compiled(source, rewritten, config) else [cached]
    except Exception:
        return []


def _is_used(head, source):
    if head[4:8] != b"\0\0\0\0":
        return False  # a hash that Python compares
    now = _stat(source)
    time, size = int.from_bytes(head[8:12], "little"), int.from_bytes(head[12:16], "little")
    return time == int(now.st_mtime) & 0xFFFFFFFF and size == now.st_size & 0xFFFFFFFF


def _rewritten_name(source):
    from _pytest.assertion.rewrite import PYC_TAIL

    folder, name = os.path.split(source)
    return _join(folder, "__pycache__", name[:-3] + PYC_TAIL)


def _compiled(source, rewritten, config):
    if rewritten:
        import pathlib

        from _pytest.assertion.rewrite import _rewrite_test

        return _rewrite_test(pathlib.Path(source), config)[1]
    with open(source, "rb") as file:
        return compile(file.read(), source, "exec", dont_inherit=True)


# ---- installed packages


def _changed_in(folder, files, in_tree):
    names = os.listdir(folder)
    wanted = {file[len(folder) + 1 :]: file for file in files}
    starts = [name for name in names if name.endswith(".pth")] if in_tree else []
    records = _records(folder, names, set(wanted) | set(starts))
    found, left = [], _most_bytes
    for name, file in wanted.items():
        if name not in records or left <= 0:
            continue
        digest, size = records[name]
        left -= size
        if digest and digest != _digest(file):
            found.append(file)
    # Old installers leave no list, so what is in none may be theirs.
    if not in_tree or any(name.endswith((".egg-info", ".egg", ".egg-link")) for name in names):
        return found
    for name in list(wanted) + [each for each in starts if _runs_code(_join(folder, each))]:
        if name not in records and os.path.basename(name) not in _without_package and "__editable__" not in name:
            found.append(_join(folder, name))
    return found


def _records(folder, names, wanted):
    """path -> (SHA-256 in base64, size), of the wanted files that some package lists."""
    out = {}
    tops = {name.split("/")[0].encode() for name in wanted}
    for name in names:
        if not name.endswith(".dist-info"):
            continue
        try:
            with open(_join(folder, name, "RECORD"), "rb") as file:
                text = file.read()
        except OSError:
            continue
        if not any(text.startswith(top) or b"\n" + top in text for top in tops):
            continue
        for line in text.decode("utf-8", "replace").splitlines():
            path, _, rest = line.rpartition(",")[0].rpartition(",")
            path = path.strip('"')
            if path in wanted:
                digest = rest[len("sha256=") :] if rest.startswith("sha256=") else ""
                size = line.rpartition(",")[2]
                out[path] = (digest, int(size) if size.isdigit() else 0)
    return out


def _digest(file):
    import base64
    import hashlib

    with open(file, "rb") as bytes_of:
        return base64.urlsafe_b64encode(hashlib.sha256(bytes_of.read()).digest()).rstrip(b"=").decode()


def _runs_code(start):
    try:
        with open(start, encoding="utf-8", errors="replace") as file:
            return any(line.startswith(("import ", "import\t")) for line in file)
    except OSError:
        return False
