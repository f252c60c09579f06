// Every sentence with which the schedule builders and factories refuse what cannot be.
#include <gtest/gtest.h>

#include <functional>

#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "systemc/protocols/fat_tree/schedule.h"
#include "tests/protocols/fat_tree/fat_tree_cases.h"
#include "tests/support/refusal.h"

namespace flitwise::protocols::test {
namespace {

using flitwise::test::refusal_of;

struct Refusal {
  std::string sentence;
  std::function<void()> build;
};

void expect(const std::vector<Refusal>& refusals) {
  for (const Refusal& refusal : refusals) EXPECT_EQ(refusal_of(refusal.build), refusal.sentence);
}

const FatTree kFour = constant_tree(4);
const std::vector<Flits> kOneEach{0, 1, 1, 1};

TEST(FatTreeRefusals, RootsThatAreNoLeaves) {
  expect({
      {"the source must be a leaf from 0 to 3, got 4", [] { fat_tree_broadcast(kFour, 4); }},
      {"the source must be a leaf from 0 to 3, got -1", [] { furthest_first_order(kFour, -1); }},
      {"the source must be a leaf from 0 to 3, got 6",
       [] { fat_tree_scatter(kFour, 6, kOneEach); }},
      {"the source must be a leaf from 0 to 3, got 4",
       [] { fat_tree_scatter_in_order(kFour, 4, kOneEach, {}); }},
      {"the target must be a leaf from 0 to 3, got 4", [] { fat_tree_gather(kFour, 4, kOneEach); }},
      {"the target must be a leaf from 0 to 3, got -2",
       [] { fat_tree_gather_naive(kFour, -2, kOneEach); }},
      {"the first source must be a leaf from 0 to 3, got 4",
       [] { fat_tree_concurrent_scatters(kFour, 4, 1); }},
      {"the second source must be a leaf from 0 to 3, got -1",
       [] { fat_tree_concurrent_scatters(kFour, 0, -1); }},
      {"two scatters at once need two sources, got leaf 2 twice",
       [] { fat_tree_concurrent_scatters(kFour, 2, 2); }},
  });
}

TEST(FatTreeRefusals, LengthsThatDoNotFit) {
  expect({
      {"lengths must have one entry per leaf: 4, got 3",
       [] {
         fat_tree_scatter(kFour, 0, {0, 1, 1});
       }},
      {"lengths[2] must be at least 0, got -3",
       [] {
         fat_tree_scatter_in_order(kFour, 0, {0, 1, -3, 1}, {});
       }},
      {"lengths[1] must be 0, because leaf 1 sends nothing to itself, got 2",
       [] {
         fat_tree_gather(kFour, 1, {1, 2, 1, 1});
       }},
      {"lengths must have one entry per leaf: 4, got 5",
       [] {
         fat_tree_gather_naive(kFour, 1, {1, 0, 1, 1, 1});
       }},
  });
}

TEST(FatTreeRefusals, OrdersThatDoNotFit) {
  const auto ordered = [](const std::vector<Node>& order) {
    return [order] { fat_tree_scatter_in_order(kFour, 0, {0, 2, 0, 1}, order); };
  };
  expect({
      {"order must name leaves from 0 to 3, got 4", ordered({1, 4})},
      {"order must name leaves from 0 to 3, got -1", ordered({-1})},
      {"order must not name leaf 2: it has no message", ordered({1, 2, 3})},
      {"order must not name leaf 0: it has no message", ordered({0})},
      {"order must name leaf 3 only once", ordered({3, 1, 3})},
      {"order must name leaf 3", ordered({1})},
      {"accepted", ordered({3, 1})},
  });
}

TEST(FatTreeRefusals, NegativePhaseGaps) {
  expect({
      {"scatters in pairs are for binary fat trees, got arity 3",
       [] { fat_tree_exchange_scatter_pairs(constant_tree(9, 3)); }},
      {"order must name leaf 3",
       [] {
         fat_tree_concurrent_scatters_in_order(kFour, 0, 2, {{{3, 2, 1}, {0, 1}}});
       }},
      {"order must not name leaf 2: it has no message",
       [] {
         fat_tree_concurrent_scatters_in_order(kFour, 0, 2, {{{3, 2, 1}, {0, 1, 2}}});
       }},
      {"phase_gap must be at least 0, got -1", [] { fat_tree_exchange_phased(kFour, -1); }},
      {"phase_gap must be at least 0, got -2", [] { fat_tree_multinode_phased(kFour, -2); }},
  });
}

TEST(FatTreeRefusals, OptimalExchangesOfOtherTrees) {
  expect({
      {"optimal-ebft is for binary fat trees, got arity 3",
       [] { fat_tree_exchange_optimal_ebft(exponential_tree(9, 3)); }},
      {"optimal-ebft needs exponential capacities: c_3 must be at least 4, got 3",
       [] {
         fat_tree_exchange_optimal_ebft(FatTree(8, 2, {1, 2, 3}));
       }},
      {"optimal-ebft needs exponential capacities: c_2 must be at least 2, got 1",
       [] {
         fat_tree_exchange_optimal_ebft(FatTree(8, 2, {1, 1, 4}));
       }},
      {"optimal-cbft is for binary fat trees, got arity 4",
       [] { fat_tree_exchange_optimal_cbft(constant_tree(16, 4)); }},
      {"optimal-cbft needs constant capacities: c_3 must be 1, got 2",
       [] {
         fat_tree_exchange_optimal_cbft(FatTree(8, 2, {1, 1, 2}));
       }},
  });
}

TEST(FatTreeRefusals, FactoriesCheckSchedulesRootsAndLengths) {
  const Schedule none(4);
  Schedule twice(4);
  add_data(twice, 1, 2, 1);
  add_data(twice, 1, 3, 1);
  expect({
      {"a schedule must have one list per leaf: 4, got 3",
       [] { make_fat_tree_all_to_all(kFour, Schedule(3)); }},
      {"schedule of leaf 1, step 1: must not send two flits in one step: the message before leaves "
       "until step 1",
       [&] { make_fat_tree_all_to_all(kFour, twice); }},
      {"the source must be a leaf from 0 to 3, got 4",
       [&] { make_fat_tree_broadcast(kFour, 4, none); }},
      {"the source must be a leaf from 0 to 3, got 4",
       [&] { make_fat_tree_scatter(kFour, 4, kOneEach, none); }},
      {"lengths[3] must be 0, because leaf 3 sends nothing to itself, got 1",
       [&] { make_fat_tree_scatter(kFour, 3, kOneEach, none); }},
      {"the target must be a leaf from 0 to 3, got 4",
       [&] { make_fat_tree_gather(kFour, 4, kOneEach, none); }},
      {"lengths must have one entry per leaf: 4, got 2",
       [&] {
         make_fat_tree_gather(kFour, 0, {0, 1}, none);
       }},
      {"two scatters at once need two sources, got leaf 1 twice",
       [&] { make_fat_tree_concurrent_scatters(kFour, 1, 1, none); }},
  });
}

TEST(FatTreeRefusals, DigitsThatTheTreeHasNoChildOrLevelFor) {
  const auto with_copies = [](const FatTree& tree, std::uint32_t copies) {
    return [tree, copies] {
      Schedule schedule(static_cast<std::size_t>(tree.leaves()));
      add_copies(schedule, 0, copies, 1);
      make_fat_tree_all_to_all(tree, schedule);
    };
  };
  const FatTree nine = constant_tree(9, 3);
  expect({
      {"copies must have digits for levels 1 to 2 only", with_copies(kFour, 0x4)},
      {"accepted", with_copies(kFour, 0x3)},
      {"copies must have digits below 3, got 3 for level 2", with_copies(nine, 0xC)},
      {"accepted", with_copies(nine, 0xA)},
      {"copies must have digits for levels 1 to 2 only", with_copies(nine, 0x10)},
  });
}

}  // namespace
}  // namespace flitwise::protocols::test
