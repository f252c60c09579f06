// simulation.h: everything that one run consists of, linked up.
#ifndef FLITWISE_SIM_SIMULATION_H_
#define FLITWISE_SIM_SIMULATION_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/judgement.h"
#include "sim/run_observers.h"
#include "sim/runner.h"
#include "sim/scenario.h"
#include "sim/tree_run.h"
#include "systemc/network/network_module.h"
#include "systemc/pe/processing_element.h"
#include "tb/check/recorder.h"
#include "tb/check/scoreboard.h"
#include "tb/check/tree_meter.h"

namespace flitwise {

/// A scenario's network, PEs and monitors under SystemC. At most one in a process.
/// Errors: construction throws std::runtime_error when a wave file cannot be written or the build
///         has no elaborated network for the tree.
class Simulation {
 public:
  /// `scenario` outlives the simulation.
  Simulation(const Scenario& scenario, const RunRequest& request);
  /// The same with protocols of one's own, entry v is PE v's. What theory says of the scenario's
  /// algorithm then only serves the step limit.
  Simulation(const Scenario& scenario, const RunRequest& request, protocols::Protocols protocols);

  void run();

  /// What the finished run showed. Everything measured comes from the monitors at the routers'
  /// ports.
  Evidence evidence() const;
  /// In the order of steps, routers and ports; empty when there were too many to keep.
  const std::vector<LinkEvent>& events() const { return recorder_.events(); }
  std::int64_t router_cycles() const { return network_->network().router_cycles(); }
  std::int64_t flit_hops() const { return meter_.flit_hops(); }
  double seconds() const { return seconds_; }

  /// Lists of link events beyond this would take more memory than the network itself.
  static constexpr std::int64_t kMostRecordedTransfers = 4'000'000;

 private:
  std::vector<std::string> waiting() const;
  std::vector<std::string> complaints() const;
  Figures measured() const;
  std::unique_ptr<Network> make_network();
  NetworkModule::Config network_config(const RunRequest& request);
  void add_pes(protocols::Protocols protocols);

  const Scenario& scenario_;
  const Tree tree_;
  const theory::Prediction prediction_;
  const std::vector<std::uint32_t> addresses_;
  const bool records_events_;
  check::TreeMeter meter_;
  check::Scoreboard scoreboard_;
  check::Recorder recorder_;
  std::unique_ptr<ProgressTap> progress_;
  std::unique_ptr<WaveRecorder> waves_;
  std::unique_ptr<WaveTap> wave_tap_;
  std::unique_ptr<NetworkModule> network_;
  std::vector<std::unique_ptr<ProcessingElement>> pes_;
  double seconds_ = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_SIMULATION_H_
