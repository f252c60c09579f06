#include "systemc/topology/tree/tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/refusal.h"

namespace flitwise {
namespace {

std::string refusal_of(const std::vector<Node>& parents) {
  return flitwise::test::refusal_of<TopologyError>([&] { const Tree tree(parents); });
}

/// Tree whose PEs are numbered in no particular way.
std::vector<Node> shuffled_parents(Node pes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::vector<Node> parents = random_parents(pes, RandomShape::kUniform, pes, seed);
  std::vector<Node> name(parents.size());
  for (std::size_t v = 0; v < name.size(); ++v) name[v] = static_cast<Node>(v);
  std::shuffle(name.begin() + 1, name.end(), random);
  std::vector<Node> renamed(parents.size(), kNoNode);
  for (std::size_t v = 1; v < parents.size(); ++v)
    renamed[static_cast<std::size_t>(name[v])] = name[static_cast<std::size_t>(parents[v])];
  return renamed;
}

bool is_above(const Tree& tree, Node ancestor, Node v) {
  while (v != kNoNode && v != ancestor) v = tree.parent(v);
  return v == ancestor;
}

TEST(Tree, RefusesNoPes) { EXPECT_EQ(refusal_of({}), "a tree needs at least one PE"); }

TEST(Tree, RefusesAParentOfTheRoot) {
  EXPECT_EQ(refusal_of({0}), "parents[0] must be -1, because PE 0 is the root, got 0");
  EXPECT_EQ(refusal_of({1, 0}), "parents[0] must be -1, because PE 0 is the root, got 1");
  EXPECT_EQ(refusal_of({-2, 0}), "parents[0] must be -1, because PE 0 is the root, got -2");
}

TEST(Tree, RefusesASecondRoot) {
  EXPECT_EQ(refusal_of({-1, 0, -1}), "parents[2] must be a PE from 0 to 2, got -1");
}

TEST(Tree, RefusesAParentThatDoesNotExist) {
  EXPECT_EQ(refusal_of({-1, 3, 0}), "parents[1] must be a PE from 0 to 2, got 3");
  EXPECT_EQ(refusal_of({-1, 0, -7}), "parents[2] must be a PE from 0 to 2, got -7");
}

TEST(Tree, RefusesAPeThatIsItsOwnParent) {
  EXPECT_EQ(refusal_of({-1, 1}), "PE 1 is not connected to the root: its parents form a cycle");
}

TEST(Tree, RefusesACycleAwayFromTheRoot) {
  EXPECT_EQ(refusal_of({-1, 0, 4, 2, 3}),
            "PE 2 is not connected to the root: its parents form a cycle");
}

TEST(Tree, KnowsItsShape) {
  const Tree tree({-1, 0, 0, 1, 1, 4});

  EXPECT_EQ(tree.size(), 6);
  EXPECT_EQ(tree.height(), 3);
  EXPECT_EQ(tree.max_child_count(), 2);
  EXPECT_EQ(tree.children(1), (std::vector<Node>{3, 4}));
  EXPECT_EQ(tree.child_count(4), 1);
  EXPECT_EQ(tree.child_count(5), 0);
  EXPECT_EQ(tree.parent(5), 4);
}

TEST(Tree, OfOnePeIsOnlyARoot) {
  const Tree tree({-1});

  EXPECT_EQ(tree.size(), 1);
  EXPECT_EQ(tree.height(), 0);
  EXPECT_EQ(tree.max_child_count(), 0);
  EXPECT_EQ(tree.subtree_end(0), 1);
}

TEST(Tree, NumbersAddressesDepthFirstWithChildrenByIndex) {
  const Tree tree({-1, 0, 0, 1, 1, 4});

  EXPECT_EQ(tree.depth_first(), (std::vector<Node>{0, 1, 3, 4, 5, 2}));
  EXPECT_EQ(tree.address(2), 5);
  EXPECT_EQ(tree.subtree_end(1), 5);
}

TEST(Tree, ParentsMayHaveLargerNumbersThanTheirChildren) {
  const Tree tree({-1, 3, 1, 0});

  EXPECT_EQ(tree.depth(2), 3);
  EXPECT_EQ(tree.depth_first(), (std::vector<Node>{0, 3, 1, 2}));
}

TEST(Tree, SubtreesAreExactlyTheIntervalsOfAddresses) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Tree tree(shuffled_parents(static_cast<Node>(1 + seed % 40), seed));
    for (Node a = 0; a < tree.size(); ++a) {
      for (Node v = 0; v < tree.size(); ++v) {
        const bool inside =
            tree.address(a) <= tree.address(v) && tree.address(v) < tree.subtree_end(a);
        ASSERT_EQ(inside, is_above(tree, a, v)) << "seed " << seed << ' ' << a << ' ' << v;
      }
    }
  }
}

/// What a vector of parents of PEs 1 to n-1 says, by climbing: nobody's depth if there is a circle.
std::vector<Node> climbed_depths(const std::vector<Node>& parents) {
  std::vector<Node> depths;
  for (std::size_t v = 0; v < parents.size(); ++v) {
    Node depth = 0;
    for (Node at = static_cast<Node>(v); at != 0; at = parents[static_cast<std::size_t>(at)])
      if (++depth > static_cast<Node>(parents.size())) return {};
    depths.push_back(depth);
  }
  return depths;
}

/// Depth-first order by its definition: a PE, then what lies below each child in turn.
void list_depth_first(const std::vector<Node>& parents, Node v, std::vector<Node>& order) {
  order.push_back(v);
  for (Node child = 1; child < static_cast<Node>(parents.size()); ++child)
    if (parents[static_cast<std::size_t>(child)] == v) list_depth_first(parents, child, order);
}

