// A stage beside a router: what each of the two gets, and what goes out. The test plays the router;
// of the combining multiport router it is the reference's.
#include <Vcombine_beside_multiport.h>
#include <Vcombine_beside_one_lane.h>
#include <Vcombine_beside_wires.h>
#include <Vcombine_beside_without_pe.h>
#include <Vcombining_multiport_router_l3.h>

#include <bitset>
#include <random>

#include "tests/rtl/collective/surroundings.h"

namespace flitwise::rtl_test {
namespace {

using Flits = std::map<std::size_t, RawFlit>;
using LaneSet = std::set<std::size_t>;
using Bytes = std::vector<unsigned>;

constexpr unsigned kBesideSeed = 20261127;

/// Parameters of combine_beside.
struct BesideShape {
  CombineShape stage;
  std::size_t owns = 1;
  std::size_t first = 1;  ///< lanes of the first link; `other` of every other one
  std::size_t other = 1;
  unsigned credit_bit = 0;
  bool has_pe_credits = true;

  std::size_t lane_count() const { return owns + first + (stage.links - 1) * other; }
  std::size_t lane_of_link(std::size_t link) const {
    return link == 0 ? owns : owns + first + (link - 1) * other;
  }
  /// The router's lane that is lane k of the stage.
  std::optional<std::size_t> lane_of(std::size_t k) const {
    if (k >= stage.trees) return lane_of_link(k - stage.trees);
    return owns == 0 ? std::nullopt : std::optional(k);
  }
};

template <class Model>
inline constexpr BesideShape kBesideShape{};
template <>
inline constexpr BesideShape kBesideShape<Vcombine_beside_multiport>{{3, 2, 2, 1}, 3};
template <>
inline constexpr BesideShape kBesideShape<Vcombine_beside_without_pe>{{2, 1, 2, 0}, 0, 2, 3, 3};
template <>
inline constexpr BesideShape kBesideShape<Vcombine_beside_one_lane>{{4, 1, 0, 0}, 1, 1, 2, 0,
                                                                    false};
template <>
inline constexpr BesideShape kBesideShape<Vcombine_beside_wires>{{2, 1, 0, 0}, 2};
template <>
inline constexpr BesideShape kBesideShape<Vcombining_multiport_router_l3>{{3, 2, 2, 1}, 3};

/// What a router shows after an edge, with a byte of credits a lane.
struct BesideOutputs : RouterOutputs {
  explicit BesideOutputs(std::size_t lane_count) : RouterOutputs(lane_count), credits(lane_count) {}
  Bytes credits;

  friend bool operator==(const BesideOutputs& a, const BesideOutputs& b) {
    return static_cast<const RouterOutputs&>(a) == static_cast<const RouterOutputs&>(b) &&
           a.credits == b.credits;
  }
  friend std::ostream& operator<<(std::ostream& stream, const BesideOutputs& outputs) {
    stream << static_cast<const RouterOutputs&>(outputs) << ", credits";
    for (const unsigned byte : outputs.credits) stream << ' ' << byte;
    return stream;
  }
};

bool combines(RawFlit flit) { return is_valid(flit) && is_combining(unpack(flit).kind); }

Flits for_router(const Flits& inputs) {
  Flits flits;
  for (const auto& [lane, flit] : inputs)
    if (!combines(flit)) flits[lane] = flit;
  return flits;
}

/// Written down from the contract and from nothing else.
class ReferenceBeside {
 public:
  ReferenceBeside(const BesideShape& shape, const std::vector<CombineSeat>& seats)
      : shape_(shape), stage_(shape.stage, seats) {}

  /// One edge; `router` is what the router shows after it.
  BesideOutputs clock(const Flits& inputs, const LaneSet& link_credits,
                      const BesideOutputs& router) {
    Flits of_stage;
    LaneSet served;
    for (std::size_t k = 0; k < shape_.stage.trees + shape_.stage.links; ++k) {
      const auto lane = shape_.lane_of(k);
      if (!lane) continue;
      served.insert(*lane);
      const auto flit = inputs.find(*lane);
      if (flit != inputs.end() && combines(flit->second)) of_stage[k] = flit->second;
    }
    stage = stage_.clock(of_stage, link_credits);

    BesideOutputs out = router;
    out.busy = router.busy || stage.busy;
    out.violation |= stage.violation;
    strays = 0;
    for (const auto& [lane, flit] : inputs) {
      if (combines(flit) && served.count(lane) == 0) {
        ++strays;
        out.violation |= kNoRouteBit;
        out.involved_in.insert(lane);
        out.busy = true;
      } else if (!combines(flit) && lane < shape_.owns && shape_.has_pe_credits) {
        ++out.credits[lane];
        out.busy = true;
      }
    }
    collisions = 0;
    for (std::size_t k = 0; k < stage.lanes.size(); ++k) {
      const auto lane = shape_.lane_of(k);
      if (!lane) continue;
      if (stage.involved_in.count(k) != 0) out.involved_in.insert(*lane);
      if (stage.involved_out.count(k) != 0) out.involved_out.insert(*lane);
      if (stage.credits.count(k) != 0) {
        if (*lane < shape_.owns)
          ++out.credits[*lane];
        else
          out.credits[*lane] |= 1U << shape_.credit_bit;
      }
      if (stage.lanes[k] == 0) continue;
      if (router.lanes[*lane] != 0) {
        ++collisions;
        out.violation |= kCollisionBit;
        out.involved_out.insert(*lane);
      } else {
        out.lanes[*lane] = stage.lanes[k];
      }
    }
    return out;
  }

