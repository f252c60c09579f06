// Broadcast, scatter and gather.
#include <algorithm>
#include <utility>

#include "systemc/protocols/fat_tree/fat_tree_digits.h"
#include "systemc/protocols/fat_tree/fat_tree_rules.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"

namespace flitwise::protocols {
namespace {

Flits length_of(const std::vector<Flits>& lengths, Node leaf) {
  return lengths[static_cast<std::size_t>(leaf)];
}

void add_scatter(const FatTree& tree, Schedule& schedule, Node source,
                 const std::vector<Flits>& lengths, const std::vector<Node>& order) {
  Flits place = 0;
  for (const Node x : order) {
    const Flits flits = length_of(lengths, x);
    if (flits == 0) continue;
    add_back_to_back(schedule, tree.leaf_links(), source, x, 1, place, flits);
    place += flits;
  }
}

std::vector<Flits> unit_lengths(const FatTree& tree) {
  return std::vector<Flits>(static_cast<std::size_t>(tree.leaves()), 1);
}

}  // namespace

Schedule fat_tree_broadcast(const FatTree& tree, Node source) {
  check_leaf(tree, source, "source");
  Schedule schedule = empty_schedule(tree);
  add_flood(schedule, source, 1);
  return schedule;
}

std::vector<Node> furthest_first_order(const FatTree& tree, Node source) {
  check_leaf(tree, source, "source");
  std::vector<Node> order;
  for (Node k = tree.leaves() - 1; k >= 1; --k)
    order.push_back(add_digits(tree.arity(), source, k));
  return order;
}

Schedule fat_tree_scatter(const FatTree& tree, Node source, const std::vector<Flits>& lengths) {
  check_leaf(tree, source, "source");
  check_lengths(tree, source, lengths);
  Schedule schedule = empty_schedule(tree);
  add_scatter(tree, schedule, source, lengths, furthest_first_order(tree, source));
  return schedule;
}

Schedule fat_tree_scatter_in_order(const FatTree& tree, Node source,
                                   const std::vector<Flits>& lengths,
                                   const std::vector<Node>& order) {
  check_leaf(tree, source, "source");
  check_lengths(tree, source, lengths);
  check_order(lengths, order);
  Schedule schedule = empty_schedule(tree);
  add_scatter(tree, schedule, source, lengths, order);
  return schedule;
}

Schedule fat_tree_concurrent_scatters(const FatTree& tree, Node first, Node second) {
  check_two_sources(tree, first, second);
  Schedule schedule = empty_schedule(tree);
  for (const Node source : {first, second})
    add_scatter(tree, schedule, source, unit_lengths(tree), furthest_first_order(tree, source));
  return schedule;
}

Schedule fat_tree_concurrent_scatters_in_order(const FatTree& tree, Node first, Node second,
                                               const std::array<std::vector<Node>, 2>& orders) {
  check_two_sources(tree, first, second);
  Schedule schedule = empty_schedule(tree);
  for (const std::size_t k : {0U, 1U}) {
    const Node source = k == 0 ? first : second;
    std::vector<Flits> lengths = unit_lengths(tree);
    lengths[static_cast<std::size_t>(source)] = 0;
    check_order(lengths, orders[k]);
    add_scatter(tree, schedule, source, lengths, orders[k]);
  }
  return schedule;
}

Schedule fat_tree_gather(const FatTree& tree, Node target, const std::vector<Flits>& lengths) {
  check_leaf(tree, target, "target");
  check_lengths(tree, target, lengths);
  const Schedule scatter = fat_tree_scatter(tree, target, lengths);
  const std::vector<Dispatch>& sends = scatter[static_cast<std::size_t>(target)];
  const auto last_arrival = [&](const Dispatch& d) {
    return d.step + d.flits - 1 + 2 * tree.meeting_level(target, d.destination) - 1;
  };
  Step end = 0;
  for (const Dispatch& d : sends) end = std::max(end, last_arrival(d));
  Schedule schedule = empty_schedule(tree);
  for (const Dispatch& d : sends) {
    const Flits left = length_of(lengths, d.destination) - (d.first + d.flits - 1);
    add_data(schedule, d.destination, target, end + 1 - last_arrival(d), d.flits);
    Dispatch& reversed = schedule[static_cast<std::size_t>(d.destination)].back();
    reversed.port = d.port;
    reversed.first = 1 + left;
    reversed.has_tail = d.first == 1;
  }
  return by_step(std::move(schedule));
}

Schedule fat_tree_gather_naive(const FatTree& tree, Node target,
                               const std::vector<Flits>& lengths) {
  check_leaf(tree, target, "target");
  check_lengths(tree, target, lengths);
  Schedule schedule = empty_schedule(tree);
  for (Node x = 0; x < tree.leaves(); ++x)
    if (length_of(lengths, x) > 0)
      add_back_to_back(schedule, tree.leaf_links(), x, target, 1, 0, length_of(lengths, x));
  return schedule;
}

}  // namespace flitwise::protocols
