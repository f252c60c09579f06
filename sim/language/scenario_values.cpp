#include "sim/language/scenario_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

std::string shown(const YamlNode& node) {
  switch (node.kind) {
    case YamlKind::kNull:
      return "";
    case YamlKind::kScalar:
      return node.text;
    case YamlKind::kList:
      return node.items.empty() ? "[]" : "[...]";
    case YamlKind::kMap:
      return node.entries.empty() ? "{}" : "{...}";
  }
  return "";
}

bool is_whole_number(const std::string& text) {
  const std::size_t sign = !text.empty() && text[0] == '-' ? 1 : 0;
  const bool digits =
      text.size() > sign && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(sign),
                                        text.end(), [](char c) { return c >= '0' && c <= '9'; });
  // A leading zero means octal in some YAML versions and decimal in others.
  return digits && (text[sign] != '0' || text.size() == sign + 1);
}

// Refuses what is not a plain whole number; the range is the caller's.
void expect_whole_number(const Value& value, const std::string& range) {
  const YamlNode& node = value.node;
  if (node.kind != YamlKind::kScalar || node.quoted)
    throw bad_value(value, fmt::format("must be a whole number {}, not {}", range, kind_of(node)));
  if (!is_whole_number(node.text))
    throw bad_value(value, fmt::format("must be a whole number {}, in decimal digits", range));
}

// Of `{shape: torus:4,6}` YAML makes a key 6 that has no value.
bool is_bare_item(const YamlEntry& entry) {
  return entry.value.kind == YamlKind::kNull && !is_removal(entry) &&
         entry.key.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::string kind_of(const YamlNode& node) {
  switch (node.kind) {
    case YamlKind::kNull:
      return "nothing";
    case YamlKind::kScalar:
      return node.quoted ? "a text in quotes" : "a single value";
    case YamlKind::kList:
      return "a list";
    case YamlKind::kMap:
      return "a map";
  }
  return "";
}

ConfigError bad_value(const Value& value, const std::string& rule) {
  return {value.node.place, value.key, shown(value.node), rule};
}

Value required(const Value& map, const std::string& key, const std::string& need) {
  const std::string path = map.key.empty() ? key : map.key + "." + key;
  const YamlNode* found = map.node.find(key);
  if (found == nullptr) throw ConfigError(map.node.place, path, "", "missing key: " + need);
  return {*found, path};
}

void expect_map(const Value& value, const std::string& example) {
  if (value.node.kind != YamlKind::kMap)
    throw bad_value(value,
                    fmt::format("must be a map like {}, not {}", example, kind_of(value.node)));
}

void expect_list(const Value& value, const std::string& example) {
  if (value.node.kind != YamlKind::kList)
    throw bad_value(value,
                    fmt::format("must be a list like {}, not {}", example, kind_of(value.node)));
}

Value item_of(const Value& list, std::size_t i) {
  return {list.node.items[i], fmt::format("{}[{}]", list.key, i)};
}

void check_keys(const Value& map, const std::vector<std::string>& known, ErrorList& errors,
                const std::vector<std::string>& reported) {
  const auto is_among = [](const std::vector<std::string>& keys, const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  for (const YamlEntry& entry : map.node.entries) {
    if (is_among(known, entry.key) || is_among(reported, entry.key)) continue;
    const std::string path = map.key.empty() ? entry.key : map.key + "." + entry.key;
    std::string hint = did_you_mean(entry.key, known);
    if (is_bare_item(entry)) hint = "; a value with a comma needs quotes";
    if (hint.empty()) hint = fmt::format("; known here: {}", fmt::join(known, ", "));
    errors.add(ConfigError(entry.place, cut_to_width(path, 60), "", "unknown key" + hint));
  }
}

std::int64_t to_integer(const Value& value, std::int64_t least, std::int64_t most,
                        const char* elsewhere) {
  const std::string range = fmt::format("from {} to {}", least, most);
  expect_whole_number(value, range);
  const std::string& text = value.node.text;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < least || number > most)
    throw bad_value(value, "must be a whole number " + range + elsewhere);
  return number;
}

std::uint64_t to_seed(const Value& value) {
  const std::string range = fmt::format("from 0 to {}", std::numeric_limits<std::uint64_t>::max());
  expect_whole_number(value, range);
  const std::string& text = value.node.text;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || text[0] == '-')
    throw bad_value(value, "must be a whole number " + range);
  return number;
}

double to_probability(const Value& value) {
  return to_real(value, "must be a probability from 0 to 1, for example 0.1", 0, 1);
}

double to_real(const Value& value, const std::string& rule, double least, double most) {
  const std::string& text = value.node.text;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  const bool plain = value.node.kind == YamlKind::kScalar && !value.node.quoted;
  if (!plain || !whole || !(number >= least && number <= most)) throw bad_value(value, rule);
  return number;
}

bool to_bool(const Value& value) {
  const bool plain = value.node.kind == YamlKind::kScalar && !value.node.quoted;
  if (plain && value.node.text == "true") return true;
  if (plain && value.node.text == "false") return false;
  throw bad_value(value, "must be true or false");
}

std::string to_text(const Value& value) {
  if (value.node.kind != YamlKind::kScalar)
    throw bad_value(value, "must be a text, not " + kind_of(value.node));
  return value.node.text;
}

std::string to_line(const Value& value) {
  std::string text = to_text(value);
  if (is_blank(text) || text.find_first_of("\t\r\n") != std::string::npos)
    throw bad_value(value, "must be a single line that is not empty");
  return text;
}

// Also a path that comes from the command line is relative to the scenario: the same words mean
// the same file wherever they stand.
std::string to_path(const Value& value) {
  const std::filesystem::path file = to_text(value);
  if (file.empty()) throw bad_value(value, "must not be empty");
  const std::filesystem::path scenario = value.node.place.text->file;
  return (scenario.parent_path() / file).string();  // keeps an absolute path as it is
}

std::size_t to_choice_index(const Value& value, const std::vector<std::string>& words) {
  const std::string rule = fmt::format("must be one of {}", fmt::join(words, ", "));
  if (value.node.kind != YamlKind::kScalar)
    throw bad_value(value, fmt::format("{}, not {}", rule, kind_of(value.node)));
  const std::string& text = value.node.text;
  const auto found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) throw bad_value(value, rule + did_you_mean(text, words));
  return static_cast<std::size_t>(found - words.begin());
}

}  // namespace flitwise
