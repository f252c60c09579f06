#include "tests/network/torus/torus_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "systemc/pe/codecs/route_codec.h"
#include "systemc/protocols/torus/torus_route.h"
#include "tests/network/happenings.h"

namespace flitwise::test {
namespace {

protocols::Transmission transmission(const WormId& worm, const Hops& hops, Flits length,
                                     const DimensionOrder& order) {
  protocols::Transmission message;
  message.message = worm.first;
  message.packet = worm.second;
  message.length = length;
  message.port = protocols::port_of(hops, order);
  message.route = protocols::route_of(hops, order);
  return message;
}

}  // namespace

std::vector<RawFlit> torus_message(const WormId& worm, const Hops& hops, Flits length,
                                   const DimensionOrder& order) {
  return RouteCodec::flits_of(transmission(worm, hops, length, order));
}

TorusRun::TorusRun(const Torus& torus, TorusNetwork made, DimensionOrder order)
    : wiring_(torus, order),
      made_(std::move(made)),
      sent_(static_cast<std::size_t>(torus.size())) {}

std::uint32_t TorusRun::send(Node from, const Hops& hops, Flits length, Step first_step) {
  const std::uint32_t number = sent_[static_cast<std::size_t>(from)]++ % protocols::kPacketNumbers;
  injector_.add(from, protocols::port_of(hops, wiring_.order()), first_step,
                torus_message({from, number}, hops, length, wiring_.order()));
  return number;
}

void TorusRun::run(Step last) {
  while (step_ < last) {
    ++step_;
    take_transfers();
    take_deliveries();
    injector_.inject_due(step_, network());
    network().clock(step_);
    made_.worms->on_edge(step_, network(), injector_);
    for (const Violation& violation : network().violations()) happened_.push_back(violation.text());
    if (network().is_quiet() && injector_.pending() == 0) return;
    if (is_stuck()) return;
  }
}

void TorusRun::take_transfers() {
  made_.worms->on_transfers(step_, network().transfers());
  for (const LinkTransfer& t : network().transfers()) {
    happened_.push_back(happening(step_, t));
    if (!unpack(t.flit).head) continue;
    const WormId worm{static_cast<Node>(unpack(t.flit).tag), packet_of(t.flit)};
    const TorusLane lane{t.from, t.lane - wiring_.channels(), lane_of(t.flit)};
    const auto last = last_lane_.find(worm);
    if (last != last_lane_.end() &&
        wiring_.neighbour(last->second.from, last->second.channel) == lane.from) {
      const auto usable = usable_lanes(wiring_, choice_, last->second, route_[worm]);
      if (std::find(usable.begin(), usable.end(), lane) == usable.end()) ++forbidden_lanes_;
    }
    last_lane_[worm] = lane;
    route_[worm] = unpack(t.flit).payload;
  }
}

void TorusRun::take_deliveries() {
  for (const Delivery& d : network().deliveries()) {
    const FlitFields flit = unpack(d.flit);
    const WormId worm{static_cast<Node>(flit.tag), packet_of(d.flit)};
    received_.push_back({step_, d.node, d.port, worm, flit.head ? 1 : flit.payload, flit.tail});
    happened_.push_back(happening(step_, d));
  }
}

void send_at_random(TorusRun& run, const Torus& torus, unsigned seed, int messages, Step steps) {
  std::mt19937 random(seed);
  const auto below = [&](int bound) {
    return static_cast<int>(random() % static_cast<unsigned>(bound));
  };
  for (int sent = 0; sent < messages;) {
    const Node from = below(torus.size());
    Hops hops;
    for (const int side : torus.sides()) hops.push_back(below(2 * side - 1) - (side - 1));
    const Flits length = 1 + below(9);
    const Step first_step = 1 + below(static_cast<int>(steps));
    if (path_length(hops) == 0) continue;
    run.send(from, hops, length, first_step);
    ++sent;
  }
}

void expect_equal_builds(const Torus& torus, TorusNetworkConfig config, int messages,
                         std::size_t least) {
  ModelLibrary models;
  const Checkers checkers = config.checkers;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    config.rule = seed % 2 == 0 ? LaneRule::kStrict : LaneRule::kAnyLane;
    if (seed > 2)  // PEs that take nothing for some steps, each port at its own times
      config.stalled_ports = [](Node node, Step step) {
        return static_cast<std::uint32_t>((step + 3 * node) / 2 * 0x9E3779B9U >> 5);
      };
    config.checkers = checkers;
    TorusRun assembled(torus, assemble_torus(torus, config, models), config.order);
    config.checkers = Checkers::kNone;  // compiles several times faster; the RTL's own stay
    TorusRun elaborated(torus, elaborate_torus(torus, config, models), config.order);
    for (TorusRun* run : {&assembled, &elaborated}) {
      send_at_random(*run, torus, seed, messages, 60);
      run->run();
      EXPECT_EQ(run->network().assertion_failures(), 0);
      EXPECT_FALSE(config.lanes > 1 && run->is_stuck());
    }
    EXPECT_GT(assembled.happened().size(), least);
    ASSERT_EQ(assembled.happened(), elaborated.happened()) << "seed " << seed;
    EXPECT_EQ(assembled.step(), elaborated.step());
    EXPECT_EQ(assembled.is_stuck(), elaborated.is_stuck()) << "seed " << seed;
    EXPECT_EQ(assembled.network().holds_flits(), elaborated.network().holds_flits());
    EXPECT_EQ(assembled.worms().circular_wait(), elaborated.worms().circular_wait());
    EXPECT_GT(assembled.stalls().total().blocked, 0U);
    for (Node v = 0; v < torus.size(); ++v)
      EXPECT_EQ(assembled.stalls().of(v), elaborated.stalls().of(v)) << "node " << v;
    EXPECT_EQ(elaborated.injector().refusals(), assembled.injector().refusals());
  }
}

}  // namespace flitwise::test
