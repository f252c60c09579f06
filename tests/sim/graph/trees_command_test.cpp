// `flitwise trees`: figures, proofs and trees of graphs, and checks of trees in files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "systemc/formats/graph_file.h"
#include "systemc/topology/graph/graph_shapes.h"
#include "systemc/topology/graph/link_packing.h"
#include "tests/sim/cli/command_line.h"

namespace flitwise::trees_command_test {
namespace {

using nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class TreesCommand : public test::CommandLine {
 protected:
  int trees(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "trees");
    return run(arguments);
  }
  json trees_json(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--json", "-"});
    EXPECT_EQ(trees(arguments), 0) << error();
    return json::parse(out());
  }
  std::string file(const std::string& name, const std::string& text) {
    test::write_text(directory_.path(name), text);
    return directory_.path(name);
  }
};

TEST_F(TreesCommand, PrintsFiguresProofsAndFamilies) {
  EXPECT_EQ(trees({"torus:4,4"}), 0);
  EXPECT_EQ(out(),
            "graph      nodes  links  degree  diameter  girth  tau  sigma  lambda\n"
            "torus:4,4     16     32       4         4      4    2  32/15  4\n"
            "\n"
            "tau 2: 16 blocks have 32 links between them, fewer than 3 x 15\n"
            "lambda 4: as many links leave 15 nodes with root 0, all but node 1\n"
            "all-gather 15/4: what 15 nodes have leaves them by 4 links\n"
            "\n"
            "no common  trees  root  heights  at least  found by\n"
            "link           2  own   4 x 2           4  search\n"
            "arc            4  0     5 x 4           5  search\n");
}

TEST_F(TreesCommand, TimesOperations) {
  EXPECT_EQ(trees({"torus:4,4", "--length", "1024"}), 0);
  EXPECT_THAT(
      out(),
      HasSubstr("operation  algorithm        flits  trees  heights  finish  at least  gap\n"
                "broadcast  trees             1024      4  5 x 4       260       259  1\n"
                "reduce     trees             1024      4  5 x 4       260       259  1\n"
                "allreduce  trees             1024      2  4 x 2       519       480  39\n"
                "allreduce  trees-two-phase   1024      4  5 x 4       520       480  40\n"));
}

// One tree of the distances is 6 high, four are 8 high.
TEST_F(TreesCommand, TakesAsManyTreesAsEndFirst) {
  const json one = trees_json({"star:5", "--length", "1"})["operations"][0];
  EXPECT_EQ(one["finish"], 6);
  EXPECT_LT(one["heights"].size(), 4U);
  EXPECT_EQ(trees_json({"star:4", "--length", "8"})["operations"][0]["heights"].size(), 3U);
  const json fixed = trees_json({"star:4", "--length", "1", "--count", "3"});
  EXPECT_EQ(fixed["operations"][0]["finish"], 6);
  const json none = trees_json({"star:4", "--length", "0"});
  EXPECT_EQ(none["operations"][0]["finish"], 0);
  EXPECT_EQ(none["operations"][2]["lower_bound"], 0);
}

// Node 1 is a neighbour of all others.
TEST_F(TreesCommand, HangsALoneTreeFromTheMiddle) {
  const std::string graph = file("w5.txt", "0 1\n0 2\n0 4\n1 2\n1 3\n1 4\n");
  const json made = trees_json({graph, "--length", "10"});
  EXPECT_EQ(made["tau"], 1);
  EXPECT_EQ(made["families"][0]["heights"], json({1}));
  EXPECT_EQ(made["operations"][2]["finish"], 11);
}

// Over both trees, 7 and 8 high, it would take 15 and 16 steps.
TEST_F(TreesCommand, ReducesShortVectorsToAllOverOneLowTree) {
  for (const auto& [length, finish] : {std::pair("1", 12), {"2", 13}})
    EXPECT_EQ(trees_json({"star:5", "--length", length})["operations"][2]["finish"], finish);
}

TEST_F(TreesCommand, WritesBothProofsAsJson) {
  for (const char* shape : {"mesh:3,4", "polarfly:3", "kautz:2,3", "path:2"}) {
    const json found = trees_json({shape, "--root", "1"});
    const Graph graph = make_graph(shape);
    EXPECT_EQ(found["graph"], shape);
    EXPECT_EQ(found["n"], graph.size());
    EXPECT_EQ(found["links"], graph.edge_count());
    const auto partition = found["partition"].get<Partition>();
    const std::int64_t cuts = block_count(partition) - 1;
    EXPECT_EQ(found["links_between_blocks"], links_between(graph, partition));
    EXPECT_LT(links_between(graph, partition), (found["tau"].get<std::int64_t>() + 1) * cuts);
    EXPECT_EQ(found["sigma"][0].get<std::int64_t>() * cuts,
              found["sigma"][1].get<std::int64_t>() * links_between(graph, partition));
    ASSERT_EQ(found["families"].size(), 2U);
    for (const json& family : found["families"]) {
      TreeFamily trees;
      trees.disjoint = family["family"] == "arc" ? Disjoint::kArcs : Disjoint::kLinks;
      trees.trees = family["trees"].get<std::vector<Parents>>();
      EXPECT_THAT(faults_of(graph, trees), IsEmpty()) << shape;
      EXPECT_EQ(family["heights"], json(heights_of(trees.trees))) << shape;
      for (const json& height : family["heights"]) EXPECT_GE(height.get<int>(), 1);
    }
    EXPECT_EQ(found["families"][0]["trees"].size(), found["tau"]) << shape;
    EXPECT_EQ(found["families"][1]["trees"].size(), found["lambda"]) << shape;
    EXPECT_EQ(found["families"][1]["trees"][0][1], -1) << shape;
  }
}

TEST_F(TreesCommand, ChecksTheTreesThatItWrites) {
  EXPECT_EQ(trees({"polarfly:3", "--json", directory_.path("t.json")}), 0);
  EXPECT_EQ(trees({"polarfly:3", "--check", directory_.path("t.json")}), 0);
  EXPECT_EQ(out(),
            "polarfly:3: 2 trees without a common link: right, heights 3 x 2\n"
            "polarfly:3: 3 trees without a common arc: right, heights 4 x 3\n"
            "polarfly:3: a partition of 13 blocks, 24 links between them: 2 trees at most, right\n"
            "polarfly:3: a cut of 3 links: 3 trees at most, right\n");
}

TEST_F(TreesCommand, SaysWhatIsWrongWithTrees) {
  const std::string graph = file("square.txt", "amy bob\nbob cat\ncat dan\ndan amy\n");
  const std::string trees_file =
      file("t.json", R"({"trees": [[-1, 0, 1, 2], [-1, 0, 3, 0], [-1, 0, 0, 2]]})");
  EXPECT_EQ(trees({graph, "--check", trees_file}), 1);
  EXPECT_THAT(out(), EndsWith(": 3 trees without a common link: WRONG\n"
                              "  tree 0 and tree 1: both use the link amy -- bob\n"
                              "  tree 0 and tree 1: both use the link cat -- dan\n"
                              "  tree 2: there is no link from node amy to its child cat\n"));
  const std::string both_ways = file("t.json", R"({"trees": [[-1, 0, 1, 2], [-1, 2, 3, 0]]})");
  EXPECT_EQ(trees({graph, "--check", both_ways}), 1);
  EXPECT_EQ(trees({graph, "--check", both_ways, "--family", "arc"}), 0);
}

TEST_F(TreesCommand, ShowsTwentyFaultsAtMost) {
  std::string tree = "[-1";
  for (int v = 1; v < 30; ++v) tree += ", " + std::to_string(v - 1);
  const std::string twice = file("t.json", "{\"trees\": [" + tree + "], " + tree + "]]}");
  EXPECT_EQ(trees({"path:30", "--check", twice}), 1);
  EXPECT_THAT(out(), HasSubstr("both use the link 19 -- 20\n  and 9 more\n"));
}

TEST_F(TreesCommand, SaysWhatIsWrongWithProofs) {
  EXPECT_EQ(trees({"ring:4", "--json", directory_.path("t.json")}), 0);
  const json right = json::parse(test::read_text(directory_.path("t.json")));
  const auto with = [&](const std::string& key, const json& value) {
    json changed = right;
    changed[key] = value;
    EXPECT_EQ(trees({"ring:4", "--check", file("t.json", changed.dump())}), 1) << key << value;
    return out();
  };
  EXPECT_THAT(with("partition", {0, 0, 0}),
              HasSubstr("a partition: WRONG\n  has 3 entries, and the "
                        "graph has 4 nodes\n"));
  EXPECT_THAT(with("partition", {0, 0, 0, 0}), HasSubstr("a partition: WRONG\n  has one block\n"));
  EXPECT_THAT(with("partition", {0, 1, 0, -1}),
              HasSubstr("a partition: WRONG\n  block -1 of node 3 must be 0 to 3\n"));
  EXPECT_THAT(with("partition", {0, 0, 1, 1}),
              HasSubstr("a partition of 2 blocks, 2 links between them: 2 trees at most, WRONG\n"
                        "  tau is 1\n"));
  EXPECT_THAT(with("cut", {0, 7}), HasSubstr("a cut: WRONG\n  7 is no node of the graph\n"));
  EXPECT_THAT(with("cut", json::array()),
              HasSubstr("a cut: WRONG\n  must hold some nodes and not all\n"));
  EXPECT_THAT(with("cut", {0, 1, 2, 3}),
              HasSubstr("a cut: WRONG\n  must hold some nodes and not all\n"));
  EXPECT_THAT(with("cut", {0, 2}),
              HasSubstr("a cut of 4 links: 4 trees at most, WRONG\n  lambda is 2\n"));
  const std::string no_list = file("t.json", R"({"trees": [[-1, 0, 1, 2]], "cut": [0.5]})");
  EXPECT_EQ(trees({"ring:4", "--check", no_list}), 2);
  EXPECT_THAT(error(), EndsWith("t.json: error: cut must be a list of whole numbers\n"));
}

TEST_F(TreesCommand, TimesTheTreesOfAFile) {
  const std::string low = FLITWISE_SOURCE_DIR "/sim/scenarios/graphs/low_trees.json";
  EXPECT_EQ(trees({"polarfly:5", "--check", low, "--length", "1024"}), 0);
  EXPECT_THAT(out(), HasSubstr("5 trees without a common arc: right, heights 4 x 5\n"
                               "  broadcast of 1024 flits: finish 208, at least 208, gap 0\n"));
  EXPECT_THAT(out(), HasSubstr("heights 3 x 3\n"
                               "  allreduce of 1024 flits: finish 347, at least 342, gap 5\n"));
  const std::string wrong = file("t.json", R"({"trees": [[-1, 0, 1], [-1, 0, 1]]})");
  EXPECT_EQ(trees({"ring:3", "--check", wrong, "--length", "1024"}), 1);
  EXPECT_THAT(out(), Not(HasSubstr("1024 flits")));
}

// Of what a file says beside its trees.
TEST_F(TreesCommand, HoldsWhatAFileSaysOfItsTreesAgainstThem) {
  const auto said = [&](const std::string& more, const char* graph = "ring:4") {
    EXPECT_EQ(
        trees({graph, "--check",
               file("t.json", R"({"family": "arc", "trees": [[-1, 0, 1, 2], [-1, 2, 3, 0]], )" +
                                  more + "}")}),
        1)
        << more;
    return out();
  };
  const std::string wrong = "ring:4: 2 trees without a common arc: WRONG\n  ";
  EXPECT_EQ(said(R"("heights": [3, 2])"), wrong + "heights are [3, 3], and the file says [3, 2]\n");
  EXPECT_EQ(said(R"("root": 1)"), wrong + "root is node 0, and the file says 1\n");
  EXPECT_EQ(said(R"("least_height": 4)"), wrong + "least_height is 4, and the bound 3\n");
  EXPECT_EQ(said(R"("least": "eccentricity")"),
            wrong + "least: the eccentricity is 2, and the highest tree has 3\n");
  EXPECT_EQ(said(R"("least": "radius")"),
            wrong + "least: the radius is 2, and the highest tree has 3\n");
  EXPECT_EQ(said(R"("lambda": 1)"), wrong + "lambda is 1, and these are 2 trees\n");
  EXPECT_EQ(said(R"("tau": 1, "partition": [0, 1, 2, 3], "sigma": [5, 3])"),
            "ring:4: 2 trees without a common arc: right, heights 3 x 2\n"
            "ring:4: a partition of 4 blocks, 4 links between them: WRONG\n  sigma is 5/3\n");
  EXPECT_EQ(trees({"ring:4", "--check",
                   file("t.json", R"({"family": "arc", "trees": [[-1, 0, 1, 2], [-1, 2, 3, 0]],
                        "heights": [3, 3], "root": 0, "least_height": 3, "least": "height bound",
                        "roots": "common root", "lambda": 2, "cut": [0], "tau": 1,
                        "partition": [0, 1, 2, 3], "sigma": [8, 6]})")}),
            0)
      << out();
  EXPECT_EQ(
      trees({"complete:4", "--check", file("t.json", R"({"trees": [[-1, 0, 1, 2], [2, -1, 3, 1]],
                        "roots": "common root", "tau": 1})")}),
      1);
  EXPECT_THAT(out(), HasSubstr("WRONG\n"));
  EXPECT_EQ(
      trees({"complete:4", "--check", file("t.json", R"({"trees": [[-1, 0, 1, 2], [3, 3, 0, -1]],
                        "roots": "common root", "tau": 1})")}),
      1);
  EXPECT_EQ(out(),
            "complete:4: 2 trees without a common link: WRONG\n"
            "  roots: tree 1 hangs from node 3, and tree 0 from node 0\n"
            "  tau is 1, and these are 2 trees\n");
}

TEST_F(TreesCommand, RefusesAFamilyThatTheFileCallsByAnotherName) {
  const std::string arcs = file("t.json", R"({"family": "arc", "trees": [[-1, 0, 1]]})");
  EXPECT_EQ(trees({"ring:3", "--check", arcs, "--family", "link"}), 2);
  EXPECT_THAT(error(), EndsWith("t.json: error: family is \"arc\", and --family says link\n"));
  EXPECT_EQ(trees({"ring:3", "--check", arcs, "--family", "arc"}), 0);
  const std::string both = file("b.json", R"({"families": [
      {"family": "arc", "trees": [[-1, 0, 1]]}, {"family": "link", "trees": [[-1, 0, 1]]}]})");
  EXPECT_EQ(trees({"ring:3", "--check", both, "--family", "arc"}), 2);
  EXPECT_THAT(error(), EndsWith("families[1].family is \"link\", and --family says arc\n"));
}

TEST_F(TreesCommand, LetsTreesThatShareLinksTakeTurns) {
  const std::string two = file("t.json", R"({"trees": [[-1, 0, 1, 0], [1, -1, 1, 2]]})");
  EXPECT_EQ(trees({"ring:4", "--check", two, "--family", "slots", "--length", "10"}), 0);
  EXPECT_EQ(out(),
            "ring:4: 2 trees in time slots: right, heights 2 x 2, an element every 2 steps; of "
            "all-reduces every 2 steps\n"
            "  allreduce of 10 flits: finish 12, at least 8, gap 4\n");
  const std::string same = file("t.json", R"({"family": "slots", "trees": [[-1, 0, 1, 0],
      [-1, 0, 1, 0]]})");
  EXPECT_EQ(trees({"ring:4", "--check", same, "--length", "10"}), 0);
  EXPECT_THAT(out(), HasSubstr("  broadcast of 10 flits: finish 11, at least 6, gap 5\n"
                               "  reduce of 10 flits: finish 11, at least 6, gap 5\n"
                               "  allreduce of 10 flits: finish 13, at least 8, gap 5\n"));
  const std::string wrong = file("t.json", R"({"family": "slots", "trees": [[-1, 0, 1, 1]]})");
  EXPECT_EQ(trees({"ring:4", "--check", wrong}), 1);
  EXPECT_THAT(out(), HasSubstr("1 tree in time slots: WRONG\n  tree 0: there is no link from node "
                               "1 to its child 3\n"));
}

