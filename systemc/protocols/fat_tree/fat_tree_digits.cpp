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

}  // namespace flitwise::protocols
