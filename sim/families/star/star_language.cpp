// star_language.cpp: every key of a scenario on a star graph, once.
#include "sim/families/star/star_language.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "sim/families/star/star_methods.h"
#include "sim/language/scenario_options.h"
#include "sim/run/family/hosts.h"
#include "sim/run/family/shared_words.h"
#include "sim/text/report_text.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise::language {

void assign(StarBadBit& bad, const Datum& d) {
  assign_all(d, bad.from, bad.dimension, bad.step, bad.flit, bad.bit);
}
void assign(StarPatience& patience, const Datum& d) {
  if (d.number > 0) patience.steps = d.number;  // `auto` is no steps
}
void assign(theory::StarLink& link, const Datum& d) { assign_all(d, link.node, link.dimension); }

namespace {

const std::vector<Choice<StarOperation>>& star_operation_words() {
  static const std::vector<Choice<StarOperation>> words{{"broadcast", StarOperation::kBroadcast},
                                                        {"scatter", StarOperation::kScatter},
                                                        {"multinode", StarOperation::kMultinode},
                                                        {"exchange", StarOperation::kExchange}};
  return words;
}

// What a file says.
struct StarFile {
  StarOperation operation = StarOperation::kBroadcast;
  Options run;
  StarScenario star;
};

constexpr Step kMostFaultStep = Step{1} << 32;  // beyond every run
constexpr Step kMostTimeout = 1'000'000;
constexpr Step kMostSkew = 1'000'000;
constexpr Node kMostStarNodes = 5040;                          // of order 7, the largest
constexpr std::int64_t kMostPackets = 4096;                    // numbers have 12 bits
constexpr std::int64_t kMostReceived = std::int64_t{1} << 25;  // a table of all packets at all PEs
constexpr std::int64_t kMostPrepared = std::int64_t{1} << 22;  // queues of all PEs from the start

constexpr const char* kNetworkExample = "{kind: star-graph, n: 5}";
constexpr const char* kNodesExample = "[[2, 1, 3, 4], 17]";

// What limits and nodes depend on. The graph is none as long as its order is not known; each is
// made once.
const std::optional<StarGraph>& graph_of(const Known& known) {
  static const std::vector<std::optional<StarGraph>> graphs = [] {
    std::vector<std::optional<StarGraph>> all(StarGraph::kLeastOrder);
    for (int n = StarGraph::kLeastOrder; n <= kMostStarOrder; ++n) all.emplace_back(n);
    return all;
  }();
  const bool is_known = known.are_good({"network.n"});
  return graphs.at(is_known ? static_cast<std::size_t>(known.whole<StarFile>().star.order) : 0);
}

std::int64_t order_of(const Known& known) { return known.whole<StarFile>().star.order; }
std::int64_t degree_of(const Known& known) { return order_of(known) - 1; }
std::int64_t flits_of(const Known& known) { return known.whole<StarFile>().star.options.flits; }

// Types of values.
Node read_permutation(const Value& list, const std::optional<StarGraph>& graph) {
  const auto most = static_cast<std::size_t>(graph ? graph->order() : kMostStarOrder);
  const std::size_t size = list.node.items.size();
  if (graph ? size != most : size < StarGraph::kLeastOrder || size > most)
    throw bad_value(list, fmt::format("must have {} symbols, not {}",
                                      graph ? std::to_string(most)
                                            : fmt::format("{} to {}", StarGraph::kLeastOrder, most),
                                      size));
  Permutation permutation;
  for (std::size_t i = 0; i < size; ++i) {
    const Value item = item_of(list, i);
    const int symbol = static_cast<int>(to_integer(item, 1, static_cast<std::int64_t>(size)));
    if (std::count(permutation.begin(), permutation.end(), symbol) > 0)
      throw bad_value(item, "stands in the permutation twice");
    permutation.push_back(symbol);
  }
  return graph ? graph->node(permutation) : 0;
}

Node read_node(const Value& value, const std::optional<StarGraph>& graph) {
  if (value.node.kind == YamlKind::kList) return read_permutation(value, graph);
  const std::int64_t last = (graph ? graph->size() : kMostStarNodes) - 1;
  ErrorList no_number;
  std::int64_t node = 0;
  if (no_number.attempt([&] { node = to_integer(value, 0, last); })) return static_cast<Node>(node);
  const std::string example =
      graph ? fmt::format(" like [{}]", fmt::join(graph->permutation(0), ", ")) : "";
  throw bad_value(
      value, fmt::format("must be a PE's number from 0 to {} or a permutation{}", last, example));
}

Type node() {
  const std::string schema = fmt::format(
      R"({{"anyOf": [{{"type": "integer", "minimum": 0, "maximum": {}}}, {{"type": "array",
      "items": {{"type": "integer", "minimum": 1, "maximum": {}}}, "minItems": {}, "maxItems": {},
      "uniqueItems": true}}]}})",
      kMostStarNodes - 1, kMostStarOrder, StarGraph::kLeastOrder, kMostStarOrder);
  return own("NODE", schema, [](const Value& value, Known& known) -> Datum {
    // Without a graph, which node it is is not known.
    const std::optional<StarGraph>& graph = graph_of(known);
    return {read_node(value, graph), graph ? 0 : std::numeric_limits<double>::quiet_NaN()};
  });
}

