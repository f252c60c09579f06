// PEs, SystemC and real torus routers together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "systemc/network/network_module.h"
#include "systemc/network/torus/torus_routers.h"
#include "systemc/pe/codecs/route_codec.h"
#include "systemc/pe/processing_element.h"
#include "systemc/protocols/timed_protocol.h"
#include "systemc/protocols/torus/torus_route.h"

namespace flitwise::torus_module_test {
namespace {

using protocols::Arrival;
using protocols::Outbox;
using protocols::Transmission;
using ::testing::SizeIs;

struct Sending {
  Hops hops;
  Flits length = 1;
  Step after = 1;
};

Transmission message_of(Node self, const Sending& sending, std::uint32_t number) {
  DimensionOrder order;
  for (std::size_t d = 0; d < sending.hops.size(); ++d) order.push_back(static_cast<int>(d));
  Transmission message;
  message.message = self;
  message.packet = number;
  message.port = protocols::port_of(sending.hops, order);
  message.route = protocols::route_of(sending.hops, order);
  message.length = sending.length;
  message.after = sending.after;
  return message;
}

// Sends at the start, notes what arrives, and answers a complete message over `answer`, if given.
class Noting final : public protocols::PeProtocol {
 public:
  Noting(Node self, std::vector<Sending> sendings, Hops answer = {})
      : self_(self), sendings_(std::move(sendings)), answer_(std::move(answer)) {}
  void start(Outbox& outbox) override {
    for (const Sending& sending : sendings_) send(sending, outbox);
  }
  void receive(const Arrival& arrival, Outbox& outbox) override {
    arrivals.push_back(arrival);
    if (arrival.is_last && !answer_.empty()) send({answer_, 1, 1}, outbox);
  }
  protocols::PeState state() const override { return protocols::PeState::kDormant; }
  std::vector<std::string> waiting_for() const override { return {}; }

  std::vector<Arrival> arrivals;

 private:
  void send(const Sending& sending, Outbox& outbox) {
    outbox.send(message_of(self_, sending, next_++));
  }

  Node self_;
  std::vector<Sending> sendings_;
  Hops answer_;
  std::uint32_t next_ = 0;
};

// Sends messages of three flits two hops on, one every `pause` steps up to step 60, and notes when
// those of others arrive.
class Ticking final : public protocols::TimedProtocol {
 public:
  Ticking(Node self, Step pause) : self_(self), pause_(pause) {}
  void start(Outbox&) override {}
  void receive(const Arrival& arrival, Outbox&) override { steps.push_back(arrival.step); }
  std::optional<Step> next_wake() const override {
    return now_ + pause_ <= 60 ? std::optional(now_ + pause_) : std::nullopt;
  }
  void wake(Step now, Outbox& outbox) override {
    EXPECT_EQ(now, now_ + pause_);
    now_ = now;
    outbox.send(message_of(self_, {{2}, 3, 2}, static_cast<std::uint32_t>(now)));
  }
  protocols::PeState state() const override { return protocols::PeState::kDormant; }
  std::vector<std::string> waiting_for() const override { return {}; }

  std::vector<Step> steps;

 private:
  Node self_;
  Step pause_;
  Step now_ = 0;
};

class Bench {
 public:
  Bench(const Torus& torus, const TorusNetworkConfig& config, Step max_steps = 1000)
      : torus_(torus) {
    ModelLibrary models;
    TorusNetwork made = assemble_torus(torus, config, models);
    worms = std::move(made.worms);
    NetworkModule::Config module;
    module.addresses = std::vector<std::uint32_t>(static_cast<std::size_t>(torus.size()));
    module.max_steps = max_steps;
    module.observers = {worms.get()};
    module.handover = Handover::kFromPorts;
    network = std::make_unique<NetworkModule>("network", module, std::move(made.network));
  }

  Noting& add_pe(std::vector<Sending> sendings, Hops answer = {}) {
    auto protocol = std::make_unique<Noting>(static_cast<Node>(pes_.size()), std::move(sendings),
                                             std::move(answer));
    Noting& noting = *protocol;
    add(std::move(protocol));
    return noting;
  }

  void add(std::unique_ptr<protocols::PeProtocol> protocol) {
    const auto node = static_cast<Node>(pes_.size());
    ProcessingElement::Config config;
    config.step = network->step_time();
    config.codec =
        std::make_unique<RouteCodec>(PeLinks(node, TorusWiring(torus_, {}).neighbours(node)));
    pes_.push_back(std::make_unique<ProcessingElement>(("pe" + std::to_string(node)).c_str(),
                                                       std::move(config), std::move(protocol)));
    pes_.back()->to_router.bind(network->from_pes);
    network->to_pes.bind(pes_.back()->from_router);
  }

  std::unique_ptr<TorusWorms> worms;
  std::unique_ptr<NetworkModule> network;

