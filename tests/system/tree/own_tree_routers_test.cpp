// Routers that are not the project's in scenarios on trees, to the step.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "sim/families/registry.h"
#include "sim/run/runner.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise::own_tree_routers_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::run_text;
using testing_support::torus_scenario;

const std::string kTwig = FLITWISE_SOURCE_DIR "/tests/kit/foreign/tr2/";

struct Work {
  const char* tree;
  const char* work;
  const char* options = "";
};

std::string text_of(const Work& work, const std::string& more_of_network,
                    const std::string& more_options) {
  return fmt::format("network: {{{}{}}}\n{}options: {{{}{}}}\n", work.tree, more_of_network,
                     work.work, work.options, more_options);
}

std::string on_own(const Work& work, const std::string& router = kTwig + "router.yaml") {
  return text_of(work, ", router: " + router, "");
}

std::vector<LinkEvent> sorted_events(const std::string& text) {
  RunRequest request;
  request.keep_events = true;
  Result result = run_in_child(torus_scenario(text), request);
  EXPECT_EQ(result.outcome, Outcome::kPass) << text;
  std::sort(result.events.begin(), result.events.end());
  return std::move(result.events);
}

// As predicted, and event by event as on the project's routers of the same latency.
void expect_like_the_projects(const Work& work) {
  const Result result = expect_pass(on_own(work));
  for (const char* name : {"finish", "quiesce", "dispatch", "events"})
    EXPECT_TRUE(check_of(result, name).ok) << work.work << name;
  const std::vector<LinkEvent> events = sorted_events(on_own(work));
  EXPECT_FALSE(events.empty());
  const char* comma = *work.options == '\0' ? "" : ", ";
  EXPECT_EQ(events, sorted_events(text_of(work, "", fmt::format("{}router_latency: 2", comma))));
}

constexpr const char* kFigure4 = "kind: tree, parents: [-1, 0, 1, 2, 3, 4]";
constexpr const char* kFigure4Gather = "operation: gather\nlengths: [0, 2, 3, 0, 2, 1]\n";
// PE 3 is below PE 5, and PE 5 below PE 2: no subtree is an interval of these numbers.
constexpr const char* kOddNumbers = "kind: tree, parents: [-1, 2, 0, 5, 0, 2, 4, 3]";

TEST(OwnRoutersOfTrees, GatherAlongThePathOfFigure4) {
  for (const char* algorithm : {"shoulder-tap", "certification"})
    expect_like_the_projects(
        {kFigure4, fmt::format("{}algorithm: {}\n", kFigure4Gather, algorithm).c_str()});
}

TEST(OwnRoutersOfTrees, FinishFigure4WhenAnotherModelSays) {
  const std::string work = fmt::format("{}algorithm: certification\n", kFigure4Gather);
  const Result result = expect_pass(on_own({kFigure4, work.c_str(), "rule: paper, sync: seq"}));
  EXPECT_EQ(result.measured.finish, 39);
}

TEST(OwnRoutersOfTrees, FinishAScatterOnACompleteTreeWhenAnotherModelSays) {
  EXPECT_EQ(expect_pass(on_own({"shape: complete, arity: 2, height: 3",
                                "operation: scatter\nalgorithm: fdf\nlengths: {each: 1}\n"}))
                .measured.finish,
            14);
}

TEST(OwnRoutersOfTrees, ScatterAndGatherOnCaterpillars) {
  constexpr const char* kTree = "shape: caterpillar, spine: 5, legs: 1";
  expect_like_the_projects(
      {kTree, "operation: scatter\nalgorithm: fdf\nlengths: {uniform: [0, 4], seed: 2}\n"});
  for (const char* sync : {"sync: seq", "sync: mirror", "sync: slot"})
    expect_like_the_projects(
        {kTree,
         "operation: gather\nalgorithm: certification\nlengths: {uniform: [0, 4], seed: 3}\n",
         sync});
}

