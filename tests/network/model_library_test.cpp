// The model library on a small module of the test's own.
#include "systemc/network/model_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <verilated.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "systemc/network/model_instance.h"
#include "systemc/network/wave_recorder.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// Adds step_i at every edge.
constexpr const char* kAdder = R"(
module adder #(
  parameter int unsigned Width = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] step_i,
  output logic [Width-1:0] sum_o
);
  if (Width < 2) begin : gen_bad_width
    $error("adder: Width must be at least 2, got %0d", Width);
  end
  always_ff @(posedge clk_i) sum_o <= rst_ni ? sum_o + step_i : '0;
endmodule
)";

constexpr const char* kChecker = R"(
module adder_sva #(
  parameter int unsigned Width = 8
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Width-1:0] step_i
);
  a_no_thirteen: assert property (@(posedge clk_i) disable iff (!rst_ni) 32'(step_i) != 13)
    else $error("thirteen");
endmodule
bind adder adder_sva #(.Width(Width)) i_sva (.*);
)";

void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

class ModelLibraryTest : public ::testing::Test {
 protected:
  ModelLibraryTest() {
    std::string pattern = ::testing::TempDir() + "model_library_XXXXXX";
    folder_ = mkdtemp(pattern.data());
    write(folder_ / "adder.sv", kAdder);
    write(folder_ / "adder_sva.sv", kChecker);
    config_ = ModelLibrary::default_config();
    config_.directory = (folder_ / "store").string();
    config_.progress = [this](const ModelProgress& p) { stages_.push_back(p.stage); };
    request_.module = "adder";
    request_.parameters = {"Width=16"};
    request_.flavour = ModelFlavour::kPlain;
    request_.sources.rtl = {(folder_ / "adder.sv").string()};
    request_.sources.checkers = {(folder_ / "adder_sva.sv").string()};
    request_.description = "(16 bits)";
  }
  ~ModelLibraryTest() override { fs::remove_all(folder_); }

  const ModelTable& get() { return ModelLibrary(config_).get(request_); }

  // What the library says when it cannot make the model.
  std::string refusal() {
    try {
      get();
    } catch (const ModelError& error) {
      return error.what();
    }
    return "no error";
  }

  // A program in the compiler's place; `body` sees the arguments, --version is answered before.
  void replace_compiler(const std::string& body) {
    const fs::path script = folder_ / "compiler";
    write(script,
          "#!/bin/sh\nif [ \"$1\" = --version ]; then echo test compiler; exit 0; fi\n" + body);
    fs::permissions(script, fs::perms(0755));
    config_.compiler = script.string();
  }
  std::string real_compiler() const { return ModelLibrary::default_config().compiler; }

  // Everything in the store but the locks.
  std::vector<std::string> entries() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(config_.directory)) {
      if (entry.path().extension() != ".lock") names.push_back(entry.path().filename().string());
    }
    return names;
  }

  fs::path folder_;
  ModelLibrary::Config config_;
  ModelRequest request_;
  std::vector<ModelProgress::Stage> stages_;
};

std::uint64_t sum_after(const ModelTable& table, std::uint64_t step, int cycles) {
  VerilatedContext context;
  const ModelInstance adder(table, &context, "adder");
  adder.reset();
  adder.drive("step_i", step);
  for (int k = 0; k < cycles; ++k) table.cycle(adder.model());
  return adder.pin("sum_o").read(0, adder.pin("sum_o").bits());
}

using Stages = std::vector<ModelProgress::Stage>;
const Stages kCompiledOnce{ModelProgress::Stage::kCompiling, ModelProgress::Stage::kDone};

TEST_F(ModelLibraryTest, CompilesAModuleOnFirstUse) {
  EXPECT_EQ(sum_after(get(), 1000, 3), 3000U);
  EXPECT_EQ(stages_, kCompiledOnce);
}

TEST_F(ModelLibraryTest, FindsACompiledModelAgain) {
  get();
  stages_.clear();

  EXPECT_EQ(sum_after(get(), 1000, 3), 3000U);
  EXPECT_EQ(stages_, Stages{});
  EXPECT_EQ(entries().size(), 1U);
}

TEST_F(ModelLibraryTest, CompilesAgainWhenSourceOrParametersChange) {
  get();
  request_.parameters = {"Width=8"};
  EXPECT_EQ(sum_after(get(), 100, 3), 300U % 256);
  std::string twice = kAdder;
  twice.replace(twice.find("sum_o + step_i"), 14, "sum_o + 2*step_i");
  write(folder_ / "adder.sv", twice);

  EXPECT_EQ(sum_after(get(), 10, 3), 60U);
  EXPECT_EQ(entries().size(), 3U);
}

TEST_F(ModelLibraryTest, BindsCheckersInTheCheckedFlavourOnly) {
  const auto failures = [&](ModelFlavour flavour) {
    request_.flavour = flavour;
    const ModelTable& table = get();
    VerilatedContext context;
    context.fatalOnError(false);
    context.errorLimit(1000);
    const ModelInstance adder(table, &context, "adder");
    adder.reset();
    adder.drive("step_i", 13);
    for (int k = 0; k < 4; ++k) table.cycle(adder.model());
    return context.errorCount();
  };

  EXPECT_EQ(failures(ModelFlavour::kPlain), 0);
  EXPECT_GT(failures(ModelFlavour::kChecked), 0);
}

