// simulation.h: everything that one run consists of, linked up under SystemC.
#ifndef FLITWISE_SIM_RUN_SIMULATION_H_
#define FLITWISE_SIM_RUN_SIMULATION_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/run/figures/judgement.h"
#include "sim/run/runner.h"
#include "sim/run/work.h"
#include "systemc/network/network_module.h"
#include "systemc/network/wave_recorder.h"
#include "systemc/pe/pe_group.h"
#include "systemc/pe/processing_element.h"

namespace flitwise {

/// A run's network, PEs and monitors under SystemC. At most one in a process.
/// Errors: construction throws std::runtime_error when a wave file cannot be written or the build
///         has no elaborated network for the scenario, ModelError for a network that processes
///         cannot share and shall.
class Simulation {
 public:
  /// `scenario` outlives the simulation.
  Simulation(const Scenario& scenario, const RunRequest& request);
  /// The same with protocols of one's own, entry v is PE v's. What theory says of the scenario's
  /// algorithm then only serves the step limit.
  Simulation(const Scenario& scenario, const RunRequest& request, protocols::Protocols protocols);
  /// Any work; the build and `max_steps`, which overrides its own step limit, are the options'.
  Simulation(std::unique_ptr<Work> work, const RunRequest& request, const Options& options);

  void run();

  /// What the finished run showed. Everything measured comes from the monitors at the routers'
  /// ports. Where processes share the network all of them must call it, once.
  Evidence evidence() const;
  /// In the order of steps, routers and ports; empty when there were too many to keep.
  const std::vector<LinkEvent>& events() const { return work_->events(); }
  std::int64_t router_cycles() const { return network_->network().router_cycles(); }
  std::int64_t flit_hops() const { return work_->flit_hops(); }
  double seconds() const { return seconds_; }

 private:
  std::vector<std::string> waiting() const;
  std::vector<std::string> of_all_ranks(const std::vector<std::string>& own) const;
  bool ends_beyond_limit(const Ledger& ledger) const;
  std::vector<std::string> complaints() const;
  std::vector<std::string> remarks() const;
  NetworkModule::Config network_config(const RunRequest& request, std::optional<Step> max_steps);
  void assemble(const RunRequest& request, const Options& options, protocols::Protocols protocols);
  void add_modules(protocols::Protocols protocols);
  std::unique_ptr<PeGroup> make_group(protocols::Protocols protocols) const;
  void keep_own(protocols::Protocols& protocols);
  std::size_t pending_transmissions() const;

  std::unique_ptr<Work> work_;
  std::unique_ptr<NetworkObserver> progress_;
  std::unique_ptr<WaveRecorder> waves_;
  std::unique_ptr<NetworkObserver> wave_tap_;
  std::unique_ptr<PeGroup> group_;  // of a large network or a shared one, in place of pes_
  std::unique_ptr<NetworkModule> network_;
  std::vector<std::unique_ptr<ProcessingElement>> pes_;
  std::vector<const protocols::PeProtocol*> protocols_;  // by PE, from first_pe_ on
  Node first_pe_ = 0;                                    // of this process
  Ranks* apart_ = nullptr;                               // of PEs and monitors that live apart
  std::optional<Step> own_limit_;                        // the scenario's max_steps
  double seconds_ = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_SIMULATION_H_
