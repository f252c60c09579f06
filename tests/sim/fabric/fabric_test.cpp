// PEs of one's own on networks of the scenario language: data arrive whole, and when they must.
#include <flitwise/fabric.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <random>
#include <stdexcept>

#include "tests/sim/fabric/fabric_bench.h"
#include "tests/sim/support.h"

namespace flitwise::fabric_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// On a torus of 4 x 4 PE 10 is at (2, 2), four links from PE 0. The edge after time 0 takes the
// request, so that its first of 6 flits crosses a link in step 2, the last of them the fourth link
// in step 2 + 3 + 5, and the router's own port in the next.
TEST(Fabric, DeliversAWriteWithItsLastFlit) {
  Bench bench(kTorus);
  double end = 0;
  bench.pe(0).program = [&](Pe& pe) {
    EXPECT_EQ(pe.write(10, pattern(41, 1)), tlm::TLM_OK_RESPONSE);
    end = now_in_ns();
  };
  sc_core::sc_start();

  ASSERT_EQ(bench.transfers.size(), 1U);
  const FabricTransfer& transfer = bench.transfers[0];
  EXPECT_EQ(transfer.flits, 6);
  EXPECT_EQ(transfer.ready, 1);
  EXPECT_EQ(transfer.taken, 6);  // its last flit crosses the first link in step 7
  EXPECT_EQ(transfer.delivered, 11);
  EXPECT_EQ(transfer.least, 11);
  EXPECT_EQ(end, 11);
  EXPECT_EQ(bench.pe(10).taken, (std::vector{std::pair(ns(11), std::uint64_t{0})}));
  Bytes received;
  for (const auto& [address, byte] : bench.pe(10).memory) received.push_back(byte);
  EXPECT_EQ(received, pattern(41, 1));

  const FabricVerdict verdict = bench.verdict();
  EXPECT_EQ(verdict.exit_status, 0);
  EXPECT_TRUE(verdict.messages.empty());
  EXPECT_EQ(verdict.transfers, 1);
  EXPECT_EQ(verdict.flits, 6);
  EXPECT_EQ(verdict.flit_hops, 24);
  EXPECT_EQ(verdict.finish, 11);
  EXPECT_EQ(verdict.quiesce, 10);
  EXPECT_EQ(verdict.pending, 0);
}

TEST(Fabric, ReadsByARequestOfOneFlitAndAnAnswerWithTheData) {
  Bench bench(kTorus);
  bench.pe(1).memory = {{0, 11}, {1, 22}, {2, 33}};
  Bytes data(3);
  double end = 0;
  bench.pe(0).program = [&](Pe& pe) {
    EXPECT_EQ(pe.ask(tlm::TLM_READ_COMMAND, 1, data), tlm::TLM_OK_RESPONSE);
    end = now_in_ns();
  };
  sc_core::sc_start();

  EXPECT_EQ(data, (Bytes{11, 22, 33}));
  ASSERT_EQ(bench.transfers.size(), 2U);
  EXPECT_FALSE(bench.transfers[0].is_answer);
  EXPECT_EQ(bench.transfers[0].delivered, 3);
  EXPECT_TRUE(bench.transfers[1].is_answer);
  EXPECT_EQ(bench.transfers[1].from, 1);
  EXPECT_EQ(bench.transfers[1].to, 0);
  // The target's answer comes behind its clock edge: one more step than within the call.
  EXPECT_EQ(bench.transfers[1].ready, 4);
  EXPECT_EQ(end, 6);
}

TEST(Fabric, EndsAnAcknowledgedWriteWhenAFlitHasComeBack) {
  FabricConfig config;
  config.acknowledge_writes = true;
  Bench bench(kTorus, config);
  double end = 0;
  bench.pe(0).program = [&](Pe& pe) {
    EXPECT_EQ(pe.write(1, pattern(8, 1)), tlm::TLM_OK_RESPONSE);
    end = now_in_ns();
  };
  sc_core::sc_start();

  ASSERT_EQ(bench.transfers.size(), 2U);
  EXPECT_EQ(bench.transfers[1].flits, 1);
  EXPECT_EQ(end, 6);
}

TEST(Fabric, GivesTheTargetTheLowBitsOfAnAddress) {
  FabricConfig config;
  config.address_bits = 12;
  Bench bench(kTorus, config);
  bench.pe(0).program = [&](Pe& pe) { pe.write(0x5ABC, {7}); };
  sc_core::sc_start();

  EXPECT_EQ(bench.pe(5).memory, (std::map<std::uint64_t, unsigned char>{{0xABC, 7}}));
}

