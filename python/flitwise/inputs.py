"""Scenarios as files, and Python's values as words of a command line."""
from __future__ import annotations

import json
import os
import tempfile
from types import TracebackType
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Type, Union

from .errors import BadInput, read_mistakes

#: A file's name, a text of YAML (a str with a line break), or a mapping that stands for one.
Scenario = Union[str, "os.PathLike[str]", Mapping[str, Any]]


def _plain(value: Any) -> Any:
    """What JSON can say of a value that is not JSON's: of paths, ranges and arrays."""
    if isinstance(value, os.PathLike):
        return os.path.abspath(os.fspath(value))
    if isinstance(value, (Mapping, range)):
        return dict(value) if isinstance(value, Mapping) else [*value]
    if hasattr(value, "tolist"):  # of numpy and pandas
        return value.tolist()
    raise TypeError(f"{value!r} is no value of YAML")


def to_yaml(value: Any, indent: Optional[int] = None) -> str:
    """A value as JSON, which is YAML. A path becomes a full name.

    Errors: raises `BadInput` for what neither can say.
    """
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent,
                          default=_plain)
    except (TypeError, ValueError) as error:
        raise BadInput(f"a value cannot be said in YAML: {error}") from None


def settings(values: Union[None, Mapping[str, Any], Sequence[str]]) -> List[str]:
    """The words `--set=KEY=VALUE` of a mapping, or of texts KEY=VALUE."""
    if isinstance(values, str):
        values = [values]
    if isinstance(values, Mapping):
        values = [f"{key}={to_yaml(value)}" for key, value in values.items()]
    if values is not None and not isinstance(values, Iterable):
        raise BadInput(f"set: {values!r} must be a mapping or texts KEY=VALUE")
    return [f"--set={value}" for value in values or ()]


def options(values: Mapping[str, Any]) -> List[str]:
    """The words of keyword arguments: max_parallel=2 is --max-parallel=2, verbose=True a flag."""
    words = []
    for name, value in values.items():
        flag = "--" + name.replace("_", "-")
        if value is True:
            words.append(flag)
        elif value is not None and value is not False:
            several = value if isinstance(value, (list, tuple)) else [value]
            words += [f"{flag}={os.fspath(one) if isinstance(one, os.PathLike) else one}"
                      for one in several]
    return words


class Files:
    """Scenarios as names of files, those that are no files written into a temporary folder.

    `with Files(scenarios) as files` keeps the folder until the end of the block.
    """

    def __init__(self, scenarios: Sequence[Scenario]) -> None:
        self._scenarios = scenarios
        self._folder: Optional[tempfile.TemporaryDirectory[str]] = None
        self._labels: Dict[str, str] = {}  # of the files written here
        self.names: List[str] = []

    def __enter__(self) -> Files:
        try:
            for number, scenario in enumerate(self._scenarios, 1):
                self.names.append(self._name(number, scenario))
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def _name(self, number: int, scenario: Scenario) -> str:
        if isinstance(scenario, Mapping):
            return self._written(number, "dict", to_yaml(scenario, 1) + "\n")
        if isinstance(scenario, str) and "\n" in scenario:
            return self._written(number, "text", scenario)
        try:
            name = os.fsdecode(scenario)
        except TypeError:
            raise BadInput(f"{scenario!r} is no scenario: neither a file's name nor a text nor a "
                           "mapping") from None
        return os.path.join(".", name) if name.startswith("-") else name

    def _written(self, number: int, kind: str, text: str) -> str:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="flitwise-")
        folder = os.path.join(self._folder.name, str(number))
        os.mkdir(folder)
        name = os.path.join(folder, "scenario.yaml")
        try:
            with open(name, "w", encoding="utf-8", newline="") as stream:
                stream.write(text)
        except UnicodeEncodeError as error:
            raise BadInput(f"a text cannot be written: {error}") from None
        several = len(self._scenarios) > 1
        self._labels[name] = f"<{kind} {number}>" if several else f"<{kind}>"
        return name

    def labelled(self, name: str) -> str:
        """The name of a file, <dict> or <text> where it was written here."""
        return self._labels.get(name, name)

    def explained(self, text: str) -> str:
        """What the command says of files, with a hint where one was looked for beside a dict."""
        for name, label in self._labels.items():
            text = text.replace(name, label)
        text = text.rstrip("\n")
        if any(mistake.file in self._labels.values() and os.path.exists(mistake.value or "")
               for mistake in read_mistakes(text)):
            text += ("\nA dict or a text lies in no folder: name files in it in full, in a dict by "
                     "pathlib.Path.")
        return text
