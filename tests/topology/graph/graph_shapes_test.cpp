// Kinds of graphs by name, against a table of their figures and against their definitions.
#include "systemc/topology/graph/graph_shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/torus/torus.h"
#include "tests/support/refusal.h"

namespace flitwise::graph_shapes_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Figures {
  const char* shape;
  Node nodes;
  std::int64_t links;
  Node least_degree, most_degree;
  Node diameter;
  Node girth;
};

// From closed forms: PolarFly has q (q+1)^2 / 2 links, Slim Fly q^2 (3q - 1) / 2, a dragonfly
// a h + 1 groups of a (a - 1) / 2 links and one link for every two groups.
constexpr Figures kTable[] = {{"path:2", 2, 1, 1, 1, 1, 0},
                              {"path:8", 8, 7, 1, 2, 7, 0},
                              {"ring:3", 3, 3, 2, 2, 1, 3},
                              {"ring:16", 16, 16, 2, 2, 8, 16},
                              {"mesh:8,8", 64, 112, 2, 4, 14, 4},
                              {"mesh:1,5", 5, 4, 1, 2, 4, 0},
                              {"torus:4,4", 16, 32, 4, 4, 4, 4},
                              {"torus:5,5", 25, 50, 4, 4, 4, 4},
                              {"torus:3,4", 12, 24, 4, 4, 3, 3},
                              {"torus:2,2", 4, 4, 2, 2, 2, 4},
                              {"torus:4,4,4", 64, 192, 6, 6, 6, 4},
                              {"hypercube:1", 2, 1, 1, 1, 1, 0},
                              {"hypercube:6", 64, 192, 6, 6, 6, 4},
                              {"complete:8", 8, 28, 7, 7, 1, 3},
                              {"bipartite:3,4", 7, 12, 3, 4, 2, 4},
                              {"debruijn:2,5", 32, 61, 2, 4, 5, 3},
                              {"kautz:2,4", 24, 45, 3, 4, 4, 3},
                              {"hyperx:4,4", 16, 48, 6, 6, 2, 3},
                              {"slimfly:5", 50, 175, 7, 7, 2, 5},
                              {"slimfly:13", 338, 3211, 19, 19, 2, 3},
                              {"polarfly:2", 7, 9, 2, 3, 2, 3},
                              {"polarfly:3", 13, 24, 3, 4, 2, 3},
                              {"polarfly:5", 31, 90, 5, 6, 2, 3},
                              {"polarfly:7", 57, 224, 7, 8, 2, 3},
                              {"polarfly:11", 133, 792, 11, 12, 2, 3},
                              {"star:4", 24, 36, 3, 3, 4, 6},
                              {"star:5", 120, 240, 4, 4, 6, 6},
                              {"bubblesort:4", 24, 36, 3, 3, 6, 4},
                              {"bubblesort:5", 120, 240, 4, 4, 10, 4},
                              {"pancake:4", 24, 36, 3, 3, 4, 6},
                              {"pancake:5", 120, 240, 4, 4, 5, 6},
                              {"dragonfly:4,2", 36, 90, 5, 5, 3, 3},
                              {"circulant:13,1,5", 13, 26, 4, 4, 2, 4},
                              {"petersen", 10, 15, 3, 3, 2, 5},
                              {"regular:24,4,1", 24, 48, 4, 4, 4, 3}};

TEST(GraphShapes, HaveTheNodesLinksDegreesDiameterAndGirthOfTheTable) {
  for (const Figures& row : kTable) {
    const Graph graph = make_graph(row.shape);
    EXPECT_EQ(graph.size(), row.nodes) << row.shape;
    EXPECT_EQ(graph.edge_count(), row.links) << row.shape;
    EXPECT_EQ(degrees(graph), std::pair(row.least_degree, row.most_degree)) << row.shape;
    EXPECT_EQ(diameter(graph), row.diameter) << row.shape;
    EXPECT_EQ(girth(graph), row.girth) << row.shape;
  }
}

