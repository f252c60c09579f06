#include "sim/language/scenario_yaml.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "sim/language/scenario_yaml_tree.h"
#include "sim/text/report_text.h"
#include "systemc/formats/readable.h"

namespace flitwise {
namespace {

constexpr std::size_t kLargestFile = std::size_t{4} << 20;

std::vector<std::string> split_lines(const std::string& content) {
  std::vector<std::string> lines;
  std::istringstream stream(content);
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

// Some editors begin UTF-8 with a byte order mark.
std::string without_mark(std::string content) {
  return content.compare(0, 3, "\xEF\xBB\xBF") == 0 ? content.substr(3) : std::move(content);
}

void check_encoding(const std::string& content, const std::shared_ptr<const InputText>& text) {
  const std::size_t bad = std::min(first_bad_byte(content), first_control(content));
  if (bad == std::string::npos) return;
  const auto end = content.begin() + static_cast<std::ptrdiff_t>(bad);
  const auto line = std::count(content.begin(), end, '\n') + 1;
  // The line itself is not printable: name the byte or the character instead of showing it.
  if (first_bad_byte(content) != bad)
    throw ConfigError({text, 0, 0}, "", "",
                      fmt::format("must not hold control characters: line {} holds {}", line,
                                  code_point_at(content, bad)));
  throw ConfigError({text, 0, 0}, "", "",
                    fmt::format("must be UTF-8 text: line {} holds the byte 0x{:02x}", line,
                                static_cast<unsigned char>(content[bad])));
}

// Where a colon ends no key YAML says only that the value is illegal.
std::string meaning_of(const YAML::Exception& error, const std::string& content) {
  if (error.msg != YAML::ErrorMsg::MAP_VALUE) return error.msg;
  std::istringstream lines(content);
  std::string line;
  for (int i = 0; i <= error.mark.line; ++i) std::getline(lines, line);
  const std::string indentation = line.substr(0, line.find_first_not_of(" \t"));
  return indentation.find('\t') != std::string::npos
             ? error.msg + ": the line begins with a tab, which indents nothing"
             : error.msg +
                   ": a text with ': ' needs quotes, a key a space behind its colon, and keys of "
                   "one map the same indentation";
}

YamlNode parse_checked(const std::string& content, const std::shared_ptr<const InputText>& text,
                       ErrorList& errors) {
  check_encoding(content, text);
  std::istringstream stream(content);
  TreeBuilder builder(text, errors);
  try {
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    TreeBuilder second(text, errors);
    if (parser.HandleNextDocument(second))
      throw ConfigError(second.root().place.text ? second.root().place : Place{text, 0, 0}, "", "",
                        "must hold one YAML document, but a second one begins");
  } catch (const YAML::Exception& error) {
    throw ConfigError({text, std::max(error.mark.line, 0) + 1, std::max(error.mark.column, 0) + 1},
                      "", "", "not YAML: " + meaning_of(error, content));
  }
  return builder.root();
}

std::string read_file(const std::string& file, const Place& place, const YamlFileKind& kind) {
  const std::string other = what_is_no_file(file);
  if (!other.empty()) throw ConfigError(place, "", "", other + ", not a " + kind.name);
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw ConfigError(place, "", "", fmt::format("cannot be read: {}", std::strerror(errno)));
  std::string content(kLargestFile + 1, '\0');
  stream.read(content.data(), static_cast<std::streamsize>(content.size()));
  content.resize(static_cast<std::size_t>(stream.gcount()));
  if (stream.bad()) throw ConfigError(place, "", "", "cannot be read to its end");
  if (content.size() > kLargestFile)
    throw ConfigError(place, "", "", "is larger than 4 MiB: that is no " + kind.name);
  return content;
}

// The value at a path's next part, made if it is not there yet.
YamlNode& step_into(YamlNode& node, const std::string& part, const std::string& path,
                    const Place& place) {
  if (node.kind == YamlKind::kList) {
    std::size_t item = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), item);
    const bool is_number = error == std::errc() && end == part.data() + part.size();
    if (is_number && item >= node.items.size())
      throw ConfigError(
          place, path, "",
          fmt::format("there is no item {} in a list of {}", item, node.items.size()));
    if (is_number) return node.items[item];
  }
  if (node.kind != YamlKind::kMap) {
    node = YamlNode{};
    node.kind = YamlKind::kMap;
    node.place = place;
  }
  if (YamlNode* found = node.find(part)) return *found;
  node.entries.push_back({part, place, YamlNode{}});
  return node.entries.back().value;
}

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  std::istringstream stream(path);
  for (std::string part; std::getline(stream, part, '.');) parts.push_back(part);
  return parts;
}

