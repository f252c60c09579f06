#include "systemc/protocols/collective/cell_contents.h"

#include <algorithm>
#include <stdexcept>

namespace flitwise::protocols {
namespace {

// The order of two's complement, whatever the sign.
bool is_less(std::uint32_t a, std::uint32_t b, int width) {
  const std::uint32_t sign = std::uint32_t{1} << (width - 1);
  return (a ^ sign) < (b ^ sign);
}

}  // namespace

void ChunkCells::combine(CellContent& content, const CellContent& other) const {
  content.insert(content.end(), other.begin(), other.end());
  std::sort(content.begin(), content.end());
}

CarriedWords WordCells::take(const RankOp& send) {
  CellsOf::take(send);
  auto words = std::make_shared<std::vector<std::uint32_t>>();
  for (const Word& word : payload(send.transfer)) words->push_back(word.value);
  return words;
}

void WordCells::come(std::size_t transfer, Flits place, std::uint32_t word) {
  payload(transfer)[static_cast<std::size_t>(place)].value = word;
}

void WordCells::combine(Word& word, const Word& other) const {
  if (other.operands == 0) return;
  if (word.operands == 0) {
    word = other;
    return;
  }
  word.value = combined(arithmetic_, word.value, other.value);
  const std::int64_t operands = std::int64_t{word.operands} + other.operands;
  word.operands = static_cast<std::int32_t>(std::min<std::int64_t>(operands, kMostOperands));
  word.set += other.set;
}

std::uint32_t combined(const WordArithmetic& arithmetic, std::uint32_t a, std::uint32_t b) {
  switch (arithmetic.op) {
    case WordOp::kSum:
      return (a + b) & ((std::uint32_t{1} << arithmetic.width) - 1);
    case WordOp::kMin:
      return is_less(b, a, arithmetic.width) ? b : a;
    case WordOp::kMax:
      return is_less(a, b, arithmetic.width) ? b : a;
    case WordOp::kAnd:
      return a & b;
    case WordOp::kOr:
      return a | b;
    case WordOp::kXor:
      return a ^ b;
  }
  throw std::logic_error("an operation on words that is none");
}

}  // namespace flitwise::protocols
