// tree_language.cpp: every key of a scenario on a tree but those of its network, once.
#include "sim/families/tree/tree_language.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "sim/families/tree/tree_latency_keys.h"
#include "sim/families/tree/tree_methods.h"
#include "sim/language/key_table.h"
#include "sim/language/scenario_options.h"
#include "sim/router/router_key.h"
#include "sim/run/family/hosts.h"
#include "systemc/network/address_book.h"
#include "systemc/network/flit.h"
#include "systemc/network/own/tree/own_tree.h"
#include "systemc/network/tree/tree_routers.h"

namespace flitwise {

const std::vector<Choice<TreeOperation>>& tree_operation_words() {
  static const std::vector<Choice<TreeOperation>> words{{"broadcast", TreeOperation::kBroadcast},
                                                        {"scatter", TreeOperation::kScatter},
                                                        {"gather", TreeOperation::kGather}};
  return words;
}

const std::vector<Choice<TreeAlgorithm>>& tree_algorithm_words() {
  static const std::vector<Choice<TreeAlgorithm>> words = choices_of(tree_methods());
  return words;
}

const std::vector<Choice<CertificationRule>>& rule_words() {
  static const std::vector<Choice<CertificationRule>> words{{"paper", CertificationRule::kPaper},
                                                            {"tight", CertificationRule::kTight},
                                                            {"skip", CertificationRule::kSkip},
                                                            {"posidx", CertificationRule::kPosIdx},
                                                            {"pos", CertificationRule::kPos}};
  return words;
}

const std::vector<Choice<CertificationRule>>& single_port_rule_words() {
  static const std::vector<Choice<CertificationRule>> words = [] {
    std::vector<Choice<CertificationRule>> all = rule_words();
    all.push_back({"printed", CertificationRule::kPrinted});
    return all;
  }();
  return words;
}

const std::vector<Choice<Sync>>& sync_words() {
  static const std::vector<Choice<Sync>> words{{"seq", Sync::kSeq},
                                               {"mirror", Sync::kMirror},
                                               {"slot", Sync::kSlot},
                                               {"slot_index", Sync::kSlotIndex}};
  return words;
}

const std::vector<Choice<Ports>>& ports_words() {
  static const std::vector<Choice<Ports>> words{{"single", Ports::kSingle},
                                                {"multi", Ports::kMulti}};
  return words;
}

const std::vector<Choice<SortCost>>& sort_cost_words() {
  static const std::vector<Choice<SortCost>> words{{"0", SortCost::kZero},
                                                   {"1", SortCost::kOne},
                                                   {"d", SortCost::kDegree},
                                                   {"dlogd", SortCost::kDegreeLog}};
  return words;
}

namespace {

const std::vector<Choice<bool Printed::*>>& printed_words() {
  static const std::vector<Choice<bool Printed::*>> words{
      {"limit", &Printed::limit}, {"order", &Printed::order}, {"root", &Printed::root}};
  return words;
}

// "tight", "printed order + root".
std::string rule_text(const TreeOptions& options) {
  std::string text = word_for(single_port_rule_words(), options.rule);
  const char* before = " ";
  for (const auto& sentence : printed_words()) {
    if (!(options.printed.*sentence.meaning)) continue;
    text += before + std::string(sentence.word);
    before = " + ";
  }
  return text;
}

}  // namespace

std::string tree_variant(const Scenario& scenario) {
  const TreeScenario& tree = tree_of(scenario);
  if (!tree.router) return variant_text(tree.algorithm, tree.options, scenario.options.build);
  TreeOptions options = tree.options;
  options.router_latency = {};  // the router's name says it
  const std::string variant = variant_text(tree.algorithm, options, scenario.options.build);
  return fmt::format("{}{}router {}", variant, variant.empty() ? "" : ", ", tree.router->name);
}

std::string variant_text(TreeAlgorithm algorithm, const TreeOptions& options, Build build) {
  std::string variant;
  const auto append = [&](const std::string& part) {
    if (!variant.empty()) variant += ", ";
    variant += part;
  };
  if (algorithm == TreeAlgorithm::kCertification) {
    append(rule_text(options));
    if (options.ports == Ports::kSingle) append(word_for(sync_words(), options.sync));
    if (options.sort_cost != SortCost::kZero)
      append("K = " + word_for(sort_cost_words(), options.sort_cost));
  }
  if (options.packet > 0) append(fmt::format("{}-flit packets", options.packet));
  if (options.ports == Ports::kMulti) append("multiport");
  if (options.end_mark) append("end mark");
  if (options.setup > 0) append(fmt::format("setup {}", options.setup));
  if (options.flit_time > 1) append(fmt::format("{} steps a flit", options.flit_time));
  if (const std::string text = latency_text(options); !text.empty()) append(text);
  if (build == Build::kElaborated) append("elaborated");
  if (options.fault.early)
    append("PE " + std::to_string(*options.fault.early) + " early by " +
           std::to_string(options.fault.by));
  if (options.fault.mute) append("PE " + std::to_string(*options.fault.mute) + " mute");
  return variant;
}

// Found by language::assign. A bit for each of the sentences, in the order of their words.
void assign(Printed& printed, const language::Datum& d) {
  for (std::size_t i = 0; i < printed_words().size(); ++i)
    printed.*printed_words()[i].meaning = (d.number >> i) % 2 == 1;
}

namespace language {

TreeDraft::TreeDraft(const TreeFile& file, const Known& known) : root(0) {
  if (known.are_good({"operation"})) operation = file.operation;
  if (known.are_good({"algorithm"})) algorithm = file.tree.algorithm;
  if (known.are_good({"network"})) pes = file.network.pes;
  if (pes) root = file.network.root;
  const bool has_lengths = pes && known.are_good({"lengths"}) && !file.tree.lengths.empty();
  parents = pes && !file.network.parents.empty() ? &file.network.parents : nullptr;
  lengths = has_lengths ? &file.tree.lengths : nullptr;
  if (known.are_good({"length"}) && file.tree.length > 0) length = file.tree.length;
}

namespace {

constexpr const char* kOfCertification =
    "is an option of algorithm certification, but the algorithm is {}";
constexpr Step kLongestPace = 1'000'000;

const TreeFile& file_of(const Known& known) { return known.whole<TreeFile>(); }

KnownPes pes_of_tree(const Known& known) {
  const TreeDraft draft(file_of(known), known);
  return {draft.pes, draft.root, file_of(known).network.node_names};
}

std::ptrdiff_t count_messages(const std::vector<Flits>& lengths) {
  return std::count_if(lengths.begin(), lengths.end(), [](Flits length) { return length > 0; });
}

Node children_of(Node pe, const TreeDraft& draft) {
  return static_cast<Node>(std::count(draft.parents->begin(), draft.parents->end(), pe));
}

Flits length_at(const TreeDraft& draft, Node pe) { return (*draft.lengths)[index_of(pe)]; }

// In a broadcast the first child's copy leaves as soon as it is there, and so do all copies where
// each has a port of its own.
void check_early_copies(const Value& value, Node pe, const TreeDraft& draft) {
  if (draft.algorithm == TreeAlgorithm::kFlood)
    throw bad_value(value, "cannot be: with a port per link every flit goes on at once already");
  if (draft.parents && children_of(pe, draft) < 2)
    throw bad_value(value, "needs two children: the first copy already leaves at once");
}

// A PE that sends its message early must have one, and must not already send at once.
void check_early(const TreeFile& file, const Value& value, const Known& known) {
  const TreeDraft draft(file, known);
  const Node pe = *file.tree.options.fault.early;
  if (draft.operation == TreeOperation::kBroadcast) return check_early_copies(value, pe, draft);
  const bool scatters = draft.operation == TreeOperation::kScatter;
  if (scatters && pe != draft.root)
    throw bad_value(
        value, fmt::format("must be {0}: in a scatter only PE {0} sends messages", draft.root));
  if (draft.operation == TreeOperation::kGather && pe == draft.root)
    throw bad_value(
        value, fmt::format("must not be {0}: in a gather PE {0} sends no message", draft.root));
  if (!draft.lengths) return;
  if (scatters && count_messages(*draft.lengths) < 2)
    throw bad_value(value, "needs two messages: the first one already leaves in step 1");
  if (!scatters && draft.operation && length_at(draft, pe) == 0)
    throw bad_value(value, "has no message that it could send early");
}

// A mute PE must have something to say, or the fault would go unseen.
void check_mute(const TreeFile& file, const Value& value, const Known& known) {
  const TreeDraft draft(file, known);
  const Node pe = *file.tree.options.fault.mute;
  if (draft.operation == TreeOperation::kBroadcast && draft.parents && children_of(pe, draft) == 0)
    throw bad_value(value, "has nothing to send: it has no children");
  if (draft.operation == TreeOperation::kScatter) {
    if (pe != draft.root)
      throw bad_value(
          value, fmt::format("must be {}: in a scatter no other PE sends anything", draft.root));
    if (draft.lengths && count_messages(*draft.lengths) == 0)
      throw bad_value(value, "has nothing to send: all messages are empty");
  }
  if (!draft.lengths) return;
  if (draft.algorithm == TreeAlgorithm::kTimetable && length_at(draft, pe) == 0)
    throw bad_value(value, "has nothing to send: no message, and by timetable nobody is called");
  if (draft.algorithm == TreeAlgorithm::kShoulderTap && pe == *draft.pes - 1 &&
      draft.lengths->back() == 0 && !file.tree.options.end_mark)
    throw bad_value(value, "has nothing to send: no message, no END mark and nobody to tap");
}

void check_build(const TreeFile& file, const Value& value, const Known& known) {
  if (file.run.build != Build::kElaborated) return;
  const TreeDraft draft(file, known);
  if (draft.parents && !can_be_elaborated(*draft.parents))
    throw bad_value(
        value, draft.parents->size() > std::size_t{kMostElaboratedPes}
                   ? fmt::format("exists for up to {} PEs; use assembled", kMostElaboratedPes)
                   : fmt::format("exists for up to {} lanes, which are PEs x (most children + 2); "
                                 "use assembled",
                                 kMostElaboratedLanes));
  if (draft.algorithm == TreeAlgorithm::kFlood)
    throw bad_value(value, "exists for single ports only; use assembled with flood");
}

// What means nothing when all PEs use all their links at once.
std::string wrong_with_all_ports(const TreeFile& file, const Known& known) {
  const TreeDraft draft(file, known);
  const char* refusal = draft.algorithm ? method_of(*draft.algorithm).no_all_ports : nullptr;
  if (refusal != nullptr) return refusal;
  if (file.tree.options.rule == CertificationRule::kPrinted)
    return "has no rule printed: the paper prints one for single ports only";
  if (known.find("options.sync") != nullptr)
    return "leaves no choice of sync: tokens and certificates travel in parallel; leave "
           "options.sync out";
  return file.run.build == Build::kElaborated ? "exists assembled only; use build: assembled" : "";
}

void check_ports(const TreeFile& file, const Value& value, const Known& known) {
  const bool is_multi = file.tree.options.ports == Ports::kMulti;
  const std::string broken = is_multi ? wrong_with_all_ports(file, known) : "";
  if (!broken.empty()) throw bad_value(value, broken);
  if (!is_multi && TreeDraft(file, known).algorithm == TreeAlgorithm::kFlood)
    throw bad_value(value, "must be multi: flood sends to all children at once");
}

// Sentences of the paper to take at their word.
Datum read_printed(const Value& value, Known&) {
  expect_list(value, "[order, root]");
  const std::vector<std::string> words = words_of(printed_words());
  Datum printed;
  for (std::size_t i = 0; i < value.node.items.size(); ++i) {
    const Value item = item_of(value, i);
    const std::int64_t bit = std::int64_t{1} << to_choice_index(item, words);
    if ((printed.number & bit) != 0) throw bad_value(item, "is named twice");
    printed.number |= bit;
  }
  if (value.node.items.empty())
    throw bad_value(value, fmt::format("must name at least one of {}", fmt::join(words, ", ")));
  return printed;
}

Keys<TreeOptions> printed_key() {
  const std::vector<std::string> words = words_of(printed_words());
  const std::string schema = fmt::format(
      R"({{"type": "array", "items": {{"enum": ["{}"]}}, "minItems": 1, "maxItems": {}}})",
      fmt::join(words, R"(", ")"), words.size());
  return Keys<TreeOptions>()
      .key("printed", &TreeOptions::printed,
           own(fmt::format("[{}]", fmt::join(words, ", ")), schema, read_printed),
           "sentences of the paper to take at their word, to see it fail")
      .only("options.rule", {"printed"}, "belongs to rule printed", Blame::kGoodValue)
      .by_default("order, root", {"options.rule"}, [](const TreeOptions& options) -> std::int64_t {
        return options.rule == CertificationRule::kPrinted ? 0b110 : 0;
      });
}

Keys<TreeOptions> ports_key() {
  return Keys<TreeOptions>().key("ports", &TreeOptions::ports, word(ports_words()),
                                 "one flit out and in per PE and step, or per link");
}

Keys<TreeOptions> regime_keys(PortChoice ports) {
  const bool is_free = ports == PortChoice::kFree;
  const Type no_sync = refused(
      "cannot be chosen: with a port per link, tokens and certificates travel in parallel; leave "
      "it out");
  Keys<TreeOptions> keys;
  keys.key("rule", &TreeOptions::rule, word(is_free ? single_port_rule_words() : rule_words()),
           "how lags are computed and who is ordered")
      .only("algorithm", {"certification"}, kOfCertification, Blame::kGoodValue)
      .key("sync", &TreeOptions::sync, is_free ? word(sync_words()) : no_sync,
           "how tokens go down and certificates come up, with single ports");
  if (is_free) keys.only("algorithm", {"certification"}, kOfCertification, Blame::kGoodValue);
  return keys
      .key("sort_cost", &TreeOptions::sort_cost, word(sort_cost_words()),
           "steps to sort d certificates; dlogd: d ceil(log2 d)")
      .only("algorithm", {"certification"}, kOfCertification, Blame::kGoodValue)
      .in(ports_key());
}

Type packet(PortChoice ports) {
  if (ports == PortChoice::kAlwaysMulti) return whole(1, kMostFlits);
  const auto most = [](const Known& known) {
    return TreeDraft(file_of(known), known).length.value_or(kMostFlits);
  };
  // The whole message in one packet is what happens without the option.
  return normal(called("FLITS", whole(1, kMostFlits, {"length", most})),
                [](Datum& flits, const Known& known) {
                  if (TreeDraft(file_of(known), known).length == flits.number) flits.number = 0;
                });
}

Keys<TreeOptions> message_options(PortChoice ports) {
  return Keys<TreeOptions>()
      .key("end_mark", &TreeOptions::end_mark, truth(),
           "shoulder-tap: the last PE marks the end of the round")
      .key("packet", &TreeOptions::packet, packet(ports),
           "flits to a child before the next one's turn")
      .only("operation", {"broadcast"},
            "is an option of operation broadcast, but the operation is {}")
      .by_default("the whole message")
      .key("setup", &TreeOptions::setup, called("STEPS", whole(0, kLongestPace)),
           "steps of its sender's port that a message takes before its first flit")
      .key("flit_time", &TreeOptions::flit_time, called("STEPS", whole(1, kLongestPace)),
           "and then for each flit");
}

Keys<PeFault> fault_of_a_pe(KnownPes (*pes_of)(const Known&)) {
  const auto last = [pes_of](const Known& known) -> std::int64_t {
    return pes_of(known).count.value_or(kMaxTreePes) - 1;
  };
  return fault_keys(called("PE", whole(0, kMaxTreePes - 1, {"network", last})));
}

// What the paper prints counts a step a flit and no setup.
std::string beside_printed(bool is_plain, const TreeFile& file) {
  return !is_plain && file.tree.options.rule == CertificationRule::kPrinted
             ? "cannot be with rule printed: what the paper prints counts a step a flit and no "
               "setup; use another rule"
             : "";
}

void check_end_mark(const TreeFile& file, const Value& value, const Known& known) {
  if (!file.tree.options.end_mark || file.tree.algorithm == TreeAlgorithm::kShoulderTap) return;
  throw bad_value(value, fmt::format("is an option of algorithm shoulder-tap, but the algorithm is "
                                     "{}",
                                     known.words.at("algorithm")));
}

FlitFormat format_of(const TreeFile& file) {
  return format_of_addresses(std::max(std::int64_t{file.network.pes}, file.network.addresses));
}

// The longest streams that the fields of control flits can name.
void check_total(const TreeFile& file, const Value& value, const Known&) {
  const std::vector<Flits>& lengths = file.tree.lengths;
  const FlitFormat format = format_of(file);
  if (const std::string rule = too_long_message(lengths, format); !rule.empty())
    throw bad_value(value, rule);
  const Flits total = std::accumulate(lengths.begin(), lengths.end(), Flits{0});
  const bool certifies = file.tree.algorithm == TreeAlgorithm::kCertification;
  const Flits most = certifies ? std::min(format.largest_stream(), kMostFlits) : kMostFlits;
  if (total > most)
    throw ConfigError(
        value.node.place, value.key, std::to_string(total),
        fmt::format("flits in all: at most {} are possible{}", most,
                    most == kMostFlits
                        ? ""
                        : fmt::format(" with certification, because a certificate counts them in "
                                      "{} bits",
                                      format.stream())));
}

void check_copies(const TreeFile& file, const Value& value, const Known&) {
  const Flits most = kMostFlits / (file.network.pes - 1);
  if (file.tree.length > most)
    throw bad_value(value, fmt::format("must be at most {} with {} PEs: all copies together have "
                                       "at most {} flits",
                                       most, file.network.pes, kMostFlits));
}

// The key `order`.
Node read_order_item(const Value& item, const TreeDraft& draft, std::set<Node>& seen) {
  const auto pe = static_cast<Node>(
      to_integer(item, draft.root == 0 ? 1 : 0, draft.pes.value_or(kMaxTreePes) - 1));
  if (pe == draft.root) throw bad_value(item, "must not be the root, which has no message");
  if (!seen.insert(pe).second) throw bad_value(item, "stands in the order twice");
  if (draft.lengths && length_at(draft, pe) == 0)
    throw bad_value(item, "has no message, so it has no place in the order");
  return pe;
}

Datum read_order(const Value& list, Known& known) {
  const TreeDraft draft(file_of(known), known);
  expect_list(list, "[5, 4]");
  Datum order;
  if (!draft.algorithm) return order;
  std::set<Node> seen;
  for (std::size_t i = 0; i < list.node.items.size(); ++i)
    known.errors->attempt(
        [&] { order.items.push_back({read_order_item(item_of(list, i), draft, seen)}); });
  if (!draft.lengths) return order;
  for (Node v = 0; v < *draft.pes; ++v) {
    const Flits flits = length_at(draft, v);
    if (flits > 0 && seen.count(v) == 0)
      throw ConfigError(list.node.place, list.key, "",
                        fmt::format("lacks PE {}, which has a message of {} flit{}", v, flits,
                                    flits == 1 ? "" : "s"));
  }
  return order;
}

Type order() {
  const std::string schema = fmt::format(
      R"({{"type": "array", "items": {{"type": "integer", "minimum": 0, "maximum": {}}},
      "minItems": 0, "maxItems": {}}})",
      kMaxTreePes - 1, kMaxTreePes);
  return own("[PE, ...]", schema, read_order);
}

