#include "sim/families.h"

#include <algorithm>
#include <stdexcept>

#include "sim/cover/cover_family.h"
#include "sim/fat_tree/fat_tree_family.h"
#include "sim/import/collective_family.h"
#include "sim/star/star_family.h"
#include "sim/torus/torus_family.h"
#include "sim/tree/tree_family.h"

namespace flitwise {

const std::vector<const Family*>& families() {
  // Nothing else in the command lists them.
  static const std::vector<const Family*> all{
      &tree_family(), &cover_family(), &fat_tree_family(), &torus_family(), &star_family(),
  };
  return all;
}

const std::vector<const Family*>& all_families() {
  static const std::vector<const Family*> all = [] {
    std::vector<const Family*> list = families();
    list.push_back(&collective_family());
    return list;
  }();
  return all;
}

std::vector<std::string> network_kinds() {
  std::vector<std::string> all;
  for (const Family* family : families())
    all.insert(all.end(), family->kinds().begin(), family->kinds().end());
  return all;
}

const Family& family_of_kind(const std::string& kind) {
  if (kind.empty()) return *families().front();
  for (const Family* family : families())
    if (std::count(family->kinds().begin(), family->kinds().end(), kind) > 0) return *family;
  throw std::out_of_range("no family has networks of kind " + kind);
}

}  // namespace flitwise
