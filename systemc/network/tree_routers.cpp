#include "systemc/network/tree_routers.h"

#include <Vbufferless_router_c16.h>
#include <Vbufferless_router_c16_checked.h>
#include <Vbufferless_router_c16_traced.h>
#include <Vbufferless_router_c2.h>
#include <Vbufferless_router_c2_checked.h>
#include <Vbufferless_router_c2_traced.h>
#include <Vbufferless_router_c4.h>
#include <Vbufferless_router_c4_checked.h>
#include <Vbufferless_router_c4_traced.h>
#include <Vbufferless_router_c64.h>
#include <Vbufferless_router_c64_checked.h>
#include <Vbufferless_router_c64_traced.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "systemc/network/verilated_pins.h"

namespace flitwise {
namespace {

constexpr std::size_t kFirstChildLane = 2;

// Owns the context and the models of all routers of a tree.
class TreeRouters final : public RouterOwner {
 public:
  TreeRouters(const Tree& tree, const TreeNetworkConfig& config)
      : tree_(tree), checkers_(config.checkers), waves_(config.waves) {
    if (waves_ == nullptr) {
      own_context_ = std::make_unique<VerilatedContext>();
      context_ = own_context_.get();
    } else {
      context_ = static_cast<VerilatedContext*>(waves_->context());
    }
    count_assertion_failures(*context_);
    failures_before_ = context_->errorCount();
  }

  int assertion_failures() const override { return context_->errorCount() - failures_before_; }
  void set_step(Step step) override {
    Verilated::threadContextp(context_);
    context_->time(static_cast<std::uint64_t>(step));
  }

  // Verilator keeps one current context a thread and models deregister from that one.
  ~TreeRouters() override { Verilated::threadContextp(context_); }
  TreeRouters(const TreeRouters&) = delete;
  TreeRouters& operator=(const TreeRouters&) = delete;

  RouterPins make(Node node) {
    const Node children = tree_.child_count(node);
    if (children <= 2)
      return make_flavour<Vbufferless_router_c2, Vbufferless_router_c2_checked,
                          Vbufferless_router_c2_traced>(node);
    if (children <= 4)
      return make_flavour<Vbufferless_router_c4, Vbufferless_router_c4_checked,
                          Vbufferless_router_c4_traced>(node);
    if (children <= 16)
      return make_flavour<Vbufferless_router_c16, Vbufferless_router_c16_checked,
                          Vbufferless_router_c16_traced>(node);
    return make_flavour<Vbufferless_router_c64, Vbufferless_router_c64_checked,
                        Vbufferless_router_c64_traced>(node);
  }

 private:
  template <class Plain, class Checked, class Traced>
  RouterPins make_flavour(Node node) {
    if (waves_ != nullptr) return make_model<Traced>(node);
    return checkers_ == Checkers::kBound ? make_model<Checked>(node) : make_model<Plain>(node);
  }

  template <class Model>
  RouterPins make_model(Node node) {
    // A space in the name opens a scope of its own in the wave.
    const std::string name = fmt::format("pe{} router", node);
    auto model = std::make_shared<Model>(context_, name.c_str());
    configure(*model, node);
    reset(*model);
    register_waves(*model, waves_);
    RouterPins pins;
    pins.model = model.get();
    pins.cycle = &clock_cycle<Model>;
    pins.in = bytes_of(model->in_lane_i);
    pins.out = bytes_of(model->out_lane_o);
    pins.busy = bytes_of(model->busy_o);
    pins.violation = bytes_of(model->violation_o);
    pins.masks = &masks<Model>;
    pins.lanes = static_cast<std::uint32_t>(kFirstChildLane +
                                            static_cast<std::size_t>(tree_.child_count(node)));
    models_.push_back(std::move(model));
    return pins;
  }

  template <class Model>
  void configure(Model& model, Node node) const {
    model.address_i = static_cast<SData>(tree_.address(node));
    model.has_parent_i = node != 0;
    model.single_port_i = 1;
    const auto& children = tree_.children(node);
    // The port's storage may be wider than the port, and bits beyond it must stay zero.
    const std::size_t entries = sizeof(model.in_lane_i) / sizeof(RawFlit) - kFirstChildLane + 1;
    for (std::size_t k = 0; k < entries; ++k) {
      const Node bound = k < children.size() ? tree_.address(children[k]) : tree_.subtree_end(node);
      set_entry16(model.child_bound_i, k, static_cast<std::uint16_t>(bound));
    }
  }

  template <class Model>
  static ViolationMasks masks(void* model) {
    const auto& m = *static_cast<Model*>(model);
    const std::size_t lanes = sizeof(m.out_lane_o) / sizeof(RawFlit);
    ViolationMasks masks;
    for (std::size_t word = 0; word * 64 < lanes; ++word) {
      const std::size_t count = std::min<std::size_t>(64, lanes - word * 64);
      masks.inputs[word] = bits_of(m.violation_in_o, word * 64, count);
      masks.outputs[word] = bits_of(m.violation_out_o, word * 64, count);
    }
    return masks;
  }

  const Tree tree_;
  const Checkers checkers_;
  WaveRecorder* waves_;
  std::unique_ptr<VerilatedContext> own_context_;
  VerilatedContext* context_ = nullptr;
  int failures_before_ = 0;
  std::vector<std::shared_ptr<void>> models_;
};

void check_limits(const Tree& tree) {
  if (tree.size() > kMaxTreePes)
    throw TopologyError(fmt::format("a tree has at most {} PEs, got {}", kMaxTreePes, tree.size()));
  if (tree.max_child_count() > kMaxRouterChildren)
    throw TopologyError(fmt::format("a PE has at most {} children, got {}", kMaxRouterChildren,
                                    tree.max_child_count()));
}

std::vector<Link> links_of(const Tree& tree) {
  std::vector<Link> links;
  for (Node v = 0; v < tree.size(); ++v) {
    std::uint32_t lane = kFirstChildLane;
    for (const Node child : tree.children(v)) {
      links.push_back({v, lane, child, 1});
      links.push_back({child, 1, v, lane});
      ++lane;
    }
  }
  return links;
}

}  // namespace

std::vector<std::string> lane_names(const Tree& tree, Node node) {
  std::vector<std::string> names{"own", node == 0
                                            ? std::string("parent (none)")
                                            : fmt::format("parent (PE {})", tree.parent(node))};
  int number = 0;
  for (const Node child : tree.children(node))
    names.push_back(fmt::format("child {} (PE {})", number++, child));
  return names;
}

std::unique_ptr<Network> assemble_tree(const Tree& tree, const TreeNetworkConfig& config) {
  check_limits(tree);
  auto owner = std::make_unique<TreeRouters>(tree, config);
  std::vector<RouterPins> pins;
  std::vector<std::vector<std::string>> names;
  for (Node v = 0; v < tree.size(); ++v) {
    pins.push_back(owner->make(v));
    names.push_back(lane_names(tree, v));
  }
  return std::make_unique<Engine>(std::move(owner), std::move(pins), links_of(tree),
                                  std::move(names), config.idle);
}

}  // namespace flitwise