// Which are missing where none is given: "fdf or order".
std::string algorithms_in_words(const Known& known) {
  const auto operation = known.words.find("operation");
  if (operation == known.words.end()) return "flitwise list names them";
  return joined(words_of(tree_methods(), operation->second), "or");
}

// A rule says where it does not fit the operation.
Type algorithm() {
  return read_by(algorithm_type(tree_methods()), [](const Value& value, Known&) -> Datum {
    return {static_cast<std::int64_t>(to_choice(value, tree_algorithm_words()))};
  });
}

Keys<TreeScenario> work_keys() {
  return Keys<TreeScenario>()
      .key("algorithm", &TreeScenario::algorithm, algorithm(), "how it is done")
      .required(algorithms_in_words)
      .key("lengths", &TreeScenario::lengths, lengths_type(pes_of_tree, PesHave::kNames),
           "flits of each PE's message")
      .only("operation", {"scatter", "gather"},
            "belongs to scatter and gather; a broadcast has one message, length", Blame::kKey)
      .required()
      .unless("length")
      .key("length", &TreeScenario::length, whole(1, kMostFlits), "flits of the message")
      .only("operation", {"broadcast"}, "belongs to broadcast; a scatter or gather has lengths",
            Blame::kKey)
      .required()
      .unless("lengths")
      .key("order", &TreeScenario::order, order(), "PEs with a message, in the order of sending")
      .only("algorithm", {"order"}, "belongs to algorithm order, but the algorithm is {}",
            Blame::kKey)
      .required("algorithm order sends the messages of these PEs one by one");
}

