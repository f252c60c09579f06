#include "sim/families/star/language/star_texts.h"

namespace flitwise {

std::vector<Explanation> star_explanations() {
  const std::string system = "star graphs";
  const std::string paper =
      "P. Fragopoulou, S. G. Akl, \"Edge-Disjoint Spanning Trees on the Star Network with "
      "Applications to Fault Tolerance\", IEEE Transactions on Computers 45(2), 1996; its formulas "
      "are lost in the copy at hand, and rule P of the trees, like the exact times, is "
      "reconstructed "
      "from its words, rule Q is of this project";
  const std::string any = "S_3 to S_7, any m packets, any x of 1 to n - 1 trees; no faults";
  return {
      {system, "broadcast", "trees",
       "The source sends a packet a step into every tree; routers copy it to all children.",
       "ceil(m x / (n - 1)) + H - 1 packet steps, H the height of the trees: 5, 7, 8, 10, 11 for "
       "n = 3 to 7 by rule P, the paper's as it is reconstructed; 5, 6, 8, 10, 11 by this "
       "project's "
       "rule Q, the default",
       any, paper},
      {system, "multinode", "static",
       "Every node serves the children of every tree by one timetable, so that no port is wanted "
       "twice. With x copies each live node has a whole one beside x - 1 elements that are dead or "
       "damage packets, and a right majority beside f liars and e silent elements if x > 2 f + e.",
       "ceil(m x / (n - 1)) (N - 1) packet steps, N = n!", any,
       paper + ", with a timetable of this project"},
      {system, "multinode", "acknowledged",
       "The paper's walk: every step through a tree waits for an acknowledgement. A dead node "
       "stops it, unless a time-out carries it past. One that fits each subtree, as `timeout: "
       "auto` "
       "does, keeps all walks together; any other lets packets meet where somebody is passed over.",
       "(ceil(m x / (n - 1)) + 1) (N - 1) packet steps, N = n!",
       any + ", or with `timeout: auto` any dead nodes and links",
       paper + ", and so is the time-out"},
      {system, "scatter", "furthest-first",
       "The source sends to the farthest addresses first, in every tree.",
       "m S(x) packet steps, S(x) the addresses that a tree serves; S(n - 1) = N - 1", any, paper},
      {system, "exchange", "necklaces",
       "All nodes send to the same relative address at once, address by address.",
       "m E(x) packet steps, E(x) the summed depths of the addresses that a tree serves", any,
       paper},
  };
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
