// Scatter: PE 0 sends back to back, so a message's dispatch is 1 plus the flits before it.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "tb/theory/lengths.h"
#include "tb/theory/tree_theory.h"

namespace flitwise::theory {
namespace {

constexpr const char* kPaper = "Bhatt et al., section 1.2";

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

/// Largest over d of (d - 1 + flits for depth d and deeper): those flits need as many send steps
/// of PE 0, and the last of them d - 1 more hops.
Step farthest_first_finish(const Tree& tree, const std::vector<Flits>& lengths) {
  return max_over_depths(flits_from_depth(tree, lengths), [](Step d) { return d - 1; });
}

void add_common_figures(const Tree& tree, const std::vector<Flits>& lengths, Prediction& p) {
  p.lower_bound = farthest_first_finish(tree, lengths);
  p.sources.push_back({"dispatch", std::string(kPaper) +
                                       ", equation (1) in 1-based steps: 1 + flits sent before; "
                                       "any tree, back to back from step 1"});
  p.sources.push_back({"quiesce", "equals finish: no flit goes beyond its destination"});
  p.sources.push_back({"lower_bound",
                       "max over d of (d - 1 + sum of L_i with depth >= d): send slots of PE 0 "
                       "plus hops; every single-port schedule, with gaps or split messages too"});
}

std::vector<Node> farthest_first(const Tree& tree, const std::vector<Flits>& lengths) {
  std::vector<Node> order;
  for (Node i = 1; i < tree.size(); ++i) {
    if (lengths[index_of(i)] > 0) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](Node a, Node b) { return tree.depth(a) > tree.depth(b); });
  return order;
}

std::vector<std::optional<Step>> back_to_back(const std::vector<Flits>& lengths,
                                              const std::vector<Node>& order) {
  std::vector<std::optional<Step>> dispatch(lengths.size());
  Step next = 1;
  for (const Node i : order) {
    dispatch[index_of(i)] = next;
    next += lengths[index_of(i)];
  }
  return dispatch;
}

}  // namespace

Prediction predict_scatter(const Tree& tree, const std::vector<Flits>& lengths,
                           const std::vector<Node>& order) {
  check_lengths(tree.size(), lengths);
  check_order(lengths, order);

  Prediction p;
  p.dispatch = back_to_back(lengths, order);
  for (const Node i : order) {
    const Step last = *p.dispatch[index_of(i)] + lengths[index_of(i)] + tree.depth(i) - 2;
    p.finish = std::max(p.finish, last);
  }
  p.quiesce = p.finish;
  p.sources.push_back({"finish", std::string(kPaper) +
                                     ", equations (1)-(3) in 1-based steps: max over i of "
                                     "(dispatch_i + L_i + depth_i - 2); any tree and order"});
  add_common_figures(tree, lengths, p);
  return p;
}

Prediction predict_scatter_fdf(const Tree& tree, const std::vector<Flits>& lengths) {
  check_lengths(tree.size(), lengths);

  Prediction p;
  p.dispatch = back_to_back(lengths, farthest_first(tree, lengths));
  p.finish = farthest_first_finish(tree, lengths);
  p.quiesce = p.finish;
  p.sources.push_back({"finish",
                       "Bhatt et al., Theorem 1 (farthest first is optimal), closed form: max over "
                       "d of (d - 1 + sum of L_i with depth >= d); any tree"});
  add_common_figures(tree, lengths, p);
  return p;
}

}  // namespace flitwise::theory
