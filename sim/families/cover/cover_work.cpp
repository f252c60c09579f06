// cover_work.cpp: PEs, monitors and evidence of an operation over several trees.
#include "sim/families/cover/cover_work.h"

#include <algorithm>

#include "sim/families/cover/cover_ledger.h"
#include "sim/families/tree/tree_work.h"
#include "systemc/network/tree/tree_routers.h"

namespace flitwise {
namespace {

// An upper estimate: data flits times links, and control over every link a few times.
std::int64_t transfers_expected(const CoverScenario& scenario, const Cover& cover,
                                const Allocation& allocation) {
  constexpr std::int64_t kControlPerLink = 4;
  std::int64_t transfers = 0;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    const PlacedTree& placed = cover.tree(t);
    transfers += kControlPerLink * placed.tree.size();
    for (const Node v : placed.node_of) {
      const auto at = index_of(v);
      if (allocation[at] == t) transfers += scenario.lengths[at] * placed.depth(v);
    }
  }
  return transfers;
}

std::vector<check::ExpectedMessage> messages_of(const Scenario& scenario, Node root) {
  const CoverScenario& over = cover_of(scenario);
  std::vector<check::ExpectedMessage> messages =
      expected_messages(cover_method_of(over.algorithm).operation, root, over.lengths);
  for (check::ExpectedMessage& message : messages) message.every = over.options.flit_time;
  return messages;
}

bool is_unit(const CoverCase& cover) {
  return std::all_of(cover.latencies.begin(), cover.latencies.end(),
                     [](const TreeLatency& latency) { return latency.is_unit(); });
}

}  // namespace

CoverWork::CoverWork(const Scenario& scenario, Events events)
    : over_(cover_of(scenario)),
      cover_(make_cover(over_)),
      allocation_(allocate(cover_, over_.lengths)),
      method_(cover_method_of(over_.algorithm)),
      case_(cover_case(over_, cover_, allocation_)),
      apart_(scenario.options.ranks, cover_.size(), is_unit(case_)),
      machine_(cover_, case_.latencies),
      prediction_(method_.predict(case_)),
      meter_(cover_, first_addresses(cover_)),
      scoreboard_(messages_of(scenario, cover_.root()), machine_.addresses(),
                  check::PortRule::kOnePerLink, apart_.own()),
      event_check_(keeps_list(events, transfers_expected(over_, cover_, allocation_)),
                   machine_.event_reader(),
                   {[this](const theory::TakeEvent& take) {
                      method_.visit_events(case_, prediction_, take);
                    },
                    cover_.size(), prediction_.whole.quiesce, apart_.own()}) {}

protocols::Protocols CoverWork::make_protocols() {
  protocols::Protocols all = method_.make_pes(case_);
  break_protocols(over_.options.fault, all, over_.options.router_latency);
  return all;
}

std::vector<NetworkObserver*> CoverWork::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  event_check_.watch(monitors);
  return monitors;
}

Evidence CoverWork::evidence() const {
  Evidence evidence;
  evidence.ledger = cover_ledger(case_, meter_, prediction_);
  event_check_.testify(evidence);
  take_counts(scoreboard_, evidence);
  return evidence;
}

}  // namespace flitwise
