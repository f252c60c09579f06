// ForestColl's trees: what is read of them, how they run, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "sim/import/formats/schedule_file.h"
#include "tests/sim/cli/command_line.h"
#include "tests/sim/import/mistakes.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using test::CommandLine;
using test::message_of;
using test::Mistake;
using testing::ElementsAre;
using testing::SizeIs;

Collective sample(const std::string& name) {
  ScheduleUnits units;
  units.chunk_flits = 3;
  return read_schedule(std::string(FLITWISE_TEST_DATA) + "/import/forestcoll/" + name,
                       ScheduleFormat::kForestColl, units);
}

TEST(ForestColl, IsAnAllGatherOverItsTrees) {
  const Collective ring = sample("ring.xml");
  EXPECT_EQ(ring.operation, "allgather");
  EXPECT_EQ(ring.ranks(), 4);
  EXPECT_THAT(ring.transfers, SizeIs(4 * 2 * 3));
  EXPECT_THAT(ring.demands, SizeIs(4 * 4 * 2));
  EXPECT_TRUE(ring.notes.empty());
  for (const CollectiveTransfer& transfer : ring.transfers) EXPECT_EQ(transfer.flits, 3);
  // Rank 1 sends its own chunks at once, and what comes to it when it is there.
  int at_once = 0;
  for (const RankOp& op : ring.programs[1])
    at_once += op.kind == RankOpKind::kSend && op.after.empty() ? 1 : 0;
  EXPECT_EQ(at_once, 2);
  EXPECT_EQ(ring.memory[1][2], (CellContent{{1, 0}}));
  EXPECT_EQ(ring.memory[1][3], (CellContent{{1, 1}}));
}

TEST(ForestColl, SendsEachChunkOfATreeByItselfAndPassesSwitchesOver) {
  const Collective boxes = sample("boxes.xml");
  EXPECT_EQ(boxes.ranks(), 4);
  EXPECT_THAT(boxes.transfers, SizeIs(4 * 2 * 3));
  EXPECT_THAT(boxes.notes,
              ElementsAre("the switches that ways name are not followed: the network has its own "
                          "ways",
                          "ranks 0 to 3 are the file's nodes (0, 'GPU', 0); (0, 'GPU', 1); (1, "
                          "'GPU', 0); (1, 'GPU', 1)"));
}

TEST(ForestColl, NumbersRanksByTheirNamesWhereTheseAreNumbers) {
  std::string text = test::read_text(FLITWISE_TEST_DATA "/import/forestcoll/ring.xml");
  std::replace(text.begin(), text.end(), '0', '9');
  const std::string chunks = "nchunkspernode=\"2\"";
  ASSERT_NE(text.find(chunks), std::string::npos);
  const test::TemporaryDirectory directory;
  // Index 9 in place of 0 is as good.
  test::write_text(directory.path("f"), text);
  const Collective ring = read_schedule(directory.path("f"), ScheduleFormat::kForestColl, {});
  EXPECT_EQ(ring.notes, (std::vector<std::string>{"ranks 0 to 3 are the file's nodes 1; 2; 3; 9"}));
  EXPECT_EQ(ring.demands.back().name, "chunk 1 of 9");
}

TEST_F(CommandLine, ImportsTreesByTheFirstElementOfTheFile) {
  const std::string ring = FLITWISE_TEST_DATA "/import/forestcoll/ring.xml";
  EXPECT_EQ(run({"import", ring}), 0) << error();
  EXPECT_THAT(out(), testing::HasSubstr("allgather (forestcoll): 4 ranks, 48 operations"));
  // Two flits for each of three others, over two links: three steps a chunk and hop.
  EXPECT_EQ(run({"import", ring, "--network", "{kind: torus, sides: [4, 1]}"}), 0) << error();
  EXPECT_THAT(out(), testing::HasSubstr("1 passed, 0 failed"));
  const std::string boxes = FLITWISE_TEST_DATA "/import/forestcoll/boxes.xml";
  EXPECT_EQ(run({"import", boxes, "--network", "{kind: fat-tree, leaves: 4, capacities: constant}",
                 "--chunk-flits", "2"}),
            0)
      << error();
  EXPECT_THAT(out(), testing::HasSubstr("1 passed, 0 failed"));
}

