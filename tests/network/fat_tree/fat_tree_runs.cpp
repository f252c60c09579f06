#include "tests/network/fat_tree/fat_tree_runs.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/network/happenings.h"

namespace flitwise::test {
FatTree constant(Node leaves, int arity) {
  return {leaves, arity, constant_capacities(fat_tree_levels(leaves, arity))};
}

FatTree exponential(Node leaves, int arity) {
  return {leaves, arity, exponential_capacities(fat_tree_levels(leaves, arity), arity)};
}

RawFlit packet(FlitKind kind, Node from, std::uint32_t destination, std::uint32_t index) {
  FlitFields fields;
  fields.kind = kind;
  fields.head = true;
  fields.tail = true;
  fields.destination = destination;
  fields.tag = static_cast<std::uint32_t>(from);
  fields.payload = index;
  return pack(fields);
}

FatTreeNetworkConfig config_of(const FatTree& tree, std::uint32_t depth) {
  FatTreeNetworkConfig config;
  config.depth.assign(index_of(tree.levels()) + 1, depth);
  return config;
}

Happened random_run(const FatTree& tree, Network& network, unsigned seed, Step steps) {
  std::mt19937 random(seed);
  Happened happened;
  const auto ports = static_cast<Node>(tree.leaf_links());
  for (Step step = 0; step < steps + 800; ++step) {
    for (Node at = 0; at < tree.leaves() * ports; ++at) {
      const Node leaf = at / ports;
      const auto port = static_cast<std::uint32_t>(at % ports);
      const auto draw = random() % 8;
      const auto to =
          static_cast<std::uint32_t>(random()) % static_cast<std::uint32_t>(tree.leaves());
      const std::uint32_t digits = static_cast<std::uint32_t>(random()) % (1U << tree.levels());
      if (step >= steps || draw > 3 || !network.accepts(leaf, port)) continue;
      const auto index = static_cast<std::uint32_t>(step);
      if (draw == 0) network.inject(leaf, port, packet(FlitKind::kFlood, leaf, 0, index));
      if (draw == 1) network.inject(leaf, port, packet(FlitKind::kCopies, leaf, digits | 1, index));
      if (draw > 1) network.inject(leaf, port, packet(FlitKind::kData, leaf, to, index));
    }
    network.clock(step);
    const Happened now = happenings(step, network);
    happened.insert(happened.end(), now.begin(), now.end());
  }
  EXPECT_TRUE(network.is_quiet());
  return happened;
}

void expect_equal_builds(const FatTree& tree, unsigned seeds, Checkers checkers, std::size_t least,
                         const FatTreeLatency& latency) {
  ModelLibrary models;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    FatTreeNetworkConfig config = config_of(tree, seed % 3 == 0 ? 3 : 12);
    config.policy = static_cast<InputPolicy>(seed % 4);
    config.seed = seed;
    config.backpressure = seed % 2 == 0 || latency.credit > 1;
    config.latency = latency;
    config.store_forward = seed % 5 == 0;
    config.scheduled = seed == 7;
    config.checkers = checkers;
    const FatTreeNetwork assembled = assemble_fat_tree(tree, config, models);
    const Happened first = random_run(tree, *assembled.network, seed, 60);
    std::vector<NodeOccupancy> counted;
    for (Node v = 0; v < tree.size(); ++v) counted.push_back(assembled.occupancy->of(v));
    const int failures = assembled.network->assertion_failures();
    const FatTreeNetwork elaborated = elaborate_fat_tree(tree, config, models);
    EXPECT_GT(first.size(), least);
    ASSERT_EQ(random_run(tree, *elaborated.network, seed, 60), first) << "seed " << seed;
    EXPECT_EQ(elaborated.network->assertion_failures(), failures) << "seed " << seed;
    EXPECT_EQ(elaborated.network->has_back_pressure(), config.backpressure);
    for (Node v = 0; v < tree.size(); ++v) {
      const NodeOccupancy other = elaborated.occupancy->of(v);
      EXPECT_TRUE(other.up == counted[index_of(v)].up) << "node " << v;
      EXPECT_TRUE(other.down == counted[index_of(v)].down) << "node " << v;
    }
  }
}

}  // namespace flitwise::test
