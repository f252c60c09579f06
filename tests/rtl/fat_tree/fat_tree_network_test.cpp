// The fat tree as hardware, against references that the test wires from levels and children.
#include <Vfat_tree_network_2_2_wide.h>
#include <Vfat_tree_network_2_3.h>
#include <Vfat_tree_network_2_3_late_checked.h>
#include <Vfat_tree_network_3_2.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "tests/rtl/fat_tree/fat_tree_traffic.h"
#include "tests/rtl/verilated_pins.h"

namespace flitwise::rtl_test {
namespace {

/// Stages of every switch and registers of every link, by branch from the leaves; none without.
struct Latency {
  std::size_t stages = 0;
  std::vector<std::size_t> link{};
};

/// A fat tree of references; lanes are numbered through all nodes, leaves first, root last.
class ReferenceNetwork {
 public:
  ReferenceNetwork(std::size_t arity, std::vector<std::size_t> capacities, NodeSetup setup,
                   Latency latency)
      : arity_(arity), capacities_(std::move(capacities)), latency_(std::move(latency)) {
    if (latency_.link.empty()) latency_.link.resize(capacities_.size(), 0);
    std::size_t width = 1;
    for (std::size_t level = 0; level < capacities_.size(); ++level) width *= arity;
    leaves_ = width;
    std::uint32_t span = 1;
    for (std::size_t level = 0; level <= capacities_.size(); ++level, width /= arity) {
      first_of_level_.push_back(nodes_.size());
      for (std::size_t index = 0; index < width; ++index) add(level, index, span, setup);
      if (level > 0) span *= static_cast<std::uint32_t>(arity);
    }
    outputs_.lanes.resize(lane_count_, 0);
    wire();
  }

  std::size_t lane_count() const { return lane_count_; }
  std::size_t leaves() const { return leaves_; }
  std::size_t ports() const { return capacities_[0]; }  ///< of a leaf
  /// The lane of offer `own` of `clock`.
  std::size_t own_lane(std::size_t own) const {
    return own / ports() * 2 * ports() + own % ports();
  }
  std::size_t nodes() const { return nodes_.size(); }

  /// `own`: flits that the PEs show, by leaf, then port. Returns the lanes whose input is taken.
  LaneSet ready(const LaneFlits& own) const {
    LaneSet ready;
    for (const Node& node : nodes_)
      for (const std::size_t lane : node.rules->ready(inputs_of(node, own)))
        ready.insert(node.first_lane + lane);
    return ready;
  }

  /// Reports of all nodes, by node; lanes of the network.
  std::vector<NodeOutputs> clock(const LaneFlits& own) {
    const LaneSet taking = ready(own);
    std::vector<NodeOutputs> all;
    for (Node& node : nodes_) {
      LaneSet taken;
      for (std::size_t lane = 0; lane < node.lanes; ++lane) {
        const auto peer = peers_.find(node.first_lane + lane);
        if (peer == peers_.end() || taking.count(peer->second) > 0) taken.insert(lane);
      }
      all.push_back(node.rules->clock(inputs_of(node, own), taken));
    }
    for (std::size_t k = 0; k < nodes_.size(); ++k)
      for (std::size_t lane = 0; lane < nodes_[k].lanes; ++lane)
        outputs_.lanes[nodes_[k].first_lane + lane] = all[k].lanes[lane];
    for (auto& [lane, line] : lines_) {
      line.push_front(outputs_.lanes[peers_.at(lane)]);
      line.pop_back();
    }
    return all;
  }

  /// A register of a link holds a flit.
  bool is_under_way() const {
    return std::any_of(lines_.begin(), lines_.end(), [](const auto& line) {
      return std::any_of(line.second.begin() + 1, line.second.end(), is_valid);
    });
  }

  const std::vector<RawFlit>& lanes() const { return outputs_.lanes; }

 private:
  struct Node {
    std::size_t level = 0;
    std::size_t index = 0;
    std::size_t first_lane = 0;
    std::size_t lanes = 0;
    std::unique_ptr<ReferenceNode> rules;
  };

  std::size_t links_above(std::size_t level) const {
    return level < capacities_.size() ? capacities_[level] : 0;
  }

