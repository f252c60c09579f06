"""Results as the command's JSON has them: mappings whose keys are attributes, too."""
from __future__ import annotations

import difflib
import html
from typing import (TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union,
                    overload)

from .errors import Failed, NoPandas, WrongCommand

if TYPE_CHECKING:
    import pandas  # type: ignore[import]

    from .command import Call

# What this package itself reads of a result; all else is passed on as it is.
_NEEDED = ("scenario", "file", "algorithm", "variant", "outcome", "verdict", "measured",
           "predicted", "checks", "problems", "notes")
_NEEDED_OF_CHECKS = ("name", "measured", "predicted", "ok", "source")


def _wrapped(value: Any) -> Any:
    if isinstance(value, dict):
        return Record(value)
    if isinstance(value, list):
        return [_wrapped(item) for item in value]
    return value


def _shown(value: Any) -> str:
    """A value in a line: None as in the command's tables."""
    if value is None:
        return "-"
    text = str(value.as_dict() if isinstance(value, Record) else value)
    return text if len(text) <= 60 else text[:57] + "..."


class Record(Mapping[str, Any]):
    """An object of JSON: `record["key"]` and `record.key` are the same.

    Where a method has the name of a key, only `record["key"]` is the key's value.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = dict(data)

    def __getitem__(self, key: str) -> Any:
        return _wrapped(self._data[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_"):  # copies and pickles ask before there are data
            raise AttributeError(key)
        if key not in self._data:
            near = difflib.get_close_matches(key, self._data, 1)
            raise AttributeError(f"there is no '{key}' here, but " + ", ".join(self._data)
                                 + (f" (did you mean '{near[0]}'?)" if near else ""))
        return self[key]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Record):
            return self._data == other._data
        return self._data == other

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._data]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._data!r})"

    def as_dict(self) -> Dict[str, Any]:
        """The plain objects of JSON."""
        return dict(self._data)


class Check(Record):
    """What was measured against what theory predicts: `ok` is None where it is not decided."""

    def __str__(self) -> str:
        word = {True: "ok", False: "FAIL", None: "open"}[self._data["ok"]]
        return (f"{word:4} {self.name}: measured {_shown(self.measured)}, "
                f"predicted {_shown(self.predicted)}\n     {self.source}")


class Checks(Sequence[Check]):
    """The checks of a run, by place or by name."""

    def __init__(self, checks: Sequence[Mapping[str, Any]]) -> None:
        self._checks = [Check(check) for check in checks]

    @overload
    def __getitem__(self, at: Union[int, str]) -> Check: ...

    @overload
    def __getitem__(self, at: slice) -> List[Check]: ...

    def __getitem__(self, at: Union[int, str, slice]) -> Union[Check, List[Check]]:
        if not isinstance(at, str):
            return self._checks[at]
        for check in self._checks:
            if check.name == at:
                return check
        raise KeyError(f"no check {at}, but " + ", ".join(check.name for check in self._checks))

    def __len__(self) -> int:
        return len(self._checks)

    def __repr__(self) -> str:
        return f"Checks({self._checks!r})"


class Result(Record):
    """One run: the keys of the command's JSON, and what follows from them."""

    def __init__(self, data: Mapping[str, Any], call: Call) -> None:
        missing = [key for key in _NEEDED if key not in data]
        if not missing:
            missing = [f"checks.{key}" for check in data["checks"] for key in _NEEDED_OF_CHECKS
                       if key not in check][:1]
        if missing:
            raise WrongCommand(f"{call.arguments[0]} prints results without {', '.join(missing)}, "
                               "which this package needs: it is of another version")
        super().__init__(data)
        self.call = call  #: of the command; it may have run more than this

    def __getitem__(self, key: str) -> Any:
        return self.checks if key == "checks" else super().__getitem__(key)

    @property
    def checks(self) -> Checks:
        return Checks(self._data["checks"])

    @property
    def passed(self) -> bool:
        return bool(self._data["verdict"] == "pass")

    @property
    def failures(self) -> List[Check]:
        """Checks that failed, or were not decided because the run did not end."""
        return [check for check in self.checks if not check.ok]

    @property
    def status(self) -> int:
        """The exit status of the call."""
        return self.call.status

    def report(self) -> str:
        """The run and its outcome, checks that do not hold with their sources, problems, notes."""
        lines = [f"{self.scenario} ({self.file}): {self.outcome}"]
        lines += [f"  {line}" for check in self.failures for line in str(check).split("\n")]
        lines += [f"  problem: {problem}" for problem in self.problems]
        lines += [f"  note: {note}" for note in self.notes]
        return "\n".join(lines)

    def raise_for_failure(self) -> None:
        """Errors: raises `Failed` with the report unless the run has passed."""
        if not self.passed:
            raise Failed(self.report(), Results([self], self.call))

    def _figures(self) -> List[str]:
        """Names of all figures, measured ones first."""
        measured, predicted = self._data["measured"], self._data["predicted"]
        return [*measured, *(name for name in predicted if name not in measured)]

    def _title(self) -> str:
        """The algorithm with its variant, as in the command's tables."""
        return f"{self.algorithm} ({self.variant})" if self.variant else str(self.algorithm)

    def __repr__(self) -> str:
        numbers = [f"{name} {value}" for name, value in self._data["measured"].items()
                   if isinstance(value, (int, float))]
        return f"<Result '{self.scenario}', {self._title()}: {', '.join([self.outcome, *numbers])}>"

    def __str__(self) -> str:
        return self.report()

    def _repr_html_(self) -> str:
        rows = [(name, _shown(self.measured.get(name)), _shown(self.predicted.get(name)))
                for name in self._figures()]
        parts = [f"<p><b>{html.escape(self.scenario)}</b>, {html.escape(self._title())}: "
                 f"{html.escape(self.outcome)}</p>",
                 _table(("figure", "measured", "predicted"), rows)]
        if self.failures:
            parts.append(_table(("check", "measured", "predicted", "source"),
                                [(check.name, _shown(check.measured), _shown(check.predicted),
                                  check.source) for check in self.failures]))
        for kind in ("problems", "notes"):
            items = "".join(f"<li>{html.escape(text)}</li>" for text in self[kind])
            parts.append(f"<p>{kind}</p><ul>{items}</ul>" if items else "")
        return "".join(parts)


