// Times, transmissions and storage on star graphs: closed forms against lists of link events.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "tests/support/number_table.h"
#include "tests/theory/star/star_operations.h"

namespace flitwise::theory {
namespace {

using test::kStarAlgorithms;
using test::StarCase;

/// Calls `look` for every operation, rule and x and some m on S_3 to S_5, from a source that is not
/// node 0. Where all nodes of S_5 are sources, for one x and m: the others take seconds.
template <typename Look>
void for_all_cases(Look look) {
  for (int n = 3; n <= 5; ++n) {
    for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
      const StarTrees trees(StarGraph(n), rule);
      for (int x = 1; x < n; ++x) {
        for (const int m : n < 5 ? std::vector<int>{1, 2, 3, 5} : std::vector<int>{1, 3}) {
          for (const StarAlgorithm algorithm : kStarAlgorithms) {
            if (n == 5 && !has_one_source(algorithm) && (m != 1 || x != 2)) continue;
            const StarCase c{algorithm, n, rule, {m, x}, trees.graph().size() / 3};
            SCOPED_TRACE(testing::Message() << c);
            look(c, trees);
            if (testing::Test::HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

TEST(StarTimes, EndWithTheLastPacket) {
  for_all_cases([](const StarCase& c, const StarTrees& trees) {
    const StarPrediction p = predict(c, trees);
    Step last = 0;
    Step last_data = 0;
    std::int64_t data = 0;
    std::int64_t acknowledgements = 0;
    for (const StarLinkEvent& event : events(c, trees)) {
      last = std::max(last, event.step);
      const bool is_data = event.kind == StarPacketKind::kData;
      if (is_data) last_data = std::max(last_data, event.step);
      ++(is_data ? data : acknowledgements);
    }
    EXPECT_EQ(p.steps, last);
    EXPECT_EQ(p.last_delivery, last_data);
    EXPECT_EQ(p.transmissions, data);
    EXPECT_EQ(p.acknowledgements, acknowledgements);
    EXPECT_GE(p.steps, p.lower_bound);
    EXPECT_GE(p.transmissions, p.transmissions_at_least);
    EXPECT_DOUBLE_EQ(p.ratio(), double(p.steps) / double(p.lower_bound));
  });
}

TEST(StarTimes, UseNoLinkTwiceInAStep) {
  for_all_cases([](const StarCase& c, const StarTrees& trees) {
    test::expect_link_rules(trees.graph(), events(c, trees));
  });
}

TEST(StarTimes, HoldAsManyPacketsAtAPortAsPredicted) {
  for_all_cases([](const StarCase& c, const StarTrees& trees) {
    EXPECT_EQ(predict(c, trees).max_buffer, test::most_held(trees.graph(), events(c, trees)));
  });
}

TEST(StarTimes, BringEveryNodeItsCopies) {
  for_all_cases([](const StarCase& c, const StarTrees& trees) {
    const StarCopies copies = test::replay(c, trees, {});
    std::int64_t fewer = 0;
    std::int64_t more = 0;
    for (std::size_t k = 0; k < copies.histogram.size(); ++k) {
      if (static_cast<int>(k) < c.traffic.copies) fewer += copies.histogram[k];
      if (static_cast<int>(k) > c.traffic.copies) more += copies.histogram[k];
    }
    EXPECT_EQ(fewer, 0);
    const bool has_small_necklaces = c.traffic.copies < c.order - 1;
    EXPECT_EQ(more > 0, is_routed(c.algorithm) && has_small_necklaces);
  });
}

TEST(StarTimes, KeepEveryLinkBusyWhereAllNodesSendOnAllTrees) {
  for (int n = 3; n <= 7; ++n) {
    const StarTrees trees(StarGraph(n), StarRule::kQ);
    for (const int m : {1, 4}) {
      for (const auto& p : {predict_star(StarAlgorithm::kStatic, trees, {m, n - 1}),
                            predict_star(StarAlgorithm::kNecklaces, trees, {m, n - 1}),
                            predict_star(StarAlgorithm::kNecklaces, trees, {m, 1})})
        EXPECT_EQ(p.transmissions, p.steps * trees.graph().size() * (n - 1)) << "n " << n;
    }
    EXPECT_EQ(predict_star(StarAlgorithm::kStatic, trees, {1, n - 1}).ratio(), 1.0);
  }
}

TEST(StarTimes, OfABroadcastAreRoundsPlusDepths) {
  for (int n = 3; n <= 5; ++n) {
    const StarTrees trees(StarGraph(n), StarRule::kQ);
    for (int x = 1; x < n; ++x) {
      const StarTraffic traffic{7, x};
      const Node source = trees.graph().size() - 2;
      std::map<std::tuple<Node, std::int64_t, int>, Step> arrival;
      for (const StarLinkEvent& e : star_events(StarAlgorithm::kTrees, trees, traffic, source))
        arrival[{e.to, e.packet, e.tree}] = e.step;
      for (Node v = 0; v < trees.graph().size(); ++v) {
        for (std::int64_t q = 0; q < 7; ++q) {
          for (int i = 0; i < x && v != source; ++i) {
            const int tree = 2 + static_cast<int>((q * x + i) % (n - 1));
            const Step round = (q * x + i) / (n - 1);
            ASSERT_EQ(round + trees.depth(trees.graph().relative(v, source), tree),
                      (arrival.at({v, q, tree})));
          }
        }
      }
    }
  }
}

TEST(StarTimes, BringTheCopiesOfABroadcastWithinFourOrFiveSteps) {
  for (int n = 3; n <= 7; ++n) {
    for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
      const StarTrees trees(StarGraph(n), rule);
      EXPECT_EQ(predict_star(StarAlgorithm::kTrees, trees, {1, n - 1}).reorder_window, 4)
          << "n " << n;
      for (int x = 1; x < n; ++x)
        EXPECT_LE(predict_star(StarAlgorithm::kTrees, trees, {5, x}).reorder_window, 5)
            << "n " << n << " x " << x;
      EXPECT_EQ(predict_star(StarAlgorithm::kTrees, trees, {5, 1}).reorder_window, 0);
    }
  }
}

TEST(StarTimes, WindowOfABroadcastIsTheWidestSpreadOfItsEvents) {
  const StarTrees trees(StarGraph(4), StarRule::kQ);
  for (const StarTraffic traffic : {StarTraffic{7, 2}, StarTraffic{2, 2}, StarTraffic{1, 3}}) {
    std::map<std::pair<Node, std::int64_t>, std::pair<Step, Step>> spread;
    for (const StarLinkEvent& e : star_events(StarAlgorithm::kTrees, trees, traffic, 5)) {
      auto& [first, last] = spread.try_emplace({e.to, e.packet}, e.step, e.step).first->second;
      first = std::min(first, e.step);
      last = std::max(last, e.step);
    }
    Step widest = 0;
    for (const auto& [where, steps] : spread) widest = std::max(widest, steps.second - steps.first);
    EXPECT_EQ(predict_star(StarAlgorithm::kTrees, trees, traffic).reorder_window, widest);
  }
}

TEST(StarTimes, OfTheWalkWithAcknowledgementsEndBeforeTheLastOfThem) {
  const StarPrediction four =
      predict_star(StarAlgorithm::kAcknowledged, StarTrees(StarGraph(4), StarRule::kQ), {1, 1});
  const StarPrediction five =
      predict_star(StarAlgorithm::kAcknowledged, StarTrees(StarGraph(5), StarRule::kQ), {1, 4});
  const StarPrediction six =
      predict_star(StarAlgorithm::kAcknowledged, StarTrees(StarGraph(6), StarRule::kQ), {1, 1});

  EXPECT_EQ(four.last_delivery, 40);
  EXPECT_EQ(four.steps, 46);
  EXPECT_EQ(five.last_delivery, 230);
  EXPECT_EQ(five.steps, 238);
  EXPECT_EQ(six.last_delivery, 1429);  // the walk does not end at a deepest node
  EXPECT_EQ(six.steps, 1438);
}

TEST(StarTimes, OfAMultinodeBroadcastHoldTheTablesPackets) {
  for (const auto& row : test::read_numbers<int>("star/storage.txt", 5, 3)) {
    const StarGraph graph(row[0]);
    const StarTrees p(graph, StarRule::kP);
    const StarTrees q(graph, StarRule::kQ);
    EXPECT_EQ(predict_star(StarAlgorithm::kStatic, p, {1, row[0] - 1}).max_buffer, row[1])
        << "n " << row[0];
    EXPECT_EQ(predict_star(StarAlgorithm::kStatic, q, {1, row[0] - 1}).max_buffer, row[2])
        << "n " << row[0];
    EXPECT_EQ(predict_star(StarAlgorithm::kStatic, q, {6, row[0] - 1}).max_buffer, row[2])
        << "n " << row[0];
    EXPECT_EQ(predict_star(StarAlgorithm::kAcknowledged, q, {6, row[0] - 1}).max_buffer, 6 * row[2])
        << "n " << row[0];
  }
}

}  // namespace
}  // namespace flitwise::theory
