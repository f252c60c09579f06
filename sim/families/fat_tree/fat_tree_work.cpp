#include "sim/families/fat_tree/fat_tree_work.h"

#include <algorithm>
#include <utility>

#include "sim/families/fat_tree/fat_tree_figures.h"
#include "sim/families/fat_tree/fat_tree_methods.h"
#include "sim/families/fat_tree/fat_tree_setup.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"

namespace flitwise {
namespace {

// Beyond, a list of arrival steps for every leaf is only shown if it is asked for.
constexpr Node kMostLeavesShown = 64;

// Links that the flits of a dispatch cross.
std::int64_t transfers_of(const FatTree& tree, const theory::FatTreeDispatch& d) {
  if (d.kind == FlitKind::kFlood) return tree.size() - 1;
  if (d.kind == FlitKind::kData) return d.flits * 2 * tree.meeting_level(d.source, d.destination);
  std::int64_t transfers = 0;
  for (int level = 1; level <= tree.levels(); ++level)
    if (theory::copy_digit_at(tree.arity(), d.copies, level) != 0)
      transfers += level + 2 * tree.leaves_below(level - 1);
  return transfers;
}

std::int64_t transfers_expected(const FatTree& tree, const theory::FatTreePrediction& prediction) {
  std::int64_t transfers = 0;
  for (const theory::FatTreeDispatch& d : prediction.dispatch) transfers += transfers_of(tree, d);
  return transfers;
}

// With too little room packets are held back: only what leaves when, and the bound, is left.
theory::FatTreePrediction prediction_for(const FatTreeScenario& scenario, const FatTree& tree) {
  theory::FatTreePrediction p = predict(scenario, tree);
  if (!is_short_of_room(scenario, tree, p)) return p;
  p.finish.reset();
  p.arrivals.reset();
  p.max_wait.clear();
  p.max_stored.clear();
  p.queue_free.reset();
  return p;
}

Step last_dispatch(const theory::FatTreePrediction& prediction) {
  Step last = 0;
  for (const theory::FatTreeDispatch& d : prediction.dispatch)
    last = std::max(last, d.step + d.flits - 1);
  return last;
}

}  // namespace

FatTreeWork::FatTreeWork(const Scenario& scenario, Events events,
                         std::shared_ptr<ModelLibrary> models)
    : on_tree_(fat_tree_of(scenario)),
      tree_(make_fat_tree(on_tree_)),
      prediction_(prediction_for(on_tree_, tree_)),
      records_events_(events == Events::kKept ||
                      transfers_expected(tree_, prediction_) <= kMostRecordedTransfers),
      shows_arrivals_(on_tree_.options.arrivals.value_or(events == Events::kKept ||
                                                         tree_.leaves() <= kMostLeavesShown)),
      machine_(tree_, network_config(on_tree_, tree_, prediction_), std::move(models)),
      meter_(tree_, on_tree_.options.half_duplex),
      scoreboard_(tree_.leaves(), expected_deliveries(on_tree_, tree_), tree_.leaf_links()),
      recorder_(to_fat_tree_event) {
  if (method_of(on_tree_).has_last) queues_.emplace(tree_);
}

protocols::Protocols FatTreeWork::make_protocols() {
  return flitwise::make_protocols(on_tree_, tree_);
}

std::vector<NetworkObserver*> FatTreeWork::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  if (queues_) monitors.push_back(&*queues_);
  if (records_events_) monitors.push_back(&recorder_);
  return monitors;
}

Step FatTreeWork::expected_steps() const {
  return prediction_.finish.value_or(prediction_.lower_bound);
}

// As if every packet had the network for itself.
Step FatTreeWork::step_limit() const {
  constexpr Step kMargin = 1000;
  Flits packets = 0;
  for (const theory::FatTreeDispatch& d : prediction_.dispatch) packets += d.flits;
  const Step turns = on_tree_.options.half_duplex ? 2 : 1;
  return last_dispatch(prediction_) + turns * packets * 2 * tree_.levels() + kMargin;
}

Evidence FatTreeWork::evidence() const {
  const FatTreeFindings findings{on_tree_,
                                 tree_,
                                 meter_,
                                 machine_.occupancy(),
                                 prediction_,
                                 shows_arrivals_,
                                 queues_ ? &*queues_ : nullptr};
  Evidence evidence;
  evidence.is_in_order = false;  // packets of one flit go in the order of the policy
  evidence.measured = measured_figures(findings);
  evidence.predicted = predicted_figures(findings);
  evidence.lower_bound = prediction_.lower_bound;
  evidence.sources = sources_of(findings);
  evidence.checks = own_checks(findings);
  evidence.notes = notes_of(findings);
  if (records_events_) {
    evidence.measured_events = recorder_.sorted_events();
    if (says_events(prediction_))
      evidence.predicted_events =
          theory::fat_tree_events(tree_, prediction_.dispatch, prediction_.duplex);
  }
  evidence.problems = conflicts_of(findings);
  take_counts(scoreboard_, evidence);
  for (std::string& problem : meter_.problems()) evidence.problems.push_back(std::move(problem));
  return evidence;
}

}  // namespace flitwise
