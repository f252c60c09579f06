// Networks of stages as hardware: what PEs send is combined or flooded in the steps of the
// formulas, by the tables in the parameters and over the links between the stages.
#include <Vcombine_network_2_netlist.h>
#include <Vcombine_network_centre.h>
#include <Vcombine_network_flood.h>
#include <Vcombine_network_tree.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "tests/rtl/collective/stage_tree.h"

namespace flitwise::rtl_test {
namespace {

constexpr int kWidth = 31;
constexpr std::size_t kLastEdge = 200;

/// Parameters of a model.
struct NetworkShape {
  std::size_t nodes = 0;
  std::size_t links = 0;  // of a node, at most
  std::size_t depth = 0;
};
template <class Model>
inline constexpr NetworkShape kNetworkShape{};
template <>
inline constexpr NetworkShape kNetworkShape<Vcombine_network_2_netlist>{2, 1};
template <>
inline constexpr NetworkShape kNetworkShape<Vcombine_network_tree>{5, 3};
template <>
inline constexpr NetworkShape kNetworkShape<Vcombine_network_centre>{5, 3, 2};
template <>
inline constexpr NetworkShape kNetworkShape<Vcombine_network_flood>{4, 2};

/// When each PE sends its words: not before that edge, and where nothing waits at it.
using SendEdges = std::vector<std::vector<std::size_t>>;  // by PE and word

struct NetworkRun {
  std::size_t done = 0;                             // the edge after which the last result is there
  std::vector<std::vector<std::uint32_t>> results;  // by PE, in order
  std::vector<unsigned> violations;                 // by node, bits of all its reports
  int failures = 0;                                 // of checkers
};

template <class Model>
class StageNetwork {
 public:
  static constexpr NetworkShape kShape = kNetworkShape<Model>;
  static constexpr std::size_t kLanes = 1 + kShape.links;

  StageNetwork() : model_(&context_) {
    count_assertion_failures(context_);
    clear_inputs(model_);
    reset(model_);
  }

  NetworkRun run(const SendEdges& edges, CombineOp op) {
    NetworkRun run;
    run.results.resize(kShape.nodes);
    run.violations.resize(kShape.nodes);
    std::vector<std::size_t> sent(kShape.nodes), room(kShape.nodes, kShape.depth);
    for (std::size_t edge = 0; edge < kLastEdge; ++edge) {
      for (std::size_t v = 0; v < kShape.nodes; ++v) {
        if (sent[v] == edges[v].size() || edge < edges[v][sent[v]]) continue;
        if (kShape.depth > 0 && room[v] == 0) continue;
        put(v, operand_flit(static_cast<std::uint32_t>(sent[v]), test_operand(v, sent[v], kWidth),
                            op));
        ++sent[v];
        --room[v];
      }
      clock_cycle<Model>(&model_);
      std::memset(bytes_of(model_.own_lane_i), 0, sizeof model_.own_lane_i);
      for (std::size_t v = 0; v < kShape.nodes; ++v) {
        run.violations[v] |= static_cast<unsigned>(bits_of(model_.violation_o, 8 * v, 8));
        room[v] += bits_of(model_.own_credit_o, v, 1);
        const RawFlit flit = bits_of(model_.out_lane_o, v * kLanes * 64, 64);
        if (!is_valid(flit)) continue;
        run.results[v].push_back(combine_flit(flit).word);
        run.done = edge;
      }
    }
    EXPECT_EQ(model_.busy_o, 0);
    run.failures = context_.errorCount();
    return run;
  }

 private:
  void put(std::size_t node, RawFlit flit) {
    std::memcpy(bytes_of(model_.own_lane_i) + node * sizeof flit, &flit, sizeof flit);
  }

