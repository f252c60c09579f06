// fat_tree_harness.h: verilated switches and leaves of every shape and flavour behind one
// interface.
#ifndef FLITWISE_TESTS_RTL_FAT_TREE_FAT_TREE_HARNESS_H_
#define FLITWISE_TESTS_RTL_FAT_TREE_FAT_TREE_HARNESS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/rtl/fat_tree/reference_fat_tree.h"
#include "tests/rtl/verilated_pins.h"
#include "tests/rtl/verilated_router.h"
#include "tests/rtl/wide_flits.h"

namespace flitwise::rtl_test {

/// A node out of reset, driven lane by lane. Failing assertions are counted.
class VerilatedNode {
 public:
  virtual ~VerilatedNode() = default;

  /// What its lanes show until the next call, and which of its outputs the far ends take. Returns
  /// `ready_o` as it settles.
  virtual LaneSet put(const LaneFlits& inputs, const LaneSet& taken) = 0;
  /// One clock edge with what was put.
  virtual NodeOutputs clock() = 0;
  virtual NodeOutputs outputs() = 0;
  virtual void reset_again() = 0;
  virtual int assertion_failures() const = 0;
  virtual void mute_assertions() = 0;
};

/// Sets the configuration pins that both kinds of node have.
template <class Model>
void configure_node(Model& model, const NodeSetup& setup) {
  model.leaf_base_i = static_cast<std::decay_t<decltype(model.leaf_base_i)>>(setup.leaf_base);
  model.limit_i = static_cast<SData>(setup.limit);
  model.scheduled_i = setup.scheduled;
  model.backpressure_i = setup.backpressure;
}

template <class Model>
void configure_switch(Model& model, const NodeSetup& setup) {
  configure_node(model, setup);
  model.leaf_span_i = static_cast<std::decay_t<decltype(model.leaf_span_i)>>(setup.leaf_span);
  model.level_i = static_cast<CData>(setup.level);
  model.policy_i = static_cast<CData>(setup.policy);
  model.seed_i = static_cast<SData>(setup.seed);
  model.store_forward_i = setup.store_forward;
}

/// `branches`: entries of the maxima. Flits wider than 64 bits are as in wide_flits.h.
template <class Model>
class VerilatedNodeOf final : public VerilatedNode {
 public:
  template <class Configure>
  VerilatedNodeOf(std::size_t lanes, std::size_t branches, const Configure& configure,
                  FlitFormat format = {})
      : lanes_(lanes), branches_(branches), format_(format) {
    count_assertion_failures(context_);
    clear_inputs(model_);
    configure(model_);
    reset(model_);
  }
  // As VerilatedRouter, for the same reason.
  ~VerilatedNodeOf() override { Verilated::threadContextp(&context_); }

  LaneSet put(const LaneFlits& inputs, const LaneSet& taken) override {
    std::memset(bytes_of(model_.in_lane_i), 0, sizeof(model_.in_lane_i));
    for (const auto& [lane, flit] : inputs) {
      if (is_wide())
        put_wide(model_.in_lane_i, lane, flit, format_.payload());
      else
        std::memcpy(bytes_of(model_.in_lane_i) + lane * sizeof flit, &flit, sizeof flit);
    }
    std::memset(bytes_of(model_.ready_i), 0, sizeof(model_.ready_i));
    for (const std::size_t lane : taken)
      bytes_of(model_.ready_i)[lane / 8] |= static_cast<unsigned char>(1U << lane % 8);
    model_.eval();
    return lanes_of(model_.ready_o);
  }

  NodeOutputs clock() override {
    clock_cycle<Model>(&model_);
    return outputs();
  }

  NodeOutputs outputs() override {
    NodeOutputs outputs;
    outputs.lanes.resize(lanes_);
    for (std::size_t lane = 0; is_wide() && lane < lanes_; ++lane)
      outputs.lanes[lane] = wide_flit(model_.out_lane_o, lane, format_.payload());
    if (!is_wide())
      std::memcpy(outputs.lanes.data(), bytes_of(model_.out_lane_o), lanes_ * sizeof(RawFlit));
    outputs.busy = model_.busy_o != 0;
    outputs.violation = model_.violation_o;
    outputs.involved_in = lanes_of(model_.violation_in_o);
    outputs.involved_out = lanes_of(model_.violation_out_o);
    for (std::size_t branch = 0; branch < branches_; ++branch) {
      outputs.max_stored.push_back(
          static_cast<std::uint32_t>(bits_of(model_.max_stored_o, branch * 16, 16)));
      outputs.max_wait.push_back(
          static_cast<std::uint32_t>(bits_of(model_.max_wait_o, branch * 16, 16)));
    }
    return outputs;
  }

  void reset_again() override { reset(model_); }
  int assertion_failures() const override { return context_.errorCount(); }
  void mute_assertions() override { context_.assertOn(false); }

 private:
  bool is_wide() const { return sizeof(model_.in_lane_i) == lanes_ * kWideBytes; }

  template <class Port>
  LaneSet lanes_of(const Port& port) const {
    LaneSet lanes;
    for (std::size_t lane = 0; lane < lanes_; ++lane)
      if (bits_of(port, lane, 1) != 0) lanes.insert(lane);
    return lanes;
  }

  const std::size_t lanes_;
  const std::size_t branches_;
  const FlitFormat format_;
  AnyStart context_;
  Model model_{&context_};
};

/// A verilated switch: its name in tests, parameters, flavour, and how to make one.
struct SwitchKind {
  std::string name;
  SwitchShape shape;
  Flavour flavour = Flavour::kRtl;
  std::function<std::unique_ptr<VerilatedNode>(const NodeSetup&)> make;
};
void PrintTo(const SwitchKind& kind, std::ostream* stream);

/// All that the tests verilate.
const std::vector<SwitchKind>& switch_kinds();
/// Likewise, with stages: no other list has those.
const std::vector<SwitchKind>& staged_switch_kinds();

struct LeafKind {
  std::string name;
  std::size_t depth = 1;
  std::size_t links = 1;
  FlitFormat format{};
  Flavour flavour = Flavour::kRtl;
  std::function<std::unique_ptr<VerilatedNode>(const NodeSetup&)> make;
};
void PrintTo(const LeafKind& kind, std::ostream* stream);
const std::vector<LeafKind>& leaf_kinds();

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_FAT_TREE_FAT_TREE_HARNESS_H_
