// The engine and the injector where routers hold flits back, on routers written in C++.
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "systemc/network/engine.h"
#include "systemc/network/injector.h"

namespace flitwise {
namespace {

constexpr std::uint32_t kLanes = 3;
constexpr unsigned kOwn = 1U << 0;
constexpr unsigned kLeft = 1U << 1;
constexpr unsigned kRight = 1U << 2;

// One register a hop with registered credits: takes from lane 1 or, if that is empty, from its PE,
// when the register was empty at the last edge. It can rest for some edges; the last stage
// delivers, and rests after every third flit.
struct Stage {
  std::array<RawFlit, kLanes> in{};
  std::array<RawFlit, kLanes> out{};
  std::uint8_t busy = 0;
  std::uint8_t violation = 0;
  unsigned char no_lanes = 0;
  unsigned char ready_in = 0;
  unsigned char ready_out = 0;
  bool is_last = false;
  int rest = 0;
  bool own_goes_first = false;  // breaks the rule that links do not depend on the PE
  int cycles = 0;

  bool has_room() const { return rest == 0 && out[2] == 0; }

  static void settle(void* model) {
    auto& s = *static_cast<Stage*>(model);
    const bool own_yields = s.in[1] != 0 && !s.own_goes_first;
    const bool left_yields = s.in[0] != 0 && s.own_goes_first;
    s.ready_out = static_cast<unsigned char>(kRight);
    if (s.in[0] == 0 || (s.has_room() && !own_yields)) s.ready_out |= kOwn;
    if (s.in[1] == 0 || (s.has_room() && !left_yields)) s.ready_out |= kLeft;
  }

