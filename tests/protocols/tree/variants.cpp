#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols {
namespace {

const char* name_of(LagRule rule) {
  switch (rule) {
    case LagRule::kPaper:
      return "Paper";
    case LagRule::kTight:
      return "Tight";
    case LagRule::kSkip:
      return "Skip";
    case LagRule::kPosIdx:
      return "PosIdx";
    case LagRule::kPrinted:
      return "Printed";
    case LagRule::kPos:
      break;
  }
  return "Pos";
}

const char* name_of(Sync sync) {
  switch (sync) {
    case Sync::kSeq:
      return "Seq";
    case Sync::kMirror:
      return "Mirror";
    case Sync::kSlot:
      return "Slot";
    case Sync::kSlotIndex:
      break;
  }
  return "SlotIndex";
}

const char* name_of(SortCost cost) {
  switch (cost) {
    case SortCost::kZero:
      return "Zero";
    case SortCost::kOne:
      return "One";
    case SortCost::kDegree:
      return "Degree";
    case SortCost::kDegreeLog:
      break;
  }
  return "DegreeLog";
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
  const bool multi = variant.ports == Ports::kMulti;
  return std::string(protocols::name_of(variant.rule)) +
         (multi ? "Multiport" : protocols::name_of(variant.sync)) +
         protocols::name_of(variant.sort_cost);
}

}  // namespace test
}  // namespace flitwise::protocols
