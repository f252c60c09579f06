#!/usr/bin/env python3
"""Tables of docs/*.md must have what the sweeps beside them measure, and no bound is below that;
pictures must be theirs.

usage: sweep_tables_test.py FLITWISE SOURCE_DIRECTORY
"""
import csv
import pathlib
import re
import subprocess
import sys
import tempfile

# Of the longest tables.
LONG = ("ring", "line", "half-ring", "bidir", "multi-bucket", "rounds", "halving-pieces",
        "swing2-pieces", "half-way", "reversed-peel", "in-network", "in-network-two-trees",
        "in-network-trees")


def traffic(sweep):
    """A section on traffic: accepted flits with their bound, latencies of loads that were."""
    rows = []
    for flits in ("1", "5", "20"):
        label, points = f"{flits} flit{'s' * (flits != '1')}", {"options.packet_length": flits}
        rows += [(f"{label}, accepted", "measured.accepted", points, 3),
                 (f"{label}, at most", "predicted.capacity", points, 3),
                 (f"{label}, mean latency", "measured.latency.mean",
                  {**points, "measured.stable": "1"}, 1),
                 (f"{label}, empty network", "predicted.zero_load_latency", points, 1)]
    return sweep, rows


# By page and section: the sweep, and (label of a row, column of the result, what the points must
# have, digits behind the point of what is rounded).
COLLECTIVES = {
    "All-reduce on an 8 x 8 torus": ("torus_allreduce", [
        (f"`{name}`", "measured.done", {"algorithm": name})
        for name in ("ring", "line", "half-ring", "bidir", "multi-bucket", "rounds",
                     "halving-pieces", "swing2-pieces", "half-way", "reversed-peel",
                     "packet-tree")]
        + [("bound", "lower_bound", {"algorithm": "ring"})]),
    "All-reduce of long vectors on an 8 x 8 torus": ("torus_allreduce_long", [
        (f"`{name}`", "measured.done", {"algorithm": name})
        for name in LONG + ("halving", "swing", "packet-tree")]
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
            ("bound", "lower_bound", "in-switch", "constant"),
            ("bound of PEs that combine, ceil(2 (n - 1) m / n) + 1", "lower_bound", "ring",
             "constant"))]),
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
    "All-reduce on star graphs of all sizes": ("star_crossing", [
        (f"`{name}`", "measured.done", {"algorithm": name}) for name in ("trees", "in-network")]),
    "A packet a node on star graphs of all sizes": ("star_sizes", [
        (label, column, {"operation": operation, "algorithm": name})
        for label, column, operation, name in (
            ("all-gather, `rounds`", "measured.done", "all-gather", "rounds"),
            ("multinode, `static`", "measured.finish", "multinode", "static"),
            ("bound of these two", "lower_bound", "multinode", "static"),
            ("reduce, `trees`", "measured.done", "reduce", "trees"),
            ("barrier, `in-network`", "measured.done", "barrier", "in-network"),
            ("barrier, `flood`", "measured.done", "barrier", "flood"))]),
    "Barriers": ("barriers", [
        (f"{label}, `{name}`", "measured.done", {"network.kind": kind, "algorithm": name})
        for label, kind, name in (
            ("tree, one port", "tree", "interleaved"), ("tree", "tree", "in-network"),
            ("tree", "tree", "in-network-centre"), ("tree", "tree", "flood"),
            ("fat tree", "fat-tree", "in-switch"), ("8 x 8 torus", "torus", "half-way"),
            ("8 x 8 torus", "torus", "in-network"), ("8 x 8 torus", "torus", "flood"),
            ("S_4", "star-graph", "in-network"), ("S_4", "star-graph", "flood"))]),
    "All-gather on star graphs": ("star_gather", [
        (f"S_{n}", "measured.done", {"network.n": str(n)}) for n in (3, 4)]),
}
PAGES = {"collectives": COLLECTIVES,
         "tori": {"Saturation behind stages": traffic("torus_saturation")},
         "meshes": {"Saturation behind stages": traffic("xy_mesh_saturation")}}
# A measured column, and the one of its bound.
BOUNDS = [("measured.accepted", "predicted.capacity")]


def points_of(command, root, sweep):
    """The points of a sweep, and its picture."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([command, "sweep", f"sim/sweeps/{sweep}.yaml", "-o", folder], cwd=root,
                       check=True, stdout=subprocess.DEVNULL)
        picture = next(pathlib.Path(folder).glob("*.svg")).read_bytes()
        with open(next(pathlib.Path(folder).glob("*.csv")), encoding="utf-8") as file:
            return list(csv.DictReader(file)), picture


def rows_of(page, section):
    """The cells of each table row of a section, by its label; rows of equal labels: the first.
    Cells without a point are left out: "-", and empty ones at the end."""
    text = re.split(r"\n##+ ", page.split(f"\n### {section}\n")[1])[0]
    rows = {}
    for line in text.splitlines():
        if line.startswith("|"):
            label, *cells = [cell.strip() for cell in line.strip("|").split("|")]
            while cells and not cells[-1]:
                cells.pop()
            rows.setdefault(label, [cell for cell in cells if cell != "-"])
    return rows


def complaints(points, said, rows):
    """What a section says that its points do not, and points beyond their bound."""
    for label, column, wanted, *digits in rows:
        measured = [point[column] for point in points
                    if all(point[key] == value for key, value in wanted.items())]
        if digits:
            measured = [f"{float(value):.{digits[0]}f}" for value in measured]
        if not measured or said.get(label) != measured:
            yield f"{label}: says {said.get(label)}, the sweep has {measured}"
    for column, bound in BOUNDS:
        for point in points:
            if column in point and float(point[column]) > float(point[bound]):
                yield f"{column} {point[column]} is beyond {bound} {point[bound]}"


def main():
    command, root = sys.argv[1], pathlib.Path(sys.argv[2])
    status = 0
    for name, sections in PAGES.items():
        page = (root / "docs" / f"{name}.md").read_text(encoding="utf-8")
        for section, (sweep, rows) in sections.items():
            points, picture = points_of(command, root, sweep)
            if (root / "docs/images" / f"{sweep}.svg").read_bytes() != picture:
                print(f"docs/images/{sweep}.svg is not what flitwise sweep draws")
                status = 1
            for complaint in complaints(points, rows_of(page, section), rows):
                print(f"docs/{name}.md, {section}, {sweep}: {complaint}")
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
