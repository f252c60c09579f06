// Assembled networks of real routers: every size of router, every pair of PEs.
#include "systemc/network/tree/tree_routers.h"

#include <gtest/gtest.h>

#include <optional>

#include "systemc/topology/tree/tree_shapes.h"

namespace flitwise {
namespace {

RawFlit flit_for(const Tree& tree, Node to) {
  FlitFields fields;
  fields.kind = FlitKind::kData;
  fields.head = true;
  fields.tail = true;
  fields.destination = static_cast<std::uint32_t>(tree.address(to));
  fields.tag = static_cast<std::uint32_t>(to);
  return pack(fields);
}

Node distance(const Tree& tree, Node a, Node b) {
  Node steps = 0;
  while (a != b) {
    Node& deeper = tree.depth(a) >= tree.depth(b) ? a : b;
    deeper = tree.parent(deeper);
    ++steps;
  }
  return steps;
}

// Sends one flit alone from `from` to `to`; returns the step of its delivery.
Step travel(Network& network, const Tree& tree, Node from, Node to, Step start) {
  network.inject(from, 0, flit_for(tree, to));
  for (Step step = start; step <= start + tree.size() + 1; ++step) {
    network.clock(step);
    EXPECT_TRUE(network.violations().empty());
    if (network.deliveries().empty()) continue;
    EXPECT_EQ(network.deliveries()[0].node, to);
    EXPECT_EQ(network.deliveries()[0].flit, flit_for(tree, to));
    network.clock(step + 1);
    EXPECT_TRUE(network.is_quiet());
    return step - start;
  }
  ADD_FAILURE() << "no delivery from PE " << from << " to PE " << to;
  return -1;
}

void expect_every_pair_takes_its_distance(const std::vector<Node>& parents) {
  const Tree tree(parents);
  const std::unique_ptr<Network> network = assemble_tree(tree, {});
  Step start = 0;
  for (Node from = 0; from < tree.size(); ++from) {
    for (Node to = 0; to < tree.size(); ++to) {
      EXPECT_EQ(travel(*network, tree, from, to, start), distance(tree, from, to))
          << from << " to " << to;
      start += 2 * tree.size();
    }
  }
  EXPECT_EQ(network->assertion_failures(), 0);
}

TEST(TreeRouters, EveryPairOfPesIsOneStepALinkApartOnAPath) {
  expect_every_pair_takes_its_distance(path_parents(12));
}

TEST(TreeRouters, EveryPairOfPesIsOneStepALinkApartWithFourChildren) {
  expect_every_pair_takes_its_distance(complete_parents(4, 2));
}

TEST(TreeRouters, EveryPairOfPesIsOneStepALinkApartWithSixteenChildren) {
  expect_every_pair_takes_its_distance(caterpillar_parents(3, 15));
}

TEST(TreeRouters, EveryPairOfPesIsOneStepALinkApartWithSixtyFourChildren) {
  expect_every_pair_takes_its_distance(star_parents(64));
}

// Steps from sending to delivery of a flit alone: a link's w - 1 each, and r for each router
// between.
Step way(const Tree& tree, const TreeLatency& latency, Node from, Node to) {
  const auto is_below = [&](Node v, Node top) {
    return tree.address(top) <= tree.address(v) && tree.address(v) < tree.subtree_end(top);
  };
  Step steps = 0;
  for (Node at = from; at != to;) {
    Node next = tree.parent(at);
    Step link = latency.up_from(at);
    if (is_below(to, at)) {
      next = to;
      while (tree.parent(next) != at) next = tree.parent(next);
      link = latency.down_to(next);
    }
    steps += link - 1 + (next == to ? 0 : latency.router_of(next));
    at = next;
  }
  return steps;
}

// Sends a flit alone between every pair of PEs and compares when it is sent and delivered.
void expect_every_pair_takes_its_way(Network& network, const Tree& tree,
                                     const TreeLatency& latency) {
  Step now = 0;
  for (Node from = 0; from < tree.size(); ++from) {
    for (Node to = 0; to < tree.size(); ++to) {
      if (from == to) continue;
      network.inject(from, 0, flit_for(tree, to));
      const Step injected = now;
      std::optional<Step> sent;
      std::optional<Step> delivered;
      do {
        network.clock(now);
        if (!sent && !network.transfers().empty()) sent = now + 1;
        if (!network.deliveries().empty()) delivered = now;
        EXPECT_TRUE(network.violations().empty());
        ++now;
      } while (!network.is_quiet());
      ASSERT_TRUE(sent && delivered) << from << " to " << to;
      EXPECT_EQ(*sent, injected + latency.router_of(from)) << from << " to " << to;
      EXPECT_EQ(*delivered, *sent + way(tree, latency, from, to)) << from << " to " << to;
    }
  }
  EXPECT_EQ(network.assertion_failures(), 0);
}

TEST(TreeRouters, EveryPairOfPesIsAsFarApartAsItsRoutersAndLinksTake) {
  const Tree tree({kNoNode, 0, 0, 1, 1, 2, 5});
  TreeLatency latency = TreeLatency::uniform(7, 1, 1, 1);
  latency.router = {3, 1, 8, 2, 1, 1, 3};
  latency.down = {1, 1, 4, 16, 2, 1, 1};
  latency.up = {1, 5, 1, 1, 3, 2, 1};
  expect_every_pair_takes_its_way(*assemble_tree(tree, {}, latency), tree, latency);
}

TEST(TreeRouters, AreTheSameVerilatedWholeWithUniformLatencies) {
  const Tree tree({kNoNode, 0, 0, 1});
  const TreeLatency latency = TreeLatency::uniform(4, 3, 2, 3);
  expect_every_pair_takes_its_way(*elaborate_tree(tree, {}, latency), tree, latency);
}

TEST(TreeRouters, AreNotVerilatedWholeWithLatenciesThatDiffer) {
  TreeLatency latency = TreeLatency::uniform(3, 1, 2, 1);
  latency.up[2] = 3;
  EXPECT_THROW(elaborate_tree(Tree(path_parents(3)), {}, latency), TopologyError);
}

TEST(TreeRouters, RefuseRoutersAndLinksThatTakeTooLong) {
  EXPECT_THROW(assemble_tree(Tree(path_parents(3)), {}, TreeLatency::uniform(3, 9, 1, 9)),
               TopologyError);
  EXPECT_THROW(assemble_tree(Tree(path_parents(3)), {}, TreeLatency::uniform(3, 1, 17, 1)),
               TopologyError);
}

TEST(TreeRouters, RefuseAPeWithSixtyFiveChildren) {
  EXPECT_THROW(assemble_tree(Tree(star_parents(65)), {}), TopologyError);
}

TEST(TreeRouters, RefuseATreeOfOnePeMoreThanAddressesCanName) {
  EXPECT_THROW(assemble_tree(Tree(path_parents(kMaxTreePes + 1)), {}), TopologyError);
}

TEST(TreeRouters, AreNotElaboratedForMoreThan64Pes) {
  EXPECT_THROW(elaborate_tree(Tree(path_parents(65)), {}), TopologyError);
}

}  // namespace
}  // namespace flitwise
