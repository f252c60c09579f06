// The model library on a small module of the test's own.
#include "systemc/network/models/model_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <cstdlib>

#include "systemc/network/wave_recorder.h"
#include "tests/network/models/model_library_fixture.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;
using test::kAdder;
using test::kCompiledOnce;
using test::ModelLibraryTest;
using test::Stages;
using test::sum_after;
using test::write;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

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

// A cycle is cut short for models whose clock does nothing but rise; these do more, or all but.
TEST_F(ModelLibraryTest, ClocksModelsRightWhateverTheirClockDoes) {
  const struct {
    const char* what;
    const char* body;
    std::uint64_t sum;  // after three cycles with 1000
  } kModels[] = {
      {"rises", "always_ff @(posedge clk_i) sum_o <= rst_ni ? sum_o + step_i : '0;", 3000},
      {"falls", "always_ff @(negedge clk_i) sum_o <= rst_ni ? sum_o + step_i : '0;", 3000},
      {"rises and falls",
       "logic [15:0] a, b; assign sum_o = a + b;"
       "always_ff @(posedge clk_i) a <= rst_ni ? a + step_i : '0;"
       "always_ff @(negedge clk_i) b <= rst_ni ? b + a : '0;",
       3000 + 1000 + 2000 + 3000},
      {"is read",
       "logic [15:0] a; assign sum_o = clk_i ? '0 : a;"
       "always_ff @(posedge clk_i) a <= rst_ni ? a + step_i : '0;",
       3000},
      {"is gated",
       "logic gated; assign gated = clk_i & step_i[3]; initial sum_o = '0;"
       "always_ff @(posedge gated) sum_o <= sum_o + step_i;",
       3000},
      {"passes an input on",
       "logic [15:0] a; assign sum_o = a + step_i;"
       "always_ff @(posedge clk_i) a <= rst_ni ? a + step_i : '0;",
       4000},
      {"finds an initial value",
       "logic [15:0] a; initial a = 16'd7;"
       "always_ff @(posedge clk_i) sum_o <= rst_ni ? sum_o + step_i : a;",
       3007},
  };
  request_.parameters.clear();
  for (const auto& model : kModels) {
    SCOPED_TRACE(model.what);
    write(folder_ / "adder.sv",
          std::string("module adder (input logic clk_i, input logic rst_ni,"
                      " input logic [15:0] step_i, output logic [15:0] sum_o);\n") +
              model.body + "\nendmodule\n");
    EXPECT_EQ(sum_after(get(), 1000, 3), model.sum);
  }
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

TEST_F(ModelLibraryTest, SaysThatTheCompilerWasKilled) {
  replace_compiler("kill -9 $$\n");

  EXPECT_THAT(refusal(), AllOf(HasSubstr("cannot compile adder (16 bits)"), HasSubstr("signal 9")));
  EXPECT_EQ(entries(), std::vector<std::string>{});
}

TEST_F(ModelLibraryTest, KeepsNothingOfACompilerThatEndsWellWithoutAModel) {
  replace_compiler("exit 0\n");

  EXPECT_THAT(refusal(), AllOf(HasSubstr("cannot load the compiled adder (16 bits)"),
                               HasSubstr("model.so: cannot open shared object file")));
  EXPECT_EQ(entries(), std::vector<std::string>{});
}

TEST_F(ModelLibraryTest, KeepsNothingOfACompilerThatEndsWellWithHalfAModel) {
  replace_compiler(real_compiler() + " \"$@\" || exit 1\nfor o in \"$@\"; do :; done\n" +
                   "truncate -s 5000 \"$o\"\n");

  EXPECT_THAT(refusal(), AllOf(HasSubstr("cannot load the compiled adder (16 bits)"),
                               HasSubstr("model.so: the file is cut off")));
  EXPECT_EQ(entries(), std::vector<std::string>{});
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

TEST_F(ModelLibraryTest, ReadsTheStoreFromTheEnvironment) {
  setenv("FLITWISE_MODELS", "/some/where", 1);
  EXPECT_EQ(ModelLibrary::default_config().directory, "/some/where");
  unsetenv("FLITWISE_MODELS");
  EXPECT_THAT(ModelLibrary::default_config().directory, HasSubstr("/models"));
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