TEST(OwnRoutersOfTrees, ScatterAndGatherOnRandomTrees) {
  for (const int seed : {1, 2, 3}) {
    const std::string tree =
        fmt::format("shape: random, pes: 24, depth: uniform, max_children: 4, seed: {}", seed);
    const std::string lengths = fmt::format("lengths: {{uniform: [0, 5], seed: {}}}\n", seed);
    expect_like_the_projects(
        {tree.c_str(), ("operation: scatter\nalgorithm: fdf\n" + lengths).c_str()});
    expect_like_the_projects(
        {tree.c_str(), ("operation: gather\nalgorithm: certification\n" + lengths).c_str()});
  }
}

TEST(OwnRoutersOfTrees, KnowNodesByPreorderNumbersWhateverNumbersPesHave) {
  const std::string lengths = "lengths: [0, 2, 1, 3, 0, 1, 2, 4]\n";
  expect_like_the_projects(
      {kOddNumbers, ("operation: scatter\nalgorithm: fdf\n" + lengths).c_str()});
  expect_like_the_projects(
      {kOddNumbers, ("operation: gather\nalgorithm: certification\n" + lengths).c_str()});
}

TEST(OwnRoutersOfTrees, JoinLinksThatTakeSeveralSteps) {
  for (const char* links : {"link_latency: 3", "link_latency: {default: 1, 5: {down: 4, up: 2}}"})
    expect_like_the_projects(
        {kOddNumbers,
         "operation: gather\nalgorithm: certification\nlengths: [0, 2, 1, 3, 0, 1, 2, 4]\n",
         links});
}

TEST(OwnRoutersOfTrees, LetPesAnswerOnceTheyCouldHaveTakenTheFlitFromTheRouter) {
  expect_like_the_projects(
      {kOddNumbers,
       "operation: gather\nalgorithm: certification\nlengths: [0, 2, 1, 3, 0, 1, 2, 4]\n",
       "reaction: 4"});
}

TEST(OwnRoutersOfTrees, AreNamedInNotesWithWhatTheirLatencyMeans) {
  const Result result =
      expect_pass(on_own({kFigure4, "operation: scatter\nalgorithm: fdf\nlengths: {each: 2}\n"}));
  EXPECT_THAT(result.notes, Contains(HasSubstr("router twig (twig_decode.sv, 3 files ")));
  EXPECT_THAT(result.notes, Contains(HasSubstr("): registered, r = 2")));
  EXPECT_THAT(result.notes, Contains(HasSubstr("hand them over 1 step later")));
}

// The router with a mistake, in a folder of its own.
std::string broken(const std::string& name, const std::string& file, const std::string& right,
                   const std::string& wrong) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / ("twig_" + name);
  std::filesystem::create_directories(folder);
  for (const auto& entry : std::filesystem::directory_iterator(kTwig)) {
    std::ifstream stream(entry.path());
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (entry.path().filename() == file) {
      const std::size_t at = text.find(right);
      EXPECT_NE(at, std::string::npos) << right;
      text.replace(at, right.size(), wrong);
    }
    std::ofstream(folder / entry.path().filename()) << text;
  }
  return (folder / "router.yaml").string();
}

constexpr Work kScatter{kOddNumbers,
                        "operation: scatter\nalgorithm: fdf\nlengths: [0, 2, 1, 3, 0, 1, 2, 4]\n"};
constexpr Work kGather{kOddNumbers,
                       "operation: gather\nalgorithm: certification\n"
                       "lengths: [0, 2, 1, 3, 0, 1, 2, 4]\n"};

void expect_problem(const Work& work, const std::string& router, const std::string& problem) {
  const Result result = run_text(on_own(work, router));
  EXPECT_NE(result.outcome, Outcome::kPass);
  EXPECT_THAT(result.problems, Contains(HasSubstr(problem)));
}

