#include "systemc/formats/graph_file.h"
#include "tests/support/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Graph good(const std::string& name) { return read_graph(FLITWISE_TEST_DATA "/graphs/" + name); }

// What is wrong with a file, without its name.
std::string refusal_of_file(const std::string& path) {
  try {
    read_graph(path);
  } catch (const GraphFileError& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, path.size() + 1), path + ":");
    return std::string(error.what()).substr(path.size() + 1);
  }
  return "accepted";
}

std::string refusal_of(const std::string& name) {
  return refusal_of_file(FLITWISE_TEST_DATA "/graphs/bad/" + name);
}

std::string refusal_of_edges(Node nodes, const std::vector<Edge>& edges) {
  return flitwise::test::refusal_of<TopologyError>([&] { const Graph graph(nodes, edges); });
}

void expect_square_with_tail(const Graph& graph) {
  ASSERT_EQ(graph.size(), 5);
  EXPECT_THAT(graph.neighbours(0), ElementsAre(1, 3));
  EXPECT_THAT(graph.neighbours(1), ElementsAre(0, 2));
  EXPECT_THAT(graph.neighbours(2), ElementsAre(1, 3, 4));
  EXPECT_THAT(graph.neighbours(3), ElementsAre(0, 2));
  EXPECT_THAT(graph.neighbours(4), ElementsAre(2));
}

