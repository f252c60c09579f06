#include "tests/network/fat_tree/fat_tree_runs.h"

#include <gtest/gtest.h>

#include <random>

namespace flitwise::test {
namespace {

// What a network shows in one step, in words.
Happened seen(const Network& network, Step step) {
  Happened happened;
  for (const LinkTransfer& t : network.transfers())
    happened.push_back("transfer " + std::to_string(t.from) + " " + std::to_string(t.to) + " " +
                       std::to_string(t.flit));
  for (const Delivery& d : network.deliveries())
    happened.push_back("delivery " + std::to_string(d.node) + " " + std::to_string(d.port) + " " +
                       std::to_string(d.flit));
  for (const Violation& v : network.violations()) happened.push_back(v.text());
  if (!happened.empty()) happened.insert(happened.begin(), "step " + std::to_string(step));
  return happened;
}

}  // namespace

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
  for (Step step = 0; step < steps + 200; ++step) {
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
    const Happened now = seen(network, step);
    happened.insert(happened.end(), now.begin(), now.end());
  }
  EXPECT_TRUE(network.is_quiet());
  return happened;
}

}  // namespace flitwise::test
