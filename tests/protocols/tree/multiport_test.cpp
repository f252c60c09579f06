// Scatter and Shoulder-Tap with PEs that use all their links at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "systemc/protocols/tree/tree_protocols.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/protocols/tree/cases.h"
#include "tests/protocols/tree/ideal_network.h"

namespace flitwise::protocols::test::multiport_test {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t kRandomCases = 1000;

// The link to `child` has to carry all flits for PEs below it at depth d or more, and the last of
// them has d - 1 more links to go: no schedule is faster.
Step earliest_finish(const Tree& tree, const std::vector<Flits>& lengths, Node child) {
  Step latest = 0;
  for (Node depth = 1; depth <= tree.height(); ++depth) {
    Flits at_least_so_deep = 0;
    bool has_one = false;
    for (Node a = tree.address(child); a < tree.subtree_end(child); ++a) {
      const Node v = tree.node_at(a);
      const Flits length = lengths[static_cast<std::size_t>(v)];
      if (tree.depth(v) >= depth) at_least_so_deep += length;
      has_one = has_one || (tree.depth(v) == depth && length > 0);
    }
    if (has_one) latest = std::max<Step>(latest, at_least_so_deep + depth - 1);
  }
  return latest;
}

Record run_scatter(const Case& c) {
  const Tree tree(c.parents);
  return run_on(tree, make_scatter_multiport(tree, c.lengths), Ports::kMulti);
}

Record run_taps(const std::vector<Flits>& lengths, EndMark end_mark) {
  const Tree path(path_parents(static_cast<Node>(lengths.size())));
  return run_on(path, make_shoulder_tap(lengths, end_mark, Ports::kMulti), Ports::kMulti);
}

// Message j can start to arrive in step 2j, when its PE has been tapped and its first flit has come
// up, but not before the message in front of it is in.
std::vector<std::tuple<Step, Node, Flits>> earliest_arrivals(const std::vector<Flits>& lengths) {
  std::vector<std::tuple<Step, Node, Flits>> arrivals;
  Step last = 0;
  for (std::size_t j = 1; j < lengths.size(); ++j) {
    if (lengths[j] == 0) continue;
    const Step first = std::max(static_cast<Step>(2 * j), last + 1);
    for (Flits k = 1; k <= lengths[j]; ++k)
      arrivals.emplace_back(first + k - 1, static_cast<Node>(j), k);
    last = first + lengths[j] - 1;
  }
  return arrivals;
}

std::vector<std::tuple<Step, Node, Flits>> arrivals(const Record& run) {
  std::vector<std::tuple<Step, Node, Flits>> arrived;
  for (const LinkEvent& e : run.data_on(1, 0)) arrived.emplace_back(e.step, e.message, e.index);
  return arrived;
}

TEST(MultiportScatter, DeliversOverEachLinkInTheEarliestPossibleStep) {
  for (std::uint64_t seed = 1; seed <= kRandomCases; ++seed) {
    const Case c = random_case(seed);
    const Tree tree(c.parents);
    const Record run = run_scatter(c);

    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << c);
    ASSERT_EQ(run.faults(), "");
    Step finish = 0;
    for (const Node child : tree.children(0))
      finish = std::max(finish, earliest_finish(tree, c.lengths, child));
    ASSERT_EQ(run.finish, finish);
  }
}

TEST(MultiportScatter, SendsOneStreamPerChildFromStepOneWithoutAGap) {
  const Record run = run_scatter({{-1, 0, 0, 1}, {0, 2, 3, 1}});

  const auto steps = [&](Node child) {
    std::vector<std::tuple<Step, Node, Flits>> rows;
    for (const LinkEvent& e : run.data_on(0, child)) rows.emplace_back(e.step, e.message, e.index);
    return rows;
  };
  using Row = std::tuple<Step, Node, Flits>;
  EXPECT_THAT(steps(1), ElementsAre(Row{1, 3, 1}, Row{2, 1, 1}, Row{3, 1, 2}));
  EXPECT_THAT(steps(2), ElementsAre(Row{1, 2, 1}, Row{2, 2, 2}, Row{3, 2, 3}));
}

TEST(MultiportScatter, OfAllSmallCasesLosesNothingAndIsNeverSlowerThanASinglePort) {
  std::int64_t faster = 0;
  for_every_case(4, 2, [&](const Case& c) {
    const Tree tree(c.parents);
    const Record multi = run_scatter(c);
    const Record single =
        run_on(tree, make_scatter(tree, c.lengths, farthest_first_order(tree, c.lengths)));
    ASSERT_EQ(multi.faults(), "") << c;
    ASSERT_LE(multi.finish, single.finish) << c;
    faster += multi.finish < single.finish ? 1 : 0;
  });
  EXPECT_GT(faster, 100);
}

TEST(MultiportShoulderTap, DeliversEachMessageAsEarlyAsThePathAllows) {
  for (std::uint64_t seed = 1; seed <= kRandomCases; ++seed) {
    const std::vector<Flits> lengths = random_path_lengths(seed);
    const Record run = run_taps(lengths, EndMark::kAbsent);

    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << testing::PrintToString(lengths));
    ASSERT_EQ(run.faults(), "");
    ASSERT_EQ(arrivals(run), earliest_arrivals(lengths));
  }
}

TEST(MultiportShoulderTap, DeliversEachMessageAsEarlyAsThePathAllowsOnEverySmallPath) {
  std::int64_t paths = 0;
  for_every_case(5, 3, [&](const Case& c) {
    if (c.parents != path_parents(static_cast<Node>(c.parents.size()))) return;
    const Record run = run_taps(c.lengths, EndMark::kAbsent);
    ASSERT_EQ(run.faults(), "") << c;
    ASSERT_EQ(arrivals(run), earliest_arrivals(c.lengths)) << c;
    ++paths;
  });
  EXPECT_EQ(paths, 4 + 16 + 64 + 256);
}

TEST(MultiportShoulderTap, AnEndMarkIsOneMoreFlitOfTheLastPe) {
  std::vector<Flits> lengths{0, 2, 0, 1};
  const Record run = run_taps(lengths, EndMark::kSent);
  ++lengths.back();

  EXPECT_EQ(run.faults(), "");
  EXPECT_EQ(arrivals(run), earliest_arrivals(lengths));
  EXPECT_EQ(run.data_on(1, 0).back().kind, FlitKind::kEnd);
}

TEST(MultiportShoulderTap, PeSendsInTheStepInWhichItTaps) {
  const Record run = run_taps({0, 1, 1}, EndMark::kAbsent);

  EXPECT_EQ(run.dispatch(1), 2);
  EXPECT_EQ(run.values(FlitKind::kTap), (std::vector<std::int64_t>{1, 1}));
  EXPECT_EQ(run.finish, 4);
}

TEST(MultiportShoulderTap, TapOfAPeWithoutMessageCountsTheWayOnly) {
  const Record run = run_taps({0, 5, 0, 1}, EndMark::kAbsent);

  EXPECT_EQ(run.values(FlitKind::kTap), (std::vector<std::int64_t>{1, 4, 2}));
}

}  // namespace
}  // namespace flitwise::protocols::test::multiport_test
