// hypercube_theory.cpp: finish, bounds and every crossing of a link, from the bits of labels.
//
// d dimensions, m flits a message. The label of a PE is its number XOR that of the root; it has h
// ones. A flit that nothing stops crosses a link a step.
//
// Broadcast. The label without its lowest one is the parent's, so h links lead to it, and its copy
// crosses the last of them in steps h to h + m - 1. The label of all ones has h = d:
//
//   finish = d + m - 1.
//
// Scatter. A label whose highest one is at j is served over dimension j, where the 2^j labels from
// 2^j on are served without a pause. With k messages before its own, that has crossed the first
// link in step (k + 1) m and all h links in step (k + 1) m + h - 1. Messages of one subtree leave
// the root one after the other and cross each link in steps of their own, so nothing waits.
//
// Farthest first: at least one message of each distance from 1 to h - 1 comes behind its own, so
// k + 1 <= 2^j - (h - 1), and since m >= 1
//
//   (k + 1) m + h - 1 <= 2^j m - (h - 1) m + (h - 1) <= 2^j m,
//
// with equality for h = 1, the last. The largest subtree has j = d - 1: finish = 2^(d-1) m.
//
// Nearest first: k and h grow together and are largest for the label of all ones, the last in the
// largest subtree: finish = 2^(d-1) m + d - 1.
#include "hypercube_theory.h"

#include <algorithm>
#include <cstdint>

namespace hypercube_flitwise {
namespace {

constexpr const char* kBroadcastBound =
    "d + ceil(m / d) - 1: the PE opposite the root gets no flit before step d, and d a step then";
constexpr const char* kScatterBound =
    "the larger of ceil(m (2^d - 1) / d), what the root's d links must carry, and d + ceil(m / d) "
    "- 1, when the PE opposite it can have its m flits";

std::int64_t ceil_of(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

std::int64_t binomial(int n, int k) {
  std::int64_t value = 1;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

// The places of the ones, lowest first.
std::vector<int> ones_of(Node label) {
  std::vector<int> ones;
  for (int bit = 0; bit < kMostDimensions; ++bit)
    if ((label >> bit & 1) != 0) ones.push_back(bit);
  return ones;
}

Step opposite_bound(int d, Flits m) { return d + ceil_of(m, d) - 1; }

enum class First : std::uint8_t { kFarthest, kNearest };

// Labels that are served before one with these ones: those of its subtree at distances that come
// first, and those at its own distance with smaller labels. A subset of places b_1 < b_2 < ... has
// sum over i of C(b_i, i) smaller ones of its size before it (the combinatorial number system).
std::int64_t served_before(const std::vector<int>& ones, First first) {
  const int subtree = ones.back();  // its labels differ in the places below this one
  const int below = static_cast<int>(ones.size()) - 1;
  std::int64_t count = 0;
  for (int others = 0; others <= subtree; ++others)
    if (first == First::kFarthest ? others > below : others < below)
      count += binomial(subtree, others);
  for (int i = 1; i <= below; ++i) count += binomial(ones[static_cast<std::size_t>(i - 1)], i);
  return count;
}

// From the root to the label: its ones, from the highest down, are the links.
void add_way(const Cube& cube, Node label, Step start, std::vector<Crossing>& crossings) {
  const std::vector<int> ones = ones_of(label);
  Node at = 0;
  for (auto one = ones.rbegin(); one != ones.rend(); ++one) {
    const Node next = at + (Node{1} << *one);
    crossings.push_back({cube.node(at), cube.node(next), cube.node(label), start++});
    at = next;
  }
}

Prediction predict_scatter(const Cube& cube, Flits m, First first) {
  const int d = cube.dimensions();
  Prediction p;
  p.length = m;
  p.lower_bound = std::max(ceil_of(m * (cube.nodes() - 1), d), opposite_bound(d, m));
  p.lower_bound_source = kScatterBound;
  p.link_flits = m * d * (cube.nodes() / 2);
  p.link_flits_source = "m d 2^(d-1): the distances from the root add up to d 2^(d-1)";
  p.steps_source = "k m + 1, k the messages that the same link of the root carries before";
  for (Node label = 1; label < cube.nodes(); ++label)
    add_way(cube, label, served_before(ones_of(label), first) * m + 1, p.crossings);
  return p;
}

}  // namespace

Prediction predict_binomial_broadcast(const Cube& cube, Flits m) {
  const int d = cube.dimensions();
  Prediction p;
  p.length = m;
  p.finish = d + m - 1;
  p.finish_source = "d + m - 1: m flits one behind the other over d links";
  p.lower_bound = opposite_bound(d, m);
  p.lower_bound_source = kBroadcastBound;
  p.link_flits = m * (cube.nodes() - 1);
  p.link_flits_source = "m (2^d - 1): each link of the tree carries the text once";
  p.steps_source = "the distance from the root: a step a link";
  for (Node label = 1; label < cube.nodes(); ++label) {
    const std::vector<int> ones = ones_of(label);
    p.crossings.push_back({cube.node(label - (Node{1} << ones.front())), cube.node(label),
                           cube.node(label), static_cast<Step>(ones.size())});
  }
  return p;
}

Prediction predict_furthest_first_scatter(const Cube& cube, Flits m) {
  Prediction p = predict_scatter(cube, m, First::kFarthest);
  p.finish = m * (cube.nodes() / 2);
  p.finish_source = "m 2^(d-1): the root's busiest link, all farther messages being in by then";
  return p;
}

Prediction predict_nearest_first_scatter(const Cube& cube, Flits m) {
  Prediction p = predict_scatter(cube, m, First::kNearest);
  p.finish = m * (cube.nodes() / 2) + cube.dimensions() - 1;
  p.finish_source = "m 2^(d-1) + d - 1: the last message on the root's busiest link goes farthest";
  return p;
}

std::vector<flitwise::LinkEvent> events_of(const Prediction& p) {
  std::vector<flitwise::LinkEvent> events;
  for (const Crossing& c : p.crossings)
    for (Flits flit = 1; flit <= p.length; ++flit)
      events.push_back(
          {c.first + flit - 1, c.from, c.to, flitwise::FlitKind::kData, c.message, flit, 0, 0});
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace hypercube_flitwise
