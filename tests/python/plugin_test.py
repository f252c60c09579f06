"""The plugin of pytest, in sessions of its own."""
import json
import os
import shutil

import pytest

FLITWISE = os.environ["FLITWISE"]
SWEEP = """name: small
base: {network: {shape: path, pes: 6}, operation: gather, algorithm: certification,
       lengths: {each: 1}}
vary: {network.pes: [4, 6]}
"""


@pytest.fixture
def session(pytester, scenarios):
    """A function that runs pytest on files in a folder of its own: {name: text or scenario}."""
    def run(files, *words):
        for name, content in files.items():
            path = pytester.path / name
            if os.sep in content:
                shutil.copy(scenarios / content.lstrip(os.sep), path)
            else:
                path.write_text(content, encoding="utf-8")
        return pytester.runpytest_inprocess("-p", "flitwise.pytest_plugin",
                                            "-p", "no:cacheprovider", *words)
    return run


def test_a_scenario_is_a_test(session):
    done = session({"a.flitwise.yaml": "/figure_4.yaml", "b.flitwise.yml": "/figure_2.yaml",
                    "c.yaml": "/broken/mute_pe.yaml", "flitwise.yaml": "/broken/mute_pe.yaml"},
                   "-v")
    done.assert_outcomes(passed=2)
    done.stdout.fnmatch_lines(["a.flitwise.yaml::figure 4 PASSED*",
                               "b.flitwise.yml::figure 2 PASSED*"])


def test_a_point_of_a_sweep_is_a_test(session):
    done = session({"s.flitwise.yaml": SWEEP}, "-v")
    done.assert_outcomes(passed=2)
    done.stdout.fnmatch_lines(["s.flitwise.yaml::small: pes=4 PASSED*",
                               "s.flitwise.yaml::small: pes=6 PASSED*"])
    session({}, "s.flitwise.yaml::small: pes=6").assert_outcomes(passed=1)


def test_a_failed_check_is_reported_with_figure_and_source(session):
    done = session({"early.flitwise.yaml": "/broken/one_step_early.yaml"})
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines([
        "*early.flitwise.yaml: one step early*",
        "one step early (*early.flitwise.yaml): fail",
        "  FAIL dispatch: measured PE 2: 14 (5 of 6 PEs agree), predicted PE 2: 15",
        "       Bhatt et al., section 3.2, phase 4: *",
        "  FAIL delivered_flits: measured 5, predicted 8",
        "  problem: step 14: collision in PE 1*"])
    done.stdout.no_fnmatch_line("*Traceback*")
    done.stdout.no_fnmatch_line("*pytest_plugin.py*")


def test_points_that_fail_or_do_not_end_fail_alone(session):
    done = session({"s.flitwise.yaml": SWEEP.replace(
        "vary: {", "vary: {options.break: [null, {early: 3}, {mute: 3}], ")})
    done.assert_outcomes(passed=2, failed=4)
    done.stdout.fnmatch_lines(["small: break={early: 3}, pes=4 (*): fail",
                               "small: break={mute: 3}, pes=6 (*): no end"])


def test_points_of_one_name_are_a_test_each(session):
    session({"s.flitwise.yaml": SWEEP.replace("[4, 6]", "[4, 4]")}).assert_outcomes(passed=2)


def test_a_run_without_end_fails(session):
    done = session({"mute.flitwise.yaml": "/broken/mute_pe.yaml"})
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["mute PE (*): no end", "  open finish: measured not reached, *",
                               "  problem: PE 3 waits for certificate of PE 4"])


def test_a_run_without_a_model_fails(session, monkeypatch):
    monkeypatch.setenv("FLITWISE_MODELS", "/proc/no/models")
    done = session({"t.flitwise.yaml": "/torus_8x8_peel.yaml",
                    "s.flitwise.yaml": "base: t.flitwise.yaml\nvary: {length: [4, 5]}\n"},
                   "--flitwise-args", "--set options.checkers=false")
    done.assert_outcomes(failed=3)
    done.stdout.fnmatch_lines(["*length=4 (*): cannot run", "*cannot write /proc/no*"])


