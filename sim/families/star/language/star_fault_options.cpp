#include "sim/families/star/language/star_fault_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "sim/families/star/language/star_network.h"
#include "sim/families/star/language/star_words.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

// Of steps in which something fails: beyond every run.
constexpr Step kMostStep = Step{1} << 32;
constexpr Step kMostSkew = 1'000'000;
constexpr Step kMostTimeout = 1'000'000;

std::pair<Node, int> read_link(const Value& pair, const std::optional<StarGraph>& graph) {
  expect_list(pair, "[[2, 1, 3, 4], 3]");
  if (pair.node.items.size() != 2)
    throw bad_value(pair, "must be a node and the dimension of one of its links");
  const Node node = read_star_node(item_of(pair, 0), graph);
  return {node, read_star_dimension(item_of(pair, 1), graph)};
}

void read_links(const Value& list, const std::optional<StarGraph>& graph, StarDeaths& deaths) {
  expect_list(list, "[[[2, 1, 3, 4], 3]]");
  for (std::size_t i = 0; i < list.node.items.size(); ++i) {
    std::pair<Node, int> link = read_link(item_of(list, i), graph);
    // By its lower end, since either end names it.
    if (graph) link.first = std::min(link.first, graph->neighbour(link.first, link.second));
    if (graph && std::count(deaths.links.begin(), deaths.links.end(), link) > 0)
      throw bad_value(item_of(list, i), "stands in the list twice");
    deaths.links.push_back(link);
  }
}

void read_deaths(const Value& section, const StarDraft& draft, StarDeaths& deaths,
                 ErrorList& errors) {
  expect_map(section, "{nodes: [[2, 1, 3, 4]], links: [[[1, 3, 2, 4], 4]], from_step: 1}");
  check_keys(section, {"nodes", "links", "from_step"}, errors);
  // Nothing is dead where a list is empty: programs that write scenarios need no exception for it.
  if_given(section, "nodes", errors, [&](const Value& list) {
    expect_list(list, "[[2, 1, 3, 4], 17]");
    if (!list.node.items.empty()) deaths.nodes = read_star_nodes(list, draft.graph);
  });
  if_given(section, "links", errors,
           [&](const Value& list) { read_links(list, draft.graph, deaths); });
  if_given(section, "from_step", errors,
           [&](const Value& value) { deaths.from_step = to_integer(value, 1, kMostStep); });
  if (section.node.find("nodes") == nullptr && section.node.find("links") == nullptr)
    throw bad_value(section, "must have nodes, links or both");
}

StarBadBit read_bad_bit(const Value& list, const StarDraft& draft, Flits flits) {
  expect_list(list, "[[2, 1, 3, 4], 3, 1, 1, 17]");
  if (list.node.items.size() != 5)
    throw bad_value(list, "must be a node, a dimension, a packet step, a flit and a bit");
  StarBadBit bad;
  bad.from = read_star_node(item_of(list, 0), draft.graph);
  bad.dimension = read_star_dimension(item_of(list, 1), draft.graph);
  bad.step = to_integer(item_of(list, 2), 1, kMostStep);
  bad.flit = to_integer(item_of(list, 3), 1, flits);
  bad.bit = static_cast<int>(to_integer(item_of(list, 4), 0, kMostErrorBit));
  return bad;
}

auto is_same_as(const StarBadBit& bad) {
  const auto key = [](const StarBadBit& b) {
    return std::make_tuple(b.from, b.dimension, b.step, b.flit, b.bit);
  };
  return [=](const StarBadBit& other) { return key(other) == key(bad); };
}

void read_corruption(const Value& section, const StarDraft& draft, StarOptions& options,
                     ErrorList& errors) {
  expect_map(section, "{probability: 0.001, seed: 1}");
  check_keys(section, {"bits", "probability", "seed"}, errors);
  const bool is_drawn = section.node.find("probability") != nullptr;
  if (is_drawn == (section.node.find("bits") != nullptr))
    throw bad_value(section, is_drawn ? "cannot have both bits and a probability"
                                      : "must have bits or a probability");
  if (is_drawn) {
    options.noise.emplace();
    options.noise->probability = to_probability(required(section, "probability", ""));
    options.noise->seed = to_seed(required(section, "seed", "what the errors are drawn by"));
    return;
  }
  if (const YamlNode* seed = section.node.find("seed"))
    throw bad_value({*seed, section.key + ".seed"}, "belongs to a probability");
  const Value bits = required(section, "bits", "");
  expect_list(bits, "[[[2, 1, 3, 4], 3, 1, 1, 17]]");
  if (bits.node.items.empty()) throw bad_value(bits, "must name a bit");
  for (std::size_t i = 0; i < bits.node.items.size(); ++i)
    errors.attempt([&] {
      const StarBadBit bad = read_bad_bit(item_of(bits, i), draft, options.flits);
      // Two errors of one bit would be none.
      if (draft.graph &&
          std::any_of(options.bad_bits.begin(), options.bad_bits.end(), is_same_as(bad)))
        throw bad_value(item_of(bits, i), "stands in the list twice");
      options.bad_bits.push_back(bad);
    });
}

