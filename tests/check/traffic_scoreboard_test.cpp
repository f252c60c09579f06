// The book of packets, fed with what a ring of four nodes shows: right, and wrong in every way.
#include "tb/check/torus/traffic_scoreboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/check/scripted_network.h"

namespace flitwise::check::traffic_scoreboard_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::ScriptedNetwork;

constexpr std::uint32_t kPlus = 0;  // channel and port
constexpr std::uint32_t kLink = 2;  // the lane of a router's outputs that is channel kPlus
constexpr Step kLast = 100;         // in which packets are born

// Flit `index` of `of` of packet `number` of node `from`; a head has `left` hops before it.
RawFlit flit(Node from, std::uint32_t number, std::uint32_t index, std::uint32_t of,
             std::uint32_t left = 0, std::uint32_t lane = 0) {
  FlitFields fields;
  fields.kind = FlitKind::kData;
  fields.head = index == 1;
  fields.tail = index == of;
  fields.destination = lane << kPacketBits | number;
  fields.tag = static_cast<std::uint32_t>(from);
  fields.payload = index == 1 ? left : index;
  return pack(fields);
}

ExpectedPacket packet(std::int64_t number, Node from, Node to, Step born, Flits flits) {
  ExpectedPacket due;
  due.number = number;
  due.from = from;
  due.to = to;
  due.born = born;
  due.flits = flits;
  due.hops[0] = to - from;
  return due;
}

class Listener final : public PacketObserver {
 public:
  void on_born(const ExpectedPacket&) override { ++born; }
  void on_arrived(const PacketLife& life) override { lives.push_back(life); }
  int born = 0;
  std::vector<PacketLife> lives;
};

class TrafficScoreboardTest : public testing::Test {
 protected:
  void expect(const ExpectedPacket& due) { due_[due.from].push_back(due); }

  void open() {
    board_ = std::make_unique<TrafficScoreboard>(
        TorusWiring(Torus({4}), {}), 2,
        [this](Node node) -> std::optional<ExpectedPacket> {
          std::vector<ExpectedPacket>& packets = due_[node];
          if (packets.empty()) return std::nullopt;
          const ExpectedPacket next = packets.front();
          packets.erase(packets.begin());
          return next;
        },
        std::vector<PacketObserver*>{&listener});
  }

  void inject(Node node, Step edge, const std::vector<RawFlit>& flits) {
    network.injector().add(node, kPlus, edge + 1, flits);
  }
  void step(Step now, std::vector<LinkTransfer> transfers, std::vector<Delivery> deliveries = {}) {
    network.injector().inject_due(now, network);
    network.show(*board_, now, std::move(transfers), std::move(deliveries));
  }
  std::vector<std::string> problems() { return board_->problems(); }

  // The packet of two flits over two links that the tests begin with.
  void run_one() {
    expect(packet(0, 0, 2, 1, 2));
    open();
    inject(0, 0, {flit(0, 0, 1, 2, 2), flit(0, 0, 2, 2)});
    step(0, {});
    step(1, {{0, 1, flit(0, 0, 1, 2, 1), kLink}});
    step(2, {{1, 2, flit(0, 0, 1, 2, 0), kLink}, {0, 1, flit(0, 0, 2, 2), kLink}},
         {{2, flit(0, 0, 1, 2, 0), kPlus}});
  }

  Listener listener;
  ScriptedNetwork network;
  std::unique_ptr<TrafficScoreboard> board_;

 private:
  std::map<Node, std::vector<ExpectedPacket>> due_;
};

TEST_F(TrafficScoreboardTest, FollowsAPacketFromBirthToArrival) {
  run_one();
  step(3, {{1, 2, flit(0, 0, 2, 2), kLink}}, {{2, flit(0, 0, 2, 2), kPlus}});
  board_->close(kLast);

  EXPECT_THAT(problems(), IsEmpty());
  EXPECT_EQ(board_->arrived(), 1);
  EXPECT_EQ(board_->delivered(), 2);
  EXPECT_EQ(board_->expected(), 2);
  ASSERT_EQ(listener.lives.size(), 1U);
  EXPECT_EQ(listener.born, 1);
  EXPECT_EQ(listener.lives[0].latency(), 2 + 2);
  EXPECT_EQ(listener.lives[0].network_latency(), 2 + 2);
  EXPECT_EQ(listener.lives[0].crossed, 2);
}

TEST_F(TrafficScoreboardTest, SeesALostFlit) {
  run_one();
  board_->close(kLast);
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("packet 0 of PE 0 to PE 2, born in step 1 never "
                                                "arrives as a whole")));
  EXPECT_EQ(board_->flit_errors(), 2);
}

