// star_routers.cpp: star graphs of one model a node, or verilated whole
// (`star_network.sv`), with faults on their links.
#include "systemc/network/star/star_routers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "systemc/network/network_top.h"
#include "systemc/network/star/star_flit.h"
#include "systemc/topology/tree/tree.h"

namespace flitwise {
namespace {

/// Errors: throws TopologyError as assemble_star.
void check_config(const StarGraph& graph, const StarNetworkConfig& config) {
  if (graph.order() > kMostStarOrder)
    throw TopologyError(fmt::format("star graphs have routers up to order {}, got {}",
                                    kMostStarOrder, graph.order()));
  if (config.flits < 1 || config.flits > kMostStarFlits)
    throw TopologyError(fmt::format("a packet of a star graph has 1 to {} flits, got {}",
                                    kMostStarFlits, config.flits));
  if (config.slots < 1 || config.slots > kMostStarSlots)
    throw TopologyError(
        fmt::format("an input of a star graph's router holds 1 to {} packets, got "
                    "{}",
                    kMostStarSlots, config.slots));
  if (config.latency.router < 1 || config.latency.router > kMostRouterLatency)
    throw TopologyError(fmt::format("a router of a star graph takes 1 to {} steps, got {}",
                                    kMostRouterLatency, config.latency.router));
  if (config.latency.link < 1 || config.latency.link > Step{kMostLinkLatency})
    throw TopologyError(fmt::format("a link of a star graph takes 1 to {} steps, got {}",
                                    kMostLinkLatency, config.latency.link));
  check_faults(graph, config.faults);
}

/// The model of a module with the parameters of a router.
ModelRequest star_request(const char* module, const StarGraph& graph,
                          const StarNetworkConfig& config) {
  ModelRequest request{
      module,
      {fmt::format("Order={}", graph.order()), fmt::format("Flits={}", config.flits),
       fmt::format("Slots={}", config.slots),
       fmt::format("Tables={}", static_cast<int>(config.next_hops))},
      flavour_for(config),
      {},
      "clk_i",
      fmt::format("(order {}, {} flit{}, {} slot{}{})", graph.order(), config.flits,
                  config.flits == 1 ? "" : "s", config.slots, config.slots == 1 ? "" : "s",
                  config.next_hops == StarNextHops::kTables ? ", table" : "")};
  set_router_latency(request, config.latency.router);
  // A packet of one flit is its head and its tail.
  if (config.latency.cut_through && config.flits > 1) request.parameters.push_back("CutThrough=1");
  return request;
}

/// Sets the pins that choose rule and schedule.
void drive_config(const ModelInstance& instance, const StarNetworkConfig& config) {
  instance.drive("rule_i", static_cast<std::uint64_t>(config.rule));
  instance.drive("scheduled_i", config.scheduled ? 1 : 0);
}

/// "own 2" of the PE's ports, then "dimension 2" of the links.
std::vector<std::string> star_lane_names(const StarGraph& graph) {
  std::vector<std::string> names;
  for (int d = 2; d <= graph.order(); ++d) names.push_back(fmt::format("own {}", d));
  for (int d = 2; d <= graph.order(); ++d) names.push_back(fmt::format("dimension {}", d));
  return names;
}

template <class Count>
Count load(const unsigned char* bytes) {
  Count count = 0;
  std::memcpy(&count, bytes, sizeof count);
  return count;
}

// Of all routers, for one of their 32-bit counters.
std::int64_t sum_of(const std::vector<StarCounterPins>& pins,
                    const unsigned char* StarCounterPins::*counter) {
  std::int64_t sum = 0;
  for (const StarCounterPins& at : pins) sum += load<std::uint32_t>(at.*counter);
  return sum;
}

constexpr unsigned kSymbolBits = 3;
constexpr unsigned kSymbolMask = (1U << kSymbolBits) - 1;
constexpr unsigned kTreeLow = 21;

// The node that a broadcast head names, by the rank of its permutation; kNoNode if it is none.
Node named_node(std::uint64_t content, int order) {
  unsigned unused = (1U << order) - 1;
  Node rank = 0;
  for (int q = 0; q < order; ++q) {
    const unsigned symbol = content >> (kSymbolBits * static_cast<unsigned>(q)) & kSymbolMask;
    if ((unused >> symbol & 1U) == 0) return kNoNode;
    rank = rank * (order - q) + __builtin_popcount(unused & ((1U << symbol) - 1));
    unused &= ~(1U << symbol);
  }
  return rank;
}

// A network with faults on its links.
class FaultyStar final : public Network {
 public:
  FaultyStar(std::unique_ptr<Network> whole, std::unique_ptr<StarWires> wires, StarLinks links,
             bool has_slow_links)
      : whole_(std::move(whole)), wires_(std::move(wires)), links_(std::move(links)) {
    lists_arrivals_ = has_slow_links;
  }

