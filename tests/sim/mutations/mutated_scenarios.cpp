#include "tests/sim/mutations/mutated_scenarios.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>
#include <string>

#include "sim/cli/cli_run.h"
#include "sim/families/registry.h"
#include "sim/language/scenario_yaml.h"
#include "tests/sim/mutations/culprit.h"
#include "tests/sim/mutations/mutator.h"
#include "tests/sim/mutations/normal_form.h"
#include "tests/sim/support.h"

namespace flitwise::test {
namespace {

/// The single values of a tree by the paths that lead to them: "options.hot_spots.0.1".
using Leaves = std::map<std::string, std::string>;

/// What values mean, as a text; empty where they are refused.
using Meaning = std::function<std::string(const YamlNode& root)>;

void collect(const YamlNode& node, const std::string& path, Leaves& leaves) {
  const auto below = [&](const std::string& part) {
    return path.empty() ? part : path + "." + part;
  };
  switch (node.kind) {
    case YamlKind::kNull:
      leaves[path] = "~";
      return;
    case YamlKind::kScalar:
      leaves[path] = node.text;
      return;
    case YamlKind::kList:
      if (node.items.empty()) leaves[path] = "[]";
      for (std::size_t i = 0; i < node.items.size(); ++i)
        collect(node.items[i], below(std::to_string(i)), leaves);
      return;
    case YamlKind::kMap:
      break;
  }
  if (node.entries.empty()) leaves[path] = "{}";
  for (const YamlEntry& entry : node.entries) collect(entry.value, below(entry.key), leaves);
}

Leaves leaves_of(const YamlNode& root) {
  Leaves leaves;
  collect(root, "", leaves);
  return leaves;
}

YamlNode scalar(const std::string& text, const Place& place) {
  YamlNode node;
  node.kind = YamlKind::kScalar;
  node.text = text;
  node.place = place;
  return node;
}

bool is_same_number(const std::string& a, const std::string& b) {
  const auto number = [](const std::string& text) { return yaml_number(scalar(text, {})); };
  return number(a).has_value() && number(a) == number(b);
}

// Whether any other value in its place would be noticed.
bool is_heard(const YamlNode& root, const std::string& path, const Meaning& meaning) {
  const std::string now = meaning(root);
  bool any_is_accepted = false;
  for (const char* other : {"0", "1", "2", "3", "true", "false", "0.5", "word"}) {
    YamlNode changed = root;
    set_value(path, scalar(other, root.place), changed);
    const std::string then = meaning(changed);
    if (!then.empty() && then != now) return true;
    any_is_accepted |= !then.empty() && leaves_of(changed) != leaves_of(root);
  }
  return !any_is_accepted;
}

/// The values by which two texts of equal meaning differ and which are not heard; empty if every
/// one is.
///
/// A value that only one text has may say what is the default: it is heard if another value in its
/// place means something else or is refused. A value that both have in different words must be the
/// same number, or `may_be_equal` knows the path: of a seed, for example, since two may draw the
/// same.
std::string unheard(const YamlNode& before, const YamlNode& after, const Meaning& meaning,
                    const std::function<bool(const std::string& path)>& may_be_equal) {
  const Leaves left = leaves_of(before);
  const Leaves right = leaves_of(after);
  std::string list;
  for (const auto& [path, value] : left) {
    const auto other = right.find(path);
    if (other == right.end()) {
      if (!is_heard(before, path, meaning)) list += " " + path + " (dropped)";
    } else if (other->second != value && !is_same_number(value, other->second) &&
               !may_be_equal(path)) {
      list += " " + path + " ('" + value + "' or '" + other->second + "')";
    }
  }
  for (const auto& [path, value] : right)
    if (left.count(path) == 0 && !is_heard(after, path, meaning)) list += " " + path + " (added)";
  return list;
}

const char* const kScenarios = FLITWISE_SOURCE_DIR "/sim/scenarios";
const char* const kName = FLITWISE_SOURCE_DIR "/sim/scenarios/mutant.yaml";

// Of what no scenario of the repository shows: schedules from files, and options that are seldom
// used.
std::vector<std::string> more_texts() {
  const std::string imported = "../../tests/data/import/";
  return {
      "network: {kind: torus, sides: [4, 4]}\noperation: collective\nschedule:\n  file: " +
          imported +
          "allgather_ring.xml\n  format: msccl\n  chunk_flits: 2\n  map: [3, 1, 2, 15]\n"
          "options: {lanes: 2, depth: 4, max_steps: 900}\n",
      "network: {kind: fat-tree, leaves: 4, capacities: constant}\noperation: collective\n"
      "schedule: {file: " +
          imported + "alltoall.goal, format: goal, flit_bytes: 8}\n",
      "network: {kind: star-graph, n: 3}\noperation: collective\nschedule: {file: " + imported +
          "gather.json, format: teccl, epoch: 4}\noptions: {flits: 2, slots: 3}\n",
      "network: {kind: torus, sides: [4, 4]}\noperation: traffic\nalgorithm: hot-spot\noptions:\n"
      "  rate: 0.2\n  seed: 3\n  hot_share: 0.25\n  hot_spots: [[0, 0], [2, 1]]\n  warmup: 10\n"
      "  measure: 100\n  drain: 500\n  receiver_stall: 0.125\n  include_self: true\n",
      "network: {kind: fat-tree, arity: 2, leaves: 8, capacities: [1, 2, 3]}\noperation: scatter\n"
      "algorithm: order\nroot: 1\nlengths: [1, 0, 2, 0, 0, 0, 1, 0]\norder: [2, 0, 6]\n"
      "options: {policy: random, seed: 7, depth: 4}\n",
      "network: {kind: torus, sides: [3, 3]}\noperation: allreduce\nalgorithm: packet-tree\n"
      "length: 6\nroot: 2\noptions: {op: min, width: 9, add: 2, send_overhead: 3, "
      "receive_overhead: 1, packet: 2, lanes: 2, break: {early: 4, by: 2}}\n",
      "network: {kind: torus, sides: [4]}\noperation: barrier\nalgorithm: half-way\n"
      "start: [0, 3, 1, 0]\noptions: {op: and, max_steps: 900}\n",
      "network: {kind: graph, shape: 'torus:3,3'}\noperation: reduce\nalgorithm: trees\n"
      "length: 6\ntrees: {family: arc, count: 2, root: 3, method: auto, seed: 2}\n"
      "options: {fold: max, slots: 2, ready: {most: 5, seed: 1}, split: false}\n",
      "network: {parents: [-1, 0, 0, 1, 1]}\noperation: all-gather\nalgorithm: own-pace\n"
      "block: 2\noptions: {width: 5, ports: multi, break: {mute: 1}}\n",
  };
}

std::vector<std::string> original_texts() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(kScenarios))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts = more_texts();
  for (const std::string& file : files) texts.push_back(read_text(file));
  return texts;
}

