#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/cli.h"
#include "sim/scenario_graph.h"
#include "sim/scenario_words.h"

namespace flitwise {
namespace {

std::string about(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kFdf:
      return "farthest destination first: optimal on every tree";
    case Algorithm::kOrder:
      return "the messages in the order of the key `order`";
    case Algorithm::kShoulderTap:
      return "each PE taps the next one; on the path 0-1-...-n only";
    case Algorithm::kCertification:
      return "Transmission-Certification: poll, certify, order, transmit; on any tree";
  }
  return "";
}

std::string options_of(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kShoulderTap:
      return "end_mark: true|false";
    case Algorithm::kCertification:
      return fmt::format(
          "rule: {}; sync: {}; sort_cost: {}", fmt::join(words_of(rule_words()), "|"),
          fmt::join(words_of(sync_words()), "|"), fmt::join(words_of(sort_cost_words()), "|"));
    case Algorithm::kFdf:
    case Algorithm::kOrder:
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
  for (const auto& operation : operation_words()) {
    text += fmt::format("operation: {}\n", operation.word);
    for (const auto& algorithm : algorithm_words()) {
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
      "  {{kind: graph, file: F, spanning: {}}}\n"
      "                                         a spanning tree of any connected graph: breadth\n"
      "                                         first, or along a fast broadcast; F is DOT (.dot,\n"
      "                                         .gv) or has one edge `u v` per line\n",
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
      "  build: {:<22} routers wired at run time, or the SystemVerilog top (path of\n"
      "                                6 PEs, complete binary tree of 31 PEs)\n"
      "  checkers: true|false          bind the checkers of tb/sva to every router (default true)\n"
      "  skip: true|false              evaluate only routers that can change (default true)\n"
      "  max_steps: N                  give up after N steps (exit status 3)\n"
      "  break: {{early: PE, by: N}}     send that PE's message N steps too early, to see it fail\n"
      "  break: {{mute: PE}}             let that PE never send, to see the run not end\n",
      fmt::format("{}", fmt::join(words_of(ports_words()), "|")),
      fmt::format("{}", fmt::join(words_of(build_words()), "|")));
}

constexpr const char* kLengths =
    "lengths (PE 0 has no message):\n"
    "  [0, 2, 3, 0]                               flits of each PE's message\n"
    "  {each: N}                                  N flits everywhere\n"
    "  {uniform: [LO, HI], seed: S}               LO to HI flits, equally likely\n"
    "  {sparse: P, length: N or [LO, HI], seed: S}  a message with probability P (length 1)\n"
    "  {one: PE, length: N}                       only that PE has a message\n";

}  // namespace

std::string list_text() {
  return algorithms_text() + "\n" + options_text() + "\n" + networks_text() + "\n" + kLengths;
}

}  // namespace flitwise
