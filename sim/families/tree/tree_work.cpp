// tree_work.cpp: PEs, monitors and evidence of an operation on a tree.
#include "sim/families/tree/tree_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/families/tree/tree_ledger.h"
#include "sim/families/tree/tree_methods.h"
#include "sim/run/figures/event_check.h"
#include "systemc/protocols/faults.h"
#include "tb/theory/tree/printed_certification.h"

namespace flitwise {
namespace {

// Steps that the root sorts certificates before phase 3 begins, or empty where its lag cannot be
// observed because it takes in several streams at once.
std::optional<Step> wait_after_sync(const TreeScenario& scenario, const PlacedTree& placed) {
  if (scenario.options.ports == Ports::kMulti) return std::nullopt;
  return protocols::sort_steps(sort_cost_as<protocols::SortCost>(scenario.options.sort_cost),
                               placed.tree.children(0).size());
}

// An upper estimate: data flits times links, and control over every link a few times.
std::int64_t transfers_expected(const TreeScenario& scenario, const PlacedTree& tree) {
  constexpr std::int64_t kControlPerLink = 4;
  std::int64_t transfers = kControlPerLink * tree.nodes();
  for (Node v = 0; v < tree.nodes(); ++v) {
    const Flits flits = scenario.lengths[index_of(v)];
    const bool is_copy = scenario.length > 0;  // which crosses one link
    transfers += is_copy ? flits : flits * tree.depth(v);
  }
  return transfers;
}

// The steps that a hop or an answer takes at most, in place of one of each.
Step slowest_step(const TreeLatency& latency) {
  const auto most = [](const std::vector<Step>& steps) {
    return steps.empty() ? Step{1} : *std::max_element(steps.begin(), steps.end());
  };
  return std::max(most(latency.router), most(latency.reaction)) +
         std::max(most(latency.down), most(latency.up)) - 1;
}

// What orders that cannot be kept lead to. Flits that meet are lost.
std::optional<theory::TreeConflict> conflict_of(const TreeScenario& scenario,
                                                const PlacedTree& tree) {
  if (scenario.options.rule != CertificationRule::kPrinted) return std::nullopt;
  auto conflict = theory::printed_conflict(tree.tree, tree.by_pe(scenario.lengths),
                                           theory_variant(scenario.options));
  if (!conflict) return std::nullopt;
  conflict->pes = tree.nodes_of(std::move(conflict->pes));
  std::sort(conflict->pes.begin(), conflict->pes.end());
  return conflict;
}

// Which router it was, and what its latency means for PEs, which see their flits on the links.
std::vector<std::string> router_notes(const own::RouterDescription& router) {
  const Step steps = router.latency.value_or(own::RouterLatency()).router.most();
  std::vector<std::string> notes{"router " + describe(router)};
  if (steps > 1)
    notes.push_back(
        fmt::format("PEs take flits from the links, and routers hand them over {} step{} later: "
                    "PEs that waited "
                    "for that would answer after {} (options.reaction: {})",
                    steps - 1, steps == 2 ? "" : "s", 2 * steps, 2 * steps));
  return notes;
}

std::vector<check::ExpectedMessage> messages_of(const TreeScenario& scenario) {
  const TreeOperation operation = operation_of(scenario.algorithm);
  std::vector<check::ExpectedMessage> messages =
      expected_messages(operation, scenario.root, scenario.lengths);
  for (std::size_t v = 0; v < messages.size(); ++v) {
    messages[v].every = scenario.options.flit_time;
    if (operation != TreeOperation::kBroadcast) continue;
    messages[v].from = scenario.parents[v];  // whose copy it is
    messages[v].packet = scenario.options.packet;
  }
  if (scenario.options.end_mark) {
    messages.back().flits += 1;
    messages.back().end_mark = true;
  }
  return messages;
}

}  // namespace

void break_protocols(const PeFault& fault, protocols::Protocols& all,
                     const LatencyOption& routers) {
  if (fault.early)
    protocols::make_early(all, *fault.early, fault.by, protocols::Haste::kEveryMessage,
                          routers.of(*fault.early).down);
  if (fault.mute) protocols::make_mute(all, *fault.mute);
}

std::vector<check::ExpectedMessage> expected_messages(TreeOperation operation, Node root,
                                                      const std::vector<Flits>& lengths) {
  std::vector<check::ExpectedMessage> messages;
  for (Node pe = 0; pe < static_cast<Node>(lengths.size()); ++pe) {
    const Flits flits = lengths[index_of(pe)];
    messages.push_back(operation != TreeOperation::kGather
                           ? check::ExpectedMessage{root, pe, flits, false}
                           : check::ExpectedMessage{pe, root, flits, false});
  }
  return messages;
}

TreeWork::TreeWork(const Scenario& scenario, Events events)
    : on_tree_(tree_of(scenario)),
      tree_(placed_tree(on_tree_)),
      latency_(tree_latency(on_tree_.options, tree_)),
      slowest_step_(slowest_step(latency_)),
      apart_(scenario.options.ranks, tree_.nodes(), latency_.is_unit() && !on_tree_.router),
      machine_(tree_, on_tree_.options.ports, latency_, on_tree_.router),
      prediction_(predict(on_tree_, tree_)),
      meter_(tree_.nodes(), tree_.root(), wait_after_sync(on_tree_, tree_), latency_.router_of(0),
             machine_.addresses().format()),
      scoreboard_(messages_of(on_tree_), machine_.addresses(),
                  on_tree_.options.ports == Ports::kMulti ? check::PortRule::kOnePerLink
                                                          : check::PortRule::kOnePerPe,
                  apart_.own()),
      event_check_(keeps_list(events, transfers_expected(on_tree_, tree_)), machine_.event_reader(),
                   expected_events()) {}

// Where flits must meet theory says nothing of what comes after it.
EventCheck::Expected TreeWork::expected_events() const {
  EventCheck::Expected expected{[this](const theory::TakeEvent& take) {
                                  visit_predicted_events(on_tree_, tree_, prediction_, take);
                                },
                                tree_.nodes(), prediction_.quiesce, apart_.own()};
  if (const auto must_meet = conflict_of(on_tree_, tree_)) expected.until = must_meet->step + 1;
  return expected;
}

protocols::Protocols TreeWork::make_protocols() {
  protocols::Protocols all = method_of(on_tree_.algorithm).make_pes(on_tree_, tree_);
  break_protocols(on_tree_.options.fault, all, on_tree_.options.router_latency);
  return all;
}

std::vector<NetworkObserver*> TreeWork::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_, &first_conflict_};
  event_check_.watch(monitors);
  return monitors;
}

void TreeWork::merge() {
  apart_.merge(event_check_, meter_, scoreboard_, first_conflict_);
  scoreboard_.close_ports();
}

Evidence TreeWork::evidence() const {
  Evidence evidence;
  const auto must_meet = conflict_of(on_tree_, tree_);
  evidence.ledger =
      tree_ledger({on_tree_, tree_, meter_, prediction_, first_conflict_.found(), must_meet});
  event_check_.testify(evidence);
  take_counts(scoreboard_, evidence);
  if (on_tree_.router) evidence.notes = router_notes(*on_tree_.router);
  if (must_meet)
    evidence.notes.push_back(
        fmt::format("flits must meet in step {}: nothing is predicted of what comes after it",
                    must_meet->step));
  return evidence;
}

}  // namespace flitwise
