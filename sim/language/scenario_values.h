// scenario_values.h: numbers, words and choices out of YAML values, with their rules.
#ifndef FLITWISE_SIM_LANGUAGE_SCENARIO_VALUES_H_
#define FLITWISE_SIM_LANGUAGE_SCENARIO_VALUES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/language/scenario_yaml.h"

namespace flitwise {

/// A value together with the path of keys that leads to it, as messages show it.
struct Value {
  const YamlNode& node;
  std::string key;
};

/// A word of the scenario language and what it stands for.
template <typename Meaning>
struct Choice {
  const char* word;
  Meaning meaning;
};

/// An error about the value itself.
ConfigError bad_value(const Value& value, const std::string& rule);

/// The value of a key of a map.
/// Errors: throws ConfigError when the key is missing; `need` says what it is for.
Value required(const Value& map, const std::string& key, const std::string& need);

/// "a list", as messages say what a value is instead.
std::string kind_of(const YamlNode& node);

/// Errors: throws ConfigError when the value is not a map, is not a list.
void expect_map(const Value& value, const std::string& example);
void expect_list(const Value& value, const std::string& example);

/// The value at place `i`, from 0, of a list.
Value item_of(const Value& list, std::size_t i);

/// Adds an error for each key of the map that is neither among `known` nor `reported`, which have
/// errors of their own.
void check_keys(const Value& map, const std::vector<std::string>& known, ErrorList& errors,
                const std::vector<std::string>& reported = {});

/// Each of these throws ConfigError when the value is of another type or out of range; `elsewhere`
/// is the end of what that says.
std::int64_t to_integer(const Value& value, std::int64_t least, std::int64_t most,
                        const char* elsewhere = "");
std::uint64_t to_seed(const Value& value);
double to_probability(const Value& value);
/// A number from `least` to `most`; `rule` says so in words.
double to_real(const Value& value, const std::string& rule, double least, double most);
bool to_bool(const Value& value);
std::string to_text(const Value& value);
/// A name or label: a text of one line, with no tabs, that is not blank.
std::string to_line(const Value& value);
/// A file's path: relative ones are relative to the scenario.
std::string to_path(const Value& value);
std::size_t to_choice_index(const Value& value, const std::vector<std::string>& words);

/// Reads the value of a key if the map has it; a value that is wrong does not keep others from
/// being read.
template <typename Read>
void if_given(const Value& map, const char* key, ErrorList& errors, Read&& read) {
  const YamlNode* node = map.node.find(key);
  if (node == nullptr) return;
  const Value value{*node, map.key + "." + key};
  errors.attempt([&] { read(value); });
}

/// The word for a meaning.
template <typename Meaning>
std::string word_for(const std::vector<Choice<Meaning>>& choices, Meaning meaning) {
  for (const Choice<Meaning>& choice : choices)
    if (choice.meaning == meaning) return choice.word;
  return "?";
}

template <typename Meaning>
std::vector<std::string> words_of(const std::vector<Choice<Meaning>>& choices) {
  std::vector<std::string> words;
  for (const Choice<Meaning>& choice : choices) words.emplace_back(choice.word);
  return words;
}

template <typename Meaning>
Meaning to_choice(const Value& value, const std::vector<Choice<Meaning>>& choices) {
  return choices[to_choice_index(value, words_of(choices))].meaning;
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_LANGUAGE_SCENARIO_VALUES_H_
