#include "systemc/protocols/stream_plan.h"

#include <algorithm>
#include <tuple>

#include "systemc/protocols/dispatch_order.h"

namespace flitwise::protocols {
namespace {

// A child's part of the stream.
struct Segment {
  std::size_t child = 0;
  Step ordered = 1;  // step of its order
  Step limit = 0;    // earliest step in which its first flit can be relayed
  Flits flits = 0;
};
using Segments = std::vector<Segment>;

bool limited_by_own_position(const CertificationVariant& variant) {
  return variant.ports == Ports::kMulti || variant.rule == LagRule::kPosIdx ||
         variant.rule == LagRule::kPos;
}

// One segment per ordered child, in the order of dispatch.
Segments segments_of(const CertificationVariant& variant, Flits own,
                     const std::vector<Certificate>& children) {
  const std::vector<std::size_t> dispatch = dispatch_order(variant.rule, own, children);
  const auto last = static_cast<Step>(dispatch.size());
  const Step relay = variant.printed.limit ? 0 : 1;  // the step that the paper's step 2 leaves out
  Segments segments;
  for (const std::size_t child : dispatch) {
    const Step ordered =
        variant.ports == Ports::kMulti ? 1 : static_cast<Step>(segments.size()) + 1;
    const Step counted_as = limited_by_own_position(variant) ? ordered : last;
    segments.push_back(
        {child, ordered, counted_as + relay + children[child].lag, children[child].stream});
  }
  return segments;
}

// First step in which the PE's own message may start.
Step own_limit(const CertificationVariant& variant, Role role, const Segments& segments) {
  if (variant.ports == Ports::kMulti) return 1;
  if (role == Role::kRoot && limited_by_own_position(variant)) return 0;
  return static_cast<Step>(segments.size()) + 1;
}

Segments merged(Segments segments) {
  std::sort(segments.begin(), segments.end(), [](const Segment& a, const Segment& b) {
    return std::tie(a.limit, a.child) < std::tie(b.limit, b.child);
  });
  return segments;
}

// The paper's sum: every wait between two segments that their flits do not hide delays the start.
Step paper_lag(Step own_start, Flits own, const Segments& stream) {
  Step lag = own_start;
  Step covered = own_start + own;  // end of what is in front, if each segment starts at its limit
  for (const Segment& segment : stream) {
    lag += std::max<Step>(0, segment.limit - covered);
    covered = segment.limit + segment.flits;
  }
  return lag;
}

// Lays the segments from the last to the first: each starts where it may, or later if it would
// otherwise end before the next one begins.
Step tight_lag(Step own_start, Flits own, const Segments& stream) {
  Step start = own_start;
  for (auto segment = stream.rbegin(); segment != stream.rend(); ++segment)
    start = std::max(segment->limit, start - segment->flits);
  return std::max(own_start, start - own);
}

}  // namespace

StreamPlan plan_stream(const CertificationVariant& variant, Role role, Flits own,
                       const std::vector<Certificate>& children) {
  const Segments dispatched = segments_of(variant, own, children);
  const Segments stream = merged(dispatched);
  const Step own_start = own_limit(variant, role, dispatched);
  const bool sums = variant.rule == LagRule::kPaper ||
                    (variant.rule == LagRule::kPrinted && !variant.printed.limit);
  StreamPlan plan;
  plan.certificate.lag =
      sums ? paper_lag(own_start, own, stream) : tight_lag(own_start, own, stream);
  plan.certificate.stream = stream_length(own, children);
  std::vector<std::size_t> order;
  for (const Segment& segment : stream) order.push_back(segment.child);
  const std::vector<Flits> offsets = stream_offsets(own, children, order);
  for (const Segment& segment : dispatched) {
    const Step way = variant.printed.order ? 0 : segment.ordered + 1;
    plan.orders.push_back({segment.child, segment.ordered, offsets[segment.child] - way});
  }
  return plan;
}

}  // namespace flitwise::protocols
