"""The command `flitwise`: found, asked for its version, run, and its answers as objects."""
from __future__ import annotations

import json
import numbers
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from typing import (Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union, cast,
                    overload)

from ._version import __version__
from .errors import (BadInput, CannotRun, CommandNotFound, Died, NoEnd, TimedOut, WrongCommand,
                     read_mistakes)
from .inputs import Files, Scenario, options, settings
from .results import Result, Results, Sweep

Settings = Union[None, Mapping[str, Any], Sequence[str]]

_WITHOUT_RESULTS = ("list", "shard")  # options of sweeps
_SECONDS_TO_END = 5  # that the command has to end its simulations and remove half-written files
_HOW_TO_FIND = ("the command is the argument `command`, else what the environment's FLITWISE "
                "names, else `flitwise` on the PATH")


@dataclass(frozen=True)
class Call:
    """One call of the command that ended by itself."""

    arguments: Tuple[str, ...]  #: the command line, the command first
    status: int  #: 0 passed, 1 a check failed, 2 bad input or output, 3 a run did not end
    output: str  #: standard output
    printed: str  #: standard error: tables, diagrams, problems, mistakes

    def __str__(self) -> str:
        return shlex.join(self.arguments)


def find_command(path: Union[None, str, os.PathLike[str]] = None) -> str:
    """The command's full name: `path`, else what FLITWISE names, else `flitwise` on the PATH.

    Errors: raises `CommandNotFound`.
    """
    wanted = os.fspath(path) if path is not None else os.environ.get("FLITWISE") or "flitwise"
    found = shutil.which(wanted)
    if found is None:
        raise CommandNotFound(f"there is no command '{wanted}': {_HOW_TO_FIND}")
    return os.path.abspath(found)


