// fat_tree_language.cpp: every key of a scenario on a fat tree, once.
#include "sim/families/fat_tree/fat_tree_language.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "sim/families/fat_tree/fat_tree_latency_keys.h"
#include "sim/families/fat_tree/fat_tree_methods.h"
#include "sim/families/fat_tree/fat_tree_work.h"
#include "sim/language/key_table.h"
#include "sim/language/scenario_lengths.h"
#include "sim/language/scenario_options.h"
#include "sim/run/family/hosts.h"
#include "systemc/network/fat_tree/fat_tree_routers.h"

namespace flitwise::language {
namespace {

constexpr Step kMostGap = 1'000'000;
// The top of a larger tree takes many minutes to compile.
constexpr Node kMostElaboratedLeaves = 64;
// Every leaf is checked for the packet of every other.
constexpr Node kMostLeavesThatAllSend = 4096;

constexpr const char* kNoLengths =
    "belongs to a scatter from one leaf and to gather; here every message has one flit";
constexpr const char* kFatTreeExample = "{kind: fat-tree, leaves: 8, capacities: constant}";

// What limits and values depend on.
const FatTreeScenario& tree_in(const Known& known) { return known.whole<FatTreeFile>().tree; }

std::optional<Node> leaves_of(const Known& known) {
  if (!known.are_good({"network"})) return std::nullopt;
  return tree_in(known).leaves;
}

Node last_leaf(const Known& known) { return leaves_of(known).value_or(FatTree::kMaxLeaves) - 1; }

bool all_send(const FatTreeFile& file) {
  return file.operation == FatTreeOperation::kMultinode ||
         file.operation == FatTreeOperation::kExchange;
}

// Types of values.
enum class Capacities : std::uint8_t { kConstant, kExponential };

const std::vector<Choice<Capacities>>& capacity_words() {
  static const std::vector<Choice<Capacities>> words{{"constant", Capacities::kConstant},
                                                     {"exponential", Capacities::kExponential}};
  return words;
}

Datum of_numbers(const std::vector<std::int64_t>& numbers) {
  Datum datum;
  for (const std::int64_t number : numbers) datum.items.push_back({number});
  return datum;
}

Datum read_capacities(const Value& value, Known&) {
  if (value.node.kind == YamlKind::kScalar) {
    to_choice(value, capacity_words());  // what the word makes depends on the leaves
    return {};
  }
  if (value.node.kind != YamlKind::kList)
    throw bad_value(value, "must be constant, exponential or a list like [1, 2, 2]");
  std::vector<std::int64_t> capacities;
  for (std::size_t i = 0; i < value.node.items.size(); ++i) {
    const Value item = item_of(value, i);
    capacities.push_back(to_integer(item, 1, kMaxSwitchLanes));
    if (i == 0 && capacities[0] > FatTree::kMaxLeafLinks)
      throw bad_value(item, fmt::format("must be 1 to {}: the links of a leaf to its switch",
                                        FatTree::kMaxLeafLinks));
    if (i > 0 && capacities[i] < capacities[i - 1])
      throw bad_value(item, fmt::format("must not be below the capacity {} one level below",
                                        capacities[i - 1]));
  }
  return of_numbers(capacities);
}

Type capacities() {
  const std::string schema = fmt::format(
      R"({{"anyOf": [{{"enum": ["{}"]}}, {{"type": "array", "minItems": 1, "maxItems": {},
      "items": {{"type": "integer", "minimum": 1, "maximum": {}}}}}]}})",
      fmt::join(words_of(capacity_words()), R"(", ")"), most_fat_tree_levels(2), kMaxSwitchLanes);
  return own(fmt::format("{}|[C, ...]", fmt::join(words_of(capacity_words()), "|")), schema,
             read_capacities);
}

