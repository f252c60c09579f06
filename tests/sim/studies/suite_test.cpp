// What suites and sweeps are made of: parallel runs, progress, reports, parts of waves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <systemc>

#include "sim/cli/cli_run.h"
#include "sim/console/progress.h"
#include "sim/families/registry.h"
#include "sim/report/report_data.h"
#include "sim/report/report_plot.h"
#include "sim/run/process/parallel_runs.h"
#include "sim/run/waves/wave_files.h"
#include "sim/run/waves/wave_viewers.h"
#include "sim/studies/suite/suite.h"
#include "sim/text/report_text.h"
#include "tests/sim/cli/command_line.h"

namespace flitwise {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Scenario small(const std::string& name) {
  return *read_scenario_text(test::small_scenario(name), "f.yaml").scenario;
}

// Sleeps less for every further letter of its name, so that later runs end earlier: by more than a
// busy machine takes to start one.
Result sleep_by_name(const Scenario& scenario, const RunRequest&) {
  std::this_thread::sleep_for(900ms - 250ms * static_cast<int>(scenario.name.size()));
  Result result = test::certification_result();
  result.scenario = scenario.name;
  return result;
}

TEST(ParallelRuns, HandOnEachResultUnderItsIndexInTheOrderInWhichTheyEnd) {
  const std::vector<Scenario> scenarios{small("a"), small("bb"), small("ccc")};
  std::vector<std::size_t> order;
  ParallelLimits limits;
  limits.processes = 3;
  run_in_parallel({&scenarios[0], &scenarios[1], &scenarios[2]}, sleep_by_name, limits,
                  [&](std::size_t i, const Result& result) {
                    EXPECT_EQ(result.scenario, scenarios[i].name);
                    order.push_back(i);
                  });
  EXPECT_THAT(order, ElementsAre(2, 1, 0));
}

TEST(ParallelRuns, AreNeverMoreThanAllowed) {
  const std::vector<Scenario> scenarios{small("a"), small("b"), small("c"), small("d")};
  std::size_t most = 0;
  ParallelLimits limits;
  limits.processes = 2;
  run_in_parallel(
      {&scenarios[0], &scenarios[1], &scenarios[2], &scenarios[3]}, sleep_by_name, limits,
      [](std::size_t, const Result&) {},
      [&](std::size_t running) { most = std::max(most, running); });
  EXPECT_EQ(most, 2U);
}

TEST(ParallelRuns, DoNotTakeTheTimeOfACallerForTheirOwn) {
  const std::vector<Scenario> scenarios{small("a"), small("bb"), small("ccc")};
  ParallelLimits limits;
  limits.processes = 3;
  limits.timeout = 2500ms;
  std::vector<Outcome> outcomes;
  run_in_parallel({&scenarios[0], &scenarios[1], &scenarios[2]}, sleep_by_name, limits,
                  [&](std::size_t, const Result& result) {
                    outcomes.push_back(result.outcome);
                    std::this_thread::sleep_for(outcomes.size() == 1 ? 2600ms : 0ms);
                  });
  EXPECT_THAT(outcomes, ElementsAre(Outcome::kPass, Outcome::kPass, Outcome::kPass));
}

TEST(ParallelRuns, KeepWhatTheRtlPrintedBeforeARunThrew) {
  const Scenario scenario = small("one");
  const auto complains = [](const Scenario&, const RunRequest&) -> Result {
    std::puts("[7] %Error: router.sv:3: Assertion failed");
    throw std::runtime_error("the model stopped");
  };
  const std::vector<Result> results = run_in_parallel({&scenario}, complains, 1, {});

  EXPECT_THAT(results[0].problems, ElementsAre("the simulation could not run: the model stopped",
                                               "RTL: [7] %Error: router.sv:3: Assertion failed"));
}

TEST(ParallelRuns, SayWhatAProcessThrewWithoutTheKernelsWrapping) {
  const Scenario scenario = small("one");
  const auto complains = [](const Scenario&, const RunRequest&) -> Result {
    SC_REPORT_ERROR("network", "the ready wire follows");
    return {};
  };
  const std::vector<Result> results = run_in_parallel({&scenario}, complains, 1, {});

  EXPECT_THAT(results[0].problems,
              ElementsAre("the simulation could not run: the ready wire follows"));
}

TEST(ParallelRuns, SayThatThereIsNotEnoughMemory) {
  const Scenario scenario = small("one");
  const auto needs_more = [](const Scenario&, const RunRequest&) -> Result {
    throw std::bad_alloc();
  };
  const std::vector<Result> results = run_in_parallel({&scenario}, needs_more, 1, {});

  EXPECT_THAT(results[0].problems,
              ElementsAre("the simulation could not run: there is not enough memory"));
}

TEST(ParallelRuns, SayThatThereIsNotEnoughMemoryForWhatDoesNotSurviveAnException) {
  const Scenario scenario = small("one");
  const auto needs_more = [](const Scenario&, const RunRequest&) -> Result {
    std::get_new_handler()();  // as operator new does, also where sanitizers have their own
    std::abort();
  };
  const std::vector<Result> results = run_in_parallel({&scenario}, needs_more, 1, {});

  EXPECT_THAT(results[0].problems,
              ElementsAre("the simulation could not run: there is not enough memory"));
}

TEST(ParallelRuns, GiveAllResultsInTheOrderOfTheScenarios) {
  const Scenario one = small("one");
  const Scenario dies = small("dies");
  const Scenario throws = small("throws");
  std::size_t done = 0;
  const std::vector<Result> results = run_in_parallel({&one, &dies, &throws}, test::run_by_name, 2,
                                                      [&](std::size_t count) { done = count; });

  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0].outcome, Outcome::kPass);
  EXPECT_THAT(results[1].problems, ElementsAre("the simulation was ended by signal 9 (Killed)"));
  EXPECT_THAT(results[2].problems,
              ElementsAre("the simulation could not run: there is no more memory"));
  EXPECT_EQ(done, 3U);
}

