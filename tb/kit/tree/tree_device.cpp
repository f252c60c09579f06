// tree_device.cpp: a verilated wrapper of a tree.
#include "tb/kit/tree/tree_device.h"

#include "systemc/network/models/model_owner.h"
#include "systemc/network/own/router_wires.h"
#include "systemc/network/own/wrapper_model.h"

namespace flitwise::kit {
namespace {

class VerilatedTree final : public TreeDevice {
 public:
  VerilatedTree(const ModelTable& table, const own::RouterDescription& router, std::uint64_t seed)
      : router_(&router),
        owner_(nullptr),
        reports_drops_(own::has_pin(table, "dropped_o")),
        wires_(own::make_drawn(owner_, table, seed), router) {}

  void set_place(const own::TreePlace& place) override { wires_.set_place(place); }
  bool reports_drops() const override { return reports_drops_; }

  void reset() override {
    wires_.reset();
    own::expect_running(owner_, *router_);
  }

  void drive(const Inputs& inputs) override {
    for (std::uint32_t port = 0; port < wires_.ports(); ++port)
      wires_.set_wires(port, inputs[port].flit, inputs[port].valid != 0);
  }

  Outputs settle() override {
    wires_.settle();
    return outputs();
  }

  Outputs outputs() const override {
    Outputs outputs;
    for (std::uint32_t port = 0; port < wires_.ports(); ++port) {
      PortOutputs& wires = outputs[port];
      wires.valid = wires_.valid_out(port) ? 1 : 0;
      if (wires.valid != 0) wires.flit = wires_.flit_out(port);
      wires.ready = 1;
      wires.has_dropped = wires_.has_dropped(port);
    }
    return outputs;
  }

  void cycle() override {
    wires_.cycle();
    own::expect_running(owner_, *router_);
  }

 private:
  const own::RouterDescription* router_;
  ModelOwner owner_;
  bool reports_drops_;
  own::TreeWires wires_;
};

}  // namespace

TreeDeviceFactory verilated_trees(const own::RouterDescription& router,
                                  const ModelLibrary::Config& config) {
  const auto library = std::make_shared<ModelLibrary>(config);
  return [&router, library](std::uint32_t children, std::uint64_t seed) {
    own::RequestMore more;
    more.draws_unknowns = true;
    const ModelTable& table = own::tree_wrapper_table(*library, router, ModelFlavour::kPlain,
                                                      static_cast<Node>(children), more);
    return std::make_unique<VerilatedTree>(table, router, seed);
  };
}

}  // namespace flitwise::kit
