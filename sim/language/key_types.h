// key_types.h: what the value of a key of the scenario language may be.
//
// A type knows how its values are read, what JSON Schema they have and how texts show it. Keys are
// named by paths from the top of a file: "options.flits".
#ifndef FLITWISE_SIM_LANGUAGE_KEY_TYPES_H_
#define FLITWISE_SIM_LANGUAGE_KEY_TYPES_H_

#include <any>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "sim/language/scenario_values.h"

namespace flitwise::language {

using Text = std::string_view;
using Texts = std::initializer_list<std::string_view>;
using Words = std::vector<std::string>;

/// A value as it was read, before it goes into a member.
struct Datum {
  std::int64_t number = 0;        ///< also a truth, a word's meaning, the bits of a seed
  double real = 0;                ///< a probability; NaN: which value it is is not known yet
  std::vector<Datum> items = {};  ///< of a list or tuple
  std::string text = {};
  std::any made = {};  ///< what a file holds, for example
};

/// What is known of a file while it is read.
struct Known {
  const Value& root;  ///< the file's map, or the only section of it that is read
  ErrorList* errors;
  const void* object;                             ///< what all of it is read into
  const std::type_info* type;                     ///< of that struct
  std::set<std::string> bad = {};                 ///< paths of values that cannot be used
  std::map<std::string, std::string> words = {};  ///< by path: the words given, or by default

  /// Errors: throws std::logic_error if the table is for another struct.
  template <typename T>
  const T& whole() const {
    if (*type != typeid(T)) throw std::logic_error("a type of a table for another struct");
    return *static_cast<const T*>(object);
  }
  /// Whether the values at the paths, or their defaults, are in the struct.
  bool are_good(const Words& paths) const;
  /// What the file has there; nullptr where it has nothing.
  const YamlNode* find(const std::string& path) const;
};

/// What a value may be, said once for reader, schema and texts.
struct TypeData;
using Type = std::shared_ptr<const TypeData>;

Type whole(std::int64_t least, std::int64_t most);
/// What the file itself sets as the limit where the key `needs` is good; `most_words` is what texts
/// say of it: "n - 1".
struct Limit {
  const char* needs;
  std::function<std::int64_t(const Known&)> most;
  const char* most_words = "";
};
Type whole(std::int64_t least, std::int64_t most, const Limit& limit);
/// auto, which stands for no value, or 1 to `most` of what a text calls `nouns`: "steps".
Type whole_or_auto(std::int64_t most, const char* nouns, const char* shown);
Type seed();
Type probability();
Type truth();
Type text();
/// A list of different values. An empty one breaks the rule; if there is none, it says nothing, as
/// if the key were not there.
Type each(Type item, Text example, Text rule_of_empty = "",
          Text rule_of_twice = "stands in the list twice");
Type tuple(std::initializer_list<Type> items, Text example, Text rule_of_size);
using Read = std::function<Datum(const Value&, Known&)>;
/// What no other type is: its name in texts, its JSON Schema and its reader, which throws
/// ConfigError.
Type own(Text name, Text schema, Read read);
/// What no value may be: `why` follows the value that a file has.
Type refused(Text why);
/// The same by another name in texts.
Type called(Text name, const Type& type);
/// The same, read in another way: where a rule says what is wrong, for example.
Type read_by(const Type& type, Read read);
/// The same, brought into one form of several that mean the same.
Type normal(const Type& type, void (*form)(Datum&, const Known&));

/// A word and, if it belongs to a word of another key, that one: an algorithm's operation.
/// Texts outlive the table: literals, or `.c_str()` of rows that are static.
struct Word {
  const char* word;
  std::int64_t meaning;
  std::string of = "";
  const char* about = "";
};
/// Whether a word of another operation, say, is told to be just that; or each operation is a
/// language of its own, in which such a word is unknown, and where a key that is required may be
/// missing if there is but one word.
enum class Foreign : std::uint8_t { kTold, kUnknown };
/// `meaning` is the type of the member, `by` the other key.
Type word_type(const std::vector<Word>& words, const std::type_info& meaning, Text by = "",
               Foreign foreign = Foreign::kTold);
template <typename M>
Type word(const std::vector<Choice<M>>& choices) {
  std::vector<Word> words;
  for (const Choice<M>& c : choices)
    words.push_back({c.word, static_cast<std::int64_t>(c.meaning)});
  return word_type(words, typeid(M));
}

}  // namespace flitwise::language

#endif  // FLITWISE_SIM_LANGUAGE_KEY_TYPES_H_
