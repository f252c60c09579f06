// The engine with credits, on routers written in C++.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <stdexcept>

#include "systemc/network/engine.h"

namespace flitwise::credits_test {
namespace {

constexpr std::uint32_t kLanes = 2;
constexpr std::uint32_t kDepth = 2;

// Lane 0 is the PE's, lane 1 the link: a queue of kDepth flits from either leads to the other. What
// comes over the link goes to the PE unless `is_shut`; what the PE injects needs a credit.
struct Relay {
  std::array<RawFlit, kLanes> in{};
  std::array<RawFlit, kLanes> out{};
  std::array<unsigned char, kLanes> credit_in{};
  std::array<unsigned char, kLanes> credit_out{};
  std::uint8_t busy = 0;
  std::uint8_t violation = 0;
  unsigned char no_lanes = 0;
  std::array<std::deque<RawFlit>, kLanes> queues;
  std::uint32_t credit = kDepth;
  bool is_shut = false;
  int pause = 0;    // edges for which it does nothing before each flit that it passes on
  int thought = 0;  // of them, those that have passed
  int cycles = 0;
  std::size_t fullest = 0;

  static void cycle(void* model) {
    auto& r = *static_cast<Relay*>(model);
    ++r.cycles;
    r.credit += r.credit_in[1];
    r.out = {};
    r.credit_out = {};
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (r.in[lane] != 0) r.queues[lane].push_back(r.in[lane]);
      r.fullest = std::max(r.fullest, r.queues[lane].size());
    }
    const bool sends = !r.queues[0].empty() && r.credit > 0;
    const bool delivers = !r.queues[1].empty() && !r.is_shut;
    const bool pauses = (sends || delivers) && r.thought++ < r.pause;
    if (!pauses) {
      r.thought = 0;
      if (sends) --r.credit;
      if (sends) r.pass(0);
      if (delivers) r.pass(1);
    }
    r.busy = r.out != std::array<RawFlit, kLanes>{} || !r.queues[0].empty() || !r.queues[1].empty();
  }

