"""What the parts share: the seed, the time that is left, the figures, and the folders of what failed."""
import json
import multiprocessing
import time
from pathlib import Path

from machine import remove


class Figures:
    """Counts and notes of one worker."""

    def __init__(self):
        self.counts = {}
        self.notes = {}

    def add(self, name, number=1):
        self.counts[name] = self.counts.get(name, 0) + number

    def note(self, name, value):
        self.notes[name] = value

    def take_in(self, other):
        for name, number in other["counts"].items():
            self.add(name, number)
        for name, value in other["notes"].items():
            known = self.notes.get(name)
            both_numbers = isinstance(known, (int, float)) and isinstance(value, (int, float))
            self.notes[name] = known + value if both_numbers else value


class Context:
    """One part on its way. A worker has its own copy, and leaves its result in a file."""

    def __init__(self, part, assay, folder, seed, seconds, most):
        self.part, self.assay, self.seed = part, Path(assay), seed
        self.folder = Path(folder)
        self.until = time.monotonic() + seconds
        self.seconds = seconds
        self.most = most
        self.figures = Figures()
        self.failures = []
        self.workers = 1
        self.commands = None  # the names of what is killed; None: all

    def is_over(self, figures, what):
        """Whether the time or this worker's share of the count is up."""
        if time.monotonic() >= self.until:
            return True
        return self.most is not None and figures.counts.get(what, 0) >= (self.most + self.workers - 1) // self.workers

    def failed(self, part, text, place):
        """Something did not hold. Its folder is kept and named."""
        self.failures.append({"part": part, "what": text, "kept": str(place) if place else None})
        self.figures.add(f"{part} that went wrong")
        print(f"FAILED {part}: {text}" + (f"\n       kept in {place}" if place else ""), flush=True)

    def done_with(self, place):
        remove(place)

    def in_workers(self, function, count):
        """Runs function(context, number) in that many processes, and adds up what they found."""
        self.workers = count
        processes = [multiprocessing.Process(target=self._work, args=(function, number)) for number in range(count)]
        for process in processes:
            process.start()
        for number, process in enumerate(processes):
            process.join()
            path = self._result(number)
            if not path.exists():
                self.failed(self.part, f"worker {number} came to no end (exit {process.exitcode})", self.folder)
                continue
            result = json.loads(path.read_text())
            self.figures.take_in(result)
            self.failures.extend(result["failures"])

    def _result(self, number):
        return self.folder / f"result-{self.part}-{number}.json"

    def _work(self, function, number):
        self.figures, self.failures = Figures(), []
        try:
            function(self, number)
        except Exception as error:  # a fault of the campaign itself is a failure too, never silence
            import traceback
            traceback.print_exc()
            self.failed(self.part, f"the campaign itself failed: {error!r}", self.folder)
        self._result(number).write_text(json.dumps({
            "counts": self.figures.counts, "notes": self.figures.notes, "failures": self.failures}))
