// Waves of a fabric: signals of one's own beside the routers, read back by the reader of FST
// itself.
#include <flitwise/fabric_waves.h>
#include <flitwise/protocol_bench.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <set>
#include <sstream>
#include <stdexcept>

#include "sim/run/waves/wave_files.h"
#include "sim/run/waves/wave_viewers.h"
#include "tests/protocols/own_protocol_example.h"
#include "tests/sim/fabric/fabric_bench.h"
#include "tests/sim/support.h"
#include "tests/support/fst.h"
#include "tests/support/refusal.h"

namespace flitwise::fabric_test {
namespace {

using testing::HasSubstr;

// Routers of trees are in the build with waves.
const char* const kTree = "network: {kind: tree, parents: [-1, 0, 0]}";

class FabricWavesTest : public testing::Test {
 protected:
  std::string file() const { return directory_.path("run.fst"); }
  test::Fst read_back() const { return test::Fst(file()); }
  FabricConfig with(FabricWaves& waves, double step = 1) const {
    FabricConfig config;
    config.waves = &waves;
    config.step = ns(step);
    return config;
  }

  test::TemporaryDirectory directory_;
};

TEST_F(FabricWavesTest, ShowSignalsOfOnesOwnBesideTheRouters) {
  FabricWaves waves(file());
  Bench bench(kTree, with(waves));
  unsigned sent = 0;
  sc_core::sc_signal<int> level("level");
  sc_core::sc_trace(&waves, sent, "pe2.sent", 8);
  sc_core::sc_trace(&waves, level, "level");
  bench.pe(2).program = [&](Pe& pe) {
    level = 7;
    pe.write(1, pattern(16, 1));  // two flits over two links: step 1 + 2 + 1
    ++sent;
    level = -2;
    sc_core::wait(ns(10));
    ++sent;
  };
  sc_core::sc_start();
  EXPECT_EQ(bench.verdict().finish, 4);
  waves.close();

  const test::Fst wave = read_back();
  EXPECT_EQ(wave.number_at("level[31:0]", 0), 7);
  EXPECT_EQ(wave.number_at("level[31:0]", 3), 7);
  EXPECT_EQ(wave.at("level[31:0]", 4), "11111111111111111111111111111110");
  EXPECT_EQ(wave.number_at("pe2.sent[7:0]", 3), 0);
  EXPECT_EQ(wave.number_at("pe2.sent[7:0]", 4), 1);
  EXPECT_EQ(wave.number_at("pe2.sent[7:0]", 13), 1);
  EXPECT_EQ(wave.number_at("pe2.sent[7:0]", 14), 2);
  EXPECT_EQ(wave.number_at("run.run_view.step[31:0]", 3), 3);
  // PE 2 hands its flits over at the edges that end steps 1 and 2.
  EXPECT_EQ(wave.at("pe2.protocol.pe_view.sending", 0), "0");
  EXPECT_EQ(wave.at("pe2.protocol.pe_view.sending", 1), "1");
  EXPECT_EQ(wave.at("pe2.protocol.pe_view.sending", 2), "1");
  EXPECT_EQ(wave.at("pe2.protocol.pe_view.sending", 3), "0");
}

TEST_F(FabricWavesTest, ShowWhatChangesBetweenEdgesAtTheNextOne) {
  FabricWaves waves(file());
  Bench bench(kTree, with(waves, 10));
  unsigned value = 1;
  sc_core::sc_trace(&waves, value, "value", 8);
  bench.pe(1).program = [&](Pe& pe) {
    sc_core::wait(ns(25));
    value = 2;
    sc_core::wait(ns(3));
    value = 3;
    sc_core::wait(ns(32));  // at the edge itself
    value = 4;
    sc_core::wait(ns(12));
    value = 5;
    pe.write(0, pattern(8, 1));
    value = 6;
    sc_core::wait(ns(5));
    value = 7;
  };
  sc_core::sc_start();
  waves.close();

  const test::Fst wave = read_back();
  const std::vector<long> expected{1, 1, 1, 3, 3, 3, 4, 4, 5, 6, 7};
  ASSERT_EQ(bench.transfers.at(0).delivered, 9);
  for (std::size_t step = 0; step < expected.size(); ++step)
    EXPECT_EQ(wave.number_at("value[7:0]", step), expected[step]) << "step " << step;
}

TEST_F(FabricWavesTest, ShowObjectsOfEverySort) {
  FabricWaves waves(file());
  Bench bench(kTree, with(waves));
  bool flag = false;
  double ratio = 0.25;
  float half = 0.5F;
  long long wide = -1;
  unsigned short few = 0xFFFF;
  sc_dt::sc_uint<12> address = 0xABC;
  sc_dt::sc_int<5> small = -3;
  sc_dt::sc_biguint<70> big = 1;
  sc_dt::sc_bigint<40> negative = -2;
  sc_dt::sc_bv<3> bits("101");
  sc_core::sc_time when = ns(2);
  sc_core::sc_event event("event");
  unsigned state = 2;
  const char* names[] = {"idle", "busy", "done", nullptr};
  big <<= 69;
  sc_core::sc_trace(&waves, flag, "flag");
  sc_core::sc_trace(&waves, ratio, "ratio");
  sc_core::sc_trace(&waves, half, "half");
  sc_core::sc_trace(&waves, wide, "wide");
  sc_core::sc_trace(&waves, few, "few", 3);
  sc_core::sc_trace(&waves, address, "address");
  sc_core::sc_trace(&waves, small, "small");
  sc_core::sc_trace(&waves, big, "big");
  sc_core::sc_trace(&waves, negative, "negative");
  sc_core::sc_trace(&waves, bits, "bits");
  sc_core::sc_trace(&waves, when, "when");
  sc_core::sc_trace(&waves, event, "event");
  sc_core::sc_trace(&waves, state, "state", names);
  bench.pe(0).program = [&](Pe&) {
    sc_core::wait(ns(3));
    flag = true;
    ratio = -4;
    big = 5;
    event.notify();
    sc_core::wait(ns(2));
  };
  sc_core::sc_start();
  waves.close();

  const test::Fst wave = read_back();
  EXPECT_EQ(wave.at("flag", 2), "0");
  EXPECT_EQ(wave.at("flag", 3), "1");
  EXPECT_EQ(std::stod(wave.at("ratio", 0)), 0.25);
  EXPECT_EQ(std::stod(wave.at("ratio", 3)), -4);
  EXPECT_EQ(std::stod(wave.at("half", 0)), 0.5);
  EXPECT_EQ(wave.at("wide[63:0]", 0), std::string(64, '1'));
  EXPECT_EQ(wave.at("few[2:0]", 0), "111");
  EXPECT_EQ(wave.number_at("address[11:0]", 0), 0xABC);
  EXPECT_EQ(wave.at("small[4:0]", 0), "11101");
  EXPECT_EQ(wave.at("big[69:0]", 0), "1" + std::string(69, '0'));
  EXPECT_EQ(wave.number_at("big[69:0]", 3), 5);
  EXPECT_EQ(wave.at("negative[39:0]", 0), std::string(39, '1') + "0");
  EXPECT_EQ(wave.at("bits[2:0]", 0), "101");
  EXPECT_EQ(wave.number_at("when[63:0]", 0), 2000);  // the resolution is 1 ps
  EXPECT_EQ(wave.at("event", 0), "0");
  EXPECT_EQ(wave.at("event", 3), "1");
  EXPECT_EQ(wave.at("event", 5), "0");
  EXPECT_EQ(wave.number_at("state[31:0]", 0), 2);
}

TEST_F(FabricWavesTest, ShowWhatProtocolsOfOnesOwnAreDoing) {
  FabricWaves waves(file());
  ProtocolBenchConfig config;
  config.waves = &waves;
  // PE 2 sends its two flits in steps 4 and 5, behind PE 1's three.
  ProtocolBench bench("bench", FabricNetwork::from_text(kTree),
                      protocols::example::make_turn_gather(Tree({kNoNode, 0, 0}), {0, 3, 2}),
                      config);
  sc_core::sc_start();
  EXPECT_EQ(bench.verdict().exit_status, 0) << bench.verdict().text();
  waves.close();

  const test::Fst wave = read_back();
  const auto scheduled = static_cast<long>(protocols::PeState::kScheduled);
  const auto relaying = static_cast<long>(protocols::PeState::kRelaying);
  EXPECT_EQ(wave.number_at("pe2.protocol.pe_view.state[3:0]", 4), scheduled);
  EXPECT_EQ(wave.number_at("pe2.protocol.pe_view.state[3:0]", 5), relaying);
  EXPECT_EQ(wave.at("pe2.protocol.pe_view.sending", 2), "0");
  EXPECT_EQ(wave.at("pe2.protocol.pe_view.sending", 3), "1");
}

TEST_F(FabricWavesTest, RefuseTracesThatTheyCannotShow) {
  FabricWaves waves(file());
  Bench bench(kTree, with(waves));
  unsigned value = 0;
  const auto trace = [&](const std::string& name) {
    return error_of([&] { sc_core::sc_trace(&waves, value, name); });
  };
  EXPECT_EQ(trace("a"), "no error");
  EXPECT_EQ(trace("a"), "flitwise/waves: there are two traces a");
  for (const char* name : {"", "two words", ".a", "a.", "a..b"})
    EXPECT_EQ(trace(name), "flitwise/waves: '" + std::string(name) +
                               "' is no name of a signal: words joined by dots, without spaces");
  const sc_dt::sc_logic logic;
  EXPECT_EQ(error_of([&] { sc_core::sc_trace(&waves, logic, "logic"); }),
            "flitwise/waves: logic has four values; waves have two");
  const sc_dt::sc_lv<4> vector;
  EXPECT_EQ(error_of([&] { sc_core::sc_trace(&waves, vector, "lv"); }),
            "flitwise/waves: lv has four values a bit; waves have two");
  sc_core::sc_start(ns(1));
  EXPECT_EQ(trace("late"), "flitwise/waves: the trace of late comes too late: the wave is open");
}

TEST_F(FabricWavesTest, AreOfOneFabric) {
  FabricWaves waves(file());
  Bench bench(kTree, with(waves));
  EXPECT_THAT(
      test::refusal_of([&] { Fabric("second", FabricNetwork::from_text(kTree), with(waves)); }),
      HasSubstr("is the wave of another fabric already"));
}

TEST_F(FabricWavesTest, SayThatTheyCannotBeWritten) {
  const std::string nowhere = directory_.path("no/such/folder.fst");
  EXPECT_EQ(test::refusal_of<std::runtime_error>([&] { FabricWaves waves(nowhere); }),
            nowhere + ": error: cannot create this file: No such file or directory");
}

TEST_F(FabricWavesTest, ReplaceNoDeviceAndNoPipe) {
  const std::string pipe = directory_.path("pipe.fst");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string link = directory_.path("link.fst");
  std::filesystem::create_symlink(pipe, link);
  for (const std::string& special : {pipe, link})
    EXPECT_EQ(test::refusal_of<std::runtime_error>([&] { FabricWaves waves(special); }),
              special + ": error: is a device or a pipe; waves need a regular file");
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST_F(FabricWavesTest, AppearWholeWhenTheyAreClosed) {
  test::write_text(file(), "an earlier one");
  FabricWaves waves(file());
  Bench bench(kTree, with(waves));
  bench.pe(1).program = [](Pe& pe) { pe.write(0, {1}); };
  sc_core::sc_start();
  EXPECT_EQ(test::read_text(file()), "an earlier one");
  waves.close();

  EXPECT_EQ(read_back().number_at("run.run_view.step[31:0]", 2), 2);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_.path("")), {}), 4)
      << "beside the wave and its three views something was left behind";
}

