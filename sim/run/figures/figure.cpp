#include "sim/run/figures/figure.h"

#include <fmt/format.h>

namespace flitwise {
namespace {

std::string text_of(const Figure::Items& items) {
  std::string text;
  for (const Figure& item : items) text += (text.empty() ? "" : ", ") + item.text();
  return "[" + text + "]";
}

std::string text_of(const Figure::Members& members) {
  std::string text;
  for (const auto& [name, value] : members)
    text += (text.empty() ? "" : ", ") + name + ": " + value.text();
  return "{" + text + "}";
}

std::optional<Figure> find_among(const Figure::Members& figures, const std::string& name) {
  for (const auto& [other, value] : figures)
    if (other == name) return value;
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return std::nullopt;
  const std::optional<Figure> outer = find_among(figures, name.substr(0, dot));
  if (!outer || outer->members() == nullptr) return std::nullopt;
  return find_among(*outer->members(), name.substr(dot + 1));
}

}  // namespace

std::optional<std::int64_t> Figure::number() const {
  const std::int64_t* number = std::get_if<std::int64_t>(&value_);
  return number != nullptr ? std::optional(*number) : std::nullopt;
}

std::optional<double> Figure::real() const {
  if (const double* real = std::get_if<double>(&value_)) return *real;
  if (const auto whole = number()) return static_cast<double>(*whole);
  return std::nullopt;
}

std::string Figure::text() const {
  if (const Items* list = items()) return text_of(*list);
  if (const Members* map = members()) return text_of(*map);
  if (is_nothing()) return "none";
  return number() ? std::to_string(*number()) : fmt::format("{:.6g}", *real());
}

std::optional<Figure> Figures::find(const std::string& name) const {
  if (name == "finish") return Figure(finish);
  if (name == "quiesce") return Figure(quiesce);
  return find_among(others, name);
}

std::optional<Figure> PredictedFigures::find(const std::string& name) const {
  if (name == "finish") return finish ? std::optional<Figure>(*finish) : std::nullopt;
  if (name == "quiesce") return quiesce ? std::optional<Figure>(*quiesce) : std::nullopt;
  return find_among(others, name);
}

}  // namespace flitwise
