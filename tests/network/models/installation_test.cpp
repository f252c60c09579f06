// Where a program finds its files and keeps its models.
#include "systemc/network/models/installation.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "systemc/network/models/model_library.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;

class InstalledProgram : public testing::Test {
 protected:
  InstalledProgram() {
    std::string pattern = (fs::temp_directory_path() / "flitwise-XXXXXX").string();
    prefix_ = mkdtemp(pattern.data());
    fs::create_directories(prefix_ / "share" / "flitwise" / "rtl");
    std::ofstream(prefix_ / "share" / "flitwise" / "rtl" / "files.f") << "rtl/noc_pkg.sv\n";
  }
  ~InstalledProgram() override { fs::remove_all(prefix_); }

  Installation in(const std::map<std::string, std::string>& variables = {}) const {
    return installation_of((prefix_ / "bin" / "flitwise").string(), "/home/ada",
                           [&](const char* name) {
                             const auto found = variables.find(name);
                             return found == variables.end() ? "" : found->second;
                           });
  }

  fs::path prefix_;
};

TEST_F(InstalledProgram, HasItsFilesBesideItAndItsModelsInTheUsersCache) {
  EXPECT_EQ(in().sources, (prefix_ / "share" / "flitwise").string());
  EXPECT_EQ(in().models, "/home/ada/.cache/flitwise/models");
}

TEST_F(InstalledProgram, KeepsModelsWhereTheEnvironmentSays) {
  EXPECT_EQ(in({{"XDG_CACHE_HOME", "/var/cache/ada"}}).models, "/var/cache/ada/flitwise/models");
  EXPECT_EQ(in({{"XDG_CACHE_HOME", "relative"}}).models, "/home/ada/.cache/flitwise/models");
  EXPECT_EQ(in({{"XDG_CACHE_HOME", "/var/cache/ada"}, {"FLITWISE_MODELS", "/models"}}).models,
            "/models");
}

TEST_F(InstalledProgram, IsOneOfTheBuildWithoutFilesBesideIt) {
  fs::remove_all(prefix_ / "share");

  EXPECT_EQ(in().sources, FLITWISE_SOURCE_DIR);
  EXPECT_EQ(fs::path(in().models).filename(), "models");
  EXPECT_EQ(in({{"FLITWISE_MODELS", "/models"}}).models, "/models");
  EXPECT_EQ(in({{"FLITWISE_MODELS", "/nowhere/a/../b"}}).models, "/nowhere/b");
}

TEST(Installation, OfATestIsThatOfTheBuild) {
  EXPECT_EQ(installation().sources, FLITWISE_SOURCE_DIR);
}

TEST(ModelLibrary, RefusesAVerilatorOfAnotherVersionThanThatOfTheBuild) {
  const std::string tool = (fs::temp_directory_path() / "flitwise-other-verilator").string();
  std::ofstream(tool) << "#!/bin/sh\necho Verilator 4.100 2020-01-01\n";
  fs::permissions(tool, fs::perms::owner_all);
  ModelLibrary::Config config = ModelLibrary::default_config();
  config.verilator = tool;
  ModelRequest request;
  request.module = "torus_router";
  request.parameters = {"Depth=63"};
  std::string message;
  try {
    ModelLibrary(config).get(request);
  } catch (const ModelError& error) {
    message = error.what();
  }
  fs::remove(tool);
  EXPECT_EQ(message.rfind("models cannot be compiled: this program was built with Verilator ", 0),
            0U)
      << message;
  EXPECT_NE(message.find("is Verilator 4.100 2020-01-01"), std::string::npos) << message;
}

}  // namespace
}  // namespace flitwise
