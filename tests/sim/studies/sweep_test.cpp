// Sweep files: what is refused, which points there are, and what keeps their results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "sim/console/outputs.h"
#include "sim/families/registry.h"
#include "sim/language/scenario_yaml.h"
#include "sim/studies/sweep/sweep.h"
#include "sim/studies/sweep/sweep_points.h"
#include "sim/studies/sweep/sweep_report.h"
#include "sim/studies/sweep/sweep_runs.h"
#include "tests/sim/case_files.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kBase =
    "base: {network: {shape: path, pes: 4}, operation: scatter, algorithm: fdf, "
    "lengths: {each: 1}}\n";

class BadSweep : public testing::TestWithParam<test::Case> {};

TEST_P(BadSweep, IsRefusedWithTheMessageOfItsFirstLine) {
  const test::Case& one = GetParam();
  const test::TemporaryDirectory directory;
  std::string path = one.path;
  if (!std::filesystem::exists(path)) {
    path = directory.path(one.name + ".yaml");
    test::write_text(path, one.text);
  }
  ErrorList errors;
  EXPECT_FALSE(read_sweep(path, {}, errors).has_value());
  ASSERT_EQ(errors.size(), 1U) << errors.sorted().back().what();
  const std::string message = errors.sorted()[0].what();
  const std::string start = message.substr(0, message.find(".yaml") + 6);
  EXPECT_EQ(message.substr(start.size()), one.message()) << start;
}

INSTANTIATE_TEST_SUITE_P(Of, BadSweep, testing::ValuesIn(test::cases_of("bad_sweeps")),
                         [](const auto& instance) { return instance.param.name; });

TEST(BadSweeps, AreNotFewerThanWereWritten) { EXPECT_GE(test::cases_of("bad_sweeps").size(), 66U); }

class SweepFile : public testing::Test {
 protected:
  Sweep sweep(const std::string& text, const std::vector<Setting>& settings = {}) {
    test::write_text(directory_.path("s.yaml"), text);
    ErrorList errors;
    std::optional<Sweep> read = read_sweep(directory_.path("s.yaml"), settings, errors);
    EXPECT_TRUE(errors.empty()) << errors.sorted()[0].what();
    return *read;
  }
  std::vector<std::string> labels(const std::string& text) {
    const Sweep read = sweep(text);
    std::vector<std::string> all;
    for (const SweepPoint& point : make_points(families(), read).points)
      all.push_back(point_label(point.values));
    return all;
  }

  test::TemporaryDirectory directory_;
};

TEST_F(SweepFile, VariesEveryKeyOfAMapByItselfTheLastOneFastest) {
  EXPECT_THAT(labels(kBase + "vary: {network.pes: [3, 4], lengths.each: [1, 2]}\n"),
              ElementsAre("pes=3, each=1", "pes=3, each=2", "pes=4, each=1", "pes=4, each=2"));
}

TEST_F(SweepFile, VariesTheKeysOfAnItemTogether) {
  EXPECT_THAT(labels(kBase + "vary:\n  - network.pes: [3, 4]\n    lengths.each: [1, 2]\n"
                             "  - options.skip: [true, false]\n"),
              ElementsAre("pes=3, each=1, skip=true", "pes=3, each=1, skip=false",
                          "pes=4, each=2, skip=true", "pes=4, each=2, skip=false"));
}

TEST_F(SweepFile, TakesRangesByStepAndByFactorAndAmongOtherValues) {
  EXPECT_THAT(labels(kBase + "vary: {network.pes: {from: 3, to: 8, step: 2}}\n"),
              ElementsAre("pes=3", "pes=5", "pes=7"));
  EXPECT_THAT(labels(kBase + "vary: {network.pes: {from: 2, to: 16, factor: 2}}\n"),
              ElementsAre("pes=2", "pes=4", "pes=8", "pes=16"));
  EXPECT_THAT(labels(kBase + "vary: {network.pes: [2, {from: 5, to: 6, step: 1}, 9]}\n"),
              ElementsAre("pes=2", "pes=5", "pes=6", "pes=9"));
}

TEST_F(SweepFile, CountsItemsOfListsFromZero) {
  EXPECT_THAT(
      labels("base: {network: {kind: torus, sides: [3, 3]}, operation: broadcast, length: 2}\n"
             "vary:\n  - network.sides.0: [3, 4]\n    network.sides.1: [4, 5]\n"),
      ElementsAre("sides.0=3, sides.1=4", "sides.0=4, sides.1=5"));
}

