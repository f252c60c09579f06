// graph_language.cpp: every key of a scenario on a graph with all its links, once.
#include "sim/families/graph/graph_language.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <utility>

#include "sim/families/graph/graph_deaths.h"
#include "sim/families/graph/graph_methods.h"
#include "sim/families/graph/graph_scatter_work.h"
#include "sim/families/graph/graph_trees.h"
#include "sim/families/graph/graph_work.h"
#include "sim/graph/tree_file.h"
#include "sim/language/key_table.h"
#include "sim/language/scenario_lengths.h"
#include "sim/language/scenario_options.h"
#include "sim/run/family/shared_words.h"
#include "sim/text/report_text.h"
#include "systemc/formats/graph_file.h"
#include "systemc/network/address_book.h"
#include "systemc/network/collective/combine_flit.h"
#include "systemc/network/collective/combine_network.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/graph_shapes.h"

namespace flitwise::language {

void assign(TreeCount& count, const Datum& d) {
  if (d.number > 0) count.trees = static_cast<Node>(d.number);  // `auto` is none
}
void assign(TreeSource& source, const Datum& d) {
  source.how = static_cast<TreeMethod>(d.number);
  source.file = d.text;
}

namespace {

constexpr Flits kMostGraphWords = Flits{1} << 24;  // in the memories of all PEs
constexpr Flits kMostGraphSlots = 8;
constexpr Step kMostReady = 1 << 20;
constexpr Node kMostGraphDegree = 16;
constexpr const char* kNetworkExample = "{kind: graph, shape: 'polarfly:7'}";

// What a file says.
struct GraphFile {
  Options run;
  std::shared_ptr<const Graph> of_shape, of_file;
  GraphScenario on_graph;
};

const Graph* graph_in(const Known& known) {
  if (!known.are_good({"network"})) return nullptr;
  return known.whole<GraphFile>().on_graph.graph.get();
}

KnownPes pes_in(const Known& known) {
  const Graph* graph = graph_in(known);
  if (graph == nullptr || !known.are_good({"trees"})) return {};
  return {graph->size(), known.whole<GraphFile>().on_graph.choice.root.value_or(0), graph->names()};
}

// Types of values.

Datum made_of(Graph graph, const Value& value) {
  if (graph.size() < 2)
    throw bad_value(value, fmt::format("has a graph of 1 node; 2 to {} are possible", kMaxTreePes));
  Datum datum;
  datum.made = std::make_shared<const Graph>(std::move(graph));
  return datum;
}

Datum read_shape(const Value& value, Known&) {
  const std::string shape = to_text(value);
  try {
    return made_of(make_graph(shape), value);
  } catch (const TopologyError& error) {
    // It begins with the text, as messages about values do.
    std::string rule = error.what();
    if (rule.rfind(shape + ": ", 0) == 0) rule = rule.substr(shape.size() + 2);
    throw bad_value(value, escaped(rule));
  }
}

Datum read_graph_file(const Value& value, Known&) {
  try {
    return made_of(read_graph(to_path(value)), value);
  } catch (const GraphFileError& error) {
    const std::string line = error.line() > 0 ? fmt::format("line {}: ", error.line()) : "";
    throw bad_value(value, line + error.rule());
  }
}

Type node() {
  const std::string schema = fmt::format(
      R"({{"anyOf": [{{"type": "integer", "minimum": 0, "maximum": {}}},
      {{"type": "string", "minLength": 1}}]}})",
      kMaxTreePes - 1);
  return own("NAME or NUMBER", schema, [](const Value& value, Known& known) -> Datum {
    const Graph* graph = graph_in(known);
    if (graph == nullptr) {
      to_text(value);
      return {0, std::numeric_limits<double>::quiet_NaN()};
    }
    return {to_node(value, 0, graph->size() - 1, graph->names())};
  });
}

// A word, or else the name of a file.
Type method() {
  return own("auto|rule|lovasz|FILE", R"({"type": "string", "minLength": 1})",
             [](const Value& value, Known&) -> Datum {
               const std::string word = to_text(value);
               if (word == "auto") return {static_cast<std::int64_t>(TreeMethod::kAuto)};
               if (word == "rule") return {static_cast<std::int64_t>(TreeMethod::kRule)};
               if (word == "lovasz") return {static_cast<std::int64_t>(TreeMethod::kLovasz)};
               return {static_cast<std::int64_t>(TreeMethod::kFile), 0, {}, to_path(value)};
             });
}

