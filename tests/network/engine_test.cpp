// The engine alone, on routers written in C++ that pass lane 1 to lane 2 and back.
#include "systemc/network/engine.h"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

namespace flitwise {
namespace {

constexpr std::uint32_t kLanes = 3;

// One register a hop: own and lane 1 leave by lane 2, lane 2 by lane 1. Lane 2 with payload 99 is
// delivered and reported as a collision of lanes 1 and 2 at output 0.
struct PassingRouter {
  std::array<RawFlit, kLanes> in{};
  std::array<RawFlit, kLanes> out{};
  std::uint8_t busy = 0;
  std::uint8_t violation = 0;
  unsigned char violation_in = 0b110;
  unsigned char violation_out = 0b001;
  int cycles = 0;

  static void cycle(void* model) {
    auto& r = *static_cast<PassingRouter*>(model);
    ++r.cycles;
    r.out = {0, r.in[2], r.in[0] != 0 ? r.in[0] : r.in[1]};
    r.violation = 0;
    if (unpack(r.in[2]).payload == 99) {
      r.out = {r.in[2], 0, 0};
      r.violation = 1;
    }
    r.busy = r.out != std::array<RawFlit, kLanes>{} ? 1 : 0;
  }
};

struct Chain final : RouterOwner {
  std::array<PassingRouter, 3> routers;
  int assertion_failures() const override { return 0; }
  void set_step(Step) override {}
};

struct Bench {
  explicit Bench(IdleRouters idle, std::vector<Link> links = {
                                       {0, 2, 1, 1}, {1, 1, 0, 2}, {1, 2, 2, 1}, {2, 1, 1, 2}}) {
    auto owner = std::make_unique<Chain>();
    chain = owner.get();
    std::vector<RouterPins> pins;
    for (PassingRouter& router : chain->routers) {
      RouterPins pin;
      pin.model = &router;
      pin.cycle = &PassingRouter::cycle;
      pin.in = reinterpret_cast<unsigned char*>(router.in.data());
      pin.out = reinterpret_cast<const unsigned char*>(router.out.data());
      pin.busy = &router.busy;
      pin.violation = &router.violation;
      pin.violation_in = &router.violation_in;
      pin.violation_out = &router.violation_out;
      pin.lanes = kLanes;
      pins.push_back(pin);
    }
    engine = std::make_unique<Engine>(
        std::move(owner), pins, links,
        std::vector<std::vector<std::string>>(3, {"own", "left", "right"}), idle);
  }
  Chain* chain = nullptr;
  std::unique_ptr<Engine> engine;
};

RawFlit flit(std::uint32_t payload) {
  FlitFields fields;
  fields.kind = FlitKind::kData;
  fields.payload = payload;
  return pack(fields);
}

TEST(Engine, MovesAFlitOneHopAClockEdge) {
  Bench bench(IdleRouters::kSkip);
  bench.engine->inject(0, 0, flit(5));
  bench.engine->clock(0);

  ASSERT_EQ(bench.engine->transfers().size(), 1U);
  EXPECT_EQ(bench.engine->transfers()[0].from, 0);
  EXPECT_EQ(bench.engine->transfers()[0].to, 1);
  EXPECT_EQ(bench.engine->transfers()[0].flit, flit(5));
  bench.engine->clock(1);
  ASSERT_EQ(bench.engine->transfers().size(), 1U);
  EXPECT_EQ(bench.engine->transfers()[0].from, 1);
  EXPECT_EQ(bench.engine->transfers()[0].to, 2);
}

TEST(Engine, LeavesRoutersOutThatCannotChange) {
  Bench bench(IdleRouters::kSkip);
  bench.engine->inject(0, 0, flit(5));
  bench.engine->clock(0);

  EXPECT_EQ(bench.chain->routers[0].cycles, 1);
  EXPECT_EQ(bench.chain->routers[1].cycles, 0);
  EXPECT_EQ(bench.chain->routers[2].cycles, 0);
  EXPECT_EQ(bench.engine->router_cycles(), 1);
}

TEST(Engine, EvaluatesAllRoutersWhenAsked) {
  Bench bench(IdleRouters::kEvaluate);
  bench.engine->clock(0);

  EXPECT_EQ(bench.engine->router_cycles(), 3);
  EXPECT_TRUE(bench.engine->is_quiet());
}

TEST(Engine, IsQuietOnceTheLastFlitIsDelivered) {
  Bench bench(IdleRouters::kSkip);
  EXPECT_TRUE(bench.engine->is_quiet());
  bench.engine->inject(1, 0, flit(5));
  for (Step step = 0; step < 2; ++step) {
    EXPECT_FALSE(bench.engine->is_quiet());
    bench.engine->clock(step);
  }
  // Router 2 has no link on its right: what it sends there is reported, not lost in silence.
  ASSERT_EQ(bench.engine->violations().size(), 1U);
  EXPECT_EQ(bench.engine->violations()[0].kind, ViolationKind::kNoRoute);
  EXPECT_EQ(bench.engine->violations()[0].outputs, (std::vector<std::string>{"right"}));
  bench.engine->clock(2);
  EXPECT_TRUE(bench.engine->is_quiet());
}

TEST(Engine, ReportsViolationsWithLaneNames) {
  Bench bench(IdleRouters::kSkip, {{0, 2, 1, 2}});
  bench.engine->inject(0, 0, flit(99));
  bench.engine->clock(6);
  bench.engine->clock(7);

  ASSERT_EQ(bench.engine->deliveries().size(), 1U);
  ASSERT_EQ(bench.engine->violations().size(), 1U);
  EXPECT_EQ(
      bench.engine->violations()[0].text(),
      "step 7: collision in PE 1: flits from left, right want output own; the router delivers "
      "the first alone, though its PE takes all of them from the links");
}

TEST(Engine, RefusesTwoLinksThatLeaveOneLane) {
  EXPECT_THROW(Bench(IdleRouters::kSkip, {{0, 2, 1, 1}, {0, 2, 2, 1}}), std::logic_error);
}

TEST(Engine, RefusesTwoLinksThatEnterOneLane) {
  EXPECT_THROW(Bench(IdleRouters::kSkip, {{0, 2, 1, 1}, {2, 2, 1, 1}}), std::logic_error);
}

TEST(Engine, RefusesALinkToARouterThatIsNotThere) {
  EXPECT_THROW(Bench(IdleRouters::kSkip, {{0, 2, 3, 1}}), std::logic_error);
}

TEST(Engine, RefusesALinkAtALaneThatIsNotThere) {
  EXPECT_THROW(Bench(IdleRouters::kSkip, {{0, 3, 1, 1}}), std::logic_error);
}

TEST(Engine, RefusesLinksThatTakeTurnsWithoutBackPressure) {
  EXPECT_THROW(Bench(IdleRouters::kSkip, {{0, 2, 1, 1, LinkTurn::kOddSteps}}), std::logic_error);
}

Link slow(Link link, std::uint32_t latency) {
  link.latency = latency;
  return link;
}

TEST(Engine, KeepsAFlitOnALinkForAsManyStepsAsTheLinkTakes) {
  Bench bench(IdleRouters::kSkip, {slow({0, 2, 1, 1}, 4), {1, 2, 2, 1}});
  bench.engine->inject(0, 0, flit(5));
  std::vector<std::size_t> sent;
  std::vector<std::size_t> received;
  for (Step step = 0; step < 6; ++step) {
    EXPECT_FALSE(bench.engine->is_quiet()) << step;
    bench.engine->clock(step);
    sent.push_back(bench.engine->transfers().size());
    received.push_back(bench.engine->arrivals().size());
  }

  // Sent in steps 1 and 5, received at the ends of steps 4 and 5.
  EXPECT_EQ(sent, (std::vector<std::size_t>{1, 0, 0, 0, 1, 0}));
  EXPECT_EQ(received, (std::vector<std::size_t>{0, 0, 0, 1, 1, 0}));
  EXPECT_EQ(bench.chain->routers[1].cycles, 2);
}

TEST(Engine, IsBusyWithFlitsThatAreOnLinksAlone) {
  Bench bench(IdleRouters::kSkip, {slow({0, 2, 1, 1}, 16), {1, 2, 2, 1}});
  bench.engine->inject(0, 0, flit(5));
  bench.engine->clock(0);
  bench.engine->clock(1);
  bench.engine->clock(2);

  EXPECT_TRUE(bench.engine->transfers().empty());
  EXPECT_TRUE(bench.engine->arrivals().empty());
  EXPECT_FALSE(bench.engine->is_quiet());
  EXPECT_TRUE(bench.engine->holds_flits());
  EXPECT_EQ(bench.engine->flits_in_flight(), 1U);
}

TEST(Engine, LetsASlowLinkTakeAFlitAStep) {
  Bench bench(IdleRouters::kSkip, {slow({0, 2, 1, 1}, 3), {1, 2, 2, 1}});
  std::vector<std::uint32_t> received;
  for (Step step = 0; step < 10; ++step) {
    if (step < 6) bench.engine->inject(0, 0, flit(static_cast<std::uint32_t>(step)));
    bench.engine->clock(step);
    for (const LinkTransfer& arrival : bench.engine->arrivals())
      if (arrival.to == 1) received.push_back(unpack(arrival.flit).payload);
  }

  EXPECT_EQ(received, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
}

TEST(Engine, RefusesALinkOfNoStepOrOfMoreThanSixteen) {
  EXPECT_THROW(Bench(IdleRouters::kSkip, {slow({0, 2, 1, 1}, 0)}), std::logic_error);
  EXPECT_THROW(Bench(IdleRouters::kSkip, {slow({0, 2, 1, 1}, 17)}), std::logic_error);
}

}  // namespace
}  // namespace flitwise