TEST_F(SweepFile, LeavesAKeyOutWhereItsValueIsNull) {
  const Sweep read = sweep(kBase + "vary: {options: [{skip: false}, null]}\n");
  const SweepPoints points = make_points(families(), read);

  ASSERT_EQ(points.points.size(), 2U);
  EXPECT_FALSE(points.points[0].scenario.options.skip_idle);
  EXPECT_TRUE(points.points[1].scenario.options.skip_idle);
}

TEST_F(SweepFile, ReadsItsScenarioFromAFileBesideIt) {
  test::write_text(directory_.path("one.yaml"), test::small_scenario("one"));
  const Sweep read = sweep("name: my sweep\nbase: one.yaml\nvary: {lengths: [[0, 3]]}\n");
  const SweepPoints points = make_points(families(), read);

  ASSERT_EQ(points.points.size(), 1U);
  EXPECT_EQ(points.points[0].scenario.name, "my sweep: lengths=[0, 3]");
}

TEST_F(SweepFile, ChangesItsScenarioBySettingsFirst) {
  const Sweep read =
      sweep(kBase + "vary: {network.pes: [3, 4]}\n",
            {{"lengths.each", "7"}, {"network", "{shape: random, pes: 9}"}, {"network.seed", "2"}});

  EXPECT_EQ(
      yaml_to_json(read.base),
      R"({"network":{"shape":"random","pes":9,"seed":2},"operation":"scatter","algorithm":"fdf",)"
      R"("lengths":{"each":7}})");
}

TEST_F(SweepFile, RefusesSettingsThatWouldHaveNoEffect) {
  const auto refusal = [&](const std::string& vary, const Setting& setting) {
    test::write_text(directory_.path("s.yaml"), kBase + "vary: " + vary + "\n");
    ErrorList errors;
    EXPECT_FALSE(read_sweep(directory_.path("s.yaml"), {setting}, errors)) << vary;
    return errors.size() == 1 ? errors.sorted()[0].what() : std::to_string(errors.size());
  };

  EXPECT_EQ(refusal("{network.pes: [3, 4]}", {"network.pes", "9"}),
            "--set network.pes=9: error: network.pes: '9' would have no effect: the sweep varies "
            "network.pes (line 2)");
  EXPECT_EQ(refusal("{network: [{shape: path, pes: 3}]}", {"network.pes", "9"}),
            "--set network.pes=9: error: network.pes: '9' would have no effect: the sweep varies "
            "network (line 2)");
  EXPECT_EQ(refusal("{network.pes: [3]}", {"name", "mine"}),
            "--set name=mine: error: name: 'mine' would have no effect: points are named after the "
            "sweep and by what is varied");
}

TEST_F(SweepFile, AddsToTheValueOfAnEarlierKey) {
  EXPECT_THAT(
      labels(kBase + "vary:\n  - network: [{shape: path}, {shape: random, depth: deep, seed: 1}]\n"
                     "  - network.pes: [3, 4]\n"),
      ElementsAre("network={shape: path}, pes=3", "network={shape: path}, pes=4",
                  "network={shape: random, depth: deep, seed: 1}, pes=3",
                  "network={shape: random, depth: deep, seed: 1}, pes=4"));
}

TEST_F(SweepFile, TellsWhichPointsAreNoScenariosAndWhereTheirValueStands) {
  const Sweep read = sweep(kBase + "vary: {network.pes: [3, 1, 4]}\n");
  const SweepPoints points = make_points(families(), read);

  EXPECT_EQ(points.points.size(), 2U);
  ASSERT_EQ(points.refused.size(), 1U);
  EXPECT_EQ(points.refused[0].label, "pes=1");
  EXPECT_THAT(points.refused[0].error.what(),
              HasSubstr("s.yaml:2:25: error: network.pes: '1' must be a whole number from 2"));
}

TEST_F(SweepFile, NamesEqualScenariosAlikeAndOthersDifferently) {
  const std::string text = kBase + "vary: {network.pes: [3, 4, 5]}\n";
  std::set<std::string> keys;
  for (const SweepPoint& point : make_points(families(), sweep(text)).points)
    keys.insert(point.key);
  EXPECT_EQ(keys.size(), 3U);
  for (const SweepPoint& point : make_points(families(), sweep(text)).points)
    keys.insert(point.key);
  EXPECT_EQ(keys.size(), 3U);
  for (const SweepPoint& point :
       make_points(families(), sweep(text, {{"lengths.each", "2"}})).points)
    keys.insert(point.key);
  EXPECT_EQ(keys.size(), 6U);
}

