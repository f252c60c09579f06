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

using Decode = check::Recorder::Decode;

Decode with_transfers(const check::Recorder::DecodeFlit& decode) {
  return [decode](Step step, const LinkTransfer& t) { return decode(step, t.from, t.to, t.flit); };
}

Decode comparable_only(const Decode& decode, const EventCheck::Expected& expected) {
  if (!expected.comparable) return decode;
  return [decode, comparable = expected.comparable](Step step, const LinkTransfer& t) {
    return comparable(decode(step, t));
  };
}

EventCheck::Expected without_what_is_behind(EventCheck::Expected expected) {
  if (!expected.visit) return expected;
  expected.visit = [visit = std::move(expected.visit), until = expected.until](const auto& take) {
    visit([&](const LinkEvent& event) {
      if (event.step < until) take(event);
    });
  };
  return expected;
}

std::optional<check::EventDigest> digest_of(bool keeps_list, const EventCheck::Expected& expected) {
  if (keeps_list || !expected.visit) return std::nullopt;
  return digest_of(expected.visit, expected.nodes, expected.steps);
}

}  // namespace

EventCheck::EventCheck(bool keeps_list, const check::Recorder::DecodeFlit& decode,
                       Expected expected)
    : EventCheck(keeps_list, check::Recorder(decode), with_transfers(decode), std::move(expected)) {
}

EventCheck::EventCheck(bool keeps_list, const Decode& decode, Expected expected)
    : EventCheck(keeps_list, check::Recorder(decode), decode, std::move(expected)) {}

EventCheck::EventCheck(bool keeps_list, check::Recorder recorder, const Decode& decode,
                       Expected expected)
    : keeps_list_(keeps_list),
      expected_(without_what_is_behind(std::move(expected))),
      recorder_(std::move(recorder)),
      digests_(comparable_only(decode, expected_), digest_of(keeps_list, expected_),
               expected_.until) {}

void EventCheck::watch(std::vector<NetworkObserver*>& monitors) {
  if (keeps_list_)
    monitors.push_back(&recorder_);
  else if (digests_.predicted())
    monitors.push_back(&digests_);
}

std::vector<LinkEvent> EventCheck::comparable(std::vector<LinkEvent> events) const {
  const auto is_behind = [&](const LinkEvent& event) { return event.step >= expected_.until; };
  events.erase(std::remove_if(events.begin(), events.end(), is_behind), events.end());
  if (expected_.comparable)
    std::transform(events.begin(), events.end(), events.begin(), expected_.comparable);
  std::sort(events.begin(), events.end());
  return events;
}

void EventCheck::testify(Evidence& evidence) const {
  if (keeps_list_) {
    evidence.measured_events = comparable(recorder_.events());
    if (!expected_.visit) return;
    std::vector<LinkEvent> predicted;
    expected_.visit([&](const LinkEvent& event) { predicted.push_back(event); });
    std::sort(predicted.begin(), predicted.end());
    evidence.predicted_events = std::move(predicted);
  } else if (digests_.predicted()) {
    take_finding(digests_.find_difference(expected_.visit), evidence);
  } else {
    evidence.measured_events.emplace();  // nothing to compare, and no note to make
  }
}

}  // namespace flitwise