TEST_F(CommandLine, FindsTheFirstElementBehindAnyCommentAndSeesThatThereIsNone) {
  const std::string ring = test::read_text(FLITWISE_TEST_DATA "/import/forestcoll/ring.xml");
  const test::TemporaryDirectory directory;
  const std::string file = directory.path("trees.xml");
  test::write_text(file, "<!-- <algo> was " + std::string(10'000, '.') + " -->\n" + ring);
  EXPECT_EQ(run({"import", file}), 0) << error();
  EXPECT_THAT(out(), testing::HasSubstr("allgather (forestcoll): 4 ranks"));
  test::write_text(file, "\n");
  EXPECT_EQ(run({"import", file}), 2);
  EXPECT_THAT(error(), testing::HasSubstr("not XML"));
}

class ForestCollMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(ForestCollMistakes, AreRefused) {
  EXPECT_EQ(message_of(GetParam().text, ScheduleFormat::kForestColl), GetParam().message);
}

std::string algo(const std::string& trees, const std::string& attributes = "nchunkspernode=\"1\"") {
  return "<Algo " + attributes + ">\n" + trees + "</Algo>\n";
}

const std::string kTree0 =
    "<tree root=\"0\" index=\"0\" nchunks=\"1\"><send src=\"0\" dst=\"1\"/></tree>\n";
const std::string kTree1 =
    "<tree root=\"1\" index=\"0\" nchunks=\"1\"><send src=\"1\" dst=\"0\"/></tree>\n";

INSTANTIATE_TEST_SUITE_P(
    All, ForestCollMistakes,
    testing::Values(
        Mistake{"None", algo(kTree0 + kTree1), ""},
        Mistake{"OtherRoot", "<algo/>\n", "1:2: error: 'algo' a file holds one element Algo"},
        Mistake{"NoChunks", algo(kTree0, ""),
                "1:2: error: Algo: lacks the attribute nchunkspernode"},
        Mistake{"NoTree", algo(""),
                "1:2: error: Algo: holds no tree: an all-gather needs one at least"},
        Mistake{"NullChunks", algo("<tree root=\"0\" index=\"0\" nchunks=\"0\"/>"),
                "2:2: error: tree.nchunks: '0' must be a number from 1 to 1048576"},
        Mistake{
            "UnknownAttribute", algo("<tree root=\"0\" index=\"0\" nchunks=\"1\" hight=\"1\"/>"),
            "2:2: error: tree.hight: '1' unknown attribute (did you mean 'height'?); known here: "
            "root, index, nchunks, height"},
        Mistake{"NotThereYet",
                algo(kTree0 + "<tree root=\"1\" index=\"0\" nchunks=\"1\"><send src=\"0\" "
                              "dst=\"1\"/></tree>"),
                "3:39: error: send.src: '0' sends, and no earlier send of the tree comes to it"},
        Mistake{"ThereAlready",
                algo("<tree root=\"0\" index=\"0\" nchunks=\"1\"><send src=\"0\" dst=\"1\"/>"
                     "<send src=\"1\" dst=\"0\"/></tree>"),
                "2:62: error: send.dst: '0' has the tree's chunks already"},
        Mistake{"NotEverywhere",
                algo(kTree0 + kTree1 + "<tree root=\"2\" index=\"0\" nchunks=\"1\"/>"),
                "2:2: error: tree: does not come to node 2"},
        Mistake{"TwiceTheIndex", algo(kTree0 + kTree1 + kTree1, "nchunkspernode=\"2\""),
                "4:2: error: tree.index: '0' is that of another tree of the same root"},
        Mistake{"OtherShare", algo(kTree0 + kTree1, "nchunkspernode=\"2\""),
                "1:2: error: Algo.nchunkspernode: '2' must be the chunks of every node's trees; "
                "those of node 0 have 1"},
        Mistake{"NoRoot", algo(kTree0),
                "1:2: error: Algo.nchunkspernode: '1' must be the chunks of every node's trees; "
                "those of node 1 have 0"},
        Mistake{"OtherHeight",
                algo("<tree root=\"0\" index=\"0\" nchunks=\"1\" height=\"2\"><send src=\"0\" "
                     "dst=\"1\"/></tree>" +
                     kTree1),
                "2:2: error: tree.height: '2' must be 1, by its sends"},
        Mistake{"OtherWay",
                algo("<tree root=\"0\" index=\"0\" nchunks=\"1\"><send src=\"0\" dst=\"1\" "
                     "path=\"0,(1, 2)\"/></tree>" +
                     kTree1),
                "2:39: error: send.path: '0,(1, 2)' must lead from 0 to 1"},
        Mistake{"ThroughARank",
                algo("<tree root=\"0\" index=\"0\" nchunks=\"1\"><send src=\"0\" dst=\"1\" "
                     "path=\"0,1,1\"/></tree>" +
                     kTree1),
                "2:39: error: send.path: '0,1,1' goes through 1, which is no switch: it is an end "
                "of sends"},
        Mistake{"TooMany", algo(kTree0 + kTree1, "nchunkspernode=\"1048577\""),
                "1:2: error: Algo.nchunkspernode: '1048577' must be a number from 1 to 1048576"}),
    [](const auto& mistake) { return mistake.param.name; });

}  // namespace
}  // namespace flitwise
