// Flits of others as bits: every field in its place, whatever its place is.
#include "systemc/network/own/flit_layout.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

namespace flitwise::own::flit_layout_test {
namespace {

FlitLayout typed() {
  FlitLayout layout;
  layout.width = 72;
  layout.type = FlitType{{70, 2}, 1, 0, 2, 3};
  layout.x = {67, 3};
  layout.y = {64, 3};
  layout.payload = {{0, 64}, {0, 64}};
  return layout;
}

FlitLayout marked() {
  FlitLayout layout;
  layout.width = 200;
  layout.head = {199, 1};
  layout.tail = {0, 1};
  layout.x = {62, 5};
  layout.y = {126, 4};
  layout.is_relative = true;
  layout.payload = {{130, 60}, {1, 190}};
  layout.length = LengthField{{190, 6}, LengthCount::kBody};
  layout.extra = {{{120, 3}, 5}};
  return layout;
}

TEST(FlitLayout, PutsFieldsWhereTheyLie) {
  const FlitBits head = to_bits(typed(), {true, false, 5, 2, 0x0123456789abcdef, 0});
  EXPECT_EQ(head[0], 0x0123456789abcdefU);
  EXPECT_EQ(head[1], 1U << 6 | 5U << 3 | 2U);

  const FlitBits tail = to_bits(typed(), {false, true, 5, 2, 7, 0});
  EXPECT_EQ(tail[0], 7U);
  EXPECT_EQ(tail[1], 2U << 6) << "a tail has no destination";
}

TEST(FlitLayout, ReadsWhatItHasWritten) {
  std::mt19937 draw(7);
  for (const FlitLayout& layout : {typed(), marked()})
    for (int round = 0; round < 500; ++round) {
      FlitFields fields;
      fields.head = draw() % 2 == 0;
      fields.tail = draw() % 2 == 0;
      const Bits payload = payload_of(layout, fields.head);
      fields.payload =
          (std::uint64_t{draw()} << 32 | draw()) &
          (payload.width < 64 ? (std::uint64_t{1} << payload.width) - 1 : ~std::uint64_t{0});
      if (fields.head) {
        fields.x = static_cast<int>(draw() % 8) - (layout.is_relative ? 4 : 0);
        fields.y = static_cast<int>(draw() % 8) - (layout.is_relative ? 4 : 0);
        fields.length = layout.length ? 1 + draw() % 64 : 0;
      }
      const FlitBits bits = to_bits(layout, fields);
      const FlitFields read = to_fields(layout, bits);
      EXPECT_EQ(read.head, fields.head);
      EXPECT_EQ(read.tail, fields.tail);
      EXPECT_EQ(read.x, fields.x);
      EXPECT_EQ(read.y, fields.y);
      EXPECT_EQ(read.payload, fields.payload);
      EXPECT_EQ(read.length, fields.length);
      EXPECT_TRUE(is_filled_right(layout, bits));
    }
}

TEST(FlitLayout, SeesEveryBitThatWasFilledUpAndChanged) {
  const FlitLayout layout = marked();
  for (std::uint32_t bit = 65; bit < 191; ++bit) {
    FlitBits body = to_bits(layout, {false, false, 0, 0, 0x55, 0});
    body[bit / 64] ^= std::uint64_t{1} << (bit % 64);
    EXPECT_FALSE(is_filled_right(layout, body)) << bit;
  }
}

TEST(FlitLayout, MarksEveryFlitOfSingleOnesAsAWholePacket) {
  FlitLayout layout;
  layout.width = 64;
  layout.is_single = true;
  layout.x = {56, 4};
  layout.y = {60, 4};
  layout.payload = {{0, 56}, {0, 56}};
  const FlitFields read = to_fields(layout, to_bits(layout, {false, false, 9, 3, 42, 0}));
  EXPECT_TRUE(read.head);
  EXPECT_TRUE(read.tail);
  EXPECT_EQ(read.x, 9);
  EXPECT_EQ(read.y, 3);
  EXPECT_EQ(read.payload, 42U);
}

TEST(FlitLayout, RefusesWhatDoesNotFit) {
  EXPECT_THROW(to_bits(typed(), {true, false, 8, 0, 0, 0}), std::range_error);
  EXPECT_THROW(to_bits(typed(), {true, false, 0, -1, 0, 0}), std::range_error);
  EXPECT_THROW(to_bits(marked(), {true, false, 16, 0, 0, 0}), std::range_error);
  EXPECT_THROW(to_bits(marked(), {true, false, -17, 0, 0, 0}), std::range_error);
  EXPECT_THROW(to_bits(marked(), {true, false, 0, 0, std::uint64_t{1} << 60, 0}), std::range_error);
  EXPECT_THROW(to_bits(marked(), {true, false, 0, 0, 0, 66}), std::range_error);
}

}  // namespace
}  // namespace flitwise::own::flit_layout_test
