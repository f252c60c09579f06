// star_harness.h: the star router's models, and routers made of them beside their reference.
#ifndef FLITWISE_TESTS_RTL_STAR_STAR_HARNESS_H_
#define FLITWISE_TESTS_RTL_STAR_STAR_HARNESS_H_

#include <Vstar_router_3_16_1_0_cut.h>
#include <Vstar_router_3_1_1_0.h>
#include <Vstar_router_3_2_1_0.h>
#include <Vstar_router_4_1_1_0_checked.h>
#include <Vstar_router_4_2_1_0_staged_checked.h>
#include <Vstar_router_4_3_2_0_cut_checked.h>
#include <Vstar_router_4_3_2_1_checked.h>
#include <Vstar_router_5_16_1_0_checked.h>
#include <Vstar_router_5_1_3_1.h>
#include <Vstar_router_5_2_1_0.h>
#include <Vstar_router_5_2_1_0_cut_staged_gated.h>
#include <Vstar_router_5_2_1_0_gated.h>
#include <Vstar_router_5_2_1_0_staged_gated.h>
#include <Vstar_router_6_4_2_0.h>
#include <Vstar_router_7_2_1_0_checked.h>
#ifdef FLITWISE_NETLISTS
#include <Vstar_router_3_1_1_0_netlist.h>
#include <Vstar_router_3_1_1_0_staged_netlist.h>
#include <Vstar_router_3_2_2_1_cut_netlist.h>
#include <Vstar_router_3_2_2_1_netlist.h>
#include <Vstar_router_4_2_1_0_netlist.h>
#endif
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/rtl/star/reference_star_router.h"
#include "tests/rtl/verilated_router.h"

namespace flitwise::rtl_test {

template <>
inline constexpr Flavour kFlavour<Vstar_router_4_1_1_0_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vstar_router_4_3_2_1_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vstar_router_5_16_1_0_checked> = Flavour::kChecked;
template <>
inline constexpr Flavour kFlavour<Vstar_router_7_2_1_0_checked> = Flavour::kChecked;

template <>
inline constexpr const char* kVariant<Vstar_router_5_2_1_0_gated> = "WithClockEnable";
template <>
inline constexpr const char* kVariant<Vstar_router_5_2_1_0_staged_gated> =
    "AndTwoStagesWithClockEnable";
template <>
inline constexpr Flavour kFlavour<Vstar_router_4_2_1_0_staged_checked> = Flavour::kChecked;
template <>
inline constexpr const char* kVariant<Vstar_router_4_2_1_0_staged_checked> = "AndSevenStages";
template <>
inline constexpr const char* kVariant<Vstar_router_3_16_1_0_cut> = "CutThrough";
template <>
inline constexpr Flavour kFlavour<Vstar_router_4_3_2_0_cut_checked> = Flavour::kChecked;
template <>
inline constexpr const char* kVariant<Vstar_router_4_3_2_0_cut_checked> = "CutThrough";
template <>
inline constexpr const char* kVariant<Vstar_router_5_2_1_0_cut_staged_gated> =
    "CutThroughAndTwoStagesWithClockEnable";

/// A model with the parameters that it was made with.
template <class TheModel, int kTheOrder, std::size_t kTheFlits, std::size_t kTheSlots,
          std::size_t kTheStages = 0, bool kIsCutThrough = false>
struct StarCase {
  using Model = TheModel;
  static constexpr int kOrder = kTheOrder;
  static constexpr std::size_t kFlits = kTheFlits;
  static constexpr std::size_t kSlots = kTheSlots;
  static constexpr std::size_t kStages = kTheStages;
  static constexpr bool kCutsThrough = kIsCutThrough;
};

// Netlists take Yosys long: they are tested in an executable of their own.
#ifdef FLITWISE_NETLISTS
template <>
inline constexpr Flavour kFlavour<Vstar_router_3_1_1_0_netlist> = Flavour::kNetlist;
template <>
inline constexpr Flavour kFlavour<Vstar_router_3_1_1_0_staged_netlist> = Flavour::kNetlist;
template <>
inline constexpr const char* kVariant<Vstar_router_3_1_1_0_staged_netlist> = "AndOneStage";
template <>
inline constexpr Flavour kFlavour<Vstar_router_3_2_2_1_netlist> = Flavour::kNetlist;
template <>
inline constexpr Flavour kFlavour<Vstar_router_3_2_2_1_cut_netlist> = Flavour::kNetlist;
template <>
inline constexpr const char* kVariant<Vstar_router_3_2_2_1_cut_netlist> = "CutThrough";
template <>
inline constexpr Flavour kFlavour<Vstar_router_4_2_1_0_netlist> = Flavour::kNetlist;
using StarCases = ::testing::Types<StarCase<Vstar_router_3_1_1_0_netlist, 3, 1, 1>,
                                   StarCase<Vstar_router_3_2_2_1_netlist, 3, 2, 2>,
                                   StarCase<Vstar_router_4_2_1_0_netlist, 4, 2, 1>>;
using StagedStarCases = ::testing::Types<StarCase<Vstar_router_3_1_1_0_staged_netlist, 3, 1, 1, 1>>;
using CutThroughStarCases =
    ::testing::Types<StarCase<Vstar_router_3_2_2_1_cut_netlist, 3, 2, 2, 0, true>>;
#else
using StarCases = ::testing::Types<
    StarCase<Vstar_router_3_1_1_0, 3, 1, 1>, StarCase<Vstar_router_3_2_1_0, 3, 2, 1>,
    StarCase<Vstar_router_4_1_1_0_checked, 4, 1, 1>,
    StarCase<Vstar_router_4_3_2_1_checked, 4, 3, 2>, StarCase<Vstar_router_5_1_3_1, 5, 1, 3>,
    StarCase<Vstar_router_5_2_1_0, 5, 2, 1>, StarCase<Vstar_router_5_2_1_0_gated, 5, 2, 1>,
    StarCase<Vstar_router_5_16_1_0_checked, 5, 16, 1>, StarCase<Vstar_router_6_4_2_0, 6, 4, 2>,
    StarCase<Vstar_router_7_2_1_0_checked, 7, 2, 1>>;
using StagedStarCases = ::testing::Types<StarCase<Vstar_router_5_2_1_0_staged_gated, 5, 2, 1, 2>,
                                         StarCase<Vstar_router_4_2_1_0_staged_checked, 4, 2, 1, 7>>;
using CutThroughStarCases =
    ::testing::Types<StarCase<Vstar_router_3_16_1_0_cut, 3, 16, 1, 0, true>,
                     StarCase<Vstar_router_4_3_2_0_cut_checked, 4, 3, 2, 0, true>,
                     StarCase<Vstar_router_5_2_1_0_cut_staged_gated, 5, 2, 1, 2, true>>;
#endif
template <template <class...> class List, class... First, class... Second>
List<First..., Second...> joined(List<First...>, List<Second...>);
using AllStarCases =
    decltype(joined(joined(StarCases(), StagedStarCases()), CutThroughStarCases()));

struct StarCaseNames {
  template <class Case>
  static std::string GetName(int) {
    return flavour_name<typename Case::Model>() + "OfOrder" + std::to_string(Case::kOrder) +
           "With" + std::to_string(Case::kFlits) + "FlitsAnd" + std::to_string(Case::kSlots) +
           "Slots" + kVariant<typename Case::Model>;
  }
};

/// A star router with its pins set.
template <class Model>
class StarRouter : public VerilatedRouter<Model> {
 public:
  explicit StarRouter(const StarSetup& setup)
      : VerilatedRouter<Model>([&setup](Model& model) {
          model.rule_i = static_cast<CData>(setup.rule);
          model.scheduled_i = setup.is_scheduled;
          set_faults(model, setup.is_dead, setup.dead_links);
        }) {}

