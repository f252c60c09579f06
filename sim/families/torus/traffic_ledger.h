// traffic_ledger.h: what theory predicts of traffic on a torus or a mesh, and what a run measured
// beside it.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_LEDGER_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_LEDGER_H_

#include <string>
#include <vector>

#include "sim/families/torus/torus_scenario.h"
#include "sim/run/figures/ledger.h"
#include "sim/run/figures/result.h"
#include "systemc/network/torus/torus_routers.h"
#include "tb/check/torus/traffic_meter.h"
#include "tb/check/torus/traffic_scoreboard.h"
#include "tb/check/verdict.h"
#include "tb/theory/torus/torus_traffic.h"

namespace flitwise {

/// Rates in flits per node that sends and step.
struct TrafficPrediction {
  theory::TrafficTheory theory;
  double rate = 0;
  double trials = 0;        ///< node-steps of the window in which a packet may begin
  double slowest_lane = 1;  ///< flits that a lane passes in a step at most
  /// Most that a stable run can accept: the capacity, and what chance may add in the window.
  double most_accepted = 0;
  /// Accepted and offered rates of a stable run differ by no more.
  double stable_tolerance = 0;
  /// Receivers are open often enough for what is sent, in the mean.
  bool receivers_keep_up = true;
  /// So far below capacity, and of receivers that take every flit, that sources must not fall
  /// behind.
  bool must_keep_up = false;
  bool keeps_order = false;  ///< every packet's lanes are fixed, so that none overtakes another
  std::string lane_circle;   ///< lanes that may wait for each other; empty: none
  Step drain = 0;            ///< steps that the scenario allows after its window
};

/// Shape: `scenario` is of traffic.
TrafficPrediction predict_traffic(const WormScenario& scenario);

/// What is known when a run is over.
struct TrafficFindings {
  const WormScenario& scenario;
  const TrafficPrediction& prediction;
  const check::TrafficMeter& meter;
  const check::StalledReceivers& receivers;
  const check::TrafficScoreboard& scoreboard;
  const check::UndisturbedPackets& undisturbed;
  std::optional<Stalls> stalls;  ///< own routers do not count them

  /// Flits per node that sends and step, in the window.
  double offered() const;
  double accepted() const;
  /// Sources do not fall behind, as far as theory and chance let one tell.
  bool is_stable() const;
};

/// In the order of the reports. `capacity`, `zero_load_latency` and `hops` are theory's: no single
/// figure must equal them.
Ledger traffic_ledger(const TrafficFindings& findings);
/// Of tables.
std::vector<FigureColumn> traffic_columns(const WormScenario& scenario);
/// The names alone: what a run has that broke off.
Figure::Members blank_traffic_figures(const WormScenario& scenario);
/// What traffic is ranked by: loads that were accepted first, by mean latency; others by
/// throughput.
std::vector<double> traffic_costs(const Figures& measured);
std::vector<check::Check> traffic_checks(const TrafficFindings& findings);
std::vector<std::string> traffic_notes(const TrafficFindings& findings);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_LEDGER_H_
