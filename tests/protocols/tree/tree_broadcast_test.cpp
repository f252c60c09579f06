#include "systemc/protocols/tree/tree_broadcast.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "systemc/topology/tree/tree_shapes.h"
#include "tests/protocols/one_pe.h"
#include "tests/protocols/tree/cases.h"
#include "tests/protocols/tree/ideal_network.h"
#include "tests/support/broadcast_time.h"

namespace flitwise::protocols::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Record broadcast(const Tree& tree, Flits length, const BroadcastVariant& variant) {
  return run_on(tree, make_tree_broadcast(tree, length, variant), variant.ports);
}

constexpr ChildOrder kLargest = ChildOrder::kLargestFirst;

TEST(TreeBroadcastOrder, ServesTheLongestSubtreeFirst) {
  const Tree tree({-1, 0, 0, 0, 3, 4, 2});  // 3 has a path of two below it, 2 one PE
  EXPECT_THAT(broadcast_orders(tree, kLargest, 1)[0], ElementsAre(3, 2, 1));
  EXPECT_THAT(broadcast_orders(tree, ChildOrder::kIndex, 1)[0], ElementsAre(1, 2, 3));
}

TEST(TreeBroadcastOrder, CountsTurnsByThePacket) {
  // Below 1 a path of three, below 2 two leaves: 3 steps against 1 + packet.
  const Tree tree({-1, 0, 0, 1, 3, 4, 2, 2});
  EXPECT_THAT(broadcast_orders(tree, kLargest, 2)[0], ElementsAre(1, 2));
  EXPECT_THAT(broadcast_orders(tree, kLargest, 3)[0], ElementsAre(2, 1));
}

TEST(TreeBroadcast, OfOneFlitTakesTheBroadcastTimeOfTheTree) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const Tree tree(random_case(seed).parents);
    const Record run = broadcast(tree, 1, {kLargest, 1, Ports::kSingle});
    ASSERT_EQ(run.faults(), "") << "seed " << seed;
    ASSERT_EQ(run.finish, flitwise::test::broadcast_time(tree)) << "seed " << seed;
  }
}

TEST(TreeBroadcast, GivesEveryPeEveryFlitOnceWhateverThePackets) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Tree tree(random_case(seed).parents);
    const auto length = static_cast<Flits>(1 + seed % 6);
    for (const Ports ports : {Ports::kSingle, Ports::kMulti})
      for (Flits packet = 1; packet <= length; ++packet) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", packet " << packet);
        const Record run = broadcast(tree, length, {ChildOrder::kIndex, packet, ports});
        ASSERT_EQ(run.faults(), "");
        std::map<Node, Flits> got;
        for (const LinkEvent& event : run.events) {
          ASSERT_EQ(event.from, tree.parent(event.to));
          ASSERT_EQ(event.index, ++got[event.to]);
        }
        for (Node v = 1; v < tree.size(); ++v) ASSERT_EQ(got[v], length);
        if (ports == Ports::kMulti) {
          ASSERT_EQ(run.finish, tree.height() + length - 1);
        }
      }
  }
}

TEST(TreeBroadcast, OfAStarGivesTurnsByThePacket) {
  const Tree star(star_parents(2));
  const auto steps_to = [&](Flits packet) {
    std::vector<Step> steps;
    for (const LinkEvent& event :
         broadcast(star, 3, {ChildOrder::kIndex, packet, Ports::kSingle}).data_on(0, 1))
      steps.push_back(event.step);
    return steps;
  };
  EXPECT_THAT(steps_to(3), ElementsAre(1, 2, 3));
  EXPECT_THAT(steps_to(2), ElementsAre(1, 2, 5));
  EXPECT_THAT(steps_to(1), ElementsAre(1, 3, 5));
}

TEST(TreeBroadcast, RefusesPacketsThatCannotBe) {
  const Tree star(star_parents(2));
  EXPECT_THROW(make_tree_broadcast(star, 3, {kLargest, 0, Ports::kSingle}), std::invalid_argument);
  EXPECT_THROW(make_tree_broadcast(star, 3, {kLargest, 4, Ports::kSingle}), std::invalid_argument);
}

// PE 3, child of 1 and parent of 5, of a broadcast of four flits in packets of two.
BroadcastPe pe() { return {{3, 1, {5}}, 4, {kLargest, 2, Ports::kSingle}}; }

Arrival flit(Step step, Flits index, bool is_last, Node from = 1, Node message = 3) {
  return {step, FlitKind::kData, from, message, index, is_last, 0, 0, 0};
}

