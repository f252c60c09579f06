// The elaborated network: `fat_tree_network.sv` verilated whole for one tree.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "systemc/network/top_reports.h"

namespace flitwise {
namespace {

RawFlit load(const unsigned char* lanes, std::size_t lane) {
  RawFlit flit = 0;
  std::memcpy(&flit, lanes + lane * sizeof flit, sizeof flit);
  return flit;
}

void store(unsigned char* lanes, std::size_t lane, RawFlit flit) {
  std::memcpy(lanes + lane * sizeof flit, &flit, sizeof flit);
}

class FatTreeNetworkTop final : public Network {
 public:
  FatTreeNetworkTop(std::unique_ptr<ModelOwner> owner, const ModelInstance& top,
                    const FatTree& tree, const FatTreeNetworkConfig& config)
      : owner_(std::move(owner)),
        top_(top),
        sites_(fat_tree_sites(tree)),
        ports_(static_cast<std::size_t>(tree.leaf_links())),
        offers_(index_of(tree.leaves()) * ports_),
        backpressure_(config.backpressure),
        own_(top.pin("own_lane_i").bytes()),
        out_(top.pin("out_lane_o").bytes()) {
    std::size_t lanes = 0;
    for (const FatTreeSite& site : sites_) {
      first_lane_.push_back(lanes);
      lanes += site.lanes.size();
    }
  }

  void inject(Node node, std::uint32_t port, RawFlit flit) override {
    store(own_, offer(node, port), flit);
    has_offers_ = true;
  }
  bool accepts(Node node, std::uint32_t port) const override {
    return !is_valid(load(own_, offer(node, port)));
  }
  bool has_back_pressure() const override { return backpressure_; }

  void clock(Step step) override {
    transfers_.clear();
    deliveries_.clear();
    violations_.clear();
    owner_->set_step(step);
    top_.table().settle(top_.model());
    const std::vector<bool> taken = taken_offers();
    top_.table().cycle(top_.model());
    drop_offers(taken);
    top_.table().settle(top_.model());
    router_cycles_ += static_cast<std::int64_t>(sites_.size());
    for (std::size_t v = 0; v < sites_.size(); ++v) {
      collect(v);
      report(v, step);
    }
  }

  bool is_quiet() const override { return !has_offers_ && *top_.pin("busy_o").bytes() == 0; }
  std::int64_t router_cycles() const override { return router_cycles_; }
  int assertion_failures() const override { return owner_->assertion_failures(); }

 private:
  // Where a port's offer stands in the pins of all of them.
  std::size_t offer(Node leaf, std::uint32_t port) const { return index_of(leaf) * ports_ + port; }

  std::vector<bool> taken_offers() const {
    const Pin ready = top_.pin("own_ready_o");
    std::vector<bool> taken;
    for (std::size_t at = 0; at < offers_; ++at) taken.push_back(ready.read(at, 1) != 0);
    return taken;
  }

  void drop_offers(const std::vector<bool>& taken) {
    has_offers_ = false;
    for (std::size_t at = 0; at < offers_; ++at) {
      if (!backpressure_ || taken[at]) store(own_, at, 0);
      has_offers_ = has_offers_ || is_valid(load(own_, at));
    }
  }

  void collect(std::size_t v) {
    const Pin ready = top_.pin("ready_o");
    const auto node = static_cast<Node>(v);
    for (std::size_t lane = 0; lane < sites_[v].lanes.size(); ++lane) {
      const RawFlit flit = load(out_, first_lane_[v] + lane);
      if (!is_valid(flit)) continue;
      const FatTreeLane& to = sites_[v].lanes[lane];
      if (to.peer == kNoNode) {
        deliveries_.push_back({node, flit, static_cast<std::uint32_t>(lane)});
        continue;
      }
      const std::size_t far_end = first_lane_[static_cast<std::size_t>(to.peer)] + to.peer_lane;
      if (!backpressure_ || ready.read(far_end, 1) != 0)
        transfers_.push_back({node, to.peer, flit});
    }
  }

  void report(std::size_t v, Step step) {
    append_violations(
        top_, {static_cast<Node>(v), v, first_lane_[v], sites_[v].lanes.size()}, step,
        sites_[v].name, [&](std::size_t lane) { return sites_[v].lanes[lane].name; }, violations_);
  }

  std::unique_ptr<ModelOwner> owner_;
  const ModelInstance& top_;  // the owner's
  const std::vector<FatTreeSite> sites_;
  const std::size_t ports_;   // of each leaf
  const std::size_t offers_;  // places for what the PEs hand over
  const bool backpressure_;
  unsigned char* const own_;
  const unsigned char* const out_;
  std::vector<std::size_t> first_lane_;  // of each node
  bool has_offers_ = false;
  std::int64_t router_cycles_ = 0;
};

ModelRequest request_for(const FatTree& tree, const FatTreeNetworkConfig& config) {
  const std::uint32_t wanted = *std::max_element(config.depth.begin(), config.depth.end());
  const std::uint32_t depth =
      model_depth(wanted, static_cast<std::uint32_t>(tree.capacity(tree.levels())));
  std::string capacities;
  for (int level = tree.levels(); level >= 1; --level)
    capacities += fmt::format("{}{:04x}", level == tree.levels() ? "" : "_", tree.capacity(level));
  return {"fat_tree_network",
          {fmt::format("Levels={}", tree.levels()), fmt::format("Arity={}", tree.arity()),
           fmt::format("Capacities={}'h{}", 16 * tree.levels(), capacities),
           fmt::format("Depth={}", depth)},
          flavour_for(config),
          {},
          "clk_i",
          fmt::format("({} leaves, {} children, depth {})", tree.leaves(), tree.arity(), depth)};
}

void configure(const ModelInstance& top, const FatTree& tree, const FatTreeNetworkConfig& config) {
  for (std::size_t level = 0; level < config.depth.size(); ++level)
    top.pin("limit_i").drive_entry16(level, static_cast<std::uint16_t>(config.depth[level]));
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

FatTreeNetwork elaborate_fat_tree(const FatTree& tree, const FatTreeNetworkConfig& config,
                                  ModelLibrary& models) {
  check_config(tree, config);
  if (config.half_duplex)
    throw TopologyError("the network top has full-duplex links: half-duplex ones are assembled");
  auto owner = std::make_unique<ModelOwner>(config.waves);
  const ModelInstance& top =
      owner->make(models.get(request_for(tree, config)), "network",
                  [&](const ModelInstance& instance) { configure(instance, tree, config); });
  FatTreeNetwork made;
  made.occupancy = std::make_unique<FatTreeOccupancy>(tree, counters_of(top, tree));
  made.network = std::make_unique<FatTreeNetworkTop>(std::move(owner), top, tree, config);
  return made;
}

}  // namespace flitwise
