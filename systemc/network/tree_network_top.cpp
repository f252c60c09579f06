// The elaborated networks: `tree_network.sv` verilated whole for fixed parents.
#include <Vtree_network_binary31.h>
#include <Vtree_network_binary31_checked.h>
#include <Vtree_network_binary31_traced.h>
#include <Vtree_network_path6.h>
#include <Vtree_network_path6_checked.h>
#include <Vtree_network_path6_traced.h>
#include <fmt/format.h>

#include <algorithm>

#include "systemc/network/tree_routers.h"
#include "systemc/network/verilated_pins.h"
#include "systemc/topology/tree_shapes.h"

namespace flitwise {
namespace {

constexpr std::size_t kViolationBits = 8;
constexpr std::size_t kFirstChildLane = 2;

template <class Top>
class TreeNetworkTop final : public Network {
 public:
  TreeNetworkTop(const Tree& tree, WaveRecorder* waves)
      : tree_(tree),
        own_context_(waves == nullptr ? std::make_unique<VerilatedContext>() : nullptr),
        context_(waves == nullptr ? own_context_.get()
                                  : static_cast<VerilatedContext*>(waves->context())),
        top_((count_assertion_failures(*context_), context_), "network"),
        lanes_(sizeof(top_.out_lane_o) / sizeof(RawFlit) / static_cast<std::size_t>(tree.size())) {
    reset(top_);
    register_waves(top_, waves);
  }

  // Verilator keeps one current context a thread and models deregister from that one.
  ~TreeNetworkTop() override { Verilated::threadContextp(context_); }
  TreeNetworkTop(const TreeNetworkTop&) = delete;
  TreeNetworkTop& operator=(const TreeNetworkTop&) = delete;

  void inject(Node node, std::uint32_t, RawFlit flit) override {
    std::memcpy(bytes_of(top_.own_lane_i) + static_cast<std::size_t>(node) * sizeof flit, &flit,
                sizeof flit);
  }

  void clock(Step step) override {
    Verilated::threadContextp(context_);
    context_->time(static_cast<std::uint64_t>(step));
    clock_cycle<Top>(&top_);
    std::memset(bytes_of(top_.own_lane_i), 0, sizeof(top_.own_lane_i));
    router_cycles_ += tree_.size();
    transfers_.clear();
    deliveries_.clear();
    violations_.clear();
    for (Node v = 0; v < tree_.size(); ++v) {
      collect(v, step);
      report(v, step);
    }
  }

  bool is_quiet() const override { return top_.busy_o == 0; }
  std::int64_t router_cycles() const override { return router_cycles_; }
  int assertion_failures() const override { return context_->errorCount(); }

 private:
  std::size_t first_lane(Node v) const { return static_cast<std::size_t>(v) * lanes_; }

  void collect(Node v, Step step) {
    const auto no_route = [&](const char* output) {
      violations_.push_back({step, v, ViolationKind::kNoRoute, {}, {output}});
    };
    const unsigned char* out = bytes_of(top_.out_lane_o) + first_lane(v) * sizeof(RawFlit);
    const auto& children = tree_.children(v);
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      RawFlit flit;
      std::memcpy(&flit, out + lane * sizeof flit, sizeof flit);
      if (!is_valid(flit)) continue;
      if (lane == 0) {
        deliveries_.push_back({v, flit, 0});
      } else if (lane == 1 && tree_.parent(v) == kNoNode) {
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

  void report(Node v, Step step) {
    const auto index = static_cast<std::size_t>(v);
    const std::uint64_t kinds = bits_of(top_.violation_o, index * kViolationBits, kViolationBits);
    if (kinds == 0) return;
    const std::vector<std::string> names = lane_names(tree_, v);
    for (std::size_t kind = 0; kind < kViolationBits; ++kind) {
      if ((kinds >> kind & 1) == 0) continue;
      Violation violation{step, v, static_cast<ViolationKind>(kind), {}, {}};
      for (std::size_t lane = 0; lane < names.size(); ++lane) {
        if (bits_of(top_.violation_in_o, first_lane(v) + lane, 1) != 0)
          violation.inputs.push_back(names[lane]);
        if (bits_of(top_.violation_out_o, first_lane(v) + lane, 1) != 0)
          violation.outputs.push_back(names[lane]);
      }
      violations_.push_back(std::move(violation));
    }
  }

  const Tree tree_;
  std::unique_ptr<VerilatedContext> own_context_;
  VerilatedContext* context_;
  Top top_;
  std::size_t lanes_;  // per router
  std::int64_t router_cycles_ = 0;
};

template <class Plain, class Checked, class Traced>
std::unique_ptr<Network> make_top(const Tree& tree, const TreeNetworkConfig& config) {
  if (config.form == RouterForm::kNetlist) return nullptr;
  if (config.waves != nullptr) return std::make_unique<TreeNetworkTop<Traced>>(tree, config.waves);
  if (config.checkers == Checkers::kBound)
    return std::make_unique<TreeNetworkTop<Checked>>(tree, nullptr);
  return std::make_unique<TreeNetworkTop<Plain>>(tree, nullptr);
}

struct ElaboratedTop {
  std::vector<Node> parents;
  std::unique_ptr<Network> (*make)(const Tree& tree, const TreeNetworkConfig& config);
};

// The top of the tree with these parents; nullptr when the build has none.
const ElaboratedTop* find_top(const std::vector<Node>& parents) {
  static const std::vector<ElaboratedTop> tops{
      {path_parents(6),
       make_top<Vtree_network_path6, Vtree_network_path6_checked, Vtree_network_path6_traced>},
      {complete_parents(2, 4), make_top<Vtree_network_binary31, Vtree_network_binary31_checked,
                                        Vtree_network_binary31_traced>},
  };
  const auto found = std::find_if(tops.begin(), tops.end(),
                                  [&](const ElaboratedTop& top) { return top.parents == parents; });
  return found == tops.end() ? nullptr : &*found;
}

}  // namespace

bool has_elaborated_top(const std::vector<Node>& parents) { return find_top(parents) != nullptr; }

std::unique_ptr<Network> elaborate_tree(const Tree& tree, const TreeNetworkConfig& config) {
  const ElaboratedTop* top = find_top(tree.parents());
  return top == nullptr ? nullptr : top->make(tree, config);
}

}  // namespace flitwise
