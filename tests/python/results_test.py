"""Results as objects, as pages of notebooks and as data frames."""
import copy
import pickle
import sys
from html.parser import HTMLParser

import flitwise
import pytest


@pytest.fixture(scope="module")
def results():
    from conftest import SOURCE
    scenarios = SOURCE / "sim" / "scenarios"
    return flitwise.run(scenarios / "figure_4.yaml", scenarios / "broken" / "one_step_early.yaml")


def test_keys_are_attributes(results):
    good = results[0]
    assert good.measured.t_sync == good["measured"]["t_sync"] == 10
    assert good.measured.lag == [5, 3, 3, 4, 2, 1]
    assert "t_sync" in dir(good.measured) and "flit_hops" in dir(good)
    assert good.lower_bound == 10
    assert good["checks"][0].as_dict() == good.checks["finish"].as_dict()
    assert dict(good.measured) == good.measured.as_dict()


def test_a_key_that_is_not_there_is_said_with_those_that_are(results):
    with pytest.raises(AttributeError) as error:
        results[0].measured.t_sink
    assert str(error.value).startswith("there is no 't_sink' here, but finish, quiesce, t_sync")
    assert str(error.value).endswith("(did you mean 't_sync'?)")
    with pytest.raises(KeyError):
        results[0]["finish"]
    with pytest.raises(KeyError, match="no check finished, but finish, quiesce"):
        results[0].checks["finished"]
    with pytest.raises(IndexError):
        results[2]


def test_places_and_slices(results):
    assert [result.scenario for result in results[:1]] == ["figure 4"]
    assert results[:1].passed and not results[1:].passed
    assert "<table" in results[:1]._repr_html_()
    assert results[-1] is results["one step early"]
    assert [check.name for check in results[0].checks[:2]] == ["finish", "quiesce"]
    assert len(results[0].checks) == len([*results[0].checks])


def test_results_are_copied_and_pickled(results):
    for twin in (copy.deepcopy(results[0]), pickle.loads(pickle.dumps(results[0]))):
        assert twin == results[0] and twin.call == results[0].call
        assert twin.measured.finish == 21


def test_texts_are_short(results):
    assert repr(results) == (
        "[<Result 'figure 4', certification (tight, seq): pass, finish 21, quiesce 21, t_sync 10>,"
        "\n <Result 'one step early', certification (pos, slot, PE 2 early by 1): fail, finish 21,"
        " quiesce 21, t_sync 10>]")
    assert repr(results[0].measured).startswith("Record({'finish': 21")
    assert str(results[0]) == f"figure 4 ({results[0].file}): pass"
    assert str(results[0].checks["finish"]).startswith("ok   finish: measured 21, predicted 21\n")
    assert "notes" not in results[0]._repr_html_()


class Cells(HTMLParser):
    """Rows of texts, and whether every element that begins ends."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "td" in self.open or "th" in self.open:
            self.rows[-1].append(data)


def test_notebooks_show_tables(results, gather):
    page = Cells(results[1]._repr_html_())
    assert page.open == []
    assert ["figure", "measured", "predicted"] in page.rows
    checks = page.rows.index(["check", "measured", "predicted", "source"])
    assert [row[0] for row in page.rows[1:checks]] == [*results[1].measured]  # each once
    assert ["dispatch", "[None, 14, 14, None, 16, 17]", "[None, 14, 15, None, 16, 17]"] in page.rows
    assert ["delivered_flits", "5", "8", "every flit once, in order, at the right PE"] in page.rows
    assert "collision in PE 1" in results[1]._repr_html_()
    page = Cells(results._repr_html_())
    assert page.open == []
    assert page.rows[0] == ["scenario", "algorithm", "finish", "quiesce", "t_sync", "outcome"]
    assert page.rows[2][0] == "one step early" and page.rows[2][-1] == "fail"
    named = flitwise.run({"name": "<b> & 'co'", **gather})
    assert "&lt;b&gt; &amp; " in named._repr_html_()


def test_values_that_are_long_are_cut_in_tables(scenarios):
    rows = Cells(flitwise.run(scenarios / "path_255_shoulder_tap.yaml")._repr_html_()).rows
    assert max(len(cell) for row in rows for cell in row[1:3]) == 60


def test_frames_have_a_row_per_run(results):
    pytest.importorskip("pandas", reason="frames are not tested: there is no pandas here "
                        "(scripts/setup installs python3-pandas)")
    frame = results.frame()
    assert frame["measured.finish"].tolist() == [21, 21]
    assert frame["predicted.stream"][1] == [8, 8, 6, 3, 3, 1]
    assert frame.set_index("scenario")["verdict"].to_dict() == {"figure 4": "pass",
                                                               "one step early": "fail"}
    assert set(results[0]) - {"checks", "measured", "predicted"} <= set(frame.columns)
    assert "checks" not in frame.columns
    checks = results.checks_frame()
    assert len(checks) == sum(len(result.checks) for result in results)
    failed = checks[checks["ok"] == False]  # noqa: E712: None is neither
    assert set(failed["scenario"]) == {"one step early"}
    assert failed.set_index("name").loc["delivered_flits", ["measured", "predicted"]].tolist() == [
        5, 8]
    assert "<table" in frame._repr_html_()


def test_frames_of_sweeps_begin_with_what_is_varied(gather):
    pytest.importorskip("pandas")
    sweep = {"base": gather, "vary": [{"network.pes": [4, 6]},
                                      {"algorithm": ["certification", "shoulder-tap"],
                                       "options": [None, {"ports": "multi"}]}]}
    frame = flitwise.sweep(sweep).frame()
    assert [*frame.columns[:3]] == ["network.pes", "algorithm", "options"]
    assert frame["network.pes"].tolist() == [4, 4, 6, 6]
    assert frame["algorithm"].tolist() == frame["result.algorithm"].tolist()
    assert frame["options"].tolist() == [None, {"ports": "multi"}] * 2
    best = frame.groupby("network.pes")["measured.finish"].min()
    assert best.to_dict() == {4: 6, 6: 10}
    assert len(set(frame.columns)) == len(frame.columns)


def test_frames_need_pandas_and_one_sentence_says_so(results, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    for make in (results.frame, results.checks_frame):
        with pytest.raises(flitwise.NoPandas) as error:
            make()
        assert isinstance(error.value, ImportError)
        assert str(error.value) == ("data frames need pandas, which is not installed (Debian: apt "
                                    "install python3-pandas; else: pip install pandas)")
