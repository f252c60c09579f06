// fat_tree_digits.cpp: arithmetic of leaf numbers, and refusals.
#include "systemc/protocols/fat_tree/fat_tree_digits.h"

#include <stdexcept>
#include <string>

namespace flitwise::protocols {

Node add_digits(int arity, Node x, Node k) {
  Node sum = 0;
  for (Node weight = 1; x > 0 || k > 0; weight *= arity, x /= arity, k /= arity)
    sum += (x % arity + k % arity) % arity * weight;
  return sum;
}

Node reverse_digits(int arity, Node x, int count) {
  Node reversed = 0;
  for (int digit = 0; digit < count; ++digit, x /= arity) reversed = reversed * arity + x % arity;
  return reversed;
}

int bits_of_digit(int arity) {
  int bits = 1;
  while (1 << bits < arity) ++bits;
  return bits;
}

std::uint32_t with_digit(std::uint32_t copies, int arity, int level, int r) {
  return copies | static_cast<std::uint32_t>(r) << (level - 1) * bits_of_digit(arity);
}

void check_copies(const FatTree& tree, std::uint32_t copies) {
  const int bits = bits_of_digit(tree.arity());
  std::uint32_t rest = copies;
  for (int level = 1; level <= tree.levels(); ++level, rest >>= bits) {
    const std::uint32_t digit = rest & ((1U << bits) - 1);
    if (digit >= static_cast<std::uint32_t>(tree.arity()))
      throw std::invalid_argument("copies must have digits below " + std::to_string(tree.arity()) +
                                  ", got " + std::to_string(digit) + " for level " +
                                  std::to_string(level));
  }
  if (rest != 0)
    throw std::invalid_argument("copies must have digits for levels 1 to " +
                                std::to_string(tree.levels()) + " only");
}

void require(bool holds, const std::string& rule) {
  if (!holds) throw std::invalid_argument(rule);
}

void check_leaf(const FatTree& tree, Node leaf, const std::string& role) {
  require(leaf >= 0 && leaf < tree.leaves(), "the " + role + " must be a leaf from 0 to " +
                                                 std::to_string(tree.leaves() - 1) + ", got " +
                                                 std::to_string(leaf));
}

void check_two_sources(const FatTree& tree, Node first, Node second) {
  check_leaf(tree, first, "first source");
  check_leaf(tree, second, "second source");
  require(first != second,
          "two scatters at once need two sources, got leaf " + std::to_string(first) + " twice");
}

void check_lengths(const FatTree& tree, Node root, const std::vector<Flits>& lengths) {
  const auto leaves = static_cast<std::size_t>(tree.leaves());
  require(lengths.size() == leaves,
          "lengths must have one entry per leaf: " + std::to_string(leaves) + ", got " +
              std::to_string(lengths.size()));
  for (std::size_t x = 0; x < leaves; ++x)
    require(lengths[x] >= 0, "lengths[" + std::to_string(x) + "] must be at least 0, got " +
                                 std::to_string(lengths[x]));
  const Flits own = lengths[static_cast<std::size_t>(root)];
  require(own == 0, "lengths[" + std::to_string(root) + "] must be 0, because leaf " +
                        std::to_string(root) + " sends nothing to itself, got " +
                        std::to_string(own));
}

void check_order(const std::vector<Flits>& lengths, const std::vector<Node>& order) {
  std::vector<bool> named(lengths.size(), false);
  for (const Node x : order) {
    const auto at = static_cast<std::size_t>(x);
    require(x >= 0 && at < lengths.size(), "order must name leaves from 0 to " +
                                               std::to_string(lengths.size() - 1) + ", got " +
                                               std::to_string(x));
    require(lengths[at] > 0,
            "order must not name leaf " + std::to_string(x) + ": it has no message");
    require(!named[at], "order must name leaf " + std::to_string(x) + " only once");
    named[at] = true;
  }
  for (std::size_t x = 0; x < lengths.size(); ++x)
    require(lengths[x] == 0 || named[x], "order must name leaf " + std::to_string(x));
}

void check_phase_gap(Step phase_gap) {
  require(phase_gap >= 0, "phase_gap must be at least 0, got " + std::to_string(phase_gap));
}

}  // namespace flitwise::protocols
