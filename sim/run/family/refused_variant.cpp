// refused_variant.cpp: variants that `flitwise compare` cannot run, in a few lines.
#include "sim/run/family/refused_variant.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr std::size_t kLongestValue = 32;  // an order of many PEs says nothing in a line

bool is_same(const Setting& a, const Setting& b) { return a.path == b.path && a.value == b.value; }

void keep_common(std::vector<Setting>& common, const std::vector<Setting>& others) {
  const auto is_not_there = [&](const Setting& one) {
    return std::none_of(others.begin(), others.end(),
                        [&](const Setting& other) { return is_same(one, other); });
  };
  common.erase(std::remove_if(common.begin(), common.end(), is_not_there), common.end());
}

struct Group {
  std::string rule;
  std::vector<Setting> common;
  std::size_t variants = 1;
};

std::vector<Group> by_rule(const std::vector<RefusedVariant>& refused) {
  std::vector<Group> groups;
  for (const RefusedVariant& one : refused) {
    const auto group = std::find_if(groups.begin(), groups.end(),
                                    [&](const Group& known) { return known.rule == one.rule; });
    if (group == groups.end()) {
      groups.push_back({one.rule, one.settings});
    } else {
      keep_common(group->common, one.settings);
      ++group->variants;
    }
  }
  return groups;
}

}  // namespace

std::string refused_text(const std::vector<RefusedVariant>& refused, std::size_t width) {
  constexpr std::size_t kIndent = 2;
  std::string text;
  for (const Group& group : by_rule(refused)) {
    std::string line = "not run: " + counted(group.variants, "variant");
    for (const Setting& setting : group.common)
      line += fmt::format("{}{}={}", &setting == &group.common.front() ? " with " : " ",
                          setting.path, cut_to_width(setting.value, kLongestValue));
    text += "  " + wrapped(line + ": " + group.rule, kIndent, width) + "\n";
  }
  return text;
}

}  // namespace flitwise
