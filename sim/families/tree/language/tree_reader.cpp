#include "sim/families/tree/language/tree_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "sim/families/tree/language/tree_draft.h"
#include "sim/families/tree/language/tree_network.h"
#include "sim/families/tree/language/tree_options.h"
#include "sim/families/tree/language/tree_words.h"
#include "sim/language/scenario_lengths.h"

namespace flitwise {
namespace {

void check_path(const Value& root, const TreeDraft& draft) {
  if (draft.algorithm != TreeAlgorithm::kShoulderTap || !draft.parents || is_path(*draft.parents))
    return;
  throw bad_value({*root.node.find("algorithm"), "algorithm"},
                  "needs the path 0-1-...-n as network; certification works on any tree");
}

Node read_order_item(const Value& item, const TreeDraft& draft, std::set<Node>& seen) {
  const auto pe = static_cast<Node>(
      to_integer(item, draft.root == 0 ? 1 : 0, draft.pes.value_or(kMostPes) - 1));
  if (pe == draft.root) throw bad_value(item, "must not be the root, which has no message");
  if (!seen.insert(pe).second) throw bad_value(item, "stands in the order twice");
  if (draft.lengths && (*draft.lengths)[static_cast<std::size_t>(pe)] == 0)
    throw bad_value(item, "has no message, so it has no place in the order");
  return pe;
}

std::vector<Node> read_order(const Value& list, const TreeDraft& draft, ErrorList& errors) {
  expect_list(list, "[5, 4]");
  std::vector<Node> order;
  std::set<Node> seen;
  for (std::size_t i = 0; i < list.node.items.size(); ++i) {
    const Value item{list.node.items[i], fmt::format("{}[{}]", list.key, i)};
    errors.attempt([&] { order.push_back(read_order_item(item, draft, seen)); });
  }
  if (!draft.lengths) return order;
  for (std::size_t v = 0; v < draft.lengths->size(); ++v) {
    if ((*draft.lengths)[v] > 0 && seen.count(static_cast<Node>(v)) == 0)
      throw ConfigError(list.node.place, list.key, "",
                        fmt::format("lacks PE {}, which has a message of {} flit{}", v,
                                    (*draft.lengths)[v], (*draft.lengths)[v] == 1 ? "" : "s"));
  }
  return order;
}

void read_order_section(const Value& root, const TreeDraft& draft, TreeScenario& tree,
                        ErrorList& errors) {
  const YamlNode* order = root.node.find("order");
  if (draft.algorithm == TreeAlgorithm::kOrder) {
    tree.order = read_order(
        required(root, "order", "algorithm order sends the messages of these PEs one by one"),
        draft, errors);
  } else if (order != nullptr && draft.algorithm) {
    throw ConfigError(order->place, "order", "",
                      fmt::format("belongs to algorithm order, but the algorithm is {}",
                                  word_for(tree_algorithm_words(), *draft.algorithm)));
  } else if (order != nullptr) {
    expect_list({*order, "order"}, "[5, 4]");
  }
}

// The algorithms that there are for an operation, in words: "fdf or order".
const char* algorithms_of(std::optional<Operation> operation) {
  if (operation == Operation::kBroadcast) return "largest-first, index or flood";
  if (operation == Operation::kScatter) return "fdf or order";
  if (operation == Operation::kGather) return "shoulder-tap or certification";
  return "flitwise list names them";
}

// A broadcast has one message, the others one per PE.
void read_messages(const Value& root, TreeDraft& draft, ErrorList& errors) {
  const bool is_broadcast = draft.operation == Operation::kBroadcast;
  const char* other = is_broadcast ? "lengths" : "length";
  if (const YamlNode* node = root.node.find(other); node != nullptr && draft.operation)
    throw ConfigError(node->place, other, "",
                      is_broadcast
                          ? "belongs to scatter and gather; a broadcast has one message, length"
                          : "belongs to broadcast; a scatter or gather has lengths");
  if (is_broadcast) {
    draft.length = to_integer(required(root, "length", "flits of the message"), 1, kMostFlits);
    return;
  }
  // An operation that nobody knows may have been meant to be a broadcast.
  if (!draft.operation && root.node.find("length") != nullptr) return;
  draft.lengths = read_lengths(required(root, "lengths", "flits of each PE's message"), draft.pes,
                               errors, draft.root);
}

// Every PE but the root has a copy of the message.
std::vector<Flits> copies(Flits length, Node pes, Node root) {
  std::vector<Flits> lengths(static_cast<std::size_t>(pes), length);
  lengths[static_cast<std::size_t>(root)] = 0;
  return lengths;
}

// The sections that later rules look at; what is wrong stays empty in the draft.
TreeDraft read_sections(const Value& root, const std::string& kind, Scenario& scenario,
                        TreeScenario& tree, ErrorList& errors) {
  TreeDraft draft;
  errors.attempt([&] {
    const Value network = required(root, "network", "the tree of PEs");
    if (auto section = read_tree_network(network, kind, errors)) {
      scenario.shape = section->description;
      if (!section->file.empty()) scenario.inputs.push_back(section->file);
      tree.node_names = std::move(section->node_names);
      draft.root = section->root;
      draft.pes = static_cast<Node>(section->parents.size());
      draft.parents = std::move(section->parents);
    }
  });
  errors.attempt([&] {
    draft.operation = to_choice(required(root, "operation", "broadcast, scatter or gather"),
                                tree_operation_words());
  });
  errors.attempt([&] {
    draft.algorithm = to_choice(required(root, "algorithm", algorithms_of(draft.operation)),
                                tree_algorithm_words());
  });
  errors.attempt([&] { read_messages(root, draft, errors); });
  return draft;
}

// The largest lag below the root if no message took any time: a PE's is at most d + 1 above that of
// a child, with a port per link 2 above it.
Step structural_lag(const TreeScenario& scenario) {
  const PlacedTree tree = placed_tree(scenario);
  std::vector<Step> orders(scenario.parents.size(), 0);  // steps on the way below the root
  Step longest = 0;
  for (const Node pe : tree.tree.depth_first()) {
    if (pe == 0) continue;
    const Node children = tree.tree.child_count(pe);
    const Step own = children == 0 ? 0 : scenario.options.ports == Ports::kMulti ? 2 : children + 1;
    Step& way = orders[static_cast<std::size_t>(pe)];
    way = orders[static_cast<std::size_t>(tree.tree.parent(pe))] + own;
    longest = std::max(longest, way);
  }
  return longest;
}

}  // namespace

void read_tree_scenario(const Value& root, const std::string& kind, Scenario& scenario,
                        ErrorList& errors) {
  TreeScenario tree;
  const TreeDraft draft = read_sections(root, kind, scenario, tree, errors);
  errors.attempt([&] { read_order_section(root, draft, tree, errors); });
  if (const YamlNode* options = root.node.find("options"))
    read_tree_options({*options, "options"}, draft, scenario.options, tree.options, errors);
  check_tree_draft(root, draft, errors);
  errors.attempt([&] { check_path(root, draft); });
  if (!errors.empty()) return;
  scenario.operation = *draft.operation;
  tree.algorithm = *draft.algorithm;
  tree.parents = *draft.parents;
  tree.root = draft.root;
  if (tree.algorithm == TreeAlgorithm::kFlood) tree.options.ports = Ports::kMulti;
  tree.length = draft.length.value_or(0);
  tree.lengths = draft.length ? copies(tree.length, *draft.pes, draft.root) : *draft.lengths;
  check_certified_lag(root, draft, tree.options, structural_lag(tree), errors);
  scenario.system = std::move(tree);
}

}  // namespace flitwise