TEST_F(ModelLibraryTest, TracedModelsGoIntoTheWave) {
  request_.flavour = ModelFlavour::kTraced;
  const ModelTable& table = get();
  const fs::path wave = folder_ / "adder.fst";
  {
    WaveRecorder waves(1);
    const ModelInstance adder(table, waves.context(), "switch 2.1");
    adder.reset();
    ASSERT_NE(table.trace, nullptr);
    waves.add_model(table.trace, adder.model());
    waves.open(wave.string());
    adder.drive("step_i", 77);
    for (Step step = 1; step < 10; ++step) {
      table.cycle(adder.model());
      waves.dump(step);
    }
    waves.close();
  }
  std::ifstream stream(wave, std::ios::binary);
  EXPECT_GT(fs::file_size(wave), 300U);
}

TEST_F(ModelLibraryTest, NamesThePinsOfAModel) {
  const ModelTable& table = get();
  VerilatedContext context;
  const ModelInstance adder(table, &context, "adder");

  EXPECT_EQ(adder.pin("sum_o").bits(), 16U);
  EXPECT_FALSE(adder.has("product_o"));
  EXPECT_THROW(adder.pin("product_o"), std::logic_error);
  EXPECT_THROW(adder.drive("step_i", 1 << 16), std::logic_error);
  EXPECT_THROW(adder.pin("step_i").drive_entry16(1, 0), std::logic_error);
  EXPECT_THROW(adder.pin("sum_o").read(10, 7), std::logic_error);
  EXPECT_THROW(router_pins(adder, 1, 2), std::logic_error);
}

TEST_F(ModelLibraryTest, SaysThatVerilatorIsMissing) {
  config_.verilator = "/nowhere/verilator";

  EXPECT_THAT(refusal(), AllOf(HasSubstr("/nowhere/verilator --version"),
                               HasSubstr("cannot start it: No such file or directory")));
}

TEST_F(ModelLibraryTest, ShowsTheCommandAndTheLastLinesOfABrokenCompiler) {
  replace_compiler("for i in $(seq 40); do echo complaint $i; done; exit 3\n");

  EXPECT_THAT(refusal(),
              AllOf(HasSubstr("cannot compile adder (16 bits)"), HasSubstr("exit status 3"),
                    HasSubstr("-shared"), HasSubstr("complaint 40\n"), HasSubstr("complaint 26\n"),
                    Not(HasSubstr("complaint 25\n"))));
  EXPECT_EQ(entries(), std::vector<std::string>{});
  EXPECT_EQ(stages_, (Stages{ModelProgress::Stage::kCompiling, ModelProgress::Stage::kFailed}));
}

TEST_F(ModelLibraryTest, ShowsWhatVerilatorSaysAboutTheSource) {
  write(folder_ / "adder.sv",
        "module adder (input logic clk_i);\n  assign nothing = 1;\nendmodule\n");

  EXPECT_THAT(refusal(), HasSubstr("adder.sv:2:"));
  EXPECT_EQ(entries(), std::vector<std::string>{});
}

TEST_F(ModelLibraryTest, ShowsTheRuleThatAParameterBreaks) {
  request_.parameters = {"Width=1"};

  EXPECT_THAT(refusal(), HasSubstr("adder: Width must be at least 2, got 1"));
}

TEST_F(ModelLibraryTest, SaysThatTheClockIsNoPort) {
  request_.clock = "clock";

  EXPECT_THAT(refusal(), HasSubstr("the module has no port 'clock' to be its clock"));
  EXPECT_EQ(entries(), std::vector<std::string>{});
}

TEST_F(ModelLibraryTest, SaysThatASourceCannotBeRead) {
  request_.sources.rtl = {(folder_ / "divider.sv").string()};

  EXPECT_THAT(refusal(), AllOf(HasSubstr("cannot read the source"), HasSubstr("divider.sv")));
}

TEST_F(ModelLibraryTest, SaysThatTheProjectHasNoSuchModule) {
  request_.sources = {};

  EXPECT_THAT(refusal(), HasSubstr("there is no module adder in "));
}

TEST_F(ModelLibraryTest, SaysThatTheListOfModulesCannotBeRead) {
  request_.sources = {};
  config_.source_directory = "/nowhere";

  EXPECT_THAT(refusal(), HasSubstr("cannot read the list of modules /nowhere/rtl/files.f"));
}

TEST_F(ModelLibraryTest, SaysThatTheStoreCannotBeWritten) {
  write(folder_ / "file", "");
  config_.directory = (folder_ / "file" / "store").string();

  EXPECT_THAT(refusal(), AllOf(HasSubstr("cannot write "), HasSubstr("Not a directory"),
                               HasSubstr("FLITWISE_MODELS")));
}

