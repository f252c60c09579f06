// hosts.cpp: families chosen by whether they are hosts.
#include "sim/run/family/hosts.h"

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

language::Type host_operation(const language::Type& words) {
  return language::read_by(words, [words](const Value& value, language::Known& known) {
    std::vector<std::string> all = language::names_of(words->words);
    all.emplace_back(kScheduleOperation);
    for (const auto& operation : collective_operation_words()) all.emplace_back(operation.word);
    to_choice_index(value, all);
    return words->read(value, known);
  });
}

}  // namespace flitwise