const std::vector<Choice<WordOp>>& fold_words() {
  static const std::vector<Choice<WordOp>> words{{"add", WordOp::kSum}, {"max", WordOp::kMax},
                                                 {"min", WordOp::kMin}, {"and", WordOp::kAnd},
                                                 {"or", WordOp::kOr},   {"xor", WordOp::kXor}};
  return words;
}

// Keys of sections.

void take_graph(GraphFile& file, const Value& section, Known&) {
  GraphScenario& scenario = file.on_graph;
  const bool has_shape = file.of_shape != nullptr;
  scenario.graph = has_shape ? file.of_shape : file.of_file;
  const std::string key = has_shape ? "shape" : "file";
  const YamlNode& node = *section.node.find(key);
  const Value value{node, section.key + "." + key};
  scenario.name =
      has_shape ? to_text(value) : std::filesystem::path(to_path(value)).filename().string();
  const Graph& graph = *scenario.graph;
  for (Node v = 0; v < graph.size(); ++v) {
    const std::size_t links = graph.neighbours(v).size();
    if (links > static_cast<std::size_t>(kMostGraphDegree))
      throw bad_value(value, fmt::format("has a node, {}, with {} links; a router has at most {}",
                                         escaped(graph.name(v)), links, kMostGraphDegree));
  }
}

Keys<GraphFile> network_keys() {
  return Keys<GraphFile>()
      .known("kind", word<int>({{"graph", 0}}), "a graph with all its links, a PE at every node")
      .required()
      .key("shape", &GraphFile::of_shape, read_by(text(), read_shape),
           "a graph by name, with arguments behind a colon; `flitwise trees --help` has them all")
      .key(
          "file", &GraphFile::of_file, read_by(text(), read_graph_file),
          "in place of shape: DOT (.dot, .gv; no HTML strings), node-link JSON (.json), or an edge "
          "`u v` per line; relative to the scenario")
      .one_of({"shape", "file"}, "cannot have both shape and file", "must have a shape or a file")
      .then(take_graph);
}

Keys<TreeChoice> choice_keys() {
  return Keys<TreeChoice>()
      .key("family", &TreeChoice::family,
           word<Disjoint>({{"arc", Disjoint::kArcs},
                           {"link", Disjoint::kLinks},
                           {"slots", Disjoint::kNothing}}),
           "what no two trees have in common: a link in one direction, or a link; slots: they may "
           "share links, and take turns")
      .by_default("link for an allreduce by trees, slots for trees-slots, else arc")
      .key("count", &TreeChoice::count, whole_or_auto(kMostCombineTrees, "trees", "COUNT"),
           "how many; auto: as many as end first")
      .by_default("auto")
      .key("root", &TreeChoice::root, node(), "of all trees: a node's name or its number")
      .by_default("0; of an allreduce by trees each tree's own centre; that of the file's trees")
      .key("method", &TreeChoice::method, method(),
           "auto: the lowest trees that rules, growth and search give; rule: by a closed rule; "
           "lovasz: as they grow; else a JSON file {\"trees\": [[PARENT, ...], ...]}, relative to "
           "the scenario")
      .by_default("auto")
      .key("seed", &TreeChoice::seed, seed(), "of the search")
      .rule({"trees.seed"}, {"trees.method"}, "belongs to method auto: no other searches",
            [](const TreeChoice& choice) { return choice.method.how != TreeMethod::kAuto; });
}

// By its ends, the lower first.
Type dead_link() {
  const Type pair = tuple({node(), node()}, "[0, 1]", "must be the two nodes of a link");
  return read_by(pair, [pair](const Value& value, Known& known) {
    Datum link = pair->read(value, known);
    std::int64_t& from = link.items[0].number;
    std::int64_t& to = link.items[1].number;
    if (from > to) std::swap(from, to);
    const Graph* graph = graph_in(known);
    if (graph == nullptr) return link;
    const std::vector<Node>& near = graph->neighbours(static_cast<Node>(from));
    if (!std::binary_search(near.begin(), near.end(), static_cast<Node>(to)))
      throw bad_value(value, fmt::format("is no link of the graph: {} and {} are not neighbours",
                                         value.node.items[0].text, value.node.items[1].text));
    return link;
  });
}

