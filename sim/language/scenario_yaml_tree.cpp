#include "sim/language/scenario_yaml_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

// Aliases of aliases grow exponentially; the largest scenario has about ten thousand values.
constexpr std::size_t kMostValues = 200000;
// A long text that is repeated by aliases takes memory as many values do.
constexpr std::size_t kBytesPerValue = 256;
// The deepest scenario has four levels; the tree is walked by recursion.
constexpr std::size_t kMostLevels = 64;
// What the parser calls the tags of plain values and of those in quotes; and "!!" written out.
constexpr const char* kUntagged = "?";
constexpr const char* kQuoted = "!";
constexpr std::string_view kCoreTags = "tag:yaml.org,2002:";

std::size_t count_values(const YamlNode& node) {
  std::size_t count = 1 + node.text.size() / kBytesPerValue;
  for (const YamlNode& item : node.items) count += count_values(item);
  for (const YamlEntry& entry : node.entries) count += 1 + count_values(entry.value);
  return count;
}

// Bytes in [first, last) that go on with a character instead of beginning one.
std::size_t inner_bytes(const std::string& line, std::size_t first, std::size_t last) {
  const auto begin = line.begin();
  return static_cast<std::size_t>(std::count_if(
      begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last),
      [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }));
}

}  // namespace

Place ColumnCounter::place_of(int line, int byte) {
  // The parser counts bytes; people count characters.
  const auto row = static_cast<std::size_t>(std::max(line, 0));
  int column = std::max(byte, 0);
  if (row < text_->lines.size()) {
    const std::string& source = text_->lines[row];
    const std::size_t wanted = std::min(static_cast<std::size_t>(column), source.size());
    if (row != line_) byte_ = inner_ = 0;
    line_ = row;
    // The parser looks ahead a little, so a question may lie before the last one.
    if (wanted < byte_)
      inner_ -= inner_bytes(source, wanted, byte_);
    else
      inner_ += inner_bytes(source, byte_, wanted);
    byte_ = wanted;
    column -= static_cast<int>(inner_);
  }
  return {text_, static_cast<int>(row) + 1, column + 1};
}

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  YamlNode node = make(YamlKind::kNull, mark);
  count(node);
  add(std::move(node), anchor);
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const auto found = anchors_.find(anchor);
  if (found == anchors_.end())
    throw ConfigError(place_of(mark), "", "", "an alias must not stand inside its own anchor");
  YamlNode copy = found->second;
  copy.place = place_of(mark);
  count(copy);
  add(std::move(copy), 0);
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  refuse_tag(tag, mark);
  YamlNode node = make(YamlKind::kScalar, mark);
  const std::size_t control = first_control(value);
  if (control != std::string::npos) {
    const bool has_key = !open_.empty() && open_.back().key;
    throw ConfigError(node.place, has_key ? open_.back().key->text : "", value,
                      fmt::format("must not hold control characters, but holds {}",
                                  code_point_at(value, control)));
  }
  node.text = value;
  node.quoted = tag == kQuoted;
  count(node);
  add(std::move(node), anchor);
}

void TreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag,
                                  YAML::anchor_t anchor, YAML::EmitterStyle::value /*style*/) {
  refuse_tag(tag, mark);
  open(YamlKind::kList, mark, anchor);
}

void TreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value /*style*/) {
  refuse_tag(tag, mark);
  open(YamlKind::kMap, mark, anchor);
}

YamlNode TreeBuilder::make(YamlKind kind, const YAML::Mark& mark) {
  YamlNode node;
  node.kind = kind;
  node.place = place_of(mark);
  return node;
}

// A value is what its place wants, whatever a tag says of it.
void TreeBuilder::refuse_tag(const std::string& tag, const YAML::Mark& mark) {
  if (tag.empty() || tag == kUntagged) return;
  const Place place = place_of(mark);
  if (tag == kQuoted) {  // or "!" itself
    const auto& lines = place.text->lines;
    const auto row = static_cast<std::size_t>(place.line) - 1;
    if (row >= lines.size() ||
        lines[row].compare(static_cast<std::size_t>(mark.column), 1, "!") != 0)
      return;
  }
  const bool is_core = tag.compare(0, kCoreTags.size(), kCoreTags) == 0;
  errors_.add(ConfigError(place, !open_.empty() && open_.back().key ? open_.back().key->text : "",
                          is_core ? "!!" + tag.substr(kCoreTags.size()) : tag,
                          "is a tag, and tags are not read"));
}

void TreeBuilder::count(const YamlNode& node) {
  values_ += count_values(node);
  if (values_ > kMostValues)
    throw ConfigError(node.place, "", "", fmt::format("has more than {} values", kMostValues));
}

void TreeBuilder::open(YamlKind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
  Open opened{make(kind, mark), anchor, std::nullopt, {}};
  if (open_.size() == kMostLevels)
    throw ConfigError(opened.node.place, "", "",
                      fmt::format("is nested too deeply: more than {} levels", kMostLevels));
  count(opened.node);
  open_.push_back(std::move(opened));
}

void TreeBuilder::close() {
  Open last = std::move(open_.back());
  open_.pop_back();
  add(std::move(last.node), last.anchor);
}

void TreeBuilder::add(YamlNode node, YAML::anchor_t anchor) {
  if (anchor != 0) anchors_[anchor] = node;
  if (open_.empty())
    root_ = std::move(node);
  else if (open_.back().node.kind == YamlKind::kList)
    open_.back().node.items.push_back(std::move(node));
  else if (!open_.back().key)
    open_.back().key = std::move(node);
  else
    add_entry(open_.back(), std::move(node));
}

void TreeBuilder::add_entry(Open& map, YamlNode value) {
  const YamlNode key = std::move(*map.key);
  map.key.reset();
  if (key.kind != YamlKind::kScalar) {
    errors_.add(ConfigError(key.place, "", "", "a key must be a word"));
    return;
  }
  if (key.text == "<<" && !key.quoted)
    throw ConfigError(key.place, key.text, "",
                      "merge keys are not read: write the keys themselves");
  // The parser has a value that is left out where the next thing is, maybe lines below.
  if (value.kind == YamlKind::kNull && value.place.line != key.place.line) value.place = key.place;
  const auto [earlier, is_new] = map.lines.emplace(key.text, key.place.line);
  if (is_new)
    map.node.entries.push_back({key.text, key.place, std::move(value)});
  else
    errors_.add(
        ConfigError(key.place, key.text, "",
                    fmt::format("duplicate key, first written in line {}", earlier->second)));
}

}  // namespace flitwise
