// Scatter: PE 0 sends back to back, so a message's dispatch is 1 plus the flits before it.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "tb/theory/lengths.h"
#include "tb/theory/tree/tree_theory.h"

namespace flitwise::theory {
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

}  // namespace flitwise::theory
