// Routers with parameters of their own beside the plain ones, in step, with the same traffic.
#include <Vbufferless_router_c2.h>
#include <Vbufferless_router_c2_enabled.h>
#include <Vbufferless_router_c2_staged_checked.h>
#include <Vbufferless_router_c2_staged_netlist.h>
#include <Vbufferless_router_c2_wide_checked.h>
#include <Vmultiport_router_l3.h>
#include <Vmultiport_router_l3_enabled.h>
#include <Vmultiport_router_l3_staged_checked.h>
#include <Vmultiport_router_l3_staged_enabled.h>
#include <Vmultiport_router_l3_wide_checked.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include "tests/rtl/pe/random_traffic.h"
#include "tests/rtl/verilated_router.h"

namespace flitwise::rtl_test {
namespace {

constexpr std::size_t kWidePayload = 100;  // as in CMakeLists.txt
constexpr std::size_t kWideFlit = 64 - kPayloadBits + kWidePayload;

template <class Port>
void set_bits(Port& port, std::size_t first, std::size_t count, std::uint64_t value) {
  auto* bytes = reinterpret_cast<unsigned char*>(&port);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t bit = first + k;
    const auto mask = static_cast<unsigned char>(1U << (bit % 8));
    if ((value >> k & 1) != 0)
      bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] | mask);
    else
      bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] & ~mask);
  }
}

// The upper payload of a flit: anything that differs from flit to flit; none of no flit.
std::uint64_t above(RawFlit flit) { return flit * 0x9e3779b97f4a7c15U; }

// Lane `lane` of a port of wide flits: {header, upper payload, lower payload}, the upper one in
// words of 64 and of the rest.
constexpr std::size_t kUpper = kWidePayload - kPayloadBits;
template <class Port>
void put_wide(Port& port, std::size_t lane, RawFlit flit) {
  const std::size_t at = lane * kWideFlit;
  set_bits(port, at, kPayloadBits, flit);
  set_bits(port, at + kPayloadBits, 64, above(flit));
  set_bits(port, at + kPayloadBits + 64, kUpper - 64, ~above(flit) * (flit != 0 ? 1 : 0));
  set_bits(port, at + kWidePayload, 64 - kPayloadBits, flit >> kPayloadBits);
}

template <class Port>
void expect_wide(const Port& port, std::size_t lane, RawFlit flit, int cycle) {
  Port expected;
  std::memcpy(&expected, &port, sizeof port);
  put_wide(expected, lane, flit);
  ASSERT_EQ(std::memcmp(&expected, &port, sizeof port), 0) << "cycle " << cycle << " lane " << lane;
}

struct BufferlessPins {
  template <class Model>
  static void configure(Model& model) {
    model.address_i = 100;
    model.has_parent_i = 1;
    model.single_port_i = 1;
    for (std::size_t k = 0; k < 3; ++k)
      set_entry16(model.child_bound_i, k, static_cast<std::uint16_t>(101 + 3 * k));
  }
};

struct MultiportPins {
  template <class Model>
  static void configure(Model& model) {
    set_entry16(model.tree_first_i, 0, 0);
    set_entry16(model.address_i, 0, 100);
    set_bits(model.up_link_i, 0, 8, 2);
    for (std::size_t link = 0; link < 3; ++link) {
      const bool is_up = link == 2;
      set_entry16(model.link_low_i, link, static_cast<std::uint16_t>(is_up ? 0 : 101 + 3 * link));
      set_entry16(model.link_high_i, link, static_cast<std::uint16_t>(is_up ? 0 : 104 + 3 * link));
    }
  }
};

template <class Model>
void expect_same_report(const Model& model, const RouterOutputs& expected, std::size_t lanes,
                        int cycle) {
  ASSERT_EQ(model.busy_o != 0, expected.busy) << "cycle " << cycle;
  ASSERT_EQ(model.violation_o, expected.violation) << "cycle " << cycle;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    ASSERT_EQ(bits_of(model.violation_in_o, lane, 1), expected.involved_in.count(lane));
    ASSERT_EQ(bits_of(model.violation_out_o, lane, 1), expected.involved_out.count(lane));
  }
}

