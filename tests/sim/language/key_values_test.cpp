// Every key of the schema in scenarios that have it, with every wrong type and beyond both ends of
// its range: the reader must refuse each at that key, and take both ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <utility>

#include "sim/families/registry.h"
#include "sim/language/scenario_yaml.h"
#include "tests/sim/support.h"

namespace flitwise::key_values_test {
namespace {

using Json = nlohmann::json;
using Schemas = std::vector<Json>;  // a value must fit one of them

// A scenario that is good.
struct Host {
  std::string file;
  std::string text;
};

const std::string kImport = "../../tests/data/import/";
// With keys that no scenario of the project has.
const std::vector<std::string> kSeldom{
    "network: {kind: graph, file: graphs/k_16.txt, spanning: bfs, root: 1}\noperation: gather\n"
    "algorithm: certification\nlengths: {one: 2, length: 3}\n"
    "options: {build: assembled, checkers: false, skip: false, max_steps: 900, threads: 2}\n",
    "network: {shape: path, pes: 5}\noperation: gather\nalgorithm: certification\n"
    "lengths: [0, 1, 2, 0, 1]\noptions: {sort_cost: dlogd}\n",
    "network: {kind: mesh, sides: [3, 4]}\noperation: gather\nalgorithm: certification\n"
    "lengths: {sparse: 0.5, length: [1, 3], seed: 2}\n",
    "network: {kind: mesh, sides: [3, 4]}\noperation: gather\nalgorithm: certification\n"
    "lengths: {one: 2, length: 3}\noptions: {build: netlist, max_steps: 900, skip: true, "
    "threads: 0}\n",
    "network: {kind: mesh, sides: [2, 2]}\noperation: gather\nalgorithm: certification\n"
    "lengths: [0, 1, 0, 2]\noptions: {checkers: true, break: {mute: 1}}\n",
    "network: {kind: fat-tree, arity: 2, leaves: 8, capacities: constant}\noperation: scatter\n"
    "algorithm: order\nlengths: [0, 0, 2, 0, 0, 0, 1, 0]\norder: [2, 6]\n"
    "options: {break: {early: 0, by: 1}, build: assembled, checkers: false, skip: true, "
    "max_steps: 900, threads: 2}\n",
    "network: {kind: fat-tree, leaves: 8, capacities: constant}\noperation: gather\n"
    "algorithm: naive\noptions: {depth: 4, backpressure: true, credit_latency: 2}\n",
    "network: {kind: fat-tree, leaves: 8, capacities: constant}\noperation: gather\n"
    "algorithm: furthest-first\nlengths: {one: 2, length: 3}\noptions: {arrivals: true}\n",
    "network: {kind: torus, sides: [3, 3]}\noperation: broadcast\nalgorithm: peel\nlength: 4\n"
    "options: {break: {early: [0, 0], by: 1}, arrivals: true, build: assembled, checkers: true, "
    "skip: true, max_steps: 900, threads: 3}\n",
    "network: {kind: torus, sides: [3, 3]}\noperation: broadcast\nalgorithm: packet-tree\n"
    "length: 4\noptions: {packet: 2, dimension_order: [1, 0]}\n",
    "network: {kind: torus, sides: [4, 4]}\noperation: traffic\nalgorithm: uniform\n"
    "options: {rate: 0.1, seed: 1, include_self: true}\n",
    "network: {kind: tree, parents: [-1, 0, 0], router: " FLITWISE_SOURCE_DIR
    "/tests/kit/foreign/tr2/router.yaml}\noperation: scatter\nalgorithm: fdf\n"
    "lengths: {each: 1}\n",
    "network: {kind: xy-mesh, sides: [4, 4], router: " FLITWISE_SOURCE_DIR
    "/tests/data/routers/plain/placed.yaml}\noperation: broadcast\nlength: 4\n"
    "options: {arrivals: true, max_steps: 900, build: assembled}\n",
    "network: {kind: xy-mesh, sides: [4, 4]}\noperation: broadcast\nlength: 4\n"
    "options: {threads: 2}\n",
    "network: {kind: torus, sides: [4, 4]}\noperation: collective\nschedule:\n  file: " + kImport +
        "allgather_ring.xml\n  format: msccl\n  chunk_flits: 2\n  map: [3, 1, 2, 15]\n"
        "options: {lanes: 2, depth: 4, max_steps: 900, skip: true, dimension_order: [1, 0]}\n",
    "network: {kind: fat-tree, leaves: 4, capacities: constant}\noperation: collective\n"
    "schedule: {file: " +
        kImport +
        "alltoall.goal, format: goal, flit_bytes: 8}\n"
        "options: {policy: random, seed: 3, depth: 9, backpressure: true}\n",
    "network: {kind: star-graph, n: 3}\noperation: collective\nschedule: {file: " + kImport +
        "gather.json, format: teccl, epoch: 4}\noptions: {flits: 2, slots: 3, threads: 2}\n",
    "network: {kind: torus, sides: [4]}\noperation: barrier\nalgorithm: half-way\n"
    "start: [0, 2, 1, 0]\noptions: {op: and, add: 1, build: assembled, checkers: false, skip: "
    "true, "
    "max_steps: 900, lanes: 2, depth: 4, threads: 2}\n",
    "network: {kind: torus, sides: [3, 3]}\noperation: reduce\nalgorithm: packet-tree\nlength: 6\n"
    "root: 2\noptions: {packet: 2, send_overhead: 3, receive_overhead: 1, break: {early: 4, by: "
    "2}}\n",
    "network: {parents: [-1, 0, 0, 1]}\noperation: all-gather\nalgorithm: own-pace\nblock: 2\n"
    "options: {width: 5, ports: multi, break: {mute: 1}}\n",
    "network: {parents: [-1, 0, 0, 1]}\noperation: multicast\nalgorithm: tree-table\nlength: 2\n"
    "destinations: [1, 3]\noptions: {width: 9, ports: multi}\n",
    "network: {parents: [-1, 0, 0, 1]}\noperation: allreduce\nalgorithm: in-network\nlength: 3\n"
    "root: 1\noptions: {op: max, meeting: own-pace, operand_depth: 3, add: 1, ports: multi}\n",
    "network: {kind: star-graph, n: 3}\noperation: all-gather\nalgorithm: rounds\npackets: 3\n"
    "options: {slots: 2, flits: 1}\n",
    "network: {kind: star-graph, n: 3}\noperation: reduce\nalgorithm: trees\nlength: 4\n"
    "options: {rule: P, break: {double: 2}}\n",
    "network: {kind: torus, sides: [3, 3]}\noperation: reduce\nalgorithm: in-network-two-trees\n"
    "length: 4\noptions: {combine: network, break: {swap: 4}}\n",
    "network: {kind: graph, shape: 'torus:3,3'}\noperation: reduce\nalgorithm: trees\nlength: 4\n"
    "trees: {family: arc, count: 2, root: 3, method: auto, seed: 2}\n"
    "options: {fold: max, slots: 2, ready: {most: 5, seed: 1}, split: false, max_steps: 900}\n",
    "network: {kind: graph, shape: 'torus:3,3'}\noperation: gather\nalgorithm: trees\n"
    "trees: {count: 2}\nlengths: {one: 2, length: 3}\noptions: {max_steps: 900}\n",
    "network: {kind: graph, file: graphs/k_6.txt}\noperation: allreduce\nalgorithm: trees\n"
    "length: 4\ntrees: {family: link, count: 3}\noptions: {build: assembled, checkers: false, "
    "skip: true, break: {mute: 2}}\n",
    "network: {kind: graph, shape: 'torus:3,3'}\noperation: allreduce\nlength: 4\n"
    "algorithm: trees-two-phase\ntrees: {count: auto}\noptions: {break: {early: 8, by: 1}}\n",
};

std::vector<Host> hosts() {
  std::vector<Host> all;
  for (const char* folder : {"/sim/scenarios", "/sim/scenarios/broken", "/tests/data/netlists"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(FLITWISE_SOURCE_DIR) + folder))
      if (entry.path().extension() == ".yaml")
        all.push_back({entry.path(), test::read_text(entry.path())});
  std::sort(all.begin(), all.end(), [](const Host& a, const Host& b) { return a.file < b.file; });
  for (const std::string& text : kSeldom)
    all.push_back({FLITWISE_SOURCE_DIR "/sim/scenarios/" + std::to_string(all.size()), text});
  return all;
}

void add_choices(const Json& schema, Schemas& choices) {
  if (schema.is_boolean()) return;  // none, or any
  if (!schema.contains("anyOf") || schema.contains("properties")) {
    choices.push_back(schema);
    return;
  }
  for (const Json& choice : schema["anyOf"]) add_choices(choice, choices);
}

Schemas choices_of(const Json& schema) {
  Schemas choices;
  add_choices(schema, choices);
  return choices;
}

// What a map's schema says of a key; null if it has no such key.
Json property_of(const Json& choice, const std::string& key) {
  const Json others = choice.value("additionalProperties", Json());
  return choice.value("properties", Json::object())
      .value(key, others.is_object() ? others : Json());
}

bool has_word(const Json& choice, const std::string& word) {
  const auto is_word = [&](const Json& one) {
    return (one.is_string() ? one.get<std::string>() : one.dump()) == word;
  };
  return std::any_of(choice["enum"].begin(), choice["enum"].end(), is_word);
}

// Whether a map can be of this choice: it has all keys that it must have and none but its own, and
// its words are words of the choice.
bool can_be(const YamlNode& map, const Json& choice) {
  if (choice.value("type", "") != "object") return false;
  for (const Json& key : choice.value("required", Json::array()))
    if (map.find(key.get<std::string>()) == nullptr) return false;
  return std::all_of(map.entries.begin(), map.entries.end(), [&](const YamlEntry& entry) {
    const Json property = property_of(choice, entry.key);
    if (property.is_null()) return false;
    return !property.contains("enum") || has_word(property, map.find(entry.key)->text);
  });
}

// An end of a range; the value is null where there is none.
struct End {
  Json value;
  bool is_open = false;  // it is itself no value
};

End end_of(const Json& choice, const std::string& name) {
  if (choice.contains("exclusiveM" + name)) return {choice["exclusiveM" + name], true};
  return {choice.value("m" + name, Json()), false};
}

template <typename Compare>
void widen(End& end, const End& other, Compare&& is_farther) {
  if (end.value.is_null() || is_farther(other.value, end.value)) end = other;
}

// What the choices of a value say together.
struct Kinds {
  bool text = false;
  bool truth = false;
  bool list = false;
  bool map = false;
  bool number = false;
  bool fraction = false;
  std::set<std::string> words;
  End least;  // of numbers
  End most;
};

Kinds kinds_of(const Schemas& choices) {
  Kinds kinds;
  for (const Json& choice : choices) {
    const std::string type = choice.value("type", "");
    kinds.text |= type == "string";
    kinds.truth |= type == "boolean";
    kinds.list |= type == "array";
    kinds.map |= type == "object";
    kinds.fraction |= type == "number";
    if (type == "integer" || type == "number") {
      kinds.number = true;
      widen(kinds.least, end_of(choice, "inimum"), std::less<>());
      widen(kinds.most, end_of(choice, "aximum"), std::greater<>());
    }
    for (const Json& word : choice.value("enum", Json::array()))
      kinds.words.insert(word.is_string() ? word.get<std::string>() : word.dump());
  }
  return kinds;
}

// Values that no choice allows, as YAML.
std::vector<std::string> wrong_values(const Kinds& kinds) {
  std::vector<std::string> values{"null"};
  if (!kinds.list) values.insert(values.end(), {"[]", "[zz]"});
  if (!kinds.map) values.insert(values.end(), {"{}", "{zz: 1}"});
  if (kinds.text) return values;  // any single value is a text
  values.push_back("zz");
  if (!kinds.truth) values.push_back("true");
  if (!kinds.fraction) values.push_back("1.5");
  if (!kinds.number && kinds.words.count("7") == 0) values.push_back("7");
  if (kinds.words.count("1") == 0) values.push_back("'1'");
  if (kinds.number) values.insert(values.end(), {"0x1", "1e"});
  if (kinds.number && !kinds.fraction) values.push_back("007");
  return values;
}

// The value beyond an end: `step` is 1 or -1.
std::string beyond(const End& end, int step) {
  if (end.is_open) return end.value.dump();
  if (end.value.is_number_float()) return std::to_string(end.value.get<double>() + step * 0.001);
  if (end.value == UINT64_MAX) return "18446744073709551616";
  return std::to_string(end.value.get<std::int64_t>() + step);
}

// Whether the rest of a scenario, its size above all, narrows the range that the schema gives.
bool is_narrowed(const std::string& place) {
  // clang-format off
  static const std::set<std::string> all{
      "copies", "lengths.one", "network.parents[]", "network.root", "network.root[]",
      "options.break.early", "options.break.early[]", "options.break.mute",
      "options.break.mute[]", "options.depth", "options.dimension_order[]",
      "options.faults.links[][]", "options.faults.links[][][]", "options.faults.nodes[]",
      "options.faults.nodes[][]", "options.hot_spots[][]", "options.liars[]",
      "options.liars[][]", "options.packet", "order[]", "root", "root[]", "trees.root",
      "options.break.late", "options.break.double"};
  // clang-format on
  return all.count(place) == 1;
}

// The end of the range that a rule says: "must be a whole number from 0 to 3" ends in 3.
std::optional<std::string> end_in_words(const std::string& rule, int step) {
  std::smatch range;
  if (!std::regex_search(rule, range, std::regex("from (-?[0-9]+) to ([0-9]+)"))) return {};
  return range[step < 0 ? 1 : 2];
}

class Walk {
 public:
  // `seen` gets what is met, as the schema calls it, and with operation and algorithm: values are
  // tried once with each of these.
  Walk(YamlNode root, std::set<std::string>& seen) : root_(std::move(root)), seen_(seen) {
    for (const char* key : {"operation", "algorithm"})
      if (const YamlNode* word = std::as_const(root_).find(key)) work_ += " " + word->text;
  }

