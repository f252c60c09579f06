// synchronisation.cpp: tokens and certificates, one PE after the other or many at once.
#include "tb/theory/tree/synchronisation.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

Synchronisation of_size(const Tree& tree) {
  const std::size_t pes = index_of(tree.size());
  return {std::vector<Step>(pes, 0), std::vector<std::int64_t>(pes, 0), std::vector<Step>(pes, 0),
          0};
}

/// The children of `v` with the largest value first, ties by index.
std::vector<Node> largest_first(const Tree& tree, Node v, const std::vector<Step>& value) {
  std::vector<Node> children = tree.children(v);
  std::stable_sort(children.begin(), children.end(),
                   [&](Node a, Node b) { return value[index_of(a)] > value[index_of(b)]; });
  return children;
}

/// The tour takes two steps per edge, and K(d) at the end of every subtree. Before the token
/// reaches `v` it has left all subtrees that lie before v: those of the PEs with a smaller address
/// that are not above v.
Synchronisation poll(const Tree& tree, SortCost cost) {
  Synchronisation sync = of_size(tree);
  std::vector<Step> sorting(index_of(tree.size()) + 1, 0);  // sum of K over smaller addresses
  std::vector<Step> above(index_of(tree.size()), 0);        // sum of K over the PEs above
  for (Node a = 0; a < tree.size(); ++a) {
    const Node v = tree.node_at(a);
    const std::size_t i = index_of(v);
    sorting[index_of(a) + 1] =
        sorting[index_of(a)] + (v == 0 ? 0 : sort_steps(cost, tree.child_count(v)));
    if (v == 0) continue;
    const Node parent = tree.parent(v);
    above[i] =
        above[index_of(parent)] + (parent == 0 ? 0 : sort_steps(cost, tree.child_count(parent)));
  }
  for (Node v = 1; v < tree.size(); ++v) {
    const Node first = tree.address(v);
    const Node end = tree.subtree_end(v);
    sync.token[index_of(v)] =
        2 * Step{first} - tree.depth(v) + sorting[index_of(first)] - above[index_of(v)];
    sync.certificate[index_of(v)] = sync.token[index_of(v)] + 2 * Step{end - first - 1} + 1 +
                                    sorting[index_of(end)] - sorting[index_of(first)];
  }
  sync.t_sync = 2 * (Step{tree.size()} - 1) + sorting.back();
  return sync;
}

/// The certificates run the broadcast backwards: that of `v` is received in step 2B + 1 - b_v, so
/// no PE receives two in a step, and children come before their parents.
Synchronisation mirror(const Tree& tree) {
  Synchronisation sync = of_size(tree);
  const std::vector<Step> below = broadcast_steps(tree);
  const Step longest = below[0];
  for (const Node v : tree.depth_first()) {
    Step step = sync.token[index_of(v)];
    for (const Node child : largest_first(tree, v, below)) {
      const std::size_t i = index_of(child);
      sync.token[i] = ++step;
      sync.token_value[i] = longest - step;
      sync.certificate[i] = 2 * longest + 1 - step;
    }
  }
  sync.t_sync = 2 * longest;
  return sync;
}

/// What one PE does in its own time, which starts with its token.
struct SlotPlan {
  std::vector<Node> token_order;  ///< the p-th gets its token in step p
  std::vector<Step> slot;         ///< step of the certificate of the p-th
  Step answer = 0;                ///< R: earliest step of the PE's own certificate
};

/// A child's certificate can be there p + R steps after the token of its parent; the first to be
/// ready gets the first free step.
SlotPlan plan_slots(const Tree& tree, Node v, const std::vector<Step>& answer,
                    const CertificationVariant& variant) {
  SlotPlan plan;
  plan.token_order =
      variant.sync == Sync::kSlot ? largest_first(tree, v, answer) : tree.children(v);
  const std::size_t count = plan.token_order.size();
  std::vector<Step> ready(count);
  for (std::size_t p = 0; p < count; ++p)
    ready[p] = static_cast<Step>(p) + 1 + answer[index_of(plan.token_order[p])];
  std::vector<std::size_t> by_readiness(count);
  std::iota(by_readiness.begin(), by_readiness.end(), std::size_t{0});
  std::stable_sort(by_readiness.begin(), by_readiness.end(),
                   [&](std::size_t a, std::size_t b) { return ready[a] < ready[b]; });
  plan.slot.resize(count);
  Step last = 0;
  for (const std::size_t p : by_readiness) plan.slot[p] = last = std::max(ready[p], last + 1);
  plan.answer = last + 1 + sort_steps(variant.sort_cost, tree.child_count(v));
  return plan;
}

