#include "sim/families/torus/language/torus_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/families/torus/language/torus_options.h"
#include "sim/families/torus/language/torus_words.h"
#include "sim/language/scenario_options.h"
#include "systemc/network/torus/torus_routers.h"

namespace flitwise {
namespace {

const char* about(TorusAlgorithm algorithm) {
  switch (algorithm) {
    case TorusAlgorithm::kPeel:
      return "one dimension after the other, no alignment (default)";
    case TorusAlgorithm::kPaper:
      return "aligned sources with helpers; reconstructed: step counts as published";
    case TorusAlgorithm::kBest:
      return "the better of the two in each dimension";
    case TorusAlgorithm::kFsh:
      return "two sides > 1, rows in units of three";
    case TorusAlgorithm::kEdn:
      return "2^d x 2^d (x z), levels of dominating nodes; reconstructed: step counts as published";
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

const char* about(protocols::TrafficPattern pattern) {
  switch (pattern) {
    case protocols::TrafficPattern::kUniform:
      return "to every other node equally often";
    case protocols::TrafficPattern::kTranspose:
      return "coordinates in reverse: (x, y) to (y, x)";
    case protocols::TrafficPattern::kBitComplement:
      return "to the opposite place in every dimension";
    case protocols::TrafficPattern::kTornado:
      return "nearly half round every ring";
    case protocols::TrafficPattern::kNeighbour:
      return "one place on in every dimension";
    case protocols::TrafficPattern::kHotSpot:
      return "a share to hot spots, the rest uniform";
  }
  return "";
}

std::string traffic_options_text() {
  return "options of traffic, beside lanes, depth, lane_rule, dimension_order and build:\n"
         "  rate: R                       flits per node and step (required)\n"
         "  seed: N                       of the packets' births, lengths and ways (required)\n"
         "  packet_length: N              flits (default 1), or [{flits: 1, share: 2}, "
         "{flits: 5, share: 1}]:\n"
         "                                shares are relative, here two packets of three have 1 "
         "flit\n"
         "  warmup, measure, drain: N     steps: not measured (default 1000), measured (default\n"
         "                                10000), and most for what is left then\n"
         "  receiver_stall: P             probability that a PE's port takes no flit in a step, "
         "0 to\n"
         "                                below 1 (default 0): it waits in the router\n"
         "  include_self: true|false      uniform, hot-spot: to the node itself, too (default "
         "false)\n"
         "  hot_share: P                  hot-spot: share of the packets that go to\n"
         "  hot_spots: [[0, 0], ...]      these nodes\n";
}

std::string options_text() {
  return fmt::format(
             "options of broadcasts:\n"
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
             "  build: {}\n"
             "                                routers wired at run time, the SystemVerilog top (up "
             "to\n"
             "                                {} nodes), or the netlists of the routers, wired\n",
             kMaxTorusLanes, kMaxTorusDepth,
             fmt::format("{}", fmt::join(words_of(lane_rule_words()), "|")),
             fmt::format("{}", fmt::join(words_of(build_words()), "|")), kMostElaboratedNodes) +
         common_options_text() +
         "  break: {mute: [1, 0]}         that node never sends\n"
         "  break: {early: [1, 0], by: N} broadcast: one message of that node leaves N steps too "
         "early\n";
}

}  // namespace

std::string torus_list_text() {
  std::string text = "Tori\noperation: broadcast\n";
  for (const auto& algorithm : torus_algorithm_words())
    text += fmt::format("  algorithm: {:<14} {}\n", algorithm.word, about(algorithm.meaning));
  text += "operation: traffic\n";
  for (const auto& pattern : traffic_pattern_words())
    text += fmt::format("  algorithm: {:<14} {}\n", pattern.word, about(pattern.meaning));
  return text + "\n" + options_text() + traffic_options_text() +
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
or
  operation: traffic
  algorithm: uniform
  options: {rate: 0.1, seed: 1, packet_length: 5}
A router of a new shape is verilated and compiled on first use, and kept.
)";
  help.columns =
      "  steps      tori: steps in which messages leave; without a barrier, their longest chain\n"
      "  stalls     tori: steps that flits at the head of a queue stood still, summed up\n"
      "  accepted   traffic: flits that reached their PEs, per node and step of the window\n"
      "  finish     tori: with the overhead after the last tail\n"
      "  latency    traffic: mean steps from a packet's birth to its arrival\n";
  help.compared =
      "  on a torus, every scheme and packet trees, each with a barrier and at the nodes' own "
      "pace,\n  and from which length on which of them is first; of traffic, both lane rules and "
      "all\n"
      "  orders of dimensions, by latency where all of the load was accepted, else by throughput\n";
  return help;
}

}  // namespace flitwise