  void pass(std::size_t from) {
    out[1 - from] = queues[from].front();
    queues[from].pop_front();
    credit_out[from] = 1;
  }
};

struct Relays final : RouterOwner {
  std::array<Relay, 2> routers;
  int assertion_failures() const override { return 0; }
  void set_step(Step) override {}
};

RouterPins pins_of(Relay& relay) {
  RouterPins pin;
  pin.model = &relay;
  pin.cycle = &Relay::cycle;
  pin.in = reinterpret_cast<unsigned char*>(relay.in.data());
  pin.out = reinterpret_cast<const unsigned char*>(relay.out.data());
  pin.busy = &relay.busy;
  pin.violation = &relay.violation;
  pin.violation_in = &relay.no_lanes;
  pin.violation_out = &relay.no_lanes;
  pin.credit_in = relay.credit_in.data();
  pin.credit_out = relay.credit_out.data();
  pin.own_credits = kDepth;
  pin.lanes = kLanes;
  return pin;
}

struct Bench {
  explicit Bench(std::uint32_t hidden_edges = 0, std::uint32_t latency = 1,
                 std::uint32_t credit_latency = 1) {
    auto owner = std::make_unique<Relays>();
    relays = &owner->routers;
    std::vector<RouterPins> pins{pins_of((*relays)[0]), pins_of((*relays)[1])};
    engine = std::make_unique<Engine>(
        std::move(owner), pins,
        std::vector<Link>{{0, 1, 1, 1, LinkTurn::kAlways, latency, credit_latency},
                          {1, 1, 0, 1, LinkTurn::kAlways, latency, credit_latency}},
        std::vector<std::vector<std::string>>(2, {"own", "link"}), IdleRouters::kSkip,
        FlowControl::kCredits, std::vector<std::string>{}, Receivers({}, 2, 1, hidden_edges));
  }
  // Injects whenever there is credit; the number of flits injected.
  int flood(Step from, Step to) {
    int injected = 0;
    for (Step step = from; step < to; ++step) {
      if (engine->accepts(0, 0)) {
        FlitFields flit;
        flit.kind = FlitKind::kData;
        engine->inject(0, 0, pack(flit));
        ++injected;
      }
      engine->clock(step);
      delivered += static_cast<int>(engine->deliveries().size());
    }
    return injected;
  }
  std::array<Relay, 2>* relays = nullptr;
  std::unique_ptr<Engine> engine;
  int delivered = 0;
};

TEST(Credits, KeepQueuesFromOverflowingAndALinkFull) {
  Bench bench;
  EXPECT_TRUE(bench.engine->has_back_pressure());
  EXPECT_EQ(bench.flood(0, 100), 100);
  EXPECT_EQ(bench.delivered, 99);
  EXPECT_EQ((*bench.relays)[0].fullest, 1U);
}

TEST(Credits, AShutRouterStopsItsNeighbourAndThePe) {
  Bench bench;
  (*bench.relays)[1].is_shut = true;
  EXPECT_EQ(bench.flood(0, 20), 4);  // two in each queue
  EXPECT_EQ((*bench.relays)[0].fullest, kDepth);
  EXPECT_EQ((*bench.relays)[1].fullest, kDepth);
  EXPECT_TRUE(bench.engine->is_stuck());
  EXPECT_TRUE(bench.engine->holds_flits());
  EXPECT_FALSE(bench.engine->is_quiet());
}

// A router that thinks for three edges is no deadlock; one that never goes on is, four edges later.
TEST(Credits, SlowRoutersAreStuckOnlyWhenTheirTimeIsOver) {
  Bench bench(3);
  for (Relay& relay : *bench.relays) relay.pause = 3;
  bench.engine->inject(0, 0, kValidBit);
  Step step = 0;
  for (; bench.delivered == 0 && step < 20; ++step) {
    bench.engine->clock(step);
    bench.delivered += static_cast<int>(bench.engine->deliveries().size());
    ASSERT_FALSE(bench.engine->is_stuck()) << "step " << step;
  }
  EXPECT_EQ(step, 8);
  for (; !bench.engine->is_quiet(); ++step) {
    bench.engine->clock(step);
    ASSERT_FALSE(bench.engine->is_stuck()) << "step " << step;
  }

  (*bench.relays)[1].is_shut = true;
  bench.engine->inject(0, 0, kValidBit);
  std::vector<bool> stuck;
  for (const Step last = step + 9; step < last; ++step) {
    bench.engine->clock(step);
    stuck.push_back(bench.engine->is_stuck());
  }
  // Four edges to the link, four in which the far router might have been at work.
  EXPECT_EQ(stuck, std::vector<bool>({0, 0, 0, 0, 0, 0, 0, 1, 1}));
}

TEST(Credits, AComingCreditWakesARouterAndNothingElseDoes) {
  Bench bench;
  bench.flood(0, 1);
  EXPECT_FALSE(bench.engine->is_stuck());
  bench.engine->clock(1);  // delivered; the credit is on its way back
  EXPECT_EQ((*bench.relays)[0].cycles, 1 + 1);
  bench.engine->clock(2);  // the credit comes
  EXPECT_EQ((*bench.relays)[0].cycles, 3);
  EXPECT_EQ((*bench.relays)[0].credit, kDepth);
  EXPECT_EQ((*bench.relays)[0].credit_in[1], 0);
  bench.engine->clock(3);
  EXPECT_EQ((*bench.relays)[0].cycles, 3);
  EXPECT_TRUE(bench.engine->is_quiet());
  EXPECT_FALSE(bench.engine->holds_flits());
}

// Two steps to the far end, three back: the credit is read at edge 5.
TEST(Credits, AreOnTheirWiresForAsLongAsTheseTake) {
  Bench bench(2, 2, 3);
  bench.flood(0, 1);
  for (Step edge = 1; edge <= 5; ++edge) {
    EXPECT_FALSE(bench.engine->is_quiet()) << edge;
    EXPECT_EQ((*bench.relays)[0].credit, kDepth - 1) << edge;
    bench.engine->clock(edge);
    EXPECT_FALSE(bench.engine->is_stuck()) << edge;
    EXPECT_EQ(bench.engine->holds_flits(), edge < 2) << edge;
    EXPECT_EQ(bench.engine->deliveries().size(), edge == 2 ? 1U : 0U);
  }
  EXPECT_EQ((*bench.relays)[0].credit, kDepth);
  EXPECT_EQ((*bench.relays)[0].cycles, 3);  // with the flit, to clear its output, with the credit
  EXPECT_TRUE(bench.engine->is_quiet());
}

TEST(Credits, OfSlowWiresLetALinkCarryAQueueOfFlitsALoop) {
  Bench bench(2, 2, 3);
  bench.flood(0, 100);
  EXPECT_EQ(bench.flood(100, 600), 500 * 2 / 5);
  EXPECT_FALSE(bench.engine->is_stuck());
}

TEST(Credits, APortTakesNoMoreThanItHasCreditFor) {
  Bench bench;
  bench.engine->inject(0, 0, kValidBit);
  EXPECT_FALSE(bench.engine->accepts(0, 0));
  EXPECT_THROW(bench.engine->inject(0, 0, kValidBit), std::logic_error);
  EXPECT_TRUE(bench.engine->accepts(1, 0));
}

TEST(Credits, RefuseARouterWithoutCreditWires) {
  auto owner = std::make_unique<Relays>();
  RouterPins pin = pins_of(owner->routers[0]);
  pin.credit_out = nullptr;
  const auto engine_of = [&](RouterPins pins) {
    return Engine(std::make_unique<Relays>(), {pins}, {}, {{"own", "link"}}, IdleRouters::kSkip,
                  FlowControl::kCredits);
  };
  EXPECT_THROW(engine_of(pin), std::logic_error);
  pin = pins_of(owner->routers[0]);
  EXPECT_NO_THROW(engine_of(pin));
  EXPECT_THROW(Bench(0, 1, 0), std::logic_error);
  EXPECT_THROW(Bench(0, 1, 17), std::logic_error);
  pin.own_credits = 0;
  EXPECT_THROW(engine_of(pin), std::logic_error);
}

}  // namespace
}  // namespace flitwise::credits_test
