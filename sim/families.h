// families.h: the registry of the families of networks.
#ifndef FLITWISE_SIM_FAMILIES_H_
#define FLITWISE_SIM_FAMILIES_H_

#include <string>
#include <vector>

#include "sim/family.h"

namespace flitwise {

/// The families that networks choose by their kind. The first is the one of networks that name
/// none.
const std::vector<const Family*>& families();
/// Those and the one that operation collective chooses, whatever the network.
const std::vector<const Family*>& all_families();

/// All values of `network.kind`, family by family.
std::vector<std::string> network_kinds();

/// The family that has this kind; the first for an empty kind.
/// Errors: throws std::out_of_range for a kind that no family has.
const Family& family_of_kind(const std::string& kind);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_H_
