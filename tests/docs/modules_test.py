#!/usr/bin/env python3
"""Holds the table of RTL modules in docs/modules.md against rtl/files.f and their parameters.

usage: modules_test.py SOURCE_DIRECTORY
"""
import pathlib
import re
import sys

from pages import code_words, tables


def parameters_of(file):
    """Names of a module's parameters, those that a user can set."""
    text = re.sub(r"//[^\n]*", "", file.read_text(encoding="utf-8"))
    header = re.search(r"^module \w+ *#\((.*?)^\)", text, re.MULTILINE | re.DOTALL)
    if not header:
        return set()
    return set(re.findall(r"^ *parameter [^=]*?(\w+) *=", header[1], re.MULTILINE))


def check_modules(root):
    complaints, rows = [], {}
    for table in tables(root / "docs" / "modules.md"):
        if table.head[:3] == ["RTL", "does", "parameters"]:
            rows.update({code_words(row[0])[0]: row for row in table.rows})
    files = [line.strip() for line in (root / "rtl/files.f").read_text(encoding="utf-8").split("\n")
             if line.startswith("rtl/")]
    complaints += [f"docs/modules.md: no row for {file}" for file in files if file not in rows]
    for name, row in rows.items():
        if name not in files:
            complaints.append(f"docs/modules.md: {name} is not in rtl/files.f")
            continue
        wanted, written = parameters_of(root / name), set(code_words(row[2]))
        if wanted != written:
            complaints.append(
                f"docs/modules.md: {name} has {sorted(wanted)}, not {sorted(written)}")
    return complaints


def main():
    complaints = check_modules(pathlib.Path(sys.argv[1]))
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