TEST_F(TrafficScoreboardTest, SeesAPacketThatNeverBegins) {
  expect(packet(0, 0, 2, 1, 3));
  open();
  step(0, {});
  board_->close(kLast);
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("never begins")));
  EXPECT_EQ(board_->flit_errors(), 3);
}

TEST_F(TrafficScoreboardTest, NamesTheFirstPacketOfANodeThatNeverBegins) {
  for (std::int64_t number = 0; number < 5; ++number) expect(packet(number, 0, 2, 1 + number, 3));
  expect(packet(0, 1, 3, 2, 1));
  open();
  step(9, {});
  board_->close(kLast);
  EXPECT_THAT(problems(),
              ElementsAre("packet 0 of PE 0 to PE 2, born in step 1 never begins, and 4 "
                          "later ones",
                          "packet 0 of PE 1 to PE 3, born in step 2 never begins"));
  EXPECT_EQ(board_->flit_errors(), 16);
}

// Nobody wakes a network in which nothing moves.
TEST_F(TrafficScoreboardTest, MissesPacketsThatAreBornAfterTheLastEdge) {
  expect(packet(0, 0, 2, 50, 3));
  expect(packet(1, 0, 2, 60, 3));
  expect(packet(0, 1, 1, 70, 1));
  expect(packet(1, 1, 3, kLast + 1, 1));
  open();
  step(0, {});
  board_->close(kLast);
  EXPECT_THAT(problems(), ElementsAre("packet 0 of PE 0 to PE 2, born in step 50 never begins, and "
                                      "1 later one"));
  EXPECT_EQ(board_->flit_errors(), 6);
  EXPECT_EQ(board_->expected(), 6);
  EXPECT_EQ(board_->born(), 3);
  EXPECT_EQ(board_->local(), 1);
}

TEST_F(TrafficScoreboardTest, SeesPacketsThatNobodyAskedFor) {
  open();
  inject(0, 0, {flit(0, 0, 1, 1, 2)});
  step(0, {});
  EXPECT_THAT(problems(),
              ElementsAre("step 0: (0): the head of packet 0 of PE 0 is sent, and nothing is "
                          "due"));
}

TEST_F(TrafficScoreboardTest, SeesPacketsOutOfTurn) {
  expect(packet(0, 0, 2, 1, 1));
  expect(packet(1, 0, 2, 1, 1));
  open();
  inject(0, 0, {flit(0, 1, 1, 1, 2)});
  step(0, {});
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("is sent, and due is packet 0 of PE 0")));
}

TEST_F(TrafficScoreboardTest, SeesAHeadOnAWrongWay) {
  run_one();
  step(4, {{2, 3, flit(0, 0, 1, 2, 0), kLink}});
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("step 4: (2): the head of packet 0 of PE 0 leaves by +x_0, "
                                    "where no packet of this number is due")));
}

TEST_F(TrafficScoreboardTest, SeesAHeadThatForgetsAHop) {
  expect(packet(0, 0, 2, 1, 1));
  open();
  inject(0, 0, {flit(0, 0, 1, 1, 2)});
  step(0, {});
  step(1, {{0, 1, flit(0, 0, 1, 1, 2), kLink}});
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("leaves by +x_0")));
}

TEST_F(TrafficScoreboardTest, SeesAFlitTwice) {
  run_one();
  step(3, {}, {{2, flit(0, 0, 2, 2), kPlus}});
  step(4, {}, {{2, flit(0, 0, 2, 2), kPlus}});
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("step 5: (2): flit 2 of packet 0 of PE 0 comes "
                                                "without its head")));
}

TEST_F(TrafficScoreboardTest, SeesAHeadAtAnotherNodeOrPort) {
  run_one();
  step(3, {}, {{1, flit(0, 0, 1, 2, 0), kPlus}});
  step(4, {}, {{2, flit(0, 0, 1, 2, 0), 1}});
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("(1): the head of packet 0 of PE 0 comes, where it "
                                                "is not due"),
                                      HasSubstr("(2): the head of packet 0 of PE 0 comes, where it "
                                                "is not due")));
}

TEST_F(TrafficScoreboardTest, SeesAChangedFlit) {
  run_one();
  step(3, {}, {{2, flit(0, 0, 3, 3), kPlus}});
  EXPECT_THAT(problems(),
              Contains(HasSubstr("flit 3 of packet 0 of PE 0 comes, and flit 2 is due")));
}

