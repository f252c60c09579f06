#include "tests/rtl/fat_tree/fat_tree_harness.h"

#include <Vfat_tree_leaf_d1.h>
#include <Vfat_tree_leaf_d3_l3_netlist.h>
#include <Vfat_tree_leaf_d3_netlist.h>
#include <Vfat_tree_leaf_d5_a14_checked.h>
#include <Vfat_tree_leaf_d5_a20_wide.h>
#include <Vfat_tree_leaf_d5_checked.h>
#include <Vfat_tree_leaf_d5_l2_a16_checked.h>
#include <Vfat_tree_leaf_d5_l2_checked.h>
#include <Vfat_tree_leaf_d5_l2_gated.h>
#include <Vfat_tree_leaf_d5_wide.h>
#include <Vfat_tree_leaf_d9_l8.h>
#include <Vfat_tree_switch_2_128_0_128.h>
#include <Vfat_tree_switch_2_1_0_16.h>
#include <Vfat_tree_switch_2_1_1_1024.h>
#include <Vfat_tree_switch_2_1_1_4.h>
#include <Vfat_tree_switch_2_1_1_4_checked.h>
#include <Vfat_tree_switch_2_1_2_4.h>
#include <Vfat_tree_switch_2_1_2_4_a20_checked.h>
#include <Vfat_tree_switch_2_1_2_4_a20_wide.h>
#include <Vfat_tree_switch_2_1_2_4_staged_checked.h>
#include <Vfat_tree_switch_2_1_2_4_wide.h>
#include <Vfat_tree_switch_2_2_4_8.h>
#include <Vfat_tree_switch_2_2_4_8_checked.h>
#include <Vfat_tree_switch_2_2_4_8_gated.h>
#include <Vfat_tree_switch_2_2_4_8_staged_gated.h>
#include <Vfat_tree_switch_2_4_0_8.h>
#include <Vfat_tree_switch_2_4_0_8_checked.h>
#include <Vfat_tree_switch_3_1_1_9.h>
#include <Vfat_tree_switch_3_1_1_9_a16_checked.h>
#include <Vfat_tree_switch_3_1_1_9_checked.h>
#include <Vfat_tree_switch_3_1_1_9_staged_checked.h>
#include <Vfat_tree_switch_3_1_2_9.h>
#include <Vfat_tree_switch_8_1_2_4.h>
#include <Vfat_tree_switch_8_1_2_4_a14_checked.h>
#include <Vfat_tree_switch_8_1_2_4_checked.h>
#ifdef FLITWISE_NETLISTS
#include <Vfat_tree_switch_2_1_1_2_netlist.h>
#include <Vfat_tree_switch_2_1_1_2_staged_netlist.h>
#include <Vfat_tree_switch_2_1_2_3_netlist.h>
#include <Vfat_tree_switch_2_2_2_2_netlist.h>
#endif

