// Drawn graphs: trees and both proofs of their number held against the graph by code of this file
// alone, and every operation over them run as theory says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <random>
#include <set>

#include "sim/families/graph/graph_scenario.h"
#include "sim/families/registry.h"
#include "sim/graph/tree_study.h"
#include "sim/report/report_table.h"
#include "sim/run/runner.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/graph_shapes.h"

namespace flitwise::drawn_graphs_test {
namespace {

constexpr int kStudies = 600;
constexpr int kRuns = 500;

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  std::int64_t in(std::int64_t least, std::int64_t most) {
    return least +
           static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(most - least + 1));
  }
  bool chance(int percent) { return in(1, 100) <= percent; }
  template <typename Item>
  const Item& of(const std::vector<Item>& items) {
    return items[static_cast<std::size_t>(in(0, static_cast<std::int64_t>(items.size()) - 1))];
  }

 private:
  std::mt19937_64 random_;
};

// A graph, and its shape or else its links.
struct Drawn {
  std::string shape;
  Graph graph;
};

std::string named_shape(Draw& draw) {
  const auto sides = [&](std::int64_t most) {
    std::string text;
    for (std::int64_t k = draw.in(1, 3); k > 0; --k)
      text += fmt::format("{}{}", text.empty() ? "" : ",", draw.in(2, most));
    return text;
  };
  switch (draw.in(0, 12)) {
    case 0:
      return fmt::format("ring:{}", draw.in(3, 30));
    case 1:
      return "mesh:" + sides(4);
    case 2:
      return "torus:" + sides(4);
    case 3:
      return fmt::format("hypercube:{}", draw.in(1, 5));
    case 4:
      return fmt::format("complete:{}", draw.in(2, 9));
    case 5:
      return fmt::format("bipartite:{},{}", draw.in(1, 6), draw.in(1, 6));
    case 6:
      return "hyperx:" + sides(3);
    case 7:
      return draw.of<std::string>({"debruijn:2,3", "debruijn:2,5", "debruijn:3,3", "kautz:2,3",
                                   "kautz:2,4", "kautz:3,2", "petersen", "slimfly:5",
                                   "polarfly:2"});
    case 8:
      return draw.of<std::string>({"polarfly:3", "polarfly:5", "star:4", "star:5", "bubblesort:4",
                                   "pancake:4", "star:3", "pancake:3", "bubblesort:3"});
    case 9:
      return fmt::format("dragonfly:{},{}", draw.in(2, 4), draw.in(1, 2));
    case 10: {
      const std::int64_t nodes = draw.in(5, 30);
      return fmt::format("circulant:{},1,{}", nodes, draw.in(2, nodes / 2));
    }
    case 11:
      return fmt::format("path:{}", draw.in(2, 12));
    default: {
      const std::int64_t links = draw.in(2, 6);
      const std::int64_t nodes = draw.in(links + 1, 30);
      return fmt::format("regular:{},{},{}", nodes + nodes * links % 2, links, draw.in(1, 99));
    }
  }
}

// A tree with further links, none of which has to be there.
Graph any_graph(Draw& draw, std::int64_t most_nodes) {
  const auto nodes = static_cast<Node>(draw.in(2, most_nodes));
  std::set<Edge> links;
  for (Node v = 1; v < nodes; ++v)
    links.insert({draw.chance(70) ? static_cast<Node>(draw.in(0, v - 1)) : v - 1, v});
  for (std::int64_t k = draw.in(0, 2 * nodes); k > 0; --k) {
    const Edge link = std::minmax(static_cast<Node>(draw.in(0, nodes - 1)),
                                  static_cast<Node>(draw.in(0, nodes - 1)));
    if (link.first != link.second) links.insert(link);
  }
  return {nodes, {links.begin(), links.end()}, {}};
}

std::size_t most_links(const Graph& graph) {
  std::size_t most = 0;
  for (Node v = 0; v < graph.size(); ++v) most = std::max(most, graph.neighbours(v).size());
  return most;
}

Drawn drawn_graph(Draw& draw, std::int64_t most_nodes, std::size_t links) {
  for (;;) {
    const std::string shape = draw.chance(65) ? named_shape(draw) : "";
    Drawn drawn{shape, shape.empty() ? any_graph(draw, most_nodes) : make_graph(shape)};
    if (drawn.graph.size() <= most_nodes && most_links(drawn.graph) <= links) return drawn;
  }
}