  static void cycle(void* model) {
    auto& s = *static_cast<Stage*>(model);
    ++s.cycles;
    const bool takes = s.has_room();
    if (s.rest > 0) --s.rest;
    if ((s.ready_in & kRight) != 0) s.out[2] = 0;
    RawFlit flit = 0;
    if (takes) flit = s.in[1] != 0 ? s.in[1] : s.in[0];
    s.out[0] = s.is_last ? flit : 0;
    if (!s.is_last && flit != 0) s.out[2] = flit;
    if (s.out[0] != 0 && unpack(flit).payload % 3 == 0) s.rest = 5;
    s.busy = s.out[0] != 0 || s.out[2] != 0 || s.rest != 0;
  }
};

struct Stages final : RouterOwner {
  std::array<Stage, 3> routers;
  int assertion_failures() const override { return 0; }
  void set_step(Step) override {}
};

struct Bench {
  explicit Bench(IdleRouters idle = IdleRouters::kSkip, bool has_ready_wires = true) {
    auto owner = std::make_unique<Stages>();
    stages = &owner->routers;
    stages->back().is_last = true;
    std::vector<RouterPins> pins;
    for (Stage& stage : *stages) {
      RouterPins pin;
      pin.model = &stage;
      pin.cycle = &Stage::cycle;
      pin.settle = &Stage::settle;
      pin.in = reinterpret_cast<unsigned char*>(stage.in.data());
      pin.out = reinterpret_cast<const unsigned char*>(stage.out.data());
      pin.busy = &stage.busy;
      pin.violation = &stage.violation;
      pin.violation_in = &stage.no_lanes;
      pin.violation_out = &stage.no_lanes;
      pin.ready_in = has_ready_wires ? &stage.ready_in : nullptr;
      pin.ready_out = has_ready_wires ? &stage.ready_out : nullptr;
      pin.lanes = kLanes;
      pins.push_back(pin);
    }
    const std::vector<Link> links{{0, 2, 1, 1}, {1, 2, 2, 1}};
    engine =
        std::make_unique<Engine>(std::move(owner), pins, links,
                                 std::vector<std::vector<std::string>>(3, {"own", "left", "right"}),
                                 idle, FlowControl::kBackPressure);
  }
  std::array<Stage, 3>* stages = nullptr;
  std::unique_ptr<Engine> engine;
};

RawFlit flit(std::uint32_t payload) {
  FlitFields fields;
  fields.kind = FlitKind::kData;
  fields.payload = payload;
  return pack(fields);
}

std::vector<RawFlit> flits(std::uint32_t count) {
  std::vector<RawFlit> all;
  for (std::uint32_t k = 1; k <= count; ++k) all.push_back(flit(k));
  return all;
}

TEST(BackPressure, AFlitThatTheFarEndDoesNotTakeIsNoTransferAndStays) {
  Bench bench;
  (*bench.stages)[1].rest = 4;
  bench.engine->inject(0, 0, flit(5));
  for (Step step = 0; step < 4; ++step) {
    bench.engine->clock(step);
    EXPECT_TRUE(bench.engine->transfers().empty());
    EXPECT_FALSE(bench.engine->is_quiet());
  }
  bench.engine->clock(4);

  ASSERT_EQ(bench.engine->transfers().size(), 1U);
  EXPECT_EQ(bench.engine->transfers()[0].to, 1);
  EXPECT_EQ(bench.engine->transfers()[0].flit, flit(5));
  bench.engine->clock(5);
  ASSERT_EQ(bench.engine->transfers().size(), 1U);
  EXPECT_EQ(bench.engine->transfers()[0].to, 2);
  bench.engine->clock(6);
  ASSERT_EQ(bench.engine->deliveries().size(), 1U);
  EXPECT_EQ(bench.engine->deliveries()[0].flit, flit(5));
  bench.engine->clock(7);
  EXPECT_TRUE(bench.engine->is_quiet());
}

TEST(BackPressure, APortIsTakenUntilItsRouterTakesTheFlit) {
  Bench bench;
  (*bench.stages)[0].rest = 1;
  bench.engine->inject(0, 0, flit(5));
  bench.engine->clock(0);
  EXPECT_FALSE(bench.engine->accepts(0, 0));
  EXPECT_FALSE(bench.engine->is_quiet());
  EXPECT_THROW(bench.engine->inject(0, 0, flit(6)), std::logic_error);
  bench.engine->clock(1);

  EXPECT_TRUE(bench.engine->accepts(0, 0));
  EXPECT_EQ(bench.engine->transfers().size(), 1U);
}

// Step and payload of every delivery.
std::vector<std::pair<Step, std::uint32_t>> run(Bench& bench, std::uint32_t count) {
  Injector injector;
  injector.add(0, 0, 1, flits(count));
  injector.add(0, 0, 3, {flit(90), flit(91)});
  injector.add(1, 0, 4, {flit(70), flit(71), flit(72)});
  std::vector<std::pair<Step, std::uint32_t>> deliveries;
  std::vector<RawFlit> crossed;
  for (Step step = 0; step < 80; ++step) {
    injector.inject_due(step, *bench.engine);
    EXPECT_TRUE(injector.conflicts().empty());
    bench.engine->clock(step);
    for (const Delivery& delivery : bench.engine->deliveries())
      deliveries.emplace_back(step, unpack(delivery.flit).payload);
    for (const LinkTransfer& transfer : bench.engine->transfers())
      if (transfer.to == 2) crossed.push_back(transfer.flit);
  }
  EXPECT_TRUE(bench.engine->is_quiet());
  EXPECT_EQ(crossed.size(), deliveries.size());
  return deliveries;
}

TEST(BackPressure, LosesNoFlitAndKeepsTheOrderOfEachPe) {
  Bench bench;
  const auto deliveries = run(bench, 4);
  std::vector<std::uint32_t> of_stage_0;
  std::vector<std::uint32_t> of_stage_1;
  for (const auto& [step, payload] : deliveries)
    (payload / 10 == 7 ? of_stage_1 : of_stage_0).push_back(payload);

  EXPECT_EQ(of_stage_0, (std::vector<std::uint32_t>{1, 2, 3, 4, 90, 91}));
  EXPECT_EQ(of_stage_1, (std::vector<std::uint32_t>{70, 71, 72}));
}

TEST(BackPressure, RegisteredCreditsOfOnePacketHalveTheThroughput) {
  Bench bench;
  Injector injector;
  injector.add(0, 0, 1, std::vector<RawFlit>(5, flit(1)));
  std::vector<Step> arrivals;
  for (Step step = 0; step < 20; ++step) {
    injector.inject_due(step, *bench.engine);
    bench.engine->clock(step);
    if (!bench.engine->deliveries().empty()) arrivals.push_back(step);
  }
  EXPECT_EQ(arrivals, (std::vector<Step>{2, 4, 6, 8, 10}));
}

TEST(BackPressure, SkippingIdleRoutersChangesNothing) {
  Bench skipping(IdleRouters::kSkip);
  Bench evaluating(IdleRouters::kEvaluate);

  EXPECT_EQ(run(skipping, 4), run(evaluating, 4));
  EXPECT_LT(skipping.engine->router_cycles(), evaluating.engine->router_cycles());
}

TEST(BackPressure, RefusesARouterWithoutReadyWires) {
  EXPECT_THROW(Bench(IdleRouters::kSkip, false), std::logic_error);
}

TEST(BackPressure, RefusesALinkWhoseReadyDependsOnThePe) {
  Bench bench;
  (*bench.stages)[1].own_goes_first = true;
  bench.engine->inject(0, 0, flit(1));
  bench.engine->clock(0);
  bench.engine->inject(1, 0, flit(2));

  EXPECT_THROW(bench.engine->clock(1), std::logic_error);
}

}  // namespace
}  // namespace flitwise
