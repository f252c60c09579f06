// PEs with one port on tori: formulas against PEs on a network of channels, node by node.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "systemc/protocols/torus/packet_tree.h"
#include "systemc/protocols/torus/torus_broadcast.h"
#include "tb/theory/torus/broadcast_plan.h"
#include "tb/theory/torus/broadcast_timing.h"
#include "tb/theory/torus/one_port_packets.h"
#include "tb/theory/torus/torus_theory.h"
#include "tb/theory/torus/torus_traffic.h"
#include "tests/protocols/torus/worm_network.h"

namespace flitwise::theory {
namespace {

using protocols::test::run_broadcast;
using protocols::test::run_worms;
using protocols::test::WormRecord;
using Pes = protocols::BroadcastScheme;

const std::vector<std::vector<int>> kSides{{2},    {3},       {7},       {2, 2},    {3, 2},
                                           {4, 4}, {5, 4},    {1, 6},    {2, 3, 2}, {3, 4, 2},
                                           {8, 3}, {3, 3, 3}, {2, 2, 5}, {1}};

TorusLatency routers(Step head_wait, Step out_stages, Step link) {
  TorusLatency latency;
  latency.pipeline.declared = DeclaredWaits{head_wait, 0, out_stages, std::nullopt};
  latency.link.clear();
  latency.credit = link;
  return latency;
}

struct Costs {
  Step send_overhead, receive_overhead;
  TorusLatency latency;
};

const std::vector<Costs>& all_costs() {
  static const std::vector<Costs> all{{0, 0, {}},
                                      {3, 1, {}},
                                      {0, 2, routers(2, 0, 1)},
                                      {1, 0, routers(2, 1, 2)},
                                      {4, 0, routers(1, 1, 1)}};
  return all;
}

CycleModel model_of(const Costs& costs, Flits length) {
  CycleModel model{length, costs.send_overhead, costs.receive_overhead, costs.latency};
  model.ports = PePorts::kOne;
  return model;
}

protocols::BroadcastTiming timing_of(const Costs& costs, Flits length) {
  return {length, costs.send_overhead, costs.receive_overhead, costs.latency};
}

void expect_as_run(const BroadcastTiming& timing, const WormRecord& run, const Torus& torus,
                   Node source, const Costs& costs) {
  EXPECT_TRUE(timing.exact) << timing.contention;
  EXPECT_EQ(run.faults(), "");
  EXPECT_EQ(run.stalls, 0);
  Step finish = 0;
  for (Node v = 0; v < torus.size(); ++v) {
    const Step ready = v == source ? 0 : run.last_tail[index_of(v)] + costs.receive_overhead;
    EXPECT_EQ(timing.ready[index_of(v)], ready) << torus.name(v);
    finish = std::max(finish, ready);
  }
  EXPECT_EQ(timing.finish, finish);
}

TEST(OnePort, PacketsGoDownTheTreeInTheStepsOfTheRecurrence) {
  int runs = 0;
  for (const std::vector<int>& sides : kSides)
    for (const Costs& costs : all_costs())
      for (const Flits length : {1, 2, 5, 13})
        for (const Flits packet : {1, 2, 3, 4, 5, 8, 13})
          for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree}) {
            if (packet > length) continue;
            const Torus torus(sides);
            const Node source = torus.size() / 2;
            SCOPED_TRACE(testing::Message()
                         << text_of(sides) << " L " << length << " P " << packet << " os "
                         << costs.send_overhead << " r " << costs.latency.router()
                         << (pace == SendPace::kFree ? " own pace" : " slots"));
            const auto pes = pace == SendPace::kFree ? protocols::PacketPace::kOwn
                                                     : protocols::PacketPace::kSlots;
            const WormRecord run =
                run_worms(torus, torus.ascending_order(),
                          protocols::make_packet_tree(torus, source, {}, timing_of(costs, length),
                                                      pes, packet, protocols::PePorts::kOne),
                          costs.latency, protocols::PePorts::kOne);
            expect_as_run(time_packet_tree(torus, source, model_of(costs, length), packet, pace),
                          run, torus, source, costs);
            ++runs;
            if (testing::Test::HasFailure()) return;
          }
  EXPECT_GT(runs, 1500);
}

TEST(OnePort, DoublingAndSeparateMessagesNeverMeet) {
  for (const std::vector<int>& sides : kSides)
    for (const Costs& costs : all_costs())
      for (const Flits length : {1, 2, 7})
        for (const bool has_barrier : {true, false})
          for (const auto& [scheme, pes] :
               {std::pair(BroadcastScheme::kDoubling, Pes::kDoubling),
                std::pair(BroadcastScheme::kSeparate, Pes::kSeparate)}) {
            const Torus torus(sides);
            const Node source = torus.size() / 3;
            SCOPED_TRACE(testing::Message()
                         << name_of(pes) << " " << text_of(sides) << " L " << length << " os "
                         << costs.send_overhead << " r " << costs.latency.router()
                         << (has_barrier ? " barrier" : " own pace"));
            const WormRecord run = run_broadcast(
                protocols::make_broadcast(torus, source, pes),
                has_barrier ? protocols::BroadcastPace::kBarrier : protocols::BroadcastPace::kOwn,
                timing_of(costs, length), protocols::PePorts::kOne);
            const TorusSchedule plan =
                broadcast_plan(scheme, torus, source, torus.ascending_order());
            EXPECT_EQ(static_cast<int>(plan.steps.size()), broadcast_steps(scheme, sides)->steps);
            expect_as_run(time_schedule(plan, model_of(costs, length),
                                        has_barrier ? SendPace::kBarrier : SendPace::kFree),
                          run, torus, source, costs);
            if (testing::Test::HasFailure()) return;
          }
}