// The largest lag below the root if no message took any time. A PE's is at most d + a above that of
// a child, a being what order, answer and relay take, 1 if everything takes a step, and with a port
// per link at most 1 + a above it; it is at least the PE's reaction, of which the 1 is the
// message's business.
Step structural_lag(const TreeFile& file) {
  const PlacedTree tree(file.network.root, file.network.parents);
  const TreeLatency latency = tree_latency(file.tree.options, tree);
  std::vector<Step> above(file.network.parents.size(), 0);  // steps on the way below the root
  Step longest = 0;
  for (const Node pe : tree.tree.depth_first()) {
    if (pe == 0) continue;
    const bool is_multi = file.tree.options.ports == Ports::kMulti;
    const Node children = tree.tree.child_count(pe);
    const Step orders = children == 0 ? 0 : is_multi ? 1 : children;
    longest = std::max(longest, above[index_of(pe)] + orders + latency.reaction_of(pe) - 1);
    for (const Node child : tree.tree.children(pe))
      above[index_of(child)] = above[index_of(pe)] + orders + latency.reaction_of(pe) - 1 +
                               latency.router_of(pe) + latency.down_to(child) - 1 +
                               latency.up_from(child) - 1;
  }
  return longest;
}

// Whatever the options: those have rules of their own.
std::string too_deep_to_certify(const TreeFile& file) {
  if (file.tree.algorithm != TreeAlgorithm::kCertification) return {};
  TreeFile plain = file;
  plain.tree.options = TreeOptions();
  plain.tree.options.ports = file.tree.options.ports;
  return too_deep_for(file, structural_lag(plain) + plain.tree.options.flit_time);
}

