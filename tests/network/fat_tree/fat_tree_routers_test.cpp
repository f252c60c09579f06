// Networks of real leaves and switches.
#include "systemc/network/fat_tree/fat_tree_routers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "tests/network/fat_tree/fat_tree_runs.h"

namespace flitwise {
namespace {

using test::config_of;
using test::constant;
using test::exponential;
using test::Happened;
using test::packet;
using test::random_run;
using ::testing::HasSubstr;

// Two steps a level and what latencies add to it.
void expect_every_pair_takes_two_steps_a_level(const FatTree& tree,
                                               const FatTreeLatency& latency = {}) {
  ModelLibrary models;
  FatTreeNetworkConfig config = config_of(tree, 4);
  config.latency = latency;
  config.scheduled = true;
  const FatTreeNetwork made = assemble_fat_tree(tree, config, models);
  Network& network = *made.network;
  Step start = 0;
  for (Node from = 0; from < tree.leaves(); ++from) {
    for (Node to = 0; to < tree.leaves(); ++to) {
      if (from == to) continue;
      network.inject(from, 0, packet(FlitKind::kData, from, static_cast<std::uint32_t>(to)));
      const int level = tree.meeting_level(from, to);
      const Step steps = 1 + latency.whole_way(level);
      std::size_t links = 0;
      for (Step step = start; step < start + steps; ++step) {
        network.clock(step);
        links += network.transfers().size();
        ASSERT_FALSE(network.is_quiet());
        ASSERT_TRUE(network.deliveries().empty());
      }
      ASSERT_EQ(links, 2 * static_cast<std::size_t>(level)) << from << " to " << to;
      network.clock(start + steps);
      ASSERT_EQ(network.deliveries().size(), 1U) << from << " to " << to;
      EXPECT_EQ(network.deliveries()[0].node, to);
      network.clock(start + steps + 1);
      ASSERT_TRUE(network.is_quiet());
      ASSERT_TRUE(network.violations().empty());
      start += steps + 2;
    }
  }
  EXPECT_EQ(network.assertion_failures(), 0);
}

TEST(FatTreeRouters, EveryPairOfLeavesIsTwoStepsALevelApart) {
  expect_every_pair_takes_two_steps_a_level(constant(8));
}

TEST(FatTreeRouters, EveryPairOfLeavesIsTwoStepsALevelApartWithManyLinks) {
  expect_every_pair_takes_two_steps_a_level(exponential(8));
}

TEST(FatTreeRouters, EveryPairOfLeavesIsTwoStepsALevelApartWithThreeChildren) {
  expect_every_pair_takes_two_steps_a_level({9, 3, {1, 2}});
}

TEST(FatTreeRouters, EveryPairOfLeavesIsAsFarApartAsSwitchesAndLinksMakeIt) {
  expect_every_pair_takes_two_steps_a_level(constant(8), {3, {2, 1, 5}});
  expect_every_pair_takes_two_steps_a_level(exponential(4), {1, {16, 2}});
  expect_every_pair_takes_two_steps_a_level(constant(4), {8, {}});
}

// All leaves flood in step 1; the last step in which a leaf receives.
Step flood(const FatTree& tree, FatTreeNetwork& made) {
  Step finish = 0;
  std::int64_t received = 0;
  for (Node leaf = 0; leaf < tree.leaves(); ++leaf)
    made.network->inject(leaf, 0, packet(FlitKind::kFlood, leaf, 0));
  for (Step step = 0; step < 20 * tree.leaves(); ++step) {
    for (const LinkTransfer& transfer : made.network->transfers()) {
      if (!tree.is_leaf(transfer.to)) continue;
      finish = step;
      ++received;
    }
    made.network->clock(step);
    EXPECT_TRUE(made.network->violations().empty());
  }
  EXPECT_EQ(received, std::int64_t{tree.leaves()} * (tree.leaves() - 1));
  EXPECT_TRUE(made.network->is_quiet());
  EXPECT_EQ(made.network->assertion_failures(), 0);
  return finish;
}

TEST(FatTreeRouters, FloodingEndsInStepNPlusOneWhateverTheOrder) {
  ModelLibrary models;
  for (const FatTree& tree : {constant(8), exponential(8)}) {
    for (const InputPolicy policy : {InputPolicy::kUpFirst, InputPolicy::kLocalFirst,
                                     InputPolicy::kRoundRobin, InputPolicy::kRandom}) {
      FatTreeNetworkConfig config = config_of(tree, 9);
      config.policy = policy;
      FatTreeNetwork made = assemble_fat_tree(tree, config, models);
      EXPECT_EQ(flood(tree, made), 9);
    }
  }
}

void expect_occupancy(const FatTreeNetwork& made, int level, std::optional<Occupancy> up,
                      std::optional<Occupancy> down) {
  const NodeOccupancy measured = made.occupancy->of_level(level);
  EXPECT_TRUE(measured.up == up) << "up, level " << level;
  EXPECT_TRUE(measured.down == down) << "down, level " << level;
}

// Up 2^(i-1) wait and one more is stored; down max(0, 2^(i-1) - 2); none at the root.
TEST(FatTreeRouters, CountTheQueuesOfAFloodedConstantTree) {
  ModelLibrary models;
  const FatTree tree = constant(8);
  FatTreeNetwork made = assemble_fat_tree(tree, config_of(tree, 9), models);
  flood(tree, made);

  expect_occupancy(made, 0, Occupancy{1, 0}, std::nullopt);
  expect_occupancy(made, 1, Occupancy{2, 1}, Occupancy{1, 0});
  expect_occupancy(made, 2, Occupancy{3, 2}, Occupancy{1, 0});
  expect_occupancy(made, 3, std::nullopt, Occupancy{1, 0});
  EXPECT_TRUE(made.occupancy->of(12).up == (Occupancy{3, 2}));
}

// Down n/2 - 2^i wait (level L-1: n/4), n/2 - 2^(i-1) are stored (n/2 from level L-1 on).
TEST(FatTreeRouters, CountTheQueuesOfAFloodedExponentialTree) {
  ModelLibrary models;
  const FatTree tree = exponential(8);
  FatTreeNetwork made = assemble_fat_tree(tree, config_of(tree, 9), models);
  flood(tree, made);

  expect_occupancy(made, 1, Occupancy{2, 0}, Occupancy{3, 2});
  expect_occupancy(made, 2, Occupancy{4, 0}, Occupancy{4, 2});
  expect_occupancy(made, 3, std::nullopt, Occupancy{4, 0});
}

TEST(FatTreeRouters, FloodingWithBackPressureOfOnePacketTakesTwiceAsLong) {
  ModelLibrary models;
  const FatTree tree = constant(8);
  FatTreeNetworkConfig config = config_of(tree, 1);
  config.backpressure = true;
  FatTreeNetwork made = assemble_fat_tree(tree, config, models);

  EXPECT_EQ(flood(tree, made), 2 * 8 + 2 * 3 - 4);
}

TEST(FatTreeRouters, FloodingWithBackPressureOfFourPacketsKeepsItsTime) {
  ModelLibrary models;
  const FatTree tree = constant(8);
  FatTreeNetworkConfig config = config_of(tree, 4);
  config.backpressure = true;
  FatTreeNetwork made = assemble_fat_tree(tree, config, models);

  EXPECT_EQ(flood(tree, made), 9);
}

// Leaf 3 floods, all others but the last send to that one.
TEST(FatTreeRouters, RoundRobinWithBackPressureServesEveryLeafOfAHotSpot) {
  ModelLibrary models;
  const FatTree tree = constant(8);
  for (std::uint32_t depth = 1; depth <= 4; ++depth) {
    FatTreeNetworkConfig config = config_of(tree, depth);
    config.policy = InputPolicy::kRoundRobin;
    config.backpressure = true;
    FatTreeNetwork made = assemble_fat_tree(tree, config, models);
    std::vector<int> sent(7, 0);
    for (Step step = 0; step < 4000; ++step) {
      for (Node leaf = 0; step < 1000 && leaf < 7; ++leaf) {
        if (!made.network->accepts(leaf, 0)) continue;
        made.network->inject(leaf, 0,
                             packet(leaf == 3 ? FlitKind::kFlood : FlitKind::kData, leaf, 7));
        ++sent[index_of(leaf)];
      }
      made.network->clock(step);
    }
    EXPECT_TRUE(made.network->is_quiet());
    EXPECT_EQ(made.network->assertion_failures(), 0);
    for (const int packets : sent) EXPECT_GT(packets, 20) << "depth " << depth;
  }
}

TEST(FatTreeRouters, SkippingIdleNodesChangesNothing) {
  ModelLibrary models;
  const FatTree tree = constant(8);
  for (unsigned seed = 1; seed <= 8; ++seed) {
    FatTreeNetworkConfig config = config_of(tree, 2 + seed % 3);
    config.policy = static_cast<InputPolicy>(seed % 4);
    config.backpressure = seed % 2 == 0;
    config.scheduled = seed == 3;
    const FatTreeNetwork skipping = assemble_fat_tree(tree, config, models);
    config.idle = IdleRouters::kEvaluate;
    const FatTreeNetwork evaluating = assemble_fat_tree(tree, config, models);
    ASSERT_EQ(random_run(tree, *skipping.network, seed, 40),
              random_run(tree, *evaluating.network, seed, 40))
        << "seed " << seed;
    EXPECT_LT(skipping.network->router_cycles(), evaluating.network->router_cycles());
  }
}

// Leaves 0 and 1 send to leaf 4 in one step: they meet at the link up of switch 1.0.
Happened meeting(FatTreeNetworkConfig config) {
  ModelLibrary models;
  const FatTree tree = constant(8);
  const FatTreeNetwork made = assemble_fat_tree(tree, config, models);
  made.network->inject(0, 0, packet(FlitKind::kData, 0, 4));
  made.network->inject(1, 0, packet(FlitKind::kData, 1, 4));
  Happened sentences;
  for (Step step = 0; step < 20; ++step) {
    made.network->clock(step);
    for (const Violation& violation : made.network->violations())
      sentences.push_back(violation.text());
  }
  EXPECT_EQ(made.network->assertion_failures() > 0, !sentences.empty());
  return sentences;
}

TEST(FatTreeRouters, NameThePacketsThatWaitAgainstTheSchedule) {
  FatTreeNetworkConfig config = config_of(constant(8), 4);
  config.scheduled = true;

  EXPECT_EQ(meeting(config), (Happened{"step 2: packets wait in switch 1.0 at output up link 0, "
                                       "where none may wait"}));
}

TEST(FatTreeRouters, NameTheQueueThatOverflows) {
  EXPECT_EQ(meeting(config_of(constant(8), 1)),
            (Happened{"step 1: the queue of output up link 0 of switch 1.0 is full: packets from "
                      "child 1 link 0 (node 1) are lost"}));
}

TEST(FatTreeRouters, MeetWithoutComplaintWhereTheyMayWait) {
  EXPECT_EQ(meeting(config_of(constant(8), 2)), Happened{});
}

// Bytes of the wave of one flooding leaf, with or without the network in it.
std::uintmax_t bytes_of_wave(bool has_network) {
  const std::filesystem::path file = ::testing::TempDir() + "fat_tree.fst";
  std::filesystem::remove(file);
  ModelLibrary models;
  const FatTree tree = constant(8);
  {
    WaveRecorder waves(tree.leaves());
    FatTreeNetworkConfig config = config_of(tree, 9);
    config.waves = has_network ? &waves : nullptr;
    const FatTreeNetwork made = assemble_fat_tree(tree, config, models);
    waves.open(file.string());
    made.network->inject(0, 0, packet(FlitKind::kFlood, 0, 0));
    for (Step step = 0; step < 10; ++step) {
      made.network->clock(step);
      waves.dump(step);
    }
    waves.close();
    EXPECT_EQ(made.network->assertion_failures(), 0);
  }
  return std::filesystem::file_size(file);
}

TEST(FatTreeRouters, GoIntoAWave) { EXPECT_GT(bytes_of_wave(true), 3 * bytes_of_wave(false)); }

TEST(FatTreeRouters, HaveLanesThatLeadBackToWhereTheyCome) {
  for (const FatTree& tree : {constant(8), exponential(16), FatTree(27, 3, {1, 2, 5})}) {
    const std::vector<FatTreeSite> sites = fat_tree_sites(tree);
    for (Node v = 0; v < tree.size(); ++v) {
      const auto& lanes = sites[static_cast<std::size_t>(v)].lanes;
      for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
        if (lanes[lane].peer == kNoNode) continue;
        const FatTreeSite& far_end = sites[static_cast<std::size_t>(lanes[lane].peer)];
        ASSERT_EQ(far_end.lanes[lanes[lane].peer_lane].peer, v);
        ASSERT_EQ(far_end.lanes[lanes[lane].peer_lane].peer_lane, lane);
      }
    }
  }
}

TEST(FatTreeRouters, NameNodesAndLanes) {
  const std::vector<FatTreeSite> sites = fat_tree_sites(exponential(8));

  EXPECT_EQ(fat_tree_node_names(exponential(8))[3], "leaf 3");
  EXPECT_EQ(sites[3].lanes[0].name, "own");
  EXPECT_EQ(sites[3].lanes[1].name, "up link 0");
  EXPECT_EQ(sites[13].name, "switch 2.1");
  EXPECT_EQ(sites[13].lanes[3].name, "up link 3");
  EXPECT_EQ(sites[13].lanes[7].name, "child 1 link 1 (node 11)");
}

TEST(FatTreeRouters, TakeTheSmallestModelWithRoom) {
  EXPECT_EQ(model_depth(1, 1), 16U);
  EXPECT_EQ(model_depth(17, 1), 64U);
  EXPECT_EQ(model_depth(2, 128), 256U);
  EXPECT_EQ(model_depth(kMaxFatTreeDepth, 1), kMaxFatTreeDepth);
}

std::string refusal(const FatTree& tree, const FatTreeNetworkConfig& config) {
  ModelLibrary models;
  try {
    assemble_fat_tree(tree, config, models);
  } catch (const TopologyError& error) {
    return error.what();
  }
  return "no error";
}

TEST(FatTreeRouters, RefuseADepthOfNothing) {
  EXPECT_EQ(refusal(constant(8), config_of(constant(8), 0)),
            "an output of a fat tree may hold 1 to 32767 packets, got 0");
}

TEST(FatTreeRouters, RefuseADepthBeyondTheCounters) {
  EXPECT_THAT(refusal(constant(8), config_of(constant(8), 32768)), HasSubstr("got 32768"));
}

TEST(FatTreeRouters, RefuseAMissingDepth) {
  EXPECT_EQ(refusal(constant(8), config_of(constant(4), 4)),
            "a fat tree of 3 levels of switches needs 4 depths, got 3");
}

TEST(FatTreeRouters, RefuseALeafWithoutAPlaceForEachLink) {
  const FatTree tree(4, 2, {3, 3});
  EXPECT_EQ(refusal(tree, config_of(tree, 2)),
            "the queue of a leaf must hold a packet for each of its 3 links, got 2");
}

TEST(FatTreeRouters, RefuseASwitchOfTooManyLinks) {
  EXPECT_EQ(refusal({4, 2, {1, 600}}, config_of(constant(4), 4)),
            "a switch has at most 512 links, one of level 1 has 602");
}

TEST(FatTreeRouters, RefuseSwitchesThatAddWhereLatenciesOrATopHaveNone) {
  const FatTree tree = constant(4);
  FatTreeNetworkConfig config = config_of(tree, 4);
  config.merge_width = 31;
  ModelLibrary models;
  EXPECT_THROW(elaborate_fat_tree(tree, config, models), TopologyError);
  config.latency = {2, {}};
  EXPECT_EQ(refusal(tree, config),
            "switches that add what meets need switches and links of one step");
}

TEST(FatTreeRouters, RefuseLatenciesThatTheyDoNotHave) {
  const FatTree tree = constant(4);
  FatTreeNetworkConfig config = config_of(tree, 4);
  const auto refused = [&](const FatTreeLatency& latency) {
    config.latency = latency;
    return refusal(tree, config);
  };
  EXPECT_EQ(refused({9, {}}), "a switch of a fat tree takes at most 8 steps, got 9");
  EXPECT_EQ(refused({1, {1, 17}}), "a link of a fat tree takes at most 16 steps, got 17");
  EXPECT_EQ(refused({1, {2}}), "link latencies must have one entry per branch: 2, got 1");
  EXPECT_EQ(refused({1, {}, 2}), "credits, whose wires could take steps, need back pressure");
  config.backpressure = true;
  EXPECT_EQ(refused({}), "no error");
  EXPECT_EQ(refused({1, {}, 17}), "a credit of a fat tree takes at most 16 steps, got 17");
  config.half_duplex = true;
  EXPECT_EQ(refused({2, {}}),
            "half-duplex links need switches and links of one step, over which packets wait for "
            "their turn");
  config.half_duplex = false;
  config.depth = {4, 4, 5};
  EXPECT_EQ(refused({1, {1, 2}}),
            "credits of a fat tree are as many on all levels: depths are 4 and 5");
  EXPECT_EQ(refused({}), "no error");
}

TEST(FatTreeRouters, RefuseHalfDuplexLinksThatNothingHoldsBack) {
  ModelLibrary models;
  const FatTree tree(4, 2, {1, 1});
  FatTreeNetworkConfig config;
  config.depth.assign(index_of(tree.levels()) + 1, 4);
  config.half_duplex = true;
  EXPECT_THROW(assemble_fat_tree(tree, config, models), TopologyError);
  config.backpressure = true;
  EXPECT_NO_THROW(assemble_fat_tree(tree, config, models));
  EXPECT_THROW(elaborate_fat_tree(tree, config, models), TopologyError);
}

}  // namespace
}  // namespace flitwise
