#!/usr/bin/env python3
"""Runs of `flitwise run` under Open MPI's mpirun show and write what one process shows and writes.

usage: mpi_test.py FLITWISE SOURCE_DIRECTORY equal|ends|refused|shards
Skipped (status 77, with a message) where Open MPI is not installed: scripts/setup --mpi.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FLITWISE = pathlib.Path(sys.argv[1]).resolve()
SOURCES = pathlib.Path(sys.argv[2]).resolve()
SCENARIOS = SOURCES / "sim/scenarios"
# Ranks may be more than cores here, and tests may run as root.
MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"]
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
SKIPPED = 77

# File, settings, exit status: one of each family, and ends of every kind.
RUNS = [
    ("random_255_best.yaml", [], 0),
    ("mesh_8x8_gather.yaml", ["--diagram"], 0),
    ("fat_tree_exchange_full.yaml", [], 0),
    ("torus_8x8_peel.yaml", [], 0),
    ("torus_8x8_uniform.yaml", ["options.measure=200", "options.receiver_stall=0.3"], 0),
    ("xy_mesh_8x8_umesh.yaml", [], 0),
    ("star_graph_broadcast_faults.yaml", [], 0),
    ("allreduce_8x8_two_trees.yaml", [], 0),
    ("polarfly_7_allreduce.yaml", [], 0),
    ("broken/one_step_early.yaml", [], 1),
    ("broken/torus_deadlock.yaml", [], 3),
    ("random_255_best.yaml", ["options.max_steps=40"], 3),
]
LONG = ["torus_8x8_uniform.yaml", "--set", "network.sides=[16,16]", "--set",
        "options.measure=2000000"]


def fail(message):
    """Ends the test."""
    sys.exit(f"mpi_test: {message}")


def mpirun(ranks, *arguments):
    """The command that runs flitwise so."""
    return [*MPIRUN, "-n", str(ranks), str(FLITWISE), "run", *arguments]


def shown(command, folder):
    """Exit status, table, results without times, events and trace, and names of files."""
    folder.mkdir()
    done = subprocess.run(
        [*command, "--json", "results.jsonl", "--events", "events.jsonl", "--trace", "t.pftrace",
         "-v"],
        cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=300, check=False)
    results = json.loads((folder / "results.jsonl").read_text())
    results.pop("seconds")
    return (done.returncode, done.stdout, results, (folder / "events.jsonl").read_bytes(),
            (folder / "t.pftrace").read_bytes(),
            sorted(file.name for file in folder.iterdir())), done.stderr


def test_equal(folder):
    """For 1 to 4 ranks."""
    for number, (file, settings, status) in enumerate(RUNS):
        arguments = [str(SCENARIOS / file)]
        for setting in settings:
            arguments += ["--set", setting] if "=" in setting else [setting]
        alone, _ = shown([str(FLITWISE), "run", *arguments], folder / f"{number}.alone")
        if alone[0] != status:
            fail(f"{file}: status {alone[0]} in one process, not {status}")
        for ranks in (1, 2, 3, 4):
            together, errors = shown(mpirun(ranks, *arguments), folder / f"{number}.{ranks}")
            for what, one, other in zip(("status", "table", "results", "events", "trace", "files"),
                                        alone, together):
                if one != other:
                    fail(f"{file}: another {what} on {ranks} ranks:\n{other}\n{errors}")


def descendants(process):
    """Process ids, each with the command line, of all that a process has started."""
    found = {}
    parents = {}
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(status.parent.name))
    todo = list(parents.get(process, []))
    while todo:
        one = todo.pop()
        try:
            environment = pathlib.Path(f"/proc/{one}/environ").read_bytes().split(b"\0")
        except OSError:
            environment = []
        found[one] = next((variable.split(b"=")[1] for variable in environment
                           if variable.startswith(b"OMPI_COMM_WORLD_RANK=")), b"")
        todo += parents.get(one, [])
    return found


def started(ranks):
    """A long run, and its processes once all simulate: by rank the command and its child."""
    run = subprocess.Popen(mpirun(ranks, str(SCENARIOS / LONG[0]), *LONG[1:]), env=ENVIRONMENT,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(300):
        time.sleep(0.1)
        by_rank = {}
        for process, rank in descendants(run.pid).items():
            if rank:
                by_rank.setdefault(int(rank), []).append(process)
        if len(by_rank) == ranks and all(len(both) >= 2 for both in by_rank.values()):
            time.sleep(3)  # they have found each other by then
            return run, {rank: sorted(both) for rank, both in by_rank.items()}
    run.kill()
    return fail("the ranks do not start")


def is_running(process):
    """Whether it is, and not only waits to be asked for its status."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_ends(_):
    """A rank that is killed ends the run; nobody stays behind."""
    for victim in (0, 1):
        for place, status, sentence in ((1, 3, "the simulation was ended by signal 9 (Killed)"),
                                        (0, None, "")):
            run, processes = started(3)
            os.kill(processes[victim][place], signal.SIGKILL)
            out, errors = run.communicate(timeout=60)
            if status is not None and run.returncode != status or run.returncode == 0:
                fail(f"rank {victim}: status {run.returncode}\n{out}\n{errors}")
            name = f"rank {victim} of 3 on "
            if sentence and not any(name in line and sentence in line
                                    for line in (out + errors).split("\n")):
                fail(f"rank {victim}: is not named\n{out}\n{errors}")
            time.sleep(1)
            left = [one for both in processes.values() for one in both if is_running(one)]
            if left:
                fail(f"rank {victim}: processes {left} are left")