Type dimension() { return called("DIMENSION", whole(2, kMostStarOrder, {"network.n", order_of})); }

Type fault_step() { return called("STEP", whole(1, kMostFaultStep)); }

// By its lower end, since either end names it.
Type link() {
  const Type pair = tuple({node(), dimension()}, "[[2, 1, 3, 4], 3]",
                          "must be a node and the dimension of one of its links");
  return normal(pair, [](Datum& link, const Known& known) {
    std::int64_t& end = link.items[0].number;
    if (const auto& graph = graph_of(known))
      end = std::min<std::int64_t>(
          end, graph->neighbour(static_cast<Node>(end), static_cast<int>(link.items[1].number)));
  });
}

Type bit() {
  return tuple({node(), dimension(), fault_step(),
                called("FLIT", whole(1, kMostStarFlits, {"options.flits", flits_of})),
                called("BIT", whole(0, kMostErrorBit))},
               "[[2, 1, 3, 4], 3, 1, 1, 17]",
               "must be a node, a dimension, a packet step, a flit and a bit");
}

// What rules ask.
bool is_dead(const StarOptions& options, Node v) {
  return std::count(options.deaths.nodes.begin(), options.deaths.nodes.end(), v) > 0;
}

bool has_dead_liars(const StarOptions& options) {
  return std::any_of(options.liars.begin(), options.liars.end(),
                     [&](Node v) { return is_dead(options, v); });
}

bool has_dead_root(const StarScenario& star) {
  return star.root != kNoNode && is_dead(star.options, star.root);
}

bool has_no_pe(const StarScenario& star) {
  const StarDeaths& deaths = star.options.deaths;
  return deaths.from_step == 1 &&
         deaths.nodes.size() == static_cast<std::size_t>(StarGraph(star.order).size()) &&
         !has_dead_root(star);
}

bool walks(const StarScenario& star) { return star.algorithm == StarAlgorithm::kAcknowledged; }

// S(x), the packets that a PE hands over, is below N and at most 1 / (n-1) too much for each of the
// N / (n-1) necklaces.
std::string too_many_packets(const StarScenario& star) {
  const std::int64_t nodes = StarGraph(star.order).size();
  const std::int64_t sources = theory::has_one_source(star.algorithm) ? 1 : nodes;
  const std::int64_t receivers = theory::is_routed(star.algorithm) ? nodes - 1 : 1;
  const std::int64_t received = sources * nodes * star.packets;
  const std::int64_t prepared = sources * receivers * star.packets * star.copies;
  const auto refusal = [](std::int64_t is, const char* what, std::int64_t most) {
    return is > most ? fmt::format("gives {} {}; at most {} are possible", is, what, most) : "";
  };
  const std::string table = refusal(received, "packets at all PEs", kMostReceived);
  return table.empty() ? refusal(prepared, "packets to send from the start", kMostPrepared) : table;
}

