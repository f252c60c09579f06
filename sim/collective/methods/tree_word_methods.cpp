// tree_word_methods.cpp: rows of trees of PEs: what PEs do and what formulas say of it.
#include "sim/collective/methods/word_methods.h"
#include "sim/collective/methods/word_rows.h"
#include "systemc/protocols/collective/tree_plans.h"
#include "systemc/protocols/combining/flood_plans.h"
#include "tb/theory/collective/tree_collectives.h"
#include "tb/theory/combining/flood_words.h"
#include "tb/theory/combining/network_combining.h"

namespace flitwise {
namespace {

using Operation = CollectiveOperation;

const std::string kSingle = "any tree of single-port PEs, any root, length and a";
const std::string kMulti = "any tree with options.ports: multi";

}  // namespace

std::vector<WordMethod> tree_word_methods() {
  return {
      word_row<TreeShape, protocols::tree_interleaved, theory::tree_interleaved>(
          "interleaved", {Operation::kReduce, Operation::kAllReduce, Operation::kBarrier},
          "single-port PEs take the words of their children in turn",
          "Single-port PEs take the words of their children in turn, those of one word without a "
          "gap. An all-reduce broadcasts the results, likewise, when the reduction is over.",
          "reduce: E(root) + (m - 1) Delta; all-reduce: E(root) + B* + 2 (m - 1) Delta; E(leaf) = "
          "0, E(v) = max over its children by decreasing E of (a + j + E(child j)), Delta the most "
          "children of a PE, B* the E of a = 0",
          kSingle, kThisProject),
      word_row<TreeShape, protocols::tree_whole, theory::tree_whole>(
          "whole", {Operation::kReduce}, "single-port PEs take one child's vector after the other",
          "Single-port PEs take one child's vector after the other and pass the sum on while the "
          "last one comes in.",
          "S(root) + m - 2; S(leaf) = 1, S(v) = x_d + 1 + a, x_j = max(S(child j), x_(j-1) + m) "
          "over the children by increasing S",
          kSingle, kThisProject),
      word_row<TreeShape, protocols::tree_own_pace, theory::tree_own_pace>(
          "own-pace", {Operation::kAllGather, Operation::kAllToAll},
          "over every link what the other side lacks",
          "Over every link a PE sends what the other side lacks, a word a step: of an all-gather "
          "in the order of arrival, of an all-to-all first what has farthest to go.",
          "all-gather: P (N - 1), however the tree looks; of all-to-all no formula is known, and "
          "the bound max over the links of s (N - s) P, s PEs on one side, is rarely missed",
          kMulti, kThisProject),
      word_row<TreeShape, protocols::tree_reversed, theory::tree_reversed>(
          "reversed", {Operation::kReduceScatter, Operation::kAllReduce},
          "the all-gather own-pace backwards; of an all-reduce it follows",
          "The all-gather own-pace backwards, by a timetable: what it passes on is combined. An "
          "all-reduce has that all-gather, of the results, behind it.",
          "reduce-scatter: B (N - 1) + a, B = ceil(m / N); all-reduce: 2 B (N - 1) + a; both for B "
          "> a",
          kMulti, kThisProject),
      flood_row<TreeShape, protocols::flood_tree, theory::tree_flood, theory::tree_flood_words>(
          kMulti + ", any start and a; for a = 0 no barrier is earlier"),
  };
}

}  // namespace flitwise