TEST_F(TrafficScoreboardTest, SeesAFlitOfAnotherPacketWithin) {
  run_one();
  step(3, {}, {{2, flit(3, 0, 2, 3), kPlus}});
  EXPECT_THAT(problems(),
              ElementsAre("step 4: (2): flit 2 of packet 0 of PE 3 comes within packet 0 "
                          "of PE 0 to PE 2, born in step 1"));
}

TEST_F(TrafficScoreboardTest, SeesAHeadBeforeTheTail) {
  run_one();
  step(3, {}, {{2, flit(0, 0, 1, 2, 0), kPlus}});
  EXPECT_THAT(problems(),
              Contains("step 4: (2): the head of packet 0 of PE 0 comes before the last "
                       "one's tail"));
}

TEST_F(TrafficScoreboardTest, SeesATailTooEarly) {
  expect(packet(0, 0, 1, 1, 3));
  open();
  inject(0, 0, {flit(0, 0, 1, 3, 1)});
  step(0, {});
  step(1, {{0, 1, flit(0, 0, 1, 3, 0), kLink}}, {{1, flit(0, 0, 1, 3, 0), kPlus}});
  step(2, {}, {{1, flit(0, 0, 2, 2), kPlus}});
  EXPECT_THAT(problems(),
              ElementsAre("step 3: (1): flit 2 of packet 0 of PE 0 is a tail, after 2 of 3 flits"));
}

TEST_F(TrafficScoreboardTest, SeesALaneThatIsNotThere) {
  open();
  step(1, {}, {{1, flit(0, 0, 1, 1, 0, 2), kPlus}});
  EXPECT_THAT(problems(),
              ElementsAre("step 2: (1): the head of packet 0 of PE 0 comes on a lane that is "
                          "not there"));
}

TEST_F(TrafficScoreboardTest, SeesTwoFlitsForOnePort) {
  expect(packet(0, 0, 2, 1, 1));
  open();
  inject(0, 0, {flit(0, 0, 1, 1, 2)});
  inject(0, 0, {flit(0, 0, 1, 1, 2)});
  step(0, {});
  EXPECT_EQ(board_->port_violations(), 1);
}

// Numbers on the wires come again after 1024 packets; what a head has before it tells them apart.
TEST_F(TrafficScoreboardTest, TellsPacketsOfTheSameNumberApart) {
  expect(packet(0, 0, 2, 1, 1));
  expect(packet(1024, 0, 1, 2, 1));
  open();
  inject(0, 0, {flit(0, 0, 1, 1, 2)});
  inject(0, 1, {flit(0, 0, 1, 1, 1)});
  step(0, {});
  step(1, {});
  step(2, {{0, 1, flit(0, 0, 1, 1, 0, 1), kLink}}, {{1, flit(0, 0, 1, 1, 0, 1), kPlus}});
  step(3, {{0, 1, flit(0, 0, 1, 1, 1), kLink}});
  step(4, {{1, 2, flit(0, 0, 1, 1, 0), kLink}}, {{2, flit(0, 0, 1, 1, 0), kPlus}});
  board_->close(kLast);

  EXPECT_THAT(problems(), IsEmpty());
  ASSERT_EQ(listener.lives.size(), 2U);
  EXPECT_EQ(listener.lives[0].packet.number, 1024);
  EXPECT_EQ(listener.lives[1].packet.number, 0);
}

TEST_F(TrafficScoreboardTest, CountsPacketsThatAreOvertaken) {
  expect(packet(0, 0, 1, 1, 1));
  expect(packet(1, 0, 1, 1, 1));
  open();
  inject(0, 0, {flit(0, 0, 1, 1, 1)});
  inject(0, 1, {flit(0, 1, 1, 1, 1)});
  step(0, {});
  step(1, {});
  step(2, {{0, 1, flit(0, 1, 1, 1, 0, 1), kLink}}, {{1, flit(0, 1, 1, 1, 0, 1), kPlus}});
  step(3, {{0, 1, flit(0, 0, 1, 1, 0), kLink}}, {{1, flit(0, 0, 1, 1, 0), kPlus}});
  EXPECT_EQ(board_->overtaken(), 1);
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(TrafficScoreboardTest, LeavesPacketsOfANodeToItselfAlone) {
  expect(packet(0, 3, 3, 1, 2));
  open();
  step(0, {});
  board_->close(kLast);
  EXPECT_THAT(problems(), IsEmpty());
  EXPECT_EQ(board_->born(), 1);
  EXPECT_EQ(board_->local(), 1);
  EXPECT_EQ(board_->expected(), 0);
}

}  // namespace
}  // namespace flitwise::check::traffic_scoreboard_test
