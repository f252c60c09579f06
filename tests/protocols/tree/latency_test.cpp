// Every protocol on trees whose routers, links and PEs take several steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "systemc/protocols/tree/tree_protocols.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/protocols/tree/cases.h"
#include "tests/protocols/tree/gather_checks.h"
#include "tests/protocols/tree/ideal_network.h"
#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols::test::latency_test {
namespace {

// Router, link and reaction of all; then of some sizes that differ from PE to PE.
struct Uniform {
  Step router, link, reaction;
};
constexpr Uniform kUniform[] = {{1, 1, 1}, {2, 1, 2}, {1, 2, 1}, {3, 2, 3}, {1, 3, 2}, {2, 3, 3}};

TreeLatency uniform(const Tree& tree, const Uniform& steps) {
  return TreeLatency::uniform(tree.size(), steps.router, steps.link, steps.reaction);
}

enum class Links { kOfTheirOwn, kAlike };

// The same seed gives the same latencies. Alike: links as long up as down, one reaction.
TreeLatency random_latency(const Tree& tree, std::uint64_t seed, Links links) {
  std::mt19937_64 random(seed);
  const auto up_to = [&](Step most) {
    return static_cast<Step>(random() % static_cast<std::uint64_t>(most)) + 1;
  };
  TreeLatency latency;
  const Step one_reaction = 4 + up_to(3);
  for (Node v = 0; v < tree.size(); ++v) {
    latency.router.push_back(up_to(4));
    latency.reaction.push_back(links == Links::kAlike ? one_reaction
                                                      : latency.router.back() + up_to(3) - 1);
    latency.down.push_back(v == 0 ? 1 : up_to(5));
    latency.up.push_back(v == 0 || links == Links::kAlike ? latency.down.back() : up_to(5));
  }
  return latency;
}

Flits at(const std::vector<Flits>& lengths, Node v) { return lengths[index_of(v)]; }

// max over x in {lam_i} of (x + flits for PEs at least x away), of the PEs that count.
Step farthest_first_finish(const Tree& tree, const std::vector<Flits>& lengths,
                           const TreeLatency& latency, const std::function<bool(Node)>& counts) {
  const std::vector<Step> ways = latency.lam_down(tree);
  Step finish = 0;
  for (Node v = 1; v < tree.size(); ++v) {
    if (at(lengths, v) == 0 || !counts(v)) continue;
    Step flits = 0;
    for (Node i = 1; i < tree.size(); ++i)
      if (counts(i) && ways[index_of(i)] >= ways[index_of(v)]) flits += at(lengths, i);
    finish = std::max(finish, ways[index_of(v)] + flits);
  }
  return finish;
}

// Closed form of Shoulder-Tap; an END mark counts as a flit of the last PE.
Step tap_finish(const Tree& path, std::vector<Flits> lengths, const TreeLatency& latency,
                EndMark end_mark, Ports ports) {
  const std::vector<Step> ways = latency.lam_up(path);
  const auto n = static_cast<std::size_t>(path.size()) - 1;
  if (end_mark == EndMark::kSent) ++lengths[n];
  Step tapped = 1 - latency.reaction_of(0);
  std::vector<Step> earliest(n + 1);
  for (std::size_t j = 1; j <= n; ++j) {
    const auto v = static_cast<Node>(j);
    tapped += latency.reaction_of(v - 1) + latency.down_to(v) - 1;
    const Step tap = ports == Ports::kSingle && j < n ? 1 : 0;
    earliest[j] = tapped + latency.reaction_of(v) + ways[j] + tap;
  }
  Step finish = 0;
  Flits behind = 0;
  for (std::size_t j = n; j > 0; --j) {
    behind += lengths[j];
    if (lengths[j] > 0) finish = std::max(finish, earliest[j] - 1 + behind);
  }
  return finish;
}

void expect_scatter(const Tree& tree, const std::vector<Flits>& lengths,
                    const TreeLatency& latency) {
  const PlacedTree placed(tree);
  const Record run =
      run_on(tree, make_scatter(placed, lengths, farthest_first_order(placed, lengths, latency)),
             Ports::kSingle, latency);
  ASSERT_EQ(run.faults(), "");
  ASSERT_EQ(run.finish, farthest_first_finish(tree, lengths, latency, [](Node) { return true; }));
  const Record wide =
      run_on(tree, make_scatter_multiport(placed, lengths, {}, latency), Ports::kMulti, latency);
  ASSERT_EQ(wide.faults(), "");
  Step finish = 0;
  for (const Node child : tree.children(0))
    finish = std::max(finish, farthest_first_finish(tree, lengths, latency, [&](Node v) {
                        return tree.address(child) <= tree.address(v) &&
                               tree.address(v) < tree.subtree_end(child);
                      }));
  ASSERT_EQ(wide.finish, finish);
}

void expect_taps(const std::vector<Flits>& lengths, const TreeLatency& latency) {
  const Tree path(path_parents(static_cast<Node>(lengths.size())));
  for (const EndMark end_mark : {EndMark::kAbsent, EndMark::kSent}) {
    for (const Ports ports : {Ports::kSingle, Ports::kMulti}) {
      const Record run =
          run_on(path, make_shoulder_tap(lengths, end_mark, ports, {}, latency), ports, latency);
      ASSERT_EQ(run.faults(), "");
      ASSERT_EQ(run.finish, tap_finish(path, lengths, latency, end_mark, ports));
    }
  }
}

TEST(LatencyOfTrees, ScattersEndWhenTheFarthestFirstOrderSaysOnEverySmallTree) {
  for (const Uniform& steps : kUniform)
    for_every_case(4, 2, [&](const Case& c) {
      if (testing::Test::HasFatalFailure()) return;
      SCOPED_TRACE(testing::Message() << c << steps.router << steps.link << steps.reaction);
      const Tree tree(c.parents);
      expect_scatter(tree, c.lengths, uniform(tree, steps));
    });
}

TEST(LatencyOfTrees, ScattersEndWhenTheFarthestFirstOrderSaysOnRandomTrees) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Case c = random_case(seed);
    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << c);
    const Tree tree(c.parents);
    ASSERT_NO_FATAL_FAILURE(
        expect_scatter(tree, c.lengths, random_latency(tree, seed, Links::kOfTheirOwn)));
  }
}

