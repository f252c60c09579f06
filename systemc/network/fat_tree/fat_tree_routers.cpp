// fat_tree_routers.cpp: counters, wires, names and rules of configurations, and the network,
// assembled or verilated whole (`fat_tree_network.sv`).
#include "systemc/network/fat_tree/fat_tree_routers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <utility>

#include "systemc/network/collective/combine_flit.h"
#include "systemc/network/flits_in_flight.h"
#include "systemc/network/models/model_request.h"
#include "systemc/network/network_top.h"

namespace flitwise {
namespace {

std::uint32_t entry16(const unsigned char* table, int k) {
  std::uint16_t value = 0;
  std::memcpy(&value, table + 2 * k, sizeof value);
  return value;
}

void take_maximum(std::optional<Occupancy>& most, const std::optional<Occupancy>& other) {
  if (!other) return;
  if (!most) most = Occupancy{};
  most->stored = std::max(most->stored, other->stored);
  most->wait = std::max(most->wait, other->wait);
}

}  // namespace

Occupancy FatTreeOccupancy::entry(Node node, int branch) const {
  const OccupancyCounters& at = counters_[index_of(node)];
  return {entry16(at.stored, branch), entry16(at.wait, branch)};
}

NodeOccupancy FatTreeOccupancy::of(Node node) const {
  NodeOccupancy occupancy;
  if (node != tree_.root()) occupancy.up = entry(node, 0);
  for (int k = 0; !tree_.is_leaf(node) && k < tree_.arity(); ++k)
    take_maximum(occupancy.down, entry(node, 1 + k));
  return occupancy;
}

NodeOccupancy FatTreeOccupancy::of_level(int level) const {
  NodeOccupancy most;
  const Node nodes = tree_.leaves() / tree_.leaves_below(level);
  for (Node index = 0; index < nodes; ++index) {
    const NodeOccupancy one = of(tree_.node_at(level, index));
    take_maximum(most.up, one.up);
    take_maximum(most.down, one.down);
  }
  return most;
}

namespace {

// The ports of a leaf's PE, which come before the links up.
std::uint32_t own_lanes(const FatTree& tree, Node v) {
  return tree.is_leaf(v) ? static_cast<std::uint32_t>(tree.leaf_links()) : 0;
}

void add_ports(const FatTree& tree, FatTreeSite& site) {
  site.lanes.push_back({kNoNode, 0, "own"});
  for (int port = 1; port < tree.leaf_links(); ++port)
    site.lanes.push_back({kNoNode, 0, fmt::format("own port {}", port)});
}

void add_links_up(const FatTree& tree, Node v, FatTreeSite& site) {
  const int level = tree.level(v);
  const std::uint32_t links = up_links(tree, level);
  const auto place = static_cast<std::uint32_t>(tree.index(v) % tree.arity());
  for (std::uint32_t j = 0; j < links; ++j)
    site.lanes.push_back({tree.parent(v), up_links(tree, level + 1) + place * links + j,
                          fmt::format("up link {}", j)});
}

void add_links_down(const FatTree& tree, Node v, FatTreeSite& site) {
  const std::uint32_t links = up_links(tree, tree.level(v) - 1);
  for (int k = 0; k < tree.arity(); ++k) {
    const Node child = tree.child(v, k);
    for (std::uint32_t j = 0; j < links; ++j)
      site.lanes.push_back({child, own_lanes(tree, child) + j,
                            fmt::format("child {} link {} (node {})", k, j, child)});
  }
}

}  // namespace

std::uint32_t up_links(const FatTree& tree, int level) {
  return level < tree.levels() ? static_cast<std::uint32_t>(tree.capacity(level + 1)) : 0;
}

std::vector<FatTreeSite> fat_tree_sites(const FatTree& tree) {
  std::vector<FatTreeSite> sites;
  for (Node v = 0; v < tree.size(); ++v) {
    FatTreeSite site;
    site.name = tree.is_leaf(v) ? fmt::format("leaf {}", v)
                                : fmt::format("switch {}.{}", tree.level(v), tree.index(v));
    if (tree.is_leaf(v)) add_ports(tree, site);
    add_links_up(tree, v, site);
    if (!tree.is_leaf(v)) add_links_down(tree, v, site);
    sites.push_back(std::move(site));
  }
  return sites;
}

std::uint32_t model_depth(std::uint32_t packets, std::uint32_t links) {
  constexpr std::uint32_t kDepths[] = {16, 64, 256, 1024, 4096, kMaxFatTreeDepth};
  return *std::lower_bound(std::begin(kDepths), std::end(kDepths), std::max(packets, links));
}

// Ready wires reach from a switch to the one before it: where a packet takes longer, the far end of
// its link gives credits in their place.
bool has_credits(bool backpressure, const FatTreeLatency& latency) {
  return backpressure && !latency.is_unit();
}

namespace {

bool has_credits(const FatTreeNetworkConfig& config) {
  return has_credits(config.backpressure, config.latency);
}

void check_latency(const FatTree& tree, const FatTreeNetworkConfig& config) {
  const FatTreeLatency& latency = config.latency;
  latency.check(tree.levels());
  if (latency.router > kMostRouterLatency)
    throw TopologyError(fmt::format("a switch of a fat tree takes at most {} steps, got {}",
                                    kMostRouterLatency, latency.router));
  for (const Step link : latency.link)
    if (link > Step{kMostLinkLatency})
      throw TopologyError(fmt::format("a link of a fat tree takes at most {} steps, got {}",
                                      kMostLinkLatency, link));
  if (latency.credit > Step{kMostLinkLatency})
    throw TopologyError(fmt::format("a credit of a fat tree takes at most {} steps, got {}",
                                    kMostLinkLatency, latency.credit));
  if (latency.credit != 1 && !config.backpressure)
    throw TopologyError("credits, whose wires could take steps, need back pressure");
  if (config.merge_width && tree.leaves() > Node{kMergeNumbers})
    throw TopologyError(
        fmt::format("switches that add what meets number operands of {} leaves at most, got {}",
                    kMergeNumbers, tree.leaves()));
  if (config.merge_width && !latency.is_unit())
    throw TopologyError("switches that add what meets need switches and links of one step");
  if (!has_credits(config)) return;
  if (config.half_duplex)
    throw TopologyError(
        "half-duplex links need switches and links of one step, over which packets wait for their "
        "turn");
  for (const std::uint32_t depth : config.depth)
    if (depth != config.depth[0])
      throw TopologyError(
          fmt::format("credits of a fat tree are as many on all levels: depths are {} and {}",
                      config.depth[0], depth));
}

}  // namespace

void check_config(const FatTree& tree, const FatTreeNetworkConfig& config) {
  const std::size_t levels = static_cast<std::size_t>(tree.levels()) + 1;
  if (config.depth.size() != levels)
    throw TopologyError(fmt::format("a fat tree of {} levels of switches needs {} depths, got {}",
                                    tree.levels(), levels, config.depth.size()));
  for (const std::uint32_t depth : config.depth) {
    if (depth < 1 || depth > kMaxFatTreeDepth)
      throw TopologyError(fmt::format("an output of a fat tree may hold 1 to {} packets, got {}",
                                      kMaxFatTreeDepth, depth));
  }
  if (config.depth[0] < up_links(tree, 0))
    throw TopologyError(
        fmt::format("the queue of a leaf must hold a packet for each of its {} "
                    "links, got {}",
                    up_links(tree, 0), config.depth[0]));
  check_latency(tree, config);
  if (config.half_duplex && !config.backpressure)
    throw TopologyError("half-duplex links need back pressure, which holds packets for their turn");
  for (int level = 1; level <= tree.levels(); ++level) {
    const std::uint32_t lanes =
        up_links(tree, level) + static_cast<std::uint32_t>(tree.arity() * tree.capacity(level));
    if (lanes > kMaxSwitchLanes)
      throw TopologyError(fmt::format("a switch has at most {} links, one of level {} has {}",
                                      kMaxSwitchLanes, level, lanes));
  }
}

// SplitMix64 (Steele, Lea and Flood, 2014): neighbouring seeds and nodes give unlike draws.
std::uint16_t switch_seed(std::uint64_t seed, Node node) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15U * (static_cast<std::uint64_t>(node) + 1);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
  z = (z ^ z >> 27) * 0x94d049bb133111ebU;
  return static_cast<std::uint16_t>(z ^ z >> 31);
}

