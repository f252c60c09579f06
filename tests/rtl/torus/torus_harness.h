// torus_harness.h: the torus router's models, and routers made of them.
#ifndef FLITWISE_TESTS_RTL_TORUS_TORUS_HARNESS_H_
#define FLITWISE_TESTS_RTL_TORUS_TORUS_HARNESS_H_

#include <Vtorus_router_d1l1q1_checked.h>
#include <Vtorus_router_d1l1q1_netlist.h>
#include <Vtorus_router_d1l2q2_checked.h>
#include <Vtorus_router_d1l2q2_gated.h>
#include <Vtorus_router_d1l2q2_h1_checked.h>
#include <Vtorus_router_d1l2q2_h3b1o1c1_gated.h>
#include <Vtorus_router_d1l2q2_p1_gated.h>
#include <Vtorus_router_d1l2q2_wide.h>
#include <Vtorus_router_d1l3q2_checked.h>
#include <Vtorus_router_d1l4q2_checked.h>
#include <Vtorus_router_d2l1q2_checked.h>
#include <Vtorus_router_d2l1q2_p1_checked.h>
#include <Vtorus_router_d2l2q8.h>
#include <Vtorus_router_d2l2q8_checked.h>
#include <Vtorus_router_d2l2q8_h3b1o1c1_checked.h>
#include <Vtorus_router_d2l2q8_h9t16_checked.h>
#include <Vtorus_router_d2l2q8_p1_checked.h>
#include <Vtorus_router_d2l2q8_p1h3b1o1c1_checked.h>
#include <Vtorus_router_d2l4q2_checked.h>
#include <Vtorus_router_d3l2q4_checked.h>
#include <Vtorus_router_d4l2q8_checked.h>
#include <Vtorus_router_d4l2q8_h6t20_checked.h>
#include <Vtorus_router_d4l4q2_checked.h>
#include <Vtorus_router_d4l4q2_p1_checked.h>
#ifdef FLITWISE_NETLISTS
#include <Vtorus_router_d1l1q2_h1_netlist.h>
#include <Vtorus_router_d1l1q2_h3b1o1c1_netlist.h>
#include <Vtorus_router_d1l2q2_netlist.h>
#include <Vtorus_router_d2l1q2_netlist.h>
#include <Vtorus_router_d2l1q2_p1_netlist.h>
#endif
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "tests/rtl/torus/reference_torus_router.h"
#include "tests/rtl/verilated_router.h"
#include "tests/rtl/wide_flits.h"

