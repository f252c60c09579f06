#include "sim/torus/torus_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/scenario_options.h"
#include "sim/torus/torus_options.h"
#include "sim/torus/torus_words.h"
#include "systemc/network/torus_routers.h"

namespace flitwise {
namespace {

const char* about(TorusAlgorithm algorithm) {
  switch (algorithm) {
    case TorusAlgorithm::kPeel:
      return "one dimension after the other, no alignment (default)";
    case TorusAlgorithm::kPaper:
      return "aligned sources with helpers, as published for equal sides";
    case TorusAlgorithm::kBest:
      return "the better of the two in each dimension";
    case TorusAlgorithm::kFsh:
      return "two sides > 1, rows in units of three";
    case TorusAlgorithm::kImported:
      return "the schedule in `file` (JSON)";
    case TorusAlgorithm::kDoubling:
      return "one message per node and step: recursive doubling";
    case TorusAlgorithm::kFlood:
      return "one hop per step to all neighbours";
    case TorusAlgorithm::kRadix3:
      return "both directions of one ring per step";
    case TorusAlgorithm::kPacketTree:
      return "pipelined packets down a shortest-path tree: for long texts";
  }
  return "";
}

std::string options_text() {
  return fmt::format(
             "options:\n"
             "  barrier: true|false           steps begin for all nodes together (default true), "
             "or each\n"
             "                                node goes on by itself\n"
             "  lanes: 1 to {}                 of a channel; one lane alone may deadlock (default "
             "2)\n"
             "  depth: 1 to {:<2}                flits in the queue of a lane (default 8)\n"
             "  lane_rule: {:<17}  worms that cross no dateline: any lane, or the lower half\n"
             "  send_overhead: N              steps before each head (default 0)\n"
             "  receive_overhead: N           steps after each tail (default 0)\n"
             "  dimension_order: [1, 0]       of routing (default ascending)\n"
             "  packet: N                     packet-tree: flits of a packet (default the best)\n"
             "  arrivals: true|false          show the arrival step of every node (default: up to "
             "64 nodes)\n"
             "  build: {:<22} routers wired at run time, or the SystemVerilog top (up to\n"
             "                                {} nodes)\n",
             kMaxTorusLanes, kMaxTorusDepth,
             fmt::format("{}", fmt::join(words_of(lane_rule_words()), "|")),
             fmt::format("{}", fmt::join(words_of(build_words()), "|")), kMostElaboratedNodes) +
         common_options_text() + "  break: {mute: [1, 0]}         that node never sends\n";
}

}  // namespace

std::string torus_list_text() {
  std::string text = "Tori\noperation: broadcast\n";
  for (const auto& algorithm : torus_algorithm_words())
    text += fmt::format("  algorithm: {:<14} {}\n", algorithm.word, about(algorithm.meaning));
  return text + "\n" + options_text() +
         fmt::format(
             "\nnetwork (1 to {} sides of 1 to {}, at most {} nodes):\n"
             "  {{kind: torus, sides: [8, 8]}}\n",
             Torus::kMostDimensions, Torus::kLargestSide, Torus::kMostNodes);
}

FamilyHelp torus_help() {
  FamilyHelp help;
  help.scenario = R"(or, on a torus:
  network: {kind: torus, sides: [8, 8, 8]}
  operation: broadcast
  algorithm: peel                 # default; `flitwise list` has them all
  root: [0, 0, 0]                 # coordinates of the node with the text (default all 0)
  length: 16                      # flits of the text
  file: schedules/torus_improved.json   # algorithm imported only; relative to the scenario file
  options: {barrier: false}       # optional
A router of a new shape is verilated and compiled on first use, and kept.
)";
  help.columns =
      "  steps      tori: steps in which messages leave; without a barrier, their longest chain\n"
      "  stalls     tori: steps that flits at the head of a queue stood still, summed up\n"
      "             finish counts the overhead after the last tail\n";
  help.compared =
      "  on a torus, every scheme and packet trees, each with a barrier and at the nodes' own "
      "pace\n";
  return help;
}

}  // namespace flitwise
