// synchronisation.cpp: tokens and certificates, one PE after the other or many at once.
#include "tb/theory/tree/synchronisation.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

Synchronisation of_size(const Tree& tree) {
  const std::size_t pes = index_of(tree.size());
  return {std::vector<Step>(pes, 0), std::vector<std::int64_t>(pes, 0), std::vector<Step>(pes, 0),
          0};
}

/// The children of `v`, that with the largest `key` first, ties by index.
template <typename Key>
std::vector<Node> largest_first(const Tree& tree, Node v, Key key) {
  std::vector<Node> children = tree.children(v);
  std::stable_sort(children.begin(), children.end(),
                   [&](Node a, Node b) { return key(a) > key(b); });
  return children;
}

/// Children whose broadcast, from the sending of the token on, takes longest come first.
std::vector<Node> slowest_first(const Tree& tree, Node v, const std::vector<Step>& below,
                                const TreeLatency& latency) {
  return largest_first(tree, v, [&](Node c) { return below[index_of(c)] + latency.down_to(c); });
}

/// A PE's turn begins with its token and ends with its certificate at the parent: a crossing down
/// and a turn for each child, then K and a crossing up.
Synchronisation poll(const Tree& tree, SortCost cost, const TreeLatency& latency) {
  Synchronisation sync = of_size(tree);
  const std::vector<Node>& order = tree.depth_first();
  const auto down = [&](Node v, Node c) { return latency.reaction_of(v) + latency.down_to(c) - 1; };
  std::vector<Step> turn(index_of(tree.size()), 0);
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    Step& steps = turn[index_of(*v)];
    steps =
        sort_steps(cost, tree.child_count(*v)) + latency.reaction_of(*v) + latency.up_from(*v) - 1;
    for (const Node child : tree.children(*v)) steps += down(*v, child) + turn[index_of(child)];
  }
  sync.token[0] = 1 - latency.reaction_of(0);
  for (const Node v : order) {
    Step step = sync.token[index_of(v)];
    for (const Node child : tree.children(v)) {
      const std::size_t i = index_of(child);
      sync.token[i] = step + down(v, child);
      sync.certificate[i] = sync.token[i] + turn[i];
      step = sync.certificate[i];
    }
    if (v == 0 && tree.size() > 1) sync.t_sync = step;
  }
  return sync;
}

void check_mirror(const Tree& tree, const CertificationVariant& variant) {
  if (variant.sort_cost != SortCost::kZero)
    throw std::invalid_argument("mirror synchronisation leaves no time for a sort cost");
  const TreeLatency& latency = variant.latency;
  for (Node v = 1; v < tree.size(); ++v) {
    if (latency.up_from(v) != latency.down_to(v))
      throw std::invalid_argument(
          "mirror synchronisation needs links as slow up as down: the link to PE " +
          std::to_string(v) + " takes " + std::to_string(latency.down_to(v)) + " down and " +
          std::to_string(latency.up_from(v)) + " up");
    if (latency.reaction_of(v) != latency.reaction_of(0))
      throw std::invalid_argument(
          "mirror synchronisation needs one reaction of all PEs: PE 0 takes " +
          std::to_string(latency.reaction_of(0)) + ", PE " + std::to_string(v) + " " +
          std::to_string(latency.reaction_of(v)));
  }
}

/// The certificates run the broadcast backwards: that of `v` is sent 2x + g steps after its token,
/// x = B - b_v, so no PE receives two in a step, and children come before their parents.
Synchronisation mirror(const Tree& tree, const TreeLatency& latency) {
  Synchronisation sync = of_size(tree);
  if (tree.size() == 1) return sync;
  const std::vector<Step> below = broadcast_steps(tree, latency);
  const Step reaction = latency.reaction_of(0);
  sync.token[0] = 1 - reaction;
  const Step longest = sync.token[0] + below[0];
  for (const Node v : tree.depth_first()) {
    Step sent = sync.token[index_of(v)] + reaction;
    for (const Node child : slowest_first(tree, v, below, latency)) {
      const std::size_t i = index_of(child);
      const Step crossing = latency.down_to(child) - 1;
      sync.token[i] = sent++ + crossing;
      sync.token_value[i] = longest - sync.token[i];
      sync.certificate[i] = sync.token[i] + 2 * sync.token_value[i] + reaction + crossing;
    }
  }
  sync.t_sync = 2 * longest + reaction - 1;
  return sync;
}

/// What one PE does in its own time, which starts with its token.
struct SlotPlan {
  std::vector<Node> token_order;  ///< the p-th is sent its token in step g + p - 1
  std::vector<Step> slot;         ///< step in which the certificate of the p-th is received
  Step answer = 0;                ///< R: earliest step of the PE's own certificate
};