TEST(ParallelRuns, StopWhatTakesTooLongWithoutWaitingForIt) {
  const Scenario sleeps = small("sleeps");
  const Scenario one = small("one");
  ParallelLimits limits;
  limits.processes = 1;
  limits.timeout = 200ms;
  std::vector<Outcome> outcomes;
  const auto start = std::chrono::steady_clock::now();
  run_in_parallel({&sleeps, &one}, test::run_by_name, limits,
                  [&](std::size_t, const Result& result) { outcomes.push_back(result.outcome); });

  EXPECT_THAT(outcomes, ElementsAre(Outcome::kNoEnd, Outcome::kPass));
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

TEST(ParallelRuns, EndWhenASignalComes) {
  const Scenario sleeps = small("sleeps");
  const InterruptScope interrupts;
  EXPECT_THROW(run_in_parallel(
                   {&sleeps}, test::run_by_name, {}, [](std::size_t, const Result&) {},
                   [](std::size_t) { std::raise(SIGTERM); }),
               Interrupted);
}

TEST(ParallelRuns, EndWhenAResultCannotBeTaken) {
  const Scenario one = small("one");
  const InterruptScope interrupts;  // forgets the signal of another test
  EXPECT_THROW(run_in_parallel({&one}, test::run_by_name, {},
                               [](std::size_t, const Result&) { throw std::logic_error("full"); }),
               std::logic_error);
}

std::string bar_after(std::size_t done, bool is_terminal) {
  std::ostringstream stream;
  auto now = std::chrono::steady_clock::time_point{};
  Progress progress("sweep", 8, stream, is_terminal, [&now] { return now; });
  now += 60s;
  for (std::size_t i = 0; i < done; ++i) progress.finish_one(i > 0);
  progress.show_runs(2);
  progress.show_runs(1);  // too soon after the last time
  return stream.str();
}

TEST(ProgressOfRuns, TellsHowManyAreDoneAndWhenAllWillBe) {
  EXPECT_EQ(bar_after(2, true),
            "\r\033[Ksweep [######..................] 2/8, 2 running, 1 failed, about 3 min 0 s "
            "left");
  EXPECT_EQ(bar_after(0, true), "\r\033[Ksweep [........................] 0/8, 2 running");
}

TEST(ProgressOfRuns, IsSilentWithoutATerminal) { EXPECT_EQ(bar_after(2, false), ""); }

TEST(ProgressOfRuns, NamesTimesAsPeopleDo) {
  EXPECT_EQ(duration_text(59s), "59 s");
  EXPECT_EQ(duration_text(61s), "1 min 1 s");
  EXPECT_EQ(duration_text(7260s), "2 h 1 min");
}

TEST(JUnit, IsXmlWhateverTheTextsHold) {
  JunitCase one;
  one.classname = "a&b";
  one.name = "\"x\" <y>";
  one.kind = "failure";
  one.message = "byte \xff and \x1b[31m";
  one.text = "]]> & more\n";
  one.attachments = {"/tmp/<odd>"};
  const std::string xml = junit_xml("suite", {one, JunitCase{}});

  EXPECT_EQ(test::xml_mistake(xml), "");
  EXPECT_THAT(xml, HasSubstr("tests=\"2\" failures=\"1\" errors=\"0\""));
  EXPECT_THAT(xml, HasSubstr("message=\"byte \uFFFD and \\x1b[31m\""));
  EXPECT_THAT(xml, HasSubstr("[[ATTACHMENT|/tmp/&lt;odd&gt;]]"));
}

TEST(XmlText, KeepsWhatIsText) {
  EXPECT_EQ(xml_escaped("a<b>&\"c\" \u00e4\n"), "a&lt;b&gt;&amp;&quot;c&quot; \u00e4\n");
}

TEST(PlotAxis, SpansAllValuesWithRoundTicks) {
  const PlotAxis axis(PlotAxis::Scale::kLinear, {3, 97, 40}, 10);

  EXPECT_THAT(axis.ticks(), ElementsAre(0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100));
  EXPECT_DOUBLE_EQ(axis.position(0), 0);
  EXPECT_DOUBLE_EQ(axis.position(50), 0.5);
}

TEST(PlotAxis, DoesNotBeginAtZeroWhereValuesAreFarFromIt) {
  EXPECT_EQ(PlotAxis(PlotAxis::Scale::kLinear, {90, 97}, 10).ticks().front(), 90);
}

TEST(PlotAxis, ShowsASingleValue) {
  for (const auto scale : {PlotAxis::Scale::kLinear, PlotAxis::Scale::kLogarithmic}) {
    const double at = PlotAxis(scale, {7}, 10).position(7);
    EXPECT_GE(at, 0);
    EXPECT_LE(at, 1);
  }
}

TEST(PlotAxis, HasFewValuesAsTicksOfALogarithm) {
  EXPECT_THAT(PlotAxis(PlotAxis::Scale::kLogarithmic, {16, 4, 8, 4}, 10).ticks(),
              ElementsAre(4, 8, 16));
}

TEST(PlotAxis, HasPowersOfTenAsTicksOfManyValues) {
  std::vector<double> values;
  for (int i = 0; i < 40; ++i) values.push_back(std::pow(1.5, i));
  const PlotAxis axis(PlotAxis::Scale::kLogarithmic, values, 10);

  EXPECT_THAT(axis.ticks(), testing::Contains(1000.0));
  EXPECT_LE(axis.ticks().size(), 10U);
  for (const double value : values) {
    EXPECT_GE(axis.position(value), 0);
    EXPECT_LE(axis.position(value), 1);
  }
}

Plot two_curves() {
  Plot plot;
  plot.title = "A <plot>";
  plot.curves.resize(2);
  plot.curves[0] = {"", "finish, measured", PlotStyle::kMarks, 0, 0, {{1, 2}, {2, 4}}};
  plot.curves[1] = {"", "finish, formula", PlotStyle::kLine, 1, 0, {{1, 2}, {2, 4}, {3, 0}}};
  return plot;
}

TEST(PlotSvg, IsXmlWithEveryPoint) {
  const std::string svg = plot_to_svg(two_curves());

  EXPECT_EQ(test::xml_mistake(svg), "");
  EXPECT_THAT(svg, HasSubstr("<title>finish, measured: 4 at 2</title>"));
  EXPECT_THAT(svg, HasSubstr("A &lt;plot&gt;"));
}

TEST(PlotSvg, SaysHowManyPointsALogarithmCannotShow) {
  Plot plot = two_curves();
  EXPECT_THAT(plot_to_svg(plot), Not(HasSubstr("cannot be shown")));
  plot.log_y = true;
  EXPECT_THAT(plot_to_svg(plot), HasSubstr("1 point at 0 cannot be shown on a logarithmic axis"));
}

TEST(PlotSvg, IsAFrameWhereThereIsNothingToShow) {
  EXPECT_EQ(test::xml_mistake(plot_to_svg(Plot())), "");
}

TEST(PlotSvg, FillsMarksWhereColoursComeAgain) {
  Plot plot = two_curves();
  plot.curves.resize(1);
  plot.curves[0].colour = 7;
  EXPECT_THAT(plot_to_svg(plot), Not(HasSubstr("style=\"fill:#")));
  const std::string first = "stroke=\"#0072b2\"";
  for (const auto& [colour, text] : {std::pair(0U, first + "/>"),
                                     {8U, first + " style=\"fill:#0072b2\"/>"},
                                     {16U, first + "/>"}}) {
    plot.curves[0].colour = colour;
    EXPECT_THAT(plot_to_svg(plot), HasSubstr(text)) << colour;
  }
}

TEST(PlotSvg, HasALegendRowPerSeriesAndPerFigure) {
  Plot plot = two_curves();
  plot.curves[0].series = plot.curves[1].series = "fast";
  const std::string svg = plot_to_svg(plot);
  for (const char* row : {">fast<", ">finish, measured<", ">finish, formula<"})
    EXPECT_THAT(svg, HasSubstr(row));
}

TEST(PlotSvg, HasALegendRowWithAllMarksOfItsCurves) {
  Plot plot = two_curves();
  plot.curves[0].series = "fast";
  plot.curves[1] = plot.curves[0];
  plot.curves[1].figure = "latency, measured";
  plot.curves[1].mark = 1;
  const std::string svg = plot_to_svg(plot);
  const std::string legend = svg.substr(svg.find("class=\"frame\""));
  const std::string fast = legend.substr(0, legend.find(">fast<"));
  const std::string row = fast.substr(fast.rfind("</title>") + 1);
  EXPECT_THAT(row, HasSubstr("<g class=\"mark\"><circle"));
  EXPECT_THAT(row, HasSubstr("<g class=\"mark\"><rect"));
}

Result failed(Step quiesce, Node pes, const std::string& problem) {
  Result result;
  result.measured.quiesce = quiesce;
  result.pes = pes;
  result.problems = {problem};
  return result;
}

TEST(Trouble, OfShortRunsInSmallNetworksIsShownWithAllAround) {
  const WaveWindow window = window_of(failed(150, 64, "step 14: collision in PE 1"));

  EXPECT_EQ(window_text(window), "all steps and nodes");
}

TEST(Trouble, OfLongRunsInLargeNetworksIsCutOut) {
  const WaveWindow window = window_of(failed(9000, 500, "step 514: collision in PE 7 from PE 499"));

  EXPECT_EQ(window_text(window), "steps 474 to 534, PEs 7, 499");
  EXPECT_EQ(window_text(window_of(failed(9000, 500, "all is lost"))), "all steps and nodes");
}

TEST(Trouble, IsAlsoWhereFailedChecksAre) {
  Result result = failed(9000, 10, "");
  result.checks = {{"events", "step 900: PE 8 -> PE 9", "step 907: PE 5 -> PE 4", false, ""},
                   {"finish", "step 1", "step 1", true, ""}};
  EXPECT_EQ(window_text(window_of(result)), "steps 860 to 927");
}

TEST(WaveWindow, IsReadFromTheCommandLine) {
  const WaveWindow window = parse_window("10-40", "7-9,0,8");

  EXPECT_EQ(window_text(window), "steps 10 to 40, PEs 0, 7, 8, 9");
  EXPECT_TRUE(window.shows(10) && window.shows(40));
  EXPECT_FALSE(window.shows(9) || window.shows(41));
  EXPECT_EQ(window_text(parse_window("", "")), "all steps and nodes");
  for (const char* bad : {"10", "40-10", "a-b", "1-2-3", "-3", "-"})
    EXPECT_THROW(parse_window(bad, ""), std::invalid_argument) << bad;
  for (const char* bad : {"x", "3-1", "1,,2", "1048576", "0x3"})
    EXPECT_THROW(parse_window("", bad), std::invalid_argument) << bad;
}

TEST(WaveWindow, ShowsTheRoutersOfItsPesAndAllSwitches) {
  const WaveWindow window = parse_window("", "1,12");
  for (const char* name : {"pe1 router", "pe12 router", "leaf 1", "switch 2.1"})
    EXPECT_TRUE(window.shows_router(name)) << name;
  for (const char* name : {"pe2 router", "pe0 router", "leaf 11"})
    EXPECT_FALSE(window.shows_router(name)) << name;
}

TEST(WaveLayoutOfAWindow, HasOnlyTheGroupsOfItsPes) {
  const std::string layout = wave_layout(small("one"), "w.fst", 9, parse_window("", "1"));

  EXPECT_THAT(layout, HasSubstr("-PE 1"));
  EXPECT_THAT(layout, Not(HasSubstr("-PE 0")));
  EXPECT_THAT(layout, Not(HasSubstr(" pe0.")));
}

using test::CommandLine;

TEST_F(CommandLine, RefusesWindowsThatCannotBeShown) {
  EXPECT_EQ(run({"run", scenario("one"), "--trace-steps", "1-2"}), 2);
  EXPECT_THAT(error(), HasSubstr("--trace-steps and --trace-nodes: need --waves F.fst\n"));
  EXPECT_EQ(run({"run", scenario("one"), "--waves", "w.fst", "--trace-nodes", "0,2"}), 2);
  EXPECT_THAT(error(), HasSubstr("--trace-nodes: 'one' has no PE 2, only 0 to 1\n"));
  EXPECT_EQ(run({"run", scenario("one"), "--waves", "w.fst", "--trace-steps", "9"}), 2);
  EXPECT_THAT(error(),
              HasSubstr("--trace-steps 9: must be two steps, the first not above the last"));
  EXPECT_EQ(run({"run", FLITWISE_SOURCE_DIR "/sim/scenarios/figure_4.yaml", "--set",
                 "options.build=elaborated", "--waves", "w.fst", "--trace-nodes", "0"}),
            2);
  EXPECT_THAT(error(), HasSubstr("is built elaborated, whose waves show all nodes\n"));
}

TEST_F(CommandLine, RefusesWavesOfNetlists) {
  EXPECT_EQ(run({"run", scenario("one"), "--set", "options.build=netlist", "--waves", "w.fst"}), 2);
  EXPECT_THAT(error(), HasSubstr("--waves: 'one' is built of netlists, which have no waves\n"));
}

}  // namespace
}  // namespace flitwise