TEST_F(TreesCommand, SaysHowFastAllNodesCanTellAllOthers) {
  const std::string graph = file("g.txt", "0 1\n1 2\n0 2\n2 3\n3 4\n4 5\n3 5\n");
  const json barbell = trees_json({graph});
  EXPECT_EQ(barbell["allgather"], json({3, 1}));
  EXPECT_EQ(barbell["crowd"].size(), 3U);
  EXPECT_EQ(trees({graph}), 0);
  EXPECT_THAT(out(), HasSubstr("\nall-gather 3: what 3 nodes have leaves them by 1 link\n"));
  EXPECT_EQ(trees_json({"torus:4,4"})["allgather"], json({15, 4}));
}

TEST_F(TreesCommand, LeavesTreesOfOtherGraphsOut) {
  const std::string trees_file = file("t.json", R"({"families": [
      {"graph": "ring:3", "family": "arc", "trees": [[-1, 0, 1], [-1, 2, 0]]},
      {"graph": "ring:4", "family": "link", "trees": [[7]]}]})");
  EXPECT_EQ(trees({"ring:3", "--check", trees_file}), 0);
  EXPECT_EQ(out(), "ring:3: 2 trees without a common arc: right, heights 2 x 2\n");
  EXPECT_EQ(trees({"ring:4", "--check", trees_file}), 1);
  EXPECT_EQ(trees({"ring:5", "--check", trees_file}), 2);
  EXPECT_THAT(error(), EndsWith("t.json: error: has no trees of the graph ring:5\n"));
}

