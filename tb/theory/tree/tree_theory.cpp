// tree_theory.cpp: scatter, Shoulder-Tap, and both link by link.
#include "tb/theory/tree/tree_theory.h"

#include <algorithm>
#include <limits>
#include <map>
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
constexpr const char* kWays =
    "lam, the steps from sending to reception over the whole way, in place of d - 1 and depth - 1";
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

/// Largest over lam of (lam + flits from `top` down whose way takes lam or more): those flits need
/// as many send steps of PE 0, and the last of them lam more to its PE.
Step farthest_first_finish(const Tree& tree, const std::vector<Flits>& lengths,
                           const std::vector<Step>& lam, Node top = 0) {
  return max_over_ways(flits_from_way(tree, lengths, lam, top), [](Step way) { return way; });
}

/// Whatever the order, the last flit leaves PE 0 with the last of all and goes no farther than the
/// farthest. 0 when nothing is sent.
Step back_to_back_bound(const Tree& tree, const std::vector<Flits>& lengths,
                        const std::vector<Step>& lam, Node top = 0) {
  const std::map<Step, Flits> ways = flits_from_way(tree, lengths, lam, top);
  return ways.empty() ? 0 : ways.begin()->second + ways.rbegin()->first;
}

/// Lengths are in steps of the root's port.
void add_common_figures(const Tree& tree, const std::vector<Flits>& lengths, const Pace& pace,
                        const TreeLatency& latency, Prediction& p) {
  const std::string cost = pace.note(kCost) + note(latency, kWays);
  const std::vector<Step> lam = latency.lam_down(tree);
  p.lower_bound = farthest_first_finish(tree, lengths, lam);
  p.bound = back_to_back_bound(tree, lengths, lam);
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
                                 const std::vector<Step>& lam, Node top = 0) {
  std::vector<Node> order;
  for (Node a = tree.address(top); a < tree.subtree_end(top); ++a) {
    if (lengths[index_of(tree.node_at(a))] > 0) order.push_back(tree.node_at(a));
  }
  std::sort(order.begin(), order.end(), [&](Node a, Node b) {
    return std::pair(-lam[index_of(a)], a) < std::pair(-lam[index_of(b)], b);
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

std::vector<Source> multiport_sources(const Pace& pace, const TreeLatency& latency) {
  const std::string cost = pace.note(kCost) + note(latency, kWays);
  const std::string each = "; every root subtree by itself, the largest counts; any tree" + cost;
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
           cost},
      {"bound",
       "Bhatt et al., Proposition 1, upper bound in 1-based steps: flits + depth of the "
       "farthest message - 1" +
           each},
  };
}

}  // namespace

Prediction predict_scatter(const Tree& tree, const std::vector<Flits>& flits,
                           const std::vector<Node>& order, const Pace& pace,
                           const TreeLatency& latency) {
  check_lengths(tree.size(), flits);
  check_order(flits, order);
  const std::vector<Step> lam = latency.lam_down(tree);

  Prediction p;
  const std::vector<Flits> lengths = in_steps(flits, pace.beta, pace);
  send_back_to_back(lengths, order, pace, p);
  for (const Node i : order) {
    const Step last = *p.dispatch[index_of(i)] + (flits[index_of(i)] - 1) * pace.tau;
    p.finish = std::max(p.finish, last + lam[index_of(i)]);
  }
  p.quiesce = p.finish;
  p.sources.push_back({"finish", std::string(kPaper) +
                                     ", equations (1)-(3) in 1-based steps: max over i of "
                                     "(dispatch_i + L_i + depth_i - 2); any tree and order" +
                                     pace.note("Remark 2: (L_i - 1) tau + 1 in place of L_i") +
                                     note(latency, kWays)});
  add_common_figures(tree, lengths, pace, latency, p);
  return p;
}