bool has_router(const TreeFile& file) { return file.network.router != nullptr; }

std::string unfit_router(const TreeFile& file) {
  const own::RouterDescription& router = *file.network.router;
  if (const std::string lacking = lacks_numbers(router); !lacking.empty()) return lacking;
  return own::refusal_of(PlacedTree(file.network.root, file.network.parents).tree, router);
}

// Broadcasts and whatever else counts a step a router.
std::string needs_plain_routers(const TreeFile& file) {
  const TreeOptions& options = file.tree.options;
  if (file.operation == TreeOperation::kBroadcast)
    return "joins scatter and gather: when PEs hand on what it delivers has no formula";
  if (options.ports == Ports::kMulti || file.tree.algorithm == TreeAlgorithm::kFlood)
    return "has one port for its PE: with options.ports: multi, PEs have one for each link";
  return {};
}

// Where no option says the latency, the router is to blame.
std::string slower_than_printed(const TreeFile& file) {
  const TreeOptions& options = file.tree.options;
  if (options.router_latency.all.down == 1 || options.rule != CertificationRule::kPrinted)
    return {};
  return "cannot be with rule printed unless it takes one step: the paper counts a step a router";
}

// What an own router leaves no choice of.
Keys<TreeFile> own_router_rules() {
  constexpr const char* kOwnBuild =
      "is for the project's routers: own ones are assembled, without checkers, and never skipped";
  Keys<TreeFile> rules;
  rules.rule({"network.router"}, {"network"}, unfit_router)
      .rule({"network.router"}, {"network", "operation", "algorithm", "options.ports"},
            needs_plain_routers)
      .rule({"network.router"}, {"network", "options"}, slower_than_printed)
      .rule({"options.router_latency"}, {"network"},
            "is for the project's routers: an own router's description says its latency",
            has_router)
      .rule({"options.build"}, {"network"}, kOwnBuild, [](const TreeFile& file) {
        return has_router(file) && file.run.build != Build::kAssembled;
      });
  for (const char* key : {"options.checkers", "options.skip"})
    rules.rule({key}, {"network"}, kOwnBuild, has_router);
  return rules.rule({"options.threads"}, {"network"}, kOwnThreads,
                    [](const TreeFile& file) { return has_router(file) && file.run.threads != 1; });
}

