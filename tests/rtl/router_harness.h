// router_harness.h: one verilated router of any flavour, driven lane by lane.
#ifndef FLITWISE_TESTS_RTL_ROUTER_HARNESS_H_
#define FLITWISE_TESTS_RTL_ROUTER_HARNESS_H_

#include <Vbufferless_router_c1.h>
#include <Vbufferless_router_c16.h>
#include <Vbufferless_router_c2.h>
#include <Vbufferless_router_c2_checked.h>
#include <Vbufferless_router_c2_netlist.h>
#include <Vbufferless_router_c4.h>
#include <Vbufferless_router_c4_netlist.h>
#include <Vbufferless_router_c5_checked.h>
#include <Vbufferless_router_c64.h>
#include <Vbufferless_router_c64_checked.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "systemc/network/verilated_pins.h"
#include "tests/rtl/reference_router.h"

namespace flitwise::rtl_test {

/// Assertions are no part of a netlist.
template <class Model>
inline constexpr bool kHasAssertions = !std::is_same_v<Model, Vbufferless_router_c2_netlist> &&
                                       !std::is_same_v<Model, Vbufferless_router_c4_netlist>;

/// A router out of reset. Failing assertions are counted by the context.
template <class Model>
class Router {
 public:
  explicit Router(const RouterSetup& setup) {
    count_assertion_failures(context_);
    configure(setup);
    reset(model_);
  }

  // Verilator 5.006 takes a dying model's scopes out of the thread's current context, which may be
  // another router's that is gone already.
  ~Router() { Verilated::threadContextp(&context_); }
  Router(const Router&) = delete;
  Router& operator=(const Router&) = delete;

  static constexpr std::size_t lane_count() { return sizeof(Model::out_lane_o) / sizeof(RawFlit); }
  static constexpr std::size_t child_count() { return lane_count() - kFirstChild; }

  void put(std::size_t lane, RawFlit flit) {
    std::memcpy(bytes_of(model_.in_lane_i) + lane * sizeof flit, &flit, sizeof flit);
  }

  /// One clock edge with the flits that were put; the inputs are empty after it.
  void clock() {
    clock_cycle<Model>(&model_);
    std::memset(bytes_of(model_.in_lane_i), 0, sizeof(model_.in_lane_i));
  }

  RouterOutputs outputs() {
    RouterOutputs outputs(lane_count());
    std::memcpy(outputs.lanes.data(), bytes_of(model_.out_lane_o), sizeof(model_.out_lane_o));
    outputs.busy = model_.busy_o != 0;
    outputs.violation = model_.violation_o;
    for (std::size_t lane = 0; lane < lane_count(); ++lane) {
      if (bits_of(model_.violation_in_o, lane, 1) != 0) outputs.involved_in.insert(lane);
      if (bits_of(model_.violation_out_o, lane, 1) != 0) outputs.involved_out.insert(lane);
    }
    return outputs;
  }

  RouterOutputs clock_and_read() {
    clock();
    return outputs();
  }

  void reset_again() { reset(model_); }
  int assertion_failures() const { return context_.errorCount(); }
  void mute_assertions() { context_.assertOn(false); }

 private:
  void configure(const RouterSetup& setup) {
    model_.address_i = static_cast<SData>(setup.address);
    model_.has_parent_i = setup.has_parent;
    model_.single_port_i = setup.single_port;
    for (std::size_t k = 0; k <= child_count(); ++k) {
      const std::size_t entry = k < setup.bounds.size() ? k : setup.bounds.size() - 1;
      set_entry16(model_.child_bound_i, k, static_cast<std::uint16_t>(setup.bounds[entry]));
    }
  }

  VerilatedContext context_;
  Model model_{&context_};
};

/// A router in the middle of a tree: children own the addresses from `address` + 1 on, 3 each.
inline RouterSetup inner_router(std::size_t children, bool single_port) {
  RouterSetup setup;
  setup.address = 100;
  setup.has_parent = true;
  setup.single_port = single_port;
  for (std::size_t k = 0; k <= children; ++k)
    setup.bounds.push_back(static_cast<std::uint32_t>(101 + 3 * k));
  return setup;
}

/// A destination that leaves `inner_router` by this lane.
inline std::uint32_t destination_for(std::size_t lane) {
  if (lane == kOwn) return 100;
  if (lane == kParent) return 7;
  return static_cast<std::uint32_t>(101 + 3 * (lane - kFirstChild) + 1);
}

inline RawFlit head_to(std::uint32_t destination, std::uint32_t payload = 1) {
  return pack({FlitKind::kData, true, false, destination, 17, payload});
}
inline RawFlit single_to(std::uint32_t destination, std::uint32_t payload = 1) {
  return pack({FlitKind::kTap, true, true, destination, 17, payload});
}
inline RawFlit body(std::uint32_t payload, std::uint32_t destination = 0) {
  return pack({FlitKind::kData, false, false, destination, 17, payload});
}
inline RawFlit tail(std::uint32_t payload, std::uint32_t destination = 0) {
  return pack({FlitKind::kEnd, false, true, destination, 17, payload});
}

using RouterModels =
    ::testing::Types<Vbufferless_router_c1, Vbufferless_router_c2, Vbufferless_router_c4,
                     Vbufferless_router_c16, Vbufferless_router_c64, Vbufferless_router_c2_checked,
                     Vbufferless_router_c5_checked, Vbufferless_router_c64_checked,
                     Vbufferless_router_c2_netlist, Vbufferless_router_c4_netlist>;

struct RouterModelNames {
  template <class Model>
  static std::string GetName(int) {
    const std::string children = std::to_string(Router<Model>::child_count());
    if constexpr (!kHasAssertions<Model>) return "NetlistFor" + children;
    if constexpr (std::is_same_v<Model, Vbufferless_router_c2_checked> ||
                  std::is_same_v<Model, Vbufferless_router_c5_checked> ||
                  std::is_same_v<Model, Vbufferless_router_c64_checked>)
      return "CheckedFor" + children;
    return "RtlFor" + children;
  }
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_ROUTER_HARNESS_H_