class Command:
    """A command `flitwise`, and what it is always told.

    path: the command, as for `find_command`; looked for at the first use
    arguments: more words for `run`, `compare`, `check` and `sweep`, as on the command line
    timeout: seconds that a call may take, where it says nothing else

    Every method takes the command's long options as keywords, `-` in them as `_`: True gives a
    flag, a list repeats it. `set` changes keys of scenarios: {"options.rule": "tight"}. With
    `timeout`, a call that takes more seconds is ended and raises `TimedOut`.

    Errors: all methods raise `CommandNotFound`, `WrongCommand`, `Died`, `TimedOut`, and `BadInput`
    with what the command says of its input.
    """

    _checked: Dict[Tuple[str, int, int], str] = {}  # versions of commands, by file, time and size

    def __init__(self, path: Union[None, str, os.PathLike[str]] = None, *,
                 arguments: Sequence[str] = (), timeout: Optional[float] = None) -> None:
        self._path = path
        self._arguments = [*arguments]
        self._timeout = timeout

    def __repr__(self) -> str:
        return f"Command({self._path!r})"

    @property
    def path(self) -> str:
        """The command's full name. Errors: raises `CommandNotFound`."""
        return find_command(self._path)

    def version(self) -> str:
        """The command's version, which is that of this package. Errors: raises `WrongCommand`."""
        path = self.path
        state = os.stat(path)
        key = (path, state.st_mtime_ns, state.st_size)
        if key not in self._checked:
            call = self._execute([path, "--version"], self._timeout)
            words = re.match(r"flitwise (\d\S*)", call.output)
            if call.status != 0 or words is None:
                raise WrongCommand(f"{path} is no command of Flitwise: {_HOW_TO_FIND}")
            if words[1] != __version__:
                raise WrongCommand(f"{path} has version {words[1]}, and this package is for "
                                   f"version {__version__}")
            self._checked[key] = words[1]
        return self._checked[key]

    def call(self, *arguments: str, timeout: Optional[float] = None) -> Call:
        """Any call, `call("claims", "--list")`: its status is for the caller to judge."""
        self.version()
        return self._execute([self.path, *arguments], self._timeout if timeout is None else timeout)

    @overload
    def run(  # type: ignore[misc]  # a text is a sequence of texts, too
            self, scenario: Scenario, *, set: Settings = None, timeout: Optional[float] = None,
            **more: Any) -> Result: ...

    @overload
    def run(self, scenario: Union[Scenario, Iterable[Scenario]], *others: Scenario,
            set: Settings = None, timeout: Optional[float] = None, **more: Any) -> Results: ...

    def run(self, scenario: Union[Scenario, Iterable[Scenario]], *others: Scenario,
            set: Settings = None, timeout: Optional[float] = None,
            **more: Any) -> Union[Result, Results]:
        """Runs scenarios: a file's name, a text (a str with a line break) or a mapping.

        Of one scenario, a `Result`; of several, or of a list, `Results` in their order. A run that
        fails a check is a result with `passed` False.
        Errors: raises `NoEnd`, `CannotRun` and what all methods raise.
        """
        results = self._runs("run", [*_each(scenario), *others], set, timeout, more)
        return results[0] if _is_one(scenario) and not others else results

    def compare(self, scenario: Scenario, *, set: Settings = None,
                timeout: Optional[float] = None, **more: Any) -> Results:
        """Runs every algorithm and variant that fits a scenario; the best is the first.

        Errors: raises `NoEnd`, `CannotRun` and what all methods raise.
        """
        return self._runs("compare", [scenario], set, timeout, more)

    def check(self, path: Union[Scenario, Iterable[Scenario]], *others: Scenario,
              set: Settings = None, timeout: Optional[float] = None,
              run_timeout: Optional[float] = None, **more: Any) -> Results:
        """Runs scenarios, and those of folders, as a suite, several at a time.

        A run that takes more than `run_timeout` seconds did not end. What failed is run again with
        waves only where `output` names a folder for them.
        Errors: raises `NoEnd`, `CannotRun` and what all methods raise.
        """
        with tempfile.TemporaryDirectory(prefix="flitwise-") as scratch:  # for files of shards
            output = more.pop("output", None)
            more = {"no_waves": output is None, **more, "timeout": run_timeout,
                    "output": scratch if output is None else output}
            return self._runs("check", [*_each(path), *others], set, timeout, more)

    def sweep(self, sweep: Scenario, *, set: Settings = None, timeout: Optional[float] = None,
              run_timeout: Optional[float] = None,
              output: Union[None, str, os.PathLike[str]] = None, **more: Any) -> Sweep:
        """Runs one scenario over ranges of its values: a sweep's file, text or mapping.

        With the folder `output` the command leaves its files there, and goes on where an earlier
        sweep has stopped; without, nothing stays. `run_timeout` is as for `check`. `list` and
        `shard` are refused: there are no results before all shards are merged.
        Errors: raises `NoEnd`, `CannotRun` and what all methods raise.
        """
        for name in _WITHOUT_RESULTS:
            if more.get(name):
                word = options({name: more[name]})[0]
                raise BadInput(f"sweep: there are no results with {word}: say call('sweep', FILE, "
                               f"'{word}')")
        with Files([sweep]) as files, tempfile.TemporaryDirectory(prefix="flitwise-") as scratch:
            folder = os.fspath(output) if output is not None else scratch
            words = [*files.names, *settings(set), f"--output={folder}",
                     *options({**more, "timeout": run_timeout})]
            call = self._called("sweep", words, timeout)
            outputs = [line for line in call.output.split("\n")
                       if os.path.dirname(line) == folder.rstrip("/") and os.path.isfile(line)]
            rows = []
            for name in outputs[:1]:  # the first one is the results'
                with open(name, encoding="utf-8") as stream:
                    rows = _objects(call, stream.read())
            if any("point" not in row or "result" not in row for row in rows):
                raise WrongCommand(f"{self.path} prints sweeps without points and results: it is "
                                   "of another version")
            results = [_result(row["result"], files, call) for row in rows]
            done = Sweep(results, [row["point"] for row in rows],
                         outputs if output is not None else (), call)
            return cast(Sweep, _judged(done, files))

    def schema(self, **more: Any) -> Dict[str, Any]:
        """The JSON Schema of scenarios; with `sweep=True` that of sweeps."""
        call = self._text("schema", options(more))
        return _objects(call, call.output.replace("\n", " "))[0]

    def list(self) -> str:
        """All operations, algorithms, options, networks and generators, in a form to copy from."""
        return self._text("list", []).output

    def explain(self, algorithm: Optional[str] = None) -> str:
        """What an algorithm does, its formula, range and source; without a name, all names."""
        return self._text("explain", [] if algorithm is None else [algorithm]).output

    def cases(self, path: Union[str, os.PathLike[str]], *, sweep: bool = False) -> List[str]:
        """Names of what a scenario file or a sweep's file would run; nothing is run."""
        with Files([path]) as files:
            call = self._text("sweep" if sweep else "check", [*files.names, "--list"])
        lines = call.output.split("\n\n")[0].rstrip("\n").split("\n")
        return lines if sweep else [line.split("\t")[0] for line in lines]

    def _text(self, name: str, words: Sequence[str]) -> Call:
        call = self.call(name, *words)
        if call.status != 0:
            raise BadInput(call.printed.rstrip("\n"))
        return call

    def _called(self, name: str, words: Sequence[str], timeout: Optional[float]) -> Call:
        return self.call(name, *words, *self._arguments, timeout=timeout)

    def _runs(self, name: str, scenarios: Sequence[Scenario], set: Settings,
              timeout: Optional[float], more: Mapping[str, Any]) -> Results:
        with Files(scenarios) as files:
            words = [*files.names, *settings(set), "--json=-", *options(more)]
            call = self._called(name, words, timeout)
            results = [_result(row, files, call) for row in _objects(call, call.output)]
            return _judged(Results(results, call), files)

    @staticmethod
    def _execute(arguments: Sequence[str], timeout: Optional[float]) -> Call:
        _expect_seconds(timeout)
        try:
            process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
                                       env={**os.environ, "NO_COLOR": "yes"})
        except ValueError as error:
            raise BadInput(f"a word cannot stand on a command line: {error}") from None
        try:
            output, printed = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            _end(process)
            raise TimedOut(f"{shlex.join(arguments)} took longer than {timeout} s and was "
                           "ended") from None
        except BaseException:  # Ctrl-C
            _end(process)
            raise
        if process.returncode < 0:
            name = signal.Signals(-process.returncode).name
            raise Died(f"{shlex.join(arguments)} was ended by {name}", -process.returncode)
        return Call(tuple(arguments), process.returncode, output, printed)


