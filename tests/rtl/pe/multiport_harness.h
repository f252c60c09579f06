// multiport_harness.h: the multiport router's models, and routers made of them.
#ifndef FLITWISE_TESTS_RTL_PE_MULTIPORT_HARNESS_H_
#define FLITWISE_TESTS_RTL_PE_MULTIPORT_HARNESS_H_

#include <Vmultiport_router_l17.h>
#include <Vmultiport_router_l1_checked.h>
#include <Vmultiport_router_l2_netlist.h>
#include <Vmultiport_router_l3.h>
#include <Vmultiport_router_l3_a14_checked.h>
#include <Vmultiport_router_l3_a16_checked.h>
#include <Vmultiport_router_l3_a20_checked.h>
#include <Vmultiport_router_l3_checked.h>
#include <Vmultiport_router_l4.h>
#include <Vmultiport_router_l4_checked.h>
#include <Vmultiport_router_l5.h>
#include <Vmultiport_router_l5_checked.h>
#include <Vmultiport_router_l65.h>
#include <Vmultiport_router_l65_checked.h>
#ifdef FLITWISE_NETLISTS
#include <Vmultiport_router_l4_netlist.h>
#endif
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "tests/rtl/verilated_router.h"

namespace flitwise::rtl_test {

template <>
inline constexpr Flavour kFlavour<Vmultiport_router_l1_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vmultiport_router_l3_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vmultiport_router_l4_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vmultiport_router_l5_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vmultiport_router_l65_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vmultiport_router_l2_netlist> = Flavour::kNetlist;
template <>
inline constexpr Flavour kFlavour<Vmultiport_router_l3_a14_checked> = Flavour::kChecked;
template <>
inline constexpr int kAddressWidth<Vmultiport_router_l3_a14_checked> = 14;
template <>
inline constexpr const char* kVariant<Vmultiport_router_l3_a14_checked> = "WithAddressesOf14Bits";
template <>
inline constexpr Flavour kFlavour<Vmultiport_router_l3_a16_checked> = Flavour::kChecked;
template <>
inline constexpr int kAddressWidth<Vmultiport_router_l3_a16_checked> = 16;
template <>
inline constexpr const char* kVariant<Vmultiport_router_l3_a16_checked> = "WithAddressesOf16Bits";
template <>
inline constexpr Flavour kFlavour<Vmultiport_router_l3_a20_checked> = Flavour::kChecked;
template <>
inline constexpr int kAddressWidth<Vmultiport_router_l3_a20_checked> = 20;
template <>
inline constexpr const char* kVariant<Vmultiport_router_l3_a20_checked> = "WithAddressesOf20Bits";

/// A multiport router with its tables set. Own lane p is lane p, link p lane `link_count` + p.
template <class Model>
class MultiportRouter : public VerilatedRouter<Model> {
 public:
  explicit MultiportRouter(const MultiportSetup& setup)
      : VerilatedRouter<Model>([&setup](Model& model) { configure(model, setup); }) {}

  static constexpr std::size_t link_count() { return VerilatedRouter<Model>::lane_count() / 2; }
  static constexpr std::size_t tree_count() {
    return sizeof(Model::address_i) / kEntryBytes<Model>;
  }
  static constexpr std::size_t link_lane(std::size_t link) { return link_count() + link; }

