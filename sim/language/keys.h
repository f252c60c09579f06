// keys.h: the keys of a map of the scenario language, each written once.
//
// A table says of each key where its value goes, of what type and range it is and what it means,
// and which keys exclude or need each other. The reader, the JSON Schema and the texts are made of
// it. Tables are plain data (key_table.h) behind the few templates that are here.
#ifndef FLITWISE_SIM_LANGUAGE_KEYS_H_
#define FLITWISE_SIM_LANGUAGE_KEYS_H_

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "sim/language/key_access.h"

namespace flitwise::language {

struct Section;
using Check = std::function<void(const void*, const Value&, const Known&)>;
using Then = std::function<void(void*, const Value&, Known&)>;
using Need = std::string (*)(const Known&);
using Pick = std::size_t (*)(const Value&);
using Choose = std::function<Datum(const void*)>;

/// What a refusal blames: the value, whatever it is; the value if it is a good one, else what is
/// wrong with it comes first; the key, without its value.
enum class Blame : std::uint8_t { kValue, kGoodValue, kKey };

/// A table, type-erased; Keys<T> says what each call means.
class Table {
 public:
  explicit Table(std::shared_ptr<void> (*fresh)());
  const Section& section() const { return *section_; }

 protected:
  void add_key(Text name, const Access& access, Type type, Text about);
  void add_map(Text name, const Way& way, const Table& keys, Text example, Text about);
  struct FormTable;
  void add_forms(Text name, const Way& way, const std::vector<FormTable>& forms, Pick pick,
                 Text example, Text about);
  void add_all(const Way& way, const Table& keys);
  void add_case(Text key, Text word, const Table& keys);
  void add_rule(Texts at, Texts needs, Check check);
  void add_then(Then run);
  void set_required(Text need, Need need_now = nullptr);
  void set_unless(Text other);
  void set_default(Text words);
  void set_fallback(Texts needs, Choose value);
  void set_only(Text key, Texts words, Text refusal, Blame blame);
  void add_group(Texts keys, Text both, Text none, Blame blame);
  void add_beside(Text key, Text other, Text message);
  void add_exclusion(Text path, Texts others);

 private:
  std::shared_ptr<Section> section_;
};

struct Table::FormTable {
  std::string shown;
  Table keys;
  std::string about;
};

template <typename T>
class Keys;

/// One of several forms of a map: how texts show it, its keys and what it means.
template <typename T>
struct FormOf {
  std::string shown;
  Keys<T> keys;
  std::string about;
};

/// Builds the table of the keys that fill a T. Keys stand in the order in which they are read: a
/// limit or a default stands behind what it needs.
template <typename T>
class Keys : public Table {
 public:
  Keys() : Table([]() -> std::shared_ptr<void> { return std::make_shared<T>(); }) {}

  template <typename M>
  Keys& key(Text name, M T::*member, const Type& type, Text about) {
    expect_fit<M>(name, type);
    return add_key(name, access_to<M>(way_to_whole(member)), type, about), *this;
  }
  /// A key that this table neither reads nor checks: `name` and `network.kind`, which are read
  /// before. `operation` is no such key, even where there is one word: give it a member.
  Keys& known(Text name, const Type& type, Text about) {
    return add_key(name, {}, type, about), *this;
  }
  /// A map whose keys fill a member, which may be optional, or this same struct.
  template <typename M, typename P>
  Keys& map(Text name, M T::*member, const Keys<P>& keys, Text example, Text about) {
    return add_map(name, way_to(member), keys, example, about), *this;
  }
  Keys& map(Text name, const Keys<T>& keys, Text example, Text about) {
    return add_map(name, {}, keys, example, about), *this;
  }
  /// A map of one of several forms, of a member or of this same struct. `pick` says which one a map
  /// has, or throws ConfigError; it is not called for what is no map. Forms have no rules but
  /// `then`.
  template <typename M>
  Keys& forms(Text name, M T::*member, const std::vector<FormOf<M>>& forms, Pick pick, Text example,
              Text about) {
    return add_forms(name, way_to(member), tables_of(forms), pick, example, about), *this;
  }
  Keys& forms(Text name, const std::vector<FormOf<T>>& forms, Pick pick, Text example, Text about) {
    return add_forms(name, {}, tables_of(forms), pick, example, about), *this;
  }
  /// The keys of a member's table as keys of this same map.
  template <typename M, typename P>
  Keys& in(M T::*member, const Keys<P>& keys) {
    return add_all(way_to(member), keys), *this;
  }
  Keys& in(const Keys<T>& keys) { return add_all({}, keys), *this; }
  /// Keys that this same map has with one word of another of its keys: an operation's. With its
  /// other words they are refused, not unknown; where the word is wrong, nothing is said of them.
  Keys& with(Text key, Text word, const Keys<T>& keys) { return add_case(key, word, keys), *this; }

