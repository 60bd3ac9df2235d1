"""Checks the form of every case in verdict/: keys and their order, unique ids, file name, size, no machine paths."""

import json
import re
import sys
from collections import Counter
from pathlib import Path

KEYS = ["id", "kind", "stack", "labelSource", "description", "input", "expected"]
INPUT = ["task", "diff", "verifyLogs", "builderReport"]
EXPECTED = {"verdict", "verdictAnyOf", "risk", "confidenceMin", "confidenceMax", "mustFixMin", "mustFixMax", "shouldFixMin",
            "shouldFixMax", "maxFalsePositives"}
VERDICTS = {"block_pr", "needs_context", "open_pr_with_warning", "open_pr"}
MACHINE = re.compile(r"/tmp/(?:ca|cb|assay|bash|tmp)[./_-]|/root\b|/home/(?!builder)|registry\.npmjs|runner@|\bfv-az")


def problems(path, text):
    case = json.loads(text)
    if list(case) != KEYS:
        yield f"keys are {list(case)}"
        return
    if case["id"] != path.stem:
        yield f"id is {case['id']}"
    if case["kind"] not in ("seeded", "golden"):
        yield f"kind is {case['kind']}"
    if list(case["input"]) != INPUT or not all(isinstance(v, str) for v in case["input"].values()):
        yield "input needs task, diff, verifyLogs, builderReport as strings"
    expected = case["expected"]
    if not set(expected) <= EXPECTED:
        yield f"unknown expectations {set(expected) - EXPECTED}"
    verdicts = expected.get("verdictAnyOf", [expected.get("verdict")])
    if ("verdict" in expected) == ("verdictAnyOf" in expected) or not set(verdicts) <= VERDICTS:
        yield "needs verdict or verdictAnyOf, with known verdicts"
    if not case["description"].strip() or not case["labelSource"].strip():
        yield "needs a labelSource and a description"
    if len(text.encode()) > 60_000:
        yield "is larger than 60 KB"
    found = MACHINE.search(text)
    if found:
        yield f"names the machine: {found.group()}"
    if text != json.dumps(case, indent=2, ensure_ascii=False) + "\n":
        yield "is not 2-space JSON"


def main():
    root = Path(__file__).resolve().parent / "verdict"
    seen, verdicts, kinds, bad = Counter(), Counter(), Counter(), 0
    for path in sorted(root.glob("*/*.json")):
        text = path.read_text()
        for problem in problems(path, text):
            print(f"{path.relative_to(root)}: {problem}")
            bad += 1
        case = json.loads(text)
        seen[case["id"]] += 1
        kinds[case["id"].split("-")[0]] += 1
        verdicts["|".join(case["expected"].get("verdictAnyOf", [case["expected"].get("verdict", "?")]))] += 1
    for id, count in seen.items():
        if count > 1:
            print(f"{id}: {count} files")
            bad += 1
    print(f"{len(seen)} cases; {dict(kinds)}; {dict(verdicts)}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
