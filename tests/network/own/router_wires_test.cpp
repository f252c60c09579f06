// A wrapper wire by wire: a flit of one cycle at an input, seen at an output.
#include "systemc/network/own/router_wires.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "systemc/network/models/model_error.h"
#include "systemc/network/models/model_owner.h"
#include "tests/network/own/plain_router.h"

namespace flitwise::own::router_wires_test {
namespace {

using test::plain_router;

class Wires : public testing::Test {
 protected:
  Wires() : router_(plain_router()) {}

  RouterWires at(const MeshPlace& place) {
    const ModelTable& table =
        wrapper_table(models_, router_, request_for(router_, ModelFlavour::kPlain, place));
    RouterWires wires(owner_.make(table, "router", [](const ModelInstance&) {}), router_);
    wires.reset();
    for (std::uint32_t port = 0; port < kPorts; ++port) wires.set_ready(port, 0, true);
    return wires;
  }

  const RouterDescription router_;
  ModelLibrary models_{ModelLibrary::default_config()};
  ModelOwner owner_{nullptr};
};

TEST_F(Wires, CarryAFlitFromEveryInputToTheOutputOfItsDestination) {
  RouterWires wires = at({2, 2});
  const std::pair<MeshPlace, std::uint32_t> ways[] = {{{2, 2}, 0}, {{3, 2}, 1}, {{1, 2}, 2},
                                                      {{2, 3}, 3}, {{2, 1}, 4}, {{3, 1}, 1}};
  for (std::uint32_t in = 0; in < kPorts; ++in)
    for (const auto& [to, out] : ways) {
      const FlitBits flit = to_bits(router_.flit, {true, true, to.x, to.y, 77, 0});
      wires.set_flit(in, 0, flit);
      wires.cycle();
      wires.set_no_flit(in);
      EXPECT_EQ(wires.valid_out(out), 0U) << "it takes two cycles";
      wires.cycle();
      EXPECT_EQ(wires.lane_out(out), 0) << in << " to " << out;
      EXPECT_EQ(wires.flit_out(out), flit);
      wires.cycle();
      EXPECT_EQ(wires.lane_out(out), -1);
    }
}

TEST_F(Wires, SayWhatAnInputTakes) {
  RouterWires wires = at({0, 0});
  for (std::uint32_t port = 0; port < kPorts; ++port) wires.set_ready(port, 0, false);
  int taken = 0;
  for (int cycle = 0; cycle < 20; ++cycle) {
    wires.set_flit(2, 0, to_bits(router_.flit, {true, true, 1, 0, 1, 0}));
    wires.settle();
    if (wires.ready_out(2, 0)) ++taken;
    wires.cycle();
  }
  EXPECT_EQ(taken, 5) << "the queue's four and the register of the output";
  EXPECT_EQ(wires.breaches(), 0U);
}

TEST_F(Wires, LeadFromRouterToRouterAndBack) {
  RouterWires west = at({0, 0});
  RouterWires east = at({1, 0});
  const FlitBits flit = to_bits(router_.flit, {true, true, 2, 0, 5, 0});
  west.set_flit(0, 0, flit);
  const auto step = [&] {
    west.pass_flit_to(1, east, 2);
    west.settle();
    east.settle();
    east.pass_back_to(2, west, 1);
    west.cycle();
    east.cycle();
    west.set_no_flit(0);
  };
  for (int i = 0; i < 4; ++i) step();
  EXPECT_EQ(east.lane_out(1), 0) << "two routers of two cycles each";
  EXPECT_EQ(east.flit_out(1), flit);
}

TEST_F(Wires, OfAnotherWidthAreRefusedWithThePort) {
  RouterDescription wider = router_;
  wider.flit.width = 72;
  try {
    wrapper_table(models_, wider, request_for(wider, ModelFlavour::kPlain));
    FAIL() << "must be refused";
  } catch (const ModelError& error) {
    EXPECT_EQ(std::string(error.what()),
              wider.file +
                  ": plain_wrapper has a port in_flit_i of 320 bits instead of 360: 5 "
                  "ports, flit.width 72");
  }
}

TEST_F(Wires, ThatAreTooNarrowForAPlaceAreRefused) {
  const RouterDescription placed = test::placed_router();
  const ModelTable& table =
      wrapper_table(models_, placed, request_for(placed, ModelFlavour::kPlain));
  RouterWires wires(owner_.make(table, "router", [](const ModelInstance&) {}), placed);
  wires.set_place({255, 255});
  try {
    wires.set_place({3, 256});
    FAIL() << "must be refused";
  } catch (const ModelError& error) {
    EXPECT_EQ(std::string(error.what()),
              placed.file + ": port y_i of placed_wrapper has 8 bits, too few to say 256");
  }
}

TEST_F(Wires, OfARouterWithAWarningAreRefusedWithTheWarningAndWhatMayHelp) {
  RouterDescription strict = router_;
  std::ifstream wrapper(router_.files.back());
  std::string text{std::istreambuf_iterator<char>(wrapper), {}};
  const std::string right = "in_credit_o = '0";
  text.replace(text.find(right), right.size(), "in_credit_o = 6'b0");
  strict.files.back() = testing::TempDir() + "plain_wrapper.sv";
  std::ofstream(strict.files.back()) << text;
  try {
    wrapper_table(models_, strict, request_for(strict, ModelFlavour::kPlain));
    FAIL() << "must be refused";
  } catch (const ModelError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith(strict.file + ": plain_wrapper cannot be "
                                                                "compiled: %Warning-WIDTH"));
    EXPECT_THAT(error.what(), testing::HasSubstr("hint: mend it, or let it pass by tolerate: ["));
  }
  strict.tolerate = {"WIDTH"};
  wrapper_table(models_, strict, request_for(strict, ModelFlavour::kPlain));
}

TEST_F(Wires, MayLieInATopOfSomeoneElse) {
  const std::string source = testing::TempDir() + "plain_bench.sv";
  std::ofstream(source) << R"(
module plain_bench #(parameter int unsigned X = 0, Y = 0) (
    input logic clk_i, rst_ni, input logic [319:0] in_flit_i, input logic [4:0] in_valid_i,
    output logic [4:0] in_ready_o, in_credit_o, output logic [319:0] out_flit_o,
    output logic [4:0] out_valid_o, input logic [4:0] out_ready_i, out_credit_i,
    output logic [15:0] breach_o, premise_o, output logic [63:0] port_o, output logic legal_o);
  plain_wrapper #(.X(X), .Y(Y)) i_wrapper (.*);
  assign breach_o = {15'b0, in_valid_i[3]};
  assign premise_o = {11'b0, in_valid_i};
  assign port_o = 64'd3;
  assign legal_o = !in_valid_i[3];
endmodule
)";
  const ModelTable& table = wrapper_table(
      models_, router_,
      request_for(router_, ModelFlavour::kPlain, {1, 1}, {"plain_bench", {source}, {}, true}));
  owner_.draw_unknowns(3);
  RouterWires wires(owner_.make(table, "bench", [](const ModelInstance&) {}), router_);
  wires.reset();
  EXPECT_TRUE(wires.has_rules());
  EXPECT_TRUE(wires.is_legal());
  wires.set_valid(3, 1);
  wires.settle();
  EXPECT_EQ(wires.breaches(), 1U);
  EXPECT_EQ(wires.premises(), 8U);
  EXPECT_EQ(wires.breach_ports(), 3U);
  EXPECT_FALSE(wires.is_legal());
}

TEST(IncludedFiles, AreFoundThroughEachOther) {
  const std::filesystem::path folder = testing::TempDir() + "included";
  std::filesystem::create_directories(folder / "inc");
  std::ofstream(folder / "a.sv")
      << "`include \"b.svh\"\n`include \"nowhere.svh\"\n`include `MACRO\n";
  std::ofstream(folder / "inc" / "b.svh") << "`include \"c.svh\"\n";
  std::ofstream(folder / "inc" / "c.svh") << "`include \"b.svh\"\n";
  RouterDescription router;
  router.files = {(folder / "a.sv").string()};
  router.include = {(folder / "inc").string()};
  EXPECT_EQ(included_files(router), (std::vector<std::string>{(folder / "inc/b.svh").string(),
                                                              (folder / "inc/c.svh").string()}));
  const std::string hash = hash_of_files(router);
  std::ofstream(folder / "inc" / "c.svh") << "// changed\n";
  EXPECT_NE(hash_of_files(router), hash);
}

TEST(ChangedFiles, AreNamed) {
  const std::filesystem::path folder = testing::TempDir() + "changed";
  std::filesystem::create_directories(folder);
  RouterDescription router;
  for (const char* name : {"a.sv", "b.sv", "c.sv"}) {
    router.files.push_back((folder / name).string());
    std::ofstream(folder / name) << "// " << name << "\n";
  }
  const std::string before = fingerprint_of(router);
  std::ofstream(folder / "b.sv") << "// changed\n";
  EXPECT_EQ(changed_since(router, before), "b.sv");
  std::ofstream(folder / "a.sv") << "// changed, too\n";
  EXPECT_EQ(changed_since(router, before), "a.sv and b.sv");
}

}  // namespace
}  // namespace flitwise::own::router_wires_test
