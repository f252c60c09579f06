"""Runs a family's tests against each fault and notes which test noticed."""
import collections
import concurrent.futures
import fnmatch
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass, field

from .families import NOT_APPLICABLE, concerns
from .workspace import write_if_other

MEMORY = 6 << 30       # bytes of address space, so that a fault cannot fill the machine
LEAST_SECONDS = 10     # of processor time for a test
WALL = 30              # seconds of waiting a second of processor time, on a machine with much to do
PATIENCE = 6           # times what the test needs without a fault


@dataclass
class Unit:
    """A process of tests: a whole program or one test of it."""
    name: str
    program: str
    filter: str
    seconds: float | None = None  # that it takes without a fault; None: not tried yet
    kills: collections.Counter = field(default_factory=collections.Counter)  # by file
    lock: threading.Lock = field(default_factory=threading.Lock)

    def worth(self, file):
        """Faults noticed a second, so far; those of the same file say most, and as long as there
        are none, that the tests bear the file's words in their name."""
        noticed = sum(self.kills.values()) + 10 * self.kills[file] + 3 * self.named_after(file)
        return (noticed + 0.1) / ((1 if self.seconds is None else self.seconds) + 0.05)

    def named_after(self, file):
        """The share of the words of a file's name that a test's name has."""
        words = re.split(r"[_.]", file.rsplit("/", 1)[-1])[:-1]
        return sum(word.capitalize() in self.name for word in words) / len(words)


class Runner:
    """Runs units with or without a fault."""

    def __init__(self, workspace):
        self.workspace = workspace
        self.used = threading.local()  # processor time of a thread's last run
        times = workspace.folder / "times.json"
        self.times = json.loads(times.read_text()) if times.exists() else {}

    def without_fault(self, unit):
        """Learns what a unit takes without a fault; exits when it does not pass."""
        with unit.lock:
            if unit.seconds is not None:
                return
            stamp = f"{unit.name} {unit.filter} {os.stat(unit.program).st_mtime_ns}"
            if stamp not in self.times:
                for _ in range(2):  # the second time without models to compile
                    failure = self.run(unit, 0)
                    if failure:
                        raise SystemExit(
                            f"mutate: without a fault, {failure[0]} {failure[1]}; run\n"
                            f"  {unit.program} --gtest_filter={unit.filter}")
                    if self.used.seconds < 5:
                        break
                self.times[stamp] = self.used.seconds
                write_if_other(self.workspace.folder / "times.json",
                               json.dumps(dict(self.times)).encode(), 0o644)
            unit.seconds = self.times[stamp]

    def run(self, unit, number):
        """(what noticed, how) or None."""
        limit = max(LEAST_SECONDS, int(PATIENCE * unit.seconds) + 1) if number else 3000
        environment = {**os.environ, **self.workspace.environment(),
                       "FLITWISE_MUTANT": str(number)}
        if not number:
            del environment["FLITWISE_MUTANT"]

        def restrict():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if number:
                resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        with tempfile.TemporaryDirectory() as folder, \
                tempfile.TemporaryFile("w+", errors="replace") as log:
            process = subprocess.Popen(
                [unit.program, f"--gtest_filter={unit.filter}", "--gtest_fail_fast",
                 "--gtest_brief=0"], cwd=folder, env=environment, stdout=log, stderr=log,
                stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=restrict)
            timer = threading.Timer(WALL * limit, _end_group, [process])
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = status = os.waitstatus_to_exitcode(status)
            _end_group(process)
            self.used.seconds = usage.ru_utime + usage.ru_stime
            log.seek(0)
            return None if status == 0 else _cause(unit, status, log.read())


def _end_group(process):
    """Ends what a test left behind; the process's group is its own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _cause(unit, status, output):
    """The test that was running, and whether it failed, crashed or did not end."""
    running = re.findall(r"^\[ RUN      \] (\S+)", output, re.M)
    failed = re.findall(r"^\[  FAILED  \] (\w[^\s,]*)", output, re.M)
    tests = failed[:1] or running[-1:]
    test = f"{unit.name.split(' ')[0]} {tests[0]}" if tests else unit.name
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return test, "did not end"
    if status < 0:
        return test, f"crashed, {signal.Signals(-status).name}"
    # Tests before it may have made assertions fail on purpose.
    own = output[output.rfind("[ RUN      ] " + tests[0]):] if tests else output
    asserted = re.search(r"Assertion failed in (?:[^\s:]*\.)?(\w+)", own)
    return test, f"assertion {asserted[1]}" if asserted else "failed"


def whole_programs_of(workspace):
    """The processes of a family that run all tests of a program."""
    return [Unit(test, str(workspace.program(test)), "-" + ":".join(NOT_APPLICABLE))
            for test in workspace.family.at_once]


def single_tests_of(workspace):
    """The processes of a family that run one test each."""
    return [Unit(f"{test} {name}", str(workspace.program(test)), name)
            for test, wanted in workspace.family.one_by_one
            for name in _tests_in(workspace, test)
            if re.search(wanted, name)
            and not any(fnmatch.fnmatchcase(name, pattern) for pattern in NOT_APPLICABLE)]


def _tests_in(workspace, test):
    listed = subprocess.run([workspace.program(test), "--gtest_list_tests"], text=True,
                            capture_output=True, check=True).stdout
    suite = ""
    for line in listed.splitlines():
        if line and not line.startswith((" ", "Running")):
            suite = line.split()[0]
        elif line.startswith("  ") and "DISABLED_" not in line:
            yield suite + line.split()[0]


def run_campaign(runner, units, numbered, jobs, note):
    """Tries faults; `note(mutant, test, how)` is called for those that are noticed, one at a time.

    Returns the others.
    """
    lock = threading.Lock()
    unnoticed = []

    def attempt(item):
        number, mutant = item
        with lock:
            order = sorted((unit for unit in units if not runner.workspace.family.by_area
                            or concerns(unit.name.split(" ")[0], mutant.file)),
                           key=lambda unit: -unit.worth(mutant.file))
        for unit in order:
            runner.without_fault(unit)
            found = runner.run(unit, number)
            if found:
                with lock:
                    unit.kills[mutant.file] += 1
                    note(mutant, *found)
                return
        unnoticed.append(item)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(attempt, numbered))
    return sorted(unnoticed, key=lambda item: item[0])


def read_results(path):
    """Results of an earlier, perhaps interrupted, run by key."""
    results = {}
    if path.exists():
        for line in path.read_text(errors="replace").splitlines():
            try:
                entry = json.loads(line)
                results[entry["key"]] = {name: entry[name]
                                         for name in ("key", "state", "test", "how")}
            except (ValueError, KeyError, TypeError):
                pass  # cut off by what interrupted that run: it is tried again
    return results
