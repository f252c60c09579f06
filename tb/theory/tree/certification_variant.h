// certification_variant.h: the variants of Transmission-Certification that theory predicts.
#ifndef FLITWISE_TB_THEORY_TREE_CERTIFICATION_VARIANT_H_
#define FLITWISE_TB_THEORY_TREE_CERTIFICATION_VARIANT_H_

#include <cstdint>

#include "tb/theory/pace.h"

namespace flitwise::theory {

/// How certified lags are computed, and which children are ordered in which order.
enum class Rule : std::uint8_t {
  kPaper,   ///< the paper's explicit sum formula, ties broken by (c, index)
  kTight,   ///< the true leftmost gap-free start
  kSkip,    ///< tight over the children that have flits; only those are ordered
  kPosIdx,  ///< release p + 1 + c of the child ordered p-th; only children with flits, by index
  kPos,     ///< as kPosIdx, ordered by increasing slack
  kPrinted  ///< as kPaper, but for what Printed names
};

/// Sentences of section 3.2 that Rule::kPrinted takes at their word. Single-port only.
struct Printed {
  bool limit = false;  ///< step 2 of the lag: c'_ij = d_i + c_ij
  bool order = false;  ///< s_ij = c*_ij + s_i - c_i
  bool root = false;   ///< the root acts as if it had received TRANSMIT AFTER 0
};

/// How tokens go down and certificates come up.
enum class Sync : std::uint8_t { kSeq, kMirror, kSlot, kSlotIndex };

/// K(d): extra steps that a PE with d children needs to sort their certificates.
enum class SortCost : std::uint8_t {
  kZero,       ///< hidden by systolic insertion
  kOne,        ///< one step
  kDegree,     ///< d steps: a serial pass
  kDegreeLog,  ///< d ceil(log2 d) steps: a serial sort
};

/// How many flits a PE sends and receives in a step.
enum class Ports : std::uint8_t {
  kSingle,  ///< one of each
  kMulti,   ///< one per link and direction
};

/// One variant. Mirror synchronisation takes no sort cost but kZero; `sync` means nothing with
/// Ports::kMulti, `printed` only with Rule::kPrinted, which knows no pace but the plain one.
/// Messages alone cost beta + L tau: tokens, certificates and orders take a step a link.
struct CertificationVariant {
  Rule rule = Rule::kPos;
  Sync sync = Sync::kSlot;
  SortCost sort_cost = SortCost::kZero;
  Ports ports = Ports::kSingle;
  Printed printed{};
  Pace pace{};
};

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TREE_CERTIFICATION_VARIANT_H_