void expect_what_parents_say(const std::vector<Node>& parents) {
  const std::vector<Node> depths = climbed_depths(parents);
  if (depths.empty()) {
    ASSERT_THROW(Tree{parents}, TopologyError) << testing::PrintToString(parents);
    return;
  }
  const Tree tree(parents);
  SCOPED_TRACE(testing::PrintToString(parents));
  std::vector<Node> order;
  list_depth_first(parents, 0, order);
  ASSERT_EQ(tree.depth_first(), order);
  ASSERT_EQ(tree.height(), *std::max_element(depths.begin(), depths.end()));
  std::size_t most_children = 0;
  for (Node v = 0; v < tree.size(); ++v) {
    const auto place = std::find(order.begin(), order.end(), v) - order.begin();
    ASSERT_EQ(tree.depth(v), depths[static_cast<std::size_t>(v)]);
    ASSERT_EQ(tree.parent(v), parents[static_cast<std::size_t>(v)]);
    ASSERT_EQ(tree.address(v), place);
    ASSERT_EQ(tree.node_at(static_cast<Node>(place)), v);
    std::vector<Node> children;
    std::vector<Node> below;
    list_depth_first(parents, v, below);
    for (Node w = 1; w < tree.size(); ++w)
      if (parents[static_cast<std::size_t>(w)] == v) children.push_back(w);
    ASSERT_EQ(tree.children(v), children);
    ASSERT_EQ(tree.child_count(v), static_cast<Node>(children.size()));
    ASSERT_EQ(tree.subtree_end(v), place + static_cast<std::ptrdiff_t>(below.size()));
    most_children = std::max(most_children, children.size());
  }
  ASSERT_EQ(tree.max_child_count(), static_cast<Node>(most_children));
}

// Formulas, protocols and routers all take children, depths and addresses from here.
TEST(Tree, IsWhatItsParentsSayForAllOfUpToSixPes) {
  for (Node pes = 1; pes <= 6; ++pes) {
    std::vector<Node> parents(static_cast<std::size_t>(pes), 0);
    parents[0] = kNoNode;
    for (std::size_t v = 1;;) {  // counts through all, the first digit fastest
      expect_what_parents_say(parents);
      if (HasFatalFailure()) return;
      for (v = 1; v < parents.size() && ++parents[v] == pes; ++v) parents[v] = 0;
      if (v == parents.size()) break;
    }
  }
}

TEST(Tree, AddressesAndPesAreEachOthersInverse) {
  const Tree tree(shuffled_parents(50, 7));

  for (Node v = 0; v < tree.size(); ++v) EXPECT_EQ(tree.node_at(tree.address(v)), v);
}

TEST(Tree, DepthIsTheLengthOfThePathUp) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Tree tree(shuffled_parents(static_cast<Node>(1 + seed % 40), seed));
    Node deepest = 0;
    Node most_children = 0;
    for (Node v = 0; v < tree.size(); ++v) {
      ASSERT_EQ(static_cast<Node>(tree.path_up(v).size()), tree.depth(v) + 1) << "seed " << seed;
      deepest = std::max(deepest, tree.depth(v));
      most_children = std::max(most_children, tree.child_count(v));
    }
    ASSERT_EQ(tree.height(), deepest) << "seed " << seed;
    ASSERT_EQ(tree.max_child_count(), most_children) << "seed " << seed;
  }
}

TEST(Tree, PathUpHoldsBothEnds) {
  const Tree tree(path_parents(5));

  EXPECT_EQ(tree.path_up(4), (std::vector<Node>{4, 3, 2, 1, 0}));
  EXPECT_EQ(tree.path_up(4, 2), (std::vector<Node>{4, 3, 2}));
  EXPECT_EQ(tree.path_up(3, 3), (std::vector<Node>{3}));
}

TEST(Tree, PathUpRefusesAnEndThatIsNotAbove) {
  const Tree tree(star_parents(2));
  try {
    tree.path_up(1, 2);
    FAIL() << "accepted";
  } catch (const TopologyError& refusal) {
    EXPECT_STREQ(refusal.what(), "PE 2 is not above PE 1");
  }
}

TEST(Tree, AVeryDeepPathNeedsNoRecursion) {
  const Tree tree(path_parents(200'000));

  EXPECT_EQ(tree.height(), 199'999);
  EXPECT_EQ(tree.subtree_end(1), 200'000);
}

TEST(FlitKindName, IsTheWordOfTheEventFiles) {
  EXPECT_STREQ(name_of(FlitKind::kIdle), "idle");
  EXPECT_STREQ(name_of(FlitKind::kData), "data");
  EXPECT_STREQ(name_of(FlitKind::kEnd), "end");
  EXPECT_STREQ(name_of(FlitKind::kTap), "tap");
  EXPECT_STREQ(name_of(FlitKind::kToken), "token");
  EXPECT_STREQ(name_of(FlitKind::kCertificate), "certificate");
  EXPECT_STREQ(name_of(FlitKind::kOrder), "order");
}

TEST(LinkEvent, ComparesByStepFirstAndEveryField) {
  const LinkEvent early{1, 5, 4, FlitKind::kData, 5, 1, 0, 0};
  LinkEvent late = early;
  late.step = 2;
  late.from = 0;
  LinkEvent other_stream = early;
  other_stream.stream = 1;

  EXPECT_LT(early, late);
  EXPECT_LT(early, other_stream);
  EXPECT_FALSE(early == other_stream);
}

}  // namespace
}  // namespace flitwise
