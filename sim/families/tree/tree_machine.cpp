// tree_machine.cpp: its routers and PEs, messages from any PE to any other, and the view of its
// waves.
#include "sim/families/tree/tree_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "sim/run/family/addressed_carrier.h"
#include "systemc/network/own/tree/own_tree.h"
#include "systemc/network/tree/tree_routers.h"
#include "systemc/pe/codecs/address_codec.h"
#include "tb/theory/collective/collective_bound.h"
#include "tb/theory/collective/collective_ways.h"

namespace flitwise {
namespace {

class TreeCarrier final : public AddressedCarrier {
 public:
  TreeCarrier(const PlacedTree& tree, protocols::Ports ports, const TreeLatency& latency,
              protocols::PlacedTransfers transfers)
      : AddressedCarrier(tree, make_tree_carriage(tree, ports, transfers)),
        ports_(ports),
        latency_(latency),
        transfers_(std::move(transfers)) {}

  std::string port_hint(std::int64_t times) const override {
    if (ports_ == protocols::Ports::kMulti) return {};
    return fmt::format(
        "the tree's PEs have a single port, and the schedule needs more {} times: "
        "with options: {{ports: multi}} they have one for each link",
        times);
  }
  Step latency(const protocols::PlacedTransfer& transfer) const override {
    return theory::pipelined_latency(distance(transfer), transfer.flits);
  }
  Flits ports(Node pe) const override {
    if (ports_ == protocols::Ports::kSingle) return 1;
    return static_cast<Flits>(tree().children(pe).size()) + (tree().parent(pe) == kNoNode ? 0 : 1);
  }
  std::string bound_source() const override {
    return "the longest chain of dependent operations, a transfer alone taking hops + flits - 1 "
           "steps, and the load of the busiest PE over its ports";
  }
  std::optional<theory::TransferWay> way(std::size_t transfer) const override {
    const protocols::PlacedTransfer& placed = transfers_[transfer];
    return theory::tree_way(tree(), {ports_ == protocols::Ports::kMulti, latency_},
                            {placed.from, placed.to, placed.flits});
  }

 private:
  int distance(const protocols::PlacedTransfer& transfer) const {
    Node a = transfer.from;
    Node b = transfer.to;
    int links = 0;
    for (; a != b; ++links) {
      Node& deeper = tree().depth(a) >= tree().depth(b) ? a : b;
      deeper = tree().parent(deeper);
    }
    return links;
  }

