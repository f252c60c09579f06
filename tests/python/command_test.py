"""How the command is found, and which ones are refused."""
import os
import re

import flitwise
import pytest

FLITWISE = os.environ["FLITWISE"]
HOW = ("the command is the argument `command`, else what the environment's FLITWISE names, else "
       "`flitwise` on the PATH")


def test_the_argument_comes_first_then_the_environment_then_the_path(monkeypatch, tmp_path):
    link = tmp_path / "flitwise"
    link.symlink_to(FLITWISE)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert flitwise.find_command() == FLITWISE
    assert flitwise.find_command(link) == str(link)
    monkeypatch.delenv("FLITWISE")
    assert flitwise.find_command() == str(link)
    assert "Trees" in flitwise.list()
    assert "Trees" in flitwise.list(command=FLITWISE)
    assert "Trees" in flitwise.list(command=flitwise.Command(FLITWISE))


@pytest.mark.parametrize("named", ["argument", "environment", "path"])
def test_a_command_that_is_missing_is_said_in_one_sentence(named, monkeypatch, gather):
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("FLITWISE")
    if named == "environment":
        monkeypatch.setenv("FLITWISE", "/nowhere/flitwise")
    wanted = {"argument": "/no/flitwise", "environment": "/nowhere/flitwise",
              "path": "flitwise"}[named]
    with pytest.raises(flitwise.CommandNotFound) as error:
        flitwise.run(gather, command="/no/flitwise" if named == "argument" else None)
    assert str(error.value) == f"there is no command '{wanted}': {HOW}"


def test_a_command_that_cannot_be_run_is_missing(tmp_path):
    path = tmp_path / "flitwise"
    path.write_text("#!/bin/sh\n")
    with pytest.raises(flitwise.CommandNotFound):
        flitwise.list(command=path)


@pytest.mark.parametrize("line", ["echo GNU coreutils", "exit 0", "echo flitwise 0.1.0; exit 3"])
def test_another_program_is_refused(line, pretender):
    path = pretender(line)
    with pytest.raises(flitwise.WrongCommand) as error:
        flitwise.list(command=path)
    assert str(error.value) == f"{path} is no command of Flitwise: {HOW}"


def test_another_version_is_refused(pretender):
    path = pretender("echo 'flitwise 9.1.0 (commit 123)'")
    with pytest.raises(flitwise.WrongCommand) as error:
        flitwise.list(command=path)
    assert str(error.value) == (f"{path} has version 9.1.0, and this package is for version "
                                f"{flitwise.__version__}")
    assert flitwise.Command(FLITWISE).version() == flitwise.__version__


def test_a_command_that_changes_is_asked_again(pretender):
    path = pretender(f"exec {FLITWISE} \"$@\"")
    command = flitwise.Command(path)
    assert "Trees" in command.list()
    pretender("echo 'flitwise 9.1.0'")
    with pytest.raises(flitwise.WrongCommand):
        command.list()


@pytest.mark.parametrize("change, wrong", [
    ("s/\"verdict\":/\"judgement\":/", "results without verdict,"),
    ("s/\"source\":/\"origin\":/g", "results without checks.source,"),
    ("s/^{/[/", "prints '[\"scenario\":"),
    ("s/^{.*/7/", "prints '7' where"),
    ("d", "ended with status 0 and 0 results"),
    ("s/\"point\":/\"values\":/", "sweeps without points and results")])
def test_another_layout_is_refused(change, wrong, pretender, gather, tmp_path):
    """The real command's output, changed as another version might."""
    sweep = "point" in change
    path = pretender(
        f"case \"$1\" in --version) exec {FLITWISE} --version ;; esac",
        f"{FLITWISE} \"$@\" > {tmp_path}/out || exit",
        f"for file in {tmp_path}/out $(grep jsonl {tmp_path}/out); do",
        f"  sed -i '/^{{/{change}' $file",
        "done",
        f"cat {tmp_path}/out")
    with pytest.raises(flitwise.WrongCommand, match=re.escape(wrong)) as error:
        if sweep:
            flitwise.sweep({"base": gather, "vary": {"network.pes": [4]}}, command=path)
        else:
            flitwise.run(gather, command=path)
    assert str(error.value).endswith("it is of another version")


@pytest.mark.parametrize("status, early", [(4, None), (1, None), (0, 2)])
def test_another_status_is_refused(status, early, pretender, gather):
    """One that is unknown, or is not that of the results."""
    path = pretender(f"{FLITWISE} \"$@\"",
                     f"case \"$1\" in --version) ;; *) exit {status} ;; esac")
    change = {"options.break": early and {"early": early}}
    with pytest.raises(flitwise.WrongCommand, match=f"status {status} and 1 results"):
        flitwise.run(gather, set=change, command=path)
    assert flitwise.run(gather, set=change).passed == (early is None)