TEST_F(TreesCommand, RefusesFilesThatHoldNoTrees) {
  const std::pair<const char*, const char*> files[] = {
      {"[1]", "must be an object with trees or families"},
      {"{}", "trees must be a list of lists of parents"},
      {R"({"trees": []})", "trees must be a list of lists of parents"},
      {R"({"trees": [1]})", "trees[0] must be a list of parents"},
      {R"({"trees": [[-1, 0], [-1, 0.5]]})", "trees[1][1] must be the number of a node, or -1"},
      {R"({"trees": [[-1, 5000000]]})", "trees[0][1] must be the number of a node, or -1"},
      {R"({"trees": [[-1]], "family": "tree"})", "family must be \"arc\", \"link\" or \"slots\""},
      {R"({"trees": [[-1]], "roots": "any"})", "roots must be \"common root\" or \"own roots\""},
      {R"({"trees": [[-1]], "least": 3})", "least must be a text"},
      {R"({"trees": [[-1]], "heights": 3})", "heights must be a list of whole numbers"},
      {R"({"trees": [[-1]], "sigma": [3]})",
       "sigma must be a numerator and a denominator, at least 1"},
      {R"({"families": 1})", "families must be a list"},
      {R"({"families": [1]})", "families[0] must be an object with trees"},
      {R"({"families": [{"trees": [1]}]})", "families[0].trees[0] must be a list of parents"}};
  for (const auto& [text, rule] : files) {
    EXPECT_EQ(trees({"ring:3", "--check", file("t.json", text)}), 2) << text;
    EXPECT_THAT(error(), EndsWith(std::string("t.json: error: ") + rule + "\n"));
  }
  EXPECT_EQ(trees({"ring:3", "--check", file("t.json", "{")}), 2);
  EXPECT_THAT(error(), HasSubstr("t.json: error: is no JSON: "));
  EXPECT_EQ(trees({"ring:3", "--check", directory_.path("nowhere.json")}), 2);
  EXPECT_THAT(error(),
              EndsWith("nowhere.json: error: cannot be read: No such file or directory\n"));
}

