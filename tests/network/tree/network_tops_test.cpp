// The smallest networks as one model each, against the same assembled from routers, at every edge:
// links, deliveries, reports, and whether anything is left. Larger ones are among the slow tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "systemc/network/tree/tree_routers.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/network/fat_tree/fat_tree_runs.h"
#include "tests/network/star/star_runs.h"
#include "tests/network/torus/torus_runs.h"

namespace flitwise {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// What an edge of a tree has brought, in words; the two builds list it in different orders.
std::vector<std::string> shown(const Network& network) {
  std::vector<std::string> words;
  for (const LinkTransfer& t : network.transfers())
    words.push_back(std::to_string(t.from) + " to " + std::to_string(t.to) + ": " +
                    std::to_string(t.flit));
  for (const Delivery& d : network.deliveries())
    words.push_back(std::to_string(d.node) + " has " + std::to_string(d.flit));
  for (const Violation& v : network.violations()) words.push_back(v.text());
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
    const std::vector<std::string> words = shown(*assembled);
    ASSERT_EQ(shown(*elaborated), words) << "step " << step;
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

void expect_the_top_shows_what_is_assembled(const FatTree& tree) {
  ModelLibrary models;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    FatTreeNetworkConfig config = test::config_of(tree, seed % 3 == 0 ? 3 : 12);
    config.policy = static_cast<InputPolicy>(seed % 4);
    config.seed = seed;
    config.backpressure = seed % 2 == 0;
    config.store_forward = seed % 5 == 0;
    config.scheduled = seed == 7;
    config.checkers = Checkers::kNone;
    const FatTreeNetwork assembled = assemble_fat_tree(tree, config, models);
    const test::Happened first = test::random_run(tree, *assembled.network, seed, 60);
    std::vector<NodeOccupancy> counted;
    for (Node v = 0; v < tree.size(); ++v) counted.push_back(assembled.occupancy->of(v));
    const int failures = assembled.network->assertion_failures();
    const FatTreeNetwork elaborated = elaborate_fat_tree(tree, config, models);
    EXPECT_GT(first.size(), 200U);
    ASSERT_EQ(test::random_run(tree, *elaborated.network, seed, 60), first) << "seed " << seed;
    EXPECT_EQ(elaborated.network->assertion_failures(), failures) << "seed " << seed;
    EXPECT_EQ(elaborated.network->has_back_pressure(), config.backpressure);
    for (Node v = 0; v < tree.size(); ++v) {
      const NodeOccupancy other = elaborated.occupancy->of(v);
      EXPECT_TRUE(other.up == counted[static_cast<std::size_t>(v)].up) << "node " << v;
      EXPECT_TRUE(other.down == counted[static_cast<std::size_t>(v)].down) << "node " << v;
    }
  }
}

TEST(NetworkTops, ShowWhatAnAssembledFatTreeShows) {
  expect_the_top_shows_what_is_assembled(test::constant(4));
}

TEST(NetworkTops, ShowWhatAnAssembledFatTreeOfLeavesOfTwoLinksShows) {
  expect_the_top_shows_what_is_assembled({4, 2, {2, 3}});
}

TEST(NetworkTops, ShowWhatAnAssembledRingShows) {
  const Torus torus({3});
  ModelLibrary models;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    TorusNetworkConfig config;
    config.rule = seed % 2 == 0 ? LaneRule::kStrict : LaneRule::kAnyLane;
    config.checkers = Checkers::kNone;
    if (seed > 2)  // PEs that take nothing for some steps, each port at its own times
      config.stalled_ports = [](Node node, Step step) {
        return static_cast<std::uint32_t>((step + 3 * node) / 2 * 0x9E3779B9U >> 5);
      };
    test::TorusRun assembled(torus, assemble_torus(torus, config, models));
    test::send_at_random(assembled, torus, seed, 100, 60);
    assembled.run();
    test::TorusRun elaborated(torus, elaborate_torus(torus, config, models));
    test::send_at_random(elaborated, torus, seed, 100, 60);
    elaborated.run();
    EXPECT_GT(assembled.happened().size(), 300U);
    ASSERT_EQ(assembled.happened(), elaborated.happened()) << "seed " << seed;
    EXPECT_EQ(assembled.step(), elaborated.step());
    EXPECT_FALSE(elaborated.is_stuck());
    EXPECT_FALSE(elaborated.network().holds_flits());
    for (Node v = 0; v < torus.size(); ++v)
      EXPECT_EQ(assembled.stalls().of(v), elaborated.stalls().of(v)) << "node " << v;
    EXPECT_EQ(elaborated.network().assertion_failures(), 0);
  }
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
  const StarGraph graph(3);
  ModelLibrary models;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    StarNetworkConfig config;
    config.rule = seed > 2 ? StarRule::kP : StarRule::kQ;
    config.scheduled = seed == 1;
    config.checkers = Checkers::kNone;
    if (seed > 1) {
      config.faults.nodes = {{2, 40}};
      config.faults.links = {{1, 3, 20}, {0, 2, 60}};
      config.faults.bits = {{0, 3, 1, 17}};
      config.faults.noise = {0.02, seed};
    }
    const auto run = [&](StarNetwork made) {
      auto one = std::make_unique<test::StarRun>(graph, std::move(made), config);
      for (Node source = 0; source < graph.size(); ++source)
        for (int tree = 2; tree <= 3; ++tree)
          for (Flits number = 0; number < 4; ++number)
            one->flood(source, tree, number, 1 + 7 * source + 40 * number);
      for (Node source = 0; source < graph.size(); ++source)
        one->route(source, {2, 3, 2, 3}, source, 3 + 11 * source);
      one->run();
      return one;
    };
    const auto assembled = run(assemble_star(graph, config, models));
    const auto elaborated = run(elaborate_star(graph, config, models));
    EXPECT_GT(assembled->happened().size(), 100U);
    ASSERT_EQ(assembled->happened(), elaborated->happened()) << "seed " << seed;
    EXPECT_EQ(assembled->tapped(), elaborated->tapped());
    EXPECT_EQ(assembled->step(), elaborated->step());
    EXPECT_EQ(assembled->counters().bit_errors(), elaborated->counters().bit_errors());
    EXPECT_EQ(assembled->counters().bit_errors() > 0, seed > 1);
    for (Node v = 0; v < graph.size(); ++v) {
      EXPECT_EQ(assembled->counters().crc_errors(v), elaborated->counters().crc_errors(v));
      EXPECT_EQ(assembled->counters().misdirected(v), elaborated->counters().misdirected(v));
      for (int port = 0; port < graph.degree(); ++port)
        EXPECT_EQ(assembled->counters().max_stored(v, port),
                  elaborated->counters().max_stored(v, port));
    }
  }
}

}  // namespace
}  // namespace flitwise