template <class Model, class Pins>
class ConfiguredRouter : public VerilatedRouter<Model> {
 public:
  ConfiguredRouter() : VerilatedRouter<Model>([](Model& fresh) { Pins::configure(fresh); }) {}
  using VerilatedRouter<Model>::model;
};

// What a router with stages shows when a plain one shows `outputs`: its links' flits so many cycles
// later, and busy as long as they are under way.
class Delay {
 public:
  Delay(std::size_t stages, std::size_t first_link) : stages_(stages), first_link_(first_link) {}

  RouterOutputs operator()(RouterOutputs outputs, bool is_reset) {
    if (is_reset || line_.empty()) line_.assign(stages_, std::vector<RawFlit>());
    const auto links = outputs.lanes.begin() + static_cast<std::ptrdiff_t>(first_link_);
    line_.emplace_back(links, outputs.lanes.end());
    const auto has_flit = [](const std::vector<RawFlit>& lanes) {
      return std::any_of(lanes.begin(), lanes.end(), [](RawFlit flit) { return flit != 0; });
    };
    outputs.busy = outputs.busy || std::any_of(line_.begin(), line_.end(), has_flit);
    std::fill(links, outputs.lanes.end(), 0);
    std::copy(line_.front().begin(), line_.front().end(), links);
    line_.pop_front();
    return outputs;
  }

 private:
  std::size_t stages_;
  std::size_t first_link_;
  std::deque<std::vector<RawFlit>> line_;
};

// Bursts of any flits with pauses between them, and resets at any time. What the other router must
// show follows by `after` from what the plain one shows.
template <class Model, class Other, class Pins, class Put, class Expect, class After>
void expect_the_same_in_step(const Put& put, const Expect& expect, After after) {
  Random random;
  ConfiguredRouter<Model, Pins> plain;
  plain.mute_assertions();
  AnyStart context;
  context.assertOn(false);
  Other other(&context);
  clear_inputs(other);
  Pins::configure(other);
  reset(other);
  constexpr std::size_t kLanes = VerilatedRouter<Model>::lane_count();
  int violations = 0;
  int idle = 0;
  std::size_t flits = 0;
  bool pauses = false;

  for (int cycle = 0; cycle < 20'000; ++cycle) {
    if (random.one_in(10)) pauses = !pauses;
    const Inputs inputs = pauses ? Inputs{} : wild_inputs(random, {95, 112}, kLanes);
    clear_inputs(other);
    for (const auto& [lane, flit] : inputs) put(other, lane, flit);
    put_all(plain, inputs);
    const bool is_reset = random.one_in(200);
    plain.model().rst_ni = !is_reset;
    other.rst_ni = !is_reset;
    const RouterOutputs expected = after(plain.clock_and_read(), is_reset);
    clock_cycle<Other>(&other);

    expect_same_report(other, expected, kLanes, cycle);
    for (std::size_t lane = 0; lane < kLanes; ++lane) expect(other, lane, expected, cycle);
    if (::testing::Test::HasFatalFailure()) return;
    violations += expected.violation != 0 ? 1 : 0;
    idle += !expected.busy && inputs.empty() ? 1 : 0;
    flits += expected.flit_count();
  }

  EXPECT_GT(violations, 1000);
  EXPECT_GT(idle, 1000);
  EXPECT_GT(flits, 5000U);
}

const auto kAsItIs = [](const RouterOutputs& outputs, bool /*is_reset*/) { return outputs; };

