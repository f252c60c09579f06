// pe_name.h: PEs as scenarios call them: by number, or as nodes of their network.
#ifndef FLITWISE_SIM_COLLECTIVE_PE_NAME_H_
#define FLITWISE_SIM_COLLECTIVE_PE_NAME_H_

#include <vector>

#include "sim/language/key_types.h"
#include "sim/language/scenario_values.h"
#include "systemc/topology/collective_plan.h"

namespace flitwise {

/// 5; [1, 1], coordinates on tori and meshes; [2, 1, 3], the permutation of a star graph's node.
struct PeName {
  Node number = 0;
  std::vector<int> place;  ///< empty: the number
};
void assign(PeName& name, const language::Datum& datum);

namespace language {
/// Which PE it is is known when the network is.
Type pe_name();
}  // namespace language

/// Errors: throws ConfigError if the network has no such PE.
Node pe_of(const PeName& name, const Value& value, const NetworkShape& shape);

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_PE_NAME_H_
