#include "sim/collective/word_language.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "sim/collective/collective_host.h"
#include "sim/collective/collective_scenario.h"
#include "sim/collective/methods/word_methods.h"
#include "sim/collective/pe_name.h"
#include "sim/collective/word_faults.h"
#include "sim/language/key_table.h"
#include "sim/language/scenario_options.h"
#include "sim/language/schema_parts.h"
#include "sim/run/family/hosts.h"
#include "sim/run/family/shared_words.h"
#include "systemc/network/collective/combine_flit.h"
#include "systemc/network/collective/combine_network.h"
#include "systemc/protocols/combining/combine_pe.h"
#include "systemc/topology/flit_format.h"
#include "tb/theory/collective/collective_lower_bounds.h"
#include "tb/theory/combining/combining_events.h"

namespace flitwise {
namespace language {
namespace {

constexpr const char* kOptionsExample = "{op: sum, add: 1}";
constexpr Step kMostOverhead = 1 << 20;
constexpr Flits kMostOperandDepth = 8;
constexpr Step kMostLate = 1 << 20;
constexpr int kMostTrees = 16;  // that flits can name

// Who breaks its program, as the file calls it.
struct NamedFault {
  std::optional<PeName> early, late, mute, swap, twice;
  Step by = PeFault().by;
};

struct WordOptions {
  WordArithmetic arithmetic;
  Step add = 0;
  Step send_overhead = 0;
  Step receive_overhead = 0;
  std::optional<Flits> packet;
  bool own_pace = false;
  Flits operand_depth = 2;
  StarRule rule = StarRule::kQ;
  std::optional<int> trees;
  std::optional<bool> in_network;  // whether routers combine, as far as the file asks for it
  NamedFault fault;
};

struct WordFile {
  std::optional<ShapeIndex> network;  // of a file without an algorithm, to name those there are
  CollectiveOperation operation = CollectiveOperation::kAllReduce;
  int algorithm = 0;
  std::optional<Flits> length, block, packets;
  PeName root;
  std::vector<PeName> destinations;
  std::vector<Step> start;
  WordOptions options;
};

const std::vector<Choice<WordOp>>& word_op_words() {
  static const std::vector<Choice<WordOp>> words{{"sum", WordOp::kSum}, {"min", WordOp::kMin},
                                                 {"max", WordOp::kMax}, {"and", WordOp::kAnd},
                                                 {"or", WordOp::kOr},   {"xor", WordOp::kXor}};
  return words;
}

const std::vector<Choice<bool>>& meeting_words() {
  static const std::vector<Choice<bool>> words{{"aligned", false}, {"own-pace", true}};
  return words;
}

const std::vector<Choice<bool>>& combine_words() {
  static const std::vector<Choice<bool>> words{{"pe", false}, {"network", true}};
  return words;
}

// Each word once, in the order of the rows.
const Words& algorithm_words() {
  static const Words words = [] {
    Words all;
    for (const WordMethod& method : word_methods())
      if (std::find(all.begin(), all.end(), method.word) == all.end())
        all.emplace_back(method.word);
    return all;
  }();
  return words;
}

const Keys<WordFile>& word_keys();

// Beside each operation that some network has it for; what it means differs from network to
// network.
Type algorithm_type() {
  std::vector<Word> words;
  for (std::size_t i = 0; i < algorithm_words().size(); ++i)
    for (const auto& operation : collective_operation_words())
      for (const WordMethod& method : word_methods()) {
        if (method.word != algorithm_words()[i] || !method.does(operation.meaning)) continue;
        words.push_back(
            {algorithm_words()[i].c_str(), static_cast<std::int64_t>(i), operation.word});
        break;
      }
  const Type type = word_type(words, typeid(int), "operation");
  // Which of them the network has for the operation is known when the network is.
  const auto read = [type](const Value& value, Known& known) {
    const Words& all = algorithm_words();
    const auto found = std::find(all.begin(), all.end(), value.node.text);
    if (value.node.kind != YamlKind::kScalar || found == all.end())
      to_choice_index(value, names_of(words_beside(*type, known.words["operation"])));
    return Datum{found - all.begin()};
  };
  return read_by(type, read);
}

std::string algorithms_of(const Known& known) {
  const auto operation = known.words.find("operation");
  if (operation == known.words.end()) return "how it is done";
  const WordFile& file = known.whole<WordFile>();
  Words words;
  if (file.network) words = words_for(*file.network, file.operation);
  if (words.empty()) {
    const Row& row = *row_of(word_keys().section(), "algorithm");
    words = names_of(words_beside(*row.type, operation->second));
  }
  return "how it is done: " + joined(words, "or");
}

// Unlike `each`, with numbers that may come again; one number is that of all.
Type steps_by_pe() {
  const Type step = whole(0, kMostLate);
  const auto read = [step](const Value& value, Known& known) {
    Datum steps;
    if (value.node.kind == YamlKind::kScalar) {
      steps.items.push_back(step->read(value, known));
      return steps;
    }
    if (value.node.kind != YamlKind::kList)
      throw bad_value(value, fmt::format("must be a number of steps or a list like [0, 2, 0, 1], "
                                         "not {}",
                                         kind_of(value.node)));
    for (std::size_t i = 0; i < value.node.items.size(); ++i)
      steps.items.push_back(step->read(item_of(value, i), known));
    return steps;
  };
  const schema::Json item = schema::whole_number(0, kMostLate, "");
  return own("STEPS or [STEPS, ...]",
             schema::any_of({item, schema::list(item, 1, std::size_t{kMostNodes}, "")}, "").dump(),
             read);
}

// Those of all networks, and more.
Keys<NamedFault> word_fault_keys() {
  const Type pe = pe_name();
  const char* one = "must have one of early, late, mute, swap and double";
  return Keys<NamedFault>()
      .key("early", &NamedFault::early, pe, "one transmission of this PE leaves too early")
      .key("late", &NamedFault::late, pe, "all that this PE sends leaves too late")
      .key("by", &NamedFault::by, whole(1, kMostEarly), "by so many steps")
      .key("mute", &NamedFault::mute, pe, "this PE never sends")
      .key("swap", &NamedFault::swap, pe,
           "routers that combine: this PE mistakes its first two trees for each other, with its "
           "first words; of one tree it swaps the first two words")
      .key(
          "double", &NamedFault::twice, pe,
          "reductions: this PE counts its first operand twice; where routers combine it hands that "
          "over twice")
      .one_of({"early", "late", "mute", "swap", "double"}, one, one, Blame::kKey)
      .rule({"options.break.by"}, {"options.break.mute"}, "belongs to early and late, not to mute",
            [](const NamedFault& fault) { return fault.mute.has_value(); })
      .rule({"options.break.by"}, {"options.break.swap"}, "belongs to early and late, not to swap",
            [](const NamedFault& fault) { return fault.swap.has_value(); })
      .rule({"options.break.by"}, {"options.break.double"},
            "belongs to early and late, not to double",
            [](const NamedFault& fault) { return fault.twice.has_value(); });
}

Keys<WordOptions> option_keys() {
  const char* nothing = "means nothing here: {} combines nothing";
  return Keys<WordOptions>()
      .in(&WordOptions::arithmetic,
          Keys<WordArithmetic>()
              .key("op", &WordArithmetic::op, word(word_op_words()), "how operands are combined")
              .by_default("sum; in a flood and")
              .only("operation", {"reduce", "allreduce", "reduce-scatter", "barrier"}, nothing)
              .key("width", &WordArithmetic::width, whole(1, kMostWordBits), "bits of a word"))
      .key("add", &WordOptions::add, whole(0, kMostOverhead), "steps to combine operands")
      .only("operation", {"reduce", "allreduce", "reduce-scatter", "barrier"}, nothing)
      .key("send_overhead", &WordOptions::send_overhead, whole(0, kMostOverhead),
           "tori and meshes: steps that a PE takes before its first flit leaves")
      .key("receive_overhead", &WordOptions::receive_overhead, whole(0, kMostOverhead),
           "tori and meshes: steps that a PE takes after the last flit of a message")
      .key("packet", &WordOptions::packet, whole(1, kMostFlits), "packet-tree: flits of a packet")
      .by_default("the best")
      .key("meeting", &WordOptions::own_pace, word(meeting_words()),
           "whether PEs keep to a timetable, or go on as soon as they can")
      .key("operand_depth", &WordOptions::operand_depth, whole(1, kMostOperandDepth),
           "routers that combine, meeting own-pace: operands that wait at an input")
      .key("rule", &WordOptions::rule, word(star_rule_words()),
           "star graphs, trees: how they are cut out of the graph")
      .key("trees", &WordOptions::trees, whole(1, kMostTrees), "in-network-trees: along so many")
      .by_default("all there are")
      .key("combine", &WordOptions::in_network, word(combine_words()),
           "who combines: PEs, or routers and switches; an algorithm of the other sort is refused")
      .by_default("as the algorithm has it")
      .only("operation", {"reduce", "allreduce", "reduce-scatter", "barrier"}, nothing)
      .map("break", &WordOptions::fault, word_fault_keys(), kFaultExample, kAboutFault);
}

std::string wrong_size(const WordFile& file) {
  using Operation = CollectiveOperation;
  const auto needs = [&](const char* key) { return fmt::format("needs {}", key); };
  if (file.packets) return {};
  switch (file.operation) {
    case Operation::kReduce:
    case Operation::kAllReduce:
    case Operation::kMulticast:
      return file.length ? "" : needs("length, the words of a vector");
    case Operation::kReduceScatter:
      if (file.length && file.block) return "takes length or block, not both";
      return file.length || file.block ? ""
                                       : needs(
                                             "length, the words of a vector, or block, those "
                                             "that end at each PE");
    case Operation::kAllGather:
      return file.block ? "" : needs("block, the words of each PE");
    case Operation::kAllToAll:
      return file.block ? "" : needs("block, the words of each PE for each other one");
    case Operation::kBarrier:
      break;
  }
  return {};
}

const Keys<WordFile>& word_keys() {
  static const auto keys =
      Keys<WordFile>()
          .known("name", text(), "what reports call it")
          .by_default("the file's name")
          .known("network", own("NETWORK", "{}", nullptr), "any network but several trees at once")
          .required()
          .key("operation", &WordFile::operation, word(collective_operation_words()),
               "what all PEs do together")
          .required()
          .key("algorithm", &WordFile::algorithm, algorithm_type(), "how it is done")
          .required(algorithms_of)
          .key("length", &WordFile::length, whole(1, kMostFlits), "words of a vector")
          .only("operation", {"reduce", "allreduce", "reduce-scatter", "multicast"},
                "is of operations on vectors, and {} is none")
          .key("block", &WordFile::block, whole(1, kMostFlits),
               "words of a PE's block; all-to-all: of its block for each other PE")
          .only("operation", {"reduce-scatter", "all-gather", "all-to-all"},
                "is of operations on blocks, and {} is none")
          .key("packets", &WordFile::packets, whole(1, kMostFlits),
               "star graphs: length or block, a word a packet")
          .key("root", &WordFile::root, pe_name(),
               "the PE that ends with the result or has the text; of an all-reduce or barrier, the "
               "root of its tree")
          .by_default("0")
          .only("operation", {"reduce", "allreduce", "multicast", "barrier"},
                "means nothing here: {} has no root")
          .key("destinations", &WordFile::destinations,
               each(pe_name(), "[PE, ...]", "must name a PE"), "who gets the text")
          .required("the PEs that get the text")
          .only("operation", {"multicast"}, "means nothing here: {} is for all PEs")
          .key("start", &WordFile::start, steps_by_pe(),
               "steps that all PEs come late to it, or a list of the steps of each")
          .by_default("nobody is late")
          .only("operation", {"barrier", "reduce", "allreduce"},
                "means nothing here: to {} all PEs come in step 0")
          .map("options", &WordFile::options, option_keys(), kOptionsExample,
               "how words are combined, and of the network's routers: each network has its own")
          .excludes("packets", {"length", "block"})
          .rule({"operation"}, {"length", "block", "packets"}, wrong_size);
  return keys;
}

}  // namespace
}  // namespace language

const language::Table& word_language() { return language::word_keys(); }

std::string word_schema(const Families& families) {
  using schema::Json;
  Json all = Json::parse(language::schema_of(word_language()));
  Json network = host_networks_schema(families);
  network["description"] = all["properties"]["network"]["description"];
  all["properties"]["network"] = std::move(network);
  Json& options = all["properties"]["options"]["properties"];
  const Json of_hosts = host_options_schema(families);
  for (const auto& [name, value] : of_hosts.items())
    if (!options.contains(name)) options[name] = value;
  return all.dump();
}

std::string word_list_text(const Families& families) {
  return std::string(kWordsTitle) + "\n" + language::list_text(word_language()) +
         host_options_text(families) + word_algorithms_text();
}

namespace {

using language::NamedFault;
using language::WordFile;

const YamlNode* find(const Value& root, const std::string& path) {
  const YamlNode* node = &root.node;
  for (std::size_t at = 0; node != nullptr && at < path.size();) {
    const std::size_t dot = std::min(path.find('.', at), path.size());
    node = node->find(path.substr(at, dot - at));
    at = dot + 1;
  }
  return node;
}

// The value of a key, for messages about what it means with others; the file where there is none.
Value value_of(const Value& root, const std::string& path) {
  const YamlNode* node = find(root, path);
  return {node == nullptr ? root.node : *node, path};
}

CollectiveRequest request_of(const WordFile& file, Node pes) {
  CollectiveRequest request;
  request.operation = file.operation;
  const bool scatters = file.operation == CollectiveOperation::kReduceScatter;
  request.block = file.block.value_or(file.packets.value_or(1));
  request.length =
      file.length.value_or(scatters && file.block ? *file.block * pes : file.packets.value_or(1));
  request.add = file.options.add;
  request.send_overhead = file.options.send_overhead;
  request.receive_overhead = file.options.receive_overhead;
  request.packet = file.options.packet;
  request.own_pace = file.options.own_pace;
  if (request.own_pace) request.operand_depth = file.options.operand_depth;
  request.rule = file.options.rule;
  request.trees = file.options.trees;
  request.start = file.start;
  return request;
}

void name_pes(const Value& root, const WordFile& file, const NetworkShape& shape,
              CollectiveRequest& request) {
  request.root = pe_of(file.root, value_of(root, "root"), shape);
  for (std::size_t i = 0; i < file.destinations.size(); ++i) {
    const Value name = item_of(value_of(root, "destinations"), i);
    const Node pe = pe_of(file.destinations[i], name, shape);
    const std::vector<Node>& known = request.destinations;
    if (std::find(known.begin(), known.end(), pe) != known.end())
      throw bad_value(name, "stands in the list twice");
    request.destinations.push_back(pe);
  }
}

void check_start(const Value& root, WordFile& file, Node pes) {
  const YamlNode* start = find(root, "start");
  if (start != nullptr && start->kind == YamlKind::kScalar)
    file.start.assign(index_of(pes), file.start.front());
  if (start != nullptr && file.start.size() != index_of(pes))
    throw ConfigError(
        value_of(root, "start").node.place, "start", "",
        fmt::format("must have {} entries, one per PE, not {}", pes, file.start.size()));
}

constexpr std::int64_t kMostWords = std::int64_t{1} << 23;  // in the memories of all PEs

// Words that lie in the memories of all PEs, those on their way left out.
std::int64_t words_in_memory(const CollectiveRequest& request, Node pes) {
  switch (request.operation) {
    case CollectiveOperation::kAllGather:
      return request.block * pes * pes;
    case CollectiveOperation::kAllToAll:
      return 2 * request.block * pes * pes;
    default:
      return request.length * pes;
  }
}

void check_size(const Value& root, const CollectiveRequest& request, Node pes) {
  const std::int64_t words = words_in_memory(request, pes);
  if (words <= kMostWords) return;
  for (const char* key : {"length", "block", "packets"})
    if (find(root, key) != nullptr)
      throw bad_value(value_of(root, key),
                      fmt::format("makes {} words in the memories of all PEs; at most {} are "
                                  "possible",
                                  words, kMostWords));
}

bool is_of_worms(const NetworkShape& shape) {
  return std::holds_alternative<Torus>(shape) || std::holds_alternative<XyMesh>(shape);
}

// Of the network's routers, which do nothing where stages beside them combine.
constexpr const char* kRouterKeys[] = {"lanes", "depth", "lane_rule", "dimension_order", "slots"};

// Keys that mean something with some networks and algorithms only.
void check_keys_of(const Value& root, const WordFile& file, const NetworkShape& shape,
                   const WordMethod& method, Flits words) {
  const bool is_worms = is_of_worms(shape);
  const auto refuse = [&](const char* path, bool is_there, const std::string& rule) {
    if (is_there) throw bad_value(value_of(root, path), rule);
  };
  const auto* fat_tree = std::get_if<FatTree>(&shape);
  if ((std::holds_alternative<TreeShape>(shape) || fat_tree != nullptr) &&
      !method.is_in_network()) {
    const FlitFormat format =
        fat_tree != nullptr ? flit_format_of(*fat_tree) : format_of_addresses(pes_of(shape));
    const int most = format.payload();
    refuse("network", file.options.arithmetic.width > most,
           fmt::format("has {} PEs, whose flits have room for words of {} bits: options.width must "
                       "be at most {}, not {}",
                       pes_of(shape), most, most, file.options.arithmetic.width));
  }
  refuse("algorithm", method.merge != nullptr && fat_tree->leaves() > Node{kMergeNumbers},
         fmt::format("adds operands whose flits number them in {} bits, for {} leaves at most, and "
                     "this network has {}",
                     kMergeNumberBits, kMergeNumbers, pes_of(shape)));
  const std::string elsewhere = fmt::format("belongs to tori and meshes, and this is one of {}",
                                            network_title(shape.index()));
  refuse("options.send_overhead", file.options.send_overhead > 0 && !is_worms, elsewhere);
  refuse("options.receive_overhead", file.options.receive_overhead > 0 && !is_worms, elsewhere);
  refuse("packets", file.packets && !std::holds_alternative<StarGraph>(shape),
         fmt::format("belongs to star graphs, and this is one of {}: length or block",
                     network_title(shape.index())));
  refuse("options.meeting", file.options.own_pace && method.counts_twice,
         "means nothing here: in a flood everybody waits for all neighbours");
  refuse("options.meeting", file.options.own_pace && !method.has_pace,
         fmt::format("is an option of algorithms that can go on by themselves; {} keeps to its "
                     "timetable",
                     method.word));
  const bool is_in_network = method.is_in_network();
  refuse("options.combine", file.options.in_network.value_or(is_in_network) != is_in_network,
         fmt::format("does not go with {}, in which {} combine", method.word,
                     is_in_network ? "routers" : "PEs"));
  refuse("options.rule", find(root, "options.rule") != nullptr && !method.has_rule,
         fmt::format("is an option of algorithms over a star graph's trees, and {} is none",
                     method.word));
  refuse("options.trees", file.options.trees && !method.has_trees,
         fmt::format("is an option of in-network-trees, and {} has none", method.word));
  refuse("options.packet", file.options.packet && !method.has_packets,
         fmt::format("is an option of algorithms with packets, and {} has none", method.word));
  refuse("options.packet", file.options.packet.value_or(0) > words,
         words == 1 ? "must be 1: there is one word"
                    : fmt::format("must be 1 to {}, the words of the vector", words));
  refuse("options.operand_depth",
         find(root, "options.operand_depth") != nullptr &&
             (method.combine == nullptr || !file.options.own_pace),
         "is an option of algorithms that combine in routers, with meeting: own-pace");
  for (const char* key : kRouterKeys) {
    const std::string path = std::string("options.") + key;
    refuse(
        path.c_str(), method.combine != nullptr && find(root, path) != nullptr,
        fmt::format("is an option of algorithms whose flits cross the network's routers, and {} is "
                    "none",
                    method.word));
  }
  const WordOp op = file.options.arithmetic.op;
  refuse(
      "options.op",
      find(root, "options.op") != nullptr && method.counts_twice &&
          (op == WordOp::kSum || op == WordOp::kXor),
      fmt::format("does not fit: {} may count an operand more than once, so that options.op must "
                  "be min, max, and or or",
                  method.word));
  refuse("root", find(root, "root") != nullptr && !method.has_root(file.operation),
         fmt::format("is an option of algorithms with a tree, and {} has none", method.word));
  refuse("start", !file.start.empty() && !method.has_start,
         fmt::format("does not go with {}, which keeps to its timetable", method.word));
  refuse(
      "start", !file.start.empty() && !method.waits_for_late(file.operation),
      fmt::format("does not go with {}, but in a barrier: routers alone wait for vectors of late "
                  "PEs",
                  method.word));
}

const WordMethod& method_of(const Value& root, const WordFile& file, ShapeIndex network) {
  const std::string& word = language::algorithm_words()[index_of(file.algorithm)];
  if (const WordMethod* method = find_word_method(network, file.operation, word)) return *method;
  const std::vector<std::string> words = words_for(network, file.operation);
  const std::string operation = word_for(collective_operation_words(), file.operation);
  throw bad_value(value_of(root, "algorithm"),
                  words.empty()
                      ? fmt::format("is no algorithm of {} on {}, which has none", operation,
                                    network_title(network))
                      : fmt::format("is no algorithm of {} on {}, which has {}", operation,
                                    network_title(network), language::joined(words, "and")));
}

// What a plan complains about, behind the algorithm's name, which it may begin with.
std::string rule_of(const TopologyError& error, const std::string& algorithm) {
  const std::string text = error.what();
  if (text.rfind(algorithm + " ", 0) == 0) return text.substr(algorithm.size() + 1);
  const bool has_name = text.rfind(algorithm + ": ", 0) == 0;
  return "does not fit: " + (has_name ? text.substr(algorithm.size() + 2) : text);
}

// The key that says that part.
const char* key_of(RequestPart part, const WordFile& file, const Value& root) {
  switch (part) {
    case RequestPart::kAdd:
      return "options.add";
    case RequestPart::kOverheads:
      return file.options.send_overhead > 0 ? "options.send_overhead" : "options.receive_overhead";
    case RequestPart::kOperandDepth:
      return "options.operand_depth";
    case RequestPart::kStart:
      return "start";
    case RequestPart::kTrees:
      return "options.trees";
    case RequestPart::kSize:
      break;
  }
  for (const char* key : {"length", "block", "packets"})
    if (find(root, key) != nullptr) return key;
  return "algorithm";  // a barrier's
}

// At own pace a PE may hand words over that have to wait, whenever it does.
bool has_effect(const WordRun& run) {
  if (!run.combine->is_own_pace || run.combine->floods() ||
      !theory::has_operands(run.combine->trees.front()))
    return true;
  theory::CombiningTimes times = theory::combining_times(run.request);
  const std::vector<LinkEvent> in_time =
      theory::combining_events(*run.combine, times, run.arithmetic);
  times.start.resize(run.combine->neighbours.size());
  if (run.fault.early) times.start[index_of(*run.fault.early)] -= run.fault.by;
  if (run.fault.late) times.start[index_of(*run.fault.late)] += run.fault.by;
  return theory::combining_events(*run.combine, times, run.arithmetic) != in_time;
}

// What does not go with routers that combine.
void check_combining(const Value& root, const Scenario& host, const WordRun& run, Node pes) {
  const auto refuse = [&](const char* path, bool is_there, const std::string& rule) {
    if (is_there) throw bad_value(value_of(root, path), rule);
  };
  const std::string no_top = why_no_top(*run.combine);
  refuse("options.build", host.options.build == Build::kElaborated && !no_top.empty(), no_top);
  const auto parts = protocols::combine_parts(*run.combine, run.request, static_cast<Node>(pes));
  const auto sends = [&](Node pe) {
    return std::any_of(
        parts[index_of(pe)].begin(), parts[index_of(pe)].end(),
        [](const protocols::CombinePart& part) { return part.sends && part.words > 0; });
  };
  if (run.fault.early) {
    const char* path = "options.break.early";
    refuse(path, !sends(*run.fault.early), "has nothing that it could send early");
    bool is_possible = true;
    for (const protocols::CombinePart& part : parts[index_of(*run.fault.early)])
      is_possible = is_possible && (!part.sends || part.words == 0 || part.after > run.fault.by);
    refuse(path, !is_possible, "begins too soon to be that much earlier");
    refuse(path, !has_effect(run), "is early unseen: its words wait for others at its router");
  }
  if (run.fault.late) {
    const char* path = "options.break.late";
    refuse(path, !sends(*run.fault.late), "has nothing that it could send late");
    refuse(path, !has_effect(run), "is late unseen: its words wait for others at its router");
  }
  if (run.fault.mute) {
    const char* path = "options.break.mute";
    refuse(path, !sends(*run.fault.mute), "has nothing to send: its silence would go unseen");
  }
}

// Who swaps operands on purpose.
Node swapped_pe(const Value& swap, const PeName& name, const WordRun& run,
                const NetworkShape& shape, const WordMethod& method) {
  if (!run.combine || run.combine->floods())
    throw bad_value(swap, fmt::format("is a fault of routers that combine along trees, and {} has "
                                      "none",
                                      method.word));
  const Node pe = pe_of(name, swap, shape);
  const auto parts = protocols::combine_parts(*run.combine, run.request, pes_of(shape));
  Flits words = 0;
  for (const protocols::CombinePart& part : parts[index_of(pe)])
    if (part.sends) words += part.words;
  if (words < 2)
    throw bad_value(swap, fmt::format("has {} to send: there is nothing to swap",
                                      words == 0 ? "no word" : "one word"));
  return pe;
}

// Who counts its operand twice on purpose.
Node doubled_pe(const Value& twice, const PeName& name, const WordRun& run,
                const NetworkShape& shape) {
  const CollectiveOperation operation = run.request.operation;
  if (operation == CollectiveOperation::kAllGather || operation == CollectiveOperation::kAllToAll ||
      operation == CollectiveOperation::kMulticast)
    throw bad_value(twice, fmt::format("means nothing here: {} combines nothing",
                                       word_for(collective_operation_words(), operation)));
  const Node pe = pe_of(name, twice, shape);
  if (!run.merge) return pe;
  const std::vector<protocols::MergeSend>& sends = run.merge->sends[index_of(pe)];
  if (std::none_of(sends.begin(), sends.end(),
                   [&](const protocols::MergeSend& send) { return send.word < run.merge->words; }))
    throw bad_value(twice, "has no operand to send: the word is its own");
  return pe;
}

// What does not go with switches that add.
void check_merging(const Value& root, const Scenario& host, const WordRun& run,
                   const FatTree& tree) {
  const auto refuse = [&](const char* path, bool is_there, const char* rule) {
    if (is_there) throw bad_value(value_of(root, path), rule);
  };
  refuse("options.build",
         host.options.build == Build::kElaborated && tree.capacity(tree.levels()) > 1,
         "exists for one link a branch, of which switches that add need no more; use assembled");
  refuse("options.break.early", run.fault.early.has_value(),
         "cannot send earlier: leaves begin in the first step");
}

PeFault fault_of(const Value& root, const NamedFault& named, const NetworkShape& shape) {
  const auto pe = [&](const std::optional<PeName>& name, const char* path) -> std::optional<Node> {
    if (!name) return std::nullopt;
    return pe_of(*name, value_of(root, path), shape);
  };
  PeFault fault;
  fault.early = pe(named.early, "options.break.early");
  fault.late = pe(named.late, "options.break.late");
  fault.mute = pe(named.mute, "options.break.mute");
  fault.by = named.by;
  return fault;
}

CollectiveScenario scenario_of(const Value& root, WordFile file, CollectiveHost host) {
  const std::optional<NetworkShape> shape = host.machine->shape();
  if (!shape) throw bad_value(value_of(root, "operation"), "does not run on networks of this kind");
  const Node pes = pes_of(*shape);
  check_start(root, file, pes);
  const WordMethod& method = method_of(root, file, shape->index());
  CollectiveScenario collective;
  collective.algorithm = method.word;
  WordRun& run = collective.words.emplace();
  run.request = request_of(file, pes);
  run.request.dimension_order = host.machine->dimension_order();
  run.in_network = file.options.in_network;
  name_pes(root, file, *shape, run.request);
  check_keys_of(root, file, *shape, method, run.request.length);
  check_size(root, run.request, pes);
  run.arithmetic = file.options.arithmetic;
  if (method.counts_twice && find(root, "options.op") == nullptr) run.arithmetic.op = WordOp::kAnd;
  run.source = method.finish;
  if (host.machine->carry({})->flits_sent(1) != 1)
    throw bad_value(value_of(root, "options.flits"),
                    "must be 1: a word is a packet of one flit, which PEs combine as a whole");
  try {
    if (method.merge != nullptr)
      run.merge = std::make_shared<const protocols::MergePlan>(method.merge(run.request, *shape));
    else if (method.combine != nullptr)
      run.combine = std::make_shared<const CombinePlan>(method.combine(run.request, *shape));
    else
      run.plan = std::make_shared<const CollectivePlan>(method.plan(run.request, *shape));
  } catch (const RequestError& error) {
    throw bad_value(value_of(root, key_of(error.part(), file, root)),
                    fmt::format("does not fit: {}", error.what()));
  } catch (const TopologyError& error) {
    throw bad_value(value_of(root, "algorithm"), rule_of(error, method.word));
  }
  run.predicted = method.figures(run.request, *shape);
  if (method.results != nullptr) run.results = method.results(*shape, run.arithmetic);
  run.bound =
      theory::lower_bound_of(run.request, *shape,
                             run.in_network.value_or(true) ? theory::CombiningPlace::kAnywhere
                                                           : theory::CombiningPlace::kPes);
  run.least_volume = theory::least_volume(run.request, pes);
  run.is_on_worms = is_of_worms(*shape);
  if (run.plan) collective.schedule = {run.plan, &run.plan->schedule};
  collective.pe_of.resize(index_of(pes));
  std::iota(collective.pe_of.begin(), collective.pe_of.end(), 0);
  // Elsewhere numbers come again.
  if (run.plan && std::holds_alternative<StarGraph>(*shape)) {
    const std::string refusal =
        host.machine->carry(place_transfers(collective))->refusal([](Node pe) {
          return fmt::format("PE {}", pe);
        });
    if (!refusal.empty())
      throw bad_value(value_of(root, key_of(RequestPart::kSize, file, root)), refusal);
  }
  run.fault = fault_of(root, file.options.fault, *shape);
  if (file.options.fault.swap)
    run.swapped = swapped_pe(value_of(root, "options.break.swap"), *file.options.fault.swap, run,
                             *shape, method);
  if (file.options.fault.twice)
    run.doubled =
        doubled_pe(value_of(root, "options.break.double"), *file.options.fault.twice, run, *shape);
  if (run.combine) {
    check_combining(root, host.scenario, run, pes);
  } else if (run.merge) {
    check_merging(root, host.scenario, run, std::get<FatTree>(*shape));
  } else {
    if (run.fault.early)
      run.broken = early_program(value_of(root, "options.break.early"), run, *host.machine);
    if (run.fault.late)
      run.broken = late_program(value_of(root, "options.break.late"), run, *host.machine);
    if (run.doubled) run.broken = double_program(value_of(root, "options.break.double"), run);
    if (run.fault.mute) check_mute(value_of(root, "options.break.mute"), run);
  }
  collective.host = std::move(host.scenario);
  return collective;
}

// The file without `options.build: elaborated`; nothing where it does not say so.
std::optional<YamlNode> without_top(YamlNode file) {
  YamlNode* options = file.find("options");
  const YamlNode* build = options == nullptr ? nullptr : options->find("build");
  if (build == nullptr || build->text != word_for(build_words(), Build::kElaborated) ||
      options->find("threads") != nullptr)  // which goes with no top
    return {};
  options->entries.erase(
      std::remove_if(options->entries.begin(), options->entries.end(),
                     [](const YamlEntry& entry) { return entry.key == "build"; }),
      options->entries.end());
  return file;
}

// Routers that combine have a top of their own, whether or not there is one of the network's.
template <typename Read>
std::optional<CollectiveHost> read_host(const YamlNode& file, const WordFile& words,
                                        const Read& read) {
  const std::optional<YamlNode> wired = without_top(file);
  if (!wired) return read(file);
  std::optional<CollectiveHost> host = read(*wired);
  const std::optional<NetworkShape> shape = host ? host->machine->shape() : std::nullopt;
  if (!shape) return host ? read(file) : std::nullopt;
  const WordMethod* method = find_word_method(
      shape->index(), words.operation, language::algorithm_words()[index_of(words.algorithm)]);
  if (method == nullptr || method->combine == nullptr) return read(file);
  host->scenario.options.build = Build::kElaborated;
  return host;
}

}  // namespace

void read_word_scenario(const Value& root, const std::string& kind, Scenario& scenario,
                        ErrorList& errors) {
  const Family& network = scenario.families->of_kind(kind);
  const SplitFile parts = split_options(root, word_language(), network, errors);
  WordFile file;
  const std::string operation = value_of(root, "operation").node.text;
  if (root.node.find("algorithm") == nullptr) {
    ErrorList ignored;  // they come again
    const auto host = read_collective_host({parts.network, root.key}, kind, network,
                                           *scenario.families, operation, ignored);
    if (const auto shape = host ? host->machine->shape() : std::nullopt)
      file.network = shape->index();
  }
  read_keys({parts.programs, root.key}, language::word_keys(), file, errors);
  const auto read = [&](const YamlNode& part) {
    return read_collective_host({part, root.key}, kind, network, *scenario.families, operation,
                                errors);
  };
  std::optional<CollectiveHost> host = read_host(parts.network, file, read);
  if (!host || !errors.empty()) return;
  errors.attempt([&] {
    Scenario& carrier = host->scenario;
    scenario.operation = operation;
    scenario.options = carrier.options;
    scenario.shape = carrier.shape;
    scenario.inputs = carrier.inputs;
    scenario.system = scenario_of(root, file, std::move(*host));
  });
}

}  // namespace flitwise
