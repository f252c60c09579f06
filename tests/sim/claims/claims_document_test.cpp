// All claims, and the committed document against what the command writes.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "tests/sim/support.h"

namespace flitwise {
namespace {

TEST(ClaimsDocument, IsWhatTheCommandWrites) {
  const test::TemporaryDirectory directory;
  const std::string line = std::string(FLITWISE_COMMAND " claims --markdown ") +
                           directory.path("claims.md") + " > " + directory.path("out") + " 2>&1";

  const int status = std::system(line.c_str());

  ASSERT_TRUE(WIFEXITED(status));
  ASSERT_EQ(WEXITSTATUS(status), 0) << test::read_text(directory.path("out"));
  EXPECT_EQ(test::read_text(directory.path("claims.md")),
            test::read_text(FLITWISE_SOURCE_DIR "/docs/claims.md"))
      << "make claims writes it anew";
}

}  // namespace
}  // namespace flitwise
