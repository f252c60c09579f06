#include "tests/network/star/star_runs.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>

#include "systemc/network/star/star_flit.h"
#include "systemc/pe/codecs/star_codec.h"
#include "tests/network/happenings.h"

namespace flitwise::test {
namespace {

std::uint64_t bits(std::int64_t number) { return static_cast<std::uint64_t>(number); }

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

}  // namespace

StarNetworkConfig with_flits(std::uint32_t flits) {
  StarNetworkConfig config;
  config.flits = flits;
  return config;
}

std::uint64_t star_flood_head(const StarGraph& graph, int tree, Flits number) {
  std::uint64_t head = bits(number) << 24 | bits(tree - 2) << 21;
  for (int q = 0; q < graph.order(); ++q) head |= bits(q) << (3 * q);  // of the source itself
  return head;
}

std::uint64_t star_route_head(int tree, const std::vector<int>& dimensions) {
  std::uint64_t head = bits(tree - 2) << 33;
  for (std::size_t k = 0; k < dimensions.size(); ++k) head |= bits(dimensions[k] - 1) << (3 * k);
  return head;
}

StarRun::StarRun(const StarGraph& graph, StarNetwork made, const StarNetworkConfig& config)
    : graph_(graph),
      made_(std::move(made)),
      flits_(static_cast<Flits>(config.flits)),
      injector_(network().first_edge()),
      step_(network().first_edge() - 1) {}

void StarRun::flood(Node source, int tree, Flits number, Step first_step) {
  send(source, tree, FlitKind::kFlood, star_flood_head(graph_, tree, number), number, first_step);
}

void StarRun::route(Node source, const std::vector<int>& dimensions, Flits number,
                    Step first_step) {
  send(source, dimensions.front(), FlitKind::kData, star_route_head(2, dimensions), number,
       first_step);
}

void StarRun::send(Node source, int dimension, FlitKind kind, std::uint64_t header, Flits number,
                   Step first_step) {
  protocols::Transmission packet;
  packet.kind = kind;
  packet.message = source;
  packet.length = flits_;
  packet.header = header;
  packet.stream = number;
  packet.value = 1000 + number;
  // Injector counts to the step behind the first flit's edge; the router sends whole packets only.
  injector_.add(source, static_cast<std::uint32_t>(dimension - 2), first_step - flits_ + 1,
                StarCodec::flits_of(packet), network().router_latency(source));
}

void StarRun::run(Step last) {
  while (step_ < last) {
    ++step_;
    take_transfers();
    take_deliveries();
    injector_.inject_due(step_, network());
    network().clock(step_);
    for (const Violation& violation : network().violations()) {
      violations_.push_back(violation.text());
      happened_.push_back(violation.text());
    }
    if (network().is_quiet() && injector_.pending() == 0) return;
  }
}

void StarRun::take_transfers() {
  for (const LinkTransfer& t : network().transfers()) {
    crossed_.push_back(t);
    happened_.push_back(happening(step_, t));
  }
  for (const LinkTransfer& t : network().arrivals()) {
    const int dimension = static_cast<int>(t.lane) - graph_.degree() + 2;
    if (!made_.taps->takes(t)) continue;
    const LinkEvent event = to_star_event(step_, t.from, t.to, t.flit);
    tapped_.push_back({step_, t.to, dimension, event.message, event.index, t.flit});
  }
}

void StarRun::take_deliveries() {
  for (const Delivery& d : network().deliveries()) {
    const LinkEvent event = to_star_event(step_, d.node, d.node, d.flit);
    delivered_.push_back(
        {step_, d.node, static_cast<int>(d.port) + 2, event.message, event.index, d.flit});
    happened_.push_back(happening(step_, d));
  }
}

void flood_all_trees(StarRun& run, const StarGraph& graph, const StarNetworkConfig& config,
                     Node source) {
  for (int tree = 2; tree <= graph.order(); ++tree)
    run.flood(source, tree, 0, static_cast<Step>(config.flits));
}

void expect_equal_builds(const StarGraph& graph, StarNetworkConfig config) {
  ModelLibrary models;
  const Checkers checkers = config.checkers;
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
    config.checkers = checkers;
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

}  // namespace flitwise::test