TEST_F(TreesCommand, RefusesGraphsThatItCannotMake) {
  EXPECT_EQ(trees({"polarfly:6"}), 2);
  EXPECT_EQ(error(), "flitwise trees: error: polarfly:6: Q must be a prime, got 6\n");
  EXPECT_EQ(trees({"tori:4,4"}), 2);
  EXPECT_THAT(error(), HasSubstr("tori:4,4: is no kind of graph; kinds are path, ring, "));
  EXPECT_EQ(trees({"nowhere.dot"}), 2);
  EXPECT_EQ(error(), "nowhere.dot: error: cannot be read: No such file or directory\n");
  EXPECT_EQ(trees({file("one.dot", "graph { a }")}), 2);
  EXPECT_THAT(error(), HasSubstr("one.dot: has a graph of 1 node; it must have 2 or more\n"));
  EXPECT_EQ(trees({file("parts.txt", "a b\nc d\n")}), 2);
  EXPECT_THAT(error(), HasSubstr("no path leads from node a to node c"));
}

TEST_F(TreesCommand, RefusesOptionsThatDoNotFit) {
  const auto refusal = [&](const std::vector<std::string>& arguments) {
    EXPECT_EQ(trees(arguments), 2);
    return error();
  };
  EXPECT_EQ(refusal({"ring:5", "--root", "5"}),
            "flitwise trees: error: --root 5: is no node of the graph; nodes are 0 to 4\n");
  const std::string named = file("named.dot", "graph { amy -- bob -- cid -- dan }");
  EXPECT_THAT(refusal({named, "--root", "bobb"}),
              HasSubstr("--root bobb: is no node of the graph (did you mean 'bob'?)"));
  EXPECT_THAT(refusal({named, "--root", "zoe"}),
              HasSubstr("--root zoe: is no node of the graph; nodes are amy, bob, cid, ..."));
  EXPECT_EQ(refusal({"ring:5", "--count", "3"}),
            "flitwise trees: error: --count 3: the graph has 2 trees of one root without a "
            "common arc\n");
  EXPECT_EQ(
      refusal({"path:5", "--count", "2"}),
      "flitwise trees: error: --count 2: the graph has 1 tree of one root without a common arc\n");
  for (const char* seed : {"-1", "18446744073709551616", "1e3", ""})
    EXPECT_THAT(refusal({"ring:5", "--seed", seed}),
                HasSubstr(std::string("--seed: ") + seed +
                          " is no whole number from 0 to 18446744073709551615"));
  EXPECT_EQ(trees({"ring:5", "--seed", "18446744073709551615"}), 0) << error();
  EXPECT_EQ(refusal({"ring:5", "--family", "arc"}),
            "flitwise trees: error: --family: belongs to --check\n");
  for (const auto& [option, value] :
       {std::pair("--root", "1"), {"--count", "1"}, {"--json", "-"}, {"--svg", "-"}})
    EXPECT_EQ(
        refusal({"ring:5", "--check", "t.json", option, value}),
        std::string("flitwise trees: error: ") + option + ": --check finds no trees of its own\n");
  EXPECT_EQ(
      refusal({"ring:5", "--json", "-", "--svg", "-"}),
      "flitwise trees: error: --json - --svg -: only one of them can go to standard output\n");
  const std::string both = directory_.path("both");
  EXPECT_THAT(refusal({"ring:5", "--json", both, "--svg", both}),
              HasSubstr("both: is wanted for the trees and for the picture; give one of them"));
  const std::string graph = file("graph.txt", "a b\n");
  EXPECT_THAT(refusal({graph, "--json", graph}),
              HasSubstr("graph.txt: is wanted for the graph itself and for the trees"));
  EXPECT_EQ(test::read_text(graph), "a b\n");
}