Prediction predict_scatter_fdf(const Tree& tree, const std::vector<Flits>& flits, const Pace& pace,
                               const TreeLatency& latency) {
  check_lengths(tree.size(), flits);
  const std::vector<Step> lam = latency.lam_down(tree);

  Prediction p;
  const std::vector<Flits> lengths = in_steps(flits, pace.beta, pace);
  send_back_to_back(lengths, farthest_first(tree, lengths, lam), pace, p);
  p.finish = farthest_first_finish(tree, lengths, lam);
  p.quiesce = p.finish;
  p.sources.push_back({"finish",
                       "Bhatt et al., Theorem 1 (farthest first is optimal), closed form: max over "
                       "d of (d - 1 + sum of L_i with depth >= d); any tree" +
                           pace.note(kCost) + note(latency, kWays)});
  add_common_figures(tree, lengths, pace, latency, p);
  return p;
}

Prediction predict_scatter_multiport(const Tree& tree, const std::vector<Flits>& flits,
                                     const Pace& pace, const TreeLatency& latency) {
  check_lengths(tree.size(), flits);
  const std::vector<Step> lam = latency.lam_down(tree);

  Prediction p;
  const std::vector<Flits> lengths = in_steps(flits, pace.beta, pace);
  p.dispatch.resize(lengths.size());
  p.bound = 0;
  for (const Node child : tree.children(0)) {
    send_back_to_back(lengths, farthest_first(tree, lengths, lam, child), pace, p);
    p.finish = std::max(p.finish, farthest_first_finish(tree, lengths, lam, child));
    p.bound = std::max(*p.bound, back_to_back_bound(tree, lengths, lam, child));
  }
  p.quiesce = p.finish;
  p.lower_bound = p.finish;
  p.sources = multiport_sources(pace, latency);
  return p;
}

// Shoulder-Tap: one machine (PE 0's input) with release steps e_j, served in index order.

namespace {

constexpr Step kNever = std::numeric_limits<Step>::min() / 2;

/// The ways of a path, by PE.
struct TappedPath {
  std::vector<Step> tap;       ///< t_j: its tap is received
  std::vector<Step> home;      ///< steps of its way to PE 0
  std::vector<Step> earliest;  ///< e_j: earliest step in which its message can start to reach PE 0
};

/// With one port all but the last PE must pass the tap on first, which takes their send port for
/// one step.
TappedPath tapped_path(Node pes, Ports ports, const TreeLatency& latency) {
  TappedPath path;
  path.home = latency.lam_up(Tree(path_parents(pes)));
  path.tap.push_back(1 - latency.reaction_of(0));
  path.earliest.push_back(0);
  for (Node j = 1; j < pes; ++j) {
    const Step passes_on = ports == Ports::kSingle && j + 1 < pes ? 1 : 0;
    path.tap.push_back(path.tap.back() + latency.reaction_of(j - 1) + latency.down_to(j) - 1);
    path.earliest.push_back(path.tap.back() + latency.reaction_of(j) + path.home[index_of(j)] +
                            passes_on);
  }
  return path;
}

/// a_j = max over nonnull m <= j of (e_m + L_m + .. + L_{j-1}), tx(j) = a_j - way home.
/// Lengths are in steps; the first flit leaves at the end of its tau steps.
std::vector<std::optional<Step>> dispatch_steps(const std::vector<Flits>& lengths,
                                                const TappedPath& path, const Pace& pace) {
  std::vector<std::optional<Step>> dispatch(lengths.size());
  Flits before = 0;    // flits of messages with a lower index
  Step most = kNever;  // max over nonnull m <= j of (e_m - flits before m)
  for (std::size_t j = 1; j < lengths.size(); ++j) {
    if (lengths[j] == 0) continue;
    most = std::max(most, path.earliest[j] + pace.beta - before);
    dispatch[j] = most + before - path.home[j] + pace.tau - 1;
    before += lengths[j];
  }
  return dispatch;
}

/// max over nonnull j of (e_j - 1 + L_j + .. + L_n), 0 when nothing is sent.
Step tapped_finish(const std::vector<Flits>& lengths, const TappedPath& path, Step beta) {
  Step finish = 0;
  Flits from_here = 0;
  for (std::size_t j = lengths.size() - 1; j >= 1; --j) {
    if (lengths[j] == 0) continue;
    from_here += lengths[j];
    finish = std::max(finish, path.earliest[j] + beta - 1 + from_here);
  }
  return finish;
}

std::vector<Source> tap_sources(bool end_mark, Ports ports, const Pace& pace,
                                const TreeLatency& latency) {
  const std::string mark =
      std::string(end_mark ? "; L_n counts the END mark" : "") +
      pace.note("Remark 2: L tau in place of L, e_j later by beta, the setup of the message") +
      note(latency,
           "e_j = t_j + g_j + lam_j + 1, without the 1 where the tap costs the port nothing; t_j = "
           "t_{j-1} + g_{j-1} + w_j - 1, t_0 = 1 - g_0; lam_j, the way up, in place of j - 1");
  const bool single = ports == Ports::kSingle;
  const std::string earliest =
      single ? "e_j = 2j + 1 for j < n, e_n = 2n" : "e_j = 2j: the tap and data leave in one step";
  return {
      {"finish",
       "Bhatt et al., Theorem 2 (optimal subject to inequality (5)), closed form: max over nonnull "
       "j of (e_j - 1 + sum of L_k with k >= j), " +
           earliest + "; any path" + mark},
      {"quiesce", "max(finish, n): the taps reach PE n in step n, messages or not" +
                      note(latency, "t_n in place of n")},
      {"dispatch",
       "Bhatt et al., inequality (7) as an equality: max over nonnull m <= j of (e_m + L_m + .. + "
       "L_{j-1}) - j + 1; " +
           std::string(single ? "the last PE" : "every PE") + " may send one step after its tap" +
           mark},
      {"lower_bound", gather_lower_bound_source(ports, latency) + mark},
  };
}

}  // namespace

