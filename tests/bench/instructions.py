#!/usr/bin/env python3
"""Counts the instructions of runs: the same count on every machine with the same build.

    instructions.py FLITWISE [--of TEXT] [--functions N] [--check | --update]

A row a run: instructions of its simulation, start-up taken off, for every router and step and for
every evaluation of a router, and how many more these are than those of counts.json, which has the
tools that it was counted with: builds by others are not compared. Needs valgrind, whose callgrind
counts.
"""

import argparse
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SIMULATION = "flitwise::Simulation::run()"
EVALUATION = re.compile(r"flitwise::VerilatedFunctions<.*>::cycle\(void\*\)")

TORUS = "network: {kind: torus, sides: [%d, %d]}\n"
TRAFFIC = (TORUS + "operation: traffic\nalgorithm: uniform\n"
           "options: {rate: %s, packet_length: 8, seed: 1, warmup: 500, measure: %d%s}\n")
UNCHECKED = ", checkers: false"
TREE = "network: {kind: tree, shape: complete, arity: 2, height: 9}\n"
FAT_TREE = "network: {kind: fat-tree, leaves: %d, capacities: %s}\n"
ALL_REDUCE = TORUS + "operation: allreduce\nalgorithm: %s\nlength: 1024\n"
BROADCAST = TORUS + "operation: broadcast\nalgorithm: peel\nlength: 1024\n"
STAR = "network: {kind: star-graph, n: 5}\n"
GRAPH = "network: {kind: graph, shape: 'regular:512,8,1'}\ntrees: {count: 8}\n"

STORED = pathlib.Path(__file__).with_name("counts.json")
MOST_MORE = 3  # percent that --check lets a run take more than before
TOOLS = ("verilator", "systemc", "compiler")  # what counts depend on, beside the sources

# By name: a scenario, and how many routers it has.
RUNS = {
    "torus 8 x 8, rate 0.1": (TRAFFIC % (8, 8, 0.1, 2000, ""), 64),
    "torus 8 x 8, rate 0.1, no checkers": (TRAFFIC % (8, 8, 0.1, 2000, UNCHECKED), 64),
    "torus 8 x 8, rate 0.5": (TRAFFIC % (8, 8, 0.5, 500, ""), 64),
    "torus 32 x 32, rate 0.001": (TRAFFIC % (32, 32, 0.001, 2000, ""), 1024),
    "torus 8 x 8, broadcast": (BROADCAST % (8, 8), 64),
    "torus 16 x 16, broadcast": (BROADCAST % (16, 16), 256),
    "torus 32 x 32, broadcast": (BROADCAST % (32, 32), 1024),
    "torus 8 x 8, all-reduce in PEs": (ALL_REDUCE % (8, 8, "multi-bucket"), 64),
    "torus 16 x 16, all-reduce in PEs": (ALL_REDUCE % (16, 16, "multi-bucket"), 256),
    "torus 32 x 32, all-reduce in PEs": (ALL_REDUCE % (32, 32, "multi-bucket"), 1024),
    "torus 8 x 8, all-reduce in routers": (ALL_REDUCE % (8, 8, "in-network-two-trees"), 64),
    "torus 16 x 16, all-reduce in routers": (ALL_REDUCE % (16, 16, "in-network-two-trees"), 256),
    "torus 32 x 32, all-reduce in routers": (ALL_REDUCE % (32, 32, "in-network-two-trees"), 1024),
    "tree of 1,023, scatter": (
        TREE + "operation: scatter\nalgorithm: fdf\nlengths: {each: 16}\n", 1023),
    "tree of 1,023, gather": (
        TREE + "operation: gather\nalgorithm: certification\nlengths: {each: 16}\n", 1023),
    "path of 1,023, one flit": (
        "network: {kind: tree, shape: path, pes: 1023}\noperation: scatter\nalgorithm: fdf\n"
        "lengths: {one: 1022, length: 1}\n", 1023),
    "fat tree of 16, exchange": (
        FAT_TREE % (16, "exponential") + "operation: exchange\nalgorithm: optimal-ebft\n", 31),
    "fat tree of 64, exchange, one link": (
        FAT_TREE % (64, "constant") + "operation: exchange\nalgorithm: optimal-cbft\n", 127),
    "graph of 512, broadcast down 8 trees": (
        GRAPH + "operation: broadcast\nlength: 1024\n", 512),
    "graph of 512, broadcast down 8 trees, no checkers": (
        GRAPH + "operation: broadcast\nlength: 1024\noptions: {checkers: false}\n", 512),
    "graph of 512, reduction up 8 trees": (GRAPH + "operation: reduce\nlength: 1024\n", 512),
    "star graph of 120, exchange": (
        STAR + "operation: exchange\noptions: {flits: 8}\n", 120),
    "star graph of 120, exchange, no checkers": (
        STAR + "operation: exchange\noptions: {flits: 8%s}\n" % UNCHECKED, 120),
}


