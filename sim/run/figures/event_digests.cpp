#include "sim/run/figures/event_digests.h"

#include <algorithm>
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

}  // namespace flitwise
