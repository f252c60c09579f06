"""What is not covered, each with its reason, held against what was measured."""
import dataclasses
import re
import tomllib

from . import rtl

WHAT = ("line", "branch", "bits", "point")


class BadList(Exception):
    """A file of lists says something else than it may."""


@dataclasses.dataclass(frozen=True)
class Uncovered:
    """One entry: in `file`, what `text` names, for a `reason`."""
    file: str
    what: str    # line, branch, bits or point
    text: str    # of the line without its indent (of a branch with ": if" or ": else"), or a name
    reason: str

    def __str__(self):
        return f"{self.file}: {self.what} {self.text}"


@dataclasses.dataclass(frozen=True)
class Elaborated:
    """A function that is called for constants only: no test can reach its lines."""
    file: str
    function: str

    def __str__(self):
        return f"{self.file}: function {self.function}"

    def lines(self, source):
        """The numbers of its lines; none if it is not there."""
        begin = None
        for number, text in enumerate(source, 1):
            if re.match(rf" *function\b.*\b{re.escape(self.function)}\(", text):
                begin = number
            elif begin and re.match(r" *endfunction\b", text):
                return range(begin, number + 1)
        return range(0)


def load_elaborated(path):
    """The functions of a list. Errors: BadList."""
    entries = []
    for entry in _data(path).get("elaborated", []):
        if set(entry) != {"file", "functions"} or not isinstance(entry["functions"], list):
            raise BadList(f"{path}: an elaborated entry must have file and functions")
        entries += [Elaborated(entry["file"], name) for name in entry["functions"]]
    return entries


def leave_out(files, entries, root):
    """Takes the lines and branches of these functions out; returns what is not true of them."""
    untrue = []
    for entry in entries:
        if entry.file not in files:
            untrue.append(f"{entry}: no such file was measured")
            continue
        file = files[entry.file]
        lines = entry.lines((root / entry.file).read_text().splitlines())
        there = [number for number in file.lines if number in lines]
        if not there:
            untrue.append(f"{entry}: there is none")
        elif any(file.lines[number] for number in there):
            untrue.append(f"{entry}: runs in tests")
        else:
            for number in there:
                del file.lines[number]
            for key in [key for key in file.branches if key[0] in lines]:
                del file.branches[key]
    return untrue


def _data(path):
    try:
        data = tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadList(f"{path}: {error}") from error
    if set(data) - {"uncovered", "elaborated"}:
        raise BadList(f"{path}: unknown: "
                      f"{', '.join(sorted(set(data) - {'uncovered', 'elaborated'}))}")
    return data


def load(path):
    """The entries of a list. Errors: BadList."""
    entries = []
    for number, entry in enumerate(_data(path).get("uncovered", []), 1):
        named = [what for what in WHAT if what in entry]
        if len(named) != 1 or set(entry) != {"file", "reason", named[0]} \
                or not all(isinstance(value, str) and value for value in entry.values()):
            raise BadList(f"{path}: entry {number} must have file, reason and one of "
                          f"{', '.join(WHAT)}, has {', '.join(sorted(entry))}")
        made = Uncovered(entry["file"], named[0], entry[named[0]], entry["reason"])
        if any((made.file, made.what, made.text) == (old.file, old.what, old.text)
               for old in entries):
            raise BadList(f"{path}: twice: {made}")
        entries.append(made)
    return entries


def pattern_of(text):
    """What a name in the list stands for: * is anything, [3-5,9] one of these numbers."""
    parts = []
    for part in re.split(r"(\*|\[\d[\d,-]*\])", text):
        if part == "*":
            parts.append(".*")
        elif re.fullmatch(r"\[\d[\d,-]*\]", part):
            numbers = "|".join(map(str, rtl.numbers(part[1:-1])))
            parts.append(rf"\[(?:{numbers})\]")
        else:
            parts.append(re.escape(part))
    return re.compile("".join(parts))


def items(file, lines):
    """{what: {text: reached}} of a File; `lines` is its source. The same text on several lines is
    reached if all of them are."""
    result = {what: {} for what in WHAT}

    def take(what, text, hit):
        result[what][text] = result[what].get(text, True) and hit

    for number, hit in file.lines.items():
        take("line", lines[number - 1].strip(), hit)
    for (number, _, way), hit in file.branches.items():
        take("branch", f"{lines[number - 1].strip()}: {way}", hit)
    result["bits"] = dict(file.bits)
    result["point"] = dict(file.points)
    return result


def judge(files, entries, root):
    """(what is neither covered nor explained, entries that are no longer true), as sentences."""
    unexplained, untrue = [], []
    by_file = {}
    for entry in entries:
        by_file.setdefault(entry.file, []).append(entry)
    for name in by_file.keys() - files.keys():
        untrue += [f"{entry}: no such file was measured" for entry in by_file[name]]
    for name, file in files.items():
        there = items(file, (root / name).read_text().splitlines())
        explained = set()
        for entry in by_file.get(name, []):
            if entry.what in ("line", "branch"):
                named = [text for text in there[entry.what] if text == entry.text]
            else:
                pattern = pattern_of(entry.text)
                named = [text for text in there[entry.what] if pattern.fullmatch(text)]
            if not named:
                untrue.append(f"{entry}: there is none")
            reached = [text for text in named if there[entry.what][text]]
            if reached:
                untrue.append(f"{entry}: covered now: {', '.join(reached)}")
            explained |= {(entry.what, text) for text in named}
        for what in WHAT:
            missing = [text for text, hit in there[what].items()
                       if not hit and (what, text) not in explained]
            if what == "bits":
                missing = rtl.grouped_bits(missing)
            unexplained += [f"{name}: {what} {text}" for text in missing]
    return unexplained, untrue


def table(entries):
    """The list in Markdown, by file and reason."""
    text, rows = [], {}
    for entry in entries:
        rows.setdefault((entry.file, entry.reason), []).append(f"{entry.what} `{entry.text}`")
    for (file, reason), named in rows.items():
        named = ", ".join(name.replace("|", "\\|") for name in named)
        text.append(f"| `{file}` | {named} | {reason} |")
    head = ["| file | not covered | why |", "|---|---|---|"]
    return "\n".join(head + text) + "\n" if text else "Everything is covered.\n"
