// cli_trees.cpp: `flitwise trees`: disjoint trees of any graph, with proofs.
#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>
#include <ostream>

#include "sim/cli/commands.h"
#include "sim/console/outputs.h"
#include "sim/graph/graph_argument.h"
#include "sim/graph/texts/tree_texts.h"
#include "sim/graph/tree_file.h"
#include "sim/graph/tree_study.h"
#include "systemc/topology/graph/graph_shapes.h"

namespace flitwise {
namespace {

constexpr std::size_t kMostTreeFaults = 20;

struct TreesArguments {
  std::string graph;
  std::string root;
  std::string family;
  std::optional<Node> count;
  std::optional<Flits> length;
  std::uint64_t seed = 1;
  std::string json;
  std::string svg;
  std::string check;
};

std::string timed_text(const TimedOperation& timed, Flits flits) {
  return fmt::format("  {} of {} flits: finish {}, at least {}, gap {}\n", timed.operation, flits,
                     timed.finish, timed.bound, timed.finish - timed.bound);
}

// How often an element can follow where trees take turns.
std::string periods_text(const TreeFamily& family) {
  if (family.disjoint != Disjoint::kNothing) return "";
  const SlotPeriods periods = slot_periods(family.trees);
  return fmt::format(", an element every {}; of all-reduces every {}",
                     counted(static_cast<std::size_t>(periods.broadcast), "step"),
                     counted(static_cast<std::size_t>(periods.allreduce), "step"));
}

// Holds trees against the graph. Returns the exit status.
int check_trees(const TreesArguments& arguments, const Graph& graph, const Console& console) {
  std::optional<Disjoint> wanted;
  for (const Choice<Disjoint>& choice : disjoint_words())
    if (choice.word == arguments.family) wanted = choice.meaning;
  bool is_right = true;
  const FileOfTrees file = read_trees(arguments.check, arguments.graph, wanted);
  for (const StatedFamily& stated : file.families) {
    const TreeFamily& family = stated.family;
    const std::vector<std::string> faults = faults_of_stated(graph, file, stated);
    is_right = is_right && faults.empty();
    console.out << fmt::format(
        "{}: {} {}: ", escaped(arguments.graph), counted(family.trees.size(), "tree"),
        family.disjoint == Disjoint::kNothing ? "in time slots"
                                              : "without a common " + word_of(family.disjoint));
    if (faults.empty()) {
      console.out << fmt::format("right, heights {}{}\n", heights_text(heights_of(family.trees)),
                                 periods_text(family));
      if (arguments.length)
        for (const TimedOperation& timed : time_family(graph, family, *arguments.length))
          console.out << timed_text(timed, *arguments.length);
      continue;
    }
    console.out << "WRONG\n";
    for (std::size_t i = 0; i < faults.size() && i < kMostTreeFaults; ++i)
      console.out << "  " << escaped(faults[i]) << "\n";
    if (faults.size() > kMostTreeFaults)
      console.out << fmt::format("  and {} more\n", faults.size() - kMostTreeFaults);
  }
  const auto print = [&](const std::pair<std::string, bool>& judged) {
    console.out << escaped(arguments.graph) << ": " << judged.first;
    is_right = is_right && judged.second;
  };
  if (file.partition) print(judged_partition(graph, file));
  if (file.cut) print(judged_cut(graph, file));
  return is_right ? kExitPassed : kExitFailed;
}

std::string refuse_trees_outputs(const TreesArguments& arguments) {
  const std::string shared =
      refuse_shared_output({{"--json", arguments.json}, {"--svg", arguments.svg}});
  if (!shared.empty()) return shared;
  FileOwners owners;
  if (!is_graph_shape(arguments.graph)) owners.add_input(arguments.graph, "graph itself");
  const std::string json = owners.refuse_output(arguments.json, "trees");
  return json.empty() ? owners.refuse_output(arguments.svg, "picture") : json;
}

// What means nothing beside --check, or without it.
std::string refuse_beside_check(const TreesArguments& arguments) {
  if (arguments.check.empty())
    return arguments.family.empty() ? "" : "--family: belongs to --check";
  if (!arguments.root.empty()) return "--root: --check finds no trees of its own";
  if (arguments.count) return "--count: --check finds no trees of its own";
  if (!arguments.json.empty()) return "--json: --check finds no trees of its own";
  if (!arguments.svg.empty()) return "--svg: --check finds no trees of its own";
  return {};
}

int print_trees(const TreesArguments& arguments, const Session& session) {
  const Console& console = session.console;
  const char* command = "flitwise trees";
  for (const std::string& refusal :
       {refuse_beside_check(arguments), refuse_trees_outputs(arguments)})
    if (!refusal.empty()) return refuse(command, refusal, console);
  try {
    const Graph graph = read_graph_argument(arguments.graph);
    if (!arguments.check.empty()) return check_trees(arguments, graph, console);
    StudyRequest request;
    if (!arguments.root.empty()) request.root = node_argument(arguments.root, graph);
    request.seed = arguments.seed;
    request.count = arguments.count;
    request.length = arguments.length;
    TextSink json(arguments.json, console.out);
    TextSink svg(arguments.svg, console.out);
    const TreeStudy study = study_trees(graph, arguments.graph, request);
    json.write(study_json(study));
    json.commit();
    svg.write(study_picture(study));
    svg.commit();
    const bool is_taken = arguments.json == "-" || arguments.svg == "-";
    const Readers readers =
        readers_of(is_taken ? StandardOutput::kTaken : StandardOutput::kFree, console);
    readers.stream << study_text(study, readers.width);
  } catch (const std::invalid_argument& error) {
    return refuse(command, error.what(), console);
  }
  return kExitPassed;
}

// What the parser takes for the largest number there is, if it is left to it.
std::string is_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error == std::errc() && end == text.data() + text.size()) return {};
  return fmt::format("{} is no whole number from 0 to {}", text,
                     std::numeric_limits<std::uint64_t>::max());
}

}  // namespace

