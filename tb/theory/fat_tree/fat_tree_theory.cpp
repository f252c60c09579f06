// fat_tree_theory.cpp: from and to one leaf, and from all to all the same.
#include "tb/theory/fat_tree/fat_tree_theory.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/fat_tree/fat_tree_queues.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {

// One leaf sends: broadcast and scatter. Only its links can be scarce.

namespace {

constexpr const char* kScatterDispatch =
    "back to back from step 1, c_1 flits a step; farthest class first, k = n-1 down to 1 to the "
    "leaf whose digits "
    "are those of the source plus those of k";

void check_scatter_order(const FatTree& tree, const std::vector<Flits>& lengths,
                         const std::vector<Node>& order) {
  std::vector<bool> seen(lengths.size(), false);
  for (const Node x : order) {
    check_leaf(tree, x, "order: an entry");
    const std::string name = "order: leaf " + std::to_string(x);
    if (lengths[index_of(x)] == 0) throw std::invalid_argument(name + " has no message");
    if (seen[index_of(x)]) throw std::invalid_argument(name + " is there twice");
    seen[index_of(x)] = true;
  }
  for (std::size_t x = 0; x < lengths.size(); ++x) {
    if (lengths[x] > 0 && !seen[x])
      throw std::invalid_argument("order: leaf " + std::to_string(x) + " is missing");
  }
}

std::vector<Flits> one_flit_each(const FatTree& tree, Node root) {
  std::vector<Flits> lengths(index_of(tree.leaves()), 1);
  lengths[index_of(root)] = 0;
  return lengths;
}

/// As many flits a step as the source has links.
FatTreeTable back_to_back(const FatTree& tree, Node source, const std::vector<Flits>& lengths,
                          const std::vector<Node>& order) {
  FatTreeTable table;
  Flits sent = 0;
  for (const Node x : order) {
    append_message(tree, source, x, lengths[index_of(x)], 1, sent, table);
    sent += lengths[index_of(x)];
  }
  return table;
}

/// The step in which the last flit of a table arrives that nothing holds up; 0 of an empty one.
Step last_arrival(const FatTree& tree, const FatTreeLatency& latency, const FatTreeTable& table) {
  Step last = 0;
  for (const FatTreeDispatch& d : table)
    last = std::max(last, arrival_step(latency, d.step + d.flits - 1,
                                       tree.meeting_level(d.source, d.destination)));
  return last;
}

void check_two_sources(const FatTree& tree, Node first, Node second) {
  check_leaf(tree, first, "first source");
  check_leaf(tree, second, "second source");
  if (first == second)
    throw std::invalid_argument("two scatters need two sources, got leaf " + std::to_string(first) +
                                " twice");
}

/// Dispatches of two scatters of one flit per leaf.
FatTreeTable pair_table(const FatTree& tree, const std::array<Node, 2>& sources,
                        const std::array<std::vector<Node>, 2>& orders) {
  FatTreeTable both;
  for (const std::size_t k : {0U, 1U}) {
    const std::vector<Flits> lengths = one_flit_each(tree, sources[k]);
    check_scatter_order(tree, lengths, orders[k]);
    const FatTreeTable table = back_to_back(tree, sources[k], lengths, orders[k]);
    both.insert(both.end(), table.begin(), table.end());
  }
  return both;
}

LowerBound bound_of_one(const FatTree& tree, Node root, const std::vector<Flits>& lengths,
                        const FatTreeLatency& latency) {
  return {one_to_all_bound(tree, root, lengths, latency), one_to_all_bound_source(latency)};
}

}  // namespace

FatTreePrediction predict_fat_tree_broadcast(const FatTree& tree, Node source,
                                             const FatTreeLatency& latency) {
  check_leaf(tree, source, "source");
  const LowerBound bound{broadcast_bound(tree, latency), broadcast_bound_source(latency)};
  return predict_table(tree, latency, {{1, source, FlitKind::kFlood}}, bound.step,
                       "Dimakopoulos and Dimopoulos, section 2.1: 2L; any fat tree" +
                           note(latency, "1 + lam_L, the lower bound"),
                       "one flood in step 1", bound);
}

