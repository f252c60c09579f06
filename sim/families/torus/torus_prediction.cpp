#include "sim/families/torus/torus_prediction.h"

#include <fmt/format.h>

#include "sim/families/torus/torus_methods.h"
#include "tb/theory/torus/broadcast/broadcast_events.h"
#include "tb/theory/torus/broadcast/broadcast_rounds.h"
#include "tb/theory/torus/broadcast/packet_tree_timing.h"
#include "tb/theory/torus/channel_dependency.h"
#include "tb/theory/torus/torus_schedule_check.h"

namespace flitwise {
namespace {

theory::Pace pace_of(const TorusScenario& scenario) {
  if (!scenario.imported.starts.empty()) return theory::Pace::kStarts;
  return scenario.options.barrier ? theory::Pace::kBarrier : theory::Pace::kFree;
}

theory::BroadcastTiming time_of(const TorusScenario& scenario,
                                const std::optional<TorusSchedule>& schedule) {
  const Torus torus(scenario.sides);
  const theory::CycleModel model = cycle_model(scenario);
  if (!schedule)
    return theory::time_packet_tree(torus, scenario.root, model, packet_length(scenario),
                                    pace_of(scenario));
  return theory::time_schedule(*schedule, model, pace_of(scenario));
}

// Queues of one flit pass a flit every other cycle: theory counts one a cycle.
bool halves_the_rate(const TorusScenario& scenario) {
  const bool only_single_flits = scenario.length == 1 && scenario.options.barrier;
  return scenario.options.depth == 1 && !only_single_flits;
}

void say_exactness(const TorusScenario& scenario, TorusPrediction& p) {
  p.is_exact = p.timing.exact && !halves_the_rate(scenario);
  if (!p.timing.exact)
    p.why_not = fmt::format(
        "finish, arrivals and stalls are not predicted: {}; without waiting the broadcast would "
        "be done after step {}",
        p.timing.contention, p.timing.finish);
  else if (!p.is_exact)
    p.why_not = fmt::format(
        "finish, arrivals and stalls are not predicted: with depth 1 a channel passes a flit every "
        "other cycle; at full rate the broadcast would be done after step {}",
        p.timing.finish);
}

void count_steps(const TorusScenario& scenario, const std::optional<TorusSchedule>& schedule,
                 TorusPrediction& p) {
  const bool is_free = pace_of(scenario) == theory::Pace::kFree;
  if (!schedule) {
    if (!is_free) p.steps = p.timing.steps;
    p.steps_source = "slots: ceil(L/P) packets, the first of which needs one per link";
  } else if (!is_free && p.scheme && method_of(scenario).is_formula_exact) {
    p.steps = p.scheme->steps;
    p.steps_source = p.scheme->source;
  } else if (!is_free) {
    p.steps = static_cast<int>(schedule->steps.size());
    p.steps_source = "steps of the schedule that have messages";
  } else if (p.is_exact) {
    p.steps = theory::broadcast_rounds(*schedule);
    p.steps_source = "longest chain of sends that must follow each other";
  }
}

}  // namespace

theory::CycleModel cycle_model(const TorusScenario& scenario) {
  theory::CycleModel model;
  model.flits = scenario.length;
  model.send_overhead = scenario.options.send_overhead;
  model.receive_overhead = scenario.options.receive_overhead;
  return model;
}

Flits packet_length(const TorusScenario& torus) {
  if (torus.options.packet) return *torus.options.packet;
  return theory::best_packet_tree(torus.sides, cycle_model(torus)).packet;
}

std::string dependency_circle_text(const TorusScenario& scenario) {
  const Torus routed(theory::routed_sides(Torus(scenario.sides), scenario.order));
  const auto rule =
      scenario.options.strict_lanes ? theory::LaneRule::kStrict : theory::LaneRule::kRelaxed;
  const auto circle =
      theory::dependency_circle(routed, static_cast<int>(scenario.options.lanes), rule);
  return circle.empty() ? std::string() : theory::circle_text(routed, circle);
}

std::optional<Step> exact_finish(const TorusScenario& scenario,
                                 const std::optional<TorusSchedule>& schedule) {
  const theory::BroadcastTiming timing = time_of(scenario, schedule);
  if (!timing.exact || halves_the_rate(scenario)) return std::nullopt;
  return timing.finish;
}

TorusPrediction predict(const TorusScenario& scenario,
                        const std::optional<TorusSchedule>& schedule) {
  const Torus torus(scenario.sides);
  const std::vector<int> routed = theory::routed_sides(torus, scenario.order);
  TorusPrediction p;
  p.timing = time_of(scenario, schedule);
  say_exactness(scenario, p);
  if (const auto scheme = method_of(scenario).scheme)
    p.scheme = theory::broadcast_steps(*scheme, routed);
  count_steps(scenario, schedule, p);
  if (schedule)
    p.faults = static_cast<std::int64_t>(
        theory::check_schedule(*schedule, cycle_model(scenario)).faults.size());
  p.lower_bound = theory::fewest_cycles(torus, cycle_model(scenario));
  p.copying_routers = theory::copying_routers_finish(routed, cycle_model(scenario));
  p.fewest_steps = theory::fewest_steps(routed);
  p.fewest_steps_dor = theory::fewest_steps_dimension_order(routed);
  if (!p.is_exact) p.lane_circle = dependency_circle_text(scenario);
  return p;
}

std::optional<std::vector<LinkEvent>> expected_events(const TorusScenario& scenario,
                                                      const std::optional<TorusSchedule>& schedule,
                                                      const TorusPrediction& prediction) {
  if (!prediction.is_exact) return std::nullopt;
  const theory::CycleModel model = cycle_model(scenario);
  if (schedule) return theory::broadcast_events(*schedule, model, prediction.timing);
  return theory::packet_tree_events(Torus(scenario.sides), scenario.root, scenario.order, model,
                                    packet_length(scenario), pace_of(scenario));
}

}  // namespace flitwise
