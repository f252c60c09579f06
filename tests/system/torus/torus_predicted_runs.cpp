#include "tests/system/torus/torus_predicted_runs.h"

#include <gtest/gtest.h>

#include "tests/system/torus/torus_runs.h"

namespace flitwise::testing_support {

void expect_as_predicted(const std::vector<int>& sides, const std::string& scheme) {
  const Result planned = expect_pass(broadcast_text(sides, scheme, 1, "barrier: true"));
  EXPECT_EQ(planned.predicted.finish, planned.measured.finish);
  EXPECT_EQ(planned.predicted.find("steps"), planned.measured.find("steps"));
  EXPECT_TRUE(check_of(planned, "events").ok || scheme == "packet-tree");

  const Result free = expect_pass(broadcast_text(sides, scheme, 1, "barrier: false"));
  if (scheme == "peel" || scheme == "packet-tree") {
    EXPECT_EQ(free.predicted.finish, free.measured.finish);
  }
}

}  // namespace flitwise::testing_support