Keys<GraphDeaths> death_keys() {
  return Keys<GraphDeaths>()
      .key("links", &GraphDeaths::links, each(dead_link(), "[[0, 1]]", "must name a link"),
           "dead links, by their ends")
      .required("[[0, 1]]")
      .key("known", &GraphDeaths::known, truth(),
           "trees with a dead link are left out; false, of broadcasts: the nodes below one get "
           "nothing by that tree");
}

Keys<GraphReady> ready_keys() {
  return Keys<GraphReady>()
      .key("most", &GraphReady::most, whole(1, kMostReady), "steps that a PE starts late at most")
      .required()
      .key("seed", &GraphReady::seed, seed(), "what the steps are drawn by")
      .required();
}

Keys<PeFault> break_keys() {
  const char* one = "must have one of early, late and mute";
  return Keys<PeFault>()
      .key("early", &PeFault::early, node(), "a share of this PE leaves too early")
      .key("late", &PeFault::late, node(), "a share of this PE leaves too late")
      .key("by", &PeFault::by, whole(1, kMostEarly), "by so many steps")
      .key("mute", &PeFault::mute, node(), "this PE never sends")
      .one_of({"early", "late", "mute"}, one, one, Blame::kKey)
      .rule({"options.break.by"}, {"options.break.mute"}, "belongs to early and late, not to mute",
            [](const PeFault& fault) { return fault.mute.has_value(); });
}

Keys<GraphOptions> option_keys() {
  return Keys<GraphOptions>()
      .key("fold", &GraphOptions::fold, word(fold_words()), "how operands are combined")
      .only("operation", {"reduce", "allreduce"}, "means nothing here: {} combines nothing")
      .key(
          "slots", &GraphOptions::slots, whole(0, kMostGraphSlots),
          "places for operands at an input, which wait for each other there; 0: all of a node meet "
          "in one step")
      .only("operation", {"reduce", "allreduce"}, "means nothing here: {} combines nothing")
      .map("ready", &GraphOptions::ready, ready_keys(), "{most: 5, seed: 1}",
           "with slots: PEs start 0 to `most` steps late")
      .key("split", &GraphOptions::shows_split, truth(), "list flits by tree")
      .map("faults", &GraphOptions::deaths, death_keys(), "{links: [[0, 1]]}",
           "what is dead, in the network")
      .map("break", &GraphOptions::fault, break_keys(), kFaultExample, kAboutFault)
      .excludes("options.break", {"options.faults"})
      .rule({"options.ready"}, {"options.slots"},
            "needs slots: without, operands that are late miss those that they would meet",
            [](const GraphOptions& o) { return o.ready && o.slots == 0; })
      .rule({"options.break"}, {"options.slots"},
            "means nothing with slots: operands wait for those that are late; mute alone is seen",
            [](const GraphOptions& o) { return (o.fault.early || o.fault.late) && o.slots > 0; });
}

// What all keys are good for: the trees.

// Few trees may all have a dead link where more of them do not: where nobody says how many, so many
// as leave one whole. Empty: no number does.
std::vector<Parents> more_trees(const GraphScenario& scenario) {
  const TreeChoice& choice = scenario.choice;
  if (choice.count.trees || choice.method.how != TreeMethod::kAuto || has_messages(scenario))
    return {};
  GraphScenario more = scenario;
  for (auto count = static_cast<Node>(scenario.trees.size()) + 1; count <= most_trees(scenario);
       ++count) {
    more.choice.count.trees = count;
    try {
      more.trees = choose_trees(more);
    } catch (const std::invalid_argument&) {
      return {};  // the graph has no more
    }
    if (!whole_trees(more.trees, scenario.options.deaths).empty()) return more.trees;
  }
  return {};
}

