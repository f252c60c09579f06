"""What can go wrong, each with a class of its own; `FlitwiseError` is the base of all."""
from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, List, Optional, Tuple

if TYPE_CHECKING:
    from .results import Results

# PLACE: error: KEY: 'VALUE' RULE, where PLACE is FILE, FILE:LINE:COLUMN or a setting, and KEY and
# VALUE may be missing; of schedules KEY is "rank 0". Lines of the file, with a mark below, may
# follow.
_MISTAKE = re.compile(r"^(?P<place>.*?): error: (?P<text>.*)$")
_POSITION = re.compile(r"^(?P<file>.*):(?P<line>\d+):(?P<column>\d+)$")
_RULE = re.compile(r"^(?:(?P<key>[^\s:']+|[a-z]+ \d+): )?(?:'(?P<value>.*?)' )?(?P<rule>.*)$")


class FlitwiseError(Exception):
    """Any of the errors below."""


class CommandNotFound(FlitwiseError):
    """There is no command `flitwise` where it was looked for."""


class WrongCommand(FlitwiseError):
    """The command is not of this package's version, or prints what the package cannot read."""


class NoPandas(FlitwiseError, ImportError):
    """A data frame was asked for, and pandas is not installed."""


class TimedOut(FlitwiseError, TimeoutError):
    """The call took longer than its `timeout`; the command was ended."""


class Died(FlitwiseError):
    """A signal ended the command. `signal` is its number."""

    def __init__(self, text: str, signal: int) -> None:
        super().__init__(text)
        self.signal = signal


@dataclass(frozen=True)
class Mistake:
    """One mistake in the input, as the command says it."""

    text: str  #: the whole message, with the line at fault and a mark below it
    rule: str  #: what is wrong, or must hold
    file: Optional[str] = None  #: None where a setting or the command line is at fault
    line: Optional[int] = None  #: from 1; None where the file as a whole is at fault
    column: Optional[int] = None  #: in characters, from 1
    setting: Optional[str] = None  #: `--set KEY=VALUE` that is at fault
    key: Optional[str] = None  #: keys joined by dots
    value: Optional[str] = None


class BadInput(FlitwiseError):
    """The command refused its input and ran nothing. `mistakes` has every message."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.mistakes: List[Mistake] = read_mistakes(text)


class _WithResults(FlitwiseError):
    def __init__(self, text: str, results: Results) -> None:
        super().__init__(text)
        self.results = results  #: of all that was run


class CannotRun(_WithResults):
    """A router's model could not be made, or an output not be written. `results` has the rest."""


class NoEnd(_WithResults):
    """A run did not end: deadlock, `options.max_steps` or `run_timeout`. `results` has all runs."""


class Failed(_WithResults, AssertionError):
    """`raise_for_failure` was called on `results` of which some have failed."""


def _mistake(parts: re.Match[str], text: str) -> Mistake:
    place, position = parts["place"], _POSITION.match(parts["place"])
    rule = _RULE.match(parts["text"])
    assert rule is not None  # all of it may be missing
    mistake = Mistake(text, rule["rule"], key=rule["key"], value=rule["value"])
    if place.startswith("--"):
        return replace(mistake, setting=place)
    if re.match(r"^flitwise( [a-z]+)?$", place):  # the command line
        return mistake
    if position is None:
        return replace(mistake, file=place)
    return replace(mistake, file=position["file"], line=int(position["line"]),
                   column=int(position["column"]))


def read_mistakes(text: str) -> List[Mistake]:
    """The mistakes in what the command says of bad input."""
    groups: List[Tuple[re.Match[str], List[str]]] = []
    for line in text.split("\n"):
        parts = _MISTAKE.match(line)
        if parts is not None:
            groups.append((parts, [line]))
        elif groups and line.startswith(" "):  # the line at fault, and the mark below it
            groups[-1][1].append(line)
    return [_mistake(parts, "\n".join(lines)) for parts, lines in groups]