  void inject(Node node, std::uint32_t port, RawFlit flit) override {
    whole_->inject(node, port, flit);
  }
  void clock(Step step) override {
    links_.before_edge(step, *wires_);
    whole_->clock(step);
    wires_->clear();
    transfers_ = whole_->transfers();
    deliveries_ = whole_->deliveries();
    violations_ = whole_->violations();
    links_.after_edge(step, transfers_, *wires_);
    if (!lists_arrivals_) return;
    arrivals_ = whole_->arrivals();
    links_.before_arrival(step, arrivals_, *wires_);
  }
  Step router_latency(Node node) const override { return whole_->router_latency(node); }
  Step first_edge() const override { return whole_->first_edge(); }
  bool holds_flits() const override { return whole_->holds_flits(); }
  std::size_t flits_in_flight() const override { return whole_->flits_in_flight(); }
  bool is_quiet() const override { return whole_->is_quiet(); }
  std::int64_t router_cycles() const override { return whole_->router_cycles(); }
  int assertion_failures() const override { return whole_->assertion_failures(); }

 private:
  std::unique_ptr<Network> whole_;
  std::unique_ptr<StarWires> wires_;
  StarLinks links_;
};

StarNetwork with_faults(const StarGraph& graph, const StarNetworkConfig& config,
                        std::unique_ptr<Network> whole, std::unique_ptr<StarWires> wires,
                        std::vector<StarCounterPins> counters) {
  StarLinks links(graph, config.faults, config.latency.link);
  StarNetwork made;
  made.counters =
      std::make_unique<StarCounters>(std::move(counters), graph.degree(), links.bit_errors());
  made.taps = std::make_unique<StarTaps>(graph, config.rule, config.flits);
  made.network = config.faults.is_empty()
                     ? std::move(whole)
                     : std::make_unique<FaultyStar>(std::move(whole), std::move(wires),
                                                    std::move(links), config.latency.link > 1);
  return made;
}

// Lanes of the links begin behind those of the PE's ports.
class RouterWires final : public StarWires {
 public:
  void add(const ModelInstance& model, std::uint32_t ports) {
    routers_.push_back({model.pin("dead_i").bytes(), model.pin("dead_link_i").bytes(),
                        model.pin("in_lane_i").bytes() + ports * sizeof(RawFlit)});
  }
  void kill_node(Node node) override { *router(node).dead = 1; }
  void kill_link(Node node, std::uint32_t port) override {
    unsigned char* dead = router(node).dead_link;
    *dead = static_cast<unsigned char>(*dead | 1U << port);
  }
  void invert(Node node, std::uint32_t port, RawFlit bits) override {
    unsigned char* lane = router(node).links_in + port * sizeof bits;
    RawFlit flit = 0;
    std::memcpy(&flit, lane, sizeof flit);
    flit ^= bits;
    std::memcpy(lane, &flit, sizeof flit);
  }

 private:
  struct Router {
    unsigned char* dead;
    unsigned char* dead_link;
    unsigned char* links_in;
  };
  const Router& router(Node node) const { return routers_[static_cast<std::size_t>(node)]; }