std::vector<Node> farthest_first_order(const FatTree& tree, Node source) {
  check_leaf(tree, source, "source");
  std::vector<Node> order;
  for (Node k = tree.leaves() - 1; k >= 1; --k) order.push_back(add_digits(tree, source, k));
  return order;
}

FatTreePrediction predict_fat_tree_scatter(const FatTree& tree, Node source,
                                           const std::vector<Flits>& lengths,
                                           const FatTreeLatency& latency) {
  check_leaf(tree, source, "source");
  check_leaf_lengths(tree, source, lengths);
  const LowerBound bound = bound_of_one(tree, source, lengths, latency);
  return predict_table(
      tree, latency, back_to_back(tree, source, lengths, farthest_first_order(tree, source)),
      bound.step,
      "Dimakopoulos and Dimopoulos, Theorem 1 for any lengths and c_1: max over classes "
      "h with flits of (ceil(flits of class h and higher / c_1) + 2h - 1), optimal; any fat tree" +
          note(latency, kWholeWay),
      kScatterDispatch, bound);
}

FatTreePrediction predict_fat_tree_scatter_ordered(const FatTree& tree, Node source,
                                                   const std::vector<Flits>& lengths,
                                                   const std::vector<Node>& order,
                                                   const FatTreeLatency& latency) {
  check_leaf(tree, source, "source");
  check_leaf_lengths(tree, source, lengths);
  check_scatter_order(tree, lengths, order);
  const FatTreeTable table = back_to_back(tree, source, lengths, order);
  return predict_table(tree, latency, table, last_arrival(tree, latency, table),
                       "max over messages of (last dispatch + 2h - 1); any order, any fat tree" +
                           note(latency, kWholeWay),
                       "back to back from step 1, c_1 flits a step, in the order given",
                       bound_of_one(tree, source, lengths, latency));
}

FatTreePrediction predict_fat_tree_scatter_pair(const FatTree& tree, Node first, Node second,
                                                const FatTreeLatency& latency) {
  check_two_sources(tree, first, second);
  const FatTreeTable table =
      pair_table(tree, {first, second},
                 {farthest_first_order(tree, first), farthest_first_order(tree, second)});
  const LowerBound bound = bound_of_one(tree, first, one_flit_each(tree, first), latency);
  return predict_table(
      tree, latency, table, bound.step,
      "Dimakopoulos and Dimopoulos, Theorem 1: the finish of one scatter, where the "
      "two do not collide" +
          note(latency, kWholeWay),
      std::string(kScatterDispatch) + ", from both sources", bound);
}

FatTreePrediction predict_fat_tree_scatter_pair_ordered(
    const FatTree& tree, Node first, Node second, const std::array<std::vector<Node>, 2>& orders,
    const FatTreeLatency& latency) {
  check_two_sources(tree, first, second);
  const FatTreeTable table = pair_table(tree, {first, second}, orders);
  return predict_table(
      tree, latency, table, last_arrival(tree, latency, table),
      "max over messages of (last dispatch + 2h - 1), where the two scatters do not "
      "collide; any orders, any fat tree" +
          note(latency, kWholeWay),
      "back to back from step 1 in the orders given, from both sources",
      bound_of_one(tree, first, one_flit_each(tree, first), latency));
}

// Scatter with store and forward: flit by flit down the tree, every output a first-in-first-out
// queue of c links that takes up a message only when it has all of it.

