// word_figures.h: what every run of an operation on vectors of words reports of its results.
#ifndef FLITWISE_SIM_COLLECTIVE_WORD_FIGURES_H_
#define FLITWISE_SIM_COLLECTIVE_WORD_FIGURES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/collective/collective_scenario.h"
#include "sim/run/figures/ledger.h"
#include "tb/check/verdict.h"

namespace flitwise {

/// Adds "result_crc", CRC-32 of the results of one PE in the order of their words.
void add_result_crc(const std::vector<std::uint32_t>& measured,
                    const std::vector<std::uint32_t>& predicted, Ledger& ledger);

/// Adds "volume", flits that crossed links: where all came, at least the transmissions that the
/// operation needs.
void add_volume(const WordRun& run, std::int64_t flits, bool all_came, Ledger& ledger);

/// The check "contents": `wrong` of `all` words are. `how_often` says it of operands in results.
check::Check contents_check(std::size_t all, std::size_t wrong,
                            const std::string& how_often = "once");

/// Results of PEs whose routers combine, each against the value that it must have.
class ResultTally {
 public:
  /// `found` is empty where none has come.
  void hold(std::size_t pe, Flits word, const std::optional<std::uint32_t>& found,
            std::uint32_t due);
  check::Check check() const { return contents_check(all_, wrong_); }
  /// Sentences on the first that are wrong.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  std::size_t all_ = 0;
  std::size_t wrong_ = 0;
  std::vector<std::string> problems_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_WORD_FIGURES_H_
