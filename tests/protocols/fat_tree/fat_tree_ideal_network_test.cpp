// The test network itself: where flits go, when they arrive, what waits, and that broken schedules
// show.
#include "tests/protocols/fat_tree/fat_tree_ideal_network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "systemc/protocols/fat_tree/schedule.h"
#include "tests/protocols/fat_tree/fat_tree_cases.h"

namespace flitwise::protocols::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

FatTreeRecord run_all_to_all(const FatTree& tree, const Schedule& schedule) {
  return run_on(tree, make_fat_tree_all_to_all(tree, schedule));
}

// Leaves that a copy with these digits from `source` reaches.
std::vector<Node> reached(const FatTree& tree, Node source, std::uint32_t copies) {
  Schedule schedule(static_cast<std::size_t>(tree.leaves()));
  add_copies(schedule, source, copies, 1);
  const FatTreeRecord run = run_all_to_all(tree, schedule);
  std::vector<Node> leaves;
  for (Node x = 0; x < tree.leaves(); ++x)
    if (!run.arrivals[static_cast<std::size_t>(x)].empty()) leaves.push_back(x);
  return leaves;
}

TEST(FatTreeIdealNetwork, ALoneFlitTakesTwoHStepsFromItsDispatch) {
  for (const FatTree& tree : {constant_tree(8), exponential_tree(27, 3)}) {
    for (Node from = 0; from < tree.leaves(); ++from) {
      for (Node to = 0; to < tree.leaves(); ++to) {
        if (from == to) continue;
        Schedule schedule(static_cast<std::size_t>(tree.leaves()));
        add_data(schedule, from, to, 5);
        const FatTreeRecord run = run_all_to_all(tree, schedule);
        ASSERT_THAT(run.arrivals[static_cast<std::size_t>(to)],
                    ElementsAre(5 + 2 * tree.meeting_level(from, to) - 1));
        ASSERT_THAT(run.complaints, IsEmpty());
      }
    }
  }
}