namespace flitwise::rtl_test {

template <class Model>
inline constexpr TorusShape kTorusShape{};
/// Of the flits at a model's pins.
template <class Model>
inline constexpr FlitFormat kFormat{};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d1l1q1_checked>{1, 1, 1};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d1l1q1_netlist>{1, 1, 1};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d1l2q2_checked>{1, 2, 2};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d1l2q2_gated>{1, 2, 2};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d1l2q2_wide>{1, 2, 2};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d1l3q2_checked>{1, 3, 2};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d1l4q2_checked>{1, 4, 2};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d2l1q2_checked>{2, 1, 2};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d2l2q8>{2, 2, 8};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d2l2q8_checked>{2, 2, 8};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d2l4q2_checked>{2, 4, 2};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d3l2q4_checked>{3, 2, 4};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d4l2q8_checked>{4, 2, 8};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d4l4q2_checked>{4, 4, 2};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d2l2q8_h9t16_checked>{2, 2, 8};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d4l2q8_h6t20_checked>{4, 2, 8};
template <>
inline constexpr FlitFormat kFormat<Vtorus_router_d2l2q8_h9t16_checked>{16, 9};
template <>
inline constexpr FlitFormat kFormat<Vtorus_router_d4l2q8_h6t20_checked>{20, 6};
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d2l2q8_h9t16_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d4l2q8_h6t20_checked> = Flavour::kChecked;
template <>
inline constexpr const char* kVariant<Vtorus_router_d2l2q8_h9t16_checked> = "OfLongSides";
template <>
inline constexpr const char* kVariant<Vtorus_router_d4l2q8_h6t20_checked> = "OfManyNodes";

template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d1l2q2_h1_checked>{1, 2, 2, 1};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d1l2q2_h3b1o1c1_gated>{1, 2, 2, 3, 1, 1, 1};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d2l2q8_h3b1o1c1_checked>{2, 2, 8, 3, 1, 1, 1};

// One port of the PE, each way.
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d1l2q2_p1_gated>{1, 2, 2, 0, 0, 0, 0, true};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d2l1q2_p1_checked>{2, 1, 2, 0, 0, 0, 0, true};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d2l2q8_p1_checked>{2, 2, 8, 0, 0, 0, 0, true};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d2l2q8_p1h3b1o1c1_checked>{2, 2, 8, 3,
                                                                                 1, 1, 1, true};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d4l4q2_p1_checked>{4, 4, 2, 0, 0, 0, 0, true};

template <>
inline constexpr Flavour kFlavour<Vtorus_router_d2l1q2_p1_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d2l2q8_p1_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d2l2q8_p1h3b1o1c1_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d4l4q2_p1_checked> = Flavour::kChecked;

template <>
inline constexpr Flavour kFlavour<Vtorus_router_d1l1q1_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d1l2q2_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d1l2q2_wide> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d1l2q2_h1_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d2l2q8_h3b1o1c1_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d1l3q2_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d1l4q2_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d2l1q2_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d2l2q8_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d2l4q2_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d3l2q4_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d4l2q8_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d4l4q2_checked> = Flavour::kChecked;

template <>
inline constexpr Flavour kFlavour<Vtorus_router_d1l1q1_netlist> = Flavour::kNetlist;

template <>
inline constexpr const char* kVariant<Vtorus_router_d1l2q2_gated> = "WithClockEnable";
template <>
inline constexpr const char* kVariant<Vtorus_router_d1l2q2_wide> = "WithWideFlits";
template <>
inline constexpr const char* kVariant<Vtorus_router_d1l2q2_h1_checked> = "OfTwoCycles";
template <>
inline constexpr const char* kVariant<Vtorus_router_d2l2q8_h3b1o1c1_checked> = "OfFiveCycles";
template <>
inline constexpr const char* kVariant<Vtorus_router_d1l2q2_h3b1o1c1_gated> =
    "OfFiveCyclesWithClockEnable";
template <>
inline constexpr const char* kVariant<Vtorus_router_d1l2q2_p1_gated> = "OfOnePePortWithClockEnable";
template <>
inline constexpr const char* kVariant<Vtorus_router_d2l1q2_p1_checked> = "OfOnePePort";
template <>
inline constexpr const char* kVariant<Vtorus_router_d2l2q8_p1_checked> = "OfOnePePort";
template <>
inline constexpr const char* kVariant<Vtorus_router_d2l2q8_p1h3b1o1c1_checked> =
    "OfOnePePortAndFiveCycles";
template <>
inline constexpr const char* kVariant<Vtorus_router_d4l4q2_p1_checked> = "OfOnePePort";

// Netlists take Yosys long but for the smallest: most are tested in an executable of their own.
#ifdef FLITWISE_NETLISTS
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d1l2q2_netlist>{1, 2, 2};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d2l1q2_netlist>{2, 1, 2};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d1l1q2_h1_netlist>{1, 1, 2, 1};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d1l1q2_h3b1o1c1_netlist>{1, 1, 2, 3, 1, 1, 1};
template <>
inline constexpr TorusShape kTorusShape<Vtorus_router_d2l1q2_p1_netlist>{2, 1, 2, 0, 0, 0, 0, true};
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d2l1q2_p1_netlist> = Flavour::kNetlist;
template <>
inline constexpr const char* kVariant<Vtorus_router_d2l1q2_p1_netlist> = "OfOnePePort";
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d1l1q2_h1_netlist> = Flavour::kNetlist;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d1l1q2_h3b1o1c1_netlist> = Flavour::kNetlist;
template <>
inline constexpr const char* kVariant<Vtorus_router_d1l1q2_h1_netlist> = "OfTwoCycles";
template <>
inline constexpr const char* kVariant<Vtorus_router_d1l1q2_h3b1o1c1_netlist> = "OfFiveCycles";
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d1l2q2_netlist> = Flavour::kNetlist;
template <>
inline constexpr Flavour kFlavour<Vtorus_router_d2l1q2_netlist> = Flavour::kNetlist;
using TorusModels = ::testing::Types<Vtorus_router_d1l2q2_netlist, Vtorus_router_d2l1q2_netlist>;
using SlowModels =
    ::testing::Types<Vtorus_router_d1l1q2_h1_netlist, Vtorus_router_d1l1q2_h3b1o1c1_netlist>;
using TwoLaneModels = ::testing::Types<Vtorus_router_d1l2q2_netlist>;
using OnePePortModels = ::testing::Types<Vtorus_router_d2l1q2_p1_netlist>;
#else
using TorusModels = ::testing::Types<
    Vtorus_router_d1l1q1_checked, Vtorus_router_d1l2q2_checked, Vtorus_router_d1l3q2_checked,
    Vtorus_router_d1l4q2_checked, Vtorus_router_d2l1q2_checked, Vtorus_router_d2l2q8,
    Vtorus_router_d2l2q8_checked, Vtorus_router_d2l4q2_checked, Vtorus_router_d3l2q4_checked,
    Vtorus_router_d4l2q8_checked, Vtorus_router_d4l4q2_checked, Vtorus_router_d1l2q2_gated,
    Vtorus_router_d1l2q2_wide, Vtorus_router_d2l2q8_h9t16_checked,
    Vtorus_router_d4l2q8_h6t20_checked, Vtorus_router_d1l1q1_netlist>;
using SlowModels =
    ::testing::Types<Vtorus_router_d1l2q2_h1_checked, Vtorus_router_d2l2q8_h3b1o1c1_checked,
                     Vtorus_router_d1l2q2_h3b1o1c1_gated, Vtorus_router_d2l2q8_p1h3b1o1c1_checked>;
using TwoLaneModels = ::testing::Types<Vtorus_router_d1l2q2_checked, Vtorus_router_d2l2q8_checked,
                                       Vtorus_router_d3l2q4_checked, Vtorus_router_d4l2q8_checked>;
using OnePePortModels =
    ::testing::Types<Vtorus_router_d1l2q2_p1_gated, Vtorus_router_d2l1q2_p1_checked,
                     Vtorus_router_d2l2q8_p1_checked, Vtorus_router_d4l4q2_p1_checked>;
#endif

template <class First, class Second>
struct Joined;
template <class... First, class... Second>
struct Joined<::testing::Types<First...>, ::testing::Types<Second...>> {
  using Types = ::testing::Types<First..., Second...>;
};
/// Those of more than a cycle a hop and those of one PE port too, which directed tests leave out.
using AllModels = Joined<Joined<TorusModels, SlowModels>::Types, OnePePortModels>::Types;

/// Dimensions for whose hops a head has room: those of the torus, if not of four.
constexpr int fields_of(FlitFormat format, int dimensions) {
  return format.has_room_for(kMaxDimensions) ? kMaxDimensions : dimensions;
}

/// A flit of one format in another: its tag, the hops of a head and the number of a body flit.
inline RawFlit in_format(RawFlit flit, FlitFormat from, FlitFormat to, int dimensions) {
  if (flit == 0 || from == to) return flit;
  FlitFields fields = unpack(flit, from);
  if (fields.head) {
    const std::uint32_t way = fields.payload;
    fields.payload = 0;
    for (int d = 0; d < dimensions; ++d)
      fields.payload |= field_of_hops(flitwise::hops_in(way, d, from), d, to);
  }
  return is_valid(flit) ? pack(fields, to) : 0;
}

/// One torus router out of reset. Flits wider than 64 bits are as in wide_flits.h. Tests and model
/// write flits as small tori do; those of other formats are translated at the pins.
template <class Model>
class TorusRouter : public VerilatedRouter<Model> {
 public:
  static constexpr TorusShape kShape = kTorusShape<Model>;
  static constexpr bool kIsWide =
      sizeof(Model::out_lane_o) != static_cast<std::size_t>(kShape.ports()) * sizeof(RawFlit);

