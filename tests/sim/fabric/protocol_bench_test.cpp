// Protocols of one's own on routers, with a formula beside them.
#include <flitwise/protocol_bench.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "systemc/topology/tree/tree.h"
#include "tests/protocols/own_protocol_example.h"

namespace flitwise::protocol_bench_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<Flits> kLengths{0, 3, 1, 2, 4, 2};

FabricNetwork tree(const std::vector<FabricKey>& options = {}) {
  std::vector<FabricKey> keys{{"network.kind", "tree"}, {"network.parents", {-1, 0, 0, 1, 1, 4}}};
  keys.insert(keys.end(), options.begin(), options.end());
  return FabricNetwork::from_keys(keys);
}
Tree same_tree() { return Tree({kNoNode, 0, 0, 1, 1, 4}); }
protocols::Protocols turn_gather() {
  return protocols::example::make_turn_gather(same_tree(), kLengths);
}
// With D the height and M all flits, the last arrives in step D + M - 1.
std::int64_t predicted_finish() { return 3 + 12 - 1; }

TEST(ProtocolBench, HoldsAProtocolOfOnesOwnAgainstItsFormula) {
  ProtocolBench bench("bench", tree(), turn_gather());
  bench.expect("finish", predicted_finish(), "height + flits - 1");
  bench.expect("transfers", 5, "a message of every PE but the root");
  bench.expect("flits", 12, "their lengths");
  sc_core::sc_start();

  const FabricVerdict verdict = bench.verdict();
  EXPECT_EQ(verdict.exit_status, 0) << verdict.text();
  EXPECT_EQ(verdict.checks.size(), 3U);
  EXPECT_EQ(verdict.flit_hops, 3 + 1 + 2 * 2 + 4 * 2 + 2 * 3);
  EXPECT_EQ(verdict.quiesce, predicted_finish());
}

TEST(ProtocolBench, FailsWhereTheFormulaIsWrong) {
  ProtocolBench bench("bench", tree(), turn_gather());
  bench.expect("finish", predicted_finish() + 1, "a slip");
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().exit_status, 1);
  EXPECT_THAT(bench.verdict().text(),
              HasSubstr("FAIL finish: measured 14, predicted 15 (a slip)\nFAIL: 5 transfers"));
}

TEST(ProtocolBench, SaysWhatRoutersAndPesReport) {
  ProtocolBench bench("bench", tree(),
                      protocols::example::make_naive_gather(same_tree(), kLengths));
  sc_core::sc_start();

  const FabricVerdict verdict = bench.verdict();
  EXPECT_EQ(verdict.exit_status, 1);
  EXPECT_GT(verdict.violations, 0);
  EXPECT_EQ(verdict.pending, 1);
  EXPECT_THAT(verdict.text(), HasSubstr("collision in PE"));
  EXPECT_THAT(verdict.text(), HasSubstr("PE 0 waits for"));
}

TEST(ProtocolBench, SaysThatAPeStillWaits) {
  protocols::Protocols all = turn_gather();
  all[5] = std::make_unique<protocols::example::Sender>(5, 0, 1);  // it sends nothing
  ProtocolBench bench("bench", tree(), std::move(all));
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().exit_status, 3);
  EXPECT_THAT(bench.verdict().messages, ElementsAre("PE 0 waits for 2 more flits"));
}

TEST(ProtocolBench, NamesFlitsThatWereSentToAPeAndDidNotCome) {
  protocols::Protocols all = turn_gather();
  ProtocolBench bench("bench", tree(), std::move(all));
  sc_core::sc_start(sc_core::sc_time(5, sc_core::SC_NS));

  EXPECT_EQ(bench.verdict().exit_status, 3);
  EXPECT_THAT(bench.verdict().text(), HasSubstr("flits sent to PE 0 have not come\n"));
}

// Sends one message of one flit when it starts.
class Once final : public protocols::PeProtocol {
 public:
  explicit Once(Node destination) { message_.destination = destination; }
  void start(protocols::Outbox& outbox) override {
    message_.message = 3;
    outbox.send(message_);
  }
  void receive(const protocols::Arrival&, protocols::Outbox&) override {}
  protocols::PeState state() const override { return protocols::PeState::kDone; }
  std::vector<std::string> waiting_for() const override { return {}; }

 private:
  protocols::Transmission message_;
};

TEST(ProtocolBench, FailsWhereAMessageGoesToNobody) {
  for (const Node destination : {3, 4, 16, 99}) {
    SCOPED_TRACE(destination);
    EXPECT_EXIT(
        {
          protocols::Protocols all;
          for (Node pe = 0; pe < 4; ++pe)
            all.push_back(std::make_unique<Once>(pe == 3 ? destination : 0));
          all[0] = std::make_unique<protocols::example::Sender>(0, 0, 1);
          all[1] = std::make_unique<protocols::example::Sender>(1, 0, 1);
          all[2] = std::make_unique<protocols::example::Sender>(2, 0, 1);
          ProtocolBench bench("bench",
                              FabricNetwork::from_keys(
                                  {{"network.kind", "tree"}, {"network.parents", {-1, 0, 0, 1}}}),
                              std::move(all));
          sc_core::sc_start();
          std::exit(bench.verdict().exit_status == 0 ? 0 : 1);
        },
        testing::ExitedWithCode(1), "");
  }
}

TEST(ProtocolBench, StopsWhereTheNetworksOptionsSay) {
  ProtocolBench bench("bench", tree({{"options.max_steps", 8}}), turn_gather());
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().exit_status, 3);
  EXPECT_THAT(bench.verdict().text(), HasSubstr("stopped after step 8 by options.max_steps"));
}

TEST(ProtocolBench, TakesAStepOfAnyLength) {
  ProtocolBenchConfig config;
  config.step = sc_core::sc_time(2.5, sc_core::SC_NS);
  ProtocolBench bench("bench", tree(), turn_gather(), config);
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().finish, predicted_finish());
  EXPECT_GE(sc_core::sc_time_stamp(), config.step * static_cast<double>(predicted_finish()));
}

TEST(ProtocolBench, RefusesAnotherNumberOfProtocols) {
  const FabricNetwork network = tree();
  EXPECT_EQ(ProtocolBench::pes_of(network), 6U);
  const auto refusal = [&](const char* name, protocols::Protocols all) {
    try {
      ProtocolBench(name, network, std::move(all));
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  protocols::Protocols few = turn_gather();
  few.pop_back();
  EXPECT_EQ(refusal("few", std::move(few)), "the network has 6 PEs, and there are 5 protocols");
  protocols::Protocols holes = turn_gather();
  holes[2] = nullptr;
  EXPECT_EQ(refusal("holes", std::move(holes)), "PE 2 has no protocol");
}

}  // namespace
}  // namespace flitwise::protocol_bench_test
