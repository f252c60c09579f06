// combining_word_methods.cpp: rows of operations whose words the routers combine.
#include "sim/collective/methods/word_methods.h"
#include "sim/collective/methods/word_rows.h"
#include "systemc/protocols/combining/combine_plans.h"
#include "tb/theory/combining/network_combining.h"

namespace flitwise {
namespace {

const std::vector<CollectiveOperation> kFromARoot{
    CollectiveOperation::kReduce, CollectiveOperation::kAllReduce, CollectiveOperation::kBarrier};
const std::vector<CollectiveOperation> kFromARootOrText{
    CollectiveOperation::kReduce, CollectiveOperation::kAllReduce, CollectiveOperation::kBarrier,
    CollectiveOperation::kMulticast};
const std::vector<CollectiveOperation> kFromTheMiddle{CollectiveOperation::kAllReduce,
                                                      CollectiveOperation::kBarrier};
const std::string kStages =
    " A stage beside each router adds what its PE and its children send and passes the sum up; "
    "results are copied on their way down. By timetable all operands of a node meet in one step; "
    "with options.meeting: own-pace everybody starts at once and operands wait in queues of "
    "options.operand_depth.";
const std::string kDepth1 = "; at own pace with operand_depth 1, 2m - 1 in place of m";
const std::string kAnyA = "any root and m, a = 0 to 3";
const std::string kTori = "; os + 1 + orv on top";
constexpr const char* kAlongTrees = "along all trees there are without a common link";
const std::string kTrees =
    "Routers combine words along spanning trees that share no link, options.trees of them or all "
    "there are, each from its middle and with a share of the words so that all end together." +
    kStages;
const std::string kOverTrees =
    "least T with sum over the trees of max(0, T + 1 - l_i) >= m, l_i = D_i + ceil(D_i / 2) a, D_i "
    "the diameter of a tree; reduce: l_i = H_i (1 + a), H_i its height";
const std::string kSearched =
    "up to 1,024 nodes, any m, a = 0 to 3; how many trees there are is proved, their diameters are "
    "those of a search";

theory::CollectiveFigures multicast_figures(const CollectiveRequest& request,
                                            const TreeShape& shape, Flits) {
  return theory::tree_multicast(request, shape);
}

theory::CollectiveFigures flood_figures(const CollectiveRequest& request, const Torus& torus,
                                        Flits) {
  return theory::torus_flood(request, torus);
}

WordMethod flood_in_routers() {
  WordMethod row = combining_row<Torus, protocols::combine_by_flooding, flood_figures>(
      kFlood, {CollectiveOperation::kBarrier},
      "routers combine without a tree: all tell all their neighbours, D times; op min, max, and, "
      "or",
      "In each of D rounds every router combines its PE's operand with what all its neighbours "
      "sent in the round before and sends that to all of them, without a tree: after round i it "
      "has the operands of all PEs up to i links away. Operands come over several ways: op is min, "
      "max, and or or.",
      std::string(kFloodFinish) + kTori,
      "any sides and start, a = 0 to 3; for a = 0 no barrier is earlier", kThisProject);
  row.has_pace = false;  // routers wait for their neighbours, and nobody else does
  row.counts_twice = true;
  return row;
}

// Roots of trees are where they are best; only a reduction ends at one's own.
WordMethod with_own_roots(WordMethod method) {
  method.hangs_from_root = false;
  return method;
}

WordMethod with_trees(WordMethod method) {
  method.has_trees = true;
  return method;
}

WordMethod without_pace(WordMethod method) {
  method.has_pace = false;
  return method;
}

}  // namespace

std::vector<WordMethod> combining_word_methods() {
  return {
      combining_row<TreeShape, protocols::combine_on_tree, theory::tree_in_network>(
          "in-network", kFromARoot, "routers combine, up to the root and down again",
          "Routers combine words on their way to the root." + kStages,
          "reduce: m - 1 + H (1 + a); all-reduce: m - 1 + 2H + H a, H the height from the root" +
              kDepth1,
          kAnyA, kThisProject),
      combining_row<TreeShape, protocols::combine_from_centre, theory::tree_in_network_centre>(
          "in-network-centre", kFromTheMiddle, "the same from the middle: optimal for a = 0",
          "Routers combine words on their way to the middle of a longest path; where that is an "
          "edge, its ends exchange their sums." +
              kStages,
          "m - 1 + D + ceil(D / 2) a, D the diameter" + kDepth1, "any m, a = 0 to 3", kThisProject),
      without_pace(combining_row<TreeShape, protocols::combine_on_tree, multicast_figures>(
          "tree-table", {CollectiveOperation::kMulticast}, "routers copy towards the destinations",
          "Routers copy the words to those of their children that lead to destinations.",
          "m - 1 + the largest distance of a destination", "any root, destinations and m",
          kThisProject)),
      with_own_roots(combining_row<FatTree, protocols::combine_in_switches,
                                   theory::fat_tree_in_switch>(
          "in-switch", kFromARootOrText, "switches combine, up to the root and down again",
          "Switches combine words on their way to the root, and pass the results down to all "
          "leaves or to one." +
              kStages,
          "m - 1 + 2L + L a, whatever the capacities; multicast: m - 1 + 2h, h the highest level "
          "where the root and a destination meet" +
              kDepth1,
          "leaves with one link, any m, a = 0 to 3", kThisProject)),
      combining_row<Torus, protocols::combine_on_torus, theory::torus_in_network>(
          "in-network", kFromARootOrText, "routers combine along a tree of shortest paths",
          "Routers combine words along a tree of shortest paths." + kStages,
          "reduce: m - 1 + D (1 + a); all-reduce: m - 1 + 2D + D a, D the diameter; multicast: m - "
          "1 + the largest distance of a destination" +
              kTori + kDepth1,
          kAnyA, kThisProject),
      with_own_roots(combining_row<Torus, protocols::combine_on_two_trees,
                                   theory::torus_in_network_two_trees>(
          "in-network-two-trees", kFromARoot, "along two edge-disjoint trees, each with its middle",
          "Routers combine words along two edge-disjoint spanning trees, each with a middle of its "
          "own and a share of the words so that both end together." +
              kStages,
          "least T with sum over the trees of max(0, T + 1 - D_i - ceil(D_i / 2) a) >= m, D_i = 2A "
          "+ B - 3 and 2B + A - 3 on A x B; a reduce with (A + B - 1)(1 + a) in place of the "
          "diameters" +
              kTori + kDepth1,
          "two sides of at least 3, any m, a = 0 to 3", kThisProject)),
      with_trees(with_own_roots(
          combining_row<Torus, protocols::combine_on_torus_trees, theory::torus_in_network_trees>(
              "in-network-trees", kFromARoot, kAlongTrees, kTrees, kOverTrees + kTori, kSearched,
              kThisProject))),
      flood_in_routers(),
      with_trees(with_own_roots(
          combining_row<StarGraph, protocols::combine_on_star_trees, theory::star_in_network_trees>(
              "in-network-trees", kFromARoot, kAlongTrees, kTrees, kOverTrees, kSearched,
              kThisProject))),
      combining_row<StarGraph, protocols::combine_on_star, theory::star_in_network>(
          "in-network", kFromARootOrText, "routers combine along a tree of shortest paths",
          "Routers combine words along a tree of shortest paths." + kStages,
          "reduce: m - 1 + D (1 + a); all-reduce: m - 1 + 2D + D a, D the diameter; multicast: m - "
          "1 + the largest distance of a destination" +
              kDepth1,
          kAnyA, kThisProject),
  };
}

}  // namespace flitwise