// Keys of sections.
Keys<StarScenario> network_keys() {
  return Keys<StarScenario>()
      .known("kind", word<int>({{"star-graph", 0}}), "a star graph, a PE at every node")
      .required()
      .key("n", &StarScenario::order, whole(StarGraph::kLeastOrder, kMostStarOrder),
           "the symbols of a permutation; the graph has n! nodes")
      .required();
}

Keys<StarDeaths> death_keys() {
  return Keys<StarDeaths>()
      .key("nodes", &StarDeaths::nodes, each(node(), kNodesExample), "dead nodes")
      .key("links", &StarDeaths::links, each(link(), "[[[2, 1, 3, 4], 3]]"),
           "dead links: a node and the dimension of its link")
      .key("from_step", &StarDeaths::from_step, fault_step(), "dead from this packet step on")
      .some_of({"nodes", "links"}, "must have nodes, links or both");
}

Keys<StarOptions> corruption_keys() {
  return Keys<StarOptions>()
      .key("bits", &StarOptions::bad_bits,
           each(bit(), "[[[2, 1, 3, 4], 3, 1, 1, 17]]", "must name a bit"),
           "node, dimension, packet step, flit and bit of each error")
      .in(&StarOptions::noise,
          Keys<StarNoise>()
              .key("probability", &StarNoise::probability, probability(),
                   "in place of bits: of every bit on every link; 0: no errors")
              .key("seed", &StarNoise::seed, seed(), "what the errors are drawn by"))
      .one_of({"bits", "probability"}, "cannot have both bits and a probability",
              "must have bits or a probability")
      .beside("probability", "seed")
      .beside("seed", "probability", "belongs to a probability");
}

Keys<StarSkew> skew_keys() {
  return Keys<StarSkew>()
      .key("most", &StarSkew::most, whole(1, kMostSkew), "cycles that a PE starts late at most")
      .required()
      .key("seed", &StarSkew::seed, seed(), "what the cycles are drawn by")
      .required();
}

Keys<StarOptions> fault_keys() {
  const char* pass_no_pe =
      "belongs to operation multinode: the packets of others pass no PE on their way";
  return Keys<StarOptions>()
      .map("faults", &StarOptions::deaths, death_keys(),
           "{nodes: [[2, 1, 3, 4]], links: [[[1, 3, 2, 4], 4]], from_step: 1}",
           "what is dead, in the routers")
      .map("corrupt", corruption_keys(), "{probability: 0.001, seed: 1}",
           "bits of flits that arrive inverted; CRCs make them lost packets")
      .key("liars", &StarOptions::liars, each(node(), kNodesExample, "must name a node"),
           "PEs that alter what they pass on, all in the same way")
      .only("operation", {"multinode"}, pass_no_pe)
      .key("vote", &StarOptions::votes, truth(),
           "PEs believe what more than half of a packet's copies say, not the first copy")
      .only("operation", {"multinode"}, pass_no_pe)
      .map("skew", &StarOptions::skew, skew_keys(), "{most: 5, seed: 1}",
           "PEs start 0 to `most` cycles late")
      .key("timeout", &StarOptions::timeout, whole_or_auto(kMostTimeout, "steps", "STEPS"),
           "packet steps that a PE waits for an acknowledgement before it goes on without; auto: "
           "as long as the child's subtree takes")
      .only("algorithm", {"acknowledged"},
            "belongs to algorithm acknowledged: nobody else waits for acknowledgements")
      .by_default("for ever")
      .rule({"options.liars"}, {"network.n", "options.faults"}, "must be alive", has_dead_liars)
      .excludes("options.corrupt", {"options.faults", "options.liars", "options.skew"})
      .excludes("options.skew", {"options.faults", "options.liars"})
      .excludes("options.timeout", {"options.liars", "options.skew"})
      .rule({"options.faults"}, {"options.liars"}, "must be there from step 1 where PEs lie",
            [](const StarOptions& o) { return !o.liars.empty() && o.deaths.from_step != 1; });
}

Keys<StarOptions> packet_keys() {
  return Keys<StarOptions>().key("flits", &StarOptions::flits, whole(1, kMostStarFlits),
                                 "F, flits of a packet, and cycles of a packet step");
}