namespace {

/// One message on its way, with the steps in which its flits crossed the branch last looked at.
struct Travelling {
  int level = 0;  ///< where it turns
  Node destination = kNoNode;
  std::vector<Step> crossed;
};

using Messages = std::vector<Travelling*>;

/// Steps from sending over branch `branch` until a flit may leave the switch behind it.
Step hop(const FatTreeLatency& latency, int branch) {
  return latency.link_of(branch) - 1 + latency.router;
}

/// Sends the messages, in this order, through one output with `links` links: no flit leaves before
/// its message's last one may, `hop` steps after that was sent, before the one ahead of it, or
/// before the links are free that the flit `links` places ahead took.
void pass_output(const Messages& messages, int links, Step hop) {
  std::vector<Step> left;
  for (Travelling* message : messages) {
    const Step ready = message->crossed.back() + hop;
    for (Step& step : message->crossed) {
      Step leaves = ready;
      if (!left.empty()) leaves = std::max(leaves, left.back());
      if (left.size() >= index_of(links))
        leaves = std::max(leaves, left[left.size() - index_of(links)] + 1);
      left.push_back(leaves);
      step = leaves;
    }
  }
}

/// Passes messages that have been sent over down branch `level` on to their leaves' links.
void pass_down(const FatTree& tree, const FatTreeLatency& latency, const Messages& messages,
               int level) {
  if (messages.empty() || level == 1) return;
  for (int k = 0; k < tree.arity(); ++k) {
    Messages to_child;
    for (Travelling* message : messages) {
      if (message->destination / tree.leaves_below(level - 2) % tree.arity() == k)
        to_child.push_back(message);
    }
    if (to_child.empty()) continue;
    pass_output(to_child, tree.capacity(level - 1), hop(latency, level));
    pass_down(tree, latency, to_child, level - 1);
  }
}

/// Passes messages that have been sent over up branch `level` through the switch above it: those
/// that turn there down to their children, then the rest further up.
void pass_switch(const FatTree& tree, const FatTreeLatency& latency, const Messages& messages,
                 int level) {
  std::vector<Messages> to_child(index_of(tree.arity()));
  Messages up;
  for (Travelling* message : messages) {
    const Node child = message->destination / tree.leaves_below(level - 1) % tree.arity();
    (message->level == level ? to_child[index_of(child)] : up).push_back(message);
  }
  for (const Messages& down : to_child) {
    if (down.empty()) continue;
    pass_output(down, tree.capacity(level), hop(latency, level));
    pass_down(tree, latency, down, level);
  }
  if (up.empty()) return;
  pass_output(up, tree.capacity(level + 1), hop(latency, level));
  pass_switch(tree, latency, up, level + 1);
}

std::vector<Travelling> at_the_first_link(const FatTree& tree, const FatTreeTable& table) {
  std::vector<Travelling> messages;
  for (const FatTreeDispatch& d : table) {
    Travelling message{tree.meeting_level(d.source, d.destination), d.destination, {}};
    for (Flits k = 0; k < d.flits; ++k) message.crossed.push_back(d.step + k);
    messages.push_back(std::move(message));
  }
  return messages;
}

}  // namespace

FatTreePrediction predict_fat_tree_scatter_store_forward(const FatTree& tree, Node source,
                                                         const std::vector<Flits>& lengths,
                                                         const std::vector<Node>& order,
                                                         const FatTreeLatency& latency) {
  if (tree.leaf_links() != 1)
    throw std::invalid_argument("store and forward needs leaves of one link, got " +
                                std::to_string(tree.leaf_links()));
  const FatTreePrediction cut_through =
      predict_fat_tree_scatter_ordered(tree, source, lengths, order, latency);
  std::vector<Travelling> travelling = at_the_first_link(tree, cut_through.dispatch);
  Messages messages;
  for (Travelling& message : travelling) messages.push_back(&message);
  if (!messages.empty()) pass_switch(tree, latency, messages, 1);

  FatTreePrediction p;
  p.dispatch = cut_through.dispatch;
  p.lower_bound = cut_through.lower_bound;
  p.finish = 0;
  p.arrivals = std::vector<std::vector<Step>>(index_of(tree.leaves()));
  for (const Travelling& message : travelling) {
    std::vector<Step>& steps = p.arrivals->at(index_of(message.destination));
    for (const Step sent : message.crossed) steps.push_back(sent + latency.link_of(1) - 1);
    p.finish = std::max(*p.finish, steps.back());
  }
  const std::string recurrence =
      "flit k of an output leaves in max(last flit of its message + 1, flit k-1, flit k-c + 1), "
      "from the source down to the leaves; any order, any fat tree, no back pressure" +
      note(latency,
           "r + w - 1 in place of the first 1, w of the link before; received w - 1 after the last "
           "link is taken");
  p.sources = {{"finish", recurrence},
               {"arrivals", recurrence},
               {"dispatch", cut_through.source_of("dispatch")},
               {"lower_bound", cut_through.source_of("lower_bound")}};
  return p;
}

// Gather: a scatter run backwards, or everything at once into queues.