// Errors: throws ConfigError where none is left.
void leave_out_dead_trees(GraphScenario& scenario, const Known& known) {
  const GraphDeaths& deaths = scenario.options.deaths;
  if (deaths.links.empty() || !deaths.known) return;
  std::vector<Parents> whole = whole_trees(scenario.trees, deaths);
  if (whole.empty()) {
    if (std::vector<Parents> more = more_trees(scenario); !more.empty()) {
      scenario.trees = std::move(more);
      whole = whole_trees(scenario.trees, deaths);
    }
  }
  scenario.left_out = static_cast<Node>(scenario.trees.size() - whole.size());
  if (whole.empty())
    throw bad_value(
        {*known.find("options.faults.links"), "options.faults.links"},
        fmt::format("leaves no tree whole: each of the {} has a dead link", scenario.trees.size()));
  scenario.trees = std::move(whole);
}

constexpr const char* kNoTopOfMessages =
    "exists where routers combine and copy, not for messages from node to node; use assembled";

// Why there is no SystemVerilog top of the scenario; empty: there is one. Shape: it has its trees.
std::string why_no_top(const GraphScenario& scenario) {
  if (has_messages(scenario)) return kNoTopOfMessages;
  if (!scenario.options.deaths.links.empty())
    return "exists without dead links only; use assembled";
  return flitwise::why_no_top(plan_of(scenario));
}

void choose(GraphFile& file, const Value& root, Known& known) {
  if (!known.are_good(
          {"network", "operation", "algorithm", "length", "trees", "lengths", "options"}))
    return;
  GraphScenario& scenario = file.on_graph;
  if (has_messages(scenario) && !scenario.choice.root) scenario.choice.root = 0;
  // The key that is to blame; else all of the section, else the network.
  const auto blamed = [&](const char* key) -> Value {
    const std::string path = std::string("trees.") + key;
    if (const YamlNode* node = known.find(path)) return {*node, path};
    if (const YamlNode* trees = root.node.find("trees")) return {*trees, "trees"};
    return {*root.node.find("network"), "network"};
  };
  const bool is_of_file = scenario.choice.method.how == TreeMethod::kFile;
  const bool is_of_method = scenario.choice.method.how != TreeMethod::kAuto;
  try {
    scenario.trees = choose_trees(scenario);
  } catch (const std::invalid_argument& error) {
    throw bad_value(blamed(is_of_method ? "method" : "count"), error.what());
  } catch (const TreeFileError& error) {
    throw bad_value(blamed("method"), error.rule());
  }
  if (static_cast<Node>(scenario.trees.size()) > most_trees(scenario))
    throw bad_value(blamed(is_of_file ? "method" : "count"),
                    fmt::format("gives {} trees; {} takes at most {}", scenario.trees.size(),
                                method_of(scenario).word, most_trees(scenario)));
  leave_out_dead_trees(scenario, known);
  if (has_messages(scenario)) {
    const auto addresses =
        static_cast<std::int64_t>(scenario.trees.size()) * scenario.graph->size();
    const std::string rule = too_long_message(scenario.lengths, format_of_addresses(addresses));
    if (!rule.empty()) throw bad_value({*known.find("lengths"), "lengths"}, rule);
  }
  if (has_slots(scenario))
    scenario.slots = least_slots(scenario.trees, slot_use_of(scenario.operation));
  try {
    if (has_messages(scenario))
      expect_seen_fault(scenario);
    else
      parts_of(scenario, plan_of(scenario));
  } catch (const std::invalid_argument& error) {
    const YamlNode& broken = *known.find("options.break");
    throw bad_value({broken, "options.break"}, std::string("cannot be: ") + error.what());
  }
  if (file.run.build != Build::kElaborated) return;
  if (const std::string rule = why_no_top(scenario); !rule.empty())
    throw bad_value({*known.find("options.build"), "options.build"}, rule);
}

std::string too_many_words(const GraphScenario& scenario) {
  if (has_messages(scenario)) return {};
  const std::int64_t words = scenario.length * scenario.graph->size();
  if (words <= kMostGraphWords) return {};
  return fmt::format("makes {} words at all PEs; {} are possible", words, kMostGraphWords);
}

