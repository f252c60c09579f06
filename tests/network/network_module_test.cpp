// The SystemC module: TLM rules and time, with a network that only notes its clock edges.
#include "systemc/network/network_module.h"

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <functional>
#include <tuple>

namespace flitwise {
namespace {

// Passes what PE 0 injects over one link to PE 1.
class OneLink final : public Network {
 public:
  explicit OneLink(std::vector<Step>& edges) : edges_(edges) {}
  void inject(Node, std::uint32_t, RawFlit flit) override { next_ = flit; }
  void clock(Step step) override {
    edges_.push_back(step);
    transfers_.clear();
    if (next_ != 0) transfers_.push_back({0, 1, next_});
    next_ = 0;
  }
  bool is_quiet() const override { return transfers_.empty(); }
  std::int64_t router_cycles() const override { return 0; }
  int assertion_failures() const override { return 0; }

 private:
  std::vector<Step>& edges_;
  RawFlit next_ = 0;
};

class TestPe final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<TestPe> to_router{"to_router"};
  tlm_utils::simple_target_socket<TestPe> from_router{"from_router"};
  std::vector<std::pair<sc_core::sc_time, RawFlit>> received;
  std::function<void(TestPe&)> at_start;
  std::function<void(const tlm::tlm_generic_payload&)> on_write;

  explicit TestPe(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_HAS_PROCESS(TestPe);
    from_router.register_b_transport(this, &TestPe::on_flit);
    SC_METHOD(start_method);
  }