std::vector<Flits> lengths_on_the_path(std::vector<Flits> lengths, bool end_mark) {
  if (end_mark && lengths.size() > 1) ++lengths.back();
  return lengths;
}

std::vector<std::int64_t> tap_values(const std::vector<Flits>& flits, Ports ports, const Pace& pace,
                                     const TreeLatency& latency) {
  const std::vector<Flits> lengths = in_steps(flits, 0, pace);
  const TappedPath path = tapped_path(static_cast<Node>(lengths.size()), ports, latency);
  std::vector<std::int64_t> values(lengths.size(), 0);
  Flits before = 0;    // L_1 + .. + L_{i-1}
  Step most = kNever;  // max over nonnull j < i of (e_j - (L_1 + .. + L_{j-1}))
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    values[i] = std::max(latency.reaction_of(static_cast<Node>(i)),
                         most + before - path.home[i] - path.tap[i]);
    if (lengths[i] > 0) most = std::max(most, path.earliest[i] - before + pace.beta);
    before += lengths[i];
  }
  return values;
}

Prediction predict_shoulder_tap(const std::vector<Flits>& lengths, bool end_mark, Ports ports,
                                const Pace& pace, const TreeLatency& latency) {
  const auto pes = static_cast<Node>(std::max<std::size_t>(lengths.size(), 1));
  check_lengths(pes, lengths);
  const std::vector<Flits> sent = lengths_on_the_path(lengths, end_mark);

  const TappedPath path = tapped_path(pes, ports, latency);

  Prediction p;
  p.dispatch = dispatch_steps(in_steps(sent, 0, pace), path, pace);
  p.finish = tapped_finish(in_steps(sent, 0, pace), path, pace.beta);
  p.quiesce = std::max(p.finish, path.tap.back());
  p.lower_bound = gather_lower_bound(Tree(path_parents(pes)), sent, ports, pace, latency);
  p.sources = tap_sources(end_mark, ports, pace, latency);
  return p;
}

// The predictions, link by link. What is left of a way tells when a flit is on it, because routers
// and links take their steps and nothing ever waits.

