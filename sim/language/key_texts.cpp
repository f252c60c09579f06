// key_texts.cpp: what `flitwise list` says of a table of keys.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/language/key_table.h"
#include "sim/text/report_text.h"

namespace flitwise::language {
namespace {

constexpr std::size_t kColumn = 32;
constexpr std::size_t kWidth = 100;

// "  key: shape        what it means"; below it where the shape is too long.
std::string list_entry(std::size_t indent, const std::string& head, const std::string& about) {
  std::string text = std::string(indent, ' ') + head;
  if (text.size() + 2 > kColumn) text += "\n";
  const std::size_t used = text.size() - (text.rfind('\n') + 1);
  return text + std::string(kColumn - used, ' ') + wrapped(about, kColumn, kWidth) + "\n";
}

// Keys that were listed already, by path.
using Listed = std::map<std::string, const Row*>;

std::string list_keys(const Section& keys, void* object, std::size_t indent,
                      const std::string& prefix, Listed& listed);

// What has but one word is shown with the form.
std::string list_form(const Form& form, void* object, std::size_t indent, const std::string& path) {
  Section choices = *form.keys;
  const auto is_plain = [](const Row& row) { return row.type->words.size() == 1; };
  choices.rows.erase(std::remove_if(choices.rows.begin(), choices.rows.end(), is_plain),
                     choices.rows.end());
  Listed listed;
  return list_entry(indent, form.shown, form.about) +
         list_keys(choices, object, indent + 2, path + ".", listed);
}

std::string list_row(const Row& row, void* object, std::size_t indent, const std::string& path,
                     Listed& listed) {
  std::string text = list_entry(indent, row.key + ": " + row.type->shown, about_key(row, object));
  for (const Word& word : row.type->words)
    if (*word.about != '\0')
      text +=
          list_entry(indent + 2, word.word, word.of + (word.of.empty() ? "" : ": ") + word.about);
  void* part = row.type->is_map() ? member_of(object, row.access.way, true) : nullptr;
  if (row.type->keys) text += list_keys(*row.type->keys, part, indent + 2, path + ".", listed);
  for (const Form& form : row.type->forms) text += list_form(form, part, indent + 2, path);
  return text;
}

bool is_same(const Row& a, const Row& b) {
  const bool is_map = a.type->is_map() || b.type->is_map();
  return (is_map ? a.type == b.type : a.type->shown == b.type->shown) && a.about == b.about &&
         a.default_words == b.default_words;
}

// What another case has, too, is not said again.
std::string list_keys(const Section& keys, void* object, std::size_t indent,
                      const std::string& prefix, Listed& listed) {
  std::string text;
  Words as_above;
  for (const Row& row : keys.rows) {
    if (row.type->shown.empty()) continue;  // never allowed
    const Row*& before = listed[prefix + row.key];
    if (before != nullptr && is_same(*before, row))
      as_above.push_back(row.key);
    else
      text += list_row(*(before = &row), object, indent, prefix + row.key, listed);
  }
  const std::string blanks(indent, ' ');
  if (!as_above.empty())
    text += blanks + wrapped(joined(as_above, "and") + " as above", indent, kWidth) + "\n";
  for (const Case& one : keys.cases)
    text += fmt::format("{}with {} {}:\n", blanks, one.of.first, one.of.second) +
            list_keys(*one.keys, object, indent + 2, prefix, listed);
  return text;
}

void collect_words(const Section& keys, const std::string& prefix,
                   std::map<std::string, std::set<std::string>>& all) {
  for (const Row& row : keys.rows) {
    if (row.type->shown.empty()) continue;  // never allowed
    std::set<std::string>& words = all[prefix + row.key];
    for (const Word& word : row.type->words) words.insert(word.word);
    for (const Section* inner : tables_of(*row.type))
      collect_words(*inner, prefix + row.key + ".", all);
  }
  for (const Case& one : keys.cases) collect_words(*one.keys, prefix, all);
}

}  // namespace

std::map<std::string, std::set<std::string>> words_by_path(const Table& keys) {
  std::map<std::string, std::set<std::string>> all;
  collect_words(keys.section(), "", all);
  return all;
}

std::string default_of(const Row& row, void* object) {
  if (!row.default_words.empty()) return row.default_words;
  const void* member = member_of(object, row.access.way, false);
  if (row.access.get == nullptr || member == nullptr) return "";
  const std::int64_t value = row.access.get(member);
  for (const Word& word : row.type->words)
    if (word.meaning == value) return word.word;
  return std::to_string(value);
}

std::string about_key(const Row& row, void* object) {
  const std::string only = row.only ? joined(row.only->words, "and") + ": " : "";
  const std::string value = default_of(row, object);
  const std::string other = !row.unless.empty() ? " (required without " + row.unless + ")"
                            : row.required      ? " (required)"
                            : value.empty()     ? ""
                                                : " (default " + value + ")";
  return only + row.about + other;
}

std::string list_text(const Table& keys, std::size_t indent) {
  Listed listed;
  return list_keys(keys.section(), keys.section().fresh().get(), indent, "", listed);
}

std::string list_text(const Table& keys, Text map, const Table& above, std::size_t indent) {
  const std::string name(map);
  const std::string prefix = name + ".";
  const Row& row = *row_of(keys.section(), name);
  Listed listed;
  for (const std::string& key : names_of(*row.type->keys))
    listed[prefix + key] = row_of(above.section(), prefix + key);
  const std::shared_ptr<void> object = keys.section().fresh();
  return list_keys(*row.type->keys, member_of(object.get(), row.access.way, true), indent, prefix,
                   listed);
}

}  // namespace flitwise::language
