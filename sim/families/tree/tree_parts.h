// tree_parts.h: parts of a run that all tree-like networks set up alike.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_PARTS_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_PARTS_H_

#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "sim/language/scenario.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/certification/certification_variant.h"
#include "tb/check/tree/scoreboard.h"
#include "tb/theory/tree/certification_variant.h"

namespace flitwise {

/// One choice of options in the words of the theory and of the protocols.
theory::Pace theory_pace(const TreeOptions& options);
protocols::Pace protocol_pace(const TreeOptions& options);
theory::CertificationVariant theory_variant(const TreeOptions& options);
protocols::CertificationVariant protocol_variant(const TreeOptions& options);

/// Puts the faults that the scenario asks for into the PEs.
/// Shape: entry v is PE v's.
void break_protocols(const Break& fault, protocols::Protocols& all);

/// What must be delivered where in a scatter or a gather with this root.
/// Shape: `lengths` has one entry per PE.
std::vector<check::ExpectedMessage> expected_messages(Operation operation, Node root,
                                                      const std::vector<Flits>& lengths);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_PARTS_H_
