// tree_language.h: trees in the scenario language: words, reader, texts; the keys as parts that
// scenarios over several trees use, too.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_LANGUAGE_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_LANGUAGE_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "sim/language/keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_lengths.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/family.h"
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
  Node pes = 0;                ///< of all shapes, when the section is read
  std::int64_t addresses = 0;  ///< of several trees together
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
  std::shared_ptr<const own::RouterDescription> router;  ///< in place of the project's
};

/// What a file says. Over several trees `network` has the number of PEs and the root only.
struct TreeFile {
  TreeOperation operation = TreeOperation::kScatter;
  Options run;
  TreeNetwork network;
  TreeScenario tree;
};

const std::vector<Choice<TreeOperation>>& tree_operation_words();
const std::vector<Choice<TreeAlgorithm>>& tree_algorithm_words();
/// Rules whose orders can be kept, whatever the tree.
const std::vector<Choice<CertificationRule>>& rule_words();
/// Those and the printed one.
const std::vector<Choice<CertificationRule>>& single_port_rule_words();
const std::vector<Choice<Sync>>& sync_words();
const std::vector<Choice<SortCost>>& sort_cost_words();
const std::vector<Choice<Ports>>& ports_words();
const std::vector<Choice<RandomShape>>& depth_words();
const std::vector<Choice<Spanning>>& spanning_words();

/// What distinguishes runs of one algorithm, for example "tight, seq" or "end mark"; may be empty.
std::string variant_text(TreeAlgorithm algorithm, const TreeOptions& options, Build build);
std::string tree_variant(const Scenario& scenario);

/// Every key of a scenario on a tree.
const language::Table& tree_language();

/// Errors: adds a ConfigError for each rule that is broken; then `scenario` is not used.
void read_tree_scenario(const Value& root, Scenario& scenario, ErrorList& errors);

/// The same for work that is no operation of trees: the network and its routers' options.
const language::Table& tree_host_language();
void read_tree_host(const Value& root, Scenario& host, ErrorList& errors);

FamilyHelp tree_help();

namespace language {

/// What of a file is known; empty where it is missing or wrong, so that one mistake is not reported
/// a second time by the rules that depend on it.
struct TreeDraft {
  TreeDraft(const TreeFile& file, const Known& known);

  std::optional<TreeOperation> operation;
  std::optional<TreeAlgorithm> algorithm;
  std::optional<Node> pes;
  Node root;
  const std::vector<Node>* parents;   ///< nullptr: not known
  const std::vector<Flits>* lengths;  ///< likewise
  std::optional<Flits> length;        ///< of a broadcast's message
};

/// A form of the section `network` for each way to say a tree. `router` is the type of the key that
/// names an own router's description.
std::vector<FormOf<TreeNetwork>> tree_network_forms(const Type& router);
/// Which form a section has. Errors: throws ConfigError.
std::size_t tree_network_form(const Value& section);
inline constexpr const char* kTreeNetworkExample =
    "{kind: tree, parents: [-1, 0, 0]} or {shape: path, pes: 6}";

/// Whether PEs have a port per link always, as over several trees, or as they choose.
enum class PortChoice : std::uint8_t { kFree, kAlwaysMulti };
/// The keys of `options`, without the rules of one network.
Keys<TreeFile> tree_option_keys(PortChoice ports, KnownPes (*pes_of)(const Known&));
/// Rules about options, algorithms and lengths, wherever trees are.
Keys<TreeFile> rules_of_all_trees();

/// The largest lag of a PE below the root, the steps of messages aside.
using StructuralLag = std::function<Step(const TreeFile&)>;

/// Why no certificate can say such a lag on this network; empty: one can.
std::string too_deep_for(const TreeFile& file, Step lag);

/// Refuses times of messages that a certificate cannot say, if nothing else is wrong.
/// Shape: `options` is that section.
/// Errors: throws ConfigError at the option that adds most to them, with the next one where it is
///         not that one alone.
void check_certified_lag(const TreeFile& file, const Value& options,
                         const StructuralLag& structural_lag);

}  // namespace language

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_LANGUAGE_H_
