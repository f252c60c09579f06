// ledger.cpp: entries, each with what it must have.
#include "sim/run/figures/ledger.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitwise {

void Ledger::add(Entry entry) {
  const auto is_alone = [](const Entry& one) { return one.bond == Bond::kTheoryOnly; };
  const auto is_same = [&](const Entry& one) {
    return one.name == entry.name && is_alone(one) == is_alone(entry);
  };
  if (std::any_of(entries_.begin(), entries_.end(), is_same))
    throw std::invalid_argument("the figure " + entry.name + " is there twice");
  const bool is_compared = entry.bond != Bond::kNone && entry.bond != Bond::kTheoryOnly;
  if (is_compared && entry.source.empty())
    throw std::invalid_argument("no source for " + entry.name + ", which is predicted");
  entries_.push_back(std::move(entry));
}

void Ledger::add(const std::string& name, Figure measured) {
  add({name, Bond::kNone, std::move(measured), {}, {}});
}

void Ledger::add(const std::string& name, Figure measured, std::optional<Figure> predicted,
                 const std::string& source) {
  if (!predicted) return add(name, std::move(measured));
  add({name, Bond::kEqual, std::move(measured), *std::move(predicted), source});
}

void Ledger::add_list(const std::string& item, const std::string& name, Figure measured,
                      Figure predicted, const std::string& source) {
  add({name, Bond::kEqual, std::move(measured), std::move(predicted), source, item});
}

void Ledger::add_lower_bound(std::optional<Step> bound, const std::string& source,
                             std::optional<Step> of) {
  if (bound) add({"lower_bound", Bond::kAtLeast, Figure(of), std::int64_t{*bound}, source});
}

void Ledger::add_at_least(const std::string& name, std::int64_t measured, std::int64_t bound,
                          const std::string& source) {
  add({name, Bond::kAtLeast, measured, bound, source});
}

void Ledger::add_bound(std::optional<Step> bound, const std::string& source) {
  if (bound) add({"bound", Bond::kAtMost, {}, std::int64_t{*bound}, source});
}

void Ledger::add_theory(const std::string& name, Figure predicted) {
  add({name, Bond::kTheoryOnly, {}, std::move(predicted), {}});
}

void Ledger::compare_behind(const std::string& name, const std::string& other) {
  behind_.emplace_back(name, other);
}

std::vector<Ledger::Entry> Ledger::compared() const {
  std::vector<Entry> compared;
  for (const Entry& entry : entries_) {
    const auto is_late = [&](const auto& pair) { return pair.first == entry.name; };
    if (std::none_of(behind_.begin(), behind_.end(), is_late)) compared.push_back(entry);
    for (const auto& [name, other] : behind_)
      if (other == entry.name) compared.push_back(*find(name));
  }
  return compared;
}

const Ledger::Entry* Ledger::find(const std::string& name) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.name == name; });
  return found == entries_.end() ? nullptr : &*found;
}

}  // namespace flitwise
