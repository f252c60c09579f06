#include "tests/sim/mutations/silence.h"

#include <algorithm>

#include "sim/language/scenario_yaml.h"

namespace flitwise::test {
namespace {

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

}  // namespace

Leaves leaves_of(const YamlNode& root) {
  Leaves leaves;
  collect(root, "", leaves);
  return leaves;
}

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

}  // namespace flitwise::test
