// fat_tree_work.cpp: what is sent over a fat tree, what theory says of it, and the run of it.
#include "sim/families/fat_tree/fat_tree_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "sim/families/fat_tree/fat_tree_ledger.h"
#include "sim/families/fat_tree/fat_tree_methods.h"
#include "sim/run/figures/event_check.h"
#include "systemc/protocols/fat_tree/schedule.h"
#include "systemc/protocols/faults.h"
#include "tb/theory/fat_tree/fat_tree_queues.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"

namespace flitwise {
namespace {

// Links up of a node of a level; 0 for the root.
std::int64_t links_up(const FatTree& tree, int level) {
  return level < tree.levels() ? tree.capacity(level + 1) : 0;
}

std::int64_t most_links(const FatTree& tree, int level) {
  return std::max(links_up(tree, level), std::int64_t{level > 0 ? tree.capacity(level) : 0});
}

// All packets that ever cross one branch between levels i-1 and i, in the busier direction.
std::int64_t packets_across(const FatTreeScenario& scenario, const FatTree& tree, int level) {
  return method_of(scenario).task->packets_across(scenario, tree.leaves_below(level - 1));
}

// The level at which a packet turns; that of the root for floods.
int turning_level(const FatTree& tree, Node leaf, const protocols::Dispatch& dispatch) {
  if (dispatch.kind == FlitKind::kData) return tree.meeting_level(leaf, dispatch.destination);
  if (dispatch.kind != FlitKind::kCopies) return tree.levels();
  int level = 0;
  for (std::uint32_t rest = dispatch.copies; rest > 0; rest >>= digit_bits(tree.arity())) ++level;
  return level;
}

}  // namespace

Flits flits_of(const FatTreeScenario& scenario) {
  return method_of(scenario).task->flits(scenario);
}

theory::FatTreePrediction predict(const FatTreeScenario& scenario, const FatTree& tree) {
  theory::FatTreePrediction full = method_of(scenario).predict(scenario, tree);
  return scenario.options.half_duplex ? theory::on_half_duplex_links(std::move(full)) : full;
}

protocols::Schedule make_schedule(const FatTreeScenario& scenario, const FatTree& tree) {
  protocols::Schedule schedule = method_of(scenario).schedule(scenario, tree);
  return scenario.options.half_duplex ? protocols::on_half_duplex_links(std::move(schedule))
                                      : schedule;
}

std::vector<std::int64_t> room_needed(const FatTreeScenario& scenario, const FatTree& tree) {
  std::vector<std::int64_t> room;
  for (int level = 0; level <= tree.levels(); ++level) {
    std::int64_t packets = most_links(tree, level);
    if (level < tree.levels())
      packets = std::max(packets, packets_across(scenario, tree, level + 1));
    if (level > 0) packets = std::max(packets, packets_across(scenario, tree, level));
    room.push_back(packets);
  }
  return room;
}

Phases fat_tree_phases(const Scenario& scenario) {
  const FatTree tree = make_fat_tree(fat_tree_of(scenario));
  const protocols::Schedule schedule = make_schedule(fat_tree_of(scenario), tree);
  std::map<int, Step> first;
  for (Node leaf = 0; leaf < tree.leaves(); ++leaf)
    for (const protocols::Dispatch& dispatch : schedule[index_of(leaf)]) {
      const auto [place, is_new] =
          first.emplace(turning_level(tree, leaf, dispatch), dispatch.step);
      if (!is_new) place->second = std::min(place->second, dispatch.step);
    }
  Phases phases;
  for (const auto& [level, step] : first)
    phases.push_back({step, fmt::format("to level {}", level)});
  return phases;
}

namespace {

// Whether queues of the scenario's depth may change figures that theory says of larger ones.
bool is_short_of_room(const FatTreeScenario& scenario, const FatTree& tree,
                      const theory::FatTreePrediction& prediction) {
  if (!scenario.options.backpressure) return false;
  if (method_of(scenario).queues == FatTreeQueues::kPredicted) return false;
  const std::vector<std::int64_t> room = room_needed(scenario, tree);
  const std::int64_t depth = *scenario.options.depth;
  if (depth < theory::credit_loop(tree, latency_of(scenario))) return true;  // of links' credits
  for (int level = 0; level <= tree.levels(); ++level) {
    const auto i = index_of(level);
    theory::OutputMaxima most;
    if (i < prediction.max_stored.size()) most = prediction.max_stored[i];
    if (level < tree.levels() && most.up.value_or(room[i]) + links_up(tree, level) > depth)
      return true;
    if (level > 0 && most.down.value_or(room[i]) + tree.capacity(level) > depth) return true;
  }
  return false;
}

// Whether the RTL shall report and assert that no packet waits.
bool runs_scheduled(const FatTreeScenario& scenario, const theory::FatTreePrediction& prediction) {
  const FatTreeOptions& options = scenario.options;
  return method_of(scenario).queues == FatTreeQueues::kNone && !options.depth &&
         !options.store_forward && !has_own_gap(scenario) && prediction.queue_free.value_or(false);
}

FatTreeNetworkConfig network_config(const FatTreeScenario& scenario, const FatTree& tree,
                                    const theory::FatTreePrediction& prediction) {
  const FatTreeOptions& options = scenario.options;
  FatTreeNetworkConfig config;
  config.scheduled = runs_scheduled(scenario, prediction);
  // On half-duplex links, back pressure is what holds packets for their turn.
  config.backpressure = options.backpressure || options.half_duplex;
  config.half_duplex = options.half_duplex;
  config.store_forward = options.store_forward;
  config.policy = static_cast<InputPolicy>(options.policy);
  config.seed = options.seed;
  config.latency = latency_of(scenario);
  const std::vector<std::int64_t> room = room_needed(scenario, tree);
  for (int level = 0; level <= tree.levels(); ++level) {
    // Where nothing may wait, a register per link is all that there need be; where packets wait for
    // their turn, one more for each that comes meanwhile, and room is counted before those leave.
    std::int64_t own = room[index_of(level)];
    if (config.scheduled) own = most_links(tree, level);
    if (config.half_duplex) own = 3 * most_links(tree, level);
    config.depth.push_back(options.depth.value_or(static_cast<std::uint32_t>(own)));
  }
  return config;
}

// The leaves' protocols, with the faults that the scenario asks for.
protocols::Protocols protocols_of(const FatTreeScenario& scenario, const FatTree& tree) {
  protocols::Protocols all =
      method_of(scenario).task->make(scenario, tree, make_schedule(scenario, tree));
  const PeFault& fault = scenario.options.fault;
  if (fault.early)
    protocols::make_early(all, *fault.early, fault.by, protocols::Haste::kFirstMessage);
  if (fault.mute) protocols::make_mute(all, *fault.mute);
  return all;
}

// What must be delivered where.
std::vector<check::LeafDue> expected_deliveries(const FatTreeScenario& s, const FatTree& tree) {
  const FatTreeSenders senders = method_of(s).task->senders;
  const auto length = [&](Node x) { return s.lengths.empty() ? Flits{1} : s.lengths[index_of(x)]; };
  std::vector<check::LeafDue> dues;
  const auto add = [&](Node leaf, Node source, Flits flits) {
    if (source != leaf) dues.push_back({leaf, source, flits});
  };
  for (Node x = 0; x < tree.leaves(); ++x) {
    if (senders == FatTreeSenders::kAll)
      for (Node source = 0; source < tree.leaves(); ++source) add(x, source, 1);
    else
      for (const Node root : s.roots)
        senders == FatTreeSenders::kOthers ? add(root, x, length(x)) : add(x, root, length(x));
  }
  return dues;
}

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
      shows_arrivals_(on_tree_.options.arrivals.value_or(events == Events::kKept ||
                                                         tree_.leaves() <= kMostLeavesShown)),
      machine_(tree_, network_config(on_tree_, tree_, prediction_), std::move(models)),
      meter_(tree_, on_tree_.options.half_duplex),
      scoreboard_(tree_.leaves(), expected_deliveries(on_tree_, tree_), tree_.leaf_links(),
                  flit_format_of(tree_)),
      event_check_(keeps_list(events, transfers_expected(tree_, prediction_)),
                   machine_.event_reader(), expected_events()) {
  if (method_of(on_tree_).has_last) queues_.emplace(tree_, latency_of(on_tree_));
}

EventCheck::Expected FatTreeWork::expected_events() const {
  if (!says_events(prediction_)) return {};
  return {[this](const theory::TakeEvent& take) {
            theory::visit_fat_tree_events(tree_, prediction_.dispatch, prediction_.duplex,
                                          latency_of(on_tree_), take);
          },
          tree_.size(), *prediction_.finish};
}

protocols::Protocols FatTreeWork::make_protocols() { return protocols_of(on_tree_, tree_); }

std::vector<NetworkObserver*> FatTreeWork::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  if (queues_) monitors.push_back(&*queues_);
  event_check_.watch(monitors);
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
  const FatTreeLatency latency = latency_of(on_tree_);
  const Step way = latency.whole_way(tree_.levels()) + 2 * tree_.levels() * latency.credit;
  return last_dispatch(prediction_) + turns * packets * way + kMargin;
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
  evidence.ledger = fat_tree_ledger(findings);
  evidence.checks = fat_tree_checks(findings);
  evidence.notes = fat_tree_notes(findings);
  event_check_.testify(evidence);
  evidence.problems = fat_tree_conflicts(findings);
  take_counts(scoreboard_, evidence);
  for (std::string& problem : meter_.problems()) evidence.problems.push_back(std::move(problem));
  return evidence;
}

}  // namespace flitwise