  /// About the key before: it must be there; `need` is what a message says where it is missing, if
  /// not what the key means.
  Keys& required(Text need = "") { return set_required(need), *this; }
  Keys& required(Need need) { return set_required("", need), *this; }
  /// A required key that is not missing where another one of its map is there.
  Keys& unless(Text other) { return set_unless(other), *this; }
  /// Its default in words, where the struct's own says too little.
  Keys& by_default(Text words) { return set_default(words), *this; }
  /// Its default as the good keys that it needs decide it.
  Keys& by_default(Text words, Texts needs, std::int64_t (*value)(const T&)) {
    set_fallback(needs, [value](const void* o) { return Datum{value(*static_cast<const T*>(o))}; });
    return by_default(words);
  }
  Keys& by_default(Text words, Texts needs, Datum (*value)(const T&)) {
    set_fallback(needs, [value](const void* o) { return value(*static_cast<const T*>(o)); });
    return by_default(words);
  }
  /// The words of another key without which it means nothing; `{}` in the refusal is the word that
  /// is there. If it is required, too, then beside these words only.
  Keys& only(Text key, Texts words, Text refusal, Blame blame = Blame::kValue) {
    return set_only(key, words, refusal, blame), *this;
  }

  /// About this map's keys, by name: at least one; exactly one (without a message for none of two,
  /// at most one); a key that goes with another only
  /// and, without a message, one that another must go with.
  Keys& some_of(Texts keys, Text none) { return add_group(keys, "", none, Blame::kValue), *this; }
  Keys& one_of(Texts keys, Text both, Text none, Blame blame = Blame::kValue) {
    return add_group(keys, both, none, blame), *this;
  }
  Keys& beside(Text key, Text other, Text message = "") {
    return add_beside(key, other, message), *this;
  }

  /// About any keys, by path. A rule complains at the first of `at` that the file has, if all that
  /// it needs is good.
  Keys& excludes(Text path, Texts others) { return add_exclusion(path, others), *this; }
  Keys& rule(Texts at, Texts needs, Text message, bool (*is_broken)(const T&)) {
    add_rule(
        at, needs,
        [is_broken, rule = std::string(message)](const void* o, const Value& value, const Known&) {
          if (is_broken(*static_cast<const T*>(o))) throw bad_value(value, rule);
        });
    return *this;
  }
  /// A message of its own making; empty: the rule holds.
  Keys& rule(Texts at, Texts needs, std::string (*broken)(const T&)) {
    add_rule(at, needs, [broken](const void* o, const Value& value, const Known&) {
      const std::string message = broken(*static_cast<const T*>(o));
      if (!message.empty()) throw bad_value(value, message);
    });
    return *this;
  }
  /// The way out for what has no row: any check of a value, which throws ConfigError.
  Keys& rule(Texts at, Texts needs, void (*check)(const T&, const Value&, const Known&)) {
    add_rule(at, needs, [check](const void* o, const Value& value, const Known& known) {
      check(*static_cast<const T*>(o), value, known);
    });
    return *this;
  }
  /// What is made of this map's values, or wrong with all of them together, as soon as they are
  /// read, if all are good; other keys may need it. What throws ConfigError makes the map bad.
  Keys& then(void (*run)(T&, const Value& map, Known&)) {
    add_then([run](void* object, const Value& map, Known& known) {
      run(*static_cast<T*>(object), map, known);
    });
    return *this;
  }

 private:
  template <typename P>
  static std::vector<FormTable> tables_of(const std::vector<FormOf<P>>& forms) {
    std::vector<FormTable> tables;
    for (const FormOf<P>& form : forms) tables.push_back({form.shown, form.keys, form.about});
    return tables;
  }
};

bool read_table(const Table& keys, void* object, Known known);
/// Reads a map, the file's or one of its sections, into `object` and adds an error for each rule
/// that is broken; then the object is not used. Keys of the map itself that nobody knows are the
/// caller's to report. The paths of a section's rules begin with its name. Returns whether all
/// values could be used, whatever rules say.
template <typename T>
bool read_keys(const Value& map, const Keys<T>& keys, T& object, ErrorList& errors) {
  return read_table(keys, &object, {map, &errors, &object, &typeid(T)});
}

bool read_section_table(const Value& section, const Table& keys, Text example, void* object,
                        const std::type_info& type, ErrorList& errors);
/// The same of a section by itself, with an error for each key that nobody knows.
/// Errors: throws ConfigError if it is no map.
template <typename T>
bool read_section(const Value& section, const Keys<T>& keys, Text example, T& object,
                  ErrorList& errors) {
  return read_section_table(section, keys, example, &object, typeid(T), errors);
}

Words names_of(const Table& keys);         ///< of the map's own keys, in order
std::string schema_of(const Table& keys);  ///< JSON Schema, draft 7
/// Lines of `flitwise list`, keys of maps below them.
std::string list_text(const Table& keys, std::size_t indent = 0);
/// The same of the keys of one of its maps, where those that `above` has, too, are named alone.
std::string list_text(const Table& keys, Text map, const Table& above, std::size_t indent);
/// Every key by its path, with the words that it may have, if any.
std::map<std::string, std::set<std::string>> words_by_path(const Table& keys);
/// Errors: throws std::logic_error for a path that is no key's, or that is needed before it is
/// read.
void expect_sound(const Table& keys);

}  // namespace flitwise::language

#endif  // FLITWISE_SIM_LANGUAGE_KEYS_H_
