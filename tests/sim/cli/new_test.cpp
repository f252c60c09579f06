// `flitwise new`: which names it takes, what it writes, and that it replaces nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/sim/cli/command_line.h"

namespace flitwise::new_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class New : public test::CommandLine {
 protected:
  int make(const std::string& kind, const std::string& name) {
    return run({"new", kind, name, "--into", output_.path()});
  }
  // All files below the project's folder, sorted.
  std::vector<std::string> files(const std::string& name) const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(output_.path(name)))
      if (entry.is_regular_file())
        found.push_back(entry.path().lexically_relative(output_.path(name)).string());
    std::sort(found.begin(), found.end());
    return found;
  }
  std::string text(const std::string& file) const { return test::read_text(output_.path(file)); }
};

TEST_F(New, TestbenchHasItsNameInFilesAndTargets) {
  EXPECT_EQ(make("testbench", "report"), 0) << error();
  EXPECT_THAT(files("report"), ElementsAre("CMakeLists.txt", "README.md", "report.cpp"));
  EXPECT_THAT(out(), HasSubstr(output_.path("report") + ": a SystemC program"));

  const std::string cmake = text("report/CMakeLists.txt");
  for (const char* part : {"project(report LANGUAGES", "add_executable(report report.cpp)",
                           "target_link_libraries(report PRIVATE", "BUILD/report\n",
                           "add_test(NAME report COMMAND report)"})
    EXPECT_THAT(cmake, HasSubstr(part));
  EXPECT_THAT(cmake, Not(HasSubstr("gather")));
  EXPECT_THAT(text("report/report.cpp"), testing::StartsWith("// report: PEs of one's own"));
  EXPECT_THAT(text("report/README.md"), HasSubstr("build/report\n"));
}

TEST_F(New, ProtocolKeepsTheWordWhereItIsNoName) {
  EXPECT_EQ(make("protocol", "relay"), 0) << error();
  EXPECT_THAT(files("relay"), ElementsAre("CMakeLists.txt", "README.md", "relay.cpp"));
  const std::string source = text("relay/relay.cpp");
  EXPECT_THAT(source, testing::StartsWith("// relay: "));
  EXPECT_THAT(source, HasSubstr("flitwise/protocol_bench.h"));
  EXPECT_THAT(source, HasSubstr("flitwise/protocol.h"));
  EXPECT_THAT(text("relay/CMakeLists.txt"), HasSubstr("# A protocol of one's own"));
  EXPECT_THAT(text("relay/CMakeLists.txt"), HasSubstr("add_test(NAME relay COMMAND relay)"));
}

TEST_F(New, FamilyHasItsNameEverywhere) {
  EXPECT_EQ(make("family", "ring_of_rings"), 0) << error();
  const std::vector<std::string> all = files("ring_of_rings");
  EXPECT_GT(all.size(), 20U);
  EXPECT_THAT(all, testing::IsSupersetOf({"CMakeLists.txt", "README.md", "plugin_test.py",
                                          "ring_of_rings_family.cpp", "scenarios/scatter.yaml"}));
  for (const std::string& file : all) {
    const std::string content = text("ring_of_rings/" + file);
    for (const char* word : {"hypercube", "Hypercube", "HYPERCUBE"})
      EXPECT_THAT(content, Not(HasSubstr(word))) << file;
  }
  // No library has a namespace of this name, whatever the family's.
  EXPECT_THAT(text("ring_of_rings/ring_of_rings_family.h"),
              HasSubstr("namespace ring_of_rings_flitwise {"));
  EXPECT_THAT(text("ring_of_rings/scenarios/scatter.yaml"), HasSubstr("kind: ring_of_rings"));
}

TEST_F(New, FamilyIsCalledLikeNothingElse) {
  EXPECT_EQ(make("family", "random"), 0) << error();
  for (const std::string& file : files("random"))
    EXPECT_THAT(text("random/" + file),
                Not(testing::ContainsRegex("namespace random[ {]|random::")))
        << file;
}

