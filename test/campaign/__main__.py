"""The campaign: attacks a built program in every way that we know of, and prints one table of figures.

    python3 test/campaign ASSAY [--minutes N] [--part NAME] [--seed S] [--count N] [--command NAME] [--json FILE]

Everything is bounded, ends by itself, and stays on this machine. A failure names its folder and the seed.
"""
import argparse
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True  # nothing is left in the source folder

import attacks
import growth
import kills
import races
import soak
import table
import tampering
from context import Context
from machine import remove

# name, what runs it, how many workers, its share of the time, what is counted, how many in a short campaign
PARTS = (
    ("kills", kills.worker, 2, 0.40, "kills", 200),
    ("tampering", tampering.worker, 2, 0.12, "tamperings", 100),
    ("attacks", attacks.worker, 2, 0.18, "attacks", 40),
    ("races", races.worker, 2, 0.15, "races", 30),
    ("soak", soak.worker, 1, 0.10, "missions", 4),
    ("growth", growth.worker, 1, 0.05, "missions", 40),
)


def read_arguments():
    parser = argparse.ArgumentParser(prog="campaign", description=__doc__.splitlines()[0])
    parser.add_argument("assay", help="the program under test")
    parser.add_argument("--minutes", type=float, default=10, help="for all parts together, or for --part alone (default 10)")
    parser.add_argument("--part", choices=[part[0] for part in PARTS], action="append", help="only this one; may be repeated")
    parser.add_argument("--seed", default=None, help="of all random choices; printed, so that a run can be repeated")
    parser.add_argument("--count", type=int, default=None, help="end each part after that many (kills, tamperings, …)")
    parser.add_argument("--json", dest="json_file", default=None, help="also write the figures to this file")
    parser.add_argument("--command", action="append", help="kill only this one (plan, land rebase, …); may be repeated")
    parser.add_argument("--workers", type=int, default=None, help="side by side; default 2")
    parser.add_argument("--short", action="store_true", help="as the tests run it: few of each part, closing with 'N passed, N failed'")
    return parser.parse_args()


def run_part(part, options, folder, seed, seconds):
    name, function, workers, _, counted, few = part
    most = options.count or (few if options.short else None)
    context = Context(name, Path(options.assay).resolve(), folder / name, seed, seconds, most)
    context.commands = options.command
    context.folder.mkdir(parents=True)
    began = time.monotonic()
    context.in_workers(function, min(workers, options.workers or workers))
    context.figures.note("seconds", round(time.monotonic() - began, 1))
    if context.figures.counts.get(counted, 0) == 0:
        context.failed(name, "nothing was tried", context.folder)
    return context


def main():
    options = read_arguments()
    seed = options.seed or str(random.SystemRandom().randrange(10**9))
    chosen = [part for part in PARTS if not options.part or part[0] in options.part]
    share = sum(part[3] for part in chosen)
    folder = Path(tempfile.mkdtemp(prefix="assay-campaign-"))
    os.chmod(folder, 0o755)  # attackers that are plain users have to get to their own places
    print(f"campaign: seed {seed}, folder {folder}", flush=True)
    done = []
    for part in chosen:
        done.append(run_part(part, options, folder, seed, options.minutes * 60 * part[3] / share))
    document = table.document(seed, options.assay, done)
    print(table.text(document))
    if options.json_file:
        Path(options.json_file).write_text(json.dumps(document, indent=2) + "\n")
    failures = sum(len(context.failures) for context in done)
    if failures == 0:
        remove(folder)
    else:
        print(f"repeat with: --seed {seed}" + "".join(f" --part {part}" for part in options.part or []))
    if options.short:
        print(f"{len(done) - sum(1 for each in done if each.failures)} passed, {sum(1 for each in done if each.failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
