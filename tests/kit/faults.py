#!/usr/bin/env python3
"""Injects the faults of faults.toml into routers and holds what the kit names against the page.

usage: faults.py [--write] [--only TEXT] FLITWISE SOURCE_DIRECTORY

Every fault must break a clause, but those with a reason `missed`. Between the marks
`<!-- faults -->` of docs/your_router.md stands a table of them: the clause that breaks first, and
the others. --write writes it anew; else it must be as it is found. --only tries the faults whose
router or text has TEXT in it and compares their rows.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib

BEGIN, END = "<!-- faults -->", "<!-- end of faults -->"
CYCLES = "20000"
SECONDS = 900  # of one router, whose models are compiled first


def broken_copy(fault, source, directory):
    """The description of a copy of the router with the fault in it."""
    folder = pathlib.Path(directory) / fault["router"]
    shutil.copytree(source / "tests" / "kit" / "foreign" / fault["router"], folder)
    file = folder / fault["file"]
    text = file.read_text(encoding="utf-8")
    assert text.count(fault["line"]) == 1, f"{file.name} has not one line {fault['line']}"
    file.write_text(text.replace(fault["line"], fault["by"]), encoding="utf-8")
    return folder / "router.yaml"


def check(command, description):
    """[names of broken clauses, the first one found first] of a router, and its exit status."""
    # Compiled fast rather than to run fast: each is run once.
    environment = {**os.environ, "FLITWISE_MODEL_OPTIMIZATION": "-O0"}
    done = subprocess.run([command, "router", "check", str(description), "--cycles", CYCLES,
                           "--format", "json"], capture_output=True, text=True, check=False,
                          env=environment, timeout=SECONDS)
    if not done.stdout.strip():
        return [done.stderr.strip() or "nothing"], done.returncode
    clauses = json.loads(done.stdout)["clauses"]
    failed = [clause for clause in clauses if clause["result"] == "fail"]
    failed.sort(key=lambda clause: clause["found"])
    return [clause["name"] for clause in failed], done.returncode


def row(fault, clauses):
    first, *others = [f"`{name}`" for name in clauses] or [f"none: {fault.get('missed', '')}"]
    return f"| {fault['router']} | {fault['about']} | {first} | {', '.join(others)} |".replace(
        "|  |", "| |")


def rows_of(arguments, source):
    """{row's start: row} of the faults that are tried, and complaints."""
    faults = tomllib.loads((source / "tests/kit/faults.toml").read_text(encoding="utf-8"))["fault"]
    rows, complaints = [], []
    for fault in faults:
        if arguments.only not in fault["router"] + " " + fault["about"]:
            continue
        with tempfile.TemporaryDirectory(prefix="flitwise-fault-") as directory:
            clauses, status = check(arguments.flitwise, broken_copy(fault, source, directory))
        rows.append(row(fault, clauses))
        print(rows[-1], flush=True)
        if (status not in (1, 3) or not clauses) != ("missed" in fault):
            complaints.append(f"{fault['router']}: {fault['about']}: status {status}: {clauses}")
    return rows, complaints


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("flitwise")
    parser.add_argument("source", type=pathlib.Path)
    arguments = parser.parse_args()
    page = arguments.source / "docs" / "your_router.md"
    text = page.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN + "\n")
    table, after = rest.split(END)
    rows, complaints = rows_of(arguments, arguments.source)
    assert rows, "there is no such fault"
    if arguments.write and not arguments.only:
        head = ["| router | fault | found first by | and by |", "|---|---|---|---|"]
        made = "\n".join(["", *head, *rows, "", ""])
        page.write_text(before + BEGIN + "\n" + made + END + after, encoding="utf-8")
    else:
        complaints += [f"docs/your_router.md has not: {line}" for line in rows
                       if line not in table.split("\n")]
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