// Whether there is something at a path; list items always count as there.
bool has_value(const std::string& path, const YamlNode& root) {
  const YamlNode* node = &root;
  for (const std::string& part : parts_of(path)) {
    if (node->kind == YamlKind::kList) return true;
    node = node->find(part);
    if (node == nullptr) return false;
  }
  return true;
}

// Leaves a trace of a key that was to be removed from a map and was not in it.
void note_removal(const std::string& path, const Place& place, YamlNode& root) {
  std::vector<std::string> parts = parts_of(path);
  YamlNode* map = &root;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) map = &step_into(*map, parts[i], path, place);
  YamlNode nothing;
  nothing.place = place;
  map->entries.push_back({parts.back(), place, std::move(nothing)});
}

// `null` removes the key that it is given for, and only where it is written out: a value that is
// left out, as by a variable of the shell that is not set, would do so unseen.
void expect_written_null(const Setting& setting, const YamlNode& value) {
  const std::size_t first = setting.value.find_first_not_of(' ');
  const std::size_t last = setting.value.find_last_not_of(' ');
  const std::string text =
      first == std::string::npos ? "" : setting.value.substr(first, last - first + 1);
  const auto nulls = {"null", "Null", "NULL", "~"};
  if (value.kind == YamlKind::kNull && std::count(nulls.begin(), nulls.end(), text) == 0)
    throw ConfigError(value.place, setting.path, "", "has no value; null removes the key");
}

// Within a value there is nothing to remove.
void expect_values(const YamlNode& value, const std::string& path) {
  for (const YamlNode& item : value.items) expect_values(item, path);
  for (const YamlEntry& entry : value.entries) {
    if (entry.value.kind == YamlKind::kNull)
      throw ConfigError(entry.place, path + "." + entry.key, "",
                        entry.key.find(':') == std::string::npos
                            ? "has no value"
                            : "has no value; a space must follow the colon");
    expect_values(entry.value, path + "." + entry.key);
  }
}

void remove_key(YamlNode& map, const std::string& key) {
  const auto has_key = [&](const YamlEntry& entry) { return entry.key == key; };
  map.entries.erase(std::remove_if(map.entries.begin(), map.entries.end(), has_key),
                    map.entries.end());
}

using Json = nlohmann::ordered_json;

Json scalar_to_json(const YamlNode& value) {
  if (value.quoted) return value.text;
  const Json number = Json::parse(value.text, nullptr, false);
  return number.is_number() || number.is_boolean() ? number : Json(value.text);
}

Json to_json(const YamlNode& value) {
  switch (value.kind) {
    case YamlKind::kNull:
      return nullptr;
    case YamlKind::kScalar:
      return scalar_to_json(value);
    case YamlKind::kList: {
      Json list = Json::array();
      for (const YamlNode& item : value.items) list.push_back(to_json(item));
      return list;
    }
    case YamlKind::kMap:
      break;
  }
  Json map = Json::object();
  for (const YamlEntry& entry : value.entries)
    if (!is_removal(entry)) map[entry.key] = to_json(entry.value);
  return map;
}

}  // namespace

const YamlNode* YamlNode::find(const std::string& key) const {
  for (const YamlEntry& entry : entries)
    if (entry.key == key && !is_removal(entry)) return &entry.value;
  return nullptr;
}