// The levels that the leaves make, and what the capacities are on them.
void complete_network(FatTreeScenario& tree, const Value& network, Known&) {
  std::int64_t power = tree.arity;
  int levels = 1;
  for (; power < tree.leaves; power *= tree.arity) ++levels;
  if (power != tree.leaves)
    throw bad_value({*network.node.find("leaves"), "network.leaves"},
                    fmt::format("must be a power of the arity {}", tree.arity));
  if (levels > most_fat_tree_levels(tree.arity))
    throw bad_value(
        {*network.node.find("leaves"), "network.leaves"},
        fmt::format("makes {} levels; with arity {} flits say a digit of {} bits for "
                    "each, and have room for {}",
                    levels, tree.arity, digit_bits(tree.arity), most_fat_tree_levels(tree.arity)));
  const Value value{*network.node.find("capacities"), "network.capacities"};
  std::vector<int>& capacities = tree.capacities;
  if (value.node.kind == YamlKind::kScalar)
    capacities = to_choice(value, capacity_words()) == Capacities::kConstant
                     ? constant_capacities(levels)
                     : exponential_capacities(levels, tree.arity);
  if (capacities.size() != static_cast<std::size_t>(levels))
    throw ConfigError(
        value.node.place, value.key, "",
        fmt::format("must have {} entries, one per level, not {}", levels, capacities.size()));
  for (std::size_t i = 0; i < capacities.size(); ++i) {
    const std::int64_t up = i + 1 < capacities.size() ? capacities[i + 1] : 0;
    const std::int64_t links = up + std::int64_t{tree.arity} * capacities[i];
    if (links > kMaxSwitchLanes)
      throw bad_value(value, fmt::format("gives a switch of level {} {} links; at most {} are "
                                         "possible",
                                         i + 1, links, kMaxSwitchLanes));
  }
}

Type leaf() {
  const auto most = [](const Known& known) -> std::int64_t { return last_leaf(known); };
  return called("LEAF", whole(0, FatTree::kMaxLeaves - 1, {"network", most}));
}

Datum read_leaf(const Value& value, const Known& known) {
  return {to_integer(value, 0, last_leaf(known))};
}

std::string leaf_schema() {
  return fmt::format(R"({{"type": "integer", "minimum": 0, "maximum": {}}})",
                     FatTree::kMaxLeaves - 1);
}

// A list of two leaves: two scatters at once.
Datum read_two_roots(const Value& list, const Known& known) {
  const bool is_other = known.are_good({"operation"}) &&
                        known.whole<FatTreeFile>().operation != FatTreeOperation::kScatter;
  if (is_other) throw bad_value(list, "must be one leaf: only scatters can go on two at once");
  if (list.node.items.size() != 2)
    throw bad_value(list, fmt::format("must be a leaf or a list of two leaves, not of {}",
                                      list.node.items.size()));
  const Value second = item_of(list, 1);
  Datum roots{0, 0, {read_leaf(item_of(list, 0), known), read_leaf(second, known)}};
  if (roots.items[0].number == roots.items[1].number)
    throw bad_value(second, "is the other scatter's source already");
  return roots;
}

Type roots() {
  const std::string schema = fmt::format(
      R"({{"anyOf": [{0}, {{"type": "array", "items": {0}, "minItems": 2, "maxItems": 2}}]}})",
      leaf_schema());
  return own("LEAF|[LEAF, LEAF]", schema, [](const Value& value, Known& known) -> Datum {
    const bool are_two = value.node.kind == YamlKind::kList;
    return are_two ? read_two_roots(value, known) : Datum{0, 0, {read_leaf(value, known)}};
  });
}

std::vector<Flits> one_flit_each(const FatTreeScenario& tree, Node root) {
  return generate_lengths(EachLength{1}, tree.leaves, root);
}

// Of a scatter from two leaves there are none.
Type leaf_lengths() {
  const Type plain = lengths_type([](const Known& known) -> KnownPes {
    return {leaves_of(known), tree_in(known).roots.front()};
  });
  return read_by(plain, [plain](const Value& value, Known& known) -> Datum {
    if (!known.are_good({"operation", "root"})) return {};
    if (tree_in(known).roots.size() == 2)
      throw ConfigError(value.node.place, value.key, "", kNoLengths);
    const Datum lengths = plain->read(value, known);
    Flits total = 0;
    std::vector<Flits> flits;
    for (const Datum& length : lengths.items) total += flits.emplace_back(length.number);
    if (known.are_good({"network"})) {
      const FlitFormat format = flit_format_of(make_fat_tree(tree_in(known)));
      if (const std::string rule = too_long_message(flits, format); !rule.empty())
        throw bad_value(value, rule);
    }
    if (total > kMostFlits)
      throw ConfigError(value.node.place, value.key, std::to_string(total),
                        fmt::format("flits in all: at most {} are possible", kMostFlits));
    return lengths;
  });
}

