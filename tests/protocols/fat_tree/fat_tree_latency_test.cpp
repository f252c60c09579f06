// Schedules on fat trees whose switches and links take several steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "systemc/protocols/fat_tree/ebft_classes.h"
#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "tests/protocols/fat_tree/fat_tree_cases.h"

namespace flitwise::protocols::test {
namespace {

FatTreeLatency uniform(int levels, Step router, Step link) {
  FatTreeLatency latency;
  latency.router = router;
  latency.link.assign(static_cast<std::size_t>(levels), link);
  return latency;
}

FatTreeLatency drawn(std::mt19937_64& random, int levels) {
  FatTreeLatency latency;
  latency.router = std::uniform_int_distribution<Step>(1, 4)(random);
  for (int branch = 1; branch <= levels; ++branch)
    latency.link.push_back(std::uniform_int_distribution<Step>(1, 5)(random));
  return latency;
}

FatTreeOptions slow(const FatTreeLatency& latency) {
  FatTreeOptions options;
  options.latency = latency;
  return options;
}

// max over i of lam_i + n - b^(i-1).
Step best_for_one(const FatTree& tree, const FatTreeLatency& latency) {
  Step most = 0;
  for (int i = 1; i <= tree.levels(); ++i)
    most = std::max(most, latency.whole_way(i) + tree.leaves() - tree.leaves_below(i - 1));
  return most;
}

// Sum of ceil((b-1) b^(2h-2) / e_h).
Step groups(const FatTree& tree) {
  Step sum = 0;
  for (int h = 1; h <= tree.levels(); ++h) {
    const Step entries =
        Step{tree.arity() - 1} * tree.leaves_below(h - 1) * tree.leaves_below(h - 1);
    const Step e = effective_capacities(tree)[static_cast<std::size_t>(h - 1)];
    sum += (entries + e - 1) / e;
  }
  return sum;
}

// Everything that needs no queue, on one tree.
void expect_all(const FatTree& tree, const FatTreeLatency& latency, Node root) {
  const Step way = latency.whole_way(tree.levels());
  const Step best = best_for_one(tree, latency);
  const std::vector<Flits> unit = unit_lengths(tree, root);
  const auto run = [&](Protocols leaves) { return run_on(tree, std::move(leaves), slow(latency)); };
  const auto all = [&](const Schedule& schedule) {
    return run(make_fat_tree_all_to_all(tree, schedule));
  };
  expect_queue_free(tree, run(make_fat_tree_broadcast(tree, root, fat_tree_broadcast(tree, root))),
                    1 + way);
  expect_queue_free(
      tree, run(make_fat_tree_scatter(tree, root, unit, fat_tree_scatter(tree, root, unit))), best);
  expect_queue_free(
      tree, run(make_fat_tree_gather(tree, root, unit, fat_tree_gather(tree, root, unit, latency))),
      best);
  expect_complete(
      run(make_fat_tree_gather(tree, root, unit, fat_tree_gather_naive(tree, root, unit))), best);
  expect_complete(all(fat_tree_multinode_flood(tree)), best);
  expect_queue_free(tree, all(fat_tree_multinode_phased(tree, {}, latency)),
                    tree.leaves() - 1 + way);
  expect_queue_free(tree, all(fat_tree_multinode_queue_free(tree, latency)), best);
  expect_queue_free(tree, all(fat_tree_exchange_phased(tree, {}, latency)), groups(tree) + way);
  Step ways = 0;
  for (int h = 1; h <= tree.levels(); ++h) ways += latency.whole_way(h);
  expect_queue_free(tree, all(fat_tree_exchange_phased_serial(tree, latency)), groups(tree) + ways);
  expect_queue_free(tree, all(fat_tree_exchange_scatters(tree, latency)), tree.leaves() * best);
}

TEST(FatTreeLatencies, EverySchedulePassesQueuesByAndEndsAsItsFormulaSays) {
  std::mt19937_64 random(4);
  for (const FatTree& tree : all_trees()) {
    if (tree.leaves() > 27) continue;
    const FatTreeLatency latency = drawn(random, tree.levels());
    SCOPED_TRACE(describe(tree));
    expect_all(tree, latency, static_cast<Node>(random() % static_cast<unsigned>(tree.leaves())));
    if (HasFailure()) return;
  }
}

TEST(FatTreeLatencies, GathersArriveOneByOneUpToTheLastStep) {
  std::mt19937_64 random(5);
  for (const Node leaves : {2, 4, 8, 16, 32}) {
    const FatTree tree = constant_tree(leaves);
    const FatTreeLatency latency = drawn(random, tree.levels());
    const Node target = leaves / 3;
    const Schedule schedule = fat_tree_gather(tree, target, unit_lengths(tree, target), latency);
    for (Node x = 0; x < leaves; ++x) {
      if (x == target) continue;
      EXPECT_EQ(
          schedule[index_of(x)].front().step + latency.whole_way(tree.meeting_level(x, target)),
          best_for_one(tree, latency) + 1 - leaves + (x ^ target));
    }
  }
}

TEST(FatTreeLatencies, LongMessagesEndWhenTheirClassesSay) {
  std::mt19937_64 random(6);
  for (const auto& [leaves, arity] : {std::pair(16, 2), {8, 2}, {27, 3}, {16, 4}}) {
    const FatTree tree = exponential_tree(leaves, arity);
    const FatTreeLatency latency = drawn(random, tree.levels());
    std::vector<Flits> lengths(index_of(leaves), 0);
    std::vector<Flits> of_class(index_of(tree.levels()) + 1, 0);
    for (Node x = 1; x < leaves; ++x) {
      lengths[index_of(x)] = std::uniform_int_distribution<Flits>(0, 4)(random);
      of_class[index_of(tree.meeting_level(0, x))] += lengths[index_of(x)];
    }
    Step last = 0;
    Flits sent = 0;
    for (int h = tree.levels(); h >= 1; --h) {
      sent += of_class[index_of(h)];
      if (of_class[index_of(h)] > 0) last = std::max(last, sent + latency.whole_way(h));
    }
    for (const bool is_gather : {false, true}) {
      Protocols leaves_of =
          is_gather
              ? make_fat_tree_gather(tree, 0, lengths, fat_tree_gather(tree, 0, lengths, latency))
              : make_fat_tree_scatter(tree, 0, lengths, fat_tree_scatter(tree, 0, lengths));
      expect_queue_free(tree, run_on(tree, std::move(leaves_of), slow(latency)), last);
    }
  }
}

TEST(FatTreeLatencies, ExchangesOnConstantTreesMeetTheBoundOfTheirLinks) {
  std::mt19937_64 random(7);
  int fitting = 0;
  for (const Node leaves : {2, 4, 8, 16, 32})
    for (int k = 0; k < 12; ++k) {
      const FatTree tree = constant_tree(leaves);
      const FatTreeLatency latency = drawn(random, tree.levels());
      if (!fits_optimal_cbft(tree.levels(), latency)) {
        EXPECT_THROW(fat_tree_exchange_optimal_cbft(tree, latency), std::invalid_argument);
        continue;
      }
      const Schedule schedule = fat_tree_exchange_optimal_cbft(tree, latency);
      expect_queue_free(tree, run_on(tree, make_fat_tree_all_to_all(tree, schedule), slow(latency)),
                        Step{leaves} * leaves / 4 + latency.whole_way(tree.levels()));
      ++fitting;
    }
  EXPECT_GE(fitting, 50);
  FatTreeLatency steep = uniform(4, 1, 1);
  steep.link[1] = 16;
  EXPECT_FALSE(fits_optimal_cbft(4, steep));
}

Step last_of_ebft(Node leaves, Step router, Step link) {
  const FatTree tree = exponential_tree(leaves);
  const FatTreeLatency latency = uniform(tree.levels(), router, link);
  const Schedule schedule = fat_tree_exchange_optimal_ebft(tree, latency);
  const FatTreeRecord run = run_on(tree, make_fat_tree_all_to_all(tree, schedule), slow(latency));
  expect_queue_free(tree, run, run.finish);
  return run.finish;
}

// The finishes of the search, r added; they depend on p = r + w - 1 alone.
TEST(FatTreeLatencies, ExchangesOnExponentialTreesEndAsTheSearchFound) {
  constexpr Step kWithRouter[][5] = {{10, 17, 29, 48, 84},
                                     {14, 22, 35, 56, 94},
                                     {18, 28, 42, 65, 104},
                                     {22, 34, 50, 73, 114},
                                     {26, 40, 56, 82, 125}};
  for (Step hop = 2; hop <= 6; ++hop)
    for (int levels = 2; levels <= 6; ++levels) {
      const Step expected = kWithRouter[hop - 2][levels - 2];
      EXPECT_EQ(last_of_ebft(1 << levels, hop, 1), expected - hop) << hop << " " << levels;
      EXPECT_EQ(last_of_ebft(1 << levels, 1, hop), expected - 1) << hop << " " << levels;
    }
}

TEST(FatTreeLatencies, ExchangesOnOtherExponentialTreesGoInPhases) {
  for (const auto& [leaves, router, link] : {std::tuple(8, Step{8}, Step{1}),
                                             {8, Step{2}, Step{16}},
                                             {128, Step{2}, Step{1}},
                                             {2, Step{2}, Step{1}}}) {
    const FatTree tree = exponential_tree(leaves);
    const FatTreeLatency latency = uniform(tree.levels(), router, link);
    EXPECT_TRUE(ebft_classes(tree.levels(), latency).empty());
    const Step phased = leaves - 1 + latency.whole_way(tree.levels());
    EXPECT_EQ(last_of_ebft(leaves, router, link), phased) << leaves;
  }
  FatTreeLatency unequal = uniform(3, 1, 2);
  unequal.link[2] = 3;
  EXPECT_TRUE(ebft_classes(3, unequal).empty());
}

// All messages cross the lowest branch twice.
TEST(FatTreeLatencies, StepsOfTheLowestBranchComeToExchangesOnExponentialTreesAsTheyAre) {
  const FatTree tree = exponential_tree(16);
  for (const Step router : {1, 2}) {
    FatTreeLatency latency = uniform(4, router, 1);
    const Step before = last_of_ebft(16, router, 1);
    latency.link[0] = 9;
    const FatTreeRecord run =
        run_on(tree, make_fat_tree_all_to_all(tree, fat_tree_exchange_optimal_ebft(tree, latency)),
               slow(latency));
    expect_queue_free(tree, run, before + 16);
  }
}

// The values are those of another model of the same specification: b = 2, n = 16.
TEST(FatTreeLatencies, EndAsInAnotherModel) {
  constexpr Step kSteps[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 2}};
  constexpr Step kBroadcast[] = {8, 15, 16, 30};
  constexpr Step kScatter[] = {17, 22, 23, 37};
  constexpr Step kConstant[] = {71, 78, 79, 93};
  constexpr Step kPhased[] = {22, 29, 30, 44};
  constexpr Step kClasses[] = {21, 27, 28, 39};
  for (std::size_t i = 0; i < 4; ++i) {
    const FatTreeLatency latency = uniform(4, kSteps[i][0], kSteps[i][1]);
    for (const FatTree& tree : {constant_tree(16), exponential_tree(16)}) {
      EXPECT_EQ(1 + latency.whole_way(4), kBroadcast[i]);
      EXPECT_EQ(best_for_one(tree, latency), kScatter[i]);
      expect_all(tree, latency, 5);
    }
    EXPECT_EQ(groups(exponential_tree(16)) + latency.whole_way(4), kPhased[i]);
    const FatTree constant = constant_tree(16);
    const Schedule schedule = fat_tree_exchange_optimal_cbft(constant, latency);
    expect_queue_free(constant,
                      run_on(constant, make_fat_tree_all_to_all(constant, schedule), slow(latency)),
                      kConstant[i]);
    EXPECT_EQ(last_of_ebft(16, kSteps[i][0], kSteps[i][1]), kClasses[i]);
  }
}

// A gap of one's own is the same after every phase.
TEST(FatTreeLatencies, AGapOfOnesOwnIsKeptWhateverLatenciesSay) {
  const FatTree tree = constant_tree(8);
  const FatTreeLatency latency = uniform(3, 3, 2);
  const auto run = [&](PhaseGap gap) {
    return run_on(tree,
                  make_fat_tree_all_to_all(tree, fat_tree_exchange_phased(tree, gap, latency)),
                  slow(latency));
  };
  EXPECT_EQ(latency.longer_by(2), 8);
  EXPECT_EQ(run({}).finish, 21 + latency.whole_way(3));
  expect_queue_free(tree, run(8), 21 + latency.whole_way(3));
  expect_queue_free(tree, run(9), 21 + latency.whole_way(3) + 2);
  EXPECT_GT(run(2).max_wait(), 0);
}

}  // namespace
}  // namespace flitwise::protocols::test
