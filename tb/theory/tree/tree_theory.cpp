// tree_theory.cpp: scatter, Shoulder-Tap, and both link by link.
#include "tb/theory/tree/tree_theory.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {

// Scatter: PE 0 sends back to back, so a message's dispatch is 1 plus the flits before it.

namespace {

constexpr const char* kPaper = "Bhatt et al., section 1.2";
constexpr const char* kCost = "Remark 2: beta + L tau in place of L";
constexpr const char* kFirstFlit = "Remark 2: beta + L tau in place of L, then beta + tau - 1 more";

void check_order(const std::vector<Flits>& lengths, const std::vector<Node>& order) {
  std::vector<bool> seen(lengths.size(), false);
  for (const Node i : order) {
    const std::string name = "order: PE " + std::to_string(i);
    if (i < 1 || index_of(i) >= lengths.size())
      throw std::invalid_argument(name + " is not a PE from 1 to " +
                                  std::to_string(lengths.size() - 1));
    if (lengths[index_of(i)] == 0) throw std::invalid_argument(name + " has a null message");
    if (seen[index_of(i)]) throw std::invalid_argument(name + " is there twice");
    seen[index_of(i)] = true;
  }
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    if (lengths[i] > 0 && !seen[i])
      throw std::invalid_argument("order: PE " + std::to_string(i) + " is missing");
  }
}

/// Largest over d of (d - 1 + flits from `top` down for depth d and deeper): those flits need as
/// many send steps of PE 0, and the last of them d - 1 more hops.
Step farthest_first_finish(const Tree& tree, const std::vector<Flits>& lengths, Node top = 0) {
  return max_over_depths(flits_from_depth(tree, lengths, top), [](Step d) { return d - 1; });
}

/// Whatever the order, the last flit leaves PE 0 with the last of all and goes no farther than the
/// farthest. 0 when nothing is sent.
Step back_to_back_bound(const Tree& tree, const std::vector<Flits>& lengths, Node top = 0) {
  Step farthest = 0;
  for (Node a = tree.address(top); a < tree.subtree_end(top); ++a) {
    const Node v = tree.node_at(a);
    if (lengths[index_of(v)] > 0) farthest = std::max<Step>(farthest, tree.depth(v));
  }
  return farthest == 0 ? 0 : subtree_flits(tree, lengths, top) + farthest - 1;
}

/// Lengths are in steps of the root's port.
void add_common_figures(const Tree& tree, const std::vector<Flits>& lengths, const Pace& pace,
                        Prediction& p) {
  const std::string cost = pace.note(kCost);
  p.lower_bound = farthest_first_finish(tree, lengths);
  p.bound = back_to_back_bound(tree, lengths);
  p.sources.push_back({"dispatch", std::string(kPaper) +
                                       ", equation (1) in 1-based steps: 1 + flits sent before; "
                                       "any tree, back to back from step 1" +
                                       pace.note(kFirstFlit)});
  p.sources.push_back({"quiesce", "equals finish: no flit goes beyond its destination"});
  p.sources.push_back({"lower_bound",
                       "max over d of (d - 1 + sum of L_i with depth >= d): send slots of the root "
                       "plus hops; every single-port schedule, with gaps or split messages too" +
                           cost});
  p.sources.push_back({"bound",
                       "Bhatt et al., Proposition 1, upper bound in 1-based steps: M + depth of "
                       "the farthest message - 1; every order, back to back from step 1" +
                           cost});
}

/// The messages of the PEs from `top` down.
std::vector<Node> farthest_first(const Tree& tree, const std::vector<Flits>& lengths,
                                 Node top = 0) {
  std::vector<Node> order;
  for (Node a = tree.address(top); a < tree.subtree_end(top); ++a) {
    if (lengths[index_of(tree.node_at(a))] > 0) order.push_back(tree.node_at(a));
  }
  std::sort(order.begin(), order.end(), [&](Node a, Node b) {
    return std::pair(-tree.depth(a), a) < std::pair(-tree.depth(b), b);
  });
  return order;
}

