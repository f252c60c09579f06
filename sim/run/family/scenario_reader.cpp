#include "sim/run/family/scenario_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "sim/language/keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/language/scenario_yaml.h"
#include "sim/run/family/family.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr const char* kScenarioExample = "name: ..., network: ..., operation: ...";

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

// The kind of the network; empty where there is none or it is wrong.
std::string read_kind(const Families& families, const Value& root, ErrorList& errors) {
  const YamlNode* network = root.node.find("network");
  const YamlNode* kind = network == nullptr ? nullptr : network->find("kind");
  if (kind == nullptr) return {};
  const std::vector<std::string> known = families.kinds();
  std::string word;
  errors.attempt([&] { word = known[to_choice_index({*kind, "network.kind"}, known)]; });
  return word;
}

// Keys that a family does not know or that it misses say that the file is for another one.
std::size_t count_foreign_keys(const std::vector<ConfigError>& errors) {
  const auto is_about_a_key = [](const ConfigError& error) {
    return error.rule().rfind("unknown key", 0) == 0 || error.rule().rfind("missing key", 0) == 0;
  };
  return static_cast<std::size_t>(std::count_if(errors.begin(), errors.end(), is_about_a_key));
}

// Where the kind is wrong, the rest of the file is read as what it fits best, so that it is not
// blamed for the kind. A family that gives up early makes few complaints: keys count first.
const Family& likeliest_family(const Families& families, const Value& root) {
  const auto mistakes = [&](const Family* family) {
    Scenario ignored;
    ErrorList errors;
    check_keys(root, family->keys(), errors);
    family->read(root, "", ignored, errors);
    return std::pair(count_foreign_keys(errors.sorted()), errors.size());
  };
  return **std::min_element(
      families.by_kind().begin(), families.by_kind().end(),
      [&](const Family* a, const Family* b) { return mistakes(a) < mistakes(b); });
}

// Of an operation that any network carries: there it says how the file is read.
const Family* family_by_operation(const Families& families, const Value& root) {
  const YamlNode* operation = root.node.find("operation");
  const bool is_word = operation != nullptr && operation->kind == YamlKind::kScalar;
  return is_word ? families.of_operation(operation->text) : nullptr;
}

// The kinds of networks with which the file would have no errors.
std::vector<std::string> kinds_that_fit(const Families& families, const Value& root) {
  std::vector<std::string> fit;
  for (const std::string& kind : families.kinds()) {
    YamlNode file = root.node;
    file.find("network")->find("kind")->text = kind;
    const Family& family = families.of_kind(kind);
    Scenario ignored;
    ErrorList errors;
    errors.attempt([&] {
      read_name(root);
      check_keys({file, ""}, family.keys(), errors);
      family.read({file, ""}, kind, ignored, errors);
    });
    if (errors.empty()) fit.push_back(kind);
  }
  return fit;
}

// Whoever asks a network for what only another one does has taken its kind for that one's: beside
// that, all else that does not fit says nothing.
std::optional<ConfigError> wrong_network(const std::vector<ConfigError>& errors,
                                         const Families& families, const Value& root) {
  const auto refused = std::find_if(errors.begin(), errors.end(), [&](const ConfigError& error) {
    const bool is_work = error.key() == "operation" || error.key() == "algorithm";
    return is_work && root.node.find(error.key()) != nullptr;
  });
  if (refused == errors.end()) return std::nullopt;
  const std::vector<std::string> kinds = kinds_that_fit(families, root);
  if (kinds.empty()) return std::nullopt;
  return ConfigError(root.node.find(refused->key())->place, refused->key(), refused->value(),
                     fmt::format("{} (with network.kind: {} the file is right)", refused->rule(),
                                 fmt::join(kinds, " or ")));
}

// What a family says of a file whose kind it does not know: that keys of a network are missing says
// nothing, since those are missing that the family would have.
bool is_about_a_missing_network_key(const ConfigError& error) {
  return error.key().rfind("network.", 0) == 0 && error.rule().rfind("missing key", 0) == 0;
}

// "the scenario itself" or "its options".
std::string name_of_section(const std::string& section) {
  return section.empty() ? "the scenario itself" : "its " + section;
}

using KeyPaths = std::map<std::string, std::set<std::string>>;

KeyPaths paths_of(const Family& family) {
  return family.language() == nullptr ? KeyPaths() : language::words_by_path(*family.language());
}

// Of the sections that have a key of this name the only one; empty: none or several.
std::optional<std::string> section_with(const Family& family, const KeyPaths& paths,
                                        const std::string& key) {
  std::set<std::string> sections;
  const std::vector<std::string> own = family.keys();
  if (std::find(own.begin(), own.end(), key) != own.end()) return "";
  for (const auto& [path, words] : paths) {
    const std::size_t dot = path.find('.');
    if (dot != std::string::npos && path.substr(dot + 1) == key)
      sections.insert(path.substr(0, dot));
  }
  return sections.size() == 1 ? std::optional(*sections.begin()) : std::nullopt;
}

// "options: {break: {early: ...}}" of options.break.early.
std::string in_maps(const std::string& path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string::npos) return path + ": ...";
  return path.substr(0, dot) + ": {" + in_maps(path.substr(dot + 1)) + "}";
}

using PlaceOfKey = std::map<std::string, Place>;

