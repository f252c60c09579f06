// Schedules that are no readable text, and files of PEs.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "sim/import/formats/schedule_file.h"
#include "tests/sim/import/mistakes.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

TEST(ScheduleFile, ThatIsNotThereIsRefused) {
  for (const ScheduleFormat format :
       {ScheduleFormat::kGoal, ScheduleFormat::kMsccl, ScheduleFormat::kTeccl}) {
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
    for (const ScheduleFormat format :
         {ScheduleFormat::kGoal, ScheduleFormat::kMsccl, ScheduleFormat::kTeccl}) {
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

}  // namespace
}  // namespace flitwise
