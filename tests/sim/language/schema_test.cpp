// The JSON Schema of scenarios, held against the readers: both must know the same keys and words.
#include "sim/run/family/family.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "sim/families/registry.h"
#include "sim/studies/sweep/sweep.h"
#include "sim/studies/sweep/sweep_schema.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::IsEmpty;
using testing::Not;
using Json = nlohmann::json;
using Words = std::set<std::string>;

constexpr const char* kNoKey = "zzzzzzzzzzzz";

Words split(const std::string& list) {
  Words words;
  std::istringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');)
    words.insert(word.substr(word.find_first_not_of(' ')));
  return words;
}

// What a reader says it knows at a place, when a scenario has nonsense there.
Words words_behind(const std::string& text, const std::string& key, const std::string& start) {
  Words words;
  for (const ConfigError& error : read_scenario_text(text, "f.yaml").errors) {
    const std::size_t at = error.rule().find(start);
    if (error.key() == key && at != std::string::npos) {
      const Words more = split(error.rule().substr(at + start.size()));
      words.insert(more.begin(), more.end());
    }
  }
  return words;
}

Words known_keys(const std::string& text, const std::string& section) {
  const std::string key = section.empty() ? kNoKey : section + "." + kNoKey;
  return words_behind(text, key, "known here: ");
}

Words known_words(const std::string& text, const std::string& key) {
  return words_behind(text, key, "must be one of ");
}

// All keys that any alternative of a schema has, but for those that no file may have.
void collect_keys(const Json& schema, Words& keys) {
  if (schema.contains("properties"))
    for (const auto& property : schema["properties"].items())
      if (property.value() != false) keys.insert(property.key());
  if (schema.contains("anyOf"))
    for (const Json& choice : schema["anyOf"]) collect_keys(choice, keys);
}

Words keys_of(const Json& schema) {
  Words keys;
  collect_keys(schema, keys);
  return keys;
}

// The first kind of the family first: the section of a network of that kind may say more.
std::string scenario_of(const std::string& kind, const std::string& rest) {
  return "network: {kind: " + kind + "}\n" + rest;
}

class SchemaOfAFamily : public testing::TestWithParam<const Family*> {
 protected:
  const Family& family() const { return *GetParam(); }
  std::string kind() const { return family().kinds().front(); }
  Json schema() const { return Json::parse(family().schema(families())); }
  Json property(const std::string& key) const { return schema().at("properties").at(key); }

  // Those that the reader names, but the ones of any network, which have schemas of their own.
  Words operations() const {
    Words all = known_words(scenario_of(kind(), "operation: zz\n"), "operation");
    for (const Family* other : families().by_operation())
      for (const std::string& operation : other->operations())
        EXPECT_EQ(all.erase(operation), family().is_host() ? 1U : 0U) << operation;
    return all;
  }

  // What `find` finds in scenarios that begin with a network of the family, and with each of its
  // operations.
  template <typename Find>
  Words over_operations(Find&& find) const {
    const std::string network = scenario_of(kind(), "");
    Words all = find(network);
    for (const std::string& operation : operations()) {
      const Words more = find(network + "operation: " + operation + "\n");
      all.insert(more.begin(), more.end());
    }
    return all;
  }
};

TEST_P(SchemaOfAFamily, HasTheKeysOfAScenario) {
  const std::vector<std::string> keys = family().keys();
  EXPECT_EQ(keys_of(schema()), Words(keys.begin(), keys.end()));
  EXPECT_EQ(known_keys(scenario_of(kind(), std::string(kNoKey) + ": 1\n"), ""), keys_of(schema()));
}

// Operations may have options of their own; together they have those of the schema.
TEST_P(SchemaOfAFamily, HasTheKeysOfOptions) {
  const Words known = over_operations([&](const std::string& operation) {
    return known_keys(operation + "options: {" + kNoKey + ": 1}\n", "options");
  });

  EXPECT_THAT(known, Not(IsEmpty()));
  EXPECT_EQ(keys_of(property("options")), known);
}

TEST_P(SchemaOfAFamily, HasTheKeysOfBreak) {
  const Words known = over_operations([&](const std::string& operation) {
    return known_keys(operation + "options: {break: {" + kNoKey + ": 1}}\n", "options.break");
  });

  const Json options = property("options").at("properties");
  EXPECT_EQ(options.contains("break"), !known.empty());  // star graphs have faults of their own
  if (!known.empty()) {
    EXPECT_EQ(keys_of(options.at("break")), known);
  }
}

// Shapes and kinds have keys of their own; together they have those of the schema.
TEST_P(SchemaOfAFamily, HasTheKeysOfNetworks) {
  std::vector<std::string> networks;
  for (const std::string& one : family().kinds()) {
    networks.push_back("kind: " + one);
    networks.push_back("kind: " + one + ", parents: [-1, 0]");
    for (const std::string& shape : known_words("network: {shape: zz}\n", "network.shape"))
      networks.push_back("kind: " + one + ", shape: " + shape);
    networks.push_back("kind: " + one + ", sides: [4, 4]");
  }
  Words known;
  for (const std::string& network : networks) {
    const Words more = known_keys("network: {" + network + ", " + kNoKey + ": 1}\n", "network");
    known.insert(more.begin(), more.end());
  }
  EXPECT_THAT(known, Not(IsEmpty()));
  EXPECT_EQ(keys_of(property("network")), known);
}

