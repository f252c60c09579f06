#!/usr/bin/env python3
"""The tables of docs/collectives.md must have what the sweeps beside them measure.

usage: collective_tables_test.py FLITWISE SOURCE_DIRECTORY
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

# Of the longest tables.
LONG = ("ring", "half-ring", "bidir", "multi-bucket", "rounds", "halving-pieces", "swing2-pieces",
        "half-way", "reversed-peel", "in-network", "in-network-two-trees", "in-network-trees")

# By section: the sweep, and (label of a row, column of the result, what the points must have).
ROWS = {
    "All-reduce on an 8 x 8 torus": ("torus_allreduce", [
        (f"`{name}`", "measured.done", {"algorithm": name})
        for name in ("ring", "half-ring", "bidir", "multi-bucket", "rounds", "halving-pieces",
                     "swing2-pieces", "half-way", "reversed-peel", "packet-tree")]
        + [("bound", "lower_bound", {"algorithm": "ring"})]),
    "All-reduce of long vectors on an 8 x 8 torus": ("torus_allreduce_long", [
        (f"`{name}`", "measured.done", {"algorithm": name}) for name in LONG + ("halving", "swing")]
        + [("bound", "lower_bound", {"algorithm": "ring"})]),
    "All-reduce of slow PEs on an 8 x 8 torus": ("torus_allreduce_slow_pes", [
        (f"`{name}`", "measured.done", {"algorithm": name}) for name in LONG + ("packet-tree",)]
        + [("bound", "lower_bound", {"algorithm": "ring"})]),
    "All-reduce on a 9 x 9 torus": ("torus_9x9_allreduce", [
        (f"`{name}`", "measured.done", {"algorithm": name})
        for name in ("radix3", "radix3-pieces", "half-ring", "multi-bucket", "rounds")]
        + [("bound", "lower_bound", {"algorithm": "rounds"})]),
    "Reduce-scatter of a word a node on rings": ("ring_words", [
        (f"`{name}`", "measured.done", {"algorithm": name})
        for name in ("line", "ring", "bidir", "half-ring")]
        + [("bound", "lower_bound", {"algorithm": "ring"})]),
    "Reductions on a tree of five nodes": ("tree_collectives", [
        (f"{operation}, `{name}`", "measured.done", {"operation": operation, "algorithm": name})
        for operation, name in (("reduce", "in-network"), ("allreduce", "in-network"),
                                ("allreduce", "in-network-centre"), ("reduce", "interleaved"),
                                ("reduce", "whole"), ("allreduce", "interleaved"))]),
    "All-reduce on a tree of 15 PEs": ("tree_allreduce", [
        ("`interleaved`, one port", "measured.done", {"algorithm": "interleaved"}),
        ("`reversed`, a port a link", "measured.done", {"algorithm": "reversed"}),
        ("`in-network`", "measured.done", {"algorithm": "in-network"}),
        ("bound", "lower_bound", {"algorithm": "reversed"})]),
    "All-reduce on fat trees": ("fat_tree_allreduce", [
        (label, column, {"algorithm": name, "network.capacities": capacities})
        for label, column, name, capacities in (
            ("`ring`", "measured.done", "ring", "constant"),
            ("`halving-doubling`, one link a branch", "measured.done", "halving-doubling",
             "constant"),
            ("`halving-doubling`, full", "measured.done", "halving-doubling", "exponential"),
            ("`in-switch`", "measured.done", "in-switch", "constant"),
            ("bound", "lower_bound", "in-switch", "constant"))]),
    "Reduce-scatter on rings": ("ring_reduce_scatter", [
        (f"`{name}`", "measured.done", {"algorithm": name})
        for name in ("line", "ring", "bidir", "half-ring")]
        + [("bound", "lower_bound", {"algorithm": "ring"})]),
    "Reduce-scatter on fat trees": ("fat_tree_reduce_scatter", [
        (f"`{name}`", "measured.done", {"algorithm": name})
        for name in ("in-switch-reversed", "halving-doubling", "ring")]
        + [("bound", "lower_bound", {"algorithm": "in-switch-reversed"})]),
    "All-to-all on tori": ("torus_all_to_all", [
        (f"P = {block}", "measured.done", {"block": str(block)}) for block in (1, 2)]
        + [("bound", "lower_bound", {"block": "1"})]),
    "All-gather on tori": ("torus_gather", [
        (f"`{name}`", "measured.done", {"algorithm": name})
        for name in ("ring", "half-ring", "multi-bucket", "rounds")]
        + [("bound", "lower_bound", {"algorithm": "rounds"})]),
    "All-reduce on star graphs": ("star_allreduce", [
        ("`trees`", "measured.done", {"algorithm": "trees"}),
        ("`rounds`", "measured.done", {"algorithm": "rounds"}),
        ("`in-network`", "measured.done", {"algorithm": "in-network"}),
        ("bound", "lower_bound", {"algorithm": "rounds"})]),
    "All-gather on star graphs": ("star_gather", [
        (f"S_{n}", "measured.done", {"network.n": str(n)}) for n in (3, 4)]),
}


def points_of(command, root, sweep):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([command, "sweep", f"sim/sweeps/{sweep}.yaml", "-o", folder], cwd=root,
                       check=True, stdout=subprocess.DEVNULL)
        with open(next(pathlib.Path(folder).glob("*.csv")), encoding="utf-8") as file:
            return list(csv.DictReader(file))


def rows_of(page, section):
    """The cells of each table row of a section, by its label; rows of equal labels: the first."""
    text = page.split(f"\n### {section}\n")[1].split("\n### ")[0]
    rows = {}
    for line in text.splitlines():
        if line.startswith("|"):
            label, *cells = [cell.strip() for cell in line.strip("|").split("|")]
            rows.setdefault(label, cells)
    return rows


def main():
    command, root = sys.argv[1], pathlib.Path(sys.argv[2])
    page = (root / "docs" / "collectives.md").read_text(encoding="utf-8")
    status = 0
    for section, (sweep, rows) in ROWS.items():
        points, said = points_of(command, root, sweep), rows_of(page, section)
        for label, column, wanted in rows:
            measured = [point[column] for point in points
                        if all(point[key] == value for key, value in wanted.items())]
            if said.get(label) != measured:
                print(f"docs/collectives.md, {section}, {label}: says {said.get(label)}, "
                      f"{sweep} has {measured}")
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
