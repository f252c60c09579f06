// variants.h: the variants of certification that tests run over.
#ifndef FLITWISE_TESTS_PROTOCOLS_TREE_VARIANTS_H_
#define FLITWISE_TESTS_PROTOCOLS_TREE_VARIANTS_H_

#include <ostream>
#include <string>
#include <vector>

#include "systemc/protocols/tree/certification_variant.h"

namespace flitwise::protocols {

/// Let GoogleTest print what a test case runs with.
void PrintTo(LagRule rule, std::ostream* out);
void PrintTo(const CertificationVariant& variant, std::ostream* out);

}  // namespace flitwise::protocols

namespace flitwise::protocols::test {

/// All lag rules, the later ones never with a larger lag.
inline constexpr LagRule kRules[] = {LagRule::kPaper, LagRule::kTight, LagRule::kSkip,
                                     LagRule::kPosIdx, LagRule::kPos};
inline constexpr SortCost kSortCosts[] = {SortCost::kZero, SortCost::kOne, SortCost::kDegree,
                                          SortCost::kDegreeLog};

/// Single-port certification as published: children polled one after the other, no sort cost.
CertificationVariant sequential(LagRule rule);

/// `rule` with PEs that use all links at once.
CertificationVariant multiport(LagRule rule);

/// Every variant that there is: five rules with 13 single-port synchronisations and sort costs and
/// with the four sort costs of multiport PEs.
std::vector<CertificationVariant> all_variants();

/// "PosSlotDegree", fit for the name of a test.
std::string name_of(const CertificationVariant& variant);

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_TREE_VARIANTS_H_
