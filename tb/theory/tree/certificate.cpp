#include "tb/theory/tree/certificate.h"

#include <algorithm>
#include <utility>

#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

using Positions = std::vector<std::size_t>;

bool orders_all(Rule rule) { return rule == Rule::kPaper || rule == Rule::kTight; }
bool counts_turns(Rule rule) { return rule == Rule::kPosIdx || rule == Rule::kPos; }

/// A child as its parent plans with it.
struct Segment {
  std::size_t child = 0;
  std::int64_t release = 0;
  Flits stream = 0;
};

Positions ordered_children(const std::vector<Certificate>& children, Rule rule) {
  Positions ordered;
  for (std::size_t j = 0; j < children.size(); ++j) {
    if (orders_all(rule) || children[j].stream > 0) ordered.push_back(j);
  }
  return ordered;
}

/// The child that the stream can wait for least comes first.
void sort_by_slack(Flits own, const std::vector<Certificate>& children, Step tau,
                   const Turnaround& turnaround, Positions& ordered) {
  const auto lag_from_here = [&](std::size_t j) {
    return children[j].lag + turnaround.trip(j) - turnaround.reaction;
  };
  Positions by_lag = ordered;
  std::stable_sort(by_lag.begin(), by_lag.end(), [&](std::size_t a, std::size_t b) {
    return lag_from_here(a) < lag_from_here(b);
  });
  std::vector<std::int64_t> slack(children.size(), 0);
  Flits before = own;
  for (const std::size_t j : by_lag) {
    slack[j] = before * tau - lag_from_here(j);
    before += children[j].stream;
  }
  std::stable_sort(ordered.begin(), ordered.end(),
                   [&](std::size_t a, std::size_t b) { return slack[a] < slack[b]; });
}

/// The children ordered, in the order of their streams.
std::vector<Segment> segments_of(const std::vector<Certificate>& children, const Positions& orders,
                                 Rule rule, Ports ports, const Turnaround& turnaround) {
  const auto count = static_cast<std::int64_t>(orders.size());
  std::vector<Segment> segments;
  for (std::size_t p = 0; p < orders.size(); ++p) {
    const Certificate& child = children[orders[p]];
    const auto turn = static_cast<std::int64_t>(p) + 1;
    const std::int64_t waits = ports == Ports::kMulti ? 1 : (counts_turns(rule) ? turn : count);
    segments.push_back({orders[p], waits + turnaround.trip(orders[p]) + child.lag, child.stream});
  }
  std::sort(segments.begin(), segments.end(), [](const Segment& a, const Segment& b) {
    return std::pair(a.release, a.child) < std::pair(b.release, b.child);
  });
  return segments;
}

/// How much later than `base` the stream must start, by the paper's sum of gaps. A release before
/// the base, which only a child without flits can have while the PE's message is set up, is no gap.
std::int64_t delay_as_published(std::int64_t base, Flits own, const std::vector<Segment>& segments,
                                Step tau) {
  std::int64_t delay = 0;
  std::int64_t covered = base + own * tau;  // end of the segment before, taken at its release
  for (const Segment& segment : segments) {
    const std::int64_t release = std::max(segment.release, base);
    delay += std::max<std::int64_t>(0, release - covered);
    covered = release + segment.stream * tau;
  }
  return delay;
}

/// How much later than `base` the stream must start for no child to be due before it can.
std::int64_t smallest_delay(std::int64_t base, Flits own, const std::vector<Segment>& segments,
                            Step tau) {
  std::int64_t delay = 0;
  std::int64_t before = base + own * tau;
  for (const Segment& segment : segments) {
    delay = std::max(delay, segment.release - before);
    before += segment.stream * tau;
  }
  return delay;
}

/// Earliest step in which the PE may use its way up.
std::int64_t first_free_step(std::size_t orders, Rule rule, Ports ports, Place place,
                             Step reaction) {
  if (ports == Ports::kMulti) return reaction;
  if (place == Place::kRoot && counts_turns(rule)) return 0;
  return reaction + static_cast<std::int64_t>(orders);
}

std::vector<Certificate> of_children(const Tree& tree, Node v, const std::vector<PePlan>& plans) {
  std::vector<Certificate> children;
  for (const Node child : tree.children(v)) children.push_back(plans[index_of(child)].certificate);
  return children;
}

}  // namespace

Turnaround turnaround_of(const Tree& tree, Node v, const TreeLatency& latency) {
  Turnaround turnaround{latency.reaction_of(v)};
  for (const Node child : tree.children(v))
    turnaround.trips.push_back(latency.reaction_of(v) - 1 + latency.down_to(child) - 1 +
                               latency.up_from(child) - 1 + latency.router_of(v));
  return turnaround;
}

PePlan plan_pe(Flits own, const std::vector<Certificate>& children, Rule rule, Ports ports,
               Place place, const Pace& pace, const Turnaround& turnaround) {
  PePlan plan;
  plan.orders = ordered_children(children, rule);
  if (rule == Rule::kPos) sort_by_slack(own, children, pace.tau, turnaround, plan.orders);
  const std::vector<Segment> segments = segments_of(children, plan.orders, rule, ports, turnaround);
  const Step first_flit = own > 0 ? pace.beta + pace.tau - 1 : 0;  // after the first free step
  const std::int64_t base =
      first_free_step(plan.orders.size(), rule, ports, place, turnaround.reaction) + first_flit;
  const std::int64_t delay = rule == Rule::kPaper
                                 ? delay_as_published(base, own, segments, pace.tau)
                                 : smallest_delay(base, own, segments, pace.tau);
  plan.certificate = {base + delay, own};
  for (const Segment& segment : segments) {
    plan.stream.push_back(segment.child);
    plan.certificate.stream += segment.stream;
  }
  return plan;
}

std::vector<PePlan> plan_all(const Tree& tree, const std::vector<Flits>& lengths, Rule rule,
                             Ports ports, const Pace& pace, const TreeLatency& latency) {
  std::vector<PePlan> plans(lengths.size());
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    plans[index_of(*v)] =
        plan_pe(lengths[index_of(*v)], of_children(tree, *v, plans), rule, ports,
                *v == 0 ? Place::kRoot : Place::kInner, pace, turnaround_of(tree, *v, latency));
  }
  return plans;
}

std::vector<std::optional<Step>> order_delays(const Tree& tree, const std::vector<PePlan>& plans,
                                              Ports ports, const TreeLatency& latency) {
  std::vector<std::optional<Step>> delays(index_of(tree.size()));
  delays[0] = 0;
  for (const Node v : tree.depth_first()) {
    if (!delays[index_of(v)]) continue;
    Step sent = *delays[index_of(v)] + latency.reaction_of(v);
    for (const std::size_t j : plans[index_of(v)].orders) {
      const Node child = tree.children(v)[j];
      delays[index_of(child)] = sent + latency.down_to(child) - 1;
      if (ports == Ports::kSingle) ++sent;
    }
  }
  return delays;
}

}  // namespace flitwise::theory