// The messages of one of the scatters; nothing as long as they are not known.
std::vector<Flits> lengths_of(const Known& known, std::size_t scatter) {
  if (!known.are_good({"network", "operation", "root", "lengths"})) return {};
  const FatTreeScenario& tree = tree_in(known);
  return tree.roots.size() == 2 ? one_flit_each(tree, tree.roots[scatter]) : tree.lengths;
}

// Every leaf with a message must stand in the order.
Datum read_one_order(const Value& list, const std::vector<Flits>& lengths, Known& known) {
  expect_list(list, "[5, 4]");
  Datum order;
  std::set<std::int64_t> seen;
  for (std::size_t i = 0; i < list.node.items.size(); ++i)
    known.errors->attempt([&] {
      const Value item = item_of(list, i);
      const Datum one = read_leaf(item, known);
      if (!seen.insert(one.number).second) throw bad_value(item, "stands in the order twice");
      if (!lengths.empty() && lengths[static_cast<std::size_t>(one.number)] == 0)
        throw bad_value(item, "has no message, so it has no place in the order");
      order.items.push_back(one);
    });
  for (std::size_t x = 0; x < lengths.size() && known.errors->empty(); ++x)
    if (lengths[x] > 0 && seen.count(static_cast<std::int64_t>(x)) == 0)
      throw ConfigError(list.node.place, list.key, "",
                        fmt::format("lacks leaf {}, which has a message", x));
  return order;
}

// An order for each of two scatters.
Datum read_orders(const Value& list, Known& known) {
  if (!known.are_good({"algorithm", "root"})) return {};
  if (tree_in(known).roots.size() != 2)
    return {0, 0, {read_one_order(list, lengths_of(known, 0), known)}};
  expect_list(list, "[[3, 2, 1], [0, 1, 2]]");
  if (list.node.items.size() != 2)
    throw bad_value(list, fmt::format("must be a list of two orders, one for each scatter, not {}",
                                      list.node.items.size()));
  Datum orders;
  for (const std::size_t k : {0U, 1U})
    known.errors->attempt([&] {
      orders.items.push_back(read_one_order(item_of(list, k), lengths_of(known, k), known));
    });
  return orders;
}

Type orders() {
  const std::string order = fmt::format(R"({{"type": "array", "maxItems": {}, "items": {}}})",
                                        FatTree::kMaxLeaves, leaf_schema());
  const std::string schema = fmt::format(
      R"({{"anyOf": [{0}, {{"type": "array", "items": {0}, "minItems": 2, "maxItems": 2}}]}})",
      order);
  return own("[LEAF, ...]|[[LEAF, ...], [LEAF, ...]]", schema, read_orders);
}

// Rules between keys: how they are broken.
std::string wrong_network(const FatTreeScenario& tree) {
  const char* lack = method_of(tree).misfit(make_fat_tree(tree));
  return lack == nullptr ? "" : lack;
}

bool has_queues(const FatTreeScenario& tree) {
  return method_of(tree).queues != FatTreeQueues::kNone;
}

// Which packet goes first only matters where one can wait.
std::string no_queues(const FatTreeScenario& tree) {
  const FatTreeOptions& options = tree.options;
  if (has_queues(tree) || options.depth || has_own_gap(tree)) return "";
  return fmt::format(
      "is an option of algorithms with queues: with algorithm {} no packet waits "
      "unless depth or phase_gap is given",
      word_of(tree.algorithm));
}

std::string too_shallow(const FatTreeScenario& tree) {
  const auto links = static_cast<std::uint32_t>(tree.capacities.front());
  return *tree.options.depth >= links
             ? ""
             : fmt::format("must be at least {}, a place for each link of a leaf", links);
}

std::string too_many_senders(const FatTreeFile& file) {
  if (!all_send(file) || file.tree.leaves <= kMostLeavesThatAllSend) return "";
  return fmt::format("is for at most {} leaves, which all send to all", kMostLeavesThatAllSend);
}

std::string not_scattered(const FatTreeFile& file) {
  if (!file.tree.options.store_forward || file.operation == FatTreeOperation::kScatter) return "";
  return fmt::format("is an option of operation scatter, but the operation is {}",
                     word_for(fat_tree_operation_words(), file.operation));
}