std::vector<std::string> complaints_after(const std::vector<Arrival>& arrivals) {
  BroadcastPe relay = pe();
  feed(relay, arrivals);
  return relay.complaints();
}

TEST(TreeBroadcastPe, HandsEachFlitOnInTheNextStep) {
  BroadcastPe relay = pe();
  const auto sent = feed(relay, {flit(4, 1, false), flit(5, 2, true), flit(9, 3, false)});
  ASSERT_EQ(sent.size(), 3U);
  for (const Transmission& copy : sent) EXPECT_EQ(copy.after, 1);
  EXPECT_TRUE(sent[0].has_head && !sent[0].has_tail);
  EXPECT_TRUE(!sent[1].has_head && sent[1].has_tail);
  EXPECT_EQ(sent[2].first, 3);
  EXPECT_EQ(sent[2].message, 5);
  EXPECT_THAT(relay.complaints(), IsEmpty());
  EXPECT_THAT(relay.waiting_for(), ElementsAre("1 more flit of the message of the root"));
}

TEST(TreeBroadcastPe, ComplainsOfWhatDoesNotFit) {
  const std::string start = "PE 3, step 4: flit 1 of message 3 from PE 1: ";
  EXPECT_THAT(complaints_after({flit(4, 1, true)}),
              ElementsAre(start + "marked as the last one of its packet"));
  EXPECT_THAT(complaints_after({flit(4, 1, false, 2)}),
              ElementsAre("PE 3, step 4: flit 1 of message 3 from PE 2: did not come from the "
                          "parent"));
  EXPECT_THAT(complaints_after({flit(4, 1, false, 1, 5)}),
              ElementsAre("PE 3, step 4: flit 1 of message 5 from PE 1: meant for another PE"));
  EXPECT_THAT(complaints_after({flit(4, 2, true)}),
              ElementsAre("PE 3, step 4: flit 2 of message 3 from PE 1: expected flit 1"));
  EXPECT_THAT(complaints_after({flit(4, 1, false), flit(5, 2, false)}),
              ElementsAre("PE 3, step 5: flit 2 of message 3 from PE 1: not marked as the last one "
                          "of its packet"));
  EXPECT_THAT(complaints_after({flit(4, 1, false), flit(6, 2, true)}),
              ElementsAre("PE 3, step 6: flit 2 of message 3 from PE 1: came 2 steps after the one "
                          "before"));
  EXPECT_THAT(complaints_after({flit(1, 1, false), flit(2, 2, true), flit(3, 3, false),
                                flit(4, 4, true), flit(5, 5, false)}),
              ElementsAre("PE 3, step 5: flit 5 of message 3 from PE 1: the message was complete"));
  EXPECT_THAT(complaints_after({control(4, FlitKind::kToken, 1, 3)}),
              ElementsAre("PE 3, step 4: token from PE 1: a PE of a broadcast expects data only"));
}

TEST(TreeBroadcastPe, DoesNotHandOnWhatItComplainsOf) {
  BroadcastPe relay = pe();
  EXPECT_THAT(feed(relay, {flit(4, 2, true)}), testing::SizeIs(0));
}

TEST(TreeBroadcastPe, TellsItsState) {
  BroadcastPe relay = pe();
  EXPECT_EQ(relay.state(), PeState::kDormant);
  feed(relay, {flit(1, 1, false)});
  EXPECT_EQ(relay.state(), PeState::kCollecting);
  feed(relay, {flit(2, 2, true), flit(3, 3, false), flit(4, 4, true)});
  EXPECT_EQ(relay.state(), PeState::kDispatching);
  EXPECT_EQ(relay.state_at(5), PeState::kDone);
  EXPECT_THAT(relay.waiting_for(), IsEmpty());
}

TEST(TreeBroadcastRoot, ExpectsNothing) {
  BroadcastRoot root({0, kNoNode, {1}}, 2, {kLargest, 2, Ports::kSingle});
  EXPECT_EQ(feed(root, {data(4, 1, 0, 1, 1)}).size(), 2U);
  EXPECT_THAT(root.complaints(), ElementsAre("PE 0, step 4: flit 1 of message 0 from PE 1: the "
                                             "root of a broadcast expects nothing"));
  EXPECT_EQ(root.state_at(1), PeState::kDispatching);
  EXPECT_EQ(root.state_at(2), PeState::kDone);
}

}  // namespace
}  // namespace flitwise::protocols::test
