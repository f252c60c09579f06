// cover_work.cpp: PEs, monitors and evidence of an operation over several trees.
#include "sim/families/cover/cover_work.h"

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

}  // namespace

CoverWork::CoverWork(const Scenario& scenario, Events events)
    : over_(cover_of(scenario)),
      cover_(make_cover(over_)),
      allocation_(allocate(cover_, over_.lengths)),
      method_(cover_method_of(over_.algorithm)),
      case_(cover_case(over_, cover_, allocation_)),
      machine_(cover_, case_.latencies),
      prediction_(method_.predict(case_)),
      records_events_(events == Events::kKept ||
                      transfers_expected(over_, cover_, allocation_) <= kMostRecordedTransfers),
      meter_(cover_, first_addresses(cover_)),
      scoreboard_(messages_of(scenario, cover_.root()), machine_.addresses(),
                  check::PortRule::kOnePerLink),
      recorder_(machine_.event_reader()) {}

protocols::Protocols CoverWork::make_protocols() {
  protocols::Protocols all = method_.make_pes(case_);
  break_protocols(over_.options.fault, all, over_.options.router_latency);
  return all;
}

std::vector<NetworkObserver*> CoverWork::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  if (records_events_) monitors.push_back(&recorder_);
  return monitors;
}

Evidence CoverWork::evidence() const {
  Evidence evidence;
  evidence.ledger = cover_ledger(case_, meter_, prediction_);
  if (records_events_) {
    evidence.measured_events = recorder_.sorted_events();
    evidence.predicted_events = method_.events(case_, prediction_);
  }
  take_counts(scoreboard_, evidence);
  return evidence;
}

}  // namespace flitwise
