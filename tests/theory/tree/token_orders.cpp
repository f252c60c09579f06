#include "tests/theory/tree/token_orders.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace flitwise::test {
namespace {

/// A PE that waits for its parent to take its certificate.
struct Asking {
  Step since = 0;
  Node pe = 0;
};

}  // namespace

void for_each_tree(Node pes, const std::function<void(const Tree&)>& visit) {
  std::vector<Node> parents(index_of(pes), 0);
  parents[0] = kNoNode;
  while (true) {
    visit(Tree(parents));
    Node v = pes - 1;
    while (v > 0 && parents[index_of(v)] == v - 1) parents[index_of(v--)] = 0;
    if (v <= 0) return;
    ++parents[index_of(v)];
  }
}

Tree leaves_first(const Tree& tree) {
  std::vector<Node> order{0};
  for (const bool leaves : {true, false}) {
    for (Node v = 1; v < tree.size(); ++v) {
      if (tree.children(v).empty() == leaves) order.push_back(v);
    }
  }
  std::vector<Node> name(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) name[index_of(order[i])] = static_cast<Node>(i);
  std::vector<Node> parents(order.size(), kNoNode);
  for (Node v = 1; v < tree.size(); ++v)
    parents[index_of(name[index_of(v)])] = name[index_of(tree.parent(v))];
  return Tree(std::move(parents));
}

Step broadcast_time(const std::vector<Step>& children) {
  Step time = 0;
  for (std::size_t p = 0; p < children.size(); ++p)
    time = std::max(time, static_cast<Step>(p) + 1 + children[p]);
  return time;
}

Step slotted_time(const std::vector<Step>& children) {
  std::vector<Step> ready;
  for (std::size_t p = 0; p < children.size(); ++p)
    ready.push_back(static_cast<Step>(p) + 2 + children[p]);
  std::sort(ready.begin(), ready.end());
  Step last = 0;
  for (const Step step : ready) last = std::max(step, last + 1);
  return last;
}

Step best_over_token_orders(const Tree& tree, Combine combine) {
  std::vector<Step> best(index_of(tree.size()), 0);
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    std::vector<Step> children;
    for (const Node child : tree.children(*v)) children.push_back(best[index_of(child)]);
    std::sort(children.begin(), children.end());
    Step& time = best[index_of(*v)];
    time = std::numeric_limits<Step>::max();
    do {
      time = std::min(time, combine(children));
    } while (std::next_permutation(children.begin(), children.end()));
  }
  return best[0];
}

Step arbitrated_t_sync(const Tree& tree, const std::vector<Step>& token,
                       const std::function<Step(Node)>& sorting, Grant grant) {
  std::vector<Node> missing(index_of(tree.size()));
  std::vector<std::vector<Asking>> asking(index_of(tree.size()));
  for (Node v = 0; v < tree.size(); ++v) {
    missing[index_of(v)] = tree.child_count(v);
    if (v > 0 && missing[index_of(v)] == 0)
      asking[index_of(tree.parent(v))].push_back({token[index_of(v)] + 1 + sorting(0), v});
  }
  Step step = 0;
  while (missing[0] > 0) {
    ++step;
    for (Node v = 0; v < tree.size(); ++v) {
      std::vector<Asking>& queue = asking[index_of(v)];
      std::sort(queue.begin(), queue.end(), [&](const Asking& a, const Asking& b) {
        return grant == Grant::kFirstCome ? std::pair(a.since, a.pe) < std::pair(b.since, b.pe)
                                          : std::pair(a.since, a.pe) > std::pair(b.since, b.pe);
      });
      const auto taken = std::find_if(queue.begin(), queue.end(),
                                      [&](const Asking& a) { return a.since <= step; });
      if (taken == queue.end()) continue;
      queue.erase(taken);
      if (--missing[index_of(v)] == 0 && v > 0)
        asking[index_of(tree.parent(v))].push_back({step + 1 + sorting(tree.child_count(v)), v});
    }
  }
  return step;
}

}  // namespace flitwise::test
