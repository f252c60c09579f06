// Schedules on fat trees as printed in V. Dimakopoulos, N. Dimopoulos, "Communications in Binary
// Fat Trees" (1995), and bounds.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "sim/studies/claims/checks/claim_checks.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/theory/fat_tree/fat_tree_conflicts.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"

namespace flitwise {
namespace {

constexpr std::int64_t kMostLeaves = 1024;

using Pairs = std::set<std::pair<std::int64_t, std::int64_t>>;

// The pairs (source, destination) that section 5's loops serve: in phase i, for each of
// `switches(2^i)` switches j, leaf k of either half below switch j sends to leaf l of the other.
template <typename Switches>
Pairs served_pairs(std::int64_t n, const Switches& switches) {
  Pairs all;
  std::int64_t of_level = 1;
  for (std::int64_t m = n / 2; m >= 1; m /= 2, of_level *= 2)
    for (std::int64_t j = 0; j < switches(of_level); ++j)
      for (std::int64_t k = 0; k < m; ++k)
        for (std::int64_t l = 0; l < m; ++l) {
          all.emplace(2 * j * m + k, 2 * j * m + m + l);
          all.emplace(2 * j * m + m + k, 2 * j * m + l);
        }
  return all;
}

std::int64_t leaves_of(const Names& values) {
  const std::int64_t n = number_of(values, "n", 2, kMostLeaves);
  if ((n & (n - 1)) != 0) throw ExpressionError("needs n that is a power of 2");
  return n;
}

FatTree tree_of(const Names& values) {
  const std::int64_t n = leaves_of(values);
  std::vector<int> capacities;
  for (const std::int64_t c : numbers_of(values, "c", 1, kMostLeaves))
    capacities.push_back(static_cast<int>(c));
  try {
    return {static_cast<Node>(n), 2, capacities};
  } catch (const TopologyError& error) {
    throw ExpressionError(error.what());
  }
}

// The phases of a total exchange one after the other: in phase h, 2^(i-1) leaves send 2^(h-1)
// packets each over the c_i links of up branch i, in steps i to i + T_h - 2h.
std::int64_t serial_bound(const FatTree& tree) {
  std::int64_t steps = 0;
  for (int h = 1; h <= tree.levels(); ++h) {
    std::int64_t slowest = 0;
    for (int i = 1; i <= h; ++i) {
      const std::int64_t packets =
          std::int64_t{tree.leaves_below(i - 1)} * tree.leaves_below(h - 1);
      slowest = std::max(slowest, (packets + tree.capacity(i) - 1) / tree.capacity(i));
    }
    steps += slowest + 2 * h - 1;
  }
  return steps;
}

}  // namespace

// Takes n, leaves of a binary tree, and c, its capacities, exponential if left out. Gives two lower
// bounds of a total exchange, `link` (the fullest branch) and `in_flight` (every packet is under
// way for a while), and `serial`, one of its phases if each begins when the one before has ended.
Figure::Members exchange_bounds(const Names& values) {
  const auto n = static_cast<Node>(leaves_of(values));
  const FatTree tree = values("c")
                           ? tree_of(values)
                           : FatTree(n, 2, exponential_capacities(fat_tree_levels(n, 2), 2));
  return {{"link", Figure(theory::exchange_link_bound(tree))},
          {"in_flight", Figure(theory::exchange_in_flight_bound(tree))},
          {"serial", Figure(serial_bound(tree))}};
}

// Takes n. Gives `pairs`, the ordered pairs of leaves that the printed loops serve, with 2^(i-1)
// switches in phase i and the one that there is in phase 0, and `mended_pairs`, those of all 2^i.
Figure::Members exchange_loops(const Names& values) {
  const std::int64_t n = leaves_of(values);
  const auto half = [](std::int64_t of_level) { return std::max<std::int64_t>(of_level / 2, 1); };
  const auto all = [](std::int64_t of_level) { return of_level; };
  const auto count = [](const Pairs& pairs) {
    return Figure(static_cast<std::int64_t>(pairs.size()));
  };
  return {{"pairs", count(served_pairs(n, half))}, {"mended_pairs", count(served_pairs(n, all))}};
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