YamlNode* YamlNode::find(const std::string& key) {
  return const_cast<YamlNode*>(std::as_const(*this).find(key));
}

Setting parse_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw std::invalid_argument("--set " + escaped(text) + ": must have the form key=value");
  Setting setting{text.substr(0, equals), text.substr(equals + 1)};
  const std::string framed = "." + setting.path + ".";
  if (framed.find("..") != std::string::npos)
    throw std::invalid_argument("--set " + escaped(text) + ": has an empty key");
  return setting;
}

std::optional<YamlNode> parse_yaml(const std::string& content, InputText about, ErrorList& errors) {
  const std::string text = without_mark(content);
  about.lines = split_lines(text);
  const auto shared = std::make_shared<const InputText>(std::move(about));
  std::optional<YamlNode> root;
  errors.attempt([&] { root = parse_checked(text, shared, errors); });
  if (root && !root->place.text) root->place = {shared, 0, 0};
  return root;
}

TextFile read_text_file(const std::string& file, const YamlFileKind& kind) {
  InputText about{file, "", {}};
  TextFile read{read_file(file, {std::make_shared<const InputText>(about), 0, 0}, kind), nullptr};
  read.content = without_mark(std::move(read.content));
  about.lines = split_lines(read.content);
  read.text = std::make_shared<const InputText>(std::move(about));
  check_encoding(read.content, read.text);
  return read;
}

std::optional<YamlNode> parse_yaml_file(const std::string& file, ErrorList& errors,
                                        const YamlFileKind& kind) {
  const auto about = std::make_shared<const InputText>(InputText{file, "", {}});
  std::string content;
  if (!errors.attempt([&] { content = read_file(file, {about, 0, 0}, kind); })) return std::nullopt;
  std::optional<YamlNode> root = parse_yaml(content, *about, errors);
  if (root && root->kind == YamlKind::kNull) {
    errors.add(ConfigError({about, 0, 0}, "", "", "is empty: " + kind.needs));
    return std::nullopt;
  }
  return root;
}

void apply_setting(const Setting& setting, const std::string& file, YamlNode& root,
                   ErrorList& errors) {
  const InputText about{file, "--set " + setting.path + "=" + setting.value, {}};
  const std::optional<YamlNode> value = parse_yaml(setting.value, about, errors);
  if (!value) return;
  errors.attempt([&] {
    expect_written_null(setting, *value);
    expect_values(*value, setting.path);
    const bool removes_nothing = value->kind == YamlKind::kNull && !has_value(setting.path, root);
    set_value(setting.path, *value, root);
    if (removes_nothing) note_removal(setting.path, value->place, root);
  });
}

void set_value(const std::string& path, const YamlNode& value, YamlNode& root) {
  YamlNode* parent = nullptr;
  YamlNode* target = &root;
  for (const std::string& part : parts_of(path)) {
    parent = target;
    target = &step_into(*target, part, path, value.place);
  }
  *target = value;
  if (value.kind == YamlKind::kNull && parent->kind == YamlKind::kMap)
    remove_key(*parent, path.substr(path.rfind('.') + 1));
}

std::string yaml_to_json(const YamlNode& value) { return to_json(value).dump(); }

std::string yaml_text(const YamlNode& value) {
  std::string text;
  const auto append = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  switch (value.kind) {
    case YamlKind::kNull:
      return "none";
    case YamlKind::kScalar:
      return value.text;
    case YamlKind::kList:
      for (const YamlNode& item : value.items) append(yaml_text(item));
      return "[" + text + "]";
    case YamlKind::kMap:
      break;
  }
  for (const YamlEntry& entry : value.entries)
    if (!is_removal(entry)) append(entry.key + ": " + yaml_text(entry.value));
  return "{" + text + "}";
}

std::optional<double> yaml_number(const YamlNode& value) {
  if (value.kind != YamlKind::kScalar) return std::nullopt;
  const Json number = scalar_to_json(value);
  return number.is_number() ? std::optional(number.get<double>()) : std::nullopt;
}

}  // namespace flitwise