// What the router says of itself goes where scenarios say it of the project's.
void take_router(TreeFile& file, const Value&, Known&) {
  if (!file.network.router) return;
  const Step router = file.network.router->latency.value_or(own::RouterLatency()).router.most();
  file.tree.router = file.network.router;
  file.tree.options.router_latency = {{router, router}, {}};
}

Keys<TreeFile> tree_rules() {
  return Keys<TreeFile>()
      .then(take_router)
      .in(own_router_rules())
      .rule({"options.build"}, {}, check_build)
      .rule({"options.ports"}, {}, check_ports)
      .rule({"options.packet"}, {"algorithm"},
            "leaves nothing to choose: every flit goes to all children at once",
            [](const TreeFile& f) { return f.tree.algorithm == TreeAlgorithm::kFlood; })
      .in(rules_of_all_trees())
      .in(latency_rules())
      .rule({"length"}, {"network"}, check_copies)
      .rule({"algorithm"}, {"network"},
            "needs the path 0-1-...-n as network; certification works on any tree",
            [](const TreeFile& f) {
              return f.tree.algorithm == TreeAlgorithm::kShoulderTap && !is_path(f.network.parents);
            })
      .rule({"algorithm"}, {"network"}, too_deep_to_certify)
      .rule({"options"}, {},
            [](const TreeFile& file, const Value& options, const Known& known) {
              if (known.errors->empty()) check_certified_lag(file, options, structural_lag);
            })
      .rule(
          {"network.router"}, {},
          [](const TreeFile& file, const Value& router, const Known& known) {
            if (!known.errors->empty() || !has_router(file)) return;
            if (file.tree.algorithm == TreeAlgorithm::kCertification &&
                structural_lag(file) + file.tree.options.flit_time > format_of(file).largest_lag())
              throw bad_value(
                  router, fmt::format("is too slow here: a certificate may have to say {} steps, "
                                      "but it counts them in {} bits, up to {}",
                                      structural_lag(file) + file.tree.options.flit_time,
                                      format_of(file).lag(), format_of(file).largest_lag()));
          });
}

