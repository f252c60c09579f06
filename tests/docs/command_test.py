#!/usr/bin/env python3
"""Holds docs/command.md against the command's own help.

usage: command_test.py FLITWISE SOURCE_DIRECTORY

Every subcommand has a section `## flitwise NAME` that names each of its options, and no section
names an option that the subcommand does not have. Every target of the Makefile that a page names
exists.
"""
import pathlib
import re
import subprocess
import sys

from pages import page_files, read_lines

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
# Commands of other programs, with their options.
OTHERS = re.compile(r"(?:^ *|`|&& )(?:surfer|cmake|ctest) [^`&\n]*", re.MULTILINE)


def help_of(command, *words):
    return subprocess.run([command, *words, "--help"], text=True, capture_output=True,
                          check=True).stdout


def subcommands(text):
    part = text.split("Subcommands:\n", 1)
    if len(part) == 1:
        return []
    return re.findall(r"^  ([a-z]\S*) ", part[1].split("\n\n")[0], re.MULTILINE)


def options_of(command, *words):
    """Long options of a subcommand and of those within it."""
    text = help_of(command, *words)
    options = set(OPTION.findall(text.split("Options:\n", 1)[1].split("\n\n")[0]))
    for name in subcommands(text):
        options |= options_of(command, *words, name)
    return options


def sections(page):
    """{subcommand: text} of the headings `flitwise NAME`, smaller headings included."""
    found, name = {}, None
    for line in read_lines(page):
        heading = re.match(r"^##? (?:`?flitwise ([a-z]+)`?)?", line)
        if heading:
            name = heading[1]
        elif name:
            found[name] = found.get(name, "") + line + "\n"
    return found


def check_sections(command, page):
    complaints, written = [], sections(page)
    names = subcommands(help_of(command))
    assert len(names) > 8, "where are the subcommands?"
    common = {"--help", "--version"}
    for name in names:
        if name not in written:
            complaints.append(f"{page.name}: no section `flitwise {name}`")
            continue
        options = options_of(command, name) - common
        there = set(OPTION.findall(OTHERS.sub("", written[name])))
        complaints += [f"{page.name}, {name}: nothing about {o}" for o in sorted(options - there)]
        complaints += [f"{page.name}, {name}: it has no {o}"
                       for o in sorted(there - options - common)]
    complaints += [f"{page.name}: there is no `flitwise {name}`" for name in written
                   if name not in names]
    return complaints


def check_targets(source):
    makefile = (source / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    complaints = []
    for page in page_files(source):
        for number, line in enumerate(read_lines(page), 1):
            for target in re.findall(r"(?:^|`)make ([a-z-]+)", line):
                if target not in targets:
                    complaints.append(f"{page.name}:{number}: no target {target}")
    return complaints


def main():
    command, source = sys.argv[1], pathlib.Path(sys.argv[2])
    complaints = check_sections(command, source / "docs" / "command.md") + check_targets(source)
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