  const protocols::Ports ports_;
  const TreeLatency& latency_;
  const protocols::PlacedTransfers transfers_;
};

}  // namespace

std::vector<std::uint32_t> addresses_of(const PlacedTree& placed) {
  std::vector<std::uint32_t> addresses;
  for (const Node pe : placed.pe_of)
    addresses.push_back(static_cast<std::uint32_t>(placed.tree.address(pe)));
  return addresses;
}

TreeMachine::TreeMachine(const PlacedTree& tree, Ports ports, const TreeLatency& latency,
                         std::shared_ptr<const own::RouterDescription> router)
    : tree_(tree),
      latency_(latency),
      sites_(ports == Ports::kMulti ? multiport_sites(tree, latency)
                                    : std::vector<MultiportSite>()),
      addresses_(addresses_of(tree)),
      router_(std::move(router)) {}

std::unique_ptr<FlitCodec> TreeMachine::codec(Node pe) const {
  std::vector<Node> neighbours;
  if (!sites_.empty()) neighbours = sites_[index_of(pe)].neighbours;
  return std::make_unique<AddressCodec>(PeLinks(pe, std::move(neighbours)), addresses_);
}

std::unique_ptr<Network> TreeMachine::build(const Options& options, WaveRecorder* waves) {
  NetworkConfig config;
  set_common(options, waves, config);
  if (router_) {
    models_ = std::make_unique<ModelLibrary>(ModelLibrary::terminal_config());
    return std::make_unique<own::OwnTree>(tree_, latency_, *router_, config, *models_);
  }
  if (!sites_.empty()) return assemble_multiport(sites_, {0}, config);
  if (options.build == Build::kElaborated) return elaborate_tree(tree_, config, latency_);
  return assemble_tree(tree_, config, latency_);
}

std::unique_ptr<TransferCarrier> TreeMachine::carry(
    const protocols::PlacedTransfers& transfers) const {
  return std::make_unique<TreeCarrier>(
      tree_, sites_.empty() ? protocols::Ports::kSingle : protocols::Ports::kMulti, latency_,
      transfers);
}

namespace {

std::string router_scope(const Scenario& scenario, const PlacedTree& tree, Node pe) {
  if (scenario.options.build == Build::kElaborated)
    return fmt::format("network.tree_network.gen_pe[{}].i_router", tree.pe(pe));
  return fmt::format(
      "pe{}.router.{}", pe,
      tree_of(scenario).options.ports == Ports::kMulti ? "multiport_router" : "bufferless_router");
}

void add_single_port_lanes(WaveLayout& layout, const std::string& view, const PlacedTree& tree,
                           Node pe) {
  const FlitFormat format = format_of_addresses(tree.nodes());
  layout.lane("delivered", view + ".delivered", format);
  if (pe != tree.root())
    layout.lane(fmt::format("to parent PE {}", tree.parent(pe)), view + ".to_parent", format);
  int number = 0;
  for (const Node child : tree.children(pe))
    layout.lane(fmt::format("to child PE {}", child), view + fmt::format(".child[{}].to", number++),
                format);
}

// Link 0 leads to the parent, link 1 + k to child k.
void add_multiport_lanes(WaveLayout& layout, const std::string& view, const PlacedTree& tree,
                         Node pe) {
  const FlitFormat format = format_of_addresses(tree.nodes());
  const auto add_link = [&](std::size_t link, const char* kind, Node neighbour) {
    const std::string scope = view + fmt::format(".link[{}]", link);
    layout.lane(fmt::format("from {} PE {}", kind, neighbour), scope + ".delivered", format);
    layout.lane(fmt::format("to {} PE {}", kind, neighbour), scope + ".to", format);
  };
  if (pe != tree.root()) add_link(0, "parent", tree.parent(pe));
  std::size_t link = 1;
  for (const Node child : tree.children(pe)) add_link(link++, "child", child);
}

// Wires of a wrapper: what others call the signals in it is not known.
void add_own_wires(WaveLayout& layout, const own::RouterDescription& router, const PlacedTree& tree,
                   Node pe) {
  const std::string scope = fmt::format("pe{}.router.{}.", pe, router.top);
  const std::uint32_t ports =
      own::kPortsBesideChildren +
      static_cast<std::uint32_t>(own::children_of_wrapper(tree.tree.max_child_count()));
  const auto wires = [&](const char* alias, const char* port, std::uint32_t each) {
    layout.binary(alias, fmt::format("{}{}[{}:0]", scope, port, ports * each - 1));
  };
  wires("in: valid, PE lowest", "in_valid_i", 1);
  wires("in: flits", "in_flit_i", router.flit.width);
  wires("out: valid, PE lowest", "out_valid_o", 1);
  wires("out: flits", "out_flit_o", router.flit.width);
}

void add_pe(WaveLayout& layout, const Scenario& scenario, const PlacedTree& tree, Node pe) {
  const auto& own_router = tree_of(scenario).router;
  const std::string view = router_scope(scenario, tree, pe) + ".view";
  const std::string protocol = fmt::format("pe{}.protocol.pe_view", pe);
  const std::string name = pe == tree.root()
                               ? fmt::format("PE {} (root)", pe)
                               : fmt::format("PE {} (child of PE {})", pe, tree.parent(pe));
  layout.begin_group(name);
  layout.names("state", protocol + ".state[3:0]");
  layout.binary("hands a flit to its router", protocol + ".sending");
  if (own_router)
    add_own_wires(layout, *own_router, tree, pe);
  else if (tree_of(scenario).options.ports == Ports::kMulti)
    add_multiport_lanes(layout, view, tree, pe);
  else
    add_single_port_lanes(layout, view, tree, pe);
  if (!own_router) layout.names("violation", view + ".reported.violation[3:0]");
  layout.end_group(name);
}

// The PEs from the root to the first of those that are farthest from it.
std::vector<Node> way_to_deepest(const PlacedTree& tree) {
  Node deepest = tree.root();
  for (Node pe = 0; pe < tree.nodes(); ++pe)
    if (tree.depth(pe) > tree.depth(deepest)) deepest = pe;
  std::vector<Node> way{deepest};
  while (way.back() != tree.root()) way.push_back(tree.parent(way.back()));
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace

void add_tree_waves(const Scenario& scenario, WaveLayout& layout) {
  const PlacedTree tree = placed_tree(tree_of(scenario));
  const std::vector<Node> way = way_to_deepest(tree);
  const bool is_path = way.size() == index_of(tree.nodes());
  const auto is_on_way = [&](Node pe) { return std::count(way.begin(), way.end(), pe) > 0; };
  const std::string name = fmt::format("way from the root to PE {}", way.back());
  if (!is_path) layout.begin_group(name);
  for (const Node pe : way) add_pe(layout, scenario, tree, pe);
  if (!is_path) layout.end_group(name);
  std::vector<std::vector<Node>> levels(way.size());
  for (Node pe = 0; pe < tree.nodes(); ++pe)
    if (!is_on_way(pe)) levels[static_cast<std::size_t>(tree.depth(pe))].push_back(pe);
  for (std::size_t level = 0; level < levels.size(); ++level) {
    if (levels[level].empty()) continue;
    const std::string region = fmt::format("other PEs of level {}", level);
    layout.begin_group(region);
    for (const Node pe : levels[level]) add_pe(layout, scenario, tree, pe);
    layout.end_group(region);
  }
}

}  // namespace flitwise
