#!/usr/bin/env python3
"""Runs BookSim2 and flitwise side by side: uniform traffic on tori, packets of 8 flits.

    booksim.py FLITWISE [BOOKSIM] [--cycles N]

BOOKSIM is the program of BookSim2 (Jiang et al., A Detailed and Flexible Cycle-Accurate
Network-on-Chip Simulator, ISPASS 2013), which is not part of this project. A row a load: for both,
processor time of the whole process, for every router and cycle, and the mean latency of packets;
the ratio is BookSim's time to that of flitwise. Their routers are not the same: BookSim's has
pipeline stages and allocators by its configuration, so that latencies differ, and flitwise's is RTL
with checkers. Without BOOKSIM nothing runs, and that is no failure.
"""

import argparse
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

FLITS = 8
LANES = 2
DEPTH = 8
# Side of the torus, flits per node and cycle, and which part of --cycles is simulated: large tori
# and loads need fewer for the same precision.
LOADS = [(8, 0.1, 1), (8, 0.2, 1), (8, 0.001, 5), (16, 0.05, 0.5), (32, 0.05, 0.2)]

# BookSim's rate is in packets a node and cycle. Samples end it early where its latency settles.
BOOKSIM = """\
topology = torus;
k = {side};
n = 2;
routing_function = dim_order;
num_vcs = {lanes};
vc_buf_size = {depth};
traffic = uniform;
packet_size = {flits};
injection_rate = {packets};
sim_type = latency;
sample_period = {period};
warmup_periods = 1;
max_samples = 10;
sim_count = 1;
"""
FLITWISE = """\
name: torus {side} x {side}, rate {rate}
network: {{kind: torus, sides: [{side}, {side}]}}
operation: traffic
algorithm: uniform
options: {{rate: {rate}, packet_length: {flits}, seed: 1, warmup: {period}, measure: {measure}}}
"""


class Side:
    """What one program took: seconds of processor time, cycles, latency of packets."""

    def __init__(self, seconds, cycles, latency, routers):
        self.latency = latency
        self.cycles = cycles
        self.nanoseconds = 1e9 * seconds / (cycles * routers)  # of a router and cycle


def run(words):
    """What a program prints, and the processor time that it took with its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return done, seconds


def figure_in(text, pattern, what):
    """The last number of that form in what BookSim printed."""
    found = re.findall(pattern, text)
    if not found:
        sys.exit(f"booksim.py: BookSim does not say {what}; it printed:\n{text[-2000:]}")
    return float(found[-1])


def run_booksim(program, load, folder):
    file = folder / "booksim.cfg"
    file.write_text(BOOKSIM.format(lanes=LANES, depth=DEPTH, **load), encoding="utf-8")
    done, seconds = run([program, file])
    # Its status is not 0 after runs that ended well, too.
    if "Simulation unstable" in done.stdout:
        sys.exit(f"booksim.py: BookSim's network is saturated at rate {load['rate']}")
    cycles = figure_in(done.stdout, r"Time taken is (\d+) cycles", "how many cycles it took")
    latency = figure_in(done.stdout, r"Packet latency average = ([\d.]+)",
                        "the latency of packets")
    return Side(seconds, cycles, latency, load["side"] ** 2)


def run_flitwise(program, load, folder):
    file, result = folder / "flitwise.yaml", folder / "flitwise.json"
    file.write_text(FLITWISE.format(**load), encoding="utf-8")
    done, seconds = run([program, "run", file, "--json", result])
    if done.returncode != 0:
        sys.exit(f"booksim.py: the run does not pass:\n{done.stdout}")
    measured = json.loads(result.read_text(encoding="utf-8"))["measured"]
    return Side(seconds, measured["quiesce"], measured["latency"]["mean"], load["side"] ** 2)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("flitwise")
    arguments.add_argument("booksim", nargs="?", default="")
    arguments.add_argument("--cycles", type=int, default=20000,
                           help="of the smallest torus; others take a part of them")
    options = arguments.parse_args()
    if not options.booksim:
        print("BookSim2 is not run beside flitwise: make bench-booksim BOOKSIM=path/to/booksim "
              "does that")
        return 0
    booksim = pathlib.Path(options.booksim).resolve()
    if not booksim.is_file():
        sys.exit(f"booksim.py: {options.booksim}: is no program")
    flitwise = pathlib.Path(options.flitwise).resolve()
    print(f"{'ns of a router and cycle':26} {'BookSim2':>9} {'flitwise':>9} {'ratio':>6}   "
          f"{'latency':>9} {'latency':>9}")
    for side, rate, part in LOADS:
        cycles = max(100, int(options.cycles * part))
        load = {"side": side, "rate": rate, "flits": FLITS, "packets": rate / FLITS,
                "period": max(10, cycles // 10), "measure": cycles}
        with tempfile.TemporaryDirectory() as folder:
            other = run_booksim(booksim, load, pathlib.Path(folder))
            own = run_flitwise(flitwise, load, pathlib.Path(folder))
        print(f"{f'{side} x {side}, rate {rate}':26} {other.nanoseconds:9.1f} "
              f"{own.nanoseconds:9.1f} {other.nanoseconds / own.nanoseconds:6.2f}   "
              f"{other.latency:9.1f} {own.latency:9.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