const Keys<TreeFile>& tree_file_keys() {
  static const auto keys =
      Keys<TreeFile>()
          .known("name", text(), "what reports call it")
          .by_default("the file's name")
          .forms("network", &TreeFile::network,
                 tree_network_forms(own_router_type(own::Family::kTree)), tree_network_form,
                 kTreeNetworkExample, "the tree of PEs")
          .required()
          .key("operation", &TreeFile::operation, host_operation(word(tree_operation_words())),
               "what the root does")
          .required(host_operations(word(tree_operation_words())))
          .in(&TreeFile::tree, work_keys())
          .map("options", tree_option_keys(PortChoice::kFree, pes_of_tree), "{rule: tight}",
               "how it runs")
          .in(tree_rules());
  return keys;
}

// As the network of work that is no operation of trees.
const Keys<TreeFile>& tree_host_keys() {
  static const auto keys =
      Keys<TreeFile>()
          .forms("network", &TreeFile::network,
                 tree_network_forms(refused("cannot be chosen: schedules and traffic of programs "
                                            "run on the project's routers; leave it out")),
                 tree_network_form, kTreeNetworkExample, "the tree of PEs")
          .required()
          .map(
              "options",
              Keys<TreeFile>()
                  .in(&TreeFile::tree,
                      Keys<TreeScenario>().in(
                          &TreeScenario::options,
                          ports_key().in(refused_latency_keys(
                              "cannot be chosen: schedules and traffic run on routers and links of "
                              "one step; leave it out"))))
                  .in(&TreeFile::run, common_option_keys()),
              "{max_steps: 1000}", "of the routers")
          .rule({"options.build"}, {"network", "options.ports"},
                fmt::format("exists single-port only, for up to {} PEs and {} lanes; use assembled",
                            kMostElaboratedPes, kMostElaboratedLanes),
                [](const TreeFile& f) {
                  return f.run.build != Build::kAssembled &&
                         (f.tree.options.ports == Ports::kMulti ||
                          !can_be_elaborated(f.network.parents));
                });
  return keys;
}