// ---- what proves what

Node depth_of(const Parents& tree, Node v) {
  Node depth = 0;
  for (; tree[index_of(v)] != kNoNode; v = tree[index_of(v)]) ++depth;
  return depth;
}

void expect_disjoint(const Graph& graph, const FoundFamily& found) {
  const bool one_way = found.family.disjoint == Disjoint::kArcs;
  std::set<Edge> used;
  for (std::size_t t = 0; t < found.family.trees.size(); ++t) {
    const Parents& tree = found.family.trees[t];
    Node height = 0;
    int roots = 0;
    for (Node v = 0; v < graph.size(); ++v) {
      const Node parent = tree[index_of(v)];
      height = std::max(height, depth_of(tree, v));
      if (parent == kNoNode) {
        ++roots;
        continue;
      }
      const std::vector<Node>& near = graph.neighbours(v);
      EXPECT_NE(std::find(near.begin(), near.end(), parent), near.end());
      EXPECT_TRUE(used.insert(one_way ? Edge(parent, v) : Edge(std::minmax(parent, v))).second);
    }
    EXPECT_EQ(roots, 1);
    EXPECT_EQ(height, found.heights[t]);
    EXPECT_GE(*std::max_element(found.heights.begin(), found.heights.end()), found.least);
  }
}

void expect_proofs(const Graph& graph, const TreeStudy& study) {
  std::set<Node> blocks(study.strength.partition.begin(), study.strength.partition.end());
  std::int64_t between = 0;
  for (const Edge& link : links_of(graph))
    between += study.strength.partition[index_of(link.first)] !=
                       study.strength.partition[index_of(link.second)]
                   ? 1
                   : 0;
  const auto less_one = static_cast<std::int64_t>(blocks.size()) - 1;
  ASSERT_GT(less_one, 0);
  EXPECT_EQ(between * study.strength.denominator, study.strength.numerator * less_one);
  EXPECT_LT(between, (study.tau + 1) * less_one);
  const std::set<Node> side(study.cut.side.begin(), study.cut.side.end());
  Node out = 0;
  for (const Edge& link : links_of(graph))
    out += side.count(link.first) != side.count(link.second) ? 1 : 0;
  EXPECT_EQ(out, study.cut.links);
  EXPECT_EQ(side.count(study.root), 1U);
  EXPECT_LT(side.size(), index_of(graph.size()));
  EXPECT_EQ(study.families[0].family.trees.size(), index_of(study.tau));
  EXPECT_EQ(study.families[1].family.trees.size(), index_of(study.cut.links));
  for (const FoundFamily& found : study.families) expect_disjoint(graph, found);
}

// The least step by which trees, a flit a step down each, have brought all.
Step finish_over(Flits flits, const std::vector<Node>& heights, Step times) {
  for (Step finish = 0;; ++finish) {
    Flits brought = 0;
    for (const Node height : heights)
      brought += std::max<Step>(0, finish - times * static_cast<Step>(height) + 1);
    if (flits == 0 || brought >= flits) return finish;
  }
}

TEST(DrawnGraphs, HaveTreesWhoseNumbersAndTimesAreProved) {
  for (std::uint64_t seed = 1; seed <= kStudies; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Draw draw(seed);
    const Drawn drawn = drawn_graph(draw, 50, 16);
    StudyRequest request;
    request.root = static_cast<Node>(draw.in(0, drawn.graph.size() - 1));
    request.seed = seed;
    request.length = draw.of<Flits>({0, 1, 2, 3, 7, 64, 1024});
    const TreeStudy study = study_trees(drawn.graph, drawn.shape, request);
    expect_proofs(drawn.graph, study);
    for (const TimedOperation& operation : study.operations) {
      const bool has_phases = operation.algorithm == "trees-two-phase";
      const bool turns = operation.operation == "allreduce" && !has_phases;
      const Step finish = finish_over(*request.length, operation.heights, turns ? 2 : 1);
      EXPECT_EQ(operation.finish, has_phases ? 2 * finish : finish) << operation.algorithm;
      EXPECT_GE(operation.finish, operation.bound) << operation.algorithm;
      EXPECT_EQ(std::accumulate(operation.split.begin(), operation.split.end(), Flits{0}),
                *request.length);
    }
  }
}