TEST_F(New, SaysWhatAShellUnderstands) {
  const std::string folder = output_.path("my 'own' work");
  EXPECT_EQ(run({"new", "testbench", "report", "--into", folder}), 0) << error();
  const std::string quoted = output_.path() + "/my '\\''own'\\'' work/report";
  EXPECT_THAT(out(), HasSubstr("\n  cmake -S '" + quoted + "' -B '" + quoted +
                               "/build' && cmake --build '" + quoted +
                               "/build' && ctest --test-dir '" + quoted + "/build'\n"));
}

TEST_F(New, LeavesNothingButTheProject) {
  make("testbench", "report");
  EXPECT_THAT(output_.files(), ElementsAre("report"));
}

TEST_F(New, ReplacesNothing) {
  EXPECT_EQ(make("testbench", "ring"), 0);
  test::write_text(output_.path("ring/ring.cpp"), "mine\n");
  for (const char* kind : {"testbench", "family"}) {
    EXPECT_EQ(make(kind, "ring"), 2);
    EXPECT_EQ(error(), "flitwise new: error: " + output_.path("ring") +
                           ": is there already and stays as it is\n");
  }
  EXPECT_EQ(text("ring/ring.cpp"), "mine\n");
  test::write_text(output_.path("taken"), "a file\n");
  EXPECT_EQ(make("testbench", "taken"), 2);
  EXPECT_EQ(text("taken"), "a file\n");
}

TEST_F(New, TakesOnlyNamesThatCanBeOne) {
  struct Row {
    const char* kind;
    std::string name;
    std::string rule;
  };
  const std::string form =
      "must be a name of C++ in lower case, up to 40 letters, digits and single _, a letter first";
  const std::string word = "is a word of C++, CMake or YAML; choose another name";
  const std::string kind = "is a kind of networks that there is; choose another name";
  for (const Row& row : std::vector<Row>{
           {"testbench", "", form},
           {"testbench", "Report", form},
           {"testbench", "2nd", form},
           {"testbench", "_x", form},
           {"testbench", "x_", form},
           {"testbench", "x__y", form},
           {"testbench", "../x", form},
           {"testbench", "x y", form},
           {"testbench", std::string(41, 'x'), form},
           {"testbench", "class", word},
           {"family", "namespace", word},
           {"family", "flitwise", word},
           {"testbench", "test", word},
           {"testbench", "rebuild_cache", word},
           {"family", "off", word},
           {"family", "torus", kind},
           {"family", "cube",
            "has another meaning in the sources of tests/plugin; choose another name"}}) {
    EXPECT_EQ(make(row.kind, row.name), 2) << row.name;
    EXPECT_EQ(error(), "flitwise new: error: '" + row.name + "' " + row.rule + "\n");
  }
  EXPECT_EQ(make("family", "fat_tree"), 2);
  EXPECT_EQ(error(), "flitwise new: error: 'fat-tree' " + kind + "\n");
  EXPECT_THAT(output_.files(), IsEmpty());
  EXPECT_EQ(make("testbench", "torus"), 0);  // no kind of network comes of it
  EXPECT_EQ(make("testbench", std::string(40, 'x')), 0);
}

TEST_F(New, SaysWhatItCanWrite) {
  EXPECT_EQ(run({"new", "router", "x"}), 2);
  EXPECT_THAT(error(), HasSubstr("router not in {testbench,protocol,family}"));
  EXPECT_EQ(run({"new", "--help"}), 0);
  EXPECT_THAT(out(), HasSubstr("  family     the command with a family"));
}

TEST_F(New, SaysWhereItCannotWrite) {
  test::write_text(output_.path("file"), "");
  EXPECT_EQ(run({"new", "testbench", "x", "--into", output_.path("file")}), 2);
  EXPECT_THAT(error(), HasSubstr(output_.path("file") + ": error: cannot"));
}

}  // namespace flitwise::new_test
