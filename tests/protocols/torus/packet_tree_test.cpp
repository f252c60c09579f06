#include "systemc/protocols/torus/packet_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tests/protocols/one_pe.h"
#include "tests/protocols/torus/torus_cases.h"
#include "tests/protocols/torus/worm_network.h"

namespace flitwise::protocols::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

int depth_of(const Torus& torus) {
  int depth = 0;
  for (const int side : torus.sides()) depth += side / 2;
  return depth;
}

// (n - 1) g + (D - 1) c + os + r - 1 + p + P' + orv
Step cycles_by_formula(const Torus& torus, const PacketCut& cut, const BroadcastTiming& timing,
                       PacketPace pace) {
  const Step c = timing.send_overhead + timing.latency.router() - 1 + timing.latency.hop(0) +
                 cut.packet + timing.receive_overhead;
  const Step g = pace == PacketPace::kSlots ? c : timing.send_overhead + cut.packet;
  const std::int64_t n = (cut.text + cut.packet - 1) / cut.packet;
  const Flits last = cut.text - (n - 1) * cut.packet;
  return (n - 1) * g + (depth_of(torus) - 1) * c + c - cut.packet + last;
}

void expect_formula(const Torus& torus, Node source, const BroadcastTiming& timing, Flits packet) {
  for (const PacketPace pace : {PacketPace::kSlots, PacketPace::kOwn}) {
    SCOPED_TRACE(testing::Message() << text_of(torus.sides()) << " L " << timing.flits << " P "
                                    << packet << (pace == PacketPace::kOwn ? " own" : " slots"));
    const WormRecord run =
        run_worms(torus, torus.ascending_order(),
                  make_packet_tree(torus, source, {}, timing, pace, packet), timing.latency);
    EXPECT_EQ(run.faults(), "");
    EXPECT_EQ(run.stalls, 0);
    EXPECT_EQ(run.finish + timing.receive_overhead,
              cycles_by_formula(torus, {timing.flits, packet}, timing, pace));
  }
}

TEST(PacketTree, TakesTheCyclesOfItsFormula) {
  for (const std::vector<int>& sides :
       std::vector<std::vector<int>>{{2}, {9}, {4, 4}, {5, 3}, {1, 6}, {3, 4, 2}, {2, 2, 3, 3}})
    for (const Flits length : {1, 5, 12, 30})
      for (Flits packet = 1; packet <= length; packet += 4) {
        expect_formula(Torus(sides), 1, {length, 0, 0, {}}, packet);
        expect_formula(Torus(sides), 0, {length, 3, 1, {}}, packet);
        expect_formula(Torus(sides), 0, {length, 1, 5, {{1, 0, 0, 1}, {}, 1}}, packet);
      }
}

TEST(PacketTree, NumbersPacketsOfLongTextsModulo1024) {
  expect_formula(Torus({3}), 0, {2500, 0, 0, {}}, 1);
}

TEST(PacketTree, SlotsTakeDepthPlusPacketsLessOneSlots) {
  const Torus torus({8, 8});
  const WormRecord run = run_worms(
      torus, {0, 1}, make_packet_tree(torus, 0, {}, {64, 1, 1, {}}, PacketPace::kSlots, 8));
  EXPECT_EQ(run.finish + 1, (8 + 8 - 1) * (1 + 1 + 8 + 1));
}

TEST(PacketTree, IsATreeOfShortestPaths) {
  const Torus torus({5, 4, 3});
  const Node source = 33;
  const std::vector<TreePlace> places = packet_tree(torus, source, {});
  for (Node v = 0; v < torus.size(); ++v) {
    const Coordinates x = torus.coordinates(torus.translate_back(v, source));
    int distance = 0;
    for (std::size_t d = 0; d < 3; ++d) distance += std::min(x[d], torus.sides()[d] - x[d]);
    const TreePlace& place = places[static_cast<std::size_t>(v)];
    EXPECT_EQ(place.depth, distance);
    EXPECT_EQ(place.parent == kNoNode, v == source);
  }
}

PacketTreePe last_of_three(const BroadcastTiming& timing) {
  return PacketTreePe(packet_tree(Torus({3}), 0, {})[1], {timing.flits, 2}, timing, std::nullopt);
}

Arrival flit(Step step, Node sender, std::uint32_t packet, Flits index, Flits length) {
  Arrival arrival = data(step, sender, sender, index, length);
  arrival.packet = packet;
  return arrival;
}

TEST(PacketTree, TakesItsPacketsInOrder) {
  PacketTreePe pe = last_of_three({3, 0, 0, {}});
  EXPECT_EQ(pe.state(), PeState::kDormant);
  EXPECT_THAT(pe.waiting_for(), ElementsAre("2 more packets from PE 0"));
  feed(pe, {flit(2, 0, 0, 1, 2), flit(3, 0, 0, 2, 2)});
  EXPECT_EQ(pe.state(), PeState::kCollecting);
  feed(pe, {flit(4, 0, 1, 1, 1)});
  EXPECT_EQ(pe.state(), PeState::kDone);
  EXPECT_THAT(pe.waiting_for(), IsEmpty());
  EXPECT_THAT(pe.complaints(), IsEmpty());
}

TEST(PacketTree, ComplainsOfEverythingElse) {
  PacketTreePe pe = last_of_three({3, 0, 0, {}});
  feed(pe, {control(1, FlitKind::kTap, 0, 1), flit(2, 2, 0, 1, 2), flit(3, 0, 1, 1, 1),
            flit(4, 0, 0, 2, 2), flit(5, 0, 0, 1, 2), flit(6, 0, 0, 2, 2), flit(7, 0, 1, 1, 2),
            flit(8, 0, 1, 1, 1), flit(9, 0, 1, 1, 1)});
  EXPECT_THAT(pe.complaints(),
              ElementsAre(HasSubstr("step 1: tap from PE 0: a PE of a broadcast expects data only"),
                          HasSubstr("step 2: flit 1 of message 2 from PE 2: did not come from the "
                                    "parent"),
                          HasSubstr("step 3: flit 1 of message 0 from PE 0: packet 1, expected 0"),
                          HasSubstr("step 4: flit 2 of message 0 from PE 0: expected flit 1"),
                          HasSubstr("step 7: flit 1 of message 0 from PE 0: not marked as the last "
                                    "one of 1"),
                          HasSubstr("step 8: flit 1 of message 0 from PE 0: expected flit 2")));
}

TEST(PacketTree, ComplainsOfAPacketTooMany) {
  PacketTreePe pe = last_of_three({2, 0, 0, {}});
  feed(pe, {flit(2, 0, 0, 1, 2), flit(3, 0, 0, 2, 2), flit(4, 0, 1, 1, 2), flit(5, 0, 1, 2, 2)});
  EXPECT_THAT(pe.complaints(), ElementsAre(HasSubstr("step 4: flit 1 of message 0 from PE 0: "
                                                     "expected 1 packet in all")));
}

TEST(PacketTree, RefusesPacketsThatTheTextDoesNotFill) {
  const auto refusal = [](Flits packet) -> std::string {
    try {
      make_packet_tree(Torus({4}), 0, {}, {5, 0, 0, {}}, PacketPace::kOwn, packet);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(refusal(5), "none");
  EXPECT_EQ(refusal(6), "packets must have 1 to 5 flits, as the text has, got 6");
  EXPECT_EQ(refusal(0), "packets must have 1 to 5 flits, as the text has, got 0");
}

}  // namespace
}  // namespace flitwise::protocols::test