// Keys of the file with a dot, as of options.break.early. There may be many, as of any key.
PlaceOfKey dotted_keys(const Value& root) {
  PlaceOfKey dotted;
  for (const YamlEntry& entry : root.node.entries)
    if (entry.key.find('.') != std::string::npos) dotted.emplace(entry.key, entry.place);
  return dotted;
}

// An error about an unknown key that is one of another section says of which.
ConfigError with_its_place(const ConfigError& error, const Value& root, const PlaceOfKey& dotted,
                           const Family& family, const KeyPaths& paths) {
  if (error.rule().rfind("unknown key", 0) != 0) return error;
  const std::string& path = error.key();
  if (const auto own = dotted.find(path); own != dotted.end())
    return paths.count(path) == 0
               ? error
               : ConfigError(own->second, path, "",
                             "unknown key: a key of a section stands in its map: " + in_maps(path));
  const std::size_t dot = path.find('.');
  const std::string section = dot == std::string::npos ? "" : path.substr(0, dot);
  const std::string key = dot == std::string::npos ? path : path.substr(dot + 1);
  // Other sections have keys of several forms, which the table has in none of its paths.
  const bool has_all = section.empty() || section == "network" || section == "options";
  const YamlNode* map = section.empty() ? &root.node : root.node.find(section);
  const std::optional<std::string> other =
      has_all ? section_with(family, paths, key) : std::nullopt;
  if (map == nullptr || !other || *other == section) return error;
  for (const YamlEntry& entry : map->entries)
    if (entry.key == key)
      return {entry.place, path, "",
              fmt::format("unknown key: {} is a key of {}, not of {}", key, name_of_section(*other),
                          name_of_section(section))};
  return error;
}

// Files of other kinds that the command reads are told by a key: each of their other keys would be
// an error here.
void refuse_other_files(const Value& root) {
  struct OtherFile {
    const char* key;
    const char* start;  // of its value, if that is a text
    const char* rule;
  };
  constexpr OtherFile kOthers[] = {
      {"vary", "", "makes this file a sweep, no scenario: flitwise sweep runs it"},
      {"format", "flitwise router ",
       "makes this file a router's description, no scenario: flitwise router check checks it, and "
       "scenarios name it as network.router"}};
  for (const OtherFile& other : kOthers) {
    const YamlNode* node = root.node.find(other.key);
    const bool is_one = node != nullptr && node->text.rfind(other.start, 0) == 0;
    if (is_one) throw ConfigError(node->place, other.key, node->text, other.rule);
  }
}

std::optional<Scenario> build(const Families& families, const Value& root, ErrorList& errors) {
  expect_map(root, kScenarioExample);
  refuse_other_files(root);
  Scenario scenario;
  scenario.file = root.node.place.text->file;
  ErrorList wrong_kind;
  const std::string kind = read_kind(families, root, wrong_kind);
  const Family* by_more = families.that_claims(root);
  if (by_more == nullptr) by_more = family_by_operation(families, root);
  const Family& family = by_more != nullptr   ? *by_more
                         : wrong_kind.empty() ? families.of_kind(kind)
                                              : likeliest_family(families, root);
  scenario.families = &families;
  scenario.family = &family;
  ErrorList unknown;
  check_keys(root, family.keys(), unknown);
  const PlaceOfKey dotted = dotted_keys(root);
  const KeyPaths paths = paths_of(family);
  for (const ConfigError& error : unknown.sorted())
    errors.add(with_its_place(error, root, dotted, family, paths));
  errors.attempt([&] { scenario.name = read_name(root); });
  for (const ConfigError& error : wrong_kind.sorted()) errors.add(error);
  ErrorList found;
  family.read(root, kind, scenario, found);
  const bool has_kind = !kind.empty() && by_more == nullptr;
  const auto network = has_kind ? wrong_network(found.sorted(), families, root) : std::nullopt;
  if (network) {
    errors = {};
    errors.add(*network);
    return std::nullopt;
  }
  for (const ConfigError& error : found.sorted())
    if (wrong_kind.empty() || !is_about_a_missing_network_key(error))
      errors.add(with_its_place(error, root, dotted, family, paths));
  if (!errors.empty()) return std::nullopt;
  return scenario;
}

ScenarioReading read(const Families& families, std::optional<YamlNode> root,
                     const std::string& file, const std::vector<Setting>& settings,
                     ErrorList& errors) {
  ScenarioReading reading;
  reading.families = &families;
  if (root) {
    for (const Setting& setting : settings) apply_setting(setting, file, *root, errors);
    errors.attempt([&] { reading.scenario = build(families, {*root, ""}, errors); });
    if (reading.scenario) reading.scenario->text = yaml_to_json(*root);
    reading.values = std::move(*root);
  }
  reading.errors = errors.sorted();
  return reading;
}

}  // namespace

ScenarioReading read_scenario_values(const Families& families, const YamlNode& values) {
  ErrorList errors;
  return read(families, values, values.place.text->file, {}, errors);
}

ScenarioReading read_scenario(const Families& families, const std::string& file,
                              const std::vector<Setting>& settings) {
  ErrorList errors;
  std::optional<YamlNode> root = parse_yaml_file(file, errors);
  return read(families, std::move(root), file, settings, errors);
}

ScenarioReading read_scenario_text(const Families& families, const std::string& text,
                                   const std::string& file, const std::vector<Setting>& settings) {
  ErrorList errors;
  std::optional<YamlNode> root = parse_yaml(text, {file, "", {}}, errors);
  return read(families, std::move(root), file, settings, errors);
}

}  // namespace flitwise