namespace {

FatTreeTable all_from_step_one(const FatTree& tree, Node target,
                               const std::vector<Flits>& lengths) {
  FatTreeTable table;
  for (Node x = 0; x < tree.leaves(); ++x)
    append_message(tree, x, target, lengths[index_of(x)], 1, 0, table);
  sort_table(table);
  return table;
}

void add_gathered_arrivals(const FatTree& tree, Node target, const FatTreeLatency& latency,
                           FatTreePrediction& p) {
  p.arrivals = std::vector<std::vector<Step>>(index_of(tree.leaves()));
  p.arrivals->at(index_of(target)) = flooded_arrivals(tree, latency);
  p.sources.push_back({"arrivals", flooded_arrivals_source(tree, latency)});
}

/// Figures with queues that are never short of room.
void add_unlimited(const FatTree& tree, Node target, bool unit, const FatTreeLatency& latency,
                   FatTreePrediction& p) {
  p.finish = p.lower_bound;
  p.sources.push_back(
      {"finish",
       "the lower bound: the queues on the target's path pass on c_1 packets a step from step h + "
       "1 of class h on; any work-conserving policy, lengths and fat tree, no back pressure" +
           note(latency, "from the step on in which the first of class h can be there")});
  if (!unit) return;
  add_gathered_arrivals(tree, target, latency, p);
  add_flooded_maxima(tree, latency, p);
}

/// Figures with back pressure, as far as they are known.
void add_limited(const FatTree& tree, Node target, Flits depth, const FatTreeLatency& latency,
                 FatTreePrediction& p) {
  const bool known =
      tree.arity() == 2 && pattern_of(tree) == CapacityPattern::kConstant && tree.leaves() <= 128;
  if (!known) return;
  if (latency.is_unit() && depth == 1) {
    p.finish = 2 * tree.leaves() - 2;
    p.sources.push_back({"finish", "2n - 2 with depth 1; b = 2, c_i = 1, n <= 128, by runs"});
    return;
  }
  if (depth < credit_loop(tree, latency)) {
    if (!has_equal_links(tree, latency)) return;
    p.finish = p.lower_bound;
    p.sources.push_back(
        {"finish",
         "the lower bound, which says what a round of too few credits lets through; "
         "b = 2, c_i = 1, n <= 128, links of equal latencies, by runs"});
    return;
  }
  p.finish = p.lower_bound;
  p.sources.push_back(
      {"finish", latency.is_unit()
                     ? "the lower bound with depth 2 and more; b = 2, c_i = 1, n <= 128, by runs"
                     : "the lower bound with depth r + w - 1 + w_c and more, the steps until room "
                       "is back, w of the slowest link; b = 2, c_i = 1, n <= 128, by runs"});
  add_gathered_arrivals(tree, target, latency, p);
}

}  // namespace

FatTreePrediction predict_fat_tree_gather(const FatTree& tree, Node target,
                                          const std::vector<Flits>& lengths,
                                          const FatTreeLatency& latency) {
  check_leaf(tree, target, "target");
  const FatTreePrediction scatter = predict_fat_tree_scatter(tree, target, lengths, latency);
  FatTreeTable reversed;
  for (const FatTreeDispatch& d : scatter.dispatch) {
    const int level = tree.meeting_level(target, d.destination);
    const Step last_arrival = arrival_step(latency, d.step + d.flits - 1, level);
    const Flits after = lengths[index_of(d.destination)] - (d.first + d.flits - 1);
    reversed.push_back({*scatter.finish + 1 - last_arrival, d.destination, FlitKind::kData, target,
                        0, d.flits, 1 + after});
  }
  return predict_table(
      tree, latency, std::move(reversed), *scatter.finish,
      "Dimakopoulos and Dimopoulos, section 3: the scatter with time reversed, max over classes h "
      "with flits of (ceil(flits of class h and higher / c_1) + 2h - 1), optimal; any fat tree" +
          note(latency, kWholeWay),
      "finish + 1 - (last arrival of the scatter's message)",
      bound_of_one(tree, target, lengths, latency));
}

