#include "tb/theory/tree/certification_sources.h"

#include <string>

#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

std::string section() { return "Bhatt et al., section 3.2"; }

std::string t_sync_source(const CertificationVariant& variant) {
  if (variant.ports == Ports::kMulti)
    return "Bhatt et al., section 4: down and up on all links at once, 2D steps, plus K(d) of the "
           "PEs on the slowest way up; any tree";
  switch (variant.sync) {
    case Sync::kSeq:
      return section() +
             ", phases 1 and 2: polling is a tour of 2n steps, plus K(d) of every PE but the "
             "root; any tree";
    case Sync::kMirror:
      return "2B*: a fastest single-port broadcast of the tokens and its time reversal for the "
             "certificates; any tree";
    case Sync::kSlot:
    case Sync::kSlotIndex:
      break;
  }
  return std::string(
             "last slot of the root: R(leaf) = 1, R(v) = last slot + 1 + K(d), slot = "
             "max(p + R(child), slot before + 1), tokens ") +
         (variant.sync == Sync::kSlot ? "by decreasing R" : "by index") + "; any tree";
}

std::string lag_formula(Rule rule) {
  switch (rule) {
    case Rule::kPaper:
      return "explicit formula: base + max(0, r_1 - base - L) + sum of max(0, r_k - r_{k-1} - "
             "n_{k-1}), children by (c, index)";
    case Rule::kTight:
      return "Remark 5: max(base, max over k of (r_k - L - n before k)), children by (r, index)";
    case Rule::kSkip:
      return "Remark 5 over the children that have flits: max(base, max over k of (r_k - L - n "
             "before k)), children by (r, index)";
    case Rule::kPrinted:  // certified by printed_certification.cpp
      break;
    case Rule::kPosIdx:
      return "Remark 5 over the children that have flits, each released by its own turn p in "
             "index order: max(base, max over k of (r_k - L - n before k))";
    case Rule::kPos:
      break;
  }
  return "Remark 5 over the children that have flits, each released by its own turn p in the "
         "order of increasing slack: max(base, max over k of (r_k - L - n before k))";
}

std::string releases(const CertificationVariant& variant) {
  if (variant.ports == Ports::kMulti) return "; base 1, r = c + 2; any tree";
  if (variant.rule == Rule::kPosIdx || variant.rule == Rule::kPos)
    return "; base d + 1 (root 0), r = p + 1 + c; any tree";
  return "; base d + 1, r = d + 1 + c; any tree";
}

std::string finish_source(Ports ports) {
  return ports == Ports::kSingle
             ? section() + ", phase 4: T_sync + K(d_0) + c_0 + M - 2, 0 when M = 0; any tree"
             : "Bhatt et al., section 4, one stream per child of the root: T_sync + K(d_0) + max "
               "over children j with flits of (c_j + n_j), 0 when M = 0; any tree";
}

std::string bound_source(Ports ports) {
  return ports == Ports::kSingle
             ? "Bhatt et al., Theorem 3 with the trips of certificates and data up the tree: "
               "T_sync + K(d_0) + largest sum of d on a path from the root + D + M - 1, 0 when "
               "M = 0; every rule and tree"
             : "T_sync + K(d_0) + 2D - 1 + flits of the fullest root subtree, 0 when M = 0 "
               "(4D - 1 + those flits when K is 0); every rule and tree";
}

}  // namespace

std::string t_sync_of(const CertificationVariant& variant) { return t_sync_source(variant); }

std::vector<Source> certification_sources(const CertificationVariant& variant) {
  const bool single = variant.ports == Ports::kSingle;
  return {
      {"t_sync", t_sync_source(variant)},
      {"lag", section() + ", " + lag_formula(variant.rule) + releases(variant) +
                  variant.pace.note("Remark 2: beta + tau - 1 on the base of a PE with a message, "
                                    "tau times L and n")},
      {"stream", section() + ": n_i = L_i + sum of the children's n; any tree"},
      {"order_value",
       section() + ", phase 3 with s_0 = c_0 and the wait for the order to the child "
                   "deducted: step in which the stream is due at the root - (depth - 1) - step "
                   "of the order"},
      {"dispatch",
       std::string(single ? section() + ", phase 4: T_sync + K(d_0) + c_0"
                          : "Bhatt et al., section 4: T_sync + K(d_0) + 2 + c_j of the root's "
                            "child above") +
           " + flits ahead in the stream into the root - depth" +
           variant.pace.note("Remark 2: tau times the flits ahead")},
      {"finish", finish_source(variant.ports) +
                     variant.pace.note("Remark 2: (M - 1) tau + 1 and (n_j - 1) tau + 1 in place "
                                       "of M and n_j")},
      {"quiesce",
       "max(finish, T_sync, step of the last order): T_sync + K(d_0) + largest sum of order "
       "positions on a path from the root (multiport: + depth) over the PEs that get one"},
      {"lower_bound", gather_lower_bound_source(variant.ports) +
                          variant.pace.note("Remark 2: L tau in place of L, and all of it later "
                                            "by beta")},
      {"bound", bound_source(variant.ports) +
                    variant.pace.note("Remark 2: beta + M tau in place of M, so with the flits "
                                      "of a subtree")},
  };
}

}  // namespace flitwise::theory
