// star_idle_faults.h: faults that nothing meets. They cost nothing, which the user should know.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_IDLE_FAULTS_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_IDLE_FAULTS_H_

#include <string>
#include <vector>

#include "sim/families/star/star_scenario.h"
#include "systemc/topology/star/star_graph.h"
#include "tb/check/star/star_meter.h"
#include "tb/theory/star/star_prediction.h"

namespace flitwise {

/// Whether no packet crosses a dead link, comes to or leaves a dead node, or has a listed bit
/// error. Shape: `packets` has every packet on every link of a run without faults.
bool meet_nothing(const StarOptions& faults, const std::vector<theory::StarLinkEvent>& packets,
                  const StarGraph& graph);

/// A sentence for each listed bit error that is not among those that were seen on links.
std::vector<std::string> missed_bits(const StarOptions& faults,
                                     const std::vector<check::StarFlitError>& seen);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_IDLE_FAULTS_H_