std::string graph_help() {
  return R"(GRAPH is a file (.dot or .gv: DOT; .json: node-link JSON; else a list of edges) or a kind of graph
with its arguments:

)" + graph_kinds_text();
}

void add_trees(CLI::App& app, Commands& commands) {
  constexpr Flits kLongest = 1'000'000'000;
  auto [command, arguments] = add_command(
      app, commands, "trees", "Find disjoint spanning trees of a graph, with proofs, or check some",
      print_trees);
  command.add_option("GRAPH", arguments.graph, "Graph file, or a kind as polarfly:7")
      ->type_name("")
      ->required()
      ->check(not_empty("a graph"));
  command.add_option("--root", arguments.root, "Root of trees that share no arc (default node 0)")
      ->type_name("NODE")
      ->check(not_empty("a node"));
  command.add_option("--count", arguments.count, "So many of these trees (default all there are)")
      ->type_name("N")
      ->check(CLI::Range(Node{1}, Graph::kMostNodes));
  command.add_option("--length", arguments.length, "Time operations on a message of so many flits")
      ->type_name("FLITS")
      ->check(CLI::Range(Flits{0}, kLongest));
  command.add_option("--seed", arguments.seed, "Of the search for low trees (default 1)")
      ->type_name("N")
      ->check(is_seed);
  add_file(command, "--json", arguments.json,
           "One line of JSON with trees and proofs; - for output");
  add_file(command, "--svg", arguments.svg, "A picture of the trees");
  add_file(command, "--check", arguments.check, "Hold the trees of a file against the graph");
  command.add_option("--family", arguments.family, "With --check: what no two trees may share")
      ->type_name("WORD")
      ->check(CLI::IsMember(words_of(disjoint_words())));
  command.footer(graph_help() + R"(
  flitwise trees torus:4,6 --length 1024
  flitwise trees polarfly:7 --json trees.json
  flitwise trees polarfly:7 --check trees.json

Exit status: 0 done, or all trees of --check right; 1 some are wrong; 2 bad input, or an output that
cannot be written.
)");
}

}  // namespace flitwise