 private:
  Torus torus_;
  std::vector<std::unique_ptr<ProcessingElement>> pes_;
};

TEST(TorusModule, APeReceivesHopsStepsAfterTheFirstLinkAndAnswersInTheNextStep) {
  Bench bench(Torus({4, 3}), {});
  Noting& first = bench.add_pe({{{2, -1}, 3, 5}});
  std::vector<Noting*> others;
  for (Node v = 1; v < 12; ++v) others.push_back(&bench.add_pe({}, v == 10 ? Hops{-2, 0} : Hops{}));
  sc_core::sc_start();

  const std::vector<Arrival>& arrivals = others[9]->arrivals;  // PE 10 is (2, 2)
  ASSERT_THAT(arrivals, SizeIs(3));
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(arrivals[k].step, 5 + 3 + static_cast<Step>(k));
    EXPECT_EQ(arrivals[k].index, static_cast<Flits>(k) + 1);
    EXPECT_EQ(arrivals[k].is_last, k == 2);
    EXPECT_EQ(arrivals[k].message, 0);
    EXPECT_EQ(arrivals[k].packet, 0U);
    EXPECT_EQ(arrivals[k].from, 2);  // over -x_1 of (2, 0)
    EXPECT_EQ(arrivals[k].kind, FlitKind::kData);
  }
  ASSERT_THAT(others[7]->arrivals, SizeIs(1));  // PE 8 is (0, 2)
  EXPECT_EQ(others[7]->arrivals[0].step, 10 + 1 + 2);
  EXPECT_TRUE(first.arrivals.empty());
  EXPECT_EQ(bench.network->stopped_at(), std::nullopt);
}

// PEs that wake in a step before the network does must not make it pass the same clock edge twice.
TEST(TorusModule, PesThatWakeByThemselvesLeaveEveryStepItsOneEdge) {
  Bench bench(Torus({6}), {});
  std::vector<const Ticking*> pes;
  for (Node v = 0; v < 6; ++v) {
    auto protocol = std::make_unique<Ticking>(v, 3 + v);
    pes.push_back(protocol.get());
    bench.add(std::move(protocol));
  }
  sc_core::sc_start();

  for (std::size_t v = 0; v < 6; ++v) {
    const std::vector<Step>& steps = pes[(v + 2) % 6]->steps;
    EXPECT_EQ(steps.size(), 3 * (60 / (3 + v)));
    for (std::size_t i = 1; i < steps.size(); ++i) EXPECT_GT(steps[i], steps[i - 1]);
  }
  EXPECT_EQ(bench.network->network().assertion_failures(), 0);
}

TEST(TorusModule, FlitsOfSeveralPortsReachAPeInOneStep) {
  Bench bench(Torus({3, 3}), {});
  std::vector<Noting*> pes;
  const std::vector<Hops> to_the_middle{{}, {0, 1}, {}, {1, 0}, {}, {-1, 0}, {}, {0, -1}, {}};
  for (const Hops& hops : to_the_middle)
    pes.push_back(&bench.add_pe(hops.empty() ? std::vector<Sending>{}
                                             : std::vector<Sending>{{hops, 2, 1}, {hops, 1, 1}}));
  sc_core::sc_start();

  ASSERT_THAT(pes[4]->arrivals, SizeIs(12));
  for (std::size_t k = 0; k < 12; ++k) {
    const Arrival& arrival = pes[4]->arrivals[k];
    EXPECT_EQ(arrival.step, 2 + static_cast<Step>(k / 4));
    EXPECT_EQ(arrival.from, arrival.message);
    EXPECT_EQ(arrival.packet, k / 4 == 2 ? 1U : 0U);
  }
}

TEST(TorusModule, ADeadlockEndsTheRunAndNamesTheCircle) {
  TorusNetworkConfig config;
  config.lanes = 1;
  config.depth = 2;
  Bench bench(Torus({4, 1}), config, 1'000'000);
  for (Node v = 0; v < 4; ++v) bench.add_pe({{{2, 0}, 30, 1}});
  sc_core::sc_start();

  EXPECT_TRUE(bench.network->is_deadlocked());
  ASSERT_TRUE(bench.network->stopped_at().has_value());
  EXPECT_LT(*bench.network->stopped_at(), 20);
  EXPECT_EQ(bench.network->pending_transmissions(), 4U);
  EXPECT_THAT(bench.worms->describe_circular_wait(), SizeIs(4));
}

TEST(TorusModule, ADeadlockOfSomeDoesNotKeepLaterMessagesFromTheirDay) {
  TorusNetworkConfig config;
  config.lanes = 1;
  config.depth = 2;
  Bench bench(Torus({4, 1}), config, 1'000'000);
  std::vector<Noting*> pes;
  for (Node v = 0; v < 4; ++v) pes.push_back(&bench.add_pe({{{2, 0}, 30, 1}, {{-1, 0}, 1, 400}}));
  sc_core::sc_start();

  for (const Noting* pe : pes) {
    ASSERT_THAT(pe->arrivals, SizeIs(1));
    EXPECT_EQ(pe->arrivals[0].step, 401);
  }
  EXPECT_TRUE(bench.network->is_deadlocked());
  EXPECT_GE(*bench.network->stopped_at(), 401);
}

TEST(TorusModule, StopsAtItsLimitWithFlitsInRouters) {
  TorusNetworkConfig config;
  config.lanes = 1;
  config.depth = 2;
  Bench bench(Torus({4, 1}), config, 12);
  for (Node v = 0; v < 4; ++v) bench.add_pe({{{1, 0}, 20, 1}});
  sc_core::sc_start();

  EXPECT_EQ(bench.network->stopped_at(), 12);
  EXPECT_FALSE(bench.network->is_deadlocked());
}

TEST(TorusModule, DoesNotStopAtALimitThatTheLastTailMeets) {
  Bench bench(Torus({4, 1}), {}, 3);
  Noting& sender = bench.add_pe({{{1, 0}, 2, 1}});
  Noting& receiver = bench.add_pe({});
  bench.add_pe({});
  bench.add_pe({});
  sc_core::sc_start();

  EXPECT_THAT(receiver.arrivals, SizeIs(2));
  EXPECT_TRUE(sender.arrivals.empty());
  EXPECT_EQ(bench.network->stopped_at(), std::nullopt);
}

}  // namespace
}  // namespace flitwise::torus_module_test
