// Flits of trees through others' formats: what goes in is seen again, and what was changed is not.
#include "systemc/network/own/tree/tree_passage.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace flitwise::own::tree_passage_test {
namespace {

FlitLayout with_payload(std::uint32_t bits) {
  FlitLayout layout;
  layout.width = 80;
  layout.is_single = true;
  layout.x = {66, 13};
  layout.payload = {{0, bits}, {0, bits}};
  return layout;
}

// Flit `number` of a message, as PEs of trees send it.
RawFlit data(std::uint32_t number) {
  flitwise::FlitFields flit;
  flit.kind = FlitKind::kData;
  flit.destination = 9;
  flit.tag = 3;
  flit.payload = number;
  return pack(flit);
}

TEST(TreePassage, ShowsWhatWentInAndNotWhatWasChanged) {
  for (const std::uint32_t bits : {8U, 24U, 47U, 48U, 56U, 64U})
    for (const RawFlit flit : {data(1), data(77)}) {
      TreePassage passage(with_payload(bits));
      const FlitBits sent = passage.enter(flit);
      EXPECT_EQ(passage.on_link(sent), flit) << bits;
      for (std::uint32_t bit = 0; bit < bits; ++bit) {
        FlitBits changed = sent;
        changed[0] ^= std::uint64_t{1} << bit;
        EXPECT_NE(passage.on_link(changed), flit) << bits << " bit " << bit;
      }
      EXPECT_EQ(passage.leave(sent), flit) << bits;
      EXPECT_EQ(passage.numbered(), 0U);
    }
}

// A wire that is 0, or 1, in all of a message could be stuck there, and nobody would know.
TEST(TreePassage, UsesEveryWireOfThePayload) {
  for (const std::uint32_t bits : {48U, 53U, 64U}) {
    TreePassage passage(with_payload(bits));
    std::uint64_t ones = 0;
    std::uint64_t zeros = 0;
    for (std::uint32_t number = 1; number <= 40; ++number) {
      const std::uint64_t seen = passage.enter(data(number))[0];
      ones |= seen;
      zeros |= ~seen;
    }
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - bits);
    EXPECT_EQ(ones & all, all) << bits;
    EXPECT_EQ(zeros & all, all) << bits;
  }
}

TEST(TreePassage, NumbersAsManyFlitsAsThePayloadCanAndThenRefuses) {
  TreePassage passage(with_payload(8));
  std::vector<FlitBits> sent;
  for (std::uint32_t number = 0; number < 256; ++number)
    sent.push_back(passage.enter(data(number)));
  EXPECT_EQ(passage.numbered(), 256U);
  EXPECT_THROW(passage.enter(data(256)), std::runtime_error);
  EXPECT_EQ(passage.leave(sent[9]), data(9));
  EXPECT_NO_THROW(passage.enter(data(256)));
}

TEST(TreePassage, RefusesAFlitThatNoPeOfATreeSends) {
  flitwise::FlitFields idle;
  idle.kind = FlitKind::kIdle;
  TreePassage passage(with_payload(64));
  EXPECT_THROW(passage.enter(pack(idle)), std::logic_error);
}

}  // namespace
}  // namespace flitwise::own::tree_passage_test