TEST_F(TreesCommand, FindsRootsByName) {
  const std::string graph = file("graph.dot", "graph { hub -- zoe; hub -- amy; amy -- zoe }");
  const json found = trees_json({graph, "--root", "amy"});
  EXPECT_EQ(found["root"], 2);
  EXPECT_EQ(found["node_names"], json({"hub", "zoe", "amy"}));
  EXPECT_EQ(found["families"][1]["trees"][0][2], -1);
}

TEST_F(TreesCommand, DrawsTrees) {
  EXPECT_EQ(trees({"petersen", "--svg", directory_.path("t.svg")}), 0);
  const std::string picture = test::read_text(directory_.path("t.svg"));
  EXPECT_EQ(test::xml_mistake(picture), "");
  EXPECT_THAT(picture, HasSubstr("petersen: 1 tree without a common link, heights "));
  std::size_t lines = 0;
  for (std::size_t at = picture.find("<path "); at != std::string::npos;
       at = picture.find("<path ", at + 1))
    ++lines;
  EXPECT_EQ(lines, 4U * 9);  // a tree without a common link, three without a common arc
  EXPECT_THAT(out(), HasSubstr("lambda"));
  EXPECT_EQ(trees({"petersen", "--svg", "-"}), 0);
  EXPECT_EQ(out(), picture);
  EXPECT_THAT(error(), HasSubstr("lambda"));
}

// Every family of the file that comes with the project.
TEST_F(TreesCommand, FindsTheTreesOfTheProjectsFileRight) {
  const std::string low = FLITWISE_SOURCE_DIR "/sim/scenarios/graphs/low_trees.json";
  const json families = json::parse(test::read_text(low))["families"];
  std::set<std::string> graphs;
  for (const json& family : families) graphs.insert(family["graph"]);
  EXPECT_EQ(families.size(), 40U);
  std::size_t right = 0;
  for (const std::string& graph : graphs) {
    EXPECT_EQ(trees({graph, "--check", low}), 0) << graph;
    for (std::size_t at = out().find(": right"); at != std::string::npos;
         at = out().find(": right", at + 1))
      ++right;
  }
  EXPECT_EQ(right, 40U);
  for (const json& family : families)
    EXPECT_EQ(json(heights_of(family["trees"].get<std::vector<Parents>>())), family["heights"]);
}

}  // namespace
}  // namespace flitwise::trees_command_test
