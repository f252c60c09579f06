// router_host.h: the routers of a fabric's network, for PEs of any sort and whoever watches.
#ifndef FLITWISE_SIM_FABRIC_ROUTER_HOST_H_
#define FLITWISE_SIM_FABRIC_ROUTER_HOST_H_

#include <flitwise/fabric_network.h>
#include <flitwise/fabric_waves.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "sim/run/machine.h"
#include "systemc/network/network_module.h"

namespace flitwise {

/// A network's machine and the module "network" that carries it through time. Made within the
/// constructor of the module that it belongs to.
class RouterHost final : private NetworkObserver {
 public:
  /// `waves` may be nullptr. `progress` is told of models that are compiled; empty: the terminal
  /// is. Errors: throws ModelError when a router's model cannot be made, std::invalid_argument for
  ///         a step of no time, or waves of another network.
  RouterHost(const FabricNetwork& network, const sc_core::sc_time& step, FabricWaves* waves,
             const std::function<void(const std::string&)>& progress);
  /// Closes the wave, whose signals go with the routers. An error of "flitwise/fabric" follows if
  /// the simulation goes on.
  ~RouterHost() override;

  Machine& machine() const { return *machine_; }
  NetworkModule& module() const { return *module_; }
  std::size_t pes() const { return machine_->addresses().pes(); }
  const sc_core::sc_time& step() const { return step_; }
  /// The last step that is over, or ends now; 0: none.
  Step now() const;
  /// Errors: throws std::logic_error when a step is over: `what` would miss what came in it.
  void require_start(const char* what) const;
  std::string name_of(Node node) const;
  /// What waves show of PEs.
  void show_states(std::function<protocols::PeState(Node, Step)> state_of);

  /// Observers are called in the order in which they were added.
  void add(NetworkObserver& observer) { observers_.push_back(&observer); }

 private:
  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  const sc_core::sc_time step_;
  const std::unique_ptr<Machine> machine_;
  const std::vector<std::string> names_;
  const std::shared_ptr<FabricWaves::Book> waves_;  // or nullptr; outlives the routers
  std::unique_ptr<NetworkModule> module_;
  std::vector<NetworkObserver*> observers_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FABRIC_ROUTER_HOST_H_