  explicit TorusRouter(const TorusPlace& place)
      : VerilatedRouter<Model>([&place](Model& model) {
          std::uint64_t coordinates = 0;
          std::uint64_t sides = 0;
          for (std::size_t d = 0; d < place.side.size(); ++d) {
            const auto low = static_cast<int>(d) * (kFormat<Model>.hops + 1);
            coordinates |= static_cast<std::uint64_t>(place.coordinate[d]) << low;
            sides |= static_cast<std::uint64_t>(place.side[d]) << low;
          }
          std::memcpy(&model.coordinate_i, &coordinates, sizeof model.coordinate_i);
          std::memcpy(&model.side_i, &sides, sizeof model.side_i);
          model.strict_i = place.strict;
        }) {}

  void put(std::size_t port, RawFlit flit) {
    if constexpr (kIsWide) {
      put_wide(this->model().in_lane_i, port, flit);
    } else {
      VerilatedRouter<Model>::put(port, in_format(flit, {}, kFormat<Model>, kShape.dimensions));
    }
  }

  RouterOutputs outputs() {
    if constexpr (kIsWide) {
      Model& model = this->model();
      RouterOutputs outputs(static_cast<std::size_t>(kShape.ports()));
      for (std::size_t port = 0; port < outputs.lanes.size(); ++port) {
        outputs.lanes[port] = wide_flit(model.out_lane_o, port);
        if (bits_of(model.violation_in_o, port, 1) != 0) outputs.involved_in.insert(port);
        if (bits_of(model.violation_out_o, port, 1) != 0) outputs.involved_out.insert(port);
      }
      outputs.busy = model.busy_o != 0;
      outputs.violation = model.violation_o;
      return outputs;
    } else {
      RouterOutputs outputs = VerilatedRouter<Model>::outputs();
      for (RawFlit& flit : outputs.lanes)
        flit = in_format(flit, kFormat<Model>, {}, kShape.dimensions);
      return outputs;
    }
  }