void read_skew(const Value& section, StarOptions& options, ErrorList& errors) {
  expect_map(section, "{most: 5, seed: 1}");
  check_keys(section, {"most", "seed"}, errors);
  StarSkew skew;
  skew.most =
      to_integer(required(section, "most", "cycles that a PE starts late at most"), 1, kMostSkew);
  skew.seed = to_seed(required(section, "seed", "what the cycles are drawn by"));
  options.skew = skew;
}

StarPatience read_timeout(const Value& value) {
  const YamlNode& node = value.node;
  if (node.kind == YamlKind::kScalar && node.text == "auto") return {};
  ErrorList no_number;
  StarPatience patience;
  if (!no_number.attempt([&] { patience.steps = to_integer(value, 1, kMostTimeout); }))
    throw bad_value(
        value, fmt::format("must be auto or a whole number of steps from 1 to {}", kMostTimeout));
  return patience;
}

Value option(const Value& section, const char* key) {
  return {*section.node.find(key), section.key + "." + key};
}

void refuse_dead_ends(const Value& section, const StarDraft& draft, const StarOptions& options) {
  const auto is_dead = [&](Node v) {
    return std::count(options.deaths.nodes.begin(), options.deaths.nodes.end(), v) > 0;
  };
  if (draft.root && *draft.root != kNoNode && is_dead(*draft.root))
    throw bad_value(option(section, "faults"), "must leave the root alive");
  if (std::any_of(options.liars.begin(), options.liars.end(), is_dead))
    throw bad_value(option(section, "liars"), "must be alive");
  const StarDeaths& deaths = options.deaths;
  if (draft.graph && deaths.from_step == 1 &&
      deaths.nodes.size() == static_cast<std::size_t>(draft.graph->size()))
    throw bad_value(option(section, "faults"),
                    "must leave a PE alive in step 1: nobody would send");
}

void refuse_combinations(const Value& section, const StarOptions& options) {
  const bool is_dead = !options.deaths.is_empty();
  const bool is_corrupt = options.has_bit_errors();
  const bool lies = !options.liars.empty();
  if (is_corrupt && (is_dead || lies || options.skew))
    throw bad_value(option(section, "corrupt"), "cannot be combined with faults, liars or skew");
  if (options.skew && (is_dead || lies))
    throw bad_value(option(section, "skew"), "cannot be combined with faults or liars");
  if (lies && options.deaths.from_step != 1)
    throw bad_value(option(section, "faults"), "must be there from step 1 where PEs lie");
}

void refuse_operations(const Value& section, const StarDraft& draft, const StarOptions& options) {
  if (draft.operation && *draft.operation != Operation::kMultinode)
    for (const char* key : {"liars", "vote"})
      if (section.node.find(key) != nullptr)
        throw bad_value(option(section, key),
                        "belongs to operation multinode: the packets of others pass no PE on "
                        "their way");
  if (options.timeout && draft.algorithm && *draft.algorithm != StarAlgorithm::kAcknowledged)
    throw bad_value(option(section, "timeout"),
                    "belongs to algorithm acknowledged: nobody else waits for acknowledgements");
  if (options.timeout && (!options.liars.empty() || options.skew))
    throw bad_value(option(section, "timeout"), "cannot be combined with liars or skew");
  if (draft.algorithm != StarAlgorithm::kAcknowledged) return;
  if (options.has_bit_errors())
    throw bad_value(option(section, "corrupt"),
                    "cannot be combined with algorithm acknowledged, which stops where a packet is "
                    "lost: use static");
  if (options.deaths.from_step != 1)
    throw bad_value(option(section, "faults"),
                    "must be there from step 1 with algorithm acknowledged");
  if (!options.liars.empty() && !options.deaths.is_empty())
    throw bad_value(option(section, "liars"),
                    "cannot be combined with faults and algorithm acknowledged, which stops where "
                    "a packet is lost: use static");
}

}  // namespace

void read_star_faults(const Value& section, const StarDraft& draft, StarOptions& options,
                      ErrorList& errors) {
  if_given(section, "faults", errors,
           [&](const Value& value) { read_deaths(value, draft, options.deaths, errors); });
  if_given(section, "corrupt", errors,
           [&](const Value& value) { read_corruption(value, draft, options, errors); });
  if_given(section, "liars", errors,
           [&](const Value& value) { options.liars = read_star_nodes(value, draft.graph); });
  if_given(section, "timeout", errors,
           [&](const Value& value) { options.timeout = read_timeout(value); });
  if_given(section, "skew", errors, [&](const Value& value) { read_skew(value, options, errors); });
}

void check_star_faults(const Value& section, const StarDraft& draft, const StarOptions& options,
                       ErrorList& errors) {
  errors.attempt([&] { refuse_dead_ends(section, draft, options); });
  errors.attempt([&] { refuse_combinations(section, options); });
  errors.attempt([&] { refuse_operations(section, draft, options); });
}

}  // namespace flitwise
