// Models made of netlists: Yosys first, then as any other; and one that Yosys gets wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "systemc/network/models/model_owner.h"
#include "tests/network/models/model_library_fixture.h"

namespace flitwise {
namespace {

using test::sum_after;
using test::write;
using ::testing::AllOf;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

class NetlistModels : public test::ModelLibraryTest {
 protected:
  NetlistModels() { request_.flavour = ModelFlavour::kNetlist; }

  const ModelTable& rtl() {
    ModelRequest request = request_;
    request.flavour = ModelFlavour::kPlain;
    return ModelLibrary(config_).get(request);
  }

  /// Yosys, but with the first gate of this kind replaced by another in what it writes.
  void break_a_gate(const std::string& gate, const std::string& other) {
    const fs::path script = folder_ / "yosys";
    write(script, "#!/bin/sh\n" + config_.yosys +
                      " \"$@\" || exit 1\n"
                      "netlist=$(echo \"$2\" | sed -n 's/.*write_verilog -noattr //p')\n"
                      "[ -z \"$netlist\" ] || sed -i '0,/ " +
                      gate + " /s// " + other + " /' \"$netlist\"\n");
    fs::permissions(script, fs::perms(0755));
    config_.yosys = script.string();
  }
};

/// The first step and number of cycles in which two adders disagree.
std::optional<std::pair<std::uint64_t, int>> first_difference(const ModelTable& a,
                                                              const ModelTable& b) {
  for (std::uint64_t step = 0; step < 300; ++step)
    for (int cycles = 1; cycles < 6; ++cycles)
      if (sum_after(a, step, cycles) != sum_after(b, step, cycles)) return {{step, cycles}};
  return {};
}

TEST_F(NetlistModels, DoWhatTheirRtlDoes) {
  EXPECT_EQ(first_difference(rtl(), get()), std::nullopt);
  EXPECT_EQ(sum_after(get(), 1000, 3), 3000U);
  EXPECT_EQ(entries().size(), 2U);
}

TEST_F(NetlistModels, OneWrongGateShows) {
  break_a_gate("\\^", "|");

  EXPECT_NE(first_difference(rtl(), get()), std::nullopt);
}

TEST_F(NetlistModels, SayThatYosysIsMissing) {
  config_.yosys = "/nowhere/yosys";

  EXPECT_THAT(refusal(), HasSubstr("/nowhere/yosys --version"));
}

TEST_F(NetlistModels, ShowWhatYosysSaysAboutTheSource) {
  write(folder_ / "adder.sv", "module adder (input logic clk_i); nonsense endmodule\n");

  EXPECT_THAT(refusal(),
              AllOf(HasSubstr("cannot compile adder (16 bits)"), HasSubstr("synthesis failed")));
}

TEST_F(NetlistModels, HaveNoWaves) {
  WaveRecorder waves(1);
  NetworkConfig config;
  config.form = RouterForm::kNetlist;
  EXPECT_EQ(flavour_for(config), ModelFlavour::kNetlist);

  config.waves = &waves;
  EXPECT_THROW(flavour_for(config), ModelError);
}

}  // namespace
}  // namespace flitwise
