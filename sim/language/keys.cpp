// keys.cpp: the reader that goes through a table of keys.
#include "sim/language/keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "sim/language/key_table.h"

namespace flitwise::language {
namespace {

std::string path_of(const Value& map, const std::string& key) {
  return map.key.empty() ? key : map.key + "." + key;
}

// Whether one path is the other, or leads to it.
bool leads_to(const std::string& from, const std::string& to) {
  return from == to || to.compare(0, from.size() + 1, from + ".") == 0;
}

void refuse(const Value& value, const std::string& rule, Known& known,
            Blame blame = Blame::kValue) {
  known.bad.insert(value.key);
  known.errors->add(blame == Blame::kKey ? ConfigError(value.node.place, value.key, "", rule)
                                         : bad_value(value, rule));
}

void refuse_missing(const Value& map, const Row& row, Known& known, std::string need = "") {
  const std::string path = path_of(map, row.key);
  known.bad.insert(path);
  if (need.empty())
    need = row.need_now != nullptr ? row.need_now(known) : row.need.empty() ? row.about : row.need;
  known.errors->add(ConfigError(map.node.place, path, "", "missing key: " + need));
}

void check_groups(const Value& map, const Section& keys, Known& known) {
  const auto is_there = [&](const std::string& key) { return map.node.find(key) != nullptr; };
  for (const Group& group : keys.groups) {
    const auto count = std::count_if(group.keys.begin(), group.keys.end(), is_there);
    if (count == 0 && !group.none.empty()) return refuse(map, group.none, known, group.blame);
    if (count > 1 && !group.both.empty()) return refuse(map, group.both, known, group.blame);
  }
  for (const auto& [key, other, message] : keys.besides) {
    if (!is_there(key) || is_there(other)) continue;
    if (message.empty())
      refuse_missing(map, *row_of(keys, other), known);
    else
      refuse({*map.node.find(key), path_of(map, key)}, message, known);
  }
}

// A key that the file does not have.
void fill(const Row& row, const std::string& path, void* object, Known& known) {
  if (row.fallback && !known.are_good(row.fallback->needs)) {
    known.bad.insert(path);
    return;
  }
  void* member = member_of(object, row.access.way, row.fallback.has_value());
  if (row.fallback)
    row.access.set(member, row.fallback->value(member_of(object, row.fallback->way, true)));
  if (row.access.get == nullptr || member == nullptr) return;
  for (const Word& word : row.type->words)
    if (word.meaning == row.access.get(member)) known.words[path] = word.word;
}

// What the same map has with other words of a key: it is not unknown, but foreign.
struct Elsewhere {
  const Case* here = nullptr;
  std::vector<std::pair<std::string, const Section*>> keys = {};  // by the key's other words
};

// The same of a map in that map.
Elsewhere inside(const Elsewhere& outer, const std::string& key) {
  Elsewhere inner{outer.here};
  for (const auto& [word, keys] : outer.keys)
    for (const Row& row : keys->rows)
      if (row.key == key)
        for (const Section* table : tables_of(*row.type)) inner.keys.emplace_back(word, table);
  return inner;
}

// Refuses keys that a map with keys `own` does not have. Returns the names of all that are foreign.
Words refuse_foreign(const Value& map, const Words& own, const Elsewhere& elsewhere, Known& known) {
  std::map<std::string, Words> foreign;  // by name, the words that it belongs to
  for (const auto& [word, keys] : elsewhere.keys)
    for (const std::string& name : names_of(*keys))
      if (std::count(own.begin(), own.end(), name) == 0) foreign[name].push_back(word);
  Words names;
  for (const auto& [name, words] : foreign) {
    names.push_back(name);
    const YamlNode* node = map.node.find(name);
    if (node == nullptr) continue;
    const auto& [key, word] = elsewhere.here->of;
    refuse({*node, path_of(map, name)},
           fmt::format("belongs to {0} {1}, and the {0} is {2}", last_part(key),
                       joined(words, "or"), word),
           known, map.key.empty() ? Blame::kKey : Blame::kValue);
  }
  return names;
}

void read_map(const Value& map, const Section& keys, void* object, Known& known,
              const Elsewhere& elsewhere = {});

void read_inner_map(const Row& row, const Value& section, void* object, Known& known,
                    const Elsewhere& elsewhere) {
  const TypeData& type = *row.type;
  expect_map(section, type.example);
  const Section& keys = type.keys ? *type.keys : *type.forms.at(type.pick(section)).keys;
  Words own = names_of(keys);
  Words reported = refuse_foreign(section, own, elsewhere, known);
  for (const std::string& name : refused_of(keys)) {
    own.erase(std::find(own.begin(), own.end(), name));
    reported.push_back(name);
  }
  check_keys(section, own, *known.errors, reported);
  read_map(section, keys, member_of(object, row.access.way, true), known, elsewhere);
}

void read_value(const Row& row, const Value& value, void* object, Known& known,
                const Elsewhere& elsewhere = {}) {
  const std::size_t before = known.errors->size();
  const bool is_read = known.errors->attempt([&] {
    if (row.type->is_map())
      return read_inner_map(row, value, object, known, inside(elsewhere, row.key));
    const Datum datum = row.type->read(value, known);
    if (known.errors->size() == before)
      row.access.set(member_of(object, row.access.way, true), datum);
    if (!row.type->words.empty()) known.words[value.key] = value.node.text;
  });
  // Of a map, each key is good or bad for itself.
  if (!is_read || (!row.type->is_map() && known.errors->size() != before))
    known.bad.insert(value.key);
}

// A key beside a word of another one with which it means nothing.
void refuse_beside(const Row& row, const Value& value, const std::string& word, void* object,
                   Known& known) {
  const std::string refusal = fmt::format(fmt::runtime(row.only->refusal), word);
  if (row.only->blame != Blame::kGoodValue)
    return refuse(value, refusal, known, row.only->blame);  // enough, even if the value is wrong
  read_value(row, value, object, known);
  if (known.are_good({value.key})) refuse(value, refusal, known);
}

// A word is missing where each word of another key has its own: if there is only one, it is that.
void choose_word(const Value& map, const Row& row, void* object, Known& known) {
  const std::vector<Word> words = words_beside(*row.type, known.words[row.type->words_by]);
  if (words.size() != 1)
    return refuse_missing(map, row, known, fmt::format("{}", fmt::join(names_of(words), ", ")));
  row.access.set(member_of(object, row.access.way, true), {words.front().meaning});
  known.words[path_of(map, row.key)] = words.front().word;
}

// Whether a key means something beside the word of another one, which may not be known.
enum class Fit : std::uint8_t { kFits, kMisfits, kUnknown };

Fit fit_of(const Row& row, const Known& known) {
  if (!row.only) return Fit::kFits;
  const auto other = known.words.find(row.only->key);
  if (other == known.words.end()) return Fit::kUnknown;
  const Words& words = row.only->words;
  return std::count(words.begin(), words.end(), other->second) > 0 ? Fit::kFits : Fit::kMisfits;
}

// Of two keys that replace each other, the first one is missing where nobody knows which is meant.
bool is_missing(const Value& map, const Row& row, Fit fit, const Known& known) {
  if (!row.required || fit == Fit::kMisfits) return false;
  if (row.unless.empty()) return fit == Fit::kFits;
  return map.node.find(row.unless) == nullptr && known.bad.count(path_of(map, row.unless)) == 0;
}

void read_row(const Value& map, const Row& row, void* object, Known& known,
              const Elsewhere& elsewhere) {
  const YamlNode* node = map.node.find(row.key);
  if (row.access.set == nullptr && !row.type->is_map()) return;
  if (row.type->foreign == Foreign::kUnknown) {
    if (known.words.count(row.type->words_by) == 0) {
      known.bad.insert(path_of(map, row.key));
      return;
    }
    if (node == nullptr) return choose_word(map, row, object, known);
  }
  if (node != nullptr && known.bad.count(path_of(map, row.key)) > 0) return;  // refused already
  const Fit fit = fit_of(row, known);
  if (node == nullptr && is_missing(map, row, fit, known)) return refuse_missing(map, row, known);
  if (node == nullptr) return fill(row, path_of(map, row.key), object, known);
  const Value value{*node, path_of(map, row.key)};
  if (fit == Fit::kMisfits)
    return refuse_beside(row, value, known.words.at(row.only->key), object, known);
  read_value(row, value, object, known, elsewhere);
}

void read_case(const Value& map, const Section& keys, void* object, Known& known) {
  Elsewhere others;
  for (const Case& one : keys.cases) {
    const auto word = known.words.find(one.of.first);
    if (word == known.words.end()) return;  // which keys there are is not known
    if (word->second == one.of.second)
      others.here = &one;
    else
      others.keys.emplace_back(one.of.second, one.keys.get());
  }
  if (others.here == nullptr) return;
  Words own = names_of(*others.here->keys);
  for (const Row& row : keys.rows) own.push_back(row.key);
  refuse_foreign(map, own, others, known);
  read_map(map, *others.here->keys, object, known, others);
}

void read_map(const Value& map, const Section& keys, void* object, Known& known,
              const Elsewhere& elsewhere) {
  check_groups(map, keys, known);
  for (const Row& row : keys.rows) read_row(map, row, object, known, elsewhere);
  read_case(map, keys, object, known);
  for (const LastStep& step : keys.then) {
    if (map.key.empty() ? !known.bad.empty() : !known.are_good({map.key})) return;
    void* part = member_of(object, step.way, false);
    if (!known.errors->attempt([&] { step.run(part, map, known); })) known.bad.insert(map.key);
  }
}

bool says_something(const Row& row, const YamlNode& node) {
  if (!may_say_nothing(row)) return true;
  if (!row.type->is_map()) return !node.items.empty();
  return std::any_of(node.entries.begin(), node.entries.end(), [&](const YamlEntry& entry) {
    const Row* key = row_of(*row.type->keys, entry.key);
    return key != nullptr && may_say_nothing(*key) && says_something(*key, entry.value);
  });
}

void check_exclusion(const Section& keys, const Exclusion& exclusion, Known& known) {
  const auto is_there = [&](const std::string& path) {
    const YamlNode* node = known.find(path);
    return node != nullptr && says_something(*row_of(keys, path), *node);
  };
  const auto& [path, others] = exclusion;
  if (!known.are_good(others) || !known.are_good({path})) return;
  if (!is_there(path) || std::none_of(others.begin(), others.end(), is_there)) return;
  Words names;
  for (const std::string& other : others) names.push_back(last_part(other));
  known.errors->add(
      bad_value({*known.find(path), path}, "cannot be combined with " + joined(names, "or")));
}

void check_rule(const Rule& rule, void* object, Known& known) {
  const auto at = std::find_if(rule.at.begin(), rule.at.end(),
                               [&](const std::string& key) { return known.find(key) != nullptr; });
  const void* part = member_of(object, rule.way, false);
  if (at == rule.at.end() || part == nullptr) return;
  if (!known.are_good(rule.at) || !known.are_good(rule.needs)) return;
  for (const auto& [key, word] : rule.within) {
    const auto is = known.words.find(key);
    if (is == known.words.end() || is->second != word) return;
  }
  known.errors->attempt([&] { rule.check(part, {*known.find(*at), *at}, known); });
}

}  // namespace

bool Known::are_good(const Words& paths) const {
  return std::none_of(bad.begin(), bad.end(), [&](const std::string& wrong) {
    return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
      return leads_to(wrong, path) || leads_to(path, wrong);
    });
  });
}

const YamlNode* Known::find(const std::string& path) const {
  const YamlNode* node = &root.node;
  for (std::size_t at = root.key.empty() ? 0 : root.key.size() + 1;
       node != nullptr && at <= path.size();) {
    const std::size_t dot = std::min(path.find('.', at), path.size());
    node = node->find(path.substr(at, dot - at));
    at = dot + 1;
  }
  return node;
}

bool read_table(const Table& keys, void* object, Known known) {
  const Section& section = keys.section();
  read_map(known.root, section, object, known);
  for (const Exclusion& exclusion : section.exclusions) check_exclusion(section, exclusion, known);
  for (const Rule& rule : section.rules) check_rule(rule, object, known);
  return known.bad.empty();
}

bool read_section_table(const Value& section, const Table& keys, Text example, void* object,
                        const std::type_info& type, ErrorList& errors) {
  expect_map(section, std::string(example));
  check_keys(section, names_of(keys), errors);
  return read_table(keys, object, {section, &errors, object, &type});
}

}  // namespace flitwise::language
