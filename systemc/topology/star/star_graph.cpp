#include "systemc/topology/star/star_graph.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>

#include "systemc/topology/tree/tree.h"

namespace flitwise {

StarGraph::StarGraph(int order) : order_(order) {
  if (order < kLeastOrder || order > kMostOrder)
    throw TopologyError("a star graph's n must be " + std::to_string(kLeastOrder) + " to " +
                        std::to_string(kMostOrder) + ", got " + std::to_string(order));
  for (int k = 2; k <= order; ++k) size_ *= k;
  list_permutations();
  neighbours_.resize(symbols_.size());
  for (Node v = 0; v < size_; ++v) {
    Permutation u = permutation(v);
    for (std::size_t q = 0; q < u.size(); ++q) {
      std::swap(u[0], u[q]);
      neighbours_[entry(v, static_cast<int>(q) + 1)] = rank(u);
      std::swap(u[0], u[q]);
    }
  }
}

void StarGraph::list_permutations() {
  const auto entries = static_cast<std::size_t>(size_) * static_cast<std::size_t>(order_);
  symbols_.reserve(entries);
  positions_.resize(entries);
  std::vector<std::uint8_t> u(static_cast<std::size_t>(order_));
  std::iota(u.begin(), u.end(), std::uint8_t{1});
  for (Node v = 0; v < size_; ++v) {
    symbols_.insert(symbols_.end(), u.begin(), u.end());
    for (std::size_t q = 0; q < u.size(); ++q)
      positions_[entry(v, u[q])] = static_cast<std::uint8_t>(q + 1);
    std::next_permutation(u.begin(), u.end());
  }
}

Permutation StarGraph::permutation(Node v) const {
  const auto first = symbols_.begin() + static_cast<std::ptrdiff_t>(entry(v, 1));
  return {first, first + order_};
}

Node StarGraph::node(const Permutation& permutation) const {
  std::vector<bool> seen(static_cast<std::size_t>(order_), false);
  for (const int symbol : permutation) {
    if (symbol < 1 || symbol > order_ || permutation.size() != seen.size() ||
        seen[static_cast<std::size_t>(symbol - 1)]) {
      seen.clear();
      break;
    }
    seen[static_cast<std::size_t>(symbol - 1)] = true;
  }
  if (seen.empty() || permutation.empty())
    throw TopologyError("a node of this star graph must hold each of 1 to " +
                        std::to_string(order_) + " once");
  return rank(permutation);
}

template <class Symbols>
Node StarGraph::rank(const Symbols& symbols) const {
  const auto order = static_cast<std::size_t>(order_);
  Node rank = 0;
  for (std::size_t q = 0; q < order; ++q) {
    Node smaller_after = 0;
    for (std::size_t p = q + 1; p < order; ++p) smaller_after += symbols[p] < symbols[q] ? 1 : 0;
    rank = rank * static_cast<Node>(order - q) + smaller_after;
  }
  return rank;
}

Node StarGraph::absolute(Node u, Node source) const {
  std::array<int, kMostOrder> v{};
  for (int q = 1; q <= order_; ++q) v[index_of(q - 1)] = symbol(source, symbol(u, q));
  return rank(v);
}

Node StarGraph::relative(Node v, Node source) const {
  std::array<int, kMostOrder> u{};
  for (int q = 1; q <= order_; ++q) u[index_of(q - 1)] = position(source, symbol(v, q));
  return rank(u);
}

int StarGraph::rotate_dimension(int dimension, int times) const {
  const int turned = (dimension - 2 + times) % degree();
  return 2 + (turned < 0 ? turned + degree() : turned);
}

Node StarGraph::rotate(Node u, int times) const {
  const auto turned = [&](int k) { return k == 1 ? 1 : rotate_dimension(k, times); };
  std::array<int, kMostOrder> v{};
  for (int q = 1; q <= order_; ++q) v[index_of(turned(q) - 1)] = turned(symbol(u, q));
  return rank(v);
}

std::vector<std::vector<Node>> StarGraph::necklaces() const {
  std::vector<std::vector<Node>> necklaces;
  std::vector<bool> seen(static_cast<std::size_t>(size_), false);
  for (Node first = 1; first < size_; ++first) {
    if (seen[static_cast<std::size_t>(first)]) continue;
    necklaces.emplace_back();
    for (Node u = first; !seen[static_cast<std::size_t>(u)]; u = rotate(u)) {
      seen[static_cast<std::size_t>(u)] = true;
      necklaces.back().push_back(u);
    }
  }
  return necklaces;
}

int StarGraph::distance(Node u) const {
  int misplaced = 0;
  int cycles = 0;
  unsigned seen = 0;
  for (int first = 1; first <= order_; ++first) {
    if (symbol(u, first) == first || (seen >> first & 1U) != 0) continue;
    ++cycles;
    for (int q = first; (seen >> q & 1U) == 0; q = symbol(u, q)) {
      seen |= 1U << q;
      ++misplaced;
    }
  }
  return misplaced + cycles - (symbol(u, 1) == 1 ? 0 : 2);
}

std::int64_t StarGraph::distance_sum() const {
  const std::int64_t nodes = size_;
  std::int64_t sum = nodes * (order_ - 4) + 2 * nodes / order_;
  for (int k = 1; k <= order_; ++k) sum += nodes / k;
  return sum;
}

}  // namespace flitwise
