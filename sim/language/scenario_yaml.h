// scenario_yaml.h: YAML as a tree in which every value knows where it was written, and such values
// as texts.
#ifndef FLITWISE_SIM_LANGUAGE_SCENARIO_YAML_H_
#define FLITWISE_SIM_LANGUAGE_SCENARIO_YAML_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario_error.h"

namespace flitwise {

enum class YamlKind : std::uint8_t { kNull, kScalar, kList, kMap };

struct YamlEntry;

/// One YAML value.
struct YamlNode {
  YamlKind kind = YamlKind::kNull;
  std::string text;     ///< of a scalar
  bool quoted = false;  ///< a scalar in quotes is text, whatever it looks like
  Place place;
  std::vector<YamlNode> items;     ///< of a list
  std::vector<YamlEntry> entries;  ///< of a map, in the order written

  /// The value of a key of a map; nullptr when there is none.
  const YamlNode* find(const std::string& key) const;
  YamlNode* find(const std::string& key);
};

struct YamlEntry {
  std::string key;
  Place place;  ///< of the key
  YamlNode value;
};

/// Whether an entry only says that `--set KEY=null` removes a key that was not there. `find` does
/// not see it, and check_keys does, which refuses a misspelt one.
inline bool is_removal(const YamlEntry& entry) {
  const Place& place = entry.value.place;
  return entry.value.kind == YamlKind::kNull && place.text && !place.text->setting.empty();
}

/// A change of a scenario from the command line: `network.pes=7`.
struct Setting {
  std::string path;   ///< keys joined by dots
  std::string value;  ///< YAML
};

/// Splits "key.path=value".
/// Errors: throws std::invalid_argument when there is no '=' or a key is empty.
Setting parse_setting(const std::string& text);

/// Parses exactly one YAML document.
///
/// Errors: adds a ConfigError for text that is not UTF-8, not YAML, empty, too large or more than
///         one document, and for each key that a map has twice; no value is returned unless one
///         can be used for further checks.
std::optional<YamlNode> parse_yaml(const std::string& content, InputText about, ErrorList& errors);

/// What a file should have been, for messages about files that are something else.
struct YamlFileKind {
  std::string name = "scenario file";
  std::string needs = "a scenario needs at least network and operation";
};

/// A file of text that is no YAML, and the text that places in it refer to.
struct TextFile {
  std::string content;
  std::shared_ptr<const InputText> text;
};

/// Reads a file as a whole, without a byte order mark.
/// Errors: throws ConfigError when it cannot be read, is a directory, too large or not UTF-8 text.
TextFile read_text_file(const std::string& file, const YamlFileKind& kind);

/// Reads and parses a file.
/// Errors: as parse_yaml, and when the file cannot be read, is a directory or is too large.
std::optional<YamlNode> parse_yaml_file(const std::string& file, ErrorList& errors,
                                        const YamlFileKind& kind = {});

/// Creates or replaces the value at a path of keys joined by dots, or removes its key when the
/// value is null; a number in the path counts list items from 0.
/// Errors: throws ConfigError when a list has no such item.
void set_value(const std::string& path, const YamlNode& value, YamlNode& root);

/// Sets the value at the setting's path.
/// Errors: adds a ConfigError when the value is not YAML or a list has no such item.
void apply_setting(const Setting& setting, const std::string& file, YamlNode& root,
                   ErrorList& errors);

/// The value as JSON on one line. Plain scalars that look like numbers of JSON, true, false and
/// null are what they look like; all others are texts.
std::string yaml_to_json(const YamlNode& value);

/// The value as a person would write it on one line: "8", "constant", "[4, 4]", "{each: 1}"; "none"
/// for null.
std::string yaml_text(const YamlNode& value);

/// The number that a plain scalar is; empty where it is none.
std::optional<double> yaml_number(const YamlNode& value);

}  // namespace flitwise

#endif  // FLITWISE_SIM_LANGUAGE_SCENARIO_YAML_H_
