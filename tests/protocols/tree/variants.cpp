#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols {
namespace {

const char* name_of(LagRule rule) {
  static constexpr const char* kNames[] = {"Paper", "Tight", "Skip", "PosIdx", "Pos", "Printed"};
  return kNames[static_cast<int>(rule)];
}

}  // namespace

void PrintTo(LagRule rule, std::ostream* out) { *out << name_of(rule); }
void PrintTo(const CertificationVariant& variant, std::ostream* out) {
  *out << test::name_of(variant);
}

namespace test {

CertificationVariant sequential(LagRule rule) {
  return {rule, Sync::kSeq, SortCost::kZero, Ports::kSingle};
}

CertificationVariant multiport(LagRule rule) {
  return {rule, Sync::kSlot, SortCost::kZero, Ports::kMulti};
}

std::vector<CertificationVariant> all_variants() {
  std::vector<CertificationVariant> all;
  for (const LagRule rule : kRules) {
    all.push_back({rule, Sync::kMirror, SortCost::kZero, Ports::kSingle});
    for (const SortCost cost : kSortCosts) {
      for (const Sync sync : {Sync::kSeq, Sync::kSlot, Sync::kSlotIndex})
        all.push_back({rule, sync, cost, Ports::kSingle});
      all.push_back({rule, Sync::kSlot, cost, Ports::kMulti});
    }
  }
  return all;
}

std::string name_of(const CertificationVariant& variant) {
  static constexpr const char* kSyncs[] = {"Seq", "Mirror", "Slot", "SlotIndex"};
  static constexpr const char* kCosts[] = {"Zero", "One", "Degree", "DegreeLog"};
  return std::string(protocols::name_of(variant.rule)) +
         (variant.ports == Ports::kMulti ? "Multiport" : kSyncs[static_cast<int>(variant.sync)]) +
         kCosts[static_cast<int>(variant.sort_cost)];
}

}  // namespace test
}  // namespace flitwise::protocols
