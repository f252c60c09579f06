// key_types.cpp: types of values, each with its reader, its schema and its name in texts.
#include "sim/language/key_types.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/language/key_table.h"
#include "sim/language/schema_parts.h"

namespace flitwise::language {
namespace {

Type type_of(TypeData data) { return std::make_shared<TypeData>(std::move(data)); }

// What is not known is not the same as anything.
bool is_same_datum(const Datum& a, const Datum& b) {
  return a.number == b.number && a.real == b.real &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), is_same_datum);
}

Datum read_word(const TypeData& type, const Value& value, const Known& known) {
  const auto of = known.words.find(type.words_by);
  const std::vector<Word> fitting = words_beside(type, of == known.words.end() ? "" : of->second);
  const Words names = names_of(fitting);
  if (type.foreign == Foreign::kTold) {
    const Words all = names_of(words_beside(type, ""));
    const std::string& word = all[to_choice_index(value, all)];
    if (std::count(names.begin(), names.end(), word) == 0)
      throw bad_value(value, fmt::format("is no {} of {} {}, which has {}",
                                         value.key.substr(value.key.rfind('.') + 1), type.words_by,
                                         of->second, fmt::join(names, " and ")));
  }
  return {fitting[to_choice_index(value, names)].meaning};
}

std::string whole_schema(std::int64_t least, std::int64_t most) {
  return fmt::format(R"({{"type": "integer", "minimum": {}, "maximum": {}}})", least, most);
}

}  // namespace

std::vector<Word> words_beside(const TypeData& type, const std::string& other) {
  std::vector<Word> words;
  for (const Word& word : type.words) {
    const auto is_word = [&](const Word& one) { return std::string_view(one.word) == word.word; };
    const bool fits = other.empty() || word.of.empty() || word.of == other;
    if (fits && std::none_of(words.begin(), words.end(), is_word)) words.push_back(word);
  }
  return words;
}

Words names_of(const std::vector<Word>& words) {
  Words names;
  for (const Word& word : words) names.emplace_back(word.word);
  return names;
}

Type whole(std::int64_t least, std::int64_t most) {
  const auto read = [least, most](const Value& value, Known&) -> Datum {
    return {to_integer(value, least, most)};
  };
  return type_of({fmt::format("{} to {}", least, most), whole_schema(least, most), read, most});
}

Type whole(std::int64_t least, std::int64_t most, const Limit& limit) {
  TypeData type = *whole(least, most);
  if (*limit.most_words != '\0') type.shown = fmt::format("{} to {}", least, limit.most_words);
  type.needs = {limit.needs};
  type.read = [=, needs = type.needs, most_known = limit.most](const Value& value,
                                                               Known& known) -> Datum {
    return {to_integer(value, least, known.are_good(needs) ? most_known(known) : most)};
  };
  return type_of(std::move(type));
}

Type seed() {
  return type_of({"SEED", R"({"type": "integer", "minimum": 0, "maximum": 18446744073709551615})",
                  [](const Value& value, Known&) -> Datum {
                    return {static_cast<std::int64_t>(to_seed(value))};
                  }});
}

Type probability() {
  return type_of({"0 to 1", R"({"type": "number", "minimum": 0, "maximum": 1})",
                  [](const Value& value, Known&) -> Datum {
                    return {0, to_probability(value)};
                  }});
}

Type truth() {
  return type_of({"true|false",
                  R"({"type": "boolean"})",
                  [](const Value& value, Known&) -> Datum { return {to_bool(value) ? 1 : 0}; },
                  0,
                  {{"true", 1}, {"false", 0}}});
}

Type text() {
  return type_of({"TEXT", schema::text("").dump(), [](const Value& value, Known&) -> Datum {
                    std::string text = to_text(value);
                    if (text.empty()) throw bad_value(value, "must not be empty");
                    return {0, 0, {}, std::move(text)};
                  }});
}

