// fat_tree_ledger.cpp: what a run on a fat tree showed, beside what theory says.
#include "sim/families/fat_tree/fat_tree_ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "sim/families/fat_tree/fat_tree_methods.h"
#include "sim/run/figures/figure_check.h"
#include "tb/theory/fat_tree/fat_tree_conflicts.h"

namespace flitwise {
namespace {

using Field = std::uint32_t Occupancy::*;

Figure::Members branches(std::optional<std::int64_t> up, std::optional<std::int64_t> down) {
  Figure::Members members;
  if (up) members.emplace_back("up", *up);
  if (down) members.emplace_back("down", *down);
  return members;
}

Figure measured_maxima(const FatTreeFindings& f, Field field) {
  Figure::Members levels;
  const auto value = [&](const std::optional<Occupancy>& most) {
    return most ? std::optional<std::int64_t>((*most).*field) : std::nullopt;
  };
  for (int level = 0; level <= f.tree.levels(); ++level) {
    const NodeOccupancy most = f.occupancy.of_level(level);
    levels.emplace_back(std::to_string(level), branches(value(most.up), value(most.down)));
  }
  return levels;
}

// Levels and branches of which theory says nothing are left out.
std::optional<Figure> predicted_maxima(const std::vector<theory::OutputMaxima>& maxima) {
  Figure::Members levels;
  for (std::size_t level = 0; level < maxima.size(); ++level) {
    Figure::Members both = branches(maxima[level].up, maxima[level].down);
    if (!both.empty()) levels.emplace_back(std::to_string(level), std::move(both));
  }
  return levels.empty() ? std::nullopt : std::optional<Figure>(std::move(levels));
}

std::int64_t longest_wait(const FatTreeFindings& f) {
  std::uint32_t most = 0;
  for (int level = 0; level <= f.tree.levels(); ++level) {
    const NodeOccupancy at = f.occupancy.of_level(level);
    most = std::max({most, at.up.value_or(Occupancy{}).wait, at.down.value_or(Occupancy{}).wait});
  }
  return most;
}

Figure arrivals_figure(const std::vector<std::vector<Step>>& arrivals) {
  std::vector<Figure> leaves;
  for (const std::vector<Step>& steps : arrivals) leaves.emplace_back(steps);
  return leaves;
}

// One field of the packets that the leaves received last.
template <typename Number>
Figure column(const std::vector<check::LastPacket>& packets, Number check::LastPacket::*field) {
  std::vector<std::int64_t> numbers;
  for (const check::LastPacket& packet : packets) numbers.push_back(packet.*field);
  return numbers;
}

Figure last_figure(const check::FloodQueues& queues) {
  const std::vector<check::LastPacket> packets = queues.last_packets();
  return Figure::Members{{"source", column(packets, &check::LastPacket::source)},
                         {"level", column(packets, &check::LastPacket::level)},
                         {"delay", column(packets, &check::LastPacket::delay)},
                         {"queued", column(packets, &check::LastPacket::queued)}};
}

// Who is last depends on the policy; how many it waited for, where a branch has one link, does not.
// With back pressure a packet can be held where none is before it.
void check_queued(const FatTreeFindings& f, std::vector<check::Check>& checks) {
  const int levels = f.tree.levels();
  if (f.queues == nullptr || !f.prediction.arrivals || f.scenario.options.backpressure ||
      f.tree.capacities() != constant_capacities(levels))
    return;
  std::vector<std::int64_t> measured;
  std::vector<std::int64_t> predicted;
  const std::vector<check::LastPacket> packets = f.queues->last_packets();
  for (std::size_t x = 0; x < packets.size(); ++x) {
    measured.push_back(packets[x].queued);
    predicted.push_back((*f.prediction.arrivals)[x].back() - 1 -
                        latency_of(f.scenario).whole_way(packets[x].level));
  }
  checks.push_back(compare_figures("queued", Figure(measured), Figure(predicted),
                                   "after Dimakopoulos and Dimopoulos, section 4.1: a leaf's last "
                                   "packet, which meets it at level "
                                   "i, finds n + 1 - 2i others before it in all (n - 2i for b >= "
                                   "3, 2 - 2i for n = 2); c_i = 1"));
}

const char* says_waiting(bool waits) { return waits ? "packets wait" : "nothing waits"; }

// All algorithms but those that name their own queues say when each packet leaves: the criterion of
// the static checker applies to them.
bool criterion_applies(const FatTreeFindings& f) {
  return f.prediction.queue_free && method_of(f.scenario).queues == FatTreeQueues::kNone;
}

void check_waiting(const FatTreeFindings& f, std::vector<check::Check>& checks) {
  if (!f.prediction.queue_free) return;
  const bool waited = longest_wait(f) > 0;
  const bool predicted = !*f.prediction.queue_free;
  checks.push_back({"queue_free", says_waiting(waited), says_waiting(predicted),
                    waited == predicted, f.prediction.source_of("queue_free")});
  if (criterion_applies(f) && predicted)
    checks.push_back(
        check::final(check::compare("conflicts", longest_wait(f), std::int64_t{0},
                                    "packets that wait; an algorithm without queues needs a "
                                    "schedule without conflicts")));
}

}  // namespace

Ledger fat_tree_ledger(const FatTreeFindings& f) {
  const theory::FatTreePrediction& p = f.prediction;
  Ledger ledger;
  const auto add = [&](const char* name, const Figure& measured,
                       const std::optional<Figure>& predicted) {
    ledger.add(name, measured, predicted, predicted ? p.source_of(name) : "");
  };
  add("finish", f.meter.finish(), p.finish ? std::optional<Figure>(*p.finish) : std::nullopt);
  ledger.add("quiesce", f.meter.quiesce());
  ledger.add("wait", longest_wait(f));
  add("max_wait", measured_maxima(f, &Occupancy::wait), predicted_maxima(p.max_wait));
  add("max_stored", measured_maxima(f, &Occupancy::stored), predicted_maxima(p.max_stored));
  if (f.shows_arrivals)
    add("arrivals", arrivals_figure(f.meter.arrivals()),
        p.arrivals ? std::optional(arrivals_figure(*p.arrivals)) : std::nullopt);
  if (f.shows_arrivals && f.queues != nullptr) ledger.add("last", last_figure(*f.queues));
  ledger.add_lower_bound(p.lower_bound, p.source_of("lower_bound"));
  return ledger;
}

Figure::Members blank_fat_tree_figures(const FatTreeScenario& scenario) {
  Figure::Members figures{
      {"wait", Figure()}, {"max_wait", Figure()}, {"max_stored", Figure()}, {"arrivals", Figure()}};
  if (method_of(scenario).has_last) figures.emplace_back("last", Figure());
  return figures;
}

std::vector<check::Check> fat_tree_checks(const FatTreeFindings& f) {
  std::vector<check::Check> checks;
  check_waiting(f, checks);
  check_queued(f, checks);
  if (!f.shows_arrivals && f.prediction.arrivals)
    checks.push_back(compare_figures("arrivals", arrivals_figure(f.meter.arrivals()),
                                     arrivals_figure(*f.prediction.arrivals),
                                     f.prediction.source_of("arrivals")));
  checks.push_back(
      check::final(check::compare("overfull_branches", f.meter.overfull_branches(), std::int64_t{0},
                                  "no branch carries more packets in a step than it has links")));
  if (f.scenario.options.half_duplex)
    checks.push_back(
        check::final(check::compare("two_way_links", f.meter.two_way_links(), std::int64_t{0},
                                    "no link carries both directions in one step")));
  return checks;
}

std::vector<std::string> fat_tree_conflicts(const FatTreeFindings& f) {
  if (!criterion_applies(f) || *f.prediction.queue_free) return {};
  const theory::ScheduleCheck check =
      theory::check_schedule(f.tree, f.prediction.dispatch, latency_of(f.scenario));
  std::vector<std::string> sentences;
  for (const theory::Conflict& conflict : check.conflicts)
    sentences.push_back("conflict in the schedule: " + theory::to_string(f.tree, conflict));
  if (check.total > check.conflicts.size())
    sentences.push_back(
        fmt::format("and {} more conflicts in the schedule", check.total - check.conflicts.size()));
  return sentences;
}

bool says_events(const theory::FatTreePrediction& prediction) {
  return prediction.finish &&
         (prediction.queue_free.value_or(false) || prediction.duplex == theory::Duplex::kHalf);
}

std::vector<std::string> fat_tree_notes(const FatTreeFindings& f) {
  const theory::FatTreePrediction& p = f.prediction;
  std::vector<std::string> notes;
  const auto unsaid = [&](bool is_said, const char* what) {
    if (!is_said) notes.push_back(fmt::format("{}: no formula for this run, measured only", what));
  };
  unsaid(p.finish.has_value(), "finish");
  unsaid(p.arrivals.has_value(), "arrivals");
  unsaid(!p.max_wait.empty(), "max_wait");
  unsaid(!p.max_stored.empty(), "max_stored");
  if (!says_events(p))
    notes.emplace_back(
        "the list of all events was not compared: theory says it only where nothing waits");
  return notes;
}

}  // namespace flitwise