  void add(std::size_t level, std::size_t index, std::uint32_t span, NodeSetup setup) {
    Node node{level, index, lane_count_, 2 * ports(), nullptr};
    if (level == 0) {
      setup.leaf_base = static_cast<std::uint32_t>(index);
      node.rules = std::make_unique<ReferenceLeaf>(setup, ports());
    } else {
      const SwitchShape shape{arity_, capacities_[level - 1], links_above(level), 4,
                              latency_.stages};
      setup.level = static_cast<std::uint32_t>(level);
      setup.leaf_span = span;
      setup.leaf_base = static_cast<std::uint32_t>(index * arity_) * span;
      setup.seed = static_cast<std::uint32_t>(nodes_.size() - leaves_ + 1);
      node.lanes = shape.lanes();
      node.rules = std::make_unique<ReferenceStagedSwitch>(shape, setup);
    }
    lane_count_ += node.lanes;
    nodes_.push_back(std::move(node));
  }

  void wire() {
    for (const Node& node : nodes_) {
      if (node.level == capacities_.size()) continue;
      const Node& above = nodes_[first_of_level_[node.level + 1] + node.index / arity_];
      for (std::size_t link = 0; link < links_above(node.level); ++link) {
        const std::size_t up = node.first_lane + (node.level == 0 ? ports() : 0) + link;
        const std::size_t down = above.first_lane + links_above(above.level) +
                                 node.index % arity_ * links_above(node.level) + link;
        peers_[up] = down;
        peers_[down] = up;
        for (const std::size_t lane : {up, down})
          lines_[lane].resize(latency_.link[node.level] + 1, 0);
      }
    }
  }

  LaneFlits inputs_of(const Node& node, const LaneFlits& own) const {
    LaneFlits inputs;
    for (std::size_t lane = 0; lane < node.lanes; ++lane) {
      const auto peer = peers_.find(node.first_lane + lane);
      if (peer != peers_.end()) {
        const RawFlit flit = lines_.at(node.first_lane + lane).back();
        if (flit != 0) inputs[lane] = flit;
        continue;
      }
      const auto shown = own.find(node.index * ports() + lane);
      if (shown != own.end()) inputs[lane] = shown->second;
    }
    return inputs;
  }

