// Both ends of a link with credits: against a model in any traffic, as RTL with their checkers and
// as netlists; and the checkers alone, of which every assertion has a test here.
#include <Vcredit_receiver.h>
#include <Vcredit_receiver_netlist.h>
#include <Vcredit_receiver_sink.h>
#include <Vcredit_receiver_staged.h>
#include <Vcredit_receiver_sva.h>
#include <Vcredit_sender.h>
#include <Vcredit_sender_netlist.h>
#include <Vcredit_sender_sva.h>
#include <gmock/gmock.h>

#include <deque>
#include <random>

#include "tests/rtl/checkers.h"

namespace flitwise::rtl_test::credit_link_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr RawFlit kValid = RawFlit{1} << 63;
constexpr int kDepth = 3;

/// A model in a context of its own, out of reset.
template <class Model>
class Made {
 public:
  Made() {
    model.lane_i = 0;
    if constexpr (kSends<Model>) model.limit_i = kDepth;
    reset(model);
  }

  AnyStart context;
  Model model{&context};

 private:
  template <class M>
  static constexpr bool kSends =
      std::is_same_v<M, Vcredit_sender> || std::is_same_v<M, Vcredit_sender_netlist>;
};

struct Counts {
  int taken = 0;
  int stored = 0;  // edges with as many stored as there may be
};

/// Flits that come with credit, and a far end that takes them in half of the steps.
template <class Model>
Counts play_receiver(std::size_t stages, std::size_t depth) {
  Made<Model> made;
  Model& model = made.model;
  std::mt19937 random(7);
  std::deque<RawFlit> moving(stages, 0);  // newest first
  std::deque<RawFlit> stored;
  std::size_t away = 0;  // credits that the sender has spent
  bool due = false;
  Counts counts;
  for (RawFlit number = 1; number <= 2000; ++number) {
    away -= due ? 1 : 0;
    const bool comes = (depth == 0 || away < depth) && random() % 4 != 0;
    model.lane_i = comes ? kValid | number : 0;
    model.taken_i = number / 100 % 2 == 0 ? random() % 4 != 0 : random() % 4 == 0;
    model.eval();
    away += comes ? 1 : 0;
    moving.push_front(model.lane_i);
    const RawFlit arrived = moving.back();
    moving.pop_back();
    if (is_valid(arrived)) stored.push_back(arrived);
    EXPECT_EQ(model.lane_o, stored.empty() ? 0 : stored.front()) << number;
    EXPECT_EQ(model.credit_o != 0, due) << number;
    const bool is_anything_inside = due || stored.size() > (is_valid(arrived) ? 1U : 0U);
    EXPECT_TRUE(model.busy_o || !is_anything_inside);
    due = !stored.empty() && (depth == 0 || model.taken_i);
    if (due) stored.pop_front();
    counts.taken += due ? 1 : 0;
    counts.stored += stored.size() == depth ? 1 : 0;
    clock_cycle<Model>(&model);
    if (::testing::Test::HasFailure()) break;
  }
  EXPECT_EQ(made.context.errorCount(), 0);
  return counts;
}

TEST(CreditReceiver, OffersWhatComesInOrderAndGivesACreditForWhatIsTaken) {
  for (const Counts& counts : {play_receiver<Vcredit_receiver>(0, kDepth),
                               play_receiver<Vcredit_receiver_netlist>(0, kDepth),
                               play_receiver<Vcredit_receiver_staged>(2, kDepth)}) {
    EXPECT_GT(counts.taken, 500);
    EXPECT_GT(counts.stored, 50);
  }
  EXPECT_GT(play_receiver<Vcredit_receiver_sink>(0, 0).taken, 1000);
}

/// Credits that come back in any later step.
template <class Model>
int play_sender(int limit) {
  Made<Model> made;
  Model& model = made.model;
  model.limit_i = static_cast<SData>(limit);
  reset(model);
  model.limit_i = 1;  // read in reset only
  std::mt19937 random(11);
  int credits = limit;
  int held = 0;
  for (RawFlit number = 1; number <= 1000; ++number) {
    model.lane_i = random() % 4 != 0 ? kValid | number : 0;
    model.credit_i = credits < limit && random() % 3 == 0;
    model.eval();
    EXPECT_EQ(model.ready_o != 0, credits > 0) << number;
    EXPECT_EQ(model.lane_o, credits > 0 ? model.lane_i : 0) << number;
    held += is_valid(model.lane_i) && credits == 0 ? 1 : 0;
    credits += model.credit_i - (is_valid(model.lane_o) ? 1 : 0);
    clock_cycle<Model>(&model);
    if (::testing::Test::HasFailure()) break;
  }
  EXPECT_EQ(made.context.errorCount(), 0);
  return held;
}

TEST(CreditSender, SendsWhatItHasACreditFor) {
  for (const int limit : {1, 2, 3}) {
    EXPECT_GT(play_sender<Vcredit_sender>(limit), 50);
    EXPECT_GT(play_sender<Vcredit_sender_netlist>(limit), 50);
  }
}

/// Three places and no stages.
class ReceiverCheckers : public Checkers<Vcredit_receiver_sva> {
 public:
  ReceiverCheckers()
      : Checkers([](auto& model) {
          model.lane_i = model.lane_o = 0;
          model.taken_i = model.credit_o = model.busy_o = 0;
        }) {}

