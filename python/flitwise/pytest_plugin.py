"""A plugin of pytest: `*.flitwise.yaml` are tests, and tests have a fixture `flitwise`."""
from __future__ import annotations

import functools
import math
import os
import pathlib
import shlex
from typing import Any, Callable, Iterator, List, Optional, Tuple, Union

import pytest

from .command import Command
from .errors import BadInput, CannotRun, FlitwiseError, NoEnd
from .results import Result, Results

_ENDINGS = (".flitwise.yaml", ".flitwise.yml")
_KEY = pytest.StashKey[Command]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("flitwise", "Flitwise: scenarios and sweeps as tests")
    group.addoption("--flitwise-command", metavar="PATH",
                    help="the command flitwise (default: flitwise_command of the ini-file, else "
                         "the environment's FLITWISE, else flitwise on the PATH)")
    group.addoption("--flitwise-args", metavar="WORDS",
                    help="more words for flitwise run and sweep, for example "
                         "'--set options.checkers=false' (default: flitwise_args of the ini-file)")
    parser.addini("flitwise_command", "the command flitwise; with a / relative to the ini-file")
    parser.addini("flitwise_args", "more words for flitwise run and sweep", type="args")


def _command_of(config: pytest.Config) -> Command:
    """The command that the options and the ini-file of a session name."""
    if _KEY not in config.stash:
        named: Union[None, str, pathlib.Path] = config.getoption("--flitwise-command")
        if named is None and config.getini("flitwise_command"):
            named = config.getini("flitwise_command")
            if "/" in str(named) and config.inipath is not None:
                named = config.inipath.parent / str(named)
        words = config.getoption("--flitwise-args")
        config.stash[_KEY] = Command(named, arguments=config.getini("flitwise_args")
                                     if words is None else shlex.split(words))
    return config.stash[_KEY]


@pytest.fixture(scope="session")
def flitwise(pytestconfig: pytest.Config) -> Command:
    """The command flitwise as this session has it: its methods run scenarios and sweeps."""
    return _command_of(pytestconfig)


def pytest_collect_file(file_path: pathlib.Path,
                        parent: pytest.Collector) -> Optional[pytest.Collector]:
    if not file_path.name.endswith(_ENDINGS):
        return None
    file: pytest.Collector = ScenarioFile.from_parent(parent, path=file_path)
    return file


class ScenarioFile(pytest.File):
    """A file of a scenario, which is one test, or of a sweep, of which each point is one."""

    _sweep: Union[None, Results, FlitwiseError] = None

    def collect(self) -> Iterator[Case]:
        names, is_sweep = self._cases()
        for number, name in enumerate(names):  # points may have one name
            run = functools.partial(self._point, number) if is_sweep else self._run
            yield Case.from_parent(self, name=name, run=run)

    def _cases(self) -> Tuple[List[str], bool]:
        """The names of the file's cases, and whether they are points of a sweep.

        A file that is neither a scenario nor a sweep has one case, which fails when it is run. It
        is what it has fewer keys of the outermost level wrong of; `vary` makes it a sweep.
        """
        command = _command_of(self.config)
        wrong: List[float] = []
        for is_sweep in (False, True):
            try:
                return command.cases(self.path, sweep=is_sweep), is_sweep
            except BadInput as error:
                keys = [mistake.key or "." for mistake in error.mistakes]
                is_other = not is_sweep and keys == ["vary"]
                wrong.append(math.inf if is_other else sum("." not in key for key in keys))
            except FlitwiseError:  # it is said when the case is run
                return ["scenario"], False
        return (["sweep"], True) if wrong[1] < wrong[0] else (["scenario"], False)

    def _run(self) -> Result:
        return _command_of(self.config).run(self.path)

    def _point(self, number: int) -> Result:
        if self._sweep is None:  # all points are run at once
            self._sweep = self._run_sweep()
        if isinstance(self._sweep, FlitwiseError):
            raise self._sweep
        return self._sweep[number]

    def _run_sweep(self) -> Union[Results, FlitwiseError]:
        try:
            return _command_of(self.config).sweep(self.path)
        except (NoEnd, CannotRun) as error:
            return error.results
        except FlitwiseError as error:
            return error


class Case(pytest.Item):
    """A scenario, or a point of a sweep."""

    def __init__(self, *, run: Callable[[], Result], **more: Any) -> None:
        super().__init__(**more)
        self._run = run

    def runtest(self) -> None:
        self._run().raise_for_failure()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException],
                     style: Any = None) -> Any:
        if isinstance(excinfo.value, FlitwiseError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> Tuple[Union[os.PathLike[str], str], Optional[int], str]:
        return self.path, None, f"{self.path.name}: {self.name}"