FatTreePrediction predict_fat_tree_gather_naive(const FatTree& tree, Node target,
                                                const std::vector<Flits>& lengths,
                                                const FatTreeBuffers& buffers,
                                                const FatTreeLatency& latency) {
  check_leaf(tree, target, "target");
  check_leaf_lengths(tree, target, lengths);
  check_depth(buffers);
  const bool unit = lengths == one_flit_each(tree, target);
  FatTreePrediction p;
  p.lower_bound = one_to_all_bound(tree, target, lengths, latency);
  p.dispatch = all_from_step_one(tree, target, lengths);
  p.sources = {{"dispatch", "every leaf back to back from step 1"},
               one_to_all_bound_source(latency)};
  if (buffers.depth && unit) add_credit_bound(tree, *buffers.depth, latency, p);
  if (!buffers.depth || (unit && deep_enough_for_flood(tree, *buffers.depth, latency)))
    add_unlimited(tree, target, unit, latency, p);
  else if (unit)
    add_limited(tree, target, *buffers.depth, latency, p);
  return p;
}

// Multinode broadcast: every leaf's packet to every other leaf.

namespace {

std::vector<std::vector<Step>> at_every_leaf(const FatTree& tree, const std::vector<Step>& steps) {
  return std::vector<std::vector<Step>>(index_of(tree.leaves()), steps);
}

/// n + 1 and its like: the finish of flooding wherever queues are deep enough.
void add_optimal_flood(const FatTree& tree, const FatTreeLatency& latency, const std::string& range,
                       FatTreePrediction& p) {
  p.finish = p.lower_bound;
  p.arrivals = at_every_leaf(tree, flooded_arrivals(tree, latency));
  p.sources.push_back(
      {"finish", std::string("Dimakopoulos and Dimopoulos, Theorem 2, the lower bound") +
                     (latency.is_unit() ? ": for c_1 = 1 n + 1 if b = 2 and n >= 4, else n"
                                        : ": for c_1 = 1 max over h of (n - b^(h-1) + lam_h)") +
                     "; any work-conserving policy; " + range});
  p.sources.push_back({"arrivals", flooded_arrivals_source(tree, latency)});
}

/// Figures with back pressure where every hop takes one step, as far as they are known. How deep
/// queues must be with latencies is not.
void add_limited_flood(const FatTree& tree, const FatTreeBuffers& buffers, FatTreePrediction& p) {
  const Step n = tree.leaves();
  const Step levels = tree.levels();
  if (tree.arity() != 2 || pattern_of(tree) != CapacityPattern::kConstant) return;
  const bool fixed =
      buffers.policy == FatTreePolicy::kUpFirst || buffers.policy == FatTreePolicy::kLocalFirst;
  if (*buffers.depth == 1 && n <= 128 && fixed) {
    p.finish = 2 * n + 2 * levels - 4;
    p.sources.push_back({"finish",
                         "2n + 2L - 4 with depth 1, up-first or local-first; b = 2, c_i = 1, n <= "
                         "128, by runs"});
  } else if (*buffers.depth == 4 && n <= 256 && buffers.policy == FatTreePolicy::kUpFirst) {
    add_optimal_flood(tree, {}, "up-first with depth 4: b = 2, c_i = 1, n <= 256, by runs", p);
  } else if (*buffers.depth == 4 && n <= 256 && buffers.policy == FatTreePolicy::kLocalFirst) {
    p.finish = p.lower_bound + std::max<Step>(0, 2 * (levels - 4));
    p.sources.push_back({"finish",
                         "n + 1 + max(0, 2 (L - 4)), local-first with depth 4; b = 2, c_i = 1, n "
                         "<= 256, by runs"});
  }
}

/// Steps in which class h is sent, and the step of the first.
struct Window {
  Step first = 0;
  Step steps = 0;
};

Window queue_free_window(const FatTree& tree, const FatTreeLatency& latency, int h) {
  return {class_arrivals(tree, latency)[index_of(h - 1)] - latency.whole_way(h),
          (tree.arity() - 1) * tree.leaves_below(h - 1)};
}

}  // namespace