  const std::size_t arity_;
  const std::vector<std::size_t> capacities_;
  Latency latency_;
  std::size_t leaves_ = 0;
  std::size_t lane_count_ = 0;
  std::vector<std::size_t> first_of_level_;
  std::vector<Node> nodes_;
  std::map<std::size_t, std::size_t> peers_;
  std::map<std::size_t, std::deque<RawFlit>> lines_;  // by lane that a link leads to, newest first
  NodeOutputs outputs_;
};

template <class Model>
void configure(Model& model, const NodeSetup& setup, std::size_t levels, std::size_t switches) {
  for (std::size_t level = 0; level <= levels; ++level)
    set_entry16(model.limit_i, level, static_cast<std::uint16_t>(setup.limit));
  for (std::size_t k = 0; k < switches; ++k)
    set_entry16(model.seed_i, k, static_cast<std::uint16_t>(k + 1));
  model.policy_i = static_cast<CData>(setup.policy);
  model.scheduled_i = setup.scheduled;
  model.backpressure_i = setup.backpressure;
  model.store_forward_i = false;
}

template <class Model>
void show(Model& model, const LaneFlits& own) {
  std::memset(bytes_of(model.own_lane_i), 0, sizeof(model.own_lane_i));
  for (const auto& [leaf, flit] : own)
    std::memcpy(bytes_of(model.own_lane_i) + leaf * sizeof flit, &flit, sizeof flit);
  model.eval();
}

/// Every pin of the network's nodes after an edge, against the references.
template <class Model>
void expect_equal(Model& model, const ReferenceNetwork& network,
                  const std::vector<NodeOutputs>& expected) {
  std::vector<RawFlit> lanes(network.lane_count());
  std::memcpy(lanes.data(), bytes_of(model.out_lane_o), lanes.size() * sizeof(RawFlit));
  ASSERT_EQ(lanes, network.lanes());
  std::size_t first_lane = 0;
  std::size_t first_count = 0;
  bool is_busy = false;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const NodeOutputs& node = expected[k];
    ASSERT_EQ(bits_of(model.violation_o, k * 8, 8), node.violation) << "node " << k;
    for (std::size_t lane = 0; lane < node.lanes.size(); ++lane) {
      ASSERT_EQ(bits_of(model.violation_in_o, first_lane + lane, 1), node.involved_in.count(lane));
      ASSERT_EQ(bits_of(model.violation_out_o, first_lane + lane, 1),
                node.involved_out.count(lane));
    }
    for (std::size_t branch = 0; branch < node.max_stored.size(); ++branch) {
      const std::size_t entry = 16 * (first_count + branch);
      ASSERT_EQ(bits_of(model.max_stored_o, entry, 16), node.max_stored[branch]) << "node " << k;
      ASSERT_EQ(bits_of(model.max_wait_o, entry, 16), node.max_wait[branch]) << "node " << k;
    }
    first_lane += node.lanes.size();
    first_count += node.max_stored.size();
    is_busy = is_busy || node.busy;
  }
  ASSERT_EQ(model.busy_o != 0, is_busy || network.is_under_way());
}

template <class Model>
void expect_network_to_equal_its_references(std::size_t arity,
                                            const std::vector<std::size_t>& capacities,
                                            const Latency& latency = {}) {
  const bool is_late = latency.stages > 0 || !latency.link.empty();
  Random random;
  int deliveries = 0;
  int refusals = 0;

  for (int run = 0; run < 16; ++run) {
    NodeSetup setup;
    const auto ports = static_cast<std::uint32_t>(capacities[0]);
    setup.limit = ports + random.below(5 - ports);
    setup.policy = Policy(run % 4);
    setup.backpressure = !is_late && run % 8 >= 4;
    AnyStart context;
    count_assertion_failures(context);
    context.assertOn(false);
    const auto model = std::make_unique<Model>(&context);
    ReferenceNetwork network(arity, capacities, setup, latency);
    clear_inputs(*model);
    configure(*model, setup, capacities.size(), network.nodes() - network.leaves());
    show(*model, {});
    reset(*model);
    LaneFlits own;
    for (int step = 0; step < 60; ++step) {
      setup.leaf_base = 0;
      setup.leaf_span = static_cast<std::uint32_t>(network.leaves() / arity);
      const std::size_t offers = network.leaves() * network.ports();
      offer(random, setup, arity, offers, 3, own);
      show(*model, own);
      const LaneSet ready = network.ready(own);
      for (std::size_t lane = 0; lane < network.lane_count(); ++lane)
        ASSERT_EQ(bits_of(model->ready_o, lane, 1), ready.count(lane)) << "lane " << lane;
      for (std::size_t at = 0; at < offers; ++at)
        ASSERT_EQ(bits_of(model->own_ready_o, at, 1), ready.count(network.own_lane(at))) << at;
      const std::vector<NodeOutputs> expected = network.clock(own);
      clock_cycle<Model>(model.get());
      expect_equal(*model, network, expected);
      if (::testing::Test::HasFatalFailure()) return;
      for (std::size_t at = 0; at < offers; ++at) {
        const std::size_t lane = network.own_lane(at);
        if (ready.count(lane) > 0) own.erase(at);
        refusals += ready.count(lane) == 0 ? 1 : 0;
        deliveries += network.lanes()[lane] != 0 ? 1 : 0;
      }
    }
    Verilated::threadContextp(&context);
  }

  EXPECT_GT(deliveries, 1000);
  EXPECT_GT(refusals, is_late ? -1 : 100);
}

TEST(FatTreeNetwork, OfThreeBinaryLevelsEqualsItsNodesWired) {
  expect_network_to_equal_its_references<Vfat_tree_network_2_3>(2, {1, 2, 4});
}

TEST(FatTreeNetwork, OfSlowSwitchesAndLinksEqualsItsNodesWiredSo) {
  expect_network_to_equal_its_references<Vfat_tree_network_2_3_late_checked>(2, {1, 2, 4},
                                                                             {2, {1, 0, 3}});
}

TEST(FatTreeNetwork, OfLeavesOfTwoLinksEqualsItsNodesWired) {
  expect_network_to_equal_its_references<Vfat_tree_network_2_2_wide>(2, {2, 3});
}

TEST(FatTreeNetwork, OfTwoTernaryLevelsEqualsItsNodesWired) {
  expect_network_to_equal_its_references<Vfat_tree_network_3_2>(3, {1, 2});
}

}  // namespace
}  // namespace flitwise::rtl_test