TEST(GraphShapes, AreAllInTheTable) {
  for (const GraphShape& shape : graph_shapes()) {
    const auto is_one = [&](const Figures& row) {
      return std::string(row.shape).rfind(shape.word, 0) == 0;
    };
    EXPECT_TRUE(std::any_of(std::begin(kTable), std::end(kTable), is_one)) << shape.word;
    EXPECT_TRUE(is_graph_shape(shape.example)) << shape.example;
    EXPECT_GE(make_graph(shape.example).size(), 2) << shape.example;
  }
}

TEST(GraphShapes, HaveOneUsualDiameterForTheWholeKind) {
  for (Node n = 3; n <= 40; ++n)
    EXPECT_EQ(diameter(make_graph("ring:" + std::to_string(n))), n / 2) << n;
  for (Node n = 3; n <= 6; ++n) {
    EXPECT_EQ(diameter(make_graph("star:" + std::to_string(n))), 3 * (n - 1) / 2) << n;
    EXPECT_EQ(diameter(make_graph("bubblesort:" + std::to_string(n))), n * (n - 1) / 2) << n;
  }
  for (const char* q : {"5", "13", "17"})
    EXPECT_EQ(diameter(make_graph(std::string("slimfly:") + q)), 2) << q;
  for (const char* q : {"2", "3", "5", "7", "11", "13", "17", "19"})
    EXPECT_EQ(diameter(make_graph(std::string("polarfly:") + q)), 2) << q;
  for (Node d = 1; d <= 6; ++d) {
    EXPECT_EQ(diameter(make_graph("debruijn:2," + std::to_string(d))), d) << d;
    EXPECT_EQ(diameter(make_graph("kautz:2," + std::to_string(d))), d) << d;
  }
}

// A graph of diameter 2 with as many nodes as its degree allows is the graph of Hoffman and
// Singleton: every two nodes that are no neighbours have one neighbour in common.
TEST(GraphShapes, GiveTheGraphOfHoffmanAndSingletonAsSlimFly5) {
  const Graph graph = make_graph("slimfly:5");
  for (Node u = 0; u < graph.size(); ++u) {
    std::vector<Node> ways(index_of(graph.size()), 0);
    for (const Node middle : graph.neighbours(u))
      for (const Node v : graph.neighbours(middle)) ++ways[index_of(v)];
    for (Node v = 0; v < graph.size(); ++v) {
      const std::vector<Node>& near = graph.neighbours(u);
      const bool is_neighbour = std::binary_search(near.begin(), near.end(), v);
      EXPECT_EQ(ways[index_of(v)], u == v ? 7 : is_neighbour ? 0 : 1) << u << " " << v;
    }
  }
}

TEST(GraphShapes, AreTheTorusAndTheStarGraphOfTheOtherFamilies) {
  const Torus torus({4, 6});
  const Graph graph = make_graph("torus:4,6");
  ASSERT_EQ(torus.size(), graph.size());
  for (Node u = 0; u < graph.size(); ++u) {
    const std::vector<Node> distance = distances_from(graph, u);
    for (Node v = 0; v < graph.size(); ++v)
      EXPECT_EQ(std::count(graph.neighbours(u).begin(), graph.neighbours(u).end(), v) == 1,
                distance[index_of(v)] == 1);
  }
  const StarGraph star(5);
  const Graph named = make_graph("star:5");
  for (Node u = 0; u < star.size(); ++u) {
    std::vector<Node> neighbours;
    for (int dimension = 2; dimension <= 5; ++dimension)
      neighbours.push_back(star.neighbour(u, dimension));
    std::sort(neighbours.begin(), neighbours.end());
    EXPECT_EQ(named.neighbours(u), neighbours) << u;
  }
}

TEST(GraphShapes, NumberCoordinatesWithTheLastOneFastest) {
  EXPECT_THAT(make_graph("torus:4,6").neighbours(0), ElementsAre(1, 5, 6, 18));
  EXPECT_THAT(make_graph("mesh:2,3").neighbours(1), ElementsAre(0, 2, 4));
  EXPECT_THAT(make_graph("hyperx:2,3").neighbours(0), ElementsAre(1, 2, 3));
  EXPECT_THAT(make_graph("hypercube:3").neighbours(5), ElementsAre(1, 4, 7));
}