std::vector<std::string> fat_tree_node_names(const FatTree& tree) {
  std::vector<std::string> names;
  for (const FatTreeSite& site : fat_tree_sites(tree)) names.push_back(site.name);
  return names;
}

namespace {

// Makes the nodes of one network and notes where their counters lie.
class Nodes {
 public:
  Nodes(const FatTree& tree, const FatTreeNetworkConfig& config, ModelLibrary& models)
      : tree_(tree),
        config_(config),
        models_(models),
        owner_(std::make_unique<ModelOwner>(config, index_of(tree.size()))) {}

  RouterPins make(Node v, const FatTreeSite& site) {
    const ModelInstance& model =
        owner_->make(table_of_level(tree_.level(v)), site.name,
                     [&](const ModelInstance& instance) { configure(instance, v); });
    counters_.push_back(
        {owner_->counter(model, "max_stored_o"), owner_->counter(model, "max_wait_o")});
    RouterPins pins =
        router_pins(model, own_lanes(tree_, v), static_cast<std::uint32_t>(site.lanes.size()));
    pins.own_credits = limit(tree_.level(v));
    return pins;
  }

  std::unique_ptr<ModelOwner> take_owner() { return std::move(owner_); }
  std::vector<OccupancyCounters> take_counters() { return std::move(counters_); }

