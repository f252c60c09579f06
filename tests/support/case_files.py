#!/usr/bin/env python3
"""Reads the case files of tests/data; tests/sim/case_files.h says what they are.

usage: case_files.py FOLDER OUTPUT

Writes each case of FOLDER as a file of its own into OUTPUT.
"""
import os
import sys

MARK = b"\n=== "


def cases(folder):
    """Name and bytes of every case of the folder's .test files and of its other files."""
    for file in sorted(os.listdir(folder)):
        with open(os.path.join(folder, file), "rb") as stream:
            content = stream.read()
        stem, extension = os.path.splitext(file)
        if extension != ".test":
            yield stem, content
            continue
        for case in content.split(MARK)[1:]:
            name, text = case.split(b"\n", 1)
            yield name.decode(), text.rstrip(b"\n") + b"\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, output = sys.argv[1:]
    os.makedirs(output, exist_ok=True)
    for name, text in cases(folder):
        with open(os.path.join(output, name + ".yaml"), "wb") as stream:
            stream.write(text)


if __name__ == "__main__":
    main()
