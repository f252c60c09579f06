#!/usr/bin/env python3
"""Writes what the examples of pages print now into the pages, for review with git diff.

usage: rewrite_examples.py FLITWISE SOURCE_DIRECTORY PAGE...

Outputs that fit stay as they are. Of others, the lines before the first `...` and after the last
one are as many as they were; a line between two `...` that no longer is printed is reported and
left.
"""
import os
import pathlib
import sys

from examples_test import line_fits, mismatch, run_page, workplace


def cut_like(old, new):
    """The printed line, cut where the old one was."""
    if old.endswith("...") and len(new) > len(old):
        return new[:len(old) - 3] + "..."
    return new


def rewritten(expected, printed):
    """(lines for the page, lines that are not printed any more)."""
    dots = [index for index, line in enumerate(expected) if line == "..."]
    if not dots:
        return printed, []
    head, tail = dots[0], len(expected) - 1 - dots[-1]
    first = [cut_like(old, new) for old, new in zip(expected[:head], printed)]
    last = [cut_like(old, new) for old, new in zip(expected[dots[-1] + 1:],
                                                  printed[len(printed) - tail:])]
    middle = expected[head:dots[-1] + 1]
    gone = [line for line in middle
            if line != "..." and not any(line_fits(line, new) for new in printed)]
    return first + middle + last, gone


def rewrite(page, directory):
    """Rewrites one page; returns what is left to do by hand."""
    lines, left = page.read_text(encoding="utf-8").split("\n"), []
    changes = []
    for session, results in run_page(page, directory):
        for (number, command, expected), (printed, _) in zip(session, results):
            at = number + command.count("\n")
            while lines[at - 1].endswith("\\"):
                at += 1
            kept = len(expected)
            while expected and not expected[-1].strip():
                expected = expected[:-1]
            if mismatch(expected, printed) is not None:
                new, gone = rewritten(expected, printed)
                changes.append((at, kept, new))
                left += [f"{page}:{number}: not printed any more: {line}" for line in gone]
    for at, kept, new in sorted(changes, reverse=True):
        lines[at:at + kept] = new
    page.write_text("\n".join(lines), encoding="utf-8")
    return left


def main():
    command, source = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).absolute()
    left = []
    for page in sys.argv[3:]:
        with workplace(command, source) as directory:
            left += rewrite(source / page, directory)
    print("\n".join(left))
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