class Profile:
    """What callgrind has written of one process."""

    def __init__(self, file):
        self.total = 0
        self.evaluations = 0
        self.functions = collections.Counter()  # instructions of their own
        names = {}
        called = self_name = ""
        is_call = False
        for line in file.read_text(errors="replace").splitlines():
            found = re.match(r"(c?fn)=\((\d+)\)(?: (.*))?$", line)
            if found:
                kind, number, name = found.groups()
                name = names.setdefault(number, name)
                if kind == "fn":
                    self_name = name
                else:
                    called = name
            elif line.startswith("calls="):
                is_call = True
                if EVALUATION.search(called):
                    self.evaluations += int(line[6:].split()[0])
            elif re.match(r"[0-9+*-]", line):
                if not is_call:
                    count = int(line.split()[1])
                    self.functions[self_name] += count
                    self.total += count
                is_call = False


def profile_of(flitwise, name, scenario, folder):
    """The profile of the process that simulates, and the steps that it took."""
    file = folder / "run.yaml"
    result = folder / "run.json"
    file.write_text(f"name: {name}\n{scenario}")
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--toggle-collect={SIMULATION}",
         f"--callgrind-out-file={folder}/out.%p", flitwise, "run", file, "--json", result],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: the run does not pass:\n{done.stdout}")
    profiles = [Profile(out) for out in folder.glob("out.*")]
    steps = json.loads(result.read_text())["measured"]["quiesce"]
    return max(profiles, key=lambda profile: profile.total), steps


class Counts:
    """Instructions of runs, as they were stored, and as they are."""

    def __init__(self, stored, tools):
        self.stored = stored
        self.tools = tools
        self.runs = {}

    @property
    def other_tools(self):
        """What the stored counts were made with that is not what there is now."""
        return [f"{tool} {self.stored['tools'].get(tool)}, not {self.tools[tool]}"
                for tool in TOOLS if self.stored["tools"].get(tool) != self.tools[tool]]

    def more(self, name):
        """The percents by which a run takes more than it did; None where that is not known."""
        before = self.stored["runs"].get(name)
        return None if self.other_tools or not before else 100 * (self.runs[name] - before) / before

    def complaints(self):
        """Why --check fails, a sentence each."""
        if self.other_tools:
            yield "the stored counts are of " + "; ".join(self.other_tools)
        for name in self.runs:
            more = self.more(name)
            if more is not None and more > MOST_MORE:
                yield (f"{name}: {self.runs[name]:,} instructions, {more:.1f} % more than "
                       f"{self.stored['runs'][name]:,}")
            elif name not in self.stored["runs"]:
                yield f"{name}: no count is stored"

    def updated(self):
        """What is to be stored; runs that were not made stay where the tools are the same."""
        runs = {} if self.other_tools else dict(self.stored["runs"])
        return {"tools": self.tools, "runs": {**runs, **self.runs}}


def tools_of(flitwise):
    version = json.loads(subprocess.run([flitwise, "--version", "--json"], text=True,
                                        capture_output=True, check=True).stdout)
    return {tool: version[tool] for tool in TOOLS}


def read_stored():
    if not STORED.exists():
        return {"tools": {}, "runs": {}}
    return json.loads(STORED.read_text(encoding="utf-8"))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("flitwise")
    arguments.add_argument("--of", default="", help="only runs whose names have this text")
    arguments.add_argument("--functions", type=int, default=0,
                           help="the functions with most instructions of their own")
    action = arguments.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true",
                        help=f"fail where a run takes over {MOST_MORE} %% more")
    action.add_argument("--update", action="store_true", help="store these counts instead")
    options = arguments.parse_args()
    if not shutil.which("valgrind"):
        sys.exit("instructions.py: valgrind is missing: apt-get install valgrind")
    flitwise = pathlib.Path(options.flitwise).resolve()
    counts = Counts(read_stored(), tools_of(flitwise))
    print(f"{'run':50} {'million':>8} {'a router and step':>18} {'an evaluation':>14} "
          f"{'evaluated':>10} {'more':>7}")
    for name, (scenario, routers) in RUNS.items():
        if options.of not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            profile, steps = profile_of(flitwise, name, scenario, pathlib.Path(folder))
        if profile.evaluations == 0:
            sys.exit(f"{name}: no evaluation of a router was seen: {flitwise} must have its "
                     "symbols")
        counts.runs[name] = profile.total
        if options.update:
            STORED.write_text(json.dumps(counts.updated(), indent=1) + "\n", encoding="utf-8")
        more = counts.more(name)
        print(f"{name:50} {profile.total / 1e6:8.1f} {profile.total / (steps * routers):18.1f} "
              f"{profile.total / profile.evaluations:14.0f} {profile.evaluations:10} "
              + ("      -" if more is None else f"{more:+5.1f} %"), flush=True)
        for function, count in profile.functions.most_common(options.functions):
            print(f"    {count / profile.evaluations:8.1f}  {function}")
    if options.update:
        print(f"{STORED}: {len(counts.runs)} counts written")
    complaints = list(counts.complaints())
    if complaints and not options.update:
        print("\n" + "\n".join(complaints))
    return 1 if options.check and complaints else 0


if __name__ == "__main__":
    sys.exit(main())
