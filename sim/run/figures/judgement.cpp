#include "sim/run/figures/judgement.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/run/figures/figure_check.h"

namespace flitwise {
namespace {

constexpr std::int64_t kNone = 0;

Step steps_of(const Figure& figure) { return figure.number().value_or(0); }

// Steps in which all has come, or been combined.
bool is_end(const std::string& name) { return name == "finish" || name == "done"; }

// "finish" and "quiesce" have members of their own.
void show(const Ledger::Entry& entry, Result& result) {
  if (entry.name == "finish" || entry.name == "quiesce") {
    const bool is_finish = entry.name == "finish";
    (is_finish ? result.measured.finish : result.measured.quiesce) = steps_of(entry.measured);
    if (entry.bond == Ledger::Bond::kEqual)
      (is_finish ? result.predicted.finish : result.predicted.quiesce) = steps_of(entry.predicted);
  } else if (entry.name == "lower_bound") {
    result.lower_bound = steps_of(entry.predicted);
  } else if (entry.bond == Ledger::Bond::kAtMost) {
    result.bound = steps_of(entry.predicted);
  } else {
    if (entry.bond != Ledger::Bond::kTheoryOnly)
      result.measured.others.emplace_back(entry.name, entry.measured);
    if (entry.bond == Ledger::Bond::kEqual)
      result.predicted.others.emplace_back(entry.name, entry.predicted);
  }
}

// A schedule outside its bounds has broken them, or they are wrong: either must be seen.
std::optional<Check> check_of(const Ledger::Entry& entry, Step finish) {
  switch (entry.bond) {
    case Ledger::Bond::kEqual: {
      // A figure that was not measured differs from every value.
      Check check =
          compare_figures(entry.name, entry.measured, entry.predicted, entry.source, entry.item);
      check.of_finish = is_end(entry.name);
      return check;
    }
    case Ledger::Bond::kAtLeast: {
      const Step reached = entry.measured.number().value_or(finish);
      Check check = check::at_least(entry.name, reached, steps_of(entry.predicted), entry.source);
      check.of_finish = entry.name == "lower_bound";
      return check;
    }
    case Ledger::Bond::kAtMost:
      return check::final(
          check::at_most(entry.name, finish, steps_of(entry.predicted), entry.source));
    case Ledger::Bond::kNone:
    case Ledger::Bond::kTheoryOnly:
      break;
  }
  return std::nullopt;
}

// A finish before all has come is none, which a bound could be held against.
void compare_with_theory(const Evidence& evidence, Result& result) {
  const bool all_came = evidence.delivered >= evidence.expected;
  for (const Ledger::Entry& entry : evidence.ledger.entries()) show(entry, result);
  for (const Ledger::Entry& entry : evidence.ledger.compared()) {
    std::optional<Check> check = check_of(entry, result.measured.finish);
    if (!check) continue;
    if (entry.name == "lower_bound" && !all_came) check->decided = check->ok;
    result.checks.push_back(*std::move(check));
  }
}

constexpr const char* kEventsSource =
    "the formulas, unrolled: every flit on every link in every step";

void compare_events(const Evidence& evidence, Result& result) {
  if (evidence.digested_events && !evidence.measured_events) {
    const std::string all = fmt::format("{} transfers", *evidence.digested_events);
    result.checks.push_back({"events", all, all, true, kEventsSource});
    return;
  }
  if (!evidence.measured_events) {
    result.notes.push_back(
        "the list of all events was not compared: the run may have too many link transfers");
    return;
  }
  if (!evidence.predicted_events) return;
  result.checks.push_back(check::compare("events", *evidence.measured_events,
                                         *evidence.predicted_events, kEventsSource,
                                         evidence.node_names));
}

void check_delivery(const Evidence& evidence, Result& result) {
  const bool in_order = evidence.is_in_order;
  result.checks.push_back(check::compare("delivered_flits", evidence.delivered, evidence.expected,
                                         in_order ? "every flit once, in order, at the right PE"
                                                  : "every flit once, at the right PE"));
  result.checks.push_back(check::compare(
      "flit_errors", evidence.flit_errors, kNone,
      in_order ? "no flit lost, made, misplaced or reordered" : "no flit lost, made or misplaced"));
  result.checks.back().is_final = evidence.flit_errors > evidence.missing_flits;
}

// Rules of the network that every run must keep.
void check_rules(const Evidence& evidence, Result& result) {
  const auto none = [&](const char* name, std::int64_t measured, const char* source) {
    result.checks.push_back(check::final(check::compare(name, measured, kNone, source)));
  };
  none("collisions", evidence.collisions, "no two flits want one output of a router");
  none("port_violations", evidence.port_violations, "no PE uses a port twice in a step");
  none("router_errors", evidence.router_errors, "the routers report no other broken rule");
  none("assertion_failures", evidence.assertion_failures, "assertions in the RTL and bound to it");
  none("protocol_complaints", static_cast<std::int64_t>(evidence.complaints.size()),
       "every PE receives what its protocol expects");
}

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Whether the run ended by itself; says in the problems why not.
bool has_ended(const Evidence& evidence, Result& result) {
  if (evidence.is_deadlocked) {
    result.problems.push_back(
        fmt::format("deadlock: no flit can move after step {}", *evidence.stopped_at));
    append(result.problems, evidence.circular_wait);
    if (evidence.circular_wait.empty()) append(result.problems, evidence.first_missing);
  } else if (evidence.stopped_at) {
    result.problems.push_back(fmt::format(
        "stopped after step {} by the limit {}; {} transmissions of PEs under way or due",
        *evidence.stopped_at, evidence.limit, evidence.pending_transmissions));
    append(result.problems, evidence.flits_on_links);
  } else if (!evidence.waiting.empty()) {
    result.problems.push_back(
        fmt::format("nothing moves after step {}, and PEs still wait", result.measured.quiesce));
    // Before all that follows from it.
    result.problems.insert(result.problems.begin(), evidence.first_missing.begin(),
                           evidence.first_missing.end());
  }
  append(result.problems, evidence.waiting);
  return !evidence.stopped_at && evidence.waiting.empty();
}

// What a run that broke off has not shown is no failure: it may still have come. It has no finish,
// and was never done.
void leave_open(Result& result) {
  for (auto& [name, figure] : result.measured.others)
    if (is_end(name)) figure = Figure();
  for (Check& check : result.checks) {
    if (check.ok && !check.of_finish) continue;
    check.ok = check.decided = false;
    if (check.of_finish) check.measured = "not reached";
  }
}

}  // namespace

Result judge(const Evidence& evidence) {
  Result result;
  result.notes = evidence.notes;
  result.collisions = evidence.collisions;
  result.port_violations = evidence.port_violations;

  compare_with_theory(evidence, result);
  result.checks.insert(result.checks.end(), evidence.checks.begin(), evidence.checks.end());
  for (const Ledger::Entry& entry : evidence.ledger.entries())
    if (entry.bond == Ledger::Bond::kTheoryOnly)
      result.predicted.others.emplace_back(entry.name, entry.predicted);
  compare_events(evidence, result);
  check_delivery(evidence, result);
  check_rules(evidence, result);
  append(result.problems, evidence.problems);
  append(result.problems, evidence.complaints);
  const auto effects = static_cast<std::ptrdiff_t>(result.problems.size());
  const bool ended = has_ended(evidence, result);
  if (evidence.is_deadlocked)  // the cause of all others
    std::rotate(result.problems.begin(), result.problems.begin() + effects, result.problems.end());

  const bool all_ok = std::all_of(result.checks.begin(), result.checks.end(),
                                  [](const Check& check) { return check.ok; });
  const bool broken = std::any_of(result.checks.begin(), result.checks.end(),
                                  [](const Check& check) { return check.is_final && !check.ok; });
  if (!ended && !broken) {
    result.outcome = Outcome::kNoEnd;
    leave_open(result);
  } else {
    result.outcome = all_ok && ended ? Outcome::kPass : Outcome::kFail;
  }
  return result;
}

}  // namespace flitwise
