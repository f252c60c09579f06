#include "tb/theory/fat_tree/fat_tree_prediction.h"

#include <algorithm>
#include <stdexcept>

namespace flitwise::theory {

const std::string& FatTreePrediction::source_of(const std::string& quantity) const {
  const auto found = std::find_if(sources.begin(), sources.end(),
                                  [&](const Source& s) { return s.quantity == quantity; });
  if (found == sources.end())
    throw std::out_of_range("this prediction says nothing of \"" + quantity + "\"");
  return found->text;
}

int copy_digit_bits(int arity) {
  int bits = 1;
  while (1 << bits < arity) ++bits;
  return bits;
}

std::uint32_t copy_digit(int arity, int level, int r) {
  return static_cast<std::uint32_t>(r) << (copy_digit_bits(arity) * (level - 1));
}

int copy_digit_at(int arity, std::uint32_t copies, int level) {
  const int bits = copy_digit_bits(arity);
  return static_cast<int>(copies >> (bits * (level - 1)) & ((1U << bits) - 1));
}

}  // namespace flitwise::theory