 private:
  static void configure(Model& model, const MultiportSetup& setup) {
    for (std::size_t t = 0; t < tree_count(); ++t) {
      const auto up = static_cast<std::uint8_t>(setup.trees[t].up);
      set_address<Model>(model.tree_first_i, t, setup.trees[t].first);
      set_address<Model>(model.address_i, t, setup.trees[t].address);
      std::memcpy(bytes_of(model.up_link_i) + t, &up, sizeof up);
    }
    for (std::size_t p = 0; p < setup.down.size(); ++p) {
      set_address<Model>(model.link_low_i, p, setup.down[p].low);
      set_address<Model>(model.link_high_i, p, setup.down[p].high);
    }
  }
};

/// Where the trees of `inner_multiport` begin.
inline constexpr std::uint32_t kTreePitch = 4000;

/// A PE in the middle of its trees. Links take turns between the trees, each tree's last link leads
/// up, the others down to three addresses each. In a tree without links the PE is no member.
inline MultiportSetup inner_multiport(std::size_t links, std::size_t trees) {
  MultiportSetup setup;
  setup.down.resize(links);
  for (std::size_t t = 0; t < trees; ++t) {
    TreePlace place;
    place.first = static_cast<std::uint32_t>(kTreePitch * t);
    for (std::size_t p = t; p < links; p += trees) {
      place.address = place.first + 100;
      place.up = static_cast<std::uint32_t>(p);
      const auto low = static_cast<std::uint32_t>(place.address + 1 + 3 * p);
      if (p + trees < links) setup.down[p] = {low, low + 3};
    }
    setup.trees.push_back(place);
  }
  return setup;
}

/// A PE in the middle of as many trees as it has links, which all use all of its links: tree t
/// leads up by link t and down by every other one, to five addresses each. Shape: `down` has an
/// interval per tree for each link, link by link.
inline MultiportSetup crossing_multiport(std::size_t links, std::uint32_t pitch) {
  MultiportSetup setup;
  setup.down.resize(links * links);
  for (std::size_t t = 0; t < links; ++t) {
    const auto first = static_cast<std::uint32_t>(pitch * t);
    setup.trees.push_back({first, first + 100, static_cast<std::uint32_t>(t)});
    for (std::size_t p = 0; p < links; ++p) {
      const auto low = static_cast<std::uint32_t>(first + 101 + 5 * p);
      if (p != t) setup.down[p * links + t] = {low, low + 5};
    }
  }
  return setup;
}

/// A destination that leaves `inner_multiport` by this link.
inline std::uint32_t destination_by(const MultiportSetup& setup, std::size_t link) {
  for (const TreePlace& place : setup.trees)
    if (place.up == link) return place.first + 7;
  return setup.down[link].low + 1;
}

#ifdef FLITWISE_NETLISTS
template <>
inline constexpr Flavour kFlavour<Vmultiport_router_l4_netlist> = Flavour::kNetlist;
using MultiportModels = ::testing::Types<Vmultiport_router_l4_netlist>;
using TwoTreeModels = MultiportModels;
#else
using MultiportModels =
    ::testing::Types<Vmultiport_router_l3, Vmultiport_router_l5, Vmultiport_router_l17,
                     Vmultiport_router_l65, Vmultiport_router_l1_checked,
                     Vmultiport_router_l3_checked, Vmultiport_router_l5_checked,
                     Vmultiport_router_l65_checked, Vmultiport_router_l2_netlist>;
using TwoTreeModels = ::testing::Types<Vmultiport_router_l5, Vmultiport_router_l5_checked>;
using WideMultiportModels =
    ::testing::Types<Vmultiport_router_l3_a14_checked, Vmultiport_router_l3_a16_checked,
                     Vmultiport_router_l3_a20_checked>;
using SharedLinkModels = ::testing::Types<Vmultiport_router_l4, Vmultiport_router_l4_checked>;
#endif

struct MultiportModelNames {
  template <class Model>
  static std::string GetName(int) {
    return flavour_name<Model>() + "For" + std::to_string(MultiportRouter<Model>::link_count()) +
           "LinksAnd" + std::to_string(MultiportRouter<Model>::tree_count()) + "Trees" +
           kVariant<Model>;
  }
};

/// Routers of one model in `inner_multiport`'s place, and what they should show.
template <class Model>
class MultiportTest : public ::testing::Test {
 protected:
  using TheRouter = MultiportRouter<Model>;
  static constexpr std::size_t kLinks = TheRouter::link_count();
  static constexpr std::size_t kTrees = TheRouter::tree_count();
  static constexpr std::size_t kLanes = 2 * kLinks;

  static constexpr std::size_t link_lane(std::size_t link) { return TheRouter::link_lane(link); }
  static RouterOutputs nothing() { return RouterOutputs(kLanes); }

  // What a router shows after it has forwarded one flit.
  static RouterOutputs forwarded(std::size_t lane, RawFlit flit) {
    RouterOutputs outputs(kLanes);
    outputs.busy = true;
    outputs.lanes[lane] = flit;
    return outputs;
  }

  // What a router shows after it has dropped the flit of one lane.
  static RouterOutputs refused(std::size_t lane, unsigned violation) {
    RouterOutputs outputs(kLanes);
    outputs.busy = true;
    outputs.violation = violation;
    outputs.involved_in = {lane};
    return outputs;
  }

  // Whether a flit can go from one lane to the other: own lanes and links pair off, links exchange.
  static bool can_go(std::size_t from, std::size_t to) {
    if (from < kLinks) return to == link_lane(from);
    return to < kLinks ? link_lane(to) == from : to != from;
  }

  // A destination that takes a flit to this lane, from any lane that can go there.
  std::uint32_t destination_for(std::size_t lane) const {
    return lane < kLinks ? setup_.trees[lane % kTrees].address
                         : destination_by(setup_, lane - kLinks);
  }

  MultiportSetup setup_ = inner_multiport(kLinks, kTrees);
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_PE_MULTIPORT_HARNESS_H_
