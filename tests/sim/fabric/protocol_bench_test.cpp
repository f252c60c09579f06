// Protocols of one's own on routers, with a formula beside them.
#include <flitwise/protocol_bench.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "systemc/topology/tree/tree.h"
#include "tests/protocols/own_protocol_example.h"
#include "tests/sim/fabric/fabric_bench.h"
#include "tests/support/refusal.h"

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

// Sends one message when it starts, or none, and takes whatever comes.
class Once final : public protocols::PeProtocol {
 public:
  explicit Once(std::optional<protocols::Transmission> message = {}) : message_(message) {}
  void start(protocols::Outbox& outbox) override {
    if (message_) outbox.send(*message_);
  }
  void receive(const protocols::Arrival&, protocols::Outbox&) override {}
  protocols::PeState state() const override { return protocols::PeState::kDone; }
  std::vector<std::string> waiting_for() const override { return {}; }

 private:
  const std::optional<protocols::Transmission> message_;
};

// PEs of which the last one sends a message, and the others nothing.
protocols::Protocols last_sends(Node pes, const protocols::Transmission& message) {
  protocols::Protocols all;
  for (Node pe = 0; pe + 1 < pes; ++pe) all.push_back(std::make_unique<Once>());
  all.push_back(std::make_unique<Once>(message));
  return all;
}

protocols::Transmission message_to(Node destination) {
  protocols::Transmission message;
  message.message = 5;
  message.destination = destination;
  return message;
}

template <class Value>
protocols::Transmission with(Value protocols::Transmission::*key, Value value) {
  protocols::Transmission message = message_to(0);
  message.*key = value;
  return message;
}

struct Impossible {
  const char* name;
  protocols::Transmission message;
  const char* sentence;
};
void PrintTo(const Impossible& impossible, std::ostream* stream) { *stream << impossible.name; }

class ImpossibleMessages : public testing::TestWithParam<Impossible> {};

TEST_P(ImpossibleMessages, AreRefusedWithTheirPeAndWhatIsWrong) {
  ProtocolBench bench("bench", tree(), last_sends(6, GetParam().message));
  EXPECT_EQ(fabric_test::error_of([] { sc_core::sc_start(); }),
            std::string("flitwise/protocol_bench: PE 5: ") + GetParam().sentence);
}

using protocols::Transmission;
INSTANTIATE_TEST_SUITE_P(
    ProtocolBench, ImpossibleMessages,
    testing::Values(Impossible{"NoFlits", with(&Transmission::length, Flits{0}),
                               "length of a message is at least 1, not 0"},
                    Impossible{"FewerThanNoFlits", with(&Transmission::length, Flits{-9}),
                               "length of a message is at least 1, not -9"},
                    Impossible{"Now", with(&Transmission::after, Step{0}),
                               "after of a message is at least 1, not 0"},
                    Impossible{"InThePast", with(&Transmission::after, Step{-3}),
                               "after of a message is at least 1, not -3"},
                    Impossible{"AllAtOnce", with(&Transmission::every, Step{0}),
                               "every of a message is at least 1, not 0"},
                    Impossible{"BeyondThePes", message_to(6),
                               "destination of a message is a PE, 0 to 5, not 6"},
                    Impossible{"BeforeThePes", message_to(-2),
                               "destination of a message is a PE, 0 to 5, not -2"},
                    Impossible{"ToNobody", message_to(kNoNode),
                               "there is no PE -1 in tree 0 to send to"},
                    Impossible{"InAnotherTree", with(&Transmission::tree, TreeIndex{1}),
                               "there is no PE 0 in tree 1 to send to"}),
    [](const auto& of) { return std::string(of.param.name); });

const char* const kRing = "network: {kind: torus, sides: [4]}";

TEST(ProtocolBench, NamesAPortThatThePeDoesNotHave) {
  ProtocolBench bench("bench", FabricNetwork::from_text(kRing),
                      last_sends(4, with(&Transmission::port, 7U)));
  EXPECT_EQ(fabric_test::error_of([] { sc_core::sc_start(); }),
            "flitwise/protocol_bench: PE 3: PE 3 has no port 7");
}

TEST(ProtocolBench, NamesAMessageToOneselfThatDoesNotCome) {
  ProtocolBench bench("bench", tree(), last_sends(6, message_to(5)));
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().exit_status, 3);
  EXPECT_THAT(bench.verdict().text(), HasSubstr("1 of 1 flits sent to PE 5 have not come\n"));
}

TEST(ProtocolBench, NamesAMessageForWhichTheNetworkHasNoWay) {
  protocols::Transmission message = message_to(0);
  message.port = 0;
  message.route = 0;  // no hops, over a link
  ProtocolBench bench("bench", FabricNetwork::from_text(kRing), last_sends(4, message));
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().exit_status, 1);
  EXPECT_THAT(bench.verdict().text(), HasSubstr("assertions of the RTL failed"));
  EXPECT_THAT(bench.verdict().text(), HasSubstr("1 of 1 flits sent to PE 0 have not come\n"));
}

TEST(ProtocolBench, AsksForNoFlitsOfAFloodAtNobody) {
  protocols::Transmission flood = message_to(kNoNode);
  flood.kind = FlitKind::kFlood;
  ProtocolBench bench(
      "bench",
      FabricNetwork::from_text("network: {kind: fat-tree, leaves: 4, capacities: constant}"),
      last_sends(4, flood));
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().exit_status, 0) << bench.verdict().text();
  EXPECT_EQ(bench.verdict().transfers, 3);
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
    return test::refusal_of([&] { ProtocolBench(name, network, std::move(all)); });
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
