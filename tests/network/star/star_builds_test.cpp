// Star graphs as one model of the whole network, against the same assembled from routers; waves.
//
// Not among the fast tests: most models are compiled on first use.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "tests/network/star/star_runs.h"

namespace flitwise {
namespace {

using test::flood_all_trees;
using test::StarRun;

// Broadcasts of all nodes one after the other, and packets on random ways that meet.
void send_traffic(StarRun& run, const StarGraph& graph, const StarNetworkConfig& config,
                  unsigned seed) {
  const auto step = static_cast<Step>(config.flits);
  Step first = step;
  for (Node source = 0; source < graph.size(); ++source, first += 7 * step) {
    for (int tree = 2; tree <= graph.order(); ++tree)
      run.flood(source, tree, static_cast<Flits>(seed), first);
  }
  std::mt19937 random(seed);
  for (int packet = 0; packet < 40; ++packet, first += step) {
    std::vector<int> way;
    while (way.size() < 1 + random() % 6) {
      const int d = 2 + static_cast<int>(random() % static_cast<unsigned>(graph.degree()));
      if (way.empty() || way.back() != d) way.push_back(d);
    }
    run.route(static_cast<Node>(random() % static_cast<unsigned>(graph.size())), way, packet,
              first);
  }
}

void expect_assembled_equals_elaborated(const StarGraph& graph, StarNetworkConfig config) {
  ModelLibrary models;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    config.scheduled = seed % 2 == 0;
    config.rule = seed > 2 ? StarRule::kP : StarRule::kQ;
    config.faults = {};
    if (seed > 1) {
      config.faults.nodes = {{2, 40}};
      config.faults.links = {{1, 3, 20}, {0, 2, 60}};
      config.faults.bits = {{0, 3, static_cast<Step>(config.flits), 17}};
      config.faults.noise = {0.01, seed};
    }
    config.checkers = Checkers::kBound;
    StarRun assembled(graph, assemble_star(graph, config, models), config);
    send_traffic(assembled, graph, config, seed);
    assembled.run();
    config.checkers = Checkers::kNone;  // compiles several times faster; the RTL's own stay
    StarRun elaborated(graph, elaborate_star(graph, config, models), config);
    send_traffic(elaborated, graph, config, seed);
    elaborated.run();
    EXPECT_GT(assembled.happened().size(), 100U);
    ASSERT_EQ(assembled.happened(), elaborated.happened()) << "seed " << seed;
    EXPECT_EQ(assembled.tapped(), elaborated.tapped());
    EXPECT_EQ(assembled.step(), elaborated.step());
    EXPECT_EQ(assembled.counters().bit_errors(), elaborated.counters().bit_errors());
    EXPECT_EQ(assembled.counters().bit_errors() > 0, seed > 1);
    EXPECT_EQ(assembled.network().assertion_failures(), elaborated.network().assertion_failures());
    for (Node v = 0; v < graph.size(); ++v) {
      EXPECT_EQ(assembled.counters().crc_errors(v), elaborated.counters().crc_errors(v));
      EXPECT_EQ(assembled.counters().misdirected(v), elaborated.counters().misdirected(v));
      for (int port = 0; port < graph.degree(); ++port)
        EXPECT_EQ(assembled.counters().max_stored(v, port),
                  elaborated.counters().max_stored(v, port));
    }
  }
}

TEST(StarBuilds, AssembledEqualsElaboratedOnS3WithTablesAndTwoFlits) {
  StarNetworkConfig config;
  config.flits = 2;
  config.slots = 2;
  config.next_hops = StarNextHops::kTables;
  expect_assembled_equals_elaborated(StarGraph(3), config);
}

TEST(StarBuilds, AssembledEqualsElaboratedOnS4) {
  expect_assembled_equals_elaborated(StarGraph(4), {});
}

TEST(StarBuilds, TablesAndRulesAreTheSame) {
  ModelLibrary models;
  const StarGraph graph(5);
  std::vector<std::vector<std::string>> happened;
  for (const StarNextHops next_hops : {StarNextHops::kRules, StarNextHops::kTables}) {
    StarNetworkConfig config;
    config.next_hops = next_hops;
    StarRun run(graph, assemble_star(graph, config, models), config);
    flood_all_trees(run, graph, config, 17);
    run.run();
    EXPECT_EQ(run.tapped().size(), 119U * 4);
    happened.push_back(run.happened());
  }
  EXPECT_EQ(happened[0], happened[1]);
}

TEST(StarBuilds, WavesGrowWithTheRun) {
  const std::string file = ::testing::TempDir() + "star.fst";
  const StarGraph graph(3);
  const auto size_after = [&](int packets) {
    std::filesystem::remove(file);
    WaveRecorder waves(graph.size());
    StarNetworkConfig config;
    config.waves = &waves;
    ModelLibrary models;
    StarRun run(graph, assemble_star(graph, config, models), config);
    waves.open(file);
    for (int packet = 0; packet < packets; ++packet) run.flood(0, 2, packet, 1 + 9 * packet);
    for (Step step = 0; step < 200; ++step) {
      run.run(step);
      waves.dump(step);
    }
    waves.close();
    EXPECT_EQ(run.delivered().size(), 5U * static_cast<std::size_t>(packets));
    return std::filesystem::file_size(file);
  };
  EXPECT_GT(size_after(20), size_after(1) + 200);
}

}  // namespace
}  // namespace flitwise