// The k-th of N - 1 messages begins k (os + L) after the first, and the farthest go first.
TEST(OnePort, SeparateTakesItsFormula) {
  const Torus torus({5, 4});
  const CycleModel model = model_of({2, 3, routers(1, 1, 1)}, 6);
  std::vector<int> distances;
  for (Node v = 1; v < torus.size(); ++v) distances.push_back(torus.distance(0, v));
  std::sort(distances.rbegin(), distances.rend());
  Step finish = 0;
  for (std::size_t k = 0; k < distances.size(); ++k)
    finish =
        std::max(finish, static_cast<Step>(k) * (2 + 6) + 2 + 3 - 1 + 3 * distances[k] + 6 + 3);
  const TorusSchedule plan = broadcast_plan(BroadcastScheme::kSeparate, torus, 0, {0, 1});
  EXPECT_EQ(time_schedule(plan, model, SendPace::kFree).finish, finish);
}

TEST(OnePort, APeSendsOneMessageAStep) {
  const Torus torus({4, 4});
  const TorusSchedule peel = broadcast_plan(BroadcastScheme::kPeel, torus, 0, {0, 1});
  EXPECT_THROW(time_schedule(peel, model_of({0, 0, {}}, 4), SendPace::kBarrier),
               std::invalid_argument);
}

// Two messages to one PE, over channels of their own: with one port they meet there.
TEST(OnePort, MessagesToOnePeMeetAtItsPort) {
  TorusSchedule schedule;
  schedule.sides = {3};
  schedule.order = {0};
  schedule.steps = {{{0, {1}}}, {{1, {1}}}, {{0, {-1}}}};
  CycleModel model{4, 0, 0, {}};
  EXPECT_EQ(time_schedule(schedule, model, SendPace::kFree).contention, "");
  model.ports = PePorts::kOne;
  EXPECT_THAT(time_schedule(schedule, model, SendPace::kFree).contention,
              testing::HasSubstr("the way out to the PE of (2)"));
}

TEST(OnePort, TheBestPacketIsFirstOfAll) {
  for (const std::vector<int>& sides : kSides)
    for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree}) {
      const Torus torus(sides);
      const CycleModel model = model_of({1, 1, {}}, 40);
      const auto finish = [&](Flits packet) {
        return time_packet_tree(torus, 0, model, packet, pace).finish;
      };
      Step least = finish(1);
      for (Flits packet = 2; packet <= 40; ++packet) least = std::min(least, finish(packet));
      EXPECT_EQ(finish(best_one_port_packet(torus, 0, torus.ascending_order(), model, pace)), least)
          << text_of(sides);
    }
}

TEST(OnePort, BoundsAreThoseOfOnePort) {
  CycleModel model{12, 1, 2, {}};
  EXPECT_EQ(fewest_cycles({4, 4}, model), 1 + 4 + 3 + 2);
  model.ports = PePorts::kOne;
  EXPECT_EQ(fewest_cycles({4, 4}, model), 1 + 4 + 12 + 2);
  EXPECT_EQ(fewest_steps_one_port({4, 4}), 4);
  EXPECT_EQ(fewest_steps_one_port({3, 3}), 4);
  EXPECT_EQ(fewest_steps_one_port({1}), 0);
}

// Uniform traffic summed up pair by pair.
TEST(OnePort, HalfWaysThatGoUpLoadThosesChannels) {
  for (const std::vector<int>& sides : std::vector<std::vector<int>>{{4}, {2, 3}, {4, 6}, {5}}) {
    const Torus torus(sides);
    TrafficNetwork network;
    network.half_ways_go_up = true;
    network.ports = PePorts::kOne;
    const DimensionOrder order = torus.ascending_order();
    std::vector<double> loads(index_of(torus.size()) * index_of(torus.channels()), 0);
    for (Node from = 0; from < torus.size(); ++from)
      for (Node to = 0; to < torus.size(); ++to) {
        Hops hops;
        for (int d = 0; d < torus.dimensions(); ++d) {
          const int n = torus.side(d);
          const int up = (torus.coordinate(to, d) - torus.coordinate(from, d) + n) % n;
          hops.push_back(2 * up <= n ? up : up - n);
        }
        for (const TorusLink& link : torus.path(from, hops, order))
          loads[static_cast<std::size_t>(torus.link_index(link))] += 1.0 / (torus.size() - 1);
      }
    const TrafficTheory theory = traffic_theory(torus, order, {}, network);
    double busiest = 1;  // of ports
    for (std::size_t link = 0; link < loads.size(); ++link) {
      EXPECT_NEAR(theory.loads[link], loads[link], 1e-9) << text_of(sides) << " " << link;
      busiest = std::max(busiest, loads[link]);
    }
    EXPECT_NEAR(theory.capacity, 1 / busiest, 1e-9) << text_of(sides);
  }
}

}  // namespace
}  // namespace flitwise::theory
