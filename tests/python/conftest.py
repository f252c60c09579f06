"""What the tests of the package share: the checkout, its scenarios, and small ones of their own."""
import json
import os
import pathlib
import subprocess

import pytest

pytest_plugins = ["pytester"]
SOURCE = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def scenarios():
    return SOURCE / "sim" / "scenarios"


@pytest.fixture
def gather():
    """A scenario as a mapping."""
    return {"network": {"shape": "path", "pes": 6}, "operation": "gather",
            "algorithm": "certification", "lengths": {"each": 1}}


@pytest.fixture
def endless():
    """One that takes minutes."""
    return {"network": {"kind": "torus", "sides": [8, 8]}, "operation": "traffic",
            "algorithm": "uniform",
            "options": {"rate": 0.1, "seed": 1, "packet_length": 5, "measure": 2 * 10 ** 6}}


@pytest.fixture
def printed():
    """What the command prints, called without the package: standard output as JSON Lines."""
    def call(*words):
        output = subprocess.run([os.environ["FLITWISE"], *map(str, words)], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                check=False).stdout
        return [json.loads(line) for line in output.splitlines()]
    return call


@pytest.fixture
def pretender(tmp_path):
    """A function that makes a command out of lines of a shell."""
    def make(*lines):
        path = tmp_path / "pretender"
        path.write_text("\n".join(["#!/bin/sh", *lines, ""]), encoding="utf-8")
        path.chmod(0o755)
        return path
    return make
