#include "sim/scenario_reader.h"

#include <fmt/format.h>

#include <filesystem>
#include <numeric>
#include <set>

#include "sim/report_text.h"
#include "sim/scenario_lengths.h"
#include "sim/scenario_network.h"
#include "sim/scenario_options.h"
#include "sim/scenario_words.h"
#include "systemc/network/flit.h"

namespace flitwise {
namespace {

constexpr const char* kExample = "name: ..., network: ..., operation: ...";

std::string name_of_file(const Value& root) {
  const std::string name = std::filesystem::path(root.node.place.text->file).stem().string();
  const bool is_good = !is_blank(name) && first_bad_byte(name) == std::string::npos &&
                       first_control(name) == std::string::npos &&
                       name.find_first_of("\t\r\n") == std::string::npos;
  if (!is_good)
    throw ConfigError(root.node.place, "name", "",
                      "missing key: the file's name is no text that could stand for it");
  return name;
}

std::string read_name(const Value& root) {
  const YamlNode* node = root.node.find("name");
  if (node == nullptr) return name_of_file(root);
  const Value name{*node, "name"};
  const std::string text = to_text(name);
  if (is_blank(text)) throw bad_value(name, "must not be empty");
  if (text.find_first_of("\t\r\n") != std::string::npos)
    throw ConfigError(node->place, name.key, "", "must be a single line without tabs");
  return text;
}

void check_operation(const Value& root, const ScenarioDraft& draft) {
  if (!draft.operation || !draft.algorithm) return;
  const Operation needed = operation_of(*draft.algorithm);
  if (*draft.operation == needed) return;
  throw bad_value({*root.node.find("algorithm"), "algorithm"},
                  fmt::format("is an algorithm for operation {}, not for {}",
                              word_for(operation_words(), needed),
                              word_for(operation_words(), *draft.operation)));
}

void check_path(const Value& root, const ScenarioDraft& draft) {
  if (draft.algorithm != Algorithm::kShoulderTap || !draft.parents || is_path(*draft.parents))
    return;
  throw bad_value({*root.node.find("algorithm"), "algorithm"},
                  "needs the path 0-1-...-n as network; certification works on any tree");
}

// The longest streams that the fields of control flits can name.
void check_total(const Value& root, const ScenarioDraft& draft) {
  if (!draft.lengths || !draft.algorithm) return;
  const Flits total = std::accumulate(draft.lengths->begin(), draft.lengths->end(), Flits{0});
  const auto refuse_above = [&](Flits most, const char* reason) {
    if (total > most)
      throw ConfigError(root.node.find("lengths")->place, "lengths", std::to_string(total),
                        fmt::format("flits in all: at most {} are possible{}", most, reason));
  };
  if (*draft.algorithm == Algorithm::kCertification)
    refuse_above(kMaxStream, " with certification, because a certificate counts them in 18 bits");
  else
    refuse_above(kMostFlits, "");
}

Node read_order_item(const Value& item, const ScenarioDraft& draft, std::set<Node>& seen) {
  const std::int64_t last =
      draft.parents ? static_cast<std::int64_t>(draft.parents->size()) - 1 : kMostPes - 1;
  const auto pe = static_cast<Node>(to_integer(item, 1, last));
  if (!seen.insert(pe).second) throw bad_value(item, "stands in the order twice");
  if (draft.lengths && (*draft.lengths)[static_cast<std::size_t>(pe)] == 0)
    throw bad_value(item, "has no message, so it has no place in the order");
  return pe;
}

std::vector<Node> read_order(const Value& list, const ScenarioDraft& draft, ErrorList& errors) {
  expect_list(list, "[5, 4]");
  std::vector<Node> order;
  std::set<Node> seen;
  for (std::size_t i = 0; i < list.node.items.size(); ++i) {
    const Value item{list.node.items[i], fmt::format("{}[{}]", list.key, i)};
    errors.attempt([&] { order.push_back(read_order_item(item, draft, seen)); });
  }
  if (!draft.lengths) return order;
  for (std::size_t v = 1; v < draft.lengths->size(); ++v) {
    if ((*draft.lengths)[v] > 0 && seen.count(static_cast<Node>(v)) == 0)
      throw ConfigError(list.node.place, list.key, "",
                        fmt::format("lacks PE {}, which has a message of {} flit{}", v,
                                    (*draft.lengths)[v], (*draft.lengths)[v] == 1 ? "" : "s"));
  }
  return order;
}

void read_order_section(const Value& root, const ScenarioDraft& draft, Scenario& scenario,
                        ErrorList& errors) {
  const YamlNode* order = root.node.find("order");
  if (draft.algorithm == Algorithm::kOrder) {
    scenario.order = read_order(
        required(root, "order", "algorithm order sends the messages of these PEs one by one"),
        draft, errors);
  } else if (order != nullptr && draft.algorithm) {
    throw ConfigError(order->place, "order", "",
                      fmt::format("belongs to algorithm order, but the algorithm is {}",
                                  word_for(algorithm_words(), *draft.algorithm)));
  } else if (order != nullptr) {
    expect_list({*order, "order"}, "[5, 4]");
  }
}

// The sections that later rules look at; what is wrong stays empty in the draft.
ScenarioDraft read_sections(const Value& root, Scenario& scenario, ErrorList& errors) {
  ScenarioDraft draft;
  errors.attempt([&] { scenario.name = read_name(root); });
  errors.attempt([&] {
    const Value network = required(root, "network", "the tree of PEs");
    if (auto section = read_network(network, errors)) {
      scenario.shape = section->description;
      scenario.node_names = std::move(section->node_names);
      draft.parents = std::move(section->parents);
    }
  });
  errors.attempt([&] {
    draft.operation =
        to_choice(required(root, "operation", "scatter or gather"), operation_words());
  });
  errors.attempt([&] {
    draft.algorithm =
        to_choice(required(root, "algorithm", "fdf, order, shoulder-tap or certification"),
                  algorithm_words());
  });
  errors.attempt([&] {
    std::optional<Node> pes;
    if (draft.parents) pes = static_cast<Node>(draft.parents->size());
    draft.lengths =
        read_lengths(required(root, "lengths", "flits of each PE's message"), pes, errors);
  });
  return draft;
}

std::optional<Scenario> build(const Value& root, ErrorList& errors) {
  expect_map(root, kExample);
  check_keys(root, {"name", "network", "operation", "algorithm", "lengths", "order", "options"},
             errors);
  Scenario scenario;
  scenario.file = root.node.place.text->file;
  const ScenarioDraft draft = read_sections(root, scenario, errors);
  errors.attempt([&] { read_order_section(root, draft, scenario, errors); });
  if (const YamlNode* options = root.node.find("options"))
    scenario.options = read_options({*options, "options"}, draft, errors);
  errors.attempt([&] { check_operation(root, draft); });
  errors.attempt([&] { check_path(root, draft); });
  errors.attempt([&] { check_total(root, draft); });
  if (!errors.empty()) return std::nullopt;
  scenario.operation = *draft.operation;
  scenario.algorithm = *draft.algorithm;
  scenario.parents = *draft.parents;
  scenario.lengths = *draft.lengths;
  return scenario;
}

ScenarioReading read(std::optional<YamlNode> root, const std::string& file,
                     const std::vector<Setting>& settings, ErrorList& errors) {
  ScenarioReading reading;
  if (root) {
    for (const Setting& setting : settings) apply_setting(setting, file, *root, errors);
    errors.attempt([&] { reading.scenario = build({*root, ""}, errors); });
    reading.values = std::move(*root);
  }
  reading.errors = errors.sorted();
  return reading;
}

}  // namespace

ScenarioReading read_scenario_values(const YamlNode& values) {
  ErrorList errors;
  return read(values, values.place.text->file, {}, errors);
}

ScenarioReading read_scenario(const std::string& file, const std::vector<Setting>& settings) {
  ErrorList errors;
  std::optional<YamlNode> root = parse_yaml_file(file, errors);
  return read(std::move(root), file, settings, errors);
}

ScenarioReading read_scenario_text(const std::string& text, const std::string& file,
                                   const std::vector<Setting>& settings) {
  ErrorList errors;
  std::optional<YamlNode> root = parse_yaml(text, {file, "", {}}, errors);
  return read(std::move(root), file, settings, errors);
}

}  // namespace flitwise
