// stream_plan.cpp: how streams are put one behind the other, and who is ordered when.
#include "systemc/protocols/tree/stream_plan.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "systemc/protocols/complaint_book.h"

namespace flitwise::protocols {

std::vector<std::size_t> merge_order(const std::vector<Certificate>& children) {
  std::vector<std::size_t> order(children.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return children[a].lag < children[b].lag; });
  return order;
}

Flits stream_length(Flits own, const std::vector<Certificate>& children) {
  Flits sum = own;
  for (const Certificate& child : children) sum += child.stream;
  return sum;
}

std::vector<Flits> stream_offsets(Flits own, const std::vector<Certificate>& children,
                                  const std::vector<std::size_t>& order) {
  std::vector<Flits> offsets(children.size(), 0);
  Flits before = own;
  for (const std::size_t k : order) {
    offsets[k] = before;
    before += children[k].stream;
  }
  return offsets;
}

std::optional<std::string> fault_of_certificate(const Arrival& arrival, Node child) {
  if (arrival.message != child)
    return "tells of " + pe_name(arrival.message) + ", not of " + pe_name(child);
  if (arrival.value < 1) return "lag " + std::to_string(arrival.value) + " must be at least 1";
  if (arrival.stream < 0)
    return "stream of " + std::to_string(arrival.stream) + " flits must not be negative";
  return std::nullopt;
}

namespace {

// Certificates with lags as if every child were so near that its flits are relayed one step after
// they were sent: then only the lags differ between near and far ones.
std::vector<Certificate> as_if_near(std::vector<Certificate> children,
                                    const LocalLatency& latency) {
  for (std::size_t j = 0; j < children.size(); ++j) children[j].lag += latency.trip(j) - 1;
  return children;
}

// As dispatch_order, of children that are near.
std::vector<std::size_t> order_of_near(LagRule rule, Flits own,
                                       const std::vector<Certificate>& children, Pace pace) {
  std::vector<std::size_t> order;
  for (std::size_t j = 0; j < children.size(); ++j)
    if (orders_null_streams(rule) || children[j].stream > 0) order.push_back(j);
  if (rule != LagRule::kPos) return order;
  const std::vector<Flits> offsets = stream_offsets(own, children, merge_order(children));
  const auto slack = [&](std::size_t j) { return pace.of_flits(offsets[j]) - children[j].lag; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return slack(a) < slack(b); });
  return order;
}

}  // namespace

std::vector<std::size_t> dispatch_order(LagRule rule, Flits own,
                                        const std::vector<Certificate>& children, Pace pace,
                                        const LocalLatency& latency) {
  return order_of_near(rule, own, as_if_near(children, latency), pace);
}

namespace {

// A child's part of the stream.
struct Segment {
  std::size_t child = 0;
  Step ordered = 1;  // place of its order: the step, if the PE reacts in one
  Step limit = 0;    // earliest step in which its first flit can be relayed
  Step steps = 0;    // of its flits
};
using Segments = std::vector<Segment>;

bool limited_by_own_position(const CertificationVariant& variant) {
  return variant.ports == Ports::kMulti || variant.rule == LagRule::kPosIdx ||
         variant.rule == LagRule::kPos;
}

// One segment per ordered child, in the order of dispatch. Children are near.
Segments segments_of(const CertificationVariant& variant, Flits own,
                     const std::vector<Certificate>& children) {
  const std::vector<std::size_t> dispatch =
      order_of_near(variant.rule, own, children, variant.pace);
  const auto last = static_cast<Step>(dispatch.size());
  const Step relay = variant.printed.limit ? 0 : 1;  // the step that the paper's step 2 leaves out
  Segments segments;
  for (const std::size_t child : dispatch) {
    const Step ordered =
        variant.ports == Ports::kMulti ? 1 : static_cast<Step>(segments.size()) + 1;
    const Step counted_as = limited_by_own_position(variant) ? ordered : last;
    segments.push_back({child, ordered, counted_as + relay + children[child].lag,
                        variant.pace.of_flits(children[child].stream)});
  }
  return segments;
}

// First step in which the link up may carry the PE's stream: its orders have left and, where it has
// a message of its own, the setup and the first flit time of that message are over.
Step own_limit(const CertificationVariant& variant, Role role, Flits own, const Segments& segments,
               Step reaction) {
  const Step prepares = own > 0 ? variant.pace.setup + variant.pace.to_first_flit() : 0;
  if (variant.ports == Ports::kMulti) return reaction + prepares;
  if (role == Role::kRoot && limited_by_own_position(variant)) return 0;
  return static_cast<Step>(segments.size()) + reaction + prepares;
}

Segments merged(Segments segments) {
  std::sort(segments.begin(), segments.end(), [](const Segment& a, const Segment& b) {
    return std::tie(a.limit, a.child) < std::tie(b.limit, b.child);
  });
  return segments;
}

// The paper's sum: every wait between two segments that their flits do not hide delays the start.
// While the PE sets its own message up no child's segment can be in front; a child without flits,
// which needs no setup, may have a limit that early.
Step paper_lag(Step own_start, Step own, const Segments& stream) {
  Step lag = own_start;
  Step covered = own_start + own;  // end of what is in front, if each segment starts at its limit
  for (const Segment& segment : stream) {
    const Step limit = std::max(segment.limit, own_start);
    lag += std::max<Step>(0, limit - covered);
    covered = limit + segment.steps;
  }
  return lag;
}

// Lays the segments from the last to the first: each starts where it may, or later if it would
// otherwise end before the next one begins.
Step tight_lag(Step own_start, Step own, const Segments& stream) {
  Step start = own_start;
  for (auto segment = stream.rbegin(); segment != stream.rend(); ++segment)
    start = std::max(segment->limit, start - segment->steps);
  return std::max(own_start, start - own);
}

}  // namespace

StreamPlan plan_stream(const CertificationVariant& variant, Role role, Flits own,
                       const std::vector<Certificate>& children, const LocalLatency& latency) {
  const Segments dispatched = segments_of(variant, own, as_if_near(children, latency));
  const Segments stream = merged(dispatched);
  const Step own_start = own_limit(variant, role, own, dispatched, latency.reaction);
  const Step own_steps = variant.pace.of_flits(own);
  const bool sums = variant.rule == LagRule::kPaper ||
                    (variant.rule == LagRule::kPrinted && !variant.printed.limit);
  StreamPlan plan;
  plan.certificate.lag =
      sums ? paper_lag(own_start, own_steps, stream) : tight_lag(own_start, own_steps, stream);
  plan.certificate.stream = stream_length(own, children);
  std::vector<std::size_t> order;
  for (const Segment& segment : stream) order.push_back(segment.child);
  const std::vector<Flits> offsets = stream_offsets(own, children, order);
  for (const Segment& segment : dispatched) {
    const Step way = variant.printed.order ? 0 : segment.ordered + latency.trip(segment.child);
    const Step before = variant.pace.of_flits(offsets[segment.child]);
    plan.orders.push_back({segment.child, latency.reaction - 1 + segment.ordered, before - way});
  }
  return plan;
}

}  // namespace flitwise::protocols