FatTreePrediction predict_fat_tree_flood(const FatTree& tree, const FatTreeBuffers& buffers,
                                         const FatTreeLatency& latency) {
  check_depth(buffers);
  FatTreePrediction p;
  p.lower_bound = multinode_bound(tree, latency);
  for (Node x = 0; x < tree.leaves(); ++x) p.dispatch.push_back({1, x, FlitKind::kFlood});
  p.sources = {{"dispatch", "every leaf floods in step 1"}, multinode_bound_source(latency)};
  if (!buffers.depth) {
    add_optimal_flood(tree, latency, "any fat tree, no back pressure", p);
    add_flooded_maxima(tree, latency, p);
  } else if (deep_enough_for_flood(tree, *buffers.depth, latency)) {
    add_optimal_flood(tree, latency,
                      latency.is_unit()
                          ? "back pressure with room for the most that is stored and c_i more"
                          : "back pressure with room for the most that is stored and what leaves "
                            "in r + w + w_c - 2 steps, w of the slowest link",
                      p);
    add_flooded_maxima(tree, latency, p);
  } else if (latency.is_unit()) {
    add_limited_flood(tree, buffers, p);
  }
  if (buffers.depth) add_credit_bound(tree, *buffers.depth, latency, p);
  return p;
}

FatTreePrediction predict_fat_tree_multinode_phased(const FatTree& tree, PhaseGap phase_gap,
                                                    const FatTreeLatency& latency) {
  check_phase_gap(phase_gap);
  const LowerBound bound{multinode_bound(tree, latency), multinode_bound_source(latency)};
  FatTreeTable table;
  Step start = 1;
  Step finish = 0;
  for (int h = tree.levels(); h >= 1; --h) {
    const Node below = tree.leaves_below(h - 1);
    const Node steps = (tree.arity() - 1) * below;
    for (Node q = 0; q < steps; ++q) {
      const std::uint32_t copies = copy_digit(tree.arity(), h, 1 + q / below);
      for (Node source = q % below; source < tree.leaves(); source += below)
        table.push_back({start + q, source, FlitKind::kCopies, kNoNode, copies});
    }
    finish = std::max(finish, arrival_step(latency, start + steps - 1, h));
    start += steps + phase_gap.value_or(latency.longer_by(h));
  }
  return predict_table(
      tree, latency, std::move(table), finish,
      "n + 2L - 2 and (gap - 2) (L - 1) more, as cited by Dimakopoulos and Dimopoulos, section "
      "4.1; gap >= 2, any fat tree" +
          note(latency, kPhasesWithLatencies),
      "phases h = L to 1: one leaf of every subtree of b^(h-1) leaves a step, one copy each",
      bound);
}

FatTreePrediction predict_fat_tree_multinode_queue_free(const FatTree& tree,
                                                        const FatTreeLatency& latency) {
  const LowerBound bound{multinode_bound(tree, latency), multinode_bound_source(latency)};
  std::map<std::pair<Step, Node>, std::uint32_t> copies;  // by step and source
  Step finish = 0;
  for (int h = 1; h <= tree.levels(); ++h) {
    const Node below = tree.leaves_below(h - 1);
    const Window window = queue_free_window(tree, latency, h);
    finish = arrival_step(latency, window.first + window.steps - 1, h);
    for (Step t = window.first; t < window.first + window.steps; ++t) {
      const auto r = static_cast<int>(1 + (t - window.first) / below);
      for (Node source = static_cast<Node>((t - 1) % below); source < tree.leaves();
           source += below)
        copies[{t, source}] |= copy_digit(tree.arity(), h, r);
    }
  }
  FatTreeTable table;
  for (const auto& [at, digits] : copies)
    table.push_back({at.first, at.second, FlitKind::kCopies, kNoNode, digits});
  if (latency.is_unit())
    return predict_table(
        tree, latency, std::move(table), finish,
        "n + 1 for b = 2 and n >= 4, else n, the lower bound for c_1 = 1; any fat tree",
        "class h in (b-1) b^(h-1) steps from D_h on, D_1 = 1, D_h = b^(h-1) + 2 - 2h (+ 1 for b = "
        "2), from the leaves congruent to t - 1 modulo b^(h-1); one copy for all classes of a step",
        bound);
  return predict_table(
      tree, latency, std::move(table), finish,
      "max over h of (n - b^(h-1) + lam_h), the lower bound for c_1 = 1; any fat tree",
      "class h in (b-1) b^(h-1) steps from A_h - lam_h on, A_1 = 1 + lam_1, A_h = max(1 + lam_h, "
      "A_(h-1) + (b-1) b^(h-2)), from the leaves congruent to t - 1 modulo b^(h-1); one copy for "
      "all classes of a step",
      bound);
}

}  // namespace flitwise::theory