  // Of the last edge.
  CombineOutputs stage{0};
  std::size_t strays = 0;
  std::size_t collisions = 0;

 private:
  const BesideShape shape_;
  ReferenceCombineStage stage_;
};

template <class Model>
class VerilatedBeside : public VerilatedRouter<Model> {
 public:
  template <class Configure>
  VerilatedBeside(const std::vector<CombineSeat>& seats, const Configure& configure)
      : VerilatedRouter<Model>([&](Model& model) {
          set_seats(model, kBesideShape<Model>.stage.links, seats);
          configure(model);
        }) {}

  /// Puts flits and credits of links; bits beside those are of the router, and any.
  void put_all(const Flits& inputs, const LaneSet& link_credits, std::mt19937& random) {
    constexpr BesideShape kShape = kBesideShape<Model>;
    for (const auto& [lane, flit] : inputs) this->put(lane, flit);
    for (std::size_t lane = 0; lane < kShape.lane_count(); ++lane)
      bytes_of(this->model().credit_i)[lane] =
          static_cast<unsigned char>(random() & ~(1U << kShape.credit_bit));
    for (const std::size_t link : link_credits)
      set_bit(this->model().credit_i, 8 * kShape.lane_of_link(link) + kShape.credit_bit);
  }

  /// What goes into the router at the next edge.
  Flits router_inputs() {
    this->model().eval();
    Flits flits;
    for (std::size_t lane = 0; lane < VerilatedRouter<Model>::lane_count(); ++lane) {
      const RawFlit flit = bits_of(this->model().router_in_o, 64 * lane, 64);
      if (flit != 0) flits[lane] = flit;
    }
    return flits;
  }

  /// Plays the router, after the edge.
  void play(const BesideOutputs& router) {
    Model& model = this->model();
    std::memset(bytes_of(model.router_violation_in_i), 0, sizeof model.router_violation_in_i);
    std::memset(bytes_of(model.router_violation_out_i), 0, sizeof model.router_violation_out_i);
    std::memcpy(bytes_of(model.router_out_i), router.lanes.data(), sizeof model.router_out_i);
    for (std::size_t lane = 0; lane < router.credits.size(); ++lane)
      bytes_of(model.router_credit_i)[lane] = static_cast<unsigned char>(router.credits[lane]);
    model.router_busy_i = router.busy;
    model.router_violation_i = static_cast<CData>(router.violation);
    for (const std::size_t lane : router.involved_in) set_bit(model.router_violation_in_i, lane);
    for (const std::size_t lane : router.involved_out) set_bit(model.router_violation_out_i, lane);
    model.eval();
  }

