#include "sim/run/figures/event_check.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace flitwise {

check::EventDigest digest_of(const check::DigestRecorder::Visit& visit, Node nodes, Step steps) {
  check::EventDigest digest(
      check::EventDigest::grid_of(std::max(nodes, Node{1}), std::max(steps, Step{1})));
  visit([&](const LinkEvent& event) { digest.add(event); });
  return digest;
}

void take_finding(check::DigestRecorder::Finding finding, Evidence& evidence) {
  const std::int64_t count = finding.count;
  auto excerpt = check::DigestRecorder::excerpt(std::move(finding));
  if (!excerpt) {
    evidence.digested_events = count;
    return;
  }
  evidence.measured_events = std::move(excerpt->measured);
  evidence.predicted_events = std::move(excerpt->predicted);
}

namespace {

std::optional<check::EventDigest> digest_of(bool keeps_list, const EventCheck::Expected& expected) {
  if (keeps_list || !expected.visit) return std::nullopt;
  return digest_of(expected.visit, expected.nodes, expected.steps);
}

}  // namespace

EventCheck::EventCheck(bool keeps_list, const check::Recorder::DecodeFlit& decode,
                       Expected expected)
    : keeps_list_(keeps_list),
      visit_(expected.visit),
      recorder_(decode),
      digests_(decode, digest_of(keeps_list, expected)) {}

void EventCheck::watch(std::vector<NetworkObserver*>& monitors) {
  if (keeps_list_)
    monitors.push_back(&recorder_);
  else if (digests_.predicted())
    monitors.push_back(&digests_);
}

void EventCheck::testify(Evidence& evidence) const {
  if (keeps_list_) {
    evidence.measured_events = recorder_.sorted_events();
    if (!visit_) return;
    std::vector<LinkEvent> predicted;
    visit_([&](const LinkEvent& event) { predicted.push_back(event); });
    std::sort(predicted.begin(), predicted.end());
    evidence.predicted_events = std::move(predicted);
  } else if (digests_.predicted()) {
    take_finding(digests_.find_difference(visit_), evidence);
  }
}

}  // namespace flitwise