Type whole_or_auto(std::int64_t most, const char* nouns, const char* shown) {
  const std::string schema = fmt::format(
      R"({{"anyOf": [{{"enum": ["auto"]}}, {{"type": "integer", "minimum": 1, "maximum": {}}}]}})",
      most);
  return own(
      fmt::format("auto|{}", shown), schema, [most, nouns](const Value& value, Known&) -> Datum {
        if (value.node.kind == YamlKind::kScalar && value.node.text == "auto") return {};
        ErrorList no_number;
        Datum number;
        if (!no_number.attempt([&] { number.number = to_integer(value, 1, most); }))
          throw bad_value(
              value, fmt::format("must be auto or a whole number of {} from 1 to {}", nouns, most));
        return number;
      });
}

Type own(Text name, Text schema, Read read) {
  return type_of({std::string(name), std::string(schema), std::move(read)});
}

Type refused(Text why) {
  TypeData type{"", "false", [why = std::string(why)](const Value& value, Known&) -> Datum {
                  throw bad_value(value, why);
                }};
  type.is_refused = true;
  return type_of(std::move(type));
}

Type each(Type item, Text example, Text rule_of_empty, Text rule_of_twice) {
  const auto read = [item, example = std::string(example), rule = std::string(rule_of_empty),
                     twice = std::string(rule_of_twice)](const Value& list, Known& known) {
    expect_list(list, example);
    if (list.node.items.empty() && !rule.empty()) throw bad_value(list, rule);
    Datum all;
    for (std::size_t i = 0; i < list.node.items.size(); ++i)
      known.errors->attempt([&] {
        const Value value = item_of(list, i);
        Datum datum = item->read(value, known);
        const auto is_datum = [&](const Datum& other) { return is_same_datum(other, datum); };
        if (std::any_of(all.items.begin(), all.items.end(), is_datum))
          throw bad_value(value, twice);
        all.items.push_back(std::move(datum));
      });
    return all;
  };
  const std::string least = rule_of_empty.empty() ? "" : R"("minItems": 1, )";
  TypeData type{fmt::format("[{}, ...]", item->shown),
                fmt::format(R"({{"type": "array", {}"items": {}}})", least, item->schema), read};
  type.needs = item->needs;
  type.may_be_empty = rule_of_empty.empty();
  return type_of(std::move(type));
}

Type tuple(std::initializer_list<Type> items, Text example, Text rule_of_size) {
  Words shown;
  Words schemas;
  Words needs;
  for (const Type& item : items) {
    shown.push_back(item->shown);
    schemas.push_back(item->schema);
    needs.insert(needs.end(), item->needs.begin(), item->needs.end());
  }
  const auto read = [all = std::vector<Type>(items), example = std::string(example),
                     rule = std::string(rule_of_size)](const Value& list, Known& known) {
    expect_list(list, example);
    if (list.node.items.size() != all.size()) throw bad_value(list, rule);
    Datum datum;
    for (std::size_t i = 0; i < all.size(); ++i)
      datum.items.push_back(all[i]->read(item_of(list, i), known));
    return datum;
  };
  TypeData type{
      fmt::format("[{}]", fmt::join(shown, ", ")),
      fmt::format(R"({{"type": "array", "minItems": {0}, "maxItems": {0}, "items": [{1}]}})",
                  items.size(), fmt::join(schemas, ", ")),
      read};
  type.needs = needs;
  return type_of(std::move(type));
}

Type called(Text name, const Type& type) {
  TypeData data = *type;
  data.shown = name;
  return type_of(std::move(data));
}

Type read_by(const Type& type, Read read) {
  TypeData data = *type;
  data.read = std::move(read);
  return type_of(std::move(data));
}

Type normal(const Type& type, void (*form)(Datum&, const Known&)) {
  TypeData data = *type;
  data.read = [read = type->read, form](const Value& value, Known& known) {
    Datum datum = read(value, known);
    form(datum, known);
    return datum;
  };
  return type_of(std::move(data));
}

Type word_type(const std::vector<Word>& words, const std::type_info& meaning, Text by,
               Foreign foreign) {
  TypeData type{"", "", {}, 0, words};
  type.words_by = by;
  type.foreign = foreign;
  type.meaning = &meaning;
  const Words all = names_of(words_beside(type, ""));
  type.shown = fmt::format("{}", fmt::join(all, "|"));
  type.schema = schema::words(all, "").dump();
  type.read = [type](const Value& value, Known& known) { return read_word(type, value, known); };
  return type_of(std::move(type));
}

}  // namespace flitwise::language
