"""C++ lines that ran, by gcov."""
import concurrent.futures
import json
import pathlib
import re
import subprocess

FOLDERS = ("systemc", "tb", "sim")
COMMAND_LINE = "the command line"
# Reads arguments, prints help and tables: tests of the command run it as a program.
_COMMAND_LINE = re.compile(r"^sim/cli/")


class GcovFailed(Exception):
    """gcov ended badly or said what this cannot read."""


def _lines_of(notes, root, gcov):
    """{file: {line: count}} of one object. `notes` is its .gcno file."""
    done = subprocess.run([gcov, "--json-format", "--stdout", notes], cwd=notes.parent, text=True,
                          capture_output=True, check=False)
    if done.returncode != 0:
        raise GcovFailed(f"{notes}: {done.stderr.strip()}")
    result = {}
    for text in done.stdout.splitlines():
        if not text.startswith("{"):
            continue
        data = json.loads(text)
        for source in data["files"]:
            path = pathlib.Path(data["current_working_directory"], source["file"]).resolve()
            if not path.is_relative_to(root):
                continue
            name = str(path.relative_to(root))
            if not name.startswith(tuple(folder + "/" for folder in FOLDERS)):
                continue
            lines = result.setdefault(name, {})
            for line in source["lines"]:
                number = line["line_number"]
                lines[number] = lines.get(number, 0) + line["count"]
    return result


def load(root, build, jobs, gcov="gcov"):
    """{file: {line: how often it ran}} of our own C++; objects that never ran count as nothing.
    Errors: GcovFailed."""
    files = {}
    notes = [path for folder in FOLDERS for path in sorted((build / folder).rglob("*.gcno"))]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for part in pool.map(lambda path: _lines_of(path, root, gcov), notes):
            for name, lines in part.items():
                known = files.setdefault(name, {})
                for number, count in lines.items():
                    known[number] = known.get(number, 0) + count
    return {name: files[name] for name in sorted(files)}


def group_of(name):
    """Which row of the table a file is in: its room, family or study, or the command line."""
    if _COMMAND_LINE.match(name):
        return COMMAND_LINE
    room = re.match(r"sim/(families/\w+|import|studies)/|[a-rt-z]\w+/\w+|systemc/\w+|sim", name)
    return room[0].rstrip("/")


def groups(files):
    """{group: (lines that ran, lines)}."""
    result = {}
    for name, lines in files.items():
        ran, count = result.get(group_of(name), (0, 0))
        result[group_of(name)] = (ran + sum(1 for times in lines.values() if times),
                                  count + len(lines))
    return dict(sorted(result.items()))


def outside_the_command_line(by_group):
    """(lines that ran, lines) of all groups but the command line."""
    rest = [value for name, value in by_group.items() if name != COMMAND_LINE]
    return sum(ran for ran, _ in rest), sum(count for _, count in rest)
