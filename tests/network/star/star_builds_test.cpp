// Star graphs as one model of the whole network, against the same assembled from routers; waves.
//
// Not among the fast tests: most models are compiled on first use.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/network/star/star_runs.h"

namespace flitwise {
namespace {

using test::flood_all_trees;
using test::StarRun;

TEST(StarBuilds, AssembledEqualsElaboratedOnS3WithTablesAndTwoFlits) {
  StarNetworkConfig config;
  config.flits = 2;
  config.slots = 2;
  config.next_hops = StarNextHops::kTables;
  test::expect_equal_builds(StarGraph(3), config);
}

TEST(StarBuilds, AssembledEqualsElaboratedOnS4) { test::expect_equal_builds(StarGraph(4), {}); }

TEST(StarBuilds, AssembledEqualsElaboratedOnS3WithSlowRoutersAndLinks) {
  StarNetworkConfig config;
  config.flits = 2;
  config.slots = 2;
  config.latency.router = 2;
  config.latency.link = 3;
  test::expect_equal_builds(StarGraph(3), config);
}

TEST(StarBuilds, AssembledEqualsElaboratedOnS3WithRoutersThatCutThrough) {
  StarNetworkConfig config;
  config.flits = 3;
  config.slots = 2;
  config.latency.link = 2;
  config.latency.cut_through = true;
  test::expect_equal_builds(StarGraph(3), config);
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