namespace {

enum class Way : std::uint8_t { kUp, kDown };

/// All flits of all messages to or from PE 0 on all their links.
void visit_messages(const Tree& tree, const std::vector<Flits>& lengths,
                    const Prediction& prediction, Step tau, const TreeLatency& latency, Way way,
                    const TakeEvent& take) {
  check_lengths(tree.size(), lengths);
  if (prediction.dispatch.size() != lengths.size())
    throw std::invalid_argument("the prediction is not one of these lengths");
  const bool down = way == Way::kDown;
  const std::vector<Step> lam = down ? latency.lam_down(tree) : latency.lam_up(tree);
  for (Node v = 1; v < tree.size(); ++v) {
    const auto& first = prediction.dispatch[index_of(v)];
    if (!first) continue;
    for (Node u = v; u != 0; u = tree.parent(u)) {
      const Node above = tree.parent(u);
      const Step on_the_way =
          down ? lam[index_of(u)] - (latency.down_to(u) - 1) : lam[index_of(v)] - lam[index_of(u)];
      for (Flits k = 1; k <= lengths[index_of(v)]; ++k)
        take({*first + (k - 1) * tau + on_the_way, down ? above : u, down ? u : above,
              FlitKind::kData, v, k});
    }
  }
}

}  // namespace

void visit_scatter_events(const Tree& tree, const std::vector<Flits>& lengths,
                          const Prediction& prediction, const Pace& pace,
                          const TreeLatency& latency, const TakeEvent& take) {
  visit_messages(tree, lengths, prediction, pace.tau, latency, Way::kDown, take);
}

void visit_gather_events(const Tree& tree, const std::vector<Flits>& lengths,
                         const Prediction& prediction, const Pace& pace, const TreeLatency& latency,
                         const TakeEvent& take) {
  visit_messages(tree, lengths, prediction, pace.tau, latency, Way::kUp, take);
}

void visit_shoulder_tap_events(const std::vector<Flits>& lengths, bool end_mark, Ports ports,
                               const Prediction& prediction, const Pace& pace,
                               const TreeLatency& latency, const TakeEvent& take) {
  const auto pes = static_cast<Node>(std::max<std::size_t>(lengths.size(), 1));
  check_lengths(pes, lengths);
  const std::vector<Flits> sent = lengths_on_the_path(lengths, end_mark);
  const std::vector<std::int64_t> taps = tap_values(lengths, ports, pace, latency);
  const TappedPath path = tapped_path(pes, ports, latency);
  visit_gather_events(Tree(path_parents(pes)), sent, prediction, pace, latency,
                      [&](LinkEvent event) {
                        if (end_mark && event.message == pes - 1 && event.index == sent.back())
                          event.kind = FlitKind::kEnd;
                        take(event);
                      });
  for (Node v = 1; v < pes; ++v)
    take({path.tap[index_of(v)] - (latency.down_to(v) - 1), v - 1, v, FlitKind::kTap, v, 1,
          taps[index_of(v)]});
}

std::vector<LinkEvent> scatter_events(const Tree& tree, const std::vector<Flits>& lengths,
                                      const Prediction& prediction, const Pace& pace,
                                      const TreeLatency& latency) {
  return sorted_events([&](const TakeEvent& take) {
    visit_scatter_events(tree, lengths, prediction, pace, latency, take);
  });
}

std::vector<LinkEvent> gather_events(const Tree& tree, const std::vector<Flits>& lengths,
                                     const Prediction& prediction, const Pace& pace,
                                     const TreeLatency& latency) {
  return sorted_events([&](const TakeEvent& take) {
    visit_gather_events(tree, lengths, prediction, pace, latency, take);
  });
}

std::vector<LinkEvent> shoulder_tap_events(const std::vector<Flits>& lengths, bool end_mark,
                                           Ports ports, const Prediction& prediction,
                                           const Pace& pace, const TreeLatency& latency) {
  return sorted_events([&](const TakeEvent& take) {
    visit_shoulder_tap_events(lengths, end_mark, ports, prediction, pace, latency, take);
  });
}

}  // namespace flitwise::theory