std::string mixed_or_split(const FatTreeFile& file) {
  const FatTreeScenario& tree = file.tree;
  if (!tree.options.store_forward || file.operation != FatTreeOperation::kScatter) return "";
  if (tree.roots.size() == 2) return "needs one scatter, not two at once: their messages would mix";
  if (tree.capacities.front() != 1)
    return fmt::format(
        "needs leaves of one link, not {}: what waits for a whole message goes flit "
        "by flit",
        tree.capacities.front());
  return tree.options.backpressure ? "needs queues that hold whole messages: leave backpressure out"
                                   : "";
}

// Where a leaf's queue waits for its link, it may hold back what comes too early.
const char* const kUnseenBreak =
    "lets a leaf's queue hold back what break.early sends too early: use break.mute, which is seen";

// What lets packets wait for each other has no half-duplex form.
std::string no_half_duplex(const FatTreeFile& file) {
  const FatTreeOptions& options = file.tree.options;
  if (!options.half_duplex) return "";
  if (has_queues(file.tree))
    return fmt::format("needs an algorithm in which nothing waits, not {}",
                       word_of(file.tree.algorithm));
  if (options.depth || options.store_forward || has_short_gap(file.tree))
    return "needs a run in which nothing waits: leave depth and store_forward out, and phase_gap "
           "at 2 or more";
  if (file.run.build == Build::kElaborated)
    return "is for build assembled and netlist: the top has full-duplex links";
  return options.fault.early ? kUnseenBreak : "";
}

// Keys of sections.
Keys<FatTreeScenario> fat_tree_network_keys() {
  return Keys<FatTreeScenario>()
      .known("kind", word<int>({{"fat-tree", 0}}), "a tree of switches, a PE at every leaf")
      .required()
      .key("leaves", &FatTreeScenario::leaves, whole(2, FatTree::kMaxLeaves),
           "the number of leaves, which are the PEs; a power of the arity")
      .required("the number of leaves, which are the PEs")
      .key("arity", &FatTreeScenario::arity, whole(2, FatTree::kMaxArity), "children of a switch")
      .key("capacities", &FatTreeScenario::capacities, capacities(),
           fmt::format("links of a branch by level, from the leaves up: 1, arity^(i-1), or a list, "
                       "nondecreasing from 1 to {} at a leaf; at most {} links a switch",
                       FatTree::kMaxLeafLinks, kMaxSwitchLanes))
      .required("constant, exponential or a list c_1 to c_L: links of a branch by level")
      .then(complete_network);
}

Keys<FatTreeOptions> switch_keys(const char* default_depth) {
  return Keys<FatTreeOptions>()
      .key("policy", &FatTreeOptions::policy, word(policy_words()),
           "which packets of a step go first, where any wait")
      .key("seed", &FatTreeOptions::seed, seed(), "what the order is drawn by")
      .only("options.policy", {"random"}, "belongs to policy random")
      .required("random order draws from it")
      .key("depth", &FatTreeOptions::depth, whole(1, kMaxFatTreeDepth),
           "packets that an output holds; one too many is lost, which fails the run")
      .by_default(default_depth)
      .key("backpressure", &FatTreeOptions::backpressure, truth(),
           "a full output holds packets back and loses none; needs depth")
      .rule({"options.backpressure"}, {"options.depth"},
            "needs options.depth: without a depth nothing is ever full",
            [](const FatTreeOptions& o) { return o.backpressure && !o.depth; });
}

Keys<FatTreeFile> fat_tree_run_keys() {
  return Keys<FatTreeFile>()
      .in(&FatTreeFile::run, common_option_keys())
      .rule({"options.build"}, {"network"},
            fmt::format("is for at most {} leaves, whose SystemVerilog top compiles in minutes; "
                        "use assembled",
                        kMostElaboratedLeaves),
            [](const FatTreeFile& file) {
              return file.run.build == Build::kElaborated &&
                     file.tree.leaves > kMostElaboratedLeaves;
            });
}

template <typename Part>
Keys<FatTreeFile> in_options(const Keys<Part>& keys) {
  return Keys<FatTreeFile>().in(&FatTreeFile::tree,
                                Keys<FatTreeScenario>().in(&FatTreeScenario::options, keys));
}