  /// One clock edge; the inputs are empty after it.
  TorusOutputs clock(const TorusInputs& inputs) {
    Model& model = this->model();
    for (const auto& [port, flit] : inputs.flits) put(port, flit);
    for (const auto& [port, lane] : inputs.credits)
      bytes_of(model.credit_i)[port] |= static_cast<unsigned char>(1U << lane);
    for (const std::size_t port : inputs.stalls)
      model.stall_i = static_cast<CData>(model.stall_i | 1U << port);
    TorusOutputs outputs(static_cast<std::size_t>(kShape.ports()));
    VerilatedRouter<Model>::clock();
    outputs.router = this->outputs();
    std::memset(bytes_of(model.credit_i), 0, sizeof(model.credit_i));
    model.stall_i = 0;
    for (std::size_t port = 0; port < static_cast<std::size_t>(kShape.ports()); ++port)
      for (int lane = 0; lane < 8; ++lane)
        if (bytes_of(model.credit_o)[port] >> lane & 1) outputs.credits.insert({port, lane});
    outputs.stalled = model.stalled_o;
    outputs.blocked = model.blocked_o;
    return outputs;
  }
};

struct TorusModelNames {
  template <class Model>
  static std::string GetName(int) {
    const TorusShape shape = kTorusShape<Model>;
    return flavour_name<Model>() + std::to_string(shape.dimensions) + "D" +
           std::to_string(shape.lanes) + "LanesOf" + std::to_string(shape.depth) + kVariant<Model>;
  }
};

/// A head, or with `tail` a message of one flit.
inline RawFlit torus_head(const Hops& hops, bool tail = false, int lane = 0,
                          std::uint32_t source = 9) {
  return on_lane(pack({FlitKind::kData, true, tail, 3, source, payload_of(hops)}), lane);
}
inline RawFlit torus_body(std::uint32_t number, bool tail = false, int lane = 0,
                          std::uint32_t source = 9) {
  return on_lane(pack({FlitKind::kData, false, tail, 3, source, number}), lane);
}

/// A router in the middle of a torus of sides 8, and what it should show.
template <class Model>
class TorusRouterTest : public ::testing::Test {
 protected:
  using TheRouter = TorusRouter<Model>;
  static constexpr TorusShape kShape = kTorusShape<Model>;
  static constexpr int kChannels = 2 * kShape.dimensions;

  static TorusPlace middle() {
    TorusPlace place;
    for (std::size_t d = 0; d < static_cast<std::size_t>(kShape.dimensions); ++d) {
      place.coordinate[d] = 3;
      place.side[d] = 8;
    }
    return place;
  }

  static std::size_t injection(int channel) {
    return static_cast<std::size_t>(kShape.has_one_pe_port ? 0 : channel);
  }
  static std::size_t incoming(int channel) {
    return static_cast<std::size_t>(kShape.pe_ports() + channel);
  }
  static std::size_t outgoing(int channel) { return incoming(channel); }
  static std::size_t ejection(int channel) { return injection(channel); }

  /// `count` hops in the direction of a channel.
  static Hops hops_along(int channel, int count) {
    Hops hops{};
    hops[static_cast<std::size_t>(channel / 2)] = channel % 2 == 0 ? count : -count;
    return hops;
  }

  /// What is on an output, or 0; everything else must be empty.
  static RawFlit only_flit(const TorusOutputs& outputs, std::size_t port) {
    EXPECT_LE(outputs.router.flit_count(), 1U) << outputs;
    EXPECT_EQ(outputs.router.violation, 0U) << outputs;
    return outputs.router.lanes[port];
  }
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_TORUS_TORUS_HARNESS_H_