// As the network of work that is no operation of graphs.
const Keys<GraphFile>& host_keys() {
  static const auto keys =
      Keys<GraphFile>()
          .map("network", network_keys(), kNetworkExample, "the graph")
          .required()
          .map(
              "options",
              Keys<GraphFile>()
                  .in(&GraphFile::run, common_option_keys())
                  .rule({"options.build"}, {}, kNoTopOfMessages,
                        [](const GraphFile& file) { return file.run.build == Build::kElaborated; }),
              "{max_steps: 1000}", "of the routers");
  return keys;
}

const Keys<GraphFile>& file_keys() {
  static const auto keys =
      Keys<GraphFile>()
          .known("name", text(), "what reports call it")
          .by_default("the file's name")
          .map("network", network_keys(), kNetworkExample, "the graph")
          .required()
          .in(&GraphFile::on_graph,
              Keys<GraphScenario>()
                  .key("operation", &GraphScenario::operation, word(graph_operation_words()),
                       "what the nodes do")
                  .required("broadcast, reduce, allreduce, scatter or gather")
                  .key("algorithm", &GraphScenario::algorithm, algorithm_type(graph_methods()),
                       "how it is done")
                  .by_default("the operation's first", {"operation"},
                              [](const GraphScenario& scenario) {
                                return static_cast<std::int64_t>(
                                    first_method_of(scenario.operation).algorithm);
                              })
                  .key("length", &GraphScenario::length, whole(0, kMostFlits),
                       "flits of the message, or words of a vector, one a flit")
                  .required()
                  .only("operation", {"broadcast", "reduce", "allreduce"},
                        "is of one message or vector; {} has lengths")
                  .map("trees", &GraphScenario::choice, choice_keys(), "{family: arc, count: 4}",
                       "which trees")
                  .key("lengths", &GraphScenario::lengths, lengths_type(pes_in, PesHave::kNames),
                       "flits of each node's message")
                  .required()
                  .only("operation", {"scatter", "gather"}, "is of messages; {} has a length"))
          .map("options",
               Keys<GraphFile>()
                   .in(&GraphFile::on_graph,
                       Keys<GraphScenario>().in(&GraphScenario::options, option_keys()))
                   .in(&GraphFile::run, common_option_keys()),
               "{fold: add}", "how it runs")
          .in(&GraphFile::on_graph,
              Keys<GraphScenario>()
                  .rule({"length"}, {"network", "length"}, too_many_words)
                  .rule({"trees.family"}, {"algorithm", "trees"},
                        "must be link for an allreduce by trees, which uses both ways of a tree's "
                        "links at once",
                        [](const GraphScenario& scenario) {
                          return scenario.algorithm == GraphAlgorithm::kAllReduceTrees &&
                                 scenario.choice.family == Disjoint::kArcs;
                        })
                  .rule({"options.faults.known"}, {"operation", "options"},
                        "cannot be false here: an operand or a message that is lost leaves others "
                        "without a result; a broadcast alone goes on",
                        [](const GraphScenario& scenario) {
                          return has_losses(scenario) &&
                                 scenario.operation != GraphOperation::kBroadcast;
                        })
                  .rule({"trees.family"}, {"algorithm", "trees"},
                        "is for trees-slots alone: other algorithms send a flit a step down every "
                        "tree",
                        [](const GraphScenario& scenario) {
                          return !has_slots(scenario) &&
                                 scenario.choice.family == Disjoint::kNothing;
                        })
                  .rule({"options.slots"}, {"algorithm", "options"},
                        "is not for trees that take turns, which keep to a timetable",
                        [](const GraphScenario& scenario) {
                          return has_slots(scenario) && scenario.options.slots > 0;
                        })
                  .rule({"options.slots"}, {"algorithm", "options"},
                        "is not for two phases, whose broadcast begins by a timetable",
                        [](const GraphScenario& scenario) {
                          return scenario.algorithm == GraphAlgorithm::kAllReduceTwoPhase &&
                                 scenario.options.slots > 0;
                        }))
          .then(choose);
  return keys;
}

}  // namespace
}  // namespace flitwise::language

