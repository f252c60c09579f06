// Covers on the routers against theory, every flit on every link in every step.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "sim/families/cover/cover_language.h"
#include "sim/families/tree/tree_language.h"
#include "sim/families/tree/tree_methods.h"
#include "sim/run/runner.h"
#include "tests/support/made_scenarios.h"
#include "tests/theory/cover/cover_rows.h"

namespace flitwise {
namespace {

CoverScenario grid(CoverShape shape, Node rows, Node columns, Node root_row, Node root_column) {
  CoverScenario cover;
  cover.shape = shape;
  cover.rows = rows;
  cover.columns = columns;
  cover.root_row = root_row;
  cover.root_column = root_column;
  return cover;
}

Scenario over(const CoverScenario& cover, TreeAlgorithm algorithm) {
  CoverScenario made = cover;
  made.algorithm = algorithm;
  Scenario scenario = testing_support::made_scenario(made);
  scenario.operation = word_for(tree_operation_words(), operation_of(algorithm));
  scenario.shape = describe_cover(cover) + ", " + word_for(cover_algorithm_words(), algorithm);
  return scenario;
}

Scenario over(const CoverScenario& cover, std::string operation) {
  return over(cover, operation == "scatter" ? TreeAlgorithm::kFdf : TreeAlgorithm::kCertification);
}

std::vector<Flits> lengths_up_to(Flits most, const CoverScenario& cover, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Flits> lengths;
  const Node root = cover.root_row * cover.columns + cover.root_column;
  for (Node v = 0; v < cover.rows * cover.columns; ++v) {
    const auto drawn = static_cast<Flits>(random() % static_cast<std::uint64_t>(most + 1));
    lengths.push_back(v == root ? 0 : drawn);
  }
  return lengths;
}

std::vector<Flits> unit_lengths(const CoverScenario& cover) {
  std::vector<Flits> lengths(
      static_cast<std::size_t>(cover.rows) * static_cast<std::size_t>(cover.columns), 1);
  lengths[static_cast<std::size_t>(cover.root_row * cover.columns + cover.root_column)] = 0;
  return lengths;
}

Result expect_pass(const Scenario& scenario, const std::string& lengths) {
  Result result = run_in_child(scenario, {});
  EXPECT_EQ(result.outcome, Outcome::kPass) << scenario.shape << ", " << lengths;
  bool has_events = false;
  for (const Check& check : result.checks) {
    EXPECT_TRUE(check.ok) << check.name << ": " << check.measured << " measured, "
                          << check.predicted << " predicted";
    has_events = has_events || check.name == "events";
  }
  EXPECT_TRUE(has_events);
  return result;
}

bool can_run(TreeAlgorithm algorithm, const CoverScenario& cover) {
  const bool has_cost = cover.options.setup > 0 || cover.options.flit_time > 1;
  if (algorithm == TreeAlgorithm::kTimetable) return !has_cost;
  return algorithm != TreeAlgorithm::kCertification || !shares_links(cover.shape);
}

// Every scatter and gather, with a flit for everyone and with random lengths.
void expect_all_pass(CoverScenario cover, std::uint64_t seed) {
  for (const auto& algorithm : cover_algorithm_words()) {
    if (!can_run(algorithm.meaning, cover)) continue;
    cover.lengths = unit_lengths(cover);
    expect_pass(over(cover, algorithm.meaning), "unit");
    cover.lengths = lengths_up_to(6, cover, seed);
    expect_pass(over(cover, algorithm.meaning), "seed " + std::to_string(seed));
  }
}

class Meshes : public testing::TestWithParam<int> {};

TEST_P(Meshes, BehaveAsPredictedFromEveryRootOnEveryCover) {
  std::uint64_t seed = 0;
  for (Node columns = 1; columns <= 5; ++columns) {
    const auto rows = static_cast<Node>(GetParam());
    if (rows * columns == 1) continue;
    for (const auto& shape : mesh_cover_words())
      for (Node root = 0; root < rows * columns; ++root)
        expect_all_pass(grid(shape.meaning, rows, columns, root / columns, root % columns), ++seed);
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, Meshes, testing::Range(1, 6));

class Tori : public testing::TestWithParam<int> {};

TEST_P(Tori, BehaveAsPredictedOnEveryCover) {
  std::uint64_t seed = 100;
  for (const auto& shape : torus_cover_words()) {
    for (Node columns = 3; columns <= 6; ++columns) {
      const auto rows = static_cast<Node>(GetParam());
      expect_all_pass(grid(shape.meaning, rows, columns, 0, 0), ++seed);
      expect_all_pass(grid(shape.meaning, rows, columns, rows / 2, columns - 1), ++seed);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, Tori, testing::Range(3, 7));

TEST(Covers, RunEveryRuleWithEverySortCost) {
  CoverScenario cover = grid(CoverShape::kTorusSpanning, 3, 4, 1, 2);
  cover.lengths = lengths_up_to(5, cover, 7);
  for (const auto& rule : rule_words()) {
    for (const auto& cost : sort_cost_words()) {
      cover.options.rule = rule.meaning;
      cover.options.sort_cost = cost.meaning;
      expect_pass(over(cover, "gather"), std::string(rule.word) + ", K = " + cost.word);
    }
  }
}

// Every root of the small meshes, every kind of torus that shares no link, three costs.
TEST(Covers, WithASetupCostBehaveAsPredicted) {
  std::uint64_t seed = 0;
  int grids = 0;
  const auto expect_with_costs = [&](CoverScenario cover) {
    for (const auto& [setup, flit_time] : {std::pair<Step, Step>{1, 1}, {0, 2}, {5, 3}}) {
      cover.options.setup = setup;
      cover.options.flit_time = flit_time;
      expect_all_pass(cover, ++seed);
    }
    ++grids;
  };
  for (Node rows = 1; rows <= 3; ++rows)
    for (Node columns = 2; columns <= 4; ++columns)
      for (Node root = 0; root < rows * columns; ++root)
        expect_with_costs(grid(CoverShape::kMesh, rows, columns, root / columns, root % columns));
  for (const auto& shape : torus_cover_words()) {
    if (shares_links(shape.meaning)) continue;
    for (Node columns = 3; columns <= 5; ++columns)
      expect_with_costs(grid(shape.meaning, 4, columns, 1, columns - 1));
  }
  EXPECT_EQ(grids, 6 * (2 + 3 + 4) + 3 * 3);
}

TEST(Covers, WithASetupCostRunEveryRule) {
  CoverScenario cover = grid(CoverShape::kTorusSpanning, 3, 4, 1, 2);
  cover.lengths = lengths_up_to(5, cover, 7);
  cover.options.setup = 6;
  cover.options.flit_time = 2;
  for (const auto& rule : rule_words()) {
    cover.options.rule = rule.meaning;
    expect_pass(over(cover, "gather"), rule.word);
  }
}

// Routers, links and PEs of steps of their own; what shares the links of a tree, they share.
void draw_latencies(CoverScenario& cover, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto from_1_to = [&](Step most) {
    return 1 + static_cast<Step>(random() % static_cast<std::uint64_t>(most));
  };
  TreeOptions& options = cover.options;
  options.router_latency = {};
  options.link_latency = {};
  options.reaction = LatencyOption{};
  for (Node v = 0; v < cover.rows * cover.columns; ++v) {
    const Step router = from_1_to(3);
    const Step reaction = router - 1 + from_1_to(3);
    options.router_latency.own[v] = {router, router};
    options.reaction->own[v] = {reaction, reaction};
    options.link_latency.own[v] = {from_1_to(4), from_1_to(4)};
  }
}

TEST(Covers, WhoseRoutersLinksAndPesTakeStepsBehaveAsPredicted) {
  const std::vector<CoverScenario> covers{grid(CoverShape::kMesh, 1, 4, 0, 1),
                                          grid(CoverShape::kMesh, 2, 2, 0, 0),
                                          grid(CoverShape::kMesh, 3, 4, 1, 2),
                                          grid(CoverShape::kMesh, 6, 5, 5, 0),
                                          grid(CoverShape::kTorusJoint, 3, 3, 1, 1),
                                          grid(CoverShape::kTorusJoint, 4, 5, 0, 4),
                                          grid(CoverShape::kTorusSpanning, 4, 4, 2, 3),
                                          grid(CoverShape::kTorusSpanningShort, 3, 5, 0, 0)};
  std::uint64_t seed = 0;
  for (CoverScenario cover : covers)
    for (int drawn = 0; drawn < 4; ++drawn) {
      draw_latencies(cover, ++seed);
      cover.lengths = lengths_up_to(5, cover, seed);
      const std::string words = "seed " + std::to_string(seed);
      CoverScenario scatter = cover;
      scatter.options.reaction.reset();
      expect_pass(over(scatter, "scatter"), words);
      for (const auto& rule : rule_words()) {
        cover.options.rule = rule.meaning;
        expect_pass(over(cover, "gather"), words + ", " + rule.word);
      }
    }
}

// Four links of two steps and three routers of three lie between the root and the far corner.
TEST(Covers, TakeWhatTheWayOfOneFlitTakes) {
  CoverScenario cover = grid(CoverShape::kMesh, 3, 3, 0, 0);
  cover.lengths = {0, 0, 0, 0, 0, 0, 0, 0, 1};
  cover.options.router_latency.all = {3, 3};
  cover.options.link_latency.all = {2, 2};

  const Result scatter = expect_pass(over(cover, "scatter"), "one flit");

  EXPECT_EQ(scatter.measured.finish, 4 * 1 + 3 * 3 + 1);
  EXPECT_EQ(scatter.lower_bound, 14);
}

TEST(Covers, RunWithoutAnyMessage) {
  CoverScenario cover = grid(CoverShape::kMesh, 3, 3, 1, 1);
  cover.lengths.assign(9, 0);

  EXPECT_EQ(expect_pass(over(cover, "scatter"), "none").measured.quiesce, 0);
  EXPECT_GT(expect_pass(over(cover, "gather"), "none").measured.quiesce, 0);
  EXPECT_EQ(expect_pass(over(cover, TreeAlgorithm::kTimetable), "none").measured.quiesce, 0);
}

TEST(Covers, GiveTheSameEventsWhetherIdleRoutersAreEvaluatedOrNot) {
  CoverScenario cover = grid(CoverShape::kTorusJoint, 4, 5, 1, 1);
  cover.lengths = lengths_up_to(3, cover, 11);
  Scenario scenario = over(cover, "gather");
  RunRequest request;
  request.keep_events = true;
  const Result skipping = run_in_child(scenario, request);
  scenario.options.skip_idle = false;
  const Result evaluating = run_in_child(scenario, request);

  EXPECT_EQ(skipping.events, evaluating.events);
  EXPECT_GT(skipping.flit_hops, 0);
  EXPECT_LT(skipping.router_cycles, evaluating.router_cycles);
}

// 4,096 PEs in two trees use all 8,192 addresses.
TEST(Covers, UseEveryAddressOfTheLargestTorus) {
  CoverScenario cover = grid(CoverShape::kTorusSpanning, 64, 64, 63, 1);
  cover.lengths = unit_lengths(cover);

  expect_pass(over(cover, "scatter"), "unit");
}

// As do 2,048 PEs in four.
TEST(Covers, UseEveryAddressOfTheLargestSharedTorus) {
  CoverScenario cover = grid(CoverShape::kTorusShared, 32, 64, 31, 1);
  cover.lengths = unit_lengths(cover);

  expect_pass(over(cover, "scatter"), "unit");
  expect_pass(over(cover, TreeAlgorithm::kTimetable), "unit");
}

TEST(Covers, ThatShareLinksRunOnLargeRandomGrids) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](Node most) {
      return static_cast<Node>(random() % static_cast<std::uint64_t>(most));
    };
    const Node rows = 6 + below(8);
    const Node columns = 6 + below(8);
    CoverScenario cover = grid(seed % 2 == 0 ? CoverShape::kMeshShared : CoverShape::kTorusShared,
                               rows, columns, below(rows), below(columns));
    cover.lengths = lengths_up_to(1 + below(12), cover, seed);
    const std::string words = "seed " + std::to_string(seed);
    const Result out = expect_pass(over(cover, "scatter"), words);
    const Result in = expect_pass(over(cover, TreeAlgorithm::kTimetable), words);
    EXPECT_EQ(in.measured.finish, out.measured.finish) << words;
    EXPECT_EQ(in.lower_bound, out.lower_bound) << words;
  }
}

TEST(Covers, GatherAllShortMessagesByTimetable) {
  int runs = 0;
  for (const CoverShape shape : {CoverShape::kMesh, CoverShape::kMeshShared}) {
    for (Node root = 0; root < 4; ++root) {
      CoverScenario cover = grid(shape, 2, 2, root / 2, root % 2);
      for (int number = 0; number < 27; ++number) {
        cover.lengths = {number % 3, number / 3 % 3, number / 9};
        cover.lengths.insert(cover.lengths.begin() + root, 0);
        expect_pass(over(cover, TreeAlgorithm::kTimetable), testing::PrintToString(cover.lengths));
        ++runs;
      }
    }
  }
  EXPECT_EQ(runs, 2 * 4 * 27);
}

// Beside a corner of a mesh two of the four links of the root lead nowhere but to the border: trees
// of shortest ways hardly use them.
TEST(Covers, ThatShareLinksGainMostBesideACorner) {
  CoverScenario cover = grid(CoverShape::kMesh, 8, 8, 1, 1);
  cover.lengths = unit_lengths(cover);
  EXPECT_EQ(expect_pass(over(cover, "scatter"), "unit").measured.finish, 25);
  cover.shape = CoverShape::kMeshShared;
  for (const TreeAlgorithm algorithm : {TreeAlgorithm::kFdf, TreeAlgorithm::kTimetable}) {
    const Result shared = expect_pass(over(cover, algorithm), "unit");
    EXPECT_EQ(shared.measured.finish, 17);
    EXPECT_EQ(shared.lower_bound, 16);
  }
}

CoverScenario cover_of_row(const test::CoverRow& row) {
  CoverScenario cover =
      grid(CoverShape::kMesh, row.rows, row.columns, row.root_row, row.root_column);
  if (row.cover == "torus_joint") cover.shape = CoverShape::kTorusJoint;
  if (row.cover == "torus_spanning") cover.shape = CoverShape::kTorusSpanning;
  if (row.cover == "torus_spanning_short") cover.shape = CoverShape::kTorusSpanningShort;
  cover.lengths = test::lengths_of(row);
  return cover;
}

Step measured_gather(CoverScenario cover, CertificationRule rule) {
  cover.options.rule = rule;
  return expect_pass(over(cover, "gather"), "of the table").measured.finish;
}

TEST(CoverTable, IsMeasuredOnTheRouters) {
  int measured = 0;
  for (const test::CoverRow& row : test::read_cover_rows()) {
    if (row.rows * row.columns == 1) continue;  // no network
    const CoverScenario cover = cover_of_row(row);
    EXPECT_EQ(make_cover(cover).name(), test::cover_of(row).name());
    EXPECT_EQ(expect_pass(over(cover, "scatter"), "of the table").measured.finish, row.scatter)
        << row;
    EXPECT_EQ(measured_gather(cover, CertificationRule::kTight), row.gather_tight) << row;
    EXPECT_EQ(measured_gather(cover, CertificationRule::kPos), row.gather_pos) << row;
    ++measured;
  }
  EXPECT_EQ(measured, 60);
}

}  // namespace
}  // namespace flitwise