std::string meaning_of(const ScenarioReading& reading) {
  return reading.scenario ? normal_form(*reading.scenario) : "";
}

std::string meaning_of_values(const YamlNode& root) {
  return meaning_of(read_scenario_values(root));
}

// Two seeds may draw the same, two bounds may bound nothing, and bytes are rounded up to flits.
bool may_be_equal(const std::string& path) {
  const std::string key = path.substr(path.rfind('.') + 1);
  return key == "seed" || key == "max_children" || key == "share" || key == "flit_bytes";
}

// What a message must say of where the mistake is.
void expect_names_the_place(const ConfigError& error) {
  EXPECT_FALSE(error.file().empty()) << error.what();
  EXPECT_FALSE(error.rule().empty()) << error.what();
  const bool has_place = error.line() > 0 || !error.key().empty() ||
                         error.rule().find("line ") != std::string::npos ||
                         error.rule().find(", not nothing") != std::string::npos;
  EXPECT_TRUE(has_place) << error.what();
}

Result never_run(const Scenario& scenario, const RunRequest& /*request*/) {
  ADD_FAILURE() << "a refused scenario ran";
  return failed_run(scenario, "not run");
}

void expect_exit_status_two(const std::string& text, const TemporaryDirectory& directory) {
  RunArguments arguments;
  arguments.files = {directory.path("mutant.yaml")};
  write_text(arguments.files.front(), text);
  std::ostringstream out;
  std::ostringstream error;
  EXPECT_EQ(run_scenarios(arguments, {families(), never_run, {out, error}}), 2);
  EXPECT_NE(error.str().find("mutant.yaml"), std::string::npos) << error.str();
  EXPECT_EQ(out.str(), "");
}

struct Original {
  std::string text;
  std::string meaning;
  YamlNode values;
};

void expect_is_noticed(const Original& original, const std::string& text,
                       const TemporaryDirectory& directory, MutantCounts& counts) {
  const Culprit culprit(text);
  const ScenarioReading reading = read_scenario_text(text, kName);
  ASSERT_EQ(reading.scenario.has_value(), reading.errors.empty());
  for (const ConfigError& error : reading.errors) expect_names_the_place(error);
  if (!reading.scenario) {
    ++counts.refused;
    expect_exit_status_two(text, directory);
  } else if (meaning_of(reading) != original.meaning) {
    ++counts.changed;
  } else {
    ++counts.same;
    EXPECT_EQ(unheard(original.values, reading.values, meaning_of_values, may_be_equal), "");
  }
}

}  // namespace

MutantCounts expect_mutated_scenarios_are_noticed(std::uint64_t seed, std::size_t count) {
  const std::vector<std::string> texts = original_texts();
  std::vector<Original> originals;
  for (const std::string& text : texts) {
    ScenarioReading reading = read_scenario_text(text, kName);
    for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
    originals.push_back({text, meaning_of(reading), std::move(reading.values)});
  }
  Mutator mutator(seed, texts);
  const TemporaryDirectory directory;
  MutantCounts counts;
  for (std::size_t i = 0; i < count; ++i) {
    const Original& original = originals[i % originals.size()];
    const Mutant mutant = mutator.mutate(original.text);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", mutant " + std::to_string(i) + ": " +
                 mutant.what + "\n" + mutant.text);
    expect_is_noticed(original, mutant.text, directory, counts);
  }
  return counts;
}

}  // namespace flitwise::test
