// key_schema.cpp: the JSON Schema of a table of keys.
#include <algorithm>

#include "sim/language/key_table.h"
#include "sim/language/schema_parts.h"

namespace flitwise::language {
namespace {

using schema::Json;

Json has_key(const std::string& key) { return Json{{"required", {key}}}; }

// A default that is a number, a word or a truth; null where it is none.
Json json_default(const Row& row, void* object) {
  const void* member = member_of(object, row.access.way, false);
  if (row.required || !row.default_words.empty() || member == nullptr || row.access.get == nullptr)
    return nullptr;
  const Json value = default_of(row, object);
  return row.type->meaning == nullptr ? Json::parse(value.get<std::string>()) : value;
}

Json schema_of_map(const Section& keys, void* object);

Json schema_of_value(const Row& row, void* object) {
  const TypeData& type = *row.type;
  if (!type.is_map()) return Json::parse(type.schema);
  void* part = member_of(object, row.access.way, true);
  if (type.keys) return schema_of_map(*type.keys, part);
  std::vector<Json> forms;
  for (const Form& form : type.forms) {
    forms.push_back(schema_of_map(*form.keys, part));
    forms.back()["description"] = form.about;
  }
  return schema::any_of(std::move(forms), "");
}

// Adds properties of a case; one that is there fits either from then on. Which of them must be of
// which case, rule_of_case() says.
void join(Json& all, const Json& more) {
  for (const auto& [key, value] : more.items()) {
    if (!all.contains(key)) {
      all[key] = value;
      continue;
    }
    if (!value.is_object()) continue;  // never allowed
    Json& both = all[key];
    if (value.contains("properties")) join(both["properties"], value["properties"]);
    if (both.value("required", Json()) != value.value("required", Json())) both.erase("required");
    for (const Json& word : value.value("enum", Json::array()))
      if (std::count(both["enum"].begin(), both["enum"].end(), word) == 0)
        both["enum"].push_back(word);
  }
}

// What `all`, the schema of all cases of a map, leaves open of `own`; `common` are keys that all
// cases have.
Json rule_of_case(const Json& all, const Json& own, const Words& common) {
  Json rule = Json::object();
  if (own.contains("required") && own["required"] != all.value("required", Json()))
    rule["required"] = own["required"];
  for (const auto& [key, value] : all.at("properties").items()) {
    Json narrower = Json::object();
    if (own["properties"].contains(key)) {
      const Json& mine = own["properties"][key];
      if (mine.contains("properties"))
        narrower = rule_of_case(value, mine, {});
      else if (mine.contains("enum") && mine["enum"] != value["enum"])
        narrower["enum"] = mine["enum"];
    } else if (std::count(common.begin(), common.end(), key) == 0) {
      narrower = false;
    }
    if (!narrower.empty()) rule["properties"][key] = narrower;
  }
  return rule;
}

void add_cases(const Section& keys, void* object, Json& map) {
  Words common;
  for (const Row& row : keys.rows) common.push_back(row.key);
  std::vector<Json> own;
  for (const Case& one : keys.cases) {
    own.push_back(schema_of_map(*one.keys, object));
    join(map["properties"], own.back()["properties"]);
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto& [key, word] = keys.cases[i].of;
    Json rule;
    rule["if"]["properties"][last_part(key)]["const"] = word;
    rule["then"] = rule_of_case(map, own[i], common);
    map["allOf"].push_back(rule);
  }
}

Json schema_of_map(const Section& keys, void* object) {
  Json properties = Json::object();
  Words required;
  for (const Row& row : keys.rows) {
    Json& value = properties[row.key];
    value = schema_of_value(row, object);
    if (!value.is_object()) continue;  // never allowed
    value["description"] = about_key(row, object);
    const Json by_default = json_default(row, object);
    if (!by_default.is_null()) value["default"] = by_default;
    const bool is_sometimes =
        row.only || !row.unless.empty() || row.type->foreign == Foreign::kUnknown;
    if (row.required && !is_sometimes) required.push_back(row.key);
  }
  Json map = schema::map(std::move(properties), required, "");
  add_cases(keys, object, map);
  for (const Group& group : keys.groups) {
    if (group.none.empty()) {
      map["not"] = Json{{"required", group.keys}};
      continue;
    }
    Json choices = Json::array();
    for (const std::string& key : group.keys) choices.push_back(has_key(key));
    map[group.both.empty() ? "anyOf" : "oneOf"] = choices;
  }
  for (const Row& row : keys.rows)
    if (row.required && !row.only && !row.unless.empty())
      map["anyOf"] = {has_key(row.key), has_key(row.unless)};
  for (const Beside& pair : keys.besides) map["dependencies"][pair.key] = {pair.other};
  return map;
}

// That a key, where it is there, says nothing; most keys cannot.
Json silence(const Row& row) {
  if (!may_say_nothing(row)) return false;
  if (!row.type->keys) return Json{{"maxItems", 0}};
  Json lists = Json::object();
  for (const Row& key : row.type->keys->rows)
    if (may_say_nothing(key)) lists[key.key] = silence(key);
  return Json{{"properties", lists}};
}

// That what is at a path, where there is something, fits.
Json at_path(const std::string& path, const Json& value) {
  const std::size_t dot = path.find('.');
  const Json inner = dot == std::string::npos ? value : at_path(path.substr(dot + 1), value);
  return Json{{"properties", {{path.substr(0, dot), inner}}}};
}

// That a map has a key, where there is the map.
Json with_key(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  const Json has = has_key(last_part(path));
  return dot == std::string::npos ? has : at_path(path.substr(0, dot), has);
}

// Of a map that may have another form, nothing is required here.
enum class Forms : bool { kOne, kSeveral };

// Keys that mean something only with some words of another one, and words that belong to others.
void add_conditions(const Section& keys, const std::string& prefix, Forms forms, Json& rules) {
  for (const Row& row : keys.rows) {
    if (row.only) {
      Json rule;
      rule["if"] = at_path(row.only->key, Json{{"enum", row.only->words}});
      rule["else"] = at_path(prefix + row.key, false);
      if (row.required && forms == Forms::kOne) {
        rule["if"]["required"] = {row.only->key};
        rule["then"] = with_key(prefix + row.key);
      }
      rules.push_back(rule);
    }
    std::map<std::string, Words> words;
    for (const Word& word : row.type->words)
      if (!word.of.empty()) words[word.of].emplace_back(word.word);
    for (const auto& [of, fitting] : words) {
      Json rule;
      rule["if"] = at_path(row.type->words_by, Json{{"const", of}});
      rule["then"] = at_path(prefix + row.key, Json{{"enum", fitting}});
      if (row.type->foreign == Foreign::kUnknown && fitting.size() > 1 && prefix.empty())
        rule["then"]["required"] = {row.key};
      rules.push_back(rule);
    }
    for (const Section* inner : tables_of(*row.type))
      add_conditions(*inner, prefix + row.key + ".",
                     row.type->keys != nullptr ? forms : Forms::kSeveral, rules);
  }
  for (const Case& one : keys.cases) add_conditions(*one.keys, prefix, forms, rules);
}

}  // namespace

std::string schema_of(const Table& keys) {
  const Section& section = keys.section();
  Json all = schema_of_map(section, section.fresh().get());
  Json rules = all.value("allOf", Json::array());
  add_conditions(section, "", Forms::kOne, rules);
  for (const auto& [path, others] : section.exclusions)
    for (const std::string& other : others)
      rules.push_back(Json{{"anyOf",
                            {at_path(path, silence(*row_of(section, path))),
                             at_path(other, silence(*row_of(section, other)))}}});
  if (!rules.empty()) all["allOf"] = rules;
  return all.dump();
}

}  // namespace flitwise::language
