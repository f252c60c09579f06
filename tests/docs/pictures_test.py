#!/usr/bin/env python3
"""The committed pictures must be what scripts/draw_networks and the command draw now.

usage: pictures_test.py FLITWISE SOURCE_DIRECTORY
"""
import pathlib
import subprocess
import sys
import tempfile

# By the diagram of a scenario: name of the picture, scenario, file that --diagram writes.
DIAGRAMS = [("figure_4.svg", "sim/scenarios/figure_4.yaml", "figure-4.svg")]


def main():
    command, root = sys.argv[1], pathlib.Path(sys.argv[2])
    status = subprocess.run([root / "scripts" / "draw_networks", "--check"], check=False).returncode
    for picture, scenario, name in DIAGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([command, "run", scenario, "--diagram", "-o", folder], cwd=root,
                           check=True, stdout=subprocess.DEVNULL)
            drawn = (pathlib.Path(folder) / name).read_bytes()
        if drawn != (root / "docs" / "images" / picture).read_bytes():
            print(f"docs/images/{picture} is not what flitwise run {scenario} --diagram draws")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