  void set_faults(bool is_dead, const std::set<std::size_t>& dead_links) {
    set_faults(this->model(), is_dead, dead_links);
  }

  StarCounters counters() const {
    StarCounters counters;
    for (std::size_t port = 0; port < VerilatedRouter<Model>::lane_count() / 2; ++port)
      counters.max_stored.push_back(
          static_cast<std::uint32_t>(bits_of(this->model().max_stored_o, 16 * port, 16)));
    counters.crc_errors = this->model().crc_errors_o;
    counters.misdirected = this->model().misdirected_o;
    return counters;
  }

 private:
  static void set_faults(Model& model, bool is_dead, const std::set<std::size_t>& dead_links) {
    model.dead_i = is_dead;
    model.dead_link_i = 0;
    for (const std::size_t port : dead_links)
      model.dead_link_i = static_cast<CData>(model.dead_link_i | 1U << port);
  }
};

/// A router and its reference, given the same flits; every output is compared at every edge.
template <class Case>
class StarTest : public ::testing::Test {
 protected:
  using TheRouter = StarRouter<typename Case::Model>;
  using Traffic = std::map<std::size_t, Packet>;  // by input lane
  static constexpr int kOrder = Case::kOrder;
  static constexpr std::size_t kPorts = Case::kOrder - 1;
  static constexpr std::size_t kFlits = Case::kFlits;
  static constexpr std::size_t kSlots = Case::kSlots;
  static constexpr std::size_t kStages = Case::kStages;
  static constexpr bool kCutsThrough = Case::kCutsThrough;
  static constexpr bool kAsserts = kHasAssertions<typename Case::Model>;

  static StarSetup usual_setup() {
    StarSetup setup;
    setup.order = kOrder;
    setup.flits = kFlits;
    setup.slots = kSlots;
    setup.stages = kStages;
    setup.cuts_through = kCutsThrough;
    return setup;
  }

  /// Packets that begin at the same edge on their lanes, then `idle` edges without input. Returns
  /// the outputs of every edge.
  std::vector<RouterOutputs> run(TheRouter& router, ReferenceStarRouter& reference,
                                 const Traffic& traffic, std::size_t idle) {
    std::size_t edges = 0;
    for (const auto& [lane, packet] : traffic) edges = std::max(edges, packet.size());
    std::vector<RouterOutputs> all;
    for (std::size_t edge = 0; edge < edges + idle; ++edge) {
      std::map<std::size_t, RawFlit> inputs;
      for (const auto& [lane, packet] : traffic)
        if (edge < packet.size() && packet[edge] != 0) inputs[lane] = packet[edge];
      all.push_back(clock(router, reference, inputs));
    }
    return all;
  }

  RouterOutputs clock(TheRouter& router, ReferenceStarRouter& reference,
                      const std::map<std::size_t, RawFlit>& inputs) {
    for (const auto& [lane, flit] : inputs) router.put(lane, flit);
    const RouterOutputs outputs = router.clock_and_read();
    EXPECT_EQ(outputs, reference.clock(inputs));
    EXPECT_EQ(router.counters(), reference.counters());
    return outputs;
  }

  static std::size_t link(std::size_t port) { return kPorts + port; }

  /// What lane `lane` showed at the edges from `first` on, as long as a packet.
  static Packet seen_on(const std::vector<RouterOutputs>& outputs, std::size_t lane,
                        std::size_t first) {
    Packet packet;
    for (std::size_t k = first; k < first + kFlits && k < outputs.size(); ++k)
      packet.push_back(outputs[k].lanes[lane]);
    return packet;
  }
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_STAR_STAR_HARNESS_H_
