#!/usr/bin/env python3
"""Runs the scripts of docs/scale.md as they stand there, and holds what they merge against a single
run.

usage: scale_test.py FLITWISE SOURCE_DIRECTORY slurm|parallel|snakemake|github|mpi

Skipped (status 77, with a message) where the program is not installed: scripts/setup --clusters, or
--mpi.
"""
import contextlib
import getpass
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

import yaml

from pages import fenced_blocks

SECONDS = 240
OUTPUTS = ("tree-gather.csv", "tree-gather.svg")
SLURM = """\
ClusterName=test
SlurmctldHost={host}(localhost)
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MailProg=/bin/true
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


class Page:
    """The files of docs/scale.md in a folder, with `flitwise` on the path."""

    def __init__(self, command, source, folder):
        self.folder = folder
        for block in fenced_blocks(source / "docs" / "scale.md"):
            if block.title:
                (folder / block.title).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
        (folder / "sim").symlink_to(source / "sim")
        self.environment = dict(os.environ, PATH=f"{command.parent}:{os.environ['PATH']}")

    def run(self, *words, **variables):
        """What a command prints. Its status must be 0."""
        done = subprocess.run(words, cwd=self.folder, env={**self.environment, **variables},
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=SECONDS, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(words)}: status {done.returncode}:\n{done.stdout}")
        return done.stdout

    def compare(self):
        """Merged outputs against those of a single run."""
        self.run("flitwise", "sweep", "gather.yaml", "-o", "single")
        for name in OUTPUTS:
            merged = (self.folder / "all" / name).read_bytes()
            if merged != (self.folder / "single" / name).read_bytes():
                sys.exit(f"{name}: differs from that of a single run")
            if not merged:
                sys.exit(f"{name}: is empty")


def need(*programs, option="--clusters"):
    for program in programs:
        if not shutil.which(program):
            print(f"skipped: {program} is not installed (scripts/setup {option})")
            sys.exit(77)


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def wait_for(what, is_there):
    end = time.monotonic() + SECONDS
    while not is_there():
        if time.monotonic() > end:
            sys.exit(f"waited {SECONDS} s for {what}")
        time.sleep(0.2)


@contextlib.contextmanager
def slurm_cluster(folder):
    """A cluster of this machine alone, which ends with the block; its configuration."""
    for name in ("state", "spool", "munge"):
        (folder / name).mkdir(mode=0o700)
    key = folder / "munge" / "key"
    key.write_bytes(os.urandom(64))
    key.chmod(0o400)
    config = folder / "slurm.conf"
    config.write_text(SLURM.format(host=socket.gethostname().split(".")[0], folder=folder,
                                   user=getpass.getuser(), ports=free_ports(2),
                                   cpus=os.cpu_count()), encoding="utf-8")
    daemons = [
        ["munged", "--foreground", "--force", f"--socket={folder}/munge.socket",
         f"--key-file={key}", f"--pid-file={folder}/munge/pid", f"--log-file={folder}/munge/log",
         f"--seed-file={folder}/munge/seed", "--num-threads=2"],
        ["slurmctld", "-D", "-f", str(config)],
        ["slurmd", "-D", "-f", str(config), "-N", socket.gethostname().split(".")[0]]]
    running = []
    with open(folder / "daemons.log", "w", encoding="utf-8") as log:
        try:
            for daemon in daemons:
                running.append(subprocess.Popen(daemon, stdout=log, stderr=log))
                if len(running) == 1:
                    wait_for("munge", (folder / "munge.socket").exists)
            yield config
        finally:
            for process in reversed(running):
                process.terminate()
            for process in reversed(running):
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()


def test_slurm(page):
    need("sbatch", "slurmctld", "slurmd", "munged")
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        cluster = pathlib.Path(name)
        cluster.chmod(0o755)
        with slurm_cluster(cluster) as config:
            def squeue():
                return subprocess.run(["squeue", "-h"], env={**page.environment,
                                      "SLURM_CONF": str(config)}, text=True, capture_output=True,
                                      check=False)

            wait_for("Slurm", lambda: squeue().returncode == 0)
            job = page.run("sbatch", "--parsable", "array.sh", SLURM_CONF=str(config)).strip()
            page.run("sbatch", f"--dependency=afterok:{job}", "--kill-on-invalid-dep=yes",
                     "merge.sh", SLURM_CONF=str(config))
            wait_for("the jobs", lambda: squeue().stdout == "")
    logs = sorted(page.folder.glob("shard-*.log"))
    assert len(logs) == 4, logs
    for log in logs:
        assert f"shard {log.stem[6:]}/4: " in log.read_text(encoding="utf-8"), log
    page.compare()


def test_parallel(page):
    need("parallel")
    page.run("bash", "-e", "parallel.sh")
    page.compare()


def test_snakemake(page):
    need("snakemake")
    page.run("snakemake", "--cores", "2", XDG_CACHE_HOME=str(page.folder / "cache"))
    page.compare()


def run_steps(page, job, matrix):
    """The steps of a job that run something, with the matrix's value and number of jobs."""
    for step in job["steps"]:
        if "run" in step:
            script = step["run"].replace("${{ matrix.shard }}", str(matrix[0]))
            script = script.replace("${{ strategy.job-total }}", str(matrix[1]))
            assert "${{" not in script, script
            page.run("bash", "-e", "-c", script)


def test_github(page):
    (page.folder / "scenarios").mkdir()
    for file in sorted((page.folder / "sim" / "scenarios").glob("figure*.yaml")):
        shutil.copy(file, page.folder / "scenarios")
    jobs = yaml.safe_load((page.folder / "matrix.yml").read_text(encoding="utf-8"))["jobs"]
    shards = jobs["shard"]["strategy"]["matrix"]["shard"]
    for shard in shards:
        run_steps(page, jobs["shard"], (shard, len(shards)))
    assert jobs["merge"]["needs"] == "shard"
    run_steps(page, jobs["merge"], ("", ""))
    page.run("flitwise", "check", "scenarios", "--no-waves", "--junit", "single.xml")

    def timeless(name):
        return re.sub(r' time="[^"]*"', "", (page.folder / name).read_text(encoding="utf-8"))

    assert timeless("results.xml").count("<testcase") == 5
    assert timeless("results.xml") == timeless("single.xml")


def test_mpi(page):
    need("mpirun", "mpicc", option="--mpi")

    def result(name):
        one = json.loads((page.folder / name).read_text(encoding="utf-8"))
        del one["seconds"]
        return one

    # Where tests run may be root, and have fewer cores than ranks.
    page.run("bash", "-e", "ranks.sh", RANKS="3", OMPI_ALLOW_RUN_AS_ROOT="1",
             OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
    page.run("flitwise", "run", "sim/scenarios/torus_8x8_peel.yaml", "--json", "single.jsonl")
    assert result("results.jsonl") == result("single.jsonl")


def main():
    command, source, what = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3]
    with tempfile.TemporaryDirectory() as folder:
        page = Page(command, pathlib.Path(source).resolve(), pathlib.Path(folder))
        {"slurm": test_slurm, "parallel": test_parallel, "snakemake": test_snakemake,
         "github": test_github, "mpi": test_mpi}[what](page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
