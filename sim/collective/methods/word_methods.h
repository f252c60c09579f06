// word_methods.h: every way to carry out a collective operation on vectors of words, one row a
// network and algorithm.
#ifndef FLITWISE_SIM_COLLECTIVE_METHODS_WORD_METHODS_H_
#define FLITWISE_SIM_COLLECTIVE_METHODS_WORD_METHODS_H_

#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "sim/run/family/explanation.h"
#include "systemc/protocols/combining/merge_plans.h"
#include "systemc/topology/collective_plan.h"
#include "systemc/topology/collective_words.h"
#include "systemc/topology/combine_tree.h"
#include "tb/theory/collective/collective_figures.h"

namespace flitwise {

/// A network by its place in NetworkShape.
using ShapeIndex = std::size_t;
template <typename Shape, ShapeIndex kIndex = 0>
constexpr ShapeIndex shape_index() {
  if constexpr (std::is_same_v<std::variant_alternative_t<kIndex, NetworkShape>, Shape>)
    return kIndex;
  else
    return shape_index<Shape, kIndex + 1>();
}

/// An algorithm on one sort of network.
struct WordMethod {
  ShapeIndex network;
  /// Its word in scenarios; a few words for lists; and as in Explanation.
  const char* word;
  std::vector<CollectiveOperation> operations;
  const char* sentence;
  std::string what, finish, range, source;
  /// What PEs do. Errors: throws TopologyError where the request or the network does not fit.
  /// nullptr where routers combine, as `combine` or `merge` says.
  CollectivePlan (*plan)(const CollectiveRequest&, const NetworkShape&);
  /// What formulas say; nothing is shared with the plan.
  theory::CollectiveFigures (*figures)(const CollectiveRequest&, const NetworkShape&);
  /// What routers do, by the same rules; nullptr where PEs combine.
  CombinePlan (*combine)(const CollectiveRequest&, const NetworkShape&) = nullptr;
  /// What leaves do whose switches add what meets, by the same rules; nullptr elsewhere.
  protocols::MergePlan (*merge)(const CollectiveRequest&, const NetworkShape&) = nullptr;
  /// By PE, its result where PEs combine and `counts_twice`; nullptr elsewhere.
  std::vector<Word> (*results)(const NetworkShape&, const WordArithmetic&) = nullptr;
  bool counts_twice = false;    ///< an operand may be in a result more than once: no sum, no xor
  bool has_packets = false;     ///< request.packet means something
  bool hangs_from_root = true;  ///< its tree does, whatever the operation
  bool has_pace = false;        ///< request.own_pace does
  bool has_rule = false;        ///< request.rule does
  bool has_trees = false;       ///< request.trees does
  bool has_start = false;       ///< request.start does; where routers combine, at own pace

  bool does(CollectiveOperation operation) const;
  bool is_in_network() const { return combine != nullptr || merge != nullptr; }
  /// Whether it waits for PEs that come late to the operation.
  bool waits_for_late(CollectiveOperation operation) const {
    return has_start && (combine != nullptr || operation == CollectiveOperation::kBarrier);
  }
  /// Whether request.root means something: of operations of one PE, and of others where a tree
  /// hangs from it, as it does in every algorithm that can also reduce.
  bool has_root(CollectiveOperation operation) const;
};

const std::vector<WordMethod>& word_methods();

/// The rows of each network's wing.
std::vector<WordMethod> combining_word_methods();
std::vector<WordMethod> merging_word_methods();
std::vector<WordMethod> tree_word_methods();
std::vector<WordMethod> fat_tree_word_methods();
std::vector<WordMethod> torus_word_methods();
std::vector<WordMethod> mesh_word_methods();
std::vector<WordMethod> star_word_methods();

/// nullptr where the network has no such algorithm for the operation.
const WordMethod* find_word_method(ShapeIndex network, CollectiveOperation operation,
                                   const std::string& word);
/// Words of the algorithms that the network has for it.
std::vector<std::string> words_for(ShapeIndex network, CollectiveOperation operation);

/// "tori of wormhole routers", by NetworkShape.
const char* network_title(ShapeIndex network);
std::vector<Explanation> word_explanations();
/// Lines of `flitwise list`: by network its algorithms, each with its operations.
std::string word_algorithms_text();

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_METHODS_WORD_METHODS_H_
