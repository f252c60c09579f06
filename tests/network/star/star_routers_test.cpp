// Networks of real star routers.
#include "systemc/network/star/star_routers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <stdexcept>

#include "systemc/network/star/star_flit.h"
#include "systemc/topology/tree/tree.h"
#include "tests/network/star/star_runs.h"
#include "tests/support/refusal.h"

namespace flitwise {
namespace {

using test::flood_all_trees;
using test::StarReception;
using test::StarRun;
using test::with_flits;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

StarRun run_on(const StarGraph& graph, const StarNetworkConfig& config) {
  ModelLibrary models;
  return StarRun(graph, assemble_star(graph, config, models), config);
}

// The routers deliver what the PEs have taken from their links, F steps later.
void expect_deliveries_of_what_is_tapped(const StarRun& run, std::uint32_t flits) {
  std::vector<StarReception> expected = run.tapped();
  for (StarReception& reception : expected) reception.step += flits;
  EXPECT_THAT(run.delivered(), ::testing::UnorderedElementsAreArray(expected));
}

void expect_a_packet_step_a_hop(const StarNetworkConfig& config) {
  const StarGraph graph(4);
  const std::uint32_t flits = config.flits;
  StarRun run = run_on(graph, config);
  const std::vector<std::vector<int>> ways{{2}, {3}, {4}, {2, 3}, {4, 3, 2}, {3, 4, 3, 2}};
  const auto step = static_cast<Step>(flits);
  const Step hop = config.latency.packet_hop(step);
  for (Node from = 0; from < graph.size(); ++from) {
    for (const std::vector<int>& way : ways) {
      const std::size_t before = run.tapped().size();
      const Step start = run.step() + step + config.latency.router;
      Node to = from;
      for (const int d : way) to = graph.neighbour(to, d);
      run.route(from, way, 77, start);
      run.run();
      ASSERT_EQ(run.tapped().size(), before + flits) << "from " << from;
      for (Flits index = 1; index <= step; ++index) {
        const StarReception& flit = run.tapped()[before + static_cast<std::size_t>(index) - 1];
        EXPECT_EQ(flit.step, start + hop * (static_cast<Step>(way.size()) - 1) + index - 1 +
                                 config.latency.link - 1);
        EXPECT_EQ(flit.node, to);
        EXPECT_EQ(flit.dimension, way.back());
        EXPECT_EQ(flit.source, from);
        EXPECT_EQ(flit.index, index);
      }
    }
  }
  expect_deliveries_of_what_is_tapped(run, flits);
  EXPECT_EQ(run.network().assertion_failures(), 0);
  EXPECT_THAT(run.violations(), IsEmpty());
  EXPECT_EQ(run.counters().max_stored(), 1U);
}

StarNetworkConfig with_latencies(std::uint32_t flits, Step router, Step link) {
  StarNetworkConfig config = with_flits(flits);
  config.latency.router = router;
  config.latency.link = link;
  return config;
}

TEST(StarRouters, AHopTakesOneStepWithOneFlit) { expect_a_packet_step_a_hop(with_flits(1)); }
TEST(StarRouters, AHopTakesAsManyStepsAsThePacketHasFlits) {
  expect_a_packet_step_a_hop(with_flits(3));
}
TEST(StarRouters, AHopTakesAsManyStepsMoreAsRoutersAndLinksDo) {
  expect_a_packet_step_a_hop(with_latencies(1, 2, 1));
  expect_a_packet_step_a_hop(with_latencies(1, 1, 16));
  expect_a_packet_step_a_hop(with_latencies(3, 3, 4));
}

// Every node is reached once in every tree, over its parent's link, in the packet step that is its
// depth.
void expect_broadcast(const StarGraph& graph, const StarNetworkConfig& config, Node source,
                      int height) {
  const StarTrees trees(graph, config.rule);
  StarRun run = run_on(graph, config);
  flood_all_trees(run, graph, config, source);
  run.run();
  const auto step = static_cast<Step>(config.flits);
  std::map<std::pair<Node, int>, int> heads;
  Step last = 0;
  for (const StarReception& flit : run.tapped()) {
    const Node u = graph.relative(flit.node, source);
    int tree = 2;
    while (trees.parent_dimension(u, tree) != flit.dimension) ++tree;
    EXPECT_EQ(flit.source, source);
    EXPECT_EQ(flit.step, step * trees.depth(u, tree) + flit.index - 1) << "node " << flit.node;
    if (flit.index == 1) ++heads[{flit.node, tree}];
    last = std::max(last, flit.step);
  }
  const auto copies = static_cast<std::size_t>(graph.degree());
  EXPECT_EQ(heads.size(), copies * static_cast<std::size_t>(graph.size() - 1));
  EXPECT_EQ(run.tapped().size(), heads.size() * config.flits);
  EXPECT_EQ(run.crossed().size(), run.tapped().size());
  EXPECT_EQ(last, step * height + step - 1);
  expect_deliveries_of_what_is_tapped(run, config.flits);
  EXPECT_EQ(run.counters().max_stored(), 1U);
  EXPECT_EQ(run.counters().misdirected(), 0);
  EXPECT_EQ(run.network().assertion_failures(), 0);
  EXPECT_THAT(run.violations(), IsEmpty());
}

TEST(StarRouters, ABroadcastReachesAllNodesOfS4InSixPacketSteps) {
  const StarGraph graph(4);
  for (const Node source : {0, 7, 23}) {
    expect_broadcast(graph, with_flits(1), source, 6);
    expect_broadcast(graph, with_flits(3), source, 6);
  }
}

TEST(StarRouters, ABroadcastByRulePTakesAStepMore) {
  StarNetworkConfig config;
  config.rule = StarRule::kP;
  expect_broadcast(StarGraph(4), config, 5, 7);
}

TEST(StarRouters, ABroadcastReachesAllNodesOfS3AndS5) {
  expect_broadcast(StarGraph(3), with_flits(1), 4, 5);
  expect_broadcast(StarGraph(5), with_flits(1), 99, 8);
}

// What a fault takes from a broadcast in all trees: copies by node.
std::map<Node, int> copies_of(const StarRun& run) {
  std::map<Node, int> copies;
  for (const StarReception& flit : run.tapped()) copies[flit.node] += flit.index == 1 ? 1 : 0;
  return copies;
}

StarRun broadcast_with(const StarGraph& graph, const StarNetworkConfig& config) {
  StarRun run = run_on(graph, config);
  flood_all_trees(run, graph, config, 0);
  run.run();
  return run;
}

void expect_at_most_one_copy_lost(const StarGraph& graph, const StarRun& run, Node but) {
  const std::map<Node, int> copies = copies_of(run);
  int lost = 0;
  for (Node v = 1; v < graph.size(); ++v) {
    if (v == but) continue;
    const auto found = copies.find(v);
    ASSERT_TRUE(found != copies.end()) << "node " << v;
    EXPECT_GE(found->second, graph.degree() - 1) << "node " << v;
    lost += graph.degree() - found->second;
  }
  EXPECT_GT(lost, 0);
}

TEST(StarRouters, ADeadLinkPassesNothingEitherWay) {
  const StarGraph graph(4);
  for (const std::uint32_t flits : {1U, 3U}) {
    for (Node v = 0; v < graph.size(); ++v) {
      StarNetworkConfig config = with_flits(flits);
      config.faults.links = {{v, 3, 1}};
      StarRun run = broadcast_with(graph, config);
      const Node other = graph.neighbour(v, 3);
      for (const LinkTransfer& t : run.crossed())
        EXPECT_FALSE((t.from == v && t.to == other) || (t.from == other && t.to == v));
      expect_at_most_one_copy_lost(graph, run, kNoNode);
      EXPECT_EQ(run.network().assertion_failures(), 0);
      EXPECT_TRUE(run.network().is_quiet());
    }
  }
}

TEST(StarRouters, ADeadRouterSendsAndTakesNothing) {
  const StarGraph graph(4);
  for (const std::uint32_t flits : {1U, 3U}) {
    for (Node v = 1; v < graph.size(); ++v) {
      StarNetworkConfig config = with_flits(flits);
      config.faults.nodes = {{v, 1}};
      StarRun run = broadcast_with(graph, config);
      for (const LinkTransfer& t : run.crossed()) EXPECT_FALSE(t.from == v || t.to == v);
      for (const StarReception& flit : run.delivered()) EXPECT_NE(flit.node, v);
      expect_at_most_one_copy_lost(graph, run, v);
      EXPECT_EQ(run.network().assertion_failures(), 0);
      EXPECT_TRUE(run.network().is_quiet());
    }
  }
}

TEST(StarRouters, ADeadRouterDoesNotEvenTakeWhatItsPeSends) {
  const StarGraph graph(4);
  StarNetworkConfig config;
  config.faults.nodes = {{5, 3}};
  StarRun run = run_on(graph, config);
  const RawFlit astray =
      star_flit({FlitKind::kData, true, true, 0, 5, 0}, test::star_route_head(2, {4}));
  run.network().inject(5, 1, astray);
  run.network().clock(2);
  EXPECT_EQ(run.counters().misdirected(5), 1U);
  run.network().inject(5, 1, astray);
  run.network().clock(3);
  EXPECT_EQ(run.counters().misdirected(5), 1U);
  EXPECT_THAT(run.network().violations(), IsEmpty());
}

TEST(StarRouters, FaultsBeginInTheStepThatTheyAreGiven) {
  const StarGraph graph(4);
  const StarRun healthy = broadcast_with(graph, {});
  for (const bool is_node : {false, true}) {
    for (Step from_step = 1; from_step <= 7; ++from_step) {
      StarNetworkConfig config;
      if (is_node)
        config.faults.nodes = {{1, from_step}};
      else
        config.faults.links = {{1, 2, from_step}};
      const StarRun run = broadcast_with(graph, config);
      const auto is_dead = [&](const std::string& event) {
        const Step step = std::stoll(event);
        if (step < from_step || event.find("link") == std::string::npos) return false;
        Node from = 0;
        Node to = 0;
        int lane = 0;
        std::sscanf(event.c_str(), "%*d: link %d %d %d", &from, &to, &lane);
        return (from == 1 || to == 1) && (is_node || lane == graph.degree());  // of dimension 2
      };
      for (const std::string& event : run.happened()) EXPECT_FALSE(is_dead(event)) << event;
      if (!is_node) expect_deliveries_of_what_is_tapped(run, 1);
      // Until then all is as without the fault.
      const auto until = [&](const std::vector<std::string>& events) {
        std::vector<std::string> early;
        for (const std::string& event : events)
          if (std::stoll(event) < from_step) early.push_back(event);
        return early;
      };
      EXPECT_EQ(until(run.happened()), until(healthy.happened())) << "from step " << from_step;
    }
  }
}

TEST(StarRouters, AnyBitInErrorLosesThePacketAndIsCounted) {
  const StarGraph graph(3);
  for (const std::uint32_t flits : {1U, 2U}) {
    for (std::uint32_t place = 0; place < flits; ++place) {
      for (int bit = 0; bit <= kMostErrorBit; ++bit) {
        StarNetworkConfig config = with_flits(flits);
        const auto step = static_cast<Step>(flits);
        config.faults.bits = {{0, 2, step + place, bit}};
        StarRun run = run_on(graph, config);
        run.route(0, {2}, 1, step);      // this one
        run.route(0, {3}, 2, step);      // not that over another link
        run.route(0, {2}, 3, 2 * step);  // nor the next
        run.run();
        EXPECT_THAT(run.delivered(), SizeIs(2 * flits)) << "bit " << bit;
        EXPECT_EQ(run.counters().crc_errors(graph.neighbour(0, 2)), 1U) << "bit " << bit;
        EXPECT_EQ(run.counters().crc_errors(), 1) << "bit " << bit;
        EXPECT_EQ(run.counters().bit_errors(), 1);
        EXPECT_EQ(run.network().assertion_failures(), 0) << "bit " << bit;
        std::size_t intact = 0;
        for (const StarReception& flit : run.tapped()) intact += is_intact(flit.flit) ? 1 : 0;
        EXPECT_EQ(intact, 2 * flits + (place > 0 ? flits - 1 : 0)) << "bit " << bit;
      }
    }
  }
}

TEST(StarRouters, AnErrorWhereNoFlitIsDoesNothing) {
  const StarGraph graph(3);
  StarNetworkConfig config;
  config.faults.bits = {{0, 2, 5, 7}};
  const StarRun run = broadcast_with(graph, config);
  EXPECT_EQ(run.counters().bit_errors(), 0);
  EXPECT_EQ(run.happened(), broadcast_with(graph, {}).happened());
}

TEST(StarRouters, NoiseIsDrawnFromItsSeed) {
  const StarGraph graph(4);
  const auto happened = [&](double probability, std::uint64_t seed, std::int64_t* errors) {
    StarNetworkConfig config;
    config.faults.noise = {probability, seed};
    StarRun run = run_on(graph, config);
    for (Flits packet = 0; packet < 40; ++packet)
      for (int tree = 2; tree <= 4; ++tree) run.flood(0, tree, packet, 1 + packet);
    run.run();
    *errors = run.counters().bit_errors();
    EXPECT_EQ(run.counters().crc_errors(), *errors);
    return run.happened();
  };
  std::int64_t first = 0;
  std::int64_t again = 0;
  std::int64_t other = 0;
  std::int64_t all = 0;
  const auto with_seed_1 = happened(0.02, 1, &first);
  EXPECT_EQ(with_seed_1, happened(0.02, 1, &again));
  EXPECT_NE(with_seed_1, happened(0.02, 2, &other));
  happened(1, 1, &all);
  EXPECT_EQ(all, 40 * 3);  // nothing passes the first links
  EXPECT_EQ(first, again);
  // 40 packets over 69 links each would be 2760 flits, some of them lost on the way.
  EXPECT_GT(first, 20);
  EXPECT_LT(first, 100);
}

TEST(StarRouters, IdleRoutersMayBeLeftOut) {
  const StarGraph graph(4);
  std::vector<std::vector<std::string>> happened;
  std::vector<std::int64_t> evaluations;
  for (const IdleRouters idle : {IdleRouters::kSkip, IdleRouters::kEvaluate}) {
    StarNetworkConfig config = with_flits(3);
    config.idle = idle;
    config.faults.noise = {0.01, 3};
    config.faults.nodes = {{9, 12}};
    config.faults.links = {{2, 4, 9}};
    StarRun run = broadcast_with(graph, config);
    run.route(0, {2, 3, 4}, 5, run.step() + 40);
    run.run();
    happened.push_back(run.happened());
    evaluations.push_back(run.network().router_cycles());
  }
  EXPECT_EQ(happened[0], happened[1]);
  EXPECT_LT(evaluations[0], evaluations[1]);
}

TEST(StarRouters, APacketThatMeetsAnotherWaitsAndIsReported) {
  const StarGraph graph(4);
  StarRun run = run_on(graph, {});
  run.route(graph.neighbour(0, 2), {2, 4}, 1, 1);
  run.route(graph.neighbour(0, 3), {3, 4}, 2, 1);
  run.run();
  EXPECT_THAT(run.violations(), ElementsAre("step 1: packets wait in PE 0 (1, 2, 3, 4) at output "
                                            "dimension 4, where none may wait"));
  ASSERT_THAT(run.delivered(), SizeIs(2));
  EXPECT_EQ(run.delivered()[0].step, 3);
  EXPECT_EQ(run.delivered()[1].step, 4);
  EXPECT_EQ(run.counters().max_stored(0, 0) + run.counters().max_stored(0, 1), 2U);
  EXPECT_EQ(run.network().assertion_failures(), 1);
}

TEST(StarRouters, WhereWaitingIsAllowedItIsNotReported) {
  const StarGraph graph(4);
  StarNetworkConfig config;
  config.scheduled = false;
  StarRun run = run_on(graph, config);
  run.route(graph.neighbour(0, 2), {2, 4}, 1, 1);
  run.route(graph.neighbour(0, 3), {3, 4}, 2, 1);
  run.run();
  EXPECT_THAT(run.violations(), IsEmpty());
  EXPECT_THAT(run.delivered(), SizeIs(2));
}

TEST(StarRouters, APacketForAFullInputIsLostAndReported) {
  const StarGraph graph(4);
  StarNetworkConfig config;
  config.scheduled = false;
  StarRun run = run_on(graph, config);
  for (Step step = 1; step <= 2; ++step) {
    for (const int d : {2, 3}) run.route(graph.neighbour(0, d), {d, 4}, step, step);
  }
  run.run();
  EXPECT_THAT(run.delivered(), SizeIs(3));
  ASSERT_THAT(run.violations(), SizeIs(1));
  EXPECT_THAT(run.violations()[0], HasSubstr("step 2: PE 0 (1, 2, 3, 4) has no room for a flit "
                                             "from dimension 3"));
}

TEST(StarRouters, ABroadcastThatComesOverTheWrongLinkIsDroppedAndCounted) {
  const StarGraph graph(4);
  StarRun run = run_on(graph, {});
  // A head that says tree 3 over the link of tree 2.
  run.network().inject(
      0, 0, star_flit({FlitKind::kFlood, true, true, 0, 0, 0}, test::star_flood_head(graph, 3, 0)));
  run.run();
  EXPECT_EQ(run.counters().misdirected(graph.neighbour(0, 2)), 1U);
  EXPECT_EQ(run.counters().misdirected(), 1);
  EXPECT_THAT(run.tapped(), IsEmpty());
  EXPECT_THAT(run.delivered(), IsEmpty());
  ASSERT_THAT(run.violations(), SizeIs(1));
  EXPECT_THAT(run.violations()[0], HasSubstr("cannot route a flit from dimension 2"));
}

TEST(StarRouters, ARouteThatDoesNotBeginWithItsPortIsDropped) {
  const StarGraph graph(4);
  StarRun run = run_on(graph, {});
  run.network().inject(
      5, 1, star_flit({FlitKind::kData, true, true, 0, 5, 0}, test::star_route_head(2, {4})));
  run.run();
  ASSERT_THAT(run.violations(), SizeIs(1));
  EXPECT_THAT(run.violations()[0], HasSubstr("PE 5 (1, 4, 3, 2) cannot route a flit from own 3"));
  EXPECT_THROW(run.network().inject(5, 3, 0), std::logic_error);
}

std::string refusal_of(const std::function<void()>& make) {
  return flitwise::test::refusal_of<TopologyError>([&] { make(); });
}

TEST(StarRouters, RefusesWhatRoutersAreNotMadeFor) {
  ModelLibrary models;
  const auto refusal = [&](int order, std::uint32_t flits, std::uint32_t slots) {
    StarNetworkConfig config = with_flits(flits);
    config.slots = slots;
    return refusal_of([&] { assemble_star(StarGraph(order), config, models); });
  };
  EXPECT_EQ(refusal(8, 1, 1), "star graphs have routers up to order 7, got 8");
  EXPECT_EQ(refusal(4, 0, 1), "a packet of a star graph has 1 to 16 flits, got 0");
  EXPECT_EQ(refusal(4, 17, 1), "a packet of a star graph has 1 to 16 flits, got 17");
  EXPECT_EQ(refusal(4, 1, 0), "an input of a star graph's router holds 1 to 64 packets, got 0");
  EXPECT_EQ(refusal(4, 1, 65), "an input of a star graph's router holds 1 to 64 packets, got 65");
  EXPECT_EQ(refusal_of([&] { elaborate_star(StarGraph(5), {}, models); }),
            "star graphs are made as a whole up to order 4, got 5");
  EXPECT_EQ(refusal_of([&] { elaborate_star(StarGraph(4), with_flits(17), models); }),
            "a packet of a star graph has 1 to 16 flits, got 17");
}

TEST(StarRouters, RefusesFaultsThatAreNotInTheGraph) {
  const auto refusal = [](const StarFaults& faults) {
    return refusal_of([&] { check_faults(StarGraph(4), faults); });
  };
  StarFaults faults;
  faults.nodes = {{24, 1}};
  EXPECT_EQ(refusal(faults), "dead node: a star graph of order 4 has nodes 0 to 23, got 24");
  faults.nodes = {{3, 0}};
  EXPECT_EQ(refusal(faults), "dead node: the first step is 1, got 0");
  faults.nodes = {};
  faults.links = {{-1, 2, 1}};
  EXPECT_EQ(refusal(faults), "dead link: a star graph of order 4 has nodes 0 to 23, got -1");
  faults.links = {{1, 5, 1}};
  EXPECT_EQ(refusal(faults), "dead link: a star graph of order 4 has dimensions 2 to 4, got 5");
  faults.links = {};
  faults.bits = {{1, 1, 1, 0}};
  EXPECT_EQ(refusal(faults), "bit error: a star graph of order 4 has dimensions 2 to 4, got 1");
  faults.bits = {{1, 2, 1, 63}};
  EXPECT_EQ(refusal(faults),
            "bit error: the bits of a flit that can be in error are 0 to 62, "
            "got 63");
  faults.bits = {};
  faults.noise.probability = 1.5;
  EXPECT_EQ(refusal(faults), "bit errors: a probability is 0 to 1, got 1.5");
  faults.noise.probability = 0.5;
  EXPECT_EQ(refusal(faults), "accepted");
}

}  // namespace
}  // namespace flitwise
