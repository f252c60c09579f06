// star_machine.cpp: its routers and PEs, transfers as packets along shortest routes, its drawing.
#include "sim/families/star/star_machine.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "systemc/network/star/star_flit.h"
#include "systemc/pe/codecs/star_codec.h"
#include "systemc/protocols/star/star_packet.h"
#include "tb/theory/collective/collective_bound.h"
#include "tb/theory/collective/collective_ways.h"

namespace flitwise {
namespace {

constexpr double kTurn = 6.283185307179586;
constexpr double kGap = 1.25;  // distance of neighbouring blocks, in diameters

NodePlace on_circle(double radius, double turn) {
  return {radius * std::sin(kTurn * turn), -radius * std::cos(kTurn * turn)};
}

// Of a permutation's first `positions` symbols, how many are smaller than the last of them.
int rank_of_last(const StarGraph& graph, Node v, int positions) {
  int rank = 0;
  for (int p = 1; p < positions; ++p)
    if (graph.symbol(v, p) < graph.symbol(v, positions)) ++rank;
  return rank;
}

// The place of the first three symbols on the way round their hexagon, which swaps positions 1 and
// 2, then 1 and 3, by turns: abc, bac, cab, acb, bca, cba.
int place_on_hexagon(const StarGraph& graph, Node v) {
  constexpr int kPlaces[] = {0, 3, 1, 4, 2, 5};  // by abc, acb, bac, bca, cab, cba
  int first = 0;
  for (int p = 2; p <= 3; ++p)
    if (graph.symbol(v, p) < graph.symbol(v, 1)) ++first;
  const int second = graph.symbol(v, 3) < graph.symbol(v, 2) ? 1 : 0;
  return kPlaces[2 * first + second];
}

std::string router_scope(const Scenario& scenario, Node v) {
  return scenario.options.build == Build::kAssembled
             ? fmt::format("pe{}.router.star_router", v)
             : fmt::format("network.star_network.gen_pe[{}].i_router", v);
}

void add_lane(WaveLayout& layout, const std::string& title, const std::string& scope) {
  layout.names(title, scope + ".kind[2:0]");
  layout.node("   of PE", scope + ".source[12:0]");
  layout.decimal("   tree (from 0)", scope + ".tree[2:0]");
  layout.decimal("   packet", scope + ".number[11:0]");
}

void add_node(WaveLayout& layout, const Scenario& scenario, const std::string& name, Node v) {
  const std::string view = router_scope(scenario, v) + ".view";
  const std::string protocol = fmt::format("pe{}.protocol.pe_view", v);
  layout.begin_group(name);
  layout.names("state", protocol + ".state[3:0]");
  layout.binary("hands a flit to its router", protocol + ".sending");
  for (int d = 2; d <= star_of(scenario).order; ++d) {
    const std::string port = view + fmt::format(".port[{}]", d - 2);
    add_lane(layout, fmt::format("to dimension {}", d), port + ".to");
    add_lane(layout, fmt::format("delivered from dimension {}", d), port + ".delivered");
  }
  layout.names("violation", view + ".reported.violation[3:0]");
  layout.end_group(name);
}

class StarCarrier final : public TransferCarrier {
 public:
  StarCarrier(const StarGraph& graph, const StarNetworkConfig& config,
              protocols::PlacedTransfers transfers)
      : graph_(graph),
        packet_(config.flits),
        latency_(config.latency),
        transfers_(std::move(transfers)),
        carriage_(protocols::make_star_carriage(graph_, packet_, transfers_)) {}

  std::string refusal(const std::function<std::string(Node)>&) const override {
    if (transfers_.size() > protocols::kMostTransfers)
      return fmt::format("has {} messages; flits of a star graph can name {}", transfers_.size(),
                         protocols::kMostTransfers);
    if (packet_ == 1) return {};
    for (const protocols::PlacedTransfer& transfer : transfers_)
      if (transfer.flits > packet_ * protocols::kStarMostPackets)
        return fmt::format(
            "has a transfer of {} flits; on a star graph it can have {} packets of "
            "{}",
            transfer.flits, protocols::kStarMostPackets, packet_);
    return {};
  }
  std::shared_ptr<protocols::CollectiveCarriage> carriage() const override { return carriage_; }
  Flits flits_sent(Flits flits) const override { return (flits + packet_ - 1) / packet_ * packet_; }
  // Heads have no room for their number: they only say which transfer they belong to.
  std::optional<check::TransferFlit> read(RawFlit flit) const override {
    const FlitFields f = unpack(flit);
    if (f.tag >= transfers_.size()) return std::nullopt;
    if (f.head) return check::TransferFlit{f.tag, 0};
    const LinkEvent event = to_star_event(0, 0, 0, flit);
    return check::TransferFlit{f.tag, event.stream * packet_ + event.index};
  }
  // PEs take what is for them from the link; routers deliver whole packets.
  Step delivery_delay() const override { return 1 - packet_; }
  Step hop() const override { return packet_; }

