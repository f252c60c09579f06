#include "tests/network/star/star_runs.h"

#include <utility>

#include "systemc/network/star/star_flit.h"
#include "systemc/pe/codecs/star_codec.h"
#include "tests/network/happenings.h"

namespace flitwise::test {
namespace {

std::uint64_t bits(std::int64_t number) { return static_cast<std::uint64_t>(number); }

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
    : graph_(graph), made_(std::move(made)), flits_(static_cast<Flits>(config.flits)) {}

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
                StarCodec::flits_of(packet));
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
    const int dimension = static_cast<int>(t.lane) - graph_.degree() + 2;
    crossed_.push_back(t);
    happened_.push_back(happening(step_, t));
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

}  // namespace flitwise::test
