// Schedules that are no readable text, files of PEs, and what schedules say when they are read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "sim/import/formats/msccl_buffers.h"
#include "sim/import/formats/schedule_file.h"
#include "tests/sim/import/mistakes.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

TEST(ScheduleFile, ThatIsNotThereIsRefused) {
  for (const ScheduleFormat format : {ScheduleFormat::kGoal, ScheduleFormat::kMsccl,
                                      ScheduleFormat::kTeccl, ScheduleFormat::kForestColl}) {
    try {
      read_schedule("no/such.file", format, {});
      FAIL() << "is read";
    } catch (const ConfigError& error) {
      EXPECT_EQ(error.rule(), "cannot be read: No such file or directory");
    }
  }
}

TEST(ScheduleFile, IsNeitherADirectoryNorAPipe) {
  const test::TemporaryDirectory directory;
  const std::string pipe = directory.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& [path, what] :
       {std::pair{directory.path(), "directory"}, std::pair{pipe, "pipe"}})
    for (const ScheduleFormat format : {ScheduleFormat::kGoal, ScheduleFormat::kMsccl,
                                        ScheduleFormat::kTeccl, ScheduleFormat::kForestColl}) {
      try {
        read_schedule(path, format, {});
        ADD_FAILURE() << "is read";
      } catch (const ConfigError& error) {
        EXPECT_EQ(error.rule(), std::string("is a ") + what + ", not a schedule file");
      }
    }
  EXPECT_THROW(read_rank_map(pipe), ConfigError);
}

TEST(ScheduleFile, IsText) {
  EXPECT_EQ(test::message_of("num_ranks 2\x01\n", ScheduleFormat::kGoal),
            " error: must be UTF-8 text: line 1 holds the byte 0x01");
}

TEST(RankMap, HoldsNumbersOnly) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("map"), "# the PEs\n0 2 # of two ranks\n  1\n");
  EXPECT_EQ(read_rank_map(directory.path("map")), (std::vector<Node>{0, 2, 1}));

  test::write_text(directory.path("map"), "0\n 1 two\n");
  try {
    read_rank_map(directory.path("map"));
    FAIL() << "is read";
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()),
              directory.path("map") + ":2:4: error: 'two' must be the number of a PE");
  }
}

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Collective sample(const std::string& name, ScheduleFormat format, const ScheduleUnits& units = {}) {
  return read_schedule(std::string(FLITWISE_TEST_DATA "/import/") + name, format, units);
}

TEST(Goal, HasMessagesOfAsManyFlitsAsTheirBytesFill) {
  ScheduleUnits units;
  units.flit_bytes = 3;
  const Collective scatter = sample("scatter.goal", ScheduleFormat::kGoal, units);

  ASSERT_THAT(scatter.transfers, SizeIs(3));
  for (const CollectiveTransfer& transfer : scatter.transfers) EXPECT_EQ(transfer.flits, 6);
  EXPECT_EQ(scatter.programs[0][1].after[0].op, 0U);
  EXPECT_THAT(scatter.demands, IsEmpty());
}

TEST(Goal, HasSemicolonsProcessorsAndComments) {
  const Collective gather = sample("gather.goal", ScheduleFormat::kGoal);

  ASSERT_THAT(gather.programs[3], SizeIs(2));
  EXPECT_EQ(gather.programs[3][0].steps, 2);
  EXPECT_EQ(gather.programs[3][1].name, "go (line 15)");
  EXPECT_EQ(gather.transfers[2].from, 3);
}

TEST(Goal, TellsBeginningFromEnd) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("f"),
                   "num_ranks 1\nrank 0 { a: calc 4; b: calc 5 cpu 3; b irequires a }\n");
  const Collective one = read_schedule(directory.path("f"), ScheduleFormat::kGoal, {});

  ASSERT_THAT(one.programs[0], SizeIs(2));
  EXPECT_TRUE(one.programs[0][1].after[0].on_start);
  EXPECT_EQ(one.programs[0][1].processor, 3);
}