  Step latency(const protocols::PlacedTransfer& transfer) const override {
    return theory::stored_latency(graph_.distance(transfer.from, transfer.to),
                                  flits_sent(transfer.flits) / packet_, packet_);
  }
  Flits ports(Node) const override { return graph_.degree(); }
  std::string bound_source() const override {
    return "the longest chain of dependent operations, a transfer alone taking F (hops + packets) "
           "- 1 cycles in packets of F flits, and the load of the busiest PE over its ports";
  }
  std::optional<theory::TransferWay> way(std::size_t transfer) const override {
    const protocols::PlacedTransfer& placed = transfers_[transfer];
    return theory::star_way(graph_, {latency_, packet_}, {placed.from, placed.to, placed.flits});
  }
  // Heads do not say which packet of their transfer they lead.
  LinkEvent shown(const theory::TransferEvent& event,
                  const protocols::TransferName& name) const override {
    LinkEvent link = TransferCarrier::shown(event, name);
    link.index = (event.index - 1) % packet_ + 1;
    link.stream = link.index == 1 ? kStarNoNumberInFlit
                                  : (event.index - 1) / packet_ % protocols::kStarMostPackets;
    return link;
  }

 private:
  const StarGraph& graph_;
  const Flits packet_;
  const StarLatency latency_;
  const protocols::PlacedTransfers transfers_;
  const std::shared_ptr<protocols::CollectiveCarriage> carriage_;
};

}  // namespace

StarMachine::StarMachine(const StarGraph& graph, StarNetworkConfig config)
    : graph_(graph),
      config_(std::move(config)),
      addresses_(AddressBook::of_numbers(graph_.size())) {}

std::unique_ptr<FlitCodec> StarMachine::codec(Node pe) const {
  std::vector<Node> neighbours;
  for (int d = 2; d <= graph_.order(); ++d) neighbours.push_back(graph_.neighbour(pe, d));
  return std::make_unique<StarCodec>(PeLinks(pe, std::move(neighbours)), config_.latency);
}

std::unique_ptr<Network> StarMachine::build(const Options& options, WaveRecorder* waves) {
  set_common(options, waves, config_);
  models_ = std::make_unique<ModelLibrary>(ModelLibrary::terminal_config());
  network_ = options.build == Build::kElaborated ? elaborate_star(graph_, config_, *models_)
                                                 : assemble_star(graph_, config_, *models_);
  return std::move(network_.network);
}

std::unique_ptr<TransferCarrier> StarMachine::carry(
    const protocols::PlacedTransfers& transfers) const {
  return std::make_unique<StarCarrier>(graph_, config_, transfers);
}

StarNetworkConfig star_network_config(const StarScenario& star) {
  const Flits flits = star.options.flits;
  StarNetworkConfig config;
  config.flits = static_cast<std::uint32_t>(flits);
  config.next_hops = star.options.has_tables ? StarNextHops::kTables : StarNextHops::kRules;
  config.rule = star.options.rule;
  config.latency = star.options.latency;
  if (star.options.slots > 0) {
    config.slots = static_cast<std::uint32_t>(star.options.slots);
    config.scheduled = false;
  }
  const StarDeaths& deaths = star.options.deaths;
  const Step first_dead = star.cycle(deaths.from_step);
  for (const Node v : deaths.nodes) config.faults.nodes.push_back({v, first_dead});
  for (const auto& [node, dimension] : deaths.links)
    config.faults.links.push_back({node, dimension, first_dead});
  for (const StarBadBit& bad : star.options.bad_bits)
    config.faults.bits.push_back(
        {bad.from, bad.dimension, star.cycle(bad.step) + bad.flit - 1, bad.bit});
  if (star.options.noise)
    config.faults.noise = {star.options.noise->probability, star.options.noise->seed};
  return config;
}

std::vector<NodePlace> star_places(const StarGraph& graph) {
  std::vector<double> radii{0, 0, 0, 1};  // of the ring of blocks of each order
  double extent = 1;
  for (int order = 4; order <= graph.order(); ++order) {
    radii.push_back(kGap * extent / std::sin(kTurn / 2 / order));
    extent += radii.back();
  }
  std::vector<NodePlace> places(static_cast<std::size_t>(graph.size()));
  for (Node v = 0; v < graph.size(); ++v) {
    NodePlace place = on_circle(1, place_on_hexagon(graph, v) / 6.0);
    for (int order = 4; order <= graph.order(); ++order) {
      const NodePlace block = on_circle(radii[static_cast<std::size_t>(order)],
                                        static_cast<double>(rank_of_last(graph, v, order)) / order);
      place = {place.x + block.x, place.y + block.y};
    }
    places[static_cast<std::size_t>(v)] = place;
  }
  return places;
}

void add_star_waves(const Scenario& scenario, WaveLayout& layout) {
  const StarGraph graph(star_of(scenario).order);
  const std::vector<std::string> names = star_node_names(graph);
  const int order = graph.order();
  for (int last = order; last >= 1; --last) {  // that of node 0 first
    const std::string region = fmt::format("S_{} with {} last", order - 1, last);
    layout.begin_group(region);
    for (Node v = 0; v < graph.size(); ++v)
      if (graph.symbol(v, order) == last)
        add_node(layout, scenario, names[static_cast<std::size_t>(v)], v);
    layout.end_group(region);
  }
}

}  // namespace flitwise
