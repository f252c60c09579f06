// The bound of all-gathers: against all sets of nodes, and in closed form.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "systemc/topology/graph/graph_shapes.h"
#include "tb/theory/graph/allgather_bound.h"

namespace flitwise::allgather_bound_test {
namespace {

constexpr std::uint32_t kSeed = 2614;

// Numerator and denominator, not in lowest terms.
std::pair<std::int64_t, std::int64_t> most_crowded(const Graph& graph) {
  std::pair<std::int64_t, std::int64_t> best{0, 1};
  const auto nodes = static_cast<unsigned>(graph.size());
  for (unsigned set = 1; set + 1 < (1U << nodes); ++set) {
    std::int64_t members = 0;
    std::int64_t links = 0;
    for (Node v = 0; v < graph.size(); ++v) {
      if ((set >> static_cast<unsigned>(v) & 1U) == 0) continue;
      ++members;
      for (const Node w : graph.neighbours(v))
        links += (set >> static_cast<unsigned>(w) & 1U) == 0 ? 1 : 0;
    }
    if (members * best.second > best.first * links) best = {members, links};
  }
  return best;
}

// Two crowds, each joined at random, with a few links between them.
Graph drawn(std::mt19937& random) {
  const auto nodes = static_cast<Node>(2 + random() % 9);
  const Node first = 1 + nodes / 2;
  std::set<Edge> links;
  const auto join = [&](Node from, Node count) {
    for (Node v = from + 1; v < from + count; ++v)
      links.insert({from + static_cast<Node>(random() % index_of(v - from)), v});
    for (Node more = 0; more < 2 * count; ++more) {
      const Node u = from + static_cast<Node>(random() % index_of(count));
      const Node v = from + static_cast<Node>(random() % index_of(count));
      if (u != v) links.insert({std::min(u, v), std::max(u, v)});
    }
  };
  join(0, first);
  if (first < nodes) join(first, nodes - first);
  for (auto between = 1 + random() % 3; between > 0 && first < nodes; --between)
    links.insert({static_cast<Node>(random() % index_of(first)),
                  first + static_cast<Node>(random() % index_of(nodes - first))});
  return {nodes, {links.begin(), links.end()}};
}

TEST(AllgatherRate, IsTheMostOfAllSetsOfNodes) {
  std::mt19937 random(kSeed);
  int by_flows = 0;
  for (int i = 0; i < 200; ++i) {
    const Graph graph = drawn(random);
    const theory::AllgatherRate rate = theory::allgather_rate(graph);
    const auto [members, links] = most_crowded(graph);
    ASSERT_EQ(rate.numerator * links, members * rate.denominator);
    by_flows += static_cast<Node>(rate.crowd.size()) < graph.size() - 1 ? 1 : 0;
  }
  EXPECT_GT(by_flows, 10) << "the whole but a node is not always the most crowded set";
}

TEST(AllgatherRate, IsThatOfAllButOneNodeWhereNoCutIsLess) {
  struct Row {
    const char* shape;
    std::int64_t numerator, denominator;
  };
  for (const Row& row : {Row{"ring:8", 7, 2}, Row{"torus:4,4", 15, 4}, Row{"star:4", 23, 3},
                         Row{"complete:5", 1, 1}, Row{"polarfly:3", 4, 1}}) {
    const theory::AllgatherRate rate = theory::allgather_rate(make_graph(row.shape));
    EXPECT_EQ(rate.numerator, row.numerator) << row.shape;
    EXPECT_EQ(rate.denominator, row.denominator) << row.shape;
  }
  // Half of a path behind one link; all but its end, too.
  EXPECT_EQ(theory::allgather_bound(theory::allgather_rate(make_graph("path:4")), 10), 30);
  EXPECT_EQ(theory::allgather_bound(theory::allgather_rate(make_graph("ring:8")), 3), 11);
  EXPECT_EQ(theory::allgather_bound(theory::allgather_rate(make_graph("ring:8")), 0), 0);
}

}  // namespace
}  // namespace flitwise::allgather_bound_test
