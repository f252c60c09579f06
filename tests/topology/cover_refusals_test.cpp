// Covers that do not exist, and the words in which they are refused.
#include <gtest/gtest.h>

#include <string>

#include "systemc/topology/cover/cover_shapes.h"
#include "tests/support/refusal.h"

namespace flitwise::cover_refusals_test {
namespace {

using test::refusal_of;

TEST(Covers, RefuseARootOutsideTheGrid) {
  EXPECT_EQ(refusal_of<TopologyError>([] { return mesh_cover(3, 4, 3, 0); }),
            "the root's row must be from 0 to 2, got 3");
  EXPECT_EQ(refusal_of<TopologyError>([] { return torus_cover_joint(3, 4, 0, -1); }),
            "the root's column must be from 0 to 3, got -1");
  EXPECT_EQ(refusal_of<TopologyError>([] { return torus_cover_spanning(3, 4, 0, 4); }),
            "the root's column must be from 0 to 3, got 4");
  EXPECT_EQ(refusal_of<TopologyError>([] { return mesh_cover_shared(3, 4, 3, 0); }),
            "the root's row must be from 0 to 2, got 3");
  EXPECT_EQ(refusal_of<TopologyError>([] { return mesh_cover_shared(1, 1); }),
            "a cover needs at least one tree");
}

TEST(Covers, RefuseTwoSpanningTreesOfARing) {
  const std::string refusal = "a torus 1 x 5 has 5 links, two spanning trees need 8";

  EXPECT_EQ(refusal_of<TopologyError>([] { return torus_cover_spanning(1, 5); }), refusal);
  EXPECT_EQ(refusal_of<TopologyError>([] { return torus_cover_spanning_short(1, 5); }), refusal);
}

TEST(Covers, RefuseTwoSpanningTreesOfTwoRows) {
  EXPECT_EQ(refusal_of<TopologyError>([] { return torus_cover_spanning(2, 5); }),
            "a torus 2 x 5 has 15 links, two spanning trees need 18");
  EXPECT_EQ(refusal_of<TopologyError>([] { return torus_cover_spanning_short(3, 2); }),
            "a torus 3 x 2 has 9 links, two spanning trees need 10");
}

TEST(Covers, RefuseGridsThatDoNotExist) {
  const std::string rule =
      "a torus needs at least 3 rows and 3 columns, or its links would be double, got ";

  EXPECT_EQ(refusal_of<TopologyError>([] { return torus_cover_spanning(2, 2); }), rule + "2 x 2");
  EXPECT_EQ(refusal_of<TopologyError>([] { return torus_cover_spanning(0, 5); }), rule + "0 x 5");
  EXPECT_EQ(refusal_of<TopologyError>([] { return torus_cover_joint(2, 5); }), rule + "2 x 5");
  EXPECT_EQ(refusal_of<TopologyError>([] { return torus_cover_shared(2, 5); }), rule + "2 x 5");
  EXPECT_EQ(refusal_of<TopologyError>([] { return mesh_cover(0, 5); }),
            "a mesh needs at least 1 row and 1 column, got 0 x 5");
}

}  // namespace
}  // namespace flitwise::cover_refusals_test
