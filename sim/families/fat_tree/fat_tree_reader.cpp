#include "sim/families/fat_tree/fat_tree_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>
#include <set>
#include <utility>

#include "sim/families/fat_tree/fat_tree_network.h"
#include "sim/families/fat_tree/fat_tree_options.h"
#include "sim/families/fat_tree/fat_tree_words.h"
#include "sim/language/scenario_lengths.h"

namespace flitwise {
namespace {

bool has_lengths(Operation operation) {
  return operation == Operation::kScatter || operation == Operation::kGather;
}

bool has_root(Operation operation) {
  return has_lengths(operation) || operation == Operation::kBroadcast;
}

FatTreeAlgorithm read_algorithm(const Value& root, Operation operation) {
  const auto& words = fat_tree_algorithm_words(operation);
  const bool is_only_one = words.size() == 1;
  if (is_only_one && root.node.find("algorithm") == nullptr) return words.front().meaning;
  return to_choice(required(root, "algorithm", fmt::format("{}", fmt::join(words_of(words), ", "))),
                   words);
}

// What its builder and its proof of optimality ask of the network.
void check_algorithm(const Value& root, const FatTreeDraft& draft) {
  if (!draft.tree || !draft.algorithm) return;
  const FatTree& tree = *draft.tree;
  const auto refuse = [&](const char* rule) {
    throw bad_value({*root.node.find("algorithm"), "algorithm"}, rule);
  };
  if (draft.algorithm == FatTreeAlgorithm::kExchangeOptimalCbft &&
      (tree.arity() != 2 || tree.capacities() != constant_capacities(tree.levels())))
    refuse("needs arity 2 and constant capacities");
  if (draft.algorithm == FatTreeAlgorithm::kExchangeOptimalEbft &&
      (tree.arity() != 2 || tree.capacities() != exponential_capacities(tree.levels(), 2)))
    refuse("needs arity 2 and exponential capacities");
  if (draft.algorithm == FatTreeAlgorithm::kExchangeScatterPairs && tree.arity() != 2)
    refuse("needs arity 2");
  if (draft.algorithm == FatTreeAlgorithm::kExchangeScatterPairs && tree.leaf_links() != 1)
    refuse("needs leaves of one link: its pairs keep out of each other's way at a flit a step");
}

void refuse_foreign(const Value& root, const char* key, bool is_foreign, const std::string& rule) {
  const YamlNode* node = root.node.find(key);
  if (is_foreign && node != nullptr) throw ConfigError(node->place, key, "", rule);
}

Node read_leaf(const Value& value, const FatTreeDraft& draft) {
  return static_cast<Node>(to_integer(value, 0, last_leaf(draft)));
}

// A list of two leaves: two scatters at once.
std::vector<Node> read_two_roots(const Value& list, const FatTreeDraft& draft) {
  if (draft.operation && *draft.operation != Operation::kScatter)
    throw bad_value(list, "must be one leaf: only scatters can go on two at once");
  if (list.node.items.size() != 2)
    throw bad_value(list, fmt::format("must be a leaf or a list of two leaves, not of {}",
                                      list.node.items.size()));
  const Value first{list.node.items[0], list.key + "[0]"};
  const Value second{list.node.items[1], list.key + "[1]"};
  std::vector<Node> roots{read_leaf(first, draft), read_leaf(second, draft)};
  if (roots[0] == roots[1]) throw bad_value(second, "is the other scatter's source already");
  return roots;
}

std::vector<Node> read_roots(const Value& root, const FatTreeDraft& draft) {
  if (draft.operation && !has_root(*draft.operation)) {
    refuse_foreign(root, "root", true,
                   fmt::format("belongs to one leaf's operations; in operation {} all leaves send",
                               word_for(operation_words(), *draft.operation)));
    return {};
  }
  const YamlNode* node = root.node.find("root");
  if (node == nullptr) return {0};
  const Value value{*node, "root"};
  if (node->kind == YamlKind::kList) return read_two_roots(value, draft);
  return {read_leaf(value, draft)};
}

// One flit for every other leaf, unless the file says otherwise.
std::vector<Flits> read_leaf_lengths(const Value& root, const FatTreeDraft& draft,
                                     ErrorList& errors) {
  if (!draft.operation || !draft.roots) return {};
  const bool is_foreign = !has_lengths(*draft.operation) || draft.roots->size() != 1;
  refuse_foreign(root, "lengths", is_foreign,
                 "belongs to a scatter from one leaf and to gather; here every message has one "
                 "flit");
  if (is_foreign) return {};
  const Node source = draft.roots->front();
  std::optional<Node> leaves;
  if (draft.tree) leaves = draft.tree->leaves();
  if (const YamlNode* node = root.node.find("lengths"))
    return read_lengths({*node, "lengths"}, leaves, errors, source).value_or(std::vector<Flits>());
  return leaves ? generate_lengths(EachLength{1}, *leaves, source) : std::vector<Flits>();
}

void check_total(const Value& root, const std::vector<Flits>& lengths) {
  const Flits total = std::accumulate(lengths.begin(), lengths.end(), Flits{0});
  if (total > kMostFlits)
    throw ConfigError(root.node.find("lengths")->place, "lengths", std::to_string(total),
                      fmt::format("flits in all: at most {} are possible", kMostFlits));
}

Node read_order_item(const Value& item, const FatTreeDraft& draft,
                     const std::vector<Flits>& lengths, std::set<Node>& seen) {
  const Node leaf = read_leaf(item, draft);
  if (!seen.insert(leaf).second) throw bad_value(item, "stands in the order twice");
  if (!lengths.empty() && lengths[static_cast<std::size_t>(leaf)] == 0)
    throw bad_value(item, "has no message, so it has no place in the order");
  return leaf;
}

// Every leaf with a message must stand in the order.
std::vector<Node> read_one_order(const Value& list, const FatTreeDraft& draft,
                                 const std::vector<Flits>& lengths, ErrorList& errors) {
  expect_list(list, "[5, 4]");
  std::vector<Node> order;
  std::set<Node> seen;
  for (std::size_t i = 0; i < list.node.items.size(); ++i) {
    const Value item{list.node.items[i], fmt::format("{}[{}]", list.key, i)};
    errors.attempt([&] { order.push_back(read_order_item(item, draft, lengths, seen)); });
  }
  for (std::size_t x = 0; x < lengths.size() && errors.empty(); ++x)
    if (lengths[x] > 0 && seen.count(static_cast<Node>(x)) == 0)
      throw ConfigError(list.node.place, list.key, "",
                        fmt::format("lacks leaf {}, which has a message", x));
  return order;
}

// An order for each of two scatters.
void read_two_orders(const Value& list, const FatTreeDraft& draft, FatTreeScenario& on_tree,
                     ErrorList& errors) {
  expect_list(list, "[[3, 2, 1], [0, 1, 2]]");
  if (list.node.items.size() != 2)
    throw bad_value(list, fmt::format("must be a list of two orders, one for each scatter, not {}",
                                      list.node.items.size()));
  for (const std::size_t k : {0U, 1U}) {
    const Value one{list.node.items[k], fmt::format("{}[{}]", list.key, k)};
    std::vector<Flits> lengths;
    if (draft.tree)
      lengths = generate_lengths(EachLength{1}, draft.tree->leaves(), (*draft.roots)[k]);
    std::vector<Node>& order = k == 0 ? on_tree.order : on_tree.second_order;
    errors.attempt([&] { order = read_one_order(one, draft, lengths, errors); });
  }
}

void read_order(const Value& root, const FatTreeDraft& draft, FatTreeScenario& on_tree,
                ErrorList& errors) {
  if (draft.algorithm != FatTreeAlgorithm::kScatterOrder)
    return refuse_foreign(root, "order", draft.algorithm.has_value(),
                          "belongs to algorithm order of operation scatter");
  const Value list =
      required(root, "order", "algorithm order sends the messages of these leaves one by one");
  if (draft.roots && draft.roots->size() == 2) return read_two_orders(list, draft, on_tree, errors);
  on_tree.order = read_one_order(list, draft, on_tree.lengths, errors);
}

FatTreeDraft read_sections(const Value& root, Scenario& scenario, ErrorList& errors) {
  FatTreeDraft draft;
  errors.attempt([&] {
    draft.tree = read_fat_tree_network(required(root, "network", "the fat tree"), errors);
  });
  errors.attempt([&] {
    draft.operation =
        to_choice(required(root, "operation", "broadcast, scatter, gather, multinode or exchange"),
                  fat_tree_operation_words());
    scenario.operation = *draft.operation;
  });
  errors.attempt([&] {
    if (draft.operation) draft.algorithm = read_algorithm(root, *draft.operation);
  });
  errors.attempt([&] { check_algorithm(root, draft); });
  errors.attempt([&] { draft.roots = read_roots(root, draft); });
  return draft;
}

}  // namespace

void read_fat_tree_scenario(const Value& root, Scenario& scenario, ErrorList& errors) {
  FatTreeScenario on_tree;
  const FatTreeDraft draft = read_sections(root, scenario, errors);
  errors.attempt([&] { on_tree.lengths = read_leaf_lengths(root, draft, errors); });
  errors.attempt([&] { check_total(root, on_tree.lengths); });
  errors.attempt([&] { read_order(root, draft, on_tree, errors); });
  if (const YamlNode* options = root.node.find("options"))
    read_fat_tree_options({*options, "options"}, draft, scenario.options, on_tree.options, errors);
  if (!errors.empty()) return;
  on_tree.leaves = draft.tree->leaves();
  on_tree.arity = draft.tree->arity();
  on_tree.capacities = draft.tree->capacities();
  on_tree.algorithm = *draft.algorithm;
  on_tree.roots = *draft.roots;
  check_fat_tree_limits(root, on_tree, errors);
  scenario.shape = describe_fat_tree(on_tree);
  scenario.system = std::move(on_tree);
}

}  // namespace flitwise