TEST(Goal, MatchesMessagesOfOneTagInTheirOrder) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("f"),
                   "num_ranks 2\nrank 0 {\nsend 8b to 1\nsend 80b to 1\n}\n"
                   "rank 1 {\nrecv 8b from 0\nrecv 80b from 0\n}\n");
  const Collective two = read_schedule(directory.path("f"), ScheduleFormat::kGoal, {});

  for (std::size_t op : {0U, 1U})
    EXPECT_EQ(two.programs[0][op].transfer, two.programs[1][op].transfer);
  EXPECT_EQ(two.transfers[1].flits, 10);
}

TEST(Msccl, PutsTheInputOfAnAllgatherInPlaceOfItsOutput) {
  const Collective ring = sample("allgather_ring.xml", ScheduleFormat::kMsccl);

  EXPECT_EQ(ring.name, "ring");
  EXPECT_EQ(ring.operation, "allgather");
  EXPECT_THAT(ring.transfers, SizeIs(12));
  EXPECT_THAT(ring.demands, SizeIs(16));
  // One input cell that is not used, then the output.
  EXPECT_THAT(ring.memory[2],
              ElementsAre(IsEmpty(), IsEmpty(), IsEmpty(), CellContent{{2, 0}}, IsEmpty()));
}

TEST(Msccl, ReducesOnTheWayWithoutStoring) {
  const Collective ring = sample("allreduce_ring.xml", ScheduleFormat::kMsccl);

  // s, rrs, rrs, rrcs, rcs, rcs, r: what receives and sends is two operations.
  EXPECT_THAT(ring.programs[0], SizeIs(12));
  const RankOp& passing = ring.programs[0][1];
  EXPECT_EQ(passing.operands, (std::vector<Cell>{3}));
  EXPECT_EQ(passing.writes, (std::vector<Cell>{4}));  // beside the 4 chunks
  EXPECT_EQ(ring.demands[0].content, (CellContent{{0, 0}, {1, 0}, {2, 0}, {3, 0}}));
}

// ForestColl writes in-place reductions with an output only.
TEST(Msccl, ReducesInPlaceInEitherBuffer) {
  std::string text = test::read_text(FLITWISE_TEST_DATA "/import/allreduce_ring.xml");
  for (const auto& [input, output] :
       {std::pair{"i_chunks=\"4\" o_chunks=\"0\"", "i_chunks=\"0\" o_chunks=\"4\""},
        std::pair{"buf=\"i\"", "buf=\"o\""}})
    for (std::size_t at = text.find(input); at != std::string::npos; at = text.find(input, at))
      text.replace(at, std::string(input).size(), output);
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("f"), text);
  const Collective ring = sample("allreduce_ring.xml", ScheduleFormat::kMsccl);
  const Collective other = read_schedule(directory.path("f"), ScheduleFormat::kMsccl, {});

  EXPECT_EQ(other.memory, ring.memory);
  ASSERT_EQ(other.demands.size(), ring.demands.size());
  for (std::size_t i = 0; i < ring.demands.size(); ++i) {
    EXPECT_EQ(other.demands[i].cell, ring.demands[i].cell);
    EXPECT_EQ(other.demands[i].content, ring.demands[i].content);
  }
  for (std::size_t op = 0; op < ring.programs[0].size(); ++op) {
    EXPECT_EQ(other.programs[0][op].reads, ring.programs[0][op].reads);
    EXPECT_EQ(other.programs[0][op].writes, ring.programs[0][op].writes);
  }
}

TEST(Msccl, KnowsACollectiveInPlaceByEitherBuffer) {
  for (const MscclCollective kind : {MscclCollective::kAlltoall, MscclCollective::kAllreduce,
                                     MscclCollective::kReduce, MscclCollective::kBroadcast}) {
    MscclAlgorithm algorithm;
    algorithm.collective = kind;
    algorithm.in_place = true;
    algorithm.ranks = 2;
    const MscclMemory in_input(algorithm, 0, {4, 0, 1});
    const MscclMemory in_output(algorithm, 0, {0, 4, 1});
    EXPECT_EQ(in_output.share(), in_input.share());
    EXPECT_EQ(in_output.initial(), in_input.initial());
    ASSERT_EQ(in_output.demands().size(), in_input.demands().size());
    EXPECT_EQ(in_output.cell('o', 3), in_input.cell('i', 3));
    EXPECT_EQ(in_output.cell('s', 0), in_input.cell('s', 0));
    EXPECT_EQ(in_output.name(2), "o[2]");
  }
}

