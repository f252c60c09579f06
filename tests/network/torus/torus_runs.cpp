#include "tests/network/torus/torus_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <type_traits>
#include <utility>

#include "systemc/pe/codecs/route_codec.h"
#include "systemc/protocols/torus/torus_route.h"
#include "tests/network/happenings.h"

namespace flitwise::test {
namespace {

protocols::Transmission transmission(const WormId& worm, const Hops& hops, Flits length,
                                     const DimensionOrder& order, FlitFormat format) {
  protocols::Transmission message;
  message.message = worm.first;
  message.packet = worm.second;
  message.length = length;
  message.port = protocols::port_of(hops, order);
  message.route = protocols::route_of(hops, order, format);
  return message;
}

}  // namespace

std::vector<RawFlit> torus_message(const WormId& worm, const Hops& hops, Flits length,
                                   const DimensionOrder& order, FlitFormat format) {
  return RouteCodec::flits_of(transmission(worm, hops, length, order, format), format);
}

TorusRun::TorusRun(TorusWiring wiring, TorusNetwork made)
    : wiring_(std::move(wiring)), made_(std::move(made)), sent_(index_of(wiring_.size())) {}

TorusRun::TorusRun(const Torus& torus, TorusNetwork made, DimensionOrder order)
    : TorusRun(TorusWiring(torus, order), std::move(made)) {}

TorusRun::TorusRun(const XyMesh& mesh, TorusNetwork made)
    : TorusRun(TorusWiring(mesh), std::move(made)) {}

std::uint32_t TorusRun::send(Node from, const Hops& hops, Flits length, Step first_step) {
  const std::uint32_t number = sent_[static_cast<std::size_t>(from)]++ % protocols::kPacketNumbers;
  const std::uint32_t port = wiring_.has_one_port() ? 0 : protocols::port_of(hops, wiring_.order());
  injector_.add(from, port, first_step,
                torus_message({from, number}, hops, length, wiring_.order(), wiring_.format()));
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
    const FlitFields flit = unpack(t.flit, wiring_.format());
    if (!flit.head) continue;
    const WormId worm{static_cast<Node>(flit.tag), packet_of(t.flit)};
    const TorusLane lane{t.from, t.lane - wiring_.pe_ports(), lane_of(t.flit)};
    const auto last = last_lane_.find(worm);
    if (last != last_lane_.end() &&
        wiring_.neighbour(last->second.from, last->second.channel) == lane.from) {
      const auto usable = usable_lanes(wiring_, choice_, last->second, route_[worm]);
      if (std::find(usable.begin(), usable.end(), lane) == usable.end()) ++forbidden_lanes_;
    }
    last_lane_[worm] = lane;
    route_[worm] = flit.payload;
  }
}

void TorusRun::take_deliveries() {
  for (const Delivery& d : network().deliveries()) {
    const FlitFields flit = unpack(d.flit, wiring_.format());
    const WormId worm{static_cast<Node>(flit.tag), packet_of(d.flit)};
    received_.push_back({step_, d.node, d.port, worm, flit.head ? 1 : flit.payload, flit.tail});
    happened_.push_back(happening(step_, d));
  }
}