TEST(OwnRoutersOfTrees, ThatMissTheLastNumberOfAnIntervalThrowFlitsAway) {
  expect_problem(kScatter,
                 broken("less", "twig_decode.sv", "dst <= hi[c*AW +: AW]", "dst < hi[c*AW +: AW]"),
                 "throws away a flit from");
}

TEST(OwnRoutersOfTrees, ThatChangeAFlitOnItsWayToThePeAreNoticed) {
  expect_problem(kScatter,
                 broken("changed", "tr2_wrapper.sv", "fo[B+60 +: 60]}", "fo[B+60 +: 60] ^ 60'd1}"),
                 "which no link brought");
}

TEST(OwnRoutersOfTrees, ThatLoseAFlitInSilenceAreNoticed) {
  const std::string deaf =
      broken("deaf", "twig_router.sv", ".vld    (rx_vld[i])", ".vld    (rx_vld[i] && i != 1)");
  expect_problem(kGather, deaf, "the router of PE 0 does not deliver certificate of PE 4");
}

TEST(OwnRoutersOfTrees, ThatSayAFlitTwiceAreNoticed) {
  expect_problem(kScatter,
                 broken("twice", "twig_router.sv", "tx_vld[o] <= |ask;",
                        "tx_vld[o] <= |ask || (tx_vld[o] && o == K + 1 && !tx_flit[o*FW]);"),
                 "which no link brought");
}

TEST(OwnRoutersOfTrees, ThatAreSlowToTheirPesOnlyAreNoticed) {
  const std::string slow =
      broken("slow", "tr2_wrapper.sv", "assign out_valid_o = {vo[0 +: C], vo[C], vo[C+1]};",
             "logic slow; always_ff @(posedge clk_i) slow <= vo[C+1];\n"
             "  assign out_valid_o = {vo[0 +: C], vo[C], slow};");
  expect_problem(kScatter, slow, "does not deliver");
}

TEST(OwnRoutersOfTrees, ThatTakeOtherStepsThanTheySayFail) {
  const Result result =
      run_text(on_own(kScatter, broken("hasty", "router.yaml", "router: 2", "router: 3")));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_FALSE(check_of(result, "finish").ok);
}

TEST(OwnRoutersOfTrees, ShowMessagesThatAreSentTooEarly) {
  Work early = kGather;
  early.options = "break: {early: 7, by: 3}";
  const Result result = run_text(on_own(early));
  EXPECT_EQ(result.outcome, Outcome::kFail);
}

TEST(OwnRoutersOfTrees, ShowASilentPe) {
  Work mute = kGather;
  mute.options = "break: {mute: 3}";
  EXPECT_EQ(run_text(on_own(mute)).outcome, Outcome::kNoEnd);
}

// Each family has its own.
TEST(OwnRoutersOfTrees, AreNoneOfMeshesNorTheOtherWayRound) {
  const std::string plain = FLITWISE_SOURCE_DIR "/tests/data/routers/plain/placed.yaml";
  const auto refusals = [](const std::string& text) {
    std::string all;
    for (const ConfigError& error : read_scenario_text(text, "scenario.yaml").errors)
      all += error.what();
    return all;
  };
  EXPECT_THAT(refusals(on_own(kScatter, plain)),
              HasSubstr("'mesh' is of routers for meshes, and one for trees is wanted here"));
  EXPECT_THAT(refusals("network: {kind: xy-mesh, sides: [2, 2], router: " + kTwig +
                       "router.yaml}\noperation: broadcast\nlength: 2\n"),
              HasSubstr("'tree' is of routers for trees, and one for meshes is wanted here"));
}

// A payload of 20 bits: a flit is a number, and four bits of a hash.
TEST(OwnRoutersOfTrees, CarryNumbersOfFlitsWherePayloadsAreShort) {
  expect_pass(
      on_own(kGather, broken("short", "router.yaml", "payload: \"47:0\"", "payload: \"27:8\"")));
}

}  // namespace
}  // namespace flitwise::own_tree_routers_test