// A limit on the size of files stands for a disk that is full: writing fails half-way.
TEST_F(ModelLibraryTest, LeavesNothingBehindWhenFilesCannotBeWritten) {
  ModelLibrary library(config_);
  struct rlimit before {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit small = before;
  small.rlim_cur = 4096;
  std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string message = "no error";
  try {
    library.get(request_);
  } catch (const ModelError& error) {
    message = error.what();
  }
  setrlimit(RLIMIT_FSIZE, &before);

  EXPECT_THAT(message, AllOf(HasSubstr("cannot compile adder"),
                             HasSubstr("files cannot be written in " + config_.directory +
                                       ": File too large")));
  EXPECT_EQ(entries(), std::vector<std::string>{});
  EXPECT_EQ(sum_after(library.get(request_), 1, 2), 2U);
}

TEST_F(ModelLibraryTest, ReadsTheStoreFromTheEnvironment) {
  setenv("FLITWISE_MODELS", "/some/where", 1);
  EXPECT_EQ(ModelLibrary::default_config().directory, "/some/where");
  unsetenv("FLITWISE_MODELS");
  EXPECT_THAT(ModelLibrary::default_config().directory, HasSubstr("/models"));
}

// Forks a process that gets the model; it exits with 0 when that works.
pid_t fork_getter(const std::function<void()>& get) {
  const pid_t child = fork();
  if (child != 0) return child;
  try {
    get();
  } catch (const std::exception&) {
    _exit(1);
  }
  _exit(0);
}

void wait_for(const std::function<bool()>& condition) {
  for (int k = 0; k < 1000 && !condition(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

std::size_t lines_of(const fs::path& file) {
  std::ifstream stream(file);
  std::size_t lines = 0;
  for (std::string line; std::getline(stream, line);) ++lines;
  return lines;
}

TEST_F(ModelLibraryTest, MakesADamagedModelAgain) {
  int status = -1;
  waitpid(fork_getter([this] { get(); }), &status, 0);  // what is loaded here would stay so
  ASSERT_EQ(status, 0);
  ASSERT_EQ(entries().size(), 1U);
  const fs::path object = fs::path(config_.directory) / entries()[0] / "model.so";
  write(object, "not an object");

  EXPECT_EQ(sum_after(get(), 5, 2), 10U);
  EXPECT_EQ(stages_, kCompiledOnce);
}

TEST_F(ModelLibraryTest, ThreeProcessesThatWantOneModelMakeItOnce) {
  const fs::path log = folder_ / "log";
  replace_compiler("echo run >> " + log.string() + "\nsleep 0.3\nexec " + real_compiler() +
                   " \"$@\"\n");
  std::vector<pid_t> children;
  for (int k = 0; k < 3; ++k) children.push_back(fork_getter([this] { get(); }));

  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(lines_of(log), 1U);
  EXPECT_EQ(entries().size(), 1U);
}

TEST_F(ModelLibraryTest, AKilledProcessNeitherBlocksNorLeavesAModelBehind) {
  const fs::path log = folder_ / "log";
  replace_compiler("echo run >> " + log.string() + "\n[ $(wc -l < " + log.string() +
                   ") = 1 ] && sleep 100\nexec " + real_compiler() + " \"$@\"\n");
  const pid_t child = fork_getter([this] { get(); });
  wait_for([&] { return lines_of(log) == 1; });
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  ASSERT_EQ(entries().size(), 1U) << "the folder that the killed process was making";

  EXPECT_EQ(sum_after(get(), 4, 2), 8U);
  ASSERT_EQ(entries().size(), 1U);
  EXPECT_EQ(entries()[0].rfind("adder-", 0), 0U);
}

TEST_F(ModelLibraryTest, SaysThatItWaitsForAnotherProcess) {
  const fs::path log = folder_ / "log";
  replace_compiler("echo run >> " + log.string() + "\nsleep 1\nexec " + real_compiler() +
                   " \"$@\"\n");
  const pid_t child = fork_getter([this] { get(); });
  wait_for([&] { return lines_of(log) == 1; });
  get();
  int status = -1;
  waitpid(child, &status, 0);

  EXPECT_EQ(status, 0);
  EXPECT_EQ(stages_, Stages{ModelProgress::Stage::kWaiting});
}

TEST(ModelProgress, IsPrintedAsItGoes) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* stream = open_memstream(&text, &size);
  const auto print = print_model_progress(stream);
  print({ModelProgress::Stage::kCompiling, "adder (16 bits)", 0});
  print({ModelProgress::Stage::kDone, "adder (16 bits)", 12.3});
  print({ModelProgress::Stage::kCompiling, "adder", 0});
  print({ModelProgress::Stage::kFailed, "adder", 1});
  print({ModelProgress::Stage::kWaiting, "adder", 0});
  std::fclose(stream);

  EXPECT_EQ(std::string(text),
            "compiling adder (16 bits) ... 12 s\n"
            "compiling adder ... failed\n"
            "waiting for another process that compiles adder\n");
  std::free(text);
}

}  // namespace
}  // namespace flitwise
