// key_texts.cpp: what `flitwise list` says of a table of keys.
#include <fmt/format.h>

#include "sim/language/key_table.h"
#include "sim/text/text_wrap.h"

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

std::string list_keys(const Section& keys, void* object, std::size_t indent) {
  std::string text;
  for (const Row& row : keys.rows) {
    if (row.type->shown.empty()) continue;  // never allowed
    text += list_entry(indent, row.key + ": " + row.type->shown, about_key(row, object));
    for (const Word& word : row.type->words)
      if (*word.about != '\0')
        text += list_entry(indent + 2, word.word,
                           std::string(word.of) + (*word.of == '\0' ? "" : ": ") + word.about);
    void* part = row.type->is_map() ? member_of(object, row.access.way, true) : nullptr;
    if (row.type->keys) text += list_keys(*row.type->keys, part, indent + 2);
    for (const Form& form : row.type->forms) {
      text += list_entry(indent + 2, form.shown, form.about);
      text += list_keys(*form.keys, part, indent + 4);
    }
  }
  return text;
}

}  // namespace

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
  const std::string other = row.required    ? " (required)"
                            : value.empty() ? ""
                                            : " (default " + value + ")";
  return only + row.about + other;
}

std::string list_text(const Table& keys, std::size_t indent) {
  return list_keys(keys.section(), keys.section().fresh().get(), indent);
}

}  // namespace flitwise::language
