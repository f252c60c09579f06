// hosts.cpp: families chosen by whether they are hosts.
#include "sim/run/family/hosts.h"

#include <deque>

#include "sim/language/key_table.h"
#include "sim/run/family/shared_words.h"

namespace flitwise {

std::vector<const Family*> hosts_of(const Families& families) {
  std::vector<const Family*> hosts;
  for (const Family* family : families.all())
    if (family->is_host()) hosts.push_back(family);
  return hosts;
}

std::vector<std::string> kinds_of_hosts(const Families& families) {
  std::vector<std::string> kinds;
  for (const Family* family : hosts_of(families))
    kinds.insert(kinds.end(), family->kinds().begin(), family->kinds().end());
  return kinds;
}

std::string hosting_kinds(const Families& families) {
  return language::joined(kinds_of_hosts(families), "and");
}

namespace {

std::vector<std::string> all_operations(const language::Type& words) {
  std::vector<std::string> all = language::names_of(words->words);
  all.emplace_back(kScheduleOperation);
  for (const auto& operation : collective_operation_words()) all.emplace_back(operation.word);
  return all;
}

}  // namespace

language::Type host_operation(const language::Type& words) {
  return language::read_by(words, [words](const Value& value, language::Known& known) {
    to_choice_index(value, all_operations(words));
    return words->read(value, known);
  });
}

language::Text host_operations(const language::Type& words) {
  static std::deque<std::string> texts;  // of each family one, which tables of keys refer to
  return texts.emplace_back(language::joined(all_operations(words), "or"));
}

}  // namespace flitwise