  std::vector<Router> routers_;
};

std::vector<Link> links_of(const StarGraph& graph, const StarLatency& latency) {
  std::vector<Link> links;
  const auto ports = static_cast<std::uint32_t>(graph.degree());
  for (Node v = 0; v < graph.size(); ++v) {
    for (std::uint32_t lane = ports; lane < 2 * ports; ++lane)
      links.push_back({v, lane, graph.neighbour(v, static_cast<int>(lane - ports) + 2), lane,
                       LinkTurn::kAlways, static_cast<std::uint32_t>(latency.link)});
  }
  return links;
}

constexpr std::size_t kMaxStoredBytes = 2;
constexpr std::size_t kErrorsBytes = 4;

class TopWires final : public StarWires {
 public:
  TopWires(const ModelInstance& top, const StarGraph& graph)
      : dead_(top.pin("dead_i").bytes()),
        dead_link_(top.pin("dead_link_i").bytes()),
        error_(top.pin("error_i").bytes()),
        ports_(static_cast<std::size_t>(graph.degree())),
        error_bytes_(static_cast<std::size_t>(graph.size()) * ports_ * sizeof(RawFlit)) {}

  void kill_node(Node node) override { set(dead_, static_cast<std::size_t>(node)); }
  void kill_link(Node node, std::uint32_t port) override { set(dead_link_, index(node, port)); }
  void invert(Node node, std::uint32_t port, RawFlit bits) override {
    std::memcpy(error_ + index(node, port) * sizeof bits, &bits, sizeof bits);
    has_errors_ = true;
  }
  void clear() override {
    if (has_errors_) std::memset(error_, 0, error_bytes_);
    has_errors_ = false;
  }

 private:
  static void set(unsigned char* bits, std::size_t number) {
    bits[number / 8] = static_cast<unsigned char>(bits[number / 8] | 1U << (number % 8));
  }
  std::size_t index(Node node, std::uint32_t port) const {
    return static_cast<std::size_t>(node) * ports_ + port;
  }

