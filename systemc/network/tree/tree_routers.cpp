// tree_routers.cpp: wires and names of trees, what their routers know, and the network, assembled
// or verilated whole (`tree_network.sv`).
#include "systemc/network/tree/tree_routers.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "systemc/network/models/model_library.h"
#include "systemc/network/network_top.h"

namespace flitwise {
namespace {

// Sizes of router, in children. The build has made them; their netlists are made on first use.
constexpr std::size_t kChildren[] = {2, 4, 16, kMaxRouterChildren};

// Finds each size and latency once.
class Tables {
 public:
  explicit Tables(ModelFlavour flavour) : flavour_(flavour) {}
  /// `format`: of the whole tree.
  const ModelTable& get(std::size_t children, Step latency, FlitFormat format) {
    const auto* size = std::find_if(std::begin(kChildren), std::end(kChildren),
                                    [&](std::size_t most) { return children <= most; });
    const ModelTable*& table = tables_[{*size, latency}];
    if (table == nullptr) {
      ModelRequest request{"bufferless_router", {fmt::format("MaxChildren={}", *size)}, flavour_};
      set_router_latency(request, latency);
      set_address_width(request, format);
      table = &models_.get(request);
    }
    return *table;
  }

 private:
  ModelLibrary models_{ModelLibrary::terminal_config()};
  ModelFlavour flavour_;
  std::map<std::pair<std::size_t, Step>, const ModelTable*> tables_;
};

RouterPins make_router(ModelOwner& owner, Tables& tables, const PlacedTree& placed, Node node,
                       const TreeLatency& latency, FlitFormat format) {
  const Tree& tree = placed.tree;
  const Node pe = placed.pe(node);
  const auto& children = tree.children(pe);
  const auto configure = [&](const ModelInstance& model) {
    model.drive("address_i", static_cast<std::uint64_t>(tree.address(pe)));
    model.drive("has_parent_i", pe != 0 ? 1 : 0);
    model.drive("single_port_i", 1);
    const Pin bounds = model.pin("child_bound_i");
    for (std::size_t k = 0; k < bounds.bits() / entry_bits(format); ++k) {
      const Node bound = k < children.size() ? tree.address(children[k]) : tree.subtree_end(pe);
      bounds.drive_entry(k, static_cast<std::uint32_t>(bound), entry_bits(format));
    }
  };
  const Step own = latency.router_of(pe);
  const ModelInstance& model = owner.make(tables.get(children.size(), own, format),
                                          fmt::format("pe{} router", node), configure);
  RouterPins pins =
      router_pins(model, 1, static_cast<std::uint32_t>(kFirstChildLane + children.size()));
  pins.latency = own;
  return pins;
}

}  // namespace

void check_router_limits(const Tree& tree, const TreeLatency& latency) {
  if (tree.size() > kMaxTreePes)
    throw TopologyError(fmt::format("a tree has at most {} PEs, got {}", kMaxTreePes, tree.size()));
  if (tree.max_child_count() > kMaxRouterChildren)
    throw TopologyError(fmt::format("a PE has at most {} children, got {}", kMaxRouterChildren,
                                    tree.max_child_count()));
  latency.check(tree.size());
  for (Node v = 0; v < tree.size(); ++v) {
    if (latency.router_of(v) > kMostRouterLatency)
      throw TopologyError(fmt::format("a router takes at most {} steps, got {}", kMostRouterLatency,
                                      latency.router_of(v)));
    const Step link = std::max(latency.down_to(v), latency.up_from(v));
    if (link > Step{kMostLinkLatency})
      throw TopologyError(
          fmt::format("a link takes at most {} steps, got {}", kMostLinkLatency, link));
  }
}

bool is_uniform(const TreeLatency& latency) {
  if (latency.router.size() < 2) return true;
  const auto all_are = [](Step step, auto first, auto end) {
    return std::all_of(first, end, [step](Step other) { return other == step; });
  };
  const Step link = latency.down[1];  // the root has no link above it
  return all_are(latency.router[0], latency.router.begin(), latency.router.end()) &&
         all_are(link, latency.down.begin() + 1, latency.down.end()) &&
         all_are(link, latency.up.begin() + 1, latency.up.end());
}

namespace {

std::vector<Link> links_of(const PlacedTree& tree, const TreeLatency& latency) {
  std::vector<Link> links;
  for (Node v = 0; v < tree.nodes(); ++v) {
    std::uint32_t lane = kFirstChildLane;
    for (const Node child : tree.children(v)) {
      links.push_back({v, lane, child, 1});
      links.back().latency = static_cast<std::uint32_t>(latency.down_to(tree.pe(child)));
      links.push_back({child, 1, v, lane});
      links.back().latency = static_cast<std::uint32_t>(latency.up_from(tree.pe(child)));
      ++lane;
    }
  }
  return links;
}

std::size_t lanes_down(const Tree& tree) { return index_of(std::max(1, tree.max_child_count())); }

ModelRequest request_for(const Tree& tree, const NetworkConfig& config,
                         const TreeLatency& latency) {
  std::string parents;
  for (Node v = tree.size(); v-- > 0;)
    parents += fmt::format("{:04x}{}", v == 0 ? 0xffff : tree.parent(v), v == 0 ? "" : "_");
  ModelRequest request{
      "tree_network",
      {fmt::format("NumPes={}", tree.size()), fmt::format("MaxChildren={}", lanes_down(tree)),
       fmt::format("Parents={}'h{}", 16 * tree.size(), parents)},
      flavour_for(config),
      {},
      "clk_i",
      fmt::format("({} PEs)", tree.size())};
  set_router_latency(request, latency.router_of(0));
  if (tree.size() > 1 && latency.down_to(1) > 1)
    request.parameters.push_back(fmt::format("LinkStages={}", latency.down_to(1) - 1));
  return request;
}

}  // namespace

std::vector<std::string> lane_names(const PlacedTree& tree, Node node) {
  std::vector<std::string> names{"own", node == tree.root()
                                            ? std::string("parent (none)")
                                            : fmt::format("parent (PE {})", tree.parent(node))};
  int number = 0;
  for (const Node child : tree.children(node))
    names.push_back(fmt::format("child {} (PE {})", number++, child));
  return names;
}

std::unique_ptr<Network> assemble_tree(const PlacedTree& tree, const NetworkConfig& config,
                                       const TreeLatency& latency) {
  check_router_limits(tree.tree, latency);
  auto owner = std::make_unique<ModelOwner>(config, index_of(tree.nodes()));
  Tables tables(flavour_for(config));
  std::vector<RouterPins> pins;
  std::vector<std::vector<std::string>> names;
  const FlitFormat format = format_of_addresses(tree.nodes());
  for (Node v = 0; v < tree.nodes(); ++v) {
    pins.push_back(make_router(*owner, tables, tree, v, latency, format));
    names.push_back(lane_names(tree, v));
  }
  return std::make_unique<Engine>(std::move(owner), std::move(pins), links_of(tree, latency),
                                  std::move(names), config.stepping());
}

bool can_be_elaborated(const std::vector<Node>& parents) {
  std::vector<std::size_t> children(parents.size());
  for (const Node parent : parents)
    if (parent != kNoNode) ++children[index_of(parent)];
  const auto lanes = kFirstChildLane + *std::max_element(children.begin(), children.end());
  return parents.size() <= index_of(kMostElaboratedPes) &&
         parents.size() * lanes <= static_cast<std::size_t>(kMostElaboratedLanes);
}

std::unique_ptr<Network> elaborate_tree(const PlacedTree& tree, const NetworkConfig& config,
                                        const TreeLatency& latency) {
  check_router_limits(tree.tree, latency);
  if (!can_be_elaborated(tree.tree.parents()))
    throw TopologyError(fmt::format("an elaborated tree has at most {} PEs and {} lanes of routers",
                                    kMostElaboratedPes, kMostElaboratedLanes));
  if (!is_uniform(latency))
    throw TopologyError(
        "in an elaborated tree all routers take the same steps, and all links; use assembled");
  ModelLibrary models(ModelLibrary::terminal_config());
  auto owner = std::make_unique<ModelOwner>(config.waves);
  const ModelInstance& top = owner->make(models.get(request_for(tree.tree, config, latency)),
                                         "network", [](const ModelInstance&) {});
  std::vector<TopNode> nodes;
  std::vector<std::size_t> numbers;
  for (Node v = 0; v < tree.nodes(); ++v) {
    nodes.push_back({1, lane_names(tree, v)});
    nodes.back().lane_names.resize(kFirstChildLane + lanes_down(tree.tree),
                                   "a child that is not there");
    nodes.back().latency = latency.router_of(0);
    numbers.push_back(index_of(tree.pe(v)));
  }
  return std::make_unique<NetworkTop>(std::move(owner), top, std::move(nodes),
                                      links_of(tree, latency), FlowControl::kNone,
                                      std::move(numbers));
}

namespace {

std::uint32_t link_to(const MultiportSite& site, Node neighbour) {
  const auto found = std::find(site.neighbours.begin(), site.neighbours.end(), neighbour);
  return static_cast<std::uint32_t>(found - site.neighbours.begin());
}

// The place (seat) of node `v` in a tree whose first address is `first`, and what its links lead
// down to.
void add_tree(const PlacedTree& placed, std::uint32_t first, Node v, MultiportSite& site) {
  site.seats.emplace_back();
  if (!placed.holds(v)) return;
  const Tree& tree = placed.tree;
  const Node pe = placed.pe(v);
  TreeSeat& seat = site.seats.back();
  seat.address = first + static_cast<std::uint32_t>(tree.address(pe));
  if (pe != 0) seat.up_link = link_to(site, placed.parent(v));
  // Where every link has an interval per tree, this tree's is its own; else the link is its alone.
  const std::size_t interval = site.intervals > 1 ? site.seats.size() - 1 : 0;
  for (const Node child : tree.children(pe))
    site.down[link_to(site, placed.node(child))][interval] = {
        first + static_cast<std::uint32_t>(tree.address(child)),
        first + static_cast<std::uint32_t>(tree.subtree_end(child))};
}

}  // namespace

std::vector<MultiportSite> multiport_sites(const PlacedTree& placed, const TreeLatency& latency) {
  const Tree& tree = placed.tree;
  check_router_limits(tree, latency);
  std::vector<MultiportSite> sites;
  for (Node v = 0; v < placed.nodes(); ++v) {
    const Node pe = placed.pe(v);
    MultiportSite site;
    site.latency = latency.router_of(pe);
    site.neighbours.push_back(placed.parent(v));
    site.link_latency.push_back(latency.up_from(pe));
    site.down.emplace_back(site.intervals);
    for (const Node child : tree.children(pe)) {
      site.link_latency.push_back(latency.down_to(child));
      site.neighbours.push_back(placed.node(child));
      site.down.push_back({{static_cast<std::uint32_t>(tree.address(child)),
                            static_cast<std::uint32_t>(tree.subtree_end(child))}});
    }
    site.seats.push_back(
        {static_cast<std::uint32_t>(tree.address(pe)), pe == 0 ? TreeSeat::kNoLink : 0});
    sites.push_back(std::move(site));
  }
  return sites;
}

std::vector<std::uint32_t> first_addresses(const std::vector<PlacedTree>& trees) {
  std::vector<std::uint32_t> first;
  std::uint32_t next = 0;
  for (const PlacedTree& placed : trees) {
    first.push_back(next);
    next += static_cast<std::uint32_t>(placed.tree.size());
  }
  return first;
}

std::vector<std::uint32_t> first_addresses(const Cover& cover) {
  return first_addresses(cover.trees());
}

std::int64_t address_count(const Cover& cover) {
  std::int64_t count = 0;
  for (const PlacedTree& placed : cover.trees()) count += placed.tree.size();
  return count;
}

AddressBook tree_addresses(const std::vector<PlacedTree>& trees) {
  std::vector<std::vector<std::uint32_t>> by_tree;
  std::uint32_t next = 0;
  for (const PlacedTree& placed : trees) {
    by_tree.emplace_back(index_of(placed.nodes()), AddressBook::kNoAddress);
    for (const Node pe : placed.tree.depth_first())
      by_tree.back()[static_cast<std::size_t>(placed.node(pe))] = next++;
  }
  return AddressBook::of_trees(std::move(by_tree));
}

AddressBook cover_addresses(const Cover& cover) { return tree_addresses(cover.trees()); }

std::vector<MultiportSite> multiport_sites(const Graph& graph,
                                           const std::vector<PlacedTree>& trees) {
  const std::vector<std::uint32_t> first = first_addresses(trees);
  std::vector<MultiportSite> sites;
  for (Node v = 0; v < graph.size(); ++v) {
    MultiportSite site;
    site.neighbours = graph.neighbours(v);
    site.down.assign(site.neighbours.size(), std::vector<AddressRange>(site.intervals));
    for (std::size_t t = 0; t < trees.size(); ++t) add_tree(trees[t], first[t], v, site);
    sites.push_back(std::move(site));
  }
  return sites;
}

namespace {

// What the routers of a tree and its links take.
void add_latency(const PlacedTree& placed, const TreeLatency& latency, Node v,
                 MultiportSite& site) {
  if (!placed.holds(v)) return;
  const Node pe = placed.pe(v);
  const bool is_first = site.link_latency.empty();
  if (!is_first && site.latency != latency.router_of(pe))
    throw TopologyError(
        fmt::format("node {} has one router, of {} steps in one tree and {} in "
                    "another",
                    v, site.latency, latency.router_of(pe)));
  site.latency = latency.router_of(pe);
  site.link_latency.resize(site.neighbours.size(), 1);
  if (pe != 0) site.link_latency[link_to(site, placed.parent(v))] = latency.up_from(pe);
  for (const Node child : placed.tree.children(pe))
    site.link_latency[link_to(site, placed.node(child))] = latency.down_to(child);
}

}  // namespace

std::vector<MultiportSite> multiport_sites(const Cover& cover,
                                           const std::vector<TreeLatency>& latencies) {
  if (!latencies.empty() && latencies.size() != index_of(cover.tree_count()))
    throw TopologyError(fmt::format("latencies must be those of each tree: {}, got {}",
                                    cover.tree_count(), latencies.size()));
  for (std::size_t t = 0; t < latencies.size(); ++t)
    check_router_limits(cover.tree(static_cast<TreeIndex>(t)).tree, latencies[t]);
  const std::vector<std::uint32_t> first = first_addresses(cover);
  std::vector<MultiportSite> sites(index_of(cover.size()));
  for (Node v = 0; v < cover.size(); ++v) {
    MultiportSite& site = sites[index_of(v)];
    for (const Direction direction : kDirections)
      site.neighbours.push_back(cover.grid().neighbour(v, direction));
    if (cover.sharing() == Sharing::kLinks) site.intervals = index_of(cover.tree_count());
    site.down.assign(site.neighbours.size(), std::vector<AddressRange>(site.intervals));
    for (TreeIndex t = 0; t < cover.tree_count(); ++t)
      add_tree(cover.tree(t), first[index_of(t)], v, site);
    for (std::size_t t = 0; t < latencies.size(); ++t)
      add_latency(cover.tree(static_cast<TreeIndex>(t)), latencies[t], v, site);
  }
  return sites;
}

}  // namespace flitwise