 private:
  // Few depths make few models. In netlists every place of a queue is made of gates: no more than
  // needed.
  std::uint32_t depth_for(std::uint32_t packets, std::uint32_t links) const {
    return config_.form == RouterForm::kNetlist ? std::max(packets, links)
                                                : model_depth(packets, links);
  }

  std::uint32_t limit(int level) const { return config_.depth[index_of(level)]; }

  // All nodes of a level have the same shape.
  const ModelTable& table_of_level(int level) {
    const ModelTable*& table = tables_[level];
    if (table == nullptr) table = &models_.get(request_for(level));
    return *table;
  }

  ModelRequest request_for(int level) const {
    const ModelFlavour flavour = flavour_for(config_);
    const std::uint32_t up = up_links(tree_, level);
    if (level == 0) {
      const std::uint32_t depth = depth_for(limit(0), up);
      if (up > 1)
        return placed({"fat_tree_leaf",
                       {fmt::format("Depth={}", depth), fmt::format("Links={}", up)},
                       flavour,
                       {},
                       "clk_i",
                       fmt::format("({} links, depth {})", up, depth)});
      return placed({"fat_tree_leaf",
                     {fmt::format("Depth={}", depth)},
                     flavour,
                     {},
                     "clk_i",
                     fmt::format("(depth {})", depth)});
    }
    const std::uint32_t down = up_links(tree_, level - 1);
    const std::uint32_t depth = depth_for(limit(level), std::max(up, down));
    ModelRequest request{"fat_tree_switch",
                         {fmt::format("Arity={}", tree_.arity()), fmt::format("DownLinks={}", down),
                          fmt::format("UpLinks={}", up), fmt::format("Depth={}", depth)},
                         flavour,
                         {},
                         "clk_i",
                         fmt::format("({} children, {} {} down, {} up, depth {})", tree_.arity(),
                                     down, down == 1 ? "link" : "links", up, depth)};
    if (config_.merge_width) {
      request.module = "merging_fat_tree_switch";
      request.parameters.push_back(fmt::format("Width={}", *config_.merge_width));
    }
    set_router_latency(request, config_.latency.router);
    return placed(std::move(request));
  }

  // With what its place asks for. Routers with credits are around those with ready wires.
  ModelRequest placed(ModelRequest request) const {
    set_address_width(request, flit_format_of(tree_));
    if (has_credits(config_)) request.module = "credit_" + request.module;
    return request;
  }

  void configure(const ModelInstance& model, Node v) const {
    model.drive("leaf_base_i", static_cast<std::uint64_t>(tree_.first_leaf(v)));
    model.drive("limit_i", limit(tree_.level(v)));
    model.drive("scheduled_i", config_.scheduled ? 1 : 0);
    if (!has_credits(config_)) model.drive("backpressure_i", config_.backpressure ? 1 : 0);
    if (tree_.is_leaf(v)) return;
    model.drive("leaf_span_i", static_cast<std::uint64_t>(tree_.leaves_below(tree_.level(v) - 1)));
    model.drive("level_i", static_cast<std::uint64_t>(tree_.level(v)));
    model.drive("policy_i", static_cast<std::uint64_t>(config_.policy));
    model.drive("seed_i", switch_seed(config_.seed, v));
    model.drive("store_forward_i", config_.store_forward ? 1 : 0);
  }