  unsigned char* dead_;
  unsigned char* dead_link_;
  unsigned char* error_;
  std::size_t ports_;
  std::size_t error_bytes_;
  bool has_errors_ = false;
};

// The counters of all nodes lie one after the other.
std::vector<StarCounterPins> counters_of(const ModelInstance& top, const StarGraph& graph) {
  std::vector<StarCounterPins> counters;
  for (Node v = 0; v < graph.size(); ++v) {
    const auto number = static_cast<std::size_t>(v);
    counters.push_back({top.pin("max_stored_o").bytes() +
                            kMaxStoredBytes * number * static_cast<std::size_t>(graph.degree()),
                        top.pin("crc_errors_o").bytes() + kErrorsBytes * number,
                        top.pin("misdirected_o").bytes() + kErrorsBytes * number});
  }
  return counters;
}

}  // namespace

StarTaps::StarTaps(const StarGraph& graph, StarRule rule, std::uint32_t flits)
    : trees_(graph, rule),
      flits_(flits),
      ports_(static_cast<std::size_t>(graph.size() * graph.degree())) {}

bool StarTaps::takes(const LinkTransfer& transfer) {
  const int degree = trees_.graph().degree();
  const int number = static_cast<int>(transfer.lane) - degree;
  Port& port = ports_[static_cast<std::size_t>(transfer.to * degree + number)];
  const bool begins = begins_packet(transfer.flit);
  if (begins || port.left == 0) {
    port.left = flits_;
    port.is_taken = begins && is_for_pe(transfer, number + 2);
  }
  --port.left;
  return port.is_taken;
}

bool StarTaps::is_for_pe(const LinkTransfer& transfer, int dimension) const {
  const FlitKind kind = unpack(transfer.flit).kind;
  const std::uint64_t content = star_content(transfer.flit);
  if (kind == FlitKind::kData) return (content & kSymbolMask) == 0;
  if (kind != FlitKind::kFlood) return false;
  const Node address = named_node(content, trees_.graph().order());
  const int tree = 2 + static_cast<int>(content >> kTreeLow & kSymbolMask);
  return address > 0 && tree <= trees_.graph().order() &&
         trees_.parent_dimension(address, tree) == dimension;
}

StarCounters::StarCounters(std::vector<StarCounterPins> pins, int ports,
                           std::shared_ptr<const std::int64_t> bit_errors)
    : pins_(std::move(pins)), ports_(ports), bit_errors_(std::move(bit_errors)) {}

std::uint32_t StarCounters::max_stored(Node node, int port) const {
  return load<std::uint16_t>(pins_[static_cast<std::size_t>(node)].max_stored +
                             sizeof(std::uint16_t) * static_cast<std::size_t>(port));
}

std::uint32_t StarCounters::max_stored() const {
  std::uint32_t most = 0;
  for (Node v = 0; v < static_cast<Node>(pins_.size()); ++v)
    for (int port = 0; port < ports_; ++port) most = std::max(most, max_stored(v, port));
  return most;
}

std::uint32_t StarCounters::crc_errors(Node node) const {
  return load<std::uint32_t>(pins_[static_cast<std::size_t>(node)].crc_errors);
}

std::int64_t StarCounters::crc_errors() const {
  return sum_of(pins_, &StarCounterPins::crc_errors);
}

std::uint32_t StarCounters::misdirected(Node node) const {
  return load<std::uint32_t>(pins_[static_cast<std::size_t>(node)].misdirected);
}

std::int64_t StarCounters::misdirected() const {
  return sum_of(pins_, &StarCounterPins::misdirected);
}

std::vector<std::string> star_node_names(const StarGraph& graph) {
  std::vector<std::string> names;
  for (Node v = 0; v < graph.size(); ++v)
    names.push_back(fmt::format("PE {} ({})", v, fmt::join(graph.permutation(v), ", ")));
  return names;
}

StarNetwork assemble_star(const StarGraph& graph, const StarNetworkConfig& config,
                          ModelLibrary& models) {
  check_config(graph, config);
  const ModelTable& table = models.get(star_request("star_router", graph, config));
  const auto ports = static_cast<std::uint32_t>(graph.degree());
  auto owner = std::make_unique<ModelOwner>(config, index_of(graph.size()));
  auto wires = std::make_unique<RouterWires>();
  std::vector<RouterPins> pins;
  std::vector<StarCounterPins> counters;
  for (Node v = 0; v < graph.size(); ++v) {
    const ModelInstance& model =
        owner->make(table, fmt::format("pe{} router", v),
                    [&](const ModelInstance& instance) { drive_config(instance, config); });
    pins.push_back(router_pins(model, ports, 2 * ports));
    pins.back().latency = config.latency.router;
    wires->add(model, ports);
    counters.push_back({owner->counter(model, "max_stored_o"),
                        owner->counter(model, "crc_errors_o"),
                        owner->counter(model, "misdirected_o")});
  }
  auto engine =
      std::make_unique<Engine>(std::move(owner), std::move(pins), links_of(graph, config.latency),
                               std::vector<std::vector<std::string>>(
                                   static_cast<std::size_t>(graph.size()), star_lane_names(graph)),
                               config.stepping(), FlowControl::kNone, star_node_names(graph));
  return with_faults(graph, config, std::move(engine), std::move(wires), std::move(counters));
}

StarNetwork elaborate_star(const StarGraph& graph, const StarNetworkConfig& config,
                           ModelLibrary& models) {
  check_config(graph, config);
  if (graph.order() > kMostElaboratedStarOrder)
    throw TopologyError(fmt::format("star graphs are made as a whole up to order {}, got {}",
                                    kMostElaboratedStarOrder, graph.order()));
  auto owner = std::make_unique<ModelOwner>(config.waves);
  ModelRequest request = star_request("star_network", graph, config);
  if (config.latency.link > 1)
    request.parameters.push_back(fmt::format("LinkStages={}", config.latency.link - 1));
  const ModelInstance& top =
      owner->make(models.get(request), "network",
                  [&](const ModelInstance& instance) { drive_config(instance, config); });
  std::vector<TopNode> nodes;
  for (const std::string& name : star_node_names(graph))
    nodes.push_back({static_cast<std::uint32_t>(graph.degree()), star_lane_names(graph), name,
                     config.latency.router});
  return with_faults(graph, config,
                     std::make_unique<NetworkTop>(std::move(owner), top, std::move(nodes),
                                                  links_of(graph, config.latency)),
                     std::make_unique<TopWires>(top, graph), counters_of(top, graph));
}

}  // namespace flitwise
