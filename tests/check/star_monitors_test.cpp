// The monitors of star graphs, shown what routers never do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tb/check/recorder.h"
#include "tb/check/star/star_flits.h"
#include "tb/check/star/star_meter.h"
#include "tb/check/star/star_scoreboard.h"
#include "tests/check/scripted_network.h"

namespace flitwise::check {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;
using testing_support::ScriptedNetwork;

// Of packets of two flits in S_3 from PE 0. Tree 2 is the path 0 - 2 - 4 - 1 - 3 - 5, tree 3 the
// path 0 - 5 - 3 - 1 - 4 - 2: PE 2 has its copies over port 0 and over port 1.
constexpr std::uint64_t kAddressOfPe2 = 1U | 0U << 3 | 2U << 6;

RawFlit flit(FlitKind kind, int place, std::uint64_t content, Node source = 0) {
  FlitFields fields;
  fields.kind = kind;
  fields.head = place == 0;
  fields.tail = place == 1;
  fields.tag = static_cast<std::uint32_t>(source);
  return star_flit(fields, content);
}

std::uint64_t flood_head(Flits number, int tree, std::uint64_t address = kAddressOfPe2) {
  return static_cast<std::uint64_t>(number) << 24 | static_cast<std::uint64_t>(tree - 2) << 21 |
         address;
}

std::uint64_t hop_head(Flits number, int tree, std::int64_t value = 9, bool acknowledges = false) {
  return static_cast<std::uint64_t>(tree - 2) << 33 | std::uint64_t{acknowledges} << 29 |
         static_cast<std::uint64_t>(number) << 17 | static_cast<std::uint64_t>(value) << 3;
}

std::uint64_t routed_head(int tree, std::uint64_t route = 0) {
  return static_cast<std::uint64_t>(tree - 2) << 33 | route;
}

RawFlit body(Flits number, FlitKind kind = FlitKind::kFlood, Node source = 0, Flits place = 1,
             std::int64_t value = 9) {
  return flit(kind, 1, star_body(number, place, value), source);
}

class StarBoard {
 public:
  explicit StarBoard(StarCarriage carriage, Node source = 0, Flits flits = 2,
                     bool is_lossless = true)
      : board_(config(carriage, source, flits, is_lossless)) {}

  StarBoard& take(RawFlit delivered, std::uint32_t port = 0, Node node = 2) {
    network_.show(board_, step_++, {}, {{node, delivered, port}});
    return *this;
  }
  StarScoreboard& board() { return board_; }
  std::vector<std::string> problems() const { return board_.problems(); }

 private:
  static StarScoreboard::Config config(StarCarriage carriage, Node source, Flits flits,
                                       bool is_lossless) {
    StarScoreboard::Config config;
    config.dues =
        std::make_shared<StarDues>(std::make_shared<StarTrees>(StarGraph(3), StarRule::kQ),
                                   theory::StarTraffic{2, 1}, carriage, source);
    config.flits = flits;
    config.is_lossless = is_lossless;
    config.content = [](Node, Node, int) { return std::int64_t{9}; };
    return config;
  }

