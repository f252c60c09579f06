// Selected addresses, bounds and ratios on star graphs.
#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <string>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "tb/theory/star/star_theory.h"
#include "tests/support/number_table.h"
#include "tests/theory/star/disjoint_paths.h"

namespace flitwise::theory {
namespace {

TEST(StarSelection, HasTheSizesAndDepthsOfTheTable) {
  for (const auto& row : test::read_numbers<std::int64_t>("star/selection.txt", 20, 6)) {
    const StarTrees trees(StarGraph(static_cast<int>(row[0])), StarRule::kQ);
    const StarTraffic traffic{1, static_cast<int>(row[1])};
    EXPECT_EQ(select_addresses(trees, traffic.copies).size(), row[2]) << row[0] << " " << row[1];
    EXPECT_EQ(predict_star(StarAlgorithm::kFurthestFirst, trees, traffic).steps, row[2])
        << row[0] << " " << row[1];
    EXPECT_EQ(predict_star(StarAlgorithm::kFurthestFirst, trees, traffic).lower_bound, row[3])
        << row[0] << " " << row[1];
    EXPECT_EQ(predict_star(StarAlgorithm::kNecklaces, trees, traffic).steps, row[4])
        << row[0] << " " << row[1];
    EXPECT_EQ(predict_star(StarAlgorithm::kNecklaces, trees, traffic).lower_bound, row[5])
        << row[0] << " " << row[1];
  }
}

/// Calls `look` with both rules' trees of S_3 to S_`most` and every x.
template <typename Look>
void for_all_selections(int most, Look look) {
  for (int n = 3; n <= most; ++n)
    for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
      const StarTrees trees(StarGraph(n), rule);
      for (int x = 1; x < n; ++x) {
        SCOPED_TRACE(testing::Message() << "n " << n << " x " << x << " rule " << int(rule));
        look(trees, x);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
}

TEST(StarSelection, ServesEveryNodeThroughAtLeastXTrees) {
  for_all_selections(7, [](const StarTrees& trees, int x) {
    const StarGraph& graph = trees.graph();
    const int n = graph.order();
    std::vector<unsigned> served(static_cast<std::size_t>(graph.size()), 0);
    for (const Node u : select_addresses(trees, x).addresses)
      for (int turn = 0; turn < n - 1; ++turn) {
        unsigned& by = served[static_cast<std::size_t>(graph.rotate(u, turn))];
        ASSERT_EQ(by >> turn & 1U, 0U) << "the same tree twice";
        by |= 1U << turn;
      }
    for (const std::vector<Node>& necklace : graph.necklaces()) {
      const auto size = static_cast<int>(necklace.size());
      const int copies = (x * size + n - 2) / (n - 1) * ((n - 1) / size);
      for (const Node u : necklace)
        ASSERT_EQ(std::bitset<8>(served[static_cast<std::size_t>(u)]).count(),
                  static_cast<std::size_t>(copies));
      ASSERT_TRUE(copies == x || (copies > x && size < n - 1));
    }
  });
}

TEST(StarSelection, TakesTheLeastDeepOfANecklaceAndThenTheFirst) {
  for_all_selections(6, [](const StarTrees& trees, int x) {
    const StarSelection selection = select_addresses(trees, x);
    std::vector<bool> selected(static_cast<std::size_t>(trees.graph().size()), false);
    for (const Node u : selection.addresses) selected[static_cast<std::size_t>(u)] = true;
    for (const std::vector<Node>& necklace : trees.graph().necklaces()) {
      for (const Node in : necklace) {
        for (const Node out : necklace) {
          if (!selected[static_cast<std::size_t>(in)] || selected[static_cast<std::size_t>(out)])
            continue;
          ASSERT_TRUE(trees.depth(in, 2) < trees.depth(out, 2) ||
                      (trees.depth(in, 2) == trees.depth(out, 2) && in < out));
        }
      }
    }
    EXPECT_TRUE(std::is_sorted(selection.depths.rbegin(), selection.depths.rend()));
  });
}

TEST(StarBounds, OfDisjointPathsAreThoseOfAFlow) {
  for (int n = 3; n <= 5; ++n)
    EXPECT_EQ(disjoint_depth_sum(n), test::least_disjoint_depth_sum(StarGraph(n))) << "n " << n;
}

TEST(StarBounds, OfDisjointPathsAreThoseOfTheTable) {
  for (const auto& row : test::read_numbers<std::int64_t>("star/structure.txt", 6, 8)) {
    const std::optional<std::int64_t> sum = disjoint_depth_sum(static_cast<int>(row[0]));
    EXPECT_EQ(sum.value_or(0), row[6]) << "n " << row[0];
  }
}

TEST(StarBounds, AreNearForAnExchangeWithFullTolerance) {
  const double paper[] = {1.67, 1.52, 1.44, 1.39, 1.35};
  const double disjoint[] = {1.00, 1.00, 1.04, 1.06, 1.07};
  for (int n = 3; n <= 7; ++n) {
    const StarTrees trees(StarGraph(n), StarRule::kQ);
    for (const int m : {1, 3}) {
      const StarPrediction p = predict_star(StarAlgorithm::kNecklaces, trees, {m, n - 1});
      EXPECT_NEAR(p.ratio(), paper[n - 3], 0.005);
      EXPECT_NEAR(double(p.steps) / double(*p.disjoint_lower_bound), disjoint[n - 3], 0.005);
    }
    EXPECT_FALSE(predict_star(StarAlgorithm::kNecklaces, trees, {1, n - 2})
                     .disjoint_lower_bound.has_value());
  }
}

TEST(StarBounds, OfABroadcastAreItsTimesButForTheHeight) {
  for (int n = 3; n <= 7; ++n) {
    const StarTrees trees(StarGraph(n), StarRule::kQ);
    for (int x = 1; x < n; ++x) {
      const StarPrediction p = predict_star(StarAlgorithm::kTrees, trees, {9, x});
      EXPECT_EQ(p.lower_bound, (9 * x + n - 2) / (n - 1) + trees.graph().diameter() - 1);
      EXPECT_EQ(p.steps - p.lower_bound, trees.height() - trees.graph().diameter());
    }
  }
}

TEST(StarBounds, AreMetByAMultinodeBroadcastIfTheTreesShareThePacketsEvenly) {
  for (int n = 3; n <= 7; ++n) {
    const StarTrees trees(StarGraph(n), StarRule::kQ);
    for (int x = 1; x < n; ++x) {
      for (int m = 1; m <= 6; ++m) {
        const StarPrediction p = predict_star(StarAlgorithm::kStatic, trees, {m, x});
        EXPECT_EQ(p.steps == p.lower_bound, m * x % (n - 1) == 0) << n << " " << m << " " << x;
      }
    }
  }
}

TEST(StarBounds, SayWhereTheyComeFrom) {
  const StarTrees trees(StarGraph(4), StarRule::kQ);
  const StarTraffic full{2, 3};
  const StarPrediction predictions[] = {predict_star(StarAlgorithm::kTrees, trees, full),
                                        predict_star(StarAlgorithm::kStatic, trees, full),
                                        predict_star(StarAlgorithm::kAcknowledged, trees, full),
                                        predict_star(StarAlgorithm::kFurthestFirst, trees, full),
                                        predict_star(StarAlgorithm::kNecklaces, trees, full)};
  for (const StarPrediction& p : predictions) {
    for (const char* quantity : {"steps", "last_delivery", "transmissions", "max_buffer",
                                 "lower_bound", "transmissions_at_least"})
      EXPECT_FALSE(p.source_of(quantity).empty());
    EXPECT_THROW((void)p.source_of("colour"), std::out_of_range);
  }
  EXPECT_FALSE(predictions[0].source_of("reorder_window").empty());
  EXPECT_FALSE(predictions[2].source_of("acknowledgements").empty());
  EXPECT_FALSE(predictions[4].source_of("disjoint_lower_bound").empty());
}

// Reports have the order of the sources: the end of all stands before that of the data.
TEST(StarBounds, NameTheStepsBeforeTheLastDelivery) {
  const StarTrees trees(StarGraph(4), StarRule::kQ);
  const StarTraffic full{2, 3};
  for (const StarPrediction& p : {predict_star(StarAlgorithm::kTrees, trees, full),
                                  predict_star(StarAlgorithm::kStatic, trees, full),
                                  predict_star(StarAlgorithm::kAcknowledged, trees, full),
                                  predict_star(StarAlgorithm::kFurthestFirst, trees, full),
                                  predict_star(StarAlgorithm::kNecklaces, trees, full)}) {
    std::vector<std::string> order;
    for (const Source& source : p.sources)
      if (source.quantity == "steps" || source.quantity == "last_delivery")
        order.push_back(source.quantity);
    EXPECT_EQ(order, (std::vector<std::string>{"steps", "last_delivery"}));
  }
}

TEST(StarHypercube, HasTheBoundsOfTheTable) {
  for (const auto& row : test::read_numbers<double>("star/hypercube.txt", 6, 11)) {
    const auto bounds = [&](int copies) {
      const auto size = static_cast<int>(row[1]);
      return row[0] == 0 ? star_graph_bounds(size, {1, copies})
                         : hypercube_bounds(size, {1, copies});
    };
    const NetworkBounds one = bounds(1);
    const NetworkBounds full = bounds(static_cast<int>(row[3]));
    EXPECT_EQ(one.nodes, row[2]);
    EXPECT_EQ(one.degree, row[3]);
    EXPECT_EQ(one.links, row[4]);
    EXPECT_EQ(one.diameter, row[5]);
    EXPECT_NEAR(one.mean_distance(), row[6], 0.005);
    EXPECT_EQ(one.broadcast, row[5]);
    EXPECT_EQ(one.multinode, row[7]);
    EXPECT_EQ(one.exchange, row[8]);
    EXPECT_EQ(full.multinode, row[9]);
    EXPECT_EQ(full.exchange, row[10]);
  }
  EXPECT_EQ(hypercube_bounds(3, {10, 1}).broadcast, 4 + 3 - 1);
}

TEST(StarHypercube, OfAStarGraphAreThoseOfItsPredictions) {
  for (int n = 3; n <= 7; ++n) {
    const StarTrees trees(StarGraph(n), StarRule::kQ);
    for (int x = 1; x < n; ++x) {
      const NetworkBounds bounds = star_graph_bounds(n, {3, x});
      EXPECT_EQ(bounds.broadcast, predict_star(StarAlgorithm::kTrees, trees, {3, x}).lower_bound);
      EXPECT_EQ(bounds.multinode, predict_star(StarAlgorithm::kStatic, trees, {3, x}).lower_bound);
      EXPECT_EQ(bounds.exchange,
                predict_star(StarAlgorithm::kNecklaces, trees, {3, x}).lower_bound);
    }
  }
}

}  // namespace
}  // namespace flitwise::theory
