// traffic_prediction.h: the prediction of traffic on a torus, before anything has run.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_PREDICTION_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_PREDICTION_H_

#include <string>

#include "sim/families/torus/torus_scenario.h"
#include "tb/theory/torus/torus_traffic.h"

namespace flitwise {

/// Rates in flits per node that sends and step.
struct TrafficPrediction {
  theory::TrafficTheory theory;
  double rate = 0;
  double trials = 0;  ///< node-steps of the window in which a packet may begin
  /// Most that a stable run can accept: the capacity, and what chance may add in the window.
  double most_accepted = 0;
  /// Accepted and offered rates of a stable run differ by no more.
  double stable_tolerance = 0;
  /// So far below capacity, and of receivers that take every flit, that sources must not fall
  /// behind.
  bool must_keep_up = false;
  bool keeps_order = false;  ///< every packet's lanes are fixed, so that none overtakes another
  std::string lane_circle;   ///< lanes that may wait for each other; empty: none
  Step drain = 0;            ///< steps that the scenario allows after its window
};

/// Shape: `scenario` is of traffic.
TrafficPrediction predict_traffic(const TorusScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_PREDICTION_H_