TEST(LatencyOfTrees, ByDepthAloneAScatterOverUnequalLinksIsSlower) {
  const Tree tree({kNoNode, 0, 0, 2});
  const std::vector<Flits> lengths{0, 3, 0, 3};
  TreeLatency latency = TreeLatency::uniform(4, 1, 1, 1);
  latency.down[1] = 9;
  const Record by_time =
      run_on(tree, make_scatter(tree, lengths, farthest_first_order(tree, lengths, latency)),
             Ports::kSingle, latency);
  const Record by_depth =
      run_on(tree, make_scatter(tree, lengths, farthest_first_order(tree, lengths)), Ports::kSingle,
             latency);
  EXPECT_EQ(by_time.finish, 11);
  EXPECT_EQ(by_depth.finish, 14);
}

TEST(LatencyOfTrees, TapsKeepTheClosedFormOnEverySmallPath) {
  for (const Uniform& steps : kUniform)
    for_every_case(4, 3, [&](const Case& c) {
      if (testing::Test::HasFatalFailure()) return;
      if (c.parents != path_parents(static_cast<Node>(c.parents.size()))) return;
      SCOPED_TRACE(testing::Message() << c << steps.router << steps.link << steps.reaction);
      expect_taps(c.lengths, uniform(Tree(c.parents), steps));
    });
}

TEST(LatencyOfTrees, TapsKeepTheClosedFormOnRandomPathsOfUnequalLinks) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const std::vector<Flits> lengths = random_path_lengths(seed);
    const Tree path(path_parents(static_cast<Node>(lengths.size())));
    SCOPED_TRACE(testing::Message() << "seed " << seed << testing::PrintToString(lengths));
    ASSERT_NO_FATAL_FAILURE(expect_taps(lengths, random_latency(path, seed, Links::kOfTheirOwn)));
  }
}

Step tap_with(const std::vector<Flits>& lengths, const Uniform& steps) {
  const Tree path(path_parents(static_cast<Node>(lengths.size())));
  const TreeLatency latency = uniform(path, steps);
  return run_on(path, make_shoulder_tap(lengths, EndMark::kAbsent, Ports::kSingle, {}, latency),
                Ports::kSingle, latency)
      .finish;
}

