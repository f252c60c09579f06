#include "sim/families/star/language/star_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "sim/families/star/language/star_network.h"
#include "sim/families/star/language/star_options.h"
#include "sim/families/star/language/star_words.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

constexpr std::int64_t kMostPackets = 4096;  // numbers have 12 bits
// A table of all packets at all PEs, and a queue of all that PEs have to send from the start.
constexpr std::int64_t kMostReceived = std::int64_t{1} << 25;
constexpr std::int64_t kMostPrepared = std::int64_t{1} << 22;

StarAlgorithm read_algorithm(const Value& root, Operation operation) {
  const std::vector<StarAlgorithm> fitting = algorithms_of(operation);
  const YamlNode* node = root.node.find("algorithm");
  if (node == nullptr) return fitting.front();
  const Value value{*node, "algorithm"};
  const StarAlgorithm algorithm = to_choice(value, star_algorithm_words());
  if (std::count(fitting.begin(), fitting.end(), algorithm) == 0) {
    std::vector<std::string> words;
    for (const StarAlgorithm fits : fitting)
      words.push_back(word_for(star_algorithm_words(), fits));
    throw bad_value(
        value, fmt::format("is no algorithm of operation {}, which has {}",
                           word_for(star_operation_words(), operation), fmt::join(words, " and ")));
  }
  return algorithm;
}

Node read_root(const Value& root, const StarDraft& draft) {
  const YamlNode* node = root.node.find("root");
  const bool has_root = !draft.algorithm || has_one_source(*draft.algorithm);
  if (node == nullptr) return has_root ? 0 : kNoNode;
  const Value value{*node, "root"};
  if (!has_root)
    throw bad_value(value, fmt::format("has no meaning for operation {}, in which every node is a "
                                       "source",
                                       word_for(star_operation_words(), *draft.operation)));
  return read_star_node(value, draft.graph);
}

int read_count(const Value& root, const char* key, std::int64_t most) {
  const YamlNode* node = root.node.find(key);
  return node == nullptr ? 1 : static_cast<int>(to_integer({*node, key}, 1, most));
}

StarDraft read_sections(const Value& root, ErrorList& errors) {
  StarDraft draft;
  errors.attempt([&] {
    draft.graph = read_star_network(required(root, "network", "the star graph"), errors);
  });
  errors.attempt([&] {
    draft.operation =
        to_choice(required(root, "operation", "broadcast, multinode, scatter or exchange"),
                  star_operation_words());
  });
  if (draft.operation)
    errors.attempt([&] { draft.algorithm = read_algorithm(root, *draft.operation); });
  errors.attempt([&] { draft.root = read_root(root, draft); });
  return draft;
}

// Packets that PEs hand over at the start, at most: S(x) is below N and at most 1 / (n-1) too much
// for each of the N / (n-1) necklaces.
std::int64_t packets_prepared(const StarGraph& graph, const StarScenario& star) {
  const std::int64_t sources = has_one_source(star.algorithm) ? 1 : graph.size();
  const bool is_routed = star.algorithm == StarAlgorithm::kFurthestFirst ||
                         star.algorithm == StarAlgorithm::kNecklaces;
  const std::int64_t receivers = is_routed ? graph.size() - 1 : 1;
  return sources * receivers * star.packets * star.copies;
}

void check_size(const Value& root, const StarGraph& graph, const StarScenario& star) {
  const std::int64_t sources = has_one_source(star.algorithm) ? 1 : graph.size();
  const std::int64_t received = sources * graph.size() * star.packets;
  const std::int64_t prepared = packets_prepared(graph, star);
  const auto refuse = [&](const char* what, std::int64_t is, std::int64_t most) {
    const YamlNode* packets = root.node.find("packets");
    const YamlNode& node = packets == nullptr ? *root.node.find("network") : *packets;
    throw bad_value({node, packets == nullptr ? "network" : "packets"},
                    fmt::format("gives {} {}; at most {} are possible", is, what, most));
  };
  if (received > kMostReceived) refuse("packets at all PEs", received, kMostReceived);
  if (prepared > kMostPrepared) refuse("packets to send from the start", prepared, kMostPrepared);
}

// Heads of routed packets have no room for their number: of several to one node, nobody could say
// which is lost.
void check_numbers(const Value& root, const StarScenario& star) {
  const bool is_routed = star.algorithm == StarAlgorithm::kFurthestFirst ||
                         star.algorithm == StarAlgorithm::kNecklaces;
  if (is_routed && star.packets > 1 && star.options.flits == 1 && star.options.has_bit_errors())
    throw bad_value({*root.node.find("options")->find("corrupt"), "options.corrupt"},
                    "needs options.flits 2 or more where nodes get several routed packets: one "
                    "flit has no room for a packet's number");
}

}  // namespace

void read_star_scenario(const Value& root, Scenario& scenario, ErrorList& errors) {
  StarScenario star;
  const StarDraft draft = read_sections(root, errors);
  errors.attempt([&] { star.packets = read_count(root, "packets", kMostPackets); });
  errors.attempt([&] {
    const int most = (draft.graph ? draft.graph->order() : kMostStarOrder) - 1;
    star.copies = read_count(root, "copies", most);
  });
  if (const YamlNode* options = root.node.find("options"))
    read_star_options({*options, "options"}, draft, scenario.options, star.options, errors);
  if (!errors.empty()) return;
  star.order = draft.graph->order();
  star.algorithm = *draft.algorithm;
  star.root = *draft.root;
  errors.attempt([&] { check_size(root, *draft.graph, star); });
  errors.attempt([&] { check_numbers(root, star); });
  scenario.operation = *draft.operation;
  scenario.shape = star_text(star.order);
  scenario.system = std::move(star);
}

}  // namespace flitwise
