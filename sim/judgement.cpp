#include "sim/judgement.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitwise {
namespace {

constexpr std::int64_t kNone = 0;

void compare_figures(const Evidence& evidence, Result& result) {
  const auto add = [&](const char* name, const auto& measured, const auto& predicted) {
    result.checks.push_back(
        check::compare(name, measured, predicted, evidence.prediction.source_of(name)));
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

// A schedule outside its bounds has broken them, or they are wrong: either must be seen.
void compare_bounds(const Evidence& evidence, Result& result) {
  const Step bound = evidence.prediction.lower_bound;
  result.checks.push_back({"lower_bound", std::to_string(result.measured.finish),
                           fmt::format("at least {}", bound), result.measured.finish >= bound,
                           evidence.prediction.source_of("lower_bound")});
  if (!evidence.prediction.bound) return;
  const Step most = *evidence.prediction.bound;
  result.checks.push_back({"bound", std::to_string(result.measured.finish),
                           fmt::format("at most {}", most), result.measured.finish <= most,
                           evidence.prediction.source_of("bound")});
}

void compare_events(const Evidence& evidence, Result& result) {
  if (!evidence.measured_events) {
    result.notes.push_back(
        "the list of all events was not compared: the run may have too many link transfers");
    return;
  }
  result.checks.push_back(
      check::compare("events", *evidence.measured_events, evidence.predicted_events,
                     "the figures above unrolled: every flit on every link in every step"));
}

void check_delivery(const Evidence& evidence, Result& result) {
  result.checks.push_back(check::compare("delivered_flits", evidence.delivered, evidence.expected,
                                         "every flit once, in order, at the right PE"));
  result.checks.push_back(check::compare("flit_errors", evidence.flit_errors, kNone,
                                         "no flit lost, made, misplaced or reordered"));
}

// Rules of the network that every run must keep; returns whether one was broken.
bool check_rules(const Evidence& evidence, Result& result) {
  bool broken = false;
  const auto none = [&](const char* name, std::int64_t measured, const char* source) {
    broken = broken || measured != 0;
    result.checks.push_back(check::compare(name, measured, kNone, source));
  };
  none("collisions", evidence.collisions, "no two flits want one output of a router");
  none("port_violations", evidence.port_violations, "no PE uses a port twice in a step");
  none("router_errors", evidence.router_errors, "the routers report no other broken rule");
  none("assertion_failures", evidence.assertion_failures, "assertions in the RTL and bound to it");
  none("protocol_complaints", static_cast<std::int64_t>(evidence.complaints.size()),
       "every PE receives what its protocol expects");
  return broken;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Whether the run ended by itself; says in the problems why not.
bool has_ended(const Evidence& evidence, Result& result) {
  if (evidence.stopped_at) {
    result.problems.push_back(fmt::format(
        "stopped after step {} by the limit max_steps; {} transmissions of PEs under way or due",
        *evidence.stopped_at, evidence.pending_transmissions));
    append(result.problems, evidence.flits_on_links);
  } else if (!evidence.waiting.empty()) {
    result.problems.push_back(
        fmt::format("nothing moves after step {}, and PEs still wait", result.measured.quiesce));
  }
  append(result.problems, evidence.waiting);
  return !evidence.stopped_at && evidence.waiting.empty();
}

}  // namespace

Result judge(const Evidence& evidence) {
  const theory::Prediction& p = evidence.prediction;
  Result result;
  result.measured = evidence.measured;
  result.predicted = {p.finish, p.quiesce, p.t_sync, p.dispatch, p.lag, p.stream, p.order_value};
  result.lower_bound = p.lower_bound;
  result.bound = p.bound;
  result.collisions = evidence.collisions;
  result.port_violations = evidence.port_violations;

  compare_figures(evidence, result);
  compare_bounds(evidence, result);
  compare_events(evidence, result);
  check_delivery(evidence, result);
  const bool broken = check_rules(evidence, result);
  append(result.problems, evidence.problems);
  append(result.problems, evidence.complaints);
  const bool ended = has_ended(evidence, result);

  const bool all_ok = std::all_of(result.checks.begin(), result.checks.end(),
                                  [](const Check& check) { return check.ok; });
  if (!ended && !broken) {
    result.outcome = Outcome::kNoEnd;
  } else {
    result.outcome = all_ok && ended ? Outcome::kPass : Outcome::kFail;
  }
  return result;
}

}  // namespace flitwise
