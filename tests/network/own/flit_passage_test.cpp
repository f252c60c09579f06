// Flits through others' formats: what goes in is seen again, and what was changed is not.
#include "systemc/network/own/flit_passage.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "systemc/protocols/torus/torus_route.h"
#include "tests/network/own/plain_router.h"
#include "tests/network/torus/torus_runs.h"

namespace flitwise::own::flit_passage_test {
namespace {

using flitwise::test::torus_message;
using test::plain_router;

const XyMesh kMesh({4, 4});

FlitLayout with_payload(std::uint32_t bits) {
  FlitLayout layout = plain_router().flit;
  layout.width = 80;
  layout.x = {70, 3};
  layout.y = {73, 3};
  layout.head = {78, 1};
  layout.tail = {79, 1};
  layout.payload = {{0, bits}, {0, bits}};
  return layout;
}

std::vector<RawFlit> message(Node from, Node to, Flits length, std::uint32_t number = 5) {
  return torus_message({from, number}, kMesh.hops(from, to), length, {0, 1});
}

// Through three places of the way from PE 1 to PE 14: hops (1, 3).
void expect_seen_again(const FlitLayout& layout) {
  FlitPassage passage(TorusWiring(kMesh), layout);
  for (const RawFlit flit : message(1, 14, 6)) {
    const FlitBits bits = passage.enter(1, flit);
    const auto first = passage.on_link(bits, 2, 3);
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(lane_of(*first), 3U);
    EXPECT_EQ(packet_of(*first), 5U);
    const flitwise::FlitFields sent = unpack(flit);
    const flitwise::FlitFields seen = unpack(*first);
    EXPECT_EQ(seen.tag, 1U);
    EXPECT_EQ(seen.head, sent.head);
    EXPECT_EQ(seen.tail, sent.tail);
    EXPECT_EQ(seen.payload, sent.head ? protocols::route_of({0, 3}, {0, 1}) : sent.payload);
    const auto last = passage.leave(bits, 14);
    ASSERT_TRUE(last.has_value());
    EXPECT_EQ(lane_of(*last), 3U);
    EXPECT_EQ(unpack(*last).payload, sent.head ? 0 : sent.payload);
  }
  EXPECT_EQ(passage.numbered(), 0U);
}

TEST(FlitPassage, ShowsWhatWasSentWithTheHopsThatAreLeft) {
  for (const std::uint32_t bits : {8U, 12U, 16U, 24U, 48U, 52U, 53U, 56U, 64U})
    expect_seen_again(with_payload(bits));
}

TEST(FlitPassage, ShowsItOfSingleFlitsToo) {
  for (const std::uint32_t bits : {24U, 49U, 50U, 64U}) {
    FlitLayout layout = with_payload(bits);
    layout.is_single = true;
    layout.head = {};
    layout.tail = {};
    expect_seen_again(layout);
  }
}

TEST(FlitPassage, WritesDestinationsAsCoordinatesOrAsHops) {
  FlitLayout layout = with_payload(56);
  const RawFlit head = message(1, 14, 1)[0];
  FlitFields fields = to_fields(layout, FlitPassage(TorusWiring(kMesh), layout).enter(1, head));
  EXPECT_EQ(fields.x, 2);
  EXPECT_EQ(fields.y, 3);
  layout.is_relative = true;
  layout.y = {73, 4};
  fields =
      to_fields(layout, FlitPassage(TorusWiring(kMesh), layout).enter(14, message(14, 1, 1)[0]));
  EXPECT_EQ(fields.x, -1);
  EXPECT_EQ(fields.y, -3);
}

// Beside a number eight bits of a hash leave one change in 256 unseen: here none of these.
TEST(FlitPassage, SeesEveryBitOfAPayloadThatWasChanged) {
  for (const std::uint32_t bits : {24U, 49U, 50U, 53U, 56U, 64U}) {
    const FlitLayout layout = with_payload(bits);
    for (std::uint32_t bit = 0; bit < bits; ++bit)
      for (const std::size_t k : {0U, 2U}) {
        FlitPassage passage(TorusWiring(kMesh), layout);
        FlitBits seen{};
        for (std::size_t i = 0; i <= k; ++i) seen = passage.enter(1, message(1, 14, 6)[i]);
        seen[0] ^= std::uint64_t{1} << bit;
        EXPECT_FALSE(passage.on_link(seen, 2, 0).has_value()) << bits << " bit " << bit;
      }
  }
}

// A wire that is 0, or 1, in all of a message could be stuck there, and nobody would know.
TEST(FlitPassage, UsesEveryWireOfThePayload) {
  for (const std::uint32_t bits : {53U, 58U, 64U}) {
    FlitPassage passage(TorusWiring(kMesh), with_payload(bits));
    std::uint64_t ones = 0;
    std::uint64_t zeros = 0;
    for (const RawFlit flit : message(1, 14, 40)) {
      const std::uint64_t seen = passage.enter(1, flit)[0];
      ones |= seen;
      zeros |= ~seen;
    }
    const std::uint64_t all = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    EXPECT_EQ(ones & all, all) << bits;
    EXPECT_EQ(zeros & all, all) << bits;
  }
}

TEST(FlitPassage, SeesAFlitThatComesTwiceWhereItIsANumber) {
  FlitPassage passage(TorusWiring(kMesh), with_payload(24));
  const FlitBits bits = passage.enter(1, message(1, 14, 1)[0]);
  EXPECT_TRUE(passage.leave(bits, 14).has_value());
  EXPECT_FALSE(passage.leave(bits, 14).has_value());
}

TEST(FlitPassage, NumbersAsManyFlitsAsThePayloadCanAndThenRefuses) {
  FlitPassage passage(TorusWiring(kMesh), with_payload(8));
  for (const RawFlit flit : message(1, 14, 256)) passage.enter(1, flit);
  EXPECT_EQ(passage.numbered(), 256U);
  EXPECT_THROW(passage.enter(2, message(2, 14, 1)[0]), std::runtime_error);
}

TEST(FlitPassage, PutsLengthsIntoHeadsInTheOrderInWhichTheyWereSaid) {
  FlitLayout layout = with_payload(56);
  layout.length = LengthField{{60, 8}, LengthCount::kBody};
  const auto lengths = std::make_shared<MessageLengths>();
  FlitPassage passage(TorusWiring(kMesh), layout, lengths);
  lengths->say(1, 5, 1);
  lengths->say(1, 5, 4);
  lengths->say(2, 5, 9);
  const auto length = [&](Node from, Flits flits) {
    const FlitBits head = passage.enter(from, message(from, 14, flits)[0]);
    return to_fields(layout, head).length;
  };
  EXPECT_EQ(length(1, 1), 1U);
  EXPECT_EQ(length(2, 9), 9U);
  EXPECT_EQ(length(1, 4), 4U);
}

TEST(FlitPassage, RefusesWhatNoPeSends) {
  FlitPassage passage(TorusWiring(kMesh), with_payload(56));
  EXPECT_THROW(passage.enter(1, message(1, 14, 2)[1]), std::logic_error) << "a body without head";
}

}  // namespace
}  // namespace flitwise::own::flit_passage_test
