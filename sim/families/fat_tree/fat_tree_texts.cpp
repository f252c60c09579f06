#include "sim/families/fat_tree/fat_tree_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/families/fat_tree/fat_tree_words.h"
#include "sim/language/scenario_options.h"

namespace flitwise {
namespace {

const char* about(FatTreeAlgorithm algorithm) {
  switch (algorithm) {
    case FatTreeAlgorithm::kBroadcastFlood:
      return "one flit floods the network (may be left out)";
    case FatTreeAlgorithm::kScatterFurthestFirst:
      return "farthest leaves first: optimal; root: [A, B] scatters from two leaves";
    case FatTreeAlgorithm::kScatterOrder:
      return "the messages in the order of the key `order`; of two scatters, a list each";
    case FatTreeAlgorithm::kGatherFurthestFirst:
      return "the scatter backwards: optimal, nothing waits";
    case FatTreeAlgorithm::kGatherNaive:
      return "all leaves start in step 1, into queues";
    case FatTreeAlgorithm::kMultinodeFlood:
      return "all leaves flood in step 1, into queues: optimal";
    case FatTreeAlgorithm::kMultinodePhased:
      return "one copy per leaf and level; nothing waits";
    case FatTreeAlgorithm::kMultinodeQueueFree:
      return "copies for several levels at once: optimal, nothing waits";
    case FatTreeAlgorithm::kExchangePhasedSerial:
      return "phases from the root's level down, one by one";
    case FatTreeAlgorithm::kExchangePhased:
      return "the same, overlapping";
    case FatTreeAlgorithm::kExchangeOptimalEbft:
      return "optimal on binary trees with exponential capacities";
    case FatTreeAlgorithm::kExchangeOptimalCbft:
      return "optimal on binary trees with constant capacities";
    case FatTreeAlgorithm::kExchangeFarFirst:
      return "all leaves send without pause, far leaves first, into queues";
    case FatTreeAlgorithm::kExchangeScatters:
      return "leaf after leaf scatters, farthest first";
    case FatTreeAlgorithm::kExchangeScatterPairs:
      return "the same, two leaves at a time (binary trees)";
  }
  return "";
}

std::string algorithms_text() {
  std::string text;
  for (const auto& operation : fat_tree_operation_words()) {
    text += fmt::format("operation: {}\n", operation.word);
    for (const auto& algorithm : fat_tree_algorithm_words(operation.meaning))
      text += fmt::format("  algorithm: {:<14} {}\n", algorithm.word, about(algorithm.meaning));
  }
  return text;
}

std::string options_text() {
  return fmt::format(
             "options:\n"
             "  policy: {}\n"
             "                                which packets of a step go first, where any wait\n"
             "  seed: S                       of policy random\n"
             "  depth: N                      packets that an output holds (default: enough)\n"
             "  backpressure: true|false      a full output holds packets back (default: it loses\n"
             "                                them, which fails the run)\n"
             "  phase_gap: N                  algorithm phased: idle steps between phases "
             "(default 2)\n"
             "  store_forward: true|false     scatter: switches pass on whole messages only\n"
             "  duplex: full|half             both directions of a link at once, or up in odd "
             "steps "
             "and\n"
             "                                down in even ones (algorithms without queues)\n"
             "  arrivals: true|false          show the arrival steps of every leaf (default: up to "
             "64 leaves)\n"
             "  build: {}\n"
             "                                switches wired at run time, the SystemVerilog top "
             "(up to\n"
             "                                64 leaves), or the netlists of the switches, wired\n",
             fmt::join(words_of(policy_words()), "|"),
             fmt::format("{}", fmt::join(words_of(build_words()), "|"))) +
         common_options_text() +
         "  break: {early: LEAF, by: N}   one transmission of that leaf leaves N steps too early\n"
         "  break: {mute: LEAF}           that leaf never sends\n";
}

}  // namespace

std::string fat_tree_list_text() {
  return "Fat trees\n" + algorithms_text() + "\n" + options_text() +
         "\nnetwork (2 to 1024 leaves, a power of the arity; arity 2 to 8):\n"
         "  {kind: fat-tree, leaves: 8, arity: 2, capacities: C}\n"
         "                                C: constant, exponential or [1, 2, 2], links of a "
         "branch\n"
         "                                by level, nondecreasing from 1 to 8 at a leaf; at most "
         "512\n"
         "                                links a switch\n";
}

FamilyHelp fat_tree_help() {
  FamilyHelp help;
  help.scenario = R"(or, on a fat tree, whose leaves are the PEs:
  network: {kind: fat-tree, leaves: 8, arity: 2, capacities: exponential}
                                  # capacities: constant, exponential or a list like [1, 2, 2]
  operation: exchange             # broadcast, scatter, gather, multinode or exchange
  algorithm: optimal-ebft         # broadcast needs none
  root: 0                         # of broadcast, scatter and gather (default 0); a list of two
                                  # leaves scatters from both at once
  lengths: {each: 1}              # scatter and gather only; default one flit each
  options: {depth: 4}             # optional
A switch of a new shape is verilated and compiled on first use, and kept.
)";
  help.columns =
      "  wait       fat trees: most packets that ever waited in one output of a switch\n";
  help.compared = "  on a fat tree, all algorithms of the operation; scatter also nearest first\n";
  return help;
}

}  // namespace flitwise