TEST(FatTreeIdealNetwork, CopiesGoToTheSiblingsThatTheirDigitsName) {
  const FatTree eight = constant_tree(8);
  EXPECT_THAT(reached(eight, 2, 0x1), ElementsAre(3));
  EXPECT_THAT(reached(eight, 2, 0x2), ElementsAre(0, 1));
  EXPECT_THAT(reached(eight, 2, 0x4), ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(reached(eight, 2, 0x5), ElementsAre(3, 4, 5, 6, 7));
  const FatTree nine = constant_tree(9, 3);
  EXPECT_THAT(reached(nine, 5, with_digit(0, 3, 1, 1)), ElementsAre(3));
  EXPECT_THAT(reached(nine, 5, with_digit(0, 3, 1, 2)), ElementsAre(4));
  EXPECT_THAT(reached(nine, 5, with_digit(0, 3, 2, 2)), ElementsAre(0, 1, 2));
}

TEST(FatTreeIdealNetwork, TwoFlitsForOneLinkTakeTurns) {
  const FatTree tree = constant_tree(4);
  Schedule schedule(4);
  add_data(schedule, 0, 2, 1);
  add_data(schedule, 1, 2, 1);
  const FatTreeRecord run = run_all_to_all(tree, schedule);
  EXPECT_THAT(run.arrivals[2], ElementsAre(4, 5));
  EXPECT_EQ(run.up[1].wait, 1);
  EXPECT_EQ(run.up[1].stored, 2);
  EXPECT_EQ(run.down[2].wait, 0);
}

TEST(FatTreeIdealNetwork, ABranchOfTwoLinksLetsTwoFlitsPass) {
  const FatTree tree = exponential_tree(4);
  Schedule schedule(4);
  add_data(schedule, 0, 2, 1);
  add_data(schedule, 1, 3, 1);
  const FatTreeRecord run = run_all_to_all(tree, schedule);
  EXPECT_THAT(run.arrivals[2], ElementsAre(4));
  EXPECT_THAT(run.arrivals[3], ElementsAre(4));
  EXPECT_EQ(run.max_wait(), 0);
  EXPECT_EQ(run.up[1].stored, 2);
}

TEST(FatTreeIdealNetwork, StoringSwitchesWaitForTheTail) {
  const FatTree tree = constant_tree(8);
  FatTreeOptions options;
  options.forwarding = Forwarding::kStore;
  const std::vector<Flits> lengths = {0, 0, 0, 0, 3, 0, 0, 0};
  const Schedule schedule = fat_tree_scatter(tree, 0, lengths);
  const FatTreeRecord run =
      run_on(tree, make_fat_tree_scatter(tree, 0, lengths, schedule), options);
  // Three steps on each of six links.
  EXPECT_THAT(run.arrivals[4], ElementsAre(16, 17, 18));
}

TEST(FatTreeIdealNetwork, RefusesTransmissionsThatCannotBe) {
  class Sender final : public PeProtocol {
   public:
    explicit Sender(std::vector<Transmission> sends) : sends_(std::move(sends)) {}
    void start(Outbox& outbox) override {
      for (const Transmission& transmission : sends_) outbox.send(transmission);
    }
    void receive(const Arrival&, Outbox&) override {}
    PeState state() const override { return PeState::kDone; }
    std::vector<std::string> waiting_for() const override { return {}; }

   private:
    std::vector<Transmission> sends_;
  };
  Transmission to_itself;
  to_itself.destination = 0;
  Transmission now;
  now.destination = 1;
  now.after = 0;
  Transmission flood_to_one;
  flood_to_one.kind = FlitKind::kFlood;
  flood_to_one.destination = 1;
  Protocols protocols;
  protocols.push_back(
      std::make_unique<Sender>(std::vector<Transmission>{to_itself, now, flood_to_one}));
  protocols.push_back(std::make_unique<Sender>(std::vector<Transmission>{}));
  EXPECT_EQ(run_on(constant_tree(2), std::move(protocols)).faults(),
            "refused: leaf 0 after 1 length 1 to 0\n"
            "refused: leaf 0 after 0 length 1 to 1\n"
            "refused: leaf 0 after 1 length 1 to 1\n");
}

TEST(BrokenSchedules, AForgottenFlitIsWaitedFor) {
  const FatTree tree = constant_tree(8);
  Schedule schedule = fat_tree_exchange_phased(tree);
  const Node lost = schedule[3].front().destination;
  schedule[3].erase(schedule[3].begin());
  const FatTreeRecord run = run_all_to_all(tree, schedule);
  EXPECT_EQ(run.faults(), "waiting: 1 more flit of the message of PE 3\n") << lost;
}

TEST(BrokenSchedules, AMisdirectedFlitIsOneTooManyAndOneTooFew) {
  const FatTree tree = exponential_tree(8);
  Schedule schedule = fat_tree_exchange_optimal_ebft(tree);
  schedule[0][0].destination = 5;  // was 4
  const FatTreeRecord run = run_all_to_all(tree, schedule);
  // Leaf 5 has a flit in every step from 5 on: with one more, those behind it come a step later.
  EXPECT_THAT(run.complaints, ElementsAre("PE 5, step 9: flit 1 of message 0 from PE 0: this flit "
                                          "has come before"));
  EXPECT_THAT(run.waiting, ElementsAre("1 more flit of the message of PE 0"));
}

TEST(BrokenSchedules, AnyFlitOfTheQueueFreeMultinodeMovedByAStepShows) {
  const FatTree tree = constant_tree(8);
  const Schedule right = fat_tree_multinode_queue_free(tree);
  for (std::size_t s = 0; s < right.size(); ++s) {
    for (std::size_t k = 0; k < right[s].size(); ++k) {
      Schedule late = right;
      late[s][k].step += 1;
      for (std::size_t next = k + 1; next < late[s].size(); ++next)
        if (late[s][next].step <= late[s][next - 1].step)
          late[s][next].step = late[s][next - 1].step + 1;
      const FatTreeRecord run = run_all_to_all(tree, late);
      EXPECT_EQ(run.faults(), "");
      EXPECT_TRUE(run.max_wait() > 0 || run.finish > 9) << "leaf " << s << ", copy " << k;
    }
  }
}

}  // namespace
}  // namespace flitwise::protocols::test
