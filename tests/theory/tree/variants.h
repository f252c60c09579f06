// variants.h: the variants of Transmission-Certification that there are, and short ways to ask for
// one.
#ifndef FLITWISE_TESTS_THEORY_TREE_VARIANTS_H_
#define FLITWISE_TESTS_THEORY_TREE_VARIANTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"
#include "tb/theory/tree/certificate.h"
#include "tb/theory/tree/certification_theory.h"

namespace flitwise::test {

extern const std::vector<theory::Rule> kAllRules;
extern const std::vector<theory::SortCost> kAllSortCosts;

/// Single-port, sequential polling, no sort cost: as published.
theory::CertificationVariant polled(theory::Rule rule);

/// Single-port, no sort cost.
theory::CertificationVariant single_port(theory::Rule rule, theory::Sync sync);

theory::CertificationVariant multiport(theory::Rule rule,
                                       theory::SortCost cost = theory::SortCost::kZero);

/// Every variant that can run: 65 single-port, 20 multiport.
std::vector<theory::CertificationVariant> all_variants();

/// "PosSlotKd", "PaperMultiportK0": letters and digits only, so that tests can be named by it.
std::string name_of(const theory::CertificationVariant& variant);

/// True when `rule` orders children without flits as well.
bool orders_all(theory::Rule rule);

/// The message of a PE, and what its children certify.
struct OnePe {
  Flits own = 0;
  std::vector<theory::Certificate> children;
};
OnePe random_pe(std::uint64_t seed, std::size_t most_children);

/// Certificate of an inner PE.
theory::Certificate certify(Flits own, const std::vector<theory::Certificate>& children,
                            theory::Rule rule, theory::Ports ports = theory::Ports::kSingle);

/// Certificates of all PEs; entry 0 is the one that the root would send.
std::vector<theory::Certificate> certificates(const Tree& tree, const std::vector<Flits>& lengths,
                                              theory::Rule rule,
                                              theory::Ports ports = theory::Ports::kSingle);

/// Positions of the children in a stream by increasing lag, ties by position.
std::vector<std::size_t> by_lag(const std::vector<theory::Certificate>& children);

/// Steps after the root's until each PE has heard, when every PE tells its children one after
/// another in index order.
std::vector<Step> index_order_delays(const Tree& tree);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_TREE_VARIANTS_H_
