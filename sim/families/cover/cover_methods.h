// cover_methods.h: every algorithm over several trees, one row each: words, explanation, PEs and
// theory.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_METHODS_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_METHODS_H_

#include <string>
#include <vector>

#include "sim/families/cover/cover_scenario.h"
#include "sim/run/family/explanation.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/topology/cover/cover_allocation.h"
#include "tb/theory/cover/cover_theory.h"

namespace flitwise {

/// A scenario, its cover, the tree of each PE's message, and what the trees' routers, links and PEs
/// take, by tree.
struct CoverCase {
  const CoverScenario& scenario;
  const Cover& cover;
  const Allocation& allocation;
  std::vector<TreeLatency> latencies;
};
/// Shape: `allocation` is of the cover, which is of the scenario. All outlive the case.
CoverCase cover_case(const CoverScenario& scenario, const Cover& cover,
                     const Allocation& allocation);

struct CoverMethod {
  TreeAlgorithm algorithm;
  TreeOperation operation;
  /// Its word in scenarios; a few words for lists; and as in Explanation.
  const char* word;
  const char* sentence;
  std::string what, finish, range, source;
  protocols::Protocols (*make_pes)(const CoverCase&);
  theory::CoverPrediction (*predict)(const CoverCase&);
  void (*visit_events)(const CoverCase&, const theory::CoverPrediction&, const theory::TakeEvent&);

  std::string operation_word() const;
};

const std::vector<CoverMethod>& cover_methods();
/// Errors: throws std::logic_error for an algorithm of one tree only.
const CoverMethod& cover_method_of(TreeAlgorithm algorithm);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_METHODS_H_