// Of two routers with flits of one width.
template <class Model, class Other, class Pins, class After>
void expect_what_follows(const After& after) {
  expect_the_same_in_step<Model, Other, Pins>(
      [](Other& other, std::size_t lane, RawFlit flit) {
        set_bits(other.in_lane_i, lane * 64, 64, flit);
      },
      [](const Other& other, std::size_t lane, const RouterOutputs& expected, int cycle) {
        ASSERT_EQ(bits_of(other.out_lane_o, lane * 64, 64), expected.lanes[lane])
            << "cycle " << cycle << " lane " << lane;
      },
      after);
}

// One assertion fails for every violation that is reported and no other: the bound checkers, which
// hold every output against the inputs, stay silent.
template <class Model, class Pins>
void expect_silent_checkers() {
  Random random;
  ConfiguredRouter<Model, Pins> router;
  constexpr std::size_t kLanes = VerilatedRouter<Model>::lane_count();
  std::size_t reported = 0;
  std::size_t flits = 0;
  for (int cycle = 0; cycle < 800; ++cycle) {
    put_all(router, cycle % 40 < 30 ? wild_inputs(random, {95, 112}, kLanes) : Inputs{});
    const RouterOutputs outputs = router.clock_and_read();
    reported += std::bitset<8>(outputs.violation).count();
    flits += outputs.flit_count();
  }
  router.clock();  // the checkers look at the last outputs

  EXPECT_EQ(router.assertion_failures(), static_cast<int>(reported));
  EXPECT_GT(reported, 300U);
  EXPECT_GT(flits, 300U);
}

template <class Model, class Wide, class Pins>
void expect_wide_payloads_to_go_along() {
  expect_the_same_in_step<Model, Wide, Pins>(
      [](Wide& other, std::size_t lane, RawFlit flit) { put_wide(other.in_lane_i, lane, flit); },
      [](const Wide& other, std::size_t lane, const RouterOutputs& expected, int cycle) {
        expect_wide(other.out_lane_o, lane, expected.lanes[lane], cycle);
      },
      kAsItIs);
}

TEST(RouterParameters, ABufferlessRouterWithAClockEnableDoesTheSame) {
  expect_what_follows<Vbufferless_router_c2, Vbufferless_router_c2_enabled, BufferlessPins>(
      kAsItIs);
}

TEST(RouterParameters, AMultiportRouterWithAClockEnableDoesTheSame) {
  expect_what_follows<Vmultiport_router_l3, Vmultiport_router_l3_enabled, MultiportPins>(kAsItIs);
}

// Routers of one stage have a clock enable as well.
TEST(RouterParameters, StagesOfABufferlessRouterDelayLinksAndNothingElse) {
  expect_what_follows<Vbufferless_router_c2, Vbufferless_router_c2_staged_checked, BufferlessPins>(
      Delay(1, kParent));
  expect_what_follows<Vbufferless_router_c2, Vbufferless_router_c2_staged_netlist, BufferlessPins>(
      Delay(2, kParent));
}

TEST(RouterParameters, StagesOfAMultiportRouterDelayLinksAndNothingElse) {
  expect_what_follows<Vmultiport_router_l3, Vmultiport_router_l3_staged_enabled, MultiportPins>(
      Delay(1, 3));
  expect_what_follows<Vmultiport_router_l3, Vmultiport_router_l3_staged_checked, MultiportPins>(
      Delay(7, 3));
}

TEST(RouterParameters, CheckersKnowOfStages) {
  expect_silent_checkers<Vbufferless_router_c2_staged_checked, BufferlessPins>();
  expect_silent_checkers<Vmultiport_router_l3_staged_checked, MultiportPins>();
}

TEST(RouterParameters, ABufferlessRouterCarriesWidePayloads) {
  expect_wide_payloads_to_go_along<Vbufferless_router_c2, Vbufferless_router_c2_wide_checked,
                                   BufferlessPins>();
}

TEST(RouterParameters, AMultiportRouterCarriesWidePayloads) {
  expect_wide_payloads_to_go_along<Vmultiport_router_l3, Vmultiport_router_l3_wide_checked,
                                   MultiportPins>();
}

}  // namespace
}  // namespace flitwise::rtl_test