  void walk(const Schemas& choices) { walk(root_, choices, "", ""); }

 private:
  // `key` is what messages say, `place` what it is called in the schema.
  void walk(YamlNode& node, const Schemas& choices, const std::string& key,
            const std::string& place) {
    if (choices.empty()) return;  // the schema says nothing of it
    if (!key.empty()) {
      seen_.insert(place);
      if (seen_.insert(place + work_).second) try_all(node, kinds_of(choices), key, place);
    }
    for (YamlEntry& entry : node.entries) {
      Schemas inner;
      for (const Json& choice : choices)
        if (can_be(node, choice)) add_choices(property_of(choice, entry.key), inner);
      EXPECT_FALSE(inner.empty()) << file() << ": no choice has " << key << "." << entry.key;
      const std::string dot = key.empty() ? "" : ".";
      walk(entry.value, inner, key + dot + entry.key, place + dot + entry.key);
    }
    if (node.items.empty()) return;
    Schemas inner;
    for (const Json& choice : choices)
      if (choice.contains("items"))
        add_choices(choice["items"].is_array() ? choice["items"][0] : choice["items"], inner);
    walk(node.items[0], inner, key + "[0]", place + "[]");
  }

  const std::string& file() const { return root_.place.text->file; }

  // The rule that another value of the node breaks at its key or below; empty if there is none.
  std::string rule_of(YamlNode& node, const std::string& key, const std::string& value) {
    ErrorList errors;
    YamlNode other = *parse_yaml(value, {file(), "", {}}, errors);
    other.place = node.place;
    std::swap(node, other);
    const ScenarioReading reading = read_scenario_values(root_);
    std::swap(node, other);
    EXPECT_EQ(reading.scenario.has_value(), reading.errors.empty());
    for (const ConfigError& error : reading.errors) {
      const std::string& at = error.key();
      if (at == key || at.rfind(key + ".", 0) == 0 || at.rfind(key + "[", 0) == 0)
        return error.rule();
    }
    return "";
  }