// What work of any kind takes from the file.
void take_file(TreeFile file, Scenario& scenario) {
  TreeNetwork& network = file.network;
  scenario.shape = network.description;
  if (!network.file.empty()) scenario.inputs.push_back(network.file);
  if (network.router)
    for (std::string& own : files_of(*network.router)) scenario.inputs.push_back(std::move(own));
  scenario.options = file.run;
  file.tree.root = network.root;
  file.tree.parents = std::move(network.parents);
  file.tree.node_names = std::move(network.node_names);
  scenario.system = std::move(file.tree);
}

// Every PE but the root has a copy of the message.
std::vector<Flits> copies(Flits length, const TreeNetwork& network) {
  std::vector<Flits> lengths(network.parents.size(), length);
  lengths[index_of(network.root)] = 0;
  return lengths;
}

}  // namespace

Keys<TreeFile> tree_option_keys(PortChoice ports, KnownPes (*pes_of)(const Known&)) {
  const auto of_tree = [](const Keys<TreeOptions>& keys) {
    return Keys<TreeScenario>().in(&TreeScenario::options, keys);
  };
  Keys<TreeFile> keys;
  keys.in(&TreeFile::tree, of_tree(regime_keys(ports)))
      .in(&TreeFile::run, build_key())
      .in(&TreeFile::tree, of_tree(message_options(ports)))
      .in(&TreeFile::tree, of_tree(latency_keys(pes_of)))
      .in(&TreeFile::run, plain_option_keys())
      .in(&TreeFile::tree,
          of_tree(Keys<TreeOptions>().map("break", &TreeOptions::fault, fault_of_a_pe(pes_of),
                                          kFaultExample, kAboutFault)));
  if (ports == PortChoice::kFree) keys.in(&TreeFile::tree, of_tree(printed_key()));
  return keys;
}

Keys<TreeFile> rules_of_all_trees() {
  return Keys<TreeFile>()
      .rule({"options.sort_cost"}, {},
            "must be 0 with sync mirror, whose steps leave no time to sort",
            [](const TreeFile& f) {
              return f.tree.options.sync == Sync::kMirror &&
                     f.tree.options.sort_cost != SortCost::kZero;
            })
      .rule({"options.setup"}, {},
            [](const TreeFile& f) { return beside_printed(f.tree.options.setup == 0, f); })
      .rule({"options.flit_time"}, {},
            [](const TreeFile& f) { return beside_printed(f.tree.options.flit_time == 1, f); })
      .rule({"options.end_mark"}, {"algorithm"}, check_end_mark)
      .rule({"options.break.early"}, {}, check_early)
      .rule({"options.break.mute"}, {}, check_mute)
      .rule({"algorithm"}, {"operation"},
            [](const TreeFile& f) -> std::string {
              const TreeOperation needed = operation_of(f.tree.algorithm);
              if (f.operation == needed) return "";
              return fmt::format("is an algorithm for operation {}, not for {}",
                                 word_for(tree_operation_words(), needed),
                                 word_for(tree_operation_words(), f.operation));
            })
      .rule({"lengths"}, {"algorithm", "network"}, check_total);
}

