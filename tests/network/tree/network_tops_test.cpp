// The smallest networks as one model each, against the same assembled from routers, at every edge:
// links, deliveries, reports, and whether anything is left. Larger ones are among the slow tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "systemc/network/tree/tree_routers.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/network/fat_tree/fat_tree_runs.h"
#include "tests/network/happenings.h"
#include "tests/network/star/star_runs.h"
#include "tests/network/torus/torus_runs.h"

namespace flitwise {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// What an edge of a tree has brought; the two builds list it in different orders.
std::vector<std::string> shown(Step step, const Network& network) {
  std::vector<std::string> words = test::happenings(step, network);
  std::sort(words.begin(), words.end());
  words.push_back(network.is_quiet() ? "quiet" : "busy");
  return words;
}

// Messages of one flit from everywhere to anywhere, also to addresses that nobody has.
void inject_at_random(std::mt19937& random, const Tree& tree, const std::vector<Network*>& all) {
  for (Node v = 0; v < tree.size(); ++v) {
    if (random() % 4 != 0) continue;
    FlitFields fields;
    fields.kind = FlitKind::kData;
    fields.head = fields.tail = true;
    fields.destination =
        static_cast<std::uint32_t>(random()) % static_cast<std::uint32_t>(tree.size() + 2);
    fields.tag = static_cast<std::uint32_t>(v);
    fields.payload = static_cast<std::uint32_t>(random()) & 0x7FFFFFFF;
    for (Network* network : all) network->inject(v, 0, pack(fields));
  }
}

void expect_the_same_of_a_tree(const std::vector<Node>& parents) {
  const Tree tree(parents);
  const std::unique_ptr<Network> assembled = assemble_tree(tree, {});
  const std::unique_ptr<Network> elaborated = elaborate_tree(tree, {});
  ASSERT_NE(elaborated, nullptr);
  std::mt19937 random(1);
  std::vector<std::string> all;
  for (Step step = 0; step < 400; ++step) {
    if (step % 100 < 60) inject_at_random(random, tree, {assembled.get(), elaborated.get()});
    assembled->clock(step);
    elaborated->clock(step);
    const std::vector<std::string> words = shown(step, *assembled);
    ASSERT_EQ(shown(step, *elaborated), words) << "step " << step;
    all.insert(all.end(), words.begin(), words.end());
  }
  EXPECT_EQ(elaborated->assertion_failures(), assembled->assertion_failures());
  EXPECT_EQ(elaborated->router_cycles(), 400 * tree.size());
  for (const char* word :
       {"collision", "uses its single port twice", "cannot route", "quiet", "busy"})
    EXPECT_THAT(all, Contains(HasSubstr(word)));
}

TEST(NetworkTops, ShowWhatAnAssembledPathShows) { expect_the_same_of_a_tree(path_parents(6)); }

TEST(NetworkTops, ShowWhatAnAssembledBinaryTreeShows) {
  expect_the_same_of_a_tree(complete_parents(2, 4));
}

// The steps that assertions print: "[24] %Error: ...".
std::vector<std::string> steps_of_assertions(const std::string& printed) {
  std::vector<std::string> steps;
  for (std::size_t at = printed.find("] %Error"); at != std::string::npos;
       at = printed.find("] %Error", at + 1)) {
    const std::size_t open = printed.rfind('[', at);
    steps.push_back(printed.substr(open + 1, at - open - 1));
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

// Packets that wait although the schedule lets none do so.
TEST(NetworkTops, NameTheStepsInWhichAssertionsFail) {
  const FatTree tree = test::constant(4);
  FatTreeNetworkConfig config = test::config_of(tree, 12);
  config.scheduled = true;
  config.checkers = Checkers::kNone;
  ModelLibrary models;
  std::vector<std::vector<std::string>> steps;
  for (const bool is_whole : {false, true}) {
    const FatTreeNetwork made = is_whole ? elaborate_fat_tree(tree, config, models)
                                         : assemble_fat_tree(tree, config, models);
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    test::random_run(tree, *made.network, 1, 20);
    const std::string printed = testing::internal::GetCapturedStderr();
    steps.push_back(steps_of_assertions(printed + testing::internal::GetCapturedStdout()));
    EXPECT_EQ(steps.back().size(), static_cast<std::size_t>(made.network->assertion_failures()));
  }
  EXPECT_GT(steps[0].size(), 5U);
  EXPECT_NE(steps[0].front(), steps[0].back());
  EXPECT_EQ(steps[0], steps[1]);
}

TEST(NetworkTops, ShowWhatAnAssembledFatTreeShows) {
  test::expect_equal_builds(test::constant(4), 8, Checkers::kNone, 200);
}

TEST(NetworkTops, ShowWhatAnAssembledFatTreeOfLeavesOfTwoLinksShows) {
  test::expect_equal_builds({4, 2, {2, 3}}, 8, Checkers::kNone, 200);
}

TEST(NetworkTops, ShowWhatAnAssembledRingShows) {
  TorusNetworkConfig config;
  config.checkers = Checkers::kNone;
  test::expect_equal_builds(Torus({3}), config, 100, 300);
}

// A body without its head is lost: the network is quiet and has nothing, though more went in than
// came out.
TEST(NetworkTops, HoldNothingOnceALostFlitIsGone) {
  const Torus torus({3});
  ModelLibrary models;
  TorusNetworkConfig config;
  config.checkers = Checkers::kNone;
  TorusNetwork made = elaborate_torus(torus, config, models);
  FlitFields body;
  body.kind = FlitKind::kData;
  body.payload = 2;
  Network& network = *made.network;
  EXPECT_TRUE(network.is_quiet());
  network.inject(1, 0, pack(body));
  EXPECT_FALSE(network.is_quiet());
  EXPECT_TRUE(network.holds_flits());
  std::vector<std::string> reports;
  for (Step step = 0; step < 20; ++step) {
    network.clock(step);
    for (const Violation& violation : network.violations()) reports.push_back(violation.text());
  }
  EXPECT_FALSE(reports.empty());
  EXPECT_TRUE(network.is_quiet());
  EXPECT_FALSE(network.holds_flits());
  EXPECT_FALSE(network.is_stuck());
}

TEST(NetworkTops, ShowWhatAnAssembledStarGraphShows) {
  StarNetworkConfig config;
  config.checkers = Checkers::kNone;
  test::expect_equal_builds(StarGraph(3), config);
}

}  // namespace
}  // namespace flitwise
