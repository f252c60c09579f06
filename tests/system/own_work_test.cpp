// A machine and work of no family: two PEs that a switch joins. What carries them knows nothing of
// trees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "sim/run/simulation.h"
#include "systemc/pe/codecs/address_codec.h"
#include "tb/check/message_scoreboard.h"
#include "tb/check/recorder.h"
#include "tests/protocols/own_protocol_example.h"

namespace flitwise {
namespace {

using protocols::example::Collector;
using protocols::example::Sender;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr Node kSwitch = 2;
constexpr Flits kLength = 3;

// Passes what PE 1 injects over the switch, node 2, to PE 0: a register before each link.
class SwitchedPair final : public Network {
 public:
  void inject(Node, std::uint32_t, RawFlit flit) override { injected_ = flit; }
  void clock(Step) override {
    deliveries_.clear();
    transfers_.clear();
    if (last_link_ != 0) deliveries_.push_back({0, last_link_, 0});
    last_link_ = std::exchange(first_link_, std::exchange(injected_, 0));
    if (first_link_ != 0) transfers_.push_back({1, kSwitch, first_link_});
    if (last_link_ != 0) transfers_.push_back({kSwitch, 0, last_link_});
    ++cycles_;
  }
  bool is_quiet() const override { return transfers_.empty(); }
  std::int64_t router_cycles() const override { return cycles_; }
  int assertion_failures() const override { return 0; }

 private:
  RawFlit injected_ = 0;
  RawFlit first_link_ = 0;
  RawFlit last_link_ = 0;
  std::int64_t cycles_ = 0;
};

class SwitchedMachine final : public Machine {
 public:
  const AddressBook& addresses() const override { return addresses_; }
  std::unique_ptr<FlitCodec> codec(Node pe) const override {
    return std::make_unique<AddressCodec>(PeLinks(pe, {}), addresses_);
  }
  std::unique_ptr<Network> build(const Options&, WaveRecorder*) override {
    return std::make_unique<SwitchedPair>();
  }

 private:
  const AddressBook addresses_{0, 1};
};

// PE 1 sends a message to PE 0; its flit k arrives in step k + 1.
class SwitchedWork final : public Work {
 public:
  Machine& machine() override { return machine_; }
  protocols::Protocols make_protocols() override {
    protocols::Protocols all;
    all.push_back(std::make_unique<Collector>(kLength));
    all.push_back(std::make_unique<Sender>(1, kLength, 1));
    return all;
  }
  std::vector<NetworkObserver*> monitors() override { return {&scoreboard_, &recorder_}; }
  void close() override { scoreboard_.close(); }
  Step expected_steps() const override { return kLength + 1; }
  Evidence evidence() const override {
    Evidence evidence;
    const Step last = recorder_.events().back().step;
    evidence.ledger.add("finish", last, kLength + 1, "two links, a flit a step");
    evidence.ledger.add("quiesce", last);
    evidence.measured_events = recorder_.events();
    take_counts(scoreboard_, evidence);
    return evidence;
  }
  const std::vector<LinkEvent>& events() const override { return recorder_.events(); }
  std::int64_t flit_hops() const override {
    return static_cast<std::int64_t>(recorder_.events().size());
  }

 private:
  SwitchedMachine machine_;
  check::MessageScoreboard scoreboard_{{{}, {1, 0, kLength, false}}, {0, 1}};
  check::Recorder recorder_;
};

TEST(OwnWork, MayHaveNodesWithoutPe) {
  Simulation simulation(std::make_unique<SwitchedWork>(), {}, {});
  simulation.run();
  const Result result = judge(simulation.evidence());

  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_THAT(result.problems, IsEmpty());
  EXPECT_EQ(result.measured.finish, 4);
  EXPECT_EQ(simulation.flit_hops(), 2 * kLength);
  EXPECT_EQ(simulation.events().front(), (LinkEvent{1, 1, kSwitch, FlitKind::kData, 1, 1, 0, 0}));
}

TEST(OwnWork, IsStoppedWhereTheScenarioSays) {
  Options two_steps;
  two_steps.max_steps = 2;
  Simulation simulation(std::make_unique<SwitchedWork>(), {}, two_steps);
  simulation.run();
  const Evidence evidence = simulation.evidence();

  EXPECT_EQ(evidence.stopped_at, 2);
  EXPECT_THAT(evidence.waiting, ElementsAre("PE 0 waits for 2 more flits"));
}

TEST(OwnWork, TellsItsProgressByTheStepsThatItExpects) {
  RunRequest request;
  request.progress = [](Step, Step expected) { EXPECT_EQ(expected, kLength + 1); };
  Simulation simulation(std::make_unique<SwitchedWork>(), request, {});
  simulation.run();

  EXPECT_EQ(judge(simulation.evidence()).outcome, Outcome::kPass);
}

}  // namespace
}  // namespace flitwise
