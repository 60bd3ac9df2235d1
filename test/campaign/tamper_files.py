"""Tampering with files: exports, bundles, notes, evidence, keys. Each returns (what was done, verdict or None)."""
import base64
import json
import os


def flip(data, dice):
    at = dice.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << dice.randrange(8))]) + data[at + 1:]


def cut(data, dice):
    return data[:dice.randrange(len(data))]


def change_lines(data, dice, how, foreign=b""):
    """One change to a file of lines; its name is how."""
    lines = data.splitlines(keepends=True)
    at = dice.randrange(len(lines))
    other = dice.randrange(len(lines))
    if how == "dropped line":
        del lines[at]
    elif how == "doubled line":
        lines.insert(at, lines[at])
    elif how == "moved line":
        lines.insert(other, lines.pop(at))
    elif how == "swapped lines":
        lines[at], lines[other] = lines[other], lines[at]
    elif how == "turned around":
        lines.reverse()
    elif how == "foreign line":
        strange = foreign.splitlines(keepends=True)
        lines[at] = dice.choice(strange) if strange else b"{}\n"
    elif how == "added foreign line":
        strange = foreign.splitlines(keepends=True)
        lines.insert(at, dice.choice(strange) if strange else b"{}\n")
    elif how == "written otherwise":
        try:
            lines[at] = json.dumps(json.loads(lines[at]), indent=None).encode() + b"\n"
        except ValueError:
            return data
    elif how == "white space":
        lines[at] = dice.choice([b" " + lines[at], lines[at][:-1] + b" \n", lines[at][:-1] + b"\r\n", lines[at] + b"\n"])
    elif how == "no line end":
        return data.rstrip(b"\n")
    elif how == "two copies":
        return data + data
    return b"".join(lines)


LINE_CHANGES = ("dropped line", "doubled line", "moved line", "swapped lines", "turned around", "foreign line", "added foreign line",
                "written otherwise", "white space", "no line end", "two copies")


def tampered(data, dice, foreign=b""):
    """(how, other bytes)"""
    how = dice.choice(("flip", "flip", "flip", "cut", *LINE_CHANGES))
    if how == "flip":
        return how, flip(data, dice)
    if how == "cut":
        return how, cut(data, dice)
    return how, change_lines(data, dice, how, foreign)


# How an export, a bundle and a note are verified.
EXPORT = ("audit", "verify", "../history.jsonl")
BUNDLE = ("audit", "verify", "../bundle.jsonl", "--key", "../assay.pub")
NOTE = ("audit", "verify", "main")
VERIFICATIONS = (EXPORT, BUNDLE, NOTE)


def judge_file(original, place, name, command, *more):
    """Found when the verification says so; a changed record that passes is a hole."""
    done = original.machine.ask(place, *command, *more)
    if done.status in (1, 2):
        return "found"
    if done.status == 0 and done.out.replace(str(place), "P") != original.honest[command]:
        return f"{name} reads as intact, with other content: {done.out[:200]!r}"
    return f"{name} was changed and reads as intact"


def export(original, place, dice):
    path = place / "history.jsonl"
    data = path.read_bytes()
    if dice.random() < 0.05:
        # A whole export of an earlier time, in place of the newer one whose seal was noted.
        newer = (place / "newer.jsonl").read_text().splitlines()
        seal = json.loads(newer[-1]).get("seal")
        return "an older export: whole", judge_file(original, place, "an older export", EXPORT, "--seal", seal)
    how, changed = tampered(data, dice, (place / "newer.jsonl").read_bytes())
    if changed == data:
        return None, None
    path.write_bytes(changed)
    return f"export, {how}", judge_file(original, place, "an export", EXPORT)


def landings_of(data):
    """The lines of a bundle by landing: each ends with its approval."""
    groups, group = [], []
    for line in data.splitlines(keepends=True):
        group.append(line)
        payload = json.loads(base64.b64decode(json.loads(line)["payload"]))
        if "approval" in payload["predicateType"]:
            groups.append(group)
            group = []
    return groups