namespace {

using Below = std::function<int(int bound)>;

Hops any_hops(const Torus& torus, Node, const Below& below) {
  Hops hops;
  for (const int side : torus.sides()) hops.push_back(below(2 * side - 1) - (side - 1));
  return hops;
}

Hops any_hops(const XyMesh& mesh, Node from, const Below& below) {
  return mesh.hops(from, below(mesh.size()));
}

template <typename Topology>
void send_any(TorusRun& run, const Topology& topology, unsigned seed, int messages, Step steps) {
  std::mt19937 random(seed);
  const auto below = [&](int bound) {
    return static_cast<int>(random() % static_cast<unsigned>(bound));
  };
  for (int sent = 0; sent < messages;) {
    const Node from = below(topology.size());
    const Hops hops = any_hops(topology, from, below);
    const Flits length = 1 + below(9);
    const Step first_step = 1 + below(static_cast<int>(steps));
    if (path_length(hops) == 0) continue;
    run.send(from, hops, length, first_step);
    ++sent;
  }
}

enum class Build : std::uint8_t { kAssembled, kElaborated };

TorusRun run_of(const Torus& torus, const TorusNetworkConfig& config, Build build,
                ModelLibrary& models) {
  const auto make = build == Build::kAssembled ? assemble_torus : elaborate_torus;
  return {torus, make(torus, config, models), config.order};
}

TorusRun run_of(const XyMesh& mesh, const TorusNetworkConfig& config, Build build,
                ModelLibrary& models) {
  const auto make = build == Build::kAssembled ? assemble_mesh : elaborate_mesh;
  return {mesh, make(mesh, config, models)};
}

template <typename Topology>
void expect_equal(const Topology& topology, TorusNetworkConfig config, int messages,
                  std::size_t least) {
  ModelLibrary models;
  const Checkers checkers = config.checkers;
  const bool is_protected = config.lanes > 1 || std::is_same_v<Topology, XyMesh>;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    config.rule = seed % 2 == 0 ? LaneRule::kStrict : LaneRule::kAnyLane;
    if (seed > 2)  // PEs that take nothing for some steps, each port at its own times
      config.stalled_ports = [](Node node, Step step) {
        return static_cast<std::uint32_t>((step + 3 * node) / 2 * 0x9E3779B9U >> 5);
      };
    config.checkers = checkers;
    TorusRun assembled = run_of(topology, config, Build::kAssembled, models);
    config.checkers = Checkers::kNone;  // compiles several times faster; the RTL's own stay
    TorusRun elaborated = run_of(topology, config, Build::kElaborated, models);
    for (TorusRun* run : {&assembled, &elaborated}) {
      send_any(*run, topology, seed, messages, 60);
      run->run();
      EXPECT_EQ(run->network().assertion_failures(), 0);
      EXPECT_FALSE(is_protected && run->is_stuck());
    }
    EXPECT_GT(assembled.happened().size(), least);
    ASSERT_EQ(assembled.happened(), elaborated.happened()) << "seed " << seed;
    EXPECT_EQ(assembled.step(), elaborated.step());
    EXPECT_EQ(assembled.is_stuck(), elaborated.is_stuck()) << "seed " << seed;
    EXPECT_EQ(assembled.network().holds_flits(), elaborated.network().holds_flits());
    EXPECT_EQ(assembled.worms().circular_wait(), elaborated.worms().circular_wait());
    EXPECT_GT(assembled.stalls().total().blocked, 0U);
    for (Node v = 0; v < topology.size(); ++v)
      EXPECT_EQ(assembled.stalls().of(v), elaborated.stalls().of(v)) << "node " << v;
    EXPECT_EQ(elaborated.injector().refusals(), assembled.injector().refusals());
  }
}

}  // namespace

void send_at_random(TorusRun& run, const Torus& torus, unsigned seed, int messages, Step steps) {
  send_any(run, torus, seed, messages, steps);
}

void send_at_random(TorusRun& run, const XyMesh& mesh, unsigned seed, int messages, Step steps) {
  send_any(run, mesh, seed, messages, steps);
}

void expect_each_once_and_in_order(const TorusRun& run, std::size_t messages) {
  std::map<std::pair<WormId, Node>, Flits> next;
  std::size_t complete = 0;
  for (const Reception& flit : run.received()) {
    Flits& index = next[{flit.worm, flit.node}];
    EXPECT_EQ(flit.index, ++index) << "message " << flit.worm.second << " of " << flit.worm.first;
    complete += flit.is_last ? 1 : 0;
  }
  EXPECT_EQ(complete, messages);
  EXPECT_EQ(next.size(), messages);
}

void expect_equal_builds(const Torus& torus, TorusNetworkConfig config, int messages,
                         std::size_t least) {
  expect_equal(torus, std::move(config), messages, least);
}

void expect_equal_builds(const XyMesh& mesh, TorusNetworkConfig config, int messages,
                         std::size_t least) {
  expect_equal(mesh, std::move(config), messages, least);
}

}  // namespace flitwise::test
