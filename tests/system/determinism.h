// determinism.h: runs of the command in folders of their own, whose files are compared.
#ifndef FLITWISE_TESTS_SYSTEM_DETERMINISM_H_
#define FLITWISE_TESTS_SYSTEM_DETERMINISM_H_

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "tests/sim/support.h"

namespace flitwise::test {

/// A scenario of the project, perhaps made smaller.
struct Sample {
  const char* name;
  const char* file;
  const char* settings;
};

inline void PrintTo(const Sample& sample, std::ostream* stream) { *stream << sample.name; }

/// One of each family, and more where runs draw lots or trees share links.
inline constexpr Sample kFamilies[] = {
    {"Path", "figure_4", ""},
    {"RandomTree", "random_255_best", ""},
    {"Graph", "wheel_65_gather", ""},
    {"Cover", "mesh_8x8_gather", ""},
    {"SharedCover", "mesh_8x8_shared", ""},
    {"FatTree", "fat_tree_exchange_full", ""},
    {"Torus", "torus_8x8_searched", ""},
    {"Traffic", "torus_8x8_uniform", "--set options.measure=300 --set options.warmup=50"},
    {"Star", "star_graph_broadcast_faults", ""},
    {"NoisyStar", "star_graph_noise", ""},
};

class Determinism : public testing::Test {
 protected:
  static std::string scenario(const Sample& run);
  /// A folder of the test, which is made.
  std::string folder(const std::string& name) const;
  void write(const std::string& name, const std::string& text) const;
  std::string text(const std::string& name) const;
  void remove(const std::string& name) const;

  static int status_of(const std::string& line);
  /// Runs `flitwise` with these arguments; it must end with status 0 or 1. What it prints goes to
  /// `printed`. `also`, a file that it writes under the same name every time, is kept beside that.
  void command(const std::string& arguments, const std::string& printed,
               const std::string& also = "") const;
  /// Runs a scenario with all outputs into a folder. `environment` ends in a space.
  void run(const Sample& run, const std::string& place, const std::string& more = "",
           const std::string& environment = "") const;

  /// Whether two folders hold the same files, but for times; or only these files.
  void expect_same(const std::string& first, const std::string& second,
                   const std::vector<std::string>& names = {}) const;

 private:
  TemporaryDirectory directory_;
};

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SYSTEM_DETERMINISM_H_