TEST(Fabric, TakesAStepOfAnyLength) {
  FabricConfig config;
  config.step = ns(2.5);
  Bench bench(kTorus, config);
  bench.pe(0).program = [&](Pe& pe) { pe.write(1, {1}); };
  sc_core::sc_start();

  EXPECT_EQ(bench.pe(1).taken.at(0).first, ns(7.5));
}

TEST(Fabric, WaitsForTheDelayOfBlockingTransport) {
  Bench bench(kTorus);
  bench.pe(0).program = [&](Pe& pe) { pe.write(1, {1}, ns(4.5)); };
  sc_core::sc_start();

  EXPECT_EQ(bench.transfers.at(0).ready, 5);
  EXPECT_EQ(bench.pe(1).taken.at(0).first, ns(7));
}

TEST(Fabric, LetsATargetTakeItsTime) {
  Bench bench(kTorus);
  bench.pe(1).work = ns(20);
  double end = 0;
  bench.pe(0).program = [&](Pe& pe) {
    pe.write(1, {1});
    end = now_in_ns();
  };
  sc_core::sc_start();

  EXPECT_EQ(end, 23);
}

TEST(Fabric, ReachesTargetsByDebugTransportAtOnce) {
  Bench bench(kTorus);
  unsigned char byte = 9;
  Payload payload;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(3);
  payload.set_data_ptr(&byte);
  payload.set_data_length(1);
  bench.pe(0).program = [&](Pe& pe) { EXPECT_EQ(pe.out->transport_dbg(payload), 1U); };
  sc_core::sc_start();

  EXPECT_EQ(bench.pe(3).memory.at(0), 9);
  EXPECT_EQ(payload.get_address(), 3U);
  EXPECT_TRUE(bench.transfers.empty());
}

