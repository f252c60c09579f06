// torus_ledger.cpp: predictions, figures and checks of broadcasts.
#include "sim/families/torus/torus_ledger.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/families/torus/torus_methods.h"
#include "sim/run/figures/figure_check.h"
#include "tb/theory/torus/broadcast_plan.h"
#include "tb/theory/torus/broadcast_timing.h"
#include "tb/theory/torus/channel_dependency.h"
#include "tb/theory/torus/one_port_packets.h"
#include "tb/theory/torus/torus_schedule_check.h"
#include "tb/theory/torus/worm_timing.h"

namespace flitwise {
namespace {

// Packets go down the tree of shortest paths that a flood follows, too.
std::vector<check::ExpectedWorm> packets_of_tree(const TorusScenario& scenario) {
  const Torus torus(scenario.sides);
  const Flits packet = packet_length(scenario);
  const TorusSchedule tree =
      theory::broadcast_plan(theory::BroadcastScheme::kFlood, torus, scenario.root, scenario.order);
  std::vector<check::ExpectedWorm> worms;
  for (const TorusStep& step : tree.steps)
    for (const TorusMessage& edge : step)
      for (Flits sent = 0; sent < scenario.length; sent += packet)
        worms.push_back({edge.from, sent / packet, torus.destination(edge.from, edge.hops),
                         std::min(packet, scenario.length - sent)});
  return worms;
}

theory::SendPace pace_of(const TorusScenario& scenario) {
  if (!scenario.imported.starts.empty()) return theory::SendPace::kStarts;
  return scenario.options.barrier ? theory::SendPace::kBarrier : theory::SendPace::kFree;
}

theory::BroadcastTiming time_of(const TorusScenario& scenario,
                                const std::optional<TorusSchedule>& schedule) {
  const Torus torus(scenario.sides);
  const theory::CycleModel model = cycle_model(scenario);
  if (!schedule)
    return theory::time_packet_tree(torus, scenario.root, model, packet_length(scenario),
                                    pace_of(scenario), scenario.order);
  return theory::time_schedule(*schedule, model, pace_of(scenario));
}

std::string why_late(const WormScenario& scenario) {
  if (scenario.options.latency.is_unit())
    return "with depth 1 a channel passes a flit every other cycle";
  return fmt::format("with depth {} flits wait for credits, with {} none does",
                     scenario.options.depth,
                     theory::credit_loops(scenario.sides, scenario.options.latency).head);
}

void say_exactness(const TorusScenario& scenario, TorusPrediction& p) {
  p.is_exact = p.timing.exact;
  p.is_smooth = p.is_exact && p.timing.stalls == 0;
  p.why_not = unpredicted(scenario, p.timing, "broadcast");
}

// What a node sends at once then leaves at different times: by a port that it has just used later.
bool delays_single_ports(const TorusScenario& scenario) {
  return scenario.options.send_overhead < scenario.options.latency.pipeline.head_wait();
}

void count_steps(const TorusScenario& scenario, const std::optional<TorusSchedule>& schedule,
                 TorusPrediction& p) {
  const bool is_free = pace_of(scenario) == theory::SendPace::kFree;
  if (!schedule) {
    if (!is_free) p.steps = p.timing.steps;
    p.steps_source = "slots: ceil(L/P) packets, the first of which needs one per link";
  } else if (!is_free && p.scheme && method_of(scenario).is_formula_exact) {
    p.steps = p.scheme->steps;
    p.steps_source = p.scheme->source;
  } else if (!is_free) {
    p.steps = static_cast<int>(schedule->steps.size());
    p.steps_source = "steps of the schedule that have messages";
  } else if (p.is_exact && !delays_single_ports(scenario)) {
    p.steps = theory::broadcast_rounds(*schedule);
    p.steps_source = "longest chain of sends that must follow each other";
  }
}

constexpr const char* kArrivals =
    "by node, the same for its first copy: the tail's step plus receive_overhead";

// Where waiting may blur them, steps are not measured either.
std::optional<std::int64_t> measured_steps(const TorusFindings& f) {
  if (!f.prediction.steps) return std::nullopt;
  const bool is_planned = f.scenario.options.barrier || !f.scenario.imported.starts.empty();
  return is_planned ? f.meter.departures() : f.meter.rounds();
}

std::string source_of(const TorusFindings& f, const char* quantity) {
  for (const theory::Source& source : f.prediction.timing.sources)
    if (source.quantity == quantity) return source.text;
  return "";
}

// Schemes that align sources have less to do where some are in place already.
void check_steps(const TorusFindings& f, std::vector<check::Check>& checks) {
  const auto steps = measured_steps(f);
  if (!steps || !f.prediction.faults) return;
  if (f.prediction.scheme)
    checks.push_back(check::at_most("scheme_steps", *steps, f.prediction.scheme->steps,
                                    f.prediction.scheme->source));
  checks.push_back(check::at_least(
      "lower_bound_steps_dor", *steps, f.prediction.fewest_steps_dor,
      f.scenario.has_one_port()
          ? "fewest steps of any broadcast routed in dimension order, by dynamic programming over "
            "the source's line, and with one port a PE at least ceil(log_2 N)"
          : "fewest steps of any all-port broadcast routed in dimension order, by dynamic "
            "programming over the source's line"));
}

}  // namespace

std::optional<TorusSchedule> expected_schedule(const TorusScenario& scenario) {
  const auto expected = method_of(scenario).expected;
  return expected == nullptr ? std::nullopt : std::optional(expected(scenario));
}

std::vector<check::ExpectedWorm> expected_worms(const TorusScenario& scenario) {
  const auto schedule = expected_schedule(scenario);
  if (!schedule) return packets_of_tree(scenario);
  const Torus torus(scenario.sides);
  std::vector<std::int64_t> sent(index_of(torus.size()), 0);
  std::vector<check::ExpectedWorm> worms;
  for (const TorusStep& step : schedule->steps)
    for (const TorusMessage& message : step)
      worms.push_back({message.from, sent[index_of(message.from)]++,
                       torus.destination(message.from, message.hops), scenario.length});
  return worms;
}

theory::CycleModel cycle_model(const TorusOptions& options, Flits flits) {
  theory::CycleModel model;
  model.flits = flits;
  model.send_overhead = options.send_overhead;
  model.receive_overhead = options.receive_overhead;
  model.latency = options.latency;
  model.depth = Step{options.depth};
  return model;
}

theory::CycleModel cycle_model(const TorusScenario& scenario) {
  theory::CycleModel model = cycle_model(scenario.options, scenario.length);
  if (scenario.has_one_port()) model.ports = theory::PePorts::kOne;
  return model;
}

std::string unpredicted(const WormScenario& scenario, const char* operation,
                        const std::string& contention, bool is_exact, bool is_smooth, Step finish) {
  constexpr const char* kLacking = "finish, arrivals and stalls are not predicted";
  if (!contention.empty())
    return fmt::format("{}: {}; without waiting the {} would be done after step {}", kLacking,
                       contention, operation, finish);
  if (!is_exact)
    return fmt::format("{}: {}; at full rate the {} would be done after step {}", kLacking,
                       why_late(scenario), operation, finish);
  if (!is_smooth)
    return fmt::format(
        "quiesce and events are not predicted: {}; those behind a head, which waits longer in each "
        "router, catch up with it",
        why_late(scenario));
  return "";
}

std::vector<std::string> router_notes(const WormScenario& scenario) {
  if (!scenario.router) return {};
  return {"router " + describe(*scenario.router)};
}

std::string quiesce_source(const TorusLatency& latency) {
  return latency.router() == 1
             ? "the last tail crosses its last link one step before it reaches its PE"
             : fmt::format("the last tail is received {} steps before it reaches its PE",
                           latency.router());
}

Step depth_for_planned_steps(const TorusScenario& scenario) {
  TorusScenario tried = scenario;
  const theory::CreditLoops loops = theory::credit_loops(scenario.sides, scenario.options.latency);
  for (tried.options.depth = 1; tried.options.depth < loops.head; ++tried.options.depth)
    if (theory::depths_of(scenario.sides, cycle_model(tried), pace_of(scenario), scenario.length)
            .suffices)
      break;
  return tried.options.depth;
}

Flits packet_length(const TorusScenario& torus) {
  if (torus.options.packet) return *torus.options.packet;
  if (torus.has_one_port())
    return theory::best_one_port_packet(Torus(torus.sides), torus.root, torus.order,
                                        cycle_model(torus), pace_of(torus));
  return theory::best_packet_tree(torus.sides, cycle_model(torus)).packet;
}

std::string dependency_circle_text(const WormScenario& scenario) {
  if (scenario.is_mesh || scenario.router) return "";  // of own ones the kit finds it
  const Torus routed(theory::routed_sides(Torus(scenario.sides), scenario.order));
  const auto rule =
      scenario.options.strict_lanes ? theory::LaneRule::kStrict : theory::LaneRule::kRelaxed;
  const auto circle =
      theory::dependency_circle(routed, static_cast<int>(scenario.options.lanes), rule);
  return circle.empty() ? std::string() : theory::circle_text(routed, circle);
}

bool is_smooth(const TorusScenario& scenario) {
  const theory::BroadcastTiming timing = time_of(scenario, expected_schedule(scenario));
  return timing.exact && timing.stalls == 0;
}

std::optional<Step> exact_finish(const TorusScenario& scenario,
                                 const std::optional<TorusSchedule>& schedule) {
  const theory::BroadcastTiming timing = time_of(scenario, schedule);
  return timing.exact ? std::optional(timing.finish) : std::nullopt;
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
  p.lower_bound = theory::fewest_cycles(scenario.sides, cycle_model(scenario));
  p.copying_routers = theory::copying_routers_finish(scenario.sides, cycle_model(scenario));
  p.fewest_steps = scenario.has_one_port() ? theory::fewest_steps_one_port(routed)
                                           : theory::fewest_steps(routed);
  p.fewest_steps_dor = std::max(p.fewest_steps, theory::fewest_steps_dimension_order(routed));
  if (!p.is_exact) p.lane_circle = dependency_circle_text(scenario);
  return p;
}

bool says_events(const std::optional<TorusSchedule>& schedule, const TorusPrediction& prediction) {
  return prediction.is_smooth && (!schedule || theory::broadcast_rounds(*schedule));
}

void visit_expected_events(const TorusScenario& scenario,
                           const std::optional<TorusSchedule>& schedule,
                           const TorusPrediction& prediction, const theory::TakeEvent& take) {
  const theory::CycleModel model = cycle_model(scenario);
  if (schedule)
    theory::visit_broadcast_events(*schedule, model, prediction.timing, take);
  else
    theory::visit_packet_tree_events(Torus(scenario.sides), scenario.root, scenario.order, model,
                                     packet_length(scenario), pace_of(scenario), take);
}

Ledger torus_ledger(const TorusFindings& f) {
  const TorusPrediction& p = f.prediction;
  const Step finish = p.timing.finish;
  const TorusLatency& latency = f.scenario.options.latency;
  Ledger ledger;
  // What waiting may change.
  const auto add = [&](const char* name, const Figure& measured, const Figure& predicted,
                       bool holds, const std::string& source) {
    ledger.add(name, measured, holds ? std::optional(predicted) : std::nullopt, source);
  };
  const auto exact = [&](const char* name, const Figure& measured, const Figure& predicted,
                         const std::string& source) {
    add(name, measured, predicted, p.is_exact, source);
  };
  exact("finish", f.meter.finish(), finish, source_of(f, "finish"));
  add("quiesce", f.meter.quiesce(),
      finish == 0 ? 0 : finish - f.scenario.options.receive_overhead - latency.router(),
      p.is_smooth, quiesce_source(latency));
  ledger.add("steps", measured_steps(f),
             p.steps ? std::optional<Figure>(std::int64_t{*p.steps}) : std::nullopt,
             p.steps_source);
  if (f.stalls) {
    add("stalls", static_cast<std::int64_t>(f.stalls->stalled), p.timing.stalls.value_or(0),
        p.is_exact, source_of(f, "stalls"));
    add("blocked", static_cast<std::int64_t>(f.stalls->blocked), p.timing.stalls.value_or(0),
        p.is_exact,
        p.is_smooth ? "stalls for lack of a lane or of credit: none, as above"
                    : "stalls for lack of a lane or of credit: all of them");
  }
  if (f.shows_arrivals) exact("arrivals", f.meter.arrivals(), p.timing.ready, kArrivals);
  ledger.add_lower_bound(
      p.lower_bound,
      fmt::format("os + {} + {} + orv, {}{}: any broadcast, cut in any way",
                  latency.is_unit() ? "D" : "r - 1 + W",
                  f.scenario.has_one_port() ? "L" : "ceil(L / 2k)",
                  latency.is_unit() ? "D the diameter" : "W the longest shortest way",
                  f.scenario.has_one_port() ? "" : ", k the sides above 1"));
  ledger.add_theory("lower_bound_steps", std::int64_t{p.fewest_steps});
  ledger.add_theory("lower_bound_steps_dor", std::int64_t{p.fewest_steps_dor});
  ledger.add_theory("copying_routers_finish", p.copying_routers);
  return ledger;
}

Figure::Members blank_torus_figures(const TorusScenario& scenario) {
  if (scenario.router) return {{"steps", {}}, {"arrivals", {}}};
  return {{"steps", {}}, {"stalls", {}}, {"blocked", {}}, {"arrivals", {}}};
}

std::vector<check::Check> torus_checks(const TorusFindings& f) {
  std::vector<check::Check> checks;
  if (f.prediction.faults)
    checks.push_back(check::final(check::compare(
        "schedule_faults", *f.prediction.faults, std::int64_t{0},
        "static: no channel twice in a step, every sender informed, every node reached")));
  check_steps(f, checks);
  if (!f.prediction.is_exact)
    checks.push_back(check::at_least("contention_free", f.meter.finish(),
                                     f.prediction.timing.finish,
                                     source_of(f, "finish") + "; waiting can only make it later"));
  else if (!f.shows_arrivals)
    checks.push_back(
        compare_figures("arrivals", f.meter.arrivals(), f.prediction.timing.ready, kArrivals));
  return checks;
}

std::vector<std::string> torus_notes(const TorusFindings& f) {
  std::vector<std::string> notes = router_notes(f.scenario);
  if (!f.prediction.is_smooth) notes.push_back(f.prediction.why_not);
  if (!f.prediction.lane_circle.empty())
    notes.push_back("worms that wait may wait for each other in a circle: " +
                    f.prediction.lane_circle);
  return notes;
}

}  // namespace flitwise