TEST_F(SweepFile, NamesPointsByTheContentOfTheFilesThatTheyRead) {
  const std::string text =
      "base: {network: {kind: graph, file: g.txt, spanning: bfs}, operation: scatter, "
      "algorithm: fdf, lengths: {each: 1}}\nvary: {options.skip: [true]}\n";
  test::write_text(directory_.path("g.txt"), "0 1\n1 2\n");
  const std::string before = make_points(families(), sweep(text)).points.at(0).key;
  test::write_text(directory_.path("g.txt"), "0 1\n0 2\n");

  EXPECT_NE(make_points(families(), sweep(text)).points.at(0).key, before);
}

TEST(SweepRange, AddsDecimalsExactly) {
  ErrorList errors;
  const auto map = parse_yaml("{from: 0.1, to: 0.7, step: 0.1}", {"f", "", {}}, errors);
  std::vector<std::string> texts;
  for (const YamlNode& value : read_sweep_values({*map, "rate"})) texts.push_back(value.text);

  EXPECT_THAT(texts, ElementsAre("0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"));
}

TEST(SweepRange, MultipliesUpToTheLargestNumbers) {
  ErrorList errors;
  const auto map =
      parse_yaml("{from: 0.000000001, to: 999999999, factor: 1000000}", {"f", "", {}}, errors);
  std::vector<std::string> texts;
  for (const YamlNode& value : read_sweep_values({*map, "rate"})) texts.push_back(value.text);

  EXPECT_THAT(texts, ElementsAre("0.000000001", "0.001", "1000"));
}

TEST(YamlAsJson, KeepsTypesAndQuotes) {
  ErrorList errors;
  const auto map = parse_yaml("{a: 1, b: '1', c: [x, 0.5, true, null], d: {e: -3}, f: 1_0}",
                              {"f", "", {}}, errors);

  EXPECT_EQ(yaml_to_json(*map),
            R"({"a":1,"b":"1","c":["x",0.5,true,null],"d":{"e":-3},"f":"1_0"})");
  EXPECT_EQ(yaml_text(*map), "{a: 1, b: 1, c: [x, 0.5, true, none], d: {e: -3}, f: 1_0}");
}

SweepPoint point_of(const std::string& value, const std::string& key) {
  SweepPoint point;
  YamlNode node;
  node.kind = YamlKind::kScalar;
  node.text = value;
  point.values = {{"network.pes", node}};
  point.key = key;
  return point;
}

SweepRow row_of(const std::string& value, const std::string& key, Step finish = 9) {
  Result result = test::certification_result();
  result.measured.finish = finish;
  return make_row(point_of(value, key), result);
}

TEST(SweepRows, HaveEveryNumberOfTheResultUnderItsPath) {
  const SweepRow row = row_of("3", "00");

  EXPECT_EQ(row.figure("finish"), "9");
  EXPECT_EQ(row.figure("predicted.finish"), "9");
  EXPECT_EQ(row.figure("measured.t_sync"), "4");
  EXPECT_EQ(row.figure("t_sync"), "4");
  EXPECT_EQ(row.figure("lower_bound"), "4");
  EXPECT_FALSE(row.figure("seconds").has_value());
  EXPECT_FALSE(row.figure("dispatch").has_value());
}

TEST(SweepRows, AreNotReadFromOtherLines) {
  for (const char* line : {"", "{}", "3", "{\"key\": 3}", "{\"key\": \"a\", \"result\": 3}",
                           "{\"key\": \"a\", \"broke_off\": false, \"result\": {\"outcome\": 3}}"})
    EXPECT_FALSE(parse_row(line).has_value()) << line;
  const std::string line = row_of("3", "00").line;
  for (std::size_t cut = 0; cut < line.size(); ++cut)
    EXPECT_FALSE(parse_row(line.substr(0, cut)).has_value()) << cut;
}

class Store : public testing::Test {
 protected:
  std::string path() const { return directory_.path("r.jsonl"); }
  test::TemporaryDirectory directory_;
};

