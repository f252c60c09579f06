// Fat trees whose switches and links take steps: the formulas against values of another model and
// against packets that move link by link.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>

#include "tb/theory/fat_tree/fat_tree_conflicts.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/fat_tree/fat_tree_queues.h"
#include "tb/theory/lengths.h"
#include "tests/support/refusal.h"
#include "tests/theory/fat_tree/fat_tree_latencies.h"

namespace flitwise::theory {
namespace {

using flitwise::test::refusal_of;
using test::alike;
using test::constant_tree;
using test::exponential_tree;
using test::holds_in_queues;
using test::holds_without_queues;
using test::random_latency;
using test::unit_lengths;
using test::whole_way;

FatTreeDispatch one_flit(Step step, Node source, Node destination) {
  return {step, source, FlitKind::kData, destination};
}

/// Small trees of every kind, with latencies that are alike and some at random.
template <typename Check>
void expect_on_small_trees(Check check) {
  std::uint64_t seed = 0;
  for (const FatTree& tree :
       {constant_tree(2), constant_tree(4), constant_tree(8), constant_tree(16),
        exponential_tree(4), exponential_tree(8), exponential_tree(16), FatTree(8, 2, {1, 1, 3}),
        constant_tree(9, 3), exponential_tree(9, 3), constant_tree(16, 4)}) {
    for (const FatTreeLatency& latency :
         {FatTreeLatency{}, alike(tree, 2, 1), alike(tree, 1, 4), alike(tree, 3, 2),
          random_latency(tree, ++seed), random_latency(tree, ++seed)})
      ASSERT_TRUE(check(tree, latency));
  }
}

TEST(FatTreeLatencies, GiveTheGoldenValues) {
  struct Row {
    Step r, w;
    Step broadcast, scatter, plain, phased, bound;
  };
  const FatTree plain = constant_tree(16);
  const FatTree full = exponential_tree(16);
  for (const Row& row : {Row{1, 1, 8, 17, 71, 22, 21}, Row{2, 1, 15, 22, 78, 29, 27},
                         Row{1, 2, 16, 23, 79, 30, 28}, Row{3, 2, 30, 37, 93, 44, 39}}) {
    const FatTreeLatency latency = alike(plain, row.r, row.w);
    EXPECT_EQ(predict_fat_tree_broadcast(plain, 3, latency).finish, row.broadcast);
    EXPECT_EQ(predict_fat_tree_scatter(plain, 3, unit_lengths(plain, 3), latency).finish,
              row.scatter);
    EXPECT_EQ(predict_fat_tree_exchange_optimal_cbft(plain, latency).finish, row.plain);
    EXPECT_EQ(predict_fat_tree_exchange_phased(full, {}, latency).finish, row.phased);
    EXPECT_EQ(exchange_bound(full, latency), row.bound);
  }
}

TEST(FatTreeLatencies, FromAndToOneLeafTakeWhatThePacketsTake) {
  expect_on_small_trees(test::one_to_all_holds);
}

TEST(FatTreeLatencies, MultinodeBroadcastsTakeWhatThePacketsTake) {
  expect_on_small_trees(test::multinode_holds);
}

TEST(FatTreeLatencies, ExchangesTakeWhatThePacketsTake) {
  expect_on_small_trees(test::exchange_holds);
}

// Closed forms in b, p and n, for links that are alike.
TEST(FatTreeLatencies, ScatterEndsWithTheClassWhoseSendersOutlastItsWay) {
  for (const int arity : {2, 3, 4}) {
    for (Node n = arity; n <= 256; n *= arity) {
      const FatTree tree = constant_tree(n, arity);
      for (Step r = 1; r <= 4; ++r) {
        for (const Step w : {1, 2, 4}) {
          const Step p = r + w - 1;
          int last = 1;
          while (last < tree.levels() && (arity - 1) * tree.leaves_below(last - 1) < 2 * p) ++last;
          EXPECT_EQ(multinode_bound(tree, alike(tree, r, w)),
                    n - tree.leaves_below(last - 1) + 2 * last * p - r);
        }
      }
    }
  }
}

TEST(FatTreeLatencies, GathersOnBinaryTreesArriveByNumberOfTheDifference) {
  const FatTree tree = constant_tree(16);
  for (const FatTreeLatency& latency : {alike(tree, 1, 1), alike(tree, 3, 2), alike(tree, 2, 4)}) {
    const FatTreePrediction p = predict_fat_tree_gather(tree, 5, unit_lengths(tree, 5), latency);
    const Step best = test::scatter_finish(tree, latency);
    for (const FatTreeDispatch& d : p.dispatch) {
      const Node k = d.source ^ d.destination;
      EXPECT_EQ(d.step + whole_way(latency, tree.meeting_level(d.source, 5)), best + 1 - 16 + k);
    }
  }
}

TEST(FatTreeLatencies, StoreAndForwardScattersTakeWhatTheirMessagesTake) {
  std::uint64_t seed = 0;
  for (const FatTree& tree :
       {constant_tree(8), exponential_tree(8), FatTree(8, 2, {1, 1, 3}), constant_tree(9, 3)}) {
    for (const FatTreeLatency& latency :
         {alike(tree, 2, 1), alike(tree, 1, 3), random_latency(tree, ++seed)}) {
      std::vector<Flits> lengths = test::random_leaf_lengths(tree, 2, 5, seed);
      for (std::size_t x = 0; x < lengths.size(); ++x)
        if (x != 2) ++lengths[x];
      std::vector<Node> nearest_first = farthest_first_order(tree, 2);
      std::reverse(nearest_first.begin(), nearest_first.end());
      for (const std::vector<Node>& order : {farthest_first_order(tree, 2), nearest_first}) {
        const FatTreePrediction p =
            predict_fat_tree_scatter_store_forward(tree, 2, lengths, order, latency);
        const test::QueueRun run = test::run_queues(tree, p.dispatch, test::Inputs::kChildrenFirst,
                                                    test::Forwarding::kStoreAndForward, latency);
        ASSERT_EQ(p.finish, run.finish) << tree << ", " << latency;
        ASSERT_EQ(p.arrivals, run.arrivals) << tree << ", " << latency;
        ASSERT_LE(p.lower_bound, run.finish);
      }
    }
  }
}

TEST(FatTreeLatencies, PairsOfScattersEndAsOneOrCollideAsTheCriterionSays) {
  int collide = 0;
  int meet_nowhere = 0;
  const FatTree tree = constant_tree(16);
  for (Step r = 1; r <= 4; ++r) {
    for (const Step w : {1, 2, 4}) {
      const FatTreeLatency latency = alike(tree, r, w);
      for (Node other = 1; other < 16; ++other) {
        const FatTreePrediction p = predict_fat_tree_scatter_pair(tree, 0, other, latency);
        ASSERT_EQ(p.finish.has_value(), test::walk(tree, p.dispatch, latency).crowds.empty());
        ++(p.finish ? meet_nowhere : collide);
        if (p.finish) {
          ASSERT_TRUE(holds_without_queues(tree, p, latency));
        }
      }
      const FatTreePrediction all = predict_fat_tree_exchange_scatter_pairs(tree, latency);
      ASSERT_EQ(all.finish.has_value(), test::walk(tree, all.dispatch, latency).crowds.empty());
      if (all.finish) {
        ASSERT_EQ(all.finish, 8 * test::scatter_finish(tree, latency));
      }
    }
  }
  EXPECT_GT(collide, 0);
  EXPECT_GT(meet_nowhere, 0);
}

// Far packets first: the root is busy without a gap however long the ways are.
TEST(FatTreeLatencies, FarFirstExchangesTakeWhatThePacketsTake) {
  std::uint64_t seed = 0;
  for (const FatTree& tree : {constant_tree(4), constant_tree(8), constant_tree(16),
                              exponential_tree(4), exponential_tree(8), exponential_tree(16),
                              constant_tree(9, 3), exponential_tree(9, 3), constant_tree(16, 4)}) {
    for (const FatTreeLatency& latency :
         {alike(tree, 2, 1), alike(tree, 1, 4), alike(tree, 3, 2), random_latency(tree, ++seed),
          random_latency(tree, ++seed)}) {
      EXPECT_TRUE(holds_in_queues(
          tree, predict_fat_tree_exchange_far_first(tree, FatTreePolicy::kUpFirst, latency),
          latency, test::Inputs::kChildrenFirst))
          << latency;
      EXPECT_TRUE(holds_in_queues(
          tree, predict_fat_tree_exchange_far_first(tree, FatTreePolicy::kLocalFirst, latency),
          latency, test::Inputs::kParentFirst))
          << latency;
    }
  }
}

TEST(FatTreeLatencies, LeavesOfSeveralLinksFloodAsTheirPacketsDo) {
  for (const FatTree& tree : {FatTree(8, 2, {2, 2, 2}), FatTree(16, 2, {2, 3, 3, 5}),
                              FatTree(8, 2, {3, 4, 8}), FatTree(9, 3, {2, 4})}) {
    for (const FatTreeLatency& latency :
         {alike(tree, 1, 1), alike(tree, 2, 1), alike(tree, 3, 2), random_latency(tree, 3)}) {
      EXPECT_TRUE(holds_in_queues(tree, predict_fat_tree_flood(tree, {}, latency), latency))
          << latency;
      EXPECT_TRUE(holds_in_queues(
          tree, predict_fat_tree_gather_naive(tree, 1, unit_lengths(tree, 1), {}, latency),
          latency))
          << latency;
      EXPECT_TRUE(holds_without_queues(
          tree, predict_fat_tree_scatter(tree, 1, unit_lengths(tree, 1), latency), latency));
      EXPECT_TRUE(
          holds_without_queues(tree, predict_fat_tree_exchange_phased(tree, {}, latency), latency));
      EXPECT_TRUE(holds_without_queues(tree, predict_fat_tree_multinode_queue_free(tree, latency),
                                       latency));
    }
  }
}

// No closed form then: what waits is counted.
TEST(FatTreeLatencies, FloodsOnFullTreesOfDifferentLinksWaitAsTheirPacketsDo) {
  const FatTree tree = exponential_tree(32);
  for (const FatTreeLatency& latency :
       {FatTreeLatency{1, {2, 1, 1, 1, 1}}, FatTreeLatency{1, {1, 2, 1, 1, 3}},
        FatTreeLatency{2, {1, 1, 3, 1, 1}}}) {
    const FatTreePrediction p = predict_fat_tree_flood(tree, {}, latency);
    EXPECT_EQ(p.max_wait.size(), 6U);
    EXPECT_TRUE(holds_in_queues(tree, p, latency)) << latency;
  }
}

TEST(FatTreeLatencies, ThePhasedExchangeOfFullTreesIsOptimalForLargeAritiesOnly) {
  int optimal = 0;
  for (int arity = 3; arity <= FatTree::kMaxArity; ++arity) {
    for (Node n = arity; n <= 512; n *= arity) {
      const FatTree tree = exponential_tree(n, arity);
      for (Step r = 1; r <= 4; ++r) {
        for (const Step w : {1, 2, 4}) {
          const FatTreeLatency latency = alike(tree, r, w);
          const Step p = r + w - 1;
          const Step b = arity;
          const bool is_optimal =
              2 * p * (n - 1) - 2 * p * tree.levels() * (b - 1) < (b - 1) * (n - 1);
          EXPECT_EQ(n - 1 + latency.whole_way(tree.levels()) == exchange_bound(tree, latency),
                    is_optimal)
              << tree << ", " << latency;
          optimal += is_optimal ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(optimal, 50);
}

/// A row of tests/data/fat_tree/exchange_classes.txt.
struct ClassRow {
  Step hop = 0;
  Node leaves = 0;
  Step finish = 0;  ///< this and those below with r added
  Step bound = 0;
  Step phased = 0;
  std::vector<FatTreeClassStep> sequence;
};

std::vector<ClassRow> class_rows() {
  std::ifstream file(std::string(FLITWISE_TEST_DATA) + "/fat_tree/exchange_classes.txt");
  std::vector<ClassRow> rows;
  for (std::string line; std::getline(file, line);) {
    if (line[0] == '#') continue;
    std::istringstream text(line);
    ClassRow row;
    text >> row.hop >> row.leaves >> row.finish >> row.bound >> row.phased;
    char colon = 0;
    for (FatTreeClassStep at; text >> at.step >> colon >> at.level;) row.sequence.push_back(at);
    rows.push_back(row);
  }
  return rows;
}

TEST(FatTreeClassSequences, OfAllRowsEndWhereTheSearchSaidHoweverAHopIsMade) {
  const std::vector<ClassRow> rows = class_rows();
  ASSERT_EQ(rows.size(), 30U);
  for (const ClassRow& row : rows) {
    const FatTree tree = exponential_tree(row.leaves);
    for (Step r = 1; r <= row.hop; ++r) {
      const FatTreeLatency latency = alike(tree, r, row.hop + 1 - r);
      const FatTreePrediction p = predict_fat_tree_exchange_in_classes(tree, row.sequence, latency);

      if (row.leaves < 64 || r == 1) {
        ASSERT_TRUE(holds_without_queues(tree, p, latency)) << "p = " << row.hop;
        ASSERT_TRUE(test::brings_all_to_all(tree, test::walk(tree, p.dispatch, latency)));
      }
      ASSERT_EQ(p.finish, row.finish - r) << tree << ", " << latency;
      ASSERT_EQ(p.lower_bound, row.bound - r) << tree << ", " << latency;
      ASSERT_EQ(predict_fat_tree_exchange_phased(tree, {}, latency).finish, row.phased - r);
      ASSERT_LE(row.phased - row.bound, 2 * row.hop - 1);
    }
  }
}

TEST(FatTreeClassSequences, CollideWithAnotherHop) {
  const FatTree tree = exponential_tree(8);
  for (const ClassRow& row : class_rows()) {
    if (row.leaves != 8 || row.hop > 2) continue;
    const FatTreePrediction p =
        predict_fat_tree_exchange_in_classes(tree, row.sequence, alike(tree, 3 - row.hop, 1));
    EXPECT_EQ(p.finish, std::nullopt) << "p = " << row.hop;
    EXPECT_EQ(p.queue_free, false);
  }
}

TEST(FatTreeClassSequences, EndWithTheLastToArriveNotTheLastSent) {
  const FatTree tree = exponential_tree(4);
  const FatTreePrediction p = predict_fat_tree_exchange_in_classes(tree, {{1, 2}, {3, 2}, {4, 1}});

  EXPECT_TRUE(holds_without_queues(tree, p));
  EXPECT_EQ(p.finish, 6);
}

TEST(FatTreeClassSequences, HaveEveryClassAsOftenAsItHasLeaves) {
  const FatTree tree = exponential_tree(4);
  const auto refusal = [&](const std::vector<FatTreeClassStep>& sequence) {
    return refusal_of([&] { predict_fat_tree_exchange_in_classes(tree, sequence); });
  };

  EXPECT_EQ(refusal({{1, 2}, {2, 1}}),
            "a sequence of classes must have class 2 (b-1) b^(h-1) = 2 times, not less often");
  EXPECT_EQ(refusal({{1, 2}, {2, 1}, {3, 2}, {4, 2}}),
            "a sequence of classes, step 4: class 2 has no more than (b-1) b^(h-1) = 2 messages");
  EXPECT_EQ(refusal({{0, 2}}), "a sequence of classes, step 0: steps count from 1");
  EXPECT_EQ(refusal({{1, 3}}), "a sequence of classes, step 1: classes are 1 to 2, got 3");
  EXPECT_EQ(refusal({{1, 2}, {2, 1}, {3, 2}}), "accepted");
}

TEST(FatTreeLatencies, TheOptimalExchangeOfFullTreesNeedsHopsOfOneStepAboveTheLeaves) {
  for (Node n = 2; n <= 32; n *= 2) {
    const FatTree tree = exponential_tree(n);
    FatTreeLatency slow_leaves = alike(tree, 1, 1);
    slow_leaves.link[0] = 4;
    const FatTreePrediction p = predict_fat_tree_exchange_optimal_ebft(tree, slow_leaves);
    EXPECT_TRUE(holds_without_queues(tree, p, slow_leaves));
    EXPECT_EQ(p.finish, p.lower_bound);

    const FatTreeLatency slow = alike(tree, 2, 1);
    const FatTreePrediction other = predict_fat_tree_exchange_optimal_ebft(tree, slow);
    EXPECT_TRUE(holds_without_queues(tree, other, slow));
    if (n >= 4) {
      EXPECT_EQ(other.finish, n - 1 + slow.whole_way(tree.levels()));
    }
  }
}

// Gaps between phases: what always suffices, and what is given.
TEST(FatTreeLatencies, PhasesFartherApartThanNeedBeTakeLonger) {
  const FatTree tree = exponential_tree(16);
  const FatTreeLatency latency{2, {1, 3, 1, 2}};  // D = 8, 4, 6
  for (const Step gap : {8, 9, 12}) {
    for (const FatTreePrediction& p : {predict_fat_tree_exchange_phased(tree, gap, latency),
                                       predict_fat_tree_multinode_phased(tree, gap, latency)}) {
      EXPECT_TRUE(holds_without_queues(tree, p, latency));
      EXPECT_EQ(p.finish, 15 + 3 * gap + whole_way(latency, 1));
    }
  }
}

TEST(FatTreeLatencies, ShortPhasesMaySlipInBeforeTheArrivalsOfLongOnes) {
  const FatTree tree = exponential_tree(4);
  const FatTreeLatency latency = alike(tree, 3, 1);  // D_2 = 6, and class 1 has one step
  for (Step gap = 0; gap <= 6; ++gap) {
    const bool arrives_between = gap == 4 || gap == 5;  // where class 2 arrives
    for (const FatTreePrediction& p : {predict_fat_tree_exchange_phased(tree, gap, latency),
                                       predict_fat_tree_multinode_phased(tree, gap, latency)}) {
      EXPECT_EQ(p.queue_free, !arrives_between) << "gap " << gap;
      if (arrives_between) continue;
      EXPECT_TRUE(holds_without_queues(tree, p, latency)) << "gap " << gap;
      EXPECT_EQ(p.finish, gap == 6 ? 12 : 11) << "gap " << gap;
    }
  }
}

TEST(FatTreeLatencies, EventsAreInTheStepsOfSending) {
  const FatTree tree = constant_tree(4);
  const std::vector<LinkEvent> events =
      fat_tree_events(tree, {one_flit(3, 1, 2)}, Duplex::kFull, {2, {4, 3}});

  EXPECT_EQ(events, (std::vector<LinkEvent>{{3, 1, 4, FlitKind::kData, 1, 1, 2},
                                            {8, 4, 6, FlitKind::kData, 1, 1, 2},
                                            {12, 6, 5, FlitKind::kData, 1, 1, 2},
                                            {16, 5, 2, FlitKind::kData, 1, 1, 2}}));
  EXPECT_EQ(16 + 4 - 1, 3 + whole_way({2, {4, 3}}, 2));
}

// The criterion finds the links that are wanted too often, and when.
TEST(FatTreeLatencies, ConflictsAreThoseOfTheWalkOfEveryPacket) {
  int conflicts = 0;
  for (const FatTree& tree : {constant_tree(8), FatTree(8, 2, {1, 1, 2}), constant_tree(9, 3)}) {
    for (const FatTreeLatency& latency :
         {alike(tree, 1, 1), alike(tree, 3, 2), random_latency(tree, 5)}) {
      for (const FatTreeTable& table : {predict_fat_tree_exchange_far_first(tree).dispatch,
                                        predict_fat_tree_multinode_phased(tree, 1).dispatch,
                                        predict_fat_tree_multinode_queue_free(tree).dispatch,
                                        predict_fat_tree_flood(tree).dispatch}) {
        const ScheduleCheck check = check_schedule(tree, table, latency, 1'000'000);
        auto crowds = test::walk(tree, table, latency).crowds;
        ASSERT_EQ(check.total, crowds.size()) << tree << ", " << latency;
        for (const Conflict& c : check.conflicts) {
          const Node below = tree.node_at(c.level - 1, c.subtree);
          const Node above = tree.parent(below);
          const bool received = !c.up && c.level == 1;
          const Step sent = received ? c.step - (latency.link_of(1) - 1) : c.step;
          const auto key = c.up ? std::tuple(sent, below, above) : std::tuple(sent, above, below);
          ASSERT_EQ(crowds[key], c.packets) << to_string(tree, c) << ", " << latency;
        }
        conflicts += static_cast<int>(check.total);
      }
    }
  }
  EXPECT_GT(conflicts, 500);
}

TEST(FatTreeLatencies, AConflictAtALeafIsInTheStepOfItsReception) {
  const FatTree tree = constant_tree(8);
  const ScheduleCheck check =
      check_schedule(tree, {one_flit(1, 7, 0), one_flit(9, 1, 0)}, {2, {4, 1, 1}});

  ASSERT_EQ(check.conflicts.size(), 1U);
  EXPECT_EQ(to_string(tree, check.conflicts[0]), "step 17: leaf 0 receives 2 packets");
}

// Queues that hold back: the reference model gives room back over the credit wire.
TEST(FatTreeLatencies, GathersKeepTheirFinishWithTheDepthOfTheCreditLoopAndNotWithOneLess) {
  const FatTree tree = constant_tree(32);
  const std::vector<Flits> one = unit_lengths(tree, 5);
  for (Step r = 1; r <= 3; ++r) {
    for (Step w = 1; w <= 3; ++w) {
      for (const Step credit : {1, 3}) {
        FatTreeLatency latency = alike(tree, r, w);
        latency.credit = credit;
        const Flits depth = r + w - 1 + credit;
        const auto finish = [&](Flits slots) {
          return test::run_queues(tree, predict_fat_tree_gather_naive(tree, 5, one).dispatch, {},
                                  {}, latency, slots)
              .finish;
        };
        const FatTreePrediction p =
            predict_fat_tree_gather_naive(tree, 5, one, {depth, {}}, latency);
        EXPECT_EQ(p.finish, finish(depth)) << latency << ", credit " << credit;
        EXPECT_EQ(p.finish, test::scatter_finish(tree, latency));
        EXPECT_GT(finish(depth - 1), *p.finish) << latency << ", credit " << credit;
        if (latency.is_unit()) continue;
        const FatTreePrediction less =
            predict_fat_tree_gather_naive(tree, 5, one, {depth - 1, {}}, latency);
        EXPECT_EQ(less.finish, less.lower_bound);
        EXPECT_GT(less.finish, p.finish);
        EXPECT_LE(less.finish, finish(depth - 1)) << latency << ", credit " << credit;
      }
    }
  }
}

TEST(FatTreeLatencies, FloodsHaveNoFinishInQueuesThatMayHoldThemBack) {
  const FatTree tree = constant_tree(32);
  FatTreeLatency latency = alike(tree, 2, 2);
  const auto finish = [&](Flits depth) {
    return predict_fat_tree_flood(tree, {depth, FatTreePolicy::kUpFirst}, latency).finish;
  };
  const Flits enough = 9 + 3;  // 9 are stored at most, and 3 leave before room is known to be back

  EXPECT_EQ(finish(enough), test::scatter_finish(tree, latency));
  for (const Flits depth : {Flits{1}, Flits{4}, enough - 1}) EXPECT_EQ(finish(depth), std::nullopt);
  latency.credit = 2;
  EXPECT_EQ(finish(enough), std::nullopt);
  EXPECT_EQ(finish(enough + 1), test::scatter_finish(tree, latency));
}

TEST(FatTreeLatencies, FloodsEndAsWithoutLimitInQueuesThatAreSaidToBeDeepEnough) {
  std::uint64_t seed = 0;
  for (const FatTree& tree :
       {constant_tree(16), exponential_tree(16), constant_tree(9, 3), FatTree(8, 2, {2, 2, 2})}) {
    for (FatTreeLatency latency : {alike(tree, 2, 2), alike(tree, 1, 3), alike(tree, 4, 1),
                                   random_latency(tree, ++seed), random_latency(tree, ++seed)}) {
      for (const Step credit : {1, 3}) {
        latency.credit = credit;
        Flits depth = 1;
        while (!predict_fat_tree_flood(tree, {depth, {}}, latency).finish) ++depth;
        const FatTreePrediction p = predict_fat_tree_flood(tree, {depth, {}}, latency);
        for (const test::Inputs inputs :
             {test::Inputs::kChildrenFirst, test::Inputs::kParentFirst}) {
          const test::QueueRun run = test::run_queues(tree, p.dispatch, inputs, {}, latency, depth);
          ASSERT_EQ(p.arrivals, run.arrivals) << tree << ", " << latency << ", depth " << depth;
        }
      }
    }
  }
}

// What holds the predictions with back pressure to account: the reference model knows the finishes
// that were found on routers, and a depth that another model found.
TEST(FatTreeLatencies, TheModelOfBackPressureIsThatOfTheRouters) {
  const auto finish = [](const FatTree& tree, const FatTreePrediction& p, test::Inputs inputs,
                         const FatTreeLatency& latency, Flits depth) {
    return test::run_queues(tree, p.dispatch, inputs, {}, latency, depth).finish;
  };
  for (const Node n : {4, 8, 16, 32}) {
    const FatTree tree = constant_tree(n);
    for (const Flits depth : {1, 4}) {
      const auto flood = [&](FatTreePolicy policy) {
        return predict_fat_tree_flood(tree, {depth, policy});
      };
      const FatTreePrediction up = flood(FatTreePolicy::kUpFirst);
      const FatTreePrediction local = flood(FatTreePolicy::kLocalFirst);
      EXPECT_EQ(up.finish, finish(tree, up, test::Inputs::kParentFirst, {}, depth));
      EXPECT_EQ(local.finish, finish(tree, local, test::Inputs::kChildrenFirst, {}, depth));
    }
    for (const Flits depth : {1, 2}) {
      const FatTreePrediction p =
          predict_fat_tree_gather_naive(tree, 1, unit_lengths(tree, 1), {depth, {}});
      EXPECT_EQ(p.finish, finish(tree, p, {}, {}, depth));
    }
  }
  const FatTree tree = constant_tree(32);
  FatTreeLatency latency = alike(tree, 2, 2);
  latency.credit = 2;
  const FatTreePrediction flood = predict_fat_tree_flood(tree);
  const Step best = test::scatter_finish(tree, latency);
  EXPECT_EQ(finish(tree, flood, test::Inputs::kParentFirst, latency, 11), best);
  EXPECT_GT(finish(tree, flood, test::Inputs::kParentFirst, latency, 10), best);
}

// Classes L - 2 to 1 have room before class L - 1 begins, p (L - 4) <= n^2 / 24.
TEST(FatTreeLatencies, TheOptimalExchangeOfPlainTreesHasRoomForLongHops) {
  for (Node n = 2; n <= 64; n *= 2) {
    const FatTree tree = constant_tree(n);
    for (const Step hop : {2, 5, 9, 40}) {
      if (n == 64 && hop < 40) continue;
      const FatTreeLatency latency = alike(tree, hop, 1);
      const FatTreePrediction p = predict_fat_tree_exchange_optimal_cbft(tree, latency);
      EXPECT_EQ(p.queue_free, true) << tree << ", " << latency;
      EXPECT_EQ(p.finish, Step{n} * n / 4 + whole_way(latency, tree.levels()));
      EXPECT_EQ(p.finish, p.lower_bound);
    }
  }
}

TEST(FatTreeLatencies, OnHalfDuplexLinksHaveNoFinish) {
  const FatTree tree = constant_tree(8);
  const FatTreeLatency latency = alike(tree, 2, 1);
  const FatTreePrediction full = predict_fat_tree_exchange_phased(tree, {}, latency);
  const FatTreePrediction half = on_half_duplex_links(full, latency);

  EXPECT_EQ(half.finish, std::nullopt);
  EXPECT_EQ(half.arrivals, std::nullopt);
  EXPECT_EQ(half.queue_free, std::nullopt);
  EXPECT_EQ(half.lower_bound, full.lower_bound);
  EXPECT_EQ(half.dispatch.back().step, 2 * full.dispatch.back().step - 1);
  EXPECT_EQ(refusal_of([&] { fat_tree_events(tree, half.dispatch, Duplex::kHalf, latency); }),
            "no events are known of half-duplex links with latencies");
}

TEST(FatTreeLatencies, RefuseWhatDoesNotFitTheTree) {
  const FatTree tree = constant_tree(4);
  const FatTreeLatency short_of_one{1, {2}};
  const auto refusal = [](const auto& call) { return refusal_of<TopologyError>(call); };
  const std::vector<Flits> one = unit_lengths(tree, 0);
  for (const std::string& words :
       {refusal([&] { predict_fat_tree_broadcast(tree, 0, short_of_one); }),
        refusal([&] { predict_fat_tree_scatter(tree, 0, one, short_of_one); }),
        refusal([&] {
          predict_fat_tree_scatter_ordered(tree, 0, one, {3, 2, 1}, short_of_one);
        }),
        refusal([&] {
          predict_fat_tree_scatter_store_forward(tree, 0, one, {3, 2, 1}, short_of_one);
        }),
        refusal([&] { predict_fat_tree_scatter_pair(tree, 0, 3, short_of_one); }),
        refusal([&] {
          predict_fat_tree_scatter_pair_ordered(tree, 0, 3, {{{3, 2, 1}, {0, 1, 2}}}, short_of_one);
        }),
        refusal([&] { predict_fat_tree_gather(tree, 0, one, short_of_one); }),
        refusal([&] { predict_fat_tree_gather_naive(tree, 0, one, {}, short_of_one); }),
        refusal([&] { predict_fat_tree_flood(tree, {}, short_of_one); }),
        refusal([&] { predict_fat_tree_multinode_phased(tree, {}, short_of_one); }),
        refusal([&] { predict_fat_tree_multinode_queue_free(tree, short_of_one); }),
        refusal([&] { predict_fat_tree_exchange_serial(tree, short_of_one); }),
        refusal([&] { predict_fat_tree_exchange_phased(tree, {}, short_of_one); }),
        refusal([&] { predict_fat_tree_exchange_scatters(tree, short_of_one); }),
        refusal([&] { predict_fat_tree_exchange_scatter_pairs(tree, short_of_one); }),
        refusal([&] { predict_fat_tree_exchange_optimal_cbft(tree, short_of_one); }),
        refusal([&] { predict_fat_tree_exchange_optimal_ebft(exponential_tree(4), short_of_one); }),
        refusal([&] { predict_fat_tree_exchange_in_classes(tree, {}, short_of_one); }),
        refusal([&] {
          predict_fat_tree_exchange_far_first(tree, FatTreePolicy::kUpFirst, short_of_one);
        }),
        refusal([&] { check_schedule(tree, {}, short_of_one); }),
        refusal([&] { fat_tree_events(tree, {}, Duplex::kFull, short_of_one); })})
    EXPECT_EQ(words, "link latencies must have one entry per branch: 2, got 1");
}

TEST(FatTreeLatencies, AreNamedInSourcesOnlyWhereTheyAreNotOneStep) {
  const FatTree tree = constant_tree(8);
  const std::vector<Flits> one = unit_lengths(tree, 0);
  const auto predictions = [&](const FatTreeLatency& latency) {
    return std::vector<FatTreePrediction>{
        predict_fat_tree_broadcast(tree, 0, latency),
        predict_fat_tree_scatter(tree, 0, one, latency),
        predict_fat_tree_scatter_store_forward(tree, 0, one, farthest_first_order(tree, 0),
                                               latency),
        predict_fat_tree_gather(tree, 0, one, latency),
        predict_fat_tree_gather_naive(tree, 0, one, {}, latency),
        predict_fat_tree_flood(tree, {}, latency),
        predict_fat_tree_flood(exponential_tree(8), {}, latency),
        predict_fat_tree_multinode_phased(tree, {}, latency),
        predict_fat_tree_multinode_queue_free(tree, latency),
        predict_fat_tree_exchange_serial(tree, latency),
        predict_fat_tree_exchange_phased(tree, {}, latency),
        predict_fat_tree_exchange_scatters(tree, latency),
        predict_fat_tree_exchange_optimal_cbft(tree, latency),
        predict_fat_tree_exchange_far_first(tree, FatTreePolicy::kUpFirst, latency)};
  };
  const auto names_ways = [](const std::string& text) {
    return text.find("lam_") != std::string::npos || text.find("latencies") != std::string::npos ||
           text.find("r + w") != std::string::npos;
  };
  for (const FatTreePrediction& p : predictions({}))
    for (const Source& s : p.sources) EXPECT_FALSE(names_ways(s.text)) << s.text;
  for (const FatTreePrediction& p : predictions(alike(tree, 2, 3))) {
    EXPECT_TRUE(names_ways(p.source_of("finish"))) << p.source_of("finish");
    EXPECT_TRUE(names_ways(p.source_of("lower_bound"))) << p.source_of("lower_bound");
  }
}

}  // namespace
}  // namespace flitwise::theory
