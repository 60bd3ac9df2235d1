"""Markdown as lines: which are prose, and prose wrapped at 100 columns."""

import re
import textwrap

WIDTH = 100


def lines_of(text):
    """Lines with their number and whether they are inside a fence."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        mark = line.lstrip().startswith("```")
        yield number, line, fenced or mark
        fenced ^= mark


def is_too_wide(line, fenced):
    """Tables, fenced text, comments and lines that are one long word may be wider."""
    return len(line) > WIDTH and not fenced and line.lstrip()[0] not in "|<" and len(line.split()) > 2


def wrapped(text):
    """Wraps each paragraph and list item that has a line which is too wide or ends inside of a code span."""
    out, paragraph = [], []

    def flush():
        wanted = any(is_too_wide(line, False) or line.count("`") % 2 for line in paragraph)
        out.extend(wrapped_paragraph(paragraph) if wanted else paragraph)
        paragraph.clear()

    for _, line, fenced in lines_of(text):
        item = re.match(r"\s*([-*]|\d+\.) ", line)
        if fenced or not line.strip() or line.lstrip()[0] in "#|<":
            flush()
            out.append(line)
        else:
            if item:
                flush()
            paragraph.append(line)
    flush()
    return "\n".join(out) + "\n"


def kept_whole(span):
    text = span.group()
    return text.replace(" ", "\x01") if len(text) <= 80 else text


def wrapped_paragraph(lines):
    first = re.match(r"\s*(?:(?:[-*]|\d+\.) +)?", lines[0]).group()
    words = " ".join(line.strip() for line in lines)[len(first.strip()):].strip()
    # A sign that would begin a list, a heading or a table stays behind the word before it.
    words = re.sub(r" (?=(?:[-+*>|]|#+|\d+\.)(?: |$))", "\x01", words)
    words = re.sub(r"`[^`]+`", kept_whole, words)
    out = textwrap.wrap(words, WIDTH, initial_indent=first, subsequent_indent=" " * len(first),
                        break_long_words=False, break_on_hyphens=False)
    return [line.replace("\x01", " ") for line in out]