TEST_F(Store, FindsAgainWhatWasAppended) {
  { SweepStore(path(), SweepStore::Earlier::kKeep).append(row_of("3", "aa")); }
  const SweepStore again(path(), SweepStore::Earlier::kKeep);

  ASSERT_NE(again.find("aa"), nullptr);
  EXPECT_EQ(again.find("aa")->line, row_of("3", "aa").line);
  EXPECT_EQ(again.find("bb"), nullptr);
}

TEST_F(Store, DropsATornLastLineWhereverItIsTorn) {
  const std::string first = row_of("3", "aa").line + "\n";
  const std::string second = row_of("4", "bb").line + "\n";
  for (std::size_t cut = 1; cut < second.size(); cut += 7) {
    test::write_text(path(), first + second.substr(0, cut));
    SweepStore store(path(), SweepStore::Earlier::kKeep);
    EXPECT_NE(store.find("aa"), nullptr);
    EXPECT_EQ(store.find("bb"), nullptr) << cut;
    EXPECT_EQ(store.dropped_lines(), 1U);
    store.append(row_of("4", "bb"));
    EXPECT_EQ(test::read_text(path()), first + second);
  }
}

TEST_F(Store, DropsALineInItsMidstThatIsNoRow) {
  const std::string row = row_of("3", "aa").line + "\n";
  test::write_text(path(), "what?\n" + row);
  const SweepStore store(path(), SweepStore::Earlier::kKeep);

  EXPECT_EQ(store.dropped_lines(), 1U);
  EXPECT_EQ(test::read_text(path()), row);
}

TEST_F(Store, DoesNotTakeARunThatDiedForDone) {
  Result dead = test::certification_result();
  dead.broke_off = true;
  test::write_text(path(), make_row(point_of("3", "aa"), dead).line + "\n");

  EXPECT_EQ(SweepStore(path(), SweepStore::Earlier::kKeep).find("aa"), nullptr);
}

TEST_F(Store, CanBeginAnew) {
  test::write_text(path(), row_of("3", "aa").line + "\n");
  const SweepStore store(path(), SweepStore::Earlier::kDrop);

  EXPECT_EQ(store.find("aa"), nullptr);
  EXPECT_EQ(test::read_text(path()), "");
}

TEST_F(Store, TellsWhatItCannotDo) {
  EXPECT_THROW(SweepStore("/nowhere/r.jsonl", SweepStore::Earlier::kKeep), OutputError);
  EXPECT_THROW(SweepStore("/dev/full", SweepStore::Earlier::kKeep), OutputError);
  EXPECT_THROW(SweepStore(directory_.path(), SweepStore::Earlier::kKeep), OutputError);
}

class SweepResultsOfTwo : public SweepFile {
 protected:
  SweepResultsOfTwo()
      : sweep_(sweep(
            kBase +
            "vary: {network.pes: [3, 4]}\n"
            "plot: {x: network.pes, x_label: n, y: [finish, predicted.finish, lower_bound]}\n")),
        points_(make_points(families(), sweep_)) {}
  SweepResults results() {
    return {sweep_, points_.points, {row_of("3", "aa"), row_of("4", "bb", 11)}};
  }

  Sweep sweep_;
  SweepPoints points_;
};

TEST_F(SweepResultsOfTwo, AreATableOfValuesAndNumbers) {
  SweepResults all = results();
  all.rows[1].problems = {"a \"bad\" one, really"};
  const std::string csv = sweep_csv(all);

  EXPECT_THAT(csv, testing::StartsWith("network.pes,verdict,pes,flits,measured.finish,"));
  EXPECT_THAT(csv, HasSubstr("\n3,pass,3,2,9,9,4,"));
  EXPECT_THAT(csv, HasSubstr("\n4,pass,3,2,11,9,4,"));
  EXPECT_THAT(csv, testing::EndsWith(",\"a \"\"bad\"\" one, really\"\n"));
}

TEST_F(SweepResultsOfTwo, AreDrawnMeasuredAsMarksAndPredictedAsLines) {
  const Plot plot = make_plot(sweep_.plots[0], results());

  EXPECT_EQ(plot.x_label, "n");
  ASSERT_EQ(plot.curves.size(), 3U);
  EXPECT_EQ(plot.curves[0].figure, "finish, measured");
  EXPECT_EQ(plot.curves[0].style, PlotStyle::kMarks);
  EXPECT_THAT(plot.curves[0].points, ElementsAre(std::pair(3.0, 9.0), std::pair(4.0, 11.0)));
  EXPECT_EQ(plot.curves[1].style, PlotStyle::kLine);
  EXPECT_EQ(plot.curves[2].style, PlotStyle::kLowerBound);
}

