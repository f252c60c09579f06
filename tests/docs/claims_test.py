#!/usr/bin/env python3
"""Holds what README.md says about claims against docs/claims.md, which another holds against runs.

usage: claims_test.py SOURCE_DIRECTORY
"""
import pathlib
import re
import sys

from pages import code_words, tables


def verdicts(page):
    """{claim: verdict} of docs/claims.md."""
    found = {}
    for table in tables(page):
        if table.head[0] == "id":
            at = table.head.index("verdict")
            found.update({code_words(row[0])[0]: row[at].strip("*") for row in table.rows})
    return found


def check_claims(readme, all_verdicts):
    complaints, rows = [], 0
    for table in tables(readme):
        if table.head[0] != "claim":
            continue
        at = table.head.index("verdict")
        for row in table.rows:
            rows += 1
            name, verdict = code_words(row[0])[0], row[at].strip("*")
            if all_verdicts.get(name) != verdict:
                complaints.append(f"{name} is {all_verdicts.get(name)}, not {verdict}")
    counts = tuple(str(n) for n in (
        len(all_verdicts), *(list(all_verdicts.values()).count(v)
                             for v in ("holds", "corrected", "refuted"))))
    text = re.sub(r"\s+", " ", readme.read_text(encoding="utf-8"))
    said = re.search(r"of (\d+) claims,? (\d+) hold, (\d+) are corrected and (\d+) refuted", text)
    if not said or said.groups() != counts:
        complaints.append(f"README counts {said and said.groups()}, docs/claims.md {counts}")
    return complaints if rows > 4 else complaints + ["where is the head of the claims?"]


def main():
    root = pathlib.Path(sys.argv[1])
    complaints = check_claims(root / "README.md", verdicts(root / "docs" / "claims.md"))
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