/// Gives the messages of `order` their steps on one link of PE 0. Lengths are in steps; the first
/// flit leaves at the end of its tau steps after the setup.
void send_back_to_back(const std::vector<Flits>& lengths, const std::vector<Node>& order,
                       const Pace& pace, Prediction& p) {
  p.dispatch.resize(lengths.size());
  Step next = 1;
  for (const Node i : order) {
    p.dispatch[index_of(i)] = next + pace.beta + pace.tau - 1;
    next += lengths[index_of(i)];
  }
}

std::vector<Source> multiport_sources(const Pace& pace) {
  const std::string each =
      "; every root subtree by itself, the largest counts; any tree" + pace.note(kCost);
  return {
      {"finish",
       "Bhatt et al., Theorem 1, closed form: max over d of (d - 1 + sum of L_i with "
       "depth >= d)" +
           each},
      {"quiesce", "equals finish: no flit goes beyond its destination"},
      {"dispatch", std::string(kPaper) +
                       ", equation (1) in 1-based steps: 1 + flits sent before "
                       "on the same link of the root; any tree" +
                       pace.note(kFirstFlit)},
      {"lower_bound",
       "the finish: send slots of one link of the root plus hops; every multiport "
       "schedule, with gaps or split messages too" +
           pace.note(kCost)},
      {"bound",
       "Bhatt et al., Proposition 1, upper bound in 1-based steps: flits + depth of the "
       "farthest message - 1" +
           each},
  };
}

}  // namespace

Prediction predict_scatter(const Tree& tree, const std::vector<Flits>& flits,
                           const std::vector<Node>& order, const Pace& pace) {
  check_lengths(tree.size(), flits);
  check_order(flits, order);

  Prediction p;
  const std::vector<Flits> lengths = in_steps(flits, pace.beta, pace);
  send_back_to_back(lengths, order, pace, p);
  for (const Node i : order) {
    const Step last = *p.dispatch[index_of(i)] + (flits[index_of(i)] - 1) * pace.tau;
    p.finish = std::max(p.finish, last + tree.depth(i) - 1);
  }
  p.quiesce = p.finish;
  p.sources.push_back({"finish", std::string(kPaper) +
                                     ", equations (1)-(3) in 1-based steps: max over i of "
                                     "(dispatch_i + L_i + depth_i - 2); any tree and order" +
                                     pace.note("Remark 2: (L_i - 1) tau + 1 in place of L_i")});
  add_common_figures(tree, lengths, pace, p);
  return p;
}

Prediction predict_scatter_fdf(const Tree& tree, const std::vector<Flits>& flits,
                               const Pace& pace) {
  check_lengths(tree.size(), flits);

  Prediction p;
  const std::vector<Flits> lengths = in_steps(flits, pace.beta, pace);
  send_back_to_back(lengths, farthest_first(tree, lengths), pace, p);
  p.finish = farthest_first_finish(tree, lengths);
  p.quiesce = p.finish;
  p.sources.push_back({"finish",
                       "Bhatt et al., Theorem 1 (farthest first is optimal), closed form: max over "
                       "d of (d - 1 + sum of L_i with depth >= d); any tree" +
                           pace.note(kCost)});
  add_common_figures(tree, lengths, pace, p);
  return p;
}

Prediction predict_scatter_multiport(const Tree& tree, const std::vector<Flits>& flits,
                                     const Pace& pace) {
  check_lengths(tree.size(), flits);

  Prediction p;
  const std::vector<Flits> lengths = in_steps(flits, pace.beta, pace);
  p.dispatch.resize(lengths.size());
  p.bound = 0;
  for (const Node child : tree.children(0)) {
    send_back_to_back(lengths, farthest_first(tree, lengths, child), pace, p);
    p.finish = std::max(p.finish, farthest_first_finish(tree, lengths, child));
    p.bound = std::max(*p.bound, back_to_back_bound(tree, lengths, child));
  }
  p.quiesce = p.finish;
  p.lower_bound = p.finish;
  p.sources = multiport_sources(pace);
  return p;
}

