#include "sim/run/figures/figure_json.h"

namespace flitwise {

using Json = nlohmann::ordered_json;

Figure figure_from_json(const Json& json) {
  if (json.is_null()) return {};
  if (json.is_array()) {
    Figure::Items items;
    for (const Json& item : json) items.push_back(figure_from_json(item));
    return items;
  }
  if (json.is_number_float()) return json.get<double>();
  if (!json.is_object()) return json.get<std::int64_t>();
  Figure::Members members;
  for (const auto& [name, value] : json.items())
    members.emplace_back(name, figure_from_json(value));
  return members;
}

namespace {

Json object_of(const Figure& finish, const Figure& quiesce, const Figure::Members& others) {
  Json json;
  json["finish"] = figure_to_json(finish);
  json["quiesce"] = figure_to_json(quiesce);
  for (const auto& [name, value] : others) json[name] = figure_to_json(value);
  return json;
}

Figure::Members others_from_json(const Json& json) {
  Figure::Members others;
  for (const auto& [name, value] : json.items())
    if (name != "finish" && name != "quiesce") others.emplace_back(name, figure_from_json(value));
  return others;
}

}  // namespace

Json figure_to_json(const Figure& figure) {
  if (const auto* items = figure.items()) {
    Json json = Json::array();
    for (const Figure& item : *items) json.push_back(figure_to_json(item));
    return json;
  }
  if (const auto* members = figure.members()) {
    Json json = Json::object();
    for (const auto& [name, value] : *members) json[name] = figure_to_json(value);
    return json;
  }
  if (figure.is_nothing()) return nullptr;
  return figure.number() ? Json(*figure.number()) : Json(*figure.real());
}

Json figures_to_json(const Figures& figures) {
  return object_of(figures.finish, figures.quiesce, figures.others);
}

Json figures_to_json(const PredictedFigures& figures) {
  return object_of(figures.finish, figures.quiesce, figures.others);
}

Figures figures_from_json(const Json& json) {
  return {json.at("finish").get<Step>(), json.at("quiesce").get<Step>(), others_from_json(json)};
}

PredictedFigures predicted_from_json(const Json& json) {
  return {figure_from_json(json.at("finish")).number(),
          figure_from_json(json.at("quiesce")).number(), others_from_json(json)};
}

}  // namespace flitwise
