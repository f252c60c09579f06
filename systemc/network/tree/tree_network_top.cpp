// The elaborated network: `tree_network.sv` verilated whole for one tree.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "systemc/network/models/model_library.h"
#include "systemc/network/top_reports.h"
#include "systemc/network/tree/tree_routers.h"

namespace flitwise {
namespace {

std::size_t lanes_down(const Tree& tree) { return index_of(std::max(1, tree.max_child_count())); }

class TreeNetworkTop final : public Network {
 public:
  TreeNetworkTop(std::unique_ptr<ModelOwner> owner, const ModelInstance& top,
                 const PlacedTree& tree)
      : owner_(std::move(owner)),
        top_(top),
        tree_(tree),
        lanes_(kFirstChildLane + lanes_down(tree.tree)),
        own_(top.pin("own_lane_i").bytes()),
        out_(top.pin("out_lane_o").bytes()) {
    for (Node v = 0; v < tree.nodes(); ++v) lane_names_.push_back(lane_names(tree, v));
  }

  void inject(Node node, std::uint32_t, RawFlit flit) override {
    std::memcpy(own_ + number(node) * sizeof flit, &flit, sizeof flit);
  }

  void clock(Step step) override {
    owner_->set_step(step);
    top_.table().cycle(top_.model());
    std::memset(own_, 0, index_of(tree_.nodes()) * sizeof(RawFlit));
    router_cycles_ += tree_.nodes();
    transfers_.clear();
    deliveries_.clear();
    violations_.clear();
    for (Node v = 0; v < tree_.nodes(); ++v) {
      collect(v, step);
      append_violations(
          top_, {v, number(v), first_lane(v), lane_names_[index_of(v)].size()}, step, {},
          [&](std::size_t lane) { return lane_names_[index_of(v)][lane]; }, violations_);
    }
  }

  bool is_quiet() const override { return *top_.pin("busy_o").bytes() == 0; }
  std::int64_t router_cycles() const override { return router_cycles_; }
  int assertion_failures() const override { return owner_->assertion_failures(); }

 private:
  std::size_t number(Node v) const { return index_of(tree_.pe(v)); }  // in the top
  std::size_t first_lane(Node v) const { return number(v) * lanes_; }

  void collect(Node v, Step step) {
    const auto no_route = [&](const char* output) {
      violations_.push_back({step, v, ViolationKind::kNoRoute, {}, {output}});
    };
    const std::vector<Node> children = tree_.children(v);
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      RawFlit flit;
      std::memcpy(&flit, out_ + (first_lane(v) + lane) * sizeof flit, sizeof flit);
      if (!is_valid(flit)) continue;
      if (lane == 0) {
        deliveries_.push_back({v, flit, 0});
      } else if (lane == 1 && v == tree_.root()) {
        no_route("a parent, which the root has not");
      } else if (lane == 1) {
        transfers_.push_back({v, tree_.parent(v), flit});
      } else if (lane - kFirstChildLane < children.size()) {
        transfers_.push_back({v, children[lane - kFirstChildLane], flit});
      } else {
        no_route("a child that is not there");
      }
    }
  }

  std::unique_ptr<ModelOwner> owner_;
  const ModelInstance& top_;  // the owner's
  const PlacedTree tree_;
  const std::size_t lanes_;  // per router
  unsigned char* const own_;
  const unsigned char* const out_;
  std::vector<std::vector<std::string>> lane_names_;  // of each PE
  std::int64_t router_cycles_ = 0;
};

ModelRequest request_for(const Tree& tree, const NetworkConfig& config) {
  std::string parents;
  for (Node v = tree.size(); v-- > 0;)
    parents += fmt::format("{:04x}{}", v == 0 ? 0xffff : tree.parent(v), v == 0 ? "" : "_");
  return {"tree_network",
          {fmt::format("NumPes={}", tree.size()), fmt::format("MaxChildren={}", lanes_down(tree)),
           fmt::format("Parents={}'h{}", 16 * tree.size(), parents)},
          flavour_for(config),
          {},
          "clk_i",
          fmt::format("({} PEs)", tree.size())};
}

}  // namespace

bool can_be_elaborated(const std::vector<Node>& parents) {
  std::vector<std::size_t> children(parents.size());
  for (const Node parent : parents)
    if (parent != kNoNode) ++children[index_of(parent)];
  const auto lanes = kFirstChildLane + *std::max_element(children.begin(), children.end());
  return parents.size() <= index_of(kMostElaboratedPes) &&
         parents.size() * lanes <= static_cast<std::size_t>(kMostElaboratedLanes);
}

std::unique_ptr<Network> elaborate_tree(const PlacedTree& tree, const NetworkConfig& config) {
  if (!can_be_elaborated(tree.tree.parents()))
    throw TopologyError(fmt::format("an elaborated tree has at most {} PEs and {} lanes of routers",
                                    kMostElaboratedPes, kMostElaboratedLanes));
  ModelLibrary models(ModelLibrary::terminal_config());
  auto owner = std::make_unique<ModelOwner>(config.waves);
  const ModelInstance& top = owner->make(models.get(request_for(tree.tree, config)), "network",
                                         [](const ModelInstance&) {});
  return std::make_unique<TreeNetworkTop>(std::move(owner), top, tree);
}

}  // namespace flitwise