  const FatTree& tree_;
  const FatTreeNetworkConfig& config_;
  ModelLibrary& models_;
  std::unique_ptr<ModelOwner> owner_;
  std::map<int, const ModelTable*> tables_;
  std::vector<OccupancyCounters> counters_;
};

// Towards the root nodes have larger numbers.
LinkTurn turn_of(bool half_duplex, Node from, Node to) {
  if (!half_duplex) return LinkTurn::kAlways;
  return to > from ? LinkTurn::kOddSteps : LinkTurn::kEvenSteps;
}

std::vector<Link> links_of(const FatTree& tree, const std::vector<FatTreeSite>& sites,
                           const FatTreeNetworkConfig& config) {
  std::vector<Link> links;
  for (Node v = 0; v < static_cast<Node>(sites.size()); ++v) {
    const auto& lanes = sites[index_of(v)].lanes;
    for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
      const Node peer = lanes[lane].peer;
      if (peer == kNoNode) continue;
      const int branch = std::max(tree.level(v), tree.level(peer));
      links.push_back({v, lane, peer, lanes[lane].peer_lane, turn_of(config.half_duplex, v, peer),
                       static_cast<std::uint32_t>(config.latency.link_of(branch)),
                       static_cast<std::uint32_t>(config.latency.credit)});
    }
  }
  return links;
}

std::vector<std::string> lane_names_of(const FatTreeSite& site) {
  std::vector<std::string> names;
  for (const FatTreeLane& lane : site.lanes) names.push_back(lane.name);
  return names;
}

FlowControl flow_of(const FatTreeNetworkConfig& config) {
  if (has_credits(config)) return FlowControl::kCredits;
  return config.backpressure ? FlowControl::kBackPressure : FlowControl::kNone;
}

// A packet is hidden in the stages of a switch, a credit on its wire; PEs take all that comes.
Receivers receivers_of(const FatTree& tree, const FatTreeNetworkConfig& config) {
  const Step hidden = config.latency.router - 1 + config.latency.credit;
  return {nullptr, index_of(tree.size()), 1, static_cast<std::uint32_t>(hidden)};
}

// A parameter with an entry of 16 bits a level, level 1 lowest.
template <typename Of>
std::string by_level(const FatTree& tree, const Of& of) {
  std::string entries;
  for (int level = tree.levels(); level >= 1; --level)
    entries += fmt::format("{}{:04x}", level == tree.levels() ? "" : "_", of(level));
  return fmt::format("{}'h{}", 16 * tree.levels(), entries);
}

ModelRequest top_request(const FatTree& tree, const FatTreeNetworkConfig& config) {
  const std::uint32_t wanted = *std::max_element(config.depth.begin(), config.depth.end());
  const std::uint32_t depth =
      model_depth(wanted, static_cast<std::uint32_t>(tree.capacity(tree.levels())));
  if (config.merge_width)
    return {"merging_fat_tree_network",
            {fmt::format("Levels={}", tree.levels()), fmt::format("Arity={}", tree.arity()),
             fmt::format("Depth={}", depth), fmt::format("Width={}", *config.merge_width)},
            flavour_for(config),
            {},
            "clk_i",
            fmt::format("({} leaves, {} children, depth {})", tree.leaves(), tree.arity(), depth)};
  ModelRequest request{
      "fat_tree_network",
      {fmt::format("Levels={}", tree.levels()), fmt::format("Arity={}", tree.arity()),
       fmt::format("Capacities={}", by_level(tree, [&](int i) { return tree.capacity(i); })),
       fmt::format("Depth={}", depth)},
      flavour_for(config),
      {},
      "clk_i",
      fmt::format("({} leaves, {} children, depth {})", tree.leaves(), tree.arity(), depth)};
  set_router_latency(request, config.latency.router);
  const auto registers = [&](int level) { return config.latency.link_of(level) - 1; };
  const auto& links = config.latency.link;
  if (std::any_of(links.begin(), links.end(), [](Step link) { return link > 1; }))
    request.parameters.push_back(fmt::format("LinkStages={}", by_level(tree, registers)));
  if (has_credits(config)) request.parameters.emplace_back("Credits=1");
  if (config.latency.credit > 1)
    request.parameters.push_back(fmt::format("CreditStages={}", config.latency.credit - 1));
  return request;
}