constexpr const char* kRouterKey = "router_latency";
constexpr const char* kRouterAbout =
    "r, cycles from a packet's reception to its sending on, of all routers";
constexpr const char* kLinkKey = "link_latency";
constexpr const char* kLinkAbout = "w, cycles that a flit is on a link, of all links";

constexpr const char* kSwitchingKey = "switching";
constexpr const char* kSwitchingAbout =
    "routers send a packet on when they have received it whole, or its head";

Type switching() { return word<bool>({{"store-and-forward", false}, {"cut-through", true}}); }

Keys<StarOptions> latency_keys() {
  return Keys<StarOptions>().in(
      &StarOptions::latency,
      Keys<StarLatency>()
          .key(kRouterKey, &StarLatency::router, whole(1, kMostRouterLatency), kRouterAbout)
          .key(kLinkKey, &StarLatency::link, whole(1, kMostLinkLatency), kLinkAbout)
          .key(
              "slots", &StarLatency::slots,
              word<StarSlots>({{"lockstep", StarSlots::kLockstep}, {"spaced", StarSlots::kSpaced}}),
              "packets leave at the beginnings of packet steps, or one right after the other, "
              "in slots of F cycles")
          .key(kSwitchingKey, &StarLatency::cut_through, switching(), kSwitchingAbout)
          .key("reaction", &StarLatency::router,
               refused("has no meaning on a star graph: what a PE passes on goes through its "
                       "router, which takes router_latency for it"),
               "cycles from a PE's receiving a control flit to its first answer"));
}

Keys<StarOptions> refused_latency_keys() {
  const Type none = refused(
      "cannot be chosen: schedules and traffic run on routers and links of one cycle; leave it "
      "out");
  return Keys<StarOptions>().in(&StarOptions::latency,
                                Keys<StarLatency>()
                                    .key(kRouterKey, &StarLatency::router, none, kRouterAbout)
                                    .key(kLinkKey, &StarLatency::link, none, kLinkAbout)
                                    .key(kSwitchingKey, &StarLatency::cut_through,
                                         refused("cannot be chosen: schedules and traffic run on "
                                                 "routers that store packets; leave it out"),
                                         kSwitchingAbout));
}

Keys<StarOptions> option_keys() {
  Keys<StarOptions> keys;
  return keys
      .key("rule", &StarOptions::rule, word(star_rule_words()),
           "how trees are cut out of the graph: P is the paper's rule, reconstructed, Q this "
           "project's with lower trees")
      .in(packet_keys())
      .in(latency_keys())
      .key("next_hops", &StarOptions::has_tables, word<bool>({{"rules", false}, {"tables", true}}),
           "computed by the routers, or looked up")
      .in(fault_keys())
      .key("by_node", &StarOptions::shows_nodes, truth(), "list copies by node")
      .by_default("up to 120 nodes");
}

// Keys of the file, beside the network.
Keys<StarScenario> work_keys() {
  return Keys<StarScenario>()
      .key("packets", &StarScenario::packets, whole(1, kMostPackets),
           "m, of every source, in scatter and exchange for each node")
      .key("copies", &StarScenario::copies,
           whole(1, kMostStarOrder - 1, {"network.n", degree_of, "n - 1"}),
           "x: trees that a packet uses")
      .key("root", &StarScenario::root, node(),
           "the source; everywhere a node is its permutation, as [1, 2, 3], or its number")
      .only("operation", {"broadcast", "scatter"},
            "has no meaning for operation {}, in which every node is a source")
      .by_default("12..n", {"algorithm"}, [](const StarScenario& star) -> std::int64_t {
        return theory::has_one_source(star.algorithm) ? 0 : kNoNode;
      });
}

// What keeps packets of an operation from spaced slots.
std::string cannot_be_spaced(const StarScenario& star) {
  const StarOptions& options = star.options;
  const theory::StarPace pace = star.pace();
  if (!pace.is_spaced()) return "";
  if (walks(star))
    return "cannot be with algorithm acknowledged: an acknowledgement waits for the packet before "
           "it; use lockstep";
  if (star.algorithm == StarAlgorithm::kNecklaces && pace.hop() % pace.step() != 0)
    return fmt::format(
        "is not possible here: routers pass the packets of an exchange on after {} cycles, which "
        "must be a multiple of options.flits; use lockstep",
        pace.hop());
  if (options.has_bit_errors())
    return "cannot be with corrupt: which copies bit errors cost is known in lockstep; use it";
  if (!options.deaths.is_empty() && options.deaths.from_step != 1)
    return "cannot be with faults from a later step on, which may cut packets in two; use lockstep";
  if (star.breaks_lockstep())
    return "cannot be with skew where every node is a source: PEs must count slots together";
  return "";
}

