// model_library_fixture.h: a model library on a small module of the tests' own.
#ifndef FLITWISE_TESTS_NETWORK_MODELS_MODEL_LIBRARY_FIXTURE_H_
#define FLITWISE_TESTS_NETWORK_MODELS_MODEL_LIBRARY_FIXTURE_H_

#include <gtest/gtest.h>
#include <unistd.h>
#include <verilated.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "systemc/network/models/model_instance.h"
#include "systemc/network/models/model_library.h"

namespace flitwise::test {

namespace fs = std::filesystem;

// Adds step_i at every edge.
inline constexpr const char* kAdder = R"(
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

inline constexpr const char* kAdderChecker = R"(
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

inline void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

/// A model library with a store and sources of its own.
class ModelLibraryTest : public ::testing::Test {
 protected:
  ModelLibraryTest() {
    std::string pattern = ::testing::TempDir() + "model_library_XXXXXX";
    folder_ = mkdtemp(pattern.data());
    write(folder_ / "adder.sv", kAdder);
    write(folder_ / "adder_sva.sv", kAdderChecker);
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

/// What an adder says after some cycles with this step.
inline std::uint64_t sum_after(const ModelTable& table, std::uint64_t step, int cycles) {
  VerilatedContext context;
  const ModelInstance adder(table, &context, "adder");
  adder.reset();
  adder.drive("step_i", step);
  for (int k = 0; k < cycles; ++k) table.cycle(adder.model());
  return adder.pin("sum_o").read(0, adder.pin("sum_o").bits());
}

using Stages = std::vector<ModelProgress::Stage>;
inline const Stages kCompiledOnce{ModelProgress::Stage::kCompiling, ModelProgress::Stage::kDone};

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_NETWORK_MODELS_MODEL_LIBRARY_FIXTURE_H_
