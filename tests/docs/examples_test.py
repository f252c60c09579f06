#!/usr/bin/env python3
"""Runs the examples of one page and holds what they print against the page.

usage: examples_test.py FLITWISE SOURCE_DIRECTORY PAGE

A block marked `console` is a session: a line that begins with `$ ` is a command, the lines below it
are what it prints, errors included. `...` on a line of its own stands for any lines, at the end of
a line for the rest of the line. Every command must end with status 0 unless `$ echo $?` follows. A
block with another mark and a name, as `yaml small.yaml`, is written to the file of that name first.
All of a page runs in one empty directory, in which `build/flitwise` is the command, `sim` a copy of
the project's and `routers` one of tests/kit/foreign. Python finds the project's package and the
command, as where they are installed.
"""
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from pages import fenced_blocks

SECONDS = 500  # of one command: models of new router shapes are compiled on first use
END = "\x1eend of output "


def split_session(block):
    """[(line number, command, expected lines)] of a console block."""
    session = []
    for number, line in enumerate(block.lines, block.line + 1):
        if line.startswith("$ "):
            session.append((number, line[2:], []))
        elif session and session[-1][1].endswith("\\"):
            session[-1] = (session[-1][0], session[-1][1][:-1] + line, [])
        elif session:
            session[-1][2].append(line)
        else:
            raise ValueError(f"line {number}: output without a command")
    return session


def line_fits(expected, printed):
    if expected.endswith("..."):
        return printed.startswith(expected[:-3])
    return expected.rstrip() == printed.rstrip()


def mismatch(expected, printed):
    """The index of the first expected line that does not fit, or None."""
    # Where a `...` may end is decided by the lines after it, the shortest first.
    reached = {0}  # how many printed lines the expected ones so far may stand for
    for index, line in enumerate(expected):
        if line == "...":
            reached = set(range(min(reached), len(printed) + 1))
        else:
            reached = {at + 1 for at in reached
                       if at < len(printed) and line_fits(line, printed[at])}
        if not reached:
            return index
    return None if len(printed) in reached else len(expected)


def run_session(session, directory):
    """[(printed lines, status)] of the commands of a session, run in one shell."""
    script = "".join(f"{command}\nstatus=$?; printf '{END}%s\\n' $status; (exit $status)\n"
                     for _, command, _ in session)
    environment = {**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "TERM": "dumb",
                   "PATH": f"{directory}/.bin:{os.environ['PATH']}",
                   "FLITWISE": f"{directory}/build/flitwise", "PYTHONPATH": f"{directory}/.python",
                   "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_ADDOPTS": "-p no:cacheprovider"}
    output = subprocess.run(["bash", "-c", script], cwd=directory, env=environment, text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, timeout=SECONDS * len(session),
                            check=False).stdout
    results = []
    for part in output.split(END)[1:]:
        results.append(int(part.split("\n", 1)[0]))
    texts = [part.split("\n", 1)[-1] if i else part for i, part in enumerate(output.split(END))]
    return [(text.rstrip("\n").split("\n") if text.strip() else [], status)
            for text, status in zip(texts, results)]


def check_session(page, session, results):
    """Complaints about one session."""
    complaints = []
    if len(results) != len(session):
        complaints.append(f"{page}:{session[0][0]}: the shell ended early")
    for index, ((line, command, expected), (printed, status)) in enumerate(zip(session, results)):
        while expected and not expected[-1].strip():
            expected = expected[:-1]
        wrong = mismatch(expected, printed)
        if wrong is not None:
            wanted = expected[wrong] if wrong < len(expected) else "nothing more"
            complaints.append(f"{page}:{line}: $ {command}\n  the page has: {wanted}\n"
                              "  it printed:\n    " + "\n    ".join(printed))
        status_is_shown = index + 1 < len(session) and session[index + 1][1] == "echo $?"
        if status != 0 and not status_is_shown:
            complaints.append(f"{page}:{line}: $ {command}\n  ended with status {status}")
    return complaints


def run_page(page, directory):
    """[(session, results)] of the blocks of a page, run in `directory`."""
    blocks = fenced_blocks(page)
    for block in blocks:
        if block.title and block.language != "console":
            (directory / block.title).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
    sessions = [split_session(block) for block in blocks if block.language == "console"]
    return [(session, run_session(session, directory)) for session in sessions]


def check_page(page, directory):
    """(number of commands, complaints) of a page whose examples are run in `directory`."""
    commands, complaints = 0, []
    for session, results in run_page(page, directory):
        commands += len(session)
        complaints += check_session(page, session, results)
    return commands, complaints


def python_with_pytest(source):
    """The interpreter that the tests of the Python package use; without pytest, this one."""
    asked = subprocess.run([source / "tests" / "python" / "interpreter", "-c",
                            "import sys; print(sys.executable)"], text=True, capture_output=True,
                           check=False)
    return asked.stdout.strip() or sys.executable


@contextlib.contextmanager
def workplace(command, source):
    """An empty directory with the command and a copy of the project's scenarios."""
    with tempfile.TemporaryDirectory(prefix="flitwise-docs-") as name:
        directory = pathlib.Path(name)
        (directory / "build").mkdir()
        (directory / "build" / "flitwise").symlink_to(command)
        (directory / "sim").mkdir()
        for part in ("scenarios", "sweeps", "claims"):
            shutil.copytree(source / "sim" / part, directory / "sim" / part)
        shutil.copytree(source / "tests" / "kit" / "foreign", directory / "routers")
        shutil.copytree(source / "python", directory / ".python")
        (directory / ".bin").mkdir()
        (directory / ".bin" / "python3").symlink_to(python_with_pytest(source))
        yield directory


def main():
    command, page = os.path.abspath(sys.argv[1]), sys.argv[3]
    source = pathlib.Path(sys.argv[2]).absolute()
    with workplace(command, source) as directory:
        commands, complaints = check_page(source / page, directory)
    print("\n".join(complaints))
    print(f"{page}: {commands} commands, {len(complaints)} differences")
    return 1 if complaints or commands == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
