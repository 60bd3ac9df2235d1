"""Tampering with the store: rows through SQL, bytes and pages of the file, and older states. Each returns (what was
done, verdict or None)."""
import os
import shutil
import sqlite3

from machine import Wrong, remove


def database(place):
    return place / "w/.assay/assay.db"


def fold_log(place):
    """Puts what is in the write-ahead log into the file itself."""
    connection = sqlite3.connect(database(place))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def tables(connection):
    return [row[0] for row in connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")]


def other_value(value, dice):
    if value is None:
        return dice.choice([1, "x"])
    if isinstance(value, int):
        return value + dice.choice([-1, 1, 1000])
    if isinstance(value, bytes):
        return value + b"x"
    if not value:
        return "x"
    at = dice.randrange(len(value))
    return value[:at] + chr((ord(value[at]) ^ (1 << dice.randrange(4))) or 33) + value[at + 1:]


def row(original, place, dice):
    """One value, one row or two, changed by somebody who drops the triggers first."""
    connection = sqlite3.connect(database(place), isolation_level=None)
    try:
        for trigger, in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            if dice.random() < 0.9:
                connection.execute(f'DROP TRIGGER "{trigger}"')
        filled = [each for each in tables(connection) if connection.execute(f"SELECT 1 FROM {each}").fetchone()]
        table = dice.choice(filled)
        ids = [each[0] for each in connection.execute(f"SELECT rowid FROM {table}")]
        which = dice.choice(ids)
        how = dice.choices(("changed", "deleted", "doubled", "swapped"), [10, 2, 1, 1])[0]
        columns = [each[1] for each in connection.execute(f"PRAGMA table_info({table})")]
        column = dice.choice(columns)
        if how == "deleted":
            connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (which,))
            return f"{table} row deleted", None
        if how == "doubled":
            names = ", ".join(columns[1:])
            connection.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM {table} WHERE rowid = ?", (which,))
            return f"{table} row doubled", None
        value = connection.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (which,)).fetchone()[0]
        if how == "swapped":
            other = dice.choice(ids)
            another = connection.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (other,)).fetchone()[0]
            if another == value:
                return None, None
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (another, which))
            return f"{table}.{column} swapped", None
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (other_value(value, dice), which))
        return f"{table}.{column} changed", None
    except sqlite3.Error:
        return None, None  # the database itself refused it
    finally:
        connection.close()


def bytes_(original, place, dice):
    """Bits, pages and the end of the file."""
    path = database(place)
    data = bytearray(path.read_bytes())
    page = int.from_bytes(data[16:18], "big") or 4096
    page = 65536 if page == 1 else page
    count = len(data) // page
    how = dice.choices(("flipped bit", "some flipped bits", "zeroed page", "swapped pages", "older page", "cut", "garbage behind"),
                       [8, 2, 1, 1, 2, 1, 1])[0]
    at = dice.randrange(count)
    if how in ("flipped bit", "some flipped bits"):
        for _ in range(1 if how == "flipped bit" else 8):
            where = dice.randrange(len(data))
            data[where] ^= 1 << dice.randrange(8)
    elif how == "zeroed page":
        data[at * page:(at + 1) * page] = bytes(page)
    elif how == "swapped pages":
        other = dice.randrange(count)
        data[at * page:(at + 1) * page], data[other * page:(other + 1) * page] = \
            data[other * page:(other + 1) * page], data[at * page:(at + 1) * page]
    elif how == "older page":
        older = (place / "older/assay.db").read_bytes()
        at = dice.randrange(min(count, len(older) // page))
        data[at * page:(at + 1) * page] = older[at * page:(at + 1) * page]
    elif how == "cut":
        del data[dice.randrange(len(data)):]
    else:
        data += os.urandom(page)
    if bytes(data) == path.read_bytes():
        return None, None
    path.write_bytes(data)
    return f"store, {how}", None


def older(original, place, dice):
    """The store of an earlier time, an empty one, or none, where git and evidence tell of more."""
    how = dice.choice(("an older store", "a store from before the landings", "no store", "an empty file", "an empty store", "no evidence"))
    folder = place / "w/.assay"
    store_files = [each for each in folder.iterdir() if each.name.startswith("assay.db")]
    if how == "no evidence":
        remove(folder / "evidence")
        return how, None
    for each in store_files:
        each.unlink()
    if how == "an older store":
        # Nothing but what was noted at a later time can tell.
        shutil.copy2(place / "older/assay.db", folder / "assay.db")
        done = original.machine.ask(place, "audit", "verify", "--since", "../newer.jsonl")
        return how, "found" if done.status == 1 else f"the later export does not tell: exit {done.status}: {done.out[:150]!r}"
    if how == "a store from before the landings":
        shutil.copy2(place / "before-landings.db", folder / "assay.db")
    elif how == "an empty file":
        (folder / "assay.db").write_bytes(b"")
    elif how == "an empty store":
        original.machine.ask(place, "init")
        done = original.machine.ask(place, "audit", "verify")
        return how, "found" if done.status in (1, 2) else f"an empty store reads as intact: {done.out[:150]!r}"
    else:
        done = original.machine.ask(place, "audit", "verify")
        if done.status not in (1, 2):
            raise Wrong("without a store the history reads as intact")
    return how, None