TEST(GraphShapes, JoinGroupsOfDragonfliesByOneLinkForEveryTwo) {
  const Graph graph = make_graph("dragonfly:4,2");
  EXPECT_THAT(graph.neighbours(0), ElementsAre(1, 2, 3, 7, 11));
  for (Node group = 0; group < 9; ++group)
    for (Node other = 0; other < 9; ++other) {
      Node between = 0;
      for (Node u = 4 * group; u < 4 * group + 4; ++u)
        for (const Node v : graph.neighbours(u)) between += v / 4 == other ? 1 : 0;
      EXPECT_EQ(between, group == other ? 12 : 1) << group << " " << other;
    }
}

TEST(GraphShapes, DrawRegularGraphsBySeed) {
  for (const char* shape : {"regular:24,4,1", "regular:10,3,7", "regular:9,2,1", "regular:5,4,3",
                            "regular:64,5,2", "regular:100,2,9"}) {
    const Graph graph = make_graph(shape);
    EXPECT_EQ(degrees(graph).first, degrees(graph).second) << shape;
    EXPECT_EQ(graph.first_unreached(0), std::nullopt) << shape;
    EXPECT_EQ(links_of(make_graph(shape)), links_of(graph)) << shape;
  }
  EXPECT_NE(links_of(make_graph("regular:24,4,1")), links_of(make_graph("regular:24,4,2")));
}

std::string refusal(const std::string& shape) {
  return test::refusal_of<TopologyError>([&] { make_graph(shape); });
}

TEST(GraphShapes, RefuseArgumentsWithTheirRule) {
  const std::pair<const char*, const char*> refusals[] = {
      {"path:1", "path:1: N must be 2 to 1048576, got 1"},
      {"path:1048577", "path:1048577: N must be 2 to 1048576, got 1048577"},
      {"ring:2", "ring:2: N must be 3 to 1048576, got 2"},
      {"mesh:1", "mesh:1: must make 2 to 1048576 nodes, got 1"},
      {"mesh:4,0", "mesh:4,0: every side must be 1 to 1048576, got 0"},
      {"torus:1025,1024", "torus:1025,1024: must make at most 1048576 nodes, and makes more"},
      {"hyperx:1024,1024,1024",
       "hyperx:1024,1024,1024: must make at most 1048576 nodes, and makes more"},
      {"hypercube:21", "hypercube:21: K must be 1 to 20, got 21"},
      {"complete:1", "complete:1: N must be 2 to 1048576, got 1"},
      {"bipartite:0,3", "bipartite:0,3: A and B must be 1 to 1048576, got 0"},
      {"bipartite:1048000,577", "bipartite:1048000,577: must make 2 to 1048576 nodes, got 1048577"},
      {"debruijn:1,3", "debruijn:1,3: B must be 2 to 1048576, got 1"},
      {"debruijn:2,21", "debruijn:2,21: D must be 1 to 20, got 21"},
      {"debruijn:3,13", "debruijn:3,13: must make at most 1048576 nodes, and makes more"},
      {"kautz:2,20", "kautz:2,20: must make at most 1048576 nodes, and makes more"},
      {"slimfly:7", "slimfly:7: Q must be a prime that is 1 modulo 4, as 5, 13 and 17, got 7"},
      {"slimfly:733", "slimfly:733: must make at most 1048576 nodes, and makes more"},
      {"polarfly:6", "polarfly:6: Q must be a prime, got 6"},
      {"polarfly:1031", "polarfly:1031: must make 2 to 1048576 nodes, got 1063993"},
      {"polarfly:1048583", "polarfly:1048583: Q must be a prime, got 1048583"},
      {"star:7", "star:7: N must be 2 to 6, got 7"},
      {"pancake:1", "pancake:1: N must be 2 to 6, got 1"},
      {"dragonfly:4,0", "dragonfly:4,0: A and H must be 1 to 1048576, got 0"},
      {"dragonfly:1024,1", "dragonfly:1024,1: must make at most 1048576 nodes, and makes more"},
      {"circulant:2,1", "circulant:2,1: N must be 3 to 1048576, got 2"},
      {"circulant:8,5", "circulant:8,5: every offset must be 1 to 4, got 5"},
      {"circulant:8,2,4",
       "circulant:8,2,4: N and the offsets must have no common divisor, or the graph is not "
       "connected, got 2"},
      {"regular:2,1,1", "regular:2,1,1: N must be 3 to 1048576, got 2"},
      {"regular:9,9,1", "regular:9,9,1: D must be 2 to 8, got 9"},
      {"regular:9,3,1", "regular:9,3,1: D must be even where N is odd, got 3"}};
  for (const auto& [shape, message] : refusals) EXPECT_EQ(refusal(shape), message);
}