TEST_F(SweepResultsOfTwo, HaveNoFinishOfARunWithoutEnd) {
  Result hung = test::certification_result();
  hung.measured.finish = 0;
  hung.outcome = Outcome::kNoEnd;
  SweepResults all = results();
  all.rows[1] = make_row(point_of("4", "bb"), hung);
  SweepPlot wanted = sweep_.plots[0];
  wanted.y = {"finish", "measured.quiesce", "gap", "lower_bound"};

  for (const char* name : {"finish", "measured.finish", "quiesce", "gap", "ratio"})
    EXPECT_FALSE(all.rows[1].figure(name).has_value()) << name;
  EXPECT_THAT(sweep_table(all, Colour::kNever, 0),
              testing::ContainsRegex("\n *4 +- +9 +4 +NO END\n"));
  const Plot plot = make_plot(wanted, all);
  ASSERT_EQ(plot.curves.size(), 4U);
  EXPECT_THAT(plot.curves[0].points, ElementsAre(std::pair(3.0, 9.0)));
  for (const std::size_t of_one : {1U, 2U}) EXPECT_EQ(plot.curves[of_one].points.size(), 1U);
  EXPECT_EQ(plot.curves[3].points.size(), 2U);
  EXPECT_TRUE(has_plotted_figures(sweep_, {&all.rows[1]}));
}

TEST_F(SweepResultsOfTwo, MissAFigureThatNobodyMeasured) {
  const std::vector<SweepRow> all = results().rows;
  const std::vector<const SweepRow*> rows{&all[0], &all[1]};
  Sweep sweep = sweep_;
  sweep.plots[0].y = {"finish", "predicted.t_sync", "bound"};
  EXPECT_TRUE(has_plotted_figures(sweep, rows)) << "bound has no value, but is one";
  sweep.plots[0].y = {"measured.t_snyc"};
  EXPECT_FALSE(has_plotted_figures(sweep, rows));
  EXPECT_THAT(missing_figure(sweep, rows).what(),
              HasSubstr("plot.y: 'measured.t_snyc' is a figure of no result (did you mean "
                        "'measured.t_sync'?); results so far are kept"));
  sweep.plots[0].y = {"finish"};
  sweep.plots[0].x = "depth";
  EXPECT_FALSE(has_plotted_figures(sweep, rows));
}

TEST_F(SweepResultsOfTwo, HaveCategoriesWhereXHasWords) {
  SweepPoints points = points_;
  points.points[1].values[0].value.text = "many";

  EXPECT_THAT(make_plot(sweep_.plots[0], {sweep_, points.points, results().rows}).categories,
              ElementsAre("3", "many"));
}

TEST_F(SweepFile, HasACurvePerSeriesAndOneBoundForAll) {
  const Sweep read =
      sweep(kBase +
            "vary: {network.pes: [3, 4], options.skip: [true, false]}\n"
            "plot: {x: network.pes, y: [finish, lower_bound], series: options.skip}\n");
  const SweepPoints points = make_points(families(), read);
  const std::vector<SweepRow> rows{row_of("3", "a"), row_of("3", "b", 10), row_of("4", "c", 11),
                                   row_of("4", "d", 12)};
  const Plot plot = make_plot(read.plots[0], {read, points.points, rows});

  ASSERT_EQ(plot.curves.size(), 3U);
  EXPECT_EQ(plot.curves[0].series, "true");
  EXPECT_EQ(plot.curves[1].series, "false");
  EXPECT_THAT(plot.curves[1].points, ElementsAre(std::pair(3.0, 10.0), std::pair(4.0, 12.0)));
  EXPECT_EQ(plot.curves[2].figure, "lower bound");
  EXPECT_EQ(plot.curves[2].series, "");
}

