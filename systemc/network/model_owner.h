// model_owner.h: keeps the verilated models of an assembled network, for adapters only.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODEL_OWNER_H_
#define FLITWISE_SYSTEMC_NETWORK_MODEL_OWNER_H_

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "systemc/network/engine.h"
#include "systemc/network/tree_routers.h"
#include "systemc/network/verilated_pins.h"
#include "systemc/network/wave_recorder.h"

namespace flitwise {

/// The models of all routers of a network, in one context: their own, or that of the wave.
class ModelOwner final : public RouterOwner {
 public:
  explicit ModelOwner(const TreeNetworkConfig& config)
      : checkers_(config.checkers), waves_(config.waves) {
    if (waves_ == nullptr) own_context_ = std::make_unique<VerilatedContext>();
    context_ =
        waves_ == nullptr ? own_context_.get() : static_cast<VerilatedContext*>(waves_->context());
    count_assertion_failures(*context_);
    failures_before_ = context_->errorCount();
  }
  // Verilator keeps one current context a thread and models deregister from that one.
  ~ModelOwner() override { Verilated::threadContextp(context_); }
  ModelOwner(const ModelOwner&) = delete;
  ModelOwner& operator=(const ModelOwner&) = delete;

  int assertion_failures() const override { return context_->errorCount() - failures_before_; }
  void set_step(Step step) override {
    Verilated::threadContextp(context_);
    context_->time(static_cast<std::uint64_t>(step));
  }

  /// Makes the router of `node` in the flavour that the configuration asks for. `configure(model)`
  /// drives its configuration pins; `own_lanes` and `lanes` are those in use.
  template <class Plain, class Checked, class Traced, class Configure>
  RouterPins make(Node node, std::uint32_t own_lanes, std::uint32_t lanes, Configure configure) {
    if (waves_ != nullptr) return make_model<Traced>(node, own_lanes, lanes, configure);
    if (checkers_ == Checkers::kBound)
      return make_model<Checked>(node, own_lanes, lanes, configure);
    return make_model<Plain>(node, own_lanes, lanes, configure);
  }

 private:
  template <class Model, class Configure>
  RouterPins make_model(Node node, std::uint32_t own_lanes, std::uint32_t lanes,
                        Configure configure) {
    // A space in the name opens a scope of its own in the wave.
    auto model = std::make_shared<Model>(context_, fmt::format("pe{} router", node).c_str());
    configure(*model);
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
    pins.lanes = lanes;
    pins.own_lanes = own_lanes;
    models_.push_back(std::move(model));
    return pins;
  }

  template <class Model>
  static ViolationMasks masks(void* model) {
    const auto& m = *static_cast<Model*>(model);
    const std::size_t lanes = sizeof(m.out_lane_o) / sizeof(RawFlit);
    ViolationMasks masks;
    for (std::size_t word = 0; word < masks.inputs.size() && word * 64 < lanes; ++word) {
      const std::size_t count = std::min<std::size_t>(64, lanes - word * 64);
      masks.inputs[word] = bits_of(m.violation_in_o, word * 64, count);
      masks.outputs[word] = bits_of(m.violation_out_o, word * 64, count);
    }
    return masks;
  }

  const Checkers checkers_;
  WaveRecorder* waves_;
  std::unique_ptr<VerilatedContext> own_context_;
  VerilatedContext* context_ = nullptr;
  int failures_before_ = 0;
  std::vector<std::shared_ptr<void>> models_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODEL_OWNER_H_
