#include "sim/families/star/language/star_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/families/star/language/star_words.h"
#include "sim/language/scenario_options.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

const char* about(StarAlgorithm algorithm) {
  switch (algorithm) {
    case StarAlgorithm::kTrees:
      return "a packet a step into every tree";
    case StarAlgorithm::kStatic:
      return "every node walks its trees by one timetable (default)";
    case StarAlgorithm::kAcknowledged:
      return "every step of a walk waits for an acknowledgement, or a time-out";
    case StarAlgorithm::kFurthestFirst:
      return "the farthest addresses first, in every tree";
    case StarAlgorithm::kNecklaces:
      return "address by address, all nodes through all trees at once";
  }
  return "";
}

std::string options_text() {
  return fmt::format(
             "options:\n"
             "  rule: {:<23} how trees are cut out of the graph: P is the paper's rule,\n"
             "                                reconstructed, Q this project's with lower trees "
             "(default Q)\n"
             "  flits: 1 to {:<17} of a packet, and cycles of a packet step (default 1)\n"
             "  next_hops: {:<18} computed by the routers, or looked up (default rules)\n"
             "  faults: {{nodes: [...], links: [[NODE, DIMENSION], ...], from_step: T}}\n"
             "                                dead from packet step T on (default 1)\n"
             "  corrupt: {{bits: [[NODE, DIMENSION, STEP, FLIT, BIT], ...]}} or "
             "{{probability: P, seed: S}}\n"
             "                                bits of flits that arrive inverted\n"
             "  liars: [NODE, ...]            multinode: PEs that alter what they pass on\n"
             "  vote: true|false              multinode: PEs believe the majority of the copies "
             "(default false)\n"
             "  skew: {{most: N, seed: S}}      PEs start 0 to N cycles late (default none)\n"
             "  timeout: auto|N               acknowledged: packet steps to wait for one; auto:\n"
             "                                what the subtree takes (default for ever)\n"
             "  by_node: true|false           list copies by node (default: up to 120 nodes)\n"
             "  build: {}\n"
             "                                routers wired at run time, the SystemVerilog top (n "
             "up to\n"
             "                                {}), or the netlists of the routers, wired\n",
             fmt::format("{}", fmt::join(words_of(star_rule_words()), "|")), kMostStarFlits,
             fmt::format("{}", fmt::join(words_of(next_hops_words()), "|")),
             fmt::format("{}", fmt::join(words_of(build_words()), "|")), kMostElaboratedStarOrder) +
         common_options_text();
}

}  // namespace

std::string star_list_text() {
  std::string text = "Star graphs\n";
  for (const auto& operation : star_operation_words()) {
    text += fmt::format("operation: {}\n", operation.word);
    for (const StarAlgorithm algorithm : algorithms_of(operation.meaning))
      text += fmt::format("  algorithm: {:<14} {}\n", word_for(star_algorithm_words(), algorithm),
                          about(algorithm));
  }
  return text +
         "  packets: m                    of every source, in scatter and exchange for each node "
         "(default 1)\n"
         "  copies: x                     trees that a packet uses, 1 to n - 1 (default 1)\n\n" +
         options_text() +
         fmt::format(
             "\nnetwork (n {} to {}: n! nodes, the permutations of 1 .. n):\n"
             "  {{kind: star-graph, n: 5}}\n",
             StarGraph::kLeastOrder, kMostStarOrder);
}

FamilyHelp star_help() {
  FamilyHelp help;
  help.scenario = R"(or, on a star graph:
  network: {kind: star-graph, n: 5}
  operation: broadcast            # multinode, scatter, exchange
  algorithm: trees                # default; `flitwise list` has them all
  packets: 4                      # m, of every source (default 1)
  copies: 4                       # x: trees that each uses, 1 to n - 1 (default 1)
  root: [1, 2, 3, 4, 5]           # broadcast and scatter: permutation or number (default 12..n)
  options: {faults: {nodes: [[2, 1, 3, 4, 5]]}}   # optional
A router of a new shape is verilated and compiled on first use, and kept.
)";
  help.columns =
      "  steps      star graphs: packet steps, from the first packet on a link to the last\n"
      "  buffer     star graphs: most packets held at an input port\n"
      "  copies     star graphs: fewest copies of a packet at a node that lives; 0: one is lost\n";
  help.compared =
      "  on a star graph, every algorithm of the operation with both rules and 1 to n - 1 copies\n";
  return help;
}

}  // namespace flitwise
