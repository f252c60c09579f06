#include "tests/system/xy_mesh/mesh_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "tests/system/torus/torus_runs.h"

namespace flitwise::testing_support {

std::string mesh_text(const std::vector<int>& sides, const std::string& work,
                      const std::string& options) {
  return fmt::format("network: {{kind: xy-mesh, sides: [{}]}}\n{}options: {{{}}}\n",
                     fmt::join(sides, ", "), work, options);
}

Result expect_to_the_step(const std::string& text) {
  Result result = expect_pass(text);
  for (const char* name : {"finish", "quiesce", "stalls", "arrivals", "events"})
    EXPECT_TRUE(check_of(result, name).ok) << text << name;
  return result;
}

}  // namespace flitwise::testing_support
