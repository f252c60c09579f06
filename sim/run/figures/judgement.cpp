#include "sim/run/figures/judgement.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/run/figures/figure_check.h"

namespace flitwise {
namespace {

constexpr std::int64_t kNone = 0;

// A figure that was predicted and not measured differs from every value.
void compare_figure(const Evidence& evidence, const theory::Source& source, Result& result) {
  const std::optional<Figure> predicted = evidence.predicted.find(source.quantity);
  if (!predicted)
    throw std::invalid_argument("a source for " + source.quantity + ", which is not predicted");
  const Figure measured = evidence.measured.find(source.quantity).value_or(Figure());
  result.checks.push_back(compare_figures(source.quantity, measured, *predicted, source.text));
  result.checks.back().of_finish = source.quantity == "finish";
}

// A schedule outside its bounds has broken them, or they are wrong: either must be seen.
void compare_lower_bound(const Evidence& evidence, const std::string& source, Result& result) {
  if (!evidence.lower_bound)
    throw std::invalid_argument("a source for lower_bound, which is not predicted");
  const Step finish = evidence.measured.finish;
  result.checks.push_back({"lower_bound", std::to_string(finish),
                           fmt::format("at least {}", *evidence.lower_bound),
                           finish >= *evidence.lower_bound, source});
  result.checks.back().of_finish = true;
}

void compare_bound(const Evidence& evidence, const std::string& source, Result& result) {
  if (!evidence.bound) throw std::invalid_argument("a source for bound, which is not predicted");
  const Step finish = evidence.measured.finish;
  result.checks.push_back(
      check::final({"bound", std::to_string(finish), fmt::format("at most {}", *evidence.bound),
                    finish <= *evidence.bound, source}));
}

// What is predicted and has no source would be shown beside the measured value and not be checked.
void expect_sources(const Evidence& evidence) {
  std::vector<std::string> predicted;
  if (evidence.predicted.finish) predicted.emplace_back("finish");
  if (evidence.predicted.quiesce) predicted.emplace_back("quiesce");
  for (const auto& figure : evidence.predicted.others) predicted.push_back(figure.first);
  if (evidence.lower_bound) predicted.emplace_back("lower_bound");
  if (evidence.bound) predicted.emplace_back("bound");
  for (const std::string& name : predicted) {
    const auto is_it = [&](const theory::Source& source) { return source.quantity == name; };
    if (std::none_of(evidence.sources.begin(), evidence.sources.end(), is_it))
      throw std::invalid_argument("no source for " + name + ", which is predicted");
  }
}

void compare_with_theory(const Evidence& evidence, Result& result) {
  expect_sources(evidence);
  for (const theory::Source& source : evidence.sources) {
    if (source.quantity == "lower_bound")
      compare_lower_bound(evidence, source.text, result);
    else if (source.quantity == "bound")
      compare_bound(evidence, source.text, result);
    else
      compare_figure(evidence, source, result);
  }
}

Step steps_of(const Figure& figure) { return figure.number().value_or(0); }

// "finish" and "quiesce" have members of their own.
void show(const Ledger::Entry& entry, Result& result) {
  if (entry.name == "finish" || entry.name == "quiesce") {
    const bool is_finish = entry.name == "finish";
    (is_finish ? result.measured.finish : result.measured.quiesce) = steps_of(entry.measured);
    if (entry.bond == Ledger::Bond::kEqual)
      (is_finish ? result.predicted.finish : result.predicted.quiesce) = steps_of(entry.predicted);
  } else if (entry.bond == Ledger::Bond::kAtLeast) {
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
  const std::string text = std::to_string(finish);
  switch (entry.bond) {
    case Ledger::Bond::kEqual: {
      Check check = compare_figures(entry.name, entry.measured, entry.predicted, entry.source);
      check.of_finish = entry.name == "finish";
      return check;
    }
    case Ledger::Bond::kAtLeast: {
      const Step least = steps_of(entry.predicted);
      Check check{entry.name, text, fmt::format("at least {}", least), finish >= least,
                  entry.source};
      check.of_finish = true;
      return check;
    }
    case Ledger::Bond::kAtMost: {
      const Step most = steps_of(entry.predicted);
      return check::final(
          {entry.name, text, fmt::format("at most {}", most), finish <= most, entry.source});
    }
    case Ledger::Bond::kNone:
    case Ledger::Bond::kTheoryOnly:
      break;
  }
  return std::nullopt;
}

void compare_with_theory(const Ledger& ledger, Result& result) {
  for (const Ledger::Entry& entry : ledger.entries()) show(entry, result);
  for (const Ledger::Entry& entry : ledger.compared())
    if (const auto check = check_of(entry, result.measured.finish)) result.checks.push_back(*check);
}

void compare_events(const Evidence& evidence, Result& result) {
  if (!evidence.measured_events) {
    result.notes.push_back(
        "the list of all events was not compared: the run may have too many link transfers");
    return;
  }
  if (!evidence.predicted_events) return;
  result.checks.push_back(
      check::compare("events", *evidence.measured_events, *evidence.predicted_events,
                     "the figures above unrolled: every flit on every link in every step"));
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
  } else if (evidence.stopped_at) {
    result.problems.push_back(fmt::format(
        "stopped after step {} by the limit {}; {} transmissions of PEs under way or due",
        *evidence.stopped_at, evidence.limit, evidence.pending_transmissions));
    append(result.problems, evidence.flits_on_links);
  } else if (!evidence.waiting.empty()) {
    result.problems.push_back(
        fmt::format("nothing moves after step {}, and PEs still wait", result.measured.quiesce));
  }
  append(result.problems, evidence.waiting);
  return !evidence.stopped_at && evidence.waiting.empty();
}

// What a run that broke off has not shown is no failure: it may still have come. It has no finish.
void leave_open(std::vector<Check>& checks) {
  for (Check& check : checks) {
    if (check.ok) continue;
    check.decided = false;
    if (check.of_finish) check.measured = "not reached";
  }
}

}  // namespace

Result judge(const Evidence& evidence) {
  Result result;
  result.measured = evidence.measured;
  result.predicted = evidence.predicted;
  result.lower_bound = evidence.lower_bound;
  result.bound = evidence.bound;
  result.notes = evidence.notes;
  result.collisions = evidence.collisions;
  result.port_violations = evidence.port_violations;

  compare_with_theory(evidence, result);
  compare_with_theory(evidence.ledger, result);
  result.checks.insert(result.checks.end(), evidence.checks.begin(), evidence.checks.end());
  for (const auto& figure : evidence.theory_alone) result.predicted.others.push_back(figure);
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
    leave_open(result.checks);
  } else {
    result.outcome = all_ok && ended ? Outcome::kPass : Outcome::kFail;
  }
  return result;
}

}  // namespace flitwise
