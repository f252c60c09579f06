// torus_network_run.h: what runs on a torus have in common, whatever travels on it: the routers.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_NETWORK_RUN_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_NETWORK_RUN_H_

#include <memory>
#include <string>
#include <vector>

#include "sim/families/torus/torus_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/run.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/torus/torus_routers.h"
#include "systemc/network/torus/torus_wiring.h"
#include "tb/check/recorder.h"

namespace flitwise {

class TorusNetworkRun : public Run {
 public:
  AddressBook addresses() const override { return AddressBook::of_numbers(wiring_.size()); }
  std::vector<std::string> node_names() const override { return torus_node_names(wiring_.torus()); }
  /// Errors: throws ModelError when a model cannot be made.
  std::unique_ptr<Network> make_network(WaveRecorder* waves) override;
  std::vector<Node> neighbours(Node pe) const override { return wiring_.neighbours(pe); }
  FlitLayout flit_layout() const override { return FlitLayout::kRoute; }
  const std::vector<LinkEvent>& events() const override { return recorder_.events(); }

 protected:
  /// `scenario`, which is on a torus, outlives the run.
  explicit TorusNetworkRun(const Scenario& scenario);

  const TorusScenario& on_torus() const { return on_torus_; }
  const TorusWiring& wiring() const { return wiring_; }
  /// Of the network, once it is made.
  Stalls stalls() const { return stalls_->total(); }
  TorusWorms& worms() { return *worms_; }
  std::vector<std::string> circular_wait() const { return worms_->describe_circular_wait(); }
  check::Recorder& recorder() { return recorder_; }
  const check::Recorder& recorder() const { return recorder_; }

 private:
  const Scenario& scenario_;
  const TorusScenario& on_torus_;
  const TorusWiring wiring_;
  check::Recorder recorder_;
  ModelLibrary models_;
  std::unique_ptr<const TorusStalls> stalls_;  // reads the network, which is the caller's
  std::unique_ptr<TorusWorms> worms_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_NETWORK_RUN_H_
