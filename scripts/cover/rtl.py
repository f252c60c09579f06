"""Hits and points of all models, merged over parameters, instances and programs."""
import dataclasses
import hashlib
import json
import re

from .points import Point

# Points are merged by what the source calls them: hit in one instance of one shape is hit.
KINDS = ("lines", "branches", "bits", "points")


@dataclasses.dataclass
class File:
    """What is reached of one source, each a dictionary from key to whether it was."""
    lines: dict = dataclasses.field(default_factory=dict)     # number
    branches: dict = dataclasses.field(default_factory=dict)  # (line, column, way)
    bits: dict = dataclasses.field(default_factory=dict)      # "violation_o[3]"
    points: dict = dataclasses.field(default_factory=dict)    # "gen_lane[0].c_full"
    places: dict = dataclasses.field(default_factory=dict)    # bit or point -> line

    def add(self, point, hit):
        """Takes one point of one model in."""
        if point.kind in ("line", "branch"):
            for line in numbers(point.lines):
                self.lines[line] = self.lines.get(line, False) or hit
        if point.kind == "branch":
            key = (point.line, point.column, point.name)
            self.branches[key] = self.branches.get(key, False) or hit
        elif point.kind == "toggle":
            self.bits[point.name] = self.bits.get(point.name, False) or hit
            self.places[point.name] = point.line
        elif point.kind == "user":
            name = point.instance.split(".i_cover.", 1)[-1]
            self.points[name] = self.points.get(name, False) or hit
            self.places[name] = point.line


def numbers(ranges):
    """The numbers of "88-90,92"."""
    result = []
    for part in filter(None, ranges.split(",")):
        first, _, last = part.partition("-")
        result += range(int(first), int(last or first) + 1)
    return result


def _is_current(root, sources):
    """Whether a model was made from the sources that are there now."""
    for name, digest in sources.items():
        path = root / name
        if not path.exists() or hashlib.sha1(path.read_bytes()).hexdigest() != digest:
            return False
    return True


def load(root, folder):
    """{file: File} of all models whose points and hits are in `folder`, and how many those are.
    Files are named relative to `root`; cover points belong to the module they are bound to."""
    files, models = {}, 0
    for record_file in sorted(folder.glob("*.points")):
        record = json.loads(record_file.read_text())
        if not _is_current(root, record["sources"]):
            continue
        models += 1
        hits_file = record_file.with_suffix(".hits")
        hits = hits_file.read_bytes() if hits_file.exists() else b""
        for values in record["points"]:
            point = Point(*values)
            hit = point.index < len(hits) and hits[point.index] != 0
            files.setdefault(point.file, File()).add(point, hit)
    return {name: files[name] for name in sorted(files)}, models


def ratio(hit):
    """(reached, all) of one of a file's dictionaries."""
    return sum(hit.values()), len(hit)


def grouped_bits(names):
    """Names of bits as a reader writes them: "violation_o[5-7]", from single ones."""
    signals, single = {}, []
    for name in names:
        found = re.fullmatch(r"(.*)\[(\d+)\]", name)
        if found:
            signals.setdefault(found[1], []).append(int(found[2]))
        else:
            single.append(name)
    groups = list(single)
    for signal, bits in signals.items():
        bits.sort()
        start = bits[0]
        for at, bit in enumerate(bits):
            if at + 1 == len(bits) or bits[at + 1] != bit + 1:
                groups.append(f"{signal}[{start}]" if start == bit else f"{signal}[{start}-{bit}]")
                start = bits[at + 1] if at + 1 < len(bits) else bit
    return sorted(groups)
