#include "systemc/network/injector.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

namespace flitwise {
namespace {

// Notes what is injected before which edge.
class NotingNetwork final : public Network {
 public:
  void inject(Node node, std::uint32_t, RawFlit flit) override { injected[{edge, node}] = flit; }
  void clock(Step) override {}
  bool is_quiet() const override { return true; }
  std::int64_t router_cycles() const override { return 0; }
  int assertion_failures() const override { return 0; }

  Step edge = 0;
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