// A file that is removed when the test is done.
class Written {
 public:
  Written(const std::string& name, const std::string& text) : path_(testing::TempDir() + name) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  Written(const Written&) = delete;
  Written& operator=(const Written&) = delete;
  ~Written() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(Graph, ListsNeighboursByIncreasingNumber) {
  EXPECT_THAT(Graph(4, {{0, 3}, {2, 0}, {1, 0}}).neighbours(0), ElementsAre(1, 2, 3));
}

TEST(Graph, CountsAnEdgeOnceHoweverOftenItIsGiven) {
  const Graph graph(2, {{0, 1}, {1, 0}, {0, 1}});

  EXPECT_EQ(graph.edge_count(), 1);
  EXPECT_THAT(graph.neighbours(1), ElementsAre(0));
}

TEST(Graph, FindsTheSmallestNodeThatNoPathReaches) {
  EXPECT_EQ(Graph(5, {{0, 4}, {1, 2}}).first_unreached(0), 1);
  EXPECT_EQ(Graph(5, {{0, 4}, {1, 2}}).first_unreached(2), 0);
  EXPECT_EQ(Graph(3, {{0, 2}, {1, 2}}).first_unreached(0), std::nullopt);
}

TEST(Graph, TakesTheNumbersAsNamesUnlessItHasOthers) {
  EXPECT_EQ(Graph(2, {{0, 1}}).name(1), "1");
  EXPECT_EQ(Graph(2, {{0, 1}}, {"amy", "zoe"}).name(1), "zoe");
}

TEST(Graph, RefusesImpossibleSizes) {
  EXPECT_EQ(refusal_of_edges(0, {}), "a graph must have 1 to 1048576 nodes, got 0");
  EXPECT_EQ(refusal_of_edges(1048577, {}), "a graph must have 1 to 1048576 nodes, got 1048577");
}

TEST(Graph, RefusesAnEdgeToANodeThatIsNotThere) {
  EXPECT_EQ(refusal_of_edges(2, {{0, 2}}), "an edge must join nodes from 0 to 1, got 2");
  EXPECT_EQ(refusal_of_edges(2, {{-1, 0}}), "an edge must join nodes from 0 to 1, got -1");
}

TEST(Graph, RefusesASelfLoop) {
  EXPECT_EQ(refusal_of_edges(2, {{1, 1}}), "node 1 must not be its own neighbour");
}

TEST(GraphFile, ReadsAListOfEdges) { expect_square_with_tail(good("square.txt")); }

TEST(GraphFile, ReadsDot) { expect_square_with_tail(good("square.dot")); }

TEST(GraphFile, ReadsStrictDotWithAttributes) { expect_square_with_tail(good("square.gv")); }

TEST(GraphFile, HasNoNamesWhereTheNumbersSayAll) {
  for (const char* name : {"square.txt", "square.dot", "square.gv"})
    EXPECT_THAT(good(name).names(), IsEmpty()) << name;
}

TEST(GraphFile, NumbersNamedNodesInTheOrderOfFirstAppearanceInDot) {
  const Graph graph = good("names.dot");

  EXPECT_THAT(graph.names(), ElementsAre("zoe", "carl", "b o b", "amy", "-1"));
  EXPECT_THAT(graph.neighbours(0), ElementsAre(3, 4));
  EXPECT_THAT(graph.neighbours(2), ElementsAre(1, 3));
}

TEST(GraphFile, NumbersNamedNodesInTheOrderOfFirstAppearanceInAListOfEdges) {
  const Graph graph = good("names.txt");

  EXPECT_THAT(graph.names(), ElementsAre("zoe", "amy", "bob"));
  EXPECT_THAT(graph.neighbours(0), ElementsAre(1, 2));
}

TEST(GraphFile, TakesNumbersThatDoNotCountFromZeroAsNames) {
  EXPECT_THAT(good("from_one.txt").names(), ElementsAre("3", "1", "2"));
}

TEST(GraphFile, TellsNumbersWithLeadingZerosApart) {
  const Written file("zeros.txt", "0 00\n");

  EXPECT_THAT(read_graph(file.path()).names(), ElementsAre("0", "00"));
}

TEST(GraphFile, ReadsLinesOfAnotherSystem) {
  const Written file("lines.txt", "0 1\r\n1 2\r\n");

  EXPECT_EQ(read_graph(file.path()).edge_count(), 2);
}

TEST(GraphFile, NamesTheLineOfABadEdge) {
  EXPECT_EQ(refusal_of("alone.txt"), "2: error: an edge needs two nodes, but '2' is alone");
  EXPECT_EQ(refusal_of("three_words.txt"),
            "2: error: an edge joins two nodes, but a third word '3' follows");
  EXPECT_EQ(refusal_of("self_loop.txt"), "3: error: node '1' must not be its own neighbour");
}

TEST(GraphFile, RefusesASelfLoopInDot) {
  EXPECT_EQ(refusal_of("self_loop.dot"), "1: error: node 'b' must not be its own neighbour");
}

TEST(GraphFile, RefusesAnEmptyGraph) {
  EXPECT_EQ(refusal_of("empty.txt"), " error: the graph is empty");
  EXPECT_EQ(refusal_of("empty.dot"), " error: the graph is empty");
}

TEST(GraphFile, NamesANodeThatIsNotReached) {
  EXPECT_EQ(refusal_of("two_parts.txt"),
            " error: the graph is not connected: no path leads from node 0 to node 2");
  EXPECT_EQ(refusal_of("two_parts.dot"),
            " error: the graph is not connected: no path leads from node a to node c");
}

TEST(GraphFile, RefusesDirectedDot) {
  const std::string rule =
      "1: error: the graph is directed (digraph, ->); links go both ways: use graph and --";
  EXPECT_EQ(refusal_of("directed.dot"), rule);
}

TEST(GraphFile, RefusesWhatIsNotDot) {
  EXPECT_THAT(refusal_of("cut_off.dot"), HasSubstr(" error: not DOT: "));
  EXPECT_THAT(refusal_of("arrow.dot"), HasSubstr(" error: not DOT: "));
}

TEST(GraphFile, NamesTheLineOfAMistakeInDot) {
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"graph {\n a -- b;\n b -- ;\n c -- d\n}\n", "3: error: not DOT: "},
      {"graph {\n a -- b;\n b -> c;\n c -- d\n}\n", "3: error: not DOT: "},
      {"graph {\n a -- b;\n c [x=\n y=3];\n}\n", "4: error: not DOT: "},
      {"graph {\n a -- b;\n c -- d;\n\n\n", "3: error: not DOT: "},
      {"// a\n\ndigraph {\n a -> b\n}\n", "3: error: the graph is directed"},
      {"graph {\n a -- b;\n b\n  -- b;\n}\n", "4: error: node 'b' must not be its own"}};
  for (const auto& [text, message] : mistakes) {
    const Written file("mistake.dot", text);
    EXPECT_THAT(refusal_of_file(file.path()), HasSubstr(message)) << text;
  }
}

TEST(GraphFile, CountsAnEdgeOnceThatAStrictGraphHasTwice) {
  EXPECT_EQ(good("strict_twice.dot").edge_count(), 1);
}

