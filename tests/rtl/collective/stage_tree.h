// stage_tree.h: a tree of stages that combine, wired, and PEs that send operands and note results.
#ifndef FLITWISE_TESTS_RTL_COLLECTIVE_STAGE_TREE_H_
#define FLITWISE_TESTS_RTL_COLLECTIVE_STAGE_TREE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "tests/rtl/collective/combine_harness.h"

namespace flitwise::rtl_test {

/// A tree whose root is a node or an edge.
struct RootedTree {
  std::vector<std::vector<std::size_t>> neighbours;  ///< by node; link k leads to the k-th
  std::size_t root = 0;
  std::optional<std::size_t> other;  ///< the root edge's other end

  std::size_t size() const { return neighbours.size(); }
};

enum class RootKind : std::uint8_t { kFirstNode, kCentre };

/// `parents[v]` is the parent of node v + 1, at most v.
RootedTree rooted_tree(const std::vector<std::size_t>& parents, RootKind kind);

/// Nodes in breadth-first order from the root, with parent and depth; of a root edge both ends have
/// depth 0 and each other for parent.
struct TreePlaces {
  std::vector<std::optional<std::size_t>> parent;
  std::vector<std::size_t> depth;
  std::size_t height = 0;
};
TreePlaces places_in(const RootedTree& tree);

enum class WantedBy : std::uint8_t { kRoot, kAll };

std::vector<CombineSeat> seats_of(const RootedTree& tree, WantedBy wanted);

/// The words that a PE sends.
std::uint32_t test_operand(std::size_t pe, std::size_t word, int width);

/// What a run shows.
struct TreeRun {
  std::size_t done = 0;                             ///< step at whose end the last result is there
  std::vector<std::vector<std::uint32_t>> results;  ///< by PE, in order
  unsigned violations = 0;                          ///< bits of all reports
  std::map<std::size_t, std::size_t> mismatch_at;   ///< first step with one, by node
  int assertion_failures = 0;
};

/// Every PE has `words` operands. Aligned stages get them in the steps in which they meet, others
/// as soon as there is a place for them. `late[v]` steps are added to all of PE v's.
template <class Model>
class StageTree {
 public:
  static constexpr CombineShape kShape = kCombineShape<Model>;

  StageTree(RootedTree tree, WantedBy wanted) : tree_(std::move(tree)), places_(places_in(tree_)) {
    for (const CombineSeat& seat : seats_of(tree_, wanted))
      stages_.push_back(
          std::make_unique<VerilatedCombineStage<Model>>(std::vector<CombineSeat>{seat}));
    inputs_.resize(tree_.size());
    credits_.resize(tree_.size());
  }

  TreeRun run(std::size_t words, CombineOp op, std::vector<std::size_t> late = {}) {
    late.resize(tree_.size());
    TreeRun run;
    run.results.resize(tree_.size());
    sent_.assign(tree_.size(), 0);
    room_.assign(tree_.size(), kShape.depth);
    for (std::size_t edge = 0; edge < kLastEdge; ++edge) {
      const bool is_busy = step(edge, words, op, late, run);
      if (!is_busy && edge > words * 4 + 100) break;
    }
    for (const auto& stage : stages_) run.assertion_failures += stage->assertion_failures();
    return run;
  }

 private:
  static constexpr std::size_t kLastEdge = 2000;

  // The edge at which an aligned PE's operand must be captured.
  std::size_t edge_of(std::size_t node, std::size_t word) const {
    const std::size_t rounds = places_.height - places_.depth[node];
    const std::size_t sends = word + 1 + rounds * (1 + kShape.adder);
    return sends - 1 - (is_leaf(node) ? 0 : kShape.adder);
  }

  bool is_leaf(std::size_t node) const {
    const std::size_t children =
        tree_.neighbours[node].size() - (places_.parent[node].has_value() ? 1 : 0);
    return children == 0;
  }

  bool may_send(std::size_t node, std::size_t edge, std::size_t late) const {
    if (kShape.depth == 0) return edge == edge_of(node, sent_[node]) + late;
    return edge >= late && room_[node] > 0;
  }

  bool step(std::size_t edge, std::size_t words, CombineOp op, const std::vector<std::size_t>& late,
            TreeRun& run) {
    for (std::size_t v = 0; v < tree_.size(); ++v) {
      if (sent_[v] == words || !may_send(v, edge, late[v])) continue;
      const auto number = static_cast<std::uint32_t>(sent_[v]);
      inputs_[v][0] = operand_flit(number, test_operand(v, sent_[v], kShape.width), op);
      ++sent_[v];
      --room_[v];
    }
    std::vector<CombineOutputs> outputs;
    for (std::size_t v = 0; v < tree_.size(); ++v) {
      outputs.push_back(stages_[v]->clock_with(inputs_[v], credits_[v]));
      inputs_[v].clear();
      credits_[v].clear();
    }
    bool is_busy = false;
    for (std::size_t v = 0; v < tree_.size(); ++v) {
      is_busy = is_busy || outputs[v].busy;
      pass_on(v, edge, outputs[v], run);
    }
    return is_busy;
  }

  void pass_on(std::size_t v, std::size_t edge, const CombineOutputs& outputs, TreeRun& run) {
    run.violations |= outputs.violation;
    if ((outputs.violation & kMismatchBit) != 0) run.mismatch_at.try_emplace(v, edge);
    if (outputs.lanes[0] != 0) {
      run.results[v].push_back(combine_flit(outputs.lanes[0]).word);
      run.done = edge;
    }
    if (outputs.credits.count(0) != 0) ++room_[v];
    for (std::size_t k = 0; k < tree_.neighbours[v].size(); ++k) {
      const std::size_t to = tree_.neighbours[v][k];
      const auto& back = tree_.neighbours[to];
      const auto at =
          static_cast<std::size_t>(std::find(back.begin(), back.end(), v) - back.begin());
      if (outputs.lanes[1 + k] != 0) inputs_[to][1 + at] = outputs.lanes[1 + k];
      if (outputs.credits.count(1 + k) != 0) credits_[to].insert(at);
    }
  }

  const RootedTree tree_;
  const TreePlaces places_;
  std::vector<std::unique_ptr<VerilatedCombineStage<Model>>> stages_;
  std::vector<std::map<std::size_t, RawFlit>> inputs_;
  std::vector<std::set<std::size_t>> credits_;
  std::vector<std::size_t> sent_;  // by PE
  std::vector<std::size_t> room_;  // by PE: places for operands; of no account where aligned
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_COLLECTIVE_STAGE_TREE_H_