  Step step_ = 1;
  StarScoreboard board_;
  ScriptedNetwork network_;
};

// With x = 1, packet 0 goes through tree 2 and packet 1 through tree 3.
TEST(StarScoreboard, TakesEveryCopyOnce) {
  StarBoard flood(StarCarriage::kFlood);
  flood.take(flit(FlitKind::kFlood, 0, flood_head(0, 2))).take(body(0));
  flood.take(flit(FlitKind::kFlood, 0, flood_head(1, 3)), 1).take(body(1), 1);
  EXPECT_THAT(flood.problems(), IsEmpty());
  EXPECT_EQ(flood.board().delivered(), 4);
  EXPECT_THAT(flood.board().copies().received, ElementsAre(0, 0, 2, 0, 0, 0));
  EXPECT_EQ(flood.board().copies().least[2], 1);
  EXPECT_THAT(flood.board().copies().histogram, ElementsAre(8, 2, 0));

  StarBoard hops(StarCarriage::kHops, kNoNode);
  hops.take(flit(FlitKind::kData, 0, hop_head(0, 2))).take(body(0, FlitKind::kData));
  hops.take(flit(FlitKind::kData, 0, hop_head(0, 2, 0, true))).take(body(0, FlitKind::kData));
  EXPECT_THAT(hops.problems(), IsEmpty());
  EXPECT_EQ(hops.board().acknowledgements(), 1);
  EXPECT_EQ(hops.board().delivered(), 2);
}

TEST(StarScoreboard, MissesCopiesThatNeverCameUnlessTheyMayGetLost) {
  StarBoard exact(StarCarriage::kFlood);
  exact.board().close();
  EXPECT_EQ(exact.board().flit_errors(), 5 * 2 * 2);
  EXPECT_EQ(exact.problems().front(), "PE 1 never has packet 0 of PE 0 in tree 2");

  StarBoard lossy(StarCarriage::kFlood, 0, 2, false);
  lossy.board().close();
  EXPECT_THAT(lossy.problems(), IsEmpty());
}

struct Wrong {
  std::string what;  // end of the only sentence
  StarCarriage carriage;
  std::vector<RawFlit> delivered;
  std::uint32_t port = 0;
};

TEST(StarScoreboard, ComplainsOfHeads) {
  const FlitKind flood = FlitKind::kFlood;
  const FlitKind data = FlitKind::kData;
  const RawFlit good = flit(flood, 0, flood_head(0, 2));
  const std::vector<Wrong> table = {
      {"which has a bad CRC", StarCarriage::kFlood, {good ^ 1U}},
      {"which has no head", StarCarriage::kFlood, {good}},
      {"which is of kind data", StarCarriage::kFlood, {flit(data, 0, flood_head(0, 2))}},
      {"which is of no tree", StarCarriage::kFlood, {flit(flood, 0, flood_head(0, 4))}},
      {"which is of no source", StarCarriage::kFlood, {flit(flood, 0, flood_head(0, 2), 1)}},
      {"which is addressed to another node",
       StarCarriage::kFlood,
       {flit(flood, 0, flood_head(0, 2, 0))}},
      {"which has links left on its route",
       StarCarriage::kRouted,
       {flit(data, 0, routed_head(2, 8))}},
      {"which comes over port 1, and its tree over port 0", StarCarriage::kFlood, {good}, 1}};
  for (const Wrong& wrong : table) {
    StarBoard board(wrong.carriage);
    // A head mark that is missing takes a CRC of its own.
    RawFlit first = wrong.delivered[0];
    if (wrong.what == "which has no head") {
      FlitFields fields = unpack(good);
      fields.head = false;
      first = star_flit(fields, star_content(good));
    }
    board.take(first, wrong.port).take(body(0), wrong.port);
    ASSERT_EQ(board.problems().size(), 1U) << wrong.what;
    EXPECT_THAT(board.problems()[0], EndsWith(wrong.what));
    EXPECT_EQ(board.board().flit_errors(), 2);
    EXPECT_EQ(board.board().delivered(), 0);
  }
}

TEST(StarScoreboard, ComplainsOfTheFlitsBehind) {
  const FlitKind flood = FlitKind::kFlood;
  const RawFlit good = flit(flood, 0, flood_head(0, 2));
  FlitFields no_tail = unpack(body(0));
  no_tail.tail = false;
  const std::vector<std::pair<std::string, RawFlit>> table = {
      {"which has a tail where it should not, or none in flit 2",
       star_flit(no_tail, star_content(body(0)))},
      {"which has a flit of another source", body(0, flood, 3)},
      {"which has flit 3 where 2 is due", body(0, flood, 0, 2)},
      {"which has a flit of packet 1", body(1)},
      {"which says 8, and 9 was sent", body(0, flood, 0, 1, 8)},
      {"which has a bad CRC", body(0) ^ 4U}};
  for (const auto& [what, second] : table) {
    StarBoard board(StarCarriage::kFlood);
    board.take(good).take(second);
    ASSERT_EQ(board.problems().size(), 1U) << what;
    EXPECT_THAT(board.problems()[0], EndsWith(what));
  }
}

TEST(StarScoreboard, ComplainsOfPacketsThatBreakOffOrSayTwoThings) {
  StarBoard board(StarCarriage::kFlood);
  const RawFlit good = flit(FlitKind::kFlood, 0, flood_head(0, 2));
  board.take(good).take(good).take(body(0));
  EXPECT_THAT(board.problems(),
              ElementsAre("step 3: PE 2 receives packet 0 of PE 0 in tree 2, which breaks off"));

  // Of three flits, the last two differ.
  StarBoard longer(StarCarriage::kFlood, 0, 3);
  FlitFields middle = unpack(body(0));
  middle.tail = false;
  longer.take(good).take(star_flit(middle, star_body(0, 1, 9)));
  longer.take(body(0, FlitKind::kFlood, 0, 2, 8));
  ASSERT_EQ(longer.problems().size(), 1U);
  EXPECT_THAT(longer.problems()[0], EndsWith("which says two things"));
}

TEST(StarScoreboard, ComplainsOfCopiesThatNobodyShouldHave) {
  StarBoard twice(StarCarriage::kFlood);
  for (int i = 0; i < 2; ++i) twice.take(flit(FlitKind::kFlood, 0, flood_head(0, 2))).take(body(0));
  StarBoard other(StarCarriage::kFlood);
  other.take(flit(FlitKind::kFlood, 0, flood_head(1, 2))).take(body(1));
  StarBoard beyond(StarCarriage::kFlood);
  beyond.take(flit(FlitKind::kFlood, 0, flood_head(2, 2))).take(body(2));

  EXPECT_THAT(twice.problems(), ElementsAre(EndsWith("which has come before")));
  EXPECT_THAT(other.problems(), ElementsAre(EndsWith("which is not for this PE")));
  EXPECT_THAT(beyond.problems(), ElementsAre(EndsWith("which is one too many")));
}

// PE 3 is 231, which seen from there makes PE 0 another address: 312.
TEST(StarScoreboard, HoldsAnAddressAgainstTheReceiverSeenFromTheSource) {
  constexpr std::uint64_t kAddressOfPe3 = 1U | 2U << 3 | 0U << 6;
  constexpr std::uint64_t kAddressSeenFromThere = 2U | 0U << 3 | 1U << 6;
  StarBoard right(StarCarriage::kFlood);
  right.take(flit(FlitKind::kFlood, 0, flood_head(0, 2, kAddressOfPe3)), 1, 3).take(body(0), 1, 3);
  StarBoard wrong(StarCarriage::kFlood);
  wrong.take(flit(FlitKind::kFlood, 0, flood_head(0, 2, kAddressSeenFromThere)), 1, 3)
      .take(body(0), 1, 3);

  EXPECT_THAT(right.problems(), IsEmpty());
  EXPECT_THAT(wrong.problems(), ElementsAre(EndsWith("which is addressed to another node")));
}

TEST(StarScoreboard, CountsPacketsThatSayNoNumberInTheirOrder) {
  StarBoard board(StarCarriage::kRouted, 0, 1);
  // PE 2 is the nearest node of tree 2: it has all its packets there.
  FlitFields fields = unpack(flit(FlitKind::kData, 0, 0));
  fields.tail = true;
  const RawFlit packet = star_flit(fields, routed_head(2));
  board.take(packet).take(packet);
  EXPECT_THAT(board.problems(), IsEmpty());
  board.take(packet);
  EXPECT_THAT(board.problems(), ElementsAre(EndsWith("which is one too many")));
}

TEST(StarScoreboard, PassesOnWhatRoutersReport) {
  StarBoard board(StarCarriage::kFlood);
  ScriptedNetwork network;
  network.show(board.board(), 4, {}, {},
               {{4, 2, ViolationKind::kWaited, {"own 2"}, {"dimension 2"}}});
  EXPECT_EQ(board.board().router_errors(), 1);
}

LinkTransfer crossing(Node from, Node to, RawFlit flit, std::uint32_t port) {
  return {from, to, flit, 2 + port};  // lanes 0 and 1 are the PE's own
}

TEST(StarMeter, CountsPacketStepsFromTheFirstFlitToTheLast) {
  StarMeter meter(3, 2, StarCarriage::kHops);
  ScriptedNetwork network;
  network.show(meter, 5, {crossing(0, 2, flit(FlitKind::kData, 0, hop_head(0, 2)), 0)});
  network.show(meter, 6, {crossing(0, 2, body(0, FlitKind::kData), 0)});
  network.show(meter, 9, {crossing(2, 0, flit(FlitKind::kData, 0, hop_head(0, 2, 0, true)), 0)});
  network.show(meter, 10, {crossing(2, 0, body(0, FlitKind::kData) ^ 2U, 0)});

  EXPECT_EQ(meter.packet_steps(), 3);
  EXPECT_EQ(meter.finish(), 6);
  EXPECT_EQ(meter.quiesce(), 10);
  EXPECT_EQ(meter.transmissions(), 1);
  EXPECT_EQ(meter.acknowledgements(), 1);
  EXPECT_EQ(meter.flit_hops(), 4);
  ASSERT_EQ(meter.errors().size(), 1U);
  EXPECT_EQ(meter.errors()[0].cycle, 10);
  EXPECT_EQ(meter.errors()[0].from, 2);
  EXPECT_EQ(meter.errors()[0].dimension, 2);
}

TEST(StarMeter, FinishesWithPacketsThatEndTheirRoute) {
  StarMeter meter(3, 2, StarCarriage::kRouted);
  ScriptedNetwork network;
  network.show(meter, 3, {crossing(0, 2, flit(FlitKind::kData, 0, routed_head(2)), 0)});
  network.show(meter, 5, {crossing(0, 2, flit(FlitKind::kData, 0, routed_head(2, 2)), 0)});
  EXPECT_EQ(meter.finish(), 4);
}

TEST(StarEventReader, NamesTreeAndPacketInEveryFlit) {
  Recorder recorder(StarEventReader(StarGraph(3), StarCarriage::kRouted));
  ScriptedNetwork network;
  network.show(recorder, 3, {crossing(0, 5, flit(FlitKind::kData, 0, routed_head(3)), 1)});
  network.show(recorder, 4, {crossing(0, 5, body(1, FlitKind::kData), 1)});

  EXPECT_THAT(recorder.events(), ElementsAre(LinkEvent{3, 0, 5, FlitKind::kData, 0, 1, 3, -1},
                                             LinkEvent{4, 0, 5, FlitKind::kData, 0, 2, 3, 1}));
}

// A packet that leaves in the step in which another comes frees its place for it.
TEST(StarStorage, HoldsPacketsUntilTheyLeaveForTheLastTime) {
  StarStorage storage(StarGraph(3), 2, 1);
  ScriptedNetwork network;
  const auto packet = [](Flits number) { return flit(FlitKind::kData, 0, hop_head(number, 2)); };
  network.show(storage, 1, {crossing(0, 2, packet(0), 0)});
  network.show(storage, 2, {crossing(2, 4, packet(0), 1), crossing(0, 2, packet(1), 0)});
  EXPECT_EQ(storage.max_held(), 1);
  network.show(storage, 3, {crossing(2, 4, packet(1), 1)});
  EXPECT_EQ(storage.max_held(), 1);
  network.show(storage, 4, {crossing(2, 4, packet(0), 1)});
  EXPECT_EQ(storage.max_held(), 2);
}

TEST(StarStorage, DoesNotCountWhatNoGraphHas) {
  StarStorage storage(StarGraph(3), 1, 1);
  ScriptedNetwork network;
  network.show(storage, 1,
               {crossing(0, 2, flit(FlitKind::kData, 0, hop_head(1, 2)), 0),
                crossing(0, 5, flit(FlitKind::kData, 0, hop_head(0, 9)), 1),
                crossing(4, 2, flit(FlitKind::kData, 0, hop_head(0, 2), 7), 1)});
  EXPECT_EQ(storage.max_held(), 0);
}

TEST(StarWindow, SpansTheCopiesOfAPacketAtANode) {
  StarWindow window(6, 2, 2);
  ScriptedNetwork network;
  const auto copy = [](Flits number, int tree) {
    return flit(FlitKind::kFlood, 0, flood_head(number, tree));
  };
  network.show(window, 2, {crossing(0, 2, copy(0, 2), 0), crossing(0, 5, copy(1, 3), 1)});
  network.show(window, 12, {crossing(4, 2, copy(0, 3), 1), crossing(0, 2, copy(7, 2), 0)});
  EXPECT_EQ(window.widest(), 5);
}

}  // namespace
}  // namespace flitwise::check