  VerilatedContext context_;
  Model model_;
};

std::uint32_t all_as_one(std::size_t nodes, std::size_t word, CombineOp op) {
  std::uint32_t result = test_operand(0, word, kWidth);
  for (std::size_t v = 1; v < nodes; ++v)
    result = combined(op, kWidth, result, test_operand(v, word, kWidth));
  return result;
}

void expect_results(const NetworkRun& run, std::size_t words, CombineOp op) {
  std::vector<std::uint32_t> expected;
  for (std::size_t q = 0; q < words; ++q) expected.push_back(all_as_one(run.results.size(), q, op));
  for (const auto& results : run.results) EXPECT_EQ(results, expected);
  for (const unsigned bits : run.violations) EXPECT_EQ(bits, 0U);
  EXPECT_EQ(run.failures, 0);
}

// Word q of a node of that depth in a tree of that height, in the steps in which operands meet.
SendEdges aligned_edges(const std::vector<std::size_t>& depths, std::size_t words) {
  const std::size_t height = *std::max_element(depths.begin(), depths.end());
  SendEdges edges(depths.size());
  for (std::size_t v = 0; v < depths.size(); ++v)
    for (std::size_t q = 0; q < words; ++q) edges[v].push_back(q + height - depths[v]);
  return edges;
}

template <class Model>
void expect_all_reduces(const std::vector<std::size_t>& depths) {
  const std::size_t height = *std::max_element(depths.begin(), depths.end());
  for (const std::size_t words : {1, 2, 7})
    for (int op = 0; op < kCombineOps; ++op) {
      const auto word_op = static_cast<CombineOp>(op);
      const NetworkRun run = StageNetwork<Model>().run(aligned_edges(depths, words), word_op);
      expect_results(run, words, word_op);
      EXPECT_EQ(run.done, words - 1 + 2 * height);
    }
}

// Nodes 1 and 2 below node 0, 3 and 4 below node 1.
TEST(CombineNetwork, AllReducesOverItsTreeInTheStepsOfTheFormula) {
  expect_all_reduces<Vcombine_network_tree>({0, 1, 1, 2, 2});
}

TEST(CombineNetwork, AllReducesAsNetlist) {
  expect_all_reduces<Vcombine_network_2_netlist>({0, 1});
}

// By the links' credits and those of the PEs, from the edge between 0 and 1: D = 3, a = 1.
TEST(CombineNetwork, AllReducesAtItsOwnPaceFromAnEdge) {
  for (const std::size_t words : {1, 2, 9}) {
    const SendEdges edges(5, std::vector<std::size_t>(words, 0));
    const NetworkRun run = StageNetwork<Vcombine_network_centre>().run(edges, CombineOp::kSum);
    expect_results(run, words, CombineOp::kSum);
    EXPECT_EQ(run.done, words - 1 + 3 + 2);
  }
}

// A ring of four: D = 2, a = 1, and whoever is last.
TEST(CombineNetwork, FloodsADiameterAfterTheLast) {
  for (std::size_t late = 0; late < 4; ++late)
    for (const std::size_t start : {0, 1, 5}) {
      SendEdges edges(4, {0});
      edges[late][0] = start;
      const NetworkRun run = StageNetwork<Vcombine_network_flood>().run(edges, CombineOp::kMin);
      expect_results(run, 1, CombineOp::kMin);
      EXPECT_EQ(run.done, start + 2 * (1 + 1));
    }
}

TEST(CombineNetwork, NamesTheNodeWhereALateOperandIsMissed) {
  SendEdges edges = aligned_edges({0, 1, 1, 2, 2}, 2);
  for (std::size_t& edge : edges[3]) ++edge;
  Quiet quiet;
  const NetworkRun run = StageNetwork<Vcombine_network_tree>().run(edges, CombineOp::kSum);
  quiet.text();
  EXPECT_EQ(run.violations[1], kMismatchBit);
  for (const std::size_t v : {2, 3, 4}) EXPECT_EQ(run.violations[v], 0U);
}

}  // namespace
}  // namespace flitwise::rtl_test
