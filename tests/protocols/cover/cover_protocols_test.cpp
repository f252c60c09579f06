#include "systemc/protocols/cover/cover_protocols.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "systemc/protocols/cover/timetable.h"
#include "systemc/topology/cover/cover_shapes.h"
#include "tests/protocols/one_pe.h"
#include "tests/protocols/tree/variants.h"
#include "tests/support/refusal.h"

namespace flitwise::protocols::test {
namespace {

using flitwise::test::refusal_of;

// Root 0 of a 2 x 2 mesh: tree 0 is 0-1-3, tree 1 is 0-2-3.
const Cover& square() {
  static const Cover cover = mesh_cover(2, 2);
  return cover;
}

TEST(CoverProtocols, SendEachMessageOnItsTree) {
  const Protocols all = make_cover_scatter(square(), {0, 2, 1, 4}, {kNoTree, 0, 1, 1});
  ASSERT_EQ(all.size(), 4U);
  const std::vector<Transmission> sent = feed(*all[0], {});

  ASSERT_EQ(sent.size(), 3U);
  EXPECT_EQ(sent[0].message, 1);
  EXPECT_EQ(sent[0].tree, 0);
  EXPECT_EQ(sent[1].message, 3);  // farthest first
  EXPECT_EQ(sent[1].tree, 1);
  EXPECT_EQ(sent[1].via, 2);
  EXPECT_EQ(sent[2].message, 2);
  EXPECT_EQ(sent[2].after, 5);
}

TEST(CoverProtocols, CallOnAllTreesAtOnce) {
  const Protocols all = make_cover_certification(square(), {0, 1, 1, 1}, {kNoTree, 0, 1, 1},
                                                 multiport(LagRule::kPos));
  const std::vector<Transmission> sent = feed(*all[0], {});

  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0].destination, 1);
  EXPECT_EQ(sent[1].destination, 2);
  EXPECT_EQ(sent[1].tree, 1);
  EXPECT_EQ(sent[1].after, 1);
}

// Root 4 of a 3 x 3 mesh, a tree for each of its links.
TEST(CoverProtocols, TimeMessagesWhereTreesShareLinks) {
  const Cover cover = mesh_cover_shared(3, 3, 1, 1);
  // 0 and 3 both by the north, 6 by the west: 3's way 4-1-0-3 has a link in common with that to 0.
  const std::vector<Flits> lengths{2, 0, 0, 3, 0, 0, 0, 0, 0};
  const Protocols all = make_cover_scatter(cover, lengths, {0, 0, 0, 0, kNoTree, 1, 1, 1, 1});
  const std::vector<Transmission> sent = feed(*all[4], {});

  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0].message, 3);  // farthest first
  EXPECT_EQ(sent[0].via, 1);
  EXPECT_EQ(sent[0].after, 1);
  EXPECT_EQ(sent[1].message, 0);
  EXPECT_EQ(sent[1].after, 4);
}

TEST(CoverProtocols, LetAMessageWaitForTheOneThatComesAnotherWay) {
  // To 2 by the north, 4-1-2, and to 5 by the west, 4-3-0-1-2-5: both on 1-2, the latter in steps 4
  // and 5. From step 3 on the first would be there in step 4.
  const Cover cover = mesh_cover_shared(3, 3, 1, 1);
  const std::vector<Flits> lengths{0, 0, 3, 0, 0, 2, 0, 0, 0};
  const Allocation allocation{2, 0, 0, 2, kNoTree, 2, 2, 2, 2};

  EXPECT_EQ(starts_on_shared_links(cover, lengths, allocation),
            (std::vector<Step>{0, 0, 5, 0, 0, 1, 0, 0, 0}));
}

TEST(CoverProtocols, RefuseASetupCostWhereTreesShareLinks) {
  EXPECT_EQ(
      refusal_of([] {
        make_cover_scatter(mesh_cover_shared(2, 2), {0, 1, 1, 1}, {kNoTree, 0, 1, 1}, Pace{1, 1});
      }),
      "shared links are timed by the flit");
}

TEST(CoverProtocols, RefuseCertificationWhereTreesShareLinks) {
  EXPECT_EQ(refusal_of([] {
              make_cover_certification(mesh_cover_shared(2, 2), {0, 1, 1, 1}, {kNoTree, 0, 1, 1},
                                       multiport(LagRule::kPos));
            }),
            "certification needs trees that share no link");
}

TEST(CoverProtocols, RefuseASinglePort) {
  EXPECT_EQ(refusal_of([] {
              make_cover_certification(square(), {0, 1, 1, 1}, {kNoTree, 0, 1, 1},
                                       sequential(LagRule::kPos));
            }),
            "the trees of a cover need a port per link");
}

TEST(CoverProtocols, RefuseAnAllocationThatDoesNotFit) {
  EXPECT_EQ(refusal_of([] {
              make_cover_scatter(square(), {0, 1, 1, 1}, {kNoTree, 0, 1});
            }),
            "the allocation must have one entry per node");
  for (const TreeIndex t : {kNoTree, TreeIndex{2}})
    EXPECT_EQ(refusal_of([t] {
                make_cover_scatter(square(), {0, 1, 1, 1}, {kNoTree, 0, 1, t});
              }),
              "no tree carries the message of node 3");
  EXPECT_EQ(refusal_of([] {
              make_cover_scatter(square(), {0, 1, 1, 1}, {kNoTree, 1, 1, 1});
            }),
            "node 1 is not in the tree of its message");
}

TEST(CoverProtocols, RefuseLengthsThatDoNotFit) {
  EXPECT_THROW(make_cover_scatter(square(), {1, 1, 1, 1}, {kNoTree, 0, 1, 1}),
               std::invalid_argument);
}

}  // namespace
}  // namespace flitwise::protocols::test