// Shoulder-Tap: one machine (PE 0's input) with release steps e_j, served in index order.

namespace {

constexpr Step kNever = std::numeric_limits<Step>::min() / 2;

/// e_j: the earliest step in which message j can start to reach PE 0. With one port all but the
/// last PE must pass the tap on first, which takes their send port for one step.
Step earliest_arrival(Node j, Node n, Ports ports) {
  return 2 * Step{j} + (ports == Ports::kSingle && j < n ? 1 : 0);
}

/// a_j = max over nonnull m <= j of (e_m + L_m + .. + L_{j-1}), tx(j) = a_j - j + 1.
/// Lengths are in steps; the first flit leaves at the end of its tau steps.
std::vector<std::optional<Step>> dispatch_steps(const std::vector<Flits>& lengths, Ports ports,
                                                const Pace& pace) {
  const auto n = static_cast<Node>(lengths.size()) - 1;
  std::vector<std::optional<Step>> dispatch(lengths.size());
  Flits before = 0;    // flits of messages with a lower index
  Step most = kNever;  // max over nonnull m <= j of (e_m - flits before m)
  for (Node j = 1; j <= n; ++j) {
    if (lengths[index_of(j)] == 0) continue;
    most = std::max(most, earliest_arrival(j, n, ports) + pace.beta - before);
    dispatch[index_of(j)] = most + before - j + pace.tau;
    before += lengths[index_of(j)];
  }
  return dispatch;
}

/// max over nonnull j of (e_j - 1 + L_j + .. + L_n), 0 when nothing is sent.
Step tapped_finish(const std::vector<Flits>& lengths, Ports ports, Step beta) {
  const auto n = static_cast<Node>(lengths.size()) - 1;
  Step finish = 0;
  Flits from_here = 0;
  for (Node j = n; j >= 1; --j) {
    if (lengths[index_of(j)] == 0) continue;
    from_here += lengths[index_of(j)];
    finish = std::max(finish, earliest_arrival(j, n, ports) + beta - 1 + from_here);
  }
  return finish;
}

std::vector<Source> tap_sources(bool end_mark, Ports ports, const Pace& pace) {
  const std::string mark =
      std::string(end_mark ? "; L_n counts the END mark" : "") +
      pace.note("Remark 2: L tau in place of L, e_j later by beta, the setup of the message");
  const bool single = ports == Ports::kSingle;
  const std::string earliest =
      single ? "e_j = 2j + 1 for j < n, e_n = 2n" : "e_j = 2j: the tap and data leave in one step";
  return {
      {"finish",
       "Bhatt et al., Theorem 2 (optimal subject to inequality (5)), closed form: max over nonnull "
       "j of (e_j - 1 + sum of L_k with k >= j), " +
           earliest + "; any path" + mark},
      {"quiesce", "max(finish, n): the taps reach PE n in step n, messages or not"},
      {"dispatch",
       "Bhatt et al., inequality (7) as an equality: max over nonnull m <= j of (e_m + L_m + .. + "
       "L_{j-1}) - j + 1; " +
           std::string(single ? "the last PE" : "every PE") + " may send one step after its tap" +
           mark},
      {"lower_bound", gather_lower_bound_source(ports) + mark},
  };
}

}  // namespace

std::vector<Flits> lengths_on_the_path(std::vector<Flits> lengths, bool end_mark) {
  if (end_mark && lengths.size() > 1) ++lengths.back();
  return lengths;
}