TEST(GraphFile, ReadsBracesWithoutAWordAsSubgraphs) {
  const std::pair<const char*, std::vector<Edge>> files[] = {
      {"graph { a -- {b; c} b -- c }", {{0, 1}, {0, 2}, {1, 2}}},
      {"graph { {a b} -- {c d} -- e }", {{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 4}, {3, 4}}},
      {"graph { { a -- b; { b -- c } } }", {{0, 1}, {1, 2}}},
      {"strict graph { a -- { b }; a -- b\n subgraph x { b -- c } a -- Subgraph { c } }",
       {{0, 1}, {1, 2}, {0, 2}}},
      {"graph { \"subgraph\" -- { a } -- b }", {{0, 1}, {1, 2}}},
      {"graph { x; subgraph y { x -- z }; { z -- w } }", {{0, 1}, {1, 2}}}};
  for (const auto& [text, links] : files) {
    const Written file("braces.dot", text);
    const Graph graph = read_graph(file.path());
    const Graph expected(graph.size(), links);
    for (Node v = 0; v < graph.size(); ++v)
      EXPECT_EQ(graph.neighbours(v), expected.neighbours(v)) << text << ", " << graph.name(v);
  }
  const Written nested("nested.dot",
                       "graph {" + std::string(100, '{') + "a -- b" + std::string(101, '}'));
  EXPECT_EQ(refusal_of_file(nested.path()),
            "1: error: subgraphs lie in each other more than 64 deep");
}

TEST(GraphFile, RefusesSubgraphsThatLieTooDeepInEachOther) {
  const auto nested = [](int depth) {
    std::string text = "graph {";
    for (int k = 1; k < depth; ++k) text += "subgraph {";
    return text + "a -- b" + std::string(static_cast<std::size_t>(depth), '}');
  };
  const Written deepest("deepest.dot", nested(64));
  const Written deeper("deeper.dot", nested(100'000));

  EXPECT_EQ(read_graph(deepest.path()).edge_count(), 1);
  EXPECT_EQ(refusal_of_file(deeper.path()),
            "1: error: subgraphs lie in each other more than 64 deep");
}

TEST(GraphFile, RefusesHtmlStringsWithTheirLine) {
  for (const char* text :
       {"graph {\n a -- b;\n a [label=<<b>A</b>>];\n}\n", "graph {\n a -- b;\n label = <t>;\n}\n",
        "graph {\n a -- b;\n <a> -- c;\n}\n", "graph {\n a -- b;\n a:<n> -- c;\n}\n"}) {
    const Written file("html.dot", text);
    EXPECT_EQ(
        refusal_of_file(file.path()),
        "3: error: '<' outside of quotes: HTML strings are not read; write the text in quotes")
        << text;
  }
}

TEST(GraphFile, ReadsQuotedTextToItsEnd) {
  const Written file(
      "quoted.dot", "graph {\n \"z\\\\\" -- \"y\\\"<\";\n \"y\\\"<\" -- a [label=\"<\\\\\"];\n}\n");

  const Graph graph = read_graph(file.path());

  ASSERT_EQ(graph.size(), 3);
  EXPECT_EQ(graph.name(0), "z\\\\");
  EXPECT_EQ(graph.name(1), "y\"<");
  EXPECT_EQ(graph.name(2), "a");
}

TEST(GraphFile, RefusesAPipe) {
  const Written file("pipe.txt", "");
  std::filesystem::remove(file.path());
  ASSERT_EQ(::mkfifo(file.path().c_str(), 0600), 0);

  EXPECT_EQ(refusal_of_file(file.path()), " error: is a pipe, not a graph file");
}

TEST(GraphFile, RefusesControlCharacters) {
  EXPECT_EQ(refusal_of("control.txt"), " error: must be text: line 2 holds a control character");
}

TEST(GraphFile, RefusesTooManyNodes) {
  std::string path;
  for (int v = 0; v < 1 << 20; ++v) path += std::to_string(v) + " " + std::to_string(v + 1) + "\n";
  const Written file("path.txt", path);

  EXPECT_EQ(refusal_of_file(file.path()),
            " error: the graph has 1048577 nodes; at most 1048576 are possible");
}

TEST(GraphFile, SaysWhyAFileCannotBeRead) {
  EXPECT_EQ(refusal_of_file("/nowhere/graph.txt"),
            " error: cannot be read: No such file or directory");
  EXPECT_EQ(refusal_of_file("/tmp"), " error: is a directory, not a graph file");
  EXPECT_EQ(refusal_of_file("/dev/zero"), " error: is larger than 64 MiB");
}

// The place of what is wrong is a line of the file only if there are lines.
TEST(GraphFile, TellsAFileThatCannotBeReadFromOneThatIsWrong) {
  const auto is_readable = [](const std::string& path) {
    try {
      read_graph(path);
    } catch (const GraphFileError& error) {
      return error.is_readable();
    }
    throw std::logic_error("accepted " + path);
  };
  EXPECT_FALSE(is_readable("/nowhere/graph.txt"));
  EXPECT_FALSE(is_readable("/tmp"));
  EXPECT_TRUE(is_readable(FLITWISE_TEST_DATA "/graphs/bad/self_loop.txt"));
}

}  // namespace
}  // namespace flitwise
