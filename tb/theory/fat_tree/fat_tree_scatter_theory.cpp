// One leaf sends: broadcast and scatter. Only its links can be scarce.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "tb/theory/fat_tree/fat_tree_bounds.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/fat_tree/fat_tree_routes.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
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
Step last_arrival(const FatTree& tree, const FatTreeTable& table) {
  Step last = 0;
  for (const FatTreeDispatch& d : table)
    last = std::max(
        last, arrival_step(d.step + d.flits - 1, tree.meeting_level(d.source, d.destination)));
  return last;
}

void check_two_sources(const FatTree& tree, Node first, Node second) {
  check_leaf(tree, first, "first source");
  check_leaf(tree, second, "second source");
  if (first == second)
    throw std::invalid_argument("two scatters need two sources, got leaf " + std::to_string(first) +
                                " twice");
}

/// Dispatches and bound of two scatters of one flit per leaf.
FatTreePrediction predict_pair(const FatTree& tree, const std::array<Node, 2>& sources,
                               const std::array<std::vector<Node>, 2>& orders) {
  FatTreePrediction p;
  for (const std::size_t k : {0U, 1U}) {
    std::vector<Flits> lengths(index_of(tree.leaves()), 1);
    lengths[index_of(sources[k])] = 0;
    check_scatter_order(tree, lengths, orders[k]);
    const FatTreeTable table = back_to_back(tree, sources[k], lengths, orders[k]);
    p.dispatch.insert(p.dispatch.end(), table.begin(), table.end());
    p.lower_bound = one_to_all_bound(tree, sources[k], lengths);
  }
  sort_table(p.dispatch);
  return p;
}

}  // namespace

FatTreePrediction predict_fat_tree_broadcast(const FatTree& tree, Node source) {
  check_leaf(tree, source, "source");
  FatTreePrediction p;
  p.finish = 2 * tree.levels();
  p.lower_bound = broadcast_bound(tree);
  p.dispatch = {{1, source, FlitKind::kFlood}};
  p.sources = {{"finish", "Dimakopoulos and Dimopoulos, section 2.1: 2L; any fat tree"},
               {"dispatch", "one flood in step 1"},
               broadcast_bound_source()};
  complete_from_table(tree, p);
  return p;
}

std::vector<Node> farthest_first_order(const FatTree& tree, Node source) {
  check_leaf(tree, source, "source");
  std::vector<Node> order;
  for (Node k = tree.leaves() - 1; k >= 1; --k) order.push_back(add_digits(tree, source, k));
  return order;
}

FatTreePrediction predict_fat_tree_scatter(const FatTree& tree, Node source,
                                           const std::vector<Flits>& lengths) {
  check_leaf(tree, source, "source");
  check_leaf_lengths(tree, source, lengths);
  FatTreePrediction p;
  p.lower_bound = one_to_all_bound(tree, source, lengths);
  p.finish = p.lower_bound;
  p.dispatch = back_to_back(tree, source, lengths, farthest_first_order(tree, source));
  p.sources = {{"finish",
                "Dimakopoulos and Dimopoulos, Theorem 1 for any lengths and c_1: max over classes "
                "h with flits of (ceil(flits of class h and higher / c_1) + 2h - 1), optimal; any "
                "fat tree"},
               {"dispatch", kScatterDispatch},
               one_to_all_bound_source()};
  complete_from_table(tree, p);
  return p;
}

FatTreePrediction predict_fat_tree_scatter_ordered(const FatTree& tree, Node source,
                                                   const std::vector<Flits>& lengths,
                                                   const std::vector<Node>& order) {
  check_leaf(tree, source, "source");
  check_leaf_lengths(tree, source, lengths);
  check_scatter_order(tree, lengths, order);
  FatTreePrediction p;
  p.lower_bound = one_to_all_bound(tree, source, lengths);
  p.dispatch = back_to_back(tree, source, lengths, order);
  p.finish = last_arrival(tree, p.dispatch);
  p.sources = {{"finish", "max over messages of (last dispatch + 2h - 1); any order, any fat tree"},
               {"dispatch", "back to back from step 1, c_1 flits a step, in the order given"},
               one_to_all_bound_source()};
  complete_from_table(tree, p);
  return p;
}

FatTreePrediction predict_fat_tree_scatter_pair(const FatTree& tree, Node first, Node second) {
  check_two_sources(tree, first, second);
  FatTreePrediction p =
      predict_pair(tree, {first, second},
                   {farthest_first_order(tree, first), farthest_first_order(tree, second)});
  p.finish = p.lower_bound;
  p.sources = {{"finish",
                "Dimakopoulos and Dimopoulos, Theorem 1: the finish of one scatter, where the two "
                "do not collide"},
               {"dispatch", std::string(kScatterDispatch) + ", from both sources"},
               one_to_all_bound_source()};
  complete_from_table(tree, p);
  return p;
}

FatTreePrediction predict_fat_tree_scatter_pair_ordered(
    const FatTree& tree, Node first, Node second, const std::array<std::vector<Node>, 2>& orders) {
  check_two_sources(tree, first, second);
  FatTreePrediction p = predict_pair(tree, {first, second}, orders);
  p.finish = last_arrival(tree, p.dispatch);
  p.sources = {{"finish",
                "max over messages of (last dispatch + 2h - 1), where the two scatters do not "
                "collide; any orders, any fat tree"},
               {"dispatch", "back to back from step 1 in the orders given, from both sources"},
               one_to_all_bound_source()};
  complete_from_table(tree, p);
  return p;
}

}  // namespace flitwise::theory