  void try_all(YamlNode& node, const Kinds& kinds, const std::string& key,
               const std::string& place) {
    for (const std::string& value : wrong_values(kinds))
      EXPECT_NE(rule_of(node, key, value), "") << file() << ": " << key << ": " << value;
    for (const auto& [end, step] : {std::pair(kinds.least, -1), std::pair(kinds.most, 1)}) {
      if (end.value.is_null()) continue;
      const std::string outside = beyond(end, step);
      const std::string rule = rule_of(node, key, outside);
      EXPECT_NE(rule, "") << file() << ": " << key << ": " << outside;
      if (end.is_open) continue;
      std::string inside = end.value.dump();
      if (is_narrowed(place)) inside = end_in_words(rule, step).value_or(inside);
      EXPECT_NE(rule_of(node, key, inside), rule) << file() << ": " << key << ": " << inside;
    }
  }

  YamlNode root_;
  std::string work_;
  std::set<std::string>& seen_;
};

class KeyValues : public testing::TestWithParam<const Family*> {};

TEST_P(KeyValues, OfTheWrongTypeOrBeyondTheirRangeAreRefusedAtTheirKey) {
  const Json schema = Json::parse(GetParam()->schema(families()));
  std::set<std::string> seen;
  for (const Host& host : hosts()) {
    const ScenarioReading reading = read_scenario_text(host.text, host.file);
    ASSERT_TRUE(reading.scenario) << host.text << reading.errors.front().what();
    if (reading.scenario->family != GetParam()) continue;
    Walk(reading.values, seen).walk(choices_of(schema));
  }
  EXPECT_GE(seen.size(), 20U);
}

std::vector<const Family*> all_families() { return families().all(); }

INSTANTIATE_TEST_SUITE_P(Of, KeyValues, testing::ValuesIn(all_families()),
                         [](const auto& instance) {
                           const std::vector<std::string>& operations =
                               instance.param->operations();
                           const std::vector<std::string>& kinds = instance.param->kinds();
                           std::string name = !operations.empty() ? operations.front()
                                              : !kinds.empty()    ? kinds.front()
                                                                  : "graphs";
                           name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                           return name;
                         });

}  // namespace
}  // namespace flitwise::key_values_test
