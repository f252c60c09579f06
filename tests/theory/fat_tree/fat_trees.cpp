#include "tests/theory/fat_tree/fat_trees.h"

#include <algorithm>
#include <random>

#include "tb/theory/lengths.h"

namespace flitwise {

std::ostream& operator<<(std::ostream& out, const FatTree& tree) {
  out << "n = " << tree.leaves() << ", b = " << tree.arity() << ", c =";
  for (const int c : tree.capacities()) out << ' ' << c;
  return out;
}

}  // namespace flitwise

namespace flitwise::theory::test {

FatTree constant_tree(Node leaves, int arity) {
  return FatTree(leaves, arity, constant_capacities(fat_tree_levels(leaves, arity)));
}

FatTree exponential_tree(Node leaves, int arity) {
  return FatTree(leaves, arity, exponential_capacities(fat_tree_levels(leaves, arity), arity));
}

std::vector<FatTree> all_capacities(Node leaves, int arity, int most, int leaf_links) {
  const auto levels = index_of(fat_tree_levels(leaves, arity));
  std::vector<std::vector<int>> patterns{{leaf_links}};
  for (std::size_t level = 1; level < levels; ++level) {
    std::vector<std::vector<int>> longer;
    for (const auto& pattern : patterns) {
      for (int c = pattern.back(); c <= most; ++c) {
        longer.push_back(pattern);
        longer.back().push_back(c);
      }
    }
    patterns = std::move(longer);
  }
  std::vector<FatTree> trees;
  for (const auto& pattern : patterns) trees.emplace_back(leaves, arity, pattern);
  return trees;
}

std::vector<FatTree> small_fat_trees() {
  std::vector<FatTree> trees;
  const auto add = [&](Node leaves, int arity, int most) {
    for (FatTree& tree : all_capacities(leaves, arity, most)) trees.push_back(std::move(tree));
  };
  for (Node leaves = 2; leaves <= 16; leaves *= 2) add(leaves, 2, static_cast<int>(leaves) / 2 + 1);
  for (const Node leaves : {3, 9, 27}) add(leaves, 3, 10);
  for (const Node leaves : {4, 16}) add(leaves, 4, 6);
  for (const FatTree& tree : {FatTree(64, 4, {1, 1, 1}), FatTree(64, 4, {1, 2, 3}),
                              FatTree(64, 4, {1, 3, 7}), FatTree(64, 4, {1, 4, 16})})
    trees.push_back(tree);
  return trees;
}

FatTree random_fat_tree(Node leaves, int arity, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<int> capacities{1};
  while (capacities.size() < index_of(fat_tree_levels(leaves, arity))) {
    const int most = arity * capacities.back() + 1;
    capacities.push_back(std::uniform_int_distribution<int>(capacities.back(), most)(random));
  }
  return FatTree(leaves, arity, capacities);
}

std::vector<Flits> unit_lengths(const FatTree& tree, Node root) {
  std::vector<Flits> lengths(index_of(tree.leaves()), 1);
  lengths[index_of(root)] = 0;
  return lengths;
}

std::vector<std::vector<Node>> farthest_first_orders(const FatTree& tree, Node source) {
  std::vector<std::vector<Node>> orders{{}};
  for (int h = tree.levels(); h >= 1; --h) {
    std::vector<Node> of_class;
    for (Node x = 0; x < tree.leaves(); ++x)
      if (x != source && tree.meeting_level(source, x) == h) of_class.push_back(x);
    std::vector<std::vector<Node>> longer;
    do {
      for (std::vector<Node> order : orders) {
        order.insert(order.end(), of_class.begin(), of_class.end());
        longer.push_back(std::move(order));
      }
    } while (std::next_permutation(of_class.begin(), of_class.end()));
    orders = std::move(longer);
  }
  return orders;
}

std::vector<Flits> random_leaf_lengths(const FatTree& tree, Node root, Flits most,
                                       std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Flits> lengths(index_of(tree.leaves()));
  for (Flits& length : lengths) length = std::uniform_int_distribution<Flits>(0, most)(random);
  lengths[index_of(root)] = 0;
  return lengths;
}

::testing::AssertionResult brings_all_to_all(const FatTree& tree, const Walk& walk) {
  for (Node x = 0; x < tree.leaves(); ++x) {
    std::vector<Node> sources;
    for (const auto& [step, source, index] : walk.deliveries[index_of(x)])
      sources.push_back(source);
    std::sort(sources.begin(), sources.end());
    std::vector<Node> others;
    for (Node s = 0; s < tree.leaves(); ++s) {
      if (s != x) others.push_back(s);
    }
    if (sources != others)
      return ::testing::AssertionFailure() << tree << ": leaf " << x << " gets other packets";
  }
  return ::testing::AssertionSuccess();
}

namespace {

/// Are these the predicted maxima of all levels? The prediction has none of some outputs, and of
/// others they are 0 here.
bool are_maxima(const std::vector<OutputMaxima>& predicted, const std::vector<Flits>& up,
                const std::vector<Flits>& down) {
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    if (predicted[i].up.value_or(up[i]) != up[i]) return false;
    if (predicted[i].down.value_or(down[i]) != down[i]) return false;
  }
  return true;
}

/// Does a run on switches with queues never wait and store what the prediction says?
bool stores_as_predicted(const FatTree& tree, const FatTreePrediction& p,
                         const FatTreeLatency& latency) {
  const QueueRun run = run_queues(tree, p.dispatch, {}, {}, latency);
  const std::vector<Flits> none(index_of(tree.levels()) + 1, 0);
  return p.max_wait.size() == none.size() && p.max_stored.size() == none.size() &&
         run.wait_up == none && run.wait_down == none &&
         are_maxima(p.max_wait, run.wait_up, run.wait_down) &&
         are_maxima(p.max_stored, run.stored_up, run.stored_down);
}

}  // namespace

