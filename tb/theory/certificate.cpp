#include "tb/theory/certificate.h"

#include <algorithm>
#include <numeric>

#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

std::vector<Certificate> of_children(const Tree& tree, Node v,
                                     const std::vector<Certificate>& certificates) {
  std::vector<Certificate> children;
  for (const Node child : tree.children(v)) children.push_back(certificates[index_of(child)]);
  return children;
}

/// How much later than d + 1 the stream must start, by the paper's sum of gaps.
std::int64_t delay_as_published(Flits own, const std::vector<Certificate>& sorted) {
  std::int64_t delay = 0;
  std::int64_t covered = own;  // c_{k-1} + n_{k-1}, or the own message before the first child
  for (const Certificate& child : sorted) {
    delay += std::max<std::int64_t>(0, child.lag - covered);
    covered = child.lag + child.stream;
  }
  return delay;
}

/// How much later than d + 1 the stream must start for no child to be due before it can.
std::int64_t smallest_delay(Flits own, const std::vector<Certificate>& sorted) {
  std::int64_t delay = 0;
  Flits before = own;
  for (const Certificate& child : sorted) {
    delay = std::max(delay, child.lag - before);
    before += child.stream;
  }
  return delay;
}

}  // namespace

std::vector<std::size_t> stream_order(const std::vector<Certificate>& children) {
  std::vector<std::size_t> order(children.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return children[a].lag < children[b].lag; });
  return order;
}

Certificate certify(Flits own, const std::vector<Certificate>& children, Rule rule) {
  std::vector<Certificate> sorted;
  Flits stream = own;
  for (const std::size_t j : stream_order(children)) {
    sorted.push_back(children[j]);
    stream += children[j].stream;
  }
  const std::int64_t delay =
      rule == Rule::kPaper ? delay_as_published(own, sorted) : smallest_delay(own, sorted);
  return {static_cast<std::int64_t>(children.size()) + 1 + delay, stream};
}

std::vector<Certificate> certificates(const Tree& tree, const std::vector<Flits>& lengths,
                                      Rule rule) {
  std::vector<Certificate> all(lengths.size());
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v)
    all[index_of(*v)] = certify(lengths[index_of(*v)], of_children(tree, *v, all), rule);
  return all;
}

Step token_step(const Tree& tree, Node v) { return 2 * Step{tree.address(v)} - tree.depth(v); }

Step certificate_step(const Tree& tree, Node v) {
  const Step below = tree.subtree_end(v) - tree.address(v) - 1;
  return token_step(tree, v) + 2 * below + 1;
}

std::vector<Step> order_delays(const Tree& tree) {
  std::vector<Step> delays(index_of(tree.size()), 0);
  for (const Node v : tree.depth_first()) {
    Step delay = delays[index_of(v)];
    for (const Node child : tree.children(v)) delays[index_of(child)] = ++delay;
  }
  return delays;
}

std::vector<Flits> stream_positions(const Tree& tree, const std::vector<Flits>& lengths,
                                    const std::vector<Certificate>& certificates) {
  std::vector<Flits> positions(lengths.size(), 0);
  for (const Node v : tree.depth_first()) {
    Flits position = positions[index_of(v)] + lengths[index_of(v)];
    for (const std::size_t j : stream_order(of_children(tree, v, certificates))) {
      const Node child = tree.children(v)[j];
      positions[index_of(child)] = position;
      position += certificates[index_of(child)].stream;
    }
  }
  return positions;
}

}  // namespace flitwise::theory
