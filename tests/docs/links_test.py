#!/usr/bin/env python3
"""Every relative link, image and anchor of the pages must exist, and so must files and tests named
in prose; in CONTRIBUTING.md and in README.md of folders, too. The name of a block that is a file
must stand above it, since pages are shown without.

usage: links_test.py SOURCE_DIRECTORY
       links_test.py --installed FOLDER: of installed pages, links alone; prose means the checkout
"""
import pathlib
import re
import sys

from pages import (anchors, fenced_blocks, links, names_of_tests, page_files, prose_lines,
                   read_lines)

# A path of the checkout in backquotes: begins with one of its folders.
PATH = re.compile(r"^(?:rtl|systemc|tb|sim|include|examples|python|tests|scripts|docs|cmake)/"
                  r"[\w./-]+$")
ABOVE = 6  # lines
# A test in backquotes: `Suite.Name`, as both are written here.
TEST = re.compile(r"^[A-Z]\w*\.[A-Z]\w*$")


def check_links(root, page):
    """Complaints about the links of a page."""
    complaints = []
    for number, target in links(page):
        if re.match(r"^[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists():
            complaints.append(f"{page.relative_to(root)}:{number}: no file {target}")
        elif anchor and anchor not in anchors(file):
            complaints.append(f"{page.relative_to(root)}:{number}: no heading for {target}")
    return complaints


def check_paths(root, page):
    """Complaints about files that a page names: `sim/run/work.h`, or `sim/run/work` for a pair."""
    complaints = []
    for number, line in prose_lines(page):
        for word in re.findall(r"`([^`\s]+)`", line):
            if not PATH.match(word):
                continue
            base = root / word.rstrip("/")
            if not base.exists() and not list(base.parent.glob(base.name + ".*")):
                complaints.append(f"{page.relative_to(root)}:{number}: no file {word}")
    return complaints


def check_tests(root, page, tests):
    """Complaints about tests that a page names."""
    return [f"{page.relative_to(root)}:{number}: no test {word}"
            for number, line in prose_lines(page) for word in re.findall(r"`([^`\s]+)`", line)
            if TEST.match(word) and word not in tests]


def check_names(root, page):
    """Complaints about blocks whose file is not named in the lines above."""
    lines = read_lines(page)
    return [f"{page.relative_to(root)}:{block.line}: name {block.title} above"
            for block in fenced_blocks(page) if block.title
            and f"`{block.title}`" not in " ".join(lines[max(0, block.line-1-ABOVE):block.line-1])]


def main():
    is_checkout = sys.argv[1] != "--installed"
    root = pathlib.Path(sys.argv[-1]).resolve()
    complaints, count = [], 0
    tests = names_of_tests(root)
    others = [root / "CONTRIBUTING.md"]
    others += [page for folder in ("sim", "systemc", "tests", "tb", "rtl")
               for page in sorted((root / folder).rglob("README.md"))]
    for page in page_files(root) + others:
        count += len(links(page))
        complaints += check_links(root, page)
        if is_checkout:
            complaints += check_paths(root, page) + check_tests(root, page, tests)
            complaints += check_names(root, page)
    print("\n".join(complaints))
    print(f"{count} links, {len(complaints)} broken")
    return 1 if complaints or count < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