/// A child's certificate can be there p + (g - 1) + (wd - 1) + (wu - 1) + R steps after the token
/// of its parent; the first to be ready gets the first free step.
SlotPlan plan_slots(const Tree& tree, Node v, const std::vector<Step>& answer,
                    const CertificationVariant& variant) {
  const TreeLatency& latency = variant.latency;
  const Step reaction = latency.reaction_of(v);
  const auto answered = [&](Node child) {
    return answer[index_of(child)] + reaction - 1 + latency.down_to(child) - 1 +
           latency.up_from(child) - 1;
  };
  SlotPlan plan;
  plan.token_order =
      variant.sync == Sync::kSlot ? largest_first(tree, v, answered) : tree.children(v);
  const std::size_t count = plan.token_order.size();
  std::vector<Step> ready(count);
  for (std::size_t p = 0; p < count; ++p)
    ready[p] = static_cast<Step>(p) + 1 + answered(plan.token_order[p]);
  std::vector<std::size_t> by_readiness(count);
  std::iota(by_readiness.begin(), by_readiness.end(), std::size_t{0});
  std::stable_sort(by_readiness.begin(), by_readiness.end(),
                   [&](std::size_t a, std::size_t b) { return ready[a] < ready[b]; });
  plan.slot.resize(count);
  Step last = 0;
  for (const std::size_t p : by_readiness) plan.slot[p] = last = std::max(ready[p], last + 1);
  plan.answer = last + reaction + sort_steps(variant.sort_cost, tree.child_count(v));
  return plan;
}

Synchronisation reserve_slots(const Tree& tree, const CertificationVariant& variant) {
  const TreeLatency& latency = variant.latency;
  Synchronisation sync = of_size(tree);
  std::vector<Step> answer(index_of(tree.size()), 0);
  std::vector<SlotPlan> plans(index_of(tree.size()));
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    plans[index_of(*v)] = plan_slots(tree, *v, answer, variant);
    answer[index_of(*v)] = plans[index_of(*v)].answer;
  }
  sync.token[0] = 1 - latency.reaction_of(0);
  for (const Node v : order) {
    const SlotPlan& plan = plans[index_of(v)];
    Step sent = sync.token[index_of(v)] + latency.reaction_of(v);
    for (std::size_t p = 0; p < plan.slot.size(); ++p) {
      const Node child = plan.token_order[p];
      sync.token[index_of(child)] = sent++ + latency.down_to(child) - 1;
      sync.certificate[index_of(child)] = sync.token[index_of(v)] + plan.slot[p];
    }
    if (v == 0 && !plan.slot.empty())
      sync.t_sync = sync.token[0] + *std::max_element(plan.slot.begin(), plan.slot.end());
  }
  return sync;
}

Synchronisation all_at_once(const Tree& tree, SortCost cost, const TreeLatency& latency) {
  Synchronisation sync = of_size(tree);
  const std::vector<Node>& order = tree.depth_first();
  sync.token[0] = 1 - latency.reaction_of(0);
  for (const Node v : order) {
    if (v == 0) continue;
    const Node parent = tree.parent(v);
    sync.token[index_of(v)] =
        sync.token[index_of(parent)] + latency.reaction_of(parent) + latency.down_to(v) - 1;
  }
  std::vector<Step> informed = sync.token;
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    const std::size_t i = index_of(*v);
    if (*v == 0) break;
    sync.certificate[i] = informed[i] + sort_steps(cost, tree.child_count(*v)) +
                          latency.reaction_of(*v) + latency.up_from(*v) - 1;
    Step& known = informed[index_of(tree.parent(*v))];
    known = std::max(known, sync.certificate[i]);
  }
  if (tree.size() > 1) sync.t_sync = informed[0];
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

std::vector<Step> broadcast_steps(const Tree& tree, const TreeLatency& latency) {
  std::vector<Step> steps(index_of(tree.size()), 0);
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    Step sent = latency.reaction_of(*v);
    for (const Node child : slowest_first(tree, *v, steps, latency)) {
      Step& longest = steps[index_of(*v)];
      longest = std::max(longest, sent++ + latency.down_to(child) - 1 + steps[index_of(child)]);
    }
  }
  return steps;
}

std::string t_sync_source(const CertificationVariant& variant) {
  const TreeLatency& latency = variant.latency;
  if (variant.ports == Ports::kMulti)
    return "Bhatt et al., section 4: down and up on all links at once, 2D steps, plus K(d) of the "
           "PEs on the slowest way up; any tree" +
           note(latency,
                "each link g + w - 1 steps either way, all of it g_0 - 1 earlier, the slowest way "
                "counts");
  switch (variant.sync) {
    case Sync::kSeq:
      return "Bhatt et al., section 3.2, phases 1 and 2: polling is a tour of 2n steps, plus K(d) "
             "of every PE but the "
             "root; any tree" +
             note(latency, "g + w - 1 steps a crossing, all of it g_0 - 1 earlier");
    case Sync::kMirror:
      return "2B*: a fastest single-port broadcast of the tokens and its time reversal for the "
             "certificates; any tree" +
             note(latency, "2B* + g - 1, B* the step of the last token");
    case Sync::kSlot:
    case Sync::kSlotIndex:
      break;
  }
  return std::string(
             "last slot of the root: R(leaf) = 1, R(v) = last slot + 1 + K(d), slot = "
             "max(p + R(child), slot before + 1), tokens ") +
         (variant.sync == Sync::kSlot ? "by decreasing R" : "by index") + "; any tree" +
         note(
             latency,
             "g in place of each 1 of an R, trip + R(child) in place of R(child), trip = (g - 1) + "
             "(wd - 1) + (wu - 1), all of it g_0 - 1 earlier");
}

Synchronisation synchronise(const Tree& tree, const CertificationVariant& variant) {
  if (variant.ports == Ports::kMulti) return all_at_once(tree, variant.sort_cost, variant.latency);
  if (variant.sync == Sync::kSeq) return poll(tree, variant.sort_cost, variant.latency);
  if (variant.sync != Sync::kMirror) return reserve_slots(tree, variant);
  check_mirror(tree, variant);
  return mirror(tree, variant.latency);
}

}  // namespace flitwise::theory