def test_bad_input_fails_with_its_place_and_the_rest_runs(session):
    done = session({
        "bad.flitwise.yaml": SWEEP.split("base: ")[1].split("vary")[0].replace(
            "each: 1", "each: -1"),
        "swept.flitwise.yaml": SWEEP + "varied: 1\n", "text.flitwise.yaml": "a: [1\n",
        "plot.flitwise.yaml": SWEEP + "plot: {x: network.pes, y: [speed]}\n",
        "good.flitwise.yaml": SWEEP}, "-v")
    done.assert_outcomes(passed=2, failed=5)
    done.stdout.fnmatch_lines_random([
        "bad.flitwise.yaml::scenario FAILED*", "swept.flitwise.yaml::sweep FAILED*",
        "text.flitwise.yaml::scenario FAILED*", "plot.flitwise.yaml::small: pes=4 FAILED*",
        "*bad.flitwise.yaml:2:*: error: lengths.each: '-1' must be *",
        "*swept.flitwise.yaml:5:1: error: varied: unknown key*",
        "*text.flitwise.yaml:*: error: *", "*plot.flitwise.yaml:5:*: error: *speed*"])
    done.stdout.no_fnmatch_line("*Traceback*")


def test_a_missing_command_is_said_in_each_test(session, monkeypatch):
    monkeypatch.setenv("FLITWISE", "/no/flitwise")
    done = session({"a.flitwise.yaml": "/figure_4.yaml"}, "-v")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["a.flitwise.yaml::scenario FAILED*",
                               "there is no command '/no/flitwise': the command is *"])


def test_the_command_is_an_option_or_stands_in_the_ini_file(session, monkeypatch, pytester):
    monkeypatch.setenv("FLITWISE", "/no/flitwise")
    files = {"a.flitwise.yaml": "/figure_4.yaml"}
    session(files, "--flitwise-command", FLITWISE).assert_outcomes(passed=1)
    (pytester.path / "bin").mkdir()
    (pytester.path / "bin" / "command").symlink_to(FLITWISE)
    (pytester.path / "below").mkdir()
    pytester.makeini("[pytest]\nflitwise_command = bin/command\n")
    session(files, "--rootdir", ".").assert_outcomes(passed=1)
    monkeypatch.chdir(pytester.path / "below")
    session(files, "..").assert_outcomes(passed=1)
    session(files, "..", "--flitwise-command", "/no/command").assert_outcomes(failed=1)


def test_more_words_are_an_option_or_stand_in_the_ini_file(session, pytester):
    early = "--set options.rule=pos --set 'options.break={early: 2, by: 1}'"
    files = {"a.flitwise.yaml": "/figure_4.yaml", "s.flitwise.yaml": SWEEP}
    session(files, "--flitwise-args", early).assert_outcomes(failed=3)
    pytester.makeini(f"[pytest]\nflitwise_args = {early}\n")
    session(files).assert_outcomes(failed=3)
    session(files, "--flitwise-args", "").assert_outcomes(passed=3)


def test_tests_have_a_fixture(session, pytester, gather):
    pytester.makeini(f"[pytest]\nflitwise_command = {FLITWISE}\n")
    done = session({"test_it.py": (
        "def test_finish(flitwise):\n"
        f"    result = flitwise.run({json.dumps(gather)})\n"
        "    result.raise_for_failure()\n"
        "    assert result.measured.finish <= 2 * result.lower_bound\n"
        "def test_broken(flitwise):\n"
        f"    flitwise.run({json.dumps(gather)}, set={{'options.break': {{'early': 5}}}})"
        ".raise_for_failure()\n")})
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(["E *flitwise.errors.Failed: scenario (<dict>): fail"])


def test_nothing_is_run_where_tests_are_only_collected(session, monkeypatch):
    monkeypatch.setenv("FLITWISE_MODELS", "/proc/no/models")
    done = session({"t.flitwise.yaml": "/torus_8x8_peel.yaml", "s.flitwise.yaml": SWEEP},
                   "--collect-only", "-q")
    assert done.ret == 0
    done.stdout.fnmatch_lines(["s.flitwise.yaml::small: pes=4", "s.flitwise.yaml::small: pes=6",
                               "t.flitwise.yaml::torus 8x8 peel"])
