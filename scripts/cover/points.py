"""Coverage points in C++ of Verilator 5.006 and 5.032, and hits in the place of its counters."""
import dataclasses
import json
import pathlib
import re


class Unexpected(Exception):
    """Verilator has written something else than this reads."""


@dataclasses.dataclass(frozen=True)
class Point:
    """One point of a model: a block of lines, a way of a branch, a bit, or a cover property."""
    index: int      # of its hit; points of the same wire share one
    file: str       # as given to Verilator
    line: int
    column: int
    kind: str       # line, branch, toggle or user
    name: str       # "block", "if", "else"; a bit's or a property's name
    lines: str      # that it stands for: "88-90,92"
    instance: str   # ".tree_network.gen_pe[0].i_router"


_INSERT = re.compile(
    r'^ *vlSelf->__vlCoverInsert\(&\(vlSymsp->__Vcoverage\[(\d+)\]\), \w+, "([^"]*)", '
    r'(\d+), (\d+), "([^"]*)", "v_(\w+)/[^"]*", "([^"]*)", "([^"]*)"\);\n', re.MULTILINE)
_COUNTERS = re.compile(r"(?:std::atomic<uint32_t>|uint32_t) __Vcoverage\[(\d+)\];")
_CALL = "VL_COVER_INSERT("


def _plain(name):
    """A name as the source has it: Verilator spells brackets out."""
    return name.replace("__BRA__", "[").replace("__KET__", "]")


def points_of(text):
    """The points that a verilated source inserts."""
    return [Point(int(index), file, int(line), int(column), kind, _plain(name), lines,
                  _plain(instance))
            for index, file, line, column, instance, kind, name, lines in _INSERT.findall(text)]


def instrument(folder, prefix, hits, header):
    """Puts hits, kept in the file `hits`, in the place of the counters of the class `prefix` in
    `folder`, and returns its points. `header` is hits.h. Errors: Unexpected."""
    folder = pathlib.Path(folder)
    points, inserts, replaced = [], 0, 0
    for path in sorted(folder.glob(f"{prefix}*.cpp")):
        text = path.read_text()
        inserts += text.count("vlSelf->__vlCoverInsert(")
        points += points_of(text)
        changed = _INSERT.sub("", text)
        # Without points the function that would enter them is not called; it refers to Verilator's
        # coverage of a context, which is not linked.
        changed = re.sub(rf" *{re.escape(_CALL)}.*?\);\n", "", changed, flags=re.DOTALL)
        # All begins with zeros, whatever the context says: a bit, and what it is compared with,
        # would else be reached by what is there at first.
        changed = changed.replace("VL_RAND_RESET_W(", "VL_ZERO_RESET_W(")
        changed = re.sub(r"VL_RAND_RESET_[IQ]\(\d+\)", "0", changed)
        if changed != text:
            path.write_text(changed)
    symbols = folder / f"{prefix}__Syms.h"
    text = symbols.read_text()

    def mapped(match):
        nonlocal replaced
        replaced = int(match[1])
        return ("static inline flitwise::cover::Hit* const __Vcoverage = "
                f"flitwise::cover::hits({json.dumps(str(hits))}, {match[1]});")

    text = _COUNTERS.sub(mapped, text)
    text = text.replace('#include "verilated.h"', f'#include "verilated.h"\n#include "{header}"', 1)
    if not points or inserts != len(points) or str(header) not in text \
            or any(point.index >= replaced for point in points):
        raise Unexpected(f"{prefix}: {inserts} points are inserted, {len(points)} were read, "
                         f"there are {replaced} counters")
    symbols.write_text(text)
    return points
