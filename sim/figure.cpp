#include "sim/figure.h"

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
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> Figure::number() const {
  const std::int64_t* number = std::get_if<std::int64_t>(&value_);
  return number != nullptr ? std::optional(*number) : std::nullopt;
}

std::string Figure::text() const {
  if (const Items* list = items()) return text_of(*list);
  if (const Members* map = members()) return text_of(*map);
  return is_nothing() ? "none" : std::to_string(*number());
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