// What keeps routers of an operation from cutting through.
std::string cannot_cut_through(const StarScenario& star) {
  const StarOptions& options = star.options;
  const theory::StarPace pace = star.pace();
  if (!options.latency.cut_through) return "";
  const bool pes_pass_on =
      star.algorithm == StarAlgorithm::kStatic || star.algorithm == StarAlgorithm::kAcknowledged;
  if (!pes_pass_on && !pace.is_spaced() && pace.hop() < pace.step())
    return fmt::format(
        "is not possible here: routers pass packets on after {}, before a packet step of {} "
        "has ended; use {}",
        counted(static_cast<std::size_t>(pace.hop()), "cycle"), pace.step(),
        star.algorithm == StarAlgorithm::kNecklaces ? "store-and-forward" : "slots: spaced");
  if (options.has_bit_errors())
    return "cannot be with corrupt: routers have passed on what proves to be wrong, "
           "and which copies that costs is not known; use store-and-forward";
  if (!options.deaths.is_empty() && options.deaths.from_step != 1)
    return "cannot be with faults from a later step on, which may cut packets in two; "
           "use store-and-forward";
  return "";
}

Keys<StarScenario> rules() {
  return Keys<StarScenario>()
      .rule({"options.switching"},
            {"network.n", "algorithm", "options.flits", "options.router_latency",
             "options.link_latency", "options.slots", "options.corrupt", "options.faults"},
            cannot_cut_through)
      .rule({"options.slots"},
            {"network.n", "algorithm", "options.flits", "options.router_latency",
             "options.link_latency", "options.switching", "options.corrupt", "options.faults",
             "options.skew"},
            cannot_be_spaced)
      .rule({"packets", "network"}, {"network.n", "algorithm", "copies"}, too_many_packets)
      // Heads of routed packets have no room for their number: which is lost, nobody could say.
      .rule({"options.corrupt"}, {"algorithm", "packets", "options.flits"},
            "needs options.flits 2 or more where nodes get several routed packets: one flit has no "
            "room for a packet's number",
            [](const StarScenario& star) {
              return theory::is_routed(star.algorithm) && star.packets > 1 &&
                     star.options.flits == 1;
            })
      .rule({"options.faults"}, {"network.n", "root"}, "must leave the root alive", has_dead_root)
      .rule({"options.faults"}, {"network.n", "root"},
            "must leave a PE alive in step 1: nobody would send", has_no_pe)
      .rule({"options.corrupt"}, {"algorithm"},
            "cannot be combined with algorithm acknowledged, which stops where a packet is lost: "
            "use static",
            walks)
      .rule({"options.faults"}, {"algorithm"},
            "must be there from step 1 with algorithm acknowledged",
            [](const StarScenario& star) {
              return walks(star) && star.options.deaths.from_step != 1;
            })
      .rule(
          {"options.liars"}, {"algorithm", "options.faults"},
          "cannot be combined with faults and algorithm acknowledged, which stops where a packet "
          "is lost: use static",
          [](const StarScenario& star) { return walks(star) && !star.options.deaths.is_empty(); });
}

Keys<StarFile> with_build(const Keys<StarOptions>& options) {
  return Keys<StarFile>()
      .in(&StarFile::star, Keys<StarScenario>().in(&StarScenario::options, options))
      .in(&StarFile::run, common_option_keys())
      .rule({"options.build"}, {"network.n"},
            fmt::format("is for n up to {}, whose SystemVerilog top compiles in minutes; use "
                        "assembled",
                        kMostElaboratedStarOrder),
            [](const StarFile& file) {
              return file.run.build == Build::kElaborated &&
                     file.star.order > kMostElaboratedStarOrder;
            });
}

