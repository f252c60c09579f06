// The JSON Schema of scenarios on trees.
#include <algorithm>

#include "sim/families/tree/language/tree_graph.h"
#include "sim/families/tree/language/tree_schema.h"
#include "sim/families/tree/language/tree_words.h"
#include "sim/language/scenario_options.h"
#include "sim/language/schema_parts.h"

namespace flitwise {
namespace {

using schema::Json;

Json shape_key(const std::string& key) {
  if (key == "seed") return schema::seed("The same seed gives the same tree on every machine");
  if (key == "depth")
    return schema::words(words_of(depth_words()), "How deep the tree tends to be");
  if (key == "arity") return schema::whole_number(1, kMostChildren, "Children of an inner PE");
  if (key == "height") return schema::whole_number(1, kMostPes - 1, "Levels below PE 0");
  if (key == "leaves") return schema::whole_number(1, kMostChildren, "Leaves of the star");
  if (key == "spine") return schema::whole_number(1, kMostPes, "PEs of the spine");
  if (key == "legs")
    return schema::whole_number(0, kMostChildren, "Leaves of each PE of the spine");
  if (key == "max_children") return schema::whole_number(1, kMostChildren, "Of any PE");
  return schema::whole_number(2, kMostPes, "PEs");
}

Json shape_schema(const Choice<Shape>& shape) {
  Json properties{{"kind", schema::words({"tree"}, "May be left out")},
                  {"shape", schema::words({shape.word}, "A family of trees")}};
  std::vector<std::string> required{"shape"};
  for (const std::string& key : shape_keys(shape.meaning)) {
    properties[key] = shape_key(key);
    if (key != "max_children") required.push_back(key);
  }
  return schema::map(properties, required, "");
}

Json network_schema() {
  const auto most = static_cast<std::size_t>(kMostPes);
  std::vector<Json> choices{
      schema::map({{"kind", schema::words({"tree"}, "May be left out")},
                   {"parents", schema::list(schema::whole_number(-1, kMostPes - 1, ""), 2, most,
                                            "Entry v is the parent of PE v; -1 for PE 0")}},
                  {"parents"}, "A tree as a list")};
  for (const auto& shape : shape_words()) choices.push_back(shape_schema(shape));
  const Json root = schema::any_of({schema::whole_number(0, kMostPes - 1, ""), schema::text("")},
                                   "Name or number of the root");
  choices.push_back(schema::map(
      {{"kind", schema::words({"graph"}, "A spanning tree of a graph")},
       {"file", schema::text("DOT, or an edge `u v` per line; relative to the scenario")},
       {"spanning", schema::words(words_of(spanning_words()), "How the tree spans the graph")},
       {"root", root}},
      {"kind", "file", "spanning"}, ""));
  choices.push_back(schema::map(
      {{"kind", schema::words({"graph"}, "A spanning tree of a graph")},
       {"file", schema::text("DOT, or an edge `u v` per line; relative to the scenario")},
       {"parents", schema::list(schema::whole_number(-1, kMostPes - 1, ""), 2, most,
                                "Entry v is the parent of node v, a neighbour; -1 for the root")},
       {"root", root}},
      {"kind", "file", "parents"}, ""));
  return schema::any_of(choices, "The tree of PEs");
}

}  // namespace

Json tree_options_schema() {
  Json keys{{"rule", schema::words(words_of(single_port_rule_words()),
                                   "certification: how lags are computed and who is ordered")},
            {"printed",
             schema::list(schema::words(words_of(printed_words()), ""), 1, printed_words().size(),
                          "rule printed: sentences of the paper to take at their word (default "
                          "order, root)")},
            {"sync", schema::words(words_of(sync_words()),
                                   "certification: how tokens go down and certificates come up")},
            {"sort_cost", schema::words(words_of(sort_cost_words()),
                                        "certification: steps to sort d certificates")},
            {"ports", schema::words(words_of(ports_words()), "One port per PE, or one per link")},
            {"end_mark", schema::truth("shoulder-tap: the last PE marks the end of the round")},
            {"packet", schema::whole_number(1, kMostFlits,
                                            "broadcast: flits to a child before the next one's "
                                            "turn (default: the whole message)")},
            {"setup", schema::whole_number(0, 1'000'000,
                                           "Steps of its sender's port "
                                           "that a message takes before its first flit (default "
                                           "0)")},
            {"flit_time", schema::whole_number(1, 1'000'000,
                                               "And then for each flit "
                                               "(default 1)")},
            {"break", schema::early_or_mute("PE")}};
  schema::add_common_options(keys);
  return schema::map(keys, {}, "How it runs");
}

std::vector<schema::OperationWords> words_by_operation(
    const std::vector<Choice<TreeAlgorithm>>& algorithms) {
  std::vector<schema::OperationWords> all;
  for (const auto& operation : tree_operation_words()) {
    schema::OperationWords words{operation.word, {}};
    for (const auto& algorithm : algorithms)
      if (operation_of(algorithm.meaning) == operation.meaning)
        words.algorithms.emplace_back(algorithm.word);
    if (!words.algorithms.empty()) all.push_back(std::move(words));
  }
  return all;
}

namespace {

// A broadcast has one message, the others one per PE.
Json messages_of_operations() {
  const auto only = [](const char* has, const char* has_not) {
    return Json{{"required", {has}}, {"not", {{"required", {has_not}}}}};
  };
  return {{"if", {{"properties", {{"operation", {{"const", "broadcast"}}}}}}},
          {"then", only("length", "lengths")},
          {"else", only("lengths", "length")}};
}

}  // namespace

std::string tree_schema() {
  const Json keys{
      {"name", schema::text("Default: the file's name")},
      {"network", network_schema()},
      {"operation", schema::words(words_of(tree_operation_words()), "What the root does")},
      {"algorithm", schema::words(words_of(tree_algorithm_words()), "How it is done")},
      {"lengths", schema::lengths("Flits of each PE's message; the root has none")},
      {"length", schema::whole_number(1, kMostFlits, "broadcast: flits of the message")},
      {"order", schema::list(schema::whole_number(0, kMostPes - 1, ""), 0,
                             static_cast<std::size_t>(kMostPes),
                             "algorithm order: PEs with a message, in the order of sending")},
      {"options", tree_options_schema()}};
  Json all = schema::map(keys, {"network", "operation", "algorithm"}, "");
  all["allOf"] = schema::algorithms_of_operations(words_by_operation(tree_algorithm_words()));
  all["allOf"].push_back(messages_of_operations());
  return all.dump();
}

}  // namespace flitwise
