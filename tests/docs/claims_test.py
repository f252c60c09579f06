#!/usr/bin/env python3
"""Holds what README.md says about claims against docs/claims.md, which another holds against runs.

usage: claims_test.py SOURCE_DIRECTORY
"""
import pathlib
import re
import sys

from pages import code_words, tables


VERDICTS = ("holds", "corrected", "refuted", "answered")


def verdict_in(cell):
    """The verdict of a cell like **holds** or [**corrected**, arguable](#why)."""
    found = re.search(r"\*\*([^*]+)\*\*", cell)
    return found[1] if found else cell


def verdicts(page):
    """({claim: verdict} of the papers, {result: verdict} of our own) in docs/claims.md."""
    theirs, ours = {}, {}
    for table in tables(page):
        if table.head[0] == "id":
            at = table.head.index("verdict")
            found = theirs if "place" in table.head else ours
            found.update({code_words(row[0])[0]: verdict_in(row[at]) for row in table.rows})
    return theirs, ours


def check_claims(readme, theirs, ours):
    complaints, rows = [], 0
    for table in tables(readme):
        if table.head[0] != "claim":
            continue
        at = table.head.index("verdict")
        for row in table.rows:
            rows += 1
            name, verdict = code_words(row[0])[0], verdict_in(row[at])
            if theirs.get(name) != verdict:
                complaints.append(f"{name} is {theirs.get(name)}, not {verdict}")
    counts = [str(n) for n in (
        len(theirs), *(list(theirs.values()).count(v) for v in VERDICTS), len(ours))]
    text = re.sub(r"\s+", " ", readme.read_text(encoding="utf-8"))
    said = re.search(r"of (\d+) statements of the papers,? (\d+) hold, (\d+) are corrected, "
                     r"(\d+) refuted and (\d+) answered.*? (\d+) results of our own", text)
    if not said or list(said.groups()) != counts:
        complaints.append(f"README counts {said and said.groups()}, docs/claims.md {counts}")
    return complaints if rows > 4 else complaints + ["where is the head of the claims?"]


def main():
    root = pathlib.Path(sys.argv[1])
    complaints = check_claims(root / "README.md", *verdicts(root / "docs" / "claims.md"))
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
