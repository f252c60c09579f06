"""flitwise.run: every kind of scenario, and every way in which a run ends."""
import json
import pathlib

import flitwise
import pytest


def without_seconds(result):
    return {key: value for key, value in result.items() if key != "seconds"}


def test_a_result_is_what_the_command_prints(scenarios, printed):
    result = flitwise.run(scenarios / "figure_4.yaml")
    told, = printed("run", scenarios / "figure_4.yaml", "--json", "-")
    assert without_seconds(result.as_dict()) == without_seconds(told)
    assert (result.passed, result.outcome, result.status) == (True, "pass", 0)
    assert result.measured.finish == result["measured"]["finish"] == 21
    assert result.checks["finish"].predicted == 21


def test_several_scenarios_are_results_in_their_order(scenarios, gather):
    files = [scenarios / "figure_4.yaml", str(scenarios / "figure_2.yaml")]
    for results in (flitwise.run(files), flitwise.run(*files), flitwise.run(iter(files))):
        assert [result.scenario for result in results] == ["figure 4", "figure 2"]
        assert results.passed and results.status == 0
    assert [result.file for result in flitwise.run([files[0], gather, gather])] == [
        str(files[0]), "<dict 2>", "<dict 3>"]
    assert [result.file for result in flitwise.run([gather])] == ["<dict>"]


def test_a_text_and_a_mapping_are_scenarios(gather):
    text = "\n".join(f"{key}: {json.dumps(value)}" for key, value in gather.items()) + "\n"
    of_text, of_dict = flitwise.run(text), flitwise.run({"name": "ä😀 'x'", **gather})
    assert (of_text.scenario, of_text.file) == ("scenario", "<text>")
    assert (of_dict.scenario, of_dict.file) == ("ä😀 'x'", "<dict>")
    assert of_text.measured == of_dict.measured


