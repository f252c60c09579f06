#include "sim/judgement.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitwise {
namespace {

Figures measured_figures(const Simulation& simulation) {
  const check::TreeMeter& meter = simulation.meter();
  Figures figures{meter.finish(), meter.quiesce(), {}, meter.dispatch(), {}, {}, {}};
  if (simulation.scenario().algorithm == Algorithm::kCertification) {
    figures.t_sync = meter.t_sync();
    figures.lag = meter.lag();
    figures.stream = meter.stream();
    figures.order_value = meter.order_value();
  }
  return figures;
}

Figures predicted_figures(const theory::Prediction& p) {
  return {p.finish, p.quiesce, p.t_sync, p.dispatch, p.lag, p.stream, p.order_value};
}

void compare_figures(const theory::Prediction& prediction, Result& result) {
  const auto add = [&](const char* name, const auto& measured, const auto& predicted) {
    result.checks.push_back(check::compare(name, measured, predicted, prediction.source_of(name)));
  };
  const Figures& m = result.measured;
  const Figures& p = result.predicted;
  add("finish", m.finish, p.finish);
  add("quiesce", m.quiesce, p.quiesce);
  add("dispatch", m.dispatch, p.dispatch);
  if (!p.t_sync) return;
  add("t_sync", m.t_sync, p.t_sync);
  add("lag", m.lag, p.lag);
  add("stream", m.stream, p.stream);
  add("order_value", m.order_value, p.order_value);
}

void compare_events(const Simulation& simulation, Result& result) {
  if (simulation.recorder() == nullptr) {
    result.notes.push_back(fmt::format(
        "the list of all events was not compared: there may be more than {} link transfers",
        Simulation::kMostRecordedTransfers));
    return;
  }
  std::vector<LinkEvent> measured = simulation.recorder()->events();
  std::sort(measured.begin(), measured.end());
  result.checks.push_back(check::compare(
      "events", measured,
      predict_events(simulation.scenario(), simulation.tree(), simulation.prediction()),
      "the figures above unrolled: every flit on every link in every step"));
}

// Rules of the network that every run must keep; returns how often they were broken.
std::int64_t check_rules(const Simulation& simulation, std::int64_t complaints, Result& result) {
  std::int64_t broken = 0;
  const auto none = [&](const char* name, std::int64_t measured, const char* source) {
    broken += measured;
    result.checks.push_back(check::compare(name, measured, std::int64_t{0}, source));
  };
  const check::Scoreboard& board = simulation.scoreboard();
  none("collisions", board.collisions(), "no two flits want one output of a router");
  none("port_violations", board.port_violations(),
       "single-port: one send and one receive per PE and step");
  none("router_errors", board.router_errors(), "the routers report no other broken rule");
  none("assertion_failures", simulation.network().network().assertion_failures(),
       "assertions in the RTL and bound to it");
  none("protocol_complaints", complaints, "every PE receives what its protocol expects");
  return broken;
}

void check_delivery(const Simulation& simulation, Result& result) {
  const check::Scoreboard& board = simulation.scoreboard();
  result.checks.push_back(check::compare("delivered_flits", board.delivered(), board.expected(),
                                         "every flit once, in order, at the right PE"));
  result.checks.push_back(check::compare("flit_errors", board.flit_errors(), std::int64_t{0},
                                         "no flit lost, made, misplaced or reordered"));
}

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Whether the run ended by itself; says in the problems why not.
bool has_ended(const Simulation& simulation, Result& result) {
  const std::vector<std::string> waiting = simulation.waiting();
  const std::optional<Step> stopped = simulation.network().stopped_at();
  if (stopped) {
    result.problems.push_back(fmt::format(
        "stopped after step {} by the limit max_steps; {} transmissions of PEs under way or due",
        *stopped, simulation.network().pending_transmissions()));
    append(result.problems, simulation.network().describe_flits_on_links());
  } else if (!waiting.empty()) {
    result.problems.push_back(
        fmt::format("nothing moves after step {}, and PEs still wait", result.measured.quiesce));
  }
  append(result.problems, waiting);
  return !stopped && waiting.empty();
}

}  // namespace

Result judge(const Simulation& simulation) {
  Result result;
  result.measured = measured_figures(simulation);
  result.predicted = predicted_figures(simulation.prediction());
  result.lower_bound = simulation.prediction().lower_bound;
  result.collisions = simulation.scoreboard().collisions();
  result.port_violations = simulation.scoreboard().port_violations();
  result.router_cycles = simulation.network().network().router_cycles();
  result.flit_hops = simulation.meter().flit_hops();
  result.seconds = simulation.seconds();

  compare_figures(simulation.prediction(), result);
  compare_events(simulation, result);
  check_delivery(simulation, result);
  const std::vector<std::string> complaints = simulation.complaints();
  const std::int64_t broken =
      check_rules(simulation, static_cast<std::int64_t>(complaints.size()), result);
  append(result.problems, simulation.scoreboard().problems());
  append(result.problems, complaints);
  const bool ended = has_ended(simulation, result);

  const bool all_ok = std::all_of(result.checks.begin(), result.checks.end(),
                                  [](const Check& check) { return check.ok; });
  if (!ended && broken == 0) {
    result.outcome = Outcome::kNoEnd;
  } else {
    result.outcome = all_ok && ended ? Outcome::kPass : Outcome::kFail;
  }
  return result;
}

}  // namespace flitwise
