#include "tb/theory/collective/collective_contents.h"

#include <algorithm>

namespace flitwise::theory {
namespace {

// The number that the bits mean in two's complement.
std::int64_t signed_value(std::uint32_t bits, int width) {
  const std::int64_t beyond = std::int64_t{1} << width;
  return bits < beyond / 2 ? std::int64_t{bits} : std::int64_t{bits} - beyond;
}

std::int64_t folded(WordOp op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case WordOp::kSum:
      return a + b;
    case WordOp::kMin:
      return std::min(a, b);
    case WordOp::kMax:
      return std::max(a, b);
    case WordOp::kAnd:
      return a & b;
    case WordOp::kOr:
      return a | b;
    case WordOp::kXor:
      return a ^ b;
  }
  return 0;
}

std::uint32_t bits_of(std::int64_t value, int width) {
  return static_cast<std::uint32_t>(value & ((std::int64_t{1} << width) - 1));
}

}  // namespace

std::uint32_t combined_words(const WordArithmetic& arithmetic, std::uint32_t a, std::uint32_t b) {
  const int width = arithmetic.width;
  return bits_of(folded(arithmetic.op, signed_value(a, width), signed_value(b, width)), width);
}

Word due_word(const WordName& name, Node pes, const WordArithmetic& arithmetic) {
  const int width = arithmetic.width;
  if (name.of != kAllOperands) return {test_operand(name, width), 1, fingerprint(name)};
  Word word;
  std::int64_t value = 0;
  for (Node pe = 0; pe < pes; ++pe) {
    const WordName operand{pe, name.word};
    const std::int64_t own = signed_value(test_operand(operand, width), width);
    value = pe == 0 ? own : folded(arithmetic.op, value, own);
    ++word.operands;
    word.set += fingerprint(operand);
  }
  word.value = bits_of(value, width);
  return word;
}

}  // namespace flitwise::theory
