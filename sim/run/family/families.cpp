#include "sim/run/family/families.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitwise {

Families::Families(std::vector<const Family*> by_kind, const Family& of_schedules)
    : by_kind_(std::move(by_kind)), of_schedules_(of_schedules), all_(by_kind_) {
  all_.push_back(&of_schedules);
}

std::vector<std::string> Families::kinds() const {
  std::vector<std::string> kinds;
  for (const Family* family : by_kind_)
    kinds.insert(kinds.end(), family->kinds().begin(), family->kinds().end());
  return kinds;
}

const Family& Families::of_kind(const std::string& kind) const {
  if (kind.empty()) return *by_kind_.front();
  for (const Family* family : by_kind_)
    if (std::count(family->kinds().begin(), family->kinds().end(), kind) > 0) return *family;
  throw std::out_of_range("no family has networks of kind " + kind);
}

}  // namespace flitwise
