#include "sim/families/torus/language/torus_reader.h"

#include <fmt/format.h>

#include <utility>

#include "sim/families/torus/language/torus_file.h"
#include "sim/families/torus/language/torus_network.h"
#include "sim/families/torus/language/torus_options.h"
#include "sim/families/torus/language/torus_words.h"
#include "sim/families/torus/language/traffic_reader.h"
#include "sim/families/torus/torus_prediction.h"
#include "sim/families/torus/torus_setup.h"

namespace flitwise {
namespace {

TorusDraft read_network_and_operation(const Value& root, ErrorList& errors) {
  TorusDraft draft;
  errors.attempt(
      [&] { draft.torus = read_torus_network(required(root, "network", "the torus"), errors); });
  errors.attempt([&] {
    draft.operation =
        to_choice(required(root, "operation", "broadcast or traffic"), torus_operation_words());
  });
  return draft;
}

void read_broadcast_keys(const Value& root, TorusDraft& draft, ErrorList& errors) {
  errors.attempt([&] {
    const YamlNode* node = root.node.find("algorithm");
    draft.algorithm = node == nullptr ? TorusAlgorithm::kPeel
                                      : to_choice({*node, "algorithm"}, torus_algorithm_words());
  });
  errors.attempt([&] {
    const YamlNode* node = root.node.find("root");
    draft.root = node == nullptr ? 0 : read_torus_node({*node, "root"}, draft.torus);
  });
  errors.attempt([&] {
    draft.length = to_integer(required(root, "length", "flits of the text"), 1, kMostFlits);
  });
}

// Every copy lies in memory from when its sender has the text until it is sent.
void check_total(const Value& root, const TorusDraft& draft) {
  if (!draft.torus || !draft.length) return;
  const Flits total = *draft.length * (draft.torus->size() - 1);
  if (total > kMostFlits)
    throw bad_value(
        {*root.node.find("length"), "length"},
        fmt::format("gives {} flits for all nodes; at most {} are possible", total, kMostFlits));
}

void read_file(const Value& root, const TorusDraft& draft, TorusScenario& torus) {
  const YamlNode* node = root.node.find("file");
  if (draft.algorithm != TorusAlgorithm::kImported) {
    if (node != nullptr && draft.algorithm)
      throw ConfigError(node->place, "file", "",
                        fmt::format("belongs to algorithm imported, and the algorithm is {}",
                                    word_for(torus_algorithm_words(), *draft.algorithm)));
    return;
  }
  const Value file = required(root, "file", "algorithm imported runs the schedule of this file");
  if (!draft.torus || !draft.root) return;
  torus.imported = read_schedule_file(file, draft);
  torus.order = routing_order(torus.imported);
}

// Steps that begin at planned cycles count on a flit per cycle and channel.
void check_pace(const Value& root, const TorusScenario& torus) {
  const YamlNode* options = root.node.find("options");
  const bool is_planned = torus.options.barrier || !torus.imported.starts.empty();
  if (options == nullptr) return;
  const YamlNode* barrier = options->find("barrier");
  if (!torus.imported.starts.empty() && barrier != nullptr)
    throw bad_value({*barrier, "options.barrier"},
                    "has no meaning for a schedule with start cycles of its own");
  if (is_planned && torus.options.depth == 1 && torus.length > 1)
    throw bad_value({*options->find("depth"), "options.depth"},
                    "passes a flit every other cycle only, too slow for steps at planned cycles: "
                    "use barrier: false, or depth 2 and more");
}

// A fault that changes nothing must not pass for one that was survived.
void check_fault(const Value& root, const TorusScenario& torus) {
  const YamlNode& section = *root.node.find("options")->find("break");
  if (torus.options.mute && !sends_something(torus, *torus.options.mute))
    throw bad_value({*section.find("mute"), "options.break.mute"},
                    "has nothing to send: its silence would go unseen");
  if (!torus.options.early) return;
  const Value early{*section.find("early"), "options.break.early"};
  if (!sends_something(torus, *torus.options.early))
    throw bad_value(early, "has nothing that it could send early");
  if (!torus.options.barrier && torus.options.send_overhead == 0)
    throw bad_value(early,
                    "sends as soon as it can: at its own pace nothing can leave earlier unless "
                    "there is a send_overhead");
  if (!can_hurry(torus, *torus.options.early))
    throw bad_value(early,
                    "sends in the step after it gets what it sends, which cannot be earlier");
}

void check_rules(const Value& root, TorusScenario& torus, ErrorList& errors) {
  errors.attempt([&] { check_pace(root, torus); });
  errors.attempt([&] { check_scheme(root, torus); });
  if (torus.algorithm == TorusAlgorithm::kImported)
    errors.attempt([&] {
      expect_broadcast({*root.node.find("file"), "file"}, torus.imported, cycle_model(torus));
    });
  if (errors.empty() && (torus.options.mute || torus.options.early))
    errors.attempt([&] { check_fault(root, torus); });
}

void read_broadcast(const Value& root, TorusDraft& draft, Options& common, TorusScenario& torus,
                    ErrorList& errors) {
  read_broadcast_keys(root, draft, errors);
  errors.attempt([&] { check_total(root, draft); });
  errors.attempt([&] { read_file(root, draft, torus); });
  if (const YamlNode* options = root.node.find("options"))
    read_torus_options({*options, "options"}, draft, common, torus, errors);
  if (!errors.empty()) return;
  torus.algorithm = *draft.algorithm;
  torus.root = *draft.root;
  torus.length = *draft.length;
  check_rules(root, torus, errors);
}

}  // namespace

void read_torus_scenario(const Value& root, Scenario& scenario, ErrorList& errors) {
  TorusScenario torus;
  TorusDraft draft = read_network_and_operation(root, errors);
  if (draft.torus) {
    torus.order = draft.torus->ascending_order();
    torus.sides = draft.torus->sides();
  }
  if (draft.operation == Operation::kTraffic)
    read_traffic(root, draft, scenario.options, torus, errors);
  else
    read_broadcast(root, draft, scenario.options, torus, errors);
  if (!errors.empty()) return;
  if (const YamlNode* file = root.node.find("file"))
    scenario.inputs.push_back(schedule_path({*file, "file"}));
  scenario.operation = *draft.operation;
  scenario.shape = torus_text(torus.sides);
  scenario.system = std::move(torus);
}

}  // namespace flitwise
