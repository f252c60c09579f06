#!/usr/bin/env python3
"""Holds what README.md says about claims against docs/claims.md, which another holds against runs.

usage: claims_test.py [--write] SOURCE_DIRECTORY

With --write, README's totals are written anew first; its table is for people to mend.
"""
import pathlib
import re
import sys

from pages import code_words, tables


VERDICTS = ("holds", "corrected", "refuted", "answered")
# README's sentence; a number and what stands before it are a group each.
TOTALS = re.compile(r"(of )(\d+)(\s+statements\s+of\s+the\s+papers,?\s+)(\d+)(\s+hold,\s+)(\d+)"
                    r"(\s+are\s+corrected,\s+)(\d+)(\s+refuted\s+and\s+)(\d+)"
                    r"(\s+answered.*?\s)(\d+)(?=\s+results\s+of\s+our\s+own)", re.DOTALL)


def verdict_in(cell):
    """The verdict of a cell like **holds** or [**corrected**, arguable](#why)."""
    found = re.search(r"\*\*([^*]+)\*\*", cell)
    return found[1] if found else cell.removesuffix(" (a)")


def is_arguable(cell):
    """Whether a cell says so: in words, or by the mark of README's table."""
    return "arguable" in cell or "(a)" in cell


def arguable_claims(page):
    """The claims of docs/claims.md whose verdicts are arguable."""
    return {code_words(row[0])[0] for table in tables(page) if table.head[0] == "id"
            for row in table.rows if is_arguable(row[table.head.index("verdict")])}


def verdicts(page):
    """({claim: verdict} of the papers, {result: verdict} of our own) in docs/claims.md."""
    theirs, ours = {}, {}
    for table in tables(page):
        if table.head[0] == "id":
            at = table.head.index("verdict")
            found = theirs if "place" in table.head else ours
            found.update({code_words(row[0])[0]: verdict_in(row[at]) for row in table.rows})
    return theirs, ours


def totals(theirs, ours):
    """The numbers of README's sentence."""
    return [str(n) for n in (
        len(theirs), *(list(theirs.values()).count(v) for v in VERDICTS), len(ours))]


def write_totals(readme, theirs, ours):
    text, numbers = readme.read_text(encoding="utf-8"), iter(totals(theirs, ours))
    text = TOTALS.sub(lambda said: "".join(
        next(numbers) if group.isdigit() else group for group in said.groups()), text, count=1)
    readme.write_text(text, encoding="utf-8")


def check_claims(readme, theirs, ours, arguable):
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
            if is_arguable(row[at]) != (name in arguable):
                complaints.append(f"{name}: (a) belongs to what is arguable, and to nothing else")
    said = TOTALS.search(readme.read_text(encoding="utf-8"))
    numbers = said and [group for group in said.groups() if group.isdigit()]
    if numbers != totals(theirs, ours):
        complaints.append(f"README counts {numbers}, docs/claims.md {totals(theirs, ours)}")
    return complaints if rows > 4 else complaints + ["where is the head of the claims?"]


def main():
    root = pathlib.Path(sys.argv[-1])
    theirs, ours = verdicts(root / "docs" / "claims.md")
    if sys.argv[1] == "--write":
        write_totals(root / "README.md", theirs, ours)
    arguable = arguable_claims(root / "docs" / "claims.md")
    complaints = check_claims(root / "README.md", theirs, ours, arguable)
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