// ---- runs

struct Operation {
  const char* word;
  const char* algorithm;
};
const std::vector<Operation> kOperations{
    {"broadcast", "trees"},           {"reduce", "trees"},       {"allreduce", "trees"},
    {"allreduce", "trees-two-phase"}, {"scatter", "trees"},      {"gather", "trees"},
    {"broadcast", "trees-slots"},     {"reduce", "trees-slots"}, {"allreduce", "trees-slots"}};

bool has_messages(const Operation& operation) {
  return std::string(operation.word) == "scatter" || std::string(operation.word) == "gather";
}

std::string text_of(Draw& draw, const Drawn& drawn, const Operation& operation,
                    const std::string& file) {
  const bool waits = std::string(operation.word) != "broadcast" && !has_messages(operation) &&
                     std::string(operation.algorithm) == "trees";
  std::string text = drawn.shape.empty()
                         ? fmt::format("network: {{kind: graph, file: '{}'}}\n", file)
                         : fmt::format("network: {{kind: graph, shape: '{}'}}\n", drawn.shape);
  text += fmt::format("operation: {}\nalgorithm: {}\n", operation.word, operation.algorithm);
  if (has_messages(operation))
    text += draw.of<std::string>({"lengths: {each: 1}\n", "lengths: {uniform: [0, 9], seed: 5}\n",
                                  "lengths: {sparse: 0.3, length: [1, 20], seed: 3}\n"});
  else
    text += fmt::format("length: {}\n", draw.of<Flits>({0, 1, 2, 3, 7, 33, 70}));
  if (draw.chance(60))
    text += fmt::format("trees: {{root: {}, seed: {}}}\n", draw.in(0, drawn.graph.size() - 1),
                        draw.in(1, 9));
  std::string options = draw.chance(20) ? "split: false" : "split: true";
  if (draw.chance(30)) {
    const std::vector<Edge> links = links_of(drawn.graph);
    const Edge& dead = draw.of(links);
    options += fmt::format(", faults: {{links: [[{}, {}]]", dead.first, dead.second);
    const bool can_lose = std::string(operation.word) == "broadcast";
    options += can_lose && draw.chance(50) ? ", known: false}" : "}";
  } else if (waits && draw.chance(40)) {
    options += ", slots: 2";
    if (draw.chance(50)) options += fmt::format(", ready: {{most: {}, seed: 4}}", draw.in(1, 30));
  }
  return text + fmt::format("options: {{{}}}\n", options);
}

TEST(DrawnGraphs, RunEveryOperationAsPredicted) {
  const std::string folder = testing::TempDir();
  const std::string file = folder + "drawn_graph.txt";
  int runs = 0;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    Draw draw(seed);
    const Drawn drawn = drawn_graph(draw, 30, 5);
    std::ofstream edges(file);
    for (const Edge& link : links_of(drawn.graph))
      edges << link.first << ' ' << link.second << '\n';
    edges.close();
    const std::string text = text_of(draw, drawn, draw.of(kOperations), file);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    const ScenarioReading reading = read_scenario_text(text, folder + "drawn_graph.yaml");
    if (!reading.scenario) {
      // A dead link without which nothing holds together is all that cannot be.
      ASSERT_FALSE(reading.errors.empty());
      EXPECT_NE(reading.errors.front().rule().find("leaves no tree whole"), std::string::npos)
          << reading.errors.front().what();
      continue;
    }
    const Result result = run_in_child(*reading.scenario, {});
    EXPECT_EQ(result.outcome, Outcome::kPass);
    for (const Check& check : result.checks)
      EXPECT_TRUE(check.ok) << check.name << ": measured " << check.measured << ", predicted "
                            << check.predicted;
    for (const std::string& problem : result.problems) ADD_FAILURE() << problem;
    for (const char* check : {"finish", "transmissions", "events"})
      EXPECT_TRUE(has_check(result, check)) << check;
    ++runs;
  }
  EXPECT_GT(runs, kRuns * 3 / 4);
}

}  // namespace
}  // namespace flitwise::drawn_graphs_test
