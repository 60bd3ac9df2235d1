"""The tests that this run is narrowed to. Without a selection, or with one that cannot be read, all of them run and
nothing says that the run was narrowed.
"""

import json
import os
import re
import sys

_events = sys.modules["_assay_hooks"].load("assay_events")
_longest_key = 300
# What a report shows otherwise than the runner names it.
_not_kept = re.compile(r"[\s?\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffd\U000e0000-\U000e007f]+")
_after_a_whole = ("(", "[", ">", "/")


def key(name):
    return _not_kept.sub("", _events.text(name, 4000))[:_longest_key]


class Selection:
    def __init__(self, files, tests):
        self._files = set(files)
        self._names = {key(name) for name in tests}

    def has_file(self, file):
        return _events.place(file) in self._files

    def has_below(self, folder):
        folder = _events.place(folder)
        inside = folder.rstrip("/") + "/"
        whole_tree = os.path.isabs(folder)  # the tree itself, or a folder around it
        return whole_tree or any(each.startswith(inside) for each in self._files)

    def has(self, name, file):
        return self.has_file(file) and (not self._names or self.has_name(name))

    def has_name(self, name):
        name = key(name)
        # A part of a test is run by its whole test.
        return name in self._names or any(each.startswith(name) and each[len(name)] in _after_a_whole for each in self._names)


# The file beside the hooks, wherever the variable leads: what the work sets is not asked.
def _read():
    if not _events.variables.get("ASSAY_SELECT"):
        return None
    try:
        with open(os.path.join(_events.hooks, "select.json"), encoding="utf-8") as file:
            asked = json.load(file)
        return Selection(asked["files"], asked["tests"])
    except Exception:
        return None


selection = _read()
