// schema_parts.cpp: JSON, as the schemas of editors want it.
#include "sim/language/schema_parts.h"

namespace flitwise::schema {
namespace {

Json described(Json value, const std::string& about) {
  if (!about.empty()) value["description"] = about;
  return value;
}

bool looks_like_a_number(const std::string& word) {
  return word.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

Json whole_number(std::int64_t least, std::int64_t most, const std::string& about) {
  return described({{"type", "integer"}, {"minimum", least}, {"maximum", most}}, about);
}

Json text(const std::string& about) {
  return any_of(
      {{{"type", "string"}, {"minLength", 1}}, {{"type", "number"}}, {{"type", "boolean"}}}, about);
}

Json words(const std::vector<std::string>& words, const std::string& about) {
  Json values = Json::array();
  for (const std::string& word : words) {
    values.push_back(word);
    if (looks_like_a_number(word)) values.push_back(std::stoll(word));
  }
  return described({{"enum", values}}, about);
}

Json list(Json item, std::size_t least, std::size_t most, const std::string& about) {
  return described(
      {{"type", "array"}, {"items", std::move(item)}, {"minItems", least}, {"maxItems", most}},
      about);
}

Json any_of(std::vector<Json> choices, const std::string& about) {
  return described({{"anyOf", std::move(choices)}}, about);
}

Json map(Json properties, const std::vector<std::string>& required, const std::string& about) {
  Json one{{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) one["required"] = required;
  one["additionalProperties"] = false;
  return described(one, about);
}

}  // namespace flitwise::schema
