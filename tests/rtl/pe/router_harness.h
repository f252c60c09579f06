// router_harness.h: the bufferless router's models, and routers made of them.
#ifndef FLITWISE_TESTS_RTL_PE_ROUTER_HARNESS_H_
#define FLITWISE_TESTS_RTL_PE_ROUTER_HARNESS_H_

#include <Vbufferless_router_c1.h>
#include <Vbufferless_router_c16.h>
#include <Vbufferless_router_c2.h>
#include <Vbufferless_router_c2_a14_checked.h>
#include <Vbufferless_router_c2_a16_checked.h>
#include <Vbufferless_router_c2_a20_checked.h>
#include <Vbufferless_router_c2_checked.h>
#include <Vbufferless_router_c2_netlist.h>
#include <Vbufferless_router_c4.h>
#include <Vbufferless_router_c5_checked.h>
#include <Vbufferless_router_c64.h>
#include <Vbufferless_router_c64_checked.h>
#ifdef FLITWISE_NETLISTS
#include <Vbufferless_router_c4_netlist.h>
#endif
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "tests/rtl/verilated_router.h"

namespace flitwise::rtl_test {

template <>
inline constexpr Flavour kFlavour<Vbufferless_router_c2_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vbufferless_router_c5_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vbufferless_router_c64_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vbufferless_router_c2_netlist> = Flavour::kNetlist;
template <>
inline constexpr Flavour kFlavour<Vbufferless_router_c2_a14_checked> = Flavour::kChecked;
template <>
inline constexpr int kAddressWidth<Vbufferless_router_c2_a14_checked> = 14;
template <>
inline constexpr const char* kVariant<Vbufferless_router_c2_a14_checked> = "WithAddressesOf14Bits";
template <>
inline constexpr Flavour kFlavour<Vbufferless_router_c2_a16_checked> = Flavour::kChecked;
template <>
inline constexpr int kAddressWidth<Vbufferless_router_c2_a16_checked> = 16;
template <>
inline constexpr const char* kVariant<Vbufferless_router_c2_a16_checked> = "WithAddressesOf16Bits";
template <>
inline constexpr Flavour kFlavour<Vbufferless_router_c2_a20_checked> = Flavour::kChecked;
template <>
inline constexpr int kAddressWidth<Vbufferless_router_c2_a20_checked> = 20;
template <>
inline constexpr const char* kVariant<Vbufferless_router_c2_a20_checked> = "WithAddressesOf20Bits";

/// A bufferless router with its tables set.
template <class Model>
class Router : public VerilatedRouter<Model> {
 public:
  explicit Router(const RouterSetup& setup)
      : VerilatedRouter<Model>([&setup](Model& model) { configure(model, setup); }) {}

  static constexpr std::size_t child_count() {
    return VerilatedRouter<Model>::lane_count() - kFirstChild;
  }

 private:
  static void configure(Model& model, const RouterSetup& setup) {
    model.address_i = static_cast<std::decay_t<decltype(model.address_i)>>(setup.address);
    model.has_parent_i = setup.has_parent;
    model.single_port_i = setup.single_port;
    for (std::size_t k = 0; k <= child_count(); ++k) {
      const std::size_t entry = k < setup.bounds.size() ? k : setup.bounds.size() - 1;
      set_address<Model>(model.child_bound_i, k, setup.bounds[entry]);
    }
  }
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

// Netlists take Yosys long but for the smallest: most are tested in an executable of their own.
#ifdef FLITWISE_NETLISTS
template <>
inline constexpr Flavour kFlavour<Vbufferless_router_c4_netlist> = Flavour::kNetlist;
using RouterModels = ::testing::Types<Vbufferless_router_c4_netlist>;
#else
using RouterModels =
    ::testing::Types<Vbufferless_router_c1, Vbufferless_router_c2, Vbufferless_router_c4,
                     Vbufferless_router_c16, Vbufferless_router_c64, Vbufferless_router_c2_checked,
                     Vbufferless_router_c5_checked, Vbufferless_router_c64_checked,
                     Vbufferless_router_c2_netlist>;
using WideRouterModels =
    ::testing::Types<Vbufferless_router_c2_a14_checked, Vbufferless_router_c2_a16_checked,
                     Vbufferless_router_c2_a20_checked>;
#endif

struct RouterModelNames {
  template <class Model>
  static std::string GetName(int) {
    return flavour_name<Model>() + "For" + std::to_string(Router<Model>::child_count()) +
           kVariant<Model>;
  }
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_PE_ROUTER_HARNESS_H_
