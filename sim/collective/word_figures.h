// word_figures.h: what every run of an operation on vectors of words reports of its results.
#ifndef FLITWISE_SIM_COLLECTIVE_WORD_FIGURES_H_
#define FLITWISE_SIM_COLLECTIVE_WORD_FIGURES_H_

#include <cstdint>
#include <vector>

#include "sim/collective/collective_scenario.h"
#include "sim/run/figures/ledger.h"

namespace flitwise {

/// Adds "result_crc", CRC-32 of the results of one PE in the order of their words.
void add_result_crc(const std::vector<std::uint32_t>& measured,
                    const std::vector<std::uint32_t>& predicted, Ledger& ledger);

/// Adds "volume", flits that crossed links: where all came, at least the transmissions that the
/// operation needs.
void add_volume(const WordRun& run, std::int64_t flits, bool all_came, Ledger& ledger);

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_WORD_FIGURES_H_
