"""Results as figures to keep, as a table to read, and against limits."""
import json
import tomllib

from . import cpp, rtl
from .ledger import BadList


def summary(files, cpp_groups):
    """{"rtl": {file: {kind: [reached, all]}}, "cpp": {group: [ran, lines]}}; cover points count for
    the router that they are bound to."""
    by_file = {}
    for name, file in files.items():
        row = by_file.setdefault(name.replace("tb/cover/", "").replace("_cover.sv", ""), {})
        for kind in rtl.KINDS:
            reached, count = rtl.ratio(getattr(file, kind))
            if name.startswith("tb/cover/") != (kind == "points"):
                continue  # a cover file counts for its points alone
            row[kind] = [reached, count]
    merged = {}
    for name, row in by_file.items():
        if name.startswith("rtl/"):
            stem = name.rsplit("/", 1)[-1].removesuffix(".sv")
            merged[name] = {kind: row.get(kind, by_file.get(stem, {}).get(kind, [0, 0]))
                            for kind in rtl.KINDS}
    return {"rtl": merged, "cpp": {name: list(value) for name, value in cpp_groups.items()}}


def _percent(pair):
    reached, count = pair
    return 100.0 * reached / count if count else None


def _cell(pair):
    if not pair[1]:
        return "-"
    return f"{_percent(pair):.1f} % of {pair[1]}"


def _sums(rows):
    return {kind: [sum(row[kind][i] for row in rows) for i in (0, 1)] for kind in rtl.KINDS}


def markdown(figures):
    """The tables of docs/coverage.md."""
    text = ["| RTL | lines | branches | bits | points |", "|---|---|---|---|---|"]
    for name, row in figures["rtl"].items():
        text.append(f"| `{name}` | " + " | ".join(_cell(row[kind]) for kind in rtl.KINDS) + " |")
    if figures["rtl"]:
        total = _sums(figures["rtl"].values())
        text.append("| all | " + " | ".join(_cell(total[kind]) for kind in rtl.KINDS) + " |")
    if figures["cpp"]:
        text += ["", "| C++ | lines |", "|---|---|"]
        for name, pair in figures["cpp"].items():
            text.append(f"| {name if ' ' in name else f'`{name}`'} | {_cell(pair)} |")
        outside = cpp.outside_the_command_line(figures["cpp"])
        text.append(f"| all but {cpp.COMMAND_LINE} | {_cell(outside)} |")
    if not is_whole(figures):
        text += ["", "The router tests alone (`--family all`): C++ is not measured."]
    return "\n".join(text) + "\n"


def load_limits(path):
    """The limits. Errors: BadList."""
    try:
        limits = tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadList(f"{path}: {error}") from error
    if set(limits) != {"rtl", "cpp"} or set(limits["rtl"]) != set(rtl.KINDS) \
            or set(limits["cpp"]) != {"lines"}:
        raise BadList(f"{path}: must have rtl with {', '.join(rtl.KINDS)} and cpp with lines")
    return limits


def is_whole(figures):
    """Whether all tests ran, and not those of the routers alone."""
    return figures.get("whole", True)


def below(figures, limits):
    """What is below its limit, as sentences. Tests of the routers alone owe no bits and no C++:
    addresses and lengths of all sizes come in whole runs."""
    total = _sums(figures["rtl"].values())
    measured = [(f"RTL {kind}", total[kind], limits["rtl"][kind]) for kind in rtl.KINDS
                if kind != "bits" or is_whole(figures)]
    if is_whole(figures):
        measured.append(("C++ lines", cpp.outside_the_command_line(figures["cpp"]),
                         limits["cpp"]["lines"]))
    wrong = []
    for what, pair, limit in measured:
        percent = _percent(pair)
        if percent is None:
            wrong.append(f"{what}: nothing was measured")
        elif percent < limit:
            wrong.append(f"{what}: {percent:.2f} %, must be {limit} % ({pair[0]} of {pair[1]})")
    return wrong


def save(figures, path):
    """Keeps the figures for docs/coverage.md."""
    rows = [f"  {json.dumps(part)}: {{\n" + ",\n".join(
        f"    {json.dumps(name)}: {json.dumps(row)}" for name, row in figures[part].items())
            + "\n  }" for part in ("rtl", "cpp")]
    rows.append(f'  "whole": {json.dumps(is_whole(figures))}')
    path.write_text("{\n" + ",\n".join(rows) + "\n}\n")
