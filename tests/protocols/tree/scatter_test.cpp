#include "systemc/protocols/tree/scatter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/protocols/tree/cases.h"
#include "tests/protocols/tree/ideal_network.h"

namespace flitwise::protocols::test::scatter_test {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t kRandomCases = 1000;

// PE 0 must send all flits for PEs at depth d or more, and the last of them has d - 1 more links to
// go: no schedule is faster.
Step earliest_finish(const Tree& tree, const std::vector<Flits>& lengths) {
  Step latest = 0;
  for (Node depth = 1; depth <= tree.height(); ++depth) {
    Flits at_least_so_deep = 0;
    bool has_one = false;
    for (Node v = 1; v < tree.size(); ++v) {
      const Flits length = lengths[static_cast<std::size_t>(v)];
      if (tree.depth(v) >= depth) at_least_so_deep += length;
      has_one = has_one || (tree.depth(v) == depth && length > 0);
    }
    if (has_one) latest = std::max<Step>(latest, at_least_so_deep + depth - 1);
  }
  return latest;
}

// PE 0 sends `total` flits in steps 1 to `total`.
void expect_back_to_back(const Record& run, Flits total) {
  Step next = 1;
  for (const LinkEvent& event : run.events)
    if (event.from == 0) {
      EXPECT_EQ(event.step, next++);
    }
  EXPECT_EQ(next - 1, total);
}

TEST(FarthestFirstOrder, GoesByDepthAndThenByNumber) {
  EXPECT_THAT(farthest_first_order({0, 1, 2, 1, 2, 3}, {0, 1, 1, 1, 1, 1}),
              ElementsAre(5, 2, 4, 1, 3));
}

TEST(FarthestFirstOrder, LeavesNullMessagesOut) {
  EXPECT_THAT(farthest_first_order({0, 1, 2, 3}, {0, 5, 0, 2}), ElementsAre(3, 1));
}

TEST(Scatter, FarthestFirstDeliversEverythingInTheEarliestPossibleStep) {
  for (std::uint64_t seed = 1; seed <= kRandomCases; ++seed) {
    const Case c = random_case(seed);
    const Tree tree(c.parents);
    const Record run =
        run_on(tree, make_scatter(tree, c.lengths, farthest_first_order(tree, c.lengths)));

    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << c);
    ASSERT_EQ(run.faults(), "");
    ASSERT_EQ(run.finish, earliest_finish(tree, c.lengths));
    expect_back_to_back(run, c.total());
  }
}

TEST(Scatter, EveryOrderDeliversEverythingAndNoneBeatsFarthestFirst) {
  std::int64_t runs = 0;
  for_every_case(5, 2, [&](const Case& c) {
    const Tree tree(c.parents);
    const Step best = earliest_finish(tree, c.lengths);
    std::vector<Node> order = farthest_first_order(tree, c.lengths);
    std::sort(order.begin(), order.end());
    do {
      const Record run = run_on(tree, make_scatter(tree, c.lengths, order));
      ASSERT_EQ(run.faults(), "") << c;
      ASSERT_GE(run.finish, best) << c;
      ++runs;
    } while (std::next_permutation(order.begin(), order.end()));
  });
  EXPECT_GT(runs, 50000);
}

TEST(Scatter, WithoutMessagesNothingMoves) {
  const Tree tree({-1, 0, 0});
  const Record run = run_on(tree, make_scatter(tree, {0, 0, 0}, {}));

  EXPECT_EQ(run.faults(), "");
  EXPECT_EQ(run.quiesce, 0);
}

}  // namespace
}  // namespace flitwise::protocols::test::scatter_test
