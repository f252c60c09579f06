#include "sim/studies/sweep/sweep_schema.h"

#include <utility>

#include "sim/language/schema_parts.h"
#include "sim/studies/sweep/sweep.h"

namespace flitwise {
namespace {

using schema::Json;

Json one_or_more(const Json& item, const std::string& about) {
  return schema::any_of({item, {{"type", "array"}, {"items", item}, {"minItems", 1}}}, about);
}

Json range() {
  const Json number{{"type", "number"}, {"minimum", 0}};
  return schema::map(
      {{"from", number},
       {"to", number},
       {"step", number},
       {"factor", schema::whole_number(2, 1'000'000, "Each value is that many times the last")}},
      {"from", "to"}, "from, to and either step or factor");
}

Json values() {
  return schema::any_of(
      {{{"type", "array"}, {"minItems", 1}}, range()},
      "Values, null for no such key, or a range; a range may be an item of a list");
}

Json varied(const std::string& about) {
  Json map{{"type", "object"}, {"additionalProperties", values()}};
  map["minProperties"] = 1;
  map["description"] = about;
  return map;
}

Json curve() {
  return schema::map(
      {{"label", schema::text("What it is called in the legend")},
       {"formula", schema::text("What is drawn, over x, as in files of claims")},
       {"at", schema::any_of({{{"type", "array"}, {"minItems", 1}}, range()},
                             "The values of x that it is for, or a range")},
       {"source", schema::text("Where the formula stands, or who derived it")},
       {"series", schema::text("Of the plot's curves, the one whose colour it takes")}},
      {"label", "formula", "at", "source"}, "A curve that nothing is run for");
}

Json plot() {
  const Json name = schema::text("A varied key or a figure of the results, like latency.mean");
  const Json key = schema::text("A varied key");
  return schema::map(
      {{"title", schema::text("Default: the name of the sweep")},
       {"x", name},
       {"x_label", schema::text("What x is called at its axis")},
       {"y", one_or_more(name, "finish is short for measured.finish")},
       {"series", one_or_more(key, "A curve for every combination of their values")},
       {"log", one_or_more(schema::words(sweep_axis_words(), ""), "Axes with a logarithmic scale")},
       {"curves",
        {{"type", "array"},
         {"items", curve()},
         {"description", "Formulas, published or of theory"}}}},
      {"x", "y"}, "A picture of the results");
}

}  // namespace

std::string sweep_schema_text() {
  const Json keys = varied("Keys of the scenario, joined by dots, that change together");
  Json schema = schema::map(
      {{"name", schema::text("Default: the file's name")},
       {"base", schema::any_of(
                    {schema::text("A scenario file, relative to this one"), {{"type", "object"}}},
                    "The scenario whose values are varied")},
       {"vary", schema::any_of({varied("Every key by itself"),
                                {{"type", "array"}, {"items", keys}, {"minItems", 1}}},
                               "The points are all combinations of a row of each item")},
       {"refused", schema::words(sweep_refused_words(),
                                 "What to do with points that are no scenarios (default error)")},
       {"plot", one_or_more(plot(), "Pictures of the results")}},
      {"base", "vary"}, "");
  Json whole{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "Flitwise sweep"}};
  whole.update(schema);
  return whole.dump(1) + "\n";
}

}  // namespace flitwise
