#!/usr/bin/env python3
"""Holds docs/workflow.yml, which users copy, against the Makefile and the command, and runs its
step `Check` as GitHub's runner would: with a shell, in a folder with scenarios.

usage: workflow_test.py FLITWISE SOURCE_DIRECTORY
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

ACTION = re.compile(r"^actions/(checkout|cache|upload-artifact)@v\d+$")
BROKEN = "options: {sync: seq, break: {early: 2, by: 1}}\n"


def steps_of(workflow):
    assert workflow["name"] and workflow["permissions"] == {"contents": "read"}
    assert workflow[True] == ["push", "pull_request"], "`on` is true in YAML 1.1"
    job = workflow["jobs"]["check"]
    assert job["container"] == "debian:12" and job["runs-on"] and job["timeout-minutes"]
    return {step["name"]: step for step in job["steps"]}


def shape_complaints(steps):
    """A step runs a script or uses an action, and names outputs of steps before it only."""
    seen = set()
    for name, step in steps.items():
        if ("run" in step) == ("uses" in step):
            yield f"{name}: needs one of `run` and `uses`"
        if "uses" in step and not ACTION.match(step["uses"]):
            yield f"{name}: unknown action {step['uses']}"
        for other in re.findall(r"steps\.(\w+)\.", yaml.safe_dump(step)):
            if other not in seen:
                yield f"{name}: no step before it has the id {other}"
        seen.add(step.get("id"))


def make_complaints(steps, source):
    makefile = (source / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = re.findall(r"make -C \.flitwise ([a-z-]+)", steps["Build"]["run"])
    if not named:
        yield "Build: makes nothing"
    for target in named:
        if target not in targets:
            yield f"Build: no target {target}"


def run_check(command, step, folder):
    """Runs the step in the folder. Returns its status, what it printed, and the summary."""
    summary = folder / "summary.md"
    environment = dict(os.environ, GITHUB_WORKSPACE=str(folder), GITHUB_STEP_SUMMARY=str(summary),
                       PATH=f"{command.parent}:{os.environ['PATH']}")
    done = subprocess.run(["bash", "-e", "-c", step["run"]], cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout, summary.read_text(encoding="utf-8")


def run_complaints(command, step, source):
    """The step passes with a scenario that passes, and shows one that fails at its line."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "scenarios").mkdir()
        scenario = folder / "scenarios" / "figure_4.yaml"
        shutil.copy(source / "sim" / "scenarios" / "figure_4.yaml", scenario)
        status, printed, summary = run_check(command, step, folder)
        if status != 0 or "::error" in printed or "1 of 1 scenario passed" not in summary:
            yield f"Check: status {status} of a scenario that passes:\n{printed}{summary}"
        if not (folder / "results.xml").exists():
            yield "Check: writes no results.xml"
        text = scenario.read_text(encoding="utf-8")
        kept = [line for line in text.split("\n") if line and not line.startswith("options:")]
        scenario.write_text("\n".join(kept) + "\n" + BROKEN, encoding="utf-8")
        line = len(kept) + 1
        status, printed, summary = run_check(command, step, folder)
        shown = f"::error file=scenarios/figure_4.yaml,line={line},col=22,title=figure 4%3A FAIL::"
        if status != 1 or shown not in printed or "0 of 1 scenario passed" not in summary:
            yield f"Check: status {status} of a scenario that fails, wanted {shown}:\n{printed}"
        if not list((folder / "check-failures").glob("*.fst")):
            yield "Check: a failed scenario leaves no waves in check-failures"


def main():
    command, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    text = (source / "docs" / "workflow.yml").read_text(encoding="utf-8")
    steps = steps_of(yaml.safe_load(text))
    complaints = [*shape_complaints(steps), *make_complaints(steps, source),
                  *run_complaints(command, steps["Check"], source)]
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
