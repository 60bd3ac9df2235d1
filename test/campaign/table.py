"""The figures of a run: one document, and the table that people read."""
import platform
import subprocess
import time


def document(seed, assay, contexts):
    version = subprocess.run([assay, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    return {
        "schemaVersion": 1,
        "program": version,
        "seed": seed,
        "kernel": platform.release(),
        "finishedAt": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "parts": [{
            "part": context.part,
            "counts": dict(sorted(context.figures.counts.items())),
            "notes": context.figures.notes,
            "failures": context.failures,
        } for context in contexts],
    }


def text(figures):
    lines = ["", f"{figures['program']}, seed {figures['seed']}, Linux {figures['kernel']}"]
    for part in figures["parts"]:
        lines += ["", f"{part['part']} ({part['notes'].get('seconds', 0)} s)"]
        lines += [f"  {name:<58} {number:>9}" for name, number in part["counts"].items()]
        lines += [f"  {name:<58} {value!s:>9}" for name, value in part["notes"].items() if name != "seconds" and not isinstance(value, list)]
        lines += [f"  {'what did not hold':<58} {len(part['failures']):>9}"]
    lines.append("")
    for part in figures["parts"]:
        for failure in part["failures"][:40]:
            lines.append(f"FAILED {part['part']}: {failure['what']}")
            if failure["kept"]:
                lines.append(f"       {failure['kept']}")
        if len(part["failures"]) > 40:
            lines.append(f"       … and {len(part['failures']) - 40} more of {part['part']}")
    return "\n".join(lines)