TEST_F(FabricWavesTest, SayThatTheyAreCutOff) {
  FabricWaves waves(file());
  Bench bench(kTree, with(waves));
  bench.pe(1).program = [](Pe& pe) { pe.write(0, {1}); };
  sc_core::sc_start();
  // In the place of a full disk: what has been written is gone.
  std::vector<std::string> written;
  for (const auto& entry : std::filesystem::directory_iterator(directory_.path()))
    if (entry.path().extension() == ".fst") written.push_back(entry.path().string());
  ASSERT_EQ(written.size(), 1U);
  std::filesystem::remove(written[0]);
  test::write_text(written[0], "cut off");

  EXPECT_EQ(
      test::refusal_of<std::runtime_error>([&] { waves.close(); }),
      file() + ": error: cannot write this file: the waves are cut off; the disk may be full");
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(FabricWavesTest, AreWholeWhenTheirFabricGoesFirst) {
  FabricWaves waves(file());
  {
    Bench bench(kTree, with(waves));
    bench.pe(1).program = [](Pe& pe) { pe.write(0, {1}); };
    sc_core::sc_start();
  }
  EXPECT_EQ(read_back().number_at("run.run_view.step[31:0]", 2), 2);
}

TEST_F(FabricWavesTest, HaveViewsOfTheirRoutersBesideThem) {
  for (const char* network : {kTree, "network: {kind: torus, sides: [3]}",
                              "network: {kind: fat-tree, leaves: 4, capacities: constant}",
                              "network: {kind: star-graph, n: 3}"}) {
    const FabricNetwork read = FabricNetwork::from_text(network);
    const std::string view = wave_layout(read.scenario(), "run.fst", 9);
    EXPECT_THAT(view, HasSubstr("+{step} run.run_view.step[31:0]")) << network;
    EXPECT_THAT(node_file(read.scenario()), HasSubstr("\n2 ")) << network;
  }
  const auto run = [&] {
    FabricWaves waves(file());
    Bench bench(kTree, with(waves));
    bench.pe(1).program = [](Pe& pe) { pe.write(0, {1}); };
    sc_core::sc_start();
  };
  run();

  const std::string view = test::read_text(directory_.path("run.gtkw"));
  EXPECT_THAT(view, HasSubstr("[dumpfile] \"run.fst\""));
  const std::set<std::string> signals = read_back().names();
  std::istringstream lines(view);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("+{", 0) == 0) {
      EXPECT_EQ(signals.count(line.substr(line.find("} ") + 2)), 1U) << line;
    }
  EXPECT_THAT(test::read_text(directory_.path("run.nodes.txt")), HasSubstr("1 PE 1\n"));
  EXPECT_THAT(test::read_text(directory_.path("run.sucl")), HasSubstr("variable_add "));
}

TEST_F(FabricWavesTest, LeaveAViewThatGtkwaveHasSaved) {
  test::write_text(directory_.path("run.gtkw"), "[*] GTKWave Analyzer\n");
  {
    FabricWaves waves(file());
    Bench bench(kTree, with(waves));
    bench.pe(1).program = [](Pe& pe) { pe.write(0, {1}); };
    sc_core::sc_start();
  }
  EXPECT_EQ(test::read_text(directory_.path("run.gtkw")), "[*] GTKWave Analyzer\n");
}

TEST_F(FabricWavesTest, MayGoBeforeTheSimulationDoes) {
  auto waves = std::make_unique<FabricWaves>(file());
  Bench bench(kTree, with(*waves));
  bench.pe(1).program = [](Pe& pe) {
    pe.write(0, {1});
    pe.write(2, {1});
  };
  sc_core::sc_start(ns(2));
  waves.reset();
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().exit_status, 0);
  EXPECT_EQ(bench.verdict().transfers, 2);
  EXPECT_EQ(read_back().number_at("run.run_view.step[31:0]", 9), 2);
}

}  // namespace
}  // namespace flitwise::fabric_test
