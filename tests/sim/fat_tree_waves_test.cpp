// Waves of fat trees, recorded in both builds: GTKWave passes over names that are not there, so
// that nothing else would tell of them. Traced models are compiled on first use.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "sim/runner.h"
#include "sim/scenario_reader.h"
#include "sim/wave_layout.h"

namespace flitwise {
namespace {

// What a command prints.
std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> part{};
  while (std::fgets(part.data(), part.size(), pipe.get()) != nullptr) text += part.data();
  return text;
}

// Full names of all signals of a VCD: "switch.2.1.fat_tree_switch.view.up[0].to.kind[3:0]".
std::set<std::string> names_in(const std::string& vcd) {
  std::set<std::string> names;
  std::vector<std::string> scopes;
  std::istringstream lines(vcd);
  for (std::string line; std::getline(lines, line) && line.rfind("$enddef", 0) != 0;) {
    std::istringstream words(line);
    std::string what, kind, name, width, code, range;
    words >> what;
    if (what == "$scope") {
      words >> kind >> name;
      scopes.push_back(name + ".");
    } else if (what == "$upscope") {
      scopes.pop_back();
    } else if (what == "$var") {
      words >> kind >> width >> code >> name >> range;
      std::string full;
      for (const std::string& scope : scopes) full += scope;
      names.insert(full + name + (range == "$end" ? "" : range));
    }
  }
  return names;
}

// The signals of a GTKWave save file: lines "+{alias} name".
std::vector<std::string> names_wanted(const std::string& layout) {
  std::vector<std::string> names;
  std::istringstream lines(layout);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("+{", 0) == 0) names.push_back(line.substr(line.find("} ") + 2));
  return names;
}

TEST(FatTreeWaves, HoldEverySignalOfTheirLayoutInBothBuilds) {
  if (std::system("command -v fst2vcd > /dev/null") != 0) GTEST_SKIP() << "GTKWave is not here";
  for (const char* build : {"assembled", "elaborated"}) {
    const ScenarioReading reading = read_scenario_text(
        std::string("network: {kind: fat-tree, leaves: 4, capacities: [1, 2]}\noperation: "
                    "exchange\nalgorithm: optimal-ebft\noptions: {build: ") +
            build + "}\n",
        "test.yaml");
    ASSERT_TRUE(reading.scenario);
    RunRequest request;
    request.waves = ::testing::TempDir() + "fat_tree_" + build + ".fst";
    ASSERT_EQ(run_in_child(*reading.scenario, request).outcome, Outcome::kPass);
    const std::set<std::string> there = names_in(output_of("fst2vcd " + request.waves));
    const auto wanted = names_wanted(wave_layout(*reading.scenario, "fat_tree.fst", 6));
    EXPECT_GT(wanted.size(), 100U);
    for (const std::string& name : wanted)
      EXPECT_EQ(there.count(name), 1U) << build << ": " << name;
    std::remove(request.waves.c_str());
  }
}

}  // namespace
}  // namespace flitwise