namespace {

// The longest lag that a certificate has to say. An order says a lag and the time of all flits,
// which then fits its 31 bits.
Step certified_lag(const TreeFile& file, const StructuralLag& structural_lag) {
  return structural_lag(file) + file.tree.options.setup + file.tree.options.flit_time;
}

// What a key adds to the lag.
struct LagShare {
  const char* key;
  Step steps;
};

// The keys that add to it, the one that adds most first.
std::vector<LagShare> shares_of_lag(const TreeFile& file, const StructuralLag& structural_lag) {
  const Step lag = certified_lag(file, structural_lag);
  std::vector<LagShare> shares;
  const auto add = [&](const char* key, auto member) {
    TreeFile without = file;
    without.tree.options.*member = TreeOptions().*member;
    const Step steps = lag - certified_lag(without, structural_lag);
    if (steps > 0) shares.push_back({key, steps});
  };
  add("setup", &TreeOptions::setup);
  add("flit_time", &TreeOptions::flit_time);
  add("link_latency", &TreeOptions::link_latency);
  add("router_latency", &TreeOptions::router_latency);
  add("reaction", &TreeOptions::reaction);
  std::stable_sort(shares.begin(), shares.end(),
                   [](const LagShare& a, const LagShare& b) { return a.steps > b.steps; });
  return shares;
}

}  // namespace

std::string too_deep_for(const TreeFile& file, Step lag) {
  const FlitFormat format = format_of(file);
  if (lag <= format.largest_lag()) return {};
  return fmt::format(
      "cannot be on a tree so deep: a certificate may have to say {} steps, but "
      "with {} PEs it counts them in {} bits, up to {}",
      lag, file.network.pes, format.lag(), format.largest_lag());
}

void check_certified_lag(const TreeFile& file, const Value& options,
                         const StructuralLag& structural_lag) {
  const Step lag = certified_lag(file, structural_lag);
  const FlitFormat format = format_of(file);
  const Step most = format.largest_lag();
  if (file.tree.algorithm != TreeAlgorithm::kCertification || lag <= most) return;
  // Without any of them the lag fits, or the tree is refused.
  const std::vector<LagShare> shares = shares_of_lag(file, structural_lag);
  if (shares.empty()) return;
  const YamlNode* blamed = options.node.find(shares.front().key);
  if (blamed == nullptr) return;
  const bool is_alone =
      shares.size() == 1 || (lag - shares[0].steps <= most && lag - shares[1].steps > most);
  throw bad_value({*blamed, fmt::format("options.{}", shares.front().key)},
                  fmt::format("is too long here{}: a certificate may have to say {} steps, but it "
                              "counts them in {} bits, up to {}",
                              is_alone ? "" : fmt::format(" beside options.{}", shares[1].key), lag,
                              format.lag(), most));
}

}  // namespace language

const language::Table& tree_language() { return language::tree_file_keys(); }

void read_tree_scenario(const Value& root, Scenario& scenario, ErrorList& errors) {
  TreeFile file;
  read_keys(root, language::tree_file_keys(), file, errors);
  if (!errors.empty()) return;
  TreeScenario& tree = file.tree;
  if (tree.algorithm == TreeAlgorithm::kFlood) tree.options.ports = Ports::kMulti;
  if (tree.length > 0) tree.lengths = language::copies(tree.length, file.network);
  scenario.operation = word_for(tree_operation_words(), file.operation);
  language::take_file(std::move(file), scenario);
}

const language::Table& tree_host_language() { return language::tree_host_keys(); }

void read_tree_host(const Value& root, Scenario& host, ErrorList& errors) {
  TreeFile file;
  const std::size_t before = errors.size();
  read_keys(root, language::tree_host_keys(), file, errors);
  if (errors.size() > before) return;
  language::take_file(std::move(file), host);
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
)";
  help.scenario += fmt::format(
      "Limits: 2 to {} PEs, {} children per PE, {} flits in all, {} with\ncertification on up to "
      "8192 PEs.\n",
      kMaxTreePes, kMostChildren, kMostFlits, FlitFormat().largest_stream());
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
