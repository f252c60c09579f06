// The worked example of systemc/protocols/README.md, run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "systemc/topology/tree/tree_shapes.h"
#include "tests/protocols/one_pe.h"
#include "tests/protocols/own_protocol_example.h"
#include "tests/protocols/tree/cases.h"
#include "tests/protocols/tree/ideal_network.h"

namespace flitwise::protocols::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(NaiveGather, MakesPe0ReceiveTwiceInAStar) {
  const Tree star(star_parents(2));
  const Record run = run_on(star, example::make_naive_gather(star, {0, 1, 1}));

  EXPECT_THAT(run.port_faults, ElementsAre("step 1, link 2-0: second receive"));
}

TEST(NaiveGather, CollidesOnTheLinkWhereTwoMessagesMeetOnAPath) {
  const Tree path(path_parents(3));
  const Record run = run_on(path, example::make_naive_gather(path, {0, 2, 1}));

  EXPECT_THAT(run.collisions, ElementsAre("step 2, link 1-0"));
}

TEST(TurnGather, DeliversEverythingBackToBackAndNothingMeets) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const Case c = random_case(seed);
    const Tree tree(c.parents);
    const Record run = run_on(tree, example::make_turn_gather(tree, c.lengths));

    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << c);
    ASSERT_EQ(run.faults(), "");
    ASSERT_EQ(run.finish, c.total() == 0 ? 0 : tree.height() + c.total() - 1);
  }
}

TEST(TurnGather, WorksOnTheTreesThatBreakTheNaiveOne) {
  int broken = 0;
  for_every_case(4, 2, [&](const Case& c) {
    const Tree tree(c.parents);
    broken += run_on(tree, example::make_naive_gather(tree, c.lengths)).faults().empty() ? 0 : 1;
    ASSERT_EQ(run_on(tree, example::make_turn_gather(tree, c.lengths)).faults(), "") << c;
  });
  EXPECT_GT(broken, 200);
}

TEST(OwnProtocolExample, CollectorComplainsOfALostFlitAndWaitsForIt) {
  example::Collector root(3);
  feed(root, {data(1, 1, 1, 1, 3), data(3, 1, 1, 3, 3)});

  EXPECT_THAT(root.complaints(), ElementsAre("PE 0, step 3: flit 3 of message 1 from PE 1: "
                                             "expected flit 2 of message 1"));
  EXPECT_THAT(root.waiting_for(), ElementsAre("1 more flit"));
  EXPECT_EQ(root.state(), PeState::kCollecting);
}

TEST(OwnProtocolExample, SenderComplainsOfWhateverReachesIt) {
  example::Sender pe(2, 1, 4);
  feed(pe, {control(2, FlitKind::kTap, 1, 2, 1)});

  EXPECT_THAT(pe.complaints(), ElementsAre("PE 2, step 2: tap from PE 1: nobody has anything to "
                                           "say to a PE that sends"));
}

TEST(OwnProtocolExample, SenderIsScheduledUntilItsLastFlitHasLeft) {
  const example::Sender pe(2, 2, 4);

  EXPECT_EQ(pe.state_at(4), PeState::kScheduled);
  EXPECT_EQ(pe.state_at(5), PeState::kRelaying);
  EXPECT_THAT(pe.waiting_for(), IsEmpty());
}

}  // namespace
}  // namespace flitwise::protocols::test