  tlm::tlm_response_status send(std::vector<RawFlit> flits, sc_core::sc_time delay,
                                tlm::tlm_command command = tlm::TLM_WRITE_COMMAND,
                                unsigned length_change = 0) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(flits.data()));
    payload.set_data_length(static_cast<unsigned>(flits.size() * sizeof(RawFlit)) + length_change);
    payload.set_streaming_width(sizeof(RawFlit));
    to_router->b_transport(payload, delay);
    return payload.get_response_status();
  }

 private:
  void start_method() {
    if (at_start) at_start(*this);
  }
  void on_flit(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    if (on_write) on_write(payload);
    RawFlit flit = 0;
    std::memcpy(&flit, payload.get_data_ptr(), sizeof flit);
    received.emplace_back(sc_core::sc_time_stamp(), flit);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

struct TwoPes {
  std::vector<Step> edges;
  NetworkModule network;
  TestPe pe0{"pe0"};
  TestPe pe1{"pe1"};

  explicit TwoPes(Step max_steps = 1000)
      : network("network", {{7, 9}, max_steps, {}}, std::make_unique<OneLink>(edges)) {
    for (TestPe* pe : {&pe0, &pe1}) {
      pe->to_router.bind(network.from_pes);
      network.to_pes.bind(pe->from_router);
    }
  }
};

RawFlit flit_to_address(std::uint32_t destination) {
  FlitFields fields;
  fields.kind = FlitKind::kData;
  fields.destination = destination;
  return pack(fields);
}

RawFlit flood() {
  FlitFields fields;
  fields.kind = FlitKind::kFlood;
  return pack(fields);
}

sc_core::sc_time steps(double count) { return count * sc_core::sc_time(1, sc_core::SC_NS); }

TEST(NetworkModule, HandsAFloodToWhateverPeItReaches) {
  TwoPes bench;
  bench.pe0.at_start = [](TestPe& pe) { pe.send({flood()}, steps(3)); };
  sc_core::sc_start();

  EXPECT_EQ(bench.pe1.received.size(), 1U);
}

TEST(NetworkModule, HandsNothingToASwitch) {
  std::vector<Step> edges;
  NetworkModule network("network", {{7}, 1000, {}}, std::make_unique<OneLink>(edges));
  TestPe pe("pe0");
  pe.to_router.bind(network.from_pes);
  network.to_pes.bind(pe.from_router);
  pe.at_start = [](TestPe& sender) { sender.send({flood()}, steps(3)); };
  sc_core::sc_start();

  EXPECT_EQ(edges, (std::vector<Step>{2, 3}));
  EXPECT_TRUE(pe.received.empty());
}

TEST(NetworkModule, HandsAFlitToItsPeInTheStepInWhichItCrossesTheLink) {
  TwoPes bench;
  bench.pe0.at_start = [](TestPe& pe) { pe.send({flit_to_address(9)}, steps(3)); };
  sc_core::sc_start();

  ASSERT_EQ(bench.pe1.received.size(), 1U);
  EXPECT_EQ(bench.pe1.received[0].first, steps(3));
  EXPECT_EQ(bench.pe1.received[0].second, flit_to_address(9));
}

TEST(NetworkModule, PassesNothingOnThatIsForAnotherAddress) {
  TwoPes bench;
  bench.pe0.at_start = [](TestPe& pe) { pe.send({flit_to_address(7)}, steps(3)); };
  sc_core::sc_start();

  EXPECT_TRUE(bench.pe1.received.empty());
}

TEST(NetworkModule, JumpsOverStepsInWhichNothingCanHappen) {
  TwoPes bench(2'000'000);
  bench.pe0.at_start = [](TestPe& pe) { pe.send({flit_to_address(9)}, steps(1'000'000)); };
  sc_core::sc_start();

  EXPECT_EQ(bench.edges, (std::vector<Step>{999'999, 1'000'000}));
  EXPECT_EQ(bench.pe1.received.at(0).first, steps(1'000'000));
}

TEST(NetworkModule, CutsALongSleepShortForAnEarlierMessage) {
  TwoPes bench;
  bench.pe0.at_start = [](TestPe& pe) {
    pe.send({flit_to_address(9)}, steps(500));
    pe.send({flit_to_address(9)}, steps(20));
  };
  sc_core::sc_start();

  EXPECT_EQ(bench.edges, (std::vector<Step>{19, 20, 499, 500}));
}

TEST(NetworkModule, StopsAtItsLimit) {
  TwoPes bench(10);
  bench.pe0.at_start = [](TestPe& pe) {
    pe.send({flit_to_address(9)}, steps(5));
    pe.send({flit_to_address(9)}, steps(50));
  };
  sc_core::sc_start();

  EXPECT_EQ(bench.network.stopped_at(), 10);
  EXPECT_EQ(bench.network.pending_transmissions(), 1U);
}

TEST(NetworkModule, RefusesWrongTransactions) {
  TwoPes bench;
  std::vector<tlm::tlm_response_status> answers;
  bench.pe0.at_start = [&](TestPe& pe) {
    answers.push_back(pe.send({1}, steps(1), tlm::TLM_READ_COMMAND));
    answers.push_back(pe.send({}, steps(1)));
    answers.push_back(pe.send({1, 2}, steps(1), tlm::TLM_WRITE_COMMAND, ~3U));
    answers.push_back(pe.send({1}, sc_core::SC_ZERO_TIME));
    answers.push_back(pe.send({1}, steps(1.5)));
  };
  sc_core::sc_start();

  EXPECT_EQ(answers, (std::vector<tlm::tlm_response_status>{
                         tlm::TLM_COMMAND_ERROR_RESPONSE, tlm::TLM_BURST_ERROR_RESPONSE,
                         tlm::TLM_BURST_ERROR_RESPONSE, tlm::TLM_GENERIC_ERROR_RESPONSE,
                         tlm::TLM_GENERIC_ERROR_RESPONSE}));
  EXPECT_TRUE(bench.edges.empty());
}

// Routers that take four steps, so that what is sent in step 1 is injected in step -3.
class SlowLink final : public Network {
 public:
  explicit SlowLink(std::vector<Step>& edges) : edges_(edges) {}
  Step router_latency(Node) const override { return 4; }
  Step first_edge() const override { return -3; }
  void inject(Node, std::uint32_t, RawFlit) override { is_quiet_ = false; }
  void clock(Step step) override {
    edges_.push_back(step);
    is_quiet_ = true;
  }
  bool is_quiet() const override { return is_quiet_; }
  std::int64_t router_cycles() const override { return 0; }
  int assertion_failures() const override { return 0; }

 private:
  std::vector<Step>& edges_;
  bool is_quiet_ = true;
};

TEST(NetworkModule, StartsSoEarlyThatASlowRouterCanSendInStepOne) {
  std::vector<Step> edges;
  NetworkModule network("network", {{7}, 1000, {}}, std::make_unique<SlowLink>(edges));
  TestPe pe("pe0");
  pe.to_router.bind(network.from_pes);
  network.to_pes.bind(pe.from_router);
  std::vector<tlm::tlm_response_status> answers;
  pe.at_start = [&](TestPe& sender) {
    // Simulated time begins at edge -3, four steps before step 1.
    answers.push_back(sender.send({flood()}, steps(4)));
    answers.push_back(sender.send({flood()}, steps(9)));
    answers.push_back(sender.send({flood()}, steps(3)));
  };
  sc_core::sc_start();

  EXPECT_EQ(answers,
            (std::vector<tlm::tlm_response_status>{tlm::TLM_OK_RESPONSE, tlm::TLM_OK_RESPONSE,
                                                   tlm::TLM_GENERIC_ERROR_RESPONSE}));
  EXPECT_EQ(edges, (std::vector<Step>{-3, 2}));
}

// Gives PE 0 flits by its ports 1, 3 and 100, and PE 1 one by port 2, once.
class ManyPorts final : public Network {
 public:
  void inject(Node, std::uint32_t, RawFlit) override {}
  void clock(Step) override {
    deliveries_.clear();
    if (!is_done_)
      deliveries_ = {{0, kValidBit | 1, 1},
                     {0, kValidBit | 3, 3},
                     {0, kValidBit | 100, 100},
                     {1, kValidBit | 2, 2}};
    is_done_ = true;
  }
  bool is_quiet() const override { return deliveries_.empty(); }
  std::int64_t router_cycles() const override { return 0; }
  int assertion_failures() const override { return 0; }

 private:
  bool is_done_ = false;
};

// A PE's WRITE: its address and streaming width, and what it brings.
using Write = std::tuple<std::uint64_t, unsigned, std::vector<RawFlit>>;

std::vector<std::vector<Write>> writes_of_many_ports(bool has_bursts) {
  NetworkModule::Config config{{7, 9}, 1000, {}};
  config.handover = Handover::kFromPorts;
  config.has_bursts = has_bursts;
  NetworkModule network("network", config, std::make_unique<ManyPorts>());
  TestPe pe0("pe0");
  TestPe pe1("pe1");
  std::vector<std::vector<Write>> writes(2);
  for (TestPe* pe : {&pe0, &pe1}) {
    pe->to_router.bind(network.from_pes);
    network.to_pes.bind(pe->from_router);
    pe->on_write = [&writes, at = pe == &pe0 ? 0U : 1U](const tlm::tlm_generic_payload& payload) {
      std::vector<RawFlit> flits(payload.get_data_length() / sizeof(RawFlit));
      std::memcpy(flits.data(), payload.get_data_ptr(), payload.get_data_length());
      writes[at].emplace_back(payload.get_address(), payload.get_streaming_width(), flits);
    };
  }
  pe0.at_start = [](TestPe& pe) { pe.send({flood()}, steps(1)); };
  sc_core::sc_start();
  return writes;
}

TEST(NetworkModule, HandsOverWhatPortsBringFlitByFlit) {
  EXPECT_EQ(writes_of_many_ports(false),
            (std::vector<std::vector<Write>>{
                {{1, 8, {kValidBit | 1}}, {3, 8, {kValidBit | 3}}, {100, 8, {kValidBit | 100}}},
                {{2, 8, {kValidBit | 2}}}}));
}

TEST(NetworkModule, HandsOverWhatNeighbouringPortsBringInOneBurst) {
  EXPECT_EQ(writes_of_many_ports(true),
            (std::vector<std::vector<Write>>{
                {{1, 24, {kValidBit | 1, 0, kValidBit | 3}}, {100, 8, {kValidBit | 100}}},
                {{2, 8, {kValidBit | 2}}}}));
}

TEST(NetworkModule, RefusesAMissingPe) {
  std::vector<Step> edges;
  NetworkModule network("network", {{7, 9}, 10, {}}, std::make_unique<OneLink>(edges));
  TestPe pe("pe0");
  pe.to_router.bind(network.from_pes);
  network.to_pes.bind(pe.from_router);

  EXPECT_THROW(sc_core::sc_start(), sc_core::sc_report);
}

}  // namespace
}  // namespace flitwise
