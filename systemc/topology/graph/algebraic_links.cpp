// algebraic_links.cpp: kinds of graphs whose nodes are points, residues or permutations, and graphs
// that are drawn.
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "systemc/topology/graph/shape_links.h"
#include "systemc/topology/graph/split_mix.h"

namespace flitwise::shapes {
namespace {

// Powers of a primitive root of the prime q: the one with number k is root^k.
Numbers powers_of_least_root(std::int64_t q) {
  for (std::int64_t root = 1;; ++root) {
    Numbers powers{1};
    for (std::int64_t x = root % q; x != 1; x = x * root % q) powers.push_back(x);
    if (static_cast<std::int64_t>(powers.size()) == q - 1) return powers;
  }
}

// Permutations of n symbols in lexicographic order, joined to what `neighbours` makes of them.
template <typename Neighbours>
Links of_permutations(std::int64_t n, const Neighbours& neighbours) {
  std::vector<int> permutation(static_cast<std::size_t>(n));
  std::iota(permutation.begin(), permutation.end(), 0);
  std::map<std::vector<int>, std::int64_t> number;
  do {
    number.emplace(permutation, static_cast<std::int64_t>(number.size()));
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  Links links(static_cast<std::int64_t>(number.size()));
  for (const auto& [from, v] : number)
    for (const std::vector<int>& to : neighbours(from)) links.join(v, number.at(to));
  return links;
}

using Permutations = std::vector<std::vector<int>>;

// What `change(symbols, i)` makes of a permutation, for i = 1 .. n-1.
template <typename Change>
Permutations changed(const std::vector<int>& from, const Change& change) {
  Permutations all;
  for (std::size_t i = 1; i < from.size(); ++i) {
    all.push_back(from);
    change(all.back(), i);
  }
  return all;
}

// Whether the links reach every node from node 0.
bool are_connected(Node nodes, const std::vector<Edge>& edges) {
  return !Graph(nodes, edges).first_unreached(0);
}

}  // namespace

bool is_prime(std::int64_t number) {
  if (number < 2) return false;
  for (std::int64_t divisor = 2; divisor * divisor <= number; ++divisor)
    if (number % divisor == 0) return false;
  return true;
}

Links slimfly(const Numbers& arguments) {
  const std::int64_t q = arguments[0];
  const Numbers powers = powers_of_least_root(q);
  Links links(2 * q * q);
  for (std::int64_t group = 0; group < q; ++group)
    for (std::int64_t y = 0; y < q; ++y) {
      for (std::size_t k = 0; k < powers.size(); ++k) {
        const std::int64_t side =
            k % 2 == 0 ? 0 : q * q;  // even powers join (0, x, .), odd ones (1, m, .)
        links.join(side + group * q + y, side + group * q + (y + powers[k]) % q);
      }
      for (std::int64_t m = 0; m < q; ++m)  // y = m x + c
        links.join(group * q + y, q * q + m * q + ((y - m * group) % q + q) % q);
    }
  return links;
}

Links polarfly(const Numbers& arguments) {
  const std::int64_t q = arguments[0];
  std::vector<std::array<std::int64_t, 3>> points{{0, 0, 1}};
  for (std::int64_t z = 0; z < q; ++z) points.push_back({0, 1, z});
  for (std::int64_t y = 0; y < q; ++y)
    for (std::int64_t z = 0; z < q; ++z) points.push_back({1, y, z});
  Links links(static_cast<std::int64_t>(points.size()));
  for (std::size_t u = 0; u < points.size(); ++u)
    for (std::size_t v = u + 1; v < points.size(); ++v) {
      const auto& [a, b, c] = points[u];
      if ((a * points[v][0] + b * points[v][1] + c * points[v][2]) % q == 0)
        links.join(static_cast<std::int64_t>(u), static_cast<std::int64_t>(v));
    }
  return links;
}

Links star(const Numbers& n) {
  return of_permutations(n[0], [](const std::vector<int>& from) {
    return changed(from, [](std::vector<int>& p, std::size_t i) { std::swap(p[0], p[i]); });
  });
}

Links bubblesort(const Numbers& n) {
  return of_permutations(n[0], [](const std::vector<int>& from) {
    return changed(from, [](std::vector<int>& p, std::size_t i) { std::swap(p[i - 1], p[i]); });
  });
}

Links pancake(const Numbers& n) {
  return of_permutations(n[0], [](const std::vector<int>& from) {
    return changed(from, [](std::vector<int>& p, std::size_t i) {
      std::reverse(p.begin(), p.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    });
  });
}

// A circulant whose links are swapped in pairs, which keeps degrees: 10 draws a link, and again
// until the graph is connected.
Links regular(const Numbers& n_d_seed) {
  const std::int64_t n = n_d_seed[0];
  const std::int64_t d = n_d_seed[1];
  Numbers offsets{n};
  for (std::int64_t offset = 1; offset <= d / 2; ++offset) offsets.push_back(offset);
  if (d % 2 == 1) offsets.push_back(n / 2);
  const Links start = circulant(offsets);
  std::set<Edge> there;
  for (const auto& [u, v] : start.edges) there.emplace(std::min(u, v), std::max(u, v));
  std::vector<Edge> edges(there.begin(), there.end());
  SplitMix draw(static_cast<std::uint64_t>(n_d_seed[2]));
  do {
    for (std::size_t k = 0; k < 10 * edges.size(); ++k) {
      const std::size_t i = draw.below(edges.size());
      const std::size_t j = draw.below(edges.size());
      const auto [a, b] = edges[i];
      auto [c, e] = edges[j];
      if (draw.below(2) == 1) std::swap(c, e);
      const Edge first(std::min(a, c), std::max(a, c));
      const Edge second(std::min(b, e), std::max(b, e));
      const bool meet = a == c || a == e || b == c || b == e;
      if (meet || there.count(first) != 0 || there.count(second) != 0) continue;
      there.erase(edges[i]);
      there.erase(edges[j]);
      there.insert({first, second});
      edges[i] = first;
      edges[j] = second;
    }
  } while (!are_connected(start.nodes, edges));
  Links links(n);
  links.edges = std::move(edges);
  return links;
}

}  // namespace flitwise::shapes
