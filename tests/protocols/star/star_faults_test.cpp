// Operations on star graphs with dead nodes and links, and PEs that start late.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "systemc/protocols/star/star_protocols.h"
#include "tests/protocols/star/star_faulty_runs.h"
#include "tests/protocols/star/star_network.h"

namespace flitwise::protocols::test {
namespace {

TEST(StarFaultsOnTrees, EveryFaultOfAnS3LeavesACopyOfEveryOperation) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
    const StarSettings settings = star_settings(3, rule, 2, 2);
    EXPECT_EQ(check_all_sets(StarScheme::kBroadcast, settings, 4), 12);
    EXPECT_EQ(check_all_sets(StarScheme::kScatter, settings, 4), 12);
    EXPECT_EQ(check_all_sets(StarScheme::kStatic, settings), 13);
    EXPECT_EQ(check_all_sets(StarScheme::kExchange, settings), 13);
  }
}

TEST(StarFaultsOnTrees, BroadcastAndScatterOfAnS4SurviveEveryPairOfFaults) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ})
    for (int x = 2; x <= 3; ++x) {
      const StarSettings settings = star_settings(4, rule, 1, x);
      // Of 23 nodes and 36 links.
      const int sets = x == 2 ? 1 + 59 : 1 + 59 + 1711;
      EXPECT_EQ(check_all_sets(StarScheme::kBroadcast, settings, 9), sets);
      EXPECT_EQ(check_all_sets(StarScheme::kScatter, settings, 9), sets);
    }
}

TEST(StarFaultsOnTrees, MultinodeAndExchangeOfAnS4SurviveEveryFault) {
  const StarSettings settings = star_settings(4, StarRule::kQ, 1, 2);
  EXPECT_EQ(check_all_sets(StarScheme::kStatic, settings), 61);
  EXPECT_EQ(check_all_sets(StarScheme::kExchange, settings), 61);
}

TEST(StarFaultsOnTrees, DeadNeighboursIsolateANode) {
  const StarSettings settings = star_settings(4, StarRule::kQ, 1, 3);
  StarFaults faults;
  for (int d = 2; d <= 4; ++d) faults.nodes.insert(settings.graph().neighbour(17, d));
  EXPECT_EQ(least_copies(StarScheme::kBroadcast, settings, 0, faults), 0);
}

TEST(StarFaultsOnTrees, FaultThatComesAfterTheLastStepChangesNothing) {
  const StarSettings settings = star_settings(4, StarRule::kQ, 1, 3);
  StarFaults faults;
  faults.nodes = {5};
  faults.from_step = 7;
  EXPECT_EQ(least_copies(StarScheme::kBroadcast, settings, 0, faults), 3);
  faults.from_step = 1;
  EXPECT_EQ(least_copies(StarScheme::kBroadcast, settings, 0, faults), 2);
}

/// Pairs (source, other node), both alive, without any copy when `dead` is dead.
std::pair<int, int> cut_off(const StarSettings& settings, const StarPes& pes, Node dead,
                            StarRecord* record = nullptr) {
  StarFaults faults;
  faults.nodes.insert(dead);
  const StarRecord run = run_star(settings, pes, faults);
  EXPECT_TRUE(run.wrong.empty() && run.complaints.empty()) << run.faults();
  if (record != nullptr) *record = run;
  int cut = 0;
  int pairs = 0;
  for (const auto& pe : pes)
    for (Node h = 0; h < settings.graph().size(); ++h) {
      if (h == pe->self() || h == dead || pe->self() == dead) continue;
      ++pairs;
      if (pe->copies().count(h, 0) == 0) ++cut;
    }
  return {cut, pairs};
}

