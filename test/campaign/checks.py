"""What must hold after anything that happened. Each raises Wrong with what it saw."""
from pathlib import Path

from machine import Wrong, rows


def store_opens(machine, place):
    """The store opens and its history is whole; or there is none yet, and that is what the program says."""
    done = machine.ask(place, "audit", "verify")
    if done.status == 0:
        return
    if done.status == 2 and not (Path(place) / "w/.assay/assay.db").exists():
        return
    if done.status == 2 and not rows(place, "SELECT 1 FROM sqlite_schema WHERE name = 'missions'"):
        return  # a file that was being made
    raise Wrong(f"audit verify: exit {done.status}: {done.said()}")


def verified_trees(place):
    """Every tree that a verification or a landing has on record as verified."""
    trees = {row[0] for row in rows(place, "SELECT tree_id FROM verifications WHERE outcome = 'passed'")}
    trees |= {row[0] for row in rows(place, "SELECT verified_tree FROM landings")}
    return trees


def target_is_verified(machine, place, before, ref="refs/heads/main", git_folder=None):
    """The target is where it was, or has a tree that was verified."""
    where = ["--git-dir", str(git_folder)] if git_folder else []
    answer = machine.git(place, *where, "rev-parse", ref, ref + "^{tree}").split()
    commit, tree = answer
    if commit == before:
        return commit
    if tree not in verified_trees(place):
        raise Wrong(f"{ref} is at {commit}, whose tree {tree} nobody verified")
    return commit


def git_is_whole(machine, place):
    done = machine.run(["git", "fsck", "--connectivity-only", "--no-dangling"], place)
    if done.status != 0:
        raise Wrong(f"git fsck: exit {done.status}: {done.said()}")


def landed_count(place, mission):
    return rows(place, "SELECT count(*) FROM checkpoints c JOIN missions m ON m.key = c.mission_key "
                       "WHERE m.id = ? AND c.kind = 'landed'", (mission,))[0][0]


def landed_once(machine, place, mission):
    """Recorded once, and true: the commit is in the target with a verified tree, and its landing is signed."""
    if (count := landed_count(place, mission)) != 1:
        raise Wrong(f"{mission} has {count} landings on record, not 1")
    commit = rows(place, "SELECT landed_commit FROM missions WHERE id = ?", (mission,))[0][0]
    machine.git(place, "merge-base", "--is-ancestor", commit, "refs/heads/main")


def landing_is_signed(machine, place, commit):
    done = machine.ask(place, "audit", "verify", commit)
    if done.status != 0:
        raise Wrong(f"the landing {commit} is not attested: exit {done.status}: {done.said()}")


def checkout_follows(machine, place):
    changed = machine.git(place, "status", "--porcelain", "--untracked-files=no")
    if changed:
        raise Wrong(f"the checkout is not in step: {changed[:200]}")


def doctor_is_content(machine, place):
    """Nothing that the doctor calls serious: counters agree with facts, jobs with tasks."""
    done = machine.ask(place, "doctor", "--json")
    if done.status not in (0, 1):
        raise Wrong(f"doctor: exit {done.status}: {done.said()}")
    for finding in done.json()["findings"]:
        if finding.get("what") == "store" and not finding.get("good", True):
            raise Wrong(f"doctor: {finding['detail']}")
