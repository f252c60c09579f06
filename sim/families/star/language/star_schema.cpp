#include "sim/families/star/language/star_schema.h"

#include "sim/families/star/language/star_words.h"
#include "sim/language/schema_parts.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

using schema::Json;

constexpr std::int64_t kMostNode = 5039;  // of S_7
constexpr std::size_t kMostListed = 5040;
constexpr std::int64_t kMostFaultStep = std::int64_t{1} << 32;

Json node(const std::string& about) {
  return schema::any_of({schema::whole_number(0, kMostNode, ""),
                         schema::list(schema::whole_number(1, kMostStarOrder, ""),
                                      StarGraph::kLeastOrder, kMostStarOrder, "")},
                        about);
}

Json tuple(std::vector<Json> items) {
  const std::size_t size = items.size();
  Json all = schema::list(Json(true), size, size, "");
  all["prefixItems"] = std::move(items);
  return all;
}

Json dimension() { return schema::whole_number(2, kMostStarOrder, ""); }

Json faults() {
  return schema::map(
      {{"nodes", schema::list(node(""), 0, kMostListed, "Dead nodes")},
       {"links", schema::list(tuple({node(""), dimension()}), 0, 6 * kMostListed,
                              "Dead links: a node and the dimension of its link")},
       {"from_step", schema::whole_number(1, kMostFaultStep, "Packet step (default 1)")}},
      {}, "What is dead, in the routers");
}

Json corruption() {
  const Json bit = tuple({node(""), dimension(), schema::whole_number(1, kMostFaultStep, ""),
                          schema::whole_number(1, kMostStarFlits, ""),
                          schema::whole_number(0, kMostErrorBit, "")});
  return schema::map(
      {{"bits", schema::list(bit, 1, 1'000'000, "Node, dimension, packet step, flit, bit")},
       {"probability", {{"type", "number"}, {"minimum", 0}, {"maximum", 1}}},
       {"seed", schema::seed("Of the drawn errors")}},
      {}, "Bits of flits that arrive inverted");
}

Json options_schema() {
  Json keys{
      {"rule", schema::words(words_of(star_rule_words()), "How trees are cut out (default Q)")},
      {"flits", schema::whole_number(1, kMostStarFlits, "Of a packet, cycles of a packet step")},
      {"next_hops", schema::words(words_of(next_hops_words()), "Computed or looked up")},
      {"faults", faults()},
      {"corrupt", corruption()},
      {"liars", schema::list(node(""), 1, kMostListed, "multinode: PEs that alter what they pass")},
      {"vote", schema::truth("multinode: PEs believe the majority of the copies")},
      {"skew", schema::map({{"most", schema::whole_number(0, 1'000'000, "Cycles")},
                            {"seed", schema::seed("Of the drawn cycles")}},
                           {"most", "seed"}, "PEs start late")},
      {"timeout", schema::any_of({schema::words({"auto"}, ""),
                                  schema::whole_number(1, 1'000'000, "Packet steps")},
                                 "acknowledged: how long a PE waits for an acknowledgement "
                                 "(default: for ever)")},
      {"by_node", schema::truth("List copies node by node")}};
  schema::add_common_options(keys);
  return schema::map(keys, {}, "How it runs");
}

std::vector<schema::OperationWords> words_by_operation() {
  std::vector<schema::OperationWords> all;
  for (const auto& operation : star_operation_words()) {
    schema::OperationWords one{operation.word, {}};
    for (const StarAlgorithm algorithm : algorithms_of(operation.meaning))
      one.algorithms.push_back(word_for(star_algorithm_words(), algorithm));
    all.push_back(one);
  }
  return all;
}

}  // namespace

std::string star_schema() {
  const Json network =
      schema::map({{"kind", schema::words({"star-graph"}, "")},
                   {"n", schema::whole_number(StarGraph::kLeastOrder, kMostStarOrder,
                                              "Symbols of a permutation; the graph has n! nodes")}},
                  {"kind", "n"}, "A star graph, a PE at every node");
  const Json keys{
      {"name", schema::text("Default: the file's name")},
      {"network", network},
      {"operation", schema::words(words_of(star_operation_words()), "What the nodes do")},
      {"algorithm", schema::words(words_of(star_algorithm_words()),
                                  "How it is done (default: the first of the operation)")},
      {"packets", schema::whole_number(1, 4096, "m, of every source (default 1)")},
      {"copies", schema::whole_number(1, kMostStarOrder - 1, "x: trees per packet (default 1)")},
      {"root", node("Source of a broadcast or scatter: a permutation or a number (default 12..n)")},
      {"options", options_schema()}};
  Json all = schema::map(keys, {"network", "operation"}, "");
  all["allOf"] = schema::algorithms_of_operations(words_by_operation());
  return all.dump();
}

}  // namespace flitwise