TEST(Fabric, RefusesWhatItCannotCarry) {
  Fabric fabric("fabric", FabricNetwork::from_text("network: {kind: torus, sides: [2, 2]}"));
  const FabricMonitor monitor(fabric);
  Pe pe("pe0");
  pe.out.bind(fabric.from_pe[0]);
  fabric.to_pe[0].bind(pe.in);
  Pe other("pe1");
  fabric.to_pe[1].bind(other.in);
  other.out.bind(fabric.from_pe[1]);
  pe.program = [](Pe& self) {
    EXPECT_EQ(self.write(1, {}), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(self.write(0, {1}), tlm::TLM_ADDRESS_ERROR_RESPONSE);  // itself
    EXPECT_EQ(self.write(2, {1}), tlm::TLM_ADDRESS_ERROR_RESPONSE);  // nothing is bound there
    EXPECT_EQ(self.write(4, {1}), tlm::TLM_ADDRESS_ERROR_RESPONSE);  // no PE
    EXPECT_EQ(self.write(~std::uint64_t{0}, {1}), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    Bytes data{1};
    EXPECT_EQ(self.ask(tlm::TLM_IGNORE_COMMAND, 1, data), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(self.write(1, {1}), tlm::TLM_OK_RESPONSE);
  };
  sc_core::sc_start();

  EXPECT_EQ(monitor.verdict().transfers, 1);
}

TEST(Fabric, RefusesSettingsOutOfRange) {
  FabricConfig config;
  config.flit_bytes = 0;
  EXPECT_THROW(Fabric("a", FabricNetwork::from_text(kTorus), config), std::invalid_argument);
  config = {};
  config.address_bits = 64;
  EXPECT_THROW(Fabric("b", FabricNetwork::from_text(kTorus), config), std::invalid_argument);
  config = {};
  config.step = sc_core::SC_ZERO_TIME;
  EXPECT_THROW(Fabric("c", FabricNetwork::from_text(kTorus), config), std::invalid_argument);
}

TEST(Fabric, EndsANonBlockingRequestWhenTheRouterHasTakenItsLastFlit) {
  Pair<NonBlocking, Pe> pair;
  pair.initiator.addresses = {1, 1, 1};
  pair.initiator.bytes = 32;
  sc_core::sc_start();

  // Four flits each, one behind the other: edges 1 to 4, 5 to 8, 9 to 12.
  EXPECT_THAT(pair.initiator.free_again, ElementsAre(4, 8, 12));
  EXPECT_THAT(pair.initiator.ended, ElementsAre(6, 10, 14));
}

TEST(Fabric, ReportsARequestBeforeTheEndOfTheOneBefore) {
  Pair<NonBlocking, Pe> pair;
  pair.initiator.addresses = {1, 1};
  sc_core::sc_start(sc_core::SC_ZERO_TIME);

  EXPECT_EQ(error_of([&] { pair.initiator.next(); }),
            "flitwise/fabric: a request before the END_REQ of the one before");
}

// Flits have 1024 numbers for messages of a PE of a torus; more than that are under way here.
TEST(Fabric, NumbersMoreTransactionsThanFlitsCanName) {
  Bench bench("network: {kind: torus, sides: [2]}");
  constexpr int kThreads = 1500;
  int done = 0;
  bench.pe(0).program = [&](Pe& pe) {
    for (int i = 0; i < kThreads; ++i)
      sc_core::sc_spawn([&, i] {
        EXPECT_EQ(pe.write(1, pattern(3, static_cast<unsigned>(i))), tlm::TLM_OK_RESPONSE);
        ++done;
      });
  };
  sc_core::sc_start();

  EXPECT_EQ(done, kThreads);
  EXPECT_EQ(bench.verdict().exit_status, 0);
}

// PE 2 and PE 3 want PE 1's link to PE 0 at once. The head of PE 3's message is lost there, and
// what follows it.
TEST(Fabric, SaysWhichTransactionLostAFlitAndWhere) {
  Bench bench("network: {kind: tree, parents: [-1, 0, 1, 1]}");
  for (const std::size_t p : {2U, 3U})
    bench.pe(p).program = [](Pe& pe) { pe.write(0, pattern(16, 1)); };
  sc_core::sc_start();

  const FabricVerdict verdict = bench.verdict();
  EXPECT_EQ(verdict.exit_status, 1);
  EXPECT_GT(verdict.violations, 0);
  EXPECT_EQ(verdict.pending, 1);
  EXPECT_EQ(verdict.transfers, 1);
  EXPECT_THAT(verdict.messages.at(0),
              HasSubstr("step 2: collision in PE 1: flits from child 0 (PE 2), child 1 (PE 3)"));
  EXPECT_THAT(
      verdict.messages,
      testing::IsSupersetOf(
          {std::string("the write of 16 bytes from PE 3 to PE 0 has not ended"),
           std::string("flits of the write of 16 bytes from PE 3 to PE 0 that went into PE 1 and "
                       "did not leave it: 2, the last in step 3")}));
}

TEST(Fabric, SaysWhichAnswerWasLost) {
  Bench bench("network: {kind: tree, parents: [-1, 0, 1, 1]}");
  bench.pe(0).program = [](Pe& pe) {
    for (const std::uint64_t to : {2U, 3U})
      sc_core::sc_spawn([&pe, to] {
        Bytes data(8);
        if (to == 3) sc_core::wait(ns(1));
        pe.ask(tlm::TLM_READ_COMMAND, to, data);
      });
  };
  bench.pe(2).work = ns(1);  // so that both answer in the same step
  sc_core::sc_start();

  const FabricVerdict verdict = bench.verdict();
  EXPECT_EQ(verdict.exit_status, 1) << verdict.text();
  EXPECT_THAT(verdict.text(),
              HasSubstr("of the answer to the read of 8 bytes from PE 0 to PE 3 that went "
                        "into PE 1 and did not leave it: 1, the last in step 6"));
}

TEST(Fabric, SaysWhichPacketsAStarGraphHasLost) {
  Bench bench("network: {kind: star-graph, n: 4}\noptions: {slots: 1}");
  for (std::size_t p = 1; p < bench.fabric.pes(); ++p)
    bench.pe(p).program = [](Pe& pe) { pe.write(0, pattern(80, 1)); };
  sc_core::sc_start();

  const FabricVerdict verdict = bench.verdict();
  EXPECT_EQ(verdict.exit_status, 1);
  EXPECT_GT(verdict.pending, 0);
  EXPECT_THAT(verdict.text(), HasSubstr("and is lost"));
  EXPECT_THAT(verdict.text(), HasSubstr("flits of the write of 80 bytes from PE"));
  EXPECT_THAT(verdict.text(), HasSubstr("and did not leave it: "));
}

TEST(Fabric, SaysThatATransactionHasNotEnded) {
  Bench bench(kTorus);
  bench.pe(0).program = [](Pe& pe) { pe.write(1, pattern(800, 1)); };
  sc_core::sc_start(ns(50));

  EXPECT_EQ(bench.verdict().exit_status, 3);
  EXPECT_EQ(bench.verdict().pending, 1);
}

TEST(Fabric, RunsBesideAnotherOneInTheSameProgram) {
  FabricConfig slow;
  slow.step = ns(3);
  Bench torus(kTorus, {}, "torus");
  Bench star("network: {kind: star-graph, n: 4}", slow, "star");
  torus.pe(0).program = [](Pe& pe) { pe.write(5, pattern(80, 1)); };
  star.pe(0).program = [](Pe& pe) { pe.write(7, pattern(80, 2)); };
  sc_core::sc_start();

  EXPECT_EQ(torus.pe(5).memory.size(), 80U);
  EXPECT_EQ(star.pe(7).memory.size(), 80U);
  EXPECT_EQ(torus.verdict().exit_status, 0);
  EXPECT_EQ(star.verdict().exit_status, 0);
}

class OnEveryNetwork : public testing::TestWithParam<const char*> {};

// Alone in the network a transfer takes what it must, and no step more.
TEST_P(OnEveryNetwork, ATransferAloneArrivesAtTheEarliest) {
  Bench bench(GetParam());
  bench.pe(0).program = [&](Pe&) {
    for (std::size_t from = 0; from < bench.fabric.pes(); ++from)
      for (std::size_t to = 0; to < bench.fabric.pes(); ++to)
        for (const std::size_t bytes : {1U, 8U, 9U, 100U})
          if (from != to) {
            EXPECT_EQ(bench.pe(from).write(to, pattern(bytes, 1)), tlm::TLM_OK_RESPONSE);
            sc_core::wait(ns(3));
          }
  };
  sc_core::sc_start();

  const std::size_t pes = bench.fabric.pes();
  EXPECT_EQ(bench.transfers.size(), 4 * pes * (pes - 1));
  for (const FabricTransfer& transfer : bench.transfers)
    EXPECT_EQ(transfer.delivered, transfer.least) << transfer.from << " to " << transfer.to;
  EXPECT_EQ(bench.verdict().exit_status, 0);
}
INSTANTIATE_TEST_SUITE_P(
    Networks, OnEveryNetwork,
    testing::Values("network: {kind: torus, sides: [4, 3]}", "network: {kind: torus, sides: [5]}",
                    "network: {kind: fat-tree, leaves: 8, capacities: constant}",
                    "network: {kind: star-graph, n: 3}",
                    "network: {kind: tree, parents: [-1, 0, 0, 1, 1, 3]}"));

TEST(Fabric, LetsTransfersStartInTheOrderOfTheirRequestsOneAtATime) {
  FabricConfig config;
  config.one_at_a_time = true;
  Bench bench(kTorus, config);
  for (std::size_t p = 1; p < 6; ++p)
    bench.pe(p).program = [p](Pe& pe) { pe.write(0, {1}, ns(static_cast<double>(p) / 8)); };
  sc_core::sc_start();

  std::vector<int> order;
  for (const FabricTransfer& transfer : bench.transfers) order.push_back(transfer.from);
  EXPECT_THAT(order, ElementsAre(1, 2, 3, 4, 5));
}

class OneAtATime : public testing::TestWithParam<const char*> {};

// All write to all at once, which these networks lose flits of.
TEST_P(OneAtATime, EveryNetworkCarriesAll) {
  FabricConfig config;
  config.one_at_a_time = true;
  config.address_bits = 16;
  Bench bench(GetParam(), config);
  const std::size_t pes = bench.fabric.pes();
  for (std::size_t p = 0; p < pes; ++p)
    bench.pe(p).program = [p, pes](Pe& pe) {
      for (std::size_t to = 0; to < pes; ++to) {
        if (to == p) continue;
        const std::uint64_t address = (std::uint64_t{to} << 16) + 256 * p;
        const Bytes sent = pattern(20 + to, static_cast<unsigned>(p));
        EXPECT_EQ(pe.write(address, sent), tlm::TLM_OK_RESPONSE);
        Bytes read(sent.size());
        EXPECT_EQ(pe.ask(tlm::TLM_READ_COMMAND, address, read), tlm::TLM_OK_RESPONSE);
        EXPECT_EQ(read, sent);
      }
    };
  sc_core::sc_start();

  const FabricVerdict verdict = bench.verdict();
  EXPECT_EQ(verdict.exit_status, 0) << verdict.text();
  EXPECT_EQ(verdict.transfers, static_cast<std::int64_t>(3 * pes * (pes - 1)));
  // None is under way before the one before has come.
  for (std::size_t i = 1; i < bench.transfers.size(); ++i)
    EXPECT_GE(bench.transfers[i].ready, bench.transfers[i - 1].delivered);
  for (const FabricTransfer& transfer : bench.transfers)
    EXPECT_EQ(transfer.delivered, transfer.least);
}
INSTANTIATE_TEST_SUITE_P(
    Networks, OneAtATime,
    testing::Values("network: {kind: star-graph, n: 3}",
                    "network: {kind: fat-tree, leaves: 8, capacities: constant}",
                    "network: {kind: tree, parents: [-1, 0, 0, 1, 1, 3]}"));

class Lossless : public testing::TestWithParam<const char*> {};

TEST_P(Lossless, RandomReadsAndWritesFindWhatWasWritten) {
  FabricConfig config;
  config.address_bits = 16;
  Bench bench(GetParam(), config);
  const std::size_t pes = bench.fabric.pes();
  const unsigned seed = 20261123;
  int asked = 0;
  // PE p owns the addresses from 4096 p of every memory, so that it knows what must be there.
  for (std::size_t p = 0; p < pes; ++p)
    bench.pe(p).program = [&, p](Pe& pe) {
      std::mt19937 random(seed + static_cast<unsigned>(p));
      for (int i = 0; i < 40; ++i) {
        std::size_t to = random() % (pes - 1);
        if (to >= p) ++to;
        const std::uint64_t address = (std::uint64_t{to} << 16) + 512 * p;
        const Bytes sent = pattern(1 + random() % 300, static_cast<unsigned>(random()));
        EXPECT_EQ(pe.write(address, sent), tlm::TLM_OK_RESPONSE);
        if (random() % 2 == 0) sc_core::wait(ns(static_cast<double>(random() % 50) / 4));
        Bytes read(sent.size());
        EXPECT_EQ(pe.ask(tlm::TLM_READ_COMMAND, address, read), tlm::TLM_OK_RESPONSE);
        EXPECT_EQ(read, sent) << "seed " << seed << ", PE " << p << ", " << i;
        ++asked;
      }
    };
  sc_core::sc_start();

  EXPECT_EQ(asked, static_cast<int>(40 * pes));
  const FabricVerdict verdict = bench.verdict();
  EXPECT_EQ(verdict.exit_status, 0) << testing::PrintToString(verdict.messages);
  EXPECT_EQ(verdict.transfers, static_cast<std::int64_t>(3 * 40 * pes));
}
INSTANTIATE_TEST_SUITE_P(
    Networks, Lossless,
    testing::Values("network: {kind: torus, sides: [4, 4]}",
                    "network: {kind: torus, sides: [3, 2, 3]}",
                    "network: {kind: fat-tree, leaves: 8, capacities: exponential}\n"
                    "options: {backpressure: true, depth: 4}"));

TEST(Fabric, IsMissedWhenTheSimulationGoesOnWithoutIt) {
  auto fabric = std::make_unique<Fabric>("fabric", FabricNetwork::from_text(kTorus));
  Pe writer("writer");
  Pe reader("reader");
  writer.out.bind(fabric->from_pe[0]);
  reader.out.bind(fabric->from_pe[1]);
  fabric->to_pe[1].bind(reader.in);
  writer.program = [](Pe& pe) {
    pe.write(1, pattern(8, 1));
    sc_core::wait(ns(20));
    pe.write(1, pattern(8, 1));
  };
  sc_core::sc_start(ns(10));
  fabric.reset();

  EXPECT_EQ(error_of([] { sc_core::sc_start(); }),
            "flitwise/fabric: fabric is gone, and the simulation goes on: it must be there until "
            "the last sc_start is over");
}

TEST(Fabric, IsMissedWhenAProcessDestroysIt) {
  auto fabric = std::make_unique<Fabric>("fabric", FabricNetwork::from_text(kTorus));
  Pe writer("writer");
  writer.out.bind(fabric->from_pe[0]);
  writer.program = [&](Pe&) {
    sc_core::wait(ns(5));
    fabric.reset();
    sc_core::wait(ns(5));
    FAIL() << "the simulation went on";
  };

  EXPECT_THAT(error_of([] { sc_core::sc_start(); }), HasSubstr("fabric is gone"));
}

// A limit on the size of files has the compilation begin and fail soon.
TEST(Fabric, SaysWhichRouterIsCompiledFirst) {
  const test::TemporaryDirectory store;
  setenv("FLITWISE_MODELS", store.path().c_str(), 1);
  setenv("FLITWISE_MODEL_OPTIMIZATION", "-O0", 1);
  const rlimit small{4096, RLIM_INFINITY};
  std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  std::vector<std::string> told;
  FabricConfig config;
  config.progress = [&](const std::string& sentence) { told.push_back(sentence); };
  EXPECT_THROW(Fabric("fabric", FabricNetwork::from_text(kTorus), config), std::runtime_error);

  EXPECT_THAT(told, ElementsAre(testing::AllOf(testing::StartsWith("compiling torus_router ("),
                                               HasSubstr("some ten seconds the first time")),
                                HasSubstr("could not be compiled")));
}

}  // namespace
}  // namespace flitwise::fabric_test
