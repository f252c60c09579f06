#include "sim/families/fat_tree/fat_tree_schema.h"

#include <set>

#include "sim/families/fat_tree/fat_tree_words.h"
#include "sim/language/scenario_options.h"
#include "sim/language/schema_parts.h"
#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise {
namespace {

using schema::Json;

Json network_schema() {
  constexpr std::size_t kMostLevels = 10;  // of 1024 leaves
  const Json capacities = schema::any_of(
      {schema::words(words_of(capacity_words()), ""),
       schema::list(schema::whole_number(1, kMaxSwitchLanes, ""), 1, kMostLevels, "")},
      "Links of a branch by level: c_i = 1, arity^(i-1), or a list, nondecreasing from c_1 = 1 to "
      "8");
  return schema::map(
      {{"kind", schema::words({"fat-tree"}, "")},
       {"leaves", schema::whole_number(2, FatTree::kMaxLeaves, "PEs; a power of the arity")},
       {"arity", schema::whole_number(2, FatTree::kMaxArity, "Children of a switch (default 2)")},
       {"capacities", capacities}},
      {"kind", "leaves", "capacities"}, "A tree of switches with the PEs at its leaves");
}

Json options_schema() {
  Json keys{{"policy", schema::words(words_of(policy_words()),
                                     "Which packets of a step go first, where any wait")},
            {"seed", schema::seed("Of policy random")},
            {"depth", schema::whole_number(1, kMaxFatTreeDepth, "Packets that an output holds")},
            {"backpressure", schema::truth("A full output holds packets back; needs depth")},
            {"phase_gap", schema::whole_number(0, 1'000'000, "phased: idle steps between phases")},
            {"store_forward", schema::truth("scatter: switches pass on whole messages only")},
            {"duplex", schema::words(words_of(duplex_words()),
                                     "Both directions of a link at once, or in turn")},
            {"arrivals", schema::truth("Show the arrival steps of every leaf")},
            {"break", schema::early_or_mute("leaf")}};
  schema::add_common_options(keys);
  return schema::map(keys, {}, "How it runs");
}

std::vector<schema::OperationWords> words_by_operation() {
  std::vector<schema::OperationWords> all;
  for (const auto& operation : fat_tree_operation_words())
    all.push_back({operation.word, words_of(fat_tree_algorithm_words(operation.meaning))});
  return all;
}

std::vector<std::string> all_algorithms() {
  std::set<std::string> words;
  for (const schema::OperationWords& one : words_by_operation())
    words.insert(one.algorithms.begin(), one.algorithms.end());
  return {words.begin(), words.end()};
}

}  // namespace

std::string fat_tree_schema() {
  const Json leaf = schema::whole_number(0, FatTree::kMaxLeaves - 1, "");
  const Json order = schema::list(leaf, 0, static_cast<std::size_t>(FatTree::kMaxLeaves), "");
  const Json keys{
      {"name", schema::text("Default: the file's name")},
      {"network", network_schema()},
      {"operation", schema::words(words_of(fat_tree_operation_words()), "What the leaves do")},
      {"algorithm", schema::words(all_algorithms(), "How it is done; broadcast needs none")},
      {"root", schema::any_of({leaf, schema::list(leaf, 2, 2, "Two scatters at once")},
                              "Source of a broadcast or scatter, target of a gather (default 0)")},
      {"lengths", schema::lengths("Flits of each leaf's message (default one)")},
      {"order", schema::any_of({order, schema::list(order, 2, 2, "Of two scatters at once")},
                               "algorithm order: leaves with a message, in the order of sending")},
      {"options", options_schema()}};
  Json all = schema::map(keys, {"network", "operation"}, "");
  all["allOf"] = schema::algorithms_of_operations(words_by_operation());
  return all.dump();
}

}  // namespace flitwise
