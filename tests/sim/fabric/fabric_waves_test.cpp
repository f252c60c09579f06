// Waves of a fabric: signals of one's own beside the routers, read back by GTKWave's own reader.
#include <flitwise/fabric_waves.h>
#include <flitwise/protocol_bench.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "tests/protocols/own_protocol_example.h"
#include "tests/sim/fabric/fabric_bench.h"
#include "tests/sim/support.h"

namespace flitwise::fabric_test {
namespace {

using testing::HasSubstr;

// Routers of trees are in the build with waves.
const char* const kTree = "network: {kind: tree, parents: [-1, 0, 0]}";

// A VCD, taken apart: of every signal the values by the time from which they stand.
class Vcd {
 public:
  explicit Vcd(const std::string& text) {
    std::istringstream lines(text);
    std::map<std::string, std::vector<std::string>> by_code;
    std::vector<std::string> scopes;
    long time = 0;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string first, second, third, code, name, range;
      words >> first >> second >> third >> code >> name >> range;
      if (first == "$scope") {
        scopes.push_back(third + ".");
      } else if (first == "$upscope") {
        scopes.pop_back();
      } else if (first == "$var") {
        std::string full;
        for (const std::string& scope : scopes) full += scope;
        by_code[code].push_back(full + name + (range == "$end" ? "" : range));
      } else if (first[0] == '#') {
        time = std::stol(first.substr(1));
      } else if (first[0] == 'b' || first[0] == 'r') {
        for (const std::string& of : by_code[second]) values_[of][time] = first.substr(1);
      } else if (first[0] == '0' || first[0] == '1') {
        for (const std::string& of : by_code[first.substr(1)])
          values_[of][time] = first.substr(0, 1);
      }
    }
  }

  // The digits of the value that stands from `time` on.
  std::string at(const std::string& name, long time) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return "no " + name;
    auto next = found->second.upper_bound(time);
    return next == found->second.begin() ? "none" : std::prev(next)->second;
  }
  long number_at(const std::string& name, long time) const {
    return std::stol(at(name, time), nullptr, 2);
  }

 private:
  std::map<std::string, std::map<long, std::string>> values_;
};

class FabricWavesTest : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v fst2vcd > /dev/null") != 0) GTEST_SKIP() << "GTKWave is not here";
  }
  std::string file() const { return directory_.path("run.fst"); }
  Vcd read_back() const {
    const std::string command = "fst2vcd " + file() + " 2> /dev/null";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string text;
    std::array<char, 4096> part{};
    while (std::fgets(part.data(), part.size(), pipe.get()) != nullptr) text += part.data();
    return Vcd(text);
  }
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

  const Vcd vcd = read_back();
  EXPECT_EQ(vcd.number_at("level[31:0]", 0), 7);
  EXPECT_EQ(vcd.number_at("level[31:0]", 3), 7);
  EXPECT_EQ(vcd.at("level[31:0]", 4), "11111111111111111111111111111110");
  EXPECT_EQ(vcd.number_at("pe2.sent[7:0]", 3), 0);
  EXPECT_EQ(vcd.number_at("pe2.sent[7:0]", 4), 1);
  EXPECT_EQ(vcd.number_at("pe2.sent[7:0]", 13), 1);
  EXPECT_EQ(vcd.number_at("pe2.sent[7:0]", 14), 2);
  EXPECT_EQ(vcd.number_at("run.run_view.step[31:0]", 3), 3);
  // PE 2 hands its flits over at the edges that end steps 1 and 2.
  EXPECT_EQ(vcd.at("pe2.protocol.pe_view.sending", 0), "0");
  EXPECT_EQ(vcd.at("pe2.protocol.pe_view.sending", 1), "1");
  EXPECT_EQ(vcd.at("pe2.protocol.pe_view.sending", 2), "1");
  EXPECT_EQ(vcd.at("pe2.protocol.pe_view.sending", 3), "0");
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

  const Vcd vcd = read_back();
  const std::vector<long> expected{1, 1, 1, 3, 3, 3, 4, 4, 5, 6, 7};
  ASSERT_EQ(bench.transfers.at(0).delivered, 9);
  for (std::size_t step = 0; step < expected.size(); ++step)
    EXPECT_EQ(vcd.number_at("value[7:0]", static_cast<long>(step)), expected[step])
        << "step " << step;
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

  const Vcd vcd = read_back();
  EXPECT_EQ(vcd.at("flag", 2), "0");
  EXPECT_EQ(vcd.at("flag", 3), "1");
  EXPECT_EQ(std::stod(vcd.at("ratio", 0)), 0.25);
  EXPECT_EQ(std::stod(vcd.at("ratio", 3)), -4);
  EXPECT_EQ(std::stod(vcd.at("half", 0)), 0.5);
  EXPECT_EQ(vcd.at("wide[63:0]", 0), std::string(64, '1'));
  EXPECT_EQ(vcd.at("few[2:0]", 0), "111");
  EXPECT_EQ(vcd.number_at("address[11:0]", 0), 0xABC);
  EXPECT_EQ(vcd.at("small[4:0]", 0), "11101");
  EXPECT_EQ(vcd.at("big[69:0]", 0), "1" + std::string(69, '0'));
  EXPECT_EQ(vcd.number_at("big[69:0]", 3), 5);
  EXPECT_EQ(vcd.at("negative[39:0]", 0), std::string(39, '1') + "0");
  EXPECT_EQ(vcd.at("bits[2:0]", 0), "101");
  EXPECT_EQ(vcd.number_at("when[63:0]", 0), 2000);  // the resolution is 1 ps
  EXPECT_EQ(vcd.at("event", 0), "0");
  EXPECT_EQ(vcd.at("event", 3), "1");
  EXPECT_EQ(vcd.at("event", 5), "0");
  EXPECT_EQ(vcd.number_at("state[31:0]", 0), 2);
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

  const Vcd vcd = read_back();
  const auto scheduled = static_cast<long>(protocols::PeState::kScheduled);
  const auto relaying = static_cast<long>(protocols::PeState::kRelaying);
  EXPECT_EQ(vcd.number_at("pe2.protocol.pe_view.state[3:0]", 4), scheduled);
  EXPECT_EQ(vcd.number_at("pe2.protocol.pe_view.state[3:0]", 5), relaying);
  EXPECT_EQ(vcd.at("pe2.protocol.pe_view.sending", 2), "0");
  EXPECT_EQ(vcd.at("pe2.protocol.pe_view.sending", 3), "1");
}

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const sc_core::sc_report& report) {
    return std::string(report.get_msg_type()) + ": " + report.get_msg();
  }
  return "no error";
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
  try {
    Fabric("second", FabricNetwork::from_text(kTree), with(waves));
    ADD_FAILURE() << "not refused";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("is the wave of another fabric already"));
  }
}

TEST_F(FabricWavesTest, SayThatTheyCannotBeWritten) {
  FabricWaves waves(directory_.path("no/such/folder.fst"));
  Bench bench(kTree, with(waves));
  bench.pe(1).program = [](Pe& pe) { pe.write(0, {1}); };
  EXPECT_THROW(sc_core::sc_start(), std::runtime_error);
}

}  // namespace
}  // namespace flitwise::fabric_test