TEST(StarWalkUnderAFault, AcknowledgedWalkCutsNodesOff) {
  // As all sources send, one dead node has every position relative to one of them.
  const std::vector<std::tuple<int, int, int>> table = {{3, 0, 20}, {4, 52, 506}, {5, 909, 14042}};
  for (const auto& [n, cut, pairs] : table) {
    const StarSettings settings = star_settings(n, StarRule::kQ, 1, n - 1);
    for (const Node dead : {0, 5})
      EXPECT_EQ(cut_off(settings, make_star_pes(StarScheme::kAcknowledged, settings), dead),
                std::pair(cut, pairs));
  }
}

TEST(StarWalkUnderAFault, StaticWalkCutsNobodyOff) {
  for (int n = 3; n <= 5; ++n) {
    const StarSettings settings = star_settings(n, StarRule::kQ, 1, n - 1);
    EXPECT_EQ(cut_off(settings, make_star_pes(StarScheme::kStatic, settings), 2).first, 0);
  }
}

TEST(StarWalkUnderAFault, SomebodyWaitsForTheDeadNode) {
  const StarSettings settings = star_settings(3, StarRule::kQ, 1, 1);
  StarRecord record;
  cut_off(settings, make_star_pes(StarScheme::kAcknowledged, settings), 2, &record);
  const auto says = [&](const std::string& sentence) {
    return std::count(record.waiting.begin(), record.waiting.end(), sentence) == 1;
  };

  // Tree 2 of PE 0 is the path 0 - 2 - 4 - 1 - 3 - 5; PE 2 is its first node.
  EXPECT_TRUE(says("PE 0: 3 acknowledgements of PE 2 in tree 2 of PE 0 and others"))
      << testing::PrintToString(record.waiting);
  EXPECT_TRUE(says("PE 2: 3 packets of 3 PEs from PE 0")) << testing::PrintToString(record.waiting);
}

TEST(StarSkew, SingleSourceOperationsSucceedWithPesThatStartLate) {
  const StarSettings settings = star_settings(4, StarRule::kQ, 2, 3, 2);
  StarSkews skews;
  for (Step v = 0; v < 24; ++v) skews.push_back(v * 5 % 7);
  for (Node source = 0; source < 24; ++source) {
    EXPECT_EQ(
        run_star(settings, make_star_pes(StarScheme::kBroadcast, settings, source, skews)).faults(),
        "");
    EXPECT_EQ(
        run_star(settings, make_star_pes(StarScheme::kScatter, settings, source, skews)).faults(),
        "");
  }
}

TEST(StarSkew, MultiSourceOperationsReportBrokenLockstep) {
  for (const int flits : {1, 3}) {
    const StarSettings settings = star_settings(4, StarRule::kQ, 1, 3, flits);
    StarSkews skews(24, 0);
    skews[7] = 1;
    const std::vector<StarPes> all = [&] {
      std::vector<StarPes> operations;
      operations.push_back(make_star_pes(StarScheme::kStatic, settings, kNoNode, skews));
      operations.push_back(make_star_pes(StarScheme::kAcknowledged, settings, kNoNode, skews));
      operations.push_back(make_star_pes(StarScheme::kExchange, settings, kNoNode, skews));
      return operations;
    }();
    for (const StarPes& pes : all) {
      const StarRecord record = run_star(settings, pes);
      EXPECT_TRUE(std::any_of(record.complaints.begin(), record.complaints.end(),
                              [](const std::string& complaint) {
                                return complaint.find("lockstep is broken") != std::string::npos;
                              }));
    }
  }
}

TEST(StarSkew, AllLateByAsMuchKeepLockstep) {
  const StarSettings settings = star_settings(4, StarRule::kQ, 1, 3, 3);
  const StarSkews skews(24, 4);
  EXPECT_EQ(
      run_star(settings, make_star_pes(StarScheme::kExchange, settings, kNoNode, skews)).faults(),
      "");
  EXPECT_EQ(
      run_star(settings, make_star_pes(StarScheme::kStatic, settings, kNoNode, skews)).faults(),
      "");
}

}  // namespace
}  // namespace flitwise::protocols::test
