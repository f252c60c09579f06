#include "sim/families/torus/traffic_prediction.h"

#include <algorithm>
#include <cmath>

#include "sim/families/torus/torus_methods.h"
#include "sim/families/torus/torus_prediction.h"

namespace flitwise {
namespace {

// Two lanes and a dateline keep up with so much of the capacity, whatever the pattern.
constexpr double kSafeShare = 0.3;
constexpr double kSigmas = 5;

theory::TrafficModel model_of(const TorusScenario& torus) {
  const protocols::TrafficPlan& plan = torus.traffic->plan;
  theory::TrafficModel model;
  model.pattern = traffic_method_of(torus).theory;
  model.includes_self = plan.self == protocols::SelfTraffic::kYes;
  model.hot_spots = plan.hot_spots;
  model.hot_share = plan.hot_share;
  model.lengths.clear();
  for (const protocols::PacketLength& length : plan.lengths)
    model.lengths.push_back({length.flits, length.weight});
  return model;
}

// The busiest channel passes at most a flit a step, and what lies behind it when the window begins
// may arrive in it. Packets choose their ways by chance: of x^2 flits that should go over it on
// average, 5 x sqrt(E[L^2] / E[L]) fewer may. Before receivers that stall, the queues of all nodes
// may be full of it, not only those of one way.
double most_accepted(const TorusScenario& scenario, const TrafficPrediction& p) {
  const auto steps = static_cast<double>(scenario.traffic->measure);
  int links = 0;
  for (const int side : scenario.sides) links += side / 2;
  if (scenario.traffic->receiver_stall > 0) {
    const Torus torus(scenario.sides);
    links = torus.channels() * static_cast<int>(torus.size());
  }
  const double behind = links * scenario.options.lanes * (scenario.options.depth + 1.0);
  const double burst = p.theory.length.mean + p.theory.length.variance / p.theory.length.mean;
  const double spread = kSigmas * std::sqrt(burst);
  const double root = (spread + std::sqrt(spread * spread + 4 * (steps + behind))) / 2;
  return p.theory.capacity * root * root / steps;
}

// Births of the window are drawn by chance, and what is under way at its ends differs by what a
// network at rest holds, at most. Every flit of a packet may wait for its receiver.
double stable_tolerance(const TorusScenario& scenario, const TrafficPrediction& p) {
  const double stall = scenario.traffic->receiver_stall;
  const double waits = p.theory.length.mean * stall / (1 - stall);
  const double under_way = p.rate * (p.theory.zero_load_latency().mean + waits);
  return p.theory.begun(p.rate).tolerance(p.trials) +
         under_way / static_cast<double>(scenario.traffic->measure);
}

// All flits that may wait at the end of the window, at a quarter of the capacity in the steps in
// which receivers take flits.
Step drain_of(const TorusScenario& scenario, const TrafficPrediction& p) {
  constexpr double kMargin = 10'000;
  constexpr double kForEver = 0x1p62;
  const auto born =
      p.rate * static_cast<double>(scenario.traffic->warmup + scenario.traffic->measure);
  const double open = 1 - scenario.traffic->receiver_stall;
  const double steps = (kMargin + 4 * born / p.theory.capacity) / open;
  return scenario.traffic->drain.value_or(static_cast<Step>(std::min(steps, kForEver)));
}

}  // namespace

TrafficPrediction predict_traffic(const TorusScenario& scenario) {
  const TorusOptions& options = scenario.options;
  TrafficPrediction p;
  p.theory = theory::traffic_theory(Torus(scenario.sides), scenario.order, model_of(scenario));
  p.rate = scenario.traffic->plan.rate;
  p.trials = static_cast<double>(p.theory.senders) * static_cast<double>(scenario.traffic->measure);
  p.most_accepted = most_accepted(scenario, p);
  p.stable_tolerance = stable_tolerance(scenario, p);
  p.must_keep_up = options.lanes >= 2 && options.depth >= 2 &&
                   p.rate <= kSafeShare * p.theory.capacity &&
                   scenario.traffic->receiver_stall == 0;
  p.keeps_order = options.lanes == 1 || (options.lanes == 2 && options.strict_lanes);
  p.lane_circle = dependency_circle_text(scenario);
  p.drain = drain_of(scenario, p);
  return p;
}

}  // namespace flitwise