def change_landings(data, dice):
    """Whole landings of a batch are dropped, doubled, moved."""
    groups = landings_of(data)
    at = dice.randrange(len(groups))
    how = dice.choice(("dropped landing", "doubled landing", "moved landing", "only one landing", "doubled at the end"))
    if how == "dropped landing":
        del groups[at]
    elif how == "doubled landing":
        groups.insert(at, groups[at])
    elif how == "doubled at the end":
        groups.append(groups[at])
    elif how == "only one landing":
        groups = [groups[at]]
    else:
        groups.insert(dice.randrange(len(groups)), groups.pop(at))
    return how, b"".join(line for group in groups for line in group)


def change_bundle(original, data, dice):
    if dice.random() < 0.4:
        return change_landings(data, dice)
    return tampered(data, dice, original.bundle_of_another)


def bundle(original, place, dice):
    path = place / "bundle.jsonl"
    data = path.read_bytes()
    how, changed = change_bundle(original, data, dice)
    if changed == data or not changed:
        return None, None
    path.write_bytes(changed)
    return f"bundle, {how}", judge_file(original, place, "a bundle", BUNDLE)


def note(original, place, dice):
    """The note in git itself: changed, removed, taken from another commit, or the whole ref put back."""
    machine = original.machine
    how = dice.choice(("changed", "changed", "removed", "of another commit", "ref put back", "ref removed"))
    if how == "removed":
        machine.git(place, "notes", "--ref=assay", "remove", "main")
    elif how == "of another commit":
        machine.git(place, "notes", "--ref=assay", "copy", "-f", original.landed[0], "main")
    elif how == "ref put back":
        machine.git(place, "update-ref", "refs/notes/assay", "refs/notes/assay~1")
    elif how == "ref removed":
        machine.git(place, "update-ref", "-d", "refs/notes/assay")
    else:
        data = (place / "bundle.jsonl").read_bytes()
        change, changed = change_bundle(original, data, dice)
        how = f"note, {change}"
        if changed == data or not changed.strip():
            return None, None
        blob = machine.git(place, "hash-object", "-w", "--stdin", text=changed)
        machine.git(place, "notes", "--ref=assay", "add", "-f", "-C", blob, "main")
        if machine.run(["git", "notes", "--ref=assay", "show", "main"], place).out.encode() == data:
            return None, None
        return how, judge_file(original, place, "a note", NOTE)
    return f"note, {how}", None


def files_below(folder):
    return sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names)


def evidence(original, place, dice):
    """Files named by their digest."""
    files = [each for each in files_below(place / "w/.assay/evidence") if os.path.getsize(each) > 0]
    path = dice.choice(files)
    with open(path, "rb") as file:
        data = file.read()
    how = dice.choice(("flip", "cut", "removed", "swapped", "emptied"))
    if how == "removed":
        os.unlink(path)
        return "evidence, removed", None
    changed = {"flip": lambda: flip(data, dice), "cut": lambda: cut(data, dice), "emptied": lambda: b"",
               "swapped": lambda: open(dice.choice(files), "rb").read()}[how]()
    if changed == data:
        return None, None
    os.chmod(path, 0o600)
    with open(path, "wb") as file:
        file.write(changed)
    return f"evidence, {how}", None


def keys(original, place, dice):
    """The signing key and the tokens, wherever this version keeps them."""
    candidates = [each for top in ("w/.git/assay", "w/.assay/serve", "state") for each in files_below(place / top)
                  if os.path.basename(each) in ("signing-key.pem", "keys.json")]
    if not candidates:
        return None, None
    path = dice.choice(candidates)
    with open(path, "rb") as file:
        data = file.read()
    how, changed = dice.choice((("flip", flip), ("cut", cut)))
    changed = changed(data, dice)
    if changed == data:
        return None, None
    with open(path, "wb") as file:
        file.write(changed)
    return f"{os.path.basename(path)}, {how}", None
