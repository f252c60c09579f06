// Schedules with one dispatch out of place: the criterion that needs no run and the routers must
// agree on every one of them, whether it still is free of conflicts or not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "systemc/network/models/model_library.h"
#include "tb/theory/fat_tree/fat_tree_conflicts.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"
#include "tests/system/support/clocked_fat_trees.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise {
namespace {

using testing_support::run_schedule;
using testing_support::ScheduleRun;
using theory::FatTreeDispatch;
using theory::FatTreeTable;
using theory::test::constant_tree;
using theory::test::exponential_tree;

// All schedules without conflicts that the tree has.
std::vector<FatTreeTable> schedules_of(const FatTree& tree) {
  const Node root = tree.leaves() - 1;
  const std::vector<Flits> lengths = theory::test::random_leaf_lengths(tree, root, 3, 7);
  std::vector<FatTreeTable> tables{theory::predict_fat_tree_scatter(tree, root, lengths).dispatch,
                                   theory::predict_fat_tree_gather(tree, root, lengths).dispatch,
                                   theory::predict_fat_tree_multinode_phased(tree).dispatch,
                                   theory::predict_fat_tree_multinode_queue_free(tree).dispatch,
                                   theory::predict_fat_tree_exchange_phased(tree).dispatch};
  if (tree.capacity(tree.levels()) == 1)
    tables.push_back(theory::predict_fat_tree_exchange_optimal_cbft(tree).dispatch);
  else
    tables.push_back(theory::predict_fat_tree_exchange_optimal_ebft(tree).dispatch);
  return tables;
}

enum Mutation { kOneStepLate, kOneStepEarly, kExchangedWithTheNext, kOtherLevel };
constexpr const char* kNames[] = {"one step late", "one step early", "exchanged with the next",
                                  "to another level"};
constexpr int kMutations = 4;

// Steps of a dispatch and of the next one of its leaf change places. False: there is none.
bool exchange_with_next(FatTreeTable& table, std::size_t at) {
  FatTreeDispatch* next = nullptr;
  for (FatTreeDispatch& d : table)
    if (d.source == table[at].source && d.step > table[at].step && (!next || d.step < next->step))
      next = &d;
  if (next == nullptr) return false;
  std::swap(next->step, table[at].step);
  return true;
}

// Data to a leaf of the next class, copies at the next level. False: there is no such place.
bool move_to_other_level(const FatTree& tree, FatTreeDispatch& d) {
  if (d.kind == FlitKind::kCopies) {
    d.copies <<= theory::copy_digit_bits(tree.arity());
    return d.copies < 1U << tree.levels();
  }
  const int level = tree.meeting_level(d.source, d.destination) % tree.levels() + 1;
  d.destination = d.source ^ tree.leaves_below(level - 1);
  return tree.levels() > 1;
}

bool mutate(const FatTree& tree, FatTreeTable& table, std::size_t at, int mutation) {
  FatTreeDispatch& d = table[at];
  switch (mutation) {
    case kOneStepLate:
      ++d.step;
      return true;
    case kOneStepEarly:
      return --d.step >= 1;
    case kExchangedWithTheNext:
      return exchange_with_next(table, at);
    default:
      return move_to_other_level(tree, d);
  }
}

struct Tally {
  int conflicting[kMutations] = {};
  int free[kMutations] = {};
};

void expect_agreement(const FatTree& tree, const FatTreeTable& table, int mutation, Tally& tally,
                      ModelLibrary& models) {
  const bool is_free = theory::check_schedule(tree, table).conflict_free();
  const ScheduleRun run = run_schedule(tree, table, models);
  ASSERT_EQ(run.conflicted(), !is_free) << tree << ", " << kNames[mutation];
  if (is_free) {
    ASSERT_EQ(run.events, theory::fat_tree_events(tree, table)) << tree;
  }
  ++(is_free ? tally.free : tally.conflicting)[mutation];
}

// Shows the tally; both verdicts must be common, or the agreement says little.
void expect_both_verdicts(const Tally& tally, int least_conflicting, int least_free) {
  for (int m = 0; m < kMutations; ++m) {
    std::printf("%s: %d conflict, %d do not\n", kNames[m], tally.conflicting[m], tally.free[m]);
    EXPECT_GE(tally.conflicting[m], least_conflicting) << kNames[m];
    EXPECT_GE(tally.free[m], least_free) << kNames[m];
  }
}

// The numbers of docs/verification.md.
void expect_total(const Tally& tally, int conflicting, int all) {
  const int conflicts = std::accumulate(tally.conflicting, tally.conflicting + kMutations, 0);
  EXPECT_EQ(conflicts, conflicting);
  EXPECT_EQ(std::accumulate(tally.free, tally.free + kMutations, conflicts), all);
}

void run_all_mutants(const FatTree& tree, Tally& tally) {
  ModelLibrary models;
  for (const FatTreeTable& table : schedules_of(tree)) {
    EXPECT_FALSE(run_schedule(tree, table, models).conflicted());
    for (std::size_t at = 0; at < table.size(); ++at)
      for (int mutation = 0; mutation < kMutations; ++mutation) {
        FatTreeTable mutant = table;
        if (mutate(tree, mutant, at, mutation))
          expect_agreement(tree, mutant, mutation, tally, models);
      }
  }
}

void run_drawn_mutants(const FatTree& tree, unsigned seed, int mutants, Tally& tally) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  ModelLibrary models;
  std::mt19937 random(seed);
  const std::vector<FatTreeTable> tables = schedules_of(tree);
  while (mutants > 0) {
    FatTreeTable mutant = tables[random() % tables.size()];
    const int mutation = static_cast<int>(random() % kMutations);
    const std::size_t at = random() % mutant.size();
    if (!mutate(tree, mutant, at, mutation)) continue;
    expect_agreement(tree, mutant, mutation, tally, models);
    --mutants;
  }
}

TEST(FatTreeMutants, CriterionAndRoutersAgreeOnEverySingleFaultOfTreesOfUpToEightLeaves) {
  Tally tally;
  for (const FatTree& tree :
       {constant_tree(2), constant_tree(4), constant_tree(8), exponential_tree(8)})
    run_all_mutants(tree, tally);
  expect_both_verdicts(tally, 100, 10);
  expect_total(tally, 886, 1265);
}

TEST(FatTreeMutants, CriterionAndRoutersAgreeOnEverySingleFaultOfSixteenLeaves) {
  Tally tally;
  run_all_mutants(constant_tree(16), tally);
  expect_both_verdicts(tally, 200, 10);
  expect_total(tally, 2542 - 886, 3576 - 1265);
}

TEST(FatTreeMutants, CriterionAndRoutersAgreeOnDrawnFaultsOfConstantTrees) {
  Tally tally;
  unsigned seed = 1;
  for (const Node leaves : {16, 32, 64})
    run_drawn_mutants(constant_tree(leaves), seed++, 120, tally);
  expect_both_verdicts(tally, 20, 2);
}

}  // namespace
}  // namespace flitwise
