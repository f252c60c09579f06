// star_family.h: star graphs of store-and-forward routers.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_FAMILY_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_FAMILY_H_

#include <cstdint>
#include <string>

#include "sim/run/family/family.h"

namespace flitwise {

/// Collectives that survive faults on edge-disjoint trees, after Fragopoulou and Akl; the one
/// object of the family.
const Family& star_family();

/// Markdown: sizes and lower bounds of S_3 to S_8 and, beside each, the hypercubes of the next
/// smaller and next larger size, for `packets` packets in one copy and in as many as there are
/// ports. Formulas only, nothing is run.
/// Errors: throws std::invalid_argument for fewer than 1 packet.
std::string star_hypercube_table(std::int64_t packets);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_FAMILY_H_
