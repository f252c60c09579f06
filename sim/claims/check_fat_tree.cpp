// Schedules on fat trees as printed in V. Dimakopoulos, N. Dimopoulos, "Communications in Binary
// Fat Trees" (1995), and bounds.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "sim/claims/claim_checks.h"
#include "systemc/topology/fat_tree.h"
#include "tb/theory/fat_tree_bounds.h"
#include "tb/theory/fat_tree_conflicts.h"

namespace flitwise {
namespace {

using Pairs = std::set<std::pair<std::int64_t, std::int64_t>>;

// The transmissions (source, destination) of section 5's loops on n leaves, where the loop of
// length m runs to m - 1 + `beyond` and phase i visits `switches(i)` switches.
struct Loops {
  std::int64_t n;
  std::int64_t beyond;

  // For l: leaf k sends to k XOR m XOR l, m = 2^(h-1).
  template <typename Send>
  void exponential(Send&& send) const {
    for (std::int64_t m = n / 2; m >= 1; m /= 2)
      for (std::int64_t l = 0; l < m + beyond; ++l)
        for (std::int64_t k = 0; k < n; ++k) send(k, k ^ m ^ l);
  }

  // For j, k, l: leaf k of either half below switch j sends to leaf l of the other half.
  template <typename Send>
  void constant(bool half_the_switches, Send&& send) const {
    std::int64_t switches = 1;
    for (std::int64_t m = n / 2; m >= 1; m /= 2, switches *= 2) {
      const std::int64_t last = half_the_switches ? switches / 2 : switches;
      for (std::int64_t j = 0; j < last; ++j)
        for (std::int64_t k = 0; k < m; ++k)
          for (std::int64_t l = 0; l < m; ++l) {
            send(2 * j * m + k, 2 * j * m + m + l);
            send(2 * j * m + m + k, 2 * j * m + l);
          }
    }
  }
};

std::int64_t leaves_of(const Names& values) {
  const std::int64_t n = number_of(values, "n", 2, FatTree::kMaxLeaves);
  if ((n & (n - 1)) != 0) throw ExpressionError("needs n that is a power of 2");
  return n;
}

FatTree tree_of(const Names& values) {
  const std::int64_t n = leaves_of(values);
  std::vector<int> capacities;
  for (const std::int64_t c : numbers_of(values, "c", 1, FatTree::kMaxLeaves))
    capacities.push_back(static_cast<int>(c));
  try {
    return {static_cast<Node>(n), 2, capacities};
  } catch (const TopologyError& error) {
    throw ExpressionError(error.what());
  }
}

}  // namespace

// Takes n, leaves of a binary tree with exponential capacities. Gives two lower bounds of a total
// exchange: `link` (the fullest branch) and `in_flight` (every packet is under way for a while).
Figure::Members exchange_bounds(const Names& values) {
  const auto n = static_cast<Node>(leaves_of(values));
  const FatTree tree(n, 2, exponential_capacities(fat_tree_levels(n, 2), 2));
  return {{"link", Figure(theory::exchange_link_bound(tree))},
          {"in_flight", Figure(theory::exchange_in_flight_bound(tree))}};
}

// Takes n. Gives, of the printed loops, `to_itself`, the transmissions of a leaf to itself that one
// step too many makes in the exponential case, and `pairs`, the ordered pairs of leaves that the
// constant case serves with 2^(i-1) switches in phase i; and of the loops as they must be
// `mended_to_itself` and `mended_pairs`.
Figure::Members exchange_loops(const Names& values) {
  const std::int64_t n = leaves_of(values);
  const auto to_itself = [n](std::int64_t beyond) {
    std::int64_t count = 0;
    Loops{n, beyond}.exponential([&](std::int64_t s, std::int64_t d) { count += s == d ? 1 : 0; });
    return count;
  };
  const auto pairs = [n](bool half) {
    Pairs all;
    Loops{n, 0}.constant(half, [&](std::int64_t s, std::int64_t d) { all.emplace(s, d); });
    return static_cast<std::int64_t>(all.size());
  };
  return {{"to_itself", Figure(to_itself(1))},
          {"mended_to_itself", Figure(to_itself(0))},
          {"pairs", Figure(pairs(true))},
          {"mended_pairs", Figure(pairs(false))}};
}

// Takes n, c (the capacities), and lists `from` and `to`: leaf from[i] sends to to[i], all in one
// step. Gives `conflicts`, the branches that more packets want to cross in a step than have links.
Figure::Members fat_tree_meeting(const Names& values) {
  const FatTree tree = tree_of(values);
  const std::vector<std::int64_t> from = numbers_of(values, "from", 0, tree.leaves() - 1);
  const std::vector<std::int64_t> to = numbers_of(values, "to", 0, tree.leaves() - 1);
  if (from.size() != to.size()) throw ExpressionError("needs lists from and to of one size");
  theory::FatTreeTable table;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] == to[i]) throw ExpressionError("needs leaves that send to others");
    table.push_back({1, static_cast<Node>(from[i]), FlitKind::kData, static_cast<Node>(to[i])});
  }
  const theory::ScheduleCheck check = theory::check_schedule(tree, table);
  return {{"conflicts", Figure(static_cast<std::int64_t>(check.total))}};
}

}  // namespace flitwise
