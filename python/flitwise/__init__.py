"""Flitwise from Python: scenarios, sweeps and suites by the command, results as objects and frames.

>>> import flitwise
>>> result = flitwise.run("sim/scenarios/figure_4.yaml")
>>> result.measured.finish
21

The functions are those of `Command`, for the command that the argument `command` names, else the
environment's FLITWISE, else `flitwise` on the PATH.
"""
from __future__ import annotations

import os
from typing import Any, Dict, Iterable, Optional, Union, overload

from ._version import __version__
from .command import Call, Command, Settings, find_command
from .errors import (BadInput, CannotRun, CommandNotFound, Died, Failed, FlitwiseError, Mistake,
                     NoEnd, NoPandas, TimedOut, WrongCommand)
from .inputs import Scenario
from .results import Check, Checks, Record, Result, Results, Sweep

_Named = Union[None, str, "os.PathLike[str]", Command]

__all__ = ["BadInput", "Call", "CannotRun", "Check", "Checks", "Command", "CommandNotFound", "Died",
           "Failed", "FlitwiseError", "Mistake", "NoEnd", "NoPandas", "Record", "Result", "Results",
           "Scenario", "Sweep", "TimedOut", "WrongCommand", "__version__", "check", "compare",
           "explain", "find_command", "list", "run", "schema", "sweep"]


def _command(named: _Named) -> Command:
    return named if isinstance(named, Command) else Command(named)


@overload
def run(  # type: ignore[misc]  # a text is a sequence of texts, too
        scenario: Scenario, *, command: _Named = None, set: Settings = None,
        timeout: Optional[float] = None, **more: Any) -> Result: ...


@overload
def run(scenario: Union[Scenario, Iterable[Scenario]], *others: Scenario, command: _Named = None,
        set: Settings = None, timeout: Optional[float] = None, **more: Any) -> Results: ...


def run(scenario: Union[Scenario, Iterable[Scenario]], *others: Scenario, command: _Named = None,
        set: Settings = None, timeout: Optional[float] = None,
        **more: Any) -> Union[Result, Results]:
    return _command(command).run(scenario, *others, set=set, timeout=timeout, **more)


def compare(scenario: Scenario, *, command: _Named = None, set: Settings = None,
            timeout: Optional[float] = None, **more: Any) -> Results:
    return _command(command).compare(scenario, set=set, timeout=timeout, **more)


def check(path: Union[Scenario, Iterable[Scenario]], *others: Scenario, command: _Named = None,
          set: Settings = None, timeout: Optional[float] = None,
          run_timeout: Optional[float] = None, **more: Any) -> Results:
    return _command(command).check(path, *others, set=set, timeout=timeout,
                                   run_timeout=run_timeout, **more)


def sweep(sweep: Scenario, *, command: _Named = None, set: Settings = None,
          timeout: Optional[float] = None, run_timeout: Optional[float] = None,
          output: Union[None, str, os.PathLike[str]] = None, **more: Any) -> Sweep:
    return _command(command).sweep(sweep, set=set, timeout=timeout, run_timeout=run_timeout,
                                   output=output, **more)


def schema(*, command: _Named = None, **more: Any) -> Dict[str, Any]:
    return _command(command).schema(**more)


def list(*, command: _Named = None) -> str:
    return _command(command).list()


def explain(algorithm: Optional[str] = None, *, command: _Named = None) -> str:
    return _command(command).explain(algorithm)


for _function in (run, compare, check, sweep, schema, list, explain):
    _function.__doc__ = getattr(Command, _function.__name__).__doc__
