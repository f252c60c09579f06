#include "sim/families/tree/language/tree_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/families/tree/language/tree_graph.h"
#include "sim/families/tree/language/tree_words.h"
#include "sim/language/scenario_options.h"
#include "systemc/network/tree/tree_routers.h"

namespace flitwise {
namespace {

std::string about(TreeAlgorithm algorithm) {
  switch (algorithm) {
    case TreeAlgorithm::kLargestFirst:
      return "to the child first whose subtree takes longest: optimal for one flit";
    case TreeAlgorithm::kIndex:
      return "to one child after the other, by number";
    case TreeAlgorithm::kFlood:
      return "to all children at once, with a port per link";
    case TreeAlgorithm::kFdf:
      return "farthest destination first: optimal on every tree";
    case TreeAlgorithm::kOrder:
      return "the messages in the order of the key `order`";
    case TreeAlgorithm::kShoulderTap:
      return "each PE taps the next one; on the path 0-1-...-n only";
    case TreeAlgorithm::kCertification:
      return "Transmission-Certification: poll, certify, order, transmit; on any tree";
    case TreeAlgorithm::kTimetable:  // not on one tree
      break;
  }
  return "";
}

std::string options_of(TreeAlgorithm algorithm) {
  switch (algorithm) {
    case TreeAlgorithm::kShoulderTap:
      return "end_mark: true|false; setup: STEPS; flit_time: STEPS";
    case TreeAlgorithm::kCertification:
      return fmt::format(
          "rule: {}; sync: {}; sort_cost: {}; printed: [{}] (rule printed: what of the paper is "
          "taken at its word, to see it fail); setup: STEPS; flit_time: STEPS",
          fmt::join(words_of(single_port_rule_words()), "|"),
          fmt::join(words_of(sync_words()), "|"), fmt::join(words_of(sort_cost_words()), "|"),
          fmt::join(words_of(printed_words()), ", "));
    case TreeAlgorithm::kFdf:
    case TreeAlgorithm::kOrder:
    case TreeAlgorithm::kFlood:
      return "setup: STEPS; flit_time: STEPS";
    case TreeAlgorithm::kLargestFirst:
    case TreeAlgorithm::kIndex:
      return "packet: FLITS to a child before the next one's turn (default: the whole message); "
             "setup: STEPS; flit_time: STEPS";
    case TreeAlgorithm::kTimetable:
      break;
  }
  return "";
}

std::string about(Shape shape) {
  switch (shape) {
    case Shape::kPath:
      return "0-1-...-(pes-1)";
    case Shape::kComplete:
      return "every inner PE has `arity` children, numbered by levels";
    case Shape::kStar:
      return "PE 0 and its leaves";
    case Shape::kCaterpillar:
      return "a path of `spine` PEs, each with `legs` leaves";
    case Shape::kRandom:
      return fmt::format("depth: {}; max_children (default {}); seed",
                         fmt::join(words_of(depth_words()), "|"), kMostChildren);
  }
  return "";
}

std::string algorithms_text() {
  std::string text;
  for (const auto& operation : tree_operation_words()) {
    text += fmt::format("operation: {}\n", operation.word);
    for (const auto& algorithm : tree_algorithm_words()) {
      if (operation_of(algorithm.meaning) != operation.meaning) continue;
      text += fmt::format("  algorithm: {:<14} {}\n", algorithm.word, about(algorithm.meaning));
      const std::string options = options_of(algorithm.meaning);
      if (!options.empty()) text += fmt::format("    options: {}\n", options);
    }
  }
  return text;
}

std::string networks_text() {
  std::string text =
      fmt::format("network (2 to {} PEs, at most {} children each):\n", kMostPes, kMostChildren);
  text += "  {kind: tree, parents: [-1, 0, 0, 1]}   parents[v] is the parent of PE v\n";
  text += fmt::format(
      "  {{kind: graph, file: F, spanning: {}, root: R}}\n"
      "                                         a spanning tree of any connected graph: breadth\n"
      "                                         first, or along a fast broadcast; F is DOT (.dot,\n"
      "                                         .gv) or has one edge `u v` per line; R is a "
      "node's\n"
      "                                         name or number, 0 if left out; `parents` in place\n"
      "                                         of `spanning` gives the tree itself\n",
      fmt::join(words_of(spanning_words()), "|"));
  for (const auto& shape : shape_words()) {
    const std::string keys =
        fmt::format("{{shape: {}, {}}}", shape.word, fmt::join(shape_keys(shape.meaning), ", "));
    text += fmt::format("  {:<51} {}\n", keys, about(shape.meaning));
  }
  return text;
}

std::string options_text() {
  return fmt::format(
             "options of every algorithm:\n"
             "  ports: {:<22} one flit out and in per PE and step, or per link\n"
             "  build: {}\n"
             "                                routers wired at run time, one SystemVerilog top "
             "(single\n"
             "                                ports, up to {} PEs), or the netlists that Yosys "
             "makes\n"
             "                                of the routers, wired\n",
             fmt::format("{}", fmt::join(words_of(ports_words()), "|")),
             fmt::format("{}", fmt::join(words_of(build_words()), "|")), kMostElaboratedPes) +
         common_options_text() +
         "  break: {early: PE, by: N}     send that PE's message N steps too early, to see it "
         "fail\n"
         "  break: {mute: PE}             let that PE never send, to see the run not end\n";
}

}  // namespace

std::string tree_list_text() {
  return algorithms_text() + "\n" + options_text() + "\n" + networks_text();
}

FamilyHelp tree_help() {
  FamilyHelp help;
  help.scenario = R"(  name: figure 4                  # default: the file's name
  network: {kind: tree, parents: [-1, 0, 1, 2, 3, 4]}
                                  # or a shape: {shape: path, pes: 6}
                                  # or a graph's spanning tree, bfs or broadcast:
                                  # {kind: graph, file: wheel.dot, spanning: bfs}
  operation: gather               # broadcast, scatter or gather
  algorithm: certification        # scatter: fdf, order; gather: shoulder-tap, certification;
                                  # broadcast: largest-first, index, flood
  lengths: [0, 2, 3, 0, 2, 1]     # flits of PE i's message; or a generator: {each: 1};
                                  # broadcast: `length: 2` instead
  order: [5, 4]                   # only with algorithm order: the PEs that have a message
  options: {rule: tight}          # optional
`flitwise list` prints every algorithm, option, shape and generator.
A graph's file is DOT (.dot, .gv) or has one edge `u v` per line and # comments; its path is
relative to the scenario file. Nodes called 0 to n-1 are the PEs of these numbers, nodes with other
names get theirs in the order in which the file first names them. PE 0 is the root; of a graph,
`root: NAME_OR_NUMBER` makes any node the root.
Limits: 2 to 4096 PEs, 64 children per PE, 67108864 flits in all, 262143 with
certification.
)";
  help.columns = "  T_sync     certification: step in which PE 0 gets its last certificate\n";
  help.compared =
      R"(  broadcast  largest-first and index, each with the whole message and flit by flit to a
             child, and flood
  scatter    fdf, and order by number and nearest first
  gather     shoulder-tap without and with END mark (on a path), certification with every rule
             and sync
  scatter and gather with one port per PE and with one per link; on a graph, on each kind of
  spanning tree; where the scenario sets options.sort_cost, also as it is with the other sort costs
)";
  return help;
}

}  // namespace flitwise