std::vector<std::int64_t> tap_values(const std::vector<Flits>& flits, Ports ports,
                                     const Pace& pace) {
  const std::vector<Flits> lengths = in_steps(flits, 0, pace);
  // Multiport, a PE may send one step after its tap and not two, so that all after it wait less.
  const Step sooner = ports == Ports::kSingle ? 0 : 1;
  std::vector<std::int64_t> values(lengths.size(), 0);
  Flits before = 0;    // L_1 + .. + L_{i-1}
  Step most = kNever;  // max over j < i of (2j - (L_1 + .. + L_{j-1}))
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    const auto at = static_cast<Step>(i);
    values[i] = std::max<Step>(1, most + before - 2 * (at - 1) - sooner);
    if (lengths[i] > 0) most = std::max(most, 2 * at - before + pace.beta);
    before += lengths[i];
  }
  return values;
}

Prediction predict_shoulder_tap(const std::vector<Flits>& lengths, bool end_mark, Ports ports,
                                const Pace& pace) {
  const auto pes = static_cast<Node>(std::max<std::size_t>(lengths.size(), 1));
  check_lengths(pes, lengths);
  const std::vector<Flits> sent = lengths_on_the_path(lengths, end_mark);

  Prediction p;
  p.dispatch = dispatch_steps(in_steps(sent, 0, pace), ports, pace);
  p.finish = tapped_finish(in_steps(sent, 0, pace), ports, pace.beta);
  p.quiesce = std::max<Step>(p.finish, pes - 1);
  p.lower_bound = gather_lower_bound(Tree(path_parents(pes)), sent, ports, pace);
  p.sources = tap_sources(end_mark, ports, pace);
  return p;
}

// The predictions, link by link. Flit k of a message crosses its h-th link h - 1 steps after its
// first, because a relay takes one step per hop and nothing ever waits.

namespace {

enum class Way : std::uint8_t { kUp, kDown };

/// All flits of all messages to or from PE 0 on all their links, sorted.
std::vector<LinkEvent> message_events(const Tree& tree, const std::vector<Flits>& lengths,
                                      const Prediction& prediction, Step tau, Way way) {
  check_lengths(tree.size(), lengths);
  if (prediction.dispatch.size() != lengths.size())
    throw std::invalid_argument("the prediction is not one of these lengths");
  std::vector<LinkEvent> events;
  for (Node v = 1; v < tree.size(); ++v) {
    const auto& first = prediction.dispatch[index_of(v)];
    if (!first) continue;
    std::vector<Node> route = tree.path_up(v);
    if (way == Way::kDown) std::reverse(route.begin(), route.end());
    for (std::size_t h = 0; h + 1 < route.size(); ++h) {
      for (Flits k = 1; k <= lengths[index_of(v)]; ++k)
        events.push_back({*first + (k - 1) * tau + static_cast<Step>(h), route[h], route[h + 1],
                          FlitKind::kData, v, k});
    }
  }
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace

std::vector<LinkEvent> scatter_events(const Tree& tree, const std::vector<Flits>& lengths,
                                      const Prediction& prediction, const Pace& pace) {
  return message_events(tree, lengths, prediction, pace.tau, Way::kDown);
}

std::vector<LinkEvent> gather_events(const Tree& tree, const std::vector<Flits>& lengths,
                                     const Prediction& prediction, const Pace& pace) {
  return message_events(tree, lengths, prediction, pace.tau, Way::kUp);
}

std::vector<LinkEvent> shoulder_tap_events(const std::vector<Flits>& lengths, bool end_mark,
                                           Ports ports, const Prediction& prediction,
                                           const Pace& pace) {
  const auto pes = static_cast<Node>(std::max<std::size_t>(lengths.size(), 1));
  check_lengths(pes, lengths);
  const std::vector<Flits> sent = lengths_on_the_path(lengths, end_mark);
  const std::vector<std::int64_t> taps = tap_values(lengths, ports, pace);
  std::vector<LinkEvent> events = gather_events(Tree(path_parents(pes)), sent, prediction, pace);
  for (LinkEvent& event : events) {
    if (end_mark && event.message == pes - 1 && event.index == sent.back())
      event.kind = FlitKind::kEnd;
  }
  for (Node v = 1; v < pes; ++v)
    events.push_back({v, v - 1, v, FlitKind::kTap, v, 1, taps[index_of(v)]});
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace flitwise::theory
