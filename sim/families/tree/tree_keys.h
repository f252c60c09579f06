// tree_keys.h: the keys of scenarios on a tree, as parts that scenarios over several trees use,
// too.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_KEYS_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_KEYS_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "sim/language/keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_lengths.h"
#include "sim/language/scenario_words.h"
#include "systemc/topology/graph.h"
#include "systemc/topology/tree/tree_shapes.h"

namespace flitwise {

/// How a spanning tree is chosen.
enum class Spanning : std::uint8_t {
  kBfs,        ///< breadth first: every PE as near to PE 0 as possible
  kBroadcast,  ///< along a fast broadcast: few children, more depth
};

/// The section `network`: what it says, and the tree that this makes.
struct TreeNetwork {
  Node pes = 0;  ///< of all shapes, when the section is read
  Node arity = 0;
  Node height = 0;
  Node leaves = 0;
  Node spine = 0;
  Node legs = 0;
  RandomShape depth = RandomShape::kUniform;
  Node max_children = kMostChildren;
  std::uint64_t seed = 0;
  std::shared_ptr<const Graph> graph;  ///< whose spanning tree it is
  std::string file;                    ///< the graph's, as it can be opened
  Spanning spanning = Spanning::kBfs;
  std::vector<Node> parents;            ///< none over several trees
  Node root = 0;                        ///< whose parent is kNoNode
  std::vector<std::string> node_names;  ///< of a graph; empty: the numbers are the names
  std::string description;              ///< for example "complete 2-ary tree of 31"
};

/// What a file says. Over several trees `network` has the number of PEs and the root only.
struct TreeFile {
  Operation operation = Operation::kScatter;
  Options run;
  TreeNetwork network;
  TreeScenario tree;
};

namespace language {

/// What of a file is known; empty where it is missing or wrong, so that one mistake is not reported
/// a second time by the rules that depend on it.
struct TreeDraft {
  TreeDraft(const TreeFile& file, const Known& known);

  std::optional<Operation> operation;
  std::optional<TreeAlgorithm> algorithm;
  std::optional<Node> pes;
  Node root;
  const std::vector<Node>* parents;   ///< nullptr: not known
  const std::vector<Flits>* lengths;  ///< likewise
  std::optional<Flits> length;        ///< of a broadcast's message
};

/// A form of the section `network` for each way to say a tree.
std::vector<FormOf<TreeNetwork>> tree_network_forms();
/// Which form a section has. Errors: throws ConfigError.
std::size_t tree_network_form(const Value& section);
inline constexpr const char* kTreeNetworkExample =
    "{kind: tree, parents: [-1, 0, 0]} or {shape: path, pes: 6}";

/// The type of the key `algorithm`: words with their operations, of the rows of a table of methods.
template <typename Method>
Type algorithm_type(const std::vector<Method>& methods) {
  std::vector<Word> words;
  for (const Method& m : methods)
    for (const Choice<Operation>& operation : operation_words())
      if (operation.meaning == m.operation)
        words.push_back({m.word, static_cast<std::int64_t>(m.algorithm), operation.word, m.about});
  return word_type(words, typeid(TreeAlgorithm), "operation");
}

/// Whether PEs have a port per link always, as over several trees, or as they choose.
enum class PortChoice : std::uint8_t { kFree, kAlwaysMulti };
/// The keys of `options`, without the rules of one network.
Keys<TreeFile> tree_option_keys(PortChoice ports, KnownPes (*pes_of)(const Known&));
/// Rules about options, algorithms and lengths, wherever trees are.
Keys<TreeFile> rules_of_all_trees();

/// Refuses times of messages that a certificate cannot say, if nothing else is wrong.
/// Shape: `options` is that section; `structural_lag` is the largest lag of a PE below the root,
/// the
///        steps of messages aside.
/// Errors: throws ConfigError at the option that makes them too long.
void check_certified_lag(const TreeFile& file, const Value& options, Step structural_lag);

}  // namespace language
}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_KEYS_H_