TEST_P(SchemaOfAFamily, HasTheOperationsAndTheirAlgorithms) {
  const Json listed = property("operation").at("enum");
  EXPECT_EQ(Words(listed.begin(), listed.end()), operations());
  Words algorithms;
  for (const std::string& operation : operations()) {
    const Words more = known_words(
        scenario_of(kind(), "operation: " + operation + "\nalgorithm: zz\n"), "algorithm");
    algorithms.insert(more.begin(), more.end());
  }
  const Json words = property("algorithm").at("enum");
  EXPECT_EQ(Words(words.begin(), words.end()), algorithms);
}

// Each option whose values are words has the words that the reader takes.
TEST_P(SchemaOfAFamily, HasTheWordsOfOptions) {
  std::size_t checked = 0;
  const Json options = property("options").at("properties");
  for (const auto& [key, option] : options.items()) {
    if (!option.contains("enum")) continue;
    Words words;
    for (const Json& word : option["enum"])
      if (word.is_string()) words.insert(word.get<std::string>());
    const Words known = over_operations([&, name = key](const std::string& operation) {
      return known_words(operation + "options: {" + name + ": zz}\n", "options." + name);
    });
    EXPECT_EQ(words, known) << key;
    ++checked;
  }
  EXPECT_GE(checked, 1U);  // build
}

INSTANTIATE_TEST_SUITE_P(All, SchemaOfAFamily, testing::ValuesIn(families().by_kind()),
                         [](const auto& instance) {
                           std::string name = instance.param->kinds().front();
                           name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                           return name;
                         });

// Of operations on words, those of the file itself and of the options that are theirs.
TEST(Schema, OfOperationsOnWordsHasTheKeysThatTheReaderKnows) {
  const Family& family = *families().of_operation("allreduce");
  const Json schema = Json::parse(family.schema(families()));
  const std::string text = scenario_of("torus", "operation: allreduce\n");
  EXPECT_EQ(keys_of(schema), known_keys(text + kNoKey + ": 1\n", ""));
  const Words known = known_keys(text + "options: {" + kNoKey + ": 1}\n", "options");
  const Words written = keys_of(schema.at("properties").at("options"));
  EXPECT_TRUE(std::includes(written.begin(), written.end(), known.begin(), known.end()));
  for (const char* key : {"op", "add", "packet", "break", "lanes", "max_steps"})
    EXPECT_EQ(known.count(key), 1U) << key;
  EXPECT_EQ(known.count("ports"), 0U);  // of trees
  EXPECT_EQ(keys_of(schema.at("properties").at("options").at("properties").at("break")),
            known_keys(text + "options: {break: {" + kNoKey + ": 1}}\n", "options.break"));
}

TEST(Schema, OfOperationsOnWordsHasTheAlgorithmsOfTheReader) {
  const Family& family = *families().of_operation("allreduce");
  const Json properties = Json::parse(family.schema(families())).at("properties");
  const Json listed = properties.at("operation").at("enum");
  EXPECT_EQ(Words(listed.begin(), listed.end()),
            Words(family.operations().begin(), family.operations().end()));
  Words algorithms;
  for (const std::string& operation : family.operations()) {
    const Words more = known_words(
        scenario_of("torus", "operation: " + operation + "\nalgorithm: zz\n"), "algorithm");
    algorithms.insert(more.begin(), more.end());
  }
  const Json words = properties.at("algorithm").at("enum");
  EXPECT_EQ(Words(words.begin(), words.end()), algorithms);
}

using Ranges = std::map<std::string, std::pair<std::int64_t, std::int64_t>>;

// The range of every key whose value is a whole number, by path.
void collect_ranges(const Json& schema, const std::string& prefix, Ranges& ranges) {
  if (schema.contains("anyOf"))
    for (const Json& choice : schema["anyOf"]) collect_ranges(choice, prefix, ranges);
  if (!schema.contains("properties")) return;
  for (const auto& [key, value] : schema["properties"].items()) {
    if (value.contains("maximum") && value["type"] == "integer" && key != "seed")
      ranges[prefix + key] = {value["minimum"], value["maximum"]};
    collect_ranges(value, prefix + key + ".", ranges);
  }
}

// Whether the reader says of the value at a path that it is out of its range.
bool is_out_of_range(const std::string& text, const std::string& path, std::int64_t value) {
  const ScenarioReading reading =
      read_scenario_text(text, "f.yaml", {parse_setting(path + "=" + std::to_string(value))});
  return std::any_of(reading.errors.begin(), reading.errors.end(), [&](const ConfigError& error) {
    return error.key() == path && error.rule().rfind("must be a whole number from", 0) == 0;
  });
}

