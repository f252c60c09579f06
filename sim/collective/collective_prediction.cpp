#include "sim/collective/collective_prediction.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitwise {
namespace {

bool has_ways(const Collective& collective, const TransferCarrier& carrier) {
  return collective.transfers.empty() || carrier.way(0);
}

}  // namespace

CollectivePrediction::CollectivePrediction(const CollectiveScenario& scenario,
                                           const TransferCarrier& carrier,
                                           const std::vector<std::string>& names)
    : scenario_(scenario), carrier_(carrier), names_(names) {
  const Collective& schedule = *scenario.schedule;
  if (has_ways(schedule, carrier)) timing_ = theory::time_collective(schedule, ways());
}

theory::WayOf CollectivePrediction::ways() const {
  return [this](std::size_t transfer) { return *carrier_.way(transfer); };
}

std::optional<Step> CollectivePrediction::finish() const {
  return is_exact() ? std::optional(timing_->finish) : std::nullopt;
}

std::optional<Step> CollectivePrediction::quiesce() const {
  return is_exact() ? std::optional(timing_->quiesce) : std::nullopt;
}

std::optional<Step> CollectivePrediction::done() const {
  return is_exact() ? std::optional(timing_->done) : std::nullopt;
}

std::vector<Step> CollectivePrediction::arrivals() const {
  return is_exact() ? timing_->arrivals : std::vector<Step>();
}

std::string CollectivePrediction::formula_gap() const {
  if (!carrier_.takes_a_step_a_hop())
    return std::string(
               "the operation's formula counts a step a hop, and these routers take more: ") +
           (is_exact() ? "finish and done are predicted message by message"
                       : "finish and done are not predicted");
  if (!timing_) return {};
  const bool has_no_room =
      timing_->meeting && timing_->meeting->kind == theory::MeetingKind::kNoRoom;
  if (!has_no_room && !(timing_->is_too_large && !is_exact() && has_short_queue())) return {};
  return fmt::format(
      "finish and done are not predicted: the formula is of queues with room for all that comes, "
      "and some {} too short",
      has_no_room ? "are" : "may be");
}

// Whether any message could fill one alone, or with others.
bool CollectivePrediction::has_short_queue() const {
  for (std::size_t t = 0; t < scenario_.schedule->transfers.size(); ++t) {
    const theory::TransferWay way = *carrier_.way(t);
    for (const theory::Passage& passage : way.passages) {
      const theory::PlaceLimits& limits = passage.limits;
      if (limits.window > 0 && limits.slots < limits.window * limits.flits) return true;
    }
  }
  return false;
}

std::optional<std::int64_t> CollectivePrediction::none() const {
  return is_exact() ? std::optional<std::int64_t>(0) : std::nullopt;
}

std::string CollectivePrediction::source() const {
  return "max-plus: an operation starts when the last that it waits for is done, a port's sends go "
         "in turn, and a message takes its way, on which no two meet";
}

void CollectivePrediction::add_to(
    Evidence& evidence, const std::vector<std::optional<std::int64_t>>& measured_arrivals) const {
  if (!timing_) {
    evidence.notes.emplace_back(
        "nothing is predicted but a lower bound: no ways of messages are "
        "known on this network");
    return;
  }
  if (timing_->is_too_large) {
    evidence.notes.push_back(fmt::format(
        "the messages pass more than {} links and ports, so that theory has not looked whether any "
        "two meet there: {}",
        theory::kMostPassages,
        is_exact() ? "none has waited, and times are those of a run in which none does"
                   : "its times are not held against the run"));
    if (!is_exact()) return;
  }
  if (timing_->meeting)
    evidence.notes.push_back(
        fmt::format("{}: nothing is predicted of what comes from there on",
                    theory::text_of(*timing_->meeting, *scenario_.schedule, names_)));
  else
    add_arrivals(evidence, measured_arrivals);
}

void CollectivePrediction::add_arrivals(
    Evidence& evidence, const std::vector<std::optional<std::int64_t>>& measured) const {
  const std::vector<Step>& predicted = timing_->arrivals;
  evidence.ledger.add_theory("arrivals", predicted);
  const auto text = [](const std::optional<std::int64_t>& step) {
    return step ? std::to_string(*step) : "none";
  };
  std::size_t agreeing = 0;
  std::optional<std::size_t> first;
  for (std::size_t t = 0; t < predicted.size(); ++t) {
    if (measured[t] == predicted[t]) ++agreeing;
    if (measured[t] != predicted[t] && !first) first = t;
  }
  const std::string all = fmt::format("{} of {} transfers", agreeing, predicted.size());
  check::Check check{"arrivals", all, all, !first, source()};
  if (first) {
    check.measured = fmt::format("transfer {}: {} ({} agree)", *first, text(measured[*first]), all);
    check.predicted = fmt::format("transfer {}: {}", *first, predicted[*first]);
  }
  evidence.checks.push_back(std::move(check));
}

EventCheck::Expected CollectivePrediction::expected_events() const {
  if (!timing_) return {};
  EventCheck::Expected expected;
  expected.visit = [this](const theory::TakeEvent& take) { visit_events(take); };
  expected.nodes = static_cast<Node>(names_.size());
  expected.steps = timing_->quiesce;
  if (timing_->meeting) expected.until = timing_->meeting->step;
  return expected;
}

void CollectivePrediction::visit_events(const theory::TakeEvent& take) const {
  std::vector<protocols::TransferName> names;
  const auto carriage = carrier_.carriage();
  for (std::size_t t = 0; t < timing_->leaves.size(); ++t) {
    const protocols::Transmission message = carriage->messages(t).front();
    names.push_back({message.message, message.packet, message.destination});
  }
  theory::visit_transfer_events(*timing_, ways(), [&](const theory::TransferEvent& event) {
    take(carrier_.shown(event, names[event.transfer]));
  });
}

}  // namespace flitwise