def test_paths_ranges_and_arrays_may_stand_in_a_mapping(gather, tmp_path, monkeypatch):
    (tmp_path / "ring.txt").write_text("0 1\n1 2\n2 3\n3 0\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    network = {"kind": "graph", "file": pathlib.Path("ring.txt"), "spanning": "bfs"}
    assert flitwise.run({**gather, "network": network}).pes == 4
    assert flitwise.run({**gather, "lengths": range(6)}).flits == 15
    numpy = pytest.importorskip("numpy")
    assert flitwise.run({**gather, "lengths": numpy.arange(6)}).flits == 15
    assert flitwise.run(gather, set={"lengths.each": numpy.int64(2)}).flits == 10


def test_a_file_beside_a_mapping_is_not_there_and_a_sentence_says_so(gather, tmp_path, monkeypatch):
    (tmp_path / "ring.txt").write_text("0 1\n1 2\n2 0\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    network = {"kind": "graph", "file": "ring.txt", "spanning": "bfs"}
    with pytest.raises(flitwise.BadInput, match="name files in it in full"):
        flitwise.run({**gather, "network": network})


def test_set_changes_keys(gather, scenarios):
    assert flitwise.run(gather, set={"network.pes": 12, "lengths": {"each": 3}}).flits == 33
    assert flitwise.run(gather, set=["network.pes=12", "lengths={each: 3}"]).flits == 33
    assert flitwise.run(gather, set="network.pes=12").pes == 12
    seed = flitwise.run(scenarios / "figure_4.yaml", set={"name": "- [x]"})
    assert seed.scenario == "- [x]"
    assert flitwise.run(scenarios / "figure_4.yaml", set={"options": None}).variant == "pos, slot"


def test_options_are_those_of_the_command(gather, tmp_path):
    result = flitwise.run(gather, events=tmp_path / "events.jsonl", output=None, diagram=True,
                          verbose=False)
    assert json.loads((tmp_path / "events.jsonl").read_text().split("\n")[0])["step"] == 1
    assert "  step  P0    P1" in result.call.printed
    assert str(result.call).startswith(result.call.arguments[0] + " run ")


def test_a_failed_check_is_a_result(scenarios):
    result = flitwise.run(scenarios / "broken" / "one_step_early.yaml")
    assert (result.passed, result.verdict, result.status) == (False, "fail", 1)
    flits = next(check for check in result.failures if check.name == "delivered_flits")
    assert (flits.measured, flits.predicted, flits.ok) == (5, 8, False)
    with pytest.raises(flitwise.Failed) as failed:
        result.raise_for_failure()
    assert isinstance(failed.value, AssertionError)
    assert failed.value.results[0] is result
    report = str(failed.value)
    assert report.startswith(f"one step early ({result.file}): fail\n")
    assert ("  FAIL delivered_flits: measured 5, predicted 8\n"
            "       every flit once, in order, at the right PE\n") in report
    assert "  problem: step 14: collision in PE 1" in report
    assert " ok " not in report


def test_one_of_several_fails(scenarios):
    results = flitwise.run(scenarios / "figure_4.yaml",
                           scenarios / "broken" / "one_step_early.yaml")
    assert not results.passed and results.status == 1
    assert [result.scenario for result in results.failed] == ["one step early"]
    with pytest.raises(flitwise.Failed, match="FAIL delivered_flits"):
        results.raise_for_failure()
    results[0].raise_for_failure()


def test_a_run_without_end_is_an_error_that_has_all_results(scenarios):
    with pytest.raises(flitwise.NoEnd) as error:
        flitwise.run(scenarios / "figure_4.yaml", scenarios / "broken" / "mute_pe.yaml")
    assert [result.outcome for result in error.value.results] == ["pass", "no end"]
    assert "  open finish: measured not reached, predicted 21" in str(error.value)
    assert "PE 3 waits for certificate of PE 4" in str(error.value)
    with pytest.raises(flitwise.Failed):
        error.value.results[1].raise_for_failure()


def test_a_run_without_a_model_is_an_error_that_has_all_results(scenarios, monkeypatch):
    monkeypatch.setenv("FLITWISE_MODELS", "/proc/no/models")
    with pytest.raises(flitwise.CannotRun, match="cannot write /proc/no") as error:
        flitwise.run(scenarios / "figure_4.yaml", scenarios / "torus_8x8_peel.yaml",
                     set={"options.checkers": False})
    assert [result.outcome for result in error.value.results] == ["pass", "cannot run"]


def test_an_output_that_cannot_be_written_is_an_error(gather):
    with pytest.raises((flitwise.BadInput, flitwise.CannotRun), match="/proc/no") as error:
        flitwise.run(gather, events="/proc/no/events.jsonl")
    assert "error: cannot" in str(error.value)


def test_mistakes_have_place_key_value_and_rule(gather, tmp_path):
    text = "\n".join(f"{key}: {json.dumps(value)}" for key, value in gather.items())
    path = tmp_path / "misspelt.yaml"
    path.write_text(text + "\noptions: {rule: tigth, pace: 1}\n", encoding="utf-8")
    with pytest.raises(flitwise.BadInput) as error:
        flitwise.run(path)
    first, second = error.value.mistakes
    assert (first.file, first.line, first.column) == (str(path), 5, 17)
    assert (first.key, first.value, first.setting) == ("options.rule", "tigth", None)
    assert first.rule.startswith("must be one of paper, tight")
    assert first.text.endswith("    5 | options: {rule: tigth, pace: 1}\n      |                 ^")
    assert (second.key, second.value) == ("options.pace", None)
    assert second.rule.startswith("unknown key")
    assert str(error.value).endswith("2 errors in the input; nothing was run")


def test_mistakes_in_mappings_and_settings_have_places(gather):
    with pytest.raises(flitwise.BadInput) as error:
        flitwise.run({**gather, "options": {"rule": "tigth"}}, set={"lengths.each": -1})
    at_dict, at_setting = error.value.mistakes
    assert (at_dict.file, at_dict.line, at_dict.key) == ("<dict>", 12, "options.rule")
    assert at_dict.text.split("\n")[1] == '   12 |   "rule": "tigth"'
    assert (at_setting.file, at_setting.setting) == (None, "--set lengths.each=-1")
    assert (at_setting.key, at_setting.value) == ("lengths.each", "-1")


def test_mistakes_in_schedules_have_their_rank_and_word(tmp_path):
    (tmp_path / "ring.goal").write_text("num_ranks 1\nrank 0 {\na: sned 3\n}\n", encoding="utf-8")
    with pytest.raises(flitwise.BadInput) as error:
        flitwise.run({"network": {"shape": "path", "pes": 2}, "operation": "collective",
                      "schedule": {"file": tmp_path / "ring.goal", "format": "goal"}})
    mistake, = error.value.mistakes
    assert (mistake.key, mistake.value, mistake.line) == ("rank 0", "sned", 3)
    assert mistake.rule.startswith("must be send")


@pytest.mark.parametrize("scenario, more, wrong", [
    (None, {}, "None is no scenario"), ([3], {}, "3 is no scenario"),
    (b"x", {}, "x: error: cannot be read"),
    ("\ud800.yaml", {}, "a word cannot stand on a command line"),
    ("a\0.yaml", {}, "a word cannot stand on a command line"),
    ("name: \ud800\n", {}, "a text cannot be written"),
    ({"name": "\ud800"}, {}, "a text cannot be written"),
    ({}, {"timeout": "x"}, "timeout: 'x' must be a number of seconds"),
    ({}, {"timeout": float("nan")}, "timeout: nan must be a number of seconds"),
    ({}, {"set": 5}, "set: 5 must be a mapping or texts")])
def test_what_no_command_line_can_say_is_bad_input(scenario, more, wrong):
    with pytest.raises(flitwise.BadInput, match=wrong):
        flitwise.run(scenario, **more)


def test_a_file_that_is_not_there_is_bad_input():
    with pytest.raises(flitwise.BadInput) as error:
        flitwise.run("-nowhere.yaml")
    mistake, = error.value.mistakes
    assert (mistake.file, mistake.line) == ("./-nowhere.yaml", None)
    assert mistake.rule == "cannot be read: No such file or directory"


def test_an_option_that_the_command_does_not_have_is_bad_input(gather):
    with pytest.raises(flitwise.BadInput, match="--colour"):
        flitwise.run(gather, colour="red")
    with pytest.raises(flitwise.BadInput) as error:
        flitwise.run([])
    assert [mistake.rule for mistake in error.value.mistakes] == ["FILE is required"]
    assert error.value.mistakes[0].file is None


def test_a_value_that_yaml_does_not_have_is_bad_input(gather):
    with pytest.raises(flitwise.BadInput, match="cannot be said in YAML: .*object object"):
        flitwise.run({**gather, "length": object()})
    with pytest.raises(flitwise.BadInput, match="cannot be said in YAML"):
        flitwise.run(gather, set={"options.rate": float("nan")})


def test_nothing_is_left_behind(gather, tmp_path, monkeypatch):
    import tempfile
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    flitwise.run(gather)
    with pytest.raises(flitwise.BadInput):
        flitwise.run([gather, {"length": object()}])
    assert not [*tmp_path.iterdir()]
