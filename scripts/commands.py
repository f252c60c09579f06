"""What the commands in Python have in common: values checked, one line instead of a traceback."""
import argparse
import os
import pathlib
import signal
import sys


def positive(text):
    """A type of argparse: a whole number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1, got '{text}'")
    return int(text)


def seconds(text):
    """A type of argparse: a time above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, got '{text}'")
    return value


def end_children(pid):
    """Ends all processes that a process has started, and those that they have."""
    for thread in pathlib.Path(f"/proc/{pid}/task").glob("*"):
        try:
            children = (thread / "children").read_text().split()
        except OSError:
            continue
        for child in children:
            end_children(int(child))
            try:
                os.kill(int(child), signal.SIGKILL)
            except ProcessLookupError:
                pass


def run(name, main, resumed=""):
    """Runs a command's main and ends with its status: 2 where a file or program is at fault.

    SIGINT and SIGTERM end it and what it has started at once, with 128 and the signal's number;
    `resumed` says what another run then does.
    """
    def interrupted(number, _):
        end_children(os.getpid())
        os.write(2, f"\n{name}: interrupted{resumed and '; ' + resumed}\n".encode())
        os._exit(128 + number)  # no waiting for threads

    signal.signal(signal.SIGINT, interrupted)
    signal.signal(signal.SIGTERM, interrupted)
    try:
        sys.exit(main())
    except OSError as error:
        place = f": {error.filename}" if error.filename else ""  # a full disk has none
        print(f"{name}: {error.strerror}{place}", file=sys.stderr)
        sys.exit(2)
