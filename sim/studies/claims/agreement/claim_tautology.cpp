#include "sim/studies/claims/agreement/claim_tautology.h"

#include <charconv>
#include <cmath>
#include <set>
#include <sstream>

#include "sim/studies/hash.h"

namespace flitwise {
namespace {

constexpr int kDraws = 60;
constexpr std::size_t kPointsTried = 25;

// The value of a path like "c.1" whose first name is bound; empty where it is not.
std::optional<std::int64_t> bound_number(const std::string& path, const Names& bound) {
  std::istringstream parts(path);
  std::string part;
  std::getline(parts, part, '.');
  std::optional<Figure> figure = bound(part);
  while (figure && std::getline(parts, part, '.')) {
    std::size_t item = 0;
    std::from_chars(part.data(), part.data() + part.size(), item);
    const Figure::Items* items = figure->items();
    if (items == nullptr || item >= items->size()) return std::nullopt;
    figure = Figure((*items)[item]);
  }
  return figure ? figure->number() : std::nullopt;
}

// Figures of a draw: all 0, all 1, then small and larger ones by name.
std::int64_t drawn_number(const std::string& path, int draw) {
  if (draw < 2) return draw;
  const std::uint64_t hash = hash_of(path + "#" + std::to_string(draw));
  return static_cast<std::int64_t>(hash % (draw % 2 == 0 ? 12 : 1000));
}

// Whether it is true for a draw; a draw for which it has no value says nothing.
bool is_false(const ClaimCase& one, const Statement& statement, const ClaimPoint& point, int draw) {
  const Names bound = names_of(point.values);
  const Paths paths = [&](const std::string& path) {
    return bound_number(path, bound).value_or(drawn_number(path, draw));
  };
  try {
    const double measured = evaluate_paths(one.measure.text, paths);
    const double said = evaluate_paths(statement.formula.text, paths);
    return std::isfinite(measured) && std::isfinite(said) &&
           !relation_holds(measured, statement.relation, said);
  } catch (const ExpressionError&) {
    return true;  // deciding it will say what is wrong
  }
}

}  // namespace

bool is_always_true(const ClaimCase& one, const Statement& statement,
                    const std::vector<const ClaimPoint*>& points) {
  const std::size_t step = points.size() / kPointsTried + 1;
  for (std::size_t i = 0; i < points.size(); i += step)
    for (int draw = 0; draw < kDraws; ++draw)
      if (is_false(one, statement, *points[i], draw)) return false;
  return true;
}

bool measures_nothing(const ClaimCase& one) {
  std::set<std::string> bound;
  for (const Axis& axis : one.axes) bound.insert(axis.names.begin(), axis.names.end());
  for (const auto& [name, formula] : one.lets) bound.insert(name);
  for (const std::string& name : names_in(one.measure.text))
    if (bound.count(name) == 0) return false;
  return true;
}

}  // namespace flitwise