// The golden values are those of another model of the same specification.
TEST(LatencyOfTrees, GivesTheValuesOfAnotherModel) {
  constexpr Uniform kSteps[] = {{1, 1, 1}, {2, 1, 2}, {1, 2, 1}, {3, 2, 3}};
  constexpr Step kScatter[] = {14, 14, 15, 17};
  constexpr Step kScatterWide[] = {7, 8, 9, 13};
  constexpr Step kTaps[] = {11, 19, 20, 38};
  constexpr Step kPath[] = {21, 39, 40, 78};
  constexpr Step kSync[] = {9, 14, 15, 25};
  constexpr Step kSlots[] = {27, 37, 38, 60};
  constexpr Step kWide[] = {16, 27, 28, 50};
  const std::vector<Flits> path_lengths{0, 2, 3, 0, 2, 1};
  const Tree binary(complete_parents(2, 3));
  std::vector<Flits> ones(15, 1);
  ones[0] = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    SCOPED_TRACE(i);
    const TreeLatency latency = uniform(binary, kSteps[i]);
    EXPECT_EQ(
        run_on(binary, make_scatter(binary, ones, farthest_first_order(binary, ones, latency)),
               Ports::kSingle, latency)
            .finish,
        kScatter[i]);
    EXPECT_EQ(
        run_on(binary, make_scatter_multiport(binary, ones, {}, latency), Ports::kMulti, latency)
            .finish,
        kScatterWide[i]);
    EXPECT_EQ(tap_with(path_lengths, kSteps[i]), kTaps[i]);
    EXPECT_EQ(run_variant({path_parents(6), path_lengths}, sequential(LagRule::kPaper),
                          uniform(Tree(path_parents(6)), kSteps[i]))
                  .finish,
              kPath[i]);
    CertificationVariant slots;
    const Case c{complete_parents(2, 3), ones};
    const Record run = run_variant(c, slots, latency);
    EXPECT_EQ(last_certificate(run, latency), kSync[i]);
    EXPECT_EQ(run.finish, kSlots[i]);
    EXPECT_EQ(run_variant(c, multiport(LagRule::kTight), latency).finish, kWide[i]);
  }
}

class LatencyOfVariants : public ::testing::TestWithParam<CertificationVariant> {};

TEST_P(LatencyOfVariants, KeepEveryPromiseOnEveryTreeOfUpToFourPes) {
  for (const Uniform& steps : kUniform)
    for_every_case(4, 2, [&](const Case& c) {
      if (HasFatalFailure()) return;
      SCOPED_TRACE(testing::Message() << c << steps.router << steps.link << steps.reaction);
      expect_sound_gather(c, GetParam(), uniform(Tree(c.parents), steps));
    });
}

TEST_P(LatencyOfVariants, KeepEveryPromiseOnRandomTreesOfUnequalLinks) {
  const bool must_mirror = GetParam().ports == Ports::kSingle && GetParam().sync == Sync::kMirror;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Case c = random_case(seed);
    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << c);
    ASSERT_NO_FATAL_FAILURE(expect_sound_gather(
        c, GetParam(),
        random_latency(Tree(c.parents), seed,
                       must_mirror || seed % 3 == 0 ? Links::kAlike : Links::kOfTheirOwn)));
  }
}

INSTANTIATE_TEST_SUITE_P(Of, LatencyOfVariants, ::testing::ValuesIn(all_variants()),
                         [](const auto& variant) { return name_of(variant.param); });

TEST(LatencyOfTrees, NothingIsMirroredOverLinksOrBetweenPesThatDiffer) {
  const Tree tree({kNoNode, 0, 1});
  CertificationVariant variant;
  variant.sync = Sync::kMirror;
  TreeLatency latency = TreeLatency::uniform(3, 1, 2, 1);
  latency.up[2] = 3;
  EXPECT_EQ(obstacle_to_mirror(tree, latency), "needs links that take as long up as down");
  EXPECT_THROW(make_certification(tree, {0, 1, 1}, variant, latency), std::invalid_argument);
  latency = TreeLatency::uniform(3, 1, 2, 1);
  latency.reaction[1] = 2;
  EXPECT_EQ(obstacle_to_mirror(tree, latency), "needs PEs that all have one reaction");
  EXPECT_THROW(make_certification(tree, {0, 1, 1}, variant, latency), std::invalid_argument);
}

TEST(LatencyOfTrees, ThePapersSentencesHaveNone) {
  CertificationVariant variant;
  variant.rule = LagRule::kPrinted;
  EXPECT_THROW(
      make_certification(Tree({kNoNode, 0}), {0, 1}, variant, TreeLatency::uniform(2, 1, 2, 1)),
      std::invalid_argument);
}

}  // namespace
}  // namespace flitwise::protocols::test::latency_test
