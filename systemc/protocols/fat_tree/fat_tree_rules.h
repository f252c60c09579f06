// fat_tree_rules.h: what the schedule builders and factories for fat trees ask of their input.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_RULES_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_RULES_H_

#include <string>
#include <vector>

#include "systemc/protocols/fat_tree/schedule.h"
#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise::protocols {

/// Errors: all of these throw std::invalid_argument with `rule`, or a sentence that names the
/// value.
void require(bool holds, const std::string& rule);
/// `role`: "source" or "target".
void check_leaf(const FatTree& tree, Node leaf, const std::string& role);
void check_two_sources(const FatTree& tree, Node first, Node second);
void check_lengths(const FatTree& tree, Node root, const std::vector<Flits>& lengths);
void check_order(const std::vector<Flits>& lengths, const std::vector<Node>& order);
void check_phase_gap(Step phase_gap);

/// One empty list per leaf.
inline Schedule empty_schedule(const FatTree& tree) {
  return Schedule(static_cast<std::size_t>(tree.leaves()));
}

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_RULES_H_
