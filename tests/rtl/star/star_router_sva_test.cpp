// The star router's checkers without a router: the test shows them what the reference shows, with
// one lie, and sees which assertions fire. Every assertion of tb/sva/star_router_sva.sv has a test.
#include <Vstar_router_sva_n3f2s1.h>
#include <Vstar_router_sva_n3f2s1_cut.h>
#include <Vstar_router_sva_n3f2s1_staged.h>
#include <gmock/gmock.h>

#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/rtl/checkers.h"
#include "tests/rtl/star/reference_star_router.h"

namespace flitwise::rtl_test {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;

constexpr std::size_t kFlits = 2;
constexpr std::size_t kPorts = 2;
constexpr std::size_t kLink0 = kPorts;
constexpr std::size_t kLink1 = kPorts + 1;

/// What the pins show after an edge.
struct Shown {
  RouterOutputs outputs{2 * kPorts};
  StarCounters counters;
  std::set<std::size_t> lost;  // inputs whose packet found no slot
  std::deque<std::vector<RawFlit>> on_their_way;
};

/// A change to what the router shows after each edge; edges count from 0.
using Lie = std::function<void(std::size_t edge, Shown& shown)>;

/// Flits by edge and lane, and the faults of the whole run.
struct Script {
  std::map<std::size_t, std::map<std::size_t, RawFlit>> inputs;
  bool is_scheduled = true;
  bool is_dead = false;
  std::set<std::size_t> dead_links;

  Script& packet(std::size_t edge, std::size_t lane, const Packet& flits) {
    for (std::size_t k = 0; k < flits.size(); ++k) inputs[edge + k][lane] = flits[k];
    return *this;
  }
};

/// Of a router with so many stages, that cuts through or not.
template <class Model, std::size_t kStages, bool kCutsThrough = false>
class StarCheckers : public Checkers<Model> {
 public:
  explicit StarCheckers(const Script& script)
      : Checkers<Model>([&](Model& model) {
          model.rule_i = 1;
          model.scheduled_i = script.is_scheduled;
          model.dead_i = script.is_dead;
          StarCheckers::set_lanes(model.dead_link_i, script.dead_links);
          show(model, {RouterOutputs(2 * kPorts), router(script).counters(), {}, {}});
        }),
        script_(script) {}

  /// Names of the assertions that fire while the router shows the reference's outputs and the lie.
  Names objections(const Lie& lie) {
    EXPECT_THAT(this->objections_in_reset(), IsEmpty());
    ReferenceStarRouter reference = router(script_);
    return this->listen([&] {
      for (std::size_t edge = 0; edge < 16; ++edge) {
        Lanes inputs;
        if (const auto at = script_.inputs.find(edge); at != script_.inputs.end())
          inputs = at->second;
        this->put(inputs);
        clock_cycle<Model>(&this->model_);
        Shown shown{reference.clock(inputs), reference.counters(), {}, {}};
        shown.on_their_way = reference.on_their_way();
        if ((shown.outputs.violation & kOverflowBit) != 0) shown.lost = shown.outputs.involved_in;
        lie(edge, shown);
        show(this->model_, shown);
      }
    });
  }

 private:
  static ReferenceStarRouter router(const Script& script) {
    StarSetup setup;
    setup.order = 3;
    setup.flits = kFlits;
    setup.stages = kStages;
    setup.cuts_through = kCutsThrough;
    setup.is_scheduled = script.is_scheduled;
    setup.is_dead = script.is_dead;
    setup.dead_links = script.dead_links;
    return ReferenceStarRouter(setup);
  }

  static void show(Model& model, const Shown& shown) {
    std::memcpy(bytes_of(model.out_lane_o), shown.outputs.lanes.data(), sizeof model.out_lane_o);
    model.busy_o = shown.outputs.busy;
    model.violation_o = static_cast<CData>(shown.outputs.violation);
    StarCheckers::set_lanes(model.violation_in_o, shown.outputs.involved_in);
    StarCheckers::set_lanes(model.violation_out_o, shown.outputs.involved_out);
    StarCheckers::set_lanes(model.lost_q, shown.lost);
    model.max_stored_o = 0;
    for (std::size_t port = 0; port < kPorts; ++port)
      model.max_stored_o |= shown.counters.max_stored[port] << (16 * port);
    model.crc_errors_o = shown.counters.crc_errors;
    model.misdirected_o = shown.counters.misdirected;
    std::memset(bytes_of(model.stage_q), 0, sizeof model.stage_q);
    std::size_t at = 0;
    for (const std::vector<RawFlit>& links : shown.on_their_way)
      for (const RawFlit flit : links)
        std::memcpy(bytes_of(model.stage_q) + sizeof flit * at++, &flit, sizeof flit);
  }