class Results(Sequence[Result]):
    """Runs of one call, by place or by the scenario's name, which then only one may have."""

    def __init__(self, results: Sequence[Result], call: Call) -> None:
        self._results = [*results]
        self.call = call

    @overload
    def __getitem__(self, at: Union[int, str]) -> Result: ...

    @overload
    def __getitem__(self, at: slice) -> Results: ...

    def __getitem__(self, at: Union[int, str, slice]) -> Union[Result, Results]:
        if isinstance(at, slice):
            return Results(self._results[at], self.call)
        if not isinstance(at, str):
            return self._results[at]
        found = [result for result in self._results if result.scenario == at]
        if len(found) != 1:
            raise KeyError(f"{len(found)} results of a scenario {at}: take them by place" if found
                           else f"no result of a scenario {at}")
        return found[0]

    def __len__(self) -> int:
        return len(self._results)

    @property
    def status(self) -> int:
        """The exit status of the call."""
        return self.call.status

    @property
    def passed(self) -> bool:
        return all(result.passed for result in self)

    @property
    def failed(self) -> List[Result]:
        return [result for result in self if not result.passed]

    def report(self) -> str:
        """The reports of the runs that did not pass."""
        return "\n\n".join(result.report() for result in self.failed)

    def raise_for_failure(self) -> None:
        """Errors: raises `Failed` with the reports unless all runs have passed."""
        if not self.passed:
            raise Failed(self.report(), self)

    def _rows(self) -> List[Dict[str, Any]]:
        return [{key: value for key, value in result.as_dict().items() if key != "checks"}
                for result in self]

    def frame(self) -> pandas.DataFrame:
        """A data frame with a row per run; keys within keys are joined by dots: measured.finish.

        Errors: raises `NoPandas`.
        """
        return _pandas().json_normalize(self._rows())

    def checks_frame(self) -> pandas.DataFrame:
        """A data frame with a row per check, `scenario` and `file` before its keys.

        Errors: raises `NoPandas`.
        """
        return _pandas().DataFrame([{"scenario": result.scenario, "file": result.file,
                                     **check.as_dict()}
                                    for result in self for check in result.checks])

    def __repr__(self) -> str:
        return "[" + ",\n ".join(map(repr, self)) + "]"

    def _repr_html_(self) -> str:
        names: Dict[str, Optional[str]] = {}  # as a set that keeps its order
        for result in self:
            names.update(dict.fromkeys(name for name, value in result.measured.items()
                                       if isinstance(value, (int, float))))
        rows = [(result.scenario, result._title(),
                 *(_shown(result.measured.get(name)) for name in names), result.outcome)
                for result in self]
        return _table(("scenario", "algorithm", *names, "outcome"), rows)


class Sweep(Results):
    """The points of a sweep: `points[i]` has the varied values of result i."""

    def __init__(self, results: Sequence[Result], points: Sequence[Mapping[str, Any]],
                 files: Sequence[str], call: Call) -> None:
        super().__init__(results, call)
        self.points = [dict(point) for point in points]
        self.files = [*files]  #: what the command has written; empty without `output`

    def frame(self) -> pandas.DataFrame:
        """A data frame with a row per point: the varied keys, then what `Results.frame` has.

        A key of results that is also varied is called `result.KEY`.
        Errors: raises `NoPandas`.
        """
        rows = super().frame()
        varied = _pandas().DataFrame(self.points, index=rows.index)
        renamed = {key: f"result.{key}" for key in rows.columns if key in varied.columns}
        return _pandas().concat([varied, rows.rename(columns=renamed)], axis=1)


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise NoPandas("data frames need pandas, which is not installed (Debian: apt install "
                       "python3-pandas; else: pip install pandas)") from None
    return pandas


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def line(tag: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return ("<table><thead>" + line("th", head) + "</thead><tbody>"
            + "".join(line("td", row) for row in rows) + "</tbody></table>")
