#include "sim/families/cover/cover_work.h"

#include "sim/families/cover/cover_figures.h"
#include "sim/families/cover/cover_words.h"
#include "sim/families/tree/tree_parts.h"
#include "systemc/network/tree/cover_sites.h"
#include "systemc/protocols/cover/cover_protocols.h"

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
      const auto at = static_cast<std::size_t>(v);
      if (allocation[at] == t) transfers += scenario.lengths[at] * placed.depth(v);
    }
  }
  return transfers;
}

std::vector<check::ExpectedMessage> messages_of(const Scenario& scenario, Node root) {
  const CoverScenario& over = cover_of(scenario);
  std::vector<check::ExpectedMessage> messages =
      expected_messages(scenario.operation, root, over.lengths);
  for (check::ExpectedMessage& message : messages) message.every = over.options.flit_time;
  return messages;
}

}  // namespace

CoverWork::CoverWork(const Scenario& scenario, Events events)
    : over_(cover_of(scenario)),
      cover_(make_cover(over_)),
      allocation_(allocate(cover_, over_.lengths)),
      machine_(cover_),
      prediction_(predict()),
      records_events_(events == Events::kKept ||
                      transfers_expected(over_, cover_, allocation_) <= kMostRecordedTransfers),
      meter_(cover_, first_addresses(cover_)),
      scoreboard_(messages_of(scenario, cover_.root()), cover_addresses(cover_),
                  check::PortRule::kOnePerLink) {}

theory::CoverPrediction CoverWork::predict() const {
  if (over_.algorithm == TreeAlgorithm::kTimetable)
    return theory::predict_cover_timetable(cover_, over_.lengths, allocation_);
  if (over_.algorithm == TreeAlgorithm::kFdf)
    return theory::predict_cover_scatter(cover_, over_.lengths, allocation_,
                                         theory_pace(over_.options));
  return theory::predict_cover_certification(cover_, over_.lengths, allocation_,
                                             theory_variant(over_.options));
}

std::vector<LinkEvent> CoverWork::predict_events() const {
  if (over_.algorithm == TreeAlgorithm::kTimetable)
    return theory::cover_timetable_events(cover_, over_.lengths, allocation_, prediction_);
  if (over_.algorithm == TreeAlgorithm::kFdf)
    return theory::cover_scatter_events(cover_, over_.lengths, allocation_, prediction_,
                                        theory_pace(over_.options));
  return theory::cover_certification_events(cover_, over_.lengths, allocation_,
                                            theory_variant(over_.options), prediction_);
}

protocols::Protocols CoverWork::make_sound_protocols() const {
  if (over_.algorithm == TreeAlgorithm::kTimetable)
    return protocols::make_cover_timetable(cover_, over_.lengths, allocation_);
  if (over_.algorithm == TreeAlgorithm::kFdf)
    return protocols::make_cover_scatter(cover_, over_.lengths, allocation_,
                                         protocol_pace(over_.options));
  return protocols::make_cover_certification(cover_, over_.lengths, allocation_,
                                             protocol_variant(over_.options));
}

protocols::Protocols CoverWork::make_protocols() {
  protocols::Protocols all = make_sound_protocols();
  break_protocols(over_.options.fault, all);
  return all;
}

std::vector<NetworkObserver*> CoverWork::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  if (records_events_) monitors.push_back(&recorder_);
  return monitors;
}

Evidence CoverWork::evidence() const {
  Evidence evidence;
  evidence.measured = measured_figures(cover_, over_.algorithm, meter_);
  evidence.predicted =
      predicted_figures(cover_, over_.algorithm, over_.lengths, allocation_, prediction_);
  evidence.lower_bound = prediction_.whole.lower_bound;
  evidence.bound = prediction_.whole.bound;
  evidence.sources = sources_of(prediction_);
  if (records_events_) {
    evidence.measured_events = recorder_.sorted_events();
    evidence.predicted_events = predict_events();
  }
  take_counts(scoreboard_, evidence);
  return evidence;
}

}  // namespace flitwise