Keys<FatTreeOptions> algorithm_keys() {
  static const std::vector<Choice<bool>> duplex{{"full", false}, {"half", true}};
  return Keys<FatTreeOptions>()
      .key("phase_gap", &FatTreeOptions::phase_gap, whole(0, kMostGap),
           "idle steps after each phase")
      .by_default("2; D_h after phase h where hops take more steps")
      .only("algorithm", {"phased"}, "is an option of algorithm phased, but the algorithm is {}",
            Blame::kGoodValue)
      .key("store_forward", &FatTreeOptions::store_forward, truth(),
           "scatter: switches pass on whole messages only")
      .key("arrivals", &FatTreeOptions::arrivals, truth(), "show the arrival steps of every leaf")
      .by_default(fmt::format("up to {} leaves", kMostLeavesShown))
      .key("duplex", &FatTreeOptions::half_duplex, word(duplex),
           "both directions of a link at once, or up in odd steps and down in even ones "
           "(algorithms without queues)");
}

Keys<FatTreeOptions> fault_keys_of_leaves() {
  return Keys<FatTreeOptions>()
      .map("break", &FatTreeOptions::fault, fault_keys(leaf()), kFaultExample, kAboutFault)
      .rule({"options.backpressure"}, {"options.break"}, kUnseenBreak,
            [](const FatTreeOptions& o) { return o.backpressure && o.fault.early; });
}

Keys<FatTreeFile> fat_tree_options() {
  return in_options(switch_keys("enough").in(fat_tree_latency_keys()))
      .in(in_options(algorithm_keys()))
      .in(fat_tree_run_keys())
      .in(in_options(fault_keys_of_leaves()));
}

Keys<FatTreeFile> fat_tree_rules() {
  const auto of_tree = Keys<FatTreeScenario>()
                           .rule({"algorithm"}, {"network"}, wrong_network)
                           .rule({"options.depth"}, {"network"}, too_shallow)
                           .rule({"options.policy"},
                                 {"network", "algorithm", "options.depth", "options.phase_gap",
                                  "options.router_latency", "options.link_latency"},
                                 no_queues);
  return Keys<FatTreeFile>()
      .in(&FatTreeFile::tree, of_tree)
      .rule({"operation"}, {"network"}, too_many_senders)
      .rule({"options.store_forward"}, {"operation"}, not_scattered)
      .rule({"options.store_forward"}, {"operation", "root", "network", "options.backpressure"},
            mixed_or_split)
      .rule({"options.duplex"},
            {"network", "algorithm", "options.depth", "options.store_forward", "options.phase_gap",
             "options.build", "options.break", "options.router_latency", "options.link_latency"},
            no_half_duplex)
      .in(fat_tree_latency_rules());
}

// Who sends what to whom, and in which order.
Keys<FatTreeFile> message_keys() {
  const auto in_tree = [](const Keys<FatTreeScenario>& keys) {
    return Keys<FatTreeFile>().in(&FatTreeFile::tree, keys);
  };
  return in_tree(Keys<FatTreeScenario>().key("root", &FatTreeScenario::roots, roots(),
                                             "source, or target of a gather; of a scatter also two "
                                             "sources, from which two go on at once"))
      .only("operation", {"broadcast", "scatter", "gather"},
            "belongs to one leaf's operations; in operation {} all leaves send", Blame::kKey)
      .by_default("0", {"operation"},
                  [](const FatTreeFile& file) -> Datum {
                    return of_numbers(all_send(file) ? std::vector<std::int64_t>()
                                                     : std::vector<std::int64_t>{0});
                  })
      .in(in_tree(Keys<FatTreeScenario>().key("lengths", &FatTreeScenario::lengths, leaf_lengths(),
                                              "flits of each leaf's message")))
      .only("operation", {"scatter", "gather"}, kNoLengths, Blame::kKey)
      .by_default("one flit each", {"network", "operation", "root"},
                  [](const FatTreeFile& file) -> Datum {
                    const bool has_lengths = file.operation == FatTreeOperation::kScatter ||
                                             file.operation == FatTreeOperation::kGather;
                    if (!has_lengths || file.tree.roots.size() != 1) return {};
                    return of_numbers(one_flit_each(file.tree, file.tree.roots.front()));
                  })
      .in(in_tree(Keys<FatTreeScenario>().key("order", &FatTreeScenario::orders, orders(),
                                              "leaves with a message, in the order of sending; of "
                                              "two scatters, a list each")))
      .only("algorithm", {"order"}, "belongs to algorithm order of operation scatter", Blame::kKey)
      .required("algorithm order sends the messages of these leaves one by one");
}