TEST(Msccl, HasChunksOfSeveralFlits) {
  ScheduleUnits units;
  units.chunk_flits = 5;
  EXPECT_EQ(sample("gather.xml", ScheduleFormat::kMsccl, units).transfers[0].flits, 5);
}

TEST(Msccl, SaysThatACustomCollectiveIsNotChecked) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("f"),
                   "<algo ngpus=\"1\" nchunksperloop=\"1\" coll=\"custom\"><gpu id=\"0\" "
                   "i_chunks=\"1\" o_chunks=\"1\" s_chunks=\"0\"/></algo>");
  const Collective custom = read_schedule(directory.path("f"), ScheduleFormat::kMsccl, {});
  EXPECT_THAT(custom.demands, IsEmpty());
  EXPECT_THAT(custom.notes, SizeIs(1));
}

TEST(Teccl, NumbersTheNodesThatAreNoSwitches) {
  const Collective gather = sample("gather.json", ScheduleFormat::kTeccl);

  EXPECT_EQ(gather.ranks(), 4);
  EXPECT_THAT(gather.demands, SizeIs(3));
  EXPECT_EQ(gather.demands[0].rank, 0);
  EXPECT_THAT(gather.notes,
              ElementsAre("the switches that flows name are not followed: the network has its own "
                          "ways",
                          "ranks 0 to 3 are the file's nodes 1, 2, 3, 4"));
}

TEST(Teccl, WantsEverythingEverywhereOfAnAllgather) {
  const Collective ring = sample("allgather_ring.json", ScheduleFormat::kTeccl);
  EXPECT_THAT(ring.demands, SizeIs(16));
  EXPECT_THAT(ring.notes, IsEmpty());
}

// Ranks 1 and 2 give nothing here, and the demand in the file is one of 9.
TEST(Teccl, WantsOfAnAllgatherAlsoWhatNoFlowNames) {
  const test::TemporaryDirectory directory;
  for (const char* more : {"",
                           ", \"8-Chunk paths\": {\"Demand at 1 for chunk 0 from 0 met by "
                           "epoch 0\": []}"}) {
    test::write_text(directory.path("f"),
                     "{\"2-Collective\": \"ALLGATHER\", \"7-Flows\": [\"Chunk 0 from 0 traveled "
                     "over 0->1 in epoch 0\", \"Chunk 0 from 0 traveled over 1->2 in epoch 1\"]" +
                         std::string(more) + "}");
    const Collective part = read_schedule(directory.path("f"), ScheduleFormat::kTeccl, {});
    EXPECT_THAT(part.demands, SizeIs(9));
  }
}

TEST(Teccl, HasTheCollectivesThatItsDemandsFit) {
  for (const char* name : {"scatter", "gather", "alltoall"})
    EXPECT_EQ(sample(std::string(name) + ".json", ScheduleFormat::kTeccl).operation, name);
}

TEST(Teccl, LetsFlowsWaitForTheirEpochIfAsked) {
  ScheduleUnits units;
  units.epoch_steps = 7;
  const Collective ring = sample("allgather_ring.json", ScheduleFormat::kTeccl, units);
  Step latest = 0;
  for (const RankOp& op : ring.programs[0]) latest = std::max(latest, op.steps);
  EXPECT_EQ(latest, 14);
}

TEST(Teccl, SaysThatNothingIsDemanded) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("f"),
                   "{\"6-Flows\": [\"Chunk 3 from 0 traveled over 0->1 with volume 1.0 in epoch "
                   "0 via switches 4 -> 5, 6\"], \"Solver_Time\": 1.5}");
  const Collective one = read_schedule(directory.path("f"), ScheduleFormat::kTeccl, {});
  EXPECT_EQ(one.notes.front(),
            "the file states no demand: deliveries are checked, contents are not");
}

}  // namespace

}  // namespace flitwise