::testing::AssertionResult holds_without_queues(const FatTree& tree, const FatTreePrediction& p,
                                                const FatTreeLatency& latency) {
  const auto failure = [&] { return ::testing::AssertionFailure() << tree << ": "; };
  if (!p.queue_free.value_or(false) || !p.finish || !p.arrivals) return failure() << "has queues";
  const Walk walked = walk(tree, p.dispatch, latency);
  if (!walked.crowds.empty()) return failure() << "a link is wanted twice";
  if (walked.events != fat_tree_events(tree, p.dispatch, Duplex::kFull, latency))
    return failure() << "other events";
  Step last = 0;
  for (Node x = 0; x < tree.leaves(); ++x) {
    std::vector<Step> steps;
    for (const auto& [step, source, index] : walked.deliveries[index_of(x)]) steps.push_back(step);
    if (steps != p.arrivals->at(index_of(x))) return failure() << "arrivals at leaf " << x;
    if (!steps.empty()) last = std::max(last, steps.back());
  }
  if (last != *p.finish) return failure() << "finish " << last << ", predicted " << *p.finish;
  if (*p.finish < p.lower_bound) return failure() << "beats the lower bound";
  if (tree.leaves() <= 32 && !stores_as_predicted(tree, p, latency))
    return failure() << "stores otherwise";
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult holds_in_queues(const FatTree& tree, const FatTreePrediction& p,
                                           const FatTreeLatency& latency, Inputs inputs) {
  const auto failure = [&] { return ::testing::AssertionFailure() << tree << ": "; };
  const QueueRun run = run_queues(tree, p.dispatch, inputs, Forwarding::kCutThrough, latency);
  if (p.finish && *p.finish != run.finish)
    return failure() << "finish " << run.finish << ", predicted " << *p.finish;
  if (run.finish < p.lower_bound) return failure() << "beats the lower bound";
  if (p.arrivals && *p.arrivals != run.arrivals) return failure() << "arrivals";
  if (!are_maxima(p.max_wait, run.wait_up, run.wait_down)) return failure() << "waits otherwise";
  if (!are_maxima(p.max_stored, run.stored_up, run.stored_down))
    return failure() << "stores otherwise";
  return ::testing::AssertionSuccess();
}

}  // namespace flitwise::theory::test