  BesideOutputs all_outputs() {
    BesideOutputs outputs(VerilatedRouter<Model>::lane_count());
    static_cast<RouterOutputs&>(outputs) = this->outputs();
    for (std::size_t lane = 0; lane < outputs.lanes.size(); ++lane)
      outputs.credits[lane] = static_cast<unsigned>(bits_of(this->model().credit_o, 8 * lane, 8));
    return outputs;
  }
};

RawFlit data_flit(std::mt19937& random) {
  const auto destination = static_cast<std::uint32_t>(random() % 24);
  switch (random() % 4) {
    case 0:
      return head_to(destination);
    case 1:
      return body(static_cast<std::uint32_t>(random() % 1000), destination);
    case 2:
      return tail(static_cast<std::uint32_t>(random() % 1000), destination);
    default:
      return single_to(destination);
  }
}

/// Traffic of the stage on the router's lanes, data and strays on what is left.
template <class Model>
Flits traffic(Surroundings& around, std::mt19937& random) {
  constexpr BesideShape kShape = kBesideShape<Model>;
  Flits inputs;
  for (const auto& [k, flit] : around.inputs(60, 10))
    if (const auto lane = kShape.lane_of(k)) inputs[*lane] = flit;
  for (std::size_t lane = 0; lane < kShape.lane_count(); ++lane) {
    if (random() % 3 == 0) inputs.try_emplace(lane, data_flit(random));
    if (random() % 50 == 0) inputs.try_emplace(lane, operand_flit(1, 2));
    if (random() % 50 == 0) inputs.try_emplace(lane, result_flit(1, 2));
  }
  return inputs;
}

BesideOutputs any_router(std::size_t lanes, std::mt19937& random) {
  BesideOutputs router(lanes);
  for (RawFlit& flit : router.lanes)
    if (random() % 4 == 0) flit = data_flit(random);
  for (unsigned& credit : router.credits)
    credit = static_cast<unsigned>(random() % 254);  // the stage adds up to two
  router.busy = random() % 2 == 0;
  if (random() % 8 == 0) {
    router.violation = 1U << random() % 8;
    router.involved_in.insert(random() % lanes);
    router.involved_out.insert(random() % lanes);
  }
  return router;
}

template <class Model>
class BesideTraffic : public ::testing::Test {};
using BesideModels = ::testing::Types<Vcombine_beside_multiport, Vcombine_beside_without_pe,
                                      Vcombine_beside_one_lane>;
TYPED_TEST_SUITE(BesideTraffic, BesideModels);

TYPED_TEST(BesideTraffic, GivesEachOfTheTwoItsFlitsAndShowsWhatBothDo) {
  constexpr BesideShape kShape = kBesideShape<TypeParam>;
  std::mt19937 random(kBesideSeed);
  std::size_t collisions = 0;
  std::size_t strays = 0;
  std::size_t combined_flits = 0;
  for (int place = 0; place < 60; ++place) {
    Surroundings around(kShape.stage, random, kShape.owns != 0);
    VerilatedBeside<TypeParam> beside(around.seats(), [](TypeParam& model) {
      const auto clear = [](auto& port) { std::memset(bytes_of(port), 0, sizeof port); };
      clear(model.router_out_i);
      clear(model.router_credit_i);
      clear(model.router_violation_in_i);
      clear(model.router_violation_out_i);
      model.router_busy_i = 0;
      model.router_violation_i = 0;
    });
    ReferenceBeside reference(kShape, around.seats());
    int reported = 0;
    Quiet quiet;
    for (int edge = 0; edge < 200 && !around.has_collided(); ++edge) {
      const Flits inputs = traffic<TypeParam>(around, random);
      const LaneSet credits = around.credits();
      const BesideOutputs router = any_router(kShape.lane_count(), random);
      beside.put_all(inputs, credits, random);
      ASSERT_EQ(beside.router_inputs(), for_router(inputs)) << "place " << place;
      beside.clock();
      beside.play(router);
      ASSERT_EQ(beside.all_outputs(), reference.clock(inputs, credits, router))
          << "seed " << kBesideSeed << " place " << place << " edge " << edge << quiet.text();
      around.note(reference.stage);
      reported += static_cast<int>(std::bitset<8>(reference.stage.violation).count()) +
                  (reference.strays != 0 ? 1 : 0) + (reference.collisions != 0 ? 1 : 0);
      collisions += reference.collisions;
      strays += reference.strays;
      combined_flits += reference.stage.flit_count();
    }
    // Assertions look at the last outputs, and the stage may report at that edge, too.
    beside.put_all({}, {}, random);
    beside.clock();
    beside.play(BesideOutputs(kShape.lane_count()));
    reported += static_cast<int>(std::bitset<8>(beside.outputs().violation).count());
    ASSERT_EQ(beside.assertion_failures(), reported) << "place " << place << quiet.text();
  }
  EXPECT_GT(collisions, 100U);
  EXPECT_GT(strays, 100U);
  EXPECT_GT(combined_flits, 1'000U);
}

TYPED_TEST(BesideTraffic, TheRoutersFlitGoesWhereBothSend) {
  constexpr BesideShape kShape = kBesideShape<TypeParam>;
  CombineSeat seat;
  seat.parent = 1;
  seat.results = {0};
  std::vector<CombineSeat> seats(kShape.stage.trees);
  seats[0] = seat;
  VerilatedBeside<TypeParam> beside(seats, [](TypeParam&) {});
  beside.mute_assertions();
  const std::size_t lane = kShape.lane_of_link(0);
  BesideOutputs router(kShape.lane_count());
  router.lanes[lane] = single_to(3);

  beside.play(BesideOutputs(kShape.lane_count()));
  beside.put(kShape.lane_of_link(1), result_flit(4, 5));
  beside.clock();
  beside.play(router);

  const BesideOutputs outputs = beside.all_outputs();
  EXPECT_EQ(outputs.lanes[lane], single_to(3));
  EXPECT_EQ(outputs.violation, kCollisionBit);
  EXPECT_EQ(outputs.involved_out, LaneSet{lane});
  EXPECT_TRUE(outputs.busy);
  beside.play(BesideOutputs(kShape.lane_count()));
  EXPECT_EQ(beside.all_outputs().lanes[lane], result_flit(4, 5));
}

TEST(Beside, ReportsWhatCombinesOnALaneThatNoStageServes) {
  using Model = Vcombine_beside_without_pe;
  VerilatedBeside<Model> beside({CombineSeat()}, [](Model&) {});
  beside.mute_assertions();
  beside.play(BesideOutputs(5));
  beside.put(1, operand_flit(4, 5));
  EXPECT_TRUE(beside.router_inputs().empty());
  beside.clock();
  beside.play(BesideOutputs(5));

  EXPECT_EQ(beside.all_outputs().violation, kNoRouteBit);
  EXPECT_EQ(beside.all_outputs().involved_in, LaneSet{1});
  EXPECT_EQ(beside.all_outputs().credits, Bytes(5));
}

TEST(Beside, WithoutTreesItIsWires) {
  using Model = Vcombine_beside_wires;
  std::mt19937 random(kBesideSeed);
  VerilatedBeside<Model> beside({}, [](Model&) {});
  for (int k = 0; k < 1'000; ++k) {
    const auto any_bits = [&] { return RawFlit{random()} << 32 | random() | kValidBit; };
    BesideOutputs router = any_router(4, random);
    Flits inputs;
    for (std::size_t lane = 0; lane < 4; ++lane) {
      if (random() % 2 == 0) inputs[lane] = any_bits();
      if (random() % 2 == 0) router.lanes[lane] = any_bits();
    }
    beside.put_all(inputs, {}, random);
    EXPECT_EQ(beside.router_inputs(), inputs);
    beside.clock();
    beside.play(router);
    EXPECT_EQ(beside.all_outputs(), router);
  }
  EXPECT_EQ(beside.assertion_failures(), 0);
}

// A PE with its parent at a link, 3 for none, and three addresses down each of two others.
MultiportSetup inner_setup(std::uint32_t address, std::uint32_t up) {
  MultiportSetup setup{{{0, address, up == 3 ? 0xff : up}}, {{}, {}, {}}};
  setup.down[(up + 1) % 3] = {address + 1, address + 4};
  setup.down[(up + 2) % 3] = {address + 4, address + 7};
  return setup;
}

TEST(CombiningMultiportRouter, IsTheRouterWithTheStageBesideIt) {
  using Model = Vcombining_multiport_router_l3;
  constexpr BesideShape kShape = kBesideShape<Model>;
  std::mt19937 random(kBesideSeed);
  std::size_t data_flits = 0;
  std::size_t combined_flits = 0;
  for (int place = 0; place < 60; ++place) {
    Surroundings around(kShape.stage, random);
    // Most flits are for addresses below 24.
    const auto address = static_cast<std::uint32_t>(place % 4 == 0 ? random() % 8185 : 10);
    const auto setup = inner_setup(address, static_cast<std::uint32_t>(random() % 4));
    VerilatedBeside<Model> router(around.seats(), [&setup](Model& model) {
      set_entry16(model.tree_first_i, 0, static_cast<std::uint16_t>(setup.trees[0].first));
      set_entry16(model.address_i, 0, static_cast<std::uint16_t>(setup.trees[0].address));
      bytes_of(model.up_link_i)[0] = static_cast<unsigned char>(setup.trees[0].up);
      for (std::size_t p = 0; p < setup.down.size(); ++p) {
        set_entry16(model.link_low_i, p, static_cast<std::uint16_t>(setup.down[p].low));
        set_entry16(model.link_high_i, p, static_cast<std::uint16_t>(setup.down[p].high));
      }
    });
    router.mute_assertions();
    ReferenceMultiportRouter of_data(setup, kShape.lane_count());
    ReferenceBeside reference(kShape, around.seats());
    for (int edge = 0; edge < 200 && !around.has_collided(); ++edge) {
      const Flits inputs = traffic<Model>(around, random);
      const LaneSet credits = around.credits();
      BesideOutputs shown(kShape.lane_count());
      static_cast<RouterOutputs&>(shown) = of_data.clock(for_router(inputs));
      router.put_all(inputs, credits, random);
      router.clock();
      ASSERT_EQ(router.all_outputs(), reference.clock(inputs, credits, shown))
          << "seed " << kBesideSeed << " place " << place << " edge " << edge;
      around.note(reference.stage);
      data_flits += shown.flit_count();
      combined_flits += reference.stage.flit_count();
    }
  }
  EXPECT_GT(data_flits, 1'000U);
  EXPECT_GT(combined_flits, 1'000U);
}

}  // namespace
}  // namespace flitwise::rtl_test