namespace flitwise {
namespace {

bool is_map(const YamlNode* node) { return node != nullptr && node->kind == YamlKind::kMap; }

bool is_word(const YamlNode* node, const char* word) {
  return node != nullptr && node->kind == YamlKind::kScalar && node->text == word;
}

// What both kinds of files have in common.
void take_network(const Value& root, const language::GraphFile& file, const ErrorList& errors,
                  Scenario& scenario) {
  scenario.options = file.run;
  const GraphScenario& on_graph = file.on_graph;
  if (on_graph.graph)
    scenario.shape = file.of_shape
                         ? on_graph.name
                         : fmt::format("graph {} of {}", on_graph.name, on_graph.graph->size());
  const auto add_input = [&](const char* section, const char* key) {
    const YamlNode* map = root.node.find(section);
    if (const YamlNode* node = is_map(map) ? map->find(key) : nullptr)
      scenario.inputs.push_back(to_path({*node, std::string(section) + "." + key}));
  };
  if (!errors.empty()) return;
  if (file.of_file) add_input("network", "file");
  if (on_graph.choice.method.how == TreeMethod::kFile) add_input("trees", "method");
}

}  // namespace

bool is_of_all_links_as_host(const Value& root) {
  const YamlNode* network = root.node.find("network");
  return is_map(network) && is_word(network->find("kind"), "graph") &&
         network->find("spanning") == nullptr && network->find("parents") == nullptr;
}

bool is_of_all_links(const Value& root) {
  if (!is_of_all_links_as_host(root)) return false;
  if (is_word(root.node.find("operation"), kScheduleOperation)) return false;
  const YamlNode* network = root.node.find("network");
  if (network->find("shape") != nullptr || root.node.find("trees") != nullptr) return true;
  const YamlNode* algorithm = root.node.find("algorithm");
  return algorithm == nullptr ||
         std::any_of(graph_methods().begin(), graph_methods().end(),
                     [&](const GraphMethod& method) { return method.word == algorithm->text; });
}

const language::Table& graph_language() { return language::file_keys(); }

void read_graph_scenario(const Value& root, Scenario& scenario, ErrorList& errors) {
  language::GraphFile file;
  read_keys(root, language::file_keys(), file, errors);
  scenario.operation = word_for(graph_operation_words(), file.on_graph.operation);
  take_network(root, file, errors, scenario);
  scenario.system = std::move(file.on_graph);
}

const language::Table& graph_host_language() { return language::host_keys(); }

void read_graph_host(const Value& root, Scenario& host, ErrorList& errors) {
  language::GraphFile file;
  read_keys(root, language::host_keys(), file, errors);
  take_network(root, file, errors, host);
  GraphScenario& on_graph = file.on_graph;
  // Its routers are those of messages.
  on_graph.operation = GraphOperation::kScatter;
  on_graph.algorithm = GraphAlgorithm::kScatterTrees;
  if (on_graph.graph && errors.empty()) on_graph.trees = {tree_of_messages(*on_graph.graph)};
  host.system = std::move(on_graph);
}

std::string graph_variant(const GraphScenario& scenario) {
  const std::vector<Node> heights = heights_of(scenario.trees);
  const auto [least, most] = std::minmax_element(heights.begin(), heights.end());
  std::string text =
      fmt::format("{} tree{}, height {}", heights.size(), heights.size() == 1 ? "" : "s",
                  *least == *most ? std::to_string(*most) : fmt::format("{} to {}", *least, *most));
  const GraphOptions& options = scenario.options;
  if (has_slots(scenario))
    text += fmt::format(
        ", an element every {}",
        scenario.slots.period == 1 ? "step" : fmt::format("{} steps", scenario.slots.period));
  if (options.slots > 0)
    text += fmt::format(", {} slot{}", options.slots, options.slots == 1 ? "" : "s");
  if (options.ready) text += ", late PEs";
  const std::size_t dead = options.deaths.links.size();
  if (dead > 0)
    text += fmt::format(", {} dead link{}{}", dead, dead == 1 ? "" : "s",
                        has_losses(scenario) ? " used" : "");
  const auto called = [&](const std::optional<Node>& pe) {
    return graph_node_names(*scenario.graph)[index_of(*pe)];
  };
  const PeFault& fault = options.fault;
  if (fault.early) text += fmt::format(", {} early by {}", called(fault.early), fault.by);
  if (fault.late) text += fmt::format(", {} late by {}", called(fault.late), fault.by);
  if (fault.mute) text += fmt::format(", {} mute", called(fault.mute));
  return text;
}

}  // namespace flitwise
