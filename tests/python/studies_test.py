"""Comparisons, sweeps and suites, and what the command says of itself."""
import json
import pathlib
import shutil

import flitwise
import pytest


@pytest.fixture
def sweep(gather):
    return {"name": "small", "base": gather,
            "vary": [{"network.pes": [4, 6]}, {"options.rule": ["paper", "tight"]}]}


def test_a_comparison_has_the_best_first(scenarios, printed):
    results = flitwise.compare(scenarios / "figure_4.yaml")
    told = printed("compare", scenarios / "figure_4.yaml", "--json", "-")
    assert [result.variant for result in results] == [row["variant"] for row in told]
    assert (results[0].algorithm, results[0].measured.finish) == ("shoulder-tap", 10)
    assert results.passed


def test_a_sweep_has_its_points_and_leaves_nothing(sweep, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = flitwise.sweep(sweep, max_parallel=2)
    assert done.passed and done.files == [] and not [*tmp_path.iterdir()]
    assert done.points == [{"network.pes": 4, "options.rule": "paper"},
                           {"network.pes": 4, "options.rule": "tight"},
                           {"network.pes": 6, "options.rule": "paper"},
                           {"network.pes": 6, "options.rule": "tight"}]
    assert [result.pes for result in done] == [4, 4, 6, 6]
    assert done["small: pes=6, rule=tight"].variant == "tight, slot"
    with pytest.raises(KeyError, match="no result of a scenario small"):
        done["small"]


def test_a_sweep_leaves_its_files_where_it_is_told_and_goes_on(sweep, tmp_path):
    done = flitwise.sweep(sweep, output=f"{tmp_path}/out/")
    assert [name.rsplit("/", 1)[1] for name in done.files] == ["small.jsonl", "small.csv"]
    again = flitwise.sweep({**sweep, "vary": {"network.pes": [6, 4]},
                            "plot": {"x": "network.pes", "y": "finish"}}, output=tmp_path / "out")
    assert [result.pes for result in again] == [6, 4]
    assert (tmp_path / "out" / "small.earlier.jsonl").exists()
    assert again.files[-1].endswith(".svg")
    seconds = [result.seconds for result in flitwise.sweep(sweep, output=tmp_path / "out")]
    assert seconds == [result.seconds for result in done]  # not run again


def test_a_sweep_names_its_base_relative_to_its_file(tmp_path, scenarios, monkeypatch):
    shutil.copy(scenarios / "figure_4.yaml", tmp_path)
    (tmp_path / "rules.yaml").write_text(
        "base: figure_4.yaml\nvary: {options.rule: [paper, tight]}\n", encoding="utf-8")
    assert len(flitwise.sweep(tmp_path / "rules.yaml")) == 2
    monkeypatch.chdir(tmp_path)
    base = {"vary": {"options.rule": ["paper"]}}
    assert len(flitwise.sweep({"base": pathlib.Path("figure_4.yaml"), **base})) == 1
    with pytest.raises(flitwise.BadInput, match="pathlib.Path"):
        flitwise.sweep({"base": "figure_4.yaml", **base})


def test_a_sweep_is_refused_fails_and_does_not_end(sweep, scenarios):
    with pytest.raises(flitwise.BadInput) as bad:
        flitwise.sweep({**sweep, "varied": 1})
    assert [mistake.key for mistake in bad.value.mistakes] == ["varied"]
    failed = flitwise.sweep({**sweep, "vary": {"options.break": [None, {"early": 5}]}})
    assert [result.passed for result in failed] == [True, False] and failed.status == 1
    with pytest.raises(flitwise.NoEnd) as error:
        flitwise.sweep({**sweep, "vary": {"options.break": [None, {"mute": 3}]}})
    assert [result.outcome for result in error.value.results] == ["pass", "no end"]
    assert error.value.results.points[1] == {"options.break": {"mute": 3}}


def test_a_suite_takes_folders_and_filters(scenarios, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = flitwise.check(scenarios, filter=["figure*", "!figure 1*"])
    assert [result.scenario for result in results] == ["figure 2", "figure 3", "figure 4"]
    failed = flitwise.check(scenarios / "broken" / "one_step_early.yaml",
                            scenarios / "figure_4.yaml")
    assert [result.passed for result in failed] == [False, True]
    assert not [*tmp_path.iterdir()]
    flitwise.check(scenarios / "broken" / "one_step_early.yaml", output="kept")
    assert (tmp_path / "kept" / "one-step-early.fst").exists()


def test_a_shard_of_a_suite_leaves_nothing_and_one_of_a_sweep_is_refused(
        scenarios, sweep, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    suite = [scenarios / "figure_4.yaml", scenarios / "figure_2.yaml"]
    assert len(flitwise.check(*suite, shard="1/2")) == 1 and not [*tmp_path.iterdir()]
    flitwise.check(*suite, shard="1/2", output=tmp_path / "parts")
    assert [path.name for path in (tmp_path / "parts").iterdir()] == ["check.1-of-2.shard"]
    for option, word in (({"shard": "1/2"}, "--shard=1/2"), ({"list": True}, "--list")):
        with pytest.raises(flitwise.BadInput, match=f"'sweep', FILE, '{word}'"):
            flitwise.sweep(sweep, **option)


def test_a_name_that_two_results_have_finds_neither(scenarios):
    results = flitwise.run([scenarios / "figure_4.yaml"] * 2)
    with pytest.raises(KeyError, match="2 results of a scenario figure 4: take them by place"):
        results["figure 4"]


def test_a_suite_is_held_to_a_baseline(scenarios, tmp_path):
    base = tmp_path / "base.json"
    flitwise.check(scenarios / "figure_4.yaml", baseline=base, update_baseline=True)
    assert flitwise.check(scenarios / "figure_4.yaml", baseline=base).passed
    base.write_text(base.read_text().replace("21", "22"))
    results = flitwise.check(scenarios / "figure_4.yaml", baseline=base)
    with pytest.raises(flitwise.Failed, match=r"finish was 22, is 21 \(-1\)"):
        results.raise_for_failure()


def test_a_run_of_a_suite_or_sweep_that_takes_too_long_does_not_end(endless, gather):
    with pytest.raises(flitwise.NoEnd, match="it took longer than 0.2 s") as error:
        flitwise.check([gather, endless], run_timeout=0.2)
    assert [result.outcome for result in error.value.results] == ["pass", "no end"]
    with pytest.raises(flitwise.NoEnd, match="it took longer than 0.2 s"):
        flitwise.sweep({"base": endless, "vary": {"options.seed": [1]}}, run_timeout=0.2)


def test_the_command_says_what_there_is(scenarios):
    source = scenarios.parent
    assert flitwise.schema() == json.loads((source / "scenario.schema.json").read_text("utf-8"))
    assert flitwise.schema(sweep=True) == json.loads((source / "sweep.schema.json").read_text())
    assert "\nTori" in flitwise.list()
    assert flitwise.explain("fsh").startswith("fsh: broadcast on tori")
    assert "\n" in flitwise.explain()
    with pytest.raises(flitwise.BadInput, match="fshh"):
        flitwise.explain("fshh")


def test_cases_are_named_without_a_run(sweep, tmp_path, scenarios):
    command = flitwise.Command()
    assert command.cases(scenarios / "figure_4.yaml") == ["figure 4"]
    path = tmp_path / "small.yaml"
    path.write_text(json.dumps({**sweep, "refused": "skip", "vary": {"network.pes": [1, 4]}}))
    assert command.cases(path, sweep=True) == ["small: pes=4"]
    with pytest.raises(flitwise.BadInput):
        command.cases(path)


def test_any_other_call_can_be_made():
    call = flitwise.Command().call("claims", "--list")
    assert call.status == 0 and "trees.theorem-1" in call.output
    assert flitwise.Command().call("claims", "--id", "nothing").status == 2


def test_words_that_a_command_is_always_told(gather):
    command = flitwise.Command(arguments=["--set", "network.pes=9"])
    assert command.run(gather).pes == 9
    assert flitwise.run(gather, command=command).pes == 9