void configure_top(const ModelInstance& top, const FatTree& tree,
                   const FatTreeNetworkConfig& config) {
  for (std::size_t level = 0; level < config.depth.size(); ++level)
    top.pin("limit_i").drive_entry16(level, static_cast<std::uint16_t>(config.depth[level]));
  if (config.merge_width) return;  // all else is fixed
  for (Node v = tree.leaves(); v < tree.size(); ++v)
    top.pin("seed_i").drive_entry16(static_cast<std::size_t>(v - tree.leaves()),
                                    switch_seed(config.seed, v));
  top.drive("policy_i", static_cast<std::uint64_t>(config.policy));
  top.drive("scheduled_i", config.scheduled ? 1 : 0);
  top.drive("backpressure_i", config.backpressure ? 1 : 0);
  top.drive("store_forward_i", config.store_forward ? 1 : 0);
}

// A leaf has one entry, a switch one more than children.
std::vector<OccupancyCounters> counters_of(const ModelInstance& top, const FatTree& tree) {
  constexpr int kEntryBytes = 2;
  const unsigned char* stored = top.pin("max_stored_o").bytes();
  const unsigned char* wait = top.pin("max_wait_o").bytes();
  std::vector<OccupancyCounters> counters;
  for (Node v = 0; v < tree.size(); ++v) {
    counters.push_back({stored, wait});
    const int entries = tree.is_leaf(v) ? 1 : tree.arity() + 1;
    stored += entries * kEntryBytes;
    wait += entries * kEntryBytes;
  }
  return counters;
}

}  // namespace

FatTreeNetwork assemble_fat_tree(const FatTree& tree, const FatTreeNetworkConfig& config,
                                 ModelLibrary& models) {
  check_config(tree, config);
  if (config.ranks != nullptr && flow_of(config) == FlowControl::kBackPressure)
    throw ModelError(
        "a fat tree that holds packets back by ready wires is run by one process: they settle from "
        "switch to switch within a step");
  const std::vector<FatTreeSite> sites = fat_tree_sites(tree);
  Nodes nodes(tree, config, models);
  std::vector<RouterPins> pins;
  std::vector<std::vector<std::string>> lane_names;
  for (Node v = 0; v < tree.size(); ++v) {
    const FatTreeSite& site = sites[index_of(v)];
    pins.push_back(nodes.make(v, site));
    lane_names.push_back(lane_names_of(site));
  }
  FatTreeNetwork made;
  made.network = std::make_unique<Engine>(
      nodes.take_owner(), std::move(pins), links_of(tree, sites, config), std::move(lane_names),
      config.stepping(), flow_of(config), fat_tree_node_names(tree), receivers_of(tree, config));
  made.occupancy = std::make_unique<FatTreeOccupancy>(tree, nodes.take_counters());
  return made;
}

FatTreeNetwork elaborate_fat_tree(const FatTree& tree, const FatTreeNetworkConfig& config,
                                  ModelLibrary& models) {
  check_config(tree, config);
  if (config.half_duplex)
    throw TopologyError("the network top has full-duplex links: half-duplex ones are assembled");
  if (config.merge_width && (tree.capacity(tree.levels()) > 1 || !config.scheduled ||
                             config.backpressure || config.store_forward))
    throw TopologyError(
        "the network top of switches that add has one link a branch and keeps to a timetable");
  auto owner = std::make_unique<ModelOwner>(config.waves);
  const ModelInstance& top =
      owner->make(models.get(top_request(tree, config)), "network",
                  [&](const ModelInstance& instance) { configure_top(instance, tree, config); });
  const std::vector<FatTreeSite> sites = fat_tree_sites(tree);
  std::vector<TopNode> nodes;
  for (Node v = 0; v < tree.size(); ++v) {
    const FatTreeSite& site = sites[index_of(v)];
    nodes.push_back({own_lanes(tree, v), lane_names_of(site), site.name});
  }
  FatTreeNetwork made;
  made.occupancy = std::make_unique<FatTreeOccupancy>(tree, counters_of(top, tree));
  made.network = std::make_unique<NetworkTop>(
      std::move(owner), top, std::move(nodes), links_of(tree, sites, config), flow_of(config),
      std::vector<std::size_t>(), config.depth[0], receivers_of(tree, config));
  return made;
}

}  // namespace flitwise
