// Numbers of scenarios beside the values that other cases fill in.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/studies/claims/agreement/agreement_parts.h"
#include "sim/studies/claims/claim_range.h"

namespace flitwise {
namespace {

// All scalars of scenarios by the path of keys that leads to them.
using Slots = std::map<std::string, std::vector<const YamlNode*>>;

void gather(const YamlNode& node, const std::string& path, Slots& slots) {
  if (node.kind == YamlKind::kScalar) slots[path].push_back(&node);
  for (std::size_t i = 0; i < node.items.size(); ++i)
    gather(node.items[i], fmt::format("{}[{}]", path, i), slots);
  for (const YamlEntry& entry : node.entries)
    gather(entry.value, path.empty() ? entry.key : path + "." + entry.key, slots);
}

void check_literal(const Agreement& agreement, const std::string& path, const std::string& name,
                   const YamlNode& node) {
  const std::vector<double> data = numbers_in_data(node.text);
  if (data.size() != 1 || number_text(data.front()) != node.text) return;
  for (const YamlNode& value : values_of_name(name, agreement.points))
    if (value.text == node.text) return;
  if (agreement.words.says_number(data.front())) return;
  agreement.complain(
      agreement.claim.range.place, "range", node.text,
      fmt::format("is {} in a case, where others have ({}); the range must say so", path, name));
}

}  // namespace

void check_literals(const Agreement& agreement) {
  Slots slots;
  for (const ClaimCase& one : agreement.claim.cases)
    if (one.scenario) gather(*one.scenario, "", slots);
  for (const auto& [path, nodes] : slots) {
    const auto filled = std::find_if(nodes.begin(), nodes.end(), [](const YamlNode* node) {
      return node->text.size() > 2 && node->text.front() == '(';
    });
    if (filled == nodes.end()) continue;
    const std::string name = (*filled)->text.substr(1, (*filled)->text.size() - 2);
    for (const YamlNode* node : nodes) check_literal(agreement, path, name, *node);
  }
}

}  // namespace flitwise