def _expect_seconds(timeout: Any) -> None:
    is_number = isinstance(timeout, numbers.Real) and 0 <= timeout <= threading.TIMEOUT_MAX
    if timeout is not None and not is_number:
        raise BadInput(f"timeout: {timeout!r} must be a number of seconds")


def _is_one(scenario: Union[Scenario, Iterable[Scenario]]) -> bool:
    return (isinstance(scenario, (str, bytes, os.PathLike, Mapping))
            or not isinstance(scenario, Iterable))


def _each(scenario: Union[Scenario, Iterable[Scenario]]) -> List[Scenario]:
    """The scenarios of an argument that may be one or several."""
    if _is_one(scenario):
        return [cast(Scenario, scenario)]
    return [*cast(Iterable[Scenario], scenario)]


def _end(process: subprocess.Popen[str]) -> None:
    """Ends a command, which ends its simulations."""
    process.terminate()
    try:
        process.communicate(timeout=_SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        pass
    finally:  # Ctrl-C once more
        process.kill()
        process.wait()


def _objects(call: Call, text: str) -> List[Dict[str, Any]]:
    """The objects of JSON Lines."""
    rows = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise WrongCommand(f"{call.arguments[0]} prints '{line[:60]}' where this package needs "
                               "an object of JSON: it is of another version")
        rows.append(row)
    return rows


def _result(row: Mapping[str, Any], files: Files, call: Call) -> Result:
    return Result({**row, "file": files.labelled(row["file"])} if "file" in row else row, call)


def _judged(results: Results, files: Files) -> Results:
    """The results, or the error that their call's status stands for."""
    call = results.call
    if call.status == 2:
        text = files.explained(call.printed)
        if not results:
            raise BadInput(text)
        mistakes = read_mistakes(text)  # of outputs
        raise CannotRun("\n".join(mistake.text for mistake in mistakes) or results.report(),
                        results)
    if call.status == 3:
        raise NoEnd(results.report(), results)
    if not results or call.status != (0 if results.passed else 1):
        raise WrongCommand(f"{call} ended with status {call.status} and {len(results)} results, "
                           "which this package does not know: it is of another version")
    return results

