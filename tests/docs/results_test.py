#!/usr/bin/env python3
"""Holds the tables of results against what runs write.

usage: results_test.py FLITWISE SOURCE_DIRECTORY

Runs the project's scenarios, those that fail on purpose too. Every key of the objects that --json
writes, every figure and every check in them must stand in a table with the head `result key`,
`figure` or `check` of docs/scenarios.md, and everything there must have come out of a run. Exit
statuses are those that --help lists; the texts of the table of diagnostics are in the sources.
"""
import json
import pathlib
import re
import subprocess
import sys

from pages import code_words, tables

# What no scenario of the project writes; found by --set below.
EXTRA = [["sim/scenarios/star_graph_exchange.yaml", "--set", "copies=3"],
         ["sim/scenarios/torus_4x4_dead_links.yaml", "--set", "options.faults.known=true"],
         ["sim/scenarios/fat_tree_exchange_full.yaml", "--set", "options.duplex=half"],
         ["sim/scenarios/fat_tree_flood_held_back.yaml", "--set", "options.backpressure=false",
          "--set", "options.depth=100"],
         ["sim/scenarios/allreduce_ring_8_ring.yaml", "--set", "algorithm=in-network"],
         ["sim/scenarios/torus_8x8_uniform.yaml", "--set", "options.lane_rule=strict",
          "--set", "options.receiver_stall=0.1", "--set", "options.measure=100"]]


def run(command, source, *words):
    """The result objects of a run, of whatever status."""
    done = subprocess.run([command, "run", *words, "--json", "-"], cwd=source, text=True,
                          capture_output=True, check=False)
    assert done.returncode in (0, 1, 3), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def written(results):
    """What results have: keys, figures, checks."""
    found = {"result key": set(), "figure": set(), "check": set()}
    for result in results:
        found["result key"] |= set(result)
        found["figure"] |= set(result["measured"]) | set(result["predicted"])
        found["check"] |= {check["name"] for check in result["checks"]}
    return found


def documented(source, head):
    words = set()
    for table in tables(source / "docs" / "scenarios.md"):
        if table.head[0] == head:
            words |= {word for row in table.rows for word in code_words(row[0])}
    return words


def check_tables(source, results):
    complaints = []
    found = written(results)
    for head, wanted in found.items():
        there = documented(source, head)
        # A predicted figure is a check under its own name.
        named = there | found["figure"] if head == "check" else there
        complaints += [f"no row for the {head} {word}" for word in sorted(wanted - named)]
        complaints += [f"no run has the {head} {word}" for word in sorted(there - wanted)]
    return complaints


def check_statuses(command, source):
    text = subprocess.run([command, "run", "--help"], text=True, capture_output=True,
                          check=True).stdout
    listed = set(re.findall(r"^  (\d)  \w", text.split("Exit status:")[1], re.MULTILINE))
    there = documented(source, "status")
    return [] if listed == there and listed else [f"statuses: {listed} listed, {there} on pages"]


def check_diagnostics(source):
    """What the tables of diagnostics quote must be text of the sources."""
    text = ""
    for folder in ("sim", "systemc", "tb", "rtl"):
        for file in sorted(pathlib.Path(source, folder).rglob("*")):
            if file.suffix in (".cpp", ".h", ".sv"):
                text += re.sub(r'"\s*\n\s*"', "", file.read_text(encoding="utf-8"))
    quoted = documented(source, "diagnostic")
    missing = [f"the sources do not say: {words}" for words in sorted(quoted)
               for part in words.split(" … ") if part not in text]
    return missing or ([] if len(quoted) > 10 else ["where are the diagnostics?"])


def main():
    command, source = sys.argv[1], pathlib.Path(sys.argv[2])
    files = sorted(str(file.relative_to(source))
                   for file in (source / "sim/scenarios").rglob("*.yaml"))
    results = run(command, source, *files)
    for words in EXTRA:
        results += run(command, source, *words)
    complaints = check_tables(source, results) + check_statuses(command, source)
    complaints += check_diagnostics(source)
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
