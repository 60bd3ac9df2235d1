"""Words that messages and documents do not use, with those to write instead; docs/glossary.md lists them for people."""

import re

NOT_TO_USE = [
    (re.compile(r"\b[Mm]end(?:s|ed|ing)?\b"), "fix"),
    (re.compile(r"\b[Tt]old\b"), "say what is sent, given, asked or reported"),
    (re.compile(r"(?<![Tt]here )\bis none\b"), "does not exist, is not one"),
    (re.compile(r"\bis no pass\b"), "blocks, does not pass"),
    (re.compile(r"\bstands? in\b(?! for)"), "is in"),
    (re.compile(r"\b[Ww]alls\b"), "sandbox"),
]


def faults_in(text):
    """(word, what to write instead) for each of them in a text for people."""
    for pattern, instead in NOT_TO_USE:
        for found in pattern.finditer(text):
            yield found.group(), instead
