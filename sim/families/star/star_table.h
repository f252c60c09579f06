// star_table.h: star graphs beside hypercubes, as a document.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_TABLE_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_TABLE_H_

#include <cstdint>
#include <string>

namespace flitwise {

/// Markdown: sizes and lower bounds of S_3 to S_8 and, beside each, the hypercubes of the next
/// smaller and next larger size, for `packets` packets in one copy and in as many as there are
/// ports. Formulas only, nothing is run.
/// Errors: throws std::invalid_argument for fewer than 1 packet.
std::string star_hypercube_table(std::int64_t packets);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_TABLE_H_