TEST_F(SweepFile, TellsMeasuredFiguresOfSeveralSeriesApartByMarks) {
  const Sweep read = sweep(kBase +
                           "vary: {network.pes: [3, 4], options.skip: [true, false]}\n"
                           "plot: {x: network.pes, y: [finish, quiesce], series: options.skip}\n");
  const SweepPoints points = make_points(families(), read);
  const std::vector<SweepRow> rows{row_of("3", "a"), row_of("3", "b", 10), row_of("4", "c", 11),
                                   row_of("4", "d", 12)};
  SweepPlot wanted = read.plots[0];
  std::vector<std::size_t> marks;
  for (const PlotCurve& curve : make_plot(wanted, {read, points.points, rows}).curves)
    marks.push_back(curve.mark);
  EXPECT_THAT(marks, ElementsAre(0, 0, 1, 1));

  wanted.y = {"finish"};
  EXPECT_EQ(make_plot(wanted, {read, points.points, rows}).curves[1].mark, 1U);
}

class SweepWithACurve : public SweepFile {
 protected:
  Sweep with(const std::string& curve) {
    return sweep(kBase +
                 "vary: {network.pes: [3, 4]}\nplot: {x: network.pes, y: finish, curves: [" +
                 curve + "]}\n");
  }
  Plot plot(const Sweep& read, const std::string& second = "4") {
    SweepPoints points = make_points(families(), read);
    points.points[1].values[0].value.text = second;
    return make_plot(read.plots[0], {read, points.points, {row_of("3", "a"), row_of("4", "b")}});
  }
};

TEST_F(SweepWithACurve, DrawsItFromItsFormulaInAColourOfItsOwn) {
  const Sweep read =
      with("{label: twice, formula: 2 * x + 0.5, at: [9, {from: 1, to: 2, step: 1}], source: me}");
  const PlotCurve curve = plot(read).curves.at(1);

  EXPECT_EQ(curve.figure, "twice");
  EXPECT_EQ(curve.style, PlotStyle::kNotRun);
  EXPECT_EQ(curve.colour, 1U);
  EXPECT_THAT(curve.points,
              ElementsAre(std::pair(1.0, 2.5), std::pair(2.0, 4.5), std::pair(9.0, 18.5)));
  EXPECT_THAT(plot_to_svg(plot(read)), HasSubstr("<title>twice: 18.5 at 9; me</title>"));
  EXPECT_THAT(plot_to_svg(plot(read)), HasSubstr("broken lines with marks are formulas, not run"));
}

TEST_F(SweepFile, DrawsAFormulaInTheColourOfItsSeries) {
  const auto plot = [&](const std::string& series) {
    const Sweep read = sweep(
        kBase + "vary: {network.pes: [3], options.skip: [true, false]}\nplot: {x: network.pes, " +
        "y: finish, series: options.skip, curves: [{label: a, formula: x, at: [1], source: me, " +
        "series: '" + series + "'}]}\n");
    const SweepPoints points = make_points(families(), read);
    return make_plot(read.plots[0], {read, points.points, {row_of("3", "a"), row_of("3", "b")}});
  };
  const Plot picture = plot("false");
  ASSERT_EQ(picture.curves.size(), 3U);
  EXPECT_EQ(picture.curves[2].colour, 1U);
  EXPECT_EQ(picture.curves[2].mark, 1U);
  EXPECT_EQ(plot("none").curves[2].colour, 2U);
}

TEST_F(SweepWithACurve, SaysWhatWasNotRun) {
  EXPECT_EQ(curves_text(with("{label: twice, formula: 2 * x, at: [9, 1], source: me}")),
            "\ndrawn from formulas, not run:\n  twice: 2 * x for x from 1 to 9; me\n");
  EXPECT_EQ(curves_text(with("")), "");
}

TEST_F(SweepResultsOfTwo, TellOfNotes) {
  SweepResults all = results();
  EXPECT_EQ(sweep_notes(all), "");
  all.rows[1].notes = {"not stable"};
  EXPECT_THAT(sweep_notes(all), HasSubstr("notes on 1 of 2 points; the first, "));
  EXPECT_THAT(sweep_notes(all), HasSubstr("4:\n  note: not stable\n"));
}

TEST(SweepFiles, OfTheProjectAreGood) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(FLITWISE_SOURCE_DIR "/sim/sweeps")) {
    ErrorList errors;
    const auto read = read_sweep(entry.path().string(), {}, errors);
    ASSERT_TRUE(read) << errors.sorted()[0].what();
    EXPECT_FALSE(read->plots.empty()) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 5U);
}

}  // namespace
}  // namespace flitwise