const Keys<FatTreeFile>& fat_tree_file_keys() {
  static const auto keys =
      Keys<FatTreeFile>()
          .known("name", text(), "what reports call it")
          .by_default("the file's name")
          .map("network", &FatTreeFile::tree, fat_tree_network_keys(), kFatTreeExample,
               "the fat tree")
          .required()
          .key("operation", &FatTreeFile::operation,
               host_operation(word(fat_tree_operation_words())), "what the leaves do")
          .required(host_operations(word(fat_tree_operation_words())))
          .in(&FatTreeFile::tree,
              Keys<FatTreeScenario>().key(
                  "algorithm", &FatTreeScenario::algorithm,
                  called("ALGORITHM",
                         algorithm_type(fat_tree_methods(), "operation", Foreign::kUnknown)),
                  "how it is done"))
          .required()
          .in(message_keys())
          .map("options", fat_tree_options(), "{policy: local-first}", "how it runs")
          .in(fat_tree_rules());
  return keys;
}

// What can only be said of a scenario whose every part is right.

// A flit and its copy in the checker: 16 bytes.
constexpr std::int64_t kMostPlaces = std::int64_t{1} << 30;

// Places that all outputs have together, where each has room for so many packets.
std::int64_t places_in_all(const FatTree& tree, const std::vector<std::int64_t>& room) {
  std::int64_t places = 0;
  for (int level = 0; level <= tree.levels(); ++level) {
    const std::int64_t nodes = tree.leaves() / tree.leaves_below(level);
    const std::int64_t outputs = level == 0 ? 1 : tree.arity() + 1;
    places += nodes * outputs * model_depth(static_cast<std::uint32_t>(room[index_of(level)]), 1);
  }
  return places;
}

// Whether there is memory for so much room, of which `cause` is the value that asks for it.
void check_places(const FatTree& tree, const std::vector<std::int64_t>& room, const Value& cause) {
  const std::int64_t places = places_in_all(tree, room);
  if (places <= kMostPlaces) return;
  const bool is_given = cause.key == "options.depth";
  const auto most = static_cast<std::uint32_t>(*std::max_element(room.begin(), room.end()));
  throw bad_value(
      cause, fmt::format(
                 "needs room for {} packets in all outputs together{}, and at "
                 "most {} are possible: {} options.depth",
                 places,
                 is_given ? fmt::format(", which are built for {} each", model_depth(most, 1)) : "",
                 kMostPlaces, is_given ? "lower" : "give"));
}

// Whether queues are large enough, by what is possible.
void check_room(const Value& root, const FatTreeScenario& tree) {
  const bool waits = has_queues(tree) || tree.options.store_forward || has_short_gap(tree);
  const FatTree network = make_fat_tree(tree);
  std::vector<std::int64_t> room = room_needed(tree, network);
  if (tree.options.depth) std::fill(room.begin(), room.end(), *tree.options.depth);
  const std::int64_t most = *std::max_element(room.begin(), room.end());
  if (waits && most > kMaxFatTreeDepth)
    throw bad_value({*root.node.find("algorithm"), "algorithm"},
                    fmt::format("may need queues of {} packets here, and an output holds at most "
                                "{}: give options.depth",
                                most, kMaxFatTreeDepth));
  if (tree.options.depth)
    check_places(network, room, {*root.node.find("options")->find("depth"), "options.depth"});
  else if (waits)
    check_places(network, room, {*root.node.find("algorithm"), "algorithm"});
}

// Without a depth queues are short.
void check_host_room(const Value& root, const FatTreeScenario& tree) {
  if (!tree.options.depth) return;
  const FatTree network = make_fat_tree(tree);
  check_places(network,
               std::vector<std::int64_t>(index_of(network.levels() + 1), *tree.options.depth),
               {*root.node.find("options")->find("depth"), "options.depth"});
}

