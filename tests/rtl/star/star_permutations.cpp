#include "tests/rtl/star/star_permutations.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace flitwise::rtl_test {
namespace {

int at(const Permutation& u, int position) { return u[static_cast<std::size_t>(position - 1)]; }

int position_of(const Permutation& u, int symbol) {
  return static_cast<int>(std::find(u.begin(), u.end(), symbol) - u.begin()) + 1;
}

// First misplaced position met scanning k + 1, .., n, 2, .., k - 1.
std::optional<int> first_misplaced(const Permutation& u, int k) {
  const int n = static_cast<int>(u.size());
  std::vector<int> order;
  for (int q = k + 1; q <= n; ++q) order.push_back(q);
  for (int q = 2; q < k; ++q) order.push_back(q);
  for (const int q : order)
    if (at(u, q) != q) return q;
  return std::nullopt;
}

}  // namespace

std::vector<Permutation> all_permutations(int n) {
  Permutation u(static_cast<std::size_t>(n));
  std::iota(u.begin(), u.end(), 1);
  std::vector<Permutation> all;
  do all.push_back(u);
  while (std::next_permutation(u.begin(), u.end()));
  return all;
}

Permutation neighbour(Permutation u, int dimension) {
  std::swap(u.front(), u[static_cast<std::size_t>(dimension - 1)]);
  return u;
}

bool is_identity(const Permutation& u) { return std::is_sorted(u.begin(), u.end()); }

Permutation relative_address(const Permutation& v, const Permutation& h) {
  Permutation u;
  for (const int symbol : v) u.push_back(position_of(h, symbol));
  return u;
}

int parent_dimension(TreeRule rule, const Permutation& u, int tree) {
  const int j = u.front();
  const int k = position_of(u, 1);
  if (k == 1) return tree;
  const std::optional<int> p = first_misplaced(u, k);
  int dimension = position_of(u, tree);
  if (j == k && !p) {
    if (tree == k) dimension = k;
  } else if (j == k) {
    if (tree == k) dimension = *p;
    if (tree == at(u, *p)) dimension = k;
  } else if (at(u, j) == k) {
    if (tree == k) dimension = j;
    if (tree == j) dimension = k;
  } else {
    const int t = at(u, j);
    const bool is_rescued = rule == TreeRule::kQ && at(u, *p) == k;
    if (tree == k) dimension = j;
    if (tree == j) dimension = is_rescued ? position_of(u, k) : k;
    if (tree == t) dimension = is_rescued ? k : position_of(u, k);
  }
  return dimension;
}

std::set<int> child_dimensions(TreeRule rule, const Permutation& u, int tree) {
  std::set<int> dimensions;
  for (int d = 2; d <= static_cast<int>(u.size()); ++d) {
    const Permutation v = neighbour(u, d);
    if (!is_identity(v) && parent_dimension(rule, v, tree) == d) dimensions.insert(d);
  }
  return dimensions;
}

int tree_depth(TreeRule rule, Permutation u, int tree) {
  int depth = 0;
  for (; !is_identity(u); ++depth) u = neighbour(u, parent_dimension(rule, u, tree));
  return depth;
}

std::uint32_t address_bits(const Permutation& u) {
  std::uint32_t bits = 0;
  for (std::size_t q = 0; q < u.size(); ++q)
    bits |= static_cast<std::uint32_t>(u[q] - 1) << (3 * q);
  return bits;
}

}  // namespace flitwise::rtl_test
