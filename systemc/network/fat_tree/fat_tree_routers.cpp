#include "systemc/network/fat_tree/fat_tree_routers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "systemc/network/fat_tree/fat_tree_sites.h"

namespace flitwise {
namespace {

// Makes the nodes of one network and notes where their counters lie.
class Nodes {
 public:
  Nodes(const FatTree& tree, const FatTreeNetworkConfig& config, ModelLibrary& models)
      : tree_(tree),
        config_(config),
        models_(models),
        owner_(std::make_unique<ModelOwner>(config.waves)) {}

  RouterPins make(Node v, const FatTreeSite& site) {
    const ModelInstance& model =
        owner_->make(table_of_level(tree_.level(v)), site.name,
                     [&](const ModelInstance& instance) { configure(instance, v); });
    counters_.push_back({model.pin("max_stored_o").bytes(), model.pin("max_wait_o").bytes()});
    return router_pins(model, tree_.is_leaf(v) ? up_links(tree_, 0) : 0,
                       static_cast<std::uint32_t>(site.lanes.size()));
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

  std::uint32_t limit(int level) const { return config_.depth[static_cast<std::size_t>(level)]; }

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
        return {"fat_tree_leaf", {fmt::format("Depth={}", depth), fmt::format("Links={}", up)},
                flavour,         {},
                "clk_i",         fmt::format("({} links, depth {})", up, depth)};
      return {"fat_tree_leaf", {fmt::format("Depth={}", depth)}, flavour, {},
              "clk_i",         fmt::format("(depth {})", depth)};
    }
    const std::uint32_t down = up_links(tree_, level - 1);
    const std::uint32_t depth = depth_for(limit(level), std::max(up, down));
    return {"fat_tree_switch",
            {fmt::format("Arity={}", tree_.arity()), fmt::format("DownLinks={}", down),
             fmt::format("UpLinks={}", up), fmt::format("Depth={}", depth)},
            flavour,
            {},
            "clk_i",
            fmt::format("({} children, {} {} down, {} up, depth {})", tree_.arity(), down,
                        down == 1 ? "link" : "links", up, depth)};
  }

  void configure(const ModelInstance& model, Node v) const {
    model.drive("leaf_base_i", static_cast<std::uint64_t>(tree_.first_leaf(v)));
    model.drive("limit_i", limit(tree_.level(v)));
    model.drive("scheduled_i", config_.scheduled ? 1 : 0);
    model.drive("backpressure_i", config_.backpressure ? 1 : 0);
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

std::vector<Link> links_of(const std::vector<FatTreeSite>& sites, bool half_duplex) {
  std::vector<Link> links;
  for (Node v = 0; v < static_cast<Node>(sites.size()); ++v) {
    const auto& lanes = sites[static_cast<std::size_t>(v)].lanes;
    for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
      if (lanes[lane].peer != kNoNode)
        links.push_back({v, lane, lanes[lane].peer, lanes[lane].peer_lane,
                         turn_of(half_duplex, v, lanes[lane].peer)});
    }
  }
  return links;
}

std::vector<std::string> lane_names_of(const FatTreeSite& site) {
  std::vector<std::string> names;
  for (const FatTreeLane& lane : site.lanes) names.push_back(lane.name);
  return names;
}

}  // namespace

FatTreeNetwork assemble_fat_tree(const FatTree& tree, const FatTreeNetworkConfig& config,
                                 ModelLibrary& models) {
  check_config(tree, config);
  const std::vector<FatTreeSite> sites = fat_tree_sites(tree);
  Nodes nodes(tree, config, models);
  std::vector<RouterPins> pins;
  std::vector<std::vector<std::string>> lane_names;
  for (Node v = 0; v < tree.size(); ++v) {
    const FatTreeSite& site = sites[static_cast<std::size_t>(v)];
    pins.push_back(nodes.make(v, site));
    lane_names.push_back(lane_names_of(site));
  }
  const FlowControl flow = config.backpressure ? FlowControl::kBackPressure : FlowControl::kNone;
  FatTreeNetwork made;
  made.network = std::make_unique<Engine>(
      nodes.take_owner(), std::move(pins), links_of(sites, config.half_duplex),
      std::move(lane_names), config.idle, flow, fat_tree_node_names(tree));
  made.occupancy = std::make_unique<FatTreeOccupancy>(tree, nodes.take_counters());
  return made;
}

}  // namespace flitwise
