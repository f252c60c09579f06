#include "tests/support/fst.h"

#include <gtkwave/fstapi.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <memory>
#include <stdexcept>

namespace flitwise::test {
namespace {

using Reader = std::unique_ptr<void, void (*)(void*)>;
using Changes = std::map<std::uint32_t, std::map<std::uint64_t, std::string>>;

Reader reader_of(const std::string& file) {
  Reader reader(fstReaderOpen(file.c_str()), fstReaderClose);
  if (!reader) throw std::runtime_error(file + " is no FST file that can be read");
  fstReaderSetFacProcessMaskAll(reader.get());
  return reader;
}

void note(void* changes, std::uint64_t time, fstHandle signal, const unsigned char* value) {
  (*static_cast<Changes*>(changes))[signal][time] = reinterpret_cast<const char*>(value);
}

}  // namespace

Fst::Fst(const std::string& file) {
  const Reader reader = reader_of(file);
  std::vector<std::string> scopes;
  while (const fstHier* const entry = fstReaderIterateHier(reader.get())) {
    if (entry->htyp == FST_HT_SCOPE) scopes.push_back(std::string(entry->u.scope.name) + ".");
    if (entry->htyp == FST_HT_UPSCOPE) scopes.pop_back();
    if (entry->htyp != FST_HT_VAR) continue;
    std::string name;
    for (const std::string& scope : scopes) name += scope;
    name += entry->u.var.name;
    name.erase(std::remove(name.begin(), name.end(), ' '), name.end());  // before a range
    signals_[name] = entry->u.var.handle;
  }
  fstReaderIterBlocks(reader.get(), note, &values_, nullptr);
}

std::set<std::string> Fst::names() const {
  std::set<std::string> names;
  for (const auto& [name, signal] : signals_) names.insert(name);
  return names;
}

std::string Fst::at(const std::string& name, std::uint64_t time) const {
  const auto signal = signals_.find(name);
  if (signal == signals_.end()) return "no " + name;
  const auto values = values_.find(signal->second);
  if (values == values_.end()) return "none";
  const auto next = values->second.upper_bound(time);
  return next == values->second.begin() ? "none" : std::prev(next)->second;
}

void write_as_vcd(const std::string& fst, const std::string& vcd) {
  const Reader reader = reader_of(fst);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(vcd.c_str(), "w"),
                                                             std::fclose);
  if (!file) throw std::runtime_error("cannot write " + vcd);
  fstReaderProcessHier(reader.get(), file.get());
  fstReaderIterBlocks(reader.get(), nullptr, nullptr, file.get());
}

}  // namespace flitwise::test