// Two scatters may collide.
void check_duplex(const Value& root, const FatTreeScenario& tree) {
  if (!tree.options.half_duplex || tree.roots.size() != 2) return;
  FatTreeScenario full = tree;
  full.options.half_duplex = false;
  if (!predict(full, make_fat_tree(full)).queue_free.value_or(false))
    throw bad_value({*root.node.find("options")->find("duplex"), "options.duplex"},
                    "needs a run in which nothing waits, and these two scatters collide");
}

// Latencies may make pairs of scatters collide that do not at a step a hop.
void check_pairs(const Value& root, const FatTreeScenario& tree) {
  if (tree.algorithm != FatTreeAlgorithm::kExchangeScatterPairs || latency_of(tree).is_unit())
    return;
  if (predict(tree, make_fat_tree(tree)).queue_free.value_or(false)) return;
  throw bad_value({*root.node.find("algorithm"), "algorithm"},
                  "has scatters in pairs, which collide with these latencies: use scatters");
}

// Whether a fault has something to break.
void check_fault(const Value& root, const FatTreeScenario& tree, ErrorList& errors) {
  const PeFault& fault = tree.options.fault;
  if (!fault.early && !fault.mute) return;
  const Value section{*root.node.find("options")->find("break"), "options.break"};
  const protocols::Schedule schedule = make_schedule(tree, make_fat_tree(tree));
  if_given(section, "early", errors, [&](const Value& value) {
    const auto& sends = schedule[index_of(*fault.early)];
    const auto can_hurry = [](const protocols::Dispatch& dispatch) { return dispatch.step > 1; };
    if (sends.empty()) throw bad_value(value, "has nothing that it could send early");
    if (std::none_of(sends.begin(), sends.end(), can_hurry))
      throw bad_value(value, "sends in step 1 only, which cannot be earlier");
  });
  if_given(section, "mute", errors, [&](const Value& value) {
    if (schedule[index_of(*fault.mute)].empty())
      throw bad_value(value, "has nothing to send: its silence would go unseen");
  });
}

// As the network of work that is no operation of fat trees.
const Keys<FatTreeFile>& fat_tree_host_keys() {
  static const auto keys =
      Keys<FatTreeFile>()
          .map("network", &FatTreeFile::tree, fat_tree_network_keys(), kFatTreeExample,
               "the fat tree")
          .required()
          .map("options",
               in_options(switch_keys("16, or two a link, with back pressure, else enough")
                              .in(refused_fat_tree_latency_keys()))
                   .in(fat_tree_run_keys()),
               "{max_steps: 1000}", "of the switches");
  return keys;
}

}  // namespace
}  // namespace flitwise::language

namespace flitwise {

const language::Table& fat_tree_language() { return language::fat_tree_file_keys(); }

void read_fat_tree_scenario(const Value& root, Scenario& scenario, ErrorList& errors) {
  language::FatTreeFile file;
  read_keys(root, language::fat_tree_file_keys(), file, errors);
  if (!errors.empty()) return;
  errors.attempt([&] { language::check_duplex(root, file.tree); });
  errors.attempt([&] { language::check_room(root, file.tree); });
  errors.attempt([&] { language::check_pairs(root, file.tree); });
  language::check_fault(root, file.tree, errors);
  scenario.operation = word_for(fat_tree_operation_words(), file.operation);
  scenario.options = file.run;
  scenario.shape = describe_fat_tree(file.tree);
  scenario.system = std::move(file.tree);
}

const language::Table& fat_tree_host_language() { return language::fat_tree_host_keys(); }

void read_fat_tree_host(const Value& root, Scenario& host, ErrorList& errors) {
  language::FatTreeFile file;
  const std::size_t before = errors.size();
  read_keys(root, language::fat_tree_host_keys(), file, errors);
  if (errors.size() > before) return;
  errors.attempt([&] { language::check_host_room(root, file.tree); });
  if (errors.size() > before) return;
  if (file.tree.capacities.front() != 1) {
    const YamlNode& capacities = *root.node.find("network")->find("capacities");
    errors.attempt([&] {
      throw bad_value({capacities.items.front(), "network.capacities[0]"},
                      "must be 1 for collectives, whose PEs send over one link");
    });
    return;
  }
  host.options = file.run;
  host.shape = describe_fat_tree(file.tree);
  host.system = std::move(file.tree);
}

}  // namespace flitwise