TEST(GraphShapes, RefuseMoreLinksThanFitIntoMemory) {
  // Of 2^24 links, the first that have more.
  const std::pair<const char*, const char*> refusals[] = {
      {"complete:5794", "must make at most 16777216 links, got 16782321"},
      {"bipartite:4096,4097", "must make at most 16777216 links, got 16781312"},
      {"hyperx:1024,1024", "must make at most 16777216 links, got 1072693248"},
      {"regular:1048576,34,1", "must make at most 16777216 links, got 17825792"}};
  for (const auto& [shape, message] : refusals)
    EXPECT_EQ(refusal(shape), std::string(shape) + ": " + message);
}

TEST(GraphShapes, MakeGraphsOfUpTo2To20Nodes) {
  const std::pair<const char*, std::int64_t> shapes[] = {
      {"path:1048576", 1'048'575}, {"ring:8193", 8193},       {"mesh:1024,1024", 2'095'104},
      {"hypercube:14", 14 << 13},  {"debruijn:2,14", 32'765}, {"polarfly:97", 465'794}};
  for (const auto& [shape, links] : shapes)
    EXPECT_EQ(make_graph(shape).edge_count(), links) << shape;
}

TEST(GraphShapes, RefuseWhatIsNoListOfNumbers) {
  EXPECT_EQ(refusal("polarfly"), "polarfly: takes Q, as polarfly:7, got 0 arguments");
  EXPECT_EQ(refusal("dragonfly:4"), "dragonfly:4: takes A,H, as dragonfly:4,2, got 1 argument");
  EXPECT_EQ(refusal("path:4,4"), "path:4,4: takes N, as path:8, got 2 arguments");
  EXPECT_EQ(refusal("petersen:1"), "petersen:1: takes no arguments, got 1");
  for (const char* shape : {"torus:4,", "torus:", "torus:,4", "torus:4 4", "torus:-4", "torus:4.0",
                            "torus:4:4", "torus:9999999999999999999"})
    EXPECT_THAT(refusal(shape),
                HasSubstr("arguments must be whole numbers joined by commas, got '"))
        << shape;
}

TEST(GraphShapes, NameAllKindsToWhomNeedsOne) {
  EXPECT_FALSE(is_graph_shape("tori:4,4"));
  EXPECT_FALSE(is_graph_shape("torus.dot"));
  EXPECT_TRUE(is_graph_shape("torus:nonsense"));
  EXPECT_THAT(refusal("tori:4,4"),
              HasSubstr("tori:4,4: is no kind of graph; kinds are path, ring"));
}

TEST(GraphFigures, LeaveANodeOutOfDistances) {
  const Graph ring = make_graph("ring:6");
  EXPECT_THAT(distances_from(ring, 0), ElementsAre(0, 1, 2, 3, 2, 1));
  EXPECT_THAT(distances_from(ring, 0, 1), ElementsAre(0, kNoNode, 4, 3, 2, 1));
  EXPECT_EQ(radius(make_graph("path:8")), 4);
  EXPECT_EQ(diameter(make_graph("path:8")), 7);
}

}  // namespace
}  // namespace flitwise::graph_shapes_test