def test_refused(folder):
    """What processes cannot do together is bad input, by key and rule."""
    torus = str(SCENARIOS / "torus_8x8_peel.yaml")
    figure = str(SCENARIOS / "figure_4.yaml")
    held_back = str(SCENARIOS / "fat_tree_flood_held_back.yaml")
    (folder / "bad.yaml").write_text("network: {kind: torus, sides: [8, x]}\n")
    cases = [
        ([torus, figure], "2 scenarios: 2 processes share one run: give one file"),
        ([torus, "--waves", "w.fst"], "--waves: 2 processes share one run: each has some of the "
                                      "routers, and waves show all"),
        ([torus, "--threads", "2"], "options.threads: 2 processes share one run: each goes through "
                                    "its routers in one thread"),
        ([figure, "--set", "options.build=elaborated"],
         "options.build: 2 processes share one run: the network's top is one model"),
        ([held_back], "a fat tree that holds packets back by ready wires is run by one process"),
        (["bad.yaml"], "bad.yaml"),
        (["none.yaml"], "none.yaml"),
    ]
    for arguments, rule in cases:
        done = subprocess.run(mpirun(2, *arguments), cwd=folder, env=ENVIRONMENT,
                              capture_output=True, text=True, timeout=120, check=False)
        if done.returncode != 2 or rule not in done.stdout + done.stderr:
            fail(f"{arguments}: status {done.returncode}, wanted 2 and: {rule}\n"
                 f"{done.stdout}\n{done.stderr}")
        if (done.stdout + done.stderr).count(rule) > 1 and "none" not in rule and "bad" not in rule:
            fail(f"{arguments}: said twice\n{done.stdout}\n{done.stderr}")
    # Every other command would do as a whole what each process is to share.
    for arguments, way in (
            (["check", str(SCENARIOS)], "--shard auto has each do its part"),
            (["sweep", str(SOURCES / "sim/sweeps/torus_broadcasts.yaml")],
             "--shard auto has each do its part"),
            (["compare", torus], "start it alone"), (["list"], "start it alone")):
        rule = ("each of 2 processes would do all of it, since they share runs of `flitwise run` "
                f"alone: {way}")
        done = subprocess.run([*MPIRUN, "-n", "2", str(FLITWISE), *arguments], cwd=folder,
                              env=ENVIRONMENT, capture_output=True, text=True, timeout=120,
                              check=False)
        said = done.stdout + done.stderr
        if done.returncode != 2 or said.count(f"flitwise {arguments[0]}: error: {rule}") != 1:
            fail(f"{arguments}: status {done.returncode}, wanted 2 and once: {rule}\n{said}")
    # A file that one rank alone lacks.
    script = f'cd $OMPI_COMM_WORLD_RANK && {FLITWISE} run here.yaml'
    for rank in range(2):
        (folder / str(rank)).mkdir()
    shutil.copy(torus, folder / "0/here.yaml")
    done = subprocess.run([*MPIRUN, "-n", "2", "sh", "-c", script], cwd=folder, env=ENVIRONMENT,
                          capture_output=True, text=True, timeout=120, check=False)
    if done.returncode != 2 or "rank 1 of 2 on" not in done.stderr:
        fail(f"a rank without the file: status {done.returncode}\n{done.stderr}")


def test_shards(folder):
    """Processes do a suite's runs between them, each its shard."""
    suite = folder / "suite"
    suite.mkdir()
    for file in ("figure_4.yaml", "torus_8x8_peel.yaml", "fat_tree_exchange_full.yaml"):
        shutil.copy(SCENARIOS / file, suite)
    command = [str(FLITWISE), "check", "suite", "-o", "parts"]
    done = subprocess.run([*MPIRUN, "-n", "2", *command, "--shard", "auto"], cwd=folder,
                          env=ENVIRONMENT, capture_output=True, text=True, timeout=300, check=False)
    wanted = ["check.1-of-2.shard", "check.2-of-2.shard"]
    made = sorted(file.name for file in (folder / "parts").glob("*.shard"))
    if done.returncode != 0 or made != wanted:
        fail(f"shards: status {done.returncode}, {made}\n{done.stdout}\n{done.stderr}")
    merged = subprocess.run([*command, "--merge", "parts"], cwd=folder, capture_output=True,
                            text=True, timeout=300, check=False)
    if merged.returncode != 0 or "3 scenarios: 3 passed" not in merged.stdout:
        fail(f"merged: status {merged.returncode}\n{merged.stdout}\n{merged.stderr}")


def main():
    """Does one of the tests."""
    if shutil.which("mpirun") is None or not (FLITWISE.parent / "flitwise_mpi.so").exists():
        print("skipped: Open MPI is not installed (scripts/setup --mpi)")
        sys.exit(SKIPPED)
    tests = {"equal": test_equal, "ends": test_ends, "refused": test_refused,
             "shards": test_shards}
    with tempfile.TemporaryDirectory() as folder:
        tests[sys.argv[3]](pathlib.Path(folder))


main()
