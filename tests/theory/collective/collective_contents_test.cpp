// What words are due, beside an arithmetic of the test's own.
#include "tb/theory/collective/collective_contents.h"

#include <gtest/gtest.h>

namespace flitwise::theory::collective_contents_test {
namespace {

TEST(Operands, AreTheNumbersThatTheirDefinitionGives) {
  EXPECT_EQ(test_operand({0, 0}, 31), 0x2e3996b9U);
  EXPECT_EQ(test_operand({1, 0}, 31), 0x48a2db7dU);
  EXPECT_EQ(test_operand({0, 1}, 31), 0x303ab6e4U);
  EXPECT_EQ(test_operand({5, 7}, 31), 0x0ccce9caU);
  EXPECT_EQ(test_operand({5, 7}, 4), 0xaU);
}

TEST(DueWord, OfOnePeIsItsOperand) {
  EXPECT_EQ(due_word({5, 7}, 9, {WordOp::kMin, 31}), (Word{0x0ccce9ca, 1, fingerprint({5, 7})}));
}

TEST(DueWord, FoldsTheOperandsOfAll) {
  for (const int width : {1, 2, 7, 30, 31}) {
    for (const Node pes : {1, 2, 9, 64}) {
      std::uint32_t sum = 0, all = ~0U, any = 0, odd = 0;
      std::uint64_t set = 0;
      for (Node pe = 0; pe < pes; ++pe) {
        const std::uint32_t x = test_operand({pe, 3}, width);
        sum += x, all &= x, any |= x, odd ^= x, set += fingerprint({pe, 3});
      }
      const std::uint32_t mask = (1U << width) - 1;
      const auto value = [&](WordOp op) {
        return due_word({kAllOperands, 3}, pes, {op, width}).value;
      };
      EXPECT_EQ(value(WordOp::kSum), sum & mask);
      EXPECT_EQ(value(WordOp::kAnd), all & mask);
      EXPECT_EQ(value(WordOp::kOr), any);
      EXPECT_EQ(value(WordOp::kXor), odd);
      const Word word = due_word({kAllOperands, 3}, pes, {WordOp::kSum, width});
      EXPECT_EQ(word.operands, pes);
      EXPECT_EQ(word.set, set);
    }
  }
}

// Bit 30 is the sign.
TEST(DueWord, OfLeastAndGreatestMindsTheSign) {
  std::uint32_t least = 0, most = 1U << 30;
  for (Node pe = 0; pe < 9; ++pe) {
    const std::uint32_t x = test_operand({pe, 0}, 31);
    if (static_cast<std::int32_t>(x << 1) < static_cast<std::int32_t>(least << 1)) least = x;
    if (static_cast<std::int32_t>(x << 1) > static_cast<std::int32_t>(most << 1)) most = x;
  }
  EXPECT_EQ(due_word({kAllOperands, 0}, 9, {WordOp::kMin, 31}).value, least);
  EXPECT_EQ(due_word({kAllOperands, 0}, 9, {WordOp::kMax, 31}).value, most);
}

}  // namespace
}  // namespace flitwise::theory::collective_contents_test