// The largest star graph sets no limit below that of the language.
TEST(Schema, HasTheRangesThatTheReaderOfStarGraphsHas) {
  Ranges ranges;
  collect_ranges(Json::parse(families().of_kind("star-graph").schema(families())), "", ranges);

  for (const auto& [path, range] : ranges) {
    const std::string text = "network: {kind: star-graph, n: 7}\noperation: multinode\n";
    EXPECT_FALSE(is_out_of_range(text, path, range.first)) << path;
    EXPECT_FALSE(is_out_of_range(text, path, range.second)) << path;
    EXPECT_TRUE(is_out_of_range(text, path, range.first - 1)) << path;
    EXPECT_TRUE(is_out_of_range(text, path, range.second + 1)) << path;
  }
  EXPECT_EQ(ranges.size(), 10U);
}

TEST(Schema, LetsPesBeAsEarlyAsTheReadersDo) {
  const std::map<std::string, std::string> texts{
      {"tree", "network: {shape: path, pes: 3}\n"},
      {"fat-tree", "network: {kind: fat-tree, leaves: 4, arity: 2, capacities: constant}\n"},
      {"torus", "network: {kind: torus, sides: [4, 4]}\n"}};
  for (const auto& [kind, text] : texts) {
    Ranges ranges;
    collect_ranges(Json::parse(families().of_kind(kind).schema(families())), "", ranges);
    const std::string path = "options.break.by";
    const std::string early = text + "operation: broadcast\noptions: {break: {early: 1}}\n";
    EXPECT_FALSE(is_out_of_range(early, path, ranges.at(path).second)) << kind;
    EXPECT_TRUE(is_out_of_range(early, path, ranges.at(path).second + 1)) << kind;
  }
}

TEST(Schema, HasTheGeneratorsOfLengthsWhereverThereAreLengths) {
  Words known;
  for (const char* generator : {"", "each: 1, ", "uniform: [1, 2], ", "sparse: 1, ", "one: 1, "}) {
    const Words more = known_keys(
        "network: {shape: path, pes: 3}\nlengths: {" + std::string(generator) + kNoKey + ": 1}\n",
        "lengths");
    known.insert(more.begin(), more.end());
  }
  EXPECT_THAT(known, Not(IsEmpty()));
  std::size_t families_with_lengths = 0;
  for (const Family* family : families().by_kind()) {
    const Json properties = Json::parse(family->schema(families())).at("properties");
    if (!properties.contains("lengths")) continue;
    EXPECT_EQ(keys_of(properties.at("lengths")), known);
    ++families_with_lengths;
  }
  EXPECT_GE(families_with_lengths, 3U);
}

TEST(Schema, BesideTheScenariosIsTheOneThatTheCommandPrints) {
  EXPECT_EQ(test::read_text(FLITWISE_SOURCE_DIR "/sim/scenario.schema.json"),
            schema_text(families()))
      << "mend it with: build/flitwise schema > sim/scenario.schema.json";
}

Words sweep_keys(const std::string& text, const std::string& section) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("s.yaml"), text);
  ErrorList errors;
  EXPECT_FALSE(read_sweep(directory.path("s.yaml"), {}, errors));
  const std::string key = section.empty() ? kNoKey : section + "." + kNoKey;
  const std::string start = "known here: ";
  for (const ConfigError& error : errors.sorted())
    if (error.key() == key && error.rule().find(start) != std::string::npos)
      return split(error.rule().substr(error.rule().find(start) + start.size()));
  return {};
}

TEST(SweepSchema, HasTheKeysThatTheReaderKnows) {
  const std::string no_key = std::string(kNoKey) + ": 1";
  const std::string base =
      "base: {network: {shape: path, pes: 3}, operation: scatter, algorithm: fdf, lengths: "
      "{each: 1}}\n";
  const Json properties = Json::parse(sweep_schema_text()).at("properties");
  EXPECT_EQ(keys_of(Json::parse(sweep_schema_text())), sweep_keys(base + no_key + "\n", ""));
  const std::string vary = "vary: {network.pes: [3]}\n";
  EXPECT_EQ(keys_of(properties.at("plot").at("anyOf").at(0)),
            sweep_keys(base + vary + "plot: {" + no_key + "}\n", "plot"));
  const Json curves = properties.at("plot").at("anyOf").at(0).at("properties").at("curves");
  EXPECT_EQ(keys_of(curves.at("items")),
            sweep_keys(base + vary + "plot: {curves: [{" + no_key + "}]}\n", "plot.curves[0]"));
  const Json values = properties.at("vary").at("anyOf").at(0).at("additionalProperties");
  EXPECT_EQ(keys_of(values), sweep_keys(base + "vary: {network.pes: {from: 1, " + no_key + "}}\n",
                                        "vary.network.pes"));
}

TEST(SweepSchema, BesideTheSweepsIsTheOneThatTheCommandPrints) {
  EXPECT_EQ(test::read_text(FLITWISE_SOURCE_DIR "/sim/sweep.schema.json"), sweep_schema_text())
      << "mend it with: build/flitwise schema --sweep > sim/sweep.schema.json";
}

}  // namespace
}  // namespace flitwise