Synchronisation reserve_slots(const Tree& tree, const CertificationVariant& variant) {
  Synchronisation sync = of_size(tree);
  std::vector<Step> answer(index_of(tree.size()), 0);
  std::vector<SlotPlan> plans(index_of(tree.size()));
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    plans[index_of(*v)] = plan_slots(tree, *v, answer, variant);
    answer[index_of(*v)] = plans[index_of(*v)].answer;
  }
  for (const Node v : order) {
    const SlotPlan& plan = plans[index_of(v)];
    for (std::size_t p = 0; p < plan.slot.size(); ++p) {
      const std::size_t child = index_of(plan.token_order[p]);
      sync.token[child] = sync.token[index_of(v)] + static_cast<Step>(p) + 1;
      sync.certificate[child] = sync.token[index_of(v)] + plan.slot[p];
    }
    if (v == 0 && !plan.slot.empty())
      sync.t_sync = *std::max_element(plan.slot.begin(), plan.slot.end());
  }
  return sync;
}

Synchronisation all_at_once(const Tree& tree, SortCost cost) {
  Synchronisation sync = of_size(tree);
  std::vector<Step> last_child(index_of(tree.size()), 0);
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    const std::size_t i = index_of(*v);
    if (*v == 0) break;
    const Step informed = tree.children(*v).empty() ? tree.depth(*v) : last_child[i];
    sync.token[i] = tree.depth(*v);
    sync.certificate[i] = informed + sort_steps(cost, tree.child_count(*v)) + 1;
    Step& known = last_child[index_of(tree.parent(*v))];
    known = std::max(known, sync.certificate[i]);
  }
  sync.t_sync = last_child[0];
  return sync;
}

}  // namespace

Step sort_steps(SortCost cost, Node children) {
  if (children == 0) return 0;
  if (cost == SortCost::kZero) return 0;
  if (cost == SortCost::kOne) return 1;
  if (cost == SortCost::kDegree) return children;
  Step rounds = 0;  // ceil(log2 d)
  while ((Step{1} << rounds) < children) ++rounds;
  return children * rounds;
}

std::vector<Step> broadcast_steps(const Tree& tree) {
  std::vector<Step> steps(index_of(tree.size()), 0);
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    Step position = 0;
    for (const Node child : largest_first(tree, *v, steps)) {
      Step& longest = steps[index_of(*v)];
      longest = std::max(longest, ++position + steps[index_of(child)]);
    }
  }
  return steps;
}

std::string t_sync_source(const CertificationVariant& variant) {
  if (variant.ports == Ports::kMulti)
    return "Bhatt et al., section 4: down and up on all links at once, 2D steps, plus K(d) of the "
           "PEs on the slowest way up; any tree";
  switch (variant.sync) {
    case Sync::kSeq:
      return "Bhatt et al., section 3.2, phases 1 and 2: polling is a tour of 2n steps, plus K(d) "
             "of every PE but the "
             "root; any tree";
    case Sync::kMirror:
      return "2B*: a fastest single-port broadcast of the tokens and its time reversal for the "
             "certificates; any tree";
    case Sync::kSlot:
    case Sync::kSlotIndex:
      break;
  }
  return std::string(
             "last slot of the root: R(leaf) = 1, R(v) = last slot + 1 + K(d), slot = "
             "max(p + R(child), slot before + 1), tokens ") +
         (variant.sync == Sync::kSlot ? "by decreasing R" : "by index") + "; any tree";
}

Synchronisation synchronise(const Tree& tree, const CertificationVariant& variant) {
  if (variant.ports == Ports::kMulti) return all_at_once(tree, variant.sort_cost);
  if (variant.sync == Sync::kSeq) return poll(tree, variant.sort_cost);
  if (variant.sync != Sync::kMirror) return reserve_slots(tree, variant);
  if (variant.sort_cost != SortCost::kZero)
    throw std::invalid_argument("mirror synchronisation leaves no time for a sort cost");
  return mirror(tree);
}

}  // namespace flitwise::theory