namespace flitwise::rtl_test {
namespace {

std::string flavour_of(Flavour flavour) {
  switch (flavour) {
    case Flavour::kRtl:
      return "Rtl";
    case Flavour::kChecked:
      return "Checked";
    case Flavour::kNetlist:
      return "Netlist";
  }
  return "";
}

constexpr char kGated[] = "WithClockEnable";
constexpr char kWide[] = "WithWideFlits";

std::string addresses_of(FlitFormat format) {
  return format == FlitFormat() ? "" : "Addresses" + std::to_string(format.address);
}

template <class Model>
SwitchKind switch_kind(const SwitchShape& shape, Flavour flavour, const char* variant = "") {
  const std::string name = flavour_of(flavour) + "Arity" + std::to_string(shape.arity) + "Down" +
                           std::to_string(shape.down_links) + "Up" +
                           std::to_string(shape.up_links) + "Depth" + std::to_string(shape.depth) +
                           (shape.stages == 0 ? "" : "Stages" + std::to_string(shape.stages)) +
                           addresses_of(shape.format) + variant;
  return {name, shape, flavour, [shape](const NodeSetup& setup) {
            return std::make_unique<VerilatedNodeOf<Model>>(
                shape.lanes(), shape.branches(),
                [&setup](Model& model) { configure_switch(model, setup); }, shape.format);
          }};
}

template <class Model>
LeafKind leaf_kind(std::size_t depth, std::size_t links, Flavour flavour, const char* variant = "",
                   FlitFormat format = {}) {
  const std::string name = flavour_of(flavour) + "Depth" + std::to_string(depth) +
                           (links == 1 ? "" : "Links" + std::to_string(links)) +
                           addresses_of(format) + variant;
  return {name, depth, links, format, flavour, [links, format](const NodeSetup& setup) {
            return std::make_unique<VerilatedNodeOf<Model>>(
                2 * links, 1, [&setup](Model& model) { configure_node(model, setup); }, format);
          }};
}

}  // namespace

void PrintTo(const SwitchKind& kind, std::ostream* stream) { *stream << kind.name; }
void PrintTo(const LeafKind& kind, std::ostream* stream) { *stream << kind.name; }

const std::vector<SwitchKind>& switch_kinds() {
  static const std::vector<SwitchKind> kKinds = {
      switch_kind<Vfat_tree_switch_2_1_1_4>({2, 1, 1, 4}, Flavour::kRtl),
      switch_kind<Vfat_tree_switch_2_1_2_4>({2, 1, 2, 4}, Flavour::kRtl),
      switch_kind<Vfat_tree_switch_2_2_4_8>({2, 2, 4, 8}, Flavour::kRtl),
      switch_kind<Vfat_tree_switch_3_1_1_9>({3, 1, 1, 9}, Flavour::kRtl),
      switch_kind<Vfat_tree_switch_3_1_2_9>({3, 1, 2, 9}, Flavour::kRtl),
      switch_kind<Vfat_tree_switch_2_1_0_16>({2, 1, 0, 16}, Flavour::kRtl),
      switch_kind<Vfat_tree_switch_8_1_2_4>({8, 1, 2, 4}, Flavour::kRtl),
      switch_kind<Vfat_tree_switch_2_4_0_8>({2, 4, 0, 8}, Flavour::kRtl),
      switch_kind<Vfat_tree_switch_2_1_1_1024>({2, 1, 1, 1024}, Flavour::kRtl),
      switch_kind<Vfat_tree_switch_2_128_0_128>({2, 128, 0, 128}, Flavour::kRtl),
      switch_kind<Vfat_tree_switch_2_1_1_4_checked>({2, 1, 1, 4}, Flavour::kChecked),
      switch_kind<Vfat_tree_switch_2_2_4_8_checked>({2, 2, 4, 8}, Flavour::kChecked),
      switch_kind<Vfat_tree_switch_3_1_1_9_checked>({3, 1, 1, 9}, Flavour::kChecked),
      switch_kind<Vfat_tree_switch_8_1_2_4_checked>({8, 1, 2, 4}, Flavour::kChecked),
      switch_kind<Vfat_tree_switch_2_4_0_8_checked>({2, 4, 0, 8}, Flavour::kChecked),
      switch_kind<Vfat_tree_switch_2_2_4_8_gated>({2, 2, 4, 8}, Flavour::kRtl, kGated),
      switch_kind<Vfat_tree_switch_2_1_2_4_wide>({2, 1, 2, 4}, Flavour::kChecked, kWide),
      switch_kind<Vfat_tree_switch_8_1_2_4_a14_checked>({8, 1, 2, 4, 0, with_addresses_of(14)},
                                                        Flavour::kChecked),
      switch_kind<Vfat_tree_switch_3_1_1_9_a16_checked>({3, 1, 1, 9, 0, with_addresses_of(16)},
                                                        Flavour::kChecked),
      switch_kind<Vfat_tree_switch_2_1_2_4_a20_checked>({2, 1, 2, 4, 0, with_addresses_of(20)},
                                                        Flavour::kChecked),
      switch_kind<Vfat_tree_switch_2_1_2_4_a20_wide>({2, 1, 2, 4, 0, with_addresses_of(20)},
                                                     Flavour::kChecked, kWide),
#ifdef FLITWISE_NETLISTS  // Yosys takes long for these
      switch_kind<Vfat_tree_switch_2_1_1_2_netlist>({2, 1, 1, 2}, Flavour::kNetlist),
      switch_kind<Vfat_tree_switch_2_1_2_3_netlist>({2, 1, 2, 3}, Flavour::kNetlist),
      switch_kind<Vfat_tree_switch_2_2_2_2_netlist>({2, 2, 2, 2}, Flavour::kNetlist),
#endif
  };
  return kKinds;
}

const std::vector<SwitchKind>& staged_switch_kinds() {
  static const std::vector<SwitchKind> kKinds = {
      switch_kind<Vfat_tree_switch_2_1_2_4_staged_checked>({2, 1, 2, 4, 1}, Flavour::kChecked),
      switch_kind<Vfat_tree_switch_3_1_1_9_staged_checked>({3, 1, 1, 9, 7}, Flavour::kChecked),
      switch_kind<Vfat_tree_switch_2_2_4_8_staged_gated>({2, 2, 4, 8, 2}, Flavour::kRtl, kGated),
#ifdef FLITWISE_NETLISTS
      switch_kind<Vfat_tree_switch_2_1_1_2_staged_netlist>({2, 1, 1, 2, 1}, Flavour::kNetlist),
#endif
  };
  return kKinds;
}

const std::vector<LeafKind>& leaf_kinds() {
  static const std::vector<LeafKind> kKinds = {
      leaf_kind<Vfat_tree_leaf_d1>(1, 1, Flavour::kRtl),
      leaf_kind<Vfat_tree_leaf_d5_checked>(5, 1, Flavour::kChecked),
      leaf_kind<Vfat_tree_leaf_d3_netlist>(3, 1, Flavour::kNetlist),
      leaf_kind<Vfat_tree_leaf_d5_l2_checked>(5, 2, Flavour::kChecked),
      leaf_kind<Vfat_tree_leaf_d9_l8>(9, 8, Flavour::kRtl),
      leaf_kind<Vfat_tree_leaf_d3_l3_netlist>(3, 3, Flavour::kNetlist),
      leaf_kind<Vfat_tree_leaf_d5_l2_gated>(5, 2, Flavour::kRtl, kGated),
      leaf_kind<Vfat_tree_leaf_d5_wide>(5, 1, Flavour::kChecked, kWide),
      leaf_kind<Vfat_tree_leaf_d5_a14_checked>(5, 1, Flavour::kChecked, "", with_addresses_of(14)),
      leaf_kind<Vfat_tree_leaf_d5_l2_a16_checked>(5, 2, Flavour::kChecked, "",
                                                  with_addresses_of(16)),
      leaf_kind<Vfat_tree_leaf_d5_a20_wide>(5, 1, Flavour::kChecked, kWide, with_addresses_of(20)),
  };
  return kKinds;
}

}  // namespace flitwise::rtl_test