  const Script script_;
};

using PlainCheckers = StarCheckers<Vstar_router_sva_n3f2s1, 0>;
using StagedCheckers = StarCheckers<Vstar_router_sva_n3f2s1_staged, 2>;
using CutThroughCheckers = StarCheckers<Vstar_router_sva_n3f2s1_cut, 0, true>;

Names objections(const Script& script, const Lie& lie) {
  return PlainCheckers(script).objections(lie);
}
void truth(std::size_t, Shown&) {}

/// The truth passes, the lie is objected to.
void expect_fires(const Script& script, const std::string& name, const Lie& lie) {
  EXPECT_THAT(objections(script, truth), IsEmpty());
  EXPECT_THAT(objections(script, lie), Contains(name));
}

Lie after(std::size_t edge, const std::function<void(Shown&)>& change) {
  return [edge, change](std::size_t now, Shown& shown) {
    if (now == edge) change(shown);
  };
}
void hide_report(Shown& shown) {
  shown.outputs.violation = 0;
  shown.outputs.involved_in.clear();
}

/// Tree 2 at 213: the PE and port 1 (dimension 3) get it. Its head goes in at edge 0, out at 1.
Packet broadcast() { return broadcast_packet(kFlits, 0201, 0, 1); }
Packet delivered() { return routed_packet(kFlits, {}, 1); }

Script one(std::size_t lane, const Packet& packet) { return Script().packet(0, lane, packet); }

TEST(StarRouterCheckers, TheTruthPasses) {
  Script script = one(kLink0, broadcast());
  script.packet(2, kLink1, delivered()).packet(2, 0, routed_packet(kFlits, {0, 1}, 2));
  script.packet(6, kLink0, broadcast()).packet(6, 1, routed_packet(kFlits, {1}, 3));
  EXPECT_THAT(objections(script, truth), IsEmpty());
}

TEST(StarRouterCheckers, DeadIsSilentFiresWhenADeadRouterSends) {
  Script script = one(kLink0, delivered());
  script.is_dead = true;
  expect_fires(script, "a_dead_is_silent",
               after(1, [](Shown& s) { s.outputs.lanes[0] = delivered()[0]; }));
  expect_fires(script, "a_dead_is_silent", after(1, [](Shown& s) { s.outputs.busy = true; }));
}

TEST(StarRouterCheckers, DeadLinkIsSilentFiresWhenADeadLinkCarriesAFlit) {
  Script script = one(0, routed_packet(kFlits, {0}, 1));
  script.dead_links = {0};
  expect_fires(script, "a_dead_link_is_silent",
               after(1, [](Shown& s) { s.outputs.lanes[kLink0] = delivered()[0]; }));
}

TEST(StarRouterCheckers, CutReportedFiresWhenAHeadInsideAPacketIsNotReported) {
  Script script = Script().packet(0, kLink0, {delivered()[0]}).packet(1, kLink0, delivered());
  expect_fires(script, "a_cut_reported", after(1, hide_report));
}

TEST(StarRouterCheckers, BodyReportedFiresWhenABodyWithoutHeadIsNotReported) {
  expect_fires(one(kLink0, {delivered()[1]}), "a_body_reported", after(0, hide_report));
}

TEST(StarRouterCheckers, LengthReportedFiresWhenAPacketOfAnotherLengthIsNotReported) {
  expect_fires(one(kLink0, routed_packet(1, {}, 1)), "a_length_reported", after(0, hide_report));
}

TEST(StarRouterCheckers, RefusalReportedFiresWhenAPacketWithoutAWayIsNotReported) {
  expect_fires(one(kLink1, broadcast()), "a_refusal_reported", after(1, hide_report));
  expect_fires(one(0, routed_packet(kFlits, {1}, 1)), "a_refusal_reported", after(1, hide_report));
}

TEST(StarRouterCheckers, OverflowReportedFiresWhenAPacketIsLostUnreported) {
  Script script;
  script.is_scheduled = false;
  for (std::size_t edge = 0; edge < 6; edge += kFlits)
    script.packet(edge, 0, routed_packet(kFlits, {0}, 2))
        .packet(edge, kLink1, routed_packet(kFlits, {0}, 1));
  expect_fires(script, "a_overflow_reported", after(2, hide_report));
}

TEST(StarRouterCheckers, CrcLeavesRightFiresOnABadFlit) {
  expect_fires(one(kLink0, broadcast()), "a_crc_leaves_right",
               after(2, [](Shown& s) { s.outputs.lanes[kLink1] ^= 4; }));
}

TEST(StarRouterCheckers, NothingDeliveredTwiceFiresOnASecondDelivery) {
  expect_fires(one(kLink0, delivered()), "a_nothing_delivered_twice",
               after(1, [](Shown& s) { s.outputs.lanes[1] = delivered()[0]; }));
}

TEST(StarRouterCheckers, NothingMadeFiresOnAPacketToAPortThatIsNoChilds) {
  expect_fires(one(kLink0, broadcast()), "a_nothing_made",
               after(1, [](Shown& s) { s.outputs.lanes[kLink0] = delivered()[0]; }));
}

TEST(StarRouterCheckers, FramedFiresOnAHeadInPlaceOfABody) {
  expect_fires(one(kLink0, broadcast()), "a_framed",
               after(2, [](Shown& s) { s.outputs.lanes[0] = broadcast()[0]; }));
}

TEST(StarRouterCheckers, NoGapFiresWhenAPacketStops) {
  expect_fires(one(kLink0, broadcast()), "a_no_gap",
               after(2, [](Shown& s) { s.outputs.lanes[0] = 0; }));
}

TEST(StarRouterCheckers, AtOnceFiresWhenAPacketWaitsUnreported) {
  Script script = one(kLink1, routed_packet(kFlits, {0}, 1));
  script.packet(0, 0, routed_packet(kFlits, {0}, 2));
  expect_fires(script, "a_at_once", after(1, hide_report));
}

TEST(StarRouterCheckers, NothingLostFiresWhenACopyNeverLeaves) {
  Script script = one(kLink0, broadcast());
  script.is_scheduled = false;
  const Lie mute = [](std::size_t, Shown& s) { s.outputs.lanes[kLink1] = 0; };
  expect_fires(script, "a_nothing_lost", mute);
  const Lie silent = [](std::size_t, Shown& s) { s.outputs.lanes[0] = 0; };
  expect_fires(script, "a_nothing_lost", silent);
}

TEST(StarRouterCheckers, BusyFiresWhenARouterWithFlitsSaysThatItIsNot) {
  expect_fires(one(kLink0, broadcast()), "a_busy",
               after(2, [](Shown& s) { s.outputs.busy = false; }));
  expect_fires(one(kLink1, broadcast()), "a_busy",
               after(1, [](Shown& s) { s.outputs.busy = false; }));
}

/// The same of a router with stages, which has the flits in them until two edges later.
void expect_fires_with_stages(const std::string& name, const Lie& lie) {
  Script script = one(kLink0, broadcast());
  script.packet(4, 0, routed_packet(kFlits, {0}, 2)).packet(6, kLink1, delivered());
  EXPECT_THAT(StagedCheckers(script).objections(truth), IsEmpty());
  EXPECT_THAT(StagedCheckers(script).objections(lie), Contains(name));
}

TEST(StarRouterCheckers, LateFiresWhenALinkHasAFlitTooEarlyOrNever) {
  expect_fires_with_stages("a_late",
                           after(1, [](Shown& s) { s.outputs.lanes[kLink1] = broadcast()[0]; }));
  expect_fires_with_stages("a_late", after(3, [](Shown& s) { s.outputs.lanes[kLink1] = 0; }));
}

TEST(StarRouterCheckers, StagesFiresWhenAFlitIsLostInThem) {
  expect_fires_with_stages("a_stages", after(2, [](Shown& s) { s.on_their_way[1][1] = 0; }));
}

TEST(StarRouterCheckers, BusyWithStagesFiresWhenARouterWithFlitsInThemSaysThatItIsNot) {
  expect_fires_with_stages("a_busy_with_stages",
                           after(3, [](Shown& s) { s.outputs.busy = false; }));
}

/// The same of a router that cuts through.
void expect_fires_cut_through(const Script& script, const std::string& name, const Lie& lie) {
  EXPECT_THAT(CutThroughCheckers(script).objections(truth), IsEmpty());
  EXPECT_THAT(CutThroughCheckers(script).objections(lie), Contains(name));
}

Packet damaged_behind(Packet packet) {
  packet[1] ^= 2;
  return packet;
}

TEST(StarRouterCheckers, GapReportedFiresWhenAMissingFlitIsNotReported) {
  expect_fires_cut_through(one(kLink0, {broadcast()[0]}), "a_gap_reported", after(1, hide_report));
}

TEST(StarRouterCheckers, OfCutThroughTakeMarkedFlitsAndNoOtherBadOnes) {
  const Script script = one(kLink0, damaged_behind(broadcast()));
  expect_fires_cut_through(script, "a_crc_leaves_right",
                           after(1, [](Shown& s) { s.outputs.lanes[kLink1] ^= 4; }));
  expect_fires_cut_through(script, "a_crc_errors_counted",
                           after(1, [](Shown& s) { s.counters.crc_errors = 0; }));
}

TEST(StarRouterCheckers, OfCutThroughCountAnErrorWhereItIsFoundAlone) {
  Packet found = broadcast();
  found[1] = marked(found[1]);
  expect_fires_cut_through(one(kLink0, found), "a_crc_errors_counted",
                           after(1, [](Shown& s) { s.counters.crc_errors = 1; }));
}

TEST(StarRouterCheckers, OfCutThroughWantAPacketToLeaveWithItsHead) {
  expect_fires_cut_through(one(kLink0, broadcast()), "a_at_once",
                           after(0, [](Shown& s) { s.outputs.lanes[kLink1] = 0; }));
  expect_fires_cut_through(one(kLink0, {broadcast()[0]}), "a_no_gap",
                           after(1, [](Shown& s) { s.outputs.lanes[kLink1] = 0; }));
  Script script = one(kLink0, broadcast());
  script.is_scheduled = false;
  expect_fires_cut_through(script, "a_nothing_lost",
                           [](std::size_t, Shown& s) { s.outputs.lanes[kLink1] = 0; });
}

TEST(StarRouterCheckers, OfCutThroughWantFirstFlitsToBeGoodHeads) {
  expect_fires_cut_through(one(kLink0, broadcast()), "a_framed", after(0, [](Shown& s) {
                             s.outputs.lanes[0] = marked(s.outputs.lanes[0]);
                           }));
}

TEST(StarRouterCheckers, ReportNamesInputsFiresOnAReportOfNobody) {
  expect_fires(one(kLink1, broadcast()), "a_report_names_inputs",
               after(1, [](Shown& s) { s.outputs.involved_in.clear(); }));
}

TEST(StarRouterCheckers, CrcErrorsCountedFiresOnAWrongCount) {
  Packet damaged = delivered();
  damaged[1] ^= 2;
  expect_fires(one(kLink0, damaged), "a_crc_errors_counted",
               after(1, [](Shown& s) { s.counters.crc_errors = 0; }));
}

TEST(StarRouterCheckers, MisdirectedCountedFiresOnAWrongCount) {
  expect_fires(one(kLink1, broadcast()), "a_misdirected_counted",
               after(1, [](Shown& s) { s.counters.misdirected = 2; }));
}

TEST(StarRouterCheckers, RoomFiresOnMorePacketsThanSlots) {
  expect_fires(one(kLink1, delivered()), "a_room",
               after(1, [](Shown& s) { s.counters.max_stored[1] = 2; }));
}

}  // namespace
}  // namespace flitwise::rtl_test
