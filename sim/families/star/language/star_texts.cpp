#include "sim/families/star/language/star_texts.h"

namespace flitwise {

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