const StarMethod& first_of(StarOperation operation) {
  const std::string word = word_for(star_operation_words(), operation);
  return *std::find_if(star_methods().begin(), star_methods().end(),
                       [&](const StarMethod& method) { return method.operation == word; });
}

const Keys<StarFile>& file_keys() {
  static const auto keys =
      Keys<StarFile>()
          .known("name", text(), "what reports call it")
          .by_default("the file's name")
          .map("network", &StarFile::star, network_keys(), kNetworkExample, "the star graph")
          .required()
          .key("operation", &StarFile::operation, host_operation(word(star_operation_words())),
               "what the nodes do")
          .required(host_operations(word(star_operation_words())))
          .in(&StarFile::star,
              Keys<StarScenario>().key("algorithm", &StarScenario::algorithm,
                                       algorithm_type(star_methods()), "how it is done"))
          .by_default("the operation's first", {"operation"},
                      [](const StarFile& file) {
                        return static_cast<std::int64_t>(first_of(file.operation).algorithm);
                      })
          .in(&StarFile::star, work_keys())
          .map("options", with_build(option_keys()), "{rule: Q}", "how it runs")
          .in(&StarFile::star, rules());
  return keys;
}

// As the network of work that is no operation of star graphs: packets may wait.
const Keys<StarFile>& host_keys() {
  static const auto keys =
      Keys<StarFile>()
          .map("network", &StarFile::star, network_keys(), kNetworkExample, "the star graph")
          .required()
          .map("options",
               with_build(packet_keys()
                              .in(refused_latency_keys())
                              .key("slots", &StarOptions::slots, whole(1, kMostStarSlots),
                                   "packets that an input holds")
                              .by_default("8")),
               "{max_steps: 1000}", "of the routers");
  return keys;
}

}  // namespace
}  // namespace flitwise::language

namespace flitwise {
namespace {

// "1 liar", "3 liars".
void add_count(std::string& text, std::size_t count, const char* what) {
  if (count > 0) text += fmt::format(", {} {}{}", count, what, count == 1 ? "" : "s");
}

// The scenario's part of what a file says.
void take(language::StarFile&& file, Scenario& scenario) {
  scenario.options = file.run;
  scenario.shape = fmt::format("star graph S_{}", file.star.order);
  scenario.system = std::move(file.star);
}

}  // namespace

const language::Table& star_language() { return language::file_keys(); }

void read_star_scenario(const Value& root, Scenario& scenario, ErrorList& errors) {
  language::StarFile file;
  read_keys(root, language::file_keys(), file, errors);
  scenario.operation = word_for(language::star_operation_words(), file.operation);
  take(std::move(file), scenario);
}

const language::Table& star_host_language() { return language::host_keys(); }

void read_star_host(const Value& root, Scenario& host, ErrorList& errors) {
  constexpr std::int64_t kSlots = 8;
  language::StarFile file;
  file.star.options.slots = kSlots;
  read_keys(root, language::host_keys(), file, errors);
  take(std::move(file), host);
}

std::string star_variant(const StarScenario& star) {
  const StarOptions& options = star.options;
  std::string text =
      fmt::format("x = {}, rule {}", star.copies, word_for(star_rule_words(), options.rule));
  add_count(text, options.deaths.nodes.size(), "dead node");
  add_count(text, options.deaths.links.size(), "dead link");
  add_count(text, options.bad_bits.size(), "bit error");
  if (options.noise) text += ", noise";
  add_count(text, options.liars.size(), "liar");
  if (options.votes) text += ", vote";
  if (options.skew) text += ", skew";
  if (options.timeout)
    text += options.timeout->steps ? fmt::format(", time-out {}", *options.timeout->steps)
                                   : std::string(", time-out");
  if (options.latency.router > 1)
    text += fmt::format(", router latency {}", options.latency.router);
  if (options.latency.link > 1) text += fmt::format(", link latency {}", options.latency.link);
  if (options.latency.cut_through) text += ", cut-through";
  if (options.latency.slots == StarSlots::kSpaced) text += ", spaced";
  return text;
}

}  // namespace flitwise
