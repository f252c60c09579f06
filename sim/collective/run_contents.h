// run_contents.h: what the memories of all PEs of a run hold, and hold in the end.
#ifndef FLITWISE_SIM_COLLECTIVE_RUN_CONTENTS_H_
#define FLITWISE_SIM_COLLECTIVE_RUN_CONTENTS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/collective/collective_scenario.h"
#include "sim/run/figures/evidence.h"
#include "systemc/protocols/collective/cell_contents.h"

namespace flitwise {

/// The memories of a run's PEs, which belong to the PEs and are read when the run is over.
class RunContents {
 public:
  virtual ~RunContents() = default;

  /// By rank. Called once.
  virtual std::vector<std::unique_ptr<protocols::CellContents>> make() = 0;
  /// Which of the transfers came whole.
  enum class Came : std::uint8_t { kAll, kSome };
  /// Adds problems and a check if anything is demanded; `name_of` is what sentences call the PE of
  /// a rank, `arrivals` says in which step each transfer came.
  virtual void check(const std::function<std::string(Node rank)>& name_of, Came came,
                     const std::vector<std::optional<std::int64_t>>& arrivals,
                     Evidence& evidence) const = 0;
  /// Adds the figures of results.
  virtual void add_figures(Ledger&) const {}
};

/// Chunks by name of a schedule from a file, words of an operation on vectors. `scenario` outlives
/// them.
std::unique_ptr<RunContents> make_chunk_contents(const CollectiveScenario& scenario);
std::unique_ptr<RunContents> make_word_contents(const CollectiveScenario& scenario);

/// "chunk 2 of rank 0 + chunk 2 of rank 1"; "nothing".
std::string text_of(const CellContent& content);

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_RUN_CONTENTS_H_
