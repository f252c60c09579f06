// fat_tree_digits.h: leaf numbers as digits to the base b, the digits that copies carry, and what
// builders of schedules and factories ask of their input.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_DIGITS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_DIGITS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/protocols/fat_tree/schedule.h"
#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise::protocols {

/// Digit by digit (x + k) mod b, for b = 2 the exclusive or. For x and k below b^L with k > 0 the
/// leaves x and x + k meet at the level of k's leading digit (the lowest digit is level 1's).
Node add_digits(int arity, Node x, Node k);

/// The lowest `count` digits of x in reversed order; x below b^count.
Node reverse_digits(int arity, Node x, int count);

/// Bits of one digit in Dispatch::copies: ceil(log2 b).
int bits_of_digit(int arity);

/// `copies` with digit r for `level`, where it had 0: on the way up, from child k of the switch of
/// that level, a copy goes down to child (k + r) mod b. Units: 1 <= level <= L, 1 <= r < b.
std::uint32_t with_digit(std::uint32_t copies, int arity, int level, int r);

/// Errors: throws std::invalid_argument when `copies` has a digit of b or more, or one for a level
///         that the tree does not have.
void check_copies(const FatTree& tree, std::uint32_t copies);

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

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_DIGITS_H_
