#include "systemc/network/injector.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>

namespace flitwise {
namespace {

// Notes what is injected before which edge.
class NotingNetwork final : public Network {
 public:
  void inject(Node node, std::uint32_t, RawFlit flit) override { injected[{edge, node}] = flit; }
  bool accepts(Node, std::uint32_t port) const override { return closed.count({edge, port}) == 0; }
  bool has_back_pressure() const override { return holds_back; }
  void clock(Step) override {}
  bool is_quiet() const override { return true; }
  std::int64_t router_cycles() const override { return 0; }
  int assertion_failures() const override { return 0; }

  Step edge = 0;
  bool holds_back = false;
  std::set<std::pair<Step, std::uint32_t>> closed;  // edges at which a port accepts nothing
  std::map<std::pair<Step, Node>, RawFlit> injected;
};

void run_edges(Injector& injector, NotingNetwork& network, Step from, Step to) {
  for (Step edge = from; edge <= to; ++edge) {
    network.edge = edge;
    injector.inject_due(edge, network);
  }
}

TEST(Injector, GivesFlitKToTheEdgeBeforeItsStep) {
  Injector injector;
  NotingNetwork network;
  injector.add(4, 0, 3, {11, 12});
  run_edges(injector, network, 0, 5);

  EXPECT_EQ(network.injected,
            (std::map<std::pair<Step, Node>, RawFlit>{{{2, 4}, 11}, {{3, 4}, 12}}));
}

TEST(Injector, NamesTheNextEdgeThatIsDue) {
  Injector injector;
  NotingNetwork network;
  EXPECT_EQ(injector.next_edge(), std::nullopt);
  injector.add(4, 0, 100, {11, 12});
  EXPECT_EQ(injector.next_edge(), 99);
  run_edges(injector, network, 99, 99);
  EXPECT_EQ(injector.next_edge(), 100);
  run_edges(injector, network, 100, 100);
  EXPECT_EQ(injector.next_edge(), std::nullopt);
}

TEST(Injector, ReportsASecondFlitOfOnePeAndSendsTheFirst) {
  Injector injector;
  NotingNetwork network;
  injector.add(1, 0, 1, {11, 12});
  injector.add(1, 0, 2, {21});
  run_edges(injector, network, 0, 1);

  ASSERT_EQ(injector.conflicts().size(), 1U);
  EXPECT_EQ(injector.conflicts()[0].step, 2);
  EXPECT_EQ(injector.conflicts()[0].node, 1);
  EXPECT_EQ(injector.conflicts()[0].sent, 12U);
  EXPECT_EQ(injector.conflicts()[0].lost, 21U);
  EXPECT_EQ((network.injected[{1, 1}]), 12U);
}

TEST(Injector, TakesMessagesOfSeveralPesInAnyOrder) {
  Injector injector;
  NotingNetwork network;
  injector.add(2, 0, 5, {25});
  injector.add(1, 0, 3, {13});
  injector.add(3, 0, 4, {34});
  run_edges(injector, network, 0, 6);

  EXPECT_EQ(network.injected,
            (std::map<std::pair<Step, Node>, RawFlit>{{{2, 1}, 13}, {{3, 3}, 34}, {{4, 2}, 25}}));
}

TEST(Injector, MessagesOfAPortThatHoldsBackWaitInLineWithoutEnd) {
  Injector injector;
  NotingNetwork network;
  network.holds_back = true;
  network.closed = {{1, 0}, {2, 0}};
  injector.add(1, 0, 1, {11, 12});
  injector.add(1, 0, 2, {21, 22});
  injector.add(1, 0, 1, {31});
  run_edges(injector, network, 0, 2);
  EXPECT_EQ(injector.pending(), 3U);
  EXPECT_EQ(injector.queued(), 2U);
  EXPECT_EQ(injector.refusals(), 2);
  run_edges(injector, network, 3, 8);

  // Those due first go first: message 3 was due before message 2.
  EXPECT_EQ(network.injected,
            (std::map<std::pair<Step, Node>, RawFlit>{
                {{0, 1}, 11}, {{3, 1}, 12}, {{4, 1}, 31}, {{5, 1}, 21}, {{6, 1}, 22}}));
  EXPECT_TRUE(injector.conflicts().empty());
  EXPECT_EQ(injector.pending(), 0U);
  EXPECT_EQ(injector.queued(), 0U);
  EXPECT_EQ(injector.refusals(), 2);
  EXPECT_EQ(injector.next_edge(), std::nullopt);
}

TEST(Injector, APortThatHoldsBackDelaysNoOtherPort) {
  Injector injector;
  NotingNetwork network;
  network.holds_back = true;
  for (Step edge = 0; edge < 5; ++edge) network.closed.insert({edge, 0});
  injector.add(1, 0, 1, {11});
  injector.add(1, 3, 1, {12});
  run_edges(injector, network, 0, 0);

  ASSERT_EQ(injector.injections().size(), 1U);
  EXPECT_EQ(injector.injections()[0].node, 1);
  EXPECT_EQ(injector.injections()[0].port, 3U);
  EXPECT_EQ(injector.injections()[0].flit, 12U);
  EXPECT_EQ(injector.pending(), 1U);
}

TEST(Injector, IsHeldBackWhenNoPortAcceptsAndNothingIsDueLater) {
  Injector injector;
  NotingNetwork network;
  network.holds_back = true;
  network.closed = {{0, 0}, {1, 0}, {1, 2}};
  EXPECT_TRUE(injector.is_held_back(network));
  injector.add(1, 0, 1, {11});
  EXPECT_FALSE(injector.is_held_back(network));
  run_edges(injector, network, 0, 0);
  EXPECT_TRUE(injector.is_held_back(network));
  injector.add(1, 2, 2, {21});
  EXPECT_FALSE(injector.is_held_back(network));
  run_edges(injector, network, 1, 1);
  EXPECT_TRUE(injector.is_held_back(network));
  network.edge = 2;
  EXPECT_FALSE(injector.is_held_back(network));
}

TEST(Injector, RefusesAMessageWithoutFlits) {
  Injector injector;
  EXPECT_THROW(injector.add(1, 0, 1, {}), std::logic_error);
}

TEST(Injector, RefusesAMessageWhoseEdgeIsPast) {
  Injector injector;
  NotingNetwork network;
  run_edges(injector, network, 0, 4);

  EXPECT_FALSE(injector.accepts(5));
  EXPECT_THROW(injector.add(1, 0, 5, {1}), std::logic_error);
  EXPECT_TRUE(injector.accepts(6));
}

}  // namespace
}  // namespace flitwise