  Names step(RawFlit comes, RawFlit offered, bool taken, bool credit, bool busy) {
    return listen([&] {
      model_.lane_i = comes;
      model_.lane_o = offered;
      model_.taken_i = taken;
      model_.credit_o = credit;
      model_.busy_o = busy;
      clock_cycle<Vcredit_receiver_sva>(&model_);
    });
  }
};

TEST(CreditReceiverCheckers, AreSilentWhenAFlitWaitsAStep) {
  ReceiverCheckers checkers;
  EXPECT_THAT(checkers.objections_in_reset(), IsEmpty());
  EXPECT_THAT(checkers.step(kValid | 1, kValid | 1, false, false, false), IsEmpty());
  EXPECT_THAT(checkers.step(kValid | 2, kValid | 1, true, false, true), IsEmpty());
  EXPECT_THAT(checkers.step(0, kValid | 2, true, true, true), IsEmpty());
  EXPECT_THAT(checkers.step(0, 0, true, true, true), IsEmpty());
  EXPECT_THAT(checkers.step(0, 0, true, false, false), IsEmpty());
}

TEST(CreditReceiverCheckers, NameACreditTooManyOrTooFew) {
  ReceiverCheckers checkers;
  EXPECT_THAT(checkers.step(0, 0, true, true, false), ElementsAre("a_credit_for_what_was_taken"));
  checkers.step(kValid | 1, kValid | 1, true, false, false);
  EXPECT_THAT(checkers.step(0, 0, true, false, true), ElementsAre("a_credit_for_what_was_taken"));
}

TEST(CreditReceiverCheckers, NameAFlitThatIsLostMadeOrOvertakes) {
  ReceiverCheckers checkers;
  EXPECT_THAT(checkers.step(0, kValid | 9, true, false, false), ElementsAre("a_oldest_unchanged"));
  EXPECT_THAT(checkers.step(kValid | 1, 0, false, false, false), ElementsAre("a_oldest_unchanged"));
  EXPECT_THAT(checkers.step(kValid | 2, kValid | 2, false, false, true),
              ElementsAre("a_oldest_unchanged"));
}

TEST(CreditReceiverCheckers, NameAFlitThatHasNoRoom) {
  ReceiverCheckers checkers;
  for (const RawFlit number : {1, 2, 3})
    EXPECT_THAT(checkers.step(kValid | number, kValid | 1, false, false, true), IsEmpty());
  EXPECT_THAT(checkers.step(kValid | 4, kValid | 1, false, false, true),
              ElementsAre("a_no_more_than_credits"));
}

TEST(CreditReceiverCheckers, NameOneThatSaysThatItIsEmptyAndIsNot) {
  ReceiverCheckers checkers;
  checkers.step(kValid | 1, kValid | 1, false, false, false);
  EXPECT_THAT(checkers.step(0, kValid | 1, true, false, false), ElementsAre("a_busy"));
  EXPECT_THAT(checkers.step(0, 0, true, true, false), ElementsAre("a_busy"));
}

class SenderCheckers : public Checkers<Vcredit_sender_sva> {
 public:
  explicit SenderCheckers(int limit)
      : Checkers([limit](auto& model) {
          model.limit_i = static_cast<SData>(limit);
          model.lane_i = model.lane_o = 0;
          model.ready_o = model.credit_i = 0;
        }) {}

  Names step(RawFlit offered, RawFlit sent, bool ready, bool credit) {
    return listen([&] {
      model_.lane_i = offered;
      model_.lane_o = sent;
      model_.ready_o = ready;
      model_.credit_i = credit;
      clock_cycle<Vcredit_sender_sva>(&model_);
    });
  }
};

TEST(CreditSenderCheckers, AreSilentWhileCreditsGoAndCome) {
  SenderCheckers checkers(1);
  EXPECT_THAT(checkers.objections_in_reset(), IsEmpty());
  EXPECT_THAT(checkers.step(kValid | 1, kValid | 1, true, false), IsEmpty());
  EXPECT_THAT(checkers.step(kValid | 2, 0, false, true), IsEmpty());
  EXPECT_THAT(checkers.step(kValid | 2, kValid | 2, true, false), IsEmpty());
}

TEST(CreditSenderCheckers, NameWhatIsSentWithoutCreditOrHeldBackWithOne) {
  SenderCheckers checkers(1);
  EXPECT_THAT(checkers.step(kValid | 1, 0, false, false),
              ElementsAre("a_ready_with_credit", "a_sends_what_is_offered"));
  EXPECT_THAT(checkers.step(kValid | 2, kValid | 2, true, false),
              ElementsAre("a_ready_with_credit", "a_sends_what_is_offered"));
  EXPECT_THAT(checkers.step(kValid | 2, kValid | 2, false, false),
              ElementsAre("a_sends_what_is_offered"));
}

TEST(CreditSenderCheckers, NameACreditThatWasNeverSpent) {
  SenderCheckers checkers(2);
  EXPECT_THAT(checkers.step(0, 0, true, true), ElementsAre("a_no_more_than_at_first"));
}

TEST(CreditSenderCheckers, NameMoreCreditsThanThereCanBe) {
  for (const int limit : {0, 4})
    EXPECT_THAT(SenderCheckers(limit).objections_in_reset(), ElementsAre("a_limit_fits"));
}

}  // namespace
}  // namespace flitwise::rtl_test::credit_link_test
