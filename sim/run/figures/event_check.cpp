#include "sim/run/figures/event_check.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace flitwise {

namespace {

using Decode = check::Recorder::Decode;

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

EventCheck::Visit own_events(const EventCheck::Expected& expected) {
  return [&expected](const auto& take) {
    expected.visit([&](const LinkEvent& event) {
      if (expected.own.holds(event.from)) take(event);
    });
  };
}

std::optional<check::EventDigest> digest_of(bool keeps_list, const EventCheck::Expected& expected) {
  if (keeps_list || !expected.visit) return std::nullopt;
  check::EventDigest digest(check::EventDigest::grid_of(std::max(expected.nodes, Node{1}),
                                                        std::max(expected.steps, Step{1})));
  own_events(expected)([&](const LinkEvent& event) { digest.add(event); });
  return digest;
}

// Puts what digests have found where lists of all events would be.
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

}  // namespace

EventCheck::EventCheck(bool keeps_list, const check::Recorder::DecodeFlit& decode,
                       Expected expected)
    : EventCheck(keeps_list, check::Recorder(decode), check::Recorder::by_flit(decode),
                 std::move(expected)) {}

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

void EventCheck::write_to(std::string& bytes) const {
  bytes::put_all(bytes, recorder_.events());
  found_here().write_to(bytes);
}

void EventCheck::add_from(bytes::Reader& reader) {
  recorder_.add(reader.take_all<LinkEvent>());
  if (!found_) found_ = found_here();
  found_->add_from(reader);
}

check::DigestRecorder::Finding EventCheck::found_here() const {
  return digests_.predicted() ? digests_.find_difference(own_events(expected_))
                              : check::DigestRecorder::Finding();
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
    take_finding(found_ ? *found_ : found_here(), evidence);
  } else {
    evidence.measured_events.emplace();  // nothing to compare, and no note to make
  }
}

}  // namespace flitwise
