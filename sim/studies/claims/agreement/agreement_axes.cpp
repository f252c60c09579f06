#include "sim/studies/claims/agreement/agreement_axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/run/family/family.h"
#include "sim/studies/claims/claim_points.h"

namespace flitwise {
namespace {

bool mentions(const YamlNode& node, const std::string& name) {
  if (node.kind == YamlKind::kScalar && node.text.size() > 2 && node.text.front() == '(') {
    try {
      if (contains(names_in(node.text), name)) return true;
    } catch (const ExpressionError&) {
      return false;
    }
  }
  return std::any_of(node.items.begin(), node.items.end(),
                     [&](const YamlNode& item) { return mentions(item, name); }) ||
         std::any_of(node.entries.begin(), node.entries.end(),
                     [&](const YamlEntry& entry) { return mentions(entry.value, name); });
}

// A column of rows that only says what is to come out is no axis.
bool is_expectation(const ClaimCase& one, const Axis& axis, const std::string& name) {
  if (axis.names.size() < 2) return false;
  if (one.scenario && mentions(*one.scenario, name)) return false;
  const auto statements = statements_of(one);
  return std::any_of(statements.begin(), statements.end(), [&](const auto& said) {
    return contains(names_in(said.second->formula.text), name);
  });
}

// Whether one of two names makes the values of the other: dead nodes (a, b), sides (n, n).
bool makes(const ClaimCase& one, const std::string& name, const std::string& other) {
  return std::any_of(one.axes.begin(), one.axes.end(), [&](const Axis& axis) {
    return (contains(axis.names, other) && mentions(axis.values, name)) ||
           (contains(axis.names, name) && mentions(axis.values, other));
  });
}

// A name is also said by another number that changes with it: n by the n + 1 PEs of a path.
bool says_what_it_makes(const Agreement& agreement, const ClaimCase& one, const std::string& name,
                        std::size_t values) {
  std::set<double> pes;
  for (const ClaimPoint* point : points_of_case(one, agreement.points)) {
    if (!point->scenario) continue;
    Result result;
    identify(*point->scenario, result);
    pes.insert(static_cast<double>(result.pes));
  }
  if (pes.size() == values && agreement.words.says_ends(pes)) return true;
  for (const auto& [let, formula] : one.lets) {
    const std::vector<YamlNode> made = values_of_name(let, agreement.points, &one);
    if (contains(names_in(formula.text), name) && made.size() == values &&
        (agreement.words.has_placeholder(let) || agreement.words.says_values(made)))
      return true;
  }
  return false;
}

// Cases may share a range, "2 to 16": then the ends are those of all together. But not where one
// goes through only some of the values of another.
bool is_share(const Agreement& agreement, const ClaimCase& one, const std::string& name,
              const std::vector<YamlNode>& values) {
  const auto contained = [&](const ClaimCase& other) {
    std::set<std::string> others;
    for (const YamlNode& value : values_of_name(name, agreement.points, &other))
      others.insert(value_text(value));
    return std::all_of(values.begin(), values.end(),
                       [&](const YamlNode& value) { return others.count(value_text(value)) > 0; });
  };
  return std::none_of(
      agreement.claim.cases.begin(), agreement.claim.cases.end(), [&](const ClaimCase& other) {
        return &other != &one && contained(other) &&
               values_of_name(name, agreement.points, &other).size() > values.size();
      });
}

bool says_axis(const Agreement& agreement, const ClaimCase& one, const std::string& name,
               const std::vector<YamlNode>& values) {
  if (agreement.words.has_placeholder(name) || agreement.words.says_name(name) ||
      agreement.words.says_values(values) || agreement.words.says_count(values.size()))
    return true;
  if (is_share(agreement, one, name, values) &&
      agreement.words.says_values(values_of_name(name, agreement.points)))
    return true;
  const std::set<std::size_t> products = combinations(one, agreement.points, name);
  return std::any_of(products.begin(), products.end(), [&](std::size_t product) {
    return product > 1 && agreement.words.says_count(product);
  });
}

std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 40;
  return text.size() <= kMost ? text : text.substr(0, kMost) + "...";
}

void check_axes_of(const Agreement& agreement, const ClaimCase& one,
                   std::set<std::string>& missing) {
  std::map<std::string, std::vector<YamlNode>> axes;
  for (const Axis& axis : one.axes)
    for (const std::string& name : axis.names) {
      std::vector<YamlNode> values = values_of_name(name, agreement.points, &one);
      if (values.size() > 1 && !is_expectation(one, axis, name)) axes[name] = std::move(values);
    }
  std::set<std::string> said;
  for (const auto& [name, values] : axes)
    if (says_axis(agreement, one, name, values) ||
        says_what_it_makes(agreement, one, name, values.size()))
      said.insert(name);
  const auto is_said_by = [&](const std::string& name, const std::string& other) {
    return makes(one, name, other) || list_text(axes.at(name)) == list_text(axes.at(other));
  };
  for (const auto& [name, values] : axes) {
    const bool is_said = std::any_of(
        said.begin(), said.end(),
        [&, &of = name](const std::string& other) { return other == of || is_said_by(of, other); });
    if (is_said || !missing.insert(name).second) continue;
    agreement.complain(agreement.claim.range.place, "range", name,
                       fmt::format("runs through {} values ({}), and the range says nothing of it; "
                                   "{{{}}} would name them",
                                   values.size(), shortened(list_text(values)), name));
  }
}

}  // namespace

void Agreement::complain(const Place& place, const std::string& key, const std::string& value,
                         const std::string& rule) const {
  errors.add({place, claim.id + "." + key, value, rule});
}

std::vector<const ClaimPoint*> points_of_case(const ClaimCase& one,
                                              const std::vector<ClaimPoint>& points) {
  std::vector<const ClaimPoint*> mine;
  for (const ClaimPoint& point : points)
    if (point.of == &one) mine.push_back(&point);
  return mine;
}

std::set<std::size_t> combinations(const ClaimCase& one, const std::vector<ClaimPoint>& points,
                                   const std::string& name) {
  std::set<std::size_t> all{1};
  for (const Axis& axis : one.axes) {
    if (axis.names.empty()) continue;
    // The names of rows change together.
    const std::size_t count = axis.names.size() > 1
                                  ? axis.values.items.size()
                                  : values_of_name(axis.names.front(), points, &one).size();
    const bool is_given = std::find(axis.names.begin(), axis.names.end(), name) != axis.names.end();
    std::set<std::size_t> more;
    for (const std::size_t product : all) more.insert(product * count);
    if (!is_given) more.insert(all.begin(), all.end());
    all = std::move(more);
  }
  all.insert({1, points_of_case(one, points).size()});
  return all;
}

void check_axes(const Agreement& agreement) {
  if (agreement.words.has_placeholder("runs") || agreement.words.has_placeholder("checks")) return;
  std::set<std::string> missing;  // once, however many cases have it
  for (const ClaimCase& one : agreement.claim.cases) check_axes_of(agreement, one, missing);
}

}  // namespace flitwise
